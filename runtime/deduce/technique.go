package deduce

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"quadrille/runtime/matrix"
)

// Level is how hard a problem is for a person: the hardest technique that is needed.
//
//   - Easy are singles: an item with one option left, which must be chosen. Of a sudoku it is a
//     naked single if the item is a cell, and a hidden one if it is a digit in a row; of a
//     packing, a cell that one placement can cover, or a piece with one place left.
//   - Medium are common peers: an option that excludes all options of some item is out. Pointing and
//     claiming find common peers, and so does who sees that a piece would leave a hole.
//   - Hard are pairs: two items, no option of which holds both, and two items of which each option
//     of the first two holds one. The first two use up the others, and whatever else holds one
//     of those is out. Naked pairs, hidden pairs and X-wings are pairs: the first two items are
//     cells with the same two digits, two digits with the same two cells, a digit in two rows
//     with the same two columns. (Sudoku solvers speak of base sets and cover sets.)
//   - Expert are trials: an option that leads, by singles alone, to an item without an option is out.
//   - Extreme are guesses: an option is taken on trust when nothing else works. Then the nodes of the
//     search tree count, with singles alone at each of them.
type Level int

// The levels.
const (
	Easy Level = iota
	Medium
	Hard
	Expert
	Extreme
)

var levels = []string{"easy", "medium", "hard", "expert", "extreme"}

// Levels names the levels, the easiest first.
func Levels() []string { return slices.Clone(levels) }

// String names the level.
func (l Level) String() string { return levels[l] }

// Span is a range of levels.
type Span struct{ Easiest, Hardest Level }

// ParseSpan reads a level, or two with dots between them: easy..hard.
func ParseSpan(text string) (Span, error) {
	first, last, two := strings.Cut(text, "..")
	if !two {
		last = first
	}
	from, to := slices.Index(levels, first), slices.Index(levels, last)
	if from < 0 || to < from {
		return Span{}, fmt.Errorf("difficulties are %s, or a range such as easy..hard, and no %q", strings.Join(levels, ", "), text)
	}
	return Span{Level(from), Level(to)}, nil
}

// Grade says what a solver needed.
type Grade struct {
	// Singles counts those of each kind of item.
	Singles []int
	// Needed counts by level how often its technique was used; of extreme ones, the nodes of the search.
	Needed [Extreme + 1]int
	// Solutions is the number of solutions, where 2 stands for several.
	Solutions int
	// GaveUp says that the work ended before it was done.
	GaveUp bool
}

// Level returns that of the hardest technique that was needed.
func (g Grade) Level() Level {
	for l := Extreme; l > Easy; l-- {
		if g.Needed[l] > 0 {
			return l
		}
	}
	return Easy
}

// mostWork bounds the options that are decided on for one grade. Sudokus take some ten thousand.
const mostWork = 5_000_000

// solver solves one problem.
type solver struct {
	*state
	items []matrix.ItemID   // the primary items, the easiest kind first
	marks []int32           // by option, for common peers
	last  []matrix.OptionID // by option: which one was the last to mark it
	seen  []matrix.OptionID
	grade Grade
}

// Solve solves a problem, and says what that needs. Kind says which of so many kinds an item is of, from 0: singles of
// earlier kinds are taken first. The error is that of ctx if it ends the work.
func Solve(ctx context.Context, p *matrix.Problem, kinds int, kind func(matrix.ItemID) int) (Grade, error) {
	s := &solver{state: newState(p), marks: make([]int32, p.Options()), last: make([]matrix.OptionID, p.Options())}
	s.heedNogoods()
	for k := range kinds {
		for i := range matrix.ItemID(p.Primary()) {
			if kind(i) == k {
				s.items = append(s.items, i)
			}
		}
	}
	for o := range matrix.OptionID(p.Options()) {
		if !slices.ContainsFunc(p.Option(o), func(e matrix.Entry) bool { return s.primary(e.Item) }) {
			s.rule(o) // such an option is never chosen
		}
	}
	s.grade.Singles, s.work = make([]int, kinds), 0
	for ctx.Err() == nil && s.step(ctx, kind) {
	}
	return s.grade, ctx.Err()
}

// step uses the easiest technique that works, once. It returns false if there is no more to do: the puzzle is
// solved, has no solution, or had to be searched.
func (s *solver) step(ctx context.Context, kind func(matrix.ItemID) int) bool {
	if s.bare != noItem {
		return false
	}
	if k := slices.IndexFunc(s.items, s.single); k >= 0 {
		s.grade.Singles[kind(s.items[k])]++
		s.take(s.items[k])
		return true
	}
	if len(s.trail) == s.Options() {
		s.grade.Solutions = 1
		return false
	}
	for k, works := range []func() bool{s.peer, s.pair, func() bool { return s.trial(ctx) }} {
		if works() {
			s.grade.Needed[Medium+Level(k)]++
			return true
		}
	}
	s.search(ctx)
	return false
}

// few is how many options an item may have for a person to see what they have in common.
const few = 12

// conflicts yields each open option that cannot be chosen together with an open option, and
// some of them twice.
func (s *solver) conflicts(o matrix.OptionID, yield func(matrix.OptionID)) {
	for _, e := range s.Option(o) {
		if s.room(e.Item) > 1 && e.Color == matrix.NoColor {
			continue
		}
		for _, other := range s.holding[e.Item] {
			if other != o && s.status[other] == isOpen && !s.agrees(other, e) {
				yield(other)
			}
		}
	}
}

// peer rules out the options that would leave the first item with too few that has such.
func (s *solver) peer() bool {
	return slices.ContainsFunc(s.items, func(i matrix.ItemID) bool {
		return s.needs(i) > 0 && s.open[i] <= few && s.peersOf(i)
	})
}

// peersOf marks each option as often as options of an item exclude it, and rules out
// those that exclude too many.
func (s *solver) peersOf(i matrix.ItemID) (found bool) {
	for _, mine := range s.openOf(i) {
		s.conflicts(mine, func(other matrix.OptionID) {
			if s.marks[other] == 0 {
				s.seen = append(s.seen, other)
			}
			if s.marks[other] == 0 || s.last[other] != mine {
				s.marks[other]++
				s.last[other] = mine
			}
		})
	}
	most := s.open[i] - s.needs(i)
	for _, o := range s.seen {
		if s.marks[o] > most {
			s.rule(o)
			found = true
		}
		s.marks[o] = 0
	}
	s.seen = s.seen[:0]
	return found
}

// cover is two items that each option of some others holds one of.
type cover [2]matrix.ItemID

// pair looks for two items with the same cover, and rules out what else their cover holds.
func (s *solver) pair() bool {
	covered := map[cover][]matrix.ItemID{}
	for _, i := range s.items {
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
	return false
}

// covers lists the pairs of items, each covered at most once, of which every option of an
// item holds one or both, and neither is held by all.
func (s *solver) covers(i matrix.ItemID) (found []cover) {
	options := s.openOf(i)
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
	return e.Color == matrix.NoColor && s.room(e.Item) == 1
}

// holds reports whether an option holds an item without a color.
func (s *solver) holds(o matrix.OptionID, i matrix.ItemID) bool {
	return slices.Contains(s.Option(o), matrix.Entry{Item: i})
}

func (s *solver) disjoint(i, j matrix.ItemID) bool {
	return !slices.ContainsFunc(s.openOf(i), func(o matrix.OptionID) bool { return s.holds(o, j) })
}

// exhaust rules out the options of a cover that hold neither of the two items that it is
// used up by, or both of the cover.
func (s *solver) exhaust(c cover, i, j matrix.ItemID) (found bool) {
	for k, item := range c {
		for _, o := range s.openOf(item) {
			if !s.holds(o, i) && !s.holds(o, j) || s.holds(o, c[1-k]) {
				s.rule(o)
				found = true
			}
		}
	}
	return found
}

// trial tries the options of items, those with few of them first, and rules out the first that fails.
func (s *solver) trial(ctx context.Context) bool {
	items, tried := slices.Clone(s.items), make([]bool, s.Options())
	slices.SortStableFunc(items, func(i, j matrix.ItemID) int { return int(s.open[i] - s.open[j]) })
	for _, i := range items {
		for _, o := range s.openOf(i) {
			if tried[o] {
				continue
			}
			if s.ended(ctx) {
				return false
			}
			tried[o] = true
			fails := false
			s.suppose(s.choose, o, func(possible bool) { fails = !possible })
			if fails {
				s.rule(o)
				return true
			}
		}
	}
	return false
}

// suppose decides on an option, settles what follows, and takes it back after a look at it.
func (s *solver) suppose(decide func(matrix.OptionID), o matrix.OptionID, look func(possible bool)) {
	mark := len(s.trail)
	decide(o)
	look(s.settle())
	s.undo(mark)
}

// ended reports whether the work is to end.
func (s *solver) ended(ctx context.Context) bool {
	s.grade.GaveUp = s.work > mostWork
	return s.grade.GaveUp || ctx.Err() != nil
}

// search walks the tree of guesses until it has two solutions.
func (s *solver) search(ctx context.Context) {
	s.grade.Needed[Extreme]++
	if s.ended(ctx) {
		return
	}
	i := s.fewest(func(i matrix.ItemID) bool { return s.open[i] > 0 })
	if i == noItem {
		s.grade.Solutions++
		return
	}
	o := s.openOf(i)[0]
	for _, decide := range []func(matrix.OptionID){s.choose, s.rule} {
		s.suppose(decide, o, func(possible bool) {
			if possible && s.grade.Solutions < 2 {
				s.search(ctx)
			}
		})
	}
}
