package puzzletest_test

import (
	"errors"
	"fmt"
	"testing"

	"quadrille"
	"quadrille/audit"
	"quadrille/compile/puzzletest"
)

// TestAudit: the matrix of a puzzle is the one that the audit makes, which knows nearly all.
func TestAudit(t *testing.T) {
	known, unknown, rows := 0, 0, 0
	overPuzzles(t, 300, 10_000, func(t *testing.T, p *puzzletest.Puzzle, q *quadrille.Puzzle) error {
		r, err := audit.ComparePuzzle(q)
		switch {
		case errors.Is(err, audit.ErrUnknown):
			unknown++
			return nil
		case err != nil:
			return err
		case len(r.Differences) > 0:
			return fmt.Errorf("%s", r.Differences[0])
		}
		known, rows = known+1, rows+r.CommonRowCount
		return nil
	})
	if t.Logf("the audit knows %d, with %d options, and not %d", known, rows, unknown); unknown*50 > known {
		t.Errorf("the audit knows %d, and not %d", known, unknown)
	}
}
