package puzzletest_test

import (
	"errors"
	"fmt"
	"testing"

	"quadrille"
	"quadrille/audit"
	"quadrille/compile/puzzletest"
)

// TestAudit: where the audit knows what a puzzle says, the matrix is the one that it makes.
func TestAudit(t *testing.T) {
	known, rows := 0, 0
	overPuzzles(t, 300, 10_000, func(t *testing.T, p *puzzletest.Puzzle, q *quadrille.Puzzle) error {
		r, err := audit.ComparePuzzle(q)
		switch {
		case errors.Is(err, audit.ErrUnknown):
			return nil
		case err != nil:
			return err
		case len(r.Differences) > 0:
			return fmt.Errorf("%s", r.Differences[0])
		}
		known, rows = known+1, rows+r.Rows
		return nil
	}, "pack", "place", "fill", "latin", "words", "core")
	t.Logf("the audit knows %d, with %d options", known, rows)
}
