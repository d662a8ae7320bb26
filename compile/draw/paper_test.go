package draw_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"quadrille/compile/draw"
)

// TestWrapText: no letter is lost, lines are no wider than one letter or the width, and words are cut only if they are
// wider than that.
func TestWrapText(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	letters := []rune("aiWm.é漢")
	for range 2000 {
		var words []string
		for range r.IntN(12) {
			word := make([]rune, 1+r.IntN(8))
			for k := range word {
				word[k] = letters[r.IntN(len(letters))]
			}
			words = append(words, string(word))
		}
		text, width := strings.Join(words, " "), 1+8*r.Float64()
		lines := draw.WrapText(text, 1, width)
		if got := strings.ReplaceAll(strings.Join(lines, ""), " ", ""); got != strings.Join(words, "") {
			t.Fatalf("%q becomes %q", text, lines)
		}
		for _, line := range lines {
			// a line of one word is one of the words, or a part of one that does not fit
			if len([]rune(line)) > 1 && len(draw.WrapText(line, 1, width)) != 1 {
				t.Fatalf("%q in %g has the line %q", text, width, line)
			}
			if !strings.Contains(line, " ") && !slices.Contains(words, line) &&
				!slices.ContainsFunc(words, func(w string) bool {
					return strings.Contains(w, line) && len(draw.WrapText(w, 1, width)) > 1
				}) {
				t.Fatalf("%q in %g has the line %q", text, width, line)
			}
		}
	}
}

// TestWrapNarrow: where not even a letter fits, each has a line of its own.
func TestWrapNarrow(t *testing.T) {
	for _, width := range []float64{0.1, 0, -3} {
		if lines := draw.WrapText("ab é", 1, width); !slices.Equal(lines, []string{"a", "b", "é"}) {
			t.Errorf("in %g are the lines %q", width, lines)
		}
	}
}
