package latin_test

import (
	"strings"
	"testing"

	"quadrille/compile/latin"
)

func TestString(t *testing.T) {
	s := latin.NewSquare(3)
	s.Cells[0][2], s.Cells[1][0] = 3, 1
	if got := s.String(); got != "..3\n1..\n...\n" {
		t.Errorf("%q", got)
	}
	if got := latin.NewSquare(-1).String(); got != "" {
		t.Errorf("%q", got)
	}
}

// TestCharacters: the values have the characters of the published encoding, and values above have no character that can
// be read.
func TestCharacters(t *testing.T) {
	s := latin.NewSquare(70)
	for j := range 70 {
		s.Cells[0][j] = j
	}
	row, _, _ := strings.Cut(s.String(), "\n")
	want := ".123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ" + "********"
	if row != want {
		t.Errorf("%s\n%s", row, want)
	}
}

func TestClone(t *testing.T) {
	s := read(t, "12 21")
	c := s.Clone()
	c.Cells[0][0] = 0
	if s.Cells[0][0] != 1 || s.CountHoles() != 0 || c.CountHoles() != 1 {
		t.Errorf("%v %v", s, c)
	}
}

func TestCheck(t *testing.T) {
	for _, c := range []struct {
		cells [][]int
		want  string // in the message; nothing if the square is right
	}{
		{nil, ""},
		{[][]int{{1, 0}, {0, 1}}, ""},
		{[][]int{{1, 0}, {0}}, "row 2 has 1 cells"},
		{[][]int{{1, 0}}, "row 1 has 2 cells"},
		{[][]int{{1, 0}, {0, 3}}, "row 2, column 2: 3"},
		{[][]int{{-1, 0}, {0, 1}}, "row 1, column 1: -1"},
		{[][]int{{0, 0, 0}, {2, 0, 2}, {0, 0, 0}}, "row 2 has 2 twice: in columns 1 and 3"},
		{[][]int{{0, 0, 1}, {0, 0, 0}, {0, 0, 1}}, "column 3 has 1 twice: in rows 1 and 3"},
	} {
		err := check(latin.Square{Cells: c.cells})
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%v: %v", c.cells, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%v: %v, and not %q", c.cells, err, c.want)
		}
	}
}

// TestPuzzle: the puzzle has the rules, and the rows as they are written.
func TestPuzzle(t *testing.T) {
	s := read(t, "1. .2")
	if got, want := s.PuzzleText(), "puz 1\nlatin 2 {\n  given \"\"\"\n  1.\n  .2\n  \"\"\"\n}\n"; got != want {
		t.Errorf("%q, and not %q", got, want)
	}
	want := "puz 1\nlatin 2 {\n  distinct on boxes 1x2\n  distinct on main diagonals\n" +
		"  given \"\"\"\n  1.\n  .2\n  \"\"\"\n}\n"
	if got := s.PuzzleText("distinct on boxes 1x2", "distinct on main diagonals"); got != want {
		t.Errorf("%q, and not %q", got, want)
	}
}

func TestIs(t *testing.T) {
	for text, want := range map[string]bool{
		"1.\n.2\n": true, "12.\r\n..x\r\n0Z.": true, strings.Repeat(strings.Repeat(".", 61)+"\n", 61): true,
		"": false, ".": false, "12\n21\n": true, "12\n12\n": false, "12\n23\n": false, "ab\nba\n": false,
		"1.\n.2\n..\n": false, "1.\n.2.\n": false, "1.\n.*\n": false, "é\n.1\n": false,
		// refused by Read
		strings.Repeat(strings.Repeat(".", 62)+"\n", 62):   true,
		strings.Repeat(strings.Repeat(".", 300)+"\n", 300): true,
		"...\n...\n": true, "......\n": false, "puz 1\n.": false,
	} {
		if got := latin.IsSquare([]byte(text)); got != want {
			t.Errorf("%.20q: %v", text, got)
		}
	}
}
