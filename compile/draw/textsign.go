package draw

import (
	"fmt"
	"math"
	"slices"

	"github.com/mattn/go-runewidth"

	"quadrille/compile/lattice"
	"quadrille/lang/source"
)

// What puzzle books draw for rules is drawn with characters too: cages have dashed borders with their totals
// at the top, thermometers and arrows are lines from cell to cell, which begin at a cell in brackets.
//
//	┌7──────┬4──┐
//	│ 4   3 ╎ 1 │
//	├8╌╌┬╌╌╌┘   │
//	│(2)- 5   3 │
//	│   ╎     | │
//	│ 6 ╎ 1   4 │
//	└───┴───────┘

// signsOver draws the signs of the cells of a layer, over the walls.
func (h *hand) signsOver(cells lattice.Shape, sides []*side) {
	h.between(sides)
	for _, s := range h.Signs {
		if slices.ContainsFunc(s.Cells, func(c lattice.Cell) bool { return !cells.Has(c) }) {
			continue
		}
		switch s.Kind {
		case "cage":
			if h.caged() {
				left, _ := h.flanks(s.Cells[0])
				h.write(spot{left[0].line, left[0].column + 1}, source.Printable(s.Text), false)
			}
		case "thermometer", "arrow":
			h.steps(s.Cells)
		}
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
// first.
func (h *hand) steps(cells []lattice.Cell) {
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
	if at, room := h.room(cells[0]); room > 2 && runewidth.StringWidth(h.Marks[cells[0]]) <= room-2 {
		h.write(at, "(", false)
		h.write(spot{at.line, at.column + max(1, runewidth.StringWidth(h.Marks[cells[0]])) + 1}, ")", false)
	}
}

// centreSpot is the spot in the middle of a square.
func (h *hand) centreSpot(c lattice.Cell) spot {
	least, _ := h.Lattice.Box(lattice.Shape{c})
	at := h.place(least)
	return spot{at.line + h.lines/2, at.column + h.columns/2}
}

// between writes the marks between cells that share a side.
func (h *hand) between(sides []*side) {
	marks := map[[2]lattice.Cell]Sign{}
	for _, s := range h.Signs {
		if s.Kind == "mark" {
			marks[[2]lattice.Cell{s.Cells[0], s.Cells[1]}] = s
		}
	}
	for _, s := range sides {
		for k := range s.cells {
			sign, ok := marks[[2]lattice.Cell{s.cells[k], s.cells[len(s.cells)-1-k]}]
			if !ok || len(s.cells) < 2 {
				continue
			}
			spots, _ := h.line(s.from, s.to)
			text := source.Printable(sign.Text)
			if text == "<" {
				text = pointing(h.centre(sign.Cells[0]) - h.centre(sign.Cells[1]))
			}
			h.fill(spots[len(spots)/2], 1, text, 0)
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
