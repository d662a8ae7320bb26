package draw

import (
	"math"
	"strconv"

	"github.com/mattn/go-runewidth"

	"quadrille/compile/lattice"
)

// bricks draws cells as rows of bricks. A brick is one square of a grid, or
// two for a hexagon: then each row is shifted by half a brick, and so each
// brick touches six others.
type bricks struct {
	rows, columns int                                // of the grid
	width         int                                // of a square, in characters
	label         int                                // room for a label, in characters
	cell          func(row, column int) lattice.Cell // on a square of the grid
}

// A cell is drawn at least three characters wide, so that it is about as high
// as wide, and wider if a label needs it, within reason.
const (
	narrowest = 3
	widest    = 12
)

// squares are the bricks of the square lattice, or of a layer of cubes.
func squares(p *plan, layer int32) bricks {
	least, greatest := p.Board.Corner()
	x := len(p.Lattice.Axes) - 1 // columns are the last axis
	y := x - 1
	width := p.longest(narrowest, widest)
	return bricks{
		rows:    int(greatest[y]-least[y]) + 1,
		columns: int(greatest[x]-least[x]) + 1,
		width:   width,
		label:   width,
		cell: func(row, column int) lattice.Cell {
			c := lattice.Cell{layer} // a row, where there are no layers
			c[y], c[x] = least[y]+int32(row), least[x]+int32(column)
			return c
		},
	}
}

// hexagons are the bricks of the hexagonal lattice.
func hexagons(p *plan) bricks {
	least, greatest := p.Board.Corner()
	first, last := int32(math.MaxInt32), int32(math.MinInt32)
	for _, c := range p.Board {
		x := 2*c[1] + c[0] // squares from the left
		first, last = min(first, x), max(last, x)
	}
	width := p.longest(narrowest, widest) / 2
	return bricks{
		rows:    int(greatest[0]-least[0]) + 1,
		columns: int(last-first) + 2,
		width:   width,
		label:   2*width + 1,
		cell: func(row, column int) lattice.Cell {
			r := least[0] + int32(row)
			return lattice.Cell{r, (first + int32(column) - r) >> 1} // rounded down
		},
	}
}

// draw sets the bricks on a screen of their own.
func (b bricks) draw(p *plan, style Style) screen {
	s := newScreen(2*b.rows+1, b.columns*(b.width+1)+1)
	legend := p.legend(style.dot(), first)
	for row := range b.rows + 1 {
		for column := range b.columns + 1 {
			b.corner(p, s, style, row, column)
			if column < b.columns {
				b.above(p, s, style, row, column)
			}
			if row < b.rows {
				b.before(p, s, style, row, column)
			}
		}
	}
	for row := range b.rows {
		for column := range b.columns {
			if c := b.cell(row, column); c != b.cell(row, column-1) {
				b.write(s, row, column, legend[c], p.Given[c])
			}
		}
	}
	return s
}

// corner sets the corner before and above a square.
func (b bricks) corner(p *plan, s screen, style Style, row, column int) {
	nw, ne := b.cell(row-1, column-1), b.cell(row-1, column)
	sw, se := b.cell(row, column-1), b.cell(row, column)
	lines := 0
	for k, drawn := range []bool{p.wall(nw, ne), p.wall(sw, se), p.wall(nw, sw), p.wall(ne, se)} {
		if drawn {
			lines |= 1 << k // up, down, left, right
		}
	}
	color := noColor
	if lines == 0 {
		color = p.color(se)
	}
	s.fill(2*row, column*(b.width+1), 1, style.line(lines), color)
}

// above sets the side above a square, or what shines through where there is
// none.
func (b bricks) above(p *plan, s screen, style Style, row, column int) {
	sign, color := " ", p.color(b.cell(row, column))
	if p.wall(b.cell(row-1, column), b.cell(row, column)) {
		sign, color = style.line(left|right), noColor
	}
	s.fill(2*row, column*(b.width+1)+1, b.width, sign, color)
}

// before sets the side before a square, and colors the square.
func (b bricks) before(p *plan, s screen, style Style, row, column int) {
	here := b.cell(row, column)
	sign, color := " ", p.color(here)
	if p.wall(b.cell(row, column-1), here) {
		sign, color = style.line(up|down), noColor
	}
	s.fill(2*row+1, column*(b.width+1), 1, sign, color)
	if column < b.columns {
		s.fill(2*row+1, column*(b.width+1)+1, b.width, " ", p.color(here))
	}
}

// write puts a label into a brick; what is too long is cut.
func (b bricks) write(s screen, row, column int, label string, bold bool) {
	label = runewidth.Truncate(label, b.label, "")
	at := column*(b.width+1) + 1
	if runewidth.StringWidth(label) < b.label {
		at++
	}
	s.write(2*row+1, at, label, bold)
}

// Layers of cubes stand side by side, as many as fit a page.
const (
	pageWidth = 100
	layerGap  = 3
)

func layers(p *plan, style Style) screen {
	least, greatest := p.Board.Corner()
	count := int(greatest[0]-least[0]) + 1
	var drawn []screen
	for l := range int32(count) {
		drawn = append(drawn, headed("layer "+strconv.Itoa(int(l)), squares(p, least[0]+l).draw(p, style)))
	}
	height, width := len(drawn[0])+1, len(drawn[0][0])+layerGap
	across := min(count, max(1, (pageWidth+layerGap)/width))
	s := newScreen((count+across-1)/across*height-1, across*width)
	for l, d := range drawn {
		s.paste(d, l/across*height, l%across*width)
	}
	return s
}

// headed puts a line above a screen.
func headed(heading string, below screen) screen {
	s := newScreen(len(below)+1, max(len(heading), len(below[0])))
	s.write(0, 0, heading, false)
	s.paste(below, 1, 0)
	return s
}
