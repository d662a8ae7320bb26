package generate

// This file draws nurikabe and shikaku, genres in which each region has a number that says how many cells it has.

import (
	"math/rand/v2"
	"slices"
)

// numberedRegions is a division of a board into regions. One cell of each region has a number: the size of the region.
type numberedRegions struct {
	board          *genreBoard
	cellsOfRegions [][]int // for each region, its cells
	numberedCells  []int   // for each region, the cell with its number
	regionOfCell   []int   // for each cell, the index of its region, from 1; 0 for no region
	knownDivisions [][]int // known other divisions of the board, in the form of regionOfCell
}

// setRegions sets the regions. The number of a region stays on a cell that had a number before, or else is placed on a
// random cell.
func (n *numberedRegions) setRegions(regions [][]int, r *rand.Rand) {
	old := n.numberedCells
	n.cellsOfRegions, n.numberedCells, n.regionOfCell = regions, make([]int, len(regions)),
		make([]int, n.board.rows*n.board.cols)
	for k, cells := range regions {
		n.numberedCells[k] = cells[r.IntN(len(cells))]
		for _, cell := range cells {
			n.regionOfCell[cell] = k + 1
			if slices.Contains(old, cell) {
				n.numberedCells[k] = cell
			}
		}
	}
}

// numberGrid returns a grid with the numbers of the regions on their cells.
func (n *numberedRegions) numberGrid() [][]int {
	grid := newNumberGrid(n.board.rows, n.board.cols)
	for k, cell := range n.numberedCells {
		grid[cell/n.board.cols][cell%n.board.cols] = len(n.cellsOfRegions[k])
	}
	return grid
}

// isOtherSolution reports whether another division, in the form of regionOfCell, fits the numbers too.
func (n *numberedRegions) isOtherSolution(other []int) bool {
	size, taken := map[int]int{}, map[int]bool{}
	for _, region := range other {
		size[region]++
	}
	for k, cell := range n.numberedCells {
		region := other[cell]
		if region == 0 || taken[region] || size[region] != len(n.cellsOfRegions[k]) {
			return false
		}
		taken[region] = true
	}
	return !slices.Equal(other, n.regionOfCell)
}

// moveNumbers moves numbers within their regions until no known other division fits them. It returns false if its tries
// fail.
func (n *numberedRegions) moveNumbers(r *rand.Rand) bool {
	return breakOtherSolutions(n.knownDivisions, n.isOtherSolution, func(other []int) bool {
		// If another division has a different region around the same number, the number moves to a cell that the other
		// region lacks.
		for _, region := range r.Perm(len(n.cellsOfRegions)) {
			var off []int
			for _, cell := range n.cellsOfRegions[region] {
				if other[cell] != other[n.numberedCells[region]] {
					off = append(off, cell)
				}
			}
			if len(off) > 0 {
				n.numberedCells[region] = off[r.IntN(len(off))]
				break
			}
		}
		return true
	})
}

// nurikabeDraft is an unfinished nurikabe: a connected sea with islands.
type nurikabeDraft struct {
	*genreBoard
	isSea          []bool
	maxIslandCells int // number of cells of the largest island
}

// islandOf returns the cells of the island to which a cell belongs.
func (s *nurikabeDraft) islandOf(cell int) []int {
	return reachCells(s.neighboursOfCell, cell, func(n int) bool { return !s.isSea[n] })
}

// squareOfFourAt returns the four cells of the 2 by 2 square whose first cell is given.
func (s *nurikabeDraft) squareOfFourAt(first int) []int {
	return []int{first, first + 1, first + s.cols, first + s.cols + 1}
}

// isInSeaSquare reports whether a cell is in a square of four cells of the sea.
func (s *nurikabeDraft) isInSeaSquare(cell int) bool {
	row, col := cell/s.cols, cell%s.cols
	for r := max(0, row-1); r < min(s.rows-1, row+1); r++ {
		for c := max(0, col-1); c < min(s.cols-1, col+1); c++ {
			if !slices.ContainsFunc(s.squareOfFourAt(r*s.cols+c), func(n int) bool { return !s.isSea[n] }) {
				return true
			}
		}
	}
	return false
}

// flipCell turns a sea cell into land, or the reverse, and reports whether the sea is still connected and all islands
// are small enough. If not, the cell stays as it was.
func (s *nurikabeDraft) flipCell(cell int) bool {
	if s.isSea[cell] = !s.isSea[cell]; s.areCellsConnected(func(n int) bool { return s.isSea[n] }) &&
		(s.isSea[cell] && !s.isInSeaSquare(cell) || !s.isSea[cell] && len(s.islandOf(cell)) <= s.maxIslandCells) {
		return true
	}
	s.isSea[cell] = !s.isSea[cell]
	return false
}

// cellsOfIslands returns, for each island, its cells.
func (s *nurikabeDraft) cellsOfIslands() (all [][]int) {
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

// drawSeaWithIslands draws islands until no four cells of the sea form a square, and then lets islands grow, since
// puzzles with only small islands are dull. It returns nil if all its attempts fail.
func (b *genreBoard) drawSeaWithIslands(r *rand.Rand) *nurikabeDraft {
	s := &nurikabeDraft{b, slices.Repeat([]bool{true}, b.rows*b.cols), 3 + r.IntN(max(2, (b.rows+b.cols)/3))}
	for _, first := range r.Perm(len(s.isSea)) {
		if first/b.cols == b.rows-1 || first%b.cols == b.cols-1 {
			continue
		}
		pool := s.squareOfFourAt(first)
		r.Shuffle(4, func(i, j int) { pool[i], pool[j] = pool[j], pool[i] })
		isLand := func(cell int) bool { return !s.isSea[cell] }
		if !slices.ContainsFunc(pool, isLand) && !slices.ContainsFunc(pool, s.flipCell) {
			return nil
		}
	}
	for _, cell := range r.Perm(len(s.isSea)) {
		if s.isSea[cell] && slices.ContainsFunc(b.neighboursOfCell[cell], func(n int32) bool { return !s.isSea[n] }) {
			s.flipCell(cell)
		}
	}
	return s
}

// drawNurikabe draws islands with numbers. A repair moves numbers, or else changes land to sea, or the reverse, where
// the other solution differs.
func drawNurikabe(b *genreBoard, r *rand.Rand) *genreDraft {
	s := b.drawSeaWithIslands(r)
	if s == nil {
		return nil
	}
	n := &numberedRegions{board: b}
	n.setRegions(s.cellsOfIslands(), r)
	d := &genreDraft{numberGrids: map[string][][]int{"island": n.numberGrid()}, solutionCells: n.regionOfCell}
	var climb hillClimb[[]bool]
	d.repairDraft = func(other []int, r *rand.Rand) bool {
		n.knownDivisions = append(n.knownDivisions, other)
		if n.moveNumbers(r) {
			d.numberGrids["island"] = n.numberGrid()
			return true
		}
		best, other := climb.nextStateToRepair(s.isSea, d.solutionCells, other)
		s.isSea = slices.Clone(best)
		near := differingCells(d.solutionCells, other)
		flips := 1 + r.IntN(3)
		for _, k := range r.Perm(len(near)) {
			if flips > 0 && s.flipCell(near[k]) {
				flips--
			}
		}
		n.setRegions(s.cellsOfIslands(), r)
		n.moveNumbers(r)
		d.numberGrids["island"], d.solutionCells = n.numberGrid(), n.regionOfCell
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
	d := &genreDraft{numberGrids: map[string][][]int{"area": n.numberGrid()}, solutionCells: n.regionOfCell}
	d.repairDraft = func(other []int, r *rand.Rand) bool {
		n.knownDivisions = append(n.knownDivisions, other)
		hasMoved := n.moveNumbers(r)
		d.numberGrids["area"] = n.numberGrid()
		return hasMoved
	}
	return d
}
