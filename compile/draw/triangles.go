package draw

import (
	"github.com/mattn/go-runewidth"

	"quadrille/compile/lattice"
)

// longestInTriangle bounds the labels of triangles, which make them higher as
// well as wider.
const longestInTriangle = 6

// triangulation draws triangles with slashes and underscores. A triangle is
// as many lines high as half its base has characters. Its sides take up the
// columns at its ends, so that neighbours share them; a level side is the last
// line of the triangle above it.
//
//	  /\        ______
//	 /A \       \B   /
//	/____\       \  /      the labels stand two columns in, on the
//	              \/       second line but one of the height
type triangulation struct {
	*plan
	screen
	least  lattice.Cell
	height int // of a triangle, in lines
}

// triangles sets a picture of triangles. Underscores are set first and slashes
// over them: they meet at the ends of sides.
func triangles(p *plan, style Style) screen {
	least, greatest := p.Board.Corner()
	size := greatest.Minus(least)
	t := triangulation{plan: p, least: least, height: 2 + (p.longest(1, longestInTriangle)+1)/2}
	t.screen = newScreen(t.height*int(size[0]+1)+1, t.height*int(size[1]+2))
	for _, c := range p.Board {
		t.paint(c)
	}
	for _, c := range p.Board {
		t.level(c)
	}
	for _, c := range p.Board {
		t.slants(c)
	}
	for c, label := range p.legend(style.dot(), first) {
		t.label(c, label)
	}
	return t.trimmed()
}

// pointsUp tells the triangles that point up.
func pointsUp(c lattice.Cell) bool { return (c[0]+c[1])&1 == 0 }

// place returns the first line and the first column of a triangle.
func (t triangulation) place(c lattice.Cell) (line, column int) {
	d := c.Minus(t.least)
	return t.height*int(d[0]) + 1, t.height * int(d[1])
}

// span returns the columns of the two slashes on a line of a triangle, counted
// from its first column.
func (t triangulation) span(c lattice.Cell, line int) (first, last int) {
	if pointsUp(c) {
		return t.height - 1 - line, t.height + line
	}
	return line, 2*t.height - 1 - line
}

// paint colors a triangle, its slanted sides included.
func (t triangulation) paint(c lattice.Cell) {
	line, column := t.place(c)
	for k := range t.height {
		first, last := t.span(c, k)
		t.fill(line+k, column+first, last-first+1, " ", t.color(c))
	}
}

// level draws the level side of a triangle. The character is at the bottom of
// its line and so has the color of the triangle above.
func (t triangulation) level(c lattice.Cell) {
	line, column := t.place(c)
	beyond := c.Minus(lattice.Cell{1})
	if pointsUp(c) {
		line += t.height
		beyond = c.Plus(lattice.Cell{1})
	}
	if t.wall(c, beyond) {
		for k := range 2 * t.height {
			t.screen[line-1][column+k].sign = "_"
		}
	}
}

// slants draws the slanted sides of a triangle.
func (t triangulation) slants(c lattice.Cell) {
	line, column := t.place(c)
	rising, falling := "/", "\\"
	if !pointsUp(c) {
		rising, falling = falling, rising
	}
	for k := range t.height {
		first, last := t.span(c, k)
		if t.wall(c, c.Minus(lattice.Cell{0, 1})) {
			t.fill(line+k, column+first, 1, rising, noColor)
		}
		if t.wall(c, c.Plus(lattice.Cell{0, 1})) {
			t.fill(line+k, column+last, 1, falling, noColor)
		}
	}
}

// label writes into the middle of a triangle. It has the same room in those
// that point up and those that point down.
func (t triangulation) label(c lattice.Cell, label string) {
	line, column := t.place(c)
	room := 2 * (t.height - 2)
	label = runewidth.Truncate(label, room, "")
	middle := 1
	if pointsUp(c) {
		middle = t.height - 2
	}
	t.write(line+middle, column+2+(room-runewidth.StringWidth(label))/2, label, t.Given[c])
}

// trimmed leaves out the first line if no triangle has a side there.
func (t triangulation) trimmed() screen {
	for _, g := range t.screen[0] {
		if g != blank {
			return t.screen
		}
	}
	return t.screen[1:]
}
