package deduce

// A proof by weights shows by addition that an exact cover problem has no solution.
//
// Its input is a [matrix.Problem]. Its output is a [Certificate]: weights for items such that every option has weight
// 0, modulo a number, and the items to be covered together have another weight. Colorings of a board are such weights
// (Golomb 1954), and so are areas, parity, and the products of roots of unity of de Bruijn (Filling boxes with
// bricks, 1969). The code must not know about boards, but the caller may group items that must have equal weights.
//
// A certificate is found by linear algebra, and checked by addition.

import (
	"fmt"
	"math/big"

	"quadrille/runtime/matrix"
)

// Certificate is a proof by weights that a problem has no solution. It gives a weight to each item that must be covered
// an exact number of times. The weight of an option is the sum of the weights of its items. So the options of a
// solution together weigh as much as the items, each counted as often as it is covered. But every option has weight 0,
// and the total weight of the items is not 0. In a second form (Farkas' lemma) every option has weight 0 or less, and
// the total weight of the items exceeds 0.
type Certificate struct {
	// AtMostZero is set for the second form, in which options have weight 0 or less. Then the weights are integers.
	AtMostZero bool `json:"atMost,omitempty"`
	// Modulus is the modulus of the weights; 0 means that the weights are integers.
	Modulus int64 `json:"modulus"`
	// Weights holds the weight of each item.
	Weights []int64 `json:"weights"`
}

// TotalWeight returns the sum of the weights of the items, each counted as often as it must be
// covered.
func (c Certificate) TotalWeight(p *matrix.Problem) *big.Int {
	total := new(big.Int)
	for i, w := range c.Weights {
		if w != 0 {
			total.Add(total, new(big.Int).Mul(big.NewInt(w), big.NewInt(int64(p.Bound(matrix.ItemID(i)).Min))))
		}
	}
	return total
}

// CheckProof returns nil if the certificate proves that the problem has no solution. It only adds weights, and shares
// no code with the search for certificates.
func (c Certificate) CheckProof(p *matrix.Problem) error {
	if len(c.Weights) != p.ItemCount() || c.Modulus < 0 || c.AtMostZero && c.Modulus > 0 {
		return fmt.Errorf("%d weights modulo %d are none for %d items", len(c.Weights), c.Modulus, p.ItemCount())
	}
	for i, w := range c.Weights {
		if w != 0 && !isCoveredExactly(p, matrix.ItemID(i)) {
			return fmt.Errorf("item %s has a weight, and it is not said how often it is covered",
				p.Name(matrix.ItemID(i)))
		}
	}
	for o := range matrix.OptionID(p.OptionCount()) {
		sum := new(big.Int)
		for _, e := range p.Option(o) {
			sum.Add(sum, big.NewInt(c.Weights[e.Item]))
		}
		if !c.allowsWeight(sum) {
			return fmt.Errorf("option %d has the weight %v", o, sum)
		}
	}
	if total := c.TotalWeight(p); c.allowsWeight(total) {
		return fmt.Errorf("what is to be covered has the weight %v", total)
	}
	return nil
}

// allowsWeight reports whether an option of a valid certificate may have the weight w: 0 or less in the second form,
// and otherwise 0, or a multiple of the modulus if there is one. Then any set of options may have it, too.
func (c Certificate) allowsWeight(w *big.Int) bool {
	switch {
	case c.AtMostZero:
		return w.Sign() <= 0
	case c.Modulus == 0:
		return w.Sign() == 0
	}
	return new(big.Int).Rem(w, big.NewInt(c.Modulus)).Sign() == 0
}

// isCoveredExactly reports whether an item must be covered an exact number of times, because its bounds are equal.
func isCoveredExactly(p *matrix.Problem, i matrix.ItemID) bool {
	return int(i) < p.PrimaryCount() && p.Bound(i).Min == p.Bound(i).Max
}

// ProofOptions restricts and bounds the search for a certificate.
type ProofOptions struct {
	// WeightClasses holds the class of each item. Items of the same class get the same weight, and items with a
	// negative class get weight 0. If it is nil, every item may have a weight of its own.
	WeightClasses []int
	// MaxWork is the largest number of steps for each modulus; 0 means no bound. A bound on steps makes the result
	// independent of the speed of the machine.
	MaxWork int64
	// LargestPrime is the largest prime to try; 0 means all. Few problems have only proofs modulo a prime that
	// exceeds the number of items of every option.
	LargestPrime int
	// ShouldStop, if not nil, is called repeatedly. It ends the search, without a certificate, by
	// returning an error.
	ShouldStop func() error
}

func (o *ProofOptions) mustStop() bool { return o.ShouldStop != nil && o.ShouldStop() != nil }

// FindCertificate searches for a certificate that a problem has no solution. It tries weights that are integers first.
// Then it tries weights modulo powers of small primes, and takes the least power that is enough. It returns false if it
// finds no certificate within the bound of work; the problem may still have no solution.
func FindCertificate(p *matrix.Problem, o ProofOptions) (Certificate, bool) {
	s := newWeightSystem(p, &o)
	for _, r := range searchRings {
		if o.mustStop() {
			break
		}
		if o.LargestPrime > 0 && int(r.prime) > o.LargestPrime && r.prime != integerPrime {
			continue
		}
		weights, ok := s.findWeights(r, &o)
		for power := uint64(1); ok && power < r.exponent; power++ {
			if less, found := s.findWeights(newPrimeRing(r.prime, power), &o); found {
				weights, r = less, newPrimeRing(r.prime, power)
			}
		}
		if !ok {
			continue
		}
		c := s.makeCertificate(r, weights)
		if err := c.CheckProof(p); err != nil {
			panic("linear: a proof that does not hold: " + err.Error())
		}
		return c, true
	}
	return Certificate{}, false
}

// makeCertificate returns a certificate in which each item has the weight of its variable.
func (s *weightSystem) makeCertificate(r primeRing, weights []uint64) Certificate {
	modulus, simple := r.simplifyWeights(weights)
	c := Certificate{Modulus: modulus, Weights: make([]int64, len(s.variableOf))}
	for i, v := range s.variableOf {
		if v >= 0 {
			c.Weights[i] = simple[v]
		}
	}
	return c
}
