package main

import (
	"math/big"
	"math/bits"
	"slices"
)

// table holds the numbers of solutions of a residual, one for each cover: how often solutions cover the free items.
// Without free items there is one cover, or none if there is no solution. Numbers are sums of digits in base 2^32.
type table []tableTerm

// tableTerm says that digit * 2^(32*place) solutions have these covers.
type tableTerm struct {
	covers       uint64 // covers of each free item, in bit fields; tooOften if one does not fit into its field
	place, digit uint32
}

const tooOften = 1 << 63

var oneSolution = table{{0, 0, 1}}

// freeField is the bit field, in tableTerm.covers, that counts how often a free item is covered.
type freeField struct {
	bounds       coverBounds // bounds of the item
	shift, width int
}

// freeItems reads items, which become free: options no longer hold them, and tables record how often they are covered.
func (c *checker) freeItems(r *residual) {
	isFree, shift := c.readItemSet(), 0
	c.optionCovers = make([]uint64, len(c.options))
	if !slices.Contains(isFree, true) {
		return
	}
	require(c.symmetries == nil && c.goalOfProof == nil, "with symmetries or a goal, no item is free")
	inner := c.withoutOptions()
	for i, free := range isFree {
		if !free {
			continue
		}
		width := bits.Len(uint(min(int(c.bounds[i].high), setSize(c.holding[i]))))
		c.freeFields = append(c.freeFields, freeField{c.bounds[i], shift, width})
		for o := range optionsInSet(c.holding[i]) {
			c.optionCovers[o] |= 1 << shift
		}
		shift += width
		require(shift <= 60, "too many items are free")
		inner.bounds[i] = coverBounds{}
	}
	for o, option := range c.options {
		option = slices.DeleteFunc(slices.Clone(option), func(e optionEntry) bool { return isFree[e.item] })
		inner.appendOption(option, c.optionCosts[o])
	}
	c.problem, r.bounds = inner, inner.bounds
}

// countFitting returns the number of solutions of a table that cover each free item as often as the dump requires.
func (c *checker) countFitting(t table) *big.Int {
	n := new(big.Int)
	for _, x := range t {
		fits := x.covers != tooOften
		for _, f := range c.freeFields {
			covers := int32(x.covers >> f.shift & (1<<f.width - 1))
			fits = fits && f.bounds.low <= covers && covers <= f.bounds.high
		}
		if fits {
			n.Add(n, new(big.Int).Lsh(big.NewInt(int64(x.digit)), uint(32*x.place)))
		}
	}
	return n
}

// tableSum is a sum of tables: each number is the digit of the term that is its key, without the digit.
type tableSum map[tableTerm]uint64

// addProduct adds the table of all pairs of a solution of one independent part and a solution of the other to a sum.
func (c *checker) addProduct(sum tableSum, a, b table) {
	carries := uint64(0) // where a field begins, a carry comes from the field before
	for _, f := range c.freeFields {
		carries |= 1 << (f.shift + f.width)
	}
	for _, x := range a {
		for _, y := range b {
			key, n := tableTerm{x.covers + y.covers, x.place + y.place, 0}, uint64(x.digit)*uint64(y.digit)
			if (x.covers|y.covers)&tooOften != 0 || (x.covers^y.covers^key.covers)&carries != 0 {
				key.covers = tooOften
			}
			before := len(sum)
			for ; n > 0; key.place++ {
				n += sum[key]
				sum[key], n = n&(1<<32-1), n>>32
			}
			c.tableSizes[0] += len(sum) - before
			require(c.tableSizes[0]+c.tableSizes[1]/64 <= 1<<22, "the tables need too much memory")
		}
	}
}

// toTable returns the sum as a table.
func (s tableSum) toTable() table {
	t := make(table, 0, len(s))
	for x, n := range s {
		x.digit = uint32(n)
		t = append(t, x)
	}
	return t
}
