package generate

// This file has the board of a genre: its cells, lines, neighbours and symmetry. It also makes grids of numbers, and
// cuts boards into rectangles.

import (
	"errors"
	"math/rand/v2"
	"slices"

	"quadrille/compile/check"
	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/convert"
)

// genreBoard is the board of a genre: a rectangle of cells. The index of a cell is its place in reading order.
type genreBoard struct {
	rows, cols       int
	neighboursOfCell [][]int32 // for each cell, the indices of its neighbours
	cluePattern      string    // name of the symmetry of the clues, or "" for none
	// cellOrbits holds, for each cell, the least index of a cell to which a motion of the pattern maps it. Without a
	// pattern the only motion is a half-turn.
	cellOrbits []int
}

func newGenreBoard(b *model.Board) *genreBoard {
	_, last := lattice.Shape(b.Cells).BoundingBox()
	rows, cols := int(last[0])+1, int(last[1])+1
	return &genreBoard{rows: rows, cols: cols, neighboursOfCell: rectangleNeighbours(rows, cols)}
}

// rectangleNeighbours returns, for each cell of a rectangle of squares, the indices of its neighbours.
func rectangleNeighbours(rows, cols int) [][]int32 {
	return lattice.NewGrid(lattice.Square, lattice.Rectangle(rows, cols), nil).NeighbourNumbers()
}

// newNumberGrid returns a grid without entries.
func newNumberGrid(rows, cols int) [][]int {
	grid := make([][]int, rows)
	for row := range grid {
		grid[row] = slices.Repeat([]int{convert.NoEntry}, cols)
	}
	return grid
}

// numberGridOf returns a grid with the given numbers, one for each cell of the board in reading order.
func (b *genreBoard) numberGridOf(numbers []int) [][]int {
	grid := newNumberGrid(b.rows, b.cols)
	for k, v := range numbers {
		grid[k/b.cols][k%b.cols] = v
	}
	return grid
}

// reachCells returns the cells that can be reached from a cell by steps between neighbouring cells that satisfy the
// function in. The result is ordered by distance.
func reachCells(near [][]int32, from int, in func(cell int) bool) []int {
	reached, seen := []int{from}, make([]bool, len(near))
	seen[from] = true
	for k := 0; k < len(reached); k++ {
		for _, next := range near[reached[k]] {
			if !seen[next] && in(int(next)) {
				seen[next], reached = true, append(reached, int(next))
			}
		}
	}
	return reached
}

// areConnected reports whether the cells that satisfy the function in are connected by steps between neighbours. It is
// true if there are no such cells.
func areConnected(near [][]int32, in func(cell int) bool) bool {
	first, count := -1, 0
	for cell := range near {
		if in(cell) {
			first = cell
			count++
		}
	}
	return count == 0 || len(reachCells(near, first, in)) == count
}

// areCellsConnected reports whether the cells that satisfy the function has are connected by steps between neighbours.
// It is true if there are no such cells.
func (b *genreBoard) areCellsConnected(has func(cell int) bool) bool {
	return areConnected(b.neighboursOfCell, has)
}

// rowsThenColumns returns the cells of each row, and then of each column.
func (b *genreBoard) rowsThenColumns() (all [][]int) {
	all = make([][]int, b.rows+b.cols)
	for cell := range b.rows * b.cols {
		row, col := cell/b.cols, b.rows+cell%b.cols
		all[row], all[col] = append(all[row], cell), append(all[col], cell)
	}
	return all
}

// cellsAround returns the cells that touch a cell, by a side or a corner.
func (b *genreBoard) cellsAround(cell int) (all []int) {
	row, col := cell/b.cols, cell%b.cols
	for r := max(0, row-1); r < min(b.rows, row+2); r++ {
		for c := max(0, col-1); c < min(b.cols, col+2); c++ {
			if r != row || c != col {
				all = append(all, r*b.cols+c)
			}
		}
	}
	return all
}

// sideSteps are the steps from a cell to the cells that share a side with it.
var sideSteps = [4]squarePlace{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}

// roomNumberGrid returns a grid with the index of each cell's room. Rooms are in the order of their first cells.
func (b *genreBoard) roomNumberGrid(room []int) [][]int {
	number := map[int]int{}
	rooms := make([]int, len(room))
	for cell, name := range room {
		if _, known := number[name]; !known {
			number[name] = len(number)
		}
		rooms[cell] = number[name]
	}
	return b.numberGridOf(rooms)
}

// drawRectangles divides the board into rectangles that have at least 2 cells and at most the given number. It returns
// the cells of each rectangle, or nil if all its attempts fail.
func (b *genreBoard) drawRectangles(most int, r *rand.Rand) (regions [][]int) {
	for range maxTries {
		if regions := b.cutRectangles(most, r); regions != nil {
			return regions
		}
	}
	return nil
}

// cutRectangles makes one attempt of drawRectangles. It returns nil if a single cell is left over.
func (b *genreBoard) cutRectangles(most int, r *rand.Rand) (regions [][]int) {
	taken := make([]bool, b.rows*b.cols)
	for cell := range taken {
		if taken[cell] {
			continue
		}
		row, col, width := cell/b.cols, cell%b.cols, 1
		for col+width < b.cols && !taken[cell+width] {
			width++
		}
		var sizes [][2]int
		for h := 1; h <= b.rows-row; h++ {
			for w := 1; w <= width; w++ {
				leavesOne := width-w == 1 && h == 1 || w == 1 && b.rows-row-h == 1
				if h*w >= 2 && h*w <= most && !leavesOne {
					sizes = append(sizes, [2]int{h, w})
				}
			}
		}
		if sizes == nil {
			return nil
		}
		size := sizes[r.IntN(len(sizes))]
		var cells []int
		for i := range size[0] {
			for j := range size[1] {
				taken[cell+i*b.cols+j] = true
				cells = append(cells, cell+i*b.cols+j)
			}
		}
		regions = append(regions, cells)
	}
	return regions
}

// cellOrbitsOf returns, for each cell, the least index of a cell to which a motion of the pattern maps it.
func (b *genreBoard) cellOrbitsOf(pattern string) ([]int, error) {
	grid := lattice.NewGrid(lattice.Square, lattice.Rectangle(b.rows, b.cols), nil)
	var images [][]int32
	for _, motion := range check.MotionsOfSymmetryWord(lattice.Square, pattern) {
		image := grid.ImagesUnderMotion(motion)
		if slices.Contains(image, -1) {
			return nil, errors.New("the board does not have the symmetry of the pattern " + pattern)
		}
		images = append(images, image)
	}
	of := map[int32]int{}
	orbits := make([]int, b.rows*b.cols)
	for n := range orbits {
		if _, known := of[int32(n)]; !known {
			assignOrbitToGroup(images, int32(n), n, of)
		}
		orbits[n] = of[int32(n)]
	}
	return orbits, nil
}
