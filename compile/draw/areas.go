package draw

import (
	"bufio"
	"io"

	"quadrille/compile/lattice"
)

// CellArea is the area of a cell in the document that [WriteSVG] writes: the corners of the cell in the units of the
// document. Of a stick it has the two ends.
type CellArea struct {
	Cell    lattice.Cell
	Corners [][2]float64
}

// CellAreasInSVG returns the areas of the cells of a picture in the document that [WriteSVG] writes of it. Pictures of
// other boards beside it are left out. With these areas a page can tell which cell the mouse points at.
func CellAreasInSVG(pic Picture) []CellArea {
	pic.OtherBoards = nil
	plans := newPlansWithOthers(pic)
	c := &svgWriter{output: bufio.NewWriter(io.Discard), idCounts: map[string]int{},
		cellAreas: &cellAreaRecord{drawingScale: 1}}
	drawingsInRow(plans, chooseLabelStyle(plans), true).drawContent(c)
	return c.cellAreas.areas
}

// cellAreaRecord collects where cells are drawn. All its methods may be called on nil, and then do nothing.
type cellAreaRecord struct {
	areas         []CellArea
	drawingOrigin point   // origin of the current drawing, in the units of the document
	drawingScale  float64 // scale of the current drawing
}

// enterInnerDrawing begins a drawing inside the current one, at a point and a scale of the current one. The function
// that it returns goes back to the current drawing.
func (r *cellAreaRecord) enterInnerDrawing(at point, scale float64) (leave func()) {
	if r == nil {
		return func() {}
	}
	origin, before := r.drawingOrigin, r.drawingScale
	r.drawingOrigin, r.drawingScale = origin+at*complex(before, 0), before*scale
	return func() { r.drawingOrigin, r.drawingScale = origin, before }
}

// recordCellAreas adds the areas of some cells, at the current place and scale.
func (r *cellAreaRecord) recordCellAreas(p *drawPlan, cells lattice.Shape) {
	for k := 0; r != nil && k < len(cells); k++ {
		area := CellArea{Cell: cells[k]}
		for _, corner := range p.cellCorners(cells[k]) {
			at := r.drawingOrigin + corner*complex(r.drawingScale, 0)
			area.Corners = append(area.Corners, [2]float64{real(at), imag(at)})
		}
		r.areas = append(r.areas, area)
	}
}
