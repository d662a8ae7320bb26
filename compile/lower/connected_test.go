package lower_test

import (
	"context"
	"testing"

	"quadrille"
)

// TestConnectedBesideTheCore: a cell on which only one symbol is left may still have none, as an option of the core
// can cover it. Of the three solutions one has the symbol on all cells, and two have the last cell covered.
func TestConnectedBesideTheCore(t *testing.T) {
	p := loadPuzzle(t, `
		board b on square = 1x3
		fill b with "01" {
			connected "1"
			given """
			  1..
			"""
			exactly 0 "0" on (0, 2)
		}
		items a
		option a cell[0,2]
		option a
	`, quadrille.Options{})
	for _, engine := range []string{"", "links", "sparse"} {
		n, err := p.Count(context.Background(), quadrille.Search{Engine: quadrille.Engine(engine)})
		if got, exact := n.Exact(); err != nil || !exact || got.Int64() != 3 {
			t.Errorf("engine %q: %v %v, want 3", engine, n, err)
		}
	}
}
