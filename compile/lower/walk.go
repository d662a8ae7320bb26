package lower

import (
	"slices"
	"strconv"

	"quadrille/compile/model"
	"quadrille/runtime/matrix"
)

// A walk, a rule about the numbers on cells, lowers by its open cells, those that are not given.
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

// walks declares the items of the walks, and returns what makes their options.
func (q *filling) walks() (emit []func() bool) {
	for k := range q.fill.Walks {
		w := &walking{filling: q, rule: &q.fill.Walks[k], name: strconv.Itoa(k)}
		first := len(q.items)
		if !w.layers() {
			return nil
		}
		switch {
		case len(w.cells) == 1:
			w.bar()
		case len(w.cells) > 1 && w.rule.AnyOrder && w.distinct():
			emit = append(emit, w.sets())
		case len(w.cells) > 1:
			emit = append(emit, w.steps())
		}
		q.explain(first, w.rule.Span, ruleBroken)
	}
	return emit
}

const ruleBroken = "this rule cannot be kept"

// walking is the work on a walk.
type walking struct {
	*filling
	rule  *model.Walk
	name  string
	cells []int   // those that are open, by number
	ways  [][]way // that read the open cells
}

// layers follows the walk, and keeps the steps that read open cells.
func (w *walking) layers() bool {
	q := w.filling
	open := func(number int) (symbols []int32) {
		for v := range q.fill.Symbols {
			if q.open(q.number(w.rule.Cells[number]), v) {
				symbols = append(symbols, int32(v))
			}
		}
		return symbols
	}
	step := func(state int64, number int, v int32) (int64, bool) {
		return w.rule.Step(state, number, q.fill.Values[v])
	}
	ways, ok := q.follow(w.rule.Begin, len(w.rule.Cells), open, step, w.rule.Ends)
	for number := range ways {
		at := q.number(w.rule.Cells[number])
		switch {
		case q.given(at) < 0:
			w.cells = append(w.cells, at)
			w.ways = append(w.ways, ways[number])
		case len(w.ways) > 0: // no choice is made here
			w.rename(ways[number])
		}
	}
	return ok
}

// rename lets the last step lead to where a symbol that is given leads from there. A state
// from which it leads nowhere is none.
func (w *walking) rename(ways []way) {
	to := map[int32]int32{}
	for _, x := range ways {
		to[x.from] = x.to
	}
	last := &w.ways[len(w.ways)-1]
	*last = slices.DeleteFunc(*last, func(x way) bool { _, leads := to[x.to]; return !leads })
	for k := range *last {
		(*last)[k].to = to[(*last)[k].to]
	}
}

// bar lets the one open cell have no symbol that breaks the rule.
func (w *walking) bar() {
	fits, taken := make([]bool, len(w.fill.Symbols)), w.taken()
	for _, x := range w.ways[0] {
		fits[x.symbol] = !w.rule.Distinct || !slices.Contains(taken, int(x.symbol))
	}
	w.tie(w.cells[0], func(v int) bool { return !fits[v] }, nil)
}

// taken returns the symbols that are given on the cells.
func (w *walking) taken() (given []int) {
	for _, c := range w.rule.Cells {
		if v := w.given(w.number(c)); v >= 0 {
			given = append(given, v)
		}
	}
	return given
}

// distinct reports whether the symbols on the cells differ, by this rule or by others.
func (w *walking) distinct() bool {
	if w.rule.Distinct {
		return true
	}
	for k, c := range w.rule.Cells {
		for _, d := range w.rule.Cells[:k] {
			if !w.shareUnit(w.number(c), w.number(d)) {
				return false
			}
		}
	}
	return true
}

// sets lowers a rule that is one about a set of symbols.
func (w *walking) sets() (emit func() bool) {
	item := w.primary("rule[%s]", w.name)
	symbols := w.fill.Symbols
	items := make([]matrix.ItemID, len(symbols))
	given, free := w.taken(), []int(nil)
	for v, symbol := range symbols {
		items[v] = -1
		if !slices.Contains(given, v) {
			free = append(free, v)
			items[v] = w.primary("rule[%s,%s]", w.name, symbol)
		}
	}
	for _, at := range w.cells {
		w.tie(at, func(v int) bool { return items[v] < 0 }, func(v int) []matrix.ItemID { return items[v : v+1] })
	}
	return func() bool {
		state := w.rule.Begin
		for number, v := range given {
			next, ok := w.rule.Step(state, number, w.fill.Values[v])
			if !ok {
				return true
			}
			state = next
		}
		return w.subsets(free, state, len(w.cells), []matrix.Entry{{Item: item}}, items)
	}
}

// subsets makes an option for each way to choose n of the free symbols that leads from a state
// of the walk to an end. The entries are those of the symbols that were passed over.
func (w *walking) subsets(free []int, state int64, n int, entries []matrix.Entry, items []matrix.ItemID) bool {
	switch {
	case n > len(free):
		return true
	case w.tick(1, w.span()) != nil:
		return false
	case len(free) == 0:
		return !w.rule.Ends(state) || w.option(Origin{Meaning: aRule}, entries)
	}
	v, rest := free[0], free[1:]
	if n > 0 {
		number := len(w.rule.Cells) - n
		if next, ok := w.rule.Step(state, number, w.fill.Values[v]); ok && !w.subsets(rest, next, n-1, entries, items) {
			return false
		}
	}
	return w.subsets(rest, state, n, append(entries, matrix.Entry{Item: items[v]}), items)
}

// steps lowers a rule that reads its cells one after the other.
func (w *walking) steps() (emit func() bool) {
	for _, at := range w.cells {
		if w.value[at] < 0 {
			w.value[at] = spokenOf
		}
	}
	return w.chain(w.name, w.ways, func(k int, symbol int32) matrix.Entry {
		return matrix.Entry{Item: w.value[w.cells[k]], Color: w.colors[symbol]}
	})
}
