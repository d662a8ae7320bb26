package lattice

import (
	"cmp"
	"slices"
)

// SymmetryScore measures the symmetry of a packing as in Knuth's "Dancing links" (2000, the section on
// hexiamonds): the number of edges between pieces whose image is also an edge between pieces, for the
// left-right and the top-bottom reflection.
//
// Knuth draws hexiamonds with triangles that point left and right. So pictures of triangles are turned by 90°
// first.
type SymmetryScore struct {
	Horizontal, Vertical int
	// HorizontalPieces and VerticalPieces count the pieces whose image in the left-right and the top-bottom
	// reflection has the cells of some piece.
	HorizontalPieces, VerticalPieces int
}

// Compare orders scores by the greater of the two numbers, and then by the other one.
func (s SymmetryScore) Compare(t SymmetryScore) int {
	return cmp.Or(max(s.Horizontal, s.Vertical)-max(t.Horizontal, t.Vertical),
		min(s.Horizontal, s.Vertical)-min(t.Horizontal, t.Vertical))
}

// SymmetryScorer scores packings of one board.
type SymmetryScorer struct {
	grid                 *Grid
	edges                [][2]int32 // pairs of numbers of cells that share an edge
	leftRight, topBottom []int32    // by cell: its image under the reflection, or a negative number
	turns                [][]int32  // by turn: the images of the cells; nil if it does not keep the board
	degrees              int        // angle between consecutive turns
	first                int        // the angle of the first turn
}

// NewScorer returns a scorer for a board in the plane. It returns false for other lattices, which have no edges
// between cells.
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

// findReflections finds the image of each cell when the picture of the board is reflected left to right, and
// top to bottom, within the box around it. The image is the cell with its centre there, if there is one.
func (s *SymmetryScorer) findReflections(l *Lattice) {
	middles := make([]PlanePoint, len(s.grid.Cells)) // centres, multiplied by the number of corners
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

// BestScore returns the best score of a packing over all turns of the board, and the clockwise angle of that
// turn. Of equal scores it is the least angle.
func (s *SymmetryScorer) BestScore(pieces []Shape) (best SymmetryScore, degrees int) {
	owner := make([]int32, len(s.grid.Cells)) // by cell in the turned picture: its piece
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

// countUnchanged counts the pieces whose image has the cells of some piece.
func (s *SymmetryScorer) countUnchanged(owner, image []int32, pieces int) (n int) {
	const unseen, no = -1, -2
	onto := slices.Repeat([]int32{unseen}, pieces) // by piece: the piece at the images of its cells
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

// countCommonEdges counts the edges between pieces whose images are edges between pieces.
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

// separatesPieces reports whether two cells belong to different pieces.
func separatesPieces(owner []int32, a, b int32) bool {
	return owner[a] >= 0 && owner[b] >= 0 && owner[a] != owner[b]
}
