package lattice

import (
	"math"
	"slices"
)

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
	if l.Ends != nil || len(l.Axes) != 2 {
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
	leftRight, topBottom := s.reflections(l)
	for k, turn := range l.Motions[:l.Turns] {
		if to := s.images(l, turn.Apply); !slices.Contains(to, -1) {
			s.views = append(s.views, view{k * l.Degrees(), turned(leftRight, to), turned(topBottom, to)})
		}
	}
	return s, true
}

// reflections returns where each cell goes if the picture of the board is
// reflected left to right, and top to bottom, within the box around it: to the
// cell that has its middle there, if there is one.
func (s *Scorer) reflections(l *Lattice) (leftRight, topBottom []int32) {
	least, greatest := Point{math.MaxInt32, math.MaxInt32}, Point{math.MinInt32, math.MinInt32}
	middles := make([]Point, len(s.grid.Cells)) // times the number of corners
	number := map[Point]int32{}
	for i, c := range s.grid.Cells {
		for _, p := range l.Outline(c) {
			least = Point{min(least.X, p.X), min(least.Y, p.Y)}
			greatest = Point{max(greatest.X, p.X), max(greatest.Y, p.Y)}
			middles[i] = Point{middles[i].X + p.X, middles[i].Y + p.Y}
		}
		number[middles[i]] = int32(i) + 1
	}
	corners := int32(len(l.Outline(s.grid.Cells[0])))
	for _, m := range middles {
		leftRight = append(leftRight, number[Point{corners*(least.X+greatest.X) - m.X, m.Y}]-1)
		topBottom = append(topBottom, number[Point{m.X, corners*(least.Y+greatest.Y) - m.Y}]-1)
	}
	return leftRight, topBottom
}

// turned returns the map that a reader of the turned picture sees as image: to
// turns a cell, and what it is turned back from.
func turned(image, to []int32) []int32 {
	from := make([]int32, len(to))
	for i, j := range to {
		from[j] = int32(i)
	}
	out := make([]int32, len(to))
	for i, j := range to {
		if out[i] = image[j]; out[i] >= 0 {
			out[i] = from[out[i]]
		}
	}
	return out
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
