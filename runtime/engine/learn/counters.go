package learn

import "quadrille/runtime/matrix"

// The engine counts the options of an item with a multiplicity itself. The reason that the item has reached a limit is
// then a set of options, one of very many, and a learned clause says next to nothing about the others. With variables
// that say "at least j of the first i options", clauses speak of numbers (C. Sinz, "Towards an optimal CNF encoding of
// Boolean cardinality constraints", 2005). Such a counter has about as many variables as the item has options times the
// limit, so an item gets one only when its limits have been reasons often, at a restart (I. Abío and others, "To encode
// or to propagate? The best choice for each constraint in SAT", CP 2013). The number of pieces that fill a board, for
// example, is never a reason. From then on the clauses of the counter propagate all that the limits do. Its variables
// follow from the options, so the solutions stay the same.

// itemCounters holds the counters of items, and the numbers that decide which items get one.
type itemCounters struct {
	// limitUses is the number of times that a limit of each primary item was a reason in the analysis of a conflict, or
	// -1 if the item has a counter.
	limitUses []int64
	counters  []itemCounter // counters that were added
}

// itemCounter is the counter of an item. It counts the options that were open when it was added.
type itemCounter struct {
	firstVariable int32
	width         int       // largest number that it knows
	options       []literal // literals that are counted: the chosen literals of the open options
}

// An item gets a counter if it has given a reason for every second conflict, and counterUses reasons for each unit of
// the width. A reason takes as many steps as the item has options, and so does each unit of the width. A reason of
// fewer literals than minCounterWidth is as good as a counter. (With less, block designs of nine points and biplanes of
// examples/unseen.yaml take twice as long. With 5, two rooks and four bishops of examples/fresh.yaml do.)
const (
	counterUses     = 10
	minCounterWidth = 4
)

// variableBytes is the approximate memory of a variable of a counter with its clauses, in bytes.
const variableBytes = 256

// addCounters adds counters to the items whose limits were reasons often, as long as all counters together take a small
// part of the memory. It must be called at the root, when all literals there are propagated; there may be new ones
// afterwards.
func (s *clauseSolver) addCounters() {
	for k, uses := range s.limitUses {
		if uses < s.conflictCount/2 {
			continue
		}
		i := matrix.ItemID(k)
		open, low, high := s.openOptions(i)
		width := counterWidth(low, high, len(open))
		if width < s.tuning.minCounterWidth || uses < s.tuning.counterUses*int64(width) ||
			s.counterVariableCount()+int64(len(open))*int64(width) > s.settings.MaxMemory/16/variableBytes ||
			s.proof != nil && s.proof.CounterVariable(i) == 0 {
			continue
		}
		s.addCounter(open, low, high, width)
		if s.proof != nil {
			s.nameCounter(i, width)
		}
		s.limitUses[i], s.optionLimits[0][i], s.optionLimits[1][i] = -1, noOptionLimit, noOptionLimit
	}
}

// counterWidth returns the largest number that a counter of size literals must know, of which low to high are true.
func counterWidth(low, high, size int) int {
	if high < size {
		return max(0, low, high)
	}
	return max(0, low)
}

// counterVariableCount returns the number of variables of all counters, which are the last ones.
func (s *clauseSolver) counterVariableCount() int64 {
	if len(s.counters) == 0 {
		return 0
	}
	return int64(len(s.savedValues)) - int64(s.counters[0].firstVariable)
}

// openOptions returns the open options of item i, and how many of them must be chosen at least and at most.
func (s *clauseSolver) openOptions(i matrix.ItemID) (open []literal, low, high int) {
	low, high = int(s.problem.Bound(i).Min), int(s.problem.Bound(i).Max)
	for _, o := range s.optionsOfItem[i] {
		switch x := chosenLiteral(int32(o)); {
		case s.literalValues[x] == 0:
			open = append(open, x)
		case s.literalValues[x] > 0:
			low, high = low-1, high-1
		}
	}
	return open, low, high
}

// addCounter adds a counter of the given width, and the clauses that low to high of the literals are true.
func (s *clauseSolver) addCounter(options []literal, low, high, width int) {
	s.counters = append(s.counters, itemCounter{int32(len(s.savedValues)), width, options})
	var row []literal // at index j: at least j+1 of the literals before are true
	for _, x := range options {
		if high < len(options) && len(row) >= high {
			s.addClause([]literal{x.negated(), row[high-1].negated()}, 0)
		}
		row = s.addCounterRow(x, row)
	}
	if low > 0 {
		s.assignLiteral(row[low-1], byDecision)
	}
}

// addCounterRow adds the variables that say how many literals are true up to x, from those of the literal before it.
func (s *clauseSolver) addCounterRow(x literal, before []literal) (row []literal) {
	for j := range min(len(before)+1, s.counters[len(s.counters)-1].width) {
		v := s.newVariable()
		row = append(row, v)
		definition := [][]literal{{v.negated(), x}, {x.negated(), v}}
		if j < len(before) {
			definition[0] = append(definition[0], before[j])
			definition = append(definition, []literal{before[j].negated(), v})
		}
		if j > 0 {
			definition[1] = append(definition[1], before[j-1].negated())
			definition = append(definition, []literal{v.negated(), before[j-1]})
		}
		for _, clause := range definition {
			s.addClause(clause, 0)
		}
	}
	return row
}

// newVariable returns the literal that a new variable is true. The variable holds no items.
func (s *clauseSolver) newVariable() literal {
	variable := int32(len(s.savedValues))
	v := chosenLiteral(variable)
	s.watchLists, s.literalValues = append(s.watchLists, nil, nil), append(s.literalValues, 0, 0)
	s.literalsForSlicing = append(s.literalsForSlicing, v, v.negated())
	s.trailPlaceOf, s.optionMarks = append(s.trailPlaceOf, trailPlace{}), append(s.optionMarks, notVisited)
	s.lastWalkOfLevel, s.lastWalkOfOption = append(s.lastWalkOfLevel, 0), append(s.lastWalkOfOption, 0)
	s.activity, s.heapIndex = append(s.activity, 0), append(s.heapIndex, -1)
	s.savedValues, s.targetValues = append(s.savedValues, v.negated()), append(s.targetValues, noSavedValue)
	if s.setsOfVariable != nil {
		s.setsOfVariable = append(s.setsOfVariable, nil)
	}
	s.pushOption(variable)
	return v
}

// nameCounter says which variables of the formula are those of the last counter, which counts item i. The formula has
// a counter of all options of the item. Where an option was false at the root, its row is equivalent to the row before
// it, and where it was true, to that row shifted by one, both by unit propagation.
func (s *clauseSolver) nameCounter(i matrix.ItemID, width int) {
	b := s.problem.Bound(i)
	full := counterWidth(int(b.Min), int(b.Max), len(s.optionsOfItem[i])) // width of the counter in the formula
	row, chosen, open := s.proof.CounterVariable(i), 0, 0
	for k, o := range s.optionsOfItem[i] {
		switch s.literalValues[chosenLiteral(int32(o))] {
		case 1:
			chosen++
		case 0:
			open++
			for j := range min(open, width) {
				s.formulaVariables = append(s.formulaVariables, row+chosen+j)
			}
		}
		row += min(k+1, full)
	}
}
