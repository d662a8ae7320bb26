package dense

import (
	"slices"

	"quadrille/runtime/matrix"
)

// codes says what options are to the second phase and to the filter, in bits. A
// primary item has the bit of its place in the sequence. A secondary item without
// colors has a bit behind them. One with colors has a bit for each: an option that
// gives it a color is tested for that bit, and sets all the others; one that
// wants it for itself is tested for all, and sets all, and there are at least two.
// A pair of options that is a nogood has a bit as well. So options are
// compatible with those chosen if what they are tested for has not been set.
//
// The bits that have no room in a mask are in a second one, far, which few
// problems have.
type codes struct {
	tests, sets code // the same if there are no colors
	colored     bool
	wide        bool // there are far ones
}

// code has the bits of each option.
type code struct{ near, far []mask }

// newCodes returns nil if the bits are too many.
func newCodes(in *instance, t *table, place []int32) *codes {
	n := countBits(in, t)
	if n > maxBits {
		return nil
	}
	c := &codes{wide: n > maskBits}
	c.tests.near = make([]mask, len(in.options))
	if c.wide {
		c.tests.far = make([]mask, len(in.options))
	}
	c.sets = c.tests
	for o, cand := range in.options {
		for _, r := range cand.items {
			c.tests.add(int32(o), place[r])
		}
	}
	next := int32(len(place))
	for _, wants := range in.wants {
		c.encode(wants, next)
		next += int32(bitsOf(wants))
	}
	for _, pair := range t.pairs {
		c.add(pair[0], next)
		c.add(pair[1], next)
		next++
	}
	return c
}

// countBits returns the number of bits that the codes of a problem have.
func countBits(in *instance, t *table) int {
	n := len(in.ranked) + len(t.pairs)
	for _, wants := range in.wants {
		n += bitsOf(wants)
	}
	return n
}

// bitsOf returns the number of bits of a secondary item.
func bitsOf(wants []want) int {
	n := len(numbered(wants))
	switch {
	case len(wants) < 2:
		return 0
	case n == 0:
		return 1
	}
	return max(2, n)
}

// numbered numbers the colors that options give a secondary item.
func numbered(wants []want) map[matrix.Color]int32 {
	var colors map[matrix.Color]int32
	for _, w := range wants {
		if w.color == matrix.NoColor {
			continue
		}
		if colors == nil {
			colors = map[matrix.Color]int32{}
		}
		if _, ok := colors[w.color]; !ok {
			colors[w.color] = int32(len(colors))
		}
	}
	return colors
}

func (c *code) clone() code { return code{slices.Clone(c.near), slices.Clone(c.far)} }

// add gives an option a bit.
func (c *code) add(o, k int32) {
	if k < maskBits {
		c.near[o] = c.near[o].with(bit(k))
		return
	}
	c.far[o] = c.far[o].with(bit(k - maskBits))
}

// first returns the first bit of an option.
func (c *code) first(o int32) int32 {
	k := c.near[o].first()
	if k == maskBits && c.far != nil {
		k += c.far[o].first()
	}
	return k
}

// add gives an option a bit that it is tested for and sets.
func (c *codes) add(o, k int32) {
	c.tests.add(o, k)
	if c.colored {
		c.sets.add(o, k)
	}
}

// encode gives a secondary item its bits, from next on.
func (c *codes) encode(wants []want, next int32) {
	n, colors := int32(bitsOf(wants)), numbered(wants)
	if n > 1 && !c.colored {
		c.sets, c.colored = c.tests.clone(), true
	}
	for _, w := range wants {
		own, given := colors[w.color]
		for k := range n {
			switch {
			case !given:
				c.add(w.option, next+k)
			case own == k:
				c.tests.add(w.option, next+k)
			default:
				c.sets.add(w.option, next+k)
			}
		}
	}
}
