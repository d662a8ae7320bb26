package craft

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"quadrille/compile/lattice"
)

// steps of a random walk over the ways to cut a square into regions are made for each region.
const steps = 12

// withRegions draws regions for the Latin square until there is one that they fit.
func (m *Maker) withRegions(ctx context.Context, r *rand.Rand) (*rules, error) {
	n, board := m.base.Puzzle.Fill.Order, m.base.Puzzle.Fill.Board
	for range mostTries {
		d, region := m.base.draft(), divided(n, r)
		d.fill("regions " + d.Picture(board, func(c lattice.Cell) string {
			k := region[int(c[0])*n+int(c[1])]
			return regionNames[k : k+1]
		}))
		text, err := d.Text()
		if err != nil {
			return nil, err
		}
		p, err := m.read(text)
		if err != nil {
			return nil, fmt.Errorf("the square with regions has no text: %w", err)
		}
		rules, err := newRules(ctx, p, false)
		if err != nil {
			return nil, err
		}
		if _, err := rules.draw(ctx, r); !errors.Is(err, errNone) {
			return rules, err
		}
	}
	return nil, fmt.Errorf("of %d ways to cut the square into regions none has a solution", mostTries)
}

// regionNames call the regions.
const regionNames = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

// divided cuts a square of n by n into n connected regions of n cells, and says of each cell which
// it is in. From the rows on, two neighbours are put together again and again and cut anew.
//
// Source: D. DeFord, M. Duchin and J. Solomon, "Recombination: a family of Markov chains for
// redistricting", Harvard Data Science Review 3 (2021).
func divided(n int, r *rand.Rand) []int {
	near := neighbours(lattice.NewGrid(lattice.Square, lattice.Rectangle(n, n), nil))
	region := make([]int, n*n)
	for k := range region {
		region[k] = k / n
	}
	for range steps * n {
		k := r.IntN(n * n)
		other := near[k][r.IntN(len(near[k]))]
		one, two := region[k], region[other]
		if one == two {
			continue
		}
		var both []int
		for cell, in := range region {
			if in == one || in == two {
				both = append(both, cell)
			}
		}
		if half := cutOff(both, near, r, func(size int) bool { return size == n }); half != nil {
			for _, cell := range both {
				region[cell] = one
			}
			for _, cell := range half {
				region[cell] = two
			}
		}
	}
	return region
}

// neighbours lists the neighbours of each cell, by number.
func neighbours(g *lattice.Grid) [][]int {
	near := make([][]int, len(g.Cells))
	for k, c := range g.Cells {
		for _, d := range g.Neighbours(c) {
			near[k] = append(near[k], int(g.Number(d)))
		}
	}
	return near
}

// cutOff cuts connected cells at a random edge of a random tree that spans them, and returns
// what is cut off; nil if there is no edge behind which lies a wanted number of cells.
func cutOff(cells []int, near [][]int, r *rand.Rand, wanted func(size int) bool) []int {
	order, parent := tree(cells, near, r)
	size := map[int]int{}
	for _, k := range slices.Backward(order) {
		size[k]++
		size[parent[k]] += size[k]
	}
	var edges []int
	for _, k := range order[1:] {
		if wanted(size[k]) {
			edges = append(edges, k)
		}
	}
	if len(edges) == 0 {
		return nil
	}
	behind := map[int]bool{edges[r.IntN(len(edges))]: true}
	var off []int
	for _, k := range order {
		if behind[k] = behind[k] || behind[parent[k]]; behind[k] {
			off = append(off, k)
		}
	}
	return off
}

// tree spans connected cells, and returns them in an order in which each stands behind its parent.
// The first is its own parent by the name of -1.
func tree(cells []int, near [][]int, r *rand.Rand) (order []int, parent map[int]int) {
	parent = map[int]int{}
	type edge struct{ from, to int }
	open := []edge{{-1, cells[r.IntN(len(cells))]}}
	for len(open) > 0 {
		k := r.IntN(len(open))
		e := open[k]
		open[k] = open[len(open)-1]
		open = open[:len(open)-1]
		if _, known := parent[e.to]; known {
			continue
		}
		parent[e.to] = e.from
		order = append(order, e.to)
		for _, next := range near[e.to] {
			if slices.Contains(cells, next) {
				open = append(open, edge{e.to, next})
			}
		}
	}
	return order, parent
}
