package compile

import (
	"fmt"
	"strings"

	"quadrille/compile/lattice"
	"quadrille/runtime/matrix"
)

// BoardColoring assigns a color to each cell of a board, by its coordinates.
type BoardColoring struct {
	// Words describe the coloring, as after "color the cells".
	Words string
	// Colors is the number of colors. Those of cells are numbered from 0.
	Colors int
	// Class holds a number for each item: the color of a cell, and a higher number of its own for any other
	// item.
	Class []int
}

// coloringForm is a coloring as a function from cells to colors, numbered from 0.
type coloringForm struct {
	words  string
	colors int
	color  func(lattice.Cell) int
}

// maxColors is the greatest number of colors of a coloring by a sum of coordinates.
const maxColors = 8

// BoardColorings returns colorings of the board, the simplest first, until steps are used up: one color, the
// chessboard, stripes, coordinates and their sums modulo small numbers, the chessboard of blocks, and the
// remainders of all coordinates.
func (g *Glossary) BoardColorings(steps int) (all []BoardColoring) {
	if len(g.cells) == 0 {
		return nil
	}
	axes := g.program.Lattice().Axes
	forms := []coloringForm{{"all alike", 1, func(lattice.Cell) int { return 0 }}}
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

func (g *Glossary) makeColoring(f coloringForm) BoardColoring {
	c := BoardColoring{f.words, f.colors, make([]int, g.problem.ItemCount())}
	for i := range c.Class {
		c.Class[i] = f.colors + i
		if at, ok := g.cells[matrix.ItemID(i)]; ok {
			c.Class[i] = f.color(at)
		}
	}
	return c
}

// sumColorings returns the colorings by sums of multiples of the coordinates modulo m. The first factor that is
// not 0 is 1.
func sumColorings(axes []string, m int) (forms []coloringForm) {
	var factors [lattice.Dimensions]int
	total := 1
	for range axes {
		total *= m
	}
	if len(axes) > 2 && m > 4 {
		total = 0 // too many in space
	}
	if m == 2 {
		forms = append(forms, coloringForm{"like a chessboard, by " + strings.Join(axes, " + "), 2,
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
		words := fmt.Sprintf("by %s modulo %d", sumText(axes, f[:], m), m)
		if m == 2 && f[0]+f[1]+f[2] == 1 {
			words = "in stripes, by " + sumText(axes, f[:], m)
		}
		forms = append(forms, coloringForm{words, m, func(c lattice.Cell) int {
			return floorMod(f[0]*int(c[0])+f[1]*int(c[1])+f[2]*int(c[2]), m)
		}})
	}
	return forms
}

// sumText returns a sum of multiples of coordinates in words. Factors greater than m/2 are written as negative.
func sumText(axes []string, factors []int, m int) string {
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

// blockColoring colors blocks of m cells along each axis like a chessboard.
func blockColoring(axes []string, m int) coloringForm {
	size := fmt.Sprint(m) + strings.Repeat(fmt.Sprintf(" by %d", m), len(axes)-1)
	return coloringForm{"in blocks of " + size + " like a chessboard", 2, func(c lattice.Cell) int {
		sum := 0
		for axis := range axes {
			sum += floorDiv(int(c[axis]), m)
		}
		return floorMod(sum, 2)
	}}
}

// remainderColoring colors cells by the remainders of all coordinates.
func remainderColoring(axes []string, m int) coloringForm {
	colors := 1
	for range axes {
		colors *= m
	}
	return coloringForm{fmt.Sprintf("by %s, each modulo %d", strings.Join(axes, " and "), m), colors,
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
