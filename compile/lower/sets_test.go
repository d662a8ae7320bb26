package lower_test

import (
	"fmt"
	"math/bits"
	"strings"
	"testing"

	"quadrille"
	"quadrille/runtime/matrix"
)

// TestSetsOrSteps: a sum of different numbers is lowered as sets, or as steps where sets are too many, and either way
// the solutions are the sets that keep it, in each order.
func TestSetsOrSteps(t *testing.T) {
	for _, c := range []struct {
		cells, most, low, high int
		given                  bool // whether a cell has the number 1
		wantSteps              bool
	}{
		{6, 18, 21, 60, false, true},
		{6, 16, 21, 53, false, false}, // a few more sets than options of steps
		{6, 16, 51, 51, false, false},
		{7, 19, 28, 67, true, true},
		{7, 16, 94, 94, true, false},
		{4, 9, 10, 10, false, false},
		{4, 9, 31, 40, false, false}, // no sum
	} {
		text := fmt.Sprintf("board b on square = 1x%d\nfill b with 1..%d {\ndistinct on all\nsum %d..%d on all\n",
			c.cells, c.most, c.low, c.high)
		if c.given {
			text += "given \"\"\"\n..1" + strings.Repeat(".", c.cells-3) + "\n\"\"\"\n"
		}
		want, orders := 0, 1
		for set := range 1 << c.most {
			sum := 0
			for v := range c.most {
				sum += set >> v & 1 * (v + 1)
			}
			if bits.OnesCount(uint(set)) == c.cells && c.low <= sum && sum <= c.high && (!c.given || set&1 == 1) {
				want++
			}
		}
		open := c.cells
		if c.given {
			open--
		}
		for k := range open {
			orders *= k + 1
		}
		text += "}\n"
		if n := countOf(t, text, quadrille.Options{}); n != int64(want*orders) {
			t.Errorf("%s\nhas %d solutions, and %d sets in %d orders", text, n, want, orders)
		}
		m, err := loadPuzzle(t, text, quadrille.Options{}).Program().Candidates()
		if err != nil {
			t.Fatal(err)
		}
		hasSteps := false
		for i := range matrix.ItemID(m.PrimaryCount()) {
			hasSteps = hasSteps || m.Name(i) == "step[0,1]"
		}
		if hasSteps != c.wantSteps {
			t.Errorf("%s\nhas steps: %t", text, hasSteps)
		}
	}
}

// TestTooManySteps: where no loop is written, the message speaks of none, and is told once.
func TestTooManySteps(t *testing.T) {
	const text = "board b on square = 1x6\nfill b with 1..16 {\ndistinct on all\nsum 51 on all\n}\n"
	_, err := quadrille.Load("sum.puz", []byte(text),
		quadrille.Options{Limits: quadrille.Limits{MaxLoopRounds: 20_000}})
	const want = "the rules and sums of this file take more than 20000 steps"
	if err == nil || strings.Count(err.Error(), want) != 1 || strings.Contains(err.Error(), "loops") {
		t.Errorf("error %v, not once %q", err, want)
	}
}
