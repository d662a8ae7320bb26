package draw

import (
	"slices"
	"strings"

	"quadrille/compile/lattice"
)

// inkColors are the colors for letters that are the first letter of a common color.
var inkColors = map[rune]string{
	'r': "#ff8787", 'g': "#5fd787", 'b': "#87afff", 'y': "#ffd75f", 'o': "#ffaf5f", 'p': "#d787d7", 'c': "#87d7d7",
	'w': "#ffffff", 'k': "#8a8a8a",
}

// inkColor returns the color for a character that paints cells and sides. If inkColors has all such characters of the
// puzzle, it is the color there; otherwise it is one of the palette.
func (p *drawPlan) inkColor(color rune) string {
	named := !slices.ContainsFunc(p.PaintColors, func(c rune) bool { return inkColors[c] == "" })
	if named && inkColors[color] != "" {
		return inkColors[color]
	}
	return palette[max(0, slices.Index(p.PaintColors, color))%len(palette)].String()
}

// drawPainted draws colors of sides as triangles with a corner in the centre of the cell, and colors of cells as discs.
func (p *drawPlan) drawPainted(c *svgWriter, cells lattice.Shape) {
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
			paths[m.Color].WriteString(closedPath(corners))
		default:
			discs[m.Color] = append(discs[m.Color], m.Cell)
		}
	}
	for _, color := range p.PaintColors {
		if paths[color] != nil {
			c.drawPath(paths[color].String(), "class", "side-"+safeName(string(color)), "fill", p.inkColor(color))
		}
		for _, cell := range discs[color] {
			c.drawCircle(p.cellCentre(cell), discRadius*squareSide, "class", "disc-"+safeName(string(color)), "fill",
				p.inkColor(color), "stroke", lineInk, "stroke-width", 1)
		}
	}
}

// discRadius is the radius of the disc in a painted cell, in sides of a square.
const discRadius = 0.3
