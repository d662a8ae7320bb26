package lattice

import "cmp"

// Score is how symmetric a packing is, in the sense of Knuth's "Dancing links"
// (2000, the section on hexiamonds): the number of edges between pieces that
// are edges between pieces in the left-right reflection as well, and in the
// top-bottom reflection.
type Score struct {
	Horizontal, Vertical int
}

// Compare orders scores: the greater of the two numbers counts first, then the
// other one.
func (s Score) Compare(t Score) int {
	return cmp.Or(max(s.Horizontal, s.Vertical)-max(t.Horizontal, t.Vertical),
		min(s.Horizontal, s.Vertical)-min(t.Horizontal, t.Vertical))
}

// Scorer scores packings of one board.
type Scorer struct {
	grid                 *Grid
	edges                [][2]int32 // the numbers of cells that share an edge
	leftRight, topBottom []int32    // where cells go in reflections, or negative numbers
	turns                [][]int32  // where cells go in each turn, nil if it does not keep the board
	degrees              int        // from turn to turn
}

// NewScorer prepares for a board in the plane. It returns false for other
// lattices, in which there are no edges between cells to compare.
func NewScorer(l *Lattice, board Shape) (*Scorer, bool) {
	if l.Ends != nil || len(l.Axes) != 2 {
		return nil, false
	}
	s := &Scorer{grid: NewGrid(l, board, nil), degrees: l.Degrees()}
	for i, c := range board {
		for _, n := range l.Neighbours(c) {
			if j := s.grid.Number(n); j > int32(i) {
				s.edges = append(s.edges, [2]int32{int32(i), j})
			}
		}
	}
	s.reflect(l)
	before, _ := board.Corner()
	for _, m := range l.Motions[:l.Turns] {
		turned := board.Images(m.Apply)
		after, _ := turned.Corner()
		s.turns = append(s.turns, s.grid.Images(turned, before.Minus(after)))
	}
	return s, true
}

// reflect finds where each cell goes if the picture of the board is reflected left
// to right, and top to bottom, within the box around it: to the cell that has its
// middle there, if there is one.
func (s *Scorer) reflect(l *Lattice) {
	middles := make([]Point, len(s.grid.Cells)) // times the number of corners
	number := map[Point]int32{}
	for i, c := range s.grid.Cells {
		for _, p := range l.Outline(c) {
			middles[i] = Point{middles[i].X + p.X, middles[i].Y + p.Y}
		}
		number[middles[i]] = int32(i) + 1
	}
	least, greatest := l.Box(s.grid.Cells)
	corners := int32(len(l.Outline(s.grid.Cells[0])))
	for _, m := range middles {
		s.leftRight = append(s.leftRight, number[Point{corners*(least.X+greatest.X) - m.X, m.Y}]-1)
		s.topBottom = append(s.topBottom, number[Point{m.X, corners*(least.Y+greatest.Y) - m.Y}]-1)
	}
}

// Best returns the best score of a packing among the turns of the board, and
// the angle by which the picture must be turned with the clock to be seen so.
// Of equal ones it is the least angle.
func (s *Scorer) Best(pieces []Shape) (best Score, degrees int) {
	owner := make([]int32, len(s.grid.Cells)) // of each cell, in the turned picture
	for k, to := range s.turns {
		if to == nil {
			continue
		}
		for i := range owner {
			owner[i] = -1
		}
		for i, p := range pieces {
			for _, c := range p {
				owner[to[s.grid.Number(c)]] = int32(i)
			}
		}
		score := Score{s.common(owner, s.leftRight), s.common(owner, s.topBottom)}
		if k == 0 || score.Compare(best) > 0 {
			best, degrees = score, k*s.degrees
		}
	}
	return best, degrees
}

// common counts the edges between pieces whose images are such edges.
func (s *Scorer) common(owner, image []int32) int {
	n := 0
	for _, e := range s.edges {
		a, b := image[e[0]], image[e[1]]
		if a >= 0 && b >= 0 && divides(owner, e[0], e[1]) && divides(owner, a, b) {
			n++
		}
	}
	return n
}

// divides reports whether two cells belong to two pieces.
func divides(owner []int32, a, b int32) bool {
	return owner[a] >= 0 && owner[b] >= 0 && owner[a] != owner[b]
}
