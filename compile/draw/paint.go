package draw

import (
	"slices"
	"strings"

	"quadrille/compile/lattice"
)

// inkColors are the colors with a common one-letter name.
var inkColors = map[rune]string{
	'r': "#ff8787", 'g': "#5fd787", 'b': "#87afff", 'y': "#ffd75f", 'o': "#ffaf5f", 'p': "#d787d7", 'c': "#87d7d7",
	'w': "#ffffff", 'k': "#8a8a8a",
}

// inkColor returns the color for a character that paints cells and sides. It is the color with that letter, if
// all such characters of the puzzle are in inkColors, and otherwise one of the palette.
func (p *drawPlan) inkColor(color rune) string {
	named := !slices.ContainsFunc(p.Inks, func(c rune) bool { return inkColors[c] == "" })
	if named && inkColors[color] != "" {
		return inkColors[color]
	}
	return palette[max(0, slices.Index(p.Inks, color))%len(palette)].String()
}

// drawPainted draws the colors of sides as triangles that meet in the centre of the cell, and those of cells as
// discs.
func (p *drawPlan) drawPainted(c *canvas, cells lattice.Shape) {
	paths, discs := map[rune]*strings.Builder{}, map[rune][]lattice.Cell{}
	for _, m := range p.Painted {
		switch {
		case !cells.Has(m.Cell):
		case m.OnSide():
			if paths[m.Color] == nil {
				paths[m.Color] = &strings.Builder{}
			}
			corners := []point{p.cellCentre(m.Cell)}
			for _, corner := range p.Lattice.Outline(m.Cell) {
				if slices.Contains(p.Lattice.Outline(m.Beside), corner) {
					corners = append(corners, p.pagePoint(corner))
				}
			}
			paths[m.Color].WriteString(closedPath(corners))
		default:
			discs[m.Color] = append(discs[m.Color], m.Cell)
		}
	}
	for _, color := range p.Inks {
		if paths[color] != nil {
			c.drawPath(paths[color].String(), "class", "side-"+safeName(string(color)), "fill", p.inkColor(color))
		}
		for _, cell := range discs[color] {
			c.drawCircle(p.cellCentre(cell), discRadius*unit, "class", "disc-"+safeName(string(color)), "fill",
				p.inkColor(color), "stroke", ink, "stroke-width", 1)
		}
	}
}

// discRadius is the radius of the disc in a painted cell, in sides of a square.
const discRadius = 0.3
