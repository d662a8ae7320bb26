package examples_test

import (
	"maps"
	"math/bits"
	"slices"
	"sort"
	"strings"
	"testing"

	"quadrille/runtime/matrix/matrixtest"
)

// The search below asks how symmetric a packing of a rectangle by the eighteen one-sided pentominoes
// can be; docs/records.md has its results. It shares no code with the scores of package quadrille.
//
// An edge between two pieces is odd if its image lies inside a piece. A packing has 87 edges in a 9 by 10
// rectangle, and its symmetry is 87 less the odd ones. The cells are filled from the axis outwards, line by line, so
// odd edges show early, and what has too many is cut off. So is what must get too many: a piece whose image is no piece
// has an odd image of some edge inside it.

// cellSet is a set of cells.
type cellSet [2]uint64

func (a cellSet) unionWith(b cellSet) cellSet     { return cellSet{a[0] | b[0], a[1] | b[1]} }
func (a cellSet) intersectWith(b cellSet) cellSet { return cellSet{a[0] & b[0], a[1] & b[1]} }
func (a cellSet) withoutCells(b cellSet) cellSet  { return cellSet{a[0] &^ b[0], a[1] &^ b[1]} }
func (a cellSet) cellCount() int                  { return bits.OnesCount64(a[0]) + bits.OnesCount64(a[1]) }
func (a cellSet) hasCell(cell int) bool {
	return a[cell/64]>>(cell%64)&1 > 0
}
func (a cellSet) addCell(cell int) cellSet {
	a[cell/64] |= 1 << (cell % 64)
	return a
}
func (a cellSet) shiftDown(n int) cellSet { return cellSet{a[0]>>n | a[1]<<(64-n), a[1] >> n} }

// placedPiece is a piece in a place. An edge is called by the cell on its left, or above it.
type placedPiece struct {
	piece                 int
	cells, image          cellSet
	right, below          cellSet // the edges inside
	rightImage, downImage cellSet // their images
}

// reflectionSearch is a search for packings with few odd edges in a reflection.
type reflectionSearch struct {
	rows, columns int
	leftRight     bool
	most          int // odd edges that are allowed
	order         []int
	lying         [][]placedPiece // by their first cell in the order
	lastColumn    cellSet
	placed        []*placedPiece
	where         [pieces]*placedPiece
	found         [][]*placedPiece
}

// chiral pieces come first, each followed by its mirror image.
const chiral, pieces = 12, 18

var oneSided = [pieces]string{
	".## ##. .#.", "##. .## .#.", "#... ####", "...# ####", "##.. .###", "..## ###.", "##. ###", ".## ###",
	".#.. ####", "..#. ####", "##. .#. .##", ".## .#. ##.",
	"#####", "### .#. .#.", "#.# ###", "#.. #.. ###", "#.. ##. .##", ".#. ### .#.",
}

func newReflectionSearch(rows, columns int, leftRight bool, most int) *reflectionSearch {
	s := &reflectionSearch{rows: rows, columns: columns, leftRight: leftRight, most: most}
	for c := range rows * columns {
		s.order = append(s.order, c)
	}
	line := func(c int) (line, off int) {
		if leftRight {
			return c / columns, 2*(c%columns) - columns + 1
		}
		return c % columns, 2*(c/columns) - rows + 1
	}
	sort.SliceStable(s.order, func(i, j int) bool {
		a, x := line(s.order[i])
		b, y := line(s.order[j])
		return a < b || a == b && max(x, -x) < max(y, -y)
	})
	for r := range rows {
		s.lastColumn = s.lastColumn.addCell(r*columns + columns - 1)
	}
	s.lying = make([][]placedPiece, rows*columns)
	for k, text := range oneSided {
		s.addPlacements(k, text)
	}
	return s
}

// addPlacements lists the placements of a piece.
func (s *reflectionSearch) addPlacements(piece int, text string) {
	var cells [][2]int
	for r, row := range strings.Fields(text) {
		for c, sign := range row {
			if sign == '#' {
				cells = append(cells, [2]int{r, c})
			}
		}
	}
	seen := map[cellSet]bool{}
	for range 4 {
		height := 0
		for _, p := range cells {
			height = max(height, p[0])
		}
		for k, p := range cells {
			cells[k] = [2]int{p[1], height - p[0]}
		}
		for r := range s.rows {
			for c := range s.columns {
				if l, ok := s.placePiece(piece, cells, r, c); ok && !seen[l.cells] {
					seen[l.cells] = true
					first := slices.IndexFunc(s.order, l.cells.hasCell)
					s.lying[first] = append(s.lying[first], l)
				}
			}
		}
	}
}

func (s *reflectionSearch) placePiece(piece int, cells [][2]int, row, column int) (l placedPiece, ok bool) {
	l.piece = piece
	for _, p := range cells {
		r, c := row+p[0], column+p[1]
		if r >= s.rows || c >= s.columns {
			return l, false
		}
		l.cells = l.cells.addCell(r*s.columns + c)
		l.image = l.image.addCell(s.mirrorCell(r*s.columns + c))
	}
	l.right = l.cells.intersectWith(l.cells.shiftDown(1)).withoutCells(s.lastColumn)
	l.below = l.cells.intersectWith(l.cells.shiftDown(s.columns))
	l.rightImage = l.image.intersectWith(l.image.shiftDown(1)).withoutCells(s.lastColumn)
	l.downImage = l.image.intersectWith(l.image.shiftDown(s.columns))
	return l, true
}

func (s *reflectionSearch) mirrorCell(cell int) int {
	r, c := cell/s.columns, cell%s.columns
	if s.leftRight {
		return r*s.columns + s.columns - 1 - c
	}
	return (s.rows-1-r)*s.columns + c
}

// fillCells covers the cells from number k of the order on. Of what is covered it knows the cells, the edges inside
// pieces, and their images.
func (s *reflectionSearch) fillCells(k int, all *placedPiece) {
	for k < len(s.order) && all.cells.hasCell(s.order[k]) {
		k++
	}
	if k == len(s.order) {
		s.found = append(s.found, slices.Clone(s.placed))
		return
	}
	for n := range s.lying[k] {
		l := &s.lying[k][n]
		if s.where[l.piece] != nil || l.cells.intersectWith(all.cells) != (cellSet{}) {
			continue
		}
		next := placedPiece{
			cells: all.cells.unionWith(l.cells), right: all.right.unionWith(l.right),
			below:      all.below.unionWith(l.below),
			rightImage: all.rightImage.unionWith(l.rightImage), downImage: all.downImage.unionWith(l.downImage),
		}
		s.placed, s.where[l.piece] = append(s.placed, l), l
		if right, below := s.pieceEdges(next); next.rightImage.intersectWith(right).cellCount()+
			next.downImage.intersectWith(below).cellCount()+s.countUnmatched(next.cells, right, below) <= s.most {
			s.fillCells(k+1, &next)
		}
		s.placed = s.placed[:len(s.placed)-1]
		s.where[l.piece] = nil
	}
}

// pieceEdges returns those between pieces.
func (s *reflectionSearch) pieceEdges(all placedPiece) (right, below cellSet) {
	right = all.cells.intersectWith(all.cells.shiftDown(1)).withoutCells(s.lastColumn).withoutCells(all.right)
	return right, all.cells.intersectWith(all.cells.shiftDown(s.columns)).withoutCells(all.below)
}

// countUnmatched counts pieces whose images cannot be pieces, and that have no odd edge in them yet.
func (s *reflectionSearch) countUnmatched(covered, right, below cellSet) (n int) {
	for piece := chiral; piece < pieces; piece++ {
		// V and W are symmetric in diagonals alone, and no piece is in an axis between cells.
		between := s.leftRight && s.columns%2 == 0 || !s.leftRight && s.rows%2 == 0
		if s.where[piece] == nil && (between || piece == 15 || piece == 16) {
			n++
		}
	}
	for _, l := range s.placed {
		even := l.rightImage.intersectWith(right) == cellSet{} && l.downImage.intersectWith(below) == cellSet{}
		mate := s.where[l.piece^1]
		switch {
		case l.piece >= chiral && l.image == l.cells, l.piece < chiral && mate != nil && mate.cells == l.image:
		case l.piece < chiral && mate == nil && l.image.intersectWith(covered) == cellSet{}:
		case l.piece < chiral && mate == nil && even: // neither it nor its mate
			n += 2
		case l.piece < chiral && mate == nil, even:
			n++
		}
	}
	return n
}

// countUnchanged counts the pieces of a packing whose images are pieces.
func countUnchanged(found []*placedPiece) (n int) {
	for _, l := range found {
		if slices.ContainsFunc(found, func(m *placedPiece) bool { return m.cells == l.image }) {
			n++
		}
	}
	return n
}

// scoreSymmetry scores a packing in the other reflection.
func (s *reflectionSearch) scoreSymmetry(found []*placedPiece) int {
	owner := map[int]int{}
	for _, l := range found {
		for c := range s.order {
			if l.cells.hasCell(c) {
				owner[c] = l.piece
			}
		}
	}
	edge := func(c, d int) bool { return owner[c] != owner[d] }
	n := 0
	for c := range s.order {
		if c%s.columns < s.columns-1 && edge(c, c+1) && edge(s.mirrorCell(c), s.mirrorCell(c+1)) {
			n++
		}
		if c+s.columns < len(s.order) && edge(c, c+s.columns) && edge(s.mirrorCell(c), s.mirrorCell(c+s.columns)) {
			n++
		}
	}
	return n
}

// TestMostSymmetric answers the question under Figure 10 of "Dancing links": in a 9 by 10 rectangle no packing
// has a symmetry above 83, and of those that have it the other one is 60 at most.
func TestMostSymmetric(t *testing.T) {
	if !matrixtest.SlowTestsWanted() {
		t.Skip("takes seconds: asked for by " + matrixtest.SlowTests)
	}
	leftRight := newReflectionSearch(9, 10, true, 4)
	if leftRight.fillCells(0, &placedPiece{}); len(leftRight.found) > 0 {
		t.Errorf("a packing has a left-right symmetry of at least 83")
	}
	few := newReflectionSearch(9, 10, false, 3)
	if few.fillCells(0, &placedPiece{}); len(few.found) > 0 {
		t.Errorf("a packing has a top-bottom symmetry above 83")
	}
	topBottom := newReflectionSearch(9, 10, false, 4)
	topBottom.fillCells(0, &placedPiece{})
	others := map[int]int{}
	for _, found := range topBottom.found {
		others[leftRight.scoreSymmetry(found)]++
		if topBottom.scoreSymmetry(found) != 83 || countUnchanged(found) != 14 {
			t.Errorf("a packing has a symmetry of %d, and %d pieces are unchanged", topBottom.scoreSymmetry(found),
				countUnchanged(found))
		}
	}
	if best := slices.Max(slices.Collect(maps.Keys(others))); best != 60 || others[60] != 4 ||
		len(topBottom.found) != 28 {
		t.Errorf("%d packings; by their other symmetry: %v", len(topBottom.found), others)
	}
}
