package learn

import (
	"cmp"
	"slices"

	"quadrille/runtime/matrix"
)

// The search can count the options of an item that are true or false. But if 44 of 144 options are true, each reason is
// a list of 44 options, and there are far too many such lists to learn from. So a large item has variables that count.
// The variable of i and j is true if and only if at least j of the first i options are true. Learned clauses then say how
// many options are true in a part of the item, whichever they are. (C. Sinz, "Towards an optimal CNF encoding of Boolean
// cardinality constraints", CP 2005, with the implications in both directions.)

// itemCounter numbers the variables that count the true options of an item.
type itemCounter struct {
	item          matrix.ItemID
	size          int // number of options of the item
	low, high     int // least and greatest number of true options; high is size if there is no such bound
	firstVariable int32
}

// minSquaredChoice is the least square of [itemCounter.choiceSize] for which an item has variables. Where that square is
// less than the number of options, an item has none either, as its reasons are short lists out of many options: with
// them, the row "Some pentacubes" of examples/unseen.yaml (12 of some thousand options) takes four times as long.
const minSquaredChoice = 64

// counterBytes is the approximate memory of a variable of a counter with its clauses. memoryPart is the part of the
// memory that all these variables may take.
const counterBytes, memoryPart = 128, 32

// newItemCounters numbers the variables of the counters from a given number on. It returns the counters in the order of
// their items, and the number of variables.
func newItemCounters(search *ClauseSearch, variables int) (counters []itemCounter, end int) {
	p := search.problem
	free := int(search.settings.MaxMemory / memoryPart / counterBytes)
	if search.settings.Proof != nil {
		return nil, variables // the formula of a proof has other variables
	}
	for i, options := range p.OptionsByItem()[:p.PrimaryCount()] {
		b := p.Bound(matrix.ItemID(i))
		c := itemCounter{matrix.ItemID(i), len(options), int(b.Min), min(int(b.Max), len(options)), int32(variables)}
		square := c.choiceSize() * c.choiceSize()
		if square < max(minSquaredChoice, c.size) && (square == 0 || !search.tuning.countsSmallItems) {
			continue
		}
		if n := c.countVariables(); n <= free {
			counters, variables, free = append(counters, c), variables+n, free-n
		}
	}
	return counters, variables
}

// choiceSize returns how many options of the item an assignment chooses or leaves out, whichever is less, at a bound of
// their number. It is 0 if the item needs all options or no more than it has.
func (c *itemCounter) choiceSize() int {
	return max(0, min(c.low, c.size-c.low), min(c.high, c.size-c.high))
}

// maxCount returns the greatest number of true options for which there are variables.
func (c *itemCounter) maxCount() int {
	if c.high < c.size {
		return c.high
	}
	return c.low
}

// countVariables returns the number of variables.
func (c *itemCounter) countVariables() (n int) {
	for i := 1; i <= c.size; i++ {
		n += max(0, min(i, c.maxCount())-max(0, c.low-(c.size-i)))
	}
	return n
}

// always and never stand for literals that are true, and false, in each solution.
const always, never literal = 1<<32 - 2, 1<<32 - 1

// countLiterals returns, for each j, the literal that at least j of the first i options are true. The argument next is
// the first variable that is not numbered yet. The result ends with the literal behind maxCount.
func (c *itemCounter) countLiterals(i int, next *int32) (row []literal) {
	for j := range c.maxCount() + 1 {
		switch {
		case j <= c.low-(c.size-i) || j == 0: // else too few options were left
			row = append(row, always)
		case j > i:
			row = append(row, never)
		default:
			row = append(row, chosenLiteral(*next))
			*next++
		}
	}
	if c.high < c.size {
		row = append(row, never)
	}
	return row
}

// counterOf returns the counter of an item, or nil.
func (s *clauseSolver) counterOf(i matrix.ItemID) *itemCounter {
	k, found := slices.BinarySearchFunc(s.itemCounters, i, func(c itemCounter, i matrix.ItemID) int {
		return cmp.Compare(c.item, i)
	})
	if !found {
		return nil
	}
	return &s.itemCounters[k]
}

// loadCounter adds the clauses of a counter. It returns false if there is no solution.
func (s *clauseSolver) loadCounter(c *itemCounter) bool {
	next, isPossible := c.firstVariable, true
	before := c.countLiterals(0, &next)
	for i, o := range s.optionsOfItem[c.item] {
		x, row := chosenLiteral(int32(o)), c.countLiterals(i+1, &next)
		for j := 1; j < len(row); j++ {
			isPossible = isPossible && s.addCounterClause(before[j].negated(), row[j]) &&
				s.addCounterClause(x.negated(), before[j-1].negated(), row[j]) &&
				s.addCounterClause(row[j].negated(), before[j], x) &&
				s.addCounterClause(row[j].negated(), before[j-1])
		}
		before = row
	}
	return isPossible
}

// addCounterClause adds a clause of a counter without the literals that are false in each solution, unless another one
// is true in each solution. It returns false if there is no solution.
func (s *clauseSolver) addCounterClause(clause ...literal) bool {
	if slices.Contains(clause, always) {
		return true
	}
	return s.addInitialClause(slices.DeleteFunc(clause, func(l literal) bool { return l == never }))
}
