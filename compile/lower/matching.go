package lower

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"quadrille/compile/model"
	"quadrille/lang/codes"
	"quadrille/lang/source"
	"quadrille/runtime/matrix"
)

// A matching statement becomes a matching in each round of its loop, unless it would
// say nothing. The options must pair the families, so that nothing is
// true only because it is said.

const pairingHint = "each option that holds an item of one family holds exactly one of the other"

func (l *lowering) matchings() {
	if len(l.puzzle.Matchings) == 0 {
		return
	}
	p := &pairing{lowering: l, holders: l.held.holding(l.builder.Items()), sides: make([]int8, l.builder.Items())}
	for i := range l.puzzle.Matchings {
		m := &l.puzzle.Matchings[i]
		fine := l.filed(m.Loop.Run(func() error { return l.tick(m.Span) }, func(env []int64) error {
			return p.round(m, env)
		}))
		if !fine || l.errs.Err() != nil {
			return
		}
	}
}

// mostMatchings bounds the matchings that a file states, and mostMatched the items
// of all of them.
const (
	mostMatchings = 100_000
	mostMatched   = 10_000_000
)

// pairing compares matchings with the options.
type pairing struct {
	*lowering
	holders [][]matrix.OptionID // by item: those that hold it
	sides   []int8              // by item: leftSide, rightSide, or 0
	stated  int                 // matchings so far
	matched int                 // items of all matchings
}

const (
	leftSide = iota + 1
	rightSide
)

// holding lists the options that hold each item, in one piece of memory.
func (h *heldOptions) holding(items int) [][]matrix.OptionID {
	counts := make([]int, items)
	for _, e := range h.entries {
		counts[e.Item]++
	}
	flat := make([]matrix.OptionID, len(h.entries))
	lists := make([][]matrix.OptionID, items)
	at := 0
	for i, n := range counts {
		lists[i] = flat[at : at : at+n]
		at += n
	}
	for o := range matrix.OptionID(h.len()) {
		for _, e := range h.option(o) {
			lists[e.Item] = append(lists[e.Item], o)
		}
	}
	return lists
}

// round makes the matching of one round.
func (p *pairing) round(m *model.Matching, env []int64) error {
	var left, right []matrix.ItemID
	defer func() {
		for _, id := range slices.Concat(left, right) {
			p.sides[id] = 0
		}
	}()
	err := p.family(m, &m.Left, env, leftSide, &left)
	if err == nil {
		err = p.family(m, &m.Right, env, rightSide, &right)
	}
	if err == nil {
		err = p.paired(m, slices.Concat(left, right))
	}
	if err != nil {
		return err
	}
	if p.stated++; p.stated > mostMatchings || p.matched > mostMatched {
		p.errs.Add(codes.TooLarge, m.Span, "", "there are more than %d matchings, or %d items in them", mostMatchings, mostMatched)
		return errStop
	}
	if isMatching(left, right) {
		p.builder.Matching(matchingName(m, env), left, right)
	}
	return nil
}

// isMatching reports whether a matching of two families tells a filter anything it
// can use: there are items to match, and as many to match them with. Otherwise there
// is nothing to do, or no solution, which shows without it.
func isMatching(left, right []matrix.ItemID) bool {
	return len(left) > 0 && len(left) <= len(right)
}

// family collects the items of one side and marks them.
func (p *pairing) family(m *model.Matching, f *model.Family, outer []int64, side int8, ids *[]matrix.ItemID) error {
	return f.Loop.RunWithin(outer, func() error { return p.ticks(roundsOfSide, m.Span) }, func(env []int64) error {
		for i := range f.Refs {
			r := &f.Refs[i]
			e, it, err := p.entry(r, env)
			if err != nil {
				return err
			}
			if e.Item < 0 {
				continue
			}
			if fault, hint := p.unfit(it, side); fault != "" {
				return &source.Diagnostic{Code: codes.BadMatching, Span: r.Span, Summary: "the item " + mustName(*r, env) + " " + fault, Hint: hint}
			}
			p.sides[e.Item] = side
			*ids = append(*ids, e.Item)
			p.matched++
		}
		return nil
	})
}

// unfit tells why an item cannot be on a side, or nothing.
func (p *pairing) unfit(it item, side int8) (fault, hint string) {
	switch {
	case p.sides[it.id] != 0:
		return "is named twice in this matching", "each item stands once, on one side"
	case side == leftSide && it.secondary:
		return "is secondary, and those on the left must be covered", "put the primary items first: matching row[1] with slot[1]"
	case side == leftSide && it.bound != matrix.Once:
		return "is not covered exactly once", "those on the left are primary items without `times`"
	case side == rightSide && !it.secondary && it.bound.Max != 1:
		return "may be covered more than once", "those on the right are secondary, or primary items without `times`"
	}
	return "", ""
}

// paired reports an option that does not hold one item of each side.
func (p *pairing) paired(m *model.Matching, items []matrix.ItemID) error {
	for _, id := range items {
		if err := p.ticks(len(p.holders[id]), m.Span); err != nil {
			return err
		}
		for _, o := range p.holders[id] {
			if err := p.pairs(m, o); err != nil {
				return err
			}
		}
	}
	return nil
}

// pairs looks at one option.
func (p *pairing) pairs(m *model.Matching, o matrix.OptionID) error {
	var held [rightSide + 1]int
	for _, e := range p.held.option(o) {
		side := p.sides[e.Item]
		if held[side]++; side == rightSide && e.Color != matrix.NoColor {
			return p.unpaired(m.Right.Span, o, "gives an item on the right a color")
		}
	}
	switch {
	case held[leftSide] != 1:
		return p.unpaired(m.Left.Span, o, fmt.Sprintf("holds %s of this family", number(held[leftSide])))
	case held[rightSide] != 1:
		return p.unpaired(m.Right.Span, o, fmt.Sprintf("holds %s of this family", number(held[rightSide])))
	}
	return nil
}

func number(n int) string {
	if n == 0 {
		return "no item"
	}
	return strconv.Itoa(n) + " items"
}

func (p *pairing) unpaired(at source.Span, o matrix.OptionID, what string) error {
	return &source.Diagnostic{Code: codes.BadMatching, Span: at,
		Summary: fmt.Sprintf("the option%s (%s) %s", p.spelled(o), p.made[p.held.statement[o]].Span.Where(), what), Hint: pairingHint}
}

// longestOption bounds the items of an option that a message names.
const longestOption = 8

// spelled writes the items of an option, with a blank before each.
func (p *pairing) spelled(o matrix.OptionID) string {
	names := map[matrix.ItemID]string{}
	for name, it := range p.items {
		names[it.id] = name
	}
	text := ""
	for k, e := range p.held.option(o) {
		if k == longestOption {
			return text + " …"
		}
		text += " " + names[e.Item]
	}
	return text
}

// matchingName calls a matching by its families and the values of its indices.
func matchingName(m *model.Matching, env []int64) string {
	name := familyNames(m.Left.Refs) + " with " + familyNames(m.Right.Refs)
	for k, v := range env {
		sep := ","
		if k == 0 {
			sep = " "
		}
		name += sep + strconv.FormatInt(v, 10)
	}
	return name
}

// familyNames lists the names before the brackets, each once.
func familyNames(refs []model.Ref) string {
	var names []string
	for _, r := range refs {
		if !slices.Contains(names, r.Family) {
			names = append(names, r.Family)
		}
	}
	return strings.Join(names, "+")
}
