package main

import (
	"fmt"
	"math/big"
	"slices"
)

// countClasses reads a group of symmetries, and for each a proof of the number of solutions that it maps to themselves.
// The mean of these is the number of classes (Cauchy, Frobenius). Symmetries with equal cycles share one proof.
func (c *checker) countClasses() (count *big.Int, about string) {
	root, size := c.rootResidual(), c.readNumber(1<<16)
	c.readSymmetries(root, size)
	n, members, known := new(big.Int), map[string]bool{}, map[string]*big.Int{}
	for _, g := range c.symmetries {
		members[fmt.Sprint(g.options)] = true
	}
	require(size > 0 && len(members) == size, "there is no group, or a symmetry is there twice")
	for _, g := range c.symmetries {
		for _, h := range c.symmetries {
			both := make([]int32, len(g.options))
			for o := range optionsInSet(root.liveOptions) {
				both[o] = h.options[g.options[o]]
			}
			require(members[fmt.Sprint(both)], "the symmetries are no group")
		}
	}
	for _, g := range c.symmetries {
		fixed, cycles := c.fixedProblem(root.liveOptions, g.options)
		key := fmt.Sprint(cycles)
		if known[key] == nil {
			known[key] = new(big.Int)
			if !slices.ContainsFunc(fixed.bounds, func(b coverBounds) bool { return b.low > b.high }) {
				known[key] = (&checker{problem: fixed, reader: c.reader}).countAll()
			}
		}
		n.Add(n, known[key])
	}
	return n.Div(n, big.NewInt(int64(size))), fmt.Sprintf("classes of solutions under %d symmetries", size)
}

// fixedProblem returns the problem of the solutions that a symmetry maps to themselves; its options are the cycles.
func (c *checker) fixedProblem(live optionSet, image []int32) (f *problem, cycles [][]int32) {
	f = c.withoutOptions()
	seen, times := make([]bool, len(c.options)), make([]int32, len(c.itemNames)) // covers of each item by a cycle
	for first := range optionsInSet(live) {
		covers, fits, cycle := map[optionEntry]int32{}, !seen[first], []int32{}
		for o := int32(first); !seen[o]; o = image[o] {
			seen[o], cycle = true, append(cycle, o)
			for _, e := range c.options[o] {
				covers[e]++
			}
		}
		var option []optionEntry
		for e, n := range covers {
			option = append(option, e)
			fits = fits && (e.color != "" || n <= c.bounds[e.item].high)
		}
		slices.SortFunc(option, compareItems)
		for k := 1; k < len(option); k++ {
			fits = fits && option[k].item != option[k-1].item // no item may have two colors
		}
		slices.Sort(cycle)
		if cycles = append(cycles, cycle); !fits {
			continue
		}
		for e, n := range covers {
			b := c.bounds[e.item]
			if e.color != "" || b.low == 0 && int(b.high) >= setSize(intersectSets(live, c.holding[e.item])) {
				continue // the number of covers is not bounded
			}
			require(times[e.item] == 0 || times[e.item] == n,
				"some cycles cover %s once, and others several times", c.itemNames[e.item])
			times[e.item] = n
		}
		f.appendOption(option, 0)
	}
	for i, n := range times {
		if n > 1 {
			f.bounds[i] = coverBounds{(c.bounds[i].low + n - 1) / n, c.bounds[i].high / n}
		}
	}
	return f, cycles
}
