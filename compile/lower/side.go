package lower

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"quadrille/compile/model"
	"quadrille/lang/codes"
	"quadrille/lang/source"
	"quadrille/runtime/matrix"
)

// What is said beside the items and options, once they are all known: which options
// are not chosen together, and which families of items the options pair.

// roundsOfSide is how many rounds of a loop it counts for to find an item or an option
// by its name.
const roundsOfSide = 4

// mostNogoods bounds the nogoods of a puzzle, and mostMembers the options in all
// of them.
const (
	mostNogoods = 1_000_000
	mostMembers = 10 * mostNogoods
)

// forbidding is what it takes to make nogoods.
type forbidding struct {
	*lowering
	index   []hashedOption // in order
	nogoods int
	members int // of all nogoods
}

// hashedOption is an option by a hash of its entries.
type hashedOption struct {
	hash   uint64
	option matrix.OptionID
}

// forbids makes a nogood of each round of a forbid statement. A nogood of one option
// leaves that option out. Where several options have the items of one that is named,
// each of them is meant.
func (l *lowering) forbids() {
	if len(l.puzzle.Forbids) == 0 || l.errs.Err() != nil {
		return
	}
	f := &forbidding{lowering: l, index: make([]hashedOption, len(l.origins))}
	for o := range f.index {
		id := matrix.OptionID(o)
		f.index[o] = hashedOption{hashOf(l.builder.Held(id)), id}
	}
	slices.SortFunc(f.index, func(a, b hashedOption) int {
		return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.option, b.option))
	})
	l.dropped = map[matrix.OptionID]bool{}
	for i := range l.puzzle.Forbids {
		m := &l.puzzle.Forbids[i]
		if !l.run(&m.Loop, 1, m.Span, func(env []int64) error { return f.round(m, env) }) {
			return
		}
	}
}

// round makes the nogoods of one round.
func (f *forbidding) round(m *model.Forbid, env []int64) error {
	named := make([][]matrix.OptionID, 0, len(m.Options))
	var entries []matrix.Entry
	for k := range m.Options {
		ref := &m.Options[k]
		var err error
		if entries, _, err = f.entriesOf(ref.Refs, env, entries[:0]); err != nil {
			return err
		}
		alike := f.find(entries)
		if err := f.tick(roundsOfSide*(len(alike)+1)*len(entries), m.Span); err != nil {
			return err
		}
		if len(alike) == 0 {
			return &source.Diagnostic{Code: codes.UnknownOption, Span: ref.Span,
				Summary: "there is no option" + spelledRefs(ref.Refs, env),
				Hint:    "an option is named by all its items, with their colors; `where` leaves out those that do not exist"}
		}
		if slices.ContainsFunc(named, func(other []matrix.OptionID) bool { return other[0] == alike[0] }) {
			return &source.Diagnostic{Code: codes.RepeatedOption, Span: ref.Span,
				Summary: "the option" + spelledRefs(ref.Refs, env) + " is named twice",
				Hint:    "a `where` can leave such pairs out; an option that is named alone is never chosen"}
		}
		named = append(named, alike)
	}
	return f.forbid(m, named, make([]matrix.OptionID, 0, len(named)))
}

// forbid forbids each choice of one option from each list.
func (f *forbidding) forbid(m *model.Forbid, lists [][]matrix.OptionID, chosen []matrix.OptionID) error {
	switch {
	case len(lists) > 0:
		for _, o := range lists[0] {
			if err := f.forbid(m, lists[1:], append(chosen, o)); err != nil {
				return err
			}
		}
		return nil
	case len(chosen) == 1:
		f.drop(chosen[0])
		return nil
	}
	f.builder.Forbid(chosen...)
	f.nogoods++
	if f.members += len(chosen); f.nogoods > mostNogoods || f.members > mostMembers {
		return tooMany(m.Span, "this makes more than %d nogoods, or %d options in them", mostNogoods, mostMembers)
	}
	return nil
}

// drop notes that an option is never chosen.
func (f *forbidding) drop(o matrix.OptionID) {
	if f.dropped[o] {
		return
	}
	f.dropped[o] = true
	for _, e := range f.builder.Held(o) {
		f.items[e.Item].options--
	}
}

// find returns the options with these entries, in any order.
func (f *forbidding) find(entries []matrix.Entry) []matrix.OptionID {
	var out []matrix.OptionID
	hash := hashOf(entries)
	at, _ := slices.BinarySearchFunc(f.index, hash, func(h hashedOption, hash uint64) int { return cmp.Compare(h.hash, hash) })
	for ; at < len(f.index) && f.index[at].hash == hash; at++ {
		o := f.index[at].option
		if held := f.builder.Held(o); slices.Equal(held, entries) || slices.Equal(inOrder(held), inOrder(entries)) {
			out = append(out, o)
		}
	}
	return out
}

// hashOf adds up a number for each entry, so that their order does not matter.
func hashOf(entries []matrix.Entry) uint64 {
	var sum uint64
	for _, e := range entries {
		sum += matrix.Mix(uint64(uint32(e.Item))<<32 | uint64(uint32(e.Color)))
	}
	return sum
}

// inOrder returns the entries sorted by their items.
func inOrder(entries []matrix.Entry) []matrix.Entry {
	return slices.SortedFunc(slices.Values(entries), func(a, b matrix.Entry) int { return cmp.Compare(a.Item, b.Item) })
}

// spelledRefs writes an option whose items are known, with a blank before each.
func spelledRefs(refs []model.Ref, env []int64) string {
	text := ""
	for i := range refs {
		name, _ := appendName(nil, &refs[i], env)
		text += " " + string(name)
		if color, err := colorName(&refs[i], env); err == nil && color != "" {
			text += ":" + color
		}
	}
	return text
}

// leaveOut returns the problem without the options that are never chosen.
func (l *lowering) leaveOut(p *matrix.Problem) *matrix.Problem {
	if len(l.dropped) == 0 {
		return p
	}
	o, kept := matrix.OptionID(0), l.origins[:0]
	for k := range l.made {
		for range l.made[k].Options { // as many as at first
			if l.dropped[o] {
				l.made[k].Options--
			} else {
				kept = append(kept, l.origins[o])
			}
			o++
		}
	}
	l.origins = kept
	return p.Keep(func(o matrix.OptionID) bool { return !l.dropped[o] })
}

// mostMatchings bounds the matchings that a file states, and mostMatched the items
// of all of them.
const (
	mostMatchings = 100_000
	mostMatched   = 10_000_000
)

// matchings adds a matching to the problem for each round of a matching statement,
// unless it would say nothing. The options must pair the families, so that nothing is
// true only because it is said.
func (l *lowering) matchings(p *matrix.Problem) *matrix.Problem {
	var all []matrix.Matching
	var origins []*model.Matching
	matched := 0
	for i := range l.puzzle.Matchings {
		m := &l.puzzle.Matchings[i]
		fine := l.run(&m.Loop, 1, m.Span, func(env []int64) error {
			left, right, err := l.families(m, env)
			if matched += len(left) + len(right); err == nil && (len(all) == mostMatchings || matched > mostMatched) {
				err = tooMany(m.Span, "there are more than %d matchings, or %d items in them", mostMatchings, mostMatched)
			}
			all = append(all, matrix.Matching{Name: matchingName(m, env), Left: l.builder.Placed(left), Right: l.builder.Placed(right)})
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
	var fault *matrix.Unpaired
	if err := p.CheckPairs(all); errors.As(err, &fault) {
		l.errs = append(l.errs, l.unpaired(p, origins[fault.Matching], fault))
		return p
	}
	all = slices.DeleteFunc(all, func(m matrix.Matching) bool { return !isMatching(m.Left, m.Right) })
	p, err := p.WithMatchings(append(slices.Clip(p.Matchings()), all...))
	if err != nil {
		panic(err) // it has been checked
	}
	return p
}

// isMatching reports whether a matching of two families tells a filter anything it
// can use: there are items to match, and as many to match them with. Otherwise there
// is nothing to do, or no solution, which shows without it.
func isMatching(left, right []matrix.ItemID) bool {
	return len(left) > 0 && len(left) <= len(right)
}

// families collects the items of both sides in one round.
func (l *lowering) families(m *model.Matching, outer []int64) (left, right []matrix.ItemID, err error) {
	l.rounds++
	if left, err = l.family(m, &m.Left, outer, true); err == nil {
		right, err = l.family(m, &m.Right, outer, false)
	}
	return left, right, err
}

func (l *lowering) family(m *model.Matching, f *model.Family, outer []int64, left bool) (ids []matrix.ItemID, err error) {
	err = f.Loop.RunWithin(outer, func() error { return l.tick(roundsOfSide, m.Span) }, func(env []int64) error {
		for i := range f.Refs {
			r := &f.Refs[i]
			e, err := l.entry(r, env)
			if err != nil {
				return err
			}
			if e.Item < 0 {
				continue
			}
			if fault, hint := l.unfit(e.Item, left); fault != "" {
				return &source.Diagnostic{Code: codes.BadMatching, Span: r.Span, Summary: "the item " + string(l.name) + " " + fault, Hint: hint}
			}
			ids = append(ids, e.Item)
			if err := l.tick(l.items[e.Item].options, m.Span); err != nil {
				return err
			}
		}
		return nil
	})
	return ids, err
}

// unfit tells why an item cannot be on a side, or nothing.
func (l *lowering) unfit(id matrix.ItemID, left bool) (fault, hint string) {
	switch it := &l.items[id]; {
	case l.holds(id):
		return "is named twice in this matching", "each item stands once, on one side"
	case left && it.secondary:
		return "is secondary, and those on the left must be covered", "put the primary items first: matching row[1] with slot[1]"
	case left && it.bound != matrix.Once:
		return "is not covered exactly once", "those on the left are primary items without `times`"
	case !left && !it.secondary && it.bound.Max != 1:
		return "may be covered more than once", "those on the right are secondary, or primary items without `times`"
	}
	return "", ""
}

// unpaired reports an option that does not hold one item of each side.
func (l *lowering) unpaired(p *matrix.Problem, m *model.Matching, u *matrix.Unpaired) *source.Diagnostic {
	at, what := m.Right.Span, "gives an item on the right a color"
	switch {
	case u.Colored:
	case u.Left != 1:
		at, what = m.Left.Span, fmt.Sprintf("holds %s of this family", itemCount(u.Left))
	default:
		what = fmt.Sprintf("holds %s of this family", itemCount(u.Right))
	}
	maker := 0
	for o := int(u.Option); o >= l.made[maker].Options; maker++ {
		o -= l.made[maker].Options
	}
	names := p.OptionItems(u.Option)
	if len(names) > longestOption {
		names = append(names[:longestOption], "…")
	}
	return &source.Diagnostic{Code: codes.BadMatching, Span: at,
		Summary: fmt.Sprintf("the option %s (%s) %s", strings.Join(names, " "), l.made[maker].Span.Where(), what),
		Hint:    "each option that holds an item of one family holds exactly one of the other"}
}

// longestOption bounds the items of an option that a message names.
const longestOption = 8

func itemCount(n int) string {
	if n == 0 {
		return "no item"
	}
	return strconv.Itoa(n) + " items"
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
