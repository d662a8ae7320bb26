package dlx

import (
	"cmp"
	"math"
	"slices"
	"sync/atomic"

	"quadrille/runtime/matrix"
)

// The bound filter serves problems that have a goal. It cuts off nodes below which every solution costs more than a
// limit, and removes options that only such solutions contain.
//
// Its input is a search node, and weights of the items (see weights.go); its output is a lower bound on the cost of the
// solutions below the node. It must not know how the limit is chosen.
//
// The cost of a solution is the cost of the options chosen so far, plus the cost of the options that are still to be
// chosen. The cost of an option is at least the total weight of its items; the rest is its reduced cost. An item of
// positive weight is counted as often as it must be covered at least, and an item of negative weight as often as it can
// be covered at most. The reduced cost of an option is shared out evenly among its primary items that must be covered.
// An item that must be covered k more times adds the sum of the k least shares among its options (D. E. Knuth's DLX5
// bounds minimum-cost covers by such shares, without weights).

// GoalBound computes lower bounds on the cost of solutions of a problem with a goal. The cost is the value of the goal,
// or the negative value if the goal is to maximize. The searches of several threads share one GoalBound and its limit.
type GoalBound struct {
	problem  *matrix.Problem
	costs    []int64 // cost of each option, by option
	baseCost int64   // cost of a solution without options
	costStep int64   // greatest common divisor of the costs, or 1
	// costLimit is the greatest cost of a solution that the filters let pass.
	costLimit   atomic.Int64
	filterReads atomic.Int64 // number of items and options that all filters have read, as a measure of their work
	// optionsByCost lists the options by ascending reduced cost.
	optionsByCost []matrix.OptionID
	// unitsPerCost is the number of units in a cost of 1. Weights, reduced costs and shares are integers in these
	// units. It is 0 if the costs are too large for a bound.
	unitsPerCost int64
	itemWeights  []int64 // weight of each item in units, by item
	reducedCosts []int64 // cost of each option minus the weights of its items, in units, by option; not negative
	// reduced cost of each option divided by the number of its items that must be covered, by option
	costShares []int64
	// minCovers and maxCovers are the least and the greatest number of options that may cover an item without giving it
	// a color, by item.
	minCovers, maxCovers []int32
}

// NewGoalBound returns the bound for a problem, which must have a goal. The cost limit is not set yet.
func NewGoalBound(p *matrix.Problem) *GoalBound {
	b := &GoalBound{problem: p, costs: p.Goal().Costs(), baseCost: p.Goal().BaseValue,
		minCovers: make([]int32, p.ItemCount()), maxCovers: make([]int32, p.ItemCount())}
	b.costLimit.Store(math.MaxInt64)
	if p.Goal().Maximize {
		b.baseCost = -b.baseCost
	}
	for _, c := range b.costs {
		b.costStep = greatestCommonDivisor(b.costStep, max(c, -c))
	}
	b.costStep = max(1, b.costStep)
	for i, n := range p.OptionCounts() {
		b.maxCovers[i] = min(1, n)
		if i < p.PrimaryCount() {
			bound := p.Bound(matrix.ItemID(i))
			b.minCovers[i], b.maxCovers[i] = bound.Min, min(bound.Max, n)
		}
	}
	b.computeWeights()
	b.optionsByCost = make([]matrix.OptionID, p.OptionCount())
	key := b.costs
	if b.unitsPerCost > 0 {
		key = b.reducedCosts
	}
	for o := range b.optionsByCost {
		b.optionsByCost[o] = matrix.OptionID(o)
	}
	slices.SortStableFunc(b.optionsByCost, func(x, y matrix.OptionID) int { return cmp.Compare(key[x], key[y]) })
	return b
}

func greatestCommonDivisor(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// OptionOrder lists the options by ascending reduced cost.
func (b *GoalBound) OptionOrder() []matrix.OptionID { return b.optionsByCost }

// LowerBound returns a lower bound on the cost of all solutions, and false if the costs are too large for one.
func (b *GoalBound) LowerBound() (int64, bool) {
	if b.unitsPerCost == 0 {
		return 0, false
	}
	sum := b.lowerBoundInUnits()
	least := sum / b.unitsPerCost
	if sum > least*b.unitsPerCost {
		least++
	}
	// the costs of solutions differ from baseCost by multiples of costStep
	if over := (least - b.baseCost) % b.costStep; over != 0 {
		least += b.costStep - over
		if over < 0 {
			least -= b.costStep
		}
	}
	return least, true
}

// OptionsWithin lists the options whose reduced cost allows them to be in a solution of at most the given cost.
func (b *GoalBound) OptionsWithin(cost int64) (options []matrix.OptionID) {
	room := int64(math.MaxInt64)
	if b.unitsPerCost > 0 && cost < math.MaxInt64 {
		room = b.limitInUnits(cost) - b.lowerBoundInUnits()
	}
	for o := range b.costs {
		if b.unitsPerCost == 0 || b.reducedCosts[o] <= room {
			options = append(options, matrix.OptionID(o))
		}
	}
	return options
}

// lowerBoundInUnits returns a lower bound on the cost of all solutions, in units.
func (b *GoalBound) lowerBoundInUnits() int64 {
	sum := b.baseCost * b.unitsPerCost
	for i, w := range b.itemWeights {
		sum += w * int64(b.coversOfLeastBound(i, 0, b.maxCovers[i]))
	}
	return sum
}

// coversOfLeastBound returns the number of further covers of an item for which the lower bound is least: as few as
// possible if the weight of the item is positive, and as many as possible if it is negative. The argument covered is
// the number of covers so far, and left is the number of options of the item that can still be chosen.
func (b *GoalBound) coversOfLeastBound(item int, covered, left int32) int32 {
	if b.itemWeights[item] > 0 {
		return max(0, b.minCovers[item]-covered)
	}
	return max(0, min(b.maxCovers[item]-covered, left))
}

// CostOf returns the cost of a solution.
func (b *GoalBound) CostOf(s matrix.Solution) int64 {
	cost := b.baseCost
	for _, o := range s {
		cost += b.costs[o]
	}
	return cost
}

// FilterReads returns the number of items and options that all filters have read, as a measure of their work.
func (b *GoalBound) FilterReads() int64 { return b.filterReads.Load() }

// SetLimit sets the greatest cost of the solutions that the filters let pass.
func (b *GoalBound) SetLimit(cost int64) { b.costLimit.Store(cost) }

// IsWithinLimit reports whether a solution costs no more than the limit. Solutions need this check, because the search
// calls no filter at a node without active items.
func (b *GoalBound) IsWithinLimit(s matrix.Solution) bool { return b.CostOf(s) <= b.costLimit.Load() }

// CostBetween returns a possible cost of a solution between least and found: least plus the gap divided by part,
// rounded to whole steps.
func (b *GoalBound) CostBetween(least, found, part int64) int64 {
	return b.CostAfterSteps(least, (found/b.costStep-least/b.costStep)/part)
}

// CostAfterSteps returns a cost plus a number of steps, which may be negative. A step is the greatest common divisor of
// the differences between costs of solutions.
func (b *GoalBound) CostAfterSteps(cost, steps int64) int64 { return cost + steps*b.costStep }

// boundFilter removes, in one search, the nodes and options whose solutions exceed the cost limit of a GoalBound.
type boundFilter struct {
	*GoalBound
	nextFilter        Filter            // filter that is called after this one, or nil
	uncoloredCovers   []int32           // number of chosen options that hold an item without a color, by item
	leastSharesBuffer []int64           // buffer for the least shares of one item
	maxFurtherCost    int64             // largest total reduced cost of further options within the limit, in units
	tooCostlyOptions  []matrix.OptionID // options whose reduced cost exceeds maxFurtherCost
	optionsReadAtNode int64             // number of options read at the current node
}

// NewFilter returns a bound filter for one search. If next is not nil, it is called after the bound filter at each
// node.
func (b *GoalBound) NewFilter(next Filter) Filter {
	return &boundFilter{GoalBound: b, nextFilter: next, uncoloredCovers: make([]int32, b.problem.ItemCount())}
}

// Prune implements [Filter].
func (f *boundFilter) Prune(n *Node) bool {
	if !f.pruneByCost(n) {
		return false
	}
	return f.nextFilter == nil || n.First() < 0 || f.nextFilter.Prune(n)
}

// pruneByCost returns false if every solution below the node costs more than the limit.
func (f *boundFilter) pruneByCost(n *Node) bool {
	limit := f.costLimit.Load()
	if limit == math.MaxInt64 || f.unitsPerCost == 0 {
		return true
	}
	clear(f.uncoloredCovers)
	cost := f.baseCost
	for _, x := range n.search.chosenNodes {
		o := n.search.optionAt(x)
		cost += f.costs[o]
		for _, e := range f.problem.Option(o) {
			if e.Color == matrix.NoColor {
				f.uncoloredCovers[e.Item]++
			}
		}
	}
	least := cost * f.unitsPerCost
	for i, w := range f.itemWeights {
		if w != 0 {
			least += w * int64(f.coversOfLeastBound(i, f.uncoloredCovers[i], n.remainingOptions(matrix.ItemID(i))))
		}
	}
	f.maxFurtherCost = f.limitInUnits(limit) - least
	f.tooCostlyOptions = f.tooCostlyOptions[:0]
	f.optionsReadAtNode = 0
	left := f.maxFurtherCost // maxFurtherCost minus the shares that the items need
	for i := n.First(); i >= 0 && left >= 0; i = n.Next(i) {
		if k := f.minCovers[i] - f.uncoloredCovers[i]; k > 0 {
			left -= f.sumLeastShares(n, i, k)
		}
	}
	f.filterReads.Add(int64(len(f.itemWeights)) + f.optionsReadAtNode)
	if left < 0 {
		return false
	}
	for _, o := range f.tooCostlyOptions {
		if n.IsPossible(o) {
			n.Remove(o)
		}
	}
	return true
}

// limitInUnits converts a limit of cost to units.
func (b *GoalBound) limitInUnits(limit int64) int64 {
	if limit > math.MaxInt64/2/b.unitsPerCost {
		return math.MaxInt64 / 2
	}
	return max(limit, math.MinInt64/2/b.unitsPerCost) * b.unitsPerCost
}

// sumLeastShares returns the sum of the k least shares among the remaining options of an item. It adds options whose
// reduced cost exceeds maxFurtherCost to tooCostlyOptions. It stops early if the sum is certain to be negative or 0.
func (f *boundFilter) sumLeastShares(n *Node, i matrix.ItemID, k int32) (sum int64) {
	f.leastSharesBuffer = f.leastSharesBuffer[:0]
	head := int32(i) + 1
	for x := n.search.nodes[head].down; x != head; x = n.search.nodes[x].down {
		o := n.search.optionAt(x)
		f.optionsReadAtNode++
		if f.reducedCosts[o] > f.maxFurtherCost {
			f.tooCostlyOptions = append(f.tooCostlyOptions, o)
			continue
		}
		share := f.costShares[o]
		if k == 1 {
			if len(f.leastSharesBuffer) == 0 {
				f.leastSharesBuffer = append(f.leastSharesBuffer, share)
			}
			if f.leastSharesBuffer[0] = min(f.leastSharesBuffer[0], share); f.leastSharesBuffer[0] == 0 {
				return 0
			}
			continue
		}
		at, _ := slices.BinarySearch(f.leastSharesBuffer, share)
		if at < int(k) {
			f.leastSharesBuffer = slices.Insert(f.leastSharesBuffer, at,
				share)[:min(int(k), len(f.leastSharesBuffer)+1)]
		}
	}
	if len(f.leastSharesBuffer) < int(k) {
		return math.MaxInt64 / 2 // the item cannot be covered any more
	}
	for _, share := range f.leastSharesBuffer {
		sum += share
	}
	return sum
}
