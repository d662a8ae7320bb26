package lattice

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
	if d := max(s.Horizontal, s.Vertical) - max(t.Horizontal, t.Vertical); d != 0 {
		return d
	}
	return min(s.Horizontal, s.Vertical) - min(t.Horizontal, t.Vertical)
}

// Scorer scores packings of one board.
type Scorer struct {
	grid  *Grid
	edges [][2]int32 // the numbers of cells that share an edge
	views []view
}

// view is the board turned onto itself, with its two reflections: where each
// cell goes, or a negative number if it leaves the board.
type view struct {
	degrees              int
	leftRight, topBottom []int32
}

// NewScorer prepares for a board in the plane. It returns false for other
// lattices, in which there are no edges between cells to compare.
func NewScorer(l *Lattice, board Shape) (*Scorer, bool) {
	if l.Through != nil || len(l.Axes) != 2 {
		return nil, false
	}
	s := &Scorer{grid: NewGrid(l, board, nil)}
	for i, c := range board {
		for _, n := range l.Neighbours(c) {
			if j := s.grid.Number(n); j > int32(i) {
				s.edges = append(s.edges, [2]int32{int32(i), j})
			}
		}
	}
	half, _ := l.Rotation(180)
	for k, turn := range l.Motions[:l.Turns] {
		if !s.turns(l, turn) {
			continue
		}
		// Seen by a reader who turns the picture, its reflection is the one that
		// the turn undone makes of it.
		back := l.Motions[(l.Turns-k)%l.Turns]
		mirror := func(c Cell) Cell { return back.Apply(l.Mirror.Apply(turn.Apply(c))) }
		s.views = append(s.views, view{
			degrees:   k * l.Degrees(),
			leftRight: s.images(l, mirror),
			topBottom: s.images(l, func(c Cell) Cell { return half.Apply(mirror(c)) }),
		})
	}
	return s, true
}

// turns reports whether a rotation maps the board to itself.
func (s *Scorer) turns(l *Lattice, turn Motion) bool {
	for _, n := range s.images(l, turn.Apply) {
		if n < 0 {
			return false
		}
	}
	return true
}

// images returns the number of the image of each cell, the board's box brought
// back to its place.
func (s *Scorer) images(l *Lattice, move func(Cell) Cell) []int32 {
	moved := make(Shape, len(s.grid.Cells))
	for i, c := range s.grid.Cells {
		moved[i] = move(c)
	}
	before, _ := s.grid.Cells.Corner()
	after, _ := moved.Corner()
	back := before.Minus(after)
	out := make([]int32, len(moved))
	for i, c := range moved {
		out[i] = -1
		if l.IsShift(back) {
			out[i] = s.grid.Number(c.Plus(back))
		}
	}
	return out
}

// Best returns the best score of a packing among the views of the board, and
// the angle by which the picture must be turned with the clock to be seen so.
// Of equal ones it is the least angle.
func (s *Scorer) Best(pieces []Shape) (best Score, degrees int) {
	owner := make([]int32, len(s.grid.Cells))
	for i := range owner {
		owner[i] = -1
	}
	for i, p := range pieces {
		for _, c := range p {
			owner[s.grid.Number(c)] = int32(i)
		}
	}
	for i, v := range s.views {
		score := Score{s.common(owner, v.leftRight), s.common(owner, v.topBottom)}
		if i == 0 || score.Compare(best) > 0 {
			best, degrees = score, v.degrees
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
