package choose

import (
	"math"

	"quadrille/runtime/dlx"
	"quadrille/runtime/matrix"
)

// MRV chooses the item with the fewest branches left (minimum remaining
// values, the S heuristic of the paper), the first one in the list among
// equals.
type MRV struct{}

// Choose implements [dlx.Chooser].
func (MRV) Choose(v dlx.View) matrix.ItemID {
	best, fewest := matrix.ItemID(-1), int32(math.MaxInt32)
	for i := v.First(); i >= 0; i = v.Next(i) {
		if n := v.Branches(i); n < fewest {
			if n == 0 {
				return i
			}
			best, fewest = i, n
		}
	}
	return best
}
