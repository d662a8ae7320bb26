package deduce

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"quadrille/runtime/matrix"
)

// Level is the difficulty of a problem for people: the level of the hardest technique that it needs. Each level has a
// technique.
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
//     Rules that share cells are hard: what is on a cell in no way to keep all of them is ruled out
//     ([StepOrder.IsCount]).
//   - Expert: trials. An option from which singles alone lead to an item without an option is ruled out.
//   - Extreme: guesses. If nothing else works, options are assumed, as in a search tree. Singles are
//     applied at each node, and the difficulty is measured by the number of nodes.
type Level int

// The levels.
const (
	LevelEasy Level = iota
	LevelMedium
	LevelHard
	LevelExpert
	LevelExtreme
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
	// SinglesByKind is the number of singles for each kind of item.
	SinglesByKind []int
	// TechniqueUses is the number of uses of the techniques of each level. For Extreme it is the number of search
	// nodes.
	TechniqueUses [LevelExtreme + 1]int
	// Solutions is the number of solutions; 2 means two or more.
	Solutions int
	// IsIncomplete is set if the work exceeded its bound, so that the grade is incomplete.
	IsIncomplete bool
}

// HardestLevel returns the level of the hardest technique that was needed.
func (g Grade) HardestLevel() Level {
	for l := LevelExtreme; l > LevelEasy; l-- {
		if g.TechniqueUses[l] > 0 {
			return l
		}
	}
	return LevelEasy
}

// maxGradeDecisions is the largest number of decisions (options chosen or ruled out) for one grade. A sudoku takes
// about ten thousand.
const maxGradeDecisions = 5_000_000

// humanSolver solves one problem by the techniques of people.
type humanSolver struct {
	*optionState
	itemsByRank  []matrix.ItemID // primary items that are in no line, the easiest kind first
	itemLines    []itemLine      // lines, each with its items
	isInLine     []bool          // whether each item belongs to a line
	hardestLevel Level           // hardest technique that may be used
	// isCell reports whether an item is a cell of a board that is covered; nil if there is no such board.
	isCell func(matrix.ItemID) bool
	// cellRules lists the rules about several cells. For the item of each cell, rulesOfCell lists the indices of the
	// rules about that cell.
	cellRules   []cellRule
	rulesOfCell map[matrix.ItemID][]int
	loopStates  []*loopState // rules about loops
	// choicesAtLastArea is the number of chosen options when the technique of areas last found nothing, or -1.
	choicesAtLastArea int
	excludeCounts     []int32           // for each option, the number of options of the current item that it excludes
	lastCountedOption []matrix.OptionID // for each option, the last option that raised its excludeCounts
	countedOptions    []matrix.OptionID // options whose excludeCounts is not 0
	stepReason        Step              // last step that was found, without its level and its options
	grade             Grade
}

// newHumanSolver returns a solver at the start of a problem. The function rank returns the rank of an
// item, from 0 to ranks-1; singles of lower ranks come first.
func newHumanSolver(p *matrix.Problem, ranks int, rank func(matrix.ItemID) int) *humanSolver {
	s := &humanSolver{optionState: newOptionState(p), excludeCounts: make([]int32, p.OptionCount()),
		lastCountedOption: make([]matrix.OptionID, p.OptionCount()), hardestLevel: LevelExpert, choicesAtLastArea: -1}
	s.trackNogoods()
	for k := range ranks {
		for i := range matrix.ItemID(p.PrimaryCount()) {
			if rank(i) == k {
				s.itemsByRank = append(s.itemsByRank, i)
			}
		}
	}
	for o := range matrix.OptionID(p.OptionCount()) {
		if !slices.ContainsFunc(p.Option(o), func(e matrix.Entry) bool { return s.isPrimary(e.Item) }) {
			s.ruleOutOption(o) // an option without a primary item is never chosen
		}
	}
	s.decisionCount = 0
	return s
}

// GradeProblem solves a problem and returns its grade. Each step uses the easiest technique that works; the hardest
// level that the order states is ignored. The kinds of singles are the ranks of their items. The error is that of ctx
// if ctx ends the work.
func GradeProblem(ctx context.Context, p *matrix.Problem, order StepOrder) (Grade, error) {
	order.HardestLevel = LevelExpert
	s := newOrderedSolver(p, order)
	s.grade.SinglesByKind = make([]int, order.RankCount)
	for {
		level, ok := s.applyEasiestTechnique(ctx)
		switch {
		case !ok && s.uncoverableItem == noItem && ctx.Err() == nil:
			if !s.isSolved() {
				s.searchGuesses(ctx)
			} else if s.areLoopRulesKept() {
				s.grade.Solutions = 1
			}
			return s.grade, ctx.Err()
		case !ok:
			return s.grade, ctx.Err()
		case level == LevelEasy:
			s.grade.SinglesByKind[order.ItemRank(s.stepReason.Items[0])]++
		default:
			s.grade.TechniqueUses[level]++
		}
	}
}

// isSolved reports whether every option is decided.
func (s *humanSolver) isSolved() bool { return len(s.decisionTrail) == s.OptionCount() }

// applyEasiestTechnique applies the easiest technique that works, once, and returns its level. It returns false if
// there is none: the problem is solved, an item cannot be covered, only a guess helps, or the work was ended.
func (s *humanSolver) applyEasiestTechnique(ctx context.Context) (Level, bool) {
	if s.uncoverableItem != noItem || ctx.Err() != nil {
		return LevelEasy, false
	}
	if k := slices.IndexFunc(s.itemsByRank, s.needsAllOptions); k >= 0 {
		s.stepReason = Step{Items: []matrix.ItemID{s.itemsByRank[k]}}
		s.chooseAllOptions(s.itemsByRank[k])
		return LevelEasy, true
	}
	if s.isSolved() {
		return LevelEasy, false
	}
	for _, t := range []struct {
		level Level
		works func() bool
	}{{LevelMedium, s.excludeByLines}, {LevelMedium, s.excludeByClosing}, {LevelMedium, s.excludeByPeers},
		{LevelHard, func() bool { return s.excludeByAreas(ctx) }}, {LevelHard, s.keepLoopTogether},
		{LevelHard, s.excludeByPairs}, {LevelHard, func() bool { return s.excludeByRuleGroups(ctx) }},
		{LevelExpert, func() bool { return s.excludeByTrial(ctx) }}} {
		if t.level <= s.hardestLevel && t.works() {
			return t.level, true
		}
	}
	return LevelExtreme, false
}

// maxPeerOptions is the largest number of options of an item for which the technique of common peers is tried. People
// would not find common peers of more options.
const maxPeerOptions = 12

// conflictingOptions yields each open option that cannot be chosen together with option o, some of
// them twice.
func (s *humanSolver) conflictingOptions(o matrix.OptionID, yield func(matrix.OptionID)) {
	for _, e := range s.Option(o) {
		if s.coversAllowed(e.Item) > 1 && e.Color == matrix.NoColor {
			continue
		}
		for _, other := range s.optionsOfItem[e.Item] {
			if other != o && s.statusOf[other] == openOption && !s.agreesOnColor(other, e) {
				yield(other)
			}
		}
	}
}

// excludeByPeers applies the technique of common peers. It finds the first item that would have too few options left
// if some other option were chosen, and rules out such options. It reports whether there were any.
func (s *humanSolver) excludeByPeers() bool {
	return slices.ContainsFunc(s.itemsByRank, func(i matrix.ItemID) bool {
		if s.coversNeeded(i) <= 0 || s.openCountOf[i] > maxPeerOptions || !s.excludePeersOf(i) {
			return false
		}
		s.stepReason = Step{Items: []matrix.ItemID{i}}
		return true
	})
}

// excludePeersOf counts how many options of item i each other option excludes. It rules out the options
// that exclude too many, and reports whether there were any.
func (s *humanSolver) excludePeersOf(i matrix.ItemID) (found bool) {
	for _, mine := range s.openOptions(i) {
		s.conflictingOptions(mine, func(other matrix.OptionID) {
			if s.excludeCounts[other] == 0 {
				s.countedOptions = append(s.countedOptions, other)
			}
			if s.excludeCounts[other] == 0 || s.lastCountedOption[other] != mine {
				s.excludeCounts[other]++
				s.lastCountedOption[other] = mine
			}
		})
	}
	most := s.openCountOf[i] - s.coversNeeded(i)
	for _, o := range s.countedOptions {
		if s.excludeCounts[o] > most {
			s.ruleOutOption(o)
			found = true
		}
		s.excludeCounts[o] = 0
	}
	s.countedOptions = s.countedOptions[:0]
	return found
}

// itemCover is a pair of items such that each option of some third item holds one or both of them.
type itemCover [2]matrix.ItemID

// excludeByPairs applies the technique of pairs. It looks for two items with the same cover, and rules out all options
// of the cover except those of the two items.
func (s *humanSolver) excludeByPairs() bool {
	covered := map[itemCover][]matrix.ItemID{}
	for _, i := range s.itemsByRank {
		if s.coversNeeded(i) <= 0 || s.openCountOf[i] > maxPeerOptions {
			continue
		}
		for _, c := range s.pairsCovering(i) {
			for _, j := range covered[c] {
				if s.areDisjoint(i, j) && s.excludeByCover(c, i, j) {
					s.stepReason = Step{Items: []matrix.ItemID{j, i, c[0], c[1]}}
					return true
				}
			}
			covered[c] = append(covered[c], i)
		}
	}
	return false
}

// pairsCovering returns the covers of item i: pairs of items that are covered at most once, such that
// each option of i holds one or both items of the pair, and neither item of the pair is in all
// options.
func (s *humanSolver) pairsCovering(i matrix.ItemID) (found []itemCover) {
	options := s.openOptions(i)
	for _, first := range s.Option(options[0]) {
		if first.Item == i || !s.excludesOtherOptions(first) {
			continue
		}
		k := slices.IndexFunc(options, func(o matrix.OptionID) bool { return !s.holdsUncolored(o, first.Item) })
		if k < 0 {
			continue // every option holds the first item, which is a case of common peers
		}
		for _, second := range s.Option(options[k]) {
			if second.Item != i && s.excludesOtherOptions(second) && !slices.ContainsFunc(options,
				func(o matrix.OptionID) bool {
					return !s.holdsUncolored(o, first.Item) && !s.holdsUncolored(o, second.Item)
				}) {
				found = append(found, itemCover{min(first.Item, second.Item), max(first.Item, second.Item)})
			}
		}
	}
	slices.SortFunc(found, func(a, b itemCover) int { return slices.Compare(a[:], b[:]) })
	return slices.Compact(found)
}

// excludesOtherOptions reports whether an option with entry e excludes all other options of the item.
func (s *humanSolver) excludesOtherOptions(e matrix.Entry) bool {
	return e.Color == matrix.NoColor && s.coversAllowed(e.Item) == 1
}

// holdsUncolored reports whether an option holds an item without a color.
func (s *humanSolver) holdsUncolored(o matrix.OptionID, i matrix.ItemID) bool {
	return slices.Contains(s.Option(o), matrix.Entry{Item: i})
}

func (s *humanSolver) areDisjoint(i, j matrix.ItemID) bool {
	return !slices.ContainsFunc(s.openOptions(i), func(o matrix.OptionID) bool { return s.holdsUncolored(o, j) })
}

// excludeByCover rules out the options of a cover that hold neither item i nor item j, or that hold
// both items of the cover.
func (s *humanSolver) excludeByCover(c itemCover, i, j matrix.ItemID) (found bool) {
	for k, item := range c {
		for _, o := range s.openOptions(item) {
			if !s.holdsUncolored(o, i) && !s.holdsUncolored(o, j) || s.holdsUncolored(o, c[1-k]) {
				s.ruleOutOption(o)
				found = true
			}
		}
	}
	return found
}

// maxAreaOptions is the largest number of options of a problem, and maxAreaCells the largest number of cells of an
// area, for which the technique of areas is applied. People would not count more.
const maxAreaOptions, maxAreaCells = 3000, 24

// excludeByAreas applies the technique of areas. An area is a set of open cells that an option would cut off from the
// others. The option is ruled out if the number of cells of the area is no sum of the numbers of cells that open
// options in the area cover. The reason of the step is the smallest such area. The technique is tried after a piece was
// placed. If it finds nothing, it is not tried again before the next piece is placed.
func (s *humanSolver) excludeByAreas(ctx context.Context) bool {
	if s.isCell == nil || s.OptionCount() > maxAreaOptions {
		return false
	}
	choices := 0
	for _, o := range s.decisionTrail {
		if s.statusOf[o] == chosenOption {
			choices++
		}
	}
	if s.choicesAtLastArea == choices {
		return false
	}
	var found []matrix.OptionID
	var smallest []matrix.ItemID
	count := s.decisionCount
	for o := range matrix.OptionID(s.OptionCount()) {
		if s.statusOf[o] != openOption {
			continue
		}
		if ctx.Err() != nil {
			return false
		}
		mark := len(s.decisionTrail)
		s.chooseOption(o)
		if area := s.unfillableArea(); s.uncoverableItem == noItem && area != nil {
			if found = append(found, o); smallest == nil || len(area) < len(smallest) {
				smallest = area
			}
		}
		s.undoDecisions(mark)
	}
	s.decisionCount = count // the trial decisions are undone, so they do not count
	for _, o := range found {
		s.ruleOutOption(o)
	}
	if len(found) == 0 {
		s.choicesAtLastArea = choices
		return false
	}
	s.stepReason = Step{Items: smallest, IsArea: true}
	return true
}

// unfillableArea returns the smallest area of open cells whose number of cells is no sum of the numbers of cells that
// open options in the area cover; nil if there is none.
func (s *humanSolver) unfillableArea() (smallest []matrix.ItemID) {
	for _, area := range s.openRegions(s.isCell) {
		if len(area) > maxAreaCells {
			continue
		}
		if _, _, fits := s.nearestFillableSizes(area, s.isCell); !fits &&
			(smallest == nil || len(area) < len(smallest)) {
			smallest = area
		}
	}
	return smallest
}

// excludeByTrial applies the technique of trials. It tries the options of the items, beginning with items that have
// few options, and rules out the first option that leads to a contradiction.
func (s *humanSolver) excludeByTrial(ctx context.Context) bool {
	items, tried := slices.Clone(s.itemsByRank), make([]bool, s.OptionCount())
	slices.SortStableFunc(items, func(i, j matrix.ItemID) int { return int(s.openCountOf[i] - s.openCountOf[j]) })
	for _, i := range items {
		for _, o := range s.openOptions(i) {
			if tried[o] {
				continue
			}
			if s.hasEnded(ctx) {
				return false
			}
			tried[o] = true
			uncoverable := noItem // item that would be left without options
			s.tryDecision(s.chooseOption, o, func(bool) { uncoverable = s.uncoverableItem })
			if uncoverable != noItem {
				s.stepReason = Step{Items: []matrix.ItemID{uncoverable}}
				s.ruleOutOption(o)
				return true
			}
		}
	}
	return false
}

// tryDecision makes a decision about an option, and all choices that are then forced. It calls the function look, which
// inspects the state, and then undoes all of these decisions.
func (s *humanSolver) tryDecision(decide func(matrix.OptionID), o matrix.OptionID, look func(possible bool)) {
	mark := len(s.decisionTrail)
	decide(o)
	look(s.makeForcedChoices())
	s.undoDecisions(mark)
}

// hasEnded reports whether the work must end, because of ctx or the bound of decisions.
func (s *humanSolver) hasEnded(ctx context.Context) bool {
	s.grade.IsIncomplete = s.decisionCount > maxGradeDecisions
	return s.grade.IsIncomplete || ctx.Err() != nil
}

// searchGuesses searches the tree of guesses until two solutions are found.
func (s *humanSolver) searchGuesses(ctx context.Context) {
	s.grade.TechniqueUses[LevelExtreme]++
	if s.hasEnded(ctx) {
		return
	}
	i := s.itemWithFewestOptions(func(i matrix.ItemID) bool { return s.openCountOf[i] > 0 })
	if i == noItem {
		if s.areLoopRulesKept() {
			s.grade.Solutions++
		}
		return
	}
	o := s.openOptions(i)[0]
	for _, decide := range []func(matrix.OptionID){s.chooseOption, s.ruleOutOption} {
		s.tryDecision(decide, o, func(possible bool) {
			if possible && s.grade.Solutions < 2 {
				s.searchGuesses(ctx)
			}
		})
	}
}
