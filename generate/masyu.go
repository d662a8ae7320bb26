package generate

// This file draws the loops of masyu, with their circles.

import (
	"maps"
	"math/rand/v2"

	"quadrille/convert"
)

// masyuLoop is a loop through the middles of cells: the outline of squares between them.
type masyuLoop map[square]bool

// goesOn reports whether the loop goes from a cell on in a way, by its number in sideSteps.
func (inside masyuLoop) goesOn(row, col int32, way int) bool {
	switch way {
	case 2:
		row--
	case 3:
		col--
	}
	beside := square{row - 1, col}
	if way%2 == 0 {
		beside = square{row, col - 1}
	}
	return inside[square{row, col}] != inside[beside]
}

// circleAt returns the circle that may stand on a cell: 1 for a white one, 2 for a black one, or none.
func (inside masyuLoop) circleAt(row, col int32) int {
	var ways []int
	for way := range sideSteps {
		if inside.goesOn(row, col, way) {
			ways = append(ways, way)
		}
	}
	if ways == nil {
		return convert.NoEntry
	}
	straight := 0 // on how many of the two sides the loop goes straight on behind the next cell
	for _, way := range ways {
		straight += boolToInt(inside.goesOn(row+sideSteps[way][0], col+sideSteps[way][1], way))
	}
	switch isStraight := ways[1]-ways[0] == 2; {
	case isStraight && straight < 2:
		return 1
	case !isStraight && straight == 2:
		return 2
	}
	return convert.NoEntry
}

// drawMasyu draws a loop with all circles that it may have. A repair changes the loop where another one differs.
func drawMasyu(b *genreBoard, r *rand.Rand) *genreDraft {
	height, width := int32(b.rows-1), int32(b.cols-1)
	inside := masyuLoop(growSquares(height, width, func(square) bool { return true }, 1, b.rows*b.cols, r))
	d := &genreDraft{}
	write := func() {
		pearls := newNumbers(b.rows, b.cols)
		d.grids, d.clues, d.cells = map[string][][]int{"pearl": pearls}, nil, make([]int, (2*b.rows-1)*(2*b.cols-1))
		for row := range int32(b.rows) {
			for col := range int32(b.cols) {
				if pearls[row][col] = inside.circleAt(row, col); pearls[row][col] > 0 {
					d.clues = append(d.clues, gridEntry{"pearl", int(row), int(col), convert.NoEntry})
				}
				for way := range 2 {
					if inside.goesOn(row, col, way) {
						d.cells[int(2*row+sideSteps[way][0])*(2*b.cols-1)+int(2*col+sideSteps[way][1])] = 1
					}
				}
			}
		}
	}
	write()
	var climb hillClimb[masyuLoop]
	d.repair = func(other []int, r *rand.Rand) bool {
		best, other := climb.nextState(inside, d.cells, other)
		inside = maps.Clone(best)
		var near []square // squares that touch a side on which the loops differ
		for _, k := range differingCells(d.cells, other) {
			row, col := int32(k/(2*b.cols-1)), int32(k%(2*b.cols-1))
			for i := max(0, (row-2)/2); i < min(height, (row+3)/2); i++ {
				for j := max(0, (col-2)/2); j < min(width, (col+3)/2); j++ {
					near = append(near, square{i, j})
				}
			}
		}
		flips := 1 + r.IntN(3)
		for _, k := range r.Perm(len(near)) {
			if flips > 0 && mayFlip(inside, near[k], 3) {
				inside[near[k]] = !inside[near[k]]
				flips--
			}
		}
		write()
		return true
	}
	return d
}
