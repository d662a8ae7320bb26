package latin_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"quadrille/compile/latin"
	"quadrille/lang/source"
)

// boxed returns a square with boxes: each row is that above it, shifted by a box, and by one more
// from band to band.
func boxed(side int, holes float64, r *rand.Rand) latin.Square {
	s := latin.NewSquare(side * side)
	for i, row := range s.Cells {
		for j := range row {
			if r.Float64() >= holes {
				row[j] = (i%side*side+i/side+j)%(side*side) + 1
			}
		}
	}
	return s
}

// TestReadSudoku: the line has the cells of the square, whichever sign stands for a hole, and
// however the letters are written.
func TestReadSudoku(t *testing.T) {
	r := seed(1)
	for side := 2; side <= 7; side++ {
		s := boxed(side, 0.5, r)
		line := strings.ReplaceAll(s.String(), "\n", "")
		texts := []string{line, line + "\n", "\ufeff  " + line + " \r\n\n", strings.ReplaceAll(line, ".", "0")}
		if side < 6 {
			texts = append(texts, strings.ToUpper(line))
		}
		for _, text := range texts {
			if got, err := latin.ReadSudoku("in", text); err != nil || got.String() != s.String() {
				t.Errorf("order %d: %q is read as\n%v%v", s.Order(), text, got, err)
			}
		}
		if !latin.IsSudoku([]byte(line)) || latin.IsSudoku([]byte(line[1:])) ||
			latin.IsSudoku([]byte(boxedLine(side))) {
			t.Errorf("order %d: looks are not told", s.Order())
		}
	}
}

// TestReadSudokuLetters: letters alone are the values from A on where the order has no values for some of them,
// and the puzzle of them has letters. What follows from a text is compared with the square that it was made of.
func TestReadSudokuLetters(t *testing.T) {
	const signs, letters = ".123456789abcdefghijklmnop", ".ABCDEFGHIJKLMNOPQRSTUVWXY"
	r := seed(7)
	for side := 2; side <= 5; side++ {
		s := boxed(side, 0.3, r)
		toLetter := func(c rune) rune { return rune(letters[strings.IndexRune(signs, c)]) }
		line := strings.Map(toLetter, strings.TrimSpace(s.OneLineText()))
		for _, text := range []string{line, strings.ToLower(line) + "\n", strings.ReplaceAll(line, ".", "0")} {
			if got, err := latin.ReadSudoku("in", text); err != nil || got.String() != s.String() {
				t.Errorf("order %d: %q is read as\n%v%v", s.Order(), text, got, err)
			}
		}
		puzzle, err := latin.SudokuPuzzle("in", line)
		want := fmt.Sprintf(" with %q", letters[1:side*side+1])
		if rows := strings.Map(toLetter, strings.Split(s.String(), "\n")[1]); err != nil ||
			!strings.Contains(puzzle, want) || !strings.Contains(puzzle, rows) {
			t.Errorf("order %d: the puzzle is\n%s%v", side*side, puzzle, err)
		}
		mixed := "1" + line[1:]
		if _, err := latin.ReadSudoku("in", mixed); err == nil {
			t.Errorf("order %d: digits and letters that are none of its values are read", side*side)
		}
	}
}

// boxedLine is a sudoku without a hole.
func boxedLine(side int) string {
	return strings.ReplaceAll(boxed(side, 0, seed(1)).String(), "\n", "")
}

// TestIsSudoku: several lines are sudokus where they cannot be a Latin square.
func TestIsSudoku(t *testing.T) {
	short, long := "1...............", "1"+strings.Repeat(".", 80)
	for text, want := range map[string]bool{
		short: true, short + "\r\n": true, short + "\n" + short: false, long + "\n" + long: true, "x" + long[1:]: true,
		"*" + long[1:]: false,
		"":             false, "queens 8": false, short[1:]: false, "a b c d e f g hi": false, "1.3.5.7.9.é.3.": false,
	} {
		if latin.IsSudoku([]byte(text)) != want {
			t.Errorf("%q: want %v", text, want)
		}
	}
}

// TestReadSudokuFaults: all places that are wrong are told.
func TestReadSudokuFaults(t *testing.T) {
	empty := strings.Repeat(".", 16)
	for _, test := range []struct{ text, places, message string }{
		{"", "1:1", "this line has 0"},
		{empty[1:], "1:1", "this line has 15"},
		{empty + "\n" + empty, "2:1", "another line"},
		{"1..." + " " + empty[5:], "1:5", "a blank"},
		{"  11" + empty[2:], "1:4", "stands twice in this row: here and at column 3"},
		{"1...1" + empty[5:], "1:5", "stands twice in this column"},
		{"1....1" + empty[6:], "1:6", "stands twice in this box"},
		{"5.x\x00" + empty[4:], "1:1 1:3 1:4", "the values of a square of order 4"},
		{"\xff1é1" + empty[4:], "1:1 1:3 1:4", "stands for nothing"},
	} {
		_, err := latin.ReadSudoku("in", test.text)
		var list source.DiagnosticList
		if !errors.As(err, &list) {
			t.Errorf("%q: %v", test.text, err)
			continue
		}
		var places []string
		for _, d := range list {
			p := d.Span.File.Position(d.Span.Start)
			places = append(places, fmt.Sprintf("%d:%d", p.Line, p.Column))
		}
		if got := strings.Join(places, " "); got != test.places || !strings.Contains(list[0].Summary, test.message) {
			t.Errorf("%q: %s: %v", test.text, got, err)
		}
	}
}
