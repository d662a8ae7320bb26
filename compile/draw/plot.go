package draw

import (
	"math"

	"github.com/mattn/go-runewidth"

	"quadrille/compile/lattice"
)

// Cells whose sides run in many directions are plotted: each side is a line of such characters as
// come near it. A line that is more level than steep has one in each column, and the others have one
// in each line of text.
//
//	   _-''-_
//	_-'      '-_
//	| A         |        half a hexagon in kites, and a kite of the other half
//	|___________|
//	| B   \
//	|      \
//	'-_     \
//	   '-__-'

// plotter is a screen with the outlines of cells.
type plotter struct {
	*plan
	screen
	style        Style
	across, down float64 // columns and lines from one point of the lattice's plane to the next
}

// grain is how many columns and lines there are from one point to the next, so that sides become
// neat lines, and how long a label fits a cell then.
type grain struct{ columns, lines, room int }

var plotted = map[*lattice.Lattice]grain{
	lattice.Kite:    {3, 1, 2},
	lattice.Drafter: {6, 2, 3},
	lattice.Cairo:   {2, 1, 4},
}

// plot draws cells as finely as the labels need it.
func (p *plan) plot(style Style, g grain) (screens []screen, across int, fits bool) {
	for times := (p.longest(1, widest) + g.room - 1) / g.room; ; times++ {
		t := &plotter{plan: p, style: style, across: float64(g.columns * times), down: float64(g.lines * times)}
		width, height := t.point(p.greatest)
		t.screen = newScreen(int(height), int(width)+1)
		if fits = t.draw(p.Board); fits || times >= mostTimes {
			return []screen{t.screen}, g.columns * times, fits
		}
	}
}

// mostTimes is how often cells are drawn larger for the sake of long labels.
const mostTimes = 4

// point returns the place of a point, in columns and lines. Level sides at the top are underscores
// of a line of their own.
func (t *plotter) point(p lattice.Point) (x, y float64) {
	return float64(p.X-t.least.X) * t.across, float64(p.Y-t.least.Y)*t.down + 1
}

func (t *plotter) draw(cells lattice.Shape) (fits bool) {
	t.areas(cells)
	t.walls(cells)
	dot := t.style.sign("·", ".")
	for _, c := range cells {
		switch mark := t.Marks[c]; {
		case mark != "":
			t.label(lattice.Shape{c}, mark, t.style.Color && t.Given[c])
		case t.at(c) == noPiece || t.Plain || t.Checkered:
			t.label(lattice.Shape{c}, dot, false)
		}
	}
	fits = true
	for _, piece := range t.Pieces {
		for _, part := range t.Lattice.Parts(piece.Cells.And(cells)) {
			fits = t.label(part, piece.Label, false) && fits
		}
	}
	return fits
}

// inside runs over the characters whose middles are inside a cell.
func (t *plotter) inside(c lattice.Cell, visit func(spot)) {
	corners := t.Lattice.Outline(c)
	least, greatest := t.Lattice.Box(lattice.Shape{c})
	left, top := t.point(least)
	right, bottom := t.point(greatest)
	for line := int(top); line < min(int(bottom)+1, len(t.screen)); line++ {
		for column := int(left); column < min(int(right)+1, len(t.screen[0])); column++ {
			x, y, turns := float64(column)+0.5, float64(line)+0.5, 0
			for i, from := range corners {
				x0, y0 := t.point(from)
				x1, y1 := t.point(corners[(i+1)%len(corners)])
				if (y0 <= y) != (y1 <= y) && x < x0+(y-y0)/(y1-y0)*(x1-x0) {
					turns++
				}
			}
			if turns%2 == 1 {
				visit(spot{line, column})
			}
		}
	}
}

func (t *plotter) areas(cells lattice.Shape) {
	for _, c := range cells {
		t.inside(c, func(at spot) { t.fill(at, 1, " ", t.color(t.at(c))) })
	}
}

// walls draws the lines around pieces, and around each empty cell.
func (t *plotter) walls(cells lattice.Shape) {
	for _, s := range t.sides(cells) {
		if t.Checkered || t.divides(s) || t.at(s.cells[0]) == noPiece {
			t.stroke(s)
		}
	}
}

// stroke draws a side. It keeps the colors.
func (t *plotter) stroke(s *side) {
	x0, y0 := t.point(s.from)
	x1, y1 := t.point(s.to)
	if math.Abs(x1-x0) > 2*math.Abs(y1-y0) {
		if x1 < x0 {
			x0, y0, x1, y1 = x1, y1, x0, y0
		}
		for x := math.Floor(x0) + 0.5; x < x1; x++ {
			if x > x0 {
				y := y0 + (x-x0)/(x1-x0)*(y1-y0)
				t.set(math.Ceil(y)-1, x, []string{"'", "-", "_"}[int(math.Ceil(3*(y-math.Ceil(y)+1)))-1])
			}
		}
		return
	}
	if y1 < y0 {
		x0, y0, x1, y1 = x1, y1, x0, y0
	}
	lean := (x1 - x0) / (y1 - y0)
	sign := "|"
	if math.Abs(lean) > 0.5 {
		sign = map[bool]string{true: "\\", false: "/"}[lean > 0]
	}
	for y := math.Floor(y0) + 0.5; y < y1; y++ {
		if y > y0 {
			t.set(y, x0+lean*(y-y0), sign)
		}
	}
}

// set puts a sign on a character. An underscore gives way to others, and all to upright lines.
func (t *plotter) set(line, column float64, sign string) {
	g := &t.screen[int(line)][min(int(column), len(t.screen[0])-1)]
	if g.sign == " " || g.sign != "|" && sign != "_" {
		g.sign = sign
	}
}

// label writes into the first cell where it fits, or else where most room is.
func (t *plotter) label(part lattice.Shape, label string, bold bool) (fits bool) {
	var best spot
	most, width := -1, runewidth.StringWidth(label)
	for _, c := range part {
		if at, room := t.room(c); room > most && most < width {
			best, most = at, room
		}
	}
	fits = width <= most
	label = runewidth.Truncate(label, max(0, most), "")
	t.write(spot{best.line, best.column + (most-runewidth.StringWidth(label))/2}, label, bold)
	return fits
}

// room returns the longest stretch of a line within a cell on which nothing is drawn yet.
func (t *plotter) room(c lattice.Cell) (at spot, room int) {
	length := map[int]int{} // of the last stretch, by line
	last := map[int]int{}
	t.inside(c, func(s spot) {
		if t.screen[s.line][s.column].sign != " " {
			length[s.line] = 0
			return
		}
		if last[s.line] != s.column-1 {
			length[s.line] = 0
		}
		last[s.line] = s.column
		if length[s.line]++; length[s.line] > room {
			at, room = spot{s.line, s.column - length[s.line] + 1}, length[s.line]
		}
	})
	return at, room
}
