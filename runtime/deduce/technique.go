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

var levelNames = []string{"easy", "medium", "hard", "expert", "extreme"}

// LevelNames names the levels, the easiest first.
func LevelNames() []string { return slices.Clone(levelNames) }

// String names the level.
func (l Level) String() string { return levelNames[l] }

// LevelRange is a range of levels.
type LevelRange struct{ Easiest, Hardest Level }

// ParseLevelRange reads a level, or two with dots between them: easy..hard.
func ParseLevelRange(text string) (LevelRange, error) {
	first, last, two := strings.Cut(text, "..")
	if !two {
		last = first
	}
	from, to := slices.Index(levelNames, first), slices.Index(levelNames, last)
	if from < 0 || to < from {
		return LevelRange{}, fmt.Errorf("difficulties are %s, or a range such as easy..hard, and no %q",
			strings.Join(levelNames, ", "), text)
	}
	return LevelRange{Level(from), Level(to)}, nil
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

// HardestLevel returns that of the hardest technique that was needed.
func (g Grade) HardestLevel() Level {
	for l := Extreme; l > Easy; l-- {
		if g.Needed[l] > 0 {
			return l
		}
	}
	return Easy
}

// maxWork bounds the options that are decided on for one grade. Sudokus take some ten thousand.
const maxWork = 5_000_000

// humanSolver solves one problem.
type humanSolver struct {
	*optionState
	items []matrix.ItemID   // the primary items, the easiest kind first
	marks []int32           // by option, for common peers
	last  []matrix.OptionID // by option: which one was the last to mark it
	seen  []matrix.OptionID
	grade Grade
}

// GradeProblem solves a problem, and says what that needs. Kind says which of so many kinds an item is of, from 0:
// singles of earlier kinds are taken first. The error is that of ctx if it ends the work.
func GradeProblem(ctx context.Context, p *matrix.Problem, kinds int, kind func(matrix.ItemID) int) (Grade, error) {
	s := &humanSolver{optionState: newOptionState(p), marks: make([]int32, p.OptionCount()),
		last: make([]matrix.OptionID, p.OptionCount())}
	s.heedNogoods()
	for k := range kinds {
		for i := range matrix.ItemID(p.PrimaryCount()) {
			if kind(i) == k {
				s.items = append(s.items, i)
			}
		}
	}
	for o := range matrix.OptionID(p.OptionCount()) {
		if !slices.ContainsFunc(p.Option(o), func(e matrix.Entry) bool { return s.isPrimary(e.Item) }) {
			s.ruleOut(o) // such an option is never chosen
		}
	}
	s.grade.Singles, s.decided = make([]int, kinds), 0
	for ctx.Err() == nil && s.applyEasiest(ctx, kind) {
	}
	return s.grade, ctx.Err()
}

// applyEasiest uses the easiest technique that works, once. It returns false if there is no more to do: the puzzle is
// solved, has no solution, or had to be searched.
func (s *humanSolver) applyEasiest(ctx context.Context, kind func(matrix.ItemID) int) bool {
	if s.uncoverable != noItem {
		return false
	}
	if k := slices.IndexFunc(s.items, s.needsAll); k >= 0 {
		s.grade.Singles[kind(s.items[k])]++
		s.chooseAll(s.items[k])
		return true
	}
	if len(s.trail) == s.OptionCount() {
		s.grade.Solutions = 1
		return false
	}
	for k, works := range []func() bool{s.excludeByPeers, s.excludeByPairs,
		func() bool { return s.excludeByTrial(ctx) }} {
		if works() {
			s.grade.Needed[Medium+Level(k)]++
			return true
		}
	}
	s.searchGuesses(ctx)
	return false
}

// maxFewOptions is how many options an item may have for a person to see what they have in common.
const maxFewOptions = 12

// conflictingOptions yields each open option that cannot be chosen together with an open option, and
// some of them twice.
func (s *humanSolver) conflictingOptions(o matrix.OptionID, yield func(matrix.OptionID)) {
	for _, e := range s.Option(o) {
		if s.roomLeft(e.Item) > 1 && e.Color == matrix.NoColor {
			continue
		}
		for _, other := range s.holding[e.Item] {
			if other != o && s.status[other] == isOpen && !s.agreesOnColor(other, e) {
				yield(other)
			}
		}
	}
}

// excludeByPeers rules out the options that would leave the first item with too few that has such.
func (s *humanSolver) excludeByPeers() bool {
	return slices.ContainsFunc(s.items, func(i matrix.ItemID) bool {
		return s.stillNeeds(i) > 0 && s.open[i] <= maxFewOptions && s.markPeers(i)
	})
}

// markPeers marks each option as often as options of an item exclude it, and rules out
// those that exclude too many.
func (s *humanSolver) markPeers(i matrix.ItemID) (found bool) {
	for _, mine := range s.openOptions(i) {
		s.conflictingOptions(mine, func(other matrix.OptionID) {
			if s.marks[other] == 0 {
				s.seen = append(s.seen, other)
			}
			if s.marks[other] == 0 || s.last[other] != mine {
				s.marks[other]++
				s.last[other] = mine
			}
		})
	}
	most := s.open[i] - s.stillNeeds(i)
	for _, o := range s.seen {
		if s.marks[o] > most {
			s.ruleOut(o)
			found = true
		}
		s.marks[o] = 0
	}
	s.seen = s.seen[:0]
	return found
}

// itemCover is two items that each option of some others holds one of.
type itemCover [2]matrix.ItemID

// excludeByPairs looks for two items with the same cover, and rules out what else their cover holds.
func (s *humanSolver) excludeByPairs() bool {
	covered := map[itemCover][]matrix.ItemID{}
	for _, i := range s.items {
		if s.stillNeeds(i) <= 0 || s.open[i] > maxFewOptions {
			continue
		}
		for _, c := range s.coversOf(i) {
			for _, j := range covered[c] {
				if s.areDisjoint(i, j) && s.exhaustCover(c, i, j) {
					return true
				}
			}
			covered[c] = append(covered[c], i)
		}
	}
	return false
}

// coversOf lists the pairs of items, each covered at most once, of which every option of an
// item holds one or both, and neither is held by all.
func (s *humanSolver) coversOf(i matrix.ItemID) (found []itemCover) {
	options := s.openOptions(i)
	for _, first := range s.Option(options[0]) {
		if first.Item == i || !s.isExclusive(first) {
			continue
		}
		k := slices.IndexFunc(options, func(o matrix.OptionID) bool { return !s.holdsItem(o, first.Item) })
		if k < 0 {
			continue // that would be a common peer
		}
		for _, second := range s.Option(options[k]) {
			if second.Item != i && s.isExclusive(second) && !slices.ContainsFunc(options,
				func(o matrix.OptionID) bool { return !s.holdsItem(o, first.Item) && !s.holdsItem(o, second.Item) }) {
				found = append(found, itemCover{min(first.Item, second.Item), max(first.Item, second.Item)})
			}
		}
	}
	slices.SortFunc(found, func(a, b itemCover) int { return slices.Compare(a[:], b[:]) })
	return slices.Compact(found)
}

// isExclusive reports whether an option with this entry excludes all others with the item.
func (s *humanSolver) isExclusive(e matrix.Entry) bool {
	return e.Color == matrix.NoColor && s.roomLeft(e.Item) == 1
}

// holdsItem reports whether an option holds an item without a color.
func (s *humanSolver) holdsItem(o matrix.OptionID, i matrix.ItemID) bool {
	return slices.Contains(s.Option(o), matrix.Entry{Item: i})
}

func (s *humanSolver) areDisjoint(i, j matrix.ItemID) bool {
	return !slices.ContainsFunc(s.openOptions(i), func(o matrix.OptionID) bool { return s.holdsItem(o, j) })
}

// exhaustCover rules out the options of a cover that hold neither of the two items that it is
// used up by, or both of the cover.
func (s *humanSolver) exhaustCover(c itemCover, i, j matrix.ItemID) (found bool) {
	for k, item := range c {
		for _, o := range s.openOptions(item) {
			if !s.holdsItem(o, i) && !s.holdsItem(o, j) || s.holdsItem(o, c[1-k]) {
				s.ruleOut(o)
				found = true
			}
		}
	}
	return found
}

// excludeByTrial tries the options of items, those with few of them first, and rules out the first that fails.
func (s *humanSolver) excludeByTrial(ctx context.Context) bool {
	items, tried := slices.Clone(s.items), make([]bool, s.OptionCount())
	slices.SortStableFunc(items, func(i, j matrix.ItemID) int { return int(s.open[i] - s.open[j]) })
	for _, i := range items {
		for _, o := range s.openOptions(i) {
			if tried[o] {
				continue
			}
			if s.hasEnded(ctx) {
				return false
			}
			tried[o] = true
			fails := false
			s.supposeThen(s.chooseOption, o, func(possible bool) { fails = !possible })
			if fails {
				s.ruleOut(o)
				return true
			}
		}
	}
	return false
}

// supposeThen decides on an option, settles what follows, and takes it back after a look at it.
func (s *humanSolver) supposeThen(decide func(matrix.OptionID), o matrix.OptionID, look func(possible bool)) {
	mark := len(s.trail)
	decide(o)
	look(s.settleForced())
	s.undoTo(mark)
}

// hasEnded reports whether the work is to end.
func (s *humanSolver) hasEnded(ctx context.Context) bool {
	s.grade.GaveUp = s.decided > maxWork
	return s.grade.GaveUp || ctx.Err() != nil
}

// searchGuesses walks the tree of guesses until it has two solutions.
func (s *humanSolver) searchGuesses(ctx context.Context) {
	s.grade.Needed[Extreme]++
	if s.hasEnded(ctx) {
		return
	}
	i := s.fewestItem(func(i matrix.ItemID) bool { return s.open[i] > 0 })
	if i == noItem {
		s.grade.Solutions++
		return
	}
	o := s.openOptions(i)[0]
	for _, decide := range []func(matrix.OptionID){s.chooseOption, s.ruleOut} {
		s.supposeThen(decide, o, func(possible bool) {
			if possible && s.grade.Solutions < 2 {
				s.searchGuesses(ctx)
			}
		})
	}
}
