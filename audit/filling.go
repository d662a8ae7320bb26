package audit

import (
	"fmt"
	"maps"
	"slices"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
)

// symbolOnCell is a cell with the index of a symbol on it.
type symbolOnCell struct {
	cell        lattice.Cell
	symbolIndex int
}

// fillingAudit lowers a filling.
type fillingAudit struct {
	*expectedMatrix
	*model.Filling
	cells         lattice.Shape             // all cells of the board
	isBarred      map[symbolOnCell]bool     // symbols that a rule excludes from a cell
	heldItems     map[symbolOnCell][]string // items of the option of a symbol on a cell, except the item of the cell
	valueCells    map[lattice.Cell]bool     // open cells whose symbol is the color of an item
	optionNumbers map[symbolOnCell]int      // index of the option of a symbol on a cell
}

// lowerFilling adds the items and options of section A6 of spec.md.
func (l *expectedMatrix) lowerFilling() {
	f := l.puzzle.Filling
	if f == nil {
		return
	}
	a := &fillingAudit{l, f, f.Board.AllCells(), map[symbolOnCell]bool{}, map[symbolOnCell][]string{},
		map[lattice.Cell]bool{}, map[symbolOnCell]int{}}
	a.lowerUnits()
	for n, apart := range f.Separations {
		a.lowerSeparation(separationFamily(n), apart)
	}
	a.lowerAscending()
	for n, count := range f.SymbolCountRules {
		a.lowerSymbolCount(fmt.Sprintf("count[%d]", n), count)
	}
	for n := range f.RuleAutomata {
		a.lowerAutomaton(fmt.Sprint(n), &f.RuleAutomata[n])
	}
	for _, c := range a.cells {
		a.lowerCell(c)
	}
	if l.breaksSwaps {
		a.lowerSwaps()
	}
}

// lowerCell adds the items and options of a cell.
func (a *fillingAudit) lowerCell(c lattice.Cell) {
	cell, value := fmt.Sprintf("cell[%s]", a.nameOfCell(c)), fmt.Sprintf("value[%s]", a.nameOfCell(c))
	hasValue := a.valueCells[c] || a.itemsNamedByCore[value]
	if hasValue {
		a.declareItem(value, secondary)
	}
	if v, isGiven := a.GivenSymbols[c]; isGiven {
		if given := fmt.Sprintf("given[%s]", a.nameOfCell(c)); hasValue {
			a.declareItem(given, coveredOnce)
			a.addRow(given, value+":"+a.Symbols[v])
		}
		return
	}
	a.declareItem(cell, coveredOnce)
	if hasValue {
		a.symbolItemOfCell[cell] = value
	}
	for v, symbol := range a.Symbols {
		on := symbolOnCell{c, v}
		if a.isBarred[on] {
			continue
		}
		row := append([]string{cell}, a.heldItems[on]...)
		if hasValue {
			row = append(row, value+":"+symbol)
		}
		a.optionNumbers[on] = len(a.options)
		a.addOption(&expectedOption{coloredItems: row, goalValue: a.valueOf(func(m model.Measure) int64 {
			return boolToInt64(slices.Contains(m.CountedSymbols, symbol))
		})})
	}
}

// lowerSwaps adds the nogoods of `break swaps`. For two rows, two columns and two symbols v before w, four options put
// v w above w v. These four options are forbidden together if the four options that put w v above v w exist too, and
// hold the same items.
func (a *fillingAudit) lowerSwaps() {
	for _, c := range a.Board.Cells {
		for _, d := range a.Board.Cells {
			if c[0] >= d[0] || c[1] >= d[1] {
				continue
			}
			for w := range a.Symbols {
				for v := range w {
					var four []int
					var items, itemsAfterSwap []string
					for k, corner := range []lattice.Cell{c, {c[0], d[1]}, d, {d[0], c[1]}} {
						there, swapped := symbolOnCell{corner, v}, symbolOnCell{corner, w}
						if k%2 == 1 {
							there, swapped = swapped, there
						}
						n, exists := a.optionNumbers[there]
						if _, hasSwapped := a.optionNumbers[swapped]; exists && hasSwapped {
							four = append(four, n)
						}
						items = append(items, a.heldItems[there]...)
						itemsAfterSwap = append(itemsAfterSwap, a.heldItems[swapped]...)
					}
					if len(four) == 4 && rowText(items) == rowText(itemsAfterSwap) {
						a.expectedNogoods = append(a.expectedNogoods, four)
					}
				}
			}
		}
	}
}

func (a *fillingAudit) nameOfCell(c lattice.Cell) string { return cellName(a.Board.Lattice, c) }

func (a *fillingAudit) isGiven(c lattice.Cell) bool {
	_, given := a.GivenSymbols[c]
	return given
}

// barSymbol excludes a symbol from a cell, if a condition holds.
func (a *fillingAudit) barSymbol(c lattice.Cell, v int, holds bool) {
	on := symbolOnCell{c, v}
	a.isBarred[on] = a.isBarred[on] || holds
}

// addItemToOption adds an item to the option of a symbol on a cell, unless the option already has the item.
func (a *fillingAudit) addItemToOption(c lattice.Cell, v int, item string) {
	if on := (symbolOnCell{c, v}); !slices.Contains(a.heldItems[on], item) {
		a.heldItems[on] = append(a.heldItems[on], item)
	}
}

// lowerUnits adds the items of units: each unit has each symbol once.
func (a *fillingAudit) lowerUnits() {
	for _, u := range a.DistinctUnits {
		given, bounds := map[int]bool{}, unitBounds(len(u.Cells) < len(a.Symbols))
		for _, c := range u.Cells {
			if v, ok := a.GivenSymbols[c]; ok {
				given[v] = true
			}
		}
		for v, symbol := range a.Symbols {
			item := fmt.Sprintf("%s[%s,%s]", u.ItemFamily, u.UnitIndex, symbol)
			if !given[v] {
				a.declareItem(item, bounds)
			}
			for _, c := range u.Cells {
				a.addItemToOption(c, v, item)
				a.barSymbol(c, v, given[v])
			}
		}
	}
}

func (a *fillingAudit) areInOneUnit(c, d lattice.Cell) bool {
	return slices.ContainsFunc(a.DistinctUnits, func(u model.DistinctUnit) bool {
		return slices.Contains(u.Cells, c) && slices.Contains(u.Cells, d)
	})
}

// lowerSeparation adds items for each two cells that a rule separates: an item for each symbol, or one item for all
// symbols of the rule.
func (a *fillingAudit) lowerSeparation(family string, apart model.ApartPairs) {
	sets := [][]int{apart.MemberNumbers}
	if apart.MemberNumbers == nil {
		sets = nil
		for v := range a.Symbols {
			sets = append(sets, []int{v})
		}
	}
	for _, pair := range apart.CellPairs {
		isOpen := !a.isGiven(pair[0]) && !a.isGiven(pair[1])
		for _, set := range sets {
			if len(set) == 1 && a.areInOneUnit(pair[0], pair[1]) {
				continue
			}
			item := fmt.Sprintf("%s[%s,%s,", family, a.nameOfCell(pair[0]), a.nameOfCell(pair[1]))
			for _, v := range set {
				item += a.Symbols[v]
			}
			item += "]"
			if isOpen {
				a.declareItem(item, secondary)
			}
			for k, c := range pair {
				given, otherIsGiven := a.GivenSymbols[pair[1-k]]
				for _, v := range set {
					a.barSymbol(c, v, otherIsGiven && slices.Contains(set, given))
					if isOpen {
						a.addItemToOption(c, v, item)
					}
				}
			}
		}
	}
}

// lowerAscending bars a symbol from a cell if too few smaller or greater symbols are left for the rest of the chain of
// cells. It then adds the items of pairs of cells.
func (a *fillingAudit) lowerAscending() {
	low, high := map[lattice.Cell]int{}, map[lattice.Cell]int{}
	for _, c := range a.cells {
		low[c], high[c] = 0, len(a.Symbols)-1
		if v, ok := a.GivenSymbols[c]; ok {
			low[c], high[c] = v, v
		}
	}
	for range len(low) + len(a.Symbols) { // a chain has no more links than there are cells
		for _, less := range a.LessRules {
			c, d := less.Cells[0], less.Cells[1]
			if !a.isGiven(d) {
				low[d] = min(max(low[d], low[c]+1), len(a.Symbols))
			}
			if !a.isGiven(c) {
				high[c] = max(min(high[c], high[d]-1), -1)
			}
		}
	}
	for c := range low {
		for v := range a.Symbols {
			a.barSymbol(c, v, v < low[c] || v > high[c])
		}
	}
	for n, less := range a.LessRules {
		c, d := less.Cells[0], less.Cells[1]
		if a.isGiven(c) || a.isGiven(d) {
			continue
		}
		for v, symbol := range a.Symbols {
			item := fmt.Sprintf("less[%d,%s]", n, symbol)
			a.declareItem(item, secondary)
			for w := range a.Symbols {
				if w >= v {
					a.addItemToOption(c, w, item)
				}
				if w <= v {
					a.addItemToOption(d, w, item)
				}
			}
		}
	}
}

// lowerSymbolCount adds the item of a rule that counts symbols, unless the rule is always satisfied.
func (a *fillingAudit) lowerSymbolCount(item string, count model.SymbolCountRule) {
	low, high, open := count.CellCount.Min, count.CellCount.Max, []lattice.Cell(nil)
	for _, c := range count.Cells {
		if v, isGiven := a.GivenSymbols[c]; !isGiven {
			open = append(open, c)
		} else if slices.Contains(count.Symbols, v) {
			low, high = low-1, high-1
		}
	}
	switch low = max(0, low); {
	case high <= 0: // the symbols are barred
	case low == 0 && high >= len(open):
		return // the rule is always satisfied
	case low == 0 && high == 1:
		a.declareItem(item, secondary)
	default:
		a.declareItem(item, coverBounds{low, high, false})
	}
	for _, c := range open {
		for _, v := range count.Symbols {
			a.barSymbol(c, v, high <= 0)
			a.addItemToOption(c, v, item)
		}
	}
}

// automatonStep is a step of a rule automaton from a state to a state, which reads a symbol. A state is an index in the
// order in which the states at a cell are found; states from which the same symbols lead to an end are one.
type automatonStep struct{ fromState, readSymbol, toState int }

// hasStepReading reports whether some step reads the symbol.
func hasStepReading(steps []automatonStep, symbol int) bool {
	return slices.ContainsFunc(steps, func(r automatonStep) bool { return r.readSymbol == symbol })
}

// lowerAutomaton adds the items and options of a rule automaton for its open cells.
func (a *fillingAudit) lowerAutomaton(name string, w *model.RuleAutomaton) {
	var open []lattice.Cell
	var steps [][]automatonStep // steps for each open cell, joined with the steps for given cells behind it
	var given []int
	shareUnits := true // whether each two cells of the rule share a unit
	for k, reads := range a.usefulStepsOfAutomaton(w) {
		if v, isGiven := a.GivenSymbols[w.Cells[k]]; !isGiven {
			open, steps = append(open, w.Cells[k]), append(steps, reads)
		} else if given = append(given, v); len(open) > 0 {
			steps[len(steps)-1] = joinSteps(steps[len(steps)-1], reads)
		}
		for _, c := range w.Cells[:k] {
			shareUnits = shareUnits && a.areInOneUnit(c, w.Cells[k])
		}
	}
	switch {
	case len(open) == 0:
	case len(open) == 1:
		for v := range a.Symbols {
			a.barSymbol(open[0], v,
				!hasStepReading(steps[0], v) || w.RequiresDistinctSymbols && slices.Contains(given, v))
		}
	case w.IgnoresCellOrder && (w.RequiresDistinctSymbols || shareUnits) &&
		!(shareUnits && a.countSymbolSets(w, given) > 3*countStepRows(steps)):
		a.lowerSymbolSets(name, w, open, given)
	default:
		for _, c := range open {
			a.valueCells[c] = true
		}
		a.lowerSteps(name, steps, func(k, v int) string {
			return fmt.Sprintf("value[%s]:%s", a.nameOfCell(open[k]), a.Symbols[v])
		})
	}
}

// usefulStepsOfAutomaton returns, for each cell of a rule, the automaton steps that lie on some path from the start to
// an accepting state.
func (a *fillingAudit) usefulStepsOfAutomaton(w *model.RuleAutomaton) (reads [][]automatonStep) {
	var symbols [][]int
	for _, c := range w.Cells {
		var some []int
		for v := range a.Symbols {
			if given, ok := a.GivenSymbols[c]; ok && given == v || !ok && !a.isBarred[symbolOnCell{c, v}] {
				some = append(some, v)
			}
		}
		symbols = append(symbols, some)
	}
	return usefulStepsFrom(w.StartState, symbols, func(state int64, k, v int) (int64, bool) {
		return w.NextState(state, k, a.SymbolValues[v])
	}, w.IsAccepting)
}

// usefulStepsFrom returns, for each place, the steps that lie on some path from the start to an accepting state, where
// states from which the same symbols lead to an end are one. The argument symbols holds, for each place, the symbols
// that may be read there.
func usefulStepsFrom(begin int64, symbols [][]int, next func(state int64, k, symbol int) (int64, bool),
	isEnd func(state int64) bool) (reads [][]automatonStep) {
	states := []int64{begin}
	for k := range symbols {
		var after []int64
		var some []automatonStep
		found := map[int64]int{} // index of each state in after
		for from, state := range states {
			for _, v := range symbols[k] {
				to, ok := next(state, k, v)
				if !ok {
					continue
				}
				if _, isKnown := found[to]; !isKnown {
					found[to], after = len(after), append(after, to)
				}
				some = append(some, automatonStep{from, v, found[to]})
			}
		}
		states, reads = after, append(reads, some)
	}
	numbers := map[int]int{} // for each state that leads to an end, its number; ends are one state
	for n, state := range states {
		if isEnd(state) {
			numbers[n] = 0
		}
	}
	for k := len(reads) - 1; k >= 0; k-- {
		reads[k] = slices.DeleteFunc(reads[k], func(r automatonStep) bool {
			_, leads := numbers[r.toState]
			return !leads
		})
		texts, found, before := map[int]string{}, map[string]int{}, map[int]int{} // texts say what follows a state
		for i := range reads[k] {
			r := &reads[k][i]
			r.toState = numbers[r.toState]
			texts[r.fromState] += fmt.Sprintf("%d to %d, ", r.readSymbol, r.toState)
		}
		for _, n := range slices.Sorted(maps.Keys(texts)) {
			if _, isKnown := found[texts[n]]; !isKnown {
				found[texts[n]] = len(found)
			}
			before[n] = found[texts[n]]
		}
		var merged []automatonStep
		isMerged := map[automatonStep]bool{}
		for _, r := range reads[k] {
			if r.fromState = before[r.fromState]; !isMerged[r] {
				isMerged[r], merged = true, append(merged, r)
			}
		}
		reads[k], numbers = merged, before
	}
	return reads
}

// joinSteps joins each step at an open cell with the step that follows it at the given cell behind.
func joinSteps(steps, given []automatonStep) (joined []automatonStep) {
	for _, r := range steps {
		for _, g := range given {
			if g.fromState == r.toState {
				joined = append(joined, automatonStep{r.fromState, r.readSymbol, g.toState})
			}
		}
	}
	return joined
}

// lowerSymbolSets adds the items and options of a rule that depends only on the set of symbols on the open cells.
func (a *fillingAudit) lowerSymbolSets(name string, w *model.RuleAutomaton, open []lattice.Cell, given []int) {
	rule := fmt.Sprintf("rule[%s]", name)
	a.declareItem(rule, coveredOnce)
	itemOf := func(v int) string { return fmt.Sprintf("rule[%s,%s]", name, a.Symbols[v]) }
	var free []int
	for v := range a.Symbols {
		if !slices.Contains(given, v) {
			free = append(free, v)
			a.declareItem(itemOf(v), coveredOnce)
		}
		for _, c := range open {
			a.addItemToOption(c, v, itemOf(v))
			a.barSymbol(c, v, slices.Contains(given, v))
		}
	}
	for _, set := range subsetsOfSize(free, len(open)) {
		state, ok := w.StartState, true
		for k, v := range slices.Concat(given, set) {
			if ok {
				state, ok = w.NextState(state, k, a.SymbolValues[v])
			}
		}
		if !ok || !w.IsAccepting(state) {
			continue
		}
		row := []string{rule}
		for _, v := range free {
			if !slices.Contains(set, v) {
				row = append(row, itemOf(v))
			}
		}
		a.addRow(row...)
	}
}

// countSymbolSets returns the number of sets of symbols on the open cells that satisfy a rule, up to a large bound. It
// goes through the symbols that are not given, and counts, for each number of chosen symbols and each state of the
// automaton, the choices that lead to that state.
func (a *fillingAudit) countSymbolSets(w *model.RuleAutomaton, given []int) (sets int) {
	type choice struct {
		chosen int
		state  int64
	}
	begin := choice{0, w.StartState}
	for k, v := range given {
		next, ok := w.NextState(begin.state, k, a.SymbolValues[v])
		if !ok {
			return 0
		}
		begin = choice{k + 1, next}
	}
	ways := map[choice]int{begin: 1}
	for v := range a.Symbols {
		after := maps.Clone(ways)
		for c, n := range ways {
			if c.chosen == len(w.Cells) || slices.Contains(given, v) {
				continue
			}
			if next, ok := w.NextState(c.state, c.chosen, a.SymbolValues[v]); ok {
				after[choice{c.chosen + 1, next}] = min(after[choice{c.chosen + 1, next}]+n, 1<<40)
			}
		}
		ways = after
	}
	for c, n := range ways {
		if c.chosen == len(w.Cells) && w.IsAccepting(c.state) {
			sets += n
		}
	}
	return sets
}

// countStepRows returns the number of rows that lowerSteps adds.
func countStepRows(steps [][]automatonStep) (rows int) {
	for k := 1; k < len(steps); k++ {
		for _, r := range steps[k] {
			if k > 1 {
				rows++
				continue
			}
			for _, first := range steps[0] {
				rows += int(boolToInt64(first.toState == r.fromState))
			}
		}
	}
	return rows
}

// subsetsOfSize returns the subsets of n elements, in the order of their last elements, then of their last but one, and
// so on.
func subsetsOfSize[E any](of []E, n int) (sets [][]E) {
	if n == 0 {
		return [][]E{nil}
	}
	for k, last := range of {
		for _, others := range subsetsOfSize(of[:k], n-1) {
			sets = append(sets, append(others, last))
		}
	}
	return sets
}

// lowerSteps adds the items and options of a rule that reads its open cells one after the other, or of a sum that reads
// its groups. The function valueOf returns the item of place k, with the color that stands for reading the symbol.
func (l *expectedMatrix) lowerSteps(name string, steps [][]automatonStep, valueOf func(k, symbol int) string) {
	last := len(steps) - 1
	stateItem := func(k int) string { return fmt.Sprintf("state[%s,%d]", name, k) } // state between two steps
	for k := 1; k <= last; k++ {
		step := fmt.Sprintf("step[%s,%d]", name, k)
		l.declareItem(step, coveredOnce)
		if k < last {
			l.declareItem(stateItem(k), secondary)
		}
		for _, r := range steps[k] {
			row := []string{step, valueOf(k, r.readSymbol)}
			if k < last {
				row = append(row, fmt.Sprintf("%s:%d", stateItem(k), r.toState))
			}
			if k > 1 {
				l.addRow(append(row, fmt.Sprintf("%s:%d", stateItem(k-1), r.fromState))...)
				continue
			}
			for _, first := range steps[0] { // the first option stands for the first two steps
				if first.toState == r.fromState {
					l.addRow(append(slices.Clone(row), valueOf(0, first.readSymbol))...)
				}
			}
		}
	}
}
