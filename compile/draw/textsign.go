package draw

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"github.com/mattn/go-runewidth"

	"quadrille/compile/lattice"
	"quadrille/lang/source"
)

// What puzzle books draw for rules is drawn with characters too: cages have dashed borders with their totals
// at the top, thermometers and arrows are lines from cell to cell, which begin at a cell in brackets, and clues
// stand in front of their rows and columns.
//
//	      9
//	┌7──────┬4──┐
//	│ 4   3 ╎ 1 │
//	├8╌╌┬╌╌╌┘   │
//	│(2)- 5   3 │ 10
//	│   ╎     | │
//	│ 6 ╎ 1   4 │
//	└───┴───────┘

// signsOver draws the signs of the cells of a layer, over the walls.
func (h *hand) signsOver(cells lattice.Shape, sides []*side) {
	h.between(sides)
	for _, s := range h.Signs {
		if (s.Kind == "thermometer" || s.Kind == "arrow" || s.Kind == "line") && s.within(cells) {
			h.steps(s)
		}
	}
	if !h.caged() {
		return
	}
	for _, t := range h.totals(cells) {
		left, right := h.flanks(t.cell)
		text := runewidth.Truncate(t.text, right[0].column-left[0].column-1, h.style.sign("…", "..."))
		h.write(spot{left[0].line, left[0].column + 1}, text, false)
	}
}

// caged reports whether cages are drawn: where lines are level or upright.
func (h *hand) caged() bool { return h.slashes == 0 && !h.crossed && h.Lattice.Ends == nil }

// cages tells of each cell in which cages it is.
func (p *plan) cages() map[lattice.Cell]string {
	in := map[lattice.Cell]string{}
	for i, s := range p.Signs {
		for _, c := range s.Cells {
			if s.Kind == "cage" {
				in[c] += fmt.Sprint(i, " ")
			}
		}
	}
	return in
}

// dashes are the signs of lines that are no walls.
var dashes = map[string]string{"─": "╌", "│": "╎", "-": ".", "|": ":"}

// steps draws a line over the borders and corners of squares, one beside the other, and brackets around the mark in the
// first, if it is more than a line.
func (h *hand) steps(s Sign) {
	cells := s.Cells
	for k := range len(cells) - 1 {
		if step := cells[k+1].Minus(cells[k]); h.Lattice != lattice.Square || max(abs(step[0]), abs(step[1])) > 1 {
			return
		}
	}
	for k := range len(cells) - 1 {
		a, b := h.centreSpot(cells[k]), h.centreSpot(cells[k+1])
		sign := "|"
		switch {
		case a.line == b.line:
			sign = "-"
		case a.column != b.column:
			sign = map[bool]string{true: "\\", false: "/"}[(a.line < b.line) == (a.column < b.column)]
		}
		h.fill(spot{(a.line + b.line) / 2, (a.column + b.column) / 2}, 1, sign, 0)
	}
	if at, room := h.room(cells[0]); s.Kind != "line" && room > 2 && runewidth.StringWidth(h.Marks[cells[0]]) <= room-2 {
		h.write(at, "(", false)
		h.write(spot{at.line, at.column + max(1, runewidth.StringWidth(h.Marks[cells[0]])) + 1}, ")", false)
	}
}

// clues writes the clues in front of their lines, off the board or in its holes, and reports whether all have room. The screen
// grows by what they take, on the left by whole squares, as a wide picture is cut between those.
func (h *hand) clues() (fits bool) {
	fits = true
	var words []note
	top, left, bottom, right := 0, 0, len(h.screen), len(h.screen[0])
	if h.Lattice == lattice.Square {
		for _, c := range h.plan.clues(func(c clue) float64 {
			if c.level() {
				return float64(runewidth.StringWidth(c.text) + 2)
			}
			return float64(len(strings.Fields(c.text)) + 1)
		}) {
			words = append(words, h.clue(c)...)
		}
	}
	for _, w := range words {
		top, bottom = min(top, w.at.line), max(bottom, w.at.line+1)
		left, right = min(left, w.at.column), max(right, w.at.column+runewidth.StringWidth(w.text))
	}
	left = (left - h.columns + 1) / h.columns * h.columns
	grown := newScreen(bottom-top, right-left)
	for i, line := range h.screen {
		copy(grown[i-top][-left:], line)
	}
	for _, w := range words {
		at := spot{w.at.line - top, w.at.column - left}
		if !grown.free(at, runewidth.StringWidth(w.text)) {
			fits = false
			continue
		}
		grown.write(at, w.text, false)
	}
	h.screen = grown
	return fits
}

// note is a text at a spot.
type note struct {
	at   spot
	text string
}

// clue places the parts of a clue in front of its first cell: side by side where the line leads sideways, and else one below
// the other. In a hole there may be two clues: one down on the left, and one to the right on the right.
func (h *hand) clue(s clue) (words []note) {
	first, second, out := h.centreSpot(s.Cells[0]), h.centreSpot(s.Cells[1]), int(s.out)
	down, across := h.lines*cmp.Compare(second.line, first.line), h.columns*cmp.Compare(second.column, first.column) // there may be holes between
	edge, front := spot{first.line - down/2, first.column - across/2}, spot{first.line - down, first.column - across}
	inside := front.line > 0 && front.line < len(h.screen) && front.column > 0 && front.column < len(h.screen[0])
	gap := 2
	if inside {
		gap = 1
	}
	switch width := runewidth.StringWidth(s.text); {
	case down == 0 && across > 0:
		return []note{{spot{first.line, edge.column - out - width - gap + 1}, s.text}}
	case down == 0:
		return []note{{spot{first.line, edge.column + out + gap}, s.text}}
	case inside:
		return []note{{spot{front.line, first.column - h.columns/2 + 1}, s.text}}
	}
	parts := strings.Fields(s.text)
	for k, part := range parts {
		line := edge.line + out + 1 + k
		if down > 0 {
			line = edge.line - out - len(parts) + k
		}
		words = append(words, note{spot{line, first.column - runewidth.StringWidth(part)/2}, part})
	}
	return words
}

// centreSpot is the spot in the middle of a square.
func (h *hand) centreSpot(c lattice.Cell) spot {
	least, _ := h.Lattice.Box(lattice.Shape{c})
	at := h.place(least)
	return spot{at.line + h.lines/2, at.column + h.columns/2}
}

// mostMarks is how many marks have room between two cells.
const mostMarks = 3

// between writes the marks between cells that share a side.
func (h *hand) between(sides []*side) {
	marks := map[[2]lattice.Cell][]Sign{}
	for _, pair := range h.pairs(h.Board) {
		marks[pairOf(pair[0].Cells)] = pair[:min(len(pair), mostMarks)]
	}
	for _, s := range sides {
		if len(s.cells) < 2 {
			continue
		}
		pair := marks[pairOf(s.cells)]
		spots, _ := h.line(s.from, s.to)
		middle := spots[len(spots)/2]
		for k, sign := range pair {
			text := source.Printable(sign.Text)
			if text == "<" {
				text = pointing(h.centre(sign.Cells[0]) - h.centre(sign.Cells[1]))
			}
			h.fill(spot{middle.line, middle.column + k - (len(pair)-1)/2}, 1, text, 0)
		}
	}
}

// pointing is the sign that points in a direction.
func pointing(d point) string {
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
