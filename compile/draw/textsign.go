package draw

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/mattn/go-runewidth"

	"quadrille/compile/lattice"
	"quadrille/lang/source"
)

// The signs that puzzle books draw for rules are drawn with characters too. Cages have dashed borders with their totals
// at the top; thermometers and arrows are lines from cell to cell, which begin at a cell in brackets; clues stand in
// front of their rows and columns.
//
//	      9
//	┌7──────┬4──┐
//	│ 4   3 ╎ 1 │
//	├8╌╌┬╌╌╌┘   │
//	│(2)- 5   3 │ 10
//	│   ╎     | │
//	│ 6 ╎ 1   4 │
//	└───┴───────┘

// drawSignsOverBorders draws the signs of the cells of a layer, over the borders of the cells.
func (h *textRenderer) drawSignsOverBorders(cells lattice.Shape, sides []*cellSide) {
	h.writeMarksBetween(sides)
	for _, s := range h.RuleSigns {
		if (s.SignKind == "thermometer" || s.SignKind == "arrow" || s.SignKind == "line") && s.isWithin(cells) {
			h.drawSignSteps(s)
		}
	}
	if !h.canDrawCages() {
		return
	}
	for _, t := range h.cornerTexts(cells) {
		left, right := h.spotsOfCellSides(t.cell)
		text := runewidth.Truncate(t.shownText, right[0].column-left[0].column-1, h.textStyle.signOrASCII("…", "..."))
		h.writeWord(screenSpot{left[0].line, left[0].column + 1}, text, false)
	}
}

// countSignText returns the text of a count, or the sign of a circle.
func (s TextStyle) countSignText(sign RuleSign) string {
	circle := map[string]string{"○": "O", "●": "@"}[sign.Text]
	return s.signOrASCII(source.EscapeText(sign.Text), cmp.Or(circle, source.EscapeText(sign.Text)))
}

// turnCountsIntoMarks turns counts on cells of the board into marks of these cells. If a cell shows anything but a
// white square, its count stands in the corner. The counts among sticks, and the counts on holes, are written later.
func (p *drawPlan) turnCountsIntoMarks(style TextStyle) {
	p.RuleSigns = slices.Clone(p.RuleSigns)
	for k, s := range p.RuleSigns {
		switch cell := s.Cells[0]; {
		case s.SignKind != "count" || p.Lattice.StickEnds != nil || !p.BoardCells.HasCell(cell):
		case p.CellMarks[cell] == "" && p.CellLabels[cell] == "" || p.CellMarks[cell] == "_" && p.DrawsPlainRegions:
			p.CellMarks[cell] = style.countSignText(s)
		default:
			p.RuleSigns[k].SignKind = "corner"
		}
	}
}

// drawStickCounts writes the counts among sticks. A count on a joint stands over the joint, any other count where
// nothing else is.
func (h *textRenderer) drawStickCounts() {
	for _, s := range h.RuleSigns {
		if s.SignKind != "number" && s.SignKind != "count" {
			continue
		}
		text, at := h.textStyle.countSignText(s), screenSpot{}
		width := runewidth.StringWidth(text)
		if s.SignKind == "count" {
			if at = h.spotOfPoint(h.Lattice.JointPoint(s.Cells[0])); !h.containsSpot(at) {
				continue
			}
			if width == 1 {
				h.textScreen[at.line][at.column].shownText = text
				continue
			}
			if h.piecePassingJoint(s.Cells[0]) == noPiece {
				h.textScreen[at.line][at.column] = blankGlyph
			}
		} else {
			for _, cell := range s.Cells {
				for _, joint := range h.Lattice.StickEnds(cell) {
					end := h.spotOfPoint(h.Lattice.JointPoint(joint))
					at.line, at.column = at.line+end.line, at.column+end.column
				}
			}
			at.line, at.column = at.line/(2*len(s.Cells)), at.column/(2*len(s.Cells))
		}
		if at.column -= width / 2; h.containsSpot(at) && h.isRoomForWord(at, width) {
			h.writeWord(at, text, false)
		}
	}
}

// placedHoleCounts returns the counts on holes of the board, and on places beside the board, with their places on the
// screen.
func (h *textRenderer) placedHoleCounts() (notes []placedNote) {
	for _, s := range h.RuleSigns {
		if s.SignKind == "count" && !h.BoardCells.HasCell(s.Cells[0]) {
			at, text := h.centreSpotOfCell(s.Cells[0]), h.textStyle.countSignText(s)
			notes = append(notes, placedNote{screenSpot{at.line, at.column - runewidth.StringWidth(text)/2}, text})
		}
	}
	return notes
}

// canDrawCages reports whether all lines of the lattice are level or upright, so that cages can be drawn.
func (h *textRenderer) canDrawCages() bool {
	return h.slantedSideCount == 0 && !h.hasDiagonals && h.Lattice.StickEnds == nil
}

// cageKeyOfCell returns, for each cell, a text that identifies the cages that contain it.
func (p *drawPlan) cageKeyOfCell() map[lattice.Cell]string {
	in := map[lattice.Cell]string{}
	for i, s := range p.RuleSigns {
		for _, c := range s.Cells {
			if s.SignKind == "cage" {
				in[c] += fmt.Sprint(i, " ")
			}
		}
	}
	return in
}

// dashSigns holds the signs of dashed lines, by the signs of solid lines.
var dashSigns = map[string]string{"─": "╌", "│": "╎", "-": ".", "|": ":"}

// drawSignSteps draws a line from each cell of a sign to the next, over the borders and corners of squares. Unless
// the sign is a plain line, the mark in its first cell gets brackets.
func (h *textRenderer) drawSignSteps(s RuleSign) {
	cells := s.Cells
	for k := range len(cells) - 1 {
		if step := cells[k+1].Minus(cells[k]); h.Lattice != lattice.Square ||
			max(absolute(step[0]), absolute(step[1])) > 1 {
			return
		}
	}
	for k := range len(cells) - 1 {
		a, b := h.centreSpotOfCell(cells[k]), h.centreSpotOfCell(cells[k+1])
		sign := "|"
		switch {
		case a.line == b.line:
			sign = "-"
		case a.column != b.column:
			sign = map[bool]string{true: "\\", false: "/"}[(a.line < b.line) == (a.column < b.column)]
		}
		h.fillColumns(screenSpot{(a.line + b.line) / 2, (a.column + b.column) / 2}, 1, sign, 0)
	}
	if at, room := h.labelRoomInCell(cells[0]); s.SignKind != "line" && room > 2 &&
		runewidth.StringWidth(h.CellMarks[cells[0]]) <= room-2 {
		h.writeWord(at, "(", false)
		h.writeWord(screenSpot{at.line, at.column + max(1, runewidth.StringWidth(h.CellMarks[cells[0]])) + 1}, ")",
			false)
	}
}

// writeClues writes the clues in front of their lines, off the board or in its holes, and reports whether all fit. It
// enlarges the screen for them. On the left it adds whole squares, as a wide picture is cut between squares.
func (h *textRenderer) writeClues() (fits bool) {
	fits = true
	var words []placedNote
	top, left, bottom, right := 0, 0, len(h.textScreen), len(h.textScreen[0])
	if h.Lattice == lattice.Square {
		words = h.placedHoleCounts()
		for _, c := range h.drawPlan.cluesWithDistances(func(c lineClue) float64 {
			if c.isRowClue() {
				return float64(runewidth.StringWidth(c.clueText) + 2)
			}
			return float64(len(strings.Fields(c.clueText)) + 1)
		}) {
			words = append(words, h.placedPartsOfClue(c)...)
		}
	}
	for _, w := range words {
		top, bottom = min(top, w.screenSpot.line), max(bottom, w.screenSpot.line+1)
		left, right = min(left, w.screenSpot.column), max(right, w.screenSpot.column+runewidth.StringWidth(w.noteText))
	}
	left = (left - h.columnsPerStep + 1) / h.columnsPerStep * h.columnsPerStep
	grown := newScreen(bottom-top, right-left)
	for i, line := range h.textScreen {
		copy(grown[i-top][-left:], line)
	}
	for _, w := range words {
		at := screenSpot{w.screenSpot.line - top, w.screenSpot.column - left}
		if !grown.isRoomForWord(at, runewidth.StringWidth(w.noteText)) {
			fits = false
			continue
		}
		grown.writeWord(at, w.noteText, false)
	}
	h.textScreen = grown
	return fits
}

// placedNote is a text with its place on the screen.
type placedNote struct {
	screenSpot screenSpot
	noteText   string
}

// placedPartsOfClue returns the parts of a clue with their places in front of its first cell. They are side by side if
// the line is horizontal, and otherwise below one another. A hole may have two clues: the clue of a column on its left,
// and the clue of a row on its right.
func (h *textRenderer) placedPartsOfClue(s lineClue) (words []placedNote) {
	first, second, out := h.centreSpotOfCell(s.Cells[0]), h.centreSpotOfCell(s.Cells[1]), int(s.widthOfNearerClues)
	// There may be holes between the two cells.
	down, across := h.linesPerStep*cmp.Compare(second.line, first.line),
		h.columnsPerStep*cmp.Compare(second.column, first.column)
	back := lattice.Cell{int32(cmp.Compare(first.line, second.line)), int32(cmp.Compare(first.column, second.column))}
	for at := s.Cells[0].Plus(back); h.hasCountOn(at); at = at.Plus(back) {
		first.line, first.column = first.line-down, first.column-across // the hole has a text of its own
	}
	edge, front := screenSpot{first.line - down/2, first.column - across/2},
		screenSpot{first.line - down, first.column - across}
	inside := front.line > 0 && front.line < len(h.textScreen) && front.column > 0 &&
		front.column < len(h.textScreen[0])
	gap := 2
	if inside {
		gap = 1
	}
	switch width := runewidth.StringWidth(s.clueText); {
	case down == 0 && across > 0:
		return []placedNote{{screenSpot{first.line, edge.column - out - width - gap + 1}, s.clueText}}
	case down == 0:
		return []placedNote{{screenSpot{first.line, edge.column + out + gap}, s.clueText}}
	case inside:
		return []placedNote{{screenSpot{front.line, first.column - h.columnsPerStep/2 + 1}, s.clueText}}
	}
	parts := strings.Fields(s.clueText)
	for k, part := range parts {
		line := edge.line + out + 1 + k
		if down > 0 {
			line = edge.line - out - len(parts) + k
		}
		words = append(words, placedNote{screenSpot{line, first.column - runewidth.StringWidth(part)/2}, part})
	}
	return words
}

// centreSpotOfCell returns the spot in the centre of a square.
func (h *textRenderer) centreSpotOfCell(c lattice.Cell) screenSpot {
	least, _ := h.Lattice.OutlineBox(lattice.Shape{c})
	at := h.spotOfPoint(least)
	return screenSpot{at.line + h.linesPerStep/2, at.column + h.columnsPerStep/2}
}

// maxMarksBetween is the number of marks that fit between two cells.
const maxMarksBetween = 3

// writeMarksBetween writes the marks between cells that share a side.
func (h *textRenderer) writeMarksBetween(sides []*cellSide) {
	marks := map[[2]lattice.Cell][]RuleSign{}
	for _, pair := range h.marksByCellPair(h.BoardCells) {
		marks[pairInBoardOrder(pair[0].Cells)] = pair[:min(len(pair), maxMarksBetween)]
	}
	for _, s := range sides {
		if len(s.adjacentCells) < 2 {
			continue
		}
		pair := marks[pairInBoardOrder(s.adjacentCells)]
		spots, _ := h.spotsOfLine(s.fromPoint, s.toPoint)
		middle := spots[len(spots)/2]
		for k, sign := range pair {
			text := source.EscapeText(sign.Text)
			if text == "<" {
				text = arrowOfDirection(h.cellCentre(sign.Cells[0]) - h.cellCentre(sign.Cells[1]))
			}
			h.fillColumns(screenSpot{middle.line, middle.column + k - (len(pair)-1)/2}, 1, text, 0)
		}
	}
}

// arrowOfDirection returns the sign that points in a direction.
func arrowOfDirection(d point) string {
	switch {
	case math.Abs(real(d)) < math.Abs(imag(d)) && imag(d) < 0:
		return "^"
	case math.Abs(real(d)) < math.Abs(imag(d)):
		return "v"
	case real(d) < 0:
		return "<"
	}
	return ">"
}
