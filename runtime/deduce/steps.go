package deduce

import (
	"context"
	"iter"
	"slices"

	"quadrille/runtime/matrix"
)

// Step is one deduction that a person can make. It holds for every solution.
type Step struct {
	// Level is the level of the technique: Easy for a single, Medium for a common peer, a line or a loop that would
	// be closed, Hard for a pair, an area or a loop that must stay together, Expert for a trial. IsLine tells a line from a common peer, and IsArea an area from a pair.
	Level          Level
	IsLine, IsArea bool
	// LoopReason tells what a step about a loop rests on, and LoopCells has the cells of the loop that it rests on, by
	// their numbers in the rule. If HasLoopItem is set, closing the loop would leave the item without an option, and
	// otherwise other cells of the loop outside.
	LoopReason  LoopReason
	LoopCells   []int
	HasLoopItem bool
	// Items are the items that the technique is about. A single has one, which has no other options. Common peers have
	// one, to which an excluded option would leave too few. A line has its first item. A pair has the two items, and
	// then the two that these use up. An area has the cells that some excluded option would cut off. A trial has the
	// item that would be left without an option.
	Items []matrix.ItemID
	// Chosen are the options that all solutions hold, and Excluded those that none holds, as far as this step shows.
	Chosen, Excluded []matrix.OptionID
	// ExcludedBy holds, for each option of Excluded, the chosen option that cannot stand beside it, or a negative
	// number if the technique itself excludes it.
	ExcludedBy []matrix.OptionID
}

// Ending tells how a sequence of steps ended.
type Ending int

// The endings of a sequence of steps.
const (
	Stuck      Ending = iota // only a guess helps, or the time or the bound of work ran out
	Solved                   // every option is chosen or excluded
	Impossible               // some item can no longer be covered
)

// StepOrder tells in which order a person looks at the items.
type StepOrder struct {
	// Rank returns the rank of an item, from 0 to RankCount-1: singles of lower ranks come first.
	Rank      func(matrix.ItemID) int
	RankCount int
	// Line returns the number of the line that an item belongs to, or a negative number. The items of a line are the
	// steps of one rule on several cells, which colored secondary items join to one another and to the cells. People
	// look at such a rule as a whole.
	Line func(matrix.ItemID) int
	// IsCell tells which items are cells of a board that options cover, so that areas of cells can be cut off. It may
	// be nil.
	IsCell func(matrix.ItemID) bool
	// Loops are the rules that cells form one loop.
	Loops []LoopRule
	// Hardest is the hardest technique to use.
	Hardest Level
}

// SolveBySteps solves a problem by the easiest technique that works at each step, and yields the steps. The function
// returned tells, after the last step, how it ended.
func SolveBySteps(ctx context.Context, p *matrix.Problem, order StepOrder) (
	steps iter.Seq[Step], ending func() Ending) {
	end := Stuck
	return func(yield func(Step) bool) {
		s := newHumanSolver(p, order.RankCount, order.Rank)
		s.setLines(order.Line)
		s.hardest = order.Hardest
		for _, l := range order.Loops {
			n := len(l.WithSymbol)
			s.loops = append(s.loops, &loopState{LoopRule: l, isIn: make([]bool, n), isOpen: make([]bool, n), changed: -1})
		}
		if order.IsCell != nil {
			s.isCell = func(i matrix.ItemID) bool {
				return s.isPrimary(i) && s.Bound(i) == matrix.Once &&
					order.IsCell(i)
			}
		}
		end = Stuck
		for {
			mark := len(s.trail)
			s.usedArea, s.loopReason, s.loopItem = false, NoLoop, false
			level, ok := s.applyEasiest(ctx)
			switch {
			case !ok && s.uncoverable != noItem:
				end = Impossible
			case !ok && s.isSolved():
				end = Solved
			}
			if !ok || !yield(s.stepSince(mark, level)) {
				return
			}
		}
	}, func() Ending { return end }
}

// stepSince returns the step that made all decisions on the trail from an index on.
func (s *humanSolver) stepSince(mark int, level Level) Step {
	step := Step{Level: level, Items: slices.Clone(s.reason), IsArea: s.usedArea, IsLine: s.inLine[s.reason[0]]}
	if s.loopReason != NoLoop {
		step.IsLine, step.LoopReason = false, s.loopReason
		step.LoopCells, step.HasLoopItem = slices.Clone(s.loopCells), s.loopItem
	}
	for _, o := range s.trail[mark:] {
		if s.status[o] == chosenStatus {
			step.Chosen = append(step.Chosen, o)
			continue
		}
		by := matrix.OptionID(-1)
		if cause := s.causeOf[o]; cause >= 0 {
			by = s.trail[cause]
		}
		step.Excluded, step.ExcludedBy = append(step.Excluded, o), append(step.ExcludedBy, by)
	}
	return step
}

// itemLine is a line: the items of one rule on several cells.
type itemLine struct {
	items   []matrix.ItemID // primary items of the rule, its steps
	readers []matrix.ItemID // primary items of the rule and of the cells that it reads
	changed int             // number of decisions when the line was looked at last, or -1
}

// setLines moves the items of lines from the list of items to the lines.
func (s *humanSolver) setLines(line func(matrix.ItemID) int) {
	s.inLine = make([]bool, s.ItemCount())
	numbered := map[int]int{} // index in s.lines, by number of a line
	items := s.items[:0]
	for _, i := range s.items {
		n := line(i)
		if n < 0 {
			items = append(items, i)
			continue
		}
		k, known := numbered[n]
		if !known {
			k = len(s.lines)
			numbered[n] = k
			s.lines = append(s.lines, itemLine{changed: -1})
		}
		s.lines[k].items, s.inLine[i] = append(s.lines[k].items, i), true
	}
	s.items = items
	for k := range s.lines {
		s.lines[k].readers = s.readersOf(s.lines[k].items)
		slices.Sort(s.lines[k].readers)
	}
}

// readersOf returns the given items and all primary items of no line of which every option holds a colored item that
// options of the given items hold: the cells that a rule reads.
func (s *humanSolver) readersOf(items []matrix.ItemID) []matrix.ItemID {
	readers, looked := slices.Clone(items), map[matrix.ItemID]bool{}
	for _, i := range items {
		for _, o := range s.optionsHolding[i] {
			for _, e := range s.Option(o) {
				if e.Color != matrix.NoColor && !looked[e.Item] {
					looked[e.Item] = true
					readers = s.appendReaders(readers, e.Item)
				}
			}
		}
	}
	return readers
}

// appendReaders appends the primary items of no line of which every option holds a given colored item.
func (s *humanSolver) appendReaders(readers []matrix.ItemID, colored matrix.ItemID) []matrix.ItemID {
	holders := map[matrix.ItemID]int{} // number of options that hold both items
	for _, o := range s.optionsHolding[colored] {
		for _, e := range s.Option(o) {
			if s.isPrimary(e.Item) {
				holders[e.Item]++
			}
		}
	}
	for i, n := range holders {
		if n == len(s.optionsHolding[i]) && !s.inLine[i] && !slices.Contains(readers, i) {
			readers = append(readers, i)
		}
	}
	return readers
}

// excludeByLines applies the technique of lines to the first line that shows something.
func (s *humanSolver) excludeByLines() bool {
	for k := range s.lines {
		l := &s.lines[k]
		if l.changed == s.decisionCount {
			continue
		}
		mark := len(s.trail)
		for s.uncoverable == noItem && s.pruneLine(l) {
		}
		if len(s.trail) > mark {
			s.chooseForced(l.readers)
		}
		if l.changed = s.decisionCount; len(s.trail) > mark {
			s.reason = []matrix.ItemID{l.items[0]}
			return true
		}
	}
	return false
}

// pruneLine rules out each option of a line's items and cells that gives a color to an item which no option of some
// other reader of the line gives it, although all options of that reader give it a color. Then it chooses what is
// left to the items of the line. It reports whether it decided anything.
func (s *humanSolver) pruneLine(l *itemLine) (found bool) {
	allowed := map[matrix.ItemID]map[matrix.Color]bool{}
	for _, i := range l.readers {
		if s.coversNeeded(i) <= 0 {
			continue
		}
		for item, colors := range s.colorsGiven(i) {
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
	for _, i := range l.readers {
		for _, o := range s.openOptions(i) {
			if s.status[o] == openOption && slices.ContainsFunc(s.Option(o), func(e matrix.Entry) bool {
				return e.Color != matrix.NoColor && allowed[e.Item] != nil && !allowed[e.Item][e.Color]
			}) {
				s.ruleOut(o)
				found = true
			}
		}
	}
	return s.chooseForced(l.items) || found
}

// chooseForced chooses all open options of those items that need them all, and reports whether there were any.
func (s *humanSolver) chooseForced(items []matrix.ItemID) (found bool) {
	for _, i := range items {
		if s.uncoverable == noItem && s.needsAll(i) {
			s.chooseAll(i)
			found = true
		}
	}
	return found
}

// colorsGiven returns the colors that the open options of an item give, by colored item. Colored items that some
// option does not hold are left out.
func (s *humanSolver) colorsGiven(i matrix.ItemID) map[matrix.ItemID]map[matrix.Color]bool {
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
