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
// rectangle, and its symmetry is 87 less the odd ones. The cells are filled from the axis outwards, line by line, so odd
// edges show early, and what has too many is cut off. So is what must get too many: a piece whose image is
// no piece has an odd image of some edge inside it.

// area is a set of cells.
type area [2]uint64

func (a area) or(b area) area  { return area{a[0] | b[0], a[1] | b[1]} }
func (a area) and(b area) area { return area{a[0] & b[0], a[1] & b[1]} }
func (a area) not(b area) area { return area{a[0] &^ b[0], a[1] &^ b[1]} }
func (a area) size() int       { return bits.OnesCount64(a[0]) + bits.OnesCount64(a[1]) }
func (a area) has(cell int) bool {
	return a[cell/64]>>(cell%64)&1 > 0
}
func (a area) with(cell int) area {
	a[cell/64] |= 1 << (cell % 64)
	return a
}
func (a area) down(n int) area { return area{a[0]>>n | a[1]<<(64-n), a[1] >> n} }

// lying is a piece in a place. An edge is called by the cell on its left, or above it.
type lying struct {
	piece                 int
	cells, image          area
	right, below          area // the edges inside
	rightImage, downImage area // their images
}

// reflected is a search for packings with few odd edges in a reflection.
type reflected struct {
	rows, columns int
	leftRight     bool
	most          int // odd edges that are allowed
	order         []int
	lying         [][]lying // by their first cell in the order
	lastColumn    area
	placed        []*lying
	where         [pieces]*lying
	found         [][]*lying
}

// chiral pieces come first, each followed by its mirror image.
const chiral, pieces = 12, 18

var oneSided = [pieces]string{
	".## ##. .#.", "##. .## .#.", "#... ####", "...# ####", "##.. .###", "..## ###.", "##. ###", ".## ###",
	".#.. ####", "..#. ####", "##. .#. .##", ".## .#. ##.",
	"#####", "### .#. .#.", "#.# ###", "#.. #.. ###", "#.. ##. .##", ".#. ### .#.",
}

func newReflected(rows, columns int, leftRight bool, most int) *reflected {
	s := &reflected{rows: rows, columns: columns, leftRight: leftRight, most: most}
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
		s.lastColumn = s.lastColumn.with(r*columns + columns - 1)
	}
	s.lying = make([][]lying, rows*columns)
	for k, text := range oneSided {
		s.place(k, text)
	}
	return s
}

// place lists the placements of a piece.
func (s *reflected) place(piece int, text string) {
	var cells [][2]int
	for r, row := range strings.Fields(text) {
		for c, sign := range row {
			if sign == '#' {
				cells = append(cells, [2]int{r, c})
			}
		}
	}
	seen := map[area]bool{}
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
				if l, ok := s.at(piece, cells, r, c); ok && !seen[l.cells] {
					seen[l.cells] = true
					first := slices.IndexFunc(s.order, l.cells.has)
					s.lying[first] = append(s.lying[first], l)
				}
			}
		}
	}
}

func (s *reflected) at(piece int, cells [][2]int, row, column int) (l lying, ok bool) {
	l.piece = piece
	for _, p := range cells {
		r, c := row+p[0], column+p[1]
		if r >= s.rows || c >= s.columns {
			return l, false
		}
		l.cells = l.cells.with(r*s.columns + c)
		l.image = l.image.with(s.mirror(r*s.columns + c))
	}
	l.right = l.cells.and(l.cells.down(1)).not(s.lastColumn)
	l.below = l.cells.and(l.cells.down(s.columns))
	l.rightImage = l.image.and(l.image.down(1)).not(s.lastColumn)
	l.downImage = l.image.and(l.image.down(s.columns))
	return l, true
}

func (s *reflected) mirror(cell int) int {
	r, c := cell/s.columns, cell%s.columns
	if s.leftRight {
		return r*s.columns + s.columns - 1 - c
	}
	return (s.rows-1-r)*s.columns + c
}

// fill covers the cells from number k of the order on. Of what is covered it knows the cells, the edges inside
// pieces, and their images.
func (s *reflected) fill(k int, all *lying) {
	for k < len(s.order) && all.cells.has(s.order[k]) {
		k++
	}
	if k == len(s.order) {
		s.found = append(s.found, slices.Clone(s.placed))
		return
	}
	for n := range s.lying[k] {
		l := &s.lying[k][n]
		if s.where[l.piece] != nil || l.cells.and(all.cells) != (area{}) {
			continue
		}
		next := lying{
			cells: all.cells.or(l.cells), right: all.right.or(l.right), below: all.below.or(l.below),
			rightImage: all.rightImage.or(l.rightImage), downImage: all.downImage.or(l.downImage),
		}
		s.placed, s.where[l.piece] = append(s.placed, l), l
		if right, below := s.edges(next); next.rightImage.and(right).size()+next.downImage.and(below).size()+s.missing(next.cells, right, below) <= s.most {
			s.fill(k+1, &next)
		}
		s.placed = s.placed[:len(s.placed)-1]
		s.where[l.piece] = nil
	}
}

// edges returns those between pieces.
func (s *reflected) edges(all lying) (right, below area) {
	right = all.cells.and(all.cells.down(1)).not(s.lastColumn).not(all.right)
	return right, all.cells.and(all.cells.down(s.columns)).not(all.below)
}

// missing counts pieces whose images cannot be pieces, and that have no odd edge in them yet.
func (s *reflected) missing(covered, right, below area) (n int) {
	for piece := chiral; piece < pieces; piece++ {
		// V and W are symmetric in diagonals alone, and no piece is in an axis between cells.
		between := s.leftRight && s.columns%2 == 0 || !s.leftRight && s.rows%2 == 0
		if s.where[piece] == nil && (between || piece == 15 || piece == 16) {
			n++
		}
	}
	for _, l := range s.placed {
		even := l.rightImage.and(right) == area{} && l.downImage.and(below) == area{}
		mate := s.where[l.piece^1]
		switch {
		case l.piece >= chiral && l.image == l.cells, l.piece < chiral && mate != nil && mate.cells == l.image:
		case l.piece < chiral && mate == nil && l.image.and(covered) == area{}:
		case l.piece < chiral && mate == nil && even: // neither it nor its mate
			n += 2
		case l.piece < chiral && mate == nil, even:
			n++
		}
	}
	return n
}

// unchanged counts the pieces of a packing whose images are pieces.
func unchanged(found []*lying) (n int) {
	for _, l := range found {
		if slices.ContainsFunc(found, func(m *lying) bool { return m.cells == l.image }) {
			n++
		}
	}
	return n
}

// symmetry scores a packing in the other reflection.
func (s *reflected) symmetry(found []*lying) int {
	owner := map[int]int{}
	for _, l := range found {
		for c := range s.order {
			if l.cells.has(c) {
				owner[c] = l.piece
			}
		}
	}
	edge := func(c, d int) bool { return owner[c] != owner[d] }
	n := 0
	for c := range s.order {
		if c%s.columns < s.columns-1 && edge(c, c+1) && edge(s.mirror(c), s.mirror(c+1)) {
			n++
		}
		if c+s.columns < len(s.order) && edge(c, c+s.columns) && edge(s.mirror(c), s.mirror(c+s.columns)) {
			n++
		}
	}
	return n
}

// TestMostSymmetric answers the question under Figure 10 of "Dancing links": in a 9 by 10 rectangle no packing
// has a symmetry above 83, and of those that have it the other one is 60 at most.
func TestMostSymmetric(t *testing.T) {
	if !matrixtest.Slow() {
		t.Skip("takes seconds: asked for by " + matrixtest.SlowTests)
	}
	leftRight := newReflected(9, 10, true, 4)
	if leftRight.fill(0, &lying{}); len(leftRight.found) > 0 {
		t.Errorf("a packing has a left-right symmetry of at least 83")
	}
	few := newReflected(9, 10, false, 3)
	if few.fill(0, &lying{}); len(few.found) > 0 {
		t.Errorf("a packing has a top-bottom symmetry above 83")
	}
	topBottom := newReflected(9, 10, false, 4)
	topBottom.fill(0, &lying{})
	others := map[int]int{}
	for _, found := range topBottom.found {
		others[leftRight.symmetry(found)]++
		if topBottom.symmetry(found) != 83 || unchanged(found) != 14 {
			t.Errorf("a packing has a symmetry of %d, and %d pieces are unchanged", topBottom.symmetry(found), unchanged(found))
		}
	}
	if best := slices.Max(slices.Collect(maps.Keys(others))); best != 60 || others[60] != 4 || len(topBottom.found) != 28 {
		t.Errorf("%d packings; by their other symmetry: %v", len(topBottom.found), others)
	}
}
