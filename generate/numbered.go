package generate

// This file draws the genres whose regions have a number each, which says how many cells they have: nurikabe and
// shikaku.

import (
	"math/rand/v2"
	"slices"
)

// numberedRegions are regions of which each has a number on one of its cells: how many cells it has.
type numberedRegions struct {
	board   *genreBoard
	regions [][]int // the cells of each region
	at      []int   // the cell with the number of each region
	cells   []int   // the region of each cell, from 1 on, or 0
	known   [][]int // other ways to divide the board, as cells does
}

// setRegions sets the regions. A region has the number where one of the old ones stood, or anywhere.
func (n *numberedRegions) setRegions(regions [][]int, r *rand.Rand) {
	old := n.at
	n.regions, n.at, n.cells = regions, make([]int, len(regions)), make([]int, n.board.rows*n.board.cols)
	for k, cells := range regions {
		n.at[k] = cells[r.IntN(len(cells))]
		for _, cell := range cells {
			n.cells[cell] = k + 1
			if slices.Contains(old, cell) {
				n.at[k] = cell
			}
		}
	}
}

// numbers returns a grid with the numbers.
func (n *numberedRegions) numbers() [][]int {
	grid := newNumbers(n.board.rows, n.board.cols)
	for k, cell := range n.at {
		grid[cell/n.board.cols][cell%n.board.cols] = len(n.regions[k])
	}
	return grid
}

// isOther reports whether other regions fit the numbers as well.
func (n *numberedRegions) isOther(other []int) bool {
	size, taken := map[int]int{}, map[int]bool{}
	for _, region := range other {
		size[region]++
	}
	for k, cell := range n.at {
		region := other[cell]
		if region == 0 || taken[region] || size[region] != len(n.regions[k]) {
			return false
		}
		taken[region] = true
	}
	return !slices.Equal(other, n.cells)
}

// moveNumbers moves numbers within their regions until no other regions that are known fit them. It returns false if it
// finds no such places soon.
func (n *numberedRegions) moveNumbers(r *rand.Rand) bool {
	return breakOthers(n.known, n.isOther, func(other []int) bool {
		// A region is not the same as that of its number among the others: the number moves to a cell that this one
		// lacks.
		for _, region := range r.Perm(len(n.regions)) {
			var off []int
			for _, cell := range n.regions[region] {
				if other[cell] != other[n.at[region]] {
					off = append(off, cell)
				}
			}
			if len(off) > 0 {
				n.at[region] = off[r.IntN(len(off))]
				break
			}
		}
		return true
	})
}

// nurikabe is a sea with islands.
type nurikabe struct {
	*genreBoard
	isSea   []bool
	largest int // number of cells of the largest island
}

// islandOf returns the cells of the island with a cell.
func (s *nurikabe) islandOf(cell int) []int {
	return reachCells(s.near, cell, func(n int) bool { return !s.isSea[n] })
}

// poolAt returns the four cells of the square whose first one is given.
func (s *nurikabe) poolAt(first int) []int {
	return []int{first, first + 1, first + s.cols, first + s.cols + 1}
}

// hasPool reports whether a cell is in a square of four cells of the sea.
func (s *nurikabe) hasPool(cell int) bool {
	row, col := cell/s.cols, cell%s.cols
	for r := max(0, row-1); r < min(s.rows-1, row+1); r++ {
		for c := max(0, col-1); c < min(s.cols-1, col+1); c++ {
			if !slices.ContainsFunc(s.poolAt(r*s.cols+c), func(n int) bool { return !s.isSea[n] }) {
				return true
			}
		}
	}
	return false
}

// flipCell makes land of a cell of the sea, or the other way round, and reports whether the sea stays connected and the
// islands small. If not, the cell stays as it was.
func (s *nurikabe) flipCell(cell int) bool {
	if s.isSea[cell] = !s.isSea[cell]; s.isConnected(func(n int) bool { return s.isSea[n] }) &&
		(s.isSea[cell] && !s.hasPool(cell) || !s.isSea[cell] && len(s.islandOf(cell)) <= s.largest) {
		return true
	}
	s.isSea[cell] = !s.isSea[cell]
	return false
}

// islands returns the cells of each island.
func (s *nurikabe) islands() (all [][]int) {
	seen := make([]bool, len(s.isSea))
	for cell := range s.isSea {
		if !s.isSea[cell] && !seen[cell] {
			island := s.islandOf(cell)
			for _, n := range island {
				seen[n] = true
			}
			all = append(all, island)
		}
	}
	return all
}

// drawSea draws islands until no four cells of the sea are a square, and lets them grow, as small ones alone are dull.
// It returns nil if it finds none.
func (b *genreBoard) drawSea(r *rand.Rand) *nurikabe {
	s := &nurikabe{b, slices.Repeat([]bool{true}, b.rows*b.cols), 3 + r.IntN(max(2, (b.rows+b.cols)/3))}
	for _, first := range r.Perm(len(s.isSea)) {
		if first/b.cols == b.rows-1 || first%b.cols == b.cols-1 {
			continue
		}
		pool := s.poolAt(first)
		r.Shuffle(4, func(i, j int) { pool[i], pool[j] = pool[j], pool[i] })
		isLand := func(cell int) bool { return !s.isSea[cell] }
		if !slices.ContainsFunc(pool, isLand) && !slices.ContainsFunc(pool, s.flipCell) {
			return nil
		}
	}
	for _, cell := range r.Perm(len(s.isSea)) {
		if s.isSea[cell] && slices.ContainsFunc(b.near[cell], func(n int32) bool { return !s.isSea[n] }) {
			s.flipCell(cell)
		}
	}
	return s
}

// drawNurikabe draws islands with numbers. A repair moves numbers, or else changes the coast where another one differs.
func drawNurikabe(b *genreBoard, r *rand.Rand) *genreDraft {
	s := b.drawSea(r)
	if s == nil {
		return nil
	}
	n := &numberedRegions{board: b}
	n.setRegions(s.islands(), r)
	d := &genreDraft{grids: map[string][][]int{"island": n.numbers()}, cells: n.cells}
	var climb hillClimb[[]bool]
	d.repair = func(other []int, r *rand.Rand) bool {
		n.known = append(n.known, other)
		if n.moveNumbers(r) {
			d.grids["island"] = n.numbers()
			return true
		}
		best, other := climb.nextState(s.isSea, d.cells, other)
		s.isSea = slices.Clone(best)
		near := differingCells(d.cells, other)
		flips := 1 + r.IntN(3)
		for _, k := range r.Perm(len(near)) {
			if flips > 0 && s.flipCell(near[k]) {
				flips--
			}
		}
		n.setRegions(s.islands(), r)
		n.moveNumbers(r)
		d.grids["island"], d.cells = n.numbers(), n.cells
		return true
	}
	return d
}

// drawShikaku draws rectangles with numbers. A repair moves numbers.
func drawShikaku(b *genreBoard, r *rand.Rand) *genreDraft {
	regions := b.drawRectangles(b.rows+b.cols-2, r)
	if regions == nil {
		return nil
	}
	n := &numberedRegions{board: b}
	n.setRegions(regions, r)
	d := &genreDraft{grids: map[string][][]int{"area": n.numbers()}, cells: n.cells}
	d.repair = func(other []int, r *rand.Rand) bool {
		n.known = append(n.known, other)
		hasMoved := n.moveNumbers(r)
		d.grids["area"] = n.numbers()
		return hasMoved
	}
	return d
}
