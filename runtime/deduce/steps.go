package deduce

import (
	"context"
	"iter"
	"slices"

	"quadrille/runtime/matrix"
)

// Step is one deduction that a person can make. It holds for every solution.
type Step struct {
	// Level is the level of the technique: Easy for a single, Medium for a common peer, a line or a loop that would be
	// closed, Hard for a pair, an area, a loop that must stay together or rules that share cells, Expert for a trial.
	// IsLine distinguishes a line from a common peer, IsArea an area from a pair, and IsRuleGroup rules that share
	// cells from a pair.
	Level                       Level
	IsLine, IsArea, IsRuleGroup bool
	// LoopReason is the reason for a step about a loop. LoopCells lists the cells of the loop that the step depends on,
	// by their indices in the rule. If HasLoopItem is set, closing the loop would leave the item without an option;
	// otherwise it would leave other cells of the loop outside.
	LoopReason  LoopReason
	LoopCells   []int
	HasLoopItem bool
	// Items are the items to which the technique applies. For a single, it is the item that has no other options. For
	// common peers, it is the item that an excluded option would leave with too few options. For a line, it is the
	// first item of the line. For a pair, these are its two items, followed by the two items that they use up. For an
	// area, these are the cells that some excluded option would cut off. For rules that share cells, it is an item of
	// each rule. For a trial, it is the item that would be left without an option.
	Items []matrix.ItemID
	// Chosen lists the options that are in all solutions, and Excluded those that are in none, as far as this step
	// shows.
	Chosen, Excluded []matrix.OptionID
	// ExcludedBy holds, for each option of Excluded, the chosen option that conflicts with it, or a negative number if
	// the technique itself excludes it.
	ExcludedBy []matrix.OptionID
}

// StepEnding is the way in which a sequence of steps ended.
type StepEnding int

// The endings of a sequence of steps.
const (
	EndedStuck       StepEnding = iota // only a guess helps, or the time or the work was exceeded
	EndedSolved                        // every option is chosen or excluded
	EndedImpossible                    // some item can no longer be covered
	EndedWithoutLoop                   // every option is chosen or excluded, and cells that must form one loop do not
)

// StepOrder determines in which order the items are examined, so that the steps are in an order that is natural for
// people.
type StepOrder struct {
	// ItemRank returns the rank of an item, from 0 to RankCount-1: singles of lower ranks come first.
	ItemRank  func(matrix.ItemID) int
	RankCount int
	// LineOf returns the id of the line that an item belongs to, or a negative number. The items of a line are the
	// states of one rule about several cells, such as the runs in a row of a nonogram. Colored secondary items connect
	// the items of a line to one another and to the cells. People consider such a rule as a whole.
	LineOf func(matrix.ItemID) int
	// IsCell reports whether an item is a cell of a board that options cover, so that areas of cells can be cut off. It
	// may be nil.
	IsCell func(matrix.ItemID) bool
	// IsCount reports whether an item alone is a rule that counts cells; it may be nil.
	IsCount func(matrix.ItemID) bool
	// Loops lists the rules that certain cells form one loop.
	Loops []LoopRule
	// HardestLevel is the hardest technique to use.
	HardestLevel Level
}

// SolveBySteps solves a problem by the easiest technique that works at each step, and yields the steps. After the last
// step, the function ending returns how the sequence ended.
func SolveBySteps(ctx context.Context, p *matrix.Problem, order StepOrder) (
	steps iter.Seq[Step], ending func() StepEnding) {
	end := EndedStuck
	return func(yield func(Step) bool) {
		s := newOrderedSolver(p, order)
		end = EndedStuck
		for {
			mark := len(s.decisionTrail)
			level, ok := s.applyEasiestTechnique(ctx)
			switch {
			case !ok && s.uncoverableItem != noItem:
				end = EndedImpossible
			case !ok && s.isSolved() && s.areLoopRulesKept():
				end = EndedSolved
			case !ok && s.isSolved():
				end = EndedWithoutLoop
			}
			if !ok || !yield(s.stepOfDecisionsSince(mark, level)) {
				return
			}
		}
	}, func() StepEnding { return end }
}

// newOrderedSolver returns a solver at the start of a problem, with the lines and rules of an order.
func newOrderedSolver(p *matrix.Problem, order StepOrder) *humanSolver {
	s := newHumanSolver(p, order.RankCount, order.ItemRank)
	s.hardestLevel = order.HardestLevel
	if s.isInLine = make([]bool, s.ItemCount()); order.LineOf != nil {
		s.separateLines(order.LineOf)
	}
	s.collectCellRules(order)
	for _, l := range order.Loops {
		n := len(l.WithSymbol)
		s.loopStates = append(s.loopStates, &loopState{LoopRule: l, hasSymbolNow: make([]bool, n),
			isUndecided:           make([]bool, n),
			decisionsWhenExamined: -1})
	}
	if order.IsCell != nil {
		s.isCell = func(i matrix.ItemID) bool { return s.isPrimary(i) && s.Bound(i) == matrix.Once && order.IsCell(i) }
	}
	return s
}

// stepOfDecisionsSince returns the step that consists of all decisions on the trail from index mark on.
func (s *humanSolver) stepOfDecisionsSince(mark int, level Level) Step {
	step := s.stepReason
	step.Level = level
	for _, o := range s.decisionTrail[mark:] {
		if s.statusOf[o] == chosenOption {
			step.Chosen = append(step.Chosen, o)
			continue
		}
		by := matrix.OptionID(-1)
		if cause := s.causeIndexOf[o]; cause >= 0 {
			by = s.decisionTrail[cause]
		}
		step.Excluded, step.ExcludedBy = append(step.Excluded, o), append(step.ExcludedBy, by)
	}
	return step
}

// itemLine is the set of items of one rule about several cells. See [StepOrder.LineOf].
type itemLine struct {
	stateItems            []matrix.ItemID // primary items that stand for the states of the rule
	rulePrimaries         []matrix.ItemID // primary items of the rule, and of the cells that it reads
	decisionsWhenExamined int             // decisionCount when the line was last examined, or -1
}

// separateLines moves the items of lines from the list of items to the lines.
func (s *humanSolver) separateLines(line func(matrix.ItemID) int) {
	numbered := map[int]int{} // for each line id, the index of its line in s.itemLines
	items := s.itemsByRank[:0]
	for _, i := range s.itemsByRank {
		n := line(i)
		if n < 0 {
			items = append(items, i)
			continue
		}
		k, known := numbered[n]
		if !known {
			k = len(s.itemLines)
			numbered[n] = k
			s.itemLines = append(s.itemLines, itemLine{decisionsWhenExamined: -1})
		}
		s.itemLines[k].stateItems, s.isInLine[i] = append(s.itemLines[k].stateItems, i), true
	}
	s.itemsByRank = items
	for k := range s.itemLines {
		s.itemLines[k].rulePrimaries = s.itemsAndCellsRead(s.itemLines[k].stateItems)
		slices.Sort(s.itemLines[k].rulePrimaries)
	}
}

// itemsAndCellsRead returns the given items of a line, and the items of the cells that the rule of the line reads. A
// rule reads a cell if some colored item is held by an option of the line and by every option of the cell. A primary
// item of a line is no cell.
func (s *humanSolver) itemsAndCellsRead(items []matrix.ItemID) []matrix.ItemID {
	readers, looked := slices.Clone(items), map[matrix.ItemID]bool{}
	for _, i := range items {
		for _, o := range s.optionsOfItem[i] {
			for _, e := range s.Option(o) {
				if e.Color != matrix.NoColor && !looked[e.Item] {
					looked[e.Item] = true
					readers = s.appendCellsOfColoredItem(readers, e.Item)
				}
			}
		}
	}
	return readers
}

// appendCellsOfColoredItem appends each primary item that belongs to no line and all of whose options hold the given
// colored item.
func (s *humanSolver) appendCellsOfColoredItem(readers []matrix.ItemID, colored matrix.ItemID) []matrix.ItemID {
	holders := map[matrix.ItemID]int{} // for each primary item, the number of its options that hold the colored item
	for _, o := range s.optionsOfItem[colored] {
		for _, e := range s.Option(o) {
			if s.isPrimary(e.Item) {
				holders[e.Item]++
			}
		}
	}
	for i, n := range holders {
		if n == len(s.optionsOfItem[i]) && !s.isInLine[i] && !slices.Contains(readers, i) {
			readers = append(readers, i)
		}
	}
	return readers
}

// excludeByLines applies the technique of lines to the first line that leads to a decision.
func (s *humanSolver) excludeByLines() bool {
	for k := range s.itemLines {
		l := &s.itemLines[k]
		if l.decisionsWhenExamined == s.decisionCount {
			continue
		}
		mark := len(s.decisionTrail)
		for s.uncoverableItem == noItem && s.pruneLine(l) {
		}
		if len(s.decisionTrail) > mark {
			s.chooseForcedOptions(l.rulePrimaries)
		}
		if l.decisionsWhenExamined = s.decisionCount; len(s.decisionTrail) > mark {
			s.stepReason = Step{Items: l.stateItems[:1:1], IsLine: true}
			return true
		}
	}
	return false
}

// pruneLine rules out options by the colors of one line. If all options of an item of the line, or of a cell that its
// rule reads, color some colored item, that item must get one of these colors. An option that gives the colored item
// another color is ruled out. Then the options that the items of the line still need are chosen. pruneLine reports
// whether it decided anything.
func (s *humanSolver) pruneLine(l *itemLine) (found bool) {
	allowed := map[matrix.ItemID]map[matrix.Color]bool{}
	for _, i := range l.rulePrimaries {
		if s.coversNeeded(i) <= 0 {
			continue
		}
		for item, colors := range s.colorsGivenBy(i) {
			if known := allowed[item]; known != nil {
				for c := range known {
					if !colors[c] {
						delete(known, c)
					}
				}
			} else {
				allowed[item] = colors
			}
		}
	}
	for _, i := range l.rulePrimaries {
		for _, o := range s.openOptions(i) {
			if s.statusOf[o] == openOption && slices.ContainsFunc(s.Option(o), func(e matrix.Entry) bool {
				return e.Color != matrix.NoColor && allowed[e.Item] != nil && !allowed[e.Item][e.Color]
			}) {
				s.ruleOutOption(o)
				found = true
			}
		}
	}
	return s.chooseForcedOptions(l.stateItems) || found
}

// chooseForcedOptions chooses all open options of each of the given items that needs them all. It reports whether there
// were any.
func (s *humanSolver) chooseForcedOptions(items []matrix.ItemID) (found bool) {
	for _, i := range items {
		if s.uncoverableItem == noItem && s.needsAllOptions(i) {
			s.chooseAllOptions(i)
			found = true
		}
	}
	return found
}

// colorsGivenBy returns, for each colored item, the colors that the open options of item i give it. Colored items that
// some option does not hold are left out.
func (s *humanSolver) colorsGivenBy(i matrix.ItemID) map[matrix.ItemID]map[matrix.Color]bool {
	given, holders := map[matrix.ItemID]map[matrix.Color]bool{}, map[matrix.ItemID]int{}
	options := s.openOptions(i)
	for _, o := range options {
		for _, e := range s.Option(o) {
			if e.Color == matrix.NoColor {
				continue
			}
			if given[e.Item] == nil {
				given[e.Item] = map[matrix.Color]bool{}
			}
			given[e.Item][e.Color] = true
			holders[e.Item]++
		}
	}
	for item, n := range holders {
		if n < len(options) {
			delete(given, item)
		}
	}
	return given
}
