package explain

import (
	"slices"

	"quadrille/compile/lattice"
	"quadrille/runtime/deduce"
	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// loopRules returns the rules that cells form one loop, for a part of the problem of a puzzle. The argument ids holds
// the options that are left, or is nil if all are; the options in chosen are chosen. On a board with joined edges there
// are no such rules, as a loop there may visit a cell twice.
func (f *reasonFinder) loopRules(ids, chosen []matrix.OptionID) (rules []deduce.LoopRule) {
	filling := f.program.Puzzle.Filling
	if filling == nil || filling.Board.IsWrapped() {
		return nil
	}
	sets := f.program.ConnectedSets()
	sets = sets[len(sets)-len(filling.ConnectedRules):]
	for k, rule := range filling.ConnectedRules {
		if !rule.MustFormLoop {
			continue
		}
		left := search.RenumberCellSets([]*search.CellSet{{IncludingOptions: sets[k].OptionsWithSymbol,
			ExcludingOptions: sets[k].OptionsWithoutSymbol}}, ids)[0]
		r := deduce.LoopRule{AdjacentNodes: f.loopNodes(sets[k].NeighbourNumbers), WithSymbol: left.IncludingOptions,
			WithoutSymbol: left.ExcludingOptions}
		for c, with := range sets[k].OptionsWithSymbol {
			isChosen := func(o matrix.OptionID) bool { return slices.Contains(chosen, o) }
			r.HasSymbol = append(r.HasSymbol, slices.ContainsFunc(with, isChosen) ||
				sets[k].HasSymbolByDefault[c] && len(sets[k].OptionsWithoutSymbol[c]) == 0)
		}
		rules = append(rules, r)
	}
	return rules
}

// loopNodes returns the neighbours in the graph in which a loop is a cycle. Its nodes are the cells, or, on a board of
// sticks, the sticks followed by their joints.
func (f *reasonFinder) loopNodes(neighbours [][]int32) [][]int32 {
	board := f.program.Puzzle.Filling.Board
	if board.Lattice.StickEnds == nil {
		return neighbours
	}
	sticks := board.NewGrid().Cells
	nodes, number := make([][]int32, len(sticks)), map[lattice.Cell]int32{}
	for k, stick := range sticks {
		for _, joint := range board.Lattice.StickEnds(stick) {
			n, known := number[joint]
			if !known {
				n = int32(len(nodes))
				number[joint], nodes = n, append(nodes, nil)
			}
			nodes[k], nodes[n] = append(nodes[k], n), append(nodes[n], int32(k))
		}
	}
	return nodes
}

// loopStepText says why a deduction about a loop holds, and returns the cells of the loop that the deduction uses.
func (f *reasonFinder) loopStepText(s deduce.Step) (why string, about lattice.Shape) {
	cells := f.program.Puzzle.Filling.Board.NewGrid().Cells
	for _, c := range s.LoopCells {
		about = append(about, cells[c])
	}
	about = lattice.NewShape(about)
	switch {
	case s.LoopReason == deduce.LeadsAstray:
		return "no loop leads through there and through all that is known of it", about
	case s.LoopReason == deduce.OnlyWay:
		return "the loop can join all that is known of it in no other way", about
	case s.HasLoopItem:
		return "the loop would close there too early, and then " + f.NoOptionsLeftText(s.Items[0], false), about
	}
	return "the loop would close there too early, without its other parts", about
}
