package audit

import (
	"fmt"
	"slices"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
)

// symbolOnCell is a symbol, by its number, on a cell.
type symbolOnCell struct {
	cell        lattice.Cell
	symbolIndex int
}

// fillingAudit lowers a filling. For each symbol on an open cell, it holds whether a rule bars the symbol, and the
// items of its option.
type fillingAudit struct {
	*expectedMatrix
	*model.Filling
	board      *boardWithCopies
	isBarred   map[symbolOnCell]bool
	heldItems  map[symbolOnCell][]string
	valueCells map[lattice.Cell]bool // open cells whose symbol is the color of an item
}

// lowerFilling adds the items and options of section A6 of spec.md.
func (l *expectedMatrix) lowerFilling() error {
	f := l.puzzle.Filling
	if f == nil {
		return nil
	}
	a := &fillingAudit{l, f, newPackedBoard(f.Board, f.Board.AllCells()), map[symbolOnCell]bool{},
		map[symbolOnCell][]string{}, map[lattice.Cell]bool{}}
	a.lowerUnits()
	for n, apart := range f.Separations {
		a.lowerSeparation(n, apart)
	}
	a.lowerAscending()
	for n, count := range f.SymbolCountRules {
		a.lowerSymbolCount(n, count)
	}
	for n := range f.RuleAutomata {
		a.lowerAutomaton(fmt.Sprint(n), &f.RuleAutomata[n])
	}
	options := map[symbolOnCell]int{}
	for _, c := range a.board.cells {
		cell, value := fmt.Sprintf("cell[%s]", a.nameOfCell(c)), fmt.Sprintf("value[%s]", a.nameOfCell(c))
		if a.valueCells[c] || l.itemsNamedByCore[value] {
			l.declareItem(value, coverBounds{isSecondary: true})
		}
		_, tells := l.expectedItems[value]
		if v, isGiven := f.GivenSymbols[c]; isGiven {
			if given := fmt.Sprintf("given[%s]", a.nameOfCell(c)); tells {
				l.declareItem(given, coverBounds{1, 1, false})
				l.addRow(given, value+":"+f.Symbols[v])
			}
			continue
		}
		l.declareItem(cell, coverBounds{1, 1, false})
		if tells {
			l.symbolItemOfCell[cell] = value
		}
		for v, symbol := range f.Symbols {
			row := append([]string{cell}, a.heldItems[symbolOnCell{c, v}]...)
			if tells {
				row = append(row, value+":"+symbol)
			}
			if !a.isBarred[symbolOnCell{c, v}] {
				options[symbolOnCell{c, v}] = len(l.options)
				l.addOption(&expectedOption{coloredItems: row, goalValue: l.valueOf(func(m model.Measure) int64 {
					return boolToInt64(slices.Contains(m.CountedSymbols, symbol))
				})})
			}
		}
	}
	if l.breaksSwaps {
		a.lowerSwaps(options)
	}
	return nil
}

// lowerSwaps forbids, for each 2 by 2 subsquare that contains only two symbols, one of the two arrangements: that of
// four options k k' above k' k, with k before k'.
func (a *fillingAudit) lowerSwaps(options map[symbolOnCell]int) {
	for _, c := range a.Board.Cells {
		for _, d := range a.Board.Cells {
			for v := range a.Symbols {
				for w := range a.Symbols[:v] {
					there := []symbolOnCell{{c, w}, {d, w}, {lattice.Cell{c[0], d[1]}, v},
						{lattice.Cell{d[0], c[1]}, v}}
					swapped := []symbolOnCell{{c, v}, {d, v}, {lattice.Cell{c[0], d[1]}, w},
						{lattice.Cell{d[0], c[1]}, w}}
					var four []int
					var before, after []string
					for k := range there {
						n, has := options[there[k]]
						_, hasOther := options[swapped[k]]
						if has && hasOther {
							four = append(four, n)
						}
						before, after = append(before, a.heldItems[there[k]]...),
							append(after, a.heldItems[swapped[k]]...)
					}
					if c[0] < d[0] && c[1] < d[1] && len(four) == 4 && rowText(before) == rowText(after) {
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

// addItemToOption adds an item to the option of a symbol on a cell, unless the option has it.
func (a *fillingAudit) addItemToOption(c lattice.Cell, v int, item string) {
	if on := (symbolOnCell{c, v}); !slices.Contains(a.heldItems[on], item) {
		a.heldItems[on] = append(a.heldItems[on], item)
	}
}

// lowerUnits adds the items of units: each unit has each symbol once.
func (a *fillingAudit) lowerUnits() {
	for _, u := range a.DistinctUnits {
		given := map[int]bool{}
		for _, c := range u.Cells {
			if v, ok := a.GivenSymbols[c]; ok {
				given[v] = true
			}
		}
		for v, symbol := range a.Symbols {
			item := fmt.Sprintf("%s[%s,%s]", u.ItemFamily, u.UnitIndex, symbol)
			if !given[v] {
				a.declareItem(item, coverBounds{1, 1, len(u.Cells) < len(a.Symbols)})
			}
			for _, c := range u.Cells {
				a.addItemToOption(c, v, item)
				a.isBarred[symbolOnCell{c, v}] = a.isBarred[symbolOnCell{c, v}] || given[v]
			}
		}
	}
}

func (a *fillingAudit) areInOneUnit(c, d lattice.Cell) bool {
	return slices.ContainsFunc(a.DistinctUnits, func(u model.DistinctUnit) bool {
		return slices.Contains(u.Cells, c) && slices.Contains(u.Cells, d)
	})
}

// lowerSeparation adds, for each two cells that a rule separates, an item for each symbol, or one for all symbols of
// the rule.
func (a *fillingAudit) lowerSeparation(n int, apart model.Separation) {
	sets := [][]int{apart.MemberNumbers}
	if apart.MemberNumbers == nil {
		sets = nil
		for v := range a.Symbols {
			sets = append(sets, []int{v})
		}
	}
	family := "apart"
	if n > 0 {
		family = fmt.Sprintf("apart%d", n+1)
	}
	for _, pair := range apart.CellPairs {
		c, d := pair[0], pair[1]
		for _, set := range sets {
			item := fmt.Sprintf("%s[%s,%s,", family, a.nameOfCell(c), a.nameOfCell(d))
			for _, v := range set {
				item += a.Symbols[v]
			}
			item += "]"
			switch {
			case len(set) == 1 && a.areInOneUnit(c, d):
			case a.isGiven(c) || a.isGiven(d):
				for k := range pair {
					if v, given := a.GivenSymbols[pair[1-k]]; given && slices.Contains(set, v) {
						for _, v := range set {
							a.isBarred[symbolOnCell{pair[k], v}] = true
						}
					}
				}
			default:
				a.declareItem(item, coverBounds{isSecondary: true})
				for _, v := range set {
					a.addItemToOption(c, v, item)
					a.addItemToOption(d, v, item)
				}
			}
		}
	}
}

// lowerAscending bars the symbols that leave too few smaller or greater ones for their chain of cells, and adds the
// items of pairs.
func (a *fillingAudit) lowerAscending() {
	low, high := map[lattice.Cell]int{}, map[lattice.Cell]int{}
	for _, c := range a.board.cells {
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
			on := symbolOnCell{c, v}
			a.isBarred[on] = a.isBarred[on] || v < low[c] || v > high[c]
		}
	}
	for n, less := range a.LessRules {
		c, d := less.Cells[0], less.Cells[1]
		if a.isGiven(c) || a.isGiven(d) {
			continue
		}
		for v, symbol := range a.Symbols {
			item := fmt.Sprintf("less[%d,%s]", n, symbol)
			a.declareItem(item, coverBounds{isSecondary: true})
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
func (a *fillingAudit) lowerSymbolCount(n int, count model.SymbolCountRule) {
	low, high, open := count.CellCount.Min, count.CellCount.Max, []lattice.Cell(nil)
	for _, c := range count.Cells {
		v, given := a.GivenSymbols[c]
		switch {
		case !given:
			open = append(open, c)
		case slices.Contains(count.Symbols, v):
			low, high = low-1, high-1
		}
	}
	item := fmt.Sprintf("count[%d]", n)
	switch low = max(0, low); {
	case high <= 0:
		for _, c := range open {
			for _, v := range count.Symbols {
				a.isBarred[symbolOnCell{c, v}] = true
			}
		}
		return
	case low == 0 && high >= len(open):
		return // the rule is always satisfied
	case low == 0 && high == 1:
		a.declareItem(item, coverBounds{isSecondary: true})
	default:
		a.declareItem(item, coverBounds{low, high, false})
	}
	for _, c := range open {
		for _, v := range count.Symbols {
			a.addItemToOption(c, v, item)
		}
	}
}

// automatonStep is a step of a rule automaton that reads a symbol: from a state to a state. States are numbered in the
// order in which they are found at each cell.
type automatonStep struct{ fromState, readSymbol, toState int }

// lowerAutomaton adds the items and options of a rule automaton for its open cells.
func (a *fillingAudit) lowerAutomaton(name string, w *model.RuleAutomaton) {
	reads := a.usefulSteps(w)
	var open []lattice.Cell
	var steps [][]automatonStep
	var given []int
	for k, c := range w.Cells {
		v, isGiven := a.GivenSymbols[c]
		if isGiven {
			given = append(given, v)
		}
		switch {
		case !isGiven:
			open, steps = append(open, c), append(steps, reads[k])
		case len(open) > 0:
			steps[len(steps)-1] = joinSteps(steps[len(steps)-1], reads[k])
		}
	}
	differ := w.RequiresDistinct
	if !differ {
		differ = true
		for k, c := range w.Cells {
			for _, d := range w.Cells[:k] {
				differ = differ && a.areInOneUnit(c, d)
			}
		}
	}
	switch {
	case len(open) == 0:
	case len(open) == 1:
		for v := range a.Symbols {
			fits := slices.ContainsFunc(steps[0], func(r automatonStep) bool { return r.readSymbol == v })
			if !fits || w.RequiresDistinct && slices.Contains(given, v) {
				a.isBarred[symbolOnCell{open[0], v}] = true
			}
		}
	case w.IgnoresOrder && differ:
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

// usefulSteps returns, for each cell of a rule, the automaton steps that lie on some path from the start to an
// accepting state.
func (a *fillingAudit) usefulSteps(w *model.RuleAutomaton) (reads [][]automatonStep) {
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

// usefulStepsFrom returns, for each place at which one of some symbols is read, the steps that lie on some path from
// the start to an accepting state.
func usefulStepsFrom(begin int64, symbols [][]int, next func(state int64, k, symbol int) (int64, bool),
	isEnd func(state int64) bool) (reads [][]automatonStep) {
	states := []int64{begin}
	for k := range symbols {
		var after []int64
		var some []automatonStep
		for from, state := range states {
			for _, v := range symbols[k] {
				to, ok := next(state, k, v)
				if !ok {
					continue
				}
				if !slices.Contains(after, to) {
					after = append(after, to)
				}
				some = append(some, automatonStep{from, v, slices.Index(after, to)})
			}
		}
		states, reads = after, append(reads, some)
	}
	isGood := func(n int) bool { return isEnd(states[n]) }
	for k := len(reads) - 1; k >= 0; k-- {
		reads[k] = slices.DeleteFunc(reads[k], func(r automatonStep) bool { return !isGood(r.toState) })
		after := reads[k]
		isGood = func(n int) bool {
			return slices.ContainsFunc(after,
				func(r automatonStep) bool { return r.fromState == n })
		}
	}
	return reads
}

// joinSteps joins the steps at an open cell with those at the given cell behind it.
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
	a.declareItem(rule, coverBounds{1, 1, false})
	itemOf := func(v int) string { return fmt.Sprintf("rule[%s,%s]", name, a.Symbols[v]) }
	var free []int
	for v := range a.Symbols {
		if !slices.Contains(given, v) {
			free = append(free, v)
			a.declareItem(itemOf(v), coverBounds{1, 1, false})
		}
		for _, c := range open {
			a.addItemToOption(c, v, itemOf(v))
			on := symbolOnCell{c, v}
			a.isBarred[on] = a.isBarred[on] || slices.Contains(given, v)
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

// subsetsOfSize returns the subsets with n of some numbers.
func subsetsOfSize(of []int, n int) (sets [][]int) {
	if n == 0 {
		return [][]int{nil}
	}
	for k, v := range of {
		for _, rest := range subsetsOfSize(of[k+1:], n-1) {
			sets = append(sets, append([]int{v}, rest...))
		}
	}
	return sets
}

// lowerStepChain adds the items and options of a rule that reads its open cells one after the other.
func (l *expectedMatrix) lowerSteps(name string, steps [][]automatonStep, valueOf func(k, symbol int) string) {
	stateAfter := func(k, number int) []string {
		item := fmt.Sprintf("state[%s,%d]", name, k)
		if k < 1 || k == len(steps)-1 {
			return nil
		}
		return []string{fmt.Sprintf("%s:%d", item, number)}
	}
	for k := range steps {
		step := fmt.Sprintf("step[%s,%d]", name, k)
		if k > 0 {
			l.declareItem(step, coverBounds{1, 1, false})
		}
		if k > 0 && k < len(steps)-1 {
			l.declareItem(fmt.Sprintf("state[%s,%d]", name, k), coverBounds{isSecondary: true})
		}
		for _, r := range steps[k] {
			row := slices.Concat([]string{step, valueOf(k, r.readSymbol)}, stateAfter(k, r.toState))
			switch {
			case k == 1:
				for _, first := range steps[0] {
					if first.toState == r.fromState {
						l.addRow(append(slices.Clone(row), valueOf(0, first.readSymbol))...)
					}
				}
			case k > 1:
				l.addRow(slices.Concat(row, stateAfter(k-1, r.fromState))...)
			}
		}
	}
}
