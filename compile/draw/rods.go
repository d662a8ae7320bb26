package draw

import (
	"cmp"
	"maps"
	"math"
	"math/cmplx"
	"slices"
	"strings"

	"github.com/mattn/go-runewidth"

	"quadrille/compile/lattice"
)

// Sizes of sticks, in units of their length.
const (
	stickWidth        = 0.18
	stickOutlineWidth = 0.03 // width of the outline on each side of a stick
	// stickGapAtJoint is the distance between a joint and the end of a stick whose piece ends at the joint. The gap
	// keeps the stick apart from another piece that passes through the joint, and one bend apart from another.
	stickGapAtJoint = 0.28
	// stickGapAtSixJoint replaces stickGapAtJoint at a joint of six sticks, if no other stick of the piece is there:
	// the bend of another piece may pass in front of the stick.
	stickGapAtSixJoint = 0.42
	labelBeadRadius    = 0.2 // radius of the bead that carries the label
	// reasonStickGroundWidth is the width of the ground under a stick that explains the latest step.
	reasonStickGroundWidth = 0.16
)

// reasonStickInk is the color of the ground under a stick. It is darker than reasonCellInk, as that ground is thin.
const reasonStickInk = "#f5c542"

// drawStickRods draws sticks as thick lines: first the joints, then the sticks without a piece, then each piece
// twice. The first time a piece is drawn in the color of lines and slightly wider, which makes its outline.
func (p *drawPlan) drawStickRods(c *svgWriter) {
	var empty strings.Builder
	for _, cell := range p.BoardCells {
		if p.pieceAt(cell) == noPiece {
			ends := p.cellCorners(cell)
			empty.WriteString(openLinePath(ends[0], ends[1]))
		}
	}
	c.drawPath(empty.String(), "class", "empty", "fill", "none", "stroke", thinLineInk, "stroke-dasharray", "3 3")
	var tinted strings.Builder
	for _, cell := range p.BoardCells {
		if ends := p.cellCorners(cell); p.ReasonCells[cell] {
			tinted.WriteString(openLinePath(ends[0], ends[1]))
		}
	}
	c.drawPath(tinted.String(), "class", "reason", "fill", "none", "stroke", reasonStickInk, "stroke-width",
		reasonStickGroundWidth*squareSide, "stroke-opacity", 0.6)
	c.openElement("g", "class", "joints", "fill", thinLineInk)
	for _, joint := range p.jointsOfSticks(p.BoardCells) {
		c.drawCircle(p.pagePoint(p.Lattice.JointPoint(joint)), 2)
	}
	c.closeElement("g")
	for i := range p.Pieces {
		line := p.centreLinePath(i)
		p.openPieceGroup(c, i, "fill", "none", "stroke-linecap", "round", "stroke-linejoin", "round")
		c.drawPath(line, "stroke", thickLineInk, "stroke-width", (stickWidth+2*stickOutlineWidth)*squareSide)
		c.drawPath(line, "stroke", p.fillColorOfPiece(i, 1), "stroke-width", stickWidth*squareSide)
		c.closeElement("g")
	}
}

// centreLinePath returns the path data along a piece: its sticks, and the corners that it cuts at a joint where another
// piece bends.
func (p *drawPlan) centreLinePath(piece int) string {
	var b strings.Builder
	sticks := p.Pieces[piece].Cells
	for _, stick := range sticks {
		ends := p.Lattice.StickEnds(stick)
		b.WriteString(openLinePath(p.stickEndPoint(ends[0], stick), p.stickEndPoint(ends[1], stick)))
	}
	for _, joint := range p.jointsOfSticks(sticks) {
		var stops []point
		for _, stick := range p.Lattice.SticksAtJoint(joint) {
			if p.pieceAt(stick) == piece && p.piecePassingJoint(joint) != piece {
				stops = append(stops, p.stickEndPoint(joint, stick))
			}
		}
		for i := 1; i < len(stops); i++ {
			b.WriteString(openLinePath(stops[0], stops[i]))
		}
	}
	return b.String()
}

// stickEndPoint returns the point where a stick ends at a joint: in the joint if its piece passes through the joint, or
// else at a distance from it.
func (p *drawPlan) stickEndPoint(joint, stick lattice.Cell) point {
	end := p.pagePoint(p.Lattice.JointPoint(joint))
	if p.piecePassingJoint(joint) == p.pieceAt(stick) {
		return end
	}
	gap, around := stickGapAtJoint, p.Lattice.SticksAtJoint(joint)
	same := around.FilterCells(func(c lattice.Cell) bool { return p.pieceAt(c) == p.pieceAt(stick) })
	if len(same) == 1 && len(around) > 4 {
		gap = stickGapAtSixJoint
	}
	return end + complex(2*gap, 0)*(p.cellCentre(stick)-end) // the centre is half a stick away
}

// drawLabelBeads draws the label of each piece on a bead at its middle stick, and each mark on a bead.
func (p *drawPlan) drawLabelBeads(c *svgWriter) {
	words := map[lattice.Cell]string{}
	for _, piece := range p.Pieces {
		for _, part := range p.Lattice.ConnectedParts(piece.Cells) {
			if free := part.FilterCells(func(c lattice.Cell) bool { return p.CellMarks[c] == "" }); len(free) > 0 {
				part = free
			}
			words[p.middleStick(part)] = p.labelText(piece.Label)
		}
	}
	maps.Copy(words, p.CellMarks)
	for _, stick := range p.BoardCells {
		if words[stick] == "" {
			continue
		}
		weight := "normal"
		if p.GivenCells[stick] {
			weight = "bold"
		}
		at := p.cellCentre(stick)
		if words[stick] == CrossMark {
			c.drawCentredWord(at, labelBeadRadius*2*squareSide, CrossMark, "fill", thickLineInk, "stroke", "white",
				"stroke-width", 3,
				"paint-order", "stroke")
			continue
		}
		c.drawCircle(at, labelBeadRadius*squareSide, "fill", p.fillColorOfPiece(p.pieceAt(stick), 1), "stroke",
			thickLineInk,
			"stroke-width",
			stickOutlineWidth*squareSide)
		c.drawCentredWord(at, min(p.letterSize, labelSizeOnBead(words[stick])), words[stick], "fill", "black",
			"font-weight", weight)
	}
}

// labelSizeOnBead returns the greatest size with which a text fits on a bead.
func labelSizeOnBead(text string) float64 {
	return 2 * labelBeadRadius * squareSide / math.Hypot(textWidth(text), 0.73)
}

// middleStick returns the stick that is nearest to the centre of a part of a piece, and of several the first.
func (p *drawPlan) middleStick(part lattice.Shape) lattice.Cell {
	var centres []point
	for _, c := range part {
		centres = append(centres, p.cellCentre(c))
	}
	middle := meanOfPoints(centres)
	away := func(c lattice.Cell) float64 { return math.Round(1e6 * cmplx.Abs(p.cellCentre(c)-middle)) }
	return slices.MinFunc(part, func(a, b lattice.Cell) int { return cmp.Compare(away(a), away(b)) })
}

// jointsOfSticks returns the ends of sticks.
func (p *drawPlan) jointsOfSticks(sticks lattice.Shape) lattice.Shape {
	var joints []lattice.Cell
	for _, c := range sticks {
		joints = append(joints, p.Lattice.StickEnds(c)...)
	}
	return lattice.NewShape(joints)
}

// piecePassingJoint returns the only piece that passes through a joint, or noPiece. A piece that ends at the joint
// does not pass through it.
func (p *drawPlan) piecePassingJoint(joint lattice.Cell) int {
	sticks := map[int]int{}
	for _, c := range p.Lattice.SticksAtJoint(joint) {
		sticks[p.pieceAt(c)]++
	}
	owner := noPiece
	for i, n := range sticks {
		switch {
		case i == noPiece || n < 2:
		case owner != noPiece:
			return noPiece
		default:
			owner = i
		}
	}
	return owner
}

// signOfPassedJoint returns the sign for a joint that a piece passes through, or "" for a bend on lattices with
// slanting sticks.
func (h *textRenderer) signOfPassedJoint(joint lattice.Cell, piece int) string {
	directions, signs := 0, map[string]bool{}
	at := h.spotOfPoint(h.Lattice.JointPoint(joint))
	for _, stick := range h.Lattice.SticksAtJoint(joint) {
		if h.pieceAt(stick) != piece {
			continue
		}
		ends := h.Lattice.CellOutline(stick)
		_, sign := h.spotsOfLine(ends[0], ends[1])
		signs[sign] = true
		for _, end := range ends {
			switch to := h.spotOfPoint(end); {
			case to.line < at.line:
				directions |= directionUp
			case to.line > at.line:
				directions |= directionDown
			case to.column < at.column:
				directions |= directionLeft
			case to.column > at.column:
				directions |= directionRight
			}
		}
	}
	if h.Lattice == lattice.Sticks {
		return h.textStyle.lineSign(directions)
	}
	for sign := range signs {
		if len(signs) == 1 {
			return sign
		}
	}
	return h.textStyle.signOrASCII("•", "o")
}

// drawSticks draws sticks and joints, and on each stick its label, its mark or a dot. A stick leaves a gap at a joint
// through which another piece passes. It reports whether all labels fit.
func (h *textRenderer) drawSticks(cells lattice.Shape) (fits bool) {
	for _, c := range cells {
		piece, ends := h.pieceAt(c), h.Lattice.StickEnds(c)
		if piece == noPiece {
			continue
		}
		spots, sign := h.spotsOfLine(h.Lattice.JointPoint(ends[0]), h.Lattice.JointPoint(ends[1]))
		spots = spots[1 : len(spots)-1]
		for k, end := range ends {
			if owner := h.piecePassingJoint(end); owner != noPiece && owner != piece {
				spots = spots[1-k : len(spots)-k]
			}
		}
		for _, at := range spots {
			h.fillColumns(at, 1, sign, h.pieceColor(piece))
		}
	}
	for _, joint := range h.jointsOfSticks(cells) {
		sign, color := h.textStyle.signOrASCII("•", "o"), Color(0)
		if piece := h.piecePassingJoint(joint); piece != noPiece {
			sign, color = h.signOfPassedJoint(joint, piece), h.pieceColor(piece)
		}
		h.fillColumns(h.spotOfPoint(h.Lattice.JointPoint(joint)), 1, sign, color)
	}
	fits = true
	for _, c := range cells {
		text := h.textStyle.signOrASCII("·", ".")
		if piece := h.pieceAt(c); piece != noPiece {
			text = h.Pieces[piece].Label
		}
		fits = h.labelStick(c, cmp.Or(h.CellMarks[c], text)) && fits
	}
	h.drawStickCounts()
	for _, s := range h.findJoinedStretches(h.sidesOfStickFrame()) {
		from, to := s.middleSide().fromPoint, s.middleSide().toPoint
		x, y := (from.X+to.X)/2, (from.Y+to.Y)/2
		joint := lattice.PlanePoint{X: x + x&1, Y: y + y&1}
		for _, p := range []lattice.PlanePoint{joint, to, from} { // lattices with slanting rows may have no such joint
			if at := h.spotOfPoint(p); h.containsSpot(at) {
				h.fillColumns(at, 1, h.seamArrowSign(s), 0)
				break
			}
		}
	}
	return fits
}

// labelStick writes a label on the middle of a stick, and reports whether it fits. It cannot extend beyond the left
// edge of the picture, and must end before the next label.
func (h *textRenderer) labelStick(c lattice.Cell, label string) (fits bool) {
	ends := h.Lattice.StickEnds(c)
	spots, _ := h.spotsOfLine(h.Lattice.JointPoint(ends[0]), h.Lattice.JointPoint(ends[1]))
	at, room := spots[len(spots)/2], 2*h.columnsPerStep-3
	if at.column == 0 {
		room = min(room, h.columnsPerStep+1)
	}
	if ends[0][0] != ends[1][0] && h.Lattice != lattice.Sticks {
		room = h.columnsPerStep - 1 // another slanting stick is beside this one
	}
	fits = runewidth.StringWidth(label) <= room
	label = runewidth.Truncate(label, room, "")
	width := runewidth.StringWidth(label)
	if level := spots[0].line == at.line; level {
		at.column -= width / 2
	} else {
		at.column = max(0, at.column-(width-1)/2)
	}
	h.fillColumns(at, width, " ", h.pieceColor(h.pieceAt(c)))
	h.writeWord(at, label, h.textStyle.Color && h.GivenCells[c])
	return fits
}
