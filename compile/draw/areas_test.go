package draw_test

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"math"
	"strings"
	"testing"

	"quadrille/compile/draw"
	"quadrille/compile/lattice"
)

// TestCellAreas: each cell area is where the document draws the path of the cell, with the transforms around the path.
func TestCellAreas(t *testing.T) {
	for _, name := range lattice.Names() {
		l, _ := lattice.ByName(name)
		if l.StickEnds != nil || l == lattice.Balls {
			continue // sticks have no paths of their own: see TestStickAreas; balls are circles
		}
		board := lattice.NewShape(append(l.Neighbours(l.FirstCell()), l.FirstCell()))
		pic := draw.Picture{Lattice: l, BoardCells: board, Pieces: []draw.LabeledPiece{{Label: "A", Cells: board[1:2]}},
			PieceKinds: []draw.PieceKind{{Label: "A"}, {Label: "B"}}}
		var svg bytes.Buffer
		if err := draw.WriteSVG(&svg, pic); err != nil {
			t.Fatal(err)
		}
		drawn := cellPaths(t, svg.Bytes())
		areas := draw.CellAreasInSVG(pic)
		if len(areas) != len(board) {
			t.Errorf("%s: %d areas of %d cells", name, len(areas), len(board))
		}
		for _, a := range areas {
			id := "cell-" + strings.ReplaceAll(l.CellName(a.Cell), ",", "-")
			first, ok := drawn[id]
			if !ok || math.Hypot(first[0]-a.Corners[0][0], first[1]-a.Corners[0][1]) > 0.02 {
				t.Errorf("%s: the first corner of %s is said to be at %v, and is drawn at %v", name, id, a.Corners[0],
					first)
			}
		}
	}
}

// TestStickAreas: the ends of a stick lie where the joints are drawn.
func TestStickAreas(t *testing.T) {
	l, _ := lattice.ByName("sticks")
	pic := draw.Picture{Lattice: l, BoardCells: lattice.NewShape(append(l.Neighbours(l.FirstCell()), l.FirstCell()))}
	var svg bytes.Buffer
	if err := draw.WriteSVG(&svg, pic); err != nil {
		t.Fatal(err)
	}
	joints := map[string]bool{}
	walkElements(t, svg.Bytes(), func(e xml.StartElement, at [2]float64, scale float64) {
		if e.Name.Local == "circle" {
			var x, y float64
			_, _ = fmt.Sscan(attribute(e, "cx"), &x)
			_, _ = fmt.Sscan(attribute(e, "cy"), &y)
			joints[fmt.Sprintf("%.1f %.1f", at[0]+scale*x, at[1]+scale*y)] = true
		}
	})
	for _, a := range draw.CellAreasInSVG(pic) {
		for _, end := range a.Corners {
			if !joints[fmt.Sprintf("%.1f %.1f", end[0], end[1])] || len(a.Corners) != 2 {
				t.Errorf("the stick %v ends at %v, where no joint is", a.Cell, end)
			}
		}
	}
}

// cellPaths returns the first corner of the path of each cell, by its id.
func cellPaths(t *testing.T, svg []byte) map[string][2]float64 {
	t.Helper()
	corners := map[string][2]float64{}
	walkElements(t, svg, func(e xml.StartElement, at [2]float64, scale float64) {
		var x, y float64
		n, _ := fmt.Sscanf(attribute(e, "d"), "M%f,%f", &x, &y)
		if n == 2 && strings.HasPrefix(attribute(e, "class"), "cell ") {
			corners[attribute(e, "id")] = [2]float64{at[0] + scale*x, at[1] + scale*y}
		}
	})
	return corners
}

// walkElements visits the elements of a document, each with where its origin is on the page, and its scale.
func walkElements(t *testing.T, svg []byte, visit func(e xml.StartElement, at [2]float64, scale float64)) {
	t.Helper()
	type frame struct {
		at    [2]float64
		scale float64
	}
	stack := []frame{{scale: 1}}
	for d := xml.NewDecoder(bytes.NewReader(svg)); ; {
		token, err := d.Token()
		if token == nil {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			f := stack[len(stack)-1]
			var x, y, scale float64
			if n, _ := fmt.Sscanf(attribute(e, "transform"), "translate(%f,%f) scale(%f)", &x, &y, &scale); n == 3 {
				f = frame{[2]float64{f.at[0] + f.scale*x, f.at[1] + f.scale*y}, f.scale * scale}
			}
			visit(e, f.at, f.scale)
			stack = append(stack, f)
		case xml.EndElement:
			stack = stack[:len(stack)-1]
		}
	}
}

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}
