package dense

import (
	"quadrille/runtime/bits128"
	"quadrille/runtime/matrix"
)

// mask is a set of bits that the second phase tests options by, of which there are so many; wordBits are in a word.
type mask = bits128.Set

const wordBits, maskBits = 64, bits128.Most

// codes says what options are to the second phase and to the filter, in bits. A
// primary item has the bit of its place in the sequence. A secondary item without
// colors has a bit behind them. One with colors has a bit for each: an option that
// gives it a color is tested for that bit, and sets all the others; one that
// wants it for itself is tested for all, and sets all, and there are at least two.
// A pair of options that is a nogood has a bit as well. So options are
// compatible with those chosen if what they are tested for has not been set.
type codes struct {
	tests, sets []mask // by option
	bits        int32  // that are in use
	colored     bool   // tests and sets differ
}

// newCodes returns nil if the bits have no room in a mask.
func newCodes(in *instance, t *table, place []int32) *codes {
	n := len(in.options)
	c := &codes{bits: int32(len(place))}
	if c.bits > maskBits {
		return nil
	}
	c.tests, c.sets = make([]mask, n), make([]mask, n)
	for o, option := range in.options {
		for _, r := range option.items {
			c.add(int32(o), place[r])
		}
	}
	for _, wants := range in.wants {
		if !c.encode(wants) {
			return nil
		}
	}
	for _, pair := range t.pairs {
		if c.bits == maskBits {
			return nil
		}
		c.add(pair[0], c.bits)
		c.add(pair[1], c.bits)
		c.bits++
	}
	return c
}

// add gives an option a bit that it is tested for and sets.
func (c *codes) add(o, k int32) {
	c.tests[o] = c.tests[o].With(bits128.Of(k))
	c.sets[o] = c.sets[o].With(bits128.Of(k))
}

// encode gives a secondary item its bits. It returns false if they have no room.
func (c *codes) encode(wants []want) bool {
	if len(wants) < 2 {
		return true
	}
	colors := map[matrix.Color]int32{}
	for _, w := range wants {
		if _, ok := colors[w.color]; !ok && w.color != matrix.NoColor {
			colors[w.color] = int32(len(colors))
		}
	}
	n := int32(1)
	if len(colors) > 0 {
		n, c.colored = int32(max(2, len(colors))), true
	}
	next := c.bits
	if c.bits += n; c.bits > maskBits {
		return false
	}
	for _, w := range wants {
		own, given := colors[w.color]
		for k := range n {
			switch {
			case !given:
				c.add(w.option, next+k)
			case own == k:
				c.tests[w.option] = c.tests[w.option].With(bits128.Of(next + k))
			default:
				c.sets[w.option] = c.sets[w.option].With(bits128.Of(next + k))
			}
		}
	}
	return true
}
