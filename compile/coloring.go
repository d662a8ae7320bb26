package compile

import (
	"fmt"
	"strings"

	"quadrille/compile/lattice"
	"quadrille/runtime/matrix"
)

// BoardColoring gives a color to each cell of a board, as proofs by a coloring argument do.
type BoardColoring struct {
	// Description describes the coloring; it may follow the words "color the cells".
	Description string
	// ColorCount is the number of colors. The colors are the numbers from 0 on.
	ColorCount int
	// ItemClass holds, for each item of the matrix, the color of the cell that the item stands for. Any other item has
	// a number of its own that is no color.
	ItemClass []int
}

// coloringFunction is a coloring as a function from cells to colors.
type coloringFunction struct {
	description string
	colorCount  int
	colorOfCell func(lattice.Cell) int
}

// maxColors is the greatest number of colors in colorings by sums of coordinates modulo a number.
const maxColors = 8

// BoardColorings returns colorings of the board, the simplest first: one color, the chessboard, stripes, sums of
// coordinates modulo small numbers, the chessboard of blocks, and the remainders of all coordinates. It stops after the
// given number of steps, each of which colors one cell.
func (g *Glossary) BoardColorings(steps int) (all []BoardColoring) {
	if len(g.cellOfItem) == 0 {
		return nil
	}
	axes := g.program.Lattice().AxisNames
	forms := []coloringFunction{{"all alike", 1, func(lattice.Cell) int { return 0 }}}
	for m := 2; m <= maxColors; m++ {
		forms = append(forms, sumColorings(axes, m)...)
		forms = append(forms, blockColoring(axes, m))
		if m <= 3 {
			forms = append(forms, remainderColoring(axes, m))
		}
	}
	for _, f := range forms {
		if steps -= g.problem.EntryCount() + g.problem.ItemCount(); steps < 0 && len(all) > 0 {
			break
		}
		all = append(all, g.makeColoring(f))
	}
	return all
}

// makeColoring returns the coloring of the board's cells by a function.
func (g *Glossary) makeColoring(f coloringFunction) BoardColoring {
	c := BoardColoring{f.description, f.colorCount, make([]int, g.problem.ItemCount())}
	for i := range c.ItemClass {
		c.ItemClass[i] = f.colorCount + i
		if at, ok := g.cellOfItem[matrix.ItemID(i)]; ok {
			c.ItemClass[i] = f.colorOfCell(at)
		}
	}
	return c
}

// sumColorings returns the colorings by a sum of multiples of the coordinates modulo m. The first factor that is not 0
// is 1, as other factors lead to the same colorings.
func sumColorings(axes []string, m int) (forms []coloringFunction) {
	var factors [lattice.Dimensions]int
	total := 1
	for range axes {
		total *= m
	}
	if len(axes) > 2 && m > 4 {
		total = 0 // in space there would be too many such sums, so none is listed
	}
	if m == 2 {
		forms = append(forms, coloringFunction{"like a chessboard, by " + strings.Join(axes, " + "), 2,
			func(c lattice.Cell) int { return floorMod(int(c[0]+c[1]+c[2]), 2) }})
	}
	for n := 1; n < total; n++ {
		first, k := 0, n
		for axis := range axes {
			factors[axis] = k % m
			if k /= m; first == 0 {
				first = factors[axis]
			}
		}
		f := factors
		if first != 1 || m == 2 && f[0]+f[1]+f[2] == len(axes) {
			continue
		}
		words := fmt.Sprintf("by %s modulo %d", coordinateSumText(axes, f[:], m), m)
		if m == 2 && f[0]+f[1]+f[2] == 1 {
			words = "in stripes, by " + coordinateSumText(axes, f[:], m)
		}
		forms = append(forms, coloringFunction{words, m, func(c lattice.Cell) int {
			return floorMod(f[0]*int(c[0])+f[1]*int(c[1])+f[2]*int(c[2]), m)
		}})
	}
	return forms
}

// coordinateSumText returns a weighted sum of coordinates in words, such as row + 2 column. A factor greater than
// (m+1)/2 is written as the negative number that is equal to it modulo m.
func coordinateSumText(axes []string, factors []int, m int) string {
	var b strings.Builder
	for axis, name := range axes {
		f := factors[axis]
		sign := "+"
		if f > (m+1)/2 {
			f, sign = m-f, "-"
		}
		switch {
		case f == 0:
			continue
		case b.Len() > 0:
			b.WriteString(" " + sign + " ")
		}
		if f > 1 {
			fmt.Fprintf(&b, "%d ", f)
		}
		b.WriteString(name)
	}
	return b.String()
}

// blockColoring returns the coloring of blocks of m cells along each axis like a chessboard.
func blockColoring(axes []string, m int) coloringFunction {
	size := fmt.Sprint(m) + strings.Repeat(fmt.Sprintf(" by %d", m), len(axes)-1)
	return coloringFunction{"in blocks of " + size + " like a chessboard", 2, func(c lattice.Cell) int {
		sum := 0
		for axis := range axes {
			sum += floorDiv(int(c[axis]), m)
		}
		return floorMod(sum, 2)
	}}
}

// remainderColoring returns the coloring by the remainders modulo m of all coordinates.
func remainderColoring(axes []string, m int) coloringFunction {
	colors := 1
	for range axes {
		colors *= m
	}
	return coloringFunction{fmt.Sprintf("by %s, each modulo %d", strings.Join(axes, " and "), m), colors,
		func(c lattice.Cell) int {
			color := 0
			for axis := range axes {
				color = color*m + floorMod(int(c[axis]), m)
			}
			return color
		}}
}

func floorMod(n, m int) int { return ((n % m) + m) % m }

func floorDiv(n, m int) int { return (n - floorMod(n, m)) / m }
