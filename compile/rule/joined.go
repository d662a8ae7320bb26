package rule

import (
	"slices"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
)

// checkConnected checks `connected` and `loop`: the cells with one of some symbols are connected, or form one loop.
func checkConnected(s *Statement, r *ast.JoinedRule) {
	symbols, ok := s.requireSymbols(r.Symbol, r)
	if !ok {
		return
	}
	loop := r.Word == "loop"
	if !s.ChargeCells(r, chargedCellsPerPair*len(s.boardGrid().Cells)) {
		return
	}
	s.Filling.ConnectedRules = append(s.Filling.ConnectedRules,
		model.ConnectedRule{Span: s.currentRuleSpan, Symbols: symbols, MustFormLoop: loop})
	if !loop {
		return
	}
	grid, l := s.boardGrid(), s.Filling.Board.Lattice
	if l.StickEnds == nil {
		for _, cell := range grid.Cells {
			around := append([]lattice.Cell{cell}, grid.NeighboursOf(cell)...)
			s.addTailSymbolCount(symbols, around, 1, []int64{-1, 2})
		}
		return
	}
	var joints []lattice.Cell
	for _, cell := range grid.Cells {
		joints = append(joints, l.StickEnds(cell)...)
	}
	done := map[lattice.Cell]bool{}
	for _, joint := range joints {
		if joint = grid.ReduceCell(joint); done[joint] {
			continue
		}
		done[joint] = true
		var meet []lattice.Cell
		for _, cell := range lattice.NewShape(l.SticksAtJoint(joint)) {
			if n := grid.CellNumber(cell); n >= 0 {
				meet = append(meet, grid.Cells[n])
			}
		}
		s.addTailSymbolCount(symbols, meet, 0, []int64{0, 2})
	}
}

// addTailSymbolCount adds a rule about a list of cells. If each of the first cells, as many as before says, has one of
// some symbols, then the number of the later cells with one of these symbols must be in the list numbers.
func (s *Statement) addTailSymbolCount(symbols []int, cells []lattice.Cell, before int, numbers []int64) {
	has := map[int]bool{} // for the value of a symbol, whether the rule is about it
	for _, v := range symbols {
		has[s.Filling.SymbolValues[v]] = true
	}
	s.addAutomaton(model.RuleAutomaton{
		Name:  "the loop, which neither ends nor forks,",
		Cells: cells,
		NextState: func(state int64, number, value int) (int64, bool) {
			switch {
			case number < before && !has[value], state < 0:
				return -1, true
			case number < before || !has[value]:
				return state, true
			}
			return state + 1, state < 2
		},
		IsAccepting: func(state int64) bool { return slices.Contains(numbers, state) },
	}, s.currentRuleSpan)
}

func joinedSentence(s *Statement, r *ast.JoinedRule) string {
	_, many := s.cellsWithSymbolsNoun(string(r.Symbol))
	if r.Word == "loop" {
		return "The " + many + " form one loop, without ends and forks."
	}
	return "The " + many + " are connected: steps over sides lead from each to each."
}
