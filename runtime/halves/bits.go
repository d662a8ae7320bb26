package halves

import (
	"cmp"
	"math/bits"
)

// set is a set of numbers below mostBits.
type set struct{ lo, hi uint64 }

const mostBits = 128

func (s set) minus(t set) set   { return set{s.lo &^ t.lo, s.hi &^ t.hi} }
func (s set) and(t set) set     { return set{s.lo & t.lo, s.hi & t.hi} }
func (s set) or(t set) set      { return set{s.lo | t.lo, s.hi | t.hi} }
func (s set) within(t set) bool { return s.lo&^t.lo|s.hi&^t.hi == 0 }
func (s set) size() int         { return bits.OnesCount64(s.lo) + bits.OnesCount64(s.hi) }
func (s set) empty() bool       { return s.lo|s.hi == 0 }
func (s set) without(i int) set { return s.minus(single(i)) }
func (s set) with(i int) set    { return s.or(single(i)) }

// first returns the least number in the set, or mostBits.
func (s set) first() int {
	if s.lo != 0 {
		return bits.TrailingZeros64(s.lo)
	}
	return 64 + bits.TrailingZeros64(s.hi)
}

func single(i int) set {
	if i < 64 {
		return set{lo: 1 << i}
	}
	return set{hi: 1 << (i - 64)}
}

// image returns where a permutation takes the set.
func (s set) image(to []uint8) (t set) {
	for ; s.lo != 0; s.lo &= s.lo - 1 {
		t.add(to[bits.TrailingZeros64(s.lo)])
	}
	for ; s.hi != 0; s.hi &= s.hi - 1 {
		t.add(to[64+bits.TrailingZeros64(s.hi)])
	}
	return t
}

// add adds a number. A shift by more than 63 leaves nothing, and so one of the two does.
func (s *set) add(i uint8) {
	s.lo |= 1 << i
	s.hi |= 1 << (i - 64)
}

// hash mixes the bits of the set, the upper ones best.
func (s set) hash() uint64 {
	h := s.lo*0x9e3779b97f4a7c15 ^ bits.RotateLeft64(s.hi*0xbf58476d1ce4e5b9, 32)
	return (h ^ h>>32) * 0x94d049bb133111eb
}

func (s set) compare(t set) int { return cmp.Or(cmp.Compare(s.hi, t.hi), cmp.Compare(s.lo, t.lo)) }

// below is the set of all numbers below one.
func below(n int) set {
	switch {
	case n >= mostBits:
		return set{^uint64(0), ^uint64(0)}
	case n >= 64:
		return set{^uint64(0), 1<<(n-64) - 1}
	}
	return set{lo: 1<<n - 1}
}

// firstImage returns the first of a set and where permutations take it.
func (s set) firstImage(permutations [][]uint8) set {
	first := s
	for _, to := range permutations {
		if image := s.image(to); image.compare(first) < 0 {
			first = image
		}
	}
	return first
}
