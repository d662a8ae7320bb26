package prove_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"quadrille"
	"quadrille/prove"
	"quadrille/runtime/proof/prooftest"
)

// TestNoOtherSolution: puzzles of several kinds have as many solutions as they are known to have, and a proof of it.
func TestNoOtherSolution(t *testing.T) {
	for name, want := range map[string]int{
		"../examples/mutilated-chessboard.puz":       0,
		"../examples/latin-no-mate.puz":              0,
		"../examples/sudoku-variants/killer-4x4.puz": 1,
		"../examples/sudoku/01.puz":                  1,
		"../examples/polyforms/corners.puz":          43,
		"../examples/logic/nonogram.puz":             1,
	} {
		p, err := quadrille.LoadFile(name, quadrille.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var cnf, drat, plain bytes.Buffer
		n, err := prove.NoOtherSolution(context.Background(), p, &cnf, &drat, 1<<22)
		if err != nil || n != want {
			t.Errorf("%s: %d solutions, %v", name, n, err)
			continue
		}
		if _, _, err := prooftest.CheckRefutation(cnf.String(), drat.String()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		// The formula is that of the puzzle, with a clause more for each solution.
		if err := p.WriteMatrix(&plain, quadrille.DumpOptions{Format: quadrille.FormatDIMACS}); err != nil {
			t.Fatal(err)
		}
		_, clauses, _ := strings.Cut(cnf.String(), "\np cnf ")
		_, all, _ := strings.Cut(plain.String(), "\np cnf ")
		_, clauses, _ = strings.Cut(clauses, "\n")
		_, all, _ = strings.Cut(all, "\n")
		if rest, ok := strings.CutPrefix(clauses, all); !ok || strings.Count(rest, "\n") != n {
			t.Errorf("%s: the formula is not that of the puzzle, with %d clauses more", name, n)
		}
	}
}

// TestNoProof: a puzzle whose matrix does not say everything has no proof, and a proof is no larger than it may be.
func TestNoProof(t *testing.T) {
	for text, want := range map[string]error{
		`fill 2x2 with "01" { connected "1" }`: quadrille.ErrNotExact,
		"latin 4":                              prove.ErrTooLarge,
	} {
		p, err := quadrille.Load("test.puz", []byte(text), quadrille.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var cnf, drat bytes.Buffer
		if _, err := prove.NoOtherSolution(context.Background(), p, &cnf, &drat, 10_000); !errors.Is(err, want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
