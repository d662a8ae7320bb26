package generate

// This file draws the loops of masyu, with their circles.

import (
	"maps"
	"math/rand/v2"

	"quadrille/convert"
)

// masyuLoop is a loop through the centres of cells. It is given by the set of squares that it surrounds; the corners of
// these squares are centres of cells.
type masyuLoop map[squarePlace]bool

// continuesTo reports whether the loop leads from a cell in a direction, given by its index in sideSteps.
func (inside masyuLoop) continuesTo(row, col int32, way int) bool {
	switch way {
	case 2:
		row--
	case 3:
		col--
	}
	beside := squarePlace{row - 1, col}
	if way%2 == 0 {
		beside = squarePlace{row, col - 1}
	}
	return inside[squarePlace{row, col}] != inside[beside]
}

// circleOnCell returns the circle that may stand on a cell: 1 for a white one, 2 for a black one, 0 for none.
func (inside masyuLoop) circleOnCell(row, col int32) int {
	var ways []int
	for way := range sideSteps {
		if inside.continuesTo(row, col, way) {
			ways = append(ways, way)
		}
	}
	if ways == nil {
		return convert.NoEntry
	}
	straight := 0 // number of neighbours along the loop, of two, through which the loop goes straight
	for _, way := range ways {
		straight += boolToInt(inside.continuesTo(row+sideSteps[way][0], col+sideSteps[way][1], way))
	}
	switch isStraight := ways[1]-ways[0] == 2; {
	case isStraight && straight < 2:
		return 1
	case !isStraight && straight == 2:
		return 2
	}
	return convert.NoEntry
}

// drawMasyu draws a loop with all circles that the rules allow. A repair changes the loop where another solution
// differs.
func drawMasyu(b *genreBoard, r *rand.Rand) *genreDraft {
	height, width := int32(b.rows-1), int32(b.cols-1)
	inside := masyuLoop(growSquares(height, width, func(squarePlace) bool { return true }, 1, b.rows*b.cols, r))
	d := &genreDraft{}
	write := func() {
		pearls := newNumberGrid(b.rows, b.cols)
		d.numberGrids, d.removableEntries, d.solutionCells = map[string][][]int{"pearl": pearls}, nil,
			make([]int, (2*b.rows-1)*(2*b.cols-1))
		for row := range int32(b.rows) {
			for col := range int32(b.cols) {
				if pearls[row][col] = inside.circleOnCell(row, col); pearls[row][col] > 0 {
					d.removableEntries = append(d.removableEntries,
						gridEntry{"pearl", int(row), int(col), convert.NoEntry})
				}
				for way := range 2 {
					if inside.continuesTo(row, col, way) {
						d.solutionCells[int(2*row+sideSteps[way][0])*(2*b.cols-1)+int(2*col+sideSteps[way][1])] = 1
					}
				}
			}
		}
	}
	write()
	var climb hillClimb[masyuLoop]
	d.repairDraft = func(other []int, r *rand.Rand) bool {
		best, other := climb.nextStateToRepair(inside, d.solutionCells, other)
		inside = maps.Clone(best)
		var near []squarePlace // squares that touch a side that is part of only one of the two loops
		for _, k := range differingCells(d.solutionCells, other) {
			row, col := int32(k/(2*b.cols-1)), int32(k%(2*b.cols-1))
			for i := max(0, (row-2)/2); i < min(height, (row+3)/2); i++ {
				for j := max(0, (col-2)/2); j < min(width, (col+3)/2); j++ {
					near = append(near, squarePlace{i, j})
				}
			}
		}
		flips := 1 + r.IntN(3)
		for _, k := range r.Perm(len(near)) {
			if flips > 0 && canFlipSquare(inside, near[k], 3) {
				inside[near[k]] = !inside[near[k]]
				flips--
			}
		}
		write()
		return true
	}
	return d
}
