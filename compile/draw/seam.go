package draw

import (
	"fmt"
	"math/cmplx"
	"slices"

	"quadrille/compile/lattice"
)

// joinedStretch is a part of a board's border that is joined to another part, its partner. In pictures both have the
// same arrow, as usual in topology: they are joined so that their arrows agree.
type joinedStretch struct {
	cellSides      []*cellSide
	arrowNumber    int                // index of the arrow, the same as that of the partner
	arrowDirection lattice.PlanePoint // direction of the arrow that marks the stretch
	runsUpOrLeft   bool               // whether the sides run up or to the left
}

// findJoinedStretches returns the joined parts of the border, given the sides of all cells.
func (p *drawPlan) findJoinedStretches(sides []*cellSide) []joinedStretch {
	type edge struct {
		shift    lattice.Cell
		reversed bool // whether it leads in the direction opposite to shift
	}
	var edges []edge
	kinds, members := map[lattice.Cell]int{}, map[edge][]*cellSide{}
	for _, s := range sides {
		if s.cellBeyond == nil {
			continue
		}
		e := edge{shift: s.shiftBeyond}
		if lattice.CompareCells(s.shiftBeyond, lattice.Cell{}) < 0 {
			e = edge{lattice.Cell{}.Minus(s.shiftBeyond), true}
		}
		if _, known := kinds[e.shift]; !known {
			kinds[e.shift] = len(kinds)
		}
		if members[e] == nil {
			edges = append(edges, e)
		}
		members[e] = append(members[e], s)
	}
	var out []joinedStretch
	for _, e := range edges {
		for _, chain := range chainsOfSides(members[e]) {
			from, to := chain[0].fromPoint, chain[len(chain)-1].toPoint
			along := lattice.PlanePoint{X: to.X - from.X, Y: to.Y - from.Y}
			forward := along.X > 0 || along.X == 0 && along.Y > 0
			if forward == (e.reversed && p.WrappedGrid.StepEntersMirrorImage(e.shift)) {
				along = lattice.PlanePoint{X: -along.X, Y: -along.Y}
			}
			out = append(out, joinedStretch{chain, kinds[e.shift], along, !forward})
		}
	}
	return out
}

// middleSide returns the side in the middle of the stretch. Of two middle sides it is the lower or right one, so that
// the arrows of opposite edges face each other.
func (s joinedStretch) middleSide() *cellSide {
	if s.runsUpOrLeft {
		return s.cellSides[(len(s.cellSides)-1)/2]
	}
	return s.cellSides[len(s.cellSides)/2]
}

// sidesOfStickFrame returns the sides of the box around sticks. Two sides are joined if the sticks on them are the same
// stick.
func (p *drawPlan) sidesOfStickFrame() []*cellSide {
	if p.WrappedGrid == nil {
		return nil
	}
	a, d := p.boxLeast, p.boxGreatest
	b, c := lattice.PlanePoint{X: d.X, Y: a.Y}, lattice.PlanePoint{X: a.X, Y: d.Y}
	across, down := lattice.Cell{0, d.X - a.X}, lattice.Cell{d.Y - a.Y}
	frame := []*cellSide{
		{fromPoint: a, toPoint: b, shiftBeyond: lattice.Cell{}.Minus(down)},
		{fromPoint: b, toPoint: d, shiftBeyond: across},
		{fromPoint: d, toPoint: c, shiftBeyond: down},
		{fromPoint: c, toPoint: a, shiftBeyond: lattice.Cell{}.Minus(across)},
	}
	for _, s := range frame {
		if !slices.ContainsFunc(p.BoardCells, func(c lattice.Cell) bool {
			return p.cellOnBoard(c.Plus(s.shiftBeyond)) != c
		}) {
			s.cellBeyond = &p.BoardCells[0]
		}
	}
	return frame
}

// Sizes of the arrows at seams, the joined parts of a border.
const (
	seamArrowDistance  = 5.5 // distance of the arrow from the border
	seamArrowTipLength = 3.5 // length of the tip of the arrow, and half its width
)

// drawSeamArrows draws an arrow beside each joined part of the border, at the distance away. The number of tips of an
// arrow is its index plus one.
func (p *drawPlan) drawSeamArrows(c *svgWriter, sides []*cellSide, away float64) {
	for _, s := range p.findJoinedStretches(sides) {
		// the side in the middle, or the two around the middle
		first, second := s.cellSides[(len(s.cellSides)-1)/2], s.cellSides[len(s.cellSides)/2]
		from, corner, to := p.pagePoint(first.fromPoint), p.pagePoint(second.fromPoint), p.pagePoint(second.toPoint)
		unit := func(v point) point { return v / complex(cmplx.Abs(v), 0) }
		along := unit(p.pagePoint(s.arrowDirection) - p.pagePoint(lattice.PlanePoint{}))
		out := -1i * unit(to-from) // out of the cell, as its sides run clockwise
		at := (from + to) / 2
		beyond := real((corner - at) * cmplx.Conj(out))
		at += out * complex(away+max(0, beyond), 0)
		var tips string
		for k := range s.arrowNumber + 1 {
			tip := at + along*complex(seamArrowTipLength*(2*float64(k)-float64(s.arrowNumber)), 0)
			tips += polygonPath([]point{tip + seamArrowTipLength*along, tip + seamArrowTipLength*(1i-1)*along,
				tip - seamArrowTipLength*(1i+1)*along})
		}
		c.drawPath(tips, "class", fmt.Sprint("seam seam-", s.arrowNumber+1), "fill", thickLineInk)
	}
}

// seamArrowSigns holds, for each arrow index, the signs of arrows in text: to the right, down, left and up.
// asciiSeamArrowSigns are the same for all indices.
var seamArrowSigns, asciiSeamArrowSigns = []string{"→↓←↑", "⇒⇓⇐⇑", "↠↡↞↟"}, ">v<^"

// seamArrowSign returns the arrow that is drawn on a seam: a part of the border that is joined to another part.
func (h *textRenderer) seamArrowSign(s joinedStretch) string {
	way := 0
	if x, y := absolute(s.arrowDirection.X)*int32(h.columnsPerStep),
		2*absolute(s.arrowDirection.Y)*int32(h.linesPerStep)/int32(h.pointRowsPerLine); y > x {
		way = 1
	}
	if s.arrowDirection.X < 0 && way == 0 || s.arrowDirection.Y < 0 && way == 1 {
		way += 2
	}
	signs := []rune(seamArrowSigns[min(s.arrowNumber, len(seamArrowSigns)-1)])
	return h.textStyle.signOrASCII(string(signs[way]), asciiSeamArrowSigns[way:way+1])
}

func absolute(v int32) int32 { return max(v, -v) }
