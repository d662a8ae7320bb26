package ask_test

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"quadrille"
	"quadrille/explain"
	"quadrille/web/ask"
)

// TestFindings: the chessboard without two opposite corners (Max Black, 1946) has no domino tiling, as their colors are
// alike; queens have two solutions on four rows and none on three; a sudoku with one solution has clues.
func TestFindings(t *testing.T) {
	for _, c := range []struct {
		do, text, words string
		picture, none   bool
	}{
		{"why", "use dominoes\nboard b on square = 8x8 - 1x1 at (0, 0) - 1x1 at (7, 7)\npack b with any of I2\n",
			"chessboard", true, false},
		{"why", "queens 4\n", "There is a solution", false, false},
		{"unique", "queens 4\n", "several solutions", true, false},
		{"unique", "queens 3\n", "no solution", false, true},
		{"unique", sudoku, "all 5 clues are needed", true, false},
	} {
		all, end := allAnswers(t, ask.Host{}, ask.Question{Kind: c.do, Text: c.text})
		f := all[0].Finding
		if f == nil || !strings.Contains(f.Sentences, c.words) || (f.SVG != "") != c.picture ||
			f.NoSolution != c.none ||
			end.Reason != "done" {
			t.Errorf("%s of %q: %+v, and %+v", c.do, c.text, f, end)
		}
	}
	all, _ := allAnswers(t, ask.Host{}, ask.Question{Kind: "why", Text: strings.Replace(sudoku, "...2", "...1", 1)})
	if clash := all[len(all)-2].Finding; clash == nil || !strings.Contains(clash.Sentences, "cannot hold together") ||
		!slices.Equal(clash.Lines, []int{2, 4, 6, 7}) {
		t.Errorf("the clues clash in %+v", clash)
	}
}

const sudoku = "latin 4 {\n  distinct on boxes 2x2\n  given \"\"\"\n    1...\n    ..3.\n    .4..\n    ...2\n  \"\"\"\n}\n"

// TestFindingTime: a question that would take years ends when its time is over.
func TestFindingTime(t *testing.T) {
	text := "latin 30\nsearch choose first\n"
	for _, do := range []string{"why", "unique"} {
		if _, end := allAnswers(t, ask.Host{}, ask.Question{Kind: do, Text: text,
			MaxSeconds: 0.01}); end.Reason != "time" {
			t.Errorf("%s ends with %+v", do, end)
		}
	}
}

// TestDeadlineWithoutTimer: a deadline that has passed ends the search for reasons where no timer has its turn, and
// before it nothing ends.
func TestDeadlineWithoutTimer(t *testing.T) {
	if err := ask.ContextWithoutTimer(time.Now().Add(time.Hour)).Err(); err != nil {
		t.Errorf("before its deadline it ends with %v", err)
	}
	ctx := ask.ContextWithoutTimer(time.Now())
	if err := ctx.Err(); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("after its deadline its error is %v", err)
	}
	p, err := quadrille.Load("puzzle.puz", []byte("latin 9\n"), quadrille.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for r, err := range explain.Reasons(ctx, p, quadrille.Search{}) {
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("the reasons are %v, %v", r, err)
		}
	}
}

// TestPaper: pictures that were sent come back as pages.
func TestPaper(t *testing.T) {
	all, _ := allAnswers(t, ask.Host{}, ask.Question{Kind: "solve", Text: "queens 4\n"})
	all, _ = allAnswers(t, ask.Host{}, ask.Question{Kind: "draw", Text: "queens 4\n", Solutions: solutionsOf(all)})
	pictures := []string{all[0].Solutions[0].SVG, all[1].Solutions[0].SVG}
	all, end := allAnswers(t, ask.Host{}, ask.Question{Kind: "paper", Pictures: pictures})
	if pdf := all[0].PDF; !bytes.HasPrefix(pdf, []byte("%PDF-")) || end.Reason != "done" {
		t.Errorf("%.20q, and %+v", pdf, end)
	}
	for _, wrong := range [][]string{nil, {"<svg"}, {"a", "b"}} {
		if _, end := allAnswers(t, ask.Host{}, ask.Question{Kind: "paper", Pictures: wrong}); end.Reason != "error" {
			t.Errorf("%q is paper: %+v", wrong, end)
		}
	}
}
