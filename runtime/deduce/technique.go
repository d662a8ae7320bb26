package deduce

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"quadrille/runtime/matrix"
)

// Level is the difficulty of a problem for people: the hardest technique that it needs. Each level has a technique.
//
//   - Easy: singles. An item has one option left, which must be chosen. In a sudoku that is a naked
//     single if the item is a cell, and a hidden single if it is a digit in a row. In a packing it
//     is a cell that one placement can cover, or a piece with one place left.
//   - Medium: common peers. An option that excludes all options of some item is ruled out. Pointing
//     and claiming are examples, and the rejection of a placement that leaves a hole. Lines are as
//     hard: a rule about some cells, such as the runs in a row of a nonogram, allows only some of
//     the symbols of a cell ([SolveBySteps]).
//   - Hard: pairs. No option holds both of two items, and each option of these two items holds one of
//     two further items, which are their cover. Then the first two items use up the cover, and every
//     other option of the cover is ruled out. Naked pairs, hidden pairs and X-wings are examples: the
//     first two items are cells with the same two digits, two digits with the same two cells, or a
//     digit in two rows with the same two columns. (Sudoku solvers speak of base sets and cover sets.)
//     Areas are as hard: an option is ruled out that cuts off cells whose number is no sum of the numbers that
//     the open options there cover ([StepOrder.IsCell]).
//     Loops are medium where a cell would close one too early, and hard where the parts of one must stay on a
//     cycle ([LoopRule]).
//   - Expert: trials. An option from which singles alone lead to an item without an option is ruled out.
//   - Extreme: guesses. If nothing else works, options are assumed, as in a search tree. Singles are
//     applied at each node, and the difficulty is measured by the number of nodes.
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

// LevelNames returns the names of the levels, the easiest first.
func LevelNames() []string { return slices.Clone(levelNames) }

// String returns the name of the level.
func (l Level) String() string { return levelNames[l] }

// LevelRange is a range of levels.
type LevelRange struct{ Easiest, Hardest Level }

// ParseLevelRange parses a level, or a range such as easy..hard.
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

// Grade describes the solution of a problem by the techniques of people.
type Grade struct {
	// Singles is the number of singles by kind of item.
	Singles []int
	// TechniqueUses is the number of uses of each technique, by level. For Extreme it is the number of search nodes.
	TechniqueUses [Extreme + 1]int
	// Solutions is the number of solutions; 2 means two or more.
	Solutions int
	// GaveUp is set if the work exceeded its bound, so that the grade is incomplete.
	GaveUp bool
}

// HardestLevel returns the level of the hardest technique that was needed.
func (g Grade) HardestLevel() Level {
	for l := Extreme; l > Easy; l-- {
		if g.TechniqueUses[l] > 0 {
			return l
		}
	}
	return Easy
}

// maxDecisions is the largest number of decisions (options chosen or ruled out) for one grade. A sudoku takes about ten
// thousand.
const maxDecisions = 5_000_000

// humanSolver solves one problem by the techniques of people.
type humanSolver struct {
	*optionState
	items   []matrix.ItemID // primary items, the easiest kind first; those of lines are left out
	lines   []itemLine      // lines, each with its items
	inLine  []bool          // whether an item belongs to a line, by item
	hardest Level           // hardest technique to use
	// isCell tells which items are cells of a board that is covered; nil if there is no such board
	isCell   func(matrix.ItemID) bool
	usedArea bool // whether the last step is that of areas
	// loops are the rules about loops. The last step may be about one: loopReason tells why, loopCells about which cells,
	// and loopItem whether its item would be left without an option.
	loops      []*loopState
	loopReason LoopReason
	loopCells  []int
	loopItem   bool
	// areaChoices is the number of chosen options when the technique of areas last found nothing, or -1
	areaChoices    int
	excludeCounts  []int32           // number of the current item's options that an option excludes, by option
	lastCounted    []matrix.OptionID // last option that was counted in excludeCounts, by option
	countedOptions []matrix.OptionID // options whose excludeCounts are not 0
	reason         []matrix.ItemID   // items that are the reason for the last step
	grade          Grade
}

// newHumanSolver returns a solver at the start of a problem. The function rank returns the rank of an
// item, from 0 to ranks-1; singles of lower ranks come first.
func newHumanSolver(p *matrix.Problem, ranks int, rank func(matrix.ItemID) int) *humanSolver {
	s := &humanSolver{optionState: newOptionState(p), excludeCounts: make([]int32, p.OptionCount()),
		lastCounted: make([]matrix.OptionID, p.OptionCount()), hardest: Expert, areaChoices: -1}
	s.trackNogoods()
	for k := range ranks {
		for i := range matrix.ItemID(p.PrimaryCount()) {
			if rank(i) == k {
				s.items = append(s.items, i)
			}
		}
	}
	for o := range matrix.OptionID(p.OptionCount()) {
		if !slices.ContainsFunc(p.Option(o), func(e matrix.Entry) bool { return s.isPrimary(e.Item) }) {
			s.ruleOut(o) // an option without a primary item is never chosen
		}
	}
	s.decisionCount = 0
	return s
}

// GradeProblem solves a problem by the easiest techniques and returns its grade. The function kind
// returns the kind of an item, from 0 to kinds-1; singles of lower kinds come first. The error is
// that of ctx if it ends the work.
func GradeProblem(ctx context.Context, p *matrix.Problem, kinds int, kind func(matrix.ItemID) int) (Grade, error) {
	s := newHumanSolver(p, kinds, kind)
	s.grade.Singles = make([]int, kinds)
	for {
		level, ok := s.applyEasiest(ctx)
		switch {
		case !ok && s.uncoverable == noItem && ctx.Err() == nil:
			if s.isSolved() {
				s.grade.Solutions = 1
			} else {
				s.searchGuesses(ctx)
			}
			return s.grade, ctx.Err()
		case !ok:
			return s.grade, ctx.Err()
		case level == Easy:
			s.grade.Singles[kind(s.reason[0])]++
		default:
			s.grade.TechniqueUses[level]++
		}
	}
}

// isSolved reports whether every option is decided.
func (s *humanSolver) isSolved() bool { return len(s.trail) == s.OptionCount() }

// applyEasiest applies the easiest technique that works, once, and returns its level. It returns false if there is
// none: the problem is solved, an item cannot be covered, only a guess helps, or the work was ended.
func (s *humanSolver) applyEasiest(ctx context.Context) (Level, bool) {
	if s.uncoverable != noItem || ctx.Err() != nil {
		return Easy, false
	}
	if k := slices.IndexFunc(s.items, s.needsAll); k >= 0 {
		s.reason = []matrix.ItemID{s.items[k]}
		s.chooseAll(s.items[k])
		return Easy, true
	}
	if s.isSolved() {
		return Easy, false
	}
	for _, t := range []struct {
		level Level
		works func() bool
	}{{Medium, s.excludeByLines}, {Medium, s.excludeByClosing}, {Medium, s.excludeByPeers}, {Hard, func() bool { return s.excludeByAreas(ctx) }},
		{Hard, s.keepLoopTogether}, {Hard, s.excludeByPairs}, {Expert, func() bool { return s.excludeByTrial(ctx) }}} {
		if t.level <= s.hardest && t.works() {
			return t.level, true
		}
	}
	return Extreme, false
}

// maxFewOptions is the largest number of options of an item for which the technique of common peers is tried. A
// person would not find common peers of more options.
const maxFewOptions = 12

// conflictingOptions yields each open option that cannot be chosen together with option o, some of
// them twice.
func (s *humanSolver) conflictingOptions(o matrix.OptionID, yield func(matrix.OptionID)) {
	for _, e := range s.Option(o) {
		if s.coversAllowed(e.Item) > 1 && e.Color == matrix.NoColor {
			continue
		}
		for _, other := range s.optionsHolding[e.Item] {
			if other != o && s.status[other] == openOption && !s.agreesOnColor(other, e) {
				yield(other)
			}
		}
	}
}

// excludeByPeers applies the technique of common peers. It finds the first item that would have too few options left
// if some other option were chosen, and rules out such options. It reports whether there were any.
func (s *humanSolver) excludeByPeers() bool {
	return slices.ContainsFunc(s.items, func(i matrix.ItemID) bool {
		if s.coversNeeded(i) <= 0 || s.openCount[i] > maxFewOptions || !s.markPeers(i) {
			return false
		}
		s.reason = []matrix.ItemID{i}
		return true
	})
}

// markPeers counts how many options of item i each other option excludes. It rules out the options
// that exclude too many, and reports whether there were any.
func (s *humanSolver) markPeers(i matrix.ItemID) (found bool) {
	for _, mine := range s.openOptions(i) {
		s.conflictingOptions(mine, func(other matrix.OptionID) {
			if s.excludeCounts[other] == 0 {
				s.countedOptions = append(s.countedOptions, other)
			}
			if s.excludeCounts[other] == 0 || s.lastCounted[other] != mine {
				s.excludeCounts[other]++
				s.lastCounted[other] = mine
			}
		})
	}
	most := s.openCount[i] - s.coversNeeded(i)
	for _, o := range s.countedOptions {
		if s.excludeCounts[o] > most {
			s.ruleOut(o)
			found = true
		}
		s.excludeCounts[o] = 0
	}
	s.countedOptions = s.countedOptions[:0]
	return found
}

// itemCover is a pair of items such that each option of some third item holds one or both items of the pair.
type itemCover [2]matrix.ItemID

// excludeByPairs applies the technique of pairs. It looks for two items with the same cover, and
// rules out the other options of the cover.
func (s *humanSolver) excludeByPairs() bool {
	covered := map[itemCover][]matrix.ItemID{}
	for _, i := range s.items {
		if s.coversNeeded(i) <= 0 || s.openCount[i] > maxFewOptions {
			continue
		}
		for _, c := range s.coversOf(i) {
			for _, j := range covered[c] {
				if s.areDisjoint(i, j) && s.excludeByCover(c, i, j) {
					s.reason = []matrix.ItemID{j, i, c[0], c[1]}
					return true
				}
			}
			covered[c] = append(covered[c], i)
		}
	}
	return false
}

// coversOf returns the covers of item i: pairs of items that are covered at most once, such that
// each option of i holds one or both items of the pair, and neither item of the pair is in all
// options.
func (s *humanSolver) coversOf(i matrix.ItemID) (found []itemCover) {
	options := s.openOptions(i)
	for _, first := range s.Option(options[0]) {
		if first.Item == i || !s.isExclusive(first) {
			continue
		}
		k := slices.IndexFunc(options, func(o matrix.OptionID) bool { return !s.holdsItem(o, first.Item) })
		if k < 0 {
			continue // every option holds the first item, which is a case of common peers
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

// isExclusive reports whether an option with entry e excludes all other options of the item.
func (s *humanSolver) isExclusive(e matrix.Entry) bool {
	return e.Color == matrix.NoColor && s.coversAllowed(e.Item) == 1
}

// holdsItem reports whether an option holds an item without a color.
func (s *humanSolver) holdsItem(o matrix.OptionID, i matrix.ItemID) bool {
	return slices.Contains(s.Option(o), matrix.Entry{Item: i})
}

func (s *humanSolver) areDisjoint(i, j matrix.ItemID) bool {
	return !slices.ContainsFunc(s.openOptions(i), func(o matrix.OptionID) bool { return s.holdsItem(o, j) })
}

// excludeByCover rules out the options of a cover that hold neither item i nor item j, or that hold
// both items of the cover.
func (s *humanSolver) excludeByCover(c itemCover, i, j matrix.ItemID) (found bool) {
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

// Bounds of the technique of areas: options of the problem, and cells of an area. A person counts no larger ones.
const maxAreaOptions, maxAreaCells = 3000, 24

// excludeByAreas applies the technique of areas. It rules out each option that cuts off cells whose number is no sum of
// the numbers of cells that open options there cover. The reason is the smallest of these areas. People look for areas
// when a piece was put; where they have found none, they do not look again before.
func (s *humanSolver) excludeByAreas(ctx context.Context) bool {
	if s.isCell == nil || s.OptionCount() > maxAreaOptions {
		return false
	}
	choices := 0
	for _, o := range s.trail {
		if s.status[o] == chosenStatus {
			choices++
		}
	}
	if s.areaChoices == choices {
		return false
	}
	var found []matrix.OptionID
	var smallest []matrix.ItemID
	count := s.decisionCount
	for o := range matrix.OptionID(s.OptionCount()) {
		if s.status[o] != openOption {
			continue
		}
		if ctx.Err() != nil {
			return false
		}
		mark := len(s.trail)
		s.chooseOption(o)
		if area := s.unfillableArea(); s.uncoverable == noItem && area != nil {
			if found = append(found, o); smallest == nil || len(area) < len(smallest) {
				smallest = area
			}
		}
		s.undoTo(mark)
	}
	s.decisionCount = count // as everything is undone
	for _, o := range found {
		s.ruleOut(o)
	}
	if s.usedArea = len(found) > 0; s.usedArea {
		s.reason = smallest
	} else {
		s.areaChoices = choices
	}
	return s.usedArea
}

// unfillableArea returns the smallest area of open cells whose number is no sum of the numbers of cells that open
// options cover there; nil if there is none.
func (s *humanSolver) unfillableArea() (smallest []matrix.ItemID) {
	for _, area := range s.openRegions(s.isCell) {
		if len(area) > maxAreaCells {
			continue
		}
		if _, _, fits := s.regionSums(area, s.isCell); !fits && (smallest == nil || len(area) < len(smallest)) {
			smallest = area
		}
	}
	return smallest
}

// excludeByTrial applies the technique of trials. It tries the options of the items, beginning with items that have
// few options, and rules out the first option that leads to a contradiction.
func (s *humanSolver) excludeByTrial(ctx context.Context) bool {
	items, tried := slices.Clone(s.items), make([]bool, s.OptionCount())
	slices.SortStableFunc(items, func(i, j matrix.ItemID) int { return int(s.openCount[i] - s.openCount[j]) })
	for _, i := range items {
		for _, o := range s.openOptions(i) {
			if tried[o] {
				continue
			}
			if s.hasEnded(ctx) {
				return false
			}
			tried[o] = true
			uncoverable := noItem // item that the option leaves without options
			s.tryDecision(s.chooseOption, o, func(bool) { uncoverable = s.uncoverable })
			if uncoverable != noItem {
				s.reason = []matrix.ItemID{uncoverable}
				s.ruleOut(o)
				return true
			}
		}
	}
	return false
}

// tryDecision decides about an option, makes the choices that are then forced, calls look, and undoes everything.
func (s *humanSolver) tryDecision(decide func(matrix.OptionID), o matrix.OptionID, look func(possible bool)) {
	mark := len(s.trail)
	decide(o)
	look(s.makeForcedChoices())
	s.undoTo(mark)
}

// hasEnded reports whether the work must end.
func (s *humanSolver) hasEnded(ctx context.Context) bool {
	s.grade.GaveUp = s.decisionCount > maxDecisions
	return s.grade.GaveUp || ctx.Err() != nil
}

// searchGuesses searches the tree of guesses until two solutions are found.
func (s *humanSolver) searchGuesses(ctx context.Context) {
	s.grade.TechniqueUses[Extreme]++
	if s.hasEnded(ctx) {
		return
	}
	i := s.itemWithFewest(func(i matrix.ItemID) bool { return s.openCount[i] > 0 })
	if i == noItem {
		s.grade.Solutions++
		return
	}
	o := s.openOptions(i)[0]
	for _, decide := range []func(matrix.OptionID){s.chooseOption, s.ruleOut} {
		s.tryDecision(decide, o, func(possible bool) {
			if possible && s.grade.Solutions < 2 {
				s.searchGuesses(ctx)
			}
		})
	}
}
