package draw

import (
	"cmp"
	"math"
	"math/cmplx"
	"slices"
	"strings"

	"quadrille/compile/lattice"
	"quadrille/lang/source"
)

// RuleSign is the drawing of a rule about some cells, as in puzzle books.
type RuleSign struct {
	// SignKind is one of
	//
	//	cage         a dashed line around the cells, with the text in the corner of the first
	//	line         through the cells, with the text in the corner of the first
	//	thermometer  the same, with a bulb on the first
	//	arrow        from a circle on the first cell through the others
	//	mark         between two cells: "<" points at the first, "o" and "*" are discs
	//	clue         in front of the first of cells in a line, off the board
	//	number       in the middle of the cells
	//	corner       the text in the corner of a cell
	//	count        the text in the middle of a cell, which may be a hole of the board or lie beside it; "○" and "●"
	//	             are circles there; on a joint of sticks
	//	block        the cell, which lies off the board, is black; entry: the number of a crossword in the corner of a
	//	             square. Text has neither.
	SignKind string
	Cells    []lattice.Cell
	Text     string
	// CountedSymbol is the symbol that a clue counts, or "".
	CountedSymbol string
}

// Sizes and colors of signs, in the units of the document.
const (
	cageLineInset  = 3.5  // distance of the line of a cage from the border of its cells
	cornerTextSize = 10.5 // size of letters in the corner of a cell
	// clueTextSize is the size of letters of clues beside the board, and clueLineHeight the height of a line of such
	// letters.
	clueTextSize   = 14.0
	clueGapToBoard = 5.0 // distance of a clue from the board
	clueLineHeight = 15.0
	// clueSideStep is the distance between two clues side by side in front of one line.
	clueSideStep = 9.0
	clueSpacing  = 10.0 // distance between clues one behind the other in front of a line
	// pairMarkRadius is the radius of a mark between two cells.
	pairMarkRadius = 5.0
	// countCircleRadius is the radius of a circle in the middle of a cell.
	countCircleRadius     = 11.0
	pairMarkSpacing       = 13.0 // distance between marks on one side of a cell
	thermometerWidth      = 0.32 * squareSide
	thermometerBulbRadius = 0.36 * squareSide
	arrowCircleRadius     = 0.4 * squareSide
	arrowTipLength        = 7.0
	signFillColor         = "#d0d0d4"
	signLineColor         = "#8a8a90"
)

// isWithin reports whether all cells of a sign are among the given cells.
func (s RuleSign) isWithin(cells lattice.Shape) bool {
	return !slices.ContainsFunc(s.Cells, func(c lattice.Cell) bool { return !cells.HasCell(c) })
}

// drawRuleSigns draws the signs of the given kinds whose cells are all among cells. Counts and blocks may be elsewhere.
func (p *drawPlan) drawRuleSigns(c *svgWriter, cells lattice.Shape, kinds ...string) {
	for _, s := range p.RuleSigns {
		if slices.Contains(kinds, s.SignKind) && (s.isWithin(cells) || s.SignKind == "count" || s.SignKind == "block") {
			p.drawRuleSign(c, s)
		}
	}
}

func (p *drawPlan) drawRuleSign(c *svgWriter, s RuleSign) {
	text := source.EscapeText(s.Text)
	switch s.SignKind {
	case "cage":
		c.drawPath(p.pathInsideBorder(lattice.NewShape(s.Cells), cageLineInset), "class", "cage", "fill", "none",
			"stroke",
			thickLineInk,
			"stroke-width", 1, "stroke-dasharray", "3.5 2.5")
	case "line":
		p.drawLineThroughCells(c, s.Cells, "line", signLineColor, 1.5)
	case "thermometer":
		p.drawLineThroughCells(c, s.Cells, "thermometer", signFillColor, thermometerWidth)
		c.drawCircle(p.cellCentre(s.Cells[0]), p.cellDiscRadius(s.Cells[0], thermometerBulbRadius), "class",
			"thermometer", "fill",
			signFillColor)
	case "arrow":
		p.drawArrowSign(c, s.Cells)
	case "block":
		c.drawPath(p.outlinePath(s.Cells), "class", "block", "fill", thickLineInk, "stroke", thickLineInk,
			"stroke-width", 3)
	case "entry":
		corner := p.cellCentre(s.Cells[0]) - complex(squareSide/2, squareSide/2)
		c.drawTextLine(corner+complex(3.5, 3+0.8*cornerTextSize), cornerTextSize, text, "class", "entry", "fill",
			thickLineInk)
	case "number", "count":
		var middle point
		for _, cell := range s.Cells {
			middle += p.signTextPoint(s, cell) / complex(float64(len(s.Cells)), 0)
		}
		if fill, isDisc := map[string]string{"○": "white", "●": thickLineInk}[text]; isDisc {
			c.drawCircle(middle, countCircleRadius, "class", "disc", "fill", fill, "stroke", thickLineInk,
				"stroke-width", 1.8)
			return
		}
		c.drawCentredWord(middle, largestLabelSize, text, "class", "clue", "fill", thickLineInk)
	}
}

// signTextPoint returns where the text of a sign about a cell stands: in its middle, or, for a count among sticks, on
// the joint.
func (p *drawPlan) signTextPoint(s RuleSign, cell lattice.Cell) point {
	if s.SignKind == "count" && p.Lattice.JointPoint != nil {
		return p.pagePoint(p.Lattice.JointPoint(cell))
	}
	return p.cellCentre(cell)
}

// drawLineThroughCells draws a line through the centres of cells.
func (p *drawPlan) drawLineThroughCells(c *svgWriter, cells []lattice.Cell, class, color string, width float64) {
	c.drawPath(openLinePath(p.cellCentres(cells)...), "class", class, "fill", "none", "stroke",
		color, "stroke-width", width,
		"stroke-linecap", "round", "stroke-linejoin", "round")
}

func (p *drawPlan) cellCentres(cells []lattice.Cell) (all []point) {
	for _, cell := range cells {
		all = append(all, p.cellCentre(cell))
	}
	return all
}

// drawArrowSign draws a circle on the first cell, and an arrow from there through the others.
func (p *drawPlan) drawArrowSign(c *svgWriter, cells []lattice.Cell) {
	at, radius := p.cellCentres(cells), p.cellDiscRadius(cells[0], arrowCircleRadius)
	c.drawCircle(at[0], radius, "class", "arrow", "fill", "white", "stroke", signLineColor, "stroke-width", 1.5)
	along := unitVector(at[0], at[1])
	shaft := append([]point{at[0] + along*complex(radius, 0)}, at[1:]...)
	last := shaft[len(shaft)-1]
	along = unitVector(shaft[len(shaft)-2], last)
	d := openLinePath(shaft...) + openLinePath(last-arrowTipLength*along*(1+0.7i), last,
		last-arrowTipLength*along*(1-0.7i))
	c.drawPath(d, "class", "arrow", "fill", "none", "stroke", signLineColor, "stroke-width", 1.5, "stroke-linecap",
		"round",
		"stroke-linejoin", "round")
}

// unitVector returns the direction from one point to another, as a vector of length 1.
func unitVector(from, to point) point { return (to - from) / complex(max(cmplx.Abs(to-from), 1e-9), 0) }

// marksByCellPair groups the marks among some cells by the two cells between which they are. Marks with the same
// meaning are listed once.
func (p *drawPlan) marksByCellPair(cells lattice.Shape) (all [][]RuleSign) {
	at := map[[2]lattice.Cell]int{}
	for _, s := range p.RuleSigns {
		if s.SignKind != "mark" || !s.isWithin(cells) {
			continue
		}
		k, known := at[pairInBoardOrder(s.Cells)]
		if !known {
			k, all = len(all), append(all, nil)
			at[pairInBoardOrder(s.Cells)] = k
		}
		if !slices.ContainsFunc(all[k], func(t RuleSign) bool {
			return t.Text == s.Text &&
				(s.Text != "<" || t.Cells[0] == s.Cells[0])
		}) {
			all[k] = append(all[k], s)
		}
	}
	return all
}

// pairInBoardOrder returns two cells in their order on the board.
func pairInBoardOrder(cells []lattice.Cell) [2]lattice.Cell {
	if lattice.CompareCells(cells[0], cells[1]) > 0 {
		return [2]lattice.Cell{cells[1], cells[0]}
	}
	return [2]lattice.Cell{cells[0], cells[1]}
}

// drawMarksBetween draws the marks of each pair of cells, side by side.
func (p *drawPlan) drawMarksBetween(c *svgWriter, cells lattice.Shape) {
	for _, marks := range p.marksByCellPair(cells) {
		pair := pairInBoardOrder(marks[0].Cells)
		a, b := p.cellCentre(pair[0]), p.cellCentre(pair[1])
		for k, s := range marks {
			aside := pairMarkSpacing * (float64(k) - float64(len(marks)-1)/2)
			at, first := (a+b)/2+1i*unitVector(a, b)*complex(aside, 0), p.cellCentre(s.Cells[0])
			p.drawPairMark(c, at, unitVector((a+b)/2, first), source.EscapeText(s.Text))
		}
	}
}

// drawPairMark draws a mark at a point between two cells. The argument first is a point in the first cell.
func (p *drawPlan) drawPairMark(c *svgWriter, at, first point, text string) {
	switch text {
	case "o", "*":
		fill := map[string]string{"o": "white", "*": thickLineInk}[text]
		c.drawCircle(at, pairMarkRadius, "class", "mark", "fill", fill, "stroke", thickLineInk, "stroke-width", 1.2)
	case "<":
		along := first * pairMarkRadius
		d := openLinePath(at+along*(-0.6+1i), at+0.6*along, at+along*(-0.6-1i))
		round := []any{"fill", "none", "stroke-linecap", "round", "stroke-linejoin", "round"}
		// The white outline keeps the mark apart from lines.
		c.drawPath(d, append(round, "stroke", "white", "stroke-width", 6)...)
		c.drawPath(d, append(round, "class", "mark", "stroke", thickLineInk, "stroke-width", 1.8)...)
	default:
		c.drawCentredWord(at, clueTextSize, text, "class", "mark", "fill", thickLineInk, "font-weight", "bold",
			"stroke", "white",
			"stroke-width", 4, "paint-order", "stroke")
	}
}

// cornerText is the text in the corner of a cell.
type cornerText struct {
	cell      lattice.Cell
	shownText string
}

// cornerTexts lists the texts in the corners of cells. Several texts of one cell are joined.
func (p *drawPlan) cornerTexts(cells lattice.Shape) (all []cornerText) {
	at := map[lattice.Cell]int{}
	for _, s := range p.RuleSigns {
		if s.SignKind != "cage" && s.SignKind != "line" && s.SignKind != "corner" || s.Text == "" ||
			!s.isWithin(cells) {
			continue
		}
		text := source.EscapeText(s.Text)
		if k, known := at[s.Cells[0]]; !known {
			at[s.Cells[0]] = len(all)
			all = append(all, cornerText{s.Cells[0], text})
		} else if !slices.Contains(strings.Fields(all[k].shownText), text) {
			all[k].shownText += " " + text
		}
	}
	return all
}

// drawTextInCorner writes a text into the highest corner of a cell, and of two equally high corners into the left one.
// If that corner is no right angle, the text is nearer to the centre.
func (p *drawPlan) drawTextInCorner(c *svgWriter, cell lattice.Cell, text string) {
	corners := p.cellCorners(cell)
	corner := slices.MinFunc(corners, func(a, b point) int {
		return cmp.Or(cmp.Compare(imag(a), imag(b)),
			cmp.Compare(real(a), real(b)))
	})
	at, anchor := corner+complex(2, 1+0.86*cornerTextSize), "start"
	if len(corners) != 4 {
		at, anchor = corner+(meanOfPoints(corners)-corner)*0.4+complex(0, capitalBaselineDrop*cornerTextSize), "middle"
	}
	c.drawTextLine(at, cornerTextSize, text, "class", "total", "text-anchor", anchor, "fill", thickLineInk,
		"stroke", "white", "stroke-width", 3, "stroke-linejoin", "round", "paint-order", "stroke")
}

// cellDiscRadius returns the radius of a circle inside a cell. It is not greater than the argument most.
func (p *drawPlan) cellDiscRadius(cell lattice.Cell, most float64) float64 {
	return min(most, 0.85*inscribedRadius(p.cellCentre(cell), p.cellCorners(cell)))
}

// pathInsideBorder returns the path data around cells, at the distance by inside their border.
func (p *drawPlan) pathInsideBorder(cells lattice.Shape, by float64) string {
	rim := slices.DeleteFunc(p.listCellSides(cells), func(s *cellSide) bool { return len(s.adjacentCells) > 1 })
	var rings strings.Builder
	for _, ring := range chainsOfSides(rim) {
		var corners []point
		before := ring[len(ring)-1]
		for _, s := range ring {
			if changesDirection(before, s) { // the cells are on the right, as sides run clockwise
				in, out := 1i*unitVector(p.pagePoint(before.fromPoint), p.pagePoint(before.toPoint)),
					1i*unitVector(p.pagePoint(s.fromPoint), p.pagePoint(s.toPoint))
				corners = append(corners, p.pagePoint(s.fromPoint)+(in+out)*complex(by/(1+real(in*cmplx.Conj(out))), 0))
			}
			before = s
		}
		rings.WriteString(polygonPath(corners))
	}
	return rings.String()
}

// placedText is a text at a point.
type placedText struct {
	basePoint  point
	wordText   string
	textAnchor string
}

// lineClue is a clue in front of a line. The clues of one rule are a row beside the board, and each further rule has
// its row further away from the board.
type lineClue struct {
	RuleSign
	clueText           string
	lineDirection      point   // direction of the line: 1, -1, 1i (down) or -1i (up)
	nearerClueCount    int     // number of clues between this clue and the board
	widthOfNearerClues float64 // distance from the board that the nearer clues take
}

// isRowClue reports whether a clue belongs to a row.
func (c lineClue) isRowClue() bool { return imag(c.lineDirection) == 0 }

// cluesInRows returns the clues of lines. A clue is as near to the board as the clues of other rules, and other clues
// of its line, allow.
func (p *drawPlan) cluesInRows() (all []lineClue) {
	type rank struct {
		way  point
		rank int
	}
	counts, taken := map[rank]string{}, map[rank]map[lattice.Cell]bool{}
	for _, s := range p.RuleSigns {
		if s.SignKind != "clue" || len(s.Cells) < 2 || s.Text == "" || p.Lattice.IsSolid() {
			continue
		}
		c := lineClue{RuleSign: s, clueText: source.EscapeText(s.Text)}
		step := p.cellCentre(s.Cells[1]) - p.cellCentre(s.Cells[0])
		if c.lineDirection = complex(math.Copysign(1, real(step)), 0); math.Abs(real(step)) <= math.Abs(imag(step)) {
			c.lineDirection = complex(0, math.Copysign(1, imag(step)))
		}
		at := rank{way: c.lineDirection}
		for taken[at] != nil && (counts[at] != s.CountedSymbol || taken[at][s.Cells[0]]) {
			at.rank++
		}
		if taken[at] == nil {
			counts[at], taken[at] = s.CountedSymbol, map[lattice.Cell]bool{}
		}
		taken[at][s.Cells[0]], c.nearerClueCount = true, at.rank
		all = append(all, c)
	}
	return all
}

// cluesWithDistances returns the clues of lines with their distances from the board. The function size returns the
// length of a clue along its line.
func (p *drawPlan) cluesWithDistances(size func(lineClue) float64) []lineClue {
	all, most := p.cluesInRows(), map[point][]float64{} // for each direction and rank, the greatest length of a clue
	for _, c := range all {
		most[c.lineDirection] = append(most[c.lineDirection],
			make([]float64, max(0, c.nearerClueCount+1-len(most[c.lineDirection])))...)
	}
	for i := range all {
		c := &all[i]
		if c.CountedSymbol != "" && len(most[c.lineDirection]) > 1 {
			c.clueText += "×" + source.EscapeText(c.CountedSymbol)
		}
		most[c.lineDirection][c.nearerClueCount] = max(most[c.lineDirection][c.nearerClueCount], size(*c))
	}
	for i := range all {
		for _, taken := range most[all[i].lineDirection][:all[i].nearerClueCount] {
			all[i].widthOfNearerClues += taken
		}
	}
	return all
}

// placedClueTexts returns the texts of the clues with their places in front of the lines.
func (p *drawPlan) placedClueTexts() (words []placedText) {
	for _, c := range p.cluesWithDistances(func(c lineClue) float64 {
		if c.isRowClue() {
			return textWidth(c.clueText)*clueTextSize + clueSpacing
		}
		return clueLineHeight*float64(len(strings.Fields(c.clueText))) + clueSpacing
	}) {
		words = append(words, p.placedTextsOfClue(c)...)
	}
	return words
}

// placedTextsOfClue returns the texts of a clue with their places in front of its first cell. They are side by side if
// the line is horizontal, and otherwise below one another.
func (p *drawPlan) placedTextsOfClue(s lineClue) (words []placedText) {
	first, next := p.cellCentre(s.Cells[0]), s.Cells[1]
	if p.Lattice == lattice.Square { // there may be holes between the two cells
		for axis, at := range s.Cells[0] {
			next[axis] = at + int32(cmp.Compare(next[axis], at))
		}
	}
	step, back := p.cellCentre(next)-first, s.Cells[0].Minus(next)
	edge, out := first-step/2, s.lineDirection*complex(s.widthOfNearerClues, 0)
	for at := s.Cells[0].Plus(back); p.hasCountOn(at); at = at.Plus(back) {
		edge -= step // the hole has a text of its own
	}
	aside := 0.0 // a hole of the board may have two clues
	if box := p.pagePoint(p.boxGreatest); 0 < min(real(edge-step/2), imag(edge-step/2)) &&
		real(edge-step/2) < real(box) &&
		imag(edge-step/2) < imag(box) {
		aside = clueSideStep
	}
	if s.isRowClue() {
		anchor := map[bool]string{true: "end", false: "start"}[real(step) > 0]
		return []placedText{{edge - out - complex(math.Copysign(clueGapToBoard, real(step)),
			aside-capitalBaselineDrop*clueTextSize),
			s.clueText, anchor}}
	}
	parts := strings.Fields(s.clueText)
	for k, part := range parts {
		// place of a clue below the board, at the baseline of its text
		at := edge + complex(0, clueGapToBoard+0.8*clueTextSize+clueLineHeight*float64(k))
		if imag(step) > 0 {
			at = edge - complex(0, clueGapToBoard+clueLineHeight*float64(len(parts)-1-k))
		}
		words = append(words, placedText{at - out - complex(aside, 0), part, "middle"})
	}
	return words
}

// hasCountOn reports whether a cell, or a hole, has a text in its middle.
func (p *drawPlan) hasCountOn(cell lattice.Cell) bool {
	return slices.ContainsFunc(p.RuleSigns, func(s RuleSign) bool {
		return s.SignKind == "count" &&
			s.Cells[0] == cell
	})
}

// drawingWithSpaceForClues returns a drawing with space for the clues around it.
func (p *drawPlan) drawingWithSpaceForClues(d drawing) drawing {
	left, top, right, bottom := 0.0, 0.0, d.width, d.height
	for _, w := range p.placedClueTexts() {
		width := textWidth(w.wordText) * clueTextSize
		from := map[string]float64{"start": real(w.basePoint), "middle": real(w.basePoint) - width/2,
			"end": real(w.basePoint) - width}[w.textAnchor]
		left, right = min(left, from), max(right, from+width)
		top, bottom = min(top, imag(w.basePoint)-0.8*clueTextSize), max(bottom, imag(w.basePoint)+0.2*clueTextSize)
	}
	if left == 0 && top == 0 && right == d.width && bottom == d.height {
		return d
	}
	return drawing{right - left, bottom - top, func(c *svgWriter) { d.drawScaledAt(c, complex(-left, -top), 1) }}
}
