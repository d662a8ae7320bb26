package dlx

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"quadrille/runtime/matrix"
)

// TestDescending compares with a sort that is stable.
func TestDescending(t *testing.T) {
	for n := range 300 {
		merit := make([]float64, n)
		for k := range merit {
			merit[k] = 1/float64(1+rand.IntN(3)) + float64(rand.IntN(n/3+1))/7
		}
		want := make([]matrix.ItemID, n)
		for k := range want {
			want[k] = matrix.ItemID(k)
		}
		slices.SortStableFunc(want, func(a, b matrix.ItemID) int { return cmp.Compare(merit[b], merit[a]) })
		if got := sortByMerit[matrix.ItemID](merit); !slices.Equal(got, want) {
			t.Fatalf("%v are sorted as %v", merit, got)
		}
	}
}
