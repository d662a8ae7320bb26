package draw

import (
	"math"

	"github.com/mattn/go-runewidth"

	"quadrille/compile/lattice"
)

// Cells whose sides run in many directions are plotted: each side is a line of characters near it. A flat line has one
// character in each column, and a steep line has one in each line of text.
//
//	   _-''-_
//	_-'      '-_
//	| A         |        half a hexagon in kites, and a kite of the other half
//	|___________|
//	| B   \
//	|      \
//	'-_     \
//	   '-__-'

// outlinePlotter is a text screen on which outlines of cells are plotted.
type outlinePlotter struct {
	*drawPlan
	textScreen
	textStyle               TextStyle
	pointWidth, pointHeight float64 // columns and lines of text from one point of the plane to the next
}

// charactersPerPoint is the number of columns and of lines of text from one point of the plane to the next, chosen so
// that drawn lines look regular. labelWidth is the length of the longest label that fits into a cell.
type charactersPerPoint struct{ columnsPerPoint, linesPerPoint, labelWidth int }

var plotScaleOfLattice = map[*lattice.Lattice]charactersPerPoint{
	lattice.Kite:    {3, 1, 2},
	lattice.Drafter: {6, 2, 3},
	lattice.Cairo:   {2, 1, 4},
}

// plotLayers draws cells at the smallest scale with which all labels fit.
func (p *drawPlan) plotLayers(style TextStyle, g charactersPerPoint) (screens []textScreen, across int, fits bool) {
	for times := (p.longestMarkWidth(1, maxCellWidth) + g.labelWidth - 1) / g.labelWidth; ; times++ {
		t := &outlinePlotter{drawPlan: p, textStyle: style, pointWidth: float64(g.columnsPerPoint * times),
			pointHeight: float64(g.linesPerPoint * times)}
		width, height := t.screenPoint(p.boxGreatest)
		t.textScreen = newScreen(int(height), int(width)+1)
		if fits = t.drawLayer(p.BoardCells); fits || times >= maxPlotEnlargement {
			return []textScreen{t.textScreen}, g.columnsPerPoint * times, fits
		}
	}
}

// maxPlotEnlargement is the largest factor by which cells grow to fit long labels.
const maxPlotEnlargement = 4

// screenPoint returns the column and the line of text of a point. At the top there is an extra line of text for level
// sides, which are drawn as underscores.
func (t *outlinePlotter) screenPoint(p lattice.PlanePoint) (x, y float64) {
	return float64(p.X-t.boxLeast.X) * t.pointWidth, float64(p.Y-t.boxLeast.Y)*t.pointHeight + 1
}

func (t *outlinePlotter) drawLayer(cells lattice.Shape) (fits bool) {
	t.fillCellColors(cells)
	t.drawPieceBorders(cells)
	dot := t.textStyle.signOrASCII("·", ".")
	for _, c := range cells {
		switch mark := t.CellMarks[c]; {
		case mark != "":
			t.writeLabelOnPart(lattice.Shape{c}, mark, t.textStyle.Color && t.GivenCells[c])
		case t.CellLabels[c] != "":
			t.writeLabelOnPart(lattice.Shape{c}, t.CellLabels[c], false)
		case t.pieceAt(c) == noPiece || t.DrawsPlainRegions || t.IsCheckered:
			t.writeLabelOnPart(lattice.Shape{c}, dot, false)
		}
	}
	fits = true
	for _, piece := range t.Pieces {
		for _, part := range t.Lattice.ConnectedParts(piece.Cells.Intersect(cells)) {
			fits = t.writeLabelOnPart(part, piece.Label, false) && fits
		}
	}
	return fits
}

// eachSpotInsideCell calls visit for each character whose centre is inside of a cell.
func (t *outlinePlotter) eachSpotInsideCell(c lattice.Cell, visit func(screenSpot)) {
	corners := t.Lattice.CellOutline(c)
	least, greatest := t.Lattice.OutlineBox(lattice.Shape{c})
	left, top := t.screenPoint(least)
	right, bottom := t.screenPoint(greatest)
	for line := int(top); line < min(int(bottom)+1, len(t.textScreen)); line++ {
		for column := int(left); column < min(int(right)+1, len(t.textScreen[0])); column++ {
			x, y, turns := float64(column)+0.5, float64(line)+0.5, 0
			for i, from := range corners {
				x0, y0 := t.screenPoint(from)
				x1, y1 := t.screenPoint(corners[(i+1)%len(corners)])
				if (y0 <= y) != (y1 <= y) && x < x0+(y-y0)/(y1-y0)*(x1-x0) {
					turns++
				}
			}
			if turns%2 == 1 {
				visit(screenSpot{line, column})
			}
		}
	}
}

func (t *outlinePlotter) fillCellColors(cells lattice.Shape) {
	for _, c := range cells {
		t.eachSpotInsideCell(c, func(at screenSpot) { t.fillColumns(at, 1, " ", t.pieceColor(t.pieceAt(c))) })
	}
}

// drawPieceBorders draws the lines around pieces, and around each empty cell.
func (t *outlinePlotter) drawPieceBorders(cells lattice.Shape) {
	for _, s := range t.listCellSides(cells) {
		if t.IsCheckered || t.isPieceBorder(s) || t.pieceAt(s.adjacentCells[0]) == noPiece {
			t.drawCellSide(s)
		}
	}
}

// drawCellSide draws a side. It does not change colors.
func (t *outlinePlotter) drawCellSide(s *cellSide) {
	x0, y0 := t.screenPoint(s.fromPoint)
	x1, y1 := t.screenPoint(s.toPoint)
	if math.Abs(x1-x0) > 2*math.Abs(y1-y0) {
		if x1 < x0 {
			x0, y0, x1, y1 = x1, y1, x0, y0
		}
		for x := math.Floor(x0) + 0.5; x < x1; x++ {
			if x > x0 {
				y := y0 + (x-x0)/(x1-x0)*(y1-y0)
				t.writeLineSign(math.Ceil(y)-1, x, []string{"'", "-", "_"}[int(math.Ceil(3*(y-math.Ceil(y)+1)))-1])
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
			t.writeLineSign(y, x0+lean*(y-y0), sign)
		}
	}
}

// writeLineSign writes the sign of a line on the screen. An underscore is replaced by any other sign, and any sign by
// an upright line.
func (t *outlinePlotter) writeLineSign(line, column float64, sign string) {
	g := &t.textScreen[int(line)][min(int(column), len(t.textScreen[0])-1)]
	if g.shownText == " " || g.shownText != "|" && sign != "_" {
		g.shownText = sign
	}
}

// writeLabelOnPart writes the label of a piece into the first cell of a part of it where the label fits, or else into
// the cell with most room.
func (t *outlinePlotter) writeLabelOnPart(part lattice.Shape, label string, bold bool) (fits bool) {
	var best screenSpot
	most, width := -1, runewidth.StringWidth(label)
	for _, c := range part {
		if at, room := t.longestFreeStretch(c); room > most && most < width {
			best, most = at, room
		}
	}
	fits = width <= most
	label = runewidth.Truncate(label, max(0, most), "")
	t.writeWord(screenSpot{best.line, best.column + (most-runewidth.StringWidth(label))/2}, label, bold)
	return fits
}

// longestFreeStretch returns the longest run of free columns within a cell: its first spot, and its length.
func (t *outlinePlotter) longestFreeStretch(c lattice.Cell) (at screenSpot, room int) {
	length := map[int]int{} // for each line of text, length of the current free run
	last := map[int]int{}
	t.eachSpotInsideCell(c, func(s screenSpot) {
		if t.textScreen[s.line][s.column].shownText != " " {
			length[s.line] = 0
			return
		}
		if last[s.line] != s.column-1 {
			length[s.line] = 0
		}
		last[s.line] = s.column
		if length[s.line]++; length[s.line] > room {
			at, room = screenSpot{s.line, s.column - length[s.line] + 1}, length[s.line]
		}
	})
	return at, room
}
