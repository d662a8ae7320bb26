package dense

import (
	"cmp"
	"math"
	"slices"

	"quadrille/runtime/bits128"
)

// shape is what the options say of the primary items, by rank. It steers the
// search and the filter, and never what is found.
type shape struct {
	// pieces are items no two of which are in one option, and cells the other
	// ones that must be covered.
	pieces, cells []int32
	// graph joins cells so that the cells of an option are connected: for each
	// cell its neighbours. It is nil if it was not looked for.
	graph [][]int32
	place []int32 // of each item in the sequence of the second phase
	width int     // the length of the frontier along the sequence
	rare  bool    // a piece has at most a third as many options as any other
}

// newShape looks at problems whose items have room in a mask.
func newShape(in *instance) *shape {
	n := len(in.ranked)
	if n > maskBits {
		return &shape{place: identity[int32](n)}
	}
	c := countShared(in)
	s := &shape{}
	s.findPieces(in, c)
	s.rare = c.rare(s.pieces)
	s.graph = c.graph(in, s.cells)
	s.arrange(n)
	return s
}

// shared counts, for each pair of items, the options that they share, and for an item
// and itself those of the item.
type shared [][]int32

func countShared(in *instance) shared {
	c := shared(square[int32](len(in.ranked)))
	for _, o := range in.options {
		for _, i := range o.items {
			for _, j := range o.items {
				c[i][j]++
			}
		}
	}
	return c
}

func square[T any](n int) [][]T {
	rows := make([][]T, n)
	for i := range rows {
		rows[i] = make([]T, n)
	}
	return rows
}

// partners returns, for each item, the number of those that share an option with it.
func (c shared) partners() []int {
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

// seeds bounds the attempts to find pieces.
const seeds = 16

// findPieces looks for pieces: items that are met by each option exactly once. A
// piece goes nearly everywhere, so the item with the most partners is taken
// first, and then those that share no option with the ones that have been taken.
func (s *shape) findPieces(in *instance, c shared) {
	byPartners, partners := identity[int32](len(c)), c.partners()
	slices.SortStableFunc(byPartners, func(a, b int32) int { return partners[b] - partners[a] })
	for _, seed := range byPartners[:min(seeds, len(c))] {
		pieces, met := []int32{seed}, c[seed][seed]
		for _, i := range byPartners {
			if !slices.ContainsFunc(pieces, func(p int32) bool { return p == i || c[p][i] > 0 }) {
				pieces = append(pieces, i)
				met += c[i][i]
			}
		}
		if arePieces(in, partners, pieces, int(met)) {
			s.pieces = pieces
			break
		}
	}
	for i := range int32(len(c)) {
		if !in.optional(i) && !slices.Contains(s.pieces, i) {
			s.cells = append(s.cells, i)
		}
	}
}

// rare reports whether one of some items has at most a third as many options as any other, as a
// piece has that breaks the symmetry of a board.
func (c shared) rare(items []int32) bool {
	least, next := math.MaxInt32, math.MaxInt32
	for _, i := range items {
		n := int(c[i][i])
		least, next = min(n, least), min(max(n, least), next)
	}
	return 3*least <= next
}

// arePieces reports whether items are pieces, of which options meet so many: each option
// meets one and has at least two items besides, and the pieces meet half of the other
// items or more, in the middle of them.
func arePieces(in *instance, partners []int, pieces []int32, met int) bool {
	for _, o := range in.options {
		if o.id == leaves {
			continue
		}
		if len(o.items) < 3 {
			return false
		}
		met--
	}
	middle := slices.Clone(pieces)
	slices.SortFunc(middle, func(a, b int32) int { return cmp.Compare(partners[a], partners[b]) })
	return met == 0 && 2*partners[middle[len(middle)/2]] >= len(partners)-len(pieces)
}

// graph joins cells: in each option, by a spanning tree of the pairs that share
// the most options for how many they are in. On boards those are next to one
// another.
func (c shared) graph(in *instance, cells []int32) [][]int32 {
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
			span(held, likeness, graph)
		}
	}
	for _, neighbours := range graph {
		slices.Sort(neighbours)
	}
	return graph
}

// span joins items by a spanning tree of the greatest likeness (Prim's algorithm).
// It reorders them.
func span(items []int32, likeness [][]float64, graph [][]int32) {
	near := slices.Repeat(items[:1], len(items)) // the likest item in the tree
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

// likeness returns the squares of the cosines between the options of two items.
func (c shared) likeness() [][]float64 {
	all := square[float64](len(c))
	for i := range all {
		for j, n := range c[i] {
			if n > 0 {
				all[i][j] = float64(n) * float64(n) / (float64(c[i][i]) * float64(c[j][j]))
			}
		}
	}
	return all
}

// arrange finds the sequence: cells so that few are next to those before, then
// the items that may be left, and pieces last, as they have the most options.
func (s *shape) arrange(n int) {
	sequence := slices.Concat(s.alongBoard(), s.pieces)
	var others []int32
	for i := range int32(n) {
		if !slices.Contains(sequence, i) {
			others = append(others, i)
		}
	}
	s.place = make([]int32, n)
	for k, i := range slices.Insert(sequence, len(s.cells), others...) {
		s.place[i] = int32(k)
	}
}

// mostCorners bounds the cells that sweeps begin at.
const mostCorners = 12

// alongBoard orders the cells so that the frontier stays short: the cells that
// are not yet in order and next to one that is.
//
// A sweep goes by the sum of the distances from two cells a and b, and then by
// the distance from a. If a and b are the ends of a side of a rectangle, the cells
// with the same sum are a line parallel to it, and the sweep takes line after line.
// If they are one cell, it is a breadth-first walk. Of the sweeps from cells with
// few neighbours the best is taken.
func (s *shape) alongBoard() []int32 {
	best := s.cells
	s.width = s.frontier(best, maskBits)
	corners := slices.Clone(s.cells)
	slices.SortStableFunc(corners, func(a, b int32) int { return len(s.graph[a]) - len(s.graph[b]) })
	corners = corners[:min(mostCorners, len(corners))]
	distance := make([][]int, len(corners))
	for k, a := range corners {
		distance[k] = s.distances(a)
	}
	for k, da := range distance {
		for _, db := range distance[k:] {
			order := s.sweep(da, db)
			if width := s.frontier(order, s.width); width < s.width {
				best, s.width = order, width
			}
		}
	}
	return best
}

// sweep returns the cells by their distances from two of them. Equals stay in order.
func (s *shape) sweep(da, db []int) []int32 {
	keys := make([]int, len(s.cells))
	for k, i := range s.cells {
		keys[k] = ((da[i]+db[i])*2*far+da[i])*maskBits + k
	}
	slices.Sort(keys)
	order := make([]int32, len(s.cells))
	for k, key := range keys {
		order[k] = s.cells[key%maskBits]
	}
	return order
}

// far is more than any distance.
const far = 2 * maskBits

func (s *shape) distances(from int32) []int {
	d := slices.Repeat([]int{far}, len(s.graph))
	d[from] = 0
	for queue := []int32{from}; len(queue) > 0; queue = queue[1:] {
		i := queue[0]
		for _, j := range s.graph[i] {
			if d[j] == far {
				d[j] = d[i] + 1
				queue = append(queue, j)
			}
		}
	}
	return d
}

// frontier returns the greatest length of the frontier, or most if that is less.
func (s *shape) frontier(order []int32, most int) int {
	ahead, behind := mask{}, mask{} // the frontier, and the cells in order
	longest := 0
	for _, i := range order {
		behind = behind.With(bits128.Of(i))
		for _, j := range s.graph[i] {
			ahead = ahead.With(bits128.Of(j))
		}
		if longest = max(longest, ahead.Without(behind).Len()); longest >= most {
			return most
		}
	}
	return longest
}

// mostNeighbours is the greatest mean degree of the graph of a board.
const mostNeighbours = 8

// board reports whether the cells are like those of a board: few are next to each.
func (s *shape) board() bool {
	edges := 0
	for _, neighbours := range s.graph {
		edges += len(neighbours)
	}
	return edges > 0 && edges <= mostNeighbours*len(s.cells)
}

// threshold returns the number of open items at which the second phase begins. Where there is
// no board a fixed order has little to go by: at a quarter of them. On a board it is
// half, or sooner the narrower the board is. If a piece breaks the symmetry of a board at least
// twice as long as wide, the first phase has done its work soon after that piece.
//
// For packings of 3x20, 4x15, 5x12, 6x10 and 3x30 cells, with symmetry and without, and of
// hexiamonds, the best number takes at most a fifth less time.
func (s *shape) threshold() int {
	n, cells := len(s.place), len(s.cells)
	area := s.width * s.width // as a part of the cells it is how wide the board is for its length
	switch {
	case !s.board():
		return n / 4
	case s.rare && 2*area <= cells:
		return 5 * n / 6
	}
	return max(n/2, n*(5*cells-4*area)/(6*cells))
}
