package matrix

import "math/bits"

// Bits is a set of small numbers, 64 to a word. Sets that meet in an operation have
// the same number of words.
type Bits []uint64

// NewBits returns an empty set for the numbers below n.
func NewBits(n int) Bits { return make(Bits, BitWords(n)) }

// NewBitRows returns count empty sets for the numbers below n, side by side in memory.
func NewBitRows(count, n int) []Bits {
	w := BitWords(n)
	all, rows := make(Bits, count*w), make([]Bits, count)
	for i := range rows {
		rows[i] = all[i*w : (i+1)*w : (i+1)*w]
	}
	return rows
}

// BitWords returns how many words a set for the numbers below n has.
func BitWords(n int) int { return (n + 63) / 64 }

// Add puts i into the set.
func (b Bits) Add(i int) { b[i/64] |= 1 << (i % 64) }

// Remove takes i out of the set.
func (b Bits) Remove(i int) { b[i/64] &^= 1 << (i % 64) }

// Has reports whether i is in the set.
func (b Bits) Has(i int) bool { return b[i/64]>>(i%64)&1 != 0 }

// Fill makes the set that of all numbers below n.
func (b Bits) Fill(n int) {
	clear(b)
	for k := range n / 64 {
		b[k] = ^uint64(0)
	}
	if n%64 > 0 {
		b[n/64] = 1<<(n%64) - 1
	}
}

// Len returns the size of the set.
func (b Bits) Len() int {
	n := 0
	for _, w := range b {
		n += bits.OnesCount64(w)
	}
	return n
}

// Each yields the numbers in the set, in order.
func (b Bits) Each(yield func(int) bool) {
	for k, w := range b {
		for ; w != 0; w &= w - 1 {
			if !yield(64*k + bits.TrailingZeros64(w)) {
				return
			}
		}
	}
}

// Mix is a hash of a word: a step of the generator SplitMix64 (Steele, Lea and Flood,
// "Fast splittable pseudorandom number generators", OOPSLA 2014).
func Mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
