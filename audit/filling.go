package audit

import (
	"fmt"
	"slices"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
)

// symbolOn is a symbol, by its number, on a cell.
type symbolOn struct {
	cell   lattice.Cell
	symbol int
}

// fillingAudit lowers a filling. It holds, for each symbol on an open cell, whether a rule bars it, and the items of
// its option.
type fillingAudit struct {
	*lowering
	*model.Filling
	board  *packedBoard
	barred map[symbolOn]bool
	held   map[symbolOn][]string
	values map[lattice.Cell]bool // open cells whose symbol is the color of an item
}

// lowerFilling adds what section A6 says.
func (l *lowering) lowerFilling() error {
	f := l.puzzle.Filling
	if f == nil {
		return nil
	}
	a := &fillingAudit{l, f, newPackedBoard(f.Board, f.Board.AllCells()), map[symbolOn]bool{},
		map[symbolOn][]string{}, map[lattice.Cell]bool{}}
	a.lowerUnits()
	for n, apart := range f.Separations {
		a.lowerApart(n, apart)
	}
	a.lowerAscending()
	for n, count := range f.SymbolCountRules {
		a.lowerCount(n, count)
	}
	for n := range f.RuleAutomata {
		a.lowerRule(fmt.Sprint(n), &f.RuleAutomata[n])
	}
	options := map[symbolOn]int{}
	for _, c := range a.board.cells {
		cell, value := fmt.Sprintf("cell[%s]", a.nameOn(c)), fmt.Sprintf("value[%s]", a.nameOn(c))
		if a.values[c] || l.named[value] {
			l.declare(value, bound{secondary: true})
		}
		_, tells := l.items[value]
		if v, isGiven := f.GivenSymbols[c]; isGiven {
			if given := fmt.Sprintf("given[%s]", a.nameOn(c)); tells {
				l.declare(given, bound{1, 1, false})
				l.addRow(given, value+":"+f.Symbols[v])
			}
			continue
		}
		l.declare(cell, bound{1, 1, false})
		if tells {
			l.tellers[cell] = value
		}
		for v, symbol := range f.Symbols {
			row := append([]string{cell}, a.held[symbolOn{c, v}]...)
			if tells {
				row = append(row, value+":"+symbol)
			}
			if !a.barred[symbolOn{c, v}] {
				options[symbolOn{c, v}] = len(l.options)
				l.addOption(&option{items: row, value: l.valueOf(func(m model.Measure) int64 {
					return oneIf(slices.Contains(m.CountedSymbols, symbol))
				})})
			}
		}
	}
	if l.breaksSwaps {
		a.lowerSwaps(options)
	}
	return nil
}

// lowerSwaps forbids each four options k k' above k' k, with k before k', that can be exchanged.
func (a *fillingAudit) lowerSwaps(options map[symbolOn]int) {
	for _, c := range a.Board.Cells {
		for _, d := range a.Board.Cells {
			for v := range a.Symbols {
				for w := range a.Symbols[:v] {
					there := []symbolOn{{c, w}, {d, w}, {lattice.Cell{c[0], d[1]}, v}, {lattice.Cell{d[0], c[1]}, v}}
					swapped := []symbolOn{{c, v}, {d, v}, {lattice.Cell{c[0], d[1]}, w}, {lattice.Cell{d[0], c[1]}, w}}
					var four []int
					var before, after []string
					for k := range there {
						n, has := options[there[k]]
						_, hasOther := options[swapped[k]]
						if has && hasOther {
							four = append(four, n)
						}
						before, after = append(before, a.held[there[k]]...), append(after, a.held[swapped[k]]...)
					}
					if c[0] < d[0] && c[1] < d[1] && len(four) == 4 && rowText(before) == rowText(after) {
						a.nogoods = append(a.nogoods, four)
					}
				}
			}
		}
	}
}

func (a *fillingAudit) nameOn(c lattice.Cell) string { return cellName(a.Board.Lattice, c) }

func (a *fillingAudit) isGiven(c lattice.Cell) bool {
	_, given := a.GivenSymbols[c]
	return given
}

// hold adds an item to the option of a symbol on a cell, once.
func (a *fillingAudit) hold(c lattice.Cell, v int, item string) {
	if on := (symbolOn{c, v}); !slices.Contains(a.held[on], item) {
		a.held[on] = append(a.held[on], item)
	}
}

// lowerUnits adds the items of units, each of which holds a symbol once.
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
				a.declare(item, bound{1, 1, len(u.Cells) < len(a.Symbols)})
			}
			for _, c := range u.Cells {
				a.hold(c, v, item)
				a.barred[symbolOn{c, v}] = a.barred[symbolOn{c, v}] || given[v]
			}
		}
	}
}

func (a *fillingAudit) shareUnit(c, d lattice.Cell) bool {
	return slices.ContainsFunc(a.DistinctUnits, func(u model.DistinctUnit) bool {
		return slices.Contains(u.Cells, c) && slices.Contains(u.Cells, d)
	})
}

// lowerApart adds an item for each two cells, and each symbol, or all symbols of the rule together.
func (a *fillingAudit) lowerApart(n int, apart model.Separation) {
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
			item := fmt.Sprintf("%s[%s,%s,", family, a.nameOn(c), a.nameOn(d))
			for _, v := range set {
				item += a.Symbols[v]
			}
			item += "]"
			switch {
			case len(set) == 1 && a.shareUnit(c, d):
			case a.isGiven(c) || a.isGiven(d):
				for k := range pair {
					if v, given := a.GivenSymbols[pair[1-k]]; given && slices.Contains(set, v) {
						for _, v := range set {
							a.barred[symbolOn{pair[k], v}] = true
						}
					}
				}
			default:
				a.declare(item, bound{secondary: true})
				for _, v := range set {
					a.hold(c, v, item)
					a.hold(d, v, item)
				}
			}
		}
	}
}

// lowerAscending bars the symbols with no room below or above them, and adds the items of pairs.
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
			on := symbolOn{c, v}
			a.barred[on] = a.barred[on] || v < low[c] || v > high[c]
		}
	}
	for n, less := range a.LessRules {
		c, d := less.Cells[0], less.Cells[1]
		if a.isGiven(c) || a.isGiven(d) {
			continue
		}
		for v, symbol := range a.Symbols {
			item := fmt.Sprintf("less[%d,%s]", n, symbol)
			a.declare(item, bound{secondary: true})
			for w := range a.Symbols {
				if w >= v {
					a.hold(c, w, item)
				}
				if w <= v {
					a.hold(d, w, item)
				}
			}
		}
	}
}

// lowerCount adds the item of a rule that counts symbols, if it says something.
func (a *fillingAudit) lowerCount(n int, count model.SymbolCountRule) {
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
				a.barred[symbolOn{c, v}] = true
			}
		}
		return
	case low == 0 && high >= len(open):
		return // it says nothing
	case low == 0 && high == 1:
		a.declare(item, bound{secondary: true})
	default:
		a.declare(item, bound{low, high, false})
	}
	for _, c := range open {
		for _, v := range count.Symbols {
			a.hold(c, v, item)
		}
	}
}

// ruleRead is a way on which a rule reads a symbol: from a state to a state, both numbered in the order in which they
// are found after so many cells.
type ruleRead struct{ from, symbol, to int }

// lowerRule adds what a rule about numbers wants of its open cells.
func (a *fillingAudit) lowerRule(name string, w *model.RuleAutomaton) {
	reads := a.followRule(w)
	var open []lattice.Cell
	var steps [][]ruleRead
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
			steps[len(steps)-1] = joinReads(steps[len(steps)-1], reads[k])
		}
	}
	differ := w.RequiresDistinct
	if !differ {
		differ = true
		for k, c := range w.Cells {
			for _, d := range w.Cells[:k] {
				differ = differ && a.shareUnit(c, d)
			}
		}
	}
	switch {
	case len(open) == 0:
	case len(open) == 1:
		for v := range a.Symbols {
			fits := slices.ContainsFunc(steps[0], func(r ruleRead) bool { return r.symbol == v })
			if !fits || w.RequiresDistinct && slices.Contains(given, v) {
				a.barred[symbolOn{open[0], v}] = true
			}
		}
	case w.IgnoresOrder && differ:
		a.lowerSets(name, w, open, given)
	default:
		for _, c := range open {
			a.values[c] = true
		}
		a.lowerSteps(name, steps, func(k, v int) string {
			return fmt.Sprintf("value[%s]:%s", a.nameOn(open[k]), a.Symbols[v])
		})
	}
}

// followRule returns, for each cell of a rule, the ways to read it that lie between the beginning and an end.
func (a *fillingAudit) followRule(w *model.RuleAutomaton) (reads [][]ruleRead) {
	var symbols [][]int
	for _, c := range w.Cells {
		var some []int
		for v := range a.Symbols {
			if given, ok := a.GivenSymbols[c]; ok && given == v || !ok && !a.barred[symbolOn{c, v}] {
				some = append(some, v)
			}
		}
		symbols = append(symbols, some)
	}
	return followStates(w.StartState, symbols, func(state int64, k, v int) (int64, bool) {
		return w.NextState(state, k, a.SymbolValues[v])
	}, w.IsAccepting)
}

// followStates returns, for each place where one of some symbols is read, the ways to read it that lie between the
// beginning and an end.
func followStates(begin int64, symbols [][]int, next func(state int64, k, symbol int) (int64, bool),
	isEnd func(state int64) bool) (reads [][]ruleRead) {
	states := []int64{begin}
	for k := range symbols {
		var after []int64
		var some []ruleRead
		for from, state := range states {
			for _, v := range symbols[k] {
				to, ok := next(state, k, v)
				if !ok {
					continue
				}
				if !slices.Contains(after, to) {
					after = append(after, to)
				}
				some = append(some, ruleRead{from, v, slices.Index(after, to)})
			}
		}
		states, reads = after, append(reads, some)
	}
	isGood := func(n int) bool { return isEnd(states[n]) }
	for k := len(reads) - 1; k >= 0; k-- {
		reads[k] = slices.DeleteFunc(reads[k], func(r ruleRead) bool { return !isGood(r.to) })
		after := reads[k]
		isGood = func(n int) bool { return slices.ContainsFunc(after, func(r ruleRead) bool { return r.from == n }) }
	}
	return reads
}

// joinReads joins the ways to read an open cell with those of the given one behind it.
func joinReads(steps, given []ruleRead) (joined []ruleRead) {
	for _, r := range steps {
		for _, g := range given {
			if g.from == r.to {
				joined = append(joined, ruleRead{r.from, r.symbol, g.to})
			}
		}
	}
	return joined
}

// lowerSets adds the items and options of a rule for which only the set of symbols on the open cells matters.
func (a *fillingAudit) lowerSets(name string, w *model.RuleAutomaton, open []lattice.Cell, given []int) {
	rule := fmt.Sprintf("rule[%s]", name)
	a.declare(rule, bound{1, 1, false})
	itemOf := func(v int) string { return fmt.Sprintf("rule[%s,%s]", name, a.Symbols[v]) }
	var free []int
	for v := range a.Symbols {
		if !slices.Contains(given, v) {
			free = append(free, v)
			a.declare(itemOf(v), bound{1, 1, false})
		}
		for _, c := range open {
			a.hold(c, v, itemOf(v))
			on := symbolOn{c, v}
			a.barred[on] = a.barred[on] || slices.Contains(given, v)
		}
	}
	for _, set := range subsets(free, len(open)) {
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

// subsets returns the sets of n of some numbers.
func subsets(of []int, n int) (sets [][]int) {
	if n == 0 {
		return [][]int{nil}
	}
	for k, v := range of {
		for _, rest := range subsets(of[k+1:], n-1) {
			sets = append(sets, append([]int{v}, rest...))
		}
	}
	return sets
}

// lowerSteps adds the items and options that read symbols one after the other. The function valueOf returns the item
// that says which one stands at place k.
func (l *lowering) lowerSteps(name string, steps [][]ruleRead, valueOf func(k, symbol int) string) {
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
			l.declare(step, bound{1, 1, false})
		}
		if k > 0 && k < len(steps)-1 {
			l.declare(fmt.Sprintf("state[%s,%d]", name, k), bound{secondary: true})
		}
		for _, r := range steps[k] {
			row := slices.Concat([]string{step, valueOf(k, r.symbol)}, stateAfter(k, r.to))
			switch {
			case k == 1:
				for _, first := range steps[0] {
					if first.to == r.from {
						l.addRow(append(slices.Clone(row), valueOf(0, first.symbol))...)
					}
				}
			case k > 1:
				l.addRow(slices.Concat(row, stateAfter(k-1, r.from))...)
			}
		}
	}
}
