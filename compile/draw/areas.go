package draw

import (
	"bufio"
	"io"

	"quadrille/compile/lattice"
)

// CellArea is where a cell lies in a document that [SVG] writes: its corners, in the units of the document. A stick has
// its two ends.
type CellArea struct {
	Cell    lattice.Cell
	Corners [][2]float64
}

// CellAreas returns where the cells of a picture lie in the document that [SVG] writes of it, but for pictures beside
// it. So a page can tell which cell is pointed at.
func CellAreas(pic Picture) []CellArea {
	pic.Beside = nil
	plans := newPlans(pic)
	c := &canvas{w: bufio.NewWriter(io.Discard), ids: map[string]int{}, areas: &areaRecord{scale: 1}}
	inRow(plans, chooseLettering(plans), true).draw(c)
	return c.areas.list
}

// areaRecord collects where cells are drawn. Methods of nil collect nothing.
type areaRecord struct {
	list   []CellArea
	origin point   // of the drawing that is under way
	scale  float64 // of that
}

// enterTransform goes to a drawing inside the one that is under way, and returns what goes back.
func (r *areaRecord) enterTransform(at point, scale float64) (leave func()) {
	if r == nil {
		return func() {}
	}
	origin, before := r.origin, r.scale
	r.origin, r.scale = origin+at*complex(before, 0), before*scale
	return func() { r.origin, r.scale = origin, before }
}

// addCells adds cells of a plan, which are drawn where the record is.
func (r *areaRecord) addCells(p *drawPlan, cells lattice.Shape) {
	for k := 0; r != nil && k < len(cells); k++ {
		area := CellArea{Cell: cells[k]}
		for _, corner := range p.cellCorners(cells[k]) {
			at := r.origin + corner*complex(r.scale, 0)
			area.Corners = append(area.Corners, [2]float64{real(at), imag(at)})
		}
		r.list = append(r.list, area)
	}
}
