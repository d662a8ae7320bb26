package search

// BitSet is a set of numbers below 128 in two words, for boards of up to 128 cells. It is a struct
// of two words and not an array, because the compiler keeps such a struct in registers.

import (
	"cmp"
	"math/bits"
)

// MaxBits is the number of different elements that a [BitSet] can have: 0 to 127.
const MaxBits = 128

// BitSet is a set of numbers from 0 to 127. Its zero value is empty.
type BitSet struct{ lowBits, highBits uint64 }

// BitSetOf returns the set of one number.
func BitSetOf[K int | int32](k K) BitSet { return BitSet{1 << uint(k), 1 << uint(k-64)} } // one of the two shifts is 0

// BitsBelow returns the set of all numbers below n.
func BitsBelow(n int) BitSet { return BitSet{1<<uint(n) - 1, 1<<max(0, n-64) - 1} }

// Union returns the union of two sets.
func (s BitSet) Union(t BitSet) BitSet { return BitSet{s.lowBits | t.lowBits, s.highBits | t.highBits} }

// Intersect returns the intersection of two sets.
func (s BitSet) Intersect(t BitSet) BitSet {
	return BitSet{s.lowBits & t.lowBits, s.highBits & t.highBits}
}

// Subtract returns the numbers of s that are not in t.
func (s BitSet) Subtract(t BitSet) BitSet {
	return BitSet{s.lowBits &^ t.lowBits, s.highBits &^ t.highBits}
}

// Intersects reports whether two sets have a number in common.
func (s BitSet) Intersects(t BitSet) bool { return s.lowBits&t.lowBits|s.highBits&t.highBits != 0 }

// IsSubset reports whether all numbers of s are in t.
func (s BitSet) IsSubset(t BitSet) bool { return s.lowBits&^t.lowBits|s.highBits&^t.highBits == 0 }

// IsEmpty reports whether the set has no numbers.
func (s BitSet) IsEmpty() bool { return s.lowBits|s.highBits == 0 }

// Len returns the number of elements of the set.
func (s BitSet) Len() int { return bits.OnesCount64(s.lowBits) + bits.OnesCount64(s.highBits) }

// FirstNumber returns the least number in the set, or MaxBits if the set is empty.
func (s BitSet) FirstNumber() int {
	if s.lowBits != 0 {
		return bits.TrailingZeros64(s.lowBits)
	}
	return 64 + bits.TrailingZeros64(s.highBits)
}

// FirstFree returns the least number that is not in the set, or MaxBits if all numbers are.
func (s BitSet) FirstFree() int { return BitSet{^s.lowBits, ^s.highBits}.FirstNumber() }

// ShiftUp adds by to each number, and drops numbers that become too large.
func (s BitSet) ShiftUp(by uint) BitSet {
	return BitSet{s.lowBits << by, s.highBits<<by | s.lowBits>>(64-by) | s.lowBits<<(by-64)}
}

// ShiftDown subtracts by from each number, and drops numbers that become negative.
func (s BitSet) ShiftDown(by uint) BitSet {
	return BitSet{s.lowBits>>by | s.highBits<<(64-by) | s.highBits>>(by-64), s.highBits >> by}
}

// ImageUnder returns the image of the set under a permutation, which maps number k to to[k].
func (s BitSet) ImageUnder(to []uint8) (image BitSet) {
	for ; s.lowBits != 0; s.lowBits &= s.lowBits - 1 {
		image = image.Union(BitSetOf(int(to[bits.TrailingZeros64(s.lowBits)])))
	}
	for ; s.highBits != 0; s.highBits &= s.highBits - 1 {
		image = image.Union(BitSetOf(int(to[64+bits.TrailingZeros64(s.highBits)])))
	}
	return image
}

// Compare orders two sets by their greatest number in which they differ: the set that contains it
// is greater.
func (s BitSet) Compare(t BitSet) int {
	return cmp.Or(cmp.Compare(s.highBits, t.highBits), cmp.Compare(s.lowBits, t.lowBits))
}

// Hash returns a hash of the set. The upper bits of the hash are the best mixed.
func (s BitSet) Hash() uint64 {
	h := s.lowBits*0x9e3779b97f4a7c15 ^ bits.RotateLeft64(s.highBits*0xbf58476d1ce4e5b9, 32)
	return (h ^ h>>32) * 0x94d049bb133111eb
}
