package draw

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/mattn/go-runewidth"

	"quadrille/compile/lattice"
)

// RenderText draws a picture with characters. Each connected part of a piece has the label of the piece, in its first
// cell if it fits there. Each stick of a piece has the label of the piece. A cell of the board with nothing on it has a
// dot, to tell it from a hole. Cubes are drawn layer by layer, the top layer first. Cells are as narrow as labels and
// marks allow. If no width is enough for a label, short names stand in place of labels, and a key below the picture
// explains them.
func RenderText(pic Picture, style TextStyle) string {
	if len(pic.OtherBoards) > 0 {
		alone := pic
		alone.OtherBoards = nil
		text := RenderText(alone, style)
		for _, other := range pic.OtherBoards {
			text += "\n" + RenderText(other, style)
		}
		return text
	}
	if len(pic.BoardCells) == 0 {
		return ""
	}
	p := newDrawPlan(pic, style.Color)
	p.turnCountsIntoMarks(style)
	for _, c := range pic.BoardCells {
		if pic.HighlightedCells[c] || pic.NewCells[c] {
			p.CellMarks[c] += "*"
		}
	}
	least := minCellWidth
	layers, across, fits := p.renderLayers(style, least)
	if style.Width > 0 && len(layers[0][0]) > style.Width {
		least = 1
		layers, across, fits = p.renderLayers(style, least)
	}
	key := ""
	if !fits {
		short := labelStyle{shortNameOf: shortLabelNames([]*drawPlan{p})}
		for i, piece := range p.Pieces {
			p.Pieces[i].Label = short.labelText(piece.Label)
		}
		layers, across, _ = p.renderLayers(style, least)
		key = short.labelKeyText(cmp.Or(style.Width, columnsForLayers))
	}
	s := layers[0]
	if p.Lattice.IsSolid() {
		s = placeLayersSideBySide(layers, cmp.Or(style.Width, columnsForLayers))
	}
	if !slices.ContainsFunc(s[0], func(g glyph) bool { return g != blankGlyph }) {
		s = s[1:] // no side of a triangle is drawn in this line
	}
	return s.foldText(style.Width, across) + key
}

// renderLayers draws the layers in cells that are as narrow as possible, but not narrower than the argument least, in
// columns. It also returns the number of columns from one cell to the next, and whether all labels fit.
func (p *drawPlan) renderLayers(style TextStyle, least int) (layers []textScreen, across int, fits bool) {
	if grain, slanted := plotScaleOfLattice[p.Lattice]; slanted {
		return p.plotLayers(style, grain)
	}
	most := maxCellWidth
	if p.Lattice == lattice.Triangle || p.Lattice == lattice.Prism {
		least, most = 1, maxTriangleLabelWidth
	}
	for width := p.longestMarkWidth(least, most); ; width++ {
		layers, fits = nil, true
		for _, layer := range p.layersOfCells(p.BoardCells) {
			h := newTextRenderer(p, style, width)
			fits = h.drawLayer(layer) && fits
			layers, across = append(layers, h.textScreen), h.columnsPerStep
		}
		if fits || width >= most {
			return layers, across, fits
		}
	}
}

// Layers of cubes are side by side, as many as fit into columnsForLayers columns.
const (
	columnsForLayers     = 100
	columnsBetweenLayers = 3
)

// placeLayersSideBySide puts layers with their headings next to one another, in rows of at most the width most.
func placeLayersSideBySide(layers []textScreen, most int) textScreen {
	height, width := len(layers[0])+2, max(len("layer 0"), len(layers[0][0]))+columnsBetweenLayers
	across := min(len(layers), max(1, (most+columnsBetweenLayers)/width))
	s := newScreen((len(layers)+across-1)/across*height-1, across*width)
	for l, layer := range layers {
		at := screenSpot{l / across * height, l % across * width}
		s.writeWord(at, "layer "+strconv.Itoa(l), false)
		for i, line := range layer {
			copy(s[at.line+1+i][at.column:], line)
		}
	}
	return s
}

// A cell is at least three characters wide, so that it looks about as high as wide. If a label or a mark needs more,
// the cell is wider, up to a bound. Triangles then become higher as well.
const (
	minCellWidth          = 3
	maxCellWidth          = 12
	maxTriangleLabelWidth = 6
)

// textRenderer draws the outlines of cells on a screen. Points of the lattice's plane are
// characters of the screen, between which lines go up and down or across: so a square is
// a box, and a hexagon a brick, as every row is half a brick further than the one above.
//
// Points of triangles lie between characters, at the bottom of a line. The sides that
// slant are slashes, in as many lines as half a base has characters; level sides are
// underscores:
//
//	  /\        ______
//	 /A \       \B   /
//	/____\       \  /
//	              \/
//
// Sticks are lines themselves, with labels in the middle. A joint that one piece alone
// bends at or runs through is drawn as part of it:
//
//	┌──A──•
//	A     ·
//	│     ·     (a stick of the board without a piece has a dot there)
type textRenderer struct {
	*drawPlan
	textScreen
	textStyle TextStyle
	// rows of points that share a line of text, as the upper corners of a brick do
	pointRowsPerLine int
	linesPerStep     int                   // lines of text from one such group of rows of points to the next
	columnsPerStep   int                   // columns from one point of a row to the next
	slantedSideCount int                   // 1 if sides are slanted, and 0 if not
	hasDiagonals     bool                  // whether slanted lines cross in the middle of squares
	signOfStep       map[screenSpot]string // for each step from one spot to the next, the sign that draws it
}

// newTextRenderer returns a renderer for cells of a given width.
func newTextRenderer(p *drawPlan, style TextStyle, width int) *textRenderer {
	h := &textRenderer{drawPlan: p, textStyle: style, pointRowsPerLine: 1, linesPerStep: 2}
	h.signOfStep = map[screenSpot]string{{0, 1}: style.lineSign(directionLeft | directionRight),
		{1, 0}:  style.lineSign(directionUp | directionDown),
		{1, -1}: "/", {1, 1}: "\\"}
	margin := 0
	switch p.Lattice {
	case lattice.Triangle, lattice.Prism:
		h.linesPerStep = 2 + (width+1)/2
		h.columnsPerStep, h.slantedSideCount, h.signOfStep[screenSpot{0, 1}] = h.linesPerStep, 1, "_"
	case lattice.Hexagon:
		h.pointRowsPerLine, h.columnsPerStep = 3, width/2+1
	case lattice.Tetrakis:
		h.linesPerStep, h.columnsPerStep, h.hasDiagonals = 3, 3, true
	case lattice.Balls:
		h.linesPerStep, h.columnsPerStep = 1, (width+2)/2
	case lattice.Trigs, lattice.Twigs:
		h.linesPerStep, h.columnsPerStep, margin = width+1, width+1, maxCellWidth/2
	case lattice.Sticks:
		h.columnsPerStep, margin = width/2+2, maxCellWidth/2 // labels reach beyond the sticks
	default:
		h.columnsPerStep = width + 1
	}
	last := h.spotOfPoint(p.boxGreatest)
	h.textScreen = newScreen(last.line+1, last.column+1+margin)
	return h
}

func (h *textRenderer) spotOfPoint(p lattice.PlanePoint) screenSpot {
	return screenSpot{int(p.Y-h.boxLeast.Y) / h.pointRowsPerLine * h.linesPerStep,
		int(p.X-h.boxLeast.X) * h.columnsPerStep}
}

// spotsOfLine returns the spots of a straight line, from the top or from the left, and the sign that draws the line.
func (h *textRenderer) spotsOfLine(from, to lattice.PlanePoint) (spots []screenSpot, sign string) {
	a, b := h.spotOfPoint(from), h.spotOfPoint(to)
	if a.line > b.line || a.line == b.line && a.column > b.column {
		a, b = b, a
	}
	dy, dx := min(1, b.line-a.line), min(1, max(-1, b.column-a.column))
	length := max(b.line-a.line, b.column-a.column)
	spots = make([]screenSpot, 0, length+1)
	for k := h.slantedSideCount; k <= length; k++ {
		spots = append(spots, screenSpot{a.line + k*dy, a.column + k*dx - h.slantedSideCount*max(0, dx)})
	}
	return spots, h.signOfStep[screenSpot{dy, dx}]
}

// drawLayer draws cells: their colors and the lines around pieces, or sticks, and the texts on them. An empty
// cell has a dot. It reports whether all labels fit.
func (h *textRenderer) drawLayer(cells lattice.Shape) (fits bool) {
	if h.Lattice.StickEnds != nil {
		return h.drawSticks(cells)
	}
	h.fillCellColors(cells)
	h.drawPieceBorders(cells)
	dot := h.textStyle.signOrASCII("·", ".")
	for _, c := range cells {
		switch mark := h.CellMarks[c]; {
		case mark != "":
			h.writeCellLabel(c, mark)
		case h.CellLabels[c] != "":
			h.writeCellLabel(c, h.CellLabels[c])
		case h.pieceAt(c) == noPiece || h.DrawsPlainRegions || h.IsCheckered:
			h.writeCellLabel(c, dot)
		}
	}
	fits = true
	for _, piece := range h.Pieces {
		if piece.Label != "" {
			for _, part := range h.Lattice.ConnectedParts(piece.Cells.Intersect(cells)) {
				fits = h.placeLabelOnPart(part, piece.Label) && fits
			}
		}
	}
	return h.writeClues() && fits
}

// placeLabelOnPart writes the label of a piece on a part of it: in the first cell if the label fits there, or else on
// the longest run of free columns. It reports whether the label fits.
func (h *textRenderer) placeLabelOnPart(part lattice.Shape, label string) bool {
	first := part[0]
	if k := slices.IndexFunc(part, func(c lattice.Cell) bool { return h.CellMarks[c] == "" }); k >= 0 {
		first = part[k]
	}
	width := runewidth.StringWidth(label)
	if _, room := h.labelRoomInCell(first); width <= room {
		h.writeCellLabel(first, label)
		return true
	}
	at, room := h.longestFreeStretch(part)
	label = runewidth.Truncate(label, room, "")
	free := room - runewidth.StringWidth(label)
	h.writeWord(screenSpot{at.line, at.column + free/2}, label, false)
	return width <= room
}

// longestFreeStretch returns the longest run of free columns within a part of a piece: its first spot, and its length.
func (h *textRenderer) longestFreeStretch(part lattice.Shape) (at screenSpot, room int) {
	free := map[screenSpot]bool{}
	for _, c := range part {
		left, right := h.spotsOfCellSides(c)
		for i, from := range left {
			for column := from.column; column <= right[i].column; column++ {
				free[screenSpot{from.line, column}] = h.textScreen[from.line][column].shownText == " "
			}
		}
	}
	for from := range free {
		n := 0
		for free[screenSpot{from.line, from.column + n}] {
			n++
		}
		if n > room || n == room && (from.line < at.line || from.line == at.line && from.column < at.column) {
			at, room = from, n
		}
	}
	return at, room
}

// fillCellColors fills cells with their colors, if they have any.
func (h *textRenderer) fillCellColors(cells lattice.Shape) {
	for _, c := range cells {
		if h.pieceColor(h.pieceAt(c)) == 0 {
			continue
		}
		left, right := h.spotsOfCellSides(c)
		for i, from := range left {
			h.fillColumns(from, right[i].column-from.column+1, " ", h.pieceColor(h.pieceAt(c)))
		}
	}
}

// spotsOfCellSides returns the spots of the left and of the right sides of a cell, line by line. As outlines run
// clockwise, sides that lead up are on the left.
func (h *textRenderer) spotsOfCellSides(c lattice.Cell) (left, right []screenSpot) {
	corners := h.Lattice.CellOutline(c)
	for i, from := range corners {
		to := corners[(i+1)%len(corners)]
		side := &left
		switch a, b := h.spotOfPoint(from), h.spotOfPoint(to); {
		case a.line == b.line:
			continue
		case a.line < b.line:
			side = &right
		}
		spots, _ := h.spotsOfLine(from, to)
		*side = append(*side, spots...)
	}
	return spotsByLine(left), spotsByLine(right)
}

// spotsByLine sorts spots, and keeps one spot of each line.
func spotsByLine(spots []screenSpot) []screenSpot {
	slices.SortStableFunc(spots, func(a, b screenSpot) int { return a.line - b.line })
	return slices.CompactFunc(spots, func(a, b screenSpot) bool { return a.line == b.line })
}

// drawHalfDiagonal draws a line from the corner of a square to its middle.
func (h *textRenderer) drawHalfDiagonal(spots []screenSpot, sign string) {
	for _, at := range spots {
		g := &h.textScreen[at.line][at.column] // the sides are drawn over its ends later
		crossing := g.shownText != " " && g.shownText != sign
		*g = glyph{shownText: sign}
		if crossing {
			g.shownText = h.textStyle.signOrASCII("╳", "X")
		}
	}
}

// drawPieceBorders draws the lines around pieces, and around each empty cell. An underscore has the color of the
// triangle above it. Slashes replace underscores at the ends of sides.
func (h *textRenderer) drawPieceBorders(cells lattice.Shape) {
	sides, cages := h.listCellSides(cells), h.cageKeyOfCell()
	// for each corner, the directions of the lines there, and whether one of these lines is a border
	corners, firm := make(map[screenSpot]int, len(sides)), make(map[screenSpot]bool, len(sides))
	for _, s := range sides {
		spots, sign := h.spotsOfLine(s.fromPoint, s.toPoint)
		wall := h.IsCheckered || h.isPieceBorder(s) || h.pieceAt(s.adjacentCells[0]) == noPiece
		if !wall {
			if len(s.adjacentCells) < 2 || cages[s.adjacentCells[0]] == cages[s.adjacentCells[1]] || !h.canDrawCages() {
				continue
			}
			sign = dashSigns[sign]
		}
		if h.hasDiagonals && spots[0].line != spots[len(spots)-1].line &&
			spots[0].column != spots[len(spots)-1].column {
			h.drawHalfDiagonal(spots, sign)
			continue
		}
		for _, at := range spots {
			if g := &h.textScreen[at.line][at.column]; sign != "_" {
				*g = glyph{shownText: sign}
			} else if g.shownText == " " {
				g.shownText = sign
			}
		}
		first, last := spots[0], spots[len(spots)-1]
		if first.line == last.line {
			corners[first] |= directionRight
			corners[last] |= directionLeft
		} else {
			corners[first] |= directionDown
			corners[last] |= directionUp
		}
		firm[first], firm[last] = firm[first] || wall, firm[last] || wall
	}
	for at, directions := range corners {
		sign := h.textStyle.lineSign(directions)
		if !firm[at] {
			sign = cmp.Or(dashSigns[sign], sign)
		}
		if h.slantedSideCount == 0 {
			h.fillColumns(at, 1, sign, 0)
		}
	}
	h.drawSignsOverBorders(cells, sides)
	for _, s := range h.findJoinedStretches(sides) {
		spots, _ := h.spotsOfLine(s.middleSide().fromPoint, s.middleSide().toPoint)
		h.fillColumns(spots[len(spots)/2], 1, h.seamArrowSign(s), 0)
	}
}

// writeCellLabel writes a label into a cell, and cuts it if there is too little room.
func (h *textRenderer) writeCellLabel(c lattice.Cell, label string) {
	at, room := h.labelRoomInCell(c)
	label = runewidth.Truncate(label, room, "")
	free := room - runewidth.StringWidth(label)
	indent := min(1, free)
	if h.slantedSideCount > 0 {
		indent = free / 2
	}
	h.writeWord(screenSpot{at.line, at.column + indent}, label, h.textStyle.Color && h.GivenCells[c])
}

// labelRoomInCell returns the place for a label in a cell and the number of columns there: the first line of a box, or
// a line near the base of a triangle.
func (h *textRenderer) labelRoomInCell(c lattice.Cell) (at screenSpot, room int) {
	left, right := h.spotsOfCellSides(c)
	line := 1
	if left[0].column > left[1].column { // the label of a triangle that points up is near its base
		line = len(left) - 2
	}
	if h.hasDiagonals { // in the middle, where the room is greatest
		for k := range left[1 : len(left)-1] {
			if right[k+1].column-left[k+1].column > right[line].column-left[line].column {
				line = k + 1
			}
		}
	}
	return screenSpot{left[line].line, left[line].column + 1}, right[line].column - left[line].column - 1
}
