// Package bits128 has sets of numbers below 128, in two words: what a board of up to 128 cells needs. A set is held in
// registers, which an array is not. It knows nothing of problems.
package bits128

import (
	"cmp"
	"math/bits"
)

// Most is one more than the greatest number.
const Most = 128

// Set is a set. Its zero value is empty.
type Set struct{ lo, hi uint64 }

// Of returns the set of one number.
func Of[K int | int32](k K) Set { return Set{1 << uint(k), 1 << uint(k-64)} } // one of the shifts is too far

// Below returns the set of all numbers below one.
func Below(n int) Set { return Set{1<<uint(n) - 1, 1<<max(0, n-64) - 1} }

// With returns the union of two sets.
func (s Set) With(t Set) Set { return Set{s.lo | t.lo, s.hi | t.hi} }

// And returns what two sets have in common.
func (s Set) And(t Set) Set { return Set{s.lo & t.lo, s.hi & t.hi} }

// Without returns what the other set has not.
func (s Set) Without(t Set) Set { return Set{s.lo &^ t.lo, s.hi &^ t.hi} }

// Meets reports whether two sets have anything in common.
func (s Set) Meets(t Set) bool { return s.lo&t.lo|s.hi&t.hi != 0 }

// Within reports whether the other set has all of this one.
func (s Set) Within(t Set) bool { return s.lo&^t.lo|s.hi&^t.hi == 0 }

// Empty reports whether there is no number in the set.
func (s Set) Empty() bool { return s.lo|s.hi == 0 }

// Len returns how many numbers are in the set.
func (s Set) Len() int { return bits.OnesCount64(s.lo) + bits.OnesCount64(s.hi) }

// First returns the least number in the set, or Most.
func (s Set) First() int {
	if s.lo != 0 {
		return bits.TrailingZeros64(s.lo)
	}
	return 64 + bits.TrailingZeros64(s.hi)
}

// Free returns the least number that is not in the set, or Most.
func (s Set) Free() int { return Set{^s.lo, ^s.hi}.First() }

// Up adds to each number, and drops those that become too large.
func (s Set) Up(by uint) Set { return Set{s.lo << by, s.hi<<by | s.lo>>(64-by) | s.lo<<(by-64)} }

// Down subtracts from each number, and drops those that become negative.
func (s Set) Down(by uint) Set { return Set{s.lo>>by | s.hi<<(64-by) | s.hi>>(by-64), s.hi >> by} }

// Image returns where a permutation takes the set.
func (s Set) Image(to []uint8) (image Set) {
	for ; s.lo != 0; s.lo &= s.lo - 1 {
		image = image.With(Of(int(to[bits.TrailingZeros64(s.lo)])))
	}
	for ; s.hi != 0; s.hi &= s.hi - 1 {
		image = image.With(Of(int(to[64+bits.TrailingZeros64(s.hi)])))
	}
	return image
}

// Compare orders sets by their greatest numbers.
func (s Set) Compare(t Set) int { return cmp.Or(cmp.Compare(s.hi, t.hi), cmp.Compare(s.lo, t.lo)) }

// Hash mixes the bits of the set, the upper ones best.
func (s Set) Hash() uint64 {
	h := s.lo*0x9e3779b97f4a7c15 ^ bits.RotateLeft64(s.hi*0xbf58476d1ce4e5b9, 32)
	return (h ^ h>>32) * 0x94d049bb133111eb
}
