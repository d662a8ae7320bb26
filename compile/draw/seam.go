package draw

import (
	"fmt"
	"math/cmplx"
	"slices"

	"quadrille/compile/lattice"
)

// seam is a stretch of a wrapped board's rim that is joined to another stretch. Its arrow is the usual one of
// topology: the two stretches coincide so that their arrows agree.
type seam struct {
	sides    []*cellSide
	kind     int                // number of the arrow, from 0
	along    lattice.PlanePoint // direction of the arrow
	reversed bool               // whether the sides run against the direction down, or to the right
}

// findSeams lists the seams among the sides of cells.
func (p *drawPlan) findSeams(sides []*cellSide) []seam {
	type edge struct {
		shift    lattice.Cell
		reversed bool // whether it leads the other way
	}
	var edges []edge
	kinds, members := map[lattice.Cell]int{}, map[edge][]*cellSide{}
	for _, s := range sides {
		if s.over == nil {
			continue
		}
		e := edge{shift: s.shift}
		if lattice.CompareCells(s.shift, lattice.Cell{}) < 0 {
			e = edge{lattice.Cell{}.Minus(s.shift), true}
		}
		if _, known := kinds[e.shift]; !known {
			kinds[e.shift] = len(kinds)
		}
		if members[e] == nil {
			edges = append(edges, e)
		}
		members[e] = append(members[e], s)
	}
	var out []seam
	for _, e := range edges {
		for _, chain := range chainSides(members[e]) {
			from, to := chain[0].from, chain[len(chain)-1].to
			along := lattice.PlanePoint{X: to.X - from.X, Y: to.Y - from.Y}
			forward := along.X > 0 || along.X == 0 && along.Y > 0
			if forward == (e.reversed && p.Wrapped.MirrorsStep(e.shift)) {
				along = lattice.PlanePoint{X: -along.X, Y: -along.Y}
			}
			out = append(out, seam{chain, kinds[e.shift], along, !forward})
		}
	}
	return out
}

// middleSide returns the side in the middle; of two the one below or to the right, so that arrows on opposite
// edges stand opposite each other.
func (s seam) middleSide() *cellSide {
	if s.reversed {
		return s.sides[(len(s.sides)-1)/2]
	}
	return s.sides[len(s.sides)/2]
}

// frameSides returns the sides of the box around sticks. Two sides are joined if the sticks on them are the
// same.
func (p *drawPlan) frameSides() []*cellSide {
	if p.Wrapped == nil {
		return nil
	}
	a, d := p.least, p.greatest
	b, c := lattice.PlanePoint{X: d.X, Y: a.Y}, lattice.PlanePoint{X: a.X, Y: d.Y}
	across, down := lattice.Cell{0, d.X - a.X}, lattice.Cell{d.Y - a.Y}
	frame := []*cellSide{
		{from: a, to: b, shift: lattice.Cell{}.Minus(down)}, {from: b, to: d, shift: across},
		{from: d, to: c, shift: down}, {from: c, to: a, shift: lattice.Cell{}.Minus(across)},
	}
	for _, s := range frame {
		if !slices.ContainsFunc(p.Board, func(c lattice.Cell) bool { return p.onBoard(c.Plus(s.shift)) != c }) {
			s.over = &p.Board[0]
		}
	}
	return frame
}

// Sizes of the arrows of seams.
const (
	seamAway = 5.5 // distance from the line
	seamTip  = 3.5 // length of the tip, and half its width
)

// drawSeamArrows draws an arrow beside each seam at a distance, with one tip more for each kind.
func (p *drawPlan) drawSeamArrows(c *canvas, sides []*cellSide, away float64) {
	for _, s := range p.findSeams(sides) {
		first, second := s.sides[(len(s.sides)-1)/2], s.sides[len(s.sides)/2] // the middle side, or the two around it
		from, corner, to := p.pagePoint(first.from), p.pagePoint(second.from), p.pagePoint(second.to)
		unit := func(v point) point { return v / complex(cmplx.Abs(v), 0) }
		along := unit(p.pagePoint(s.along) - p.pagePoint(lattice.PlanePoint{}))
		out := -1i * unit(to-from) // out of the cell, as its sides run clockwise
		at := (from + to) / 2
		beyond := real((corner - at) * cmplx.Conj(out))
		at += out * complex(away+max(0, beyond), 0)
		var tips string
		for k := range s.kind + 1 {
			tip := at + along*complex(seamTip*(2*float64(k)-float64(s.kind)), 0)
			tips += closedPath([]point{tip + seamTip*along, tip + seamTip*(1i-1)*along, tip - seamTip*(1i+1)*along})
		}
		c.drawPath(tips, "class", fmt.Sprint("seam seam-", s.kind+1), "fill", ink)
	}
}

// seamSigns are the signs of arrows, by kind: to the right, down, left and up.
var seamSigns, asciiSeamSigns = []string{"→↓←↑", "⇒⇓⇐⇑", "↠↡↞↟"}, ">v<^"

// seamSign returns the sign for the arrow of a seam.
func (h *textRenderer) seamSign(s seam) string {
	way := 0
	if x, y := abs(s.along.X)*int32(h.columns), 2*abs(s.along.Y)*int32(h.lines)/int32(h.rows); y > x {
		way = 1
	}
	if s.along.X < 0 && way == 0 || s.along.Y < 0 && way == 1 {
		way += 2
	}
	signs := []rune(seamSigns[min(s.kind, len(seamSigns)-1)])
	return h.style.chooseSign(string(signs[way]), asciiSeamSigns[way:way+1])
}

func abs(v int32) int32 { return max(v, -v) }
