package lower

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"quadrille/compile/model"
	"quadrille/runtime/matrix"
)

// A rule automaton is a rule about the numbers on cells. How it is lowered depends on its open cells: the cells without
// a given symbol. If there is one, the symbols on it that break the rule are barred.
//
// If there are more open cells, their order does not matter, and their symbols differ, then only the set of these
// symbols matters. The rule becomes
//
//	an item rule[k], and an item rule[k,v] for each symbol v that is not given on its cells;
//	an option that puts the symbol v on an open cell of the rule holds rule[k,v];
//	an option for each set of symbols for the open cells that obeys the rule: it holds
//	rule[k], and rule[k,v] for the symbols v that are not in the set.
//
// Otherwise (the symbols may be alike, or the order of the cells matters, or the symbols only differ because of units
// and there are more than three times as many sets as options of steps) the rule becomes
//
//	a secondary item value[i,j] for each open cell, whose color is its symbol;
//	the items and options of an automaton that reads these colors (see chain.go).

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
		case len(w.openCells) > 1:
			if sets := w.findSymbolSets(); sets != nil {
				emit = append(emit, sets.lowerAsSymbolSet())
			} else {
				emit = append(emit, w.lowerAsSteps())
			}
		}
		q.setItemDeclarations(first, w.ruleAutomaton.Span,
			cmp.Or(w.ruleAutomaton.Name, "this rule")+unsatisfiableRuleSuffix)
	}
	return emit
}

// unsatisfiableRuleSuffix follows the name of a rule in the warning that no option keeps the rule.
const unsatisfiableRuleSuffix = " cannot be kept"

// automatonLowering is the state while one automaton is lowered.
type automatonLowering struct {
	*fillLowering
	ruleAutomaton *model.RuleAutomaton
	itemName      string
	openCells     []int          // indices of the open cells
	transitions   [][]transition // for each element of openCells, the transitions that read the symbol of the cell
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
		// a given symbol joins its step with the step before, as nothing is chosen on its cell
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
	fits, taken := make([]bool, len(w.filling.Symbols)), w.collectGivenSymbols()
	for _, x := range w.transitions[0] {
		fits[x.symbol] = !w.ruleAutomaton.RequiresDistinctSymbols || !slices.Contains(taken, int(x.symbol))
	}
	w.addCellRelation(w.openCells[0], func(v int) bool { return !fits[v] }, nil)
}

// collectGivenSymbols returns the symbols that are given on the cells of the automaton.
func (w *automatonLowering) collectGivenSymbols() (given []int) {
	for _, c := range w.ruleAutomaton.Cells {
		if v := w.givenSymbol(w.cellNumber(c)); v >= 0 {
			given = append(given, v)
		}
	}
	return given
}

// shareUnits reports whether each two cells of the rule share a unit, so that their symbols differ without the rule.
func (w *automatonLowering) shareUnits() bool {
	for k, c := range w.ruleAutomaton.Cells {
		for _, d := range w.ruleAutomaton.Cells[:k] {
			if !w.areInOneUnit(w.cellNumber(c), w.cellNumber(d)) {
				return false
			}
		}
	}
	return true
}

// symbolSets holds the sets of symbols on the open cells that keep a rule, where the order of the symbols does not
// matter.
type symbolSets struct {
	*automatonLowering
	givenSymbols, freeSymbols []int
	stateBehindGivens         int64
	isKeptByGivens            bool // whether the automaton has a state after all given symbols
	setCounts                 map[symbolChoice]int
}

// symbolChoice is what remains to be chosen of a set: symbolCount symbols from the index firstFree of the free symbols
// on. The symbols chosen so far lead to the state automatonState.
type symbolChoice struct {
	firstFree, symbolCount int
	automatonState         int64
}

// findSymbolSets returns the sets of symbols that an automaton becomes. It returns nil if the automaton is lowered as
// steps: the order of its cells matters, its symbols may be alike, or units keep the symbols apart and there
// are too many sets.
func (w *automatonLowering) findSymbolSets() *symbolSets {
	haveUnits := w.ruleAutomaton.IgnoresCellOrder && w.shareUnits()
	if !w.ruleAutomaton.IgnoresCellOrder || !haveUnits && !w.ruleAutomaton.RequiresDistinctSymbols {
		return nil
	}
	s := &symbolSets{automatonLowering: w, givenSymbols: w.collectGivenSymbols(), isKeptByGivens: true,
		stateBehindGivens: w.ruleAutomaton.StartState, setCounts: map[symbolChoice]int{}}
	for v := range w.filling.Symbols {
		if !slices.Contains(s.givenSymbols, v) {
			s.freeSymbols = append(s.freeSymbols, v)
		}
	}
	for number, v := range s.givenSymbols {
		if s.isKeptByGivens {
			s.stateBehindGivens, s.isKeptByGivens = w.ruleAutomaton.NextState(s.stateBehindGivens, number,
				w.filling.SymbolValues[v])
		}
	}
	if haveUnits && s.isKeptByGivens &&
		s.countSets(s.firstChoice()) > setsPerStepOption*countStepOptions(w.transitions) {
		return nil
	}
	return s
}

// setsPerStepOption is the largest number of sets for each option of steps. Up to three times as many sets of six of 16
// or 18 symbols are counted faster than the steps; more sets are slower.
const setsPerStepOption = 3

// firstChoice returns the choice before any free symbol is chosen.
func (s *symbolSets) firstChoice() symbolChoice {
	return symbolChoice{0, len(s.openCells), s.stateBehindGivens}
}

// countSets returns the number of sets that a choice leads to, or maxCountedSets if there are more. If the count takes
// more than PuzzleOptions.MaxSteps steps, it reports an error and the returned number is meaningless.
func (s *symbolSets) countSets(c symbolChoice) int {
	switch {
	case c.symbolCount == 0 && s.ruleAutomaton.IsAccepting(c.automatonState):
		return 1
	case c.symbolCount == 0 || c.symbolCount > len(s.freeSymbols)-c.firstFree:
		return 0
	}
	n, isKnown := s.setCounts[c]
	// a count stays in memory, and is charged like a transition
	if isKnown || s.chargeSteps(roundsPerTransition, s.ruleAutomaton.Span) != nil {
		return n
	}
	n = s.countSets(symbolChoice{c.firstFree + 1, c.symbolCount, c.automatonState})
	if next, leads := s.choose(c); leads {
		n += s.countSets(next)
	}
	s.setCounts[c] = min(n, maxCountedSets)
	return s.setCounts[c]
}

// maxCountedSets stands for this number of sets and all larger ones. Such lists are never written out.
const maxCountedSets = math.MaxInt32

// choose returns what remains of a choice when its first free symbol is in the set. It returns false if that symbol
// breaks the rule.
func (s *symbolSets) choose(c symbolChoice) (next symbolChoice, leads bool) {
	next = symbolChoice{c.firstFree + 1, c.symbolCount - 1, 0}
	next.automatonState, leads = s.ruleAutomaton.NextState(c.automatonState, len(s.ruleAutomaton.Cells)-c.symbolCount,
		s.filling.SymbolValues[s.freeSymbols[c.firstFree]])
	return next, leads
}

// lowerAsSymbolSet lowers an automaton for which only the set of symbols matters.
func (s *symbolSets) lowerAsSymbolSet() (emit func() bool) {
	item := s.declareItemCoveredOnce("rule[%s]", s.itemName)
	items := slices.Repeat([]matrix.ItemID{-1}, len(s.filling.Symbols))
	for _, v := range s.freeSymbols {
		items[v] = s.declareItemCoveredOnce("rule[%s,%s]", s.itemName, s.filling.Symbols[v])
	}
	for _, at := range s.openCells {
		s.addCellRelation(at, func(v int) bool { return items[v] < 0 },
			func(v int) []matrix.ItemID { return items[v : v+1] })
	}
	return func() bool {
		return !s.isKeptByGivens || s.emitSymbolSets(s.firstChoice(), []matrix.Entry{{Item: item}}, items)
	}
}

// emitSymbolSets adds an option for each set that a choice leads to. The option holds the items of the free symbols
// that were not chosen.
func (s *symbolSets) emitSymbolSets(c symbolChoice, entries []matrix.Entry, items []matrix.ItemID) bool {
	switch {
	case s.chargeSteps(1, s.ruleAutomaton.Span) != nil:
		return false
	case s.countSets(c) == 0:
		return true
	case c.firstFree == len(s.freeSymbols):
		return s.addOption(Origin{Meaning: ruleEncodingMeaning}, entries)
	}
	if c.symbolCount > 0 {
		if next, leads := s.choose(c); leads && !s.emitSymbolSets(next, entries, items) {
			return false
		}
	}
	entries = append(entries, matrix.Entry{Item: items[s.freeSymbols[c.firstFree]]})
	return s.emitSymbolSets(symbolChoice{c.firstFree + 1, c.symbolCount, c.automatonState}, entries, items)
}

// lowerAsSteps lowers an automaton for which findSymbolSets returns nil.
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
