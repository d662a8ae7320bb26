package draw

import (
	"math"
	"math/cmplx"
	"strings"

	"quadrille/compile/lattice"
)

// flat draws cells in the plane. From below come areas and lines, or sticks, then arrows, and
// what is written.
func (p *plan) flat(cells lattice.Shape) drawing {
	size := p.spot(p.greatest)
	return drawing{real(size), imag(size), func(c *canvas) {
		if p.Lattice.Ends != nil {
			p.rods(c)
			p.beads(c)
			p.signs(c, cells, "number")
			p.arrows(c, p.frame(), seamAway+bead*unit)
		} else {
			sides := p.sides(cells)
			if p.Lattice == lattice.Balls {
				p.balls(c, cells)
			} else {
				p.areas(c, cells)
				p.painted(c, cells)
				p.signs(c, cells, "line", "thermometer", "arrow")
				p.lines(c, sides)
			}
			p.signs(c, cells, "cage")
			p.marksBetween(c, cells)
			for _, t := range p.totals(cells) {
				p.inCorner(c, t.cell, t.text)
			}
			for _, w := range p.beside() {
				c.letters(w.at, clueSize, w.text, "class", "clue", "text-anchor", w.anchor, "fill", ink)
			}
			p.arrows(c, sides, seamAway)
			p.ways(c, size)
			p.names(c, p.labels[cells[0]])
			p.marks(c, cells)
		}
		p.frames(c, cells)
	}}
}

// areas fills the cells: those of each piece, then those without one.
func (p *plan) areas(c *canvas, cells lattice.Shape) {
	for i, piece := range p.Pieces {
		if part := piece.Cells.And(cells); len(part) > 0 && p.detailed {
			p.open(c, i, "fill", p.paint(i, 1))
			p.cells(c, part)
			c.close("g")
		} else if len(part) > 0 {
			c.path(p.outline(part), p.named(c, i, "fill", p.paint(i, 1))...)
		}
	}
	var fills []string
	free := map[string]lattice.Shape{}
	for _, cell := range cells {
		if p.at(cell) == noPiece {
			fill := p.background(cell)
			if free[fill] == nil {
				fills = append(fills, fill)
			}
			free[fill] = append(free[fill], cell)
		}
	}
	for _, fill := range fills {
		c.open("g", "class", "empty", "fill", fill)
		if p.detailed {
			p.cells(c, free[fill])
		} else {
			c.path(p.outline(free[fill]))
		}
		c.close("g")
	}
}

// open begins the group of a piece.
func (p *plan) open(c *canvas, piece int, attributes ...any) {
	c.open("g", p.named(c, piece, attributes...)...)
	if p.detailed {
		c.text("title", p.Pieces[piece].Label)
	}
}

// named adds to attributes the id and the class of a piece.
func (p *plan) named(c *canvas, piece int, attributes ...any) []any {
	name := p.class(piece)
	return append([]any{"id", c.id(name), "class", "piece " + name}, attributes...)
}

// class is what stands for a piece has, whatever copy it is.
func (p *plan) class(piece int) string {
	if piece == noPiece {
		return "empty"
	}
	if label := p.Pieces[piece].Label; label != "" {
		return "piece-" + safe(label)
	}
	return "region"
}

// cells draws cells in the color of the group around them.
func (p *plan) cells(c *canvas, cells lattice.Shape) {
	for _, cell := range cells {
		name := "cell-" + strings.ReplaceAll(p.Lattice.CellName(cell), ",", "-")
		c.path(outlined(p.corners(cell)), "id", c.id(name), "class", "cell "+name)
	}
}

// outline is the path around cells, and around their holes.
func (p *plan) outline(cells lattice.Shape) string { return p.inset(cells, 0) }

// background returns the color of a cell without a piece: white, or that of a chessboard.
func (p *plan) background(c lattice.Cell) string {
	switch {
	case !p.Checkered:
		return "white"
	case p.Lattice == lattice.Hexagon:
		return boardColors[((c[0]-c[1])%3+3)%3]
	}
	return boardColors[(c[0]+c[1]+c[2])&1]
}

// paint returns the color of a piece, made darker or lighter; white if it has none.
func (p *plan) paint(piece int, light float64) string {
	if color := p.color(piece); color != 0 && len(p.Painted) == 0 {
		return color.lit(light)
	}
	return "white"
}

// boardColors are those of a chessboard. Hexagons need a third one, for no two
// neighbours to be alike.
var boardColors = [3]string{"#f6ecd9", "#cfae83", "#e6cfa9"}

// lines draws the sides of the cells: thin ones where nothing is divided, and walls. The
// thin ones are seen well in a grid, and not at all on a chessboard.
func (p *plan) lines(c *canvas, sides []*side) {
	var inner, outer []*side
	for _, s := range sides {
		if p.divides(s) {
			outer = append(outer, s)
		} else {
			inner = append(inner, s)
		}
	}
	thin, walls := p.strokes(inner), p.strokes(outer)
	switch {
	case p.Plain && !p.Checkered:
		c.path(thin, "class", "thin", "fill", "none", "stroke", faintInk, "stroke-width", 1)
	case !p.Checkered:
		c.path(thin, "class", "thin", "fill", "none", "stroke", ink, "stroke-width", 0.8, "stroke-opacity", 0.35)
	}
	c.path(walls, "class", "walls", "fill", "none", "stroke", ink, "stroke-width", 3, "stroke-linecap", "round")
}

// strokes is the path along sides. Those that lie behind one another are one stroke.
func (p *plan) strokes(sides []*side) string {
	type end struct{ at, step lattice.Point }
	ahead, behind := map[end]lattice.Point{}, map[end]bool{}
	var starts []end
	for _, s := range sides {
		from, to := s.from, s.to
		if to.Y < from.Y || to.Y == from.Y && to.X < from.X {
			from, to = to, from
		}
		step := lattice.Point{X: to.X - from.X, Y: to.Y - from.Y}
		ahead[end{from, step}], behind[end{to, step}] = to, true
		starts = append(starts, end{from, step})
	}
	var b strings.Builder
	for _, s := range starts {
		if behind[s] {
			continue
		}
		last := s.at
		for next, ok := ahead[s]; ok; next, ok = ahead[end{last, s.step}] {
			last = next
		}
		b.WriteString(stroke(p.spot(s.at), p.spot(last)))
	}
	return b.String()
}

// names writes the labels of pieces. A rim in the color of the piece keeps the lines between
// its cells away from the letters.
func (p *plan) names(c *canvas, labels []label) {
	if len(labels) == 0 {
		return
	}
	c.open("g", "class", "labels", "font-family", fonts, "font-size", p.size, "text-anchor", "middle", "fill", "black",
		"stroke-width", labelRim, "stroke-linejoin", "round", "paint-order", "stroke")
	for _, l := range labels {
		c.text("text", l.text, "x", real(l.at), "y", imag(l.at)+capital*p.size, "stroke", p.paint(l.piece, 1))
	}
	c.close("g")
}

// blackInset is how far a cell with # is black: in grids that is a picture of a cell, and _ one of none.
const blackInset = 2.0

// marks writes what stands in cells by itself, all in one size, and men on a chessboard.
func (p *plan) marks(c *canvas, cells lattice.Shape) {
	radius, size := map[lattice.Cell]float64{}, largestLetters
	for _, cell := range cells {
		if mark := p.Marks[cell]; mark != "" {
			corners := p.corners(cell)
			radius[cell] = around(mean(corners), corners)
			size = min(size, radius[cell], 1.6*radius[cell]/textWidth(mark))
		}
	}
	for _, cell := range cells {
		switch mark, at := p.Marks[cell], p.centre(cell); {
		case mark == "" || p.Plain && mark == "_": // a blank
		case p.Checkered || p.Men:
			man(c, at, radius[cell], mark)
		case p.Plain && mark == "#":
			c.path(p.inset(lattice.Shape{cell}, blackInset), "class", "black", "fill", ink)
		case p.Given[cell]:
			c.word(at, size, mark, "class", "given", "fill", "black", "font-weight", "bold")
		default:
			c.word(at, size, mark, "fill", ink)
		}
	}
}

// frames points at cells that are marked: a frame inside of each, or a ring around a stick.
func (p *plan) frames(c *canvas, cells lattice.Shape) {
	for _, cell := range cells {
		if !p.Marked[cell] {
			continue
		}
		attributes := []any{"class", "marked", "fill", "none", "stroke", markedInk, "stroke-width", 3, "stroke-dasharray", "6 3"}
		corners, at := p.corners(cell), p.centre(cell)
		if p.Lattice.Ends != nil {
			c.circle(at, unit/4, attributes...)
			continue
		}
		for i, corner := range corners {
			corners[i] = at + (corner-at)*frameInside
		}
		c.path(outlined(corners), attributes...)
	}
}

// A frame stands inside of its cell, in a red that is dark enough for printers without colors.
const (
	frameInside = 0.82
	markedInk   = "#b00020"
)

// around returns the radius of the largest circle around a point inside of some corners.
func around(at point, corners []point) float64 {
	radius := math.Inf(1)
	for i, from := range corners {
		along := corners[(i+1)%len(corners)] - from
		radius = min(radius, math.Abs(imag((at-from)*cmplx.Conj(along)))/cmplx.Abs(along))
	}
	return radius
}

// man draws a man of chess around a point: a crown for a queen, and a disc with
// its letter for any other.
func man(c *canvas, at point, radius float64, mark string) {
	if mark == "Q" {
		crown(c, at, 0.8*radius)
		return
	}
	c.circle(at, 0.75*radius, "fill", ink)
	c.word(at, 0.8*radius, mark, "fill", "white", "font-weight", "bold")
}

// The crown, in units of the radius of a circle around it: its edge from the left of the
// rim to the right, where each second point is the tip of a spike.
var crownEdge = []point{
	-0.62 + 0.5i, -0.95 - 0.35i, -0.5 + 0.05i, -0.5 - 0.68i, -0.2 - 0.05i, -0.8i,
	0.2 - 0.05i, 0.5 - 0.68i, 0.5 + 0.05i, 0.95 - 0.35i, 0.62 + 0.5i,
}

func crown(c *canvas, at point, radius float64) {
	var edge []point
	for _, p := range crownEdge {
		edge = append(edge, at+complex(radius, 0)*p)
	}
	c.open("g", "class", "queen", "fill", ink)
	c.path(outlined(edge))
	for i := 1; i < len(edge); i += 2 {
		c.circle(edge[i], 0.13*radius)
	}
	c.tag("rect", "/>", "x", real(edge[0]), "y", imag(at)+0.6*radius, "width", 1.24*radius, "height", 0.18*radius)
	c.close("g")
}
