package halves

import (
	"cmp"
	"math"
	"slices"

	"quadrille/runtime/matrix"
)

// itemSplit is the division of the items into hubs, which share options with most other items, and the two sides of the
// cut.
type itemSplit struct {
	hubs        []matrix.ItemID
	left, right []matrix.ItemID // items of each side, the one nearest to the cut first
	workDone    int64           // work of finding the division, in the same unit as MaxWork
}

// minHubShare is the least fraction of the other items with which an item must share options to be a hub.
const minHubShare = 0.75

// splitItems separates the hubs, lays the other items in a row, and cuts it.
func splitItems(p *matrix.Problem) itemSplit {
	g := newItemGraph(p)
	items := g.separateHubs()
	if len(items) > 2*maxBitsPerSide {
		return itemSplit{left: items} // there are too many items for two sides
	}
	row, work := g.orderItemsInRow(items)
	cut := g.findPlaceOfCut(row)
	left, width := slices.Clone(row[:cut]), cutLineWidth/float64(max(1, len(row)))
	slices.Reverse(left)
	s := itemSplit{left: g.sortByLines(left, width), right: g.sortByLines(row[cut:], width), workDone: work}
	for i := range matrix.ItemID(p.ItemCount()) {
		if g.isHub[i] {
			s.hubs = append(s.hubs, i)
		}
	}
	return s
}

// FindHubs returns the hubs of a problem, in ascending order, and its other items in a row, in which the items of an
// option are near one another.
func FindHubs(p *matrix.Problem) (hubs, row []matrix.ItemID) {
	s := splitItems(p)
	row = slices.Clone(s.left)
	slices.Reverse(row)
	return s.hubs, append(row, s.right...)
}

// itemGraph is a graph in which items that share an option are neighbours.
type itemGraph struct {
	problem       *matrix.Problem
	usefulOptions []matrix.OptionID   // options that hold a primary item
	optionsOfItem [][]matrix.OptionID // options that hold each item
	isHub         []bool              // whether each item is a hub
	sharedOptions [][]int32           // for each pair of items, the number of options that hold both
	coordinates   []float64           // coordinate of each item in the row
}

func newItemGraph(p *matrix.Problem) *itemGraph {
	g := &itemGraph{problem: p, usefulOptions: optionsWithPrimary(p), optionsOfItem: p.OptionsByItem(),
		isHub: make([]bool,
			p.ItemCount()),
		coordinates: make([]float64, p.ItemCount())}
	for range g.isHub {
		g.sharedOptions = append(g.sharedOptions, make([]int32, p.ItemCount()))
	}
	for _, o := range g.usefulOptions {
		for _, e := range p.Option(o) {
			for _, f := range p.Option(o) {
				g.sharedOptions[e.Item][f.Item]++
			}
		}
	}
	for i := range g.isHub {
		g.isHub[i] = i < p.PrimaryCount() && p.Bound(matrix.ItemID(i)) != matrix.Once
	}
	return g
}

// optionsWithPrimary lists the options that hold a primary item; the others are never chosen.
func optionsWithPrimary(p *matrix.Problem) (options []matrix.OptionID) {
	for o := range matrix.OptionID(p.OptionCount()) {
		if slices.ContainsFunc(p.Option(o), func(e matrix.Entry) bool { return int(e.Item) < p.PrimaryCount() }) {
			options = append(options, o)
		}
	}
	return options
}

// separateHubs marks as hubs the items that are neighbours of most other items, as the pieces of a packing are
// neighbours of all cells. It returns the items that are not hubs. An item with colors is never a hub.
func (g *itemGraph) separateHubs() (items []matrix.ItemID) {
	degree := make([]int, len(g.isHub))
	for i, common := range g.sharedOptions {
		for _, n := range common {
			degree[i] += int(min(1, n))
		}
		if !g.isHub[i] {
			items = append(items, matrix.ItemID(i))
		}
	}
	slices.SortStableFunc(items, func(a, b matrix.ItemID) int { return cmp.Compare(degree[b], degree[a]) })
	n := 0
	for ; n < len(items); n++ {
		others := 0
		for _, i := range items[n+1:] {
			if g.sharedOptions[items[n]][i] > 0 {
				others++
			}
		}
		if float64(others) < minHubShare*float64(len(items)-n-1) || g.isColored(items[n]) {
			break
		}
	}
	if n == len(items) {
		n = 0 // if all items have many neighbours, none is a hub
	}
	for _, i := range items[:n] {
		g.isHub[i] = true
	}
	items = items[n:]
	slices.Sort(items)
	return items
}

func (g *itemGraph) isColored(i matrix.ItemID) bool {
	return slices.ContainsFunc(g.optionsOfItem[i], func(o matrix.OptionID) bool {
		return slices.ContainsFunc(g.problem.Option(o), func(e matrix.Entry) bool {
			return e.Item == i &&
				e.Color != matrix.NoColor
		})
	})
}

const (
	maxSmoothingRounds = 1000 // largest number of rounds of smoothing
	// minCoordinateChange is the change of a coordinate below which smoothing ends. The coordinates range from -1 to 1.
	// cutLineWidth is the width of a line of items, in units of half the mean distance between two items.
	minCoordinateChange = 1e-6
	cutLineWidth        = 3.0
	// itemPairsPerUnit is the number of pairs of items that are read in the time of a unit of work.
	itemPairsPerUnit = 16
)

// orderItemsInRow sorts items by the Fiedler vector of the graph (M. Fiedler, "A property of eigenvectors of
// nonnegative symmetric matrices", 1975), which assigns similar coordinates to neighbours. On a long board the
// coordinates increase along the length. The vector is computed by smoothing: each round moves every item to the mean
// of its neighbours. Of all vectors that are not constant, the Fiedler vector decays the most slowly, so it remains.
func (g *itemGraph) orderItemsInRow(items []matrix.ItemID) (row []matrix.ItemID, work int64) {
	at, next, near := make([]float64, len(items)), make([]float64, len(items)), make([][]placedNeighbour, len(items))
	weight, pairs := make([]float64, len(items)), int64(0)
	for k := range items {
		at[k] = 2*float64(k)/float64(len(items)) - 1
	}
	for k, i := range items {
		for m, j := range items {
			if n := g.sharedOptions[i][j]; n > 0 {
				near[k] = append(near[k], placedNeighbour{m, float64(n)})
				pairs++
				weight[k] += float64(n)
			}
		}
	}
	for range maxSmoothingRounds {
		work += pairs / itemPairsPerUnit
		if smoothRow(at, next, weight, near) < minCoordinateChange {
			break
		}
		at, next = next, at
	}
	for k, i := range items {
		g.coordinates[i] = at[k]
	}
	row = slices.Clone(items)
	slices.SortStableFunc(row, func(a, b matrix.ItemID) int { return cmp.Compare(g.coordinates[a], g.coordinates[b]) })
	return row, work
}

// sortByLines sorts the items of a side by lines along the cut, the line nearest to the cut first. Items of one line,
// at about the same distance from the cut, are sorted by id. So the border of the open part is nearly straight.
func (g *itemGraph) sortByLines(side []matrix.ItemID, width float64) []matrix.ItemID {
	for from, to := 0, 1; to <= len(side); to++ {
		if to == len(side) || math.Abs(g.coordinates[side[to]]-g.coordinates[side[from]]) > width {
			slices.Sort(side[from:to])
			from = to
		}
	}
	return side
}

// placedNeighbour is a neighbour of an item in the graph.
type placedNeighbour struct {
	rowIndex      int     // place of the neighbour in the row
	sharedOptions float64 // number of options that the neighbour shares with the item
}

// smoothRow computes the next coordinates and scales them to -1..1. The next coordinate of an item is the mean of its
// neighbours' coordinates. It returns the largest change of a coordinate.
func smoothRow(coordinates, next, weight []float64, neighbours [][]placedNeighbour) (change float64) {
	mean, total, largest := 0.0, 0.0, 0.0
	for k, others := range neighbours {
		sum := 0.0
		for _, o := range others {
			sum += coordinates[o.rowIndex] * o.sharedOptions
		}
		next[k], mean, total = sum, mean+sum, total+weight[k]
	}
	mean /= max(1, total)
	for k := range next {
		next[k] = next[k]/max(1, weight[k]) - mean
		largest = max(largest, math.Abs(next[k]))
	}
	for k := range next {
		if largest > 0 {
			next[k] /= largest
		}
		change = max(change, math.Abs(next[k]-coordinates[k]))
	}
	return change
}

// maxSideDifference is the largest difference in length between the sides, as a fraction of the length of the row.
const maxSideDifference = 0.25

// findPlaceOfCut returns the place near the middle of the row where the fewest options cross. The number of crossing
// options counts more if the halves are of different lengths.
func (g *itemGraph) findPlaceOfCut(row []matrix.ItemID) (best int) {
	place, n := make([]int, len(g.isHub)), len(row)
	for k, i := range row {
		place[i] = k
	}
	crossing := make([]int, n+1) // number of options that cross at each place, minus the number at the place before
	for _, o := range g.usefulOptions {
		first, last := n, -1
		for _, e := range g.problem.Option(o) {
			if !g.isHub[e.Item] {
				first, last = min(first, place[e.Item]), max(last, place[e.Item])
			}
		}
		if first < last {
			crossing[first+1]++
			crossing[last+1]--
		}
	}
	best, least, crossed := n/2, math.Inf(1), 0
	for k, more := range crossing {
		crossed += more
		uneven := math.Abs(float64(2*k-n)) / float64(max(1, n))
		if cost := float64(crossed+1) * (1 + uneven); uneven <= maxSideDifference && cost < least {
			best, least = k, cost
		}
	}
	return best
}
