package generate

// This file draws star battles.

import (
	"math/rand/v2"
	"slices"
)

// starsPerLine returns how many stars each row, column and region of a star battle has.
func (b *genreBoard) starsPerLine() int {
	if b.rows < 10 {
		return 1
	}
	return 2
}

// starsWithoutTouching puts the same number of stars into each row and column, so that no two stars touch. It returns
// nil if all its attempts fail.
func (b *genreBoard) starsWithoutTouching(each int, r *rand.Rand) (stars []int) {
	inColumn, tries := make([]int, b.cols), 100*b.rows*b.cols
	var fill func(row, from, left int) bool
	fill = func(row, from, left int) bool {
		if left == 0 {
			row, from, left = row+1, 0, each
		}
		if row == b.rows {
			return true
		}
		for _, col := range r.Perm(b.cols) {
			if tries--; tries < 0 {
				return false
			}
			cell := row*b.cols + col
			around := b.cellsAround(cell)
			if col < from || inColumn[col] == each ||
				slices.ContainsFunc(stars, func(star int) bool { return slices.Contains(around, star) }) {
				continue
			}
			stars = append(stars, cell)
			inColumn[col]++
			if fill(row, col+1, left-1) {
				return true
			}
			stars = stars[:len(stars)-1]
			inColumn[col]--
		}
		return false
	}
	if b.rows != b.cols || !fill(0, 0, each) {
		return nil
	}
	return stars
}

// growRegions grows a region around each of the given cells until every cell of the board is in a region. It returns,
// for each cell, the index of its region.
func (b *genreBoard) growRegions(from []int, r *rand.Rand) []int {
	region := slices.Repeat([]int{-1}, b.rows*b.cols)
	for k, cell := range from {
		region[cell] = k
	}
	for open := slices.Clone(from); len(open) > 0; {
		k := r.IntN(len(open))
		cell := open[k]
		var free []int
		for _, n := range b.neighboursOfCell[cell] {
			if region[n] < 0 {
				free = append(free, int(n))
			}
		}
		if len(free) == 0 {
			open[k] = open[len(open)-1]
			open = open[:len(open)-1]
			continue
		}
		next := free[r.IntN(len(free))]
		region[next], open = region[cell], append(open, next)
	}
	return region
}

// joinRegionsInPairs joins each region with a neighbouring one, so that pairs become new regions. It reports whether
// every region found a partner.
func (b *genreBoard) joinRegionsInPairs(region []int, count int, r *rand.Rand) bool {
	partner := slices.Repeat([]int{-1}, count)
	for _, first := range r.Perm(count) {
		for _, cell := range r.Perm(len(region)) {
			for _, n := range b.neighboursOfCell[cell] {
				if other := region[n]; region[cell] == first && other != first && partner[first] < 0 &&
					partner[other] < 0 {
					partner[first], partner[other] = other, first
				}
			}
		}
	}
	for cell, k := range region {
		if partner[k] < 0 {
			return false
		}
		region[cell] = min(k, partner[k])
	}
	return true
}

// drawStarBattle draws stars, and regions that grow from them. A repair moves a cell that has a star in another
// solution into a neighbouring region.
func drawStarBattle(b *genreBoard, r *rand.Rand) *genreDraft {
	each := b.starsPerLine()
	stars := b.starsWithoutTouching(each, r)
	if stars == nil {
		return nil
	}
	region := b.growRegions(stars, r)
	if each == 2 && !b.joinRegionsInPairs(region, len(stars), r) {
		return nil
	}
	d := &genreDraft{solutionCells: make([]int, len(region))}
	for _, star := range stars {
		d.solutionCells[star] = 1
	}
	write := func() { d.numberGrids = map[string][][]int{"stars": {{each}}, "room": b.roomNumberGrid(region)} }
	write()
	var known [][]int
	isSolution := func(other []int) bool {
		count := map[int]int{}
		for cell, star := range other {
			count[region[cell]] += star
		}
		for _, n := range count {
			if n != each {
				return false
			}
		}
		return true
	}
	d.repairDraft = func(other []int, r *rand.Rand) bool {
		known = append(known, other)
		if !breakOtherSolutions(known, isSolution, func(other []int) bool {
			return b.moveStarToNeighbourRegion(region,
				d.solutionCells, other, r)
		}) {
			return false
		}
		write()
		return true
	}
	return d
}

// moveStarToNeighbourRegion moves a cell into the region of a neighbour, if the cell has a star in another solution and
// none in the drawn one. Cells that this cuts off from the stars of their region move as well. It returns false if no
// cell may move.
func (b *genreBoard) moveStarToNeighbourRegion(region, own, other []int, r *rand.Rand) bool {
	for _, cell := range r.Perm(len(region)) {
		if other[cell] == 0 || own[cell] == 1 {
			continue
		}
		moved, isWhole := b.cellsCutOffWith(region, own, cell)
		for _, k := range r.Perm(len(b.neighboursOfCell[cell])) {
			if to := region[b.neighboursOfCell[cell][k]]; isWhole && to != region[cell] {
				for _, n := range moved {
					region[n] = to
				}
				return true
			}
		}
	}
	return false
}

// cellsCutOffWith returns the given cell, and all cells of its region that are connected to the region's star only
// through that cell. It returns false if a star is on one of these cells.
func (b *genreBoard) cellsCutOffWith(region, own []int, cell int) (off []int, isWhole bool) {
	star := -1
	for n := range region {
		if region[n] == region[cell] && own[n] == 1 {
			star = n
		}
	}
	reached := reachCells(b.neighboursOfCell, star, func(n int) bool { return n != cell && region[n] == region[cell] })
	for n := range region {
		if region[n] == region[cell] && !slices.Contains(reached, n) {
			if off = append(off, n); own[n] == 1 {
				return nil, false
			}
		}
	}
	return off, true
}
