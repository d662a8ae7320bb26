package main

import (
	"cmp"
	"math/big"
	"math/bits"
	"slices"
)

// table holds the numbers of solutions of a residual, all above 0, with an entry for each way in which solutions cover
// the free items. Without free items it has one entry, or none if there is no solution.
type table []tableEntry

type tableEntry struct {
	covers        uint64   // covers of each free item, in bit fields; tooOften if one is covered too often
	solutionCount *big.Int // number of solutions
}

const tooOften = 1<<64 - 1

// freeBound is the bound of a free item.
var freeBound = coverBounds{0, -1}

// freeField is the bit field, in tableEntry.covers, that counts how often a free item is covered.
type freeField struct {
	freeItem, bitShift int
	high               uint64 // greatest number of times that the item can be covered
}

func (f freeField) coversIn(cover uint64) uint64 {
	return cover >> f.bitShift & (1<<bits.Len64(f.high) - 1)
}

// countWithFreeItems reads items, which become free: they no longer restrict options, and tables record how often they
// are covered. It counts the solutions that cover each free item as often as the residual requires.
func (c *checker) countWithFreeItems(r residual) (t table) {
	inner, fixed, shift := r, new(big.Int), 0
	inner.bounds = slices.Clone(r.bounds)
	for i, free := range c.readItemSet() {
		if !free {
			fixed.Or(fixed, c.optionsHolding[i])
			continue
		}
		f := freeField{i, shift, uint64(min(int(c.bounds[i].high), setSize(c.optionsHolding[i])))}
		shift += bits.Len64(f.high)
		if shift > 60 {
			return c.refuseProof("too many items are free")
		}
		inner.bounds[i], c.freeFields = freeBound, append(c.freeFields, f)
	}
	if subtractSet(r.liveOptions, fixed).Sign() != 0 {
		return c.refuseProof("an option has free items alone")
	}
	for _, e := range c.countResidual(inner) {
		fits := e.covers != tooOften
		for _, f := range c.freeFields {
			b, n := r.bounds[f.freeItem], int64(f.coversIn(e.covers))
			fits = fits && int64(b.low) <= n && n <= int64(b.high)
		}
		if fits {
			t = append(t, tableEntry{0, e.solutionCount})
		}
	}
	c.freeFields = nil
	return t.mergeEqualEntries()
}

// coversOfOption returns the covers of a table entry in which the option covers each of its free items once.
func (c *checker) coversOfOption(o int) (cover uint64) {
	for _, f := range c.freeFields {
		if slices.ContainsFunc(c.options[o], func(e optionEntry) bool { return int(e.item) == f.freeItem }) {
			cover |= 1 << f.bitShift
		}
	}
	return cover
}

// multiplyTables returns the table of all pairs of a solution of one independent part and a solution of the other.
func (c *checker) multiplyTables(a, b table) table {
	product := make(table, 0, len(a)*len(b))
	for _, x := range a {
		for _, y := range b {
			cover := x.covers + y.covers
			for _, f := range c.freeFields {
				if x.covers == tooOften || y.covers == tooOften || f.coversIn(x.covers)+f.coversIn(y.covers) > f.high {
					cover = tooOften
				}
			}
			product = append(product, tableEntry{cover, new(big.Int).Mul(x.solutionCount, y.solutionCount)})
		}
	}
	return product.mergeEqualEntries()
}

// mergeEqualEntries merges entries whose solutions cover all free items equally often.
func (t table) mergeEqualEntries() table {
	slices.SortFunc(t, func(a, b tableEntry) int { return cmp.Compare(a.covers, b.covers) })
	sums := t[:0]
	for _, e := range t {
		if last := len(sums) - 1; last >= 0 && sums[last].covers == e.covers {
			sums[last].solutionCount = new(big.Int).Add(sums[last].solutionCount, e.solutionCount)
		} else {
			sums = append(sums, e)
		}
	}
	return sums
}
