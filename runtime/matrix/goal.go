package matrix

import (
	"fmt"
	"slices"
)

// Goal defines the best solutions of a problem. Each option has a value, and the value of a solution is the sum of the
// values of its options. A goal does not change the set of solutions.
type Goal struct {
	// Maximize is set if the greatest value is the best one. Otherwise the least value is.
	Maximize bool
	// BaseValue is the value of a solution without options.
	BaseValue int64
	// OptionValues holds the value of each option. The sum of the absolute values of all options and of BaseValue is at
	// most MaxValue, so that no sum overflows.
	OptionValues []int64
}

// MaxValue bounds the absolute value of a solution.
const MaxValue = 1 << 62

// ValueOf returns the value of a solution.
func (g *Goal) ValueOf(s Solution) int64 {
	sum := g.BaseValue
	for _, o := range s {
		sum += g.OptionValues[o]
	}
	return sum
}

// IsBetter reports whether the value a is better than b.
func (g *Goal) IsBetter(a, b int64) bool {
	if g.Maximize {
		return a > b
	}
	return a < b
}

// Costs returns the cost of each option: its value, or its negative value if the greatest value is best. So the best
// solutions are those of least cost.
func (g *Goal) Costs() []int64 {
	costs := make([]int64, len(g.OptionValues))
	for o, v := range g.OptionValues {
		if costs[o] = v; g.Maximize {
			costs[o] = -v
		}
	}
	return costs
}

// ValueOfCost returns the value of a solution whose options have the given sum of costs.
func (g *Goal) ValueOfCost(cost int64) int64 {
	if g.Maximize {
		return g.BaseValue - cost
	}
	return g.BaseValue + cost
}

// OptimumWord returns "maximum" or "minimum", the word for the best value.
func (g *Goal) OptimumWord() string {
	if g.Maximize {
		return "maximum"
	}
	return "minimum"
}

// Goal returns the goal of the problem, or nil if it has none; it must not be changed.
func (p *Problem) Goal() *Goal { return p.goal }

// WithGoal returns a problem with another goal, or without a goal if g is nil. It shares everything else with p.
func (p *Problem) WithGoal(g *Goal) (*Problem, error) {
	q := p.shallowCopy()
	q.goal = g
	return q, q.validateGoal()
}

// validateGoal checks that there is a value for each option, and that no sum of values overflows.
func (p *Problem) validateGoal() error {
	if p.goal == nil {
		return nil
	}
	if len(p.goal.OptionValues) != p.OptionCount() {
		return fmt.Errorf("the goal has %d values for %d options", len(p.goal.OptionValues), p.OptionCount())
	}
	room := uint64(MaxValue)
	for _, v := range slices.Concat([]int64{p.goal.BaseValue}, p.goal.OptionValues) {
		size := uint64(v)
		if v < 0 {
			size = -size
		}
		if size > room {
			return fmt.Errorf("the values of the options add up to more than %d", int64(MaxValue))
		}
		room -= size
	}
	return nil
}

// keepValues returns the goal after some options were removed. The argument newIDs holds, for each option, its new id,
// or -1 if it was removed.
func (g *Goal) keepValues(newIDs []OptionID) *Goal {
	if g == nil {
		return nil
	}
	kept := &Goal{Maximize: g.Maximize, BaseValue: g.BaseValue}
	for o, n := range newIDs {
		if n >= 0 {
			kept.OptionValues = append(kept.OptionValues, g.OptionValues[o])
		}
	}
	return kept
}
