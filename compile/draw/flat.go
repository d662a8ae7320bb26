package draw

import (
	"math"
	"math/cmplx"
	"strings"

	"quadrille/compile/lattice"
)

// planeCellsDrawing returns the drawing of cells of the plane. From bottom to top it has areas and lines, or sticks,
// then arrows, then texts.
func (p *drawPlan) planeCellsDrawing(cells lattice.Shape) drawing {
	size := p.pagePoint(p.boxGreatest)
	return drawing{real(size), imag(size), func(c *svgWriter) {
		if p.Lattice.StickEnds != nil {
			p.drawStickRods(c)
			p.drawLabelBeads(c)
			p.drawRuleSigns(c, cells, "number", "count")
			p.drawSeamArrows(c, p.sidesOfStickFrame(), seamArrowDistance+labelBeadRadius*squareSide)
		} else {
			sides := p.listCellSides(cells)
			if p.Lattice == lattice.Balls {
				p.drawBalls(c, cells)
			} else {
				p.drawAreas(c, cells)
				p.tintReasonCells(c, cells)
				p.drawCellAndSideColors(c, cells)
				p.drawRuleSigns(c, cells, "line", "thermometer", "arrow")
				p.drawCellSides(c, sides)
			}
			p.drawRuleSigns(c, cells, "block", "cage", "count", "entry")
			p.drawMarksBetween(c, cells)
			for _, t := range p.cornerTexts(cells) {
				p.drawTextInCorner(c, t.cell, t.shownText)
			}
			for _, w := range p.placedClueTexts() {
				c.drawTextLine(w.basePoint, clueTextSize, w.wordText, "class", "clue", "text-anchor", w.textAnchor,
					"fill",
					thickLineInk)
			}
			p.drawSeamArrows(c, sides, seamArrowDistance)
			p.drawArrows(c, size)
			if len(cells) > 0 { // a layer of a solid board may have no cells
				p.drawLabels(c, p.pieceLabels[cells[0]])
			}
			p.drawCellLabels(c, cells)
			p.drawMarks(c, cells)
		}
		p.drawHighlightFrames(c, cells)
		c.cellAreas.recordCellAreas(p, cells)
	}}
}

// drawAreas fills the cells, first the cells of the pieces and then the other cells.
func (p *drawPlan) drawAreas(c *svgWriter, cells lattice.Shape) {
	for i, piece := range p.Pieces {
		if part := piece.Cells.Intersect(cells); len(part) > 0 && p.hasCellElements {
			p.openPieceGroup(c, i, "fill", p.fillColorOfPiece(i, 1))
			p.drawUncoloredCells(c, part)
			c.closeElement("g")
		} else if len(part) > 0 {
			c.drawPath(p.outlinePath(part), p.pieceAttributes(c, i, "fill", p.fillColorOfPiece(i, 1))...)
		}
	}
	var fills []string
	free := map[string]lattice.Shape{}
	for _, cell := range cells {
		if p.pieceAt(cell) == noPiece {
			fill := p.cellBackground(cell)
			if free[fill] == nil {
				fills = append(fills, fill)
			}
			free[fill] = append(free[fill], cell)
		}
	}
	for _, fill := range fills {
		c.openElement("g", "class", "empty", "fill", fill)
		if p.hasCellElements {
			p.drawUncoloredCells(c, free[fill])
		} else {
			c.drawPath(p.outlinePath(free[fill]))
		}
		c.closeElement("g")
	}
}

// tintReasonCells tints the cells that are the reason for the latest step, except those under colored pieces.
func (p *drawPlan) tintReasonCells(c *svgWriter, cells lattice.Shape) {
	tinted := cells.FilterCells(func(cell lattice.Cell) bool {
		return p.ReasonCells[cell] && (p.DrawsPlainRegions || p.pieceAt(cell) == noPiece)
	})
	c.drawPath(p.outlinePath(tinted), "class", "reason", "fill", reasonCellInk)
}

// openPieceGroup opens the group element of a piece.
func (p *drawPlan) openPieceGroup(c *svgWriter, piece int, attributes ...any) {
	c.openElement("g", p.pieceAttributes(c, piece, attributes...)...)
	if p.hasCellElements {
		c.textElement("title", p.Pieces[piece].Label)
	}
}

// pieceAttributes appends the id and the class of a piece to attributes.
func (p *drawPlan) pieceAttributes(c *svgWriter, piece int, attributes ...any) []any {
	name := p.classNameOfPiece(piece)
	return append([]any{"id", c.uniqueID(name), "class", "piece " + name}, attributes...)
}

// classNameOfPiece returns the class of a piece, which all copies of the piece share.
func (p *drawPlan) classNameOfPiece(piece int) string {
	if piece == noPiece {
		return "empty"
	}
	if label := p.Pieces[piece].Label; label != "" {
		return "piece-" + nameWithIDCharacters(label)
	}
	return "region"
}

// drawUncoloredCells draws cells without a color of their own.
func (p *drawPlan) drawUncoloredCells(c *svgWriter, cells lattice.Shape) {
	for _, cell := range cells {
		name := "cell-" + strings.ReplaceAll(p.Lattice.CellName(cell), ",", "-")
		c.drawPath(polygonPath(p.cellCorners(cell)), "id", c.uniqueID(name), "class", "cell "+name)
	}
}

// outlinePath returns the path data around cells, and around their holes.
func (p *drawPlan) outlinePath(cells lattice.Shape) string { return p.pathInsideBorder(cells, 0) }

// cellBackground returns the color of a cell without a piece: white, or the color of a square of a chessboard.
func (p *drawPlan) cellBackground(c lattice.Cell) string {
	switch {
	case !p.IsCheckered:
		return "white"
	case p.Lattice == lattice.Hexagon:
		return boardColors[((c[0]-c[1])%3+3)%3]
	}
	return boardColors[(c[0]+c[1]+c[2])&1]
}

// fillColorOfPiece returns the color of a piece times a factor, or white if the piece has no color.
func (p *drawPlan) fillColorOfPiece(piece int, light float64) string {
	if color := p.pieceColor(piece); color != 0 && len(p.PaintMarks) == 0 {
		return color.scaleBrightness(light)
	}
	return "white"
}

// boardColors are the colors of a chessboard. Hexagons need the third color, so that no two neighbours have the same
// color.
var boardColors = [3]string{"#f6ecd9", "#cfae83", "#e6cfa9"}

// drawCellSides draws the sides of cells: thick lines where pieces end, and thin lines elsewhere. Thin lines are easy
// to see in a grid, and are not drawn on a chessboard.
func (p *drawPlan) drawCellSides(c *svgWriter, sides []*cellSide) {
	var inner, outer []*cellSide
	for _, s := range sides {
		if p.isPieceBorder(s) {
			outer = append(outer, s)
		} else {
			inner = append(inner, s)
		}
	}
	thin, walls := p.sidesPath(inner), p.sidesPath(outer)
	switch {
	case p.DrawsPlainRegions && !p.IsCheckered:
		c.drawPath(thin, "class", "thin", "fill", "none", "stroke", thinLineInk, "stroke-width", 1)
	case !p.IsCheckered:
		c.drawPath(thin, "class", "thin", "fill", "none", "stroke", thickLineInk, "stroke-width", 0.8, "stroke-opacity",
			0.35)
	}
	c.drawPath(walls, "class", "walls", "fill", "none", "stroke", thickLineInk, "stroke-width", 3, "stroke-linecap",
		"round")
}

// sidesPath returns the path data along sides. Sides that meet end to end are one stroke.
func (p *drawPlan) sidesPath(sides []*cellSide) string {
	type end struct{ at, step lattice.PlanePoint }
	ahead, behind := map[end]lattice.PlanePoint{}, map[end]bool{}
	var starts []end
	for _, s := range sides {
		from, to := s.fromPoint, s.toPoint
		if to.Y < from.Y || to.Y == from.Y && to.X < from.X {
			from, to = to, from
		}
		step := lattice.PlanePoint{X: to.X - from.X, Y: to.Y - from.Y}
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
		b.WriteString(openLinePath(p.pagePoint(s.at), p.pagePoint(last)))
	}
	return b.String()
}

// drawLabels writes the labels of pieces. Letters have a rim in the color of the piece, which keeps them apart from
// lines between cells.
func (p *drawPlan) drawLabels(c *svgWriter, labels []pieceLabel) {
	if len(labels) == 0 {
		return
	}
	c.openElement("g", "class", "labels", "font-family", fontFamily, "font-size", p.letterSize, "text-anchor", "middle",
		"fill", "black",
		"stroke-width", labelRimWidth, "stroke-linejoin", "round", "paint-order", "stroke")
	for _, l := range labels {
		c.textElement("text", l.labelText, "x", real(l.boxCentre), "y",
			imag(l.boxCentre)+capitalBaselineDrop*p.letterSize,
			"stroke",
			p.fillColorOfPiece(l.pieceNumber, 1))
	}
	c.closeElement("g")
}

// blackCellMargin is the margin of the black area in a cell with the mark #. In a grid the mark # is a black cell of a
// picture and _ a white one.
const blackCellMargin = 2.0

// drawCellLabels writes the labels of cells, all in one size.
func (p *drawPlan) drawCellLabels(c *svgWriter, cells lattice.Shape) {
	size := largestLabelSize
	for _, cell := range cells {
		if label := p.CellLabels[cell]; label != "" {
			corners := p.cellCorners(cell)
			size = min(size, maxCellLabelWidth*inscribedRadius(meanOfPoints(corners), corners)/max(1, textWidth(label)))
		}
	}
	for _, cell := range cells {
		c.drawCentredWord(p.cellCentre(cell), size, p.CellLabels[cell], "class", "label", "fill", thickLineInk)
	}
}

// maxCellLabelWidth is the width that the longest label of a cell may have, as a multiple of the radius of the circle
// inside the cell.
const maxCellLabelWidth = 1.6

// drawMarks writes the marks of cells, all in one size, or chessmen on a chessboard.
func (p *drawPlan) drawMarks(c *svgWriter, cells lattice.Shape) {
	radius, size := map[lattice.Cell]float64{}, largestLabelSize
	for _, cell := range cells {
		if mark := p.CellMarks[cell]; mark != "" {
			corners := p.cellCorners(cell)
			radius[cell] = inscribedRadius(meanOfPoints(corners), corners)
			size = min(size, radius[cell], 1.6*radius[cell]/textWidth(mark))
		}
	}
	for _, cell := range cells {
		switch mark, at := p.CellMarks[cell], p.cellCentre(cell); {
		case mark == "":
		case p.DrawsPlainRegions && mark == "_": // a white cell
			if p.IsUnfinished && !p.hasCountOn(cell) {
				c.drawCircle(at, 0.15*radius[cell], "class", "white", "fill", thickLineInk)
			}
		case (p.IsCheckered || p.MarksAreChessmen) && mark != CrossMark:
			drawChessman(c, at, radius[cell], mark)
		case p.DrawsPlainRegions && mark == "#":
			c.drawPath(p.pathInsideBorder(lattice.Shape{cell}, blackCellMargin), "class", "black", "fill", thickLineInk)
		case p.GivenCells[cell]:
			c.drawCentredWord(at, size, mark, "class", "given", "fill", "black", "font-weight", "bold")
		default:
			c.drawCentredWord(at, size, mark, "fill", thickLineInk)
		}
	}
}

// CrossMark is the mark of a cell for which something is excluded. It is no chessman on a board with chessmen.
const CrossMark = "×"

// NotMark stands in a mark in front of symbols that the cell cannot have.
const NotMark = "≠"

// drawHighlightFrames highlights the marked cells and the new cells: with a frame inside a cell, or a ring around a
// stick.
func (p *drawPlan) drawHighlightFrames(c *svgWriter, cells lattice.Shape) {
	isNew := func(cell lattice.Cell) bool { return p.NewCells[cell] }
	framed := []any{"class", "new", "fill", "none", "stroke", newCellInk, "stroke-width", 3, "stroke-linejoin", "round"}
	if p.Lattice.StickEnds == nil { // one frame around all new cells that are side by side
		c.drawPath(p.pathInsideBorder(cells.FilterCells(isNew), newCellFrameInset), framed...)
	}
	for _, cell := range cells {
		attributes := []any{"class", "marked", "fill", "none", "stroke", highlightInk, "stroke-width", 3,
			"stroke-dasharray", "6 3"}
		switch {
		case p.Lattice.StickEnds != nil && isNew(cell):
			attributes = framed
		case !p.HighlightedCells[cell]:
			continue
		}
		corners, at := p.cellCorners(cell), p.cellCentre(cell)
		if p.Lattice.StickEnds != nil {
			c.drawCircle(at, squareSide/4, attributes...)
			continue
		}
		for i, corner := range corners {
			corners[i] = at + (corner-at)*highlightFrameSize
		}
		c.drawPath(polygonPath(corners), attributes...)
	}
}

// highlightFrameSize is the size of the frame in a highlighted cell, as a fraction of the cell. highlightInk is a red
// that is dark when printed without colors, newCellInk is a blue for new cells, and reasonCellInk tints the ground of
// cells that explain new cells. newCellFrameInset is the distance of the frame around new cells from their border.
const (
	highlightFrameSize = 0.82
	newCellFrameInset  = 1.0
	highlightInk       = "#b00020"
	newCellInk         = "#1a5fb4"
	reasonCellInk      = "#fdeeb0"
)

// inscribedRadius returns the radius of the largest circle around a point within the polygon of some corners.
func inscribedRadius(at point, corners []point) float64 {
	radius := math.Inf(1)
	for i, from := range corners {
		along := corners[(i+1)%len(corners)] - from
		radius = min(radius, math.Abs(imag((at-from)*cmplx.Conj(along)))/cmplx.Abs(along))
	}
	return radius
}

// drawChessman draws a chessman around a point: a crown for a queen, and a disc with its letter for any other chessman.
func drawChessman(c *svgWriter, at point, radius float64, mark string) {
	if mark == "Q" {
		drawCrown(c, at, 0.8*radius)
		return
	}
	c.drawCircle(at, 0.75*radius, "fill", thickLineInk)
	c.drawCentredWord(at, 0.8*radius, mark, "fill", "white", "font-weight", "bold")
}

// crownUpperEdge is the upper edge of the crown, in units of the radius of the circle around it, from left to right.
// Every second point is the tip of a spike.
var crownUpperEdge = []point{
	-0.62 + 0.5i, -0.95 - 0.35i, -0.5 + 0.05i, -0.5 - 0.68i, -0.2 - 0.05i, -0.8i,
	0.2 - 0.05i, 0.5 - 0.68i, 0.5 + 0.05i, 0.95 - 0.35i, 0.62 + 0.5i,
}

func drawCrown(c *svgWriter, at point, radius float64) {
	var edge []point
	for _, p := range crownUpperEdge {
		edge = append(edge, at+complex(radius, 0)*p)
	}
	c.openElement("g", "class", "queen", "fill", thickLineInk)
	c.drawPath(polygonPath(edge))
	for i := 1; i < len(edge); i += 2 {
		c.drawCircle(edge[i], 0.13*radius)
	}
	c.writeElementTag("rect", "/>", "x", real(edge[0]), "y", imag(at)+0.6*radius, "width", 1.24*radius, "height",
		0.18*radius)
	c.closeElement("g")
}
