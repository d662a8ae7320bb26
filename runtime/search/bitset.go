package search

// BitSet is a set of numbers below 128 in two words, for boards of up to 128 cells. It is a struct
// of two words and not an array, because the compiler keeps such a struct in registers.

import (
	"cmp"
	"math/bits"
)

// MaxBits is one more than the greatest number in a set.
const MaxBits = 128

// BitSet is a set of numbers from 0 to 127. Its zero value is empty.
type BitSet struct{ lowWord, highWord uint64 }

// BitSetOf returns the set of one number.
func BitSetOf[K int | int32](k K) BitSet { return BitSet{1 << uint(k), 1 << uint(k-64)} } // one of the two shifts is 0

// BitsBelow returns the set of all numbers below n.
func BitsBelow(n int) BitSet { return BitSet{1<<uint(n) - 1, 1<<max(0, n-64) - 1} }

// Union returns the union of two sets.
func (s BitSet) Union(t BitSet) BitSet { return BitSet{s.lowWord | t.lowWord, s.highWord | t.highWord} }

// Intersect returns the intersection of two sets.
func (s BitSet) Intersect(t BitSet) BitSet {
	return BitSet{s.lowWord & t.lowWord, s.highWord & t.highWord}
}

// Subtract returns the numbers of s that are not in t.
func (s BitSet) Subtract(t BitSet) BitSet {
	return BitSet{s.lowWord &^ t.lowWord, s.highWord &^ t.highWord}
}

// Intersects reports whether two sets have a number in common.
func (s BitSet) Intersects(t BitSet) bool { return s.lowWord&t.lowWord|s.highWord&t.highWord != 0 }

// IsSubset reports whether all numbers of s are in t.
func (s BitSet) IsSubset(t BitSet) bool { return s.lowWord&^t.lowWord|s.highWord&^t.highWord == 0 }

// IsEmpty reports whether the set has no numbers.
func (s BitSet) IsEmpty() bool { return s.lowWord|s.highWord == 0 }

// Len returns the number of numbers in the set.
func (s BitSet) Len() int { return bits.OnesCount64(s.lowWord) + bits.OnesCount64(s.highWord) }

// FirstNumber returns the least number in the set, or MaxBits if the set is empty.
func (s BitSet) FirstNumber() int {
	if s.lowWord != 0 {
		return bits.TrailingZeros64(s.lowWord)
	}
	return 64 + bits.TrailingZeros64(s.highWord)
}

// FirstFree returns the least number that is not in the set, or MaxBits if all numbers are.
func (s BitSet) FirstFree() int { return BitSet{^s.lowWord, ^s.highWord}.FirstNumber() }

// ShiftUp adds by to each number, and drops numbers that become too large.
func (s BitSet) ShiftUp(by uint) BitSet {
	return BitSet{s.lowWord << by, s.highWord<<by | s.lowWord>>(64-by) | s.lowWord<<(by-64)}
}

// ShiftDown subtracts by from each number, and drops numbers that become negative.
func (s BitSet) ShiftDown(by uint) BitSet {
	return BitSet{s.lowWord>>by | s.highWord<<(64-by) | s.highWord>>(by-64), s.highWord >> by}
}

// ImageUnder returns the image of the set under a permutation, which maps number k to to[k].
func (s BitSet) ImageUnder(to []uint8) (image BitSet) {
	for ; s.lowWord != 0; s.lowWord &= s.lowWord - 1 {
		image = image.Union(BitSetOf(int(to[bits.TrailingZeros64(s.lowWord)])))
	}
	for ; s.highWord != 0; s.highWord &= s.highWord - 1 {
		image = image.Union(BitSetOf(int(to[64+bits.TrailingZeros64(s.highWord)])))
	}
	return image
}

// Compare orders two sets by their greatest number in which they differ: the set that contains it
// is greater.
func (s BitSet) Compare(t BitSet) int {
	return cmp.Or(cmp.Compare(s.highWord, t.highWord), cmp.Compare(s.lowWord, t.lowWord))
}

// Hash returns a hash of the set. The upper bits of the hash are the best mixed.
func (s BitSet) Hash() uint64 {
	h := s.lowWord*0x9e3779b97f4a7c15 ^ bits.RotateLeft64(s.highWord*0xbf58476d1ce4e5b9, 32)
	return (h ^ h>>32) * 0x94d049bb133111eb
}
