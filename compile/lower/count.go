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
type countLowering struct {
	byName      map[string]*countedItem
	inOrder     []*countedItem
	heldWeights []heldWeight // items for which the current option counts, with their numbers
	// ofMatrix holds the counted items of orbits, by the item of the matrix that orbits hold beside them.
	ofMatrix map[matrix.ItemID]*countedItem
	options  []pendingOption         // options that are deferred until all options are known
	holders  map[matrix.ItemID][]int // by item: the deferred options that hold it
	closed   bool
}

// countedItem is an item for which options may count several times.
type countedItem struct {
	name    string
	bound   matrix.Bound
	span    source.Span
	weights map[int]int64 // by deferred option: how often it counts
	holders []int         // deferred options that count for the item, in order
	item    matrix.ItemID // the item that options hold beside the count, if orbits are counted; -1 for none
}

type heldWeight struct {
	item   *countedItem
	weight int64
}

// pendingOption is an option that is deferred: it is not in the matrix yet.
type pendingOption struct {
	origin    Origin
	entries   []matrix.Entry
	value     int64 // what it is worth to the goal
	statement int   // index of the statement that makes it
	dropped   bool
	// key of its items as the text names them; "" if it counts for an item that options do not hold,
	// since a key does not tell how often
	key string
}

// declareCounted declares an item for which options may count several times.
func (l *lowering) declareCounted(name string, bound matrix.Bound, span source.Span) {
	if _, taken := l.byName[name]; taken || l.counted.byName[name] != nil {
		l.errs.AddError(codes.DuplicateItem, span, "", "the item %s is declared already", name)
		return
	}
	if l.counted.byName == nil {
		l.counted.byName = map[string]*countedItem{}
	}
	t := &countedItem{name: name, bound: bound, span: span, weights: map[int]int64{}, item: -1}
	l.counted.byName[name] = t
	l.counted.inOrder = append(l.counted.inOrder, t)
}

// addWeight records how often the current option counts for an item. It returns false if the option does not
// count for it.
func (l *lowering) addWeight(t *countedItem, r *model.ItemRef, env []int64) (bool, error) {
	weight := int64(1)
	if r.Times != nil {
		var err error
		if weight, err = r.Times(env); err != nil {
			return false, err
		}
	}
	switch {
	case weight < 0 || weight > int64(t.bound.Max) && weight > maxWeight:
		return false, l.reportError(codes.BadWeight, r.Span, fmt.Sprintf("write a number from 0 to %d", maxWeight),
			"this option counts %d times for the item %s", weight, t.name)
	case slices.ContainsFunc(l.counted.heldWeights, func(h heldWeight) bool { return h.item == t }):
		return false, l.reportRepeated(r)
	}
	l.counted.heldWeights = append(l.counted.heldWeights, heldWeight{t, weight})
	return weight > 0, nil
}

// maxWeight bounds how often an option counts for an item, so that sums do not overflow.
const maxWeight = 1_000_000_000

// deferOption keeps an option until all options are known, if there are counted items. It returns false if
// there are none.
func (l *lowering) deferOption(origin Origin, entries []matrix.Entry) bool {
	q := &l.counted
	if len(q.inOrder) == 0 {
		return false
	}
	for _, h := range q.heldWeights {
		if h.weight > 0 {
			h.item.weights[len(q.options)] = h.weight
			h.item.holders = append(h.item.holders, len(q.options))
		}
	}
	p := pendingOption{origin: origin, entries: slices.Clone(entries), value: l.roundValue,
		statement: len(l.Sizes) - 1}
	if !slices.ContainsFunc(q.heldWeights, func(h heldWeight) bool { return h.item.item < 0 }) && !l.roundUncounted {
		p.key = entriesKey(entries)
	}
	q.heldWeights = q.heldWeights[:0]
	q.options = append(q.options, p)
	return true
}

// emitCounted adds the deferred options, and the options that count them.
func (l *lowering) emitCounted() {
	q := &l.counted
	q.closed, l.roundUncounted = true, false
	q.holders = map[matrix.ItemID][]int{}
	for o := range q.options {
		for _, e := range q.options[o].entries {
			q.holders[e.Item] = append(q.holders[e.Item], o)
		}
	}
	var emit []func() bool
	for _, t := range q.inOrder {
		if l.gaveUp {
			return
		}
		l.beginStatement(t.span)
		if steps := l.declareSum(t); steps != nil {
			emit = append(emit, steps)
		}
	}
	l.keys, l.leftOut = map[matrix.OptionID]string{}, map[string]bool{}
	for _, o := range q.options {
		if o.dropped {
			l.leftOut[o.key] = o.key != ""
			continue
		}
		l.keys[matrix.OptionID(len(l.Origins))] = o.key
		if !l.withStatement(o.statement, func() bool {
			return l.addValued(o.origin, o.entries, o.value) == nil
		}) {
			return
		}
	}
	for _, steps := range emit {
		if !steps() {
			return
		}
	}
}

// declareSum declares the items that count for a counted item, and returns a function that adds their options;
// nil if there are none.
func (l *lowering) declareSum(t *countedItem) (emit func() bool) {
	groups := l.optionGroups(t)
	if len(groups) == 0 {
		l.declareItem(t.name, false, t.bound, t.span)
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
		if t.bound.Max == unlimited {
			return min(sum, int64(t.bound.Min)), true
		}
		return sum, sum <= int64(t.bound.Max)
	}
	ways, ok := l.exploreStates(0, len(groups), func(k int) []int32 { return domains[k] }, add,
		func(sum int64) bool { return sum >= int64(t.bound.Min) })
	if !ok {
		l.gaveUp = true
		return nil
	}
	if len(groups) == 1 {
		for _, o := range groups[0] {
			fits := slices.ContainsFunc(ways[0], func(w transition) bool { return int64(w.symbol) == t.weightIn(o) })
			l.counted.options[o.option].dropped = l.counted.options[o.option].dropped || !fits
		}
		return nil
	}
	var read []matrix.ItemID
	for g, group := range groups {
		read = append(read, l.declareSecondary("read[%s,%d]", t.indexName(), g))
		for _, o := range group {
			p := &l.counted.options[o.option]
			p.entries = append(p.entries, matrix.Entry{Item: read[g],
				Color: l.builder.AddColor(fmt.Sprint(t.weightIn(o)))})
		}
	}
	first := len(l.items)
	emit = l.declareAutomaton(t.indexName(), ways, func(k int, weight int32) matrix.Entry {
		return matrix.Entry{Item: read[k], Color: l.builder.AddColor(fmt.Sprint(weight))}
	})
	l.explainItems(first, t.span, "no options together cover the item "+t.name+" as often as they must")
	return emit
}

// indexName is the name of the item as an index of other items: line[3] becomes line,3.
func (t *countedItem) indexName() string {
	return strings.TrimSuffix(strings.Replace(t.name, "[", ",", 1), "]")
}

// groupMember is an option in a group. An option that is already in an earlier group counts 0 here.
type groupMember struct {
	option   int
	repeated bool
}

func (t *countedItem) weightIn(m groupMember) int64 {
	if m.repeated {
		return 0
	}
	return t.weights[m.option]
}

// optionGroups returns the groups of options that are read together. A group holds the options with one item
// that is covered exactly once: the first such item of an option that counts for t and is in no group yet.
func (l *lowering) optionGroups(t *countedItem) (groups [][]groupMember) {
	grouped := map[int]bool{}
	for _, o := range t.holders {
		if grouped[o] {
			continue
		}
		item, found := l.firstCoveredOnce(o)
		if !found {
			item = l.addChoice(t, o, len(groups))
		}
		var group []groupMember
		for _, other := range l.counted.holders[item] {
			group = append(group, groupMember{other, grouped[other]})
			grouped[other] = true
		}
		groups = append(groups, group)
	}
	return groups
}

// firstCoveredOnce returns the first item of an option that is covered exactly once. Only items whose options
// all come from the core count.
func (l *lowering) firstCoveredOnce(option int) (matrix.ItemID, bool) {
	for _, e := range l.counted.options[option].entries {
		if it := l.items[e.Item]; !it.secondary && it.bound == matrix.Once && it.options == 0 {
			return e.Item, true
		}
	}
	return 0, false
}

// addChoice adds a primary item that makes the option optional: either the option is chosen, or a new option of
// that item alone. It returns the item.
func (l *lowering) addChoice(t *countedItem, option, group int) matrix.ItemID {
	item := l.declarePrimary("take[%s,%d]", t.indexName(), group)
	p := &l.counted.options[option]
	p.entries = append(p.entries, matrix.Entry{Item: item})
	l.counted.holders[item] = []int{option, len(l.counted.options)}
	l.counted.options = append(l.counted.options, pendingOption{origin: Origin{Meaning: ruleMeaning},
		entries: []matrix.Entry{{Item: item}}, statement: len(l.Sizes) - 1})
	return item
}
