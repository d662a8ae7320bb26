package lower

import (
	"cmp"
	"slices"
	"strconv"

	"quadrille/compile/model"
	"quadrille/runtime/matrix"
)

// A rule automaton, a rule about the numbers on cells, lowers by its open cells, those that are not given.
// If there is one, the symbols on it that break the rule are barred. If there are more, then
//
// where the order of the cells does not matter and their symbols differ, the set of symbols
// decides: to
//
//	an item rule[k], and rule[k,v] for each symbol v that is not given there, which the cell
//	with the symbol holds;
//	an option for each set of as many symbols as there are open cells that keeps the rule:
//	rule[k], and rule[k,v] for the symbols v that are not in the set;
//
// and where they may be alike, or their order matters, to
//
//	a secondary item value[i,j] for each open cell, whose color is its symbol;
//	what an automaton needs that reads these colors (see chain.go).

// declareRuleAutomata adds the items of the automata, and returns functions that add their options.
func (q *fillLowering) declareRuleAutomata() (emit []func() bool) {
	for k := range q.filling.RuleAutomata {
		w := &automatonLowering{fillLowering: q, ruleAutomaton: &q.filling.RuleAutomata[k], itemName: strconv.Itoa(k)}
		first := len(q.itemInfos)
		if !w.collectTransitions() {
			return nil
		}
		switch {
		case len(w.openCells) == 1:
			w.barSymbolsOfOnlyOpenCell()
		case len(w.openCells) > 1 && w.ruleAutomaton.IgnoresCellOrder && w.symbolsMustDiffer():
			emit = append(emit, w.lowerAsSymbolSet())
		case len(w.openCells) > 1:
			emit = append(emit, w.lowerAsSteps())
		}
		q.setItemDeclarations(first, w.ruleAutomaton.Span,
			cmp.Or(w.ruleAutomaton.Name, "this rule")+unsatisfiableRuleSuffix)
	}
	return emit
}

// unsatisfiableRuleSuffix stands behind the name of a rule in the warning that no option keeps it.
const unsatisfiableRuleSuffix = " cannot be kept"

// automatonLowering is the state while one automaton is lowered.
type automatonLowering struct {
	*fillLowering
	ruleAutomaton *model.RuleAutomaton
	itemName      string
	openCells     []int          // numbers of the open cells
	transitions   [][]transition // transitions that read the symbol of each open cell, by index in openCells
}

// collectTransitions follows the automaton over all cells, and keeps the transitions that read open cells.
func (w *automatonLowering) collectTransitions() bool {
	q := w.fillLowering
	open := func(number int) (symbols []int32) {
		for v := range q.filling.Symbols {
			if q.canHaveSymbol(q.cellNumber(w.ruleAutomaton.Cells[number]), v) {
				symbols = append(symbols, int32(v))
			}
		}
		return symbols
	}
	step := func(state int64, number int, v int32) (int64, bool) {
		return w.ruleAutomaton.NextState(state, number, q.filling.SymbolValues[v])
	}
	ways, ok := q.acceptedTransitions(w.ruleAutomaton.StartState, len(w.ruleAutomaton.Cells), open, step,
		w.ruleAutomaton.IsAccepting)
	for number := range ways {
		at := q.cellNumber(w.ruleAutomaton.Cells[number])
		switch {
		case q.givenSymbol(at) < 0:
			w.openCells = append(w.openCells, at)
			w.transitions = append(w.transitions, ways[number])
		// a cell with a given symbol joins its step with the one before, as nothing is chosen there
		case len(w.transitions) > 0:
			w.joinGivenSymbolStep(ways[number])
		}
	}
	return ok
}

// joinGivenSymbolStep joins the last transitions with the step that reads a given symbol. It leaves out transitions
// to a state where this step is impossible.
func (w *automatonLowering) joinGivenSymbolStep(ways []transition) {
	to := map[int32]int32{}
	for _, x := range ways {
		to[x.fromState] = x.toState
	}
	last := &w.transitions[len(w.transitions)-1]
	*last = slices.DeleteFunc(*last, func(x transition) bool { _, leads := to[x.toState]; return !leads })
	for k := range *last {
		(*last)[k].toState = to[(*last)[k].toState]
	}
}

// barSymbolsOfOnlyOpenCell excludes the symbols that break the rule from the only open cell.
func (w *automatonLowering) barSymbolsOfOnlyOpenCell() {
	fits, taken := make([]bool, len(w.filling.Symbols)), w.givenSymbols()
	for _, x := range w.transitions[0] {
		fits[x.symbol] = !w.ruleAutomaton.RequiresDistinctSymbols || !slices.Contains(taken, int(x.symbol))
	}
	w.addCellRelation(w.openCells[0], func(v int) bool { return !fits[v] }, nil)
}

// givenSymbols returns the symbols that are given on the cells of the automaton.
func (w *automatonLowering) givenSymbols() (given []int) {
	for _, c := range w.ruleAutomaton.Cells {
		if v := w.givenSymbol(w.cellNumber(c)); v >= 0 {
			given = append(given, v)
		}
	}
	return given
}

// symbolsMustDiffer reports whether the symbols on the cells must differ, by this rule or by others.
func (w *automatonLowering) symbolsMustDiffer() bool {
	if w.ruleAutomaton.RequiresDistinctSymbols {
		return true
	}
	for k, c := range w.ruleAutomaton.Cells {
		for _, d := range w.ruleAutomaton.Cells[:k] {
			if !w.areInOneUnit(w.cellNumber(c), w.cellNumber(d)) {
				return false
			}
		}
	}
	return true
}

// lowerAsSymbolSet lowers an automaton for which only the set of symbols matters.
func (w *automatonLowering) lowerAsSymbolSet() (emit func() bool) {
	item := w.declareItemCoveredOnce("rule[%s]", w.itemName)
	symbols := w.filling.Symbols
	items := make([]matrix.ItemID, len(symbols))
	given, free := w.givenSymbols(), []int(nil)
	for v, symbol := range symbols {
		items[v] = -1
		if !slices.Contains(given, v) {
			free = append(free, v)
			items[v] = w.declareItemCoveredOnce("rule[%s,%s]", w.itemName, symbol)
		}
	}
	for _, at := range w.openCells {
		w.addCellRelation(at, func(v int) bool { return items[v] < 0 },
			func(v int) []matrix.ItemID { return items[v : v+1] })
	}
	return func() bool {
		state := w.ruleAutomaton.StartState
		for number, v := range given {
			next, ok := w.ruleAutomaton.NextState(state, number, w.filling.SymbolValues[v])
			if !ok {
				return true
			}
			state = next
		}
		return w.emitSymbolSets(free, state, len(w.openCells), []matrix.Entry{{Item: item}}, items)
	}
}

// emitSymbolSets adds an option for each choice of n free symbols that leads from a state of the automaton to an
// accepting state. The option holds the items of the free symbols that were not chosen.
func (w *automatonLowering) emitSymbolSets(free []int, state int64, n int, entries []matrix.Entry,
	items []matrix.ItemID) bool {
	switch {
	case n > len(free):
		return true
	case w.chargeLoopRounds(1, w.currentSpan()) != nil:
		return false
	case len(free) == 0:
		return !w.ruleAutomaton.IsAccepting(state) || w.addOption(Origin{Meaning: ruleEncodingMeaning}, entries)
	}
	v, rest := free[0], free[1:]
	if n > 0 {
		number := len(w.ruleAutomaton.Cells) - n
		if next, ok := w.ruleAutomaton.NextState(state, number, w.filling.SymbolValues[v]); ok &&
			!w.emitSymbolSets(rest, next, n-1, entries, items) {
			return false
		}
	}
	return w.emitSymbolSets(rest, state, n, append(entries, matrix.Entry{Item: items[v]}), items)
}

// lowerAsSteps lowers an automaton for which the order of the cells matters, or in which symbols may be equal.
func (w *automatonLowering) lowerAsSteps() (emit func() bool) {
	for _, at := range w.openCells {
		if w.valueItems[at] < 0 {
			w.valueItems[at] = pendingValueItem
		}
	}
	return w.declareAutomaton(w.itemName, w.transitions, func(k int, symbol int32) matrix.Entry {
		return matrix.Entry{Item: w.valueItems[w.openCells[k]], Color: w.symbolColors[symbol]}
	})
}
