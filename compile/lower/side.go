package lower

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"quadrille/compile/model"
	"quadrille/lang/codes"
	"quadrille/runtime/matrix"
)

// Side conditions are sets of options that exclude one another, and families of items that the options match. They are
// lowered when all items and options are known.

// roundsPerItemLookup is the cost, in loop rounds, of finding an item or an option by its name.
const roundsPerItemLookup = 4

// maxNogoods bounds the nogoods of a puzzle: sets of options of which not all may be chosen. maxNogoodMembers bounds
// the options in all of them.
const (
	maxNogoods       = 1_000_000
	maxNogoodMembers = 10 * maxNogoods
)

// nogoodMaker is the state while nogoods are collected.
type nogoodMaker struct {
	*lowering
	optionsByKey map[string][]matrix.OptionID // for each set of entries, by its key: the options with these entries
	// nogoodCount is the number of nogoods so far.
	nogoodCount       int
	nogoodOptionCount int // number of options in all nogoods so far
}

// lowerForbids adds a nogood for each round of each forbid statement. A nogood of one option removes the option. If
// several options have exactly the items that the statement names, each of them is forbidden.
func (l *lowering) lowerForbids() {
	if len(l.puzzle.ForbidRules) == 0 || l.errorList.ErrorOrNil() != nil {
		return
	}
	f := &nogoodMaker{lowering: l, optionsByKey: map[string][]matrix.OptionID{}}
	for o := range matrix.OptionID(len(l.OptionOrigins)) {
		if !l.mayAddToProblem() {
			return
		}
		key, waited := l.keysOfDeferredOptions[o]
		if !waited {
			key = entriesKey(l.builder.EntriesOf(o))
		}
		if (!waited || key != "") && !l.zeroCountOptions[o] {
			f.optionsByKey[key] = append(f.optionsByKey[key], o)
		}
	}
	l.forbiddenOptions = map[matrix.OptionID]bool{}
	for i := range l.puzzle.ForbidRules {
		m := &l.puzzle.ForbidRules[i]
		if !l.runLoop(&m.Loop, 1, m.Span, func(env []int64) error { return f.addRoundNogoods(m, env) }) {
			return
		}
	}
}

// addRoundNogoods adds the nogoods of one round of a forbid statement.
func (f *nogoodMaker) addRoundNogoods(m *model.ForbidRule, env []int64) error {
	named := make([][]matrix.OptionID, 0, len(m.ForbiddenOptions))
	var entries []matrix.Entry
	for k := range m.ForbiddenOptions {
		ref := &m.ForbiddenOptions[k]
		var err error
		if entries, _, err = f.appendRoundEntries(ref.ItemRefs, env, entries[:0]); err != nil {
			return err
		}
		if f.holdsItemNeverCovered(entries) {
			return nil // a forbid statement about an option that was left out holds in any case
		}
		options := f.optionsByKey[entriesKey(entries)]
		if len(options) == 0 && f.keysOfLeftOutOptions[entriesKey(entries)] {
			return nil // one of the options that the rule forbids together can never be chosen, so the rule holds
		}
		if err := f.chargeLoopRounds(roundsPerItemLookup*(len(options)+1)*len(entries), m.Span); err != nil {
			return err
		}
		if len(options) == 0 {
			return f.reportError(codes.UnknownOption, ref.Span,
				"an option is named by all its items, with their colors; `where` leaves out those that do not exist",
				"there is no option%s", f.spellOptionItems(ref.ItemRefs, env))
		}
		if slices.ContainsFunc(named, func(other []matrix.OptionID) bool { return other[0] == options[0] }) {
			return f.reportError(codes.RepeatedOption, ref.Span,
				"a `where` can leave such pairs out; an option that is named alone is never chosen",
				"the option%s is named twice", f.spellOptionItems(ref.ItemRefs, env))
		}
		named = append(named, options)
	}
	return f.forbidCombinations(m, named, make([]matrix.OptionID, 0, len(named)))
}

// forbidCombinations adds a nogood for each choice of one option from each list.
func (f *nogoodMaker) forbidCombinations(m *model.ForbidRule, lists [][]matrix.OptionID,
	chosen []matrix.OptionID) error {
	switch {
	case len(lists) > 0:
		for _, o := range lists[0] {
			if err := f.forbidCombinations(m, lists[1:], append(chosen, o)); err != nil {
				return err
			}
		}
		return nil
	case len(chosen) == 1:
		f.removeOption(chosen[0])
		return nil
	}
	f.builder.AddNogood(chosen...)
	f.nogoodCount++
	if f.nogoodOptionCount += len(chosen); f.nogoodCount > maxNogoods || f.nogoodOptionCount > maxNogoodMembers {
		return f.reportError(codes.TooLarge, m.Span, "", "this makes more than %d nogoods, or %d options in them",
			maxNogoods, maxNogoodMembers)
	}
	return nil
}

// removeOption records that an option is never chosen.
func (f *nogoodMaker) removeOption(o matrix.OptionID) {
	if f.forbiddenOptions[o] {
		return
	}
	f.forbiddenOptions[o] = true
	for _, e := range f.builder.EntriesOf(o) {
		f.itemInfos[e.Item].optionCount--
	}
}

// entriesKey returns a text that identifies a set of entries.
func entriesKey(entries []matrix.Entry) string {
	numbers := make([]uint64, len(entries))
	for k, e := range entries {
		numbers[k] = uint64(uint32(e.Item))<<32 | uint64(uint32(e.Color))
	}
	return keyOfNumberSet(numbers)
}

// spellOptionItems returns the names of the items of an option, with a blank in front of each name.
func (l *lowering) spellOptionItems(refs []model.ItemRef, env []int64) string {
	text := ""
	for i := range refs {
		r := &refs[i]
		spell := func(env []int64) error {
			name, err := l.appendItemName(nil, r, env)
			text += " " + string(name)
			if color, err := l.colorName(r, env); err == nil && color != "" {
				text += ":" + color
			}
			return err
		}
		if r.Loop == nil {
			_ = spell(env)
		} else {
			_ = r.Loop.EachRound(env, func() error { return nil }, spell)
		}
	}
	return text
}

// withoutDropped returns the problem without the options that are never chosen.
func (l *lowering) withoutDropped(p *matrix.Problem) *matrix.Problem {
	if len(l.forbiddenOptions) == 0 {
		return p
	}
	o, kept := matrix.OptionID(0), l.OptionOrigins[:0]
	for k := range l.StatementSizes {
		for range l.StatementSizes[k].OptionCount { // OptionCount still is the number before options were removed
			if l.forbiddenOptions[o] {
				l.StatementSizes[k].OptionCount--
			} else {
				kept = append(kept, l.OptionOrigins[o])
			}
			o++
		}
	}
	l.OptionOrigins = kept
	return p.KeepOptions(func(o matrix.OptionID) bool { return !l.forbiddenOptions[o] })
}

// maxMatchings bounds the number of matchings that a file states. maxMatchedItems bounds the items in all of them.
const (
	maxMatchings    = 100_000
	maxMatchedItems = 10_000_000
)

// addMatchings adds a matching to the problem for each round of a matching statement, unless a filter has no use for
// it. It reports an error if the options do not pair the two families, as a matching that a file states must follow
// from the options.
func (l *lowering) addMatchings(p *matrix.Problem) *matrix.Problem {
	var all []matrix.Matching
	var origins []*model.MatchingRule
	matched := 0
	for i := range l.puzzle.MatchingRules {
		m := &l.puzzle.MatchingRules[i]
		fine := l.runLoop(&m.Loop, 1, m.Span, func(env []int64) error {
			left, right, err := l.collectMatchingSides(m, env)
			if matched += len(left) + len(right); err == nil &&
				(len(all) == maxMatchings || matched > maxMatchedItems) {
				err = l.reportError(codes.TooLarge, m.Span, "", "there are more than %d matchings, or %d items in them",
					maxMatchings, maxMatchedItems)
			}
			all = append(all, matrix.Matching{Name: matchingName(m, env), LeftItems: l.builder.ProblemItems(left),
				RightItems: l.builder.ProblemItems(right)})
			origins = append(origins, m)
			return err
		})
		if !fine {
			return p
		}
	}
	if len(all) == 0 {
		return p
	}
	var fault *matrix.BrokenMatchingError
	if err := p.CheckPairs(all); errors.As(err, &fault) {
		l.reportUnmatched(p, origins[fault.Matching], fault)
		return p
	}
	all = slices.DeleteFunc(all, func(m matrix.Matching) bool { return !isUsefulMatching(m.LeftItems, m.RightItems) })
	p, err := p.WithMatchings(append(slices.Clip(p.Matchings()), all...))
	if err != nil {
		panic(err) // collectMatchingSides has checked what could be wrong
	}
	return p
}

// recordImpliedMatching records a matching that follows from the options of a statement. It is added when all options
// are known, if isUsefulMatching reports so.
func (l *lowering) recordImpliedMatching(name string, left, right []matrix.ItemID) {
	if isUsefulMatching(left, right) {
		l.impliedMatchings = append(l.impliedMatchings, matrix.Matching{Name: name, LeftItems: left, RightItems: right})
	}
}

// addImpliedMatchings adds the recorded matchings to the problem. A statement guarantees them for its own options only,
// so a matching that an option of the core violates is left out.
func (l *lowering) addImpliedMatchings(p *matrix.Problem) *matrix.Problem {
	if len(l.impliedMatchings) == 0 || l.isIncomplete {
		return p
	}
	for k, m := range l.impliedMatchings {
		l.impliedMatchings[k].LeftItems, l.impliedMatchings[k].RightItems = l.builder.ProblemItems(m.LeftItems),
			l.builder.ProblemItems(m.RightItems)
	}
	return p.WithValidMatchings(l.impliedMatchings)
}

// isUsefulMatching reports whether a filter can use a matching of two families: there are items to match, and enough
// items to match them with. Otherwise either there is nothing to filter, or the problem has no solution, which the
// search finds out without the matching.
func isUsefulMatching(left, right []matrix.ItemID) bool {
	return len(left) > 0 && len(left) <= len(right)
}

// collectMatchingSides returns the items of both sides of a matching in one round.
func (l *lowering) collectMatchingSides(m *model.MatchingRule, outer []int64) (left, right []matrix.ItemID, err error) {
	l.currentHolderNumber++
	if left, err = l.collectMatchingSide(m, m.LeftItems.SideParts, outer, true); err == nil {
		right, err = l.collectMatchingSide(m, m.RightItems.SideParts, outer, false)
	}
	return left, right, err
}

// collectMatchingSide returns the items of one side of a matching in one round.
func (l *lowering) collectMatchingSide(m *model.MatchingRule, side []model.MatchingSidePart, outer []int64,
	left bool) (ids []matrix.ItemID, err error) {
	for k := range side {
		f := &side[k]
		err = f.Loop.EachRound(outer, func() error { return l.chargeLoopRounds(roundsPerItemLookup, m.Span) },
			func(env []int64) error {
				for i := range f.ItemRefs {
					r := &f.ItemRefs[i]
					e, err := l.entryOfRef(r, env)
					if err != nil {
						return err
					}
					if e.Item < 0 {
						continue
					}
					if fault, hint := l.matchingSideFault(e.Item, left); fault != "" {
						return l.reportError(codes.BadMatching, r.Span, hint, "the item %s %s", l.nameBuffer, fault)
					}
					ids = append(ids, e.Item)
					if err := l.chargeLoopRounds(l.itemInfos[e.Item].optionCount, m.Span); err != nil {
						return err
					}
				}
				return nil
			})
		if err != nil {
			break
		}
	}
	return ids, err
}

// matchingSideFault returns the reason why an item cannot be on a side of a matching, and a hint. Both are empty if the
// item can be there.
func (l *lowering) matchingSideFault(id matrix.ItemID, left bool) (fault, hint string) {
	switch it := &l.itemInfos[id]; {
	case l.recordHeldItem(id):
		return "is named twice in this matching", "each item stands once, on one side"
	case left && it.isSecondary:
		return "is secondary, and those on the left must be covered",
			"put the primary items first: matching row[1] with slot[1]"
	case left && it.bound != matrix.Once:
		return "is not covered exactly once", "those on the left are primary items without a number"
	case !left && !it.isSecondary && it.bound.Max != 1:
		return "may be covered more than once", "those on the right are secondary, or primary items without a number"
	}
	return "", ""
}

// reportUnmatched reports an option that does not hold exactly one item of each side.
func (l *lowering) reportUnmatched(p *matrix.Problem, m *model.MatchingRule, u *matrix.BrokenMatchingError) {
	at, count := m.RightItems.Span, u.RightCount
	if !u.HasColoredItem && u.LeftCount != 1 {
		at, count = m.LeftItems.Span, u.LeftCount
	}
	what := fmt.Sprintf("holds %d items of this family", count)
	switch {
	case u.HasColoredItem:
		what = "gives an item on the right a color"
	case count == 0:
		what = "holds no item of this family"
	}
	maker := 0
	for o := int(u.Option); o >= l.StatementSizes[maker].OptionCount; maker++ {
		o -= l.StatementSizes[maker].OptionCount
	}
	names := p.OptionItems(u.Option)
	if len(names) > maxItemsInMessage {
		names = append(names[:maxItemsInMessage], "…")
	}
	l.errorList.AddError(codes.BadMatching, at,
		"each option that holds an item of one family holds exactly one of the other",
		"the option %s (%s) %s", strings.Join(names, " "), l.StatementSizes[maker].Span.FileLine(), what)
}

// maxItemsInMessage bounds the number of an option's items that a message names.
const maxItemsInMessage = 8

// matchingName returns a name for a matching, made of its families and the values of its indices.
func matchingName(m *model.MatchingRule, env []int64) string {
	name := familyNames(m.LeftItems) + " with " + familyNames(m.RightItems)
	for k, v := range env {
		sep := ","
		if k == 0 {
			sep = " "
		}
		name += sep + strconv.FormatInt(v, 10)
	}
	return name
}

// familyNames returns the names of the families on one side of a matching, each once.
func familyNames(side model.MatchingSide) string {
	var names []string
	for _, part := range side.SideParts {
		for _, r := range part.ItemRefs {
			if !slices.Contains(names, r.Family) {
				names = append(names, r.Family)
			}
		}
	}
	return strings.Join(names, "+")
}
