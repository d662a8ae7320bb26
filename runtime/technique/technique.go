// Package technique solves exact cover problems the way people solve puzzles, by the
// easiest technique that works, and says which were needed and how often.
//
// Its input is a [matrix.Problem], and what kind of thing each
// item is; its output a [Grade]. It knows nothing of what items mean: in a matrix the
// techniques for sudokus, packings and words are the same.
//
// The techniques, from easy to hard:
//
//   - A single is an item with one option left, which must be chosen. Of a sudoku it is a
//     naked single if the item is a cell, and a hidden one if it is a digit in a row; of a
//     packing, a cell that one placement can cover, or a piece with one place left.
//   - A common peer is an option that excludes all options of some item. It is out. Pointing and
//     claiming find common peers, and so does who sees that a piece would leave a hole.
//   - A pair is two items, no option of which holds both, and two items of which each option
//     of the first two holds one. The first two use up the others, and whatever else holds one
//     of those is out. Naked pairs, hidden pairs and X-wings are pairs: the first two items are
//     cells with the same two digits, two digits with the same two cells, a digit in two rows
//     with the same two columns. (Sudoku solvers speak of base sets and cover sets.)
//   - A trial is an option that leads, by singles alone, to an item without an option. It is
//     out.
//   - A guess is an option that is taken on trust when nothing else works. Then the search
//     tree counts, with singles alone at its nodes.
package technique

import (
	"context"
	"slices"

	"quadrille/runtime/matrix"
)

// Technique is a way to find out about an option. Later ones are harder.
type Technique int

// The techniques.
const (
	Single Technique = iota
	Peer
	Pair
	Trial
	Guess
)

// Grade says what a solver needed.
type Grade struct {
	// Singles counts those of each kind of item.
	Singles []int
	// Peers, Pairs and Trials count how often each was used.
	Peers, Pairs, Trials int
	// Nodes is the size of the search tree where nothing else worked, or 0.
	Nodes int
	// Solutions is the number of solutions, where 2 stands for several.
	Solutions int
	// GaveUp says that the work ended before it was done.
	GaveUp bool
}

// Hardest returns the hardest technique that was needed.
func (g Grade) Hardest() Technique {
	switch {
	case g.Nodes > 0:
		return Guess
	case g.Trials > 0:
		return Trial
	case g.Pairs > 0:
		return Pair
	case g.Peers > 0:
		return Peer
	}
	return Single
}

// Score is a number that grows with the difficulty: one for each common peer and each pair, two
// for a trial, and ten for a node of the search. Of random sudokus it is in nearly the same order
// as the size of the tree of dancing links.
func (g Grade) Score() int { return g.Peers + g.Pairs + 2*g.Trials + 10*g.Nodes }

// mostWork bounds the options that are decided on for one grade. Sudokus take some ten thousand.
const mostWork = 5_000_000

// solver solves one problem.
type solver struct {
	*state
	kinds [][]matrix.ItemID // the primary items, the easiest kind first
	marks []int32           // by option, for common peers
	seen  []matrix.OptionID // that have marks
	grade Grade
}

// Solve solves a problem, and says what that needs. Kind says which of several kinds an item is of, from 0: singles of
// earlier kinds are taken first. Nil makes all items of kind 0. The error is that of ctx if it ends the work.
func Solve(ctx context.Context, p *matrix.Problem, kind func(matrix.ItemID) int) (Grade, error) {
	s := &solver{state: newState(p), kinds: make([][]matrix.ItemID, 1), marks: make([]int32, p.Options())}
	for i := range matrix.ItemID(p.Primary()) {
		k := 0
		if kind != nil {
			k = kind(i)
		}
		for len(s.kinds) <= k {
			s.kinds = append(s.kinds, nil)
		}
		s.kinds[k] = append(s.kinds[k], i)
	}
	for o := range matrix.OptionID(p.Options()) {
		if !slices.ContainsFunc(p.Option(o), func(e matrix.Entry) bool { return s.primary(e.Item) }) {
			s.rule(o) // such an option is never chosen
		}
	}
	s.grade.Singles, s.work, s.touched = make([]int, len(s.kinds)), 0, s.touched[:0]
	for ctx.Err() == nil && !s.stuck(ctx) {
	}
	return s.grade, ctx.Err()
}

// stuck uses the easiest technique that works, once. It reports whether there is no more
// to do: the puzzle is solved, has no solution, or had to be searched.
func (s *solver) stuck(ctx context.Context) bool {
	for i := range matrix.ItemID(s.Primary()) {
		if s.dead(i) {
			return true
		}
	}
	for kind, items := range s.kinds {
		for _, i := range items {
			if s.single(i) {
				s.grade.Singles[kind]++
				s.take(i)
				s.touched = s.touched[:0]
				return false
			}
		}
	}
	switch {
	case len(s.trail) == s.Options():
		s.grade.Solutions = 1
		return true
	case s.peer():
		s.grade.Peers++
	case s.pair():
		s.grade.Pairs++
	case s.trial(ctx):
		s.grade.Trials++
	default:
		s.search(ctx)
		return true
	}
	return false
}

// few is how many options an item may have for a person to see what they have in common.
const few = 12

// conflicts yields each open option that cannot be chosen together with an open option, and
// some of them twice.
func (s *solver) conflicts(o matrix.OptionID, yield func(matrix.OptionID)) {
	for _, e := range s.Option(o) {
		if s.primary(e.Item) && s.covered[e.Item]+1 < s.Bound(e.Item).Max {
			continue
		}
		for _, other := range s.holding[e.Item] {
			if other != o && s.status[other] == isOpen && (e.Color == matrix.NoColor || s.color(other, e.Item) != e.Color) {
				yield(other)
			}
		}
	}
}

// peer rules out the options that would leave the first item with too few that has such.
func (s *solver) peer() bool {
	for _, items := range s.kinds {
		for _, i := range items {
			if s.needs(i) > 0 && s.open[i] <= few && s.peersOf(i) {
				return true
			}
		}
	}
	return false
}

// peersOf marks each option as often as options of an item exclude it, and rules out
// those that exclude too many.
func (s *solver) peersOf(i matrix.ItemID) (found bool) {
	for _, mine := range s.holding[i] {
		if s.status[mine] != isOpen {
			continue
		}
		first := len(s.seen)
		s.conflicts(mine, func(other matrix.OptionID) {
			if s.marks[other] >= 0 {
				s.marks[other] = -s.marks[other] - 1
				s.seen = append(s.seen, other)
			}
		})
		for _, other := range s.seen[first:] {
			s.marks[other] = -s.marks[other]
		}
	}
	most := s.open[i] - s.needs(i)
	for _, o := range s.seen {
		if s.marks[o] > most {
			s.rule(o)
			found = true
		}
		s.marks[o] = 0
	}
	s.seen, s.touched = s.seen[:0], s.touched[:0]
	return found
}

// cover is two items that each option of some others holds one of.
type cover [2]matrix.ItemID

// pair looks for two items with the same cover, and rules out what else their cover holds.
func (s *solver) pair() bool {
	covered := map[cover][]matrix.ItemID{}
	for _, items := range s.kinds {
		for _, i := range items {
			if s.needs(i) <= 0 || s.open[i] > few {
				continue
			}
			for _, c := range s.covers(i) {
				for _, j := range covered[c] {
					if s.disjoint(i, j) && s.exhaust(c, i, j) {
						return true
					}
				}
				covered[c] = append(covered[c], i)
			}
		}
	}
	return false
}

// covers lists the pairs of items, each covered at most once, of which every option of an
// item holds one or both, and neither is held by all.
func (s *solver) covers(i matrix.ItemID) (found []cover) {
	var options []matrix.OptionID
	for _, o := range s.holding[i] {
		if s.status[o] == isOpen {
			options = append(options, o)
		}
	}
	for _, first := range s.Option(options[0]) {
		if first.Item == i || !s.exclusive(first) {
			continue
		}
		k := slices.IndexFunc(options, func(o matrix.OptionID) bool { return !s.holds(o, first.Item) })
		if k < 0 {
			continue // that would be a common peer
		}
		for _, second := range s.Option(options[k]) {
			if second.Item != i && s.exclusive(second) && !slices.ContainsFunc(options, func(o matrix.OptionID) bool { return !s.holds(o, first.Item) && !s.holds(o, second.Item) }) {
				found = append(found, cover{min(first.Item, second.Item), max(first.Item, second.Item)})
			}
		}
	}
	slices.SortFunc(found, func(a, b cover) int { return slices.Compare(a[:], b[:]) })
	return slices.Compact(found)
}

// exclusive reports whether an option with this entry excludes all others with the item.
func (s *solver) exclusive(e matrix.Entry) bool {
	return e.Color == matrix.NoColor && (!s.primary(e.Item) || s.covered[e.Item]+1 == s.Bound(e.Item).Max)
}

// holds reports whether an option holds an item without a color.
func (s *solver) holds(o matrix.OptionID, i matrix.ItemID) bool {
	return slices.Contains(s.Option(o), matrix.Entry{Item: i})
}

// disjoint reports whether no open option holds both items.
func (s *solver) disjoint(i, j matrix.ItemID) bool {
	return !slices.ContainsFunc(s.holding[i], func(o matrix.OptionID) bool {
		return s.status[o] == isOpen && s.holds(o, j)
	})
}

// exhaust rules out the options of a cover that hold neither of the two items that it is
// used up by, or both of the cover.
func (s *solver) exhaust(c cover, i, j matrix.ItemID) (found bool) {
	for k, item := range c {
		for _, o := range s.holding[item] {
			if s.status[o] == isOpen && (!s.holds(o, i) && !s.holds(o, j) || s.holds(o, c[1-k])) {
				s.rule(o)
				found = true
			}
		}
	}
	s.touched = s.touched[:0]
	return found
}

// trial tries the options of items with few of them, and rules out the first that fails.
func (s *solver) trial(ctx context.Context) bool {
	tried := make([]bool, s.Options())
	for _, i := range s.byOptions() {
		for _, o := range s.holding[i] {
			if s.status[o] != isOpen || tried[o] {
				continue
			}
			if s.ended(ctx) {
				return false
			}
			tried[o] = true
			if !s.try(o) {
				s.rule(o)
				s.touched = s.touched[:0]
				return true
			}
		}
	}
	return false
}

// try reports whether an option leads to no contradiction by singles alone.
func (s *solver) try(o matrix.OptionID) bool {
	mark := len(s.trail)
	s.choose(o)
	ok := s.settle()
	s.undo(mark)
	return ok
}

// byOptions lists the items that are to be covered, those with the fewest options first.
func (s *solver) byOptions() []matrix.ItemID {
	var items []matrix.ItemID
	for _, kind := range s.kinds {
		for _, i := range kind {
			if s.open[i] > 0 {
				items = append(items, i)
			}
		}
	}
	slices.SortStableFunc(items, func(i, j matrix.ItemID) int { return int(s.open[i] - s.open[j]) })
	return items
}

// ended reports whether the work is to end.
func (s *solver) ended(ctx context.Context) bool {
	s.grade.GaveUp = s.work > mostWork
	return s.grade.GaveUp || ctx.Err() != nil
}

// search walks the tree of guesses until it has two solutions.
func (s *solver) search(ctx context.Context) {
	s.grade.Nodes++
	if s.ended(ctx) {
		return
	}
	o, ok := s.guess()
	if !ok {
		s.grade.Solutions++
		return
	}
	for _, decide := range []func(matrix.OptionID){s.choose, s.rule} {
		mark := len(s.trail)
		decide(o)
		if s.settle() && s.grade.Solutions < 2 {
			s.search(ctx)
		}
		s.undo(mark)
	}
}

// guess returns the first open option of an item with the fewest.
func (s *solver) guess() (matrix.OptionID, bool) {
	best := matrix.ItemID(-1)
	for i := range matrix.ItemID(s.Primary()) {
		if s.open[i] > 0 && (best < 0 || s.open[i] < s.open[best]) {
			best = i
		}
	}
	if best < 0 {
		return 0, false
	}
	k := slices.IndexFunc(s.holding[best], func(o matrix.OptionID) bool { return s.status[o] == isOpen })
	return s.holding[best][k], true
}
