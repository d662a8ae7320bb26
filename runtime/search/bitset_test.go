package search

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

// bigNumber returns the set as a big number, with a bit for each element.
func bigNumber(s BitSet) *big.Int {
	n := new(big.Int)
	for k := range MaxBits {
		if s.Intersects(BitSetOf(k)) {
			n.SetBit(n, k, 1)
		}
	}
	return n
}

// TestSets compares operations on sets with those on big numbers.
func TestSets(t *testing.T) {
	all := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), MaxBits), big.NewInt(1))
	r := rand.New(rand.NewPCG(1, 2))
	draw := func() BitSet {
		return BitSet{r.Uint64() & r.Uint64(), r.Uint64() & r.Uint64()}.Intersect(BitsBelow(r.IntN(MaxBits + 1)))
	}
	for range 500 {
		s, t2, by := draw(), draw(), r.IntN(MaxBits)
		a, b := bigNumber(s), bigNumber(t2)
		for what, ok := range map[string]bool{
			"With":    bigNumber(s.Union(t2)).Cmp(new(big.Int).Or(a, b)) == 0,
			"And":     bigNumber(s.Intersect(t2)).Cmp(new(big.Int).And(a, b)) == 0,
			"Without": bigNumber(s.Subtract(t2)).Cmp(new(big.Int).AndNot(a, b)) == 0,
			"Up":      bigNumber(s.ShiftUp(uint(by))).Cmp(new(big.Int).And(new(big.Int).Lsh(a, uint(by)), all)) == 0,
			"Down":    bigNumber(s.ShiftDown(uint(by))).Cmp(new(big.Int).Rsh(a, uint(by))) == 0,
			"Compare": s.Compare(t2) == a.Cmp(b),
			"Within":  s.IsSubset(t2) == (new(big.Int).AndNot(a, b).Sign() == 0),
			"Empty":   s.IsEmpty() == (a.Sign() == 0),
			"First":   s.IsEmpty() && s.FirstNumber() == MaxBits || s.FirstNumber() == int(a.TrailingZeroBits()),
			"Free":    s.FirstFree() == int(new(big.Int).Not(a).TrailingZeroBits()),
			"Below":   bigNumber(BitsBelow(by)).BitLen() == by && BitsBelow(by).Len() == by,
		} {
			if !ok {
				t.Fatalf("%s of %x and %x, by %d", what, a, b, by)
			}
		}
	}
	if BitsBelow(MaxBits).Len() != MaxBits || BitSetOf(127).FirstNumber() != 127 {
		t.Error("the last number is missing")
	}
}
