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

// countLowering lowers items for which options may count several times. The matrix has no such items, as engines count
// each option once. Instead an automaton adds up how often the chosen options count. All options that hold the same
// item, if it is covered exactly once, are read as one group, since exactly one of them is chosen. So a counted item t
// becomes
//
//	an item take[t,g] for an option that is in no such group, and an option that holds only this item;
//	a secondary item read[t,g] for each group g, which each option of the group holds: its color is how
//	often that option counts;
//	the items and options of an automaton whose states are the sums (see chain.go).
//
// If there is only one group, its options that would break the bound are left out instead.
type countLowering struct {
	// countedByName finds the counted items by name, and countedItems lists them in order.
	countedByName map[string]*countedItem
	countedItems  []*countedItem
	// for each counted item that the current option names, how often the option counts for it
	weightsOfCurrentOption []heldWeight
	// countedByMatrixItem holds the counted items that stand for sums over orbits (sets of options that are chosen
	// together). The key is the item of the matrix that the options of the orbits hold.
	countedByMatrixItem  map[matrix.ItemID]*countedItem
	pendingOptions       []pendingOption         // options that wait until all options are known
	pendingOptionsByItem map[matrix.ItemID][]int // for each item, the indices of the waiting options that hold it
	pendingOptionsAdded  bool                    // whether the waiting options have been added
}

// countedItem is an item for which options may count several times.
type countedItem struct {
	name                   string
	bound                  matrix.Bound
	span                   source.Span
	weightOfOption         map[int]int64 // for the index of a waiting option, how often it counts
	countingPendingOptions []int         // ascending indices of the waiting options that count for the item
	// item of the matrix that the options hold, if the counted item is a sum over orbits; otherwise -1
	matrixItem matrix.ItemID
}

// heldWeight is how often the current option counts for an item.
type heldWeight struct {
	item         *countedItem
	timesCounted int64
}

// pendingOption is an option that waits until all options are known, and is not yet in the matrix.
type pendingOption struct {
	origin          Origin
	optionEntries   []matrix.Entry
	goalValue       int64 // value that the option adds to the goal
	statementNumber int   // index of the statement that makes the option
	breaksBound     bool  // whether the option is left out, as it would break a bound
	// key of the items that the text names (see entriesKey). It is "" if the option counts for an item that options do
	// not hold, as such a key would not tell how often.
	itemsKey string
}

// declareCountedItem declares an item for which options may count several times.
func (l *lowering) declareCountedItem(name string, bound matrix.Bound, span source.Span) {
	if old, taken := l.declaredItem(name); taken {
		l.reportDuplicateItem(name, old, span)
		return
	}
	if l.countLowering.countedByName[name] != nil {
		l.errorList.AddError(codes.DuplicateItem, span, "", "the item %s is declared already", name)
		return
	}
	if l.countLowering.countedByName == nil {
		l.countLowering.countedByName = map[string]*countedItem{}
	}
	t := &countedItem{name: name, bound: bound, span: span, weightOfOption: map[int]int64{}, matrixItem: -1}
	l.countLowering.countedByName[name] = t
	l.countLowering.countedItems = append(l.countLowering.countedItems, t)
}

// recordOptionWeight records how often the current option counts for an item. It returns false if the option counts
// for it 0 times.
func (l *lowering) recordOptionWeight(t *countedItem, r *model.ItemRef, env []int64) (bool, error) {
	weight := int64(1)
	if r.CountTimes != nil {
		var err error
		if weight, err = r.CountTimes(env); err != nil {
			return false, err
		}
	}
	switch {
	case weight < 0 || weight > int64(t.bound.Max) && weight > maxWeight:
		return false, l.reportError(codes.BadWeight, r.Span, fmt.Sprintf("write a number from 0 to %d", maxWeight),
			"this option counts %d times for the item %s", weight, t.name)
	case slices.ContainsFunc(l.countLowering.weightsOfCurrentOption, func(h heldWeight) bool { return h.item == t }):
		return false, l.reportRepeatedItem(r)
	}
	l.countLowering.weightsOfCurrentOption = append(l.countLowering.weightsOfCurrentOption, heldWeight{t, weight})
	return weight > 0, nil
}

// maxWeight bounds how often an option may count for an item, so that sums do not overflow.
const maxWeight = 1_000_000_000

// deferOption keeps an option until all options are known. It returns false if there are no counted items: then the
// option can be added at once.
func (l *lowering) deferOption(origin Origin, entries []matrix.Entry) bool {
	q := &l.countLowering
	if len(q.countedItems) == 0 {
		return false
	}
	for _, h := range q.weightsOfCurrentOption {
		if h.timesCounted > 0 {
			h.item.weightOfOption[len(q.pendingOptions)] = h.timesCounted
			h.item.countingPendingOptions = append(h.item.countingPendingOptions, len(q.pendingOptions))
		}
	}
	p := pendingOption{origin: origin, optionEntries: slices.Clone(entries), goalValue: l.currentOptionValue,
		statementNumber: len(l.StatementSizes) - 1}
	if !slices.ContainsFunc(q.weightsOfCurrentOption, func(h heldWeight) bool { return h.item.matrixItem < 0 }) &&
		!l.roundHasZeroCount {
		p.itemsKey = entriesKey(entries)
	}
	q.weightsOfCurrentOption = q.weightsOfCurrentOption[:0]
	q.pendingOptions = append(q.pendingOptions, p)
	return true
}

// emitCountedOptions adds the options that were kept back, and the options of the automata.
func (l *lowering) emitCountedOptions() {
	q := &l.countLowering
	q.pendingOptionsAdded, l.roundHasZeroCount = true, false
	q.pendingOptionsByItem = map[matrix.ItemID][]int{}
	for o := range q.pendingOptions {
		for _, e := range q.pendingOptions[o].optionEntries {
			q.pendingOptionsByItem[e.Item] = append(q.pendingOptionsByItem[e.Item], o)
		}
	}
	var emit []func() bool
	for _, t := range q.countedItems {
		if l.isIncomplete {
			return
		}
		l.beginStatement(t.span)
		if steps := l.declareSumAutomaton(t); steps != nil {
			emit = append(emit, steps)
		}
	}
	l.keysOfDeferredOptions, l.keysOfLeftOutOptions = map[matrix.OptionID]string{}, map[string]bool{}
	for _, o := range q.pendingOptions {
		if o.breaksBound {
			l.keysOfLeftOutOptions[o.itemsKey] = o.itemsKey != ""
			continue
		}
		l.keysOfDeferredOptions[matrix.OptionID(len(l.OptionOrigins))] = o.itemsKey
		if !l.withStatement(o.statementNumber, func() bool {
			return l.addOptionWithValue(o.origin, o.optionEntries, o.goalValue) == nil
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

// declareSumAutomaton declares the items of the automaton for a counted item. It returns a function that adds its
// options, or nil if no automaton is needed.
func (l *lowering) declareSumAutomaton(t *countedItem) (emit func() bool) {
	groups := l.groupOptionsCountedFor(t)
	switch {
	case len(groups) == 0 && t.matrixItem >= 0:
		l.itemInfos[t.matrixItem].bound = t.bound
		l.builder.SetBound(t.matrixItem, t.bound)
		return nil
	case len(groups) == 0:
		l.declareItem(t.name, false, t.bound, t.span)
		return nil
	}
	var domains [][]int32
	for _, group := range groups {
		var weights []int32
		for _, o := range group {
			weights = append(weights, int32(min(t.weightInGroup(o), int64(t.bound.Max)+1)))
		}
		slices.Sort(weights)
		domains = append(domains, slices.Compact(weights))
	}
	add := func(sum int64, _ int, weight int32) (int64, bool) {
		sum += int64(weight)
		if t.bound.Max == unlimitedUntilCounted {
			return min(sum, int64(t.bound.Min)), true
		}
		return sum, sum <= int64(t.bound.Max)
	}
	ways, ok := l.acceptedTransitions(0, len(groups), func(k int) []int32 { return domains[k] }, add,
		func(sum int64) bool { return sum >= int64(t.bound.Min) })
	if !ok {
		l.isIncomplete = true
		return nil
	}
	if len(groups) == 1 {
		for _, o := range groups[0] {
			fits := slices.ContainsFunc(ways[0], func(w transition) bool {
				return int64(w.symbol) == t.weightInGroup(o)
			})
			if !fits {
				l.countLowering.pendingOptions[o.pendingOptionNumber].breaksBound = true
			}
		}
		return nil
	}
	var read []matrix.ItemID
	for g, group := range groups {
		read = append(read, l.declareItemCoveredAtMostOnce("read[%s,%d]", t.indexName(), g))
		for _, o := range group {
			p := &l.countLowering.pendingOptions[o.pendingOptionNumber]
			p.optionEntries = append(p.optionEntries, matrix.Entry{Item: read[g],
				Color: l.builder.AddColor(fmt.Sprint(t.weightInGroup(o)))})
		}
	}
	first := len(l.itemInfos)
	emit = l.declareAutomaton(t.indexName(), ways, func(k int, weight int32) matrix.Entry {
		return matrix.Entry{Item: read[k], Color: l.addNumberColor(weight)}
	})
	l.setItemDeclarations(first, t.span, "no options together cover the item "+t.name+" as often as they must")
	return emit
}

// indexName returns the name of the item as an index in the names of other items: line[3] becomes line,3.
func (t *countedItem) indexName() string {
	return strings.TrimSuffix(strings.Replace(t.name, "[", ",", 1), "]")
}

// groupMember is an option in a group of options of which exactly one is chosen. If the option is also in an earlier
// group, it is marked as repeated, and counts 0 in this group.
type groupMember struct {
	// pendingOptionNumber is the index of the option among the waiting options.
	pendingOptionNumber int
	isInEarlierGroup    bool
}

// weightInGroup returns how often a member of a group counts for the item.
func (t *countedItem) weightInGroup(m groupMember) int64 {
	if m.isInEarlierGroup {
		return 0
	}
	return t.weightOfOption[m.pendingOptionNumber]
}

// groupOptionsCountedFor returns the groups of options for a counted item. All options of a group hold one item that is
// covered exactly once. That item is the first such item of an option that counts for t and is in no earlier group.
func (l *lowering) groupOptionsCountedFor(t *countedItem) (groups [][]groupMember) {
	grouped := map[int]bool{}
	for _, o := range t.countingPendingOptions {
		if grouped[o] {
			continue
		}
		item, found := l.firstItemCoveredOnce(o)
		if !found {
			item = l.addChosenOrNotItem(t, o, len(groups))
		}
		var group []groupMember
		for _, other := range l.countLowering.pendingOptionsByItem[item] {
			group = append(group, groupMember{other, grouped[other]})
			grouped[other] = true
		}
		groups = append(groups, group)
	}
	return groups
}

// firstItemCoveredOnce returns the first item of an option that is covered exactly once. It considers only items that
// no option outside of the core holds.
func (l *lowering) firstItemCoveredOnce(option int) (matrix.ItemID, bool) {
	for _, e := range l.countLowering.pendingOptions[option].optionEntries {
		if it := l.itemInfos[e.Item]; !it.isSecondary && it.bound == matrix.Once && it.optionCount == 0 {
			return e.Item, true
		}
	}
	return 0, false
}

// addChosenOrNotItem adds a primary item that leaves it open whether an option is chosen: the item is held by the
// option, and by a new option that holds nothing else. It returns the item.
func (l *lowering) addChosenOrNotItem(t *countedItem, option, group int) matrix.ItemID {
	item := l.declareItemCoveredOnce("take[%s,%d]", t.indexName(), group)
	p := &l.countLowering.pendingOptions[option]
	p.optionEntries = append(p.optionEntries, matrix.Entry{Item: item})
	l.countLowering.pendingOptionsByItem[item] = []int{option, len(l.countLowering.pendingOptions)}
	l.countLowering.pendingOptions = append(l.countLowering.pendingOptions,
		pendingOption{origin: Origin{Meaning: ruleEncodingMeaning},
			optionEntries: []matrix.Entry{{Item: item}}, statementNumber: len(l.StatementSizes) - 1})
	return item
}
