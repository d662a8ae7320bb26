package draw

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"quadrille/compile/lattice"
)

const (
	layerHeadingSize   = 14.0
	layerHeadingHeight = 22.0
	// maxLayerRowWidth is the width of a row of layers beyond which a new row begins.
	maxLayerRowWidth = 16 * squareSide
)

// cubesDrawing draws the layers side by side, and the solid beside them.
func (p *drawPlan) cubesDrawing() drawing {
	layers, solid := p.layersWithHeadings(), p.solidDrawing()
	height := max(layers.height, solid.height)
	return drawing{layers.width + squareSide + solid.width, height, func(c *svgWriter) {
		layers.drawScaledAt(c, complex(0, (height-layers.height)/2), 1)
		solid.drawScaledAt(c, complex(layers.width+squareSide, (height-solid.height)/2), 1)
	}}
}

// layersWithHeadings draws the layers from top to bottom, each with a heading.
func (p *drawPlan) layersWithHeadings() drawing {
	layers, size := p.layersOfCells(p.BoardCells), p.pagePoint(p.boxGreatest)
	width, height := real(size)+squareSide, imag(size)+layerHeadingHeight+squareSide/2
	columns := min(len(layers), max(1, int((maxLayerRowWidth+squareSide)/width)))
	rows := (len(layers) + columns - 1) / columns
	columns = (len(layers) + rows - 1) / rows // so that all rows have about as many layers
	return drawing{float64(columns)*width - squareSide, float64(rows)*height - squareSide/2, func(c *svgWriter) {
		for i, layer := range layers {
			corner := tileGrid{columns, width, height}.tileCorner(i)
			c.drawTextLine(corner+layerHeadingSize*1i, layerHeadingSize, "layer "+strconv.Itoa(i), "fill", thickLineInk)
			c.openElement("g", "id", c.uniqueID("layer-"+strconv.Itoa(i)), "class", "layer")
			p.planeCellsDrawing(layer).drawScaledAt(c, corner+layerHeadingHeight*1i, 1)
			c.closeElement("g")
		}
	}}
}

// cubeFace is a visible face of a cube: the top, or one of the two sides in front.
type cubeFace struct {
	outwardStep    lattice.Cell    // step out of the cube through the face
	cornerSteps    [4]lattice.Cell // steps from corner to corner around the face
	faceBrightness float64
}

var visibleFaces = []cubeFace{
	{lattice.Cell{-1, 0, 0}, [4]lattice.Cell{{0, 0, 1}, {0, 1, 0}, {0, 0, -1}, {0, -1, 0}}, 1.35},
	{lattice.Cell{0, 1, 0}, [4]lattice.Cell{{0, 0, 1}, {1, 0, 0}, {0, 0, -1}, {-1, 0, 0}}, 1},
	{lattice.Cell{0, 0, 1}, [4]lattice.Cell{{0, 1, 0}, {1, 0, 0}, {0, -1, 0}, {-1, 0, 0}}, 0.8},
}

// solidDrawing draws the cubes of the pieces, or all cubes if there are no pieces, as seen from above, from the front
// and from the right. It draws each of these three faces of a cube unless another cube covers the face. Cubes in front
// are drawn after the cubes behind them.
func (p *drawPlan) solidDrawing() drawing {
	cubes := p.BoardCells.FilterCells(func(c lattice.Cell) bool { return p.pieceAt(c) != noPiece })
	if len(cubes) == 0 {
		cubes = p.BoardCells
	}
	left, top, right, bottom := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, c := range cubes { // seen like this, the outline of a cube is a hexagon
		left, right = min(left, real(isometricPointOfCorner(c.Plus(lattice.Cell{0, 1, 0})))),
			max(right, real(isometricPointOfCorner(c.Plus(lattice.Cell{0, 0, 1}))))
		top, bottom = min(top, imag(isometricPointOfCorner(c))), max(bottom,
			imag(isometricPointOfCorner(c.Plus(lattice.Cell{1, 1, 1}))))
	}
	nearness := func(c lattice.Cell) int32 { return c[1] + c[2] - c[0] }
	fromBehind := slices.Clone(cubes)
	slices.SortStableFunc(fromBehind, func(a, b lattice.Cell) int { return cmp.Compare(nearness(a), nearness(b)) })
	return drawing{right - left, bottom - top, func(c *svgWriter) {
		c.openElement("g", "class", "solid", "stroke-linecap", "round", "stroke-linejoin", "round")
		for _, cube := range fromBehind {
			for _, f := range visibleFaces {
				if !cubes.HasCell(cube.Plus(f.outwardStep)) {
					p.drawCubeFace(c, cubes, cube, f, complex(left, top))
				}
			}
		}
		c.closeElement("g")
	}}
}

// isometricPointOfCorner returns the point in the drawing for a corner of cubes: columns go down to the right, rows
// down to the left, and layers straight down.
func isometricPointOfCorner(corner lattice.Cell) point {
	l, r, c := float64(corner[0]), float64(corner[1]), float64(corner[2])
	return complex((c-r)*squareSide*math.Sqrt(3)/2, ((c+r)/2+l)*squareSide)
}

// drawCubeFace draws a face of a cube. It draws lines along the sides of the face where the surface of the piece ends
// or bends. The argument origin is the origin of the drawing.
func (p *drawPlan) drawCubeFace(c *svgWriter, cubes lattice.Shape, cube lattice.Cell, f cubeFace, origin point) {
	corner := cube
	for k, step := range f.outwardStep {
		corner[k] += max(0, step)
	}
	var corners []point
	for _, step := range f.cornerSteps {
		corners = append(corners, isometricPointOfCorner(corner)-origin)
		corner = corner.Plus(step)
	}
	c.drawPath(polygonPath(corners), "class", p.classNameOfPiece(p.pieceAt(cube)), "fill",
		p.fillColorOfPiece(p.pieceAt(cube), f.faceBrightness), "stroke", thinLineInk, "stroke-width", 0.5)
	var lines strings.Builder
	for i, from := range corners {
		j := (i + 1) % len(corners)
		next := cube.Minus(f.cornerSteps[j]) // the cube across this side, which the next step leaves
		if p.pieceAt(cube) != p.pieceAt(next) || !cubes.HasCell(next) || cubes.HasCell(next.Plus(f.outwardStep)) {
			lines.WriteString(openLinePath(from, corners[j]))
		}
	}
	c.drawPath(lines.String(), "fill", "none", "stroke", thickLineInk, "stroke-width", 2)
}
