// Package linear proves by sums that an exact cover problem has no solution.
//
// Its input is a [matrix.Problem], its output a [Certificate]: weights for items such that
// every option has weight 0, modulo a number, and what must be covered has not. Colorings
// of a board are such weights (Golomb 1954), and so are areas, parity, and the products of
// roots of unity of de Bruijn (Filling boxes with bricks, 1969). It knows nothing of
// boards, but may be told which items are alike.
//
// A certificate is found by linear algebra, and checked by adding up.
package linear

import (
	"fmt"
	"math/big"

	"quadrille/runtime/matrix"
)

// Certificate is a proof that a problem has no solution. Only items that are covered an
// exact number of times have weights. The options of a solution would weigh as much
// together as the items do, each as often as it is covered; but their sum is 0, and that
// of the items is not. Or, as in Farkas' lemma: it is 0 or less, and that of the items is more.
type Certificate struct {
	// AtMost says that options may weigh less than 0 as well, in whole numbers.
	AtMost bool `json:"atMost,omitempty"`
	// Modulus is the number modulo which weights are added; 0 stands for sums of whole
	// numbers.
	Modulus int64 `json:"modulus"`
	// Weights are those of the items, by number.
	Weights []int64 `json:"weights"`
}

// TotalWeight returns the weight of what must be covered.
func (c Certificate) TotalWeight(p *matrix.Problem) *big.Int {
	total := new(big.Int)
	for i, w := range c.Weights {
		if w != 0 {
			total.Add(total, new(big.Int).Mul(big.NewInt(w), big.NewInt(int64(p.Bound(matrix.ItemID(i)).Min))))
		}
	}
	return total
}

// CheckProof adds up. It shares no code with the search for certificates; nil says that the
// problem has no solution.
func (c Certificate) CheckProof(p *matrix.Problem) error {
	if len(c.Weights) != p.ItemCount() || c.Modulus < 0 || c.AtMost && c.Modulus > 0 {
		return fmt.Errorf("%d weights modulo %d are none for %d items", len(c.Weights), c.Modulus, p.ItemCount())
	}
	for i, w := range c.Weights {
		if w != 0 && !isExact(p, matrix.ItemID(i)) {
			return fmt.Errorf("item %s has a weight, and it is not said how often it is covered",
				p.Name(matrix.ItemID(i)))
		}
	}
	for o := range matrix.OptionID(p.OptionCount()) {
		sum := new(big.Int)
		for _, e := range p.Option(o) {
			sum.Add(sum, big.NewInt(c.Weights[e.Item]))
		}
		if !c.isZero(sum) && !(c.AtMost && sum.Sign() < 0) {
			return fmt.Errorf("option %d has the weight %v", o, sum)
		}
	}
	if total := c.TotalWeight(p); c.isZero(total) || c.AtMost && total.Sign() < 0 {
		return fmt.Errorf("what is to be covered has the weight %v", total)
	}
	return nil
}

// isZero reports whether a weight is 0 modulo the modulus.
func (c Certificate) isZero(w *big.Int) bool {
	if c.Modulus == 0 {
		return w.Sign() == 0
	}
	return new(big.Int).Rem(w, big.NewInt(c.Modulus)).Sign() == 0
}

// isExact reports whether it is known how often an item is covered.
func isExact(p *matrix.Problem, i matrix.ItemID) bool {
	return int(i) < p.PrimaryCount() && p.Bound(i).Min == p.Bound(i).Max
}

// ProofOptions say where to look, and how long.
type ProofOptions struct {
	// Alike has a number for each item. Items with the same number have the same weight,
	// those with a negative one have none. Nil lets every item have a weight of its own.
	Alike []int
	// Work bounds the steps for each modulus, so that it does not depend on a clock whether
	// a proof is found; 0 is no bound.
	Work int64
	// Largest bounds the primes; 0 stands for all. Weights modulo a prime that is larger than any
	// option, and no whole numbers, are rare.
	Largest int
	// Stop, if not nil, is asked again and again whether to go on: nothing is found once it returns an error.
	Stop func() error
}

func (o *ProofOptions) stopped() bool { return o.Stop != nil && o.Stop() != nil }

// FindCertificate looks for a certificate: with whole numbers first, then with the least power of each
// small prime. If it finds none within its work, little is known: there may be other
// reasons.
func FindCertificate(p *matrix.Problem, o ProofOptions) (Certificate, bool) {
	s := newWeightSystem(p, &o)
	for _, r := range searchRings {
		if o.stopped() {
			break
		}
		if o.Largest > 0 && int(r.prime) > o.Largest && r.prime != wholePrime {
			continue
		}
		weights, ok := s.findWeights(r, &o)
		for power := uint64(1); ok && power < r.power; power++ {
			if less, found := s.findWeights(newPrimeRing(r.prime, power), &o); found {
				weights, r = less, newPrimeRing(r.prime, power)
			}
		}
		if !ok {
			continue
		}
		c := s.toCertificate(r, weights)
		if err := c.CheckProof(p); err != nil {
			panic("linear: a proof that does not hold: " + err.Error())
		}
		return c, true
	}
	return Certificate{}, false
}

// toCertificate gives items the weights of their variables.
func (s *weightSystem) toCertificate(r primeRing, weights []uint64) Certificate {
	modulus, simple := r.simplifyWeights(weights)
	c := Certificate{Modulus: modulus, Weights: make([]int64, len(s.variable))}
	for i, v := range s.variable {
		if v >= 0 {
			c.Weights[i] = simple[v]
		}
	}
	return c
}
