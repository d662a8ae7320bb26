package puzzletest_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"quadrille"
	"quadrille/compile/puzzletest"
	"quadrille/editors/assist"
	"quadrille/web/ask"
)

// TestExports: what is written in a format and read back has as many solutions, or is not written.
func TestExports(t *testing.T) {
	written := map[string]int{}
	overPuzzles(t, 100, 10_000, checkExports(written))
	t.Log("formats:", written)
}

// checkExports writes a puzzle in all formats, reads it, and counts anew. It notes the formats that were written.
func checkExports(written map[string]int) check {
	return func(t *testing.T, p *puzzletest.Puzzle, q *quadrille.Puzzle) error {
		for _, f := range quadrille.Formats() {
			var out bytes.Buffer
			if err := q.WriteMatrix(&out, quadrille.DumpOptions{Format: f.Format,
				ShortNames: len(p.Text)%2 == 0}); err != nil || !f.Reads {
				continue
			}
			back, err := quadrille.Load("dump", out.Bytes(), quadrille.Options{Format: f.Format})
			if err != nil {
				return fmt.Errorf("%s: %w\n%s", f.Format, err, &out)
			}
			written[string(f.Format)]++
			want := len(p.Solutions)
			if m, exact, err := q.Matrix(); err != nil || !exact {
				if err != nil || q.ExtraConstraints() == "" {
					continue
				}
				n, err := quadrille.FromMatrix(m).Count(t.Context(), quadrille.Search{})
				exactly, ok := n.Exact()
				if err != nil || !ok {
					return err
				}
				want = int(exactly.Int64()) // the matrix does not say what is connected
			}
			n, err := back.Count(t.Context(), quadrille.Search{})
			if err := countIs(n, err, want); err != nil {
				return fmt.Errorf("%s: %w\n%s", f.Format, err, &out)
			}
		}
		return nil
	}
}

// TestFormatted: the formatted text means the same, and formatting it again changes nothing.
func TestFormatted(t *testing.T) {
	overPuzzles(t, 150, 20_000, func(t *testing.T, p *puzzletest.Puzzle, q *quadrille.Puzzle) error {
		once, err := quadrille.CanonicalText("random.puz", []byte(p.Text))
		if err != nil {
			return err
		}
		if twice, err := quadrille.CanonicalText("random.puz", []byte(once)); err != nil || twice != once {
			return fmt.Errorf("formatted once:\n%s\nand twice, with the error %v:\n%s", once, err, twice)
		}
		formatted := *p
		formatted.Text = once
		again, err := load(&formatted, quadrille.Options{})
		if err != nil {
			return fmt.Errorf("formatted: %w\n%s", err, once)
		}
		n, err := again.Count(t.Context(), quadrille.Search{})
		if err := countIs(n, err, len(p.Solutions)); err != nil {
			return fmt.Errorf("formatted: %w\n%s", err, once)
		}
		return nil
	})
}

// bits are what edits put into a text.
var bits = []string{"", "", "", "x", "\n", " ", `"`, `"""`, "{", "}", "(", "]", ":", "*", "?", "0", "99", "-", "é",
	"for i in 0..2", "cell[0,0]", "board q on square = 2x2\n", "queens 2\n", "latin 2\n"}

// mutated cuts a text off, or changes some of its words.
func mutated(r *rand.Rand, text string) string {
	if r.IntN(3) == 0 {
		return text[:r.IntN(len(text)+1)]
	}
	for range 1 + r.IntN(3) {
		from := r.IntN(len(text) + 1)
		to := min(len(text), from+r.IntN(4)*r.IntN(8))
		text = text[:from] + bits[r.IntN(len(bits))] + text[to:]
	}
	return text
}

// TestEditors: whatever is asked about a text that is being written has an answer.
func TestEditors(t *testing.T) {
	answers := 0
	overPuzzles(t, 25, 10_000, func(t *testing.T, p *puzzletest.Puzzle, q *quadrille.Puzzle) error {
		r := rand.New(rand.NewPCG(17, uint64(len(p.Text))))
		for _, text := range []string{p.Text, mutated(r, p.Text), mutated(r, p.Text)} {
			answers += askEditor(r, assist.NewText("random.puz", text, p.Files))
			host := ask.Host{Files: p.Files, MaxTime: 5 * time.Second, MaxBytes: 1 << 26, MaxSolutions: 3}
			for _, word := range []string{"check", "hover", "complete", "format", "look", "solve", "count", "matrix",
				"why",
				"unique", "test"} {
				ended := false
				q := ask.Question{Kind: word, Text: text, Name: "random.puz", Offset: r.IntN(len(text) + 1),
					MaxCount: 2}
				host.AnswerQuestion(t.Context(), q, func(a ask.Answer) error {
					answers++
					ended = ended || a.End != nil
					return nil
				})
				if !ended {
					return fmt.Errorf("%s has no end: %q", word, text)
				}
			}
		}
		return nil
	})
	t.Log(answers, "answers")
}

// askEditor asks about some places of a text, and returns how many answers there are.
func askEditor(r *rand.Rand, text *assist.PuzzleText) (answers int) {
	answers = len(text.Diagnostics()) + len(text.Outline()) + len(text.FoldableRanges()) +
		len(text.Tokens()) + len(text.Hints()) + len(text.CountHints()) + len(text.StatementLenses(true))
	for range 4 {
		at := r.IntN(len(text.String()) + 1)
		if _, ok := text.Hover(at); ok {
			answers++
		}
		if _, ok := text.Definition(at); ok {
			answers++
		}
		answers += len(text.Complete(at)) + len(text.References(at))
	}
	return answers
}
