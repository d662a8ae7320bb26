package lower

import (
	"cmp"
	"math"
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
// and where they may be alike, or their order matters, or units keep them apart and there are more than twice
// as many such sets as options of steps, to
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

// shareUnits reports whether each two cells share a unit, so that their symbols differ without this rule.
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

// symbolSets are the sets of symbols on the open cells that keep a rule for which only the set matters.
type symbolSets struct {
	*automatonLowering
	givenSymbols, freeSymbols []int
	stateBehindGivens         int64
	isKeptByGivens            bool // whether there is such a state
	setCounts                 map[symbolChoice]int
}

// symbolChoice is what remains to be chosen of a set: a number of symbols, from the free symbol at some index on, where
// the symbols chosen so far lead to a state of the automaton.
type symbolChoice struct {
	firstFree, symbolCount int
	automatonState         int64
}

// findSymbolSets returns the sets of symbols as which an automaton is lowered, or nil if it is lowered as steps: their
// order matters, or symbols may be alike, or units keep them apart and there are too many sets.
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

// setsPerStepOption is the largest number of sets for each option of steps. Sets of six of 16 symbols, a few more than
// options of steps, are counted twice as fast as the steps. Three times as many are slower.
const setsPerStepOption = 2

// firstChoice returns what is to be chosen of each set.
func (s *symbolSets) firstChoice() symbolChoice {
	return symbolChoice{0, len(s.openCells), s.stateBehindGivens}
}

// countSets returns the number of sets that a choice leads to, or maxCountedSets if there are more. Beyond
// PuzzleOptions.MaxSteps it reports an error, and the number is of no use.
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

// maxCountedSets stands for any larger number of sets. So many are never listed.
const maxCountedSets = math.MaxInt32

// choose returns what remains of a choice when its first free symbol is in the set. It returns false if that breaks the
// rule.
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
