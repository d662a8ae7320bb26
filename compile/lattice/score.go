package lattice

import (
	"cmp"
	"slices"
)

// SymmetryScore is how symmetric a packing is, in the sense of Knuth's "Dancing links"
// (2000, the section on hexiamonds): the number of edges between pieces that
// are edges between pieces in the left-right reflection as well, and in the
// top-bottom reflection.
//
// Knuth draws hexiamonds with triangles that point left and right. So pictures of triangles
// are turned by 90° before anything is compared.
type SymmetryScore struct {
	Horizontal, Vertical int
	// HorizontalPieces and VerticalPieces count the pieces whose cells are those of a piece,
	// the same or another, in the left-right and the top-bottom reflection.
	HorizontalPieces, VerticalPieces int
}

// Compare orders scores: the greater of the two numbers counts first, then the
// other one.
func (s SymmetryScore) Compare(t SymmetryScore) int {
	return cmp.Or(max(s.Horizontal, s.Vertical)-max(t.Horizontal, t.Vertical),
		min(s.Horizontal, s.Vertical)-min(t.Horizontal, t.Vertical))
}

// SymmetryScorer scores packings of one board.
type SymmetryScorer struct {
	grid                 *Grid
	edges                [][2]int32 // the numbers of cells that share an edge
	leftRight, topBottom []int32    // where cells go in reflections, or negative numbers
	turns                [][]int32  // where cells go in each turn, nil if it does not keep the board
	degrees              int        // from turn to turn
	first                int        // the angle of the first turn
}

// NewScorer prepares for a board in the plane. It returns false for other
// lattices, in which there are no edges between cells to compare.
func NewScorer(l *Lattice, board Shape) (*SymmetryScorer, bool) {
	if l.Ends != nil || len(l.Axes) != 2 {
		return nil, false
	}
	s := &SymmetryScorer{grid: NewGrid(l, board, nil), degrees: l.TurnDegrees()}
	for i, c := range board {
		for _, n := range l.Neighbours(c) {
			if j := s.grid.Number(n); j > int32(i) {
				s.edges = append(s.edges, [2]int32{int32(i), j})
			}
		}
	}
	s.findReflections(l)
	if len(l.Outline(board[0])) == 3 {
		s.first = 90
	}
	before, _ := board.BoundingBox()
	for _, m := range l.Motions[:l.PaperTurns] {
		turned := board.MapCells(m.Apply)
		after, _ := turned.BoundingBox()
		s.turns = append(s.turns, s.grid.ShiftedNumbers(turned, before.Minus(after)))
	}
	return s, true
}

// findReflections finds where each cell goes if the picture of the board is reflected left
// to right, and top to bottom, within the box around it: to the cell that has its
// middle there, if there is one.
func (s *SymmetryScorer) findReflections(l *Lattice) {
	middles := make([]PlanePoint, len(s.grid.Cells)) // times the number of corners
	number := map[PlanePoint]int32{}
	for i, c := range s.grid.Cells {
		for _, p := range l.Outline(c) {
			middles[i] = PlanePoint{middles[i].X + p.X, middles[i].Y + p.Y}
		}
		number[middles[i]] = int32(i) + 1
	}
	least, greatest := l.OutlineBox(s.grid.Cells)
	corners := int32(len(l.Outline(s.grid.Cells[0])))
	for _, m := range middles {
		s.leftRight = append(s.leftRight, number[PlanePoint{corners*(least.X+greatest.X) - m.X, m.Y}]-1)
		s.topBottom = append(s.topBottom, number[PlanePoint{m.X, corners*(least.Y+greatest.Y) - m.Y}]-1)
	}
}

// BestScore returns the best score of a packing among the turns of the board, and
// the angle by which the picture must be turned with the clock to be seen so.
// Of equal ones it is the least angle.
func (s *SymmetryScorer) BestScore(pieces []Shape) (best SymmetryScore, degrees int) {
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
		across, over := s.leftRight, s.topBottom
		if s.first == 90 {
			across, over = over, across
		}
		score := SymmetryScore{s.countCommonEdges(owner, across), s.countCommonEdges(owner, over),
			s.countUnchanged(owner, across, len(pieces)), s.countUnchanged(owner, over, len(pieces))}
		if k == 0 || score.Compare(best) > 0 {
			best, degrees = score, s.first+k*s.degrees
		}
	}
	return best, degrees
}

// countUnchanged counts the pieces whose cells are those of a piece in the image.
func (s *SymmetryScorer) countUnchanged(owner, image []int32, pieces int) (n int) {
	const unseen, no = -1, -2
	onto := slices.Repeat([]int32{unseen}, pieces) // the piece that the cells of each go to
	size := make([]int, pieces)
	for i, p := range owner {
		if p < 0 {
			continue
		}
		size[p]++
		to := int32(no)
		if j := image[i]; j >= 0 && owner[j] >= 0 {
			to = owner[j]
		}
		if onto[p] != unseen && onto[p] != to {
			to = no
		}
		onto[p] = to
	}
	for p, to := range onto {
		if to >= 0 && size[p] == size[to] {
			n++
		}
	}
	return n
}

// countCommonEdges counts the edges between pieces whose images are such edges.
func (s *SymmetryScorer) countCommonEdges(owner, image []int32) int {
	n := 0
	for _, e := range s.edges {
		a, b := image[e[0]], image[e[1]]
		if a >= 0 && b >= 0 && separatesPieces(owner, e[0], e[1]) && separatesPieces(owner, a, b) {
			n++
		}
	}
	return n
}

// separatesPieces reports whether two cells belong to two pieces.
func separatesPieces(owner []int32, a, b int32) bool {
	return owner[a] >= 0 && owner[b] >= 0 && owner[a] != owner[b]
}
