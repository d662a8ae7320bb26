package main

import (
	"cmp"
	"math/big"
	"math/bits"
	"slices"
)

// table holds the numbers of solutions of a residual, by how often these cover the free items. Where no item is free,
// it has one entry, or none if there is no solution. All numbers are above 0.
type table []tableEntry

type tableEntry struct {
	cover uint64   // fields of all free items; tooOften for all solutions that cover one too often
	count *big.Int // number of solutions
}

const tooOften = 1<<64 - 1

// freeBound is the bound of a free item.
var freeBound = bound{0, -1}

// freeField is the place of a free item in the word cover of a table.
type freeField struct {
	item, shift int
	high        uint64 // number of times that the item can be covered
}

func (f freeField) timesIn(cover uint64) uint64 {
	return cover >> f.shift & (1<<bits.Len64(f.high) - 1)
}

// countFree reads items, which become free: the options do not depend on them any more, and it is noted how often
// they are covered. The solutions that cover each as often as the residual says are those of the residual.
func (c *checker) countFree(r residual) (t table) {
	inner, fixed, shift := r, new(big.Int), 0
	inner.bounds = slices.Clone(r.bounds)
	for i, free := range c.readItemSet() {
		if !free {
			fixed.Or(fixed, c.holding[i])
			continue
		}
		f := freeField{i, shift, uint64(min(int(c.bounds[i].high), sizeOf(c.holding[i])))}
		shift += bits.Len64(f.high)
		if shift > 60 {
			return c.refuseProof("too many items are free")
		}
		inner.bounds[i], c.free = freeBound, append(c.free, f)
	}
	if subtractSet(r.live, fixed).Sign() != 0 {
		return c.refuseProof("an option has free items alone")
	}
	for _, e := range c.countResidual(inner) {
		fits := e.cover != tooOften
		for _, f := range c.free {
			b, n := r.bounds[f.item], int64(f.timesIn(e.cover))
			fits = fits && int64(b.low) <= n && n <= int64(b.high)
		}
		if fits {
			t = append(t, tableEntry{0, e.count})
		}
	}
	c.free = nil
	return t.sumUp()
}

// coverOf returns the field of each free item of an option.
func (c *checker) coverOf(o int) (cover uint64) {
	for _, f := range c.free {
		if slices.ContainsFunc(c.options[o], func(e entry) bool { return int(e.item) == f.item }) {
			cover |= 1 << f.shift
		}
	}
	return cover
}

// multiplyTables returns the table of two parts together: each solution of one with each of the other.
func (c *checker) multiplyTables(a, b table) table {
	product := make(table, 0, len(a)*len(b))
	for _, x := range a {
		for _, y := range b {
			cover := x.cover + y.cover
			for _, f := range c.free {
				if x.cover == tooOften || y.cover == tooOften || f.timesIn(x.cover)+f.timesIn(y.cover) > f.high {
					cover = tooOften
				}
			}
			product = append(product, tableEntry{cover, new(big.Int).Mul(x.count, y.count)})
		}
	}
	return product.sumUp()
}

// sumUp makes one entry of those that cover the free items equally often.
func (t table) sumUp() table {
	slices.SortFunc(t, func(a, b tableEntry) int { return cmp.Compare(a.cover, b.cover) })
	sums := t[:0]
	for _, e := range t {
		if last := len(sums) - 1; last >= 0 && sums[last].cover == e.cover {
			sums[last].count = new(big.Int).Add(sums[last].count, e.count)
		} else {
			sums = append(sums, e)
		}
	}
	return sums
}
