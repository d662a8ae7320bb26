package draw

import (
	"math"
	"math/cmplx"
	"strings"

	"quadrille/compile/lattice"
)

// Sizes of balls, in units of their diameter.
const (
	// ballRadius is less than a half, so that touching balls have a gap between them in a picture.
	ballRadius       = 0.46
	ballNeckWidth    = 0.5 // width of a neck between two touching balls of a piece
	ballOutlineWidth = 0.03
)

// drawBalls draws the balls of a layer. Necks join the touching balls of a piece.
func (p *drawPlan) drawBalls(c *svgWriter, cells lattice.Shape) {
	for i, piece := range p.Pieces {
		if part := piece.Cells.Intersect(cells); len(part) > 0 {
			p.openPieceGroup(c, i)
			p.drawJoinedBalls(c, part, p.ballNeckPath(part), p.fillColorOfPiece(i, 1))
			c.closeElement("g")
		}
	}
	c.openElement("g", "class", "empty")
	for _, cell := range cells {
		if p.pieceAt(cell) == noPiece {
			p.drawJoinedBalls(c, lattice.Shape{cell}, "", p.cellBackground(cell))
		}
	}
	c.closeElement("g")
}

// ballNeckPath returns the path data of the necks between the touching balls of a part of a piece. Four balls in a
// square get two diagonal necks as well, which cover the hole in the middle, where a label may be.
func (p *drawPlan) ballNeckPath(part lattice.Shape) string {
	var b strings.Builder
	for _, cell := range part {
		for _, next := range p.Lattice.Neighbours(cell) {
			if part.HasCell(next) && lattice.CompareCells(cell, next) < 0 {
				b.WriteString(openLinePath(p.cellCentre(cell), p.cellCentre(next)))
			}
		}
		if right, down := cell.Plus(lattice.Cell{0, 0, 1}), cell.Plus(lattice.Cell{0, 1, 0}); part.HasCell(right) &&
			part.HasCell(down) && part.HasCell(right.Plus(down).Minus(cell)) {
			b.WriteString(openLinePath(p.cellCentre(cell), p.cellCentre(right.Plus(down).Minus(cell))) +
				openLinePath(p.cellCentre(right), p.cellCentre(down)))
		}
	}
	return b.String()
}

// drawJoinedBalls draws balls and necks first in the color of lines, and then slightly smaller in their own color, so
// that an outline remains.
func (p *drawPlan) drawJoinedBalls(c *svgWriter, part lattice.Shape, necks, fill string) {
	neck := func(color string, edge float64) {
		c.drawPath(necks, "class", "necks", "fill", "none", "stroke", color, "stroke-width",
			(ballNeckWidth+2*edge)*squareSide)
	}
	neck(thickLineInk, ballOutlineWidth)
	for _, cell := range part {
		c.drawCircle(p.cellCentre(cell), (ballRadius+ballOutlineWidth)*squareSide, "class", "ball", "fill",
			thickLineInk)
	}
	for _, cell := range part {
		c.drawCircle(p.cellCentre(cell), (ballRadius-ballOutlineWidth)*squareSide, "class", "ball", "fill", fill)
	}
	neck(fill, -ballOutlineWidth) // over the outlines of the balls
}

// ballBorderSegments returns the border of a polygon inside the colored balls and necks, for placing labels. Around
// each ball the polygon has four quarters, each from the neck or side in one direction to the neck or side in the next.
func (p *drawPlan) ballBorderSegments(part lattice.Shape) (walls [][2]point) {
	const radius, neck, arcs = ballRadius - ballOutlineWidth, ballNeckWidth/2 - ballOutlineWidth, 8
	ways := []struct {
		next lattice.Cell
		way  point
	}{{lattice.Cell{0, 0, 1}, 1}, {lattice.Cell{0, 1, 0}, 1i}, {lattice.Cell{0, 0, -1}, -1},
		{lattice.Cell{0, -1, 0}, -1i}}
	for _, cell := range part {
		for i, from := range ways {
			to := ways[(i+1)%len(ways)]
			joined := [2]bool{part.HasCell(cell.Plus(from.next)), part.HasCell(cell.Plus(to.next))}
			if joined[0] && joined[1] && part.HasCell(cell.Plus(from.next).Plus(to.next)) {
				continue // four balls in a square have no hole between them
			}
			var line []point
			if joined[0] {
				line = append(line, 0.5*from.way+neck*to.way)
			}
			for k := range arcs + 1 {
				at := cmplx.Rect(radius, float64(k)*math.Pi/2/arcs)
				if (!joined[0] || imag(at) >= neck) && (!joined[1] || real(at) >= neck) {
					line = append(line, at*from.way)
				}
			}
			if joined[1] {
				line = append(line, neck*from.way+0.5*to.way)
			}
			for k := range len(line) - 1 {
				walls = append(walls, [2]point{p.cellCentre(cell) + squareSide*line[k],
					p.cellCentre(cell) + squareSide*line[k+1]})
			}
		}
	}
	return walls
}
