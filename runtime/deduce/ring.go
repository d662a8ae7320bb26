package deduce

import "math/bits"

// primeRing is the ring of numbers modulo a power of a prime. The modulus has at most 31 bits, so
// that a product of two numbers fits a word.
type primeRing struct {
	prime, exponent, modulus uint64
	reciprocal               uint64 // 2^64 divided by the modulus, to multiply without division
}

func newPrimeRing(prime, power uint64) primeRing {
	m := uint64(1)
	for range power {
		m *= prime
	}
	return primeRing{prime, power, m, ^uint64(0) / m}
}

// integerPrime is a prime so large that small whole numbers and fractions can be recognized from their residues
// modulo it.
const integerPrime = 1<<31 - 1

// searchRings lists the rings in which weights are searched for. One power of each prime is enough: weights modulo a
// power become weights modulo the next power when they are multiplied by the prime.
var searchRings = []primeRing{newPrimeRing(integerPrime, 1), newPrimeRing(2, 16), newPrimeRing(3, 10),
	newPrimeRing(5, 6), newPrimeRing(7, 5), newPrimeRing(11, 4), newPrimeRing(13, 4)}

// multiply returns the product of two numbers in the ring. The quotient that it computes by the reciprocal is at most
// one too small.
func (r *primeRing) multiply(a, b uint64) uint64 {
	x := a * b
	q, _ := bits.Mul64(x, r.reciprocal)
	if x -= q * r.modulus; x >= r.modulus {
		x -= r.modulus
	}
	return x
}

func (r *primeRing) subtract(a, b uint64) uint64 {
	if a < b {
		a += r.modulus
	}
	return a - b
}

func (r *primeRing) residueOf(n int64) uint64 {
	n %= int64(r.modulus)
	if n < 0 {
		n += int64(r.modulus)
	}
	return uint64(n)
}

// valuation returns how many times the prime divides a number. For 0 it returns the exponent of the modulus.
func (r *primeRing) valuation(a uint64) (v uint64) {
	if a == 0 {
		return r.exponent
	}
	if r.exponent == 1 {
		return 0
	}
	for a%r.prime == 0 {
		a /= r.prime
		v++
	}
	return v
}

// divide returns a divided by b. The prime must not divide b more often than a.
func (r *primeRing) divide(a, b uint64) uint64 {
	for r.exponent > 1 && b%r.prime == 0 {
		a, b = a/r.prime, b/r.prime
	}
	return r.multiply(a, r.invertUnit(b))
}

// invertUnit returns the inverse of a number that the prime does not divide, by Euclid's algorithm.
func (r *primeRing) invertUnit(a uint64) uint64 {
	x, y, m, b := int64(1), int64(0), int64(r.modulus), int64(a)
	for a, b := b, m; b != 0; {
		x, y, a, b = y, x-a/b*y, b, a%b
	}
	return r.residueOf(x)
}

// leastAnnihilator returns the least factor whose product with a number of the given valuation is 0 in the ring.
func (r *primeRing) leastAnnihilator(valuation uint64) uint64 {
	f := uint64(1)
	for range r.exponent - valuation {
		f *= r.prime
	}
	return f % r.modulus
}

// Bounds of the weights that [primeRing.simplifyWeights] recognizes as fractions of small whole numbers.
const (
	maxWeightDenominator = 60     // largest denominator of a fraction
	maxIntegerWeight     = 10_000 // largest absolute value of a weight after multiplication by the denominator
)

// simplifyWeights returns weights of the same proof with small numbers: whole numbers if that is possible (then the
// modulus is 0), and otherwise numbers from 0 to below a modulus. It makes a weight 1 if possible.
func (r *primeRing) simplifyWeights(weights []uint64) (modulus int64, simple []int64) {
	simple = make([]int64, len(weights))
	for _, w := range weights {
		if r.valuation(w) == 0 {
			first := r.invertUnit(w)
			for v, w := range weights {
				weights[v] = r.multiply(w, first)
			}
			break
		}
	}
	if r.modulus == integerPrime {
		for scale := uint64(1); scale <= maxWeightDenominator; scale++ {
			if r.scaleToIntegers(weights, scale, simple) {
				return 0, simple
			}
		}
	}
	for v, w := range weights {
		simple[v] = int64(w)
	}
	return int64(r.modulus), simple
}

// scaleToIntegers multiplies the weights by scale and stores the products in simple. It reports whether all products
// are whole numbers of at most maxIntegerWeight.
func (r *primeRing) scaleToIntegers(weights []uint64, scale uint64, simple []int64) bool {
	for v, w := range weights {
		x := int64(r.multiply(w, scale))
		if x > int64(r.modulus/2) {
			x -= int64(r.modulus)
		}
		if simple[v] = x; x > maxIntegerWeight || x < -maxIntegerWeight {
			return false
		}
	}
	return true
}
