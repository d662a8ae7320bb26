package main

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// countClasses reads a group of symmetries, and for each of them how many solutions it maps to themselves. Their mean
// is the number of classes (Cauchy, Frobenius). What cycles say is read once for all symmetries that have them.
func (c *checker) countClasses() (n *big.Int, about string) {
	root, size := c.rootResidual(), c.readNumber(1<<16)
	for k := 0; k < size && c.err == nil; k++ {
		c.readSymmetry(root)
	}
	members := map[string]bool{}
	for _, g := range c.optionImages {
		members[fmt.Sprint(g)] = true
	}
	for _, g := range c.optionImages {
		for _, h := range c.optionImages {
			both := make([]int32, len(g))
			for o := range optionsOf(root.live) {
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
		if known[cycles] == nil && c.err == nil {
			known[cycles] = new(big.Int)
			if !slices.ContainsFunc(fixed.bounds, func(b bound) bool { return b.low > b.high }) {
				known[cycles] = (&checker{problem: fixed, proofReader: c.proofReader}).countAll()
			}
		}
		if c.err == nil {
			n.Add(n, known[cycles])
		}
	}
	return n.Div(n, big.NewInt(int64(max(1, size)))), fmt.Sprintf("classes of solutions under %d symmetries", size)
}

// fixedProblem returns the problem of the solutions that a symmetry maps to themselves. Its options are the cycles.
func (c *checker) fixedProblem(r residual, image []int32) (f *problem, cycles string) {
	f = &problem{names: c.names, bounds: slices.Clone(c.bounds), uses: map[entry]optionSet{}}
	for range c.names {
		f.holding = append(f.holding, new(big.Int))
	}
	var text strings.Builder
	seen, times := make([]bool, len(c.options)), make([]int32, len(c.bounds)) // times a cycle covers an item
	for first := range optionsOf(r.live) {
		cover, fits, cycle := map[entry]int32{}, !seen[first], []int32{}
		for o := int32(first); !seen[o]; o = image[o] {
			seen[o], cycle = true, append(cycle, o)
			for _, e := range c.options[o] {
				cover[e]++
			}
		}
		var option []entry
		for e, n := range cover {
			option = append(option, e)
			fits = fits && (n == 1 || e.color != 0 || int(e.item) < len(c.bounds) && n <= c.bounds[e.item].high)
		}
		slices.SortFunc(option, compareItems)
		for k := 1; k < len(option); k++ {
			fits = fits && option[k].item != option[k-1].item // it has no two colors
		}
		slices.Sort(cycle)
		if fmt.Fprint(&text, cycle); !fits {
			continue
		}
		for e, n := range cover {
			i := int(e.item)
			if i >= len(c.bounds) || c.bounds[i].low == 0 &&
				int(c.bounds[i].high) >= sizeOf(intersectSets(r.live, c.holding[i])) {
				continue // how often does not matter
			} else if times[i] > 0 && times[i] != n {
				c.refuseProof("some cycles cover %s once, and others several times", c.names[i])
			}
			times[i] = n
		}
		f.addOption(option, 0)
	}
	for i, n := range times {
		if n > 1 {
			f.bounds[i] = bound{(c.bounds[i].low + n - 1) / n, c.bounds[i].high / n}
		}
	}
	return f, text.String()
}
