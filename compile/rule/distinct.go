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
	for _, l := range r.On {
		s.addDistinctLine(l)
	}
}

// addDistinctLine adds units of cells whose symbols differ, but for those that are known.
func (s *Statement) addDistinctLine(l *ast.Line) {
	for _, cells := range s.cellsOfLine(l) {
		if l.Shape != nil && !l.Everywhere && !s.isStraight(cells) {
			s.addCageSign("", cells)
		}
		if !s.requireFewCells(cells, l) {
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
	case len(r.On) > 1:
		return ListPart(r.On, ", ", func(l *ast.Line) int {
			return c.AddClue(Rule, l.Range(), nil, "", "rule `distinct on %s`", c.Source().TextOf(l.Range()))
		}), true
	}
	return nil, false
}
