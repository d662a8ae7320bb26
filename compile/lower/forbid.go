package lower

import (
	"fmt"
	"slices"

	"quadrille/compile/model"
	"quadrille/lang/codes"
	"quadrille/lang/source"
	"quadrille/runtime/matrix"
)

// A forbid statement becomes a nogood in each round of its loop. A nogood of one
// option leaves that option out. Where several options have the items of one that
// is named, each of them is meant.

// mostNogoods bounds the nogoods of a puzzle, and mostMembers the options in all
// of them.
const (
	mostNogoods = 1_000_000
	mostMembers = 10 * mostNogoods
)

func (l *lowering) forbids() {
	if len(l.puzzle.Forbids) == 0 {
		return
	}
	index := l.held.index()
	for i := range l.puzzle.Forbids {
		m := &l.puzzle.Forbids[i]
		fine := l.filed(m.Loop.Run(func() error { return l.tick(m.Span) }, func(env []int64) error {
			return l.forbid(m, index, env)
		}))
		if !fine || l.errs.Err() != nil {
			return
		}
	}
}

// forbid makes the nogoods of one round.
func (l *lowering) forbid(m *model.Forbid, index *optionIndex, env []int64) error {
	named := make([][]matrix.OptionID, 0, len(m.Options))
	var entries []matrix.Entry
	for k := range m.Options {
		ref := &m.Options[k]
		var err error
		if entries, _, err = l.entriesOf(ref.Refs, env, entries[:0]); err != nil {
			return err
		}
		alike := index.find(entries)
		if err := l.ticks(roundsOfSide*(len(alike)+1)*len(entries), m.Span); err != nil {
			return err
		}
		if len(alike) == 0 {
			return &source.Diagnostic{Code: codes.UnknownOption, Span: ref.Span,
				Summary: "there is no option" + spelledRefs(ref.Refs, env),
				Hint:    "an option is named by all its items, with their colors; `where` leaves out those that do not exist"}
		}
		for _, other := range named {
			if other[0] == alike[0] {
				return &source.Diagnostic{Code: codes.RepeatedOption, Span: ref.Span,
					Summary: "the option" + spelledRefs(ref.Refs, env) + " is named twice",
					Hint:    "a `where` can leave such pairs out; an option that is named alone is never chosen"}
			}
		}
		named = append(named, alike)
	}
	return l.forbidEach(m, named, make([]matrix.OptionID, 0, len(named)))
}

// forbidEach forbids each choice of one option from each list.
func (l *lowering) forbidEach(m *model.Forbid, lists [][]matrix.OptionID, chosen []matrix.OptionID) error {
	h := l.held
	switch {
	case len(lists) > 0:
		for _, o := range lists[0] {
			if err := l.forbidEach(m, lists[1:], append(chosen, o)); err != nil {
				return err
			}
		}
		return nil
	case len(chosen) == 1:
		h.dropped[chosen[0]] = true
		return nil
	}
	h.nogoods = append(h.nogoods, slices.Clone(chosen))
	if h.members += len(chosen); len(h.nogoods) > mostNogoods || h.members > mostMembers {
		l.errs.Add(codes.TooLarge, m.Span, "", "this makes more than %d nogoods, or %d options in them", mostNogoods, mostMembers)
		return errStop
	}
	return nil
}

// spelledRefs writes an option whose items are known, with a blank before each.
func spelledRefs(refs []model.Ref, env []int64) string {
	text := ""
	for _, r := range refs {
		text += " " + mustName(r, env)
		switch {
		case r.Color.Name != "":
			text += ":" + r.Color.Name
		case r.Color.Number != nil:
			if v, err := r.Color.Number(env); err == nil {
				text += fmt.Sprintf(":%d", v)
			}
		}
	}
	return text
}

// optionIndex finds options by their entries, in any order.
type optionIndex struct {
	held  *heldOptions
	first map[uint64]matrix.OptionID // by the hash of the entries
	next  []matrix.OptionID          // the next option with the same hash, or -1
}

func (h *heldOptions) index() *optionIndex {
	x := &optionIndex{held: h, first: make(map[uint64]matrix.OptionID, h.len()), next: make([]matrix.OptionID, h.len())}
	for o := matrix.OptionID(h.len()) - 1; o >= 0; o-- {
		key := hashOf(h.option(o))
		x.next[o] = -1
		if first, ok := x.first[key]; ok {
			x.next[o] = first
		}
		x.first[key] = o
	}
	return x
}

// find returns the options with these entries, in order.
func (x *optionIndex) find(entries []matrix.Entry) []matrix.OptionID {
	var out []matrix.OptionID
	o, known := x.first[hashOf(entries)]
	for ; known && o >= 0; o = x.next[o] {
		if held := x.held.option(o); slices.Equal(held, entries) || slices.Equal(inOrder(held), inOrder(entries)) {
			out = append(out, o)
		}
	}
	return out
}

// hashOf adds up a number for each entry, so that their order does not matter.
func hashOf(entries []matrix.Entry) uint64 {
	var sum uint64
	for _, e := range entries {
		sum += mixed(uint64(uint32(e.Item))<<32 | uint64(uint32(e.Color)))
	}
	return sum
}

// mixed spreads numbers over all numbers of 64 bits, like the generator splitmix64.
func mixed(n uint64) uint64 {
	z := n + 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
