package draw

import (
	"slices"
	"strings"

	"quadrille/compile/lattice"
)

// colorOfLetter maps the first letter of the name of a common color to the color.
var colorOfLetter = map[rune]string{
	'r': "#ff8787", 'g': "#5fd787", 'b': "#87afff", 'y': "#ffd75f", 'o': "#ffaf5f", 'p': "#d787d7", 'c': "#87d7d7",
	'w': "#ffffff", 'k': "#8a8a8a",
}

// inkColor returns the color for a character that paints cells and sides. If colorOfLetter has all such characters of
// the puzzle, the color is taken from there; otherwise it is a color of the palette.
func (p *drawPlan) inkColor(color rune) string {
	named := !slices.ContainsFunc(p.PaintColors, func(c rune) bool { return colorOfLetter[c] == "" })
	if named && colorOfLetter[color] != "" {
		return colorOfLetter[color]
	}
	return pieceColorOrder[max(0, slices.Index(p.PaintColors, color))%len(pieceColorOrder)].String()
}

// drawCellAndSideColors draws the color of a side as a triangle with a corner in the centre of the cell, and the color
// of a cell as a disc.
func (p *drawPlan) drawCellAndSideColors(c *svgWriter, cells lattice.Shape) {
	paths, discs := map[rune]*strings.Builder{}, map[rune][]lattice.Cell{}
	for _, m := range p.PaintMarks {
		switch {
		case !cells.HasCell(m.Cell):
		case m.IsOnSide():
			if paths[m.Color] == nil {
				paths[m.Color] = &strings.Builder{}
			}
			corners := []point{p.cellCentre(m.Cell)}
			for _, corner := range p.Lattice.CellOutline(m.Cell) {
				if slices.Contains(p.Lattice.CellOutline(m.AdjacentCell), corner) {
					corners = append(corners, p.pagePoint(corner))
				}
			}
			paths[m.Color].WriteString(polygonPath(corners))
		default:
			discs[m.Color] = append(discs[m.Color], m.Cell)
		}
	}
	for _, color := range p.PaintColors {
		if paths[color] != nil {
			c.drawPath(paths[color].String(), "class", "side-"+nameWithIDCharacters(string(color)), "fill",
				p.inkColor(color))
		}
		for _, cell := range discs[color] {
			c.drawCircle(p.cellCentre(cell), colorDiscRadius*squareSide, "class",
				"disc-"+nameWithIDCharacters(string(color)),
				"fill",
				p.inkColor(color), "stroke", thickLineInk, "stroke-width", 1)
		}
	}
}

// colorDiscRadius is the radius of the disc in a painted cell, in sides of a square.
const colorDiscRadius = 0.3
