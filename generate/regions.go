package generate

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"quadrille/compile/lattice"
)

// cutSteps is the number of steps per region in the random walk over the divisions of a square into regions.
const cutSteps = 12

// rulesWithRandomRegions draws random regions for the Latin square until the rules with these regions have a solution.
func (m *puzzleMaker) rulesWithRandomRegions(ctx context.Context, r *rand.Rand) (*ruleSet, error) {
	n, board := m.baseRules.Puzzle.Filling.LatinOrder, m.baseRules.Puzzle.Filling.Board
	for range maxTries {
		d, region := m.baseRules.newRewrite(), randomRegions(n, r)
		d.addFillRule("distinct on regions " + d.BoardPicture(board, func(c lattice.Cell) string {
			k := region[int(c[0])*n+int(c[1])]
			return regionNames[k : k+1]
		}))
		text, err := d.EditedText()
		if err != nil {
			return nil, err
		}
		p, err := m.parsePuzzle(text)
		if err != nil {
			return nil, fmt.Errorf("the square with regions has no text: %w", err)
		}
		rules, err := newRuleSet(ctx, p, false)
		if err != nil {
			return nil, err
		}
		if _, err := rules.drawSolution(ctx, r); !errors.Is(err, errNoSolution) {
			return rules, err
		}
	}
	return nil, fmt.Errorf("of %d ways to cut the square into regions none has a solution", maxTries)
}

// regionNames are the characters that mark the cells of a region in the picture of a rule.
const regionNames = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

// randomRegions divides a square of n by n cells into n connected regions of n cells, and returns, for each cell, the
// index of its region. At first the rows are the regions. Then two neighbouring regions are joined and divided anew,
// again and again.
//
// Source: D. DeFord, M. Duchin and J. Solomon, "Recombination: a family of Markov chains for redistricting",
// Harvard Data Science Review 3 (2021).
func randomRegions(n int, r *rand.Rand) []int {
	near := lattice.NewGrid(lattice.Square, lattice.Rectangle(n, n), nil).NeighbourNumbers()
	region := make([]int, n*n)
	for k := range region {
		region[k] = k / n
	}
	for range cutSteps * n {
		k := r.IntN(n * n)
		other := int(near[k][r.IntN(len(near[k]))])
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
		if half := cutAtSpanningTree(both, near, r, func(size int) bool { return size == n }); half != nil {
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

// cutAtSpanningTree divides connected cells in two parts at a random edge of a random spanning tree, and returns one
// part, whose size satisfies the function wanted. It returns nil if no edge gives such a part.
func cutAtSpanningTree(cells []int, near [][]int32, r *rand.Rand, wanted func(size int) bool) []int {
	order, parent := spanningTree(cells, near, r)
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

// spanningTree returns a random spanning tree of connected cells. In the result order each cell comes after its parent;
// the parent of the first cell is -1.
func spanningTree(cells []int, near [][]int32, r *rand.Rand) (order []int, parent map[int]int) {
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
			if slices.Contains(cells, int(next)) {
				open = append(open, edge{e.to, int(next)})
			}
		}
	}
	return order, parent
}
