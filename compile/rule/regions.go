package rule

import (
	"fmt"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// The units of Latin squares: rows and columns, boxes, regions and diagonals.

// RowColumnUnits returns the rows and columns of a Latin square.
func (s *Statement) RowColumnUnits() []model.DistinctUnit {
	if s.Model.Order == 0 {
		return nil
	}
	return append(units("row", s.boardLines("rows")), units("column", s.boardLines("columns"))...)
}

func units[S ~[]lattice.Cell](name string, shapes []S) (out []model.DistinctUnit) {
	for i, s := range shapes {
		out = append(out, model.DistinctUnit{Name: name, Index: i, Cells: lattice.NewShape(s)})
	}
	return out
}

// addRegionUnits adds units with borders to draw. Pictures show only the first such rule.
func (s *Statement) addRegionUnits(name string, regions []lattice.Shape) {
	s.Model.Units = append(s.Model.Units, units(name, regions)...)
	if s.Model.Drawn == nil {
		s.Model.Drawn = regions
	}
}

func checkRegions(s *Statement, r *ast.RegionsRule) {
	b, n := s.Model.Board, len(s.Model.Symbols)
	regions, ok := s.ReadRegions(r.Picture, b)
	if !ok {
		return
	}
	for _, region := range regions {
		if len(region) > n || s.Model.Order > 0 && len(region) != n {
			s.fail(codes.BadRegions, r.Picture, "", "the region at %s has %s, and must have %d, one for each symbol",
				b.Lattice.FormatCell(region[0]), source.Plural(len(region), "cell"), n)
			return
		}
	}
	s.addRegionUnits("region", regions)
}

func checkBoxes(s *Statement, r *ast.BoxesRule) {
	n := s.Model.Order
	rows, columns, ok := s.EvalSides(r.Size, "a box")
	if !ok || !s.require(rows > 0 && columns > 0 && rows*columns == n, codes.BadBoxes, r,
		fmt.Sprintf("a box has one cell for each of the %d symbols", n),
		"boxes of %d by %d do not divide a square of %d by %d", rows, columns, n, n) {
		return
	}
	var boxes []lattice.Shape
	for top := 0; top < n; top += rows {
		for left := 0; left < n; left += columns {
			boxes = append(boxes, lattice.Rectangle(rows, columns).Shift(lattice.Cell{int32(top), int32(left)}))
		}
	}
	s.addRegionUnits("box", boxes)
}

func checkDiagonals(s *Statement, _ *ast.DiagonalsRule) {
	lines := make([][]lattice.Cell, 2)
	for k := range int32(s.Model.Order) {
		lines[0] = append(lines[0], lattice.Cell{k, k})
		lines[1] = append(lines[1], lattice.Cell{int32(s.Model.Order) - 1 - k, k})
	}
	s.Model.Units = append(s.Model.Units, units("diagonal", lines)...)
	for _, cells := range lines {
		s.addSign("line", "", cells)
	}
}
