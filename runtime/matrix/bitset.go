package matrix

import "math/bits"

// BitSet is a set of small numbers from 0 on, 64 to a word. The operands of an operation must have the same number of
// words.
type BitSet []uint64

// NewBitSet returns an empty set for the numbers below n.
func NewBitSet(n int) BitSet { return make(BitSet, BitSetWords(n)) }

// NewBitSets returns count empty sets for the numbers below n, side by side in memory.
func NewBitSets(count, n int) []BitSet {
	w := BitSetWords(n)
	all, rows := make(BitSet, count*w), make([]BitSet, count)
	for i := range rows {
		rows[i] = all[i*w : (i+1)*w : (i+1)*w]
	}
	return rows
}

// BitSetWords returns the number of words of a set for the numbers below n.
func BitSetWords(n int) int { return (n + 63) / 64 }

// Insert adds i to the set.
func (b BitSet) Insert(i int) { b[i/64] |= 1 << (i % 64) }

// Remove removes i from the set.
func (b BitSet) Remove(i int) { b[i/64] &^= 1 << (i % 64) }

// Has reports whether i is in the set.
func (b BitSet) Has(i int) bool { return b[i/64]>>(i%64)&1 != 0 }

// Fill makes the set contain exactly the numbers below n.
func (b BitSet) Fill(n int) {
	clear(b)
	for k := range n / 64 {
		b[k] = ^uint64(0)
	}
	if n%64 > 0 {
		b[n/64] = 1<<(n%64) - 1
	}
}

// Len returns the number of elements of the set.
func (b BitSet) Len() int {
	n := 0
	for _, w := range b {
		n += bits.OnesCount64(w)
	}
	return n
}

// EachNumber yields the numbers in the set, in order.
func (b BitSet) EachNumber(yield func(int) bool) {
	for k, w := range b {
		for ; w != 0; w &= w - 1 {
			if !yield(64*k + bits.TrailingZeros64(w)) {
				return
			}
		}
	}
}

// MixHash returns a hash of a word, by a step of the generator SplitMix64 (Steele, Lea and Flood,
// "Fast splittable pseudorandom number generators", OOPSLA 2014).
func MixHash(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
