package lower

import (
	"fmt"
	"slices"
	"strings"

	"quadrille/compile/model"
	"quadrille/lang/codes"
	"quadrille/lang/source"
	"quadrille/runtime/matrix"
)

// An item for which options count several times is no item of the matrix, as engines count an
// option once. An automaton adds up instead: it reads how often each option counts. Options that
// hold one item which is covered exactly once are read together, as one of them is chosen. So a
// counted item t becomes
//
//	an item take[t,g] for an option that holds no such item, and an option of that alone;
//	a secondary item read[t,g] for each group of options that are read together, whose color is how
//	often the option that is chosen counts, which each of them holds;
//	what an automaton needs whose states are the sums (see chain.go).
//
// If there is one group, its options that do not fit are left out.
type counting struct {
	byName  map[string]*counted
	inOrder []*counted
	holding []holding               // by the option at hand: what it counts for
	options []pending               // which wait until all is known
	by      map[matrix.ItemID][]int // the options that hold an item
	closed  bool
}

// counted is an item for which options count several times.
type counted struct {
	name    string
	bound   matrix.Bound
	span    source.Span
	weights map[int]int64 // by pending option
	holders []int         // pending options, in order
}

type holding struct {
	item   *counted
	weight int64
}

// pending is an option that is not made yet.
type pending struct {
	origin  Origin
	entries []matrix.Entry
	made    int // the statement that it belongs to
	dropped bool
}

// count declares an item for which options may count several times.
func (l *lowering) count(name string, bound matrix.Bound, span source.Span) {
	if _, taken := l.byName[name]; taken || l.counted.byName[name] != nil {
		l.errs.Add(codes.DuplicateItem, span, "", "the item %s is declared already", name)
		return
	}
	if l.counted.byName == nil {
		l.counted.byName = map[string]*counted{}
	}
	t := &counted{name: name, bound: bound, span: span, weights: map[int]int64{}}
	l.counted.byName[name] = t
	l.counted.inOrder = append(l.counted.inOrder, t)
}

// weigh notes how often the option at hand counts for an item, and reports whether it does at all.
func (l *lowering) weigh(t *counted, r *model.Ref, env []int64) (bool, error) {
	weight := int64(1)
	if r.Times != nil {
		var err error
		if weight, err = r.Times(env); err != nil {
			return false, err
		}
	}
	switch {
	case weight < 0 || weight > int64(t.bound.Max) && weight > mostWeight:
		return false, l.fault(codes.BadWeight, r.Span, fmt.Sprintf("write a number from 0 to %d", mostWeight), "this option counts %d times for the item %s", weight, t.name)
	case slices.ContainsFunc(l.counted.holding, func(h holding) bool { return h.item == t }):
		return false, l.repeated(r)
	}
	l.counted.holding = append(l.counted.holding, holding{t, weight})
	return weight > 0, nil
}

// mostWeight bounds how often an option counts, so that sums are numbers.
const mostWeight = 1_000_000_000

// counts takes an option if there are items to be counted: it waits until all options are known.
func (l *lowering) counts(origin Origin, entries []matrix.Entry) bool {
	q := &l.counted
	if len(q.inOrder) == 0 {
		return false
	}
	for _, h := range q.holding {
		if h.weight > 0 {
			h.item.weights[len(q.options)] = h.weight
			h.item.holders = append(h.item.holders, len(q.options))
		}
	}
	q.holding = q.holding[:0]
	q.options = append(q.options, pending{origin: origin, entries: slices.Clone(entries), made: len(l.Made) - 1})
	return true
}

// emitCounted makes the options that wait, and those that count.
func (l *lowering) emitCounted() {
	q := &l.counted
	q.closed = true
	q.by = map[matrix.ItemID][]int{}
	for o := range q.options {
		for _, e := range q.options[o].entries {
			q.by[e.Item] = append(q.by[e.Item], o)
		}
	}
	var emit []func() bool
	for _, t := range q.inOrder {
		if l.gaveUp {
			return
		}
		l.statement(t.span)
		if steps := l.adds(t); steps != nil {
			emit = append(emit, steps)
		}
	}
	for _, o := range q.options {
		if o.dropped {
			continue
		}
		if !l.within(o.made, func() bool { return l.option(o.origin, o.entries) }) {
			return
		}
	}
	for _, steps := range emit {
		if !steps() {
			return
		}
	}
}

// adds declares what counts for an item, and returns what makes its options, if there are any.
func (l *lowering) adds(t *counted) (emit func() bool) {
	groups := l.groups(t)
	if len(groups) == 0 {
		l.declare(t.name, false, t.bound, t.span)
		return nil
	}
	var domains [][]int32
	for _, group := range groups {
		var weights []int32
		for _, o := range group {
			weights = append(weights, int32(min(t.weightIn(o), int64(t.bound.Max)+1)))
		}
		slices.Sort(weights)
		domains = append(domains, slices.Compact(weights))
	}
	add := func(sum int64, _ int, weight int32) (int64, bool) {
		sum += int64(weight)
		return sum, sum <= int64(t.bound.Max)
	}
	ways, ok := l.follow(0, len(groups), func(k int) []int32 { return domains[k] }, add, func(sum int64) bool { return sum >= int64(t.bound.Min) })
	if !ok {
		l.gaveUp = true
		return nil
	}
	if len(groups) == 1 {
		for _, o := range groups[0] {
			fits := slices.ContainsFunc(ways[0], func(w way) bool { return int64(w.symbol) == t.weightIn(o) })
			l.counted.options[o.option].dropped = l.counted.options[o.option].dropped || !fits
		}
		return nil
	}
	var read []matrix.ItemID
	for g, group := range groups {
		read = append(read, l.secondary("read[%s,%d]", t.index(), g))
		for _, o := range group {
			p := &l.counted.options[o.option]
			p.entries = append(p.entries, matrix.Entry{Item: read[g], Color: l.builder.Color(fmt.Sprint(t.weightIn(o)))})
		}
	}
	first := len(l.items)
	emit = l.chain(t.index(), ways, func(k int, weight int32) matrix.Entry {
		return matrix.Entry{Item: read[k], Color: l.builder.Color(fmt.Sprint(weight))}
	})
	l.explain(first, t.span, "no options together cover the item "+t.name+" as often as they must")
	return emit
}

// index is the name of the item as an index of others: line[3] becomes line,3.
func (t *counted) index() string {
	return strings.TrimSuffix(strings.Replace(t.name, "[", ",", 1), "]")
}

// member is an option in a group. One that has been read in an earlier group counts nothing.
type member struct {
	option int
	again  bool
}

func (t *counted) weightIn(m member) int64 {
	if m.again {
		return 0
	}
	return t.weights[m.option]
}

// groups returns the options that are read together: those that hold the first item covered once of an
// option that counts for t and is in no group yet.
func (l *lowering) groups(t *counted) (groups [][]member) {
	grouped := map[int]bool{}
	for _, o := range t.holders {
		if grouped[o] {
			continue
		}
		item, found := l.coveredOnce(o)
		if !found {
			item = l.take(t, o, len(groups))
		}
		var group []member
		for _, other := range l.counted.by[item] {
			group = append(group, member{other, grouped[other]})
			grouped[other] = true
		}
		groups = append(groups, group)
	}
	return groups
}

// coveredOnce returns the first item of an option that is covered exactly once, by options of the core alone.
func (l *lowering) coveredOnce(option int) (matrix.ItemID, bool) {
	for _, e := range l.counted.options[option].entries {
		if it := l.items[e.Item]; !it.secondary && it.bound == matrix.Once && it.options == 0 {
			return e.Item, true
		}
	}
	return 0, false
}

// take lets an option be chosen or not, as one of two.
func (l *lowering) take(t *counted, option, group int) matrix.ItemID {
	item := l.primary("take[%s,%d]", t.index(), group)
	p := &l.counted.options[option]
	p.entries = append(p.entries, matrix.Entry{Item: item})
	l.counted.by[item] = []int{option, len(l.counted.options)}
	l.counted.options = append(l.counted.options, pending{origin: Origin{Meaning: aRule}, entries: []matrix.Entry{{Item: item}}, made: len(l.Made) - 1})
	return item
}
