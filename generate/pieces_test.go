package generate

import (
	"context"
	"strings"
	"testing"

	"quadrille"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/schedule"
)

// letterCases are packings with letters on cells.
var letterCases = map[string]string{
	"pentominoes": "use pentominoes\npack 5x4 with {L, P, V, Y}\n",
	"one-sided": "use tetrominoes\npiece D = 1x2\nboard b = 4x5 - (0, 0) (3, 4)\n" +
		"pack b with one-sided {L4, S4} + 1..2 of D\n",
	"many copies": "piece I = 1x2\npiece L3 fixed = (0, 0) (1, 0) (1, 1)\npack 4x4 with any of I + 2 of L3\n",
}

// TestPieceLetters: what is made has one solution, as another engine says, and two without any one letter; without any
// letters it has as many as the rules.
func TestPieceLetters(t *testing.T) {
	for name, text := range letterCases {
		t.Run(name, func(t *testing.T) {
			m, r := maker(t, text, Recipe{ClueStyle: pieceStyle}), seed(3)
			for range matrixtest.RandomRounds(2, 20) {
				puzzle := made(t, m, r)
				if n := count(t, puzzle.Text, schedule.Sparse); n != 1 {
					t.Fatalf("%d solutions:\n%s", n, puzzle.Text)
				}
				head, board, _ := strings.Cut(puzzle.Text, "board b")
				legend, picture, _ := strings.Cut(board, "\"\"\"\n")
				picture, tail, _ := strings.Cut(picture, "\"\"\"")
				letters := 0
				blank := func(c rune) rune {
					if c != '.' && c != '\n' && c != ' ' {
						return '#'
					}
					return c
				}
				for k, c := range picture {
					if blank(c) == c {
						continue
					}
					letters++
					less := picture[:k] + "#" + picture[k+1:]
					if n := count(t, head+"board b"+legend+"\"\"\"\n"+less+"\"\"\""+tail, schedule.Sparse); n != 2 {
						t.Fatalf("%d solutions without the letter %c:\n%s", n, c, puzzle.Text)
					}
				}
				if letters != puzzle.ClueCount {
					t.Errorf("%d letters, and not %d:\n%s", letters, puzzle.ClueCount, puzzle.Text)
				}
				plain := head + "board b = \"\"\"\n" + strings.Map(blank, picture) + "\"\"\"" + tail
				if got, want := countText(t, plain), countText(t, text); got != want || want == "0" {
					t.Errorf("without letters there are %s solutions, and of the rules %s:\n%s", got, want, plain)
				}
			}
		})
	}
}

func countText(t *testing.T, text string) string {
	t.Helper()
	p, err := loaded([]byte(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	n, err := p.Count(context.Background(), quadrille.Search{})
	if err != nil {
		t.Fatal(err)
	}
	return n.String()
}

// TestPieceLettersRefused: packings with rules that the text with letters could not say are errors.
func TestPieceLettersRefused(t *testing.T) {
	for _, text := range []string{"latin 4", "use pentominoes\npack 5x4 with {L, P, V, Y} {\n  fix L at (0, 0)\n}",
		"use pentominoes\npack 5x4 with 4 from pentominoes",
		"use pentominoes\npack 5x5 with {L, P, V, Y} {\n  leave 5 empty\n}",
		"use hexiamonds\nboard b on triangle = rhombus 6x6\npack b with hexiamonds",
		"use pentominoes\nboard b torus = 5x4\npack b with {L, P, V, Y}",
		"use pentominoes\npack 5x4 with {L, P, V, Y} {\n  tatami\n}"} {
		_, err := newPuzzleMaker(context.Background(), "x.puz", []byte(text), nil, loaded,
			Recipe{ClueStyle: pieceStyle})
		if err == nil {
			t.Errorf("letters for\n%s", text)
		}
	}
}
