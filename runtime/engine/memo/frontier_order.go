package memo

import (
	"math"
	"slices"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// maxGreedyCells is the largest number of cells for which a greedy order is made. The choice of each cell of the order
// takes time proportional to the number of cells.
const maxGreedyCells = 1 << 12

// minOrderGain is the factor by which a greedy order must reduce the bound of the number of states. Otherwise the order
// of the rows is used. For loops in 7 by 7 cells, the greedy order has half the bound, but visits 62,012 branches in
// place of 22,880. A board of 8 by 16 cells needs the greedy order, because its columns are shorter than its rows.
const minOrderGain = 4

// boardOrder returns an order of the primary items in which few cells are at the border between decided and open cells.
// Every other item comes after the last cell that is next to the item. Several orders are compared: the order of the
// items in the problem, which are the rows of a board, and orders that let the border grow as little as possible. The
// result is the order with the lowest bound of the number of states; see minOrderGain. If back is true, the order of
// the cells is reversed.
func boardOrder(p *matrix.Problem, sets []*search.CellSet, cellItems [][]matrix.ItemID, back bool) []matrix.ItemID {
	g := newCellGraph(p, sets, cellItems)
	orders := [][]matrix.ItemID{g.cellItems}
	if len(g.cellItems) <= maxGreedyCells {
		orders = append(orders, g.greedyOrder(0), g.greedyOrder(len(g.cellItems)-1))
	}
	var best []matrix.ItemID
	var bound float64
	for k, cells := range orders {
		if back {
			cells = slices.Clone(cells)
			slices.Reverse(cells)
		}
		order := g.insertOtherItems(cells)
		b := boundStateCount(p, order, g.borderSpans(order)...)
		if k > 0 {
			b *= minOrderGain
		}
		if k == 0 || b < bound {
			best, bound = order, b
		}
	}
	return best
}

// cellGraph is the graph of the items that decide cells.
type cellGraph struct {
	problem     *matrix.Problem
	cellItems   []matrix.ItemID   // items that decide cells, in the order of the problem
	decidesCell []bool            // for each primary item, whether it decides a cell
	neighbours  [][]matrix.ItemID // for each item that decides a cell, the items that decide the neighbouring cells
}

func newCellGraph(p *matrix.Problem, sets []*search.CellSet, cellItems [][]matrix.ItemID) *cellGraph {
	g := &cellGraph{problem: p, decidesCell: make([]bool, p.PrimaryCount()),
		neighbours: make([][]matrix.ItemID, p.PrimaryCount())}
	for k, s := range sets {
		for c, i := range cellItems[k] {
			if i == noIndex {
				continue
			}
			g.decidesCell[i] = true
			for _, d := range s.NeighboursOfCell[c] {
				if j := cellItems[k][d]; j != noIndex && j != i && !slices.Contains(g.neighbours[i], j) {
					g.neighbours[i] = append(g.neighbours[i], j)
				}
			}
		}
	}
	for i, is := range g.decidesCell {
		if is {
			g.cellItems = append(g.cellItems, matrix.ItemID(i))
		}
	}
	return g
}

// greedyOrder returns the cells in an order that begins at the cell with index first. Each further cell is one that
// adds the fewest new cells to the border, and among several such cells the one that has been at the border for the
// longest time.
func (g *cellGraph) greedyOrder(first int) (order []matrix.ItemID) {
	const far = math.MaxInt
	reached := slices.Repeat([]int{far}, len(g.decidesCell)) // step at which each cell came to the border
	done := make([]bool, len(g.decidesCell))
	for len(order) < len(g.cellItems) {
		best, least := matrix.ItemID(noIndex), [3]int{far, far, far}
		for n, i := range g.cellItems {
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

// insertOtherItems returns an order of all primary items, in which the given cells keep their order. An item that
// decides no cell comes after the last cell with which it shares an option or a secondary item. Items that share
// neither with a cell come behind all cells. Items that need not be covered exactly once come last.
func (g *cellGraph) insertOtherItems(cells []matrix.ItemID) []matrix.ItemID {
	p := g.problem
	// for each item, the last place, counted from 1, of a cell that shares an option with the item
	last := make([]int, p.ItemCount())
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
	isCell := func(i matrix.ItemID) bool { return int(i) < len(g.decidesCell) && g.decidesCell[i] }
	isSecondary := func(i matrix.ItemID) bool { return int(i) >= len(g.decidesCell) }
	isOther := func(i matrix.ItemID) bool { return !isCell(i) && !isSecondary(i) }
	spread(isCell, func(i matrix.ItemID) bool { return !isCell(i) })
	spread(isSecondary, isOther)
	for i := range matrix.ItemID(p.PrimaryCount()) {
		if last[i] == 0 {
			last[i] = len(cells) + 1
		}
	}
	order := itemsByNumber(p)
	slices.SortStableFunc(order, func(a, b matrix.ItemID) int {
		if last[a] == last[b] && isCell(a) != isCell(b) {
			if isCell(a) {
				return -1
			}
			return 1
		}
		return last[a] - last[b]
	})
	return moveItemsToEnd(order, func(i matrix.ItemID) bool { return p.Bound(i) != matrix.Once })
}

// borderSpans returns for each cell the places from its first neighbour to itself, if that comes first.
func (g *cellGraph) borderSpans(order []matrix.ItemID) (spans [][2]int) {
	at := make([]int, len(order))
	for t, i := range order {
		at[i] = t
	}
	for _, i := range g.cellItems {
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
