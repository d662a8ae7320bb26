package deduce

import (
	"context"
	"slices"

	"quadrille/runtime/matrix"
)

// The technique of rules that share cells is bounded: maxGroupCells is the largest number of open cells of a group of
// rules, maxGroupOptions that of open options, and maxGroupNodes that of nodes of the searches in the group. People
// would not look at more cells. A square of a slitherlink with the joints at its corners and the squares beside it has
// 16 cells.
const maxGroupCells, maxGroupOptions, maxGroupNodes = 16, 500, 2000

// cellRule is a rule about several cells: a line, or an item that counts.
type cellRule struct {
	items []matrix.ItemID // primary items of the rule
	cells []matrix.ItemID // primary items of the cells that the rule is about
	// value of countOpenOptions when the group around the rule was last examined, or -1
	openCountWhenExamined int
}

// collectCellRules lists the rules about several cells: first the items that count, then the lines.
func (s *humanSolver) collectCellRules(order StepOrder) {
	isCount := func(i matrix.ItemID) bool { return order.IsCount != nil && order.IsCount(i) }
	isCell := func(i matrix.ItemID) bool {
		return s.isPrimary(i) && s.Bound(i) == matrix.Once && !s.isInLine[i] && !isCount(i) && order.ItemRank(i) == 0
	}
	for _, i := range s.itemsByRank {
		if isCount(i) {
			s.cellRules = append(s.cellRules, s.newCellRule([]matrix.ItemID{i}, s.itemsInOptionsOf(i), isCell))
		}
	}
	for k := range s.itemLines {
		l := &s.itemLines[k]
		s.cellRules = append(s.cellRules, s.newCellRule(l.stateItems, l.rulePrimaries, isCell))
	}
	s.rulesOfCell = map[matrix.ItemID][]int{}
	for k := range s.cellRules {
		for _, c := range s.cellRules[k].cells {
			s.rulesOfCell[c] = append(s.rulesOfCell[c], k)
		}
	}
}

func (s *humanSolver) newCellRule(items, others []matrix.ItemID, isCell func(matrix.ItemID) bool) cellRule {
	r := cellRule{items: items, openCountWhenExamined: -1}
	for _, i := range others {
		if isCell(i) {
			r.cells = append(r.cells, i)
		}
	}
	return r
}

// itemsInOptionsOf returns the items that options of an item hold, sorted.
func (s *humanSolver) itemsInOptionsOf(i matrix.ItemID) (items []matrix.ItemID) {
	for _, o := range s.optionsOfItem[i] {
		for _, e := range s.Option(o) {
			items = append(items, e.Item)
		}
	}
	slices.Sort(items)
	return slices.Compact(items)
}

// excludeByRuleGroups applies the technique of rules that share cells. It looks at one rule together with the rules
// that share cells with that rule, and at all ways to keep these rules. An option on a cell that is in none of these
// ways is ruled out. The first group of rules that rules out an option is made smaller: a rule is left out as long as
// the other rules still rule out that option. The reason of the step lists an item of each rule that remains.
func (s *humanSolver) excludeByRuleGroups(ctx context.Context) bool {
	for k := range s.cellRules {
		if ctx.Err() != nil {
			return false
		}
		rules := s.rulesAround(k)
		size := s.countOpenOptions(rules)
		if len(rules) < 2 || size == s.cellRules[k].openCountWhenExamined {
			continue
		}
		s.cellRules[k].openCountWhenExamined = size
		excluded := s.newRuleGroup(rules).excludedOptions()
		if len(excluded) == 0 {
			continue
		}
		first := excluded[0]
		for _, r := range slices.Clone(rules) {
			fewer := slices.DeleteFunc(slices.Clone(rules), func(other int) bool { return other == r })
			if g := s.newRuleGroup(fewer); g.excludesOption(first) {
				rules = fewer
			}
		}
		s.stepReason = Step{IsRuleGroup: true}
		for _, r := range rules {
			s.stepReason.Items = append(s.stepReason.Items, s.cellRules[r].items[0])
		}
		return s.ruleOutOptions(s.newRuleGroup(rules).excludedOptions())
	}
	return false
}

// rulesAround returns the index of rule k, and those of the rules that share an open cell with rule k, as long as all
// these rules together have at most maxGroupCells open cells.
func (s *humanSolver) rulesAround(k int) []int {
	rules, cells := []int{k}, map[matrix.ItemID]bool{}
	fits := func(r int) bool {
		var more []matrix.ItemID
		for _, c := range s.cellRules[r].cells {
			if s.coversNeeded(c) > 0 && !cells[c] {
				more = append(more, c)
			}
		}
		if len(cells)+len(more) > maxGroupCells {
			return false
		}
		for _, c := range more {
			cells[c] = true
		}
		return true
	}
	if !fits(k) {
		return rules
	}
	for _, c := range s.cellRules[k].cells {
		if s.coversNeeded(c) <= 0 {
			continue
		}
		for _, r := range s.rulesOfCell[c] {
			if !slices.Contains(rules, r) && fits(r) {
				rules = append(rules, r)
			}
		}
	}
	return rules
}

// countOpenOptions returns the sum, over the items of the rules and of their cells, of the numbers of open options. It
// falls with each decision about them, so an unchanged group is not examined again.
func (s *humanSolver) countOpenOptions(rules []int) (size int) {
	for _, r := range rules {
		for _, list := range [][]matrix.ItemID{s.cellRules[r].items, s.cellRules[r].cells} {
			for _, i := range list {
				size += int(s.openCountOf[i])
			}
		}
	}
	return size
}

// ruleGroup is a small problem: the open options of some rules and of their cells, without all other items.
type ruleGroup struct {
	*optionState
	originalOptionIDs []matrix.OptionID // for each option, its id in the whole problem
	isOnCell          []bool            // whether each option puts something on a cell
	isInKnownWay      []bool            // whether each option belongs to a known way to keep the rules
	// number of search nodes that may still be visited; negative if a search was not finished
	nodesLeft int
}

// newRuleGroup returns the problem of some rules, or nil if it is too large.
func (s *humanSolver) newRuleGroup(rules []int) *ruleGroup {
	b, g := matrix.NewBuilder(), &ruleGroup{nodesLeft: maxGroupNodes}
	numbers, colored := map[matrix.ItemID]matrix.ItemID{}, map[matrix.ItemID]matrix.ItemID{}
	cells, options := map[matrix.ItemID]bool{}, []matrix.OptionID(nil)
	for _, r := range rules {
		rule := &s.cellRules[r]
		for _, i := range slices.Concat(rule.items, rule.cells) {
			if _, known := numbers[i]; known || s.openCountOf[i] == 0 {
				continue
			}
			bound := matrix.Bound{Min: max(0, s.coversNeeded(i)), Max: s.coversAllowed(i)}
			numbers[i] = b.AddPrimary(s.Name(i), bound)
			options = append(options, s.openOptions(i)...)
		}
		for _, c := range rule.cells {
			cells[c] = true
		}
	}
	slices.Sort(options)
	if g.originalOptionIDs = slices.Compact(options); len(g.originalOptionIDs) > maxGroupOptions {
		return nil
	}
	for _, o := range g.originalOptionIDs {
		var entries []matrix.Entry
		onCell := false
		for _, e := range s.Option(o) {
			if n, known := numbers[e.Item]; known {
				entries = append(entries, matrix.Entry{Item: n})
				onCell = onCell || cells[e.Item]
			} else if e.Color != matrix.NoColor {
				n, known := colored[e.Item]
				if !known {
					n = b.AddSecondary(s.Name(e.Item))
					colored[e.Item] = n
				}
				entries = append(entries, matrix.Entry{Item: n, Color: b.AddColor(s.ColorName(e.Color))})
			}
		}
		b.AddOption(entries...)
		g.isOnCell = append(g.isOnCell, onCell)
	}
	p, err := b.Build()
	if err != nil {
		return nil
	}
	g.optionState, g.isInKnownWay = newOptionState(p), make([]bool, len(g.originalOptionIDs))
	return g
}

// excludedOptions returns the options on cells that are in no way to keep the rules, by their ids in the whole problem.
// There are none if the rules cannot be kept at all, or if the searches exceed their bound.
func (g *ruleGroup) excludedOptions() (excluded []matrix.OptionID) {
	if g == nil {
		return nil
	}
	for o := range matrix.OptionID(len(g.originalOptionIDs)) {
		if g.isOnCell[o] && !g.isInKnownWay[o] && !g.hasWayWithOption(o) {
			excluded = append(excluded, g.originalOptionIDs[o])
		}
	}
	if g.nodesLeft < 0 || !slices.Contains(g.isInKnownWay, true) {
		return nil
	}
	return excluded
}

// excludesOption reports whether an option of the whole problem is in no way to keep the rules.
func (g *ruleGroup) excludesOption(o matrix.OptionID) bool {
	if g == nil {
		return false
	}
	k, ok := slices.BinarySearch(g.originalOptionIDs, o)
	return ok && !g.hasWayWithOption(matrix.OptionID(k))
}

// hasWayWithOption reports whether some way to keep the rules has an option. It also returns true if the search exceeds
// its bound.
func (g *ruleGroup) hasWayWithOption(o matrix.OptionID) bool {
	g.chooseOption(o)
	found := g.findWayToKeepRules()
	g.undoDecisions(0)
	return found
}

// findWayToKeepRules looks for a way to keep the rules, and marks the options of the first such way. It also returns
// true if the search exceeds its bound.
func (g *ruleGroup) findWayToKeepRules() bool {
	if !g.makeForcedChoices() {
		return false
	}
	if g.nodesLeft--; g.nodesLeft < 0 {
		return true
	}
	i := g.itemWithFewestOptions(func(i matrix.ItemID) bool { return g.coversNeeded(i) > 0 })
	if i == noItem {
		for _, o := range g.decisionTrail {
			g.isInKnownWay[o] = g.isInKnownWay[o] || g.statusOf[o] == chosenOption
		}
		return true
	}
	mark := len(g.decisionTrail)
	for _, o := range g.openOptions(i) {
		g.chooseOption(o)
		found := g.findWayToKeepRules()
		g.undoDecisions(mark)
		if found {
			return true
		}
	}
	return false
}
