package main

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// countClasses reads a group of symmetries, and for each a proof of the number of solutions that it maps to themselves.
// The mean of these is the number of classes (Cauchy, Frobenius). Symmetries with equal cycles share one proof.
func (c *checker) countClasses() (n *big.Int, about string) {
	root, size := c.rootResidual(), c.readNumber(1<<16)
	for k := 0; k < size && c.firstError == nil; k++ {
		c.readSymmetry(root)
	}
	members := map[string]bool{}
	for _, g := range c.optionImages {
		members[fmt.Sprint(g)] = true
	}
	for _, g := range c.optionImages {
		for _, h := range c.optionImages {
			both := make([]int32, len(g))
			for o := range optionsInSet(root.liveOptions) {
				both[o] = h[g[o]]
			}
			if !members[fmt.Sprint(both)] {
				c.refuseProof("the symmetries are no group")
			}
		}
	}
	if len(members) < max(1, size) {
		c.refuseProof("there is no group, or a symmetry is there twice")
	}
	known := map[string]*big.Int{}
	n = new(big.Int)
	for _, g := range c.optionImages {
		fixed, cycles := c.fixedProblem(root, g)
		if known[cycles] == nil && c.firstError == nil {
			known[cycles] = new(big.Int)
			if !slices.ContainsFunc(fixed.bounds, func(b coverBounds) bool { return b.low > b.high }) {
				known[cycles] = (&checker{problem: fixed, proofReader: c.proofReader}).countAll()
			}
		}
		if c.firstError == nil {
			n.Add(n, known[cycles])
		}
	}
	return n.Div(n, big.NewInt(int64(max(1, size)))), fmt.Sprintf("classes of solutions under %d symmetries", size)
}

// fixedProblem returns the problem of the solutions that a symmetry maps to themselves; its options are the cycles.
func (c *checker) fixedProblem(r residual, image []int32) (f *problem, cycles string) {
	f = &problem{itemNames: c.itemNames, bounds: slices.Clone(c.bounds), optionsWithEntry: map[optionEntry]optionSet{}}
	for range c.itemNames {
		f.optionsHolding = append(f.optionsHolding, new(big.Int))
	}
	var text strings.Builder
	seen, times := make([]bool, len(c.options)), make([]int32, len(c.bounds)) // covers of each item by a cycle
	for first := range optionsInSet(r.liveOptions) {
		cover, fits, cycle := map[optionEntry]int32{}, !seen[first], []int32{}
		for o := int32(first); !seen[o]; o = image[o] {
			seen[o], cycle = true, append(cycle, o)
			for _, e := range c.options[o] {
				cover[e]++
			}
		}
		var option []optionEntry
		for e, n := range cover {
			option = append(option, e)
			fits = fits && (n == 1 || e.color != 0 || int(e.item) < len(c.bounds) && n <= c.bounds[e.item].high)
		}
		slices.SortFunc(option, compareItems)
		for k := 1; k < len(option); k++ {
			fits = fits && option[k].item != option[k-1].item // no item may have two colors
		}
		slices.Sort(cycle)
		if fmt.Fprint(&text, cycle); !fits {
			continue
		}
		for e, n := range cover {
			i := int(e.item)
			if i >= len(c.bounds) || c.bounds[i].low == 0 &&
				int(c.bounds[i].high) >= setSize(intersectSets(r.liveOptions, c.optionsHolding[i])) {
				continue // the number of covers is not bounded
			} else if times[i] > 0 && times[i] != n {
				c.refuseProof("some cycles cover %s once, and others several times", c.itemNames[i])
			}
			times[i] = n
		}
		f.addOption(option, 0)
	}
	for i, n := range times {
		if n > 1 {
			f.bounds[i] = coverBounds{(c.bounds[i].low + n - 1) / n, c.bounds[i].high / n}
		}
	}
	return f, text.String()
}
