package dense

import "slices"

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
}

// newShape looks at problems of so many items at most.
func newShape(in *instance, most int) *shape {
	n := len(in.ranked)
	if n > most {
		return &shape{place: identity[int32](n)}
	}
	s := &shape{}
	c := countShared(in)
	s.findPieces(in, c)
	s.graph = c.graph(in, s.cells)
	s.arrange(n)
	return s
}

// shared counts the options that two items share, and with itself those of each.
type shared struct {
	n      int
	counts []int32
}

func (c *shared) at(i, j int32) int32 { return c.counts[int(i)*c.n+int(j)] }

func countShared(in *instance) *shared {
	n := len(in.ranked)
	c := &shared{n, make([]int32, n*n)}
	for _, o := range in.options {
		for _, i := range o.items {
			for _, j := range o.items {
				c.counts[int(i)*n+int(j)]++
			}
		}
	}
	return c
}

// partners returns, for each item, the number of those that share an option with it.
func (c *shared) partners() []int {
	all := make([]int, c.n)
	for i := range int32(c.n) {
		for j := range int32(c.n) {
			if j != i && c.at(i, j) > 0 {
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
func (s *shape) findPieces(in *instance, c *shared) {
	byPartners, partners := identity[int32](c.n), c.partners()
	slices.SortStableFunc(byPartners, func(a, b int32) int { return partners[b] - partners[a] })
	for _, seed := range byPartners[:min(seeds, c.n)] {
		pieces, met := []int32{seed}, c.at(seed, seed)
		for _, i := range byPartners {
			if !slices.ContainsFunc(pieces, func(p int32) bool { return p == i || c.at(p, i) > 0 }) {
				pieces = append(pieces, i)
				met += c.at(i, i)
			}
		}
		if int(met) == s.needed(in) && s.good(in, partners, pieces) {
			s.pieces = pieces
			break
		}
	}
	for i := range int32(c.n) {
		if !in.optional(i) && !slices.Contains(s.pieces, i) {
			s.cells = append(s.cells, i)
		}
	}
}

// needed returns the number of options that are not there to leave an item.
func (s *shape) needed(in *instance) int {
	n := 0
	for _, o := range in.options {
		if o.id != leaves {
			n++
		}
	}
	return n
}

// good reports whether pieces meet half of the other items or more, in the
// middle of them, and each option has at least two items besides its piece.
func (s *shape) good(in *instance, partners []int, pieces []int32) bool {
	var met []int
	for _, p := range pieces {
		met = append(met, partners[p])
	}
	slices.Sort(met)
	if 2*met[len(met)/2] < len(partners)-len(pieces) {
		return false
	}
	return !slices.ContainsFunc(in.options, func(o candidate) bool { return o.id != leaves && len(o.items) < 3 })
}

// graph joins cells: in each option, by a spanning tree of the pairs that share
// the most options for how many they are in. On boards those are next to one
// another.
func (c *shared) graph(in *instance, cells []int32) [][]int32 {
	isCell := make([]bool, c.n)
	for _, i := range cells {
		isCell[i] = true
	}
	joined, likeness := make([]bool, c.n*c.n), c.likeness()
	var held []int32
	for _, o := range in.options {
		held = held[:0]
		for _, i := range o.items {
			if isCell[i] {
				held = append(held, i)
			}
		}
		c.span(held, likeness, joined)
	}
	graph := make([][]int32, c.n)
	for i := range int32(c.n) {
		for j := range int32(c.n) {
			if joined[int(i)*c.n+int(j)] {
				graph[i] = append(graph[i], j)
			}
		}
	}
	return graph
}

// span joins items by a spanning tree of the greatest likeness (Prim's algorithm).
// It reorders them.
func (c *shared) span(items []int32, likeness []float64, joined []bool) {
	if len(items) == 0 {
		return
	}
	near := slices.Repeat(items[:1], len(items)) // the likest item in the tree
	of := func(k int) float64 { return likeness[int(near[k])*c.n+int(items[k])] }
	for tree := 1; tree < len(items); tree++ {
		to := tree
		for k := tree + 1; k < len(items); k++ {
			if of(k) > of(to) {
				to = k
			}
		}
		i, j := near[to], items[to]
		joined[int(i)*c.n+int(j)], joined[int(j)*c.n+int(i)] = true, true
		items[tree], items[to], near[to] = j, items[tree], near[tree]
		for k := tree + 1; k < len(items); k++ {
			if likeness[int(j)*c.n+int(items[k])] > of(k) {
				near[k] = j
			}
		}
	}
}

// likeness returns the squares of the cosines between the options of two items.
func (c *shared) likeness() []float64 {
	all := make([]float64, c.n*c.n)
	for i := range int32(c.n) {
		for j := range int32(c.n) {
			if n := float64(c.at(i, j)); n > 0 {
				all[int(i)*c.n+int(j)] = n * n / (float64(c.at(i, i)) * float64(c.at(j, j)))
			}
		}
	}
	return all
}

// arrange finds the sequence: cells so that few are next to those before, then
// the items that may be left, and pieces last, as they have the most options.
func (s *shape) arrange(n int) {
	s.place = make([]int32, n)
	sequence := slices.Concat(s.sweepCells(), s.pieces)
	var others []int32
	for i := range int32(n) {
		if !slices.Contains(sequence, i) {
			others = append(others, i)
		}
	}
	for k, i := range slices.Insert(sequence, len(s.cells), others...) {
		s.place[i] = int32(k)
	}
}

// sparse is the greatest mean degree of the graph of a board.
const sparse = 8

// board reports whether the cells are like those of a board: few are next to each.
func (s *shape) board() bool {
	edges := 0
	for _, neighbours := range s.graph {
		edges += len(neighbours)
	}
	return edges > 0 && edges <= sparse*len(s.cells)
}

// threshold returns the number of open items at which the second phase begins: on
// boards half of them, which for pentominoes on boards 6 to 8 wide took at most two
// fifths more than the best number, while narrower ones want it sooner; elsewhere,
// where a fixed order has little to go by, a quarter.
func (s *shape) threshold() int {
	if s.board() {
		return len(s.place) / 2
	}
	return len(s.place) / 4
}
