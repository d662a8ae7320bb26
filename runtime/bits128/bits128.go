// Package bits128 has sets of numbers below 128 in two words, for boards of up to 128 cells. A set
// is a struct of two words because the compiler keeps that in registers, and not an array. The
// package must not know of problems.
package bits128

import (
	"cmp"
	"math/bits"
)

// Limit is one more than the greatest number in a set.
const Limit = 128

// Set is a set. Its zero value is empty.
type Set struct{ lo, hi uint64 }

// SetOf returns the set of one number.
func SetOf[K int | int32](k K) Set { return Set{1 << uint(k), 1 << uint(k-64)} } // one of the two shifts is 0

// SetBelow returns the set of all numbers below n.
func SetBelow(n int) Set { return Set{1<<uint(n) - 1, 1<<max(0, n-64) - 1} }

// Union returns the union of two sets.
func (s Set) Union(t Set) Set { return Set{s.lo | t.lo, s.hi | t.hi} }

// Intersect returns the intersection of two sets.
func (s Set) Intersect(t Set) Set { return Set{s.lo & t.lo, s.hi & t.hi} }

// Subtract returns the numbers of s that are not in t.
func (s Set) Subtract(t Set) Set { return Set{s.lo &^ t.lo, s.hi &^ t.hi} }

// Intersects reports whether two sets have a number in common.
func (s Set) Intersects(t Set) bool { return s.lo&t.lo|s.hi&t.hi != 0 }

// IsSubset reports whether all numbers of s are in t.
func (s Set) IsSubset(t Set) bool { return s.lo&^t.lo|s.hi&^t.hi == 0 }

// IsEmpty reports whether the set has no numbers.
func (s Set) IsEmpty() bool { return s.lo|s.hi == 0 }

// Len returns the number of elements.
func (s Set) Len() int { return bits.OnesCount64(s.lo) + bits.OnesCount64(s.hi) }

// FirstNumber returns the least number in the set, or Limit if it is empty.
func (s Set) FirstNumber() int {
	if s.lo != 0 {
		return bits.TrailingZeros64(s.lo)
	}
	return 64 + bits.TrailingZeros64(s.hi)
}

// FirstFree returns the least number that is not in the set, or Limit.
func (s Set) FirstFree() int { return Set{^s.lo, ^s.hi}.FirstNumber() }

// ShiftUp adds by to each number, and drops numbers that become too large.
func (s Set) ShiftUp(by uint) Set { return Set{s.lo << by, s.hi<<by | s.lo>>(64-by) | s.lo<<(by-64)} }

// ShiftDown subtracts by from each number, and drops numbers that become negative.
func (s Set) ShiftDown(by uint) Set { return Set{s.lo>>by | s.hi<<(64-by) | s.hi>>(by-64), s.hi >> by} }

// ImageUnder returns the image of the set under a permutation.
func (s Set) ImageUnder(to []uint8) (image Set) {
	for ; s.lo != 0; s.lo &= s.lo - 1 {
		image = image.Union(SetOf(int(to[bits.TrailingZeros64(s.lo)])))
	}
	for ; s.hi != 0; s.hi &= s.hi - 1 {
		image = image.Union(SetOf(int(to[64+bits.TrailingZeros64(s.hi)])))
	}
	return image
}

// Compare orders sets by their greatest numbers first.
func (s Set) Compare(t Set) int { return cmp.Or(cmp.Compare(s.hi, t.hi), cmp.Compare(s.lo, t.lo)) }

// Hash returns a hash of the set, whose upper bits are the best.
func (s Set) Hash() uint64 {
	h := s.lo*0x9e3779b97f4a7c15 ^ bits.RotateLeft64(s.hi*0xbf58476d1ce4e5b9, 32)
	return (h ^ h>>32) * 0x94d049bb133111eb
}
