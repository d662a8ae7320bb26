package dense

import (
	"cmp"
	"math"
	"slices"

	"quadrille/runtime/search"
)

// boardShape describes the primary items as a board with cells and pieces, if the options suggest one. Items are given
// by rank. The shape determines the order of the search, and never the set of solutions.
type boardShape struct {
	// pieces are items of which each option holds exactly one, such as the pieces of a packing. cells are the other
	// items that must be covered.
	pieces, cells []int32
	// cellNeighbours is a graph: it lists the neighbours of each cell. The cells of every option are connected in this
	// graph. It is nil if it was not computed.
	cellNeighbours  [][]int32
	placeInSequence []int32 // for each item by its rank, its place in the sequence of the second phase
	// frontierSize is the largest number of uncovered cells that are next to covered ones, while the cells are covered
	// in the order of the sequence.
	frontierSize int
	hasRarePiece bool // whether some piece has at most a third as many options as any other piece
}

// newBoardShape computes the shape of a problem whose items fit a mask.
func newBoardShape(in *rankedProblem) *boardShape {
	n := len(in.itemAtRank)
	if n > maskBits {
		return &boardShape{placeInSequence: identityOrder[int32](n)}
	}
	c := countSharedOptions(in)
	s := &boardShape{}
	s.findPieces(in, c)
	s.hasRarePiece = c.hasRareItem(s.pieces)
	s.cellNeighbours = c.cellGraph(in, s.cells)
	s.arrangeItems(n)
	return s
}

// sharedCounts holds for each pair of items the number of options that hold both, and on the diagonal the number of
// options that hold the item.
type sharedCounts [][]int32

func countSharedOptions(in *rankedProblem) sharedCounts {
	c := sharedCounts(squareMatrix[int32](len(in.itemAtRank)))
	for _, o := range in.options {
		for _, i := range o.items {
			for _, j := range o.items {
				c[i][j]++
			}
		}
	}
	return c
}

func squareMatrix[T any](n int) [][]T {
	rows := make([][]T, n)
	for i := range rows {
		rows[i] = make([]T, n)
	}
	return rows
}

// partnerCounts returns for each item the number of items with which it shares an option.
func (c sharedCounts) partnerCounts() []int {
	all := make([]int, len(c))
	for i := range c {
		for j, n := range c[i] {
			if j != i && n > 0 {
				all[i]++
			}
		}
	}
	return all
}

// maxPieceSearches is the largest number of attempts to find the pieces.
const maxPieceSearches = 16

// findPieces looks for pieces: a set of items of which each option holds exactly one. It begins with the item that
// shares options with the most others, because a piece fits nearly everywhere. It then adds items that share no
// option with those chosen so far.
func (s *boardShape) findPieces(in *rankedProblem, c sharedCounts) {
	byPartners, partners := identityOrder[int32](len(c)), c.partnerCounts()
	slices.SortStableFunc(byPartners, func(a, b int32) int { return partners[b] - partners[a] })
	for _, seed := range byPartners[:min(maxPieceSearches, len(c))] {
		pieces, reached := []int32{seed}, c[seed][seed]
		for _, i := range byPartners {
			if !slices.ContainsFunc(pieces, func(p int32) bool { return p == i || c[p][i] > 0 }) {
				pieces = append(pieces, i)
				reached += c[i][i]
			}
		}
		if arePieces(in, partners, pieces, int(reached)) {
			s.pieces = pieces
			break
		}
	}
	for i := range int32(len(c)) {
		if !in.isOptional(i) && !slices.Contains(s.pieces, i) {
			s.cells = append(s.cells, i)
		}
	}
}

// hasRareItem reports whether one of the items has at most a third as many options as any other. If the symmetry of a
// board is broken by a piece with restricted places, that piece is such an item.
func (c sharedCounts) hasRareItem(items []int32) bool {
	least, next := math.MaxInt32, math.MaxInt32
	for _, i := range items {
		n := int(c[i][i])
		least, next = min(n, least), min(max(n, least), next)
	}
	return 3*least <= next
}

// arePieces reports whether the items are pieces. Each option must hold one of them and at least
// two other items. The median number of partners (items in a common option) must be half of the
// other items or more. The argument reached is the number of options that hold any of the items.
func arePieces(in *rankedProblem, partners []int, pieces []int32, reached int) bool {
	for _, o := range in.options {
		if o.id == leaveItemID {
			continue
		}
		if len(o.items) < 3 {
			return false
		}
		reached--
	}
	middle := slices.Clone(pieces)
	slices.SortFunc(middle, func(a, b int32) int { return cmp.Compare(partners[a], partners[b]) })
	return reached == 0 && 2*partners[middle[len(middle)/2]] >= len(partners)-len(pieces)
}

// cellGraph returns a graph of the cells, as lists of neighbours. It joins the cells of each option by a spanning
// tree of the pairs with the greatest likeness. On boards these pairs are adjacent cells.
func (c sharedCounts) cellGraph(in *rankedProblem, cells []int32) [][]int32 {
	isCell := make([]bool, len(c))
	for _, i := range cells {
		isCell[i] = true
	}
	graph, likeness := make([][]int32, len(c)), c.likeness()
	var held []int32
	for _, o := range in.options {
		held = held[:0]
		for _, i := range o.items {
			if isCell[i] {
				held = append(held, i)
			}
		}
		if len(held) > 0 {
			joinBySpanningTree(held, likeness, graph)
		}
	}
	for _, neighbours := range graph {
		slices.Sort(neighbours)
	}
	return graph
}

// joinBySpanningTree joins items by a spanning tree of the greatest likeness (Prim's algorithm). It
// reorders them.
func joinBySpanningTree(items []int32, likeness [][]float64, graph [][]int32) {
	// for each item outside the tree, the item in the tree with the greatest likeness
	near := slices.Repeat(items[:1], len(items))
	for tree := 1; tree < len(items); tree++ {
		to := tree
		for k := tree + 1; k < len(items); k++ {
			if likeness[near[k]][items[k]] > likeness[near[to]][items[to]] {
				to = k
			}
		}
		i, j := near[to], items[to]
		if !slices.Contains(graph[i], j) {
			graph[i], graph[j] = append(graph[i], j), append(graph[j], i)
		}
		items[tree], items[to], near[to] = j, items[tree], near[tree]
		for k := tree + 1; k < len(items); k++ {
			if likeness[j][items[k]] > likeness[near[k]][items[k]] {
				near[k] = j
			}
		}
	}
}

// likeness returns, for each pair of items, how similar their option sets are, from 0 to 1: the square of the number of
// options that hold both items, divided by the product of the numbers of options that hold each item.
func (c sharedCounts) likeness() [][]float64 {
	all := squareMatrix[float64](len(c))
	for i := range all {
		for j, n := range c[i] {
			if n > 0 {
				all[i][j] = float64(n) * float64(n) / (float64(c[i][i]) * float64(c[j][j]))
			}
		}
	}
	return all
}

// arrangeItems computes the sequence in which the second phase covers the items: first the cells, in an order with a
// short frontier, then the items that need not be covered, and last the pieces, which have the most options.
func (s *boardShape) arrangeItems(n int) {
	sequence := slices.Concat(s.orderAlongBoard(), s.pieces)
	var others []int32
	for i := range int32(n) {
		if !slices.Contains(sequence, i) {
			others = append(others, i)
		}
	}
	s.placeInSequence = make([]int32, n)
	for k, i := range slices.Insert(sequence, len(s.cells), others...) {
		s.placeInSequence[i] = int32(k)
	}
}

// maxSweepStarts is the largest number of cells from which [boardShape.orderAlongBoard] tries to order the board.
const maxSweepStarts = 12

// orderAlongBoard orders the cells so that the frontier stays short. The frontier is the set of cells
// that are not in the order yet and are next to one that is.
//
// A sweep sorts the cells by the sum of the distances from two cells a and b, and then by the
// distance from a. If a and b are the ends of a side of a rectangle, the cells with the same sum
// are a line parallel to it, so the sweep goes line by line. If a and b are one cell, it is a
// breadth-first walk. The best of the sweeps from cells with few neighbours is returned.
func (s *boardShape) orderAlongBoard() []int32 {
	best := s.cells
	s.frontierSize = s.frontierWidth(best, maskBits)
	corners := slices.Clone(s.cells)
	slices.SortStableFunc(corners, func(a, b int32) int { return len(s.cellNeighbours[a]) - len(s.cellNeighbours[b]) })
	corners = corners[:min(maxSweepStarts, len(corners))]
	distance := make([][]int, len(corners))
	for k, a := range corners {
		distance[k] = s.distancesFrom(a)
	}
	for k, da := range distance {
		for _, db := range distance[k:] {
			order := s.sweepOrder(da, db)
			if width := s.frontierWidth(order, s.frontierSize); width < s.frontierSize {
				best, s.frontierSize = order, width
			}
		}
	}
	return best
}

// sweepOrder sorts the cells by their distances da and db from two cells. Cells with equal
// distances keep their order.
func (s *boardShape) sweepOrder(da, db []int) []int32 {
	keys := make([]int, len(s.cells))
	for k, i := range s.cells {
		keys[k] = ((da[i]+db[i])*2*unreachable+da[i])*maskBits + k
	}
	slices.Sort(keys)
	order := make([]int32, len(s.cells))
	for k, key := range keys {
		order[k] = s.cells[key%maskBits]
	}
	return order
}

// unreachable is the distance of cells without a path between them, larger than any other distance.
const unreachable = 2 * maskBits

func (s *boardShape) distancesFrom(from int32) []int {
	d := slices.Repeat([]int{unreachable}, len(s.cellNeighbours))
	d[from] = 0
	for queue := []int32{from}; len(queue) > 0; queue = queue[1:] {
		i := queue[0]
		for _, j := range s.cellNeighbours[i] {
			if d[j] == unreachable {
				d[j] = d[i] + 1
				queue = append(queue, j)
			}
		}
	}
	return d
}

// frontierWidth returns the largest number of cells in the frontier of an order, or limit if that number exceeds limit.
func (s *boardShape) frontierWidth(order []int32, limit int) int {
	ahead, behind := codeMask{}, codeMask{} // cells of the frontier; cells that precede the current one in the order
	longest := 0
	for _, i := range order {
		behind = behind.Union(search.BitSetOf(i))
		for _, j := range s.cellNeighbours[i] {
			ahead = ahead.Union(search.BitSetOf(j))
		}
		if longest = max(longest, ahead.Subtract(behind).Len()); longest >= limit {
			return limit
		}
	}
	return longest
}

// maxMeanDegree is the largest mean number of neighbours of a cell in the graph of a board.
const maxMeanDegree = 8

// isBoardLike reports whether the cells form a board: they have few neighbours.
func (s *boardShape) isBoardLike() bool {
	edges := 0
	for _, neighbours := range s.cellNeighbours {
		edges += len(neighbours)
	}
	return edges > 0 && edges <= maxMeanDegree*len(s.cells)
}

// phaseThreshold returns the number of open items at which the second phase begins. Without a board, it is a quarter of
// the items, because the fixed order is of little use. On a board it is half of the items, and more on a narrow board.
// If a piece breaks the symmetry of a board that is at least twice as long as wide, the second phase begins soon after
// that piece is placed.
//
// For packings of 3x20, 4x15, 5x12, 6x10 and 3x30 cells, with symmetry and without, and of
// hexiamonds, the best number takes at most a fifth less time.
func (s *boardShape) phaseThreshold() int {
	n, cells := len(s.placeInSequence), len(s.cells)
	area := s.frontierSize * s.frontierSize // number of cells of a square board with the same frontier
	switch {
	case !s.isBoardLike():
		return n / 4
	case s.hasRarePiece && 2*area <= cells:
		return 5 * n / 6
	}
	return max(n/2, n*(5*cells-4*area)/(6*cells))
}
