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
// Its input is a search node, and weights of the items (see weights.go); its output is a lower bound on the cost of
// the solutions below the node. It must not know how the limit is chosen.
//
// The cost of a solution is the cost of the options chosen so far, plus that of the others. Each of those costs at
// least the weights of its items. An item of positive weight is covered at least as often as it must be, and one of
// negative weight at most as often as it may be and as options are left. What an option costs beyond its weights,
// its reduced cost, is shared out evenly to its primary items that must be covered: an item that is to be covered k
// times more adds at least the sum of the k least shares of its options (D. E. Knuth's DLX5 bounds minimum-cost covers
// by such shares, without weights).

// GoalBound bounds the cost of solutions of a problem with a goal. The cost is the value, or the negative value if the
// greatest value is best. It serves the searches of several threads, which share its limit.
type GoalBound struct {
	problem   *matrix.Problem
	costs     []int64 // cost of each option
	baseCost  int64   // cost of a solution without options
	costStep  int64   // greatest common divisor of the costs, or 1
	costLimit atomic.Int64
	readCount atomic.Int64 // number of items and options that filters have read
	// optionsByCost lists the options by ascending reduced cost.
	optionsByCost []matrix.OptionID
	// unitsPerCost is the unit of weights, reduced costs and shares: so many units make a cost of 1. It is 0 if the
	// costs are too large for a bound.
	unitsPerCost int64
	itemWeights  []int64 // weight of an item, by item, in units
	reducedCosts []int64 // reduced cost of an option, by option, in units; not negative
	costShares   []int64 // reduced cost divided by the number of the option's items that must be covered, by option
	// minCovers and maxCovers hold, by item, the bounds of the number of options that cover the item without a color.
	minCovers, maxCovers []int32
}

// NewGoalBound returns the bound of a problem, which must have a goal. It has no limit yet.
func NewGoalBound(p *matrix.Problem) *GoalBound {
	b := &GoalBound{problem: p, costs: p.Goal().Costs(), baseCost: p.Goal().BaseValue,
		minCovers: make([]int32, p.ItemCount()), maxCovers: make([]int32, p.ItemCount())}
	b.costLimit.Store(math.MaxInt64)
	if p.Goal().Maximize {
		b.baseCost = -b.baseCost
	}
	for _, c := range b.costs {
		b.costStep = greatestDivisor(b.costStep, max(c, -c))
	}
	b.costStep = max(1, b.costStep)
	for i, n := range p.OptionCounts() {
		b.maxCovers[i] = min(1, n)
		if i < p.PrimaryCount() {
			bound := p.Bound(matrix.ItemID(i))
			b.minCovers[i], b.maxCovers[i] = bound.Min, min(bound.Max, n)
		}
	}
	b.findWeights()
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

func greatestDivisor(a, b int64) int64 {
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
	sum := b.leastUnits()
	least := sum / b.unitsPerCost
	if sum > least*b.unitsPerCost {
		least++
	}
	if over := (least - b.baseCost) % b.costStep; over != 0 { // costs differ from baseCost by multiples of costStep
		least += b.costStep - over
		if over < 0 {
			least -= b.costStep
		}
	}
	return least, true
}

// OptionsWithin lists the options that a solution within a cost may hold, as far as their reduced costs tell.
func (b *GoalBound) OptionsWithin(cost int64) (options []matrix.OptionID) {
	room := int64(math.MaxInt64)
	if b.unitsPerCost > 0 && cost < math.MaxInt64 {
		room = b.scaledLimit(cost) - b.leastUnits()
	}
	for o := range b.costs {
		if b.unitsPerCost == 0 || b.reducedCosts[o] <= room {
			options = append(options, matrix.OptionID(o))
		}
	}
	return options
}

// leastUnits returns a lower bound on the cost of all solutions, in units.
func (b *GoalBound) leastUnits() int64 {
	sum := b.baseCost * b.unitsPerCost
	for i, w := range b.itemWeights {
		sum += w * int64(b.coverCount(i, 0, b.maxCovers[i]))
	}
	return sum
}

// coverCount returns the number of further covers of an item that makes the bound least: as few as possible if the
// weight of the item is positive, and as many as possible if it is negative. The argument covered is the number of
// covers so far, and left is the number of options of the item that can still be chosen.
func (b *GoalBound) coverCount(item int, covered, left int32) int32 {
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

// ReadCount returns the number of items and options that the filters have read, as a measure of their work.
func (b *GoalBound) ReadCount() int64 { return b.readCount.Load() }

// SetLimit sets the greatest cost of the solutions that the filters let pass.
func (b *GoalBound) SetLimit(cost int64) { b.costLimit.Store(cost) }

// AllowsSolution reports whether a solution costs no more than the limit. The search does not call a filter at a node
// without active items, so it may find solutions that cost more.
func (b *GoalBound) AllowsSolution(s matrix.Solution) bool { return b.CostOf(s) <= b.costLimit.Load() }

// CostBetween returns a possible cost between least and found. Its distance from least is the whole gap divided by
// part.
func (b *GoalBound) CostBetween(least, found, part int64) int64 {
	return b.StepCost(least, (found/b.costStep-least/b.costStep)/part)
}

// StepCost returns a cost plus so many steps, which may be negative. The costs of solutions differ by whole steps.
func (b *GoalBound) StepCost(cost, steps int64) int64 { return cost + steps*b.costStep }

// boundFilter filters the nodes of one search.
type boundFilter struct {
	*GoalBound
	nextFilter     Filter            // filter that is called after this one, or nil
	coverCounts    []int32           // number of chosen options that hold an item without a color, by item
	smallestShares []int64           // scratch memory of leastShares
	maxFurtherCost int64             // largest total reduced cost of further options within the limit, in units
	tooCostly      []matrix.OptionID // options whose reduced cost exceeds maxFurtherCost
	optionReads    int64             // number of options read at a node
}

// NewFilter returns a filter for one search, followed by another filter if that is not nil.
func (b *GoalBound) NewFilter(next Filter) Filter {
	return &boundFilter{GoalBound: b, nextFilter: next, coverCounts: make([]int32, b.problem.ItemCount())}
}

// Prune implements [Filter].
func (f *boundFilter) Prune(n *Node) bool {
	if !f.pruneByCost(n) {
		return false
	}
	return f.nextFilter == nil || n.First() < 0 || f.nextFilter.Prune(n)
}

// pruneByCost returns false if the solutions below the node cost more than the limit.
func (f *boundFilter) pruneByCost(n *Node) bool {
	limit := f.costLimit.Load()
	if limit == math.MaxInt64 || f.unitsPerCost == 0 {
		return true
	}
	clear(f.coverCounts)
	cost := f.baseCost
	for _, x := range n.search.chosenNodes {
		o := n.search.optionAt(x)
		cost += f.costs[o]
		for _, e := range f.problem.Option(o) {
			if e.Color == matrix.NoColor {
				f.coverCounts[e.Item]++
			}
		}
	}
	least := cost * f.unitsPerCost
	for i, w := range f.itemWeights {
		if w != 0 {
			least += w * int64(f.coverCount(i, f.coverCounts[i], n.optionsLeft(matrix.ItemID(i))))
		}
	}
	f.maxFurtherCost = f.scaledLimit(limit) - least
	f.tooCostly = f.tooCostly[:0]
	f.optionReads = 0
	left := f.maxFurtherCost // maxFurtherCost minus the shares that the items need
	for i := n.First(); i >= 0 && left >= 0; i = n.Next(i) {
		if k := f.minCovers[i] - f.coverCounts[i]; k > 0 {
			left -= f.leastShares(n, i, k)
		}
	}
	f.readCount.Add(int64(len(f.itemWeights)) + f.optionReads)
	if left < 0 {
		return false
	}
	for _, o := range f.tooCostly {
		if n.IsPossible(o) {
			n.Remove(o)
		}
	}
	return true
}

// scaledLimit returns a limit in units.
func (b *GoalBound) scaledLimit(limit int64) int64 {
	if limit > math.MaxInt64/2/b.unitsPerCost {
		return math.MaxInt64 / 2
	}
	return max(limit, math.MinInt64/2/b.unitsPerCost) * b.unitsPerCost
}

// leastShares returns the sum of the k least shares among the remaining options of an item. It adds options whose
// reduced cost exceeds maxFurtherCost to tooCostly. It ends early when the sum cannot become positive.
func (f *boundFilter) leastShares(n *Node, i matrix.ItemID, k int32) (sum int64) {
	f.smallestShares = f.smallestShares[:0]
	head := int32(i) + 1
	for x := n.search.nodes[head].down; x != head; x = n.search.nodes[x].down {
		o := n.search.optionAt(x)
		f.optionReads++
		if f.reducedCosts[o] > f.maxFurtherCost {
			f.tooCostly = append(f.tooCostly, o)
			continue
		}
		share := f.costShares[o]
		if k == 1 {
			if len(f.smallestShares) == 0 {
				f.smallestShares = append(f.smallestShares, share)
			}
			if f.smallestShares[0] = min(f.smallestShares[0], share); f.smallestShares[0] == 0 {
				return 0
			}
			continue
		}
		at, _ := slices.BinarySearch(f.smallestShares, share)
		if at < int(k) {
			f.smallestShares = slices.Insert(f.smallestShares, at, share)[:min(int(k), len(f.smallestShares)+1)]
		}
	}
	if len(f.smallestShares) < int(k) {
		return math.MaxInt64 / 2 // the item cannot be covered any more
	}
	for _, share := range f.smallestShares {
		sum += share
	}
	return sum
}
