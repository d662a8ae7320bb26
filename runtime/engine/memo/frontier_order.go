package memo

import (
	"math"
	"slices"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// maxGreedyCells is the largest number of cells for which an order is made greedily. Each step of that takes time
// proportional to the number of cells.
const maxGreedyCells = 1 << 12

// orderGain is the factor by which the bound of an order must be lower than that of the rows. The greedy
// order of loops in 7 by 7 has half the bound, and visits 62,012 branches in place of 22,880; a board of 8
// by 16 needs it, as its columns are shorter.
const orderGain = 4

// boardOrder returns an order of the primary items in which few cells are at the border between decided
// and open ones, and in which every other item comes when the last cell beside it is decided. Of the
// order of the items in the problem, which are the rows of a board, and of orders that let the border
// grow as little as possible, it takes the one with the lowest bound of states. If back is true, it
// reverses the order of the cells.
func boardOrder(p *matrix.Problem, sets []*search.CellSet, cellItems [][]matrix.ItemID, back bool) []matrix.ItemID {
	g := newCellGraph(p, sets, cellItems)
	orders := [][]matrix.ItemID{g.cells}
	if len(g.cells) <= maxGreedyCells {
		orders = append(orders, g.greedyOrder(0), g.greedyOrder(len(g.cells)-1))
	}
	var best []matrix.ItemID
	var bound float64
	for k, cells := range orders {
		if back {
			cells = slices.Clone(cells)
			slices.Reverse(cells)
		}
		order := g.insertOthers(cells)
		b := stateBound(p, order, g.borderSpans(order)...)
		if k > 0 {
			b *= orderGain
		}
		if k == 0 || b < bound {
			best, bound = order, b
		}
	}
	return best
}

// cellGraph is the graph of the items that decide cells.
type cellGraph struct {
	problem    *matrix.Problem
	cells      []matrix.ItemID   // items that decide cells, in the order of the problem
	isCell     []bool            // by primary item
	neighbours [][]matrix.ItemID // items of neighbouring cells, by primary item
}

func newCellGraph(p *matrix.Problem, sets []*search.CellSet, cellItems [][]matrix.ItemID) *cellGraph {
	g := &cellGraph{problem: p, isCell: make([]bool, p.PrimaryCount()),
		neighbours: make([][]matrix.ItemID, p.PrimaryCount())}
	for k, s := range sets {
		for c, i := range cellItems[k] {
			if i == none {
				continue
			}
			g.isCell[i] = true
			for _, d := range s.NeighboursOfCell[c] {
				if j := cellItems[k][d]; j != none && j != i && !slices.Contains(g.neighbours[i], j) {
					g.neighbours[i] = append(g.neighbours[i], j)
				}
			}
		}
	}
	for i, is := range g.isCell {
		if is {
			g.cells = append(g.cells, matrix.ItemID(i))
		}
	}
	return g
}

// greedyOrder returns the cells in an order that begins with one of them and goes on with a cell that
// brings the fewest new ones to the border; of several with the one that came to the border first.
func (g *cellGraph) greedyOrder(first int) (order []matrix.ItemID) {
	const far = math.MaxInt
	reached := slices.Repeat([]int{far}, len(g.isCell)) // step at which a cell came to the border
	done := make([]bool, len(g.isCell))
	for len(order) < len(g.cells) {
		best, least := matrix.ItemID(none), [3]int{far, far, far}
		for n, i := range g.cells {
			if done[i] {
				continue
			}
			more := 0
			for _, j := range g.neighbours[i] {
				if reached[j] == far && !done[j] {
					more++
				}
			}
			if reached[i] == far {
				more++
			}
			if rank := [3]int{more, reached[i], n}; len(order) == 0 && n == first ||
				len(order) > 0 && slices.Compare(rank[:], least[:]) < 0 {
				best, least = i, rank
			}
		}
		order, done[best] = append(order, best), true
		for _, j := range g.neighbours[best] {
			reached[j] = min(reached[j], len(order))
		}
	}
	return order
}

// insertOthers returns an order of all primary items: each item that decides no cell stands behind the
// last cell with which it shares an option or a secondary item, and those without such a cell behind the
// last item that has one.
func (g *cellGraph) insertOthers(cells []matrix.ItemID) []matrix.ItemID {
	p := g.problem
	last := make([]int, p.ItemCount()) // the last place at which a cell shares an option with an item, from 1 on
	for t, i := range cells {
		last[i] = t + 1
	}
	spread := func(from func(matrix.ItemID) bool, to func(matrix.ItemID) bool) {
		next := slices.Clone(last)
		for o := range matrix.OptionID(p.OptionCount()) {
			latest := 0
			for _, e := range p.Option(o) {
				if from(e.Item) {
					latest = max(latest, last[e.Item])
				}
			}
			for _, e := range p.Option(o) {
				if to(e.Item) {
					next[e.Item] = max(next[e.Item], latest)
				}
			}
		}
		last = next
	}
	isCell := func(i matrix.ItemID) bool { return int(i) < len(g.isCell) && g.isCell[i] }
	isSecondary := func(i matrix.ItemID) bool { return int(i) >= len(g.isCell) }
	isOther := func(i matrix.ItemID) bool { return !isCell(i) && !isSecondary(i) }
	spread(isCell, func(i matrix.ItemID) bool { return !isCell(i) })
	spread(isSecondary, isOther)
	for i := range matrix.ItemID(p.PrimaryCount()) {
		if last[i] == 0 {
			last[i] = len(cells) + 1
		}
	}
	order := naturalOrder(p)
	slices.SortStableFunc(order, func(a, b matrix.ItemID) int {
		if last[a] == last[b] && isCell(a) != isCell(b) {
			if isCell(a) {
				return -1
			}
			return 1
		}
		return last[a] - last[b]
	})
	return moveToEnd(order, func(i matrix.ItemID) bool { return p.Bound(i) != matrix.Once })
}

// borderSpans returns for each cell the places from its first neighbour to itself, if that comes first.
func (g *cellGraph) borderSpans(order []matrix.ItemID) (spans [][2]int) {
	at := make([]int, len(order))
	for t, i := range order {
		at[i] = t
	}
	for _, i := range g.cells {
		first := at[i]
		for _, j := range g.neighbours[i] {
			first = min(first, at[j])
		}
		if first < at[i] {
			spans = append(spans, [2]int{first, at[i]})
		}
	}
	return spans
}
