package rule_test

import (
	"strings"
	"testing"

	"quadrille"
)

func TestBetween(t *testing.T) {
	compareFill(t, 2, 2, 4, "marks \"\"\"\n.<.\n* v\n.V.\n\"\"\"", func(v filling) bool {
		return v[0][0] < v[0][1] && (v[0][0] == 2*v[1][0] || 2*v[0][0] == v[1][0]) && v[1][0]+v[1][1] == 5 &&
			v[1][1] < v[0][1]
	})
	compareFill(t, 2, 2, 4, "marks \"\"\"\n.o.\n\n. .\n\"\"\" every \"o\"", func(v filling) bool {
		return difference(v[0][0], v[0][1]) == 1 && difference(v[0][0], v[1][0]) != 1 &&
			difference(v[0][1], v[1][1]) != 1 && difference(v[1][0], v[1][1]) != 1
	})
}

// TestMarksAreDrawn: a mark beyond the board as it is drawn is an error, also where edges are joined.
func TestMarksAreDrawn(t *testing.T) {
	for _, joined := range []string{"", "torus", "projective", "wrap (1, 1) (0, 3)"} {
		text := "board b on square " + joined + " = 1x3\nfill b with \"12\" {\n  marks \"\"\"\n. . .\no\n\"\"\"\n}"
		_, err := quadrille.Load("test.puz", []byte(text), quadrille.Options{})
		if err == nil || !strings.Contains(err.Error(), "between two cells") {
			t.Errorf("%s: %v", text, err)
		}
	}
}
