package bits128

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

// number returns the set as a number, by what each number below Most alone says.
func number(s Set) *big.Int {
	n := new(big.Int)
	for k := range Most {
		if s.Meets(Of(k)) {
			n.SetBit(n, k, 1)
		}
	}
	return n
}

// TestSets holds sets against large numbers.
func TestSets(t *testing.T) {
	all := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), Most), big.NewInt(1))
	r := rand.New(rand.NewPCG(1, 2))
	draw := func() Set { return Set{r.Uint64() & r.Uint64(), r.Uint64() & r.Uint64()}.And(Below(r.IntN(Most + 1))) }
	for range 500 {
		s, t2, by := draw(), draw(), r.IntN(Most)
		a, b := number(s), number(t2)
		for what, ok := range map[string]bool{
			"With":    number(s.With(t2)).Cmp(new(big.Int).Or(a, b)) == 0,
			"And":     number(s.And(t2)).Cmp(new(big.Int).And(a, b)) == 0,
			"Without": number(s.Without(t2)).Cmp(new(big.Int).AndNot(a, b)) == 0,
			"Up":      number(s.Up(uint(by))).Cmp(new(big.Int).And(new(big.Int).Lsh(a, uint(by)), all)) == 0,
			"Down":    number(s.Down(uint(by))).Cmp(new(big.Int).Rsh(a, uint(by))) == 0,
			"Compare": s.Compare(t2) == a.Cmp(b),
			"Within":  s.Within(t2) == (new(big.Int).AndNot(a, b).Sign() == 0),
			"Empty":   s.Empty() == (a.Sign() == 0),
			"First":   s.Empty() && s.First() == Most || s.First() == int(a.TrailingZeroBits()),
			"Free":    s.Free() == int(new(big.Int).Not(a).TrailingZeroBits()),
			"Below":   number(Below(by)).BitLen() == by && Below(by).Len() == by,
		} {
			if !ok {
				t.Fatalf("%s of %x and %x, by %d", what, a, b, by)
			}
		}
	}
	if Below(Most).Len() != Most || Of(127).First() != 127 {
		t.Error("the last number is missing")
	}
}
