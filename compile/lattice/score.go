package lattice

import (
	"cmp"
	"slices"
)

// SymmetryScore says how symmetric a packing looks, as in Knuth's "Dancing links" (2000, section on hexiamonds). It
// counts the edges between pieces whose mirror image is also an edge between pieces. LeftRightEdges is the count for
// the left-right reflection, TopBottomEdges for the top-bottom one.
//
// Knuth draws hexiamonds with triangles that point left and right. So a picture of triangles is first turned by 90°.
type SymmetryScore struct {
	LeftRightEdges, TopBottomEdges int
	// LeftRightPieces and TopBottomPieces count the pieces whose mirror image has exactly the cells of some piece, for
	// the left-right and the top-bottom reflection.
	LeftRightPieces, TopBottomPieces int
}

// Compare orders scores by the greater of LeftRightEdges and TopBottomEdges, and then by the lesser.
func (s SymmetryScore) Compare(t SymmetryScore) int {
	return cmp.Or(max(s.LeftRightEdges, s.TopBottomEdges)-max(t.LeftRightEdges, t.TopBottomEdges),
		min(s.LeftRightEdges, s.TopBottomEdges)-min(t.LeftRightEdges, t.TopBottomEdges))
}

// SymmetryScorer computes the scores of packings of one board.
type SymmetryScorer struct {
	grid      *Grid
	cellEdges [][2]int32 // pairs of cells that share an edge, by cell index
	// for each cell, the index of its mirror image, or a negative number if there is none
	leftRightImage, topBottomImage []int32
	// for each turn, the index of the image of each cell; nil if the turn does not map the board to itself
	turnImages     [][]int32
	turnAngle      int // angle in degrees between one turn and the next
	firstTurnAngle int // angle in degrees of the first turn
}

// NewSymmetryScorer returns a scorer for a board. It returns false if the lattice is not a lattice of the plane whose
// cells have edges.
func NewSymmetryScorer(l *Lattice, board Shape) (*SymmetryScorer, bool) {
	if l.StickEnds != nil || len(l.AxisNames) != 2 {
		return nil, false
	}
	s := &SymmetryScorer{grid: NewGrid(l, board, nil), turnAngle: l.LeastTurnDegrees()}
	for i, c := range board {
		for _, n := range l.Neighbours(c) {
			if j := s.grid.CellNumber(n); j > int32(i) {
				s.cellEdges = append(s.cellEdges, [2]int32{int32(i), j})
			}
		}
	}
	s.findReflections(l)
	if len(l.CellOutline(board[0])) == 3 {
		s.firstTurnAngle = 90
	}
	before, _ := board.BoundingBox()
	for _, m := range l.Motions[:l.PaperRotationCount] {
		turned := board.MapCells(m.ApplyToCell)
		after, _ := turned.BoundingBox()
		s.turnImages = append(s.turnImages, s.grid.NumbersAfterShift(turned, before.Minus(after)))
	}
	return s, true
}

// findReflections finds the mirror image of each cell, left-right and top-bottom within the box around the board. The
// mirror image of a cell is the cell whose centre is the image of the centre, if there is such a cell.
func (s *SymmetryScorer) findReflections(l *Lattice) {
	middles := make([]PlanePoint, len(s.grid.Cells)) // centres of the cells, times the number of corners
	number := map[PlanePoint]int32{}
	for i, c := range s.grid.Cells {
		for _, p := range l.CellOutline(c) {
			middles[i] = PlanePoint{middles[i].X + p.X, middles[i].Y + p.Y}
		}
		number[middles[i]] = int32(i) + 1
	}
	least, greatest := l.OutlineBox(s.grid.Cells)
	corners := int32(len(l.CellOutline(s.grid.Cells[0])))
	for _, m := range middles {
		s.leftRightImage = append(s.leftRightImage, number[PlanePoint{corners*(least.X+greatest.X) - m.X, m.Y}]-1)
		s.topBottomImage = append(s.topBottomImage, number[PlanePoint{m.X, corners*(least.Y+greatest.Y) - m.Y}]-1)
	}
}

// BestScore returns the best score of a packing over all turns of the board, and the clockwise angle of that turn. Of
// turns with equal scores the turn with the least angle counts.
func (s *SymmetryScorer) BestScore(pieces []Shape) (best SymmetryScore, degrees int) {
	owner := make([]int32, len(s.grid.Cells)) // for each cell in the turned picture, the index of its piece
	for k, to := range s.turnImages {
		if to == nil {
			continue
		}
		for i := range owner {
			owner[i] = -1
		}
		for i, p := range pieces {
			for _, c := range p {
				owner[to[s.grid.CellNumber(c)]] = int32(i)
			}
		}
		across, over := s.leftRightImage, s.topBottomImage
		if s.firstTurnAngle == 90 {
			across, over = over, across
		}
		score := SymmetryScore{s.countEdgesMappedToEdges(owner, across), s.countEdgesMappedToEdges(owner, over),
			s.countPiecesMappedToPieces(owner, across, len(pieces)),
			s.countPiecesMappedToPieces(owner, over, len(pieces))}
		if k == 0 || score.Compare(best) > 0 {
			best, degrees = score, s.firstTurnAngle+k*s.turnAngle
		}
	}
	return best, degrees
}

// countPiecesMappedToPieces returns how many pieces have an image with exactly the cells of some piece.
func (s *SymmetryScorer) countPiecesMappedToPieces(owner, image []int32, pieces int) (n int) {
	const unseen, no = -1, -2
	onto := slices.Repeat([]int32{unseen}, pieces) // for each piece, the piece on the images of all its cells so far
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

// countEdgesMappedToEdges returns how many edges between pieces have an image that is an edge between pieces.
func (s *SymmetryScorer) countEdgesMappedToEdges(owner, image []int32) int {
	n := 0
	for _, e := range s.cellEdges {
		a, b := image[e[0]], image[e[1]]
		if a >= 0 && b >= 0 && belongToDifferentPieces(owner, e[0], e[1]) && belongToDifferentPieces(owner, a, b) {
			n++
		}
	}
	return n
}

// belongToDifferentPieces reports whether two cells belong to different pieces.
func belongToDifferentPieces(owner []int32, a, b int32) bool {
	return owner[a] >= 0 && owner[b] >= 0 && owner[a] != owner[b]
}
