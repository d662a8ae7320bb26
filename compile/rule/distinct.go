package rule

import (
	"fmt"
	"slices"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
)

// checkDistinct adds units: lines, cells, or the cells of totals.
func checkDistinct(s *Statement, r *ast.DistinctRule) {
	switch {
	case r.Total != nil:
		s.addTotalRule(r.Total, true)
	case r.Cages != nil:
		s.addCages(r.Cages, true)
	}
	for _, g := range r.Groups {
		s.addGroup(g)
	}
}

// addGroup adds units of cells with different symbols, except for units that exist.
func (s *Statement) addGroup(g *ast.CellGroup) {
	var groups [][]lattice.Cell
	if g.Word != "" {
		groups = s.boardLines(g.Word)
	} else if cells, ok := s.FindCells(g.Shape, s.Model.Board); ok {
		groups = [][]lattice.Cell{cells}
		if !s.isStraight(cells) {
			s.addCageSign("", cells)
		}
	}
	for _, cells := range groups {
		if !s.requireFewCells(cells, g) {
			return
		}
		shape := lattice.NewShape(cells)
		key := fmt.Sprint(shape)
		if s.unitKeys == nil {
			s.unitKeys = map[string]bool{}
			for _, u := range slices.Concat(s.RowColumnUnits(), s.Model.Units) {
				s.unitKeys[fmt.Sprint(u.Cells)] = true
			}
		}
		if s.unitKeys[key] {
			continue
		}
		s.unitKeys[key] = true
		s.groups++
		s.Model.Units = append(s.Model.Units, model.DistinctUnit{Name: "distinct", Index: s.groups - 1, Cells: shape})
	}
}

// readDistinct adds a clue for each cage, or for each of several groups.
func readDistinct(c Clues, r *ast.DistinctRule) ([]Part, bool) {
	switch {
	case hasEscapes(c, r):
	case r.Cages != nil:
		return readCageClues(c, r.Cages), true
	case len(r.Groups) > 1:
		return ListPart(r.Groups, ", ", func(g *ast.CellGroup) int {
			return c.AddClue(Rule, g.Range(), nil, "", "rule `distinct %s`", c.Source().TextOf(g.Range()))
		}), true
	}
	return nil, false
}
