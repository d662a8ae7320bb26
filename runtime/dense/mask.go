package dense

import (
	"math/bits"
	"slices"

	"quadrille/runtime/matrix"
)

// mask is a set of bits that the second phase tests options by.
type mask struct{ a, b uint64 }

// maskBits is the number of bits of a mask.
const maskBits = 2 * wordBits

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

// codes says what options are to masks. A primary item has the bit of its place
// in the sequence. A secondary item without colors has a bit behind them. One
// with colors has a bit for each: an option that gives it a color is tested for
// that bit, and sets all the others; one that wants it for itself is tested for
// all, and sets all, and there are at least two. A pair of options that is a
// nogood has a bit as well. So options are compatible with those chosen if what
// they are tested for has not been set.
type codes struct {
	tests, sets []mask // by option; the same slice if there are no colors
	colored     bool
}

// newCodes returns nil if the bits are too many.
func newCodes(in *instance, t *table, place []int32) *codes {
	if len(place) > maskBits {
		return nil
	}
	c := &codes{tests: make([]mask, len(in.options))}
	c.sets = c.tests
	for o, cand := range in.options {
		for _, r := range cand.items {
			c.add(int32(o), bit(place[r]))
		}
	}
	next := int32(len(place))
	for _, wants := range in.wantsBySecondary() {
		if next += c.encode(wants, next); next > maskBits {
			return nil
		}
	}
	for _, pair := range t.pairs(in) {
		if next == maskBits {
			return nil
		}
		c.add(pair[0], bit(next))
		c.add(pair[1], bit(next))
		next++
	}
	return c
}

// add gives an option a bit that it is tested for and sets.
func (c *codes) add(o int32, m mask) {
	c.tests[o] = c.tests[o].with(m)
	if c.colored {
		c.sets[o] = c.sets[o].with(m)
	}
}

// encode gives a secondary item bits from next on, and returns their number. It
// does nothing but count if they are too many.
func (c *codes) encode(wants []want, next int32) int32 {
	colors := map[matrix.Color]int32{}
	for _, w := range wants {
		if _, ok := colors[w.color]; !ok && w.color != matrix.NoColor {
			colors[w.color] = int32(len(colors))
		}
	}
	if len(wants) < 2 {
		return 0
	}
	if len(colors) == 0 {
		if next < maskBits {
			for _, w := range wants {
				c.add(w.option, bit(next))
			}
		}
		return 1
	}
	n := max(2, int32(len(colors)))
	if next+n <= maskBits {
		c.encodeColors(wants, colors, next, n)
	}
	return n
}

// encodeColors gives a secondary item with colors its n bits.
func (c *codes) encodeColors(wants []want, colors map[matrix.Color]int32, next, n int32) {
	if !c.colored {
		c.sets, c.colored = slices.Clone(c.tests), true
	}
	var all mask
	for k := range n {
		all = all.with(bit(next + k))
	}
	for _, w := range wants {
		if w.color == matrix.NoColor {
			c.add(w.option, all)
			continue
		}
		own := bit(next + colors[w.color])
		c.tests[w.option] = c.tests[w.option].with(own)
		c.sets[w.option] = c.sets[w.option].with(mask{all.a &^ own.a, all.b &^ own.b})
	}
}
