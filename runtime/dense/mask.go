package dense

import "math/bits"

const (
	// wordBits is the number of bits in a word.
	wordBits = 64
	// maskBits is the number of bits in a mask.
	maskBits = 2 * wordBits
	// maxBits is the number of bits that a code may have: those of two masks.
	maxBits = 2 * maskBits
)

// mask is a set of bits that the second phase tests options by. It is held in
// registers, which an array is not.
type mask struct{ a, b uint64 }

// with returns the union of two masks.
func (m mask) with(n mask) mask { return mask{m.a | n.a, m.b | n.b} }

// meets reports whether two masks have a bit in common.
func (m mask) meets(n mask) bool { return m.a&n.a|m.b&n.b != 0 }

// bit returns the mask of one bit.
func bit(k int32) mask {
	if k < wordBits {
		return mask{a: 1 << k}
	}
	return mask{b: 1 << (k - wordBits)}
}

// first returns the first bit that is in the mask, or maskBits.
func (m mask) first() int32 { return mask{^m.a, ^m.b}.free() }

// free returns the first bit that is not in the mask, or maskBits.
func (m mask) free() int32 {
	if w := ^m.a; w != 0 {
		return int32(bits.TrailingZeros64(w))
	}
	return wordBits + int32(bits.TrailingZeros64(^m.b))
}

// size returns the number of bits in the mask.
func (m mask) size() int32 { return int32(bits.OnesCount64(m.a) + bits.OnesCount64(m.b)) }

// wordsFor returns the number of words that hold so many bits.
func wordsFor(n int) int { return (n + wordBits - 1) / wordBits }

func set(words []uint64, bit int32)   { words[bit/wordBits] |= 1 << (bit % wordBits) }
func unset(words []uint64, bit int32) { words[bit/wordBits] &^= 1 << (bit % wordBits) }

// first returns the first bit that is set, or none.
func first(words []uint64) int32 {
	for k, w := range words {
		if w != 0 {
			return int32(k*wordBits + bits.TrailingZeros64(w))
		}
	}
	return none
}

// size returns the number of bits in a set.
func size(words []uint64) int {
	n := 0
	for _, w := range words {
		n += bits.OnesCount64(w)
	}
	return n
}
