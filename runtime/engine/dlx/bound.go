package dlx

import (
	"cmp"
	"math"
	"slices"
	"sync/atomic"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
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
//
// Where colors join items, there is a second bound: see forest.go.

// GoalBound computes lower bounds on the cost of solutions of a problem with a goal. The cost is the value of the goal,
// or the negative value if the goal is to maximize. The searches of several threads share one GoalBound and its limit.
type GoalBound struct {
	*boundTables
	// costLimit is the greatest cost of a solution that the filters let pass.
	costLimit   atomic.Int64
	filterReads atomic.Int64 // number of items and options that all filters have read, as a measure of their work
}

// boundTables holds what a bound knows of the whole problem. It does not change.
type boundTables struct {
	problem  *matrix.Problem
	costs    []int64 // cost of each option
	baseCost int64   // cost of a solution without options
	costStep int64   // greatest common divisor of the costs, or 1
	// optionsByCost lists the options by ascending cost: by treeCosts with a forest, or else by reduced cost.
	optionsByCost []matrix.OptionID
	// unitsPerCost is the number of units in a cost of 1. Weights, reduced costs and shares are integers in these
	// units. It is 0 if the costs are too large for a bound.
	unitsPerCost int64
	itemWeights  []int64 // for each item, its weight in units
	reducedCosts []int64 // for each option, its cost minus the weights of its items, in units; not negative
	// for each option, its reduced cost divided by the number of its items that must be covered, in units
	costShares []int64
	// For each item, minCovers and maxCovers are the least and the greatest number of options that may cover the item
	// without giving it a color.
	minCovers, maxCovers []int32
	// plainItems lists the items that options hold without a color, one option after the other. The items of option o
	// begin at index plainStarts[o].
	plainItems  []matrix.ItemID
	plainStarts []int32
	// forest holds trees of items that are joined by colors (see forest.go); nil if there are none. forestWeights are
	// the weights of the forest's rows for the whole problem, and forestBound is the lower bound of the forest with
	// these weights, in units. For each option, treeCosts is a lower bound on how much more than forestBound a solution
	// with the option costs, in units.
	forest        *colorForest
	forestWeights []int64
	forestBound   int64
	treeCosts     []int64
	maxWeight     float64 // largest absolute value that a weight may get at a node, in units, so that no sum overflows
}

// NewGoalBound returns the bound for a problem, which must have a goal. The cost limit is not set yet.
func NewGoalBound(p *matrix.Problem) *GoalBound {
	b, key := newWeightBound(p), []int64(nil)
	switch b.computeForest(); {
	case b.forest != nil:
		key = b.treeCosts
	case b.unitsPerCost > 0:
		key = b.reducedCosts
	default:
		key = b.costs
	}
	b.optionsByCost = make([]matrix.OptionID, p.OptionCount())
	for o := range b.optionsByCost {
		b.optionsByCost[o] = matrix.OptionID(o)
	}
	slices.SortStableFunc(b.optionsByCost, func(x, y matrix.OptionID) int { return cmp.Compare(key[x], key[y]) })
	return b
}

// newWeightBound returns the bound that uses weights of the items alone, and no forest. A proof can state only this
// bound.
func newWeightBound(p *matrix.Problem) *GoalBound {
	b := (&GoalBound{boundTables: &boundTables{problem: p, costs: p.Goal().Costs(), baseCost: p.Goal().BaseValue,
		minCovers: make([]int32, p.ItemCount()), maxCovers: make([]int32, p.ItemCount())}}).NewTwin()
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
	b.listPlainItems()
	b.computeWeights()
	return b
}

// NewTwin returns a bound for the same problem, with a limit of its own that is not set yet.
func (b *GoalBound) NewTwin() *GoalBound {
	twin := &GoalBound{boundTables: b.boundTables}
	twin.costLimit.Store(search.NoCostLimit)
	return twin
}

// listPlainItems lists the items that options hold without a color, and bounds the weights of nodes.
func (b *GoalBound) listPlainItems() {
	for o := range b.costs {
		b.plainStarts = append(b.plainStarts, int32(len(b.plainItems)))
		for _, e := range b.problem.Option(matrix.OptionID(o)) {
			if e.Color == matrix.NoColor {
				b.plainItems = append(b.plainItems, e.Item)
			}
		}
	}
	b.plainStarts = append(b.plainStarts, int32(len(b.plainItems)))
	size := float64(len(b.plainItems) + 1)
	for _, least := range b.minCovers {
		size += float64(least)
	}
	b.maxWeight = maxScaledSum / 2 / size
}

// computeForest computes the forest, its weights for the whole problem, and the costs of trees.
func (b *GoalBound) computeForest() {
	if b.forest = newColorForest(b); b.forest == nil {
		return
	}
	t := newForestBound(b.forest)
	t.readWhole(b)
	if b.forestWeights, b.forestBound = t.findRootWeights(b); b.forestBound < impossible {
		t.findTreeCosts()
	}
	b.treeCosts = t.sums
	for _, o := range t.freeLeft {
		b.treeCosts[o] = max(0, t.reducedCost(o, b.forestWeights))
	}
}

// plainItemsOf returns the items that an option holds without a color.
func (b *GoalBound) plainItemsOf(o matrix.OptionID) []matrix.ItemID {
	return b.plainItems[b.plainStarts[o]:b.plainStarts[o+1]]
}

func greatestCommonDivisor(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// OptionOrder lists the options so that those come first that make a solution cost least more than the bound.
func (b *GoalBound) OptionOrder() []matrix.OptionID { return b.optionsByCost }

// NoOptionSaves reports whether no option has a negative cost, so that a solution with fewer options costs no more. It
// is false where the values of options are to be maximized: there the solutions without further options are the worst.
func (b *GoalBound) NoOptionSaves() bool { return len(b.costs) == 0 || slices.Min(b.costs) >= 0 }

// LowerBound returns a lower bound on the cost of all solutions, and false if the costs are too large for one.
func (b *GoalBound) LowerBound() (int64, bool) {
	least, ok := b.WeightBound()
	if ok && b.forest != nil && b.forestBound < impossible {
		least = max(least, b.costOfUnits(b.forestBound))
	}
	return least, ok
}

// WeightBound returns the lower bound on the cost of all solutions that follows from weights of the items alone, and
// false if the costs are too large for one.
func (b *GoalBound) WeightBound() (int64, bool) {
	if b.unitsPerCost == 0 {
		return 0, false
	}
	return b.costOfUnits(b.lowerBoundInUnits()), true
}

// costOfUnits returns the least possible cost of a solution that costs at least sum units.
func (b *GoalBound) costOfUnits(sum int64) int64 {
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
	return least
}

// HasForest reports whether colors join items, so that LowerBound is the bound of a forest.
func (b *GoalBound) HasForest() bool { return b.forest != nil && b.forestBound < impossible }

// GreatestCost returns a cost that no solution exceeds, if the costs are small enough for a lower bound.
func (b *GoalBound) GreatestCost() int64 {
	most := b.baseCost
	for _, c := range b.costs {
		most += max(0, c)
	}
	return most
}

// OptionsWithin lists the options that both bounds allow to be in a solution of at most the given cost.
func (b *GoalBound) OptionsWithin(cost int64) (options []matrix.OptionID) {
	room, treeRoom := int64(math.MaxInt64), int64(math.MaxInt64)
	if b.unitsPerCost > 0 && cost < math.MaxInt64 {
		room = b.limitInUnits(cost) - b.lowerBoundInUnits()
		treeRoom = b.limitInUnits(cost) - b.forestBound
	}
	for o := range b.costs {
		if (b.unitsPerCost == 0 || b.reducedCosts[o] <= room) && (b.forest == nil || b.treeCosts[o] <= treeRoom) {
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

// CostBetween returns a possible cost of a solution between the costs least and found: the cost least plus a fraction
// 1/part of the gap between the two, rounded to whole steps.
func (b *GoalBound) CostBetween(least, found, part int64) int64 {
	return b.CostAfterSteps(least, (found/b.costStep-least/b.costStep)/part)
}

// CostAfterSteps returns a cost plus a number of steps, which may be negative. A step is the greatest common divisor of
// the differences between costs of solutions.
func (b *GoalBound) CostAfterSteps(cost, steps int64) int64 { return cost + steps*b.costStep }

// boundFilter filters the nodes of one search. A node starts with the weights of its parent, and steps of a subgradient
// method improve the weights for the rest of the problem. An option may cost less than its items weigh: then its
// reduced cost is negative, and the bound counts that cost. The result depends only on the path to the node and on the
// limits along it, so that the cubes of several threads are parts of one tree. A search that goes to a cube filters the
// nodes on the way with the limits of the cube.
//
// A problem with colors keeps its first weights, because the bound ignores colors, and steps gain little: with steps
// the fewest cells of 5 by 5 in which each pentomino has a place take three times as long. With fixed weights a node
// reads no more options than it needs.
type boundFilter struct {
	*GoalBound
	nextFilter Filter            // filter that is called after this one, or nil
	costLimits search.CostLimits // limits on the path to the node filtered last, and of that node
	isFixed    bool              // whether the weights of the whole problem are used at every node
	// filtered node of each level on the current path, after an entry for the whole problem
	path     filterPath
	optionOf []matrix.OptionID // for each link node, its option; nil before the first call

	items []int32 // items of the current node: active primary items, and all secondary items
	need  []int32 // for each item, the number of times that it must still be covered
	most  []int32 // for each item, the number of times that it may still be covered
	// options that can still be chosen at the node; with fixed weights, those whose reduced cost exceeds the room
	live    []matrix.OptionID
	stamps  []int32 // for each option, the stamp of the last call at which it could be chosen
	stamp   int32   // stamp of the current call: the number of calls so far
	reduced []int64 // for each option, its reduced cost at the node, in units
	// for each option, its reduced cost divided by the number of its items that must be covered, in units
	shares            []int64
	leastSharesBuffer []int64 // scratch memory of sumLeastShares
	steps             weightSteps
	forest            *forestFilter // filter that bounds the costs by the forest; nil without a forest
}

// NewFilter returns a filter for one search, followed by another filter if that is not nil.
func (b *GoalBound) NewFilter(next Filter) Filter {
	n, m := b.problem.ItemCount(), b.problem.OptionCount()
	f := &boundFilter{GoalBound: b, nextFilter: next, isFixed: b.problem.HasColors(),
		path: filterPath{{weights: b.itemWeights}}, need: make([]int32, n), most: make([]int32, n),
		reduced: b.reducedCosts, shares: b.costShares, steps: newWeightSteps(n, b.maxWeight)}
	if !f.isFixed {
		f.stamps, f.reduced, f.shares = make([]int32, m), make([]int64, m), make([]int64, m)
	}
	if b.forest != nil {
		f.forest = &forestFilter{newForestBound(b.forest), filterPath{{weights: b.forestWeights}}}
	}
	return f
}

// Prune implements [Filter].
func (f *boundFilter) Prune(n *Node) bool {
	limit := f.costLimit.Load()
	if walk := &n.search.cubeWalk; !walk.hasReachedCube {
		limit = walk.cube.CostLimits.At(n.Level())
	}
	f.costLimits = f.costLimits.WithLimit(n.Level(), limit)
	if !f.pruneByCost(n, limit) || f.forest != nil && !f.pruneByForest(n, limit) {
		return false
	}
	return f.nextFilter == nil || n.First() < 0 || f.nextFilter.Prune(n)
}

// setCostLimits sets the limits of the cubes that remain behind the path to a node.
func (f *boundFilter) setCostLimits(cubes []search.Cube) {
	for k := range cubes {
		level := len(cubes[k].Path)
		if cubes[k].FirstBranch > 0 {
			level++ // the node of the cube was filtered
		}
		cubes[k].CostLimits = slices.Clone(f.costLimits.Above(level))
	}
}

// pruneByCost returns false if the solutions below the node cost more than the limit.
func (f *boundFilter) pruneByCost(n *Node, limit int64) bool {
	if f.unitsPerCost == 0 {
		return true
	}
	here, isLikeParent := f.path.enter(n, limit)
	if here.limit == math.MaxInt64 || isLikeParent {
		return true
	}
	room := f.improveWeights(n, here, f.limitInUnits(here.limit))
	possible := room >= 0 && f.fixOptions(n, room)
	here.chosen, here.removed = n.Depth(), n.RemovedCount()
	return possible
}

// improveWeights improves the weights of a node, which begins with those of its parent. It returns the room for reduced
// costs: the limit minus the bound, in units. A negative number means that no solution is within the limit.
func (f *boundFilter) improveWeights(n *Node, here *filteredNode, limit int64) (room int64) {
	f.readNode(n)
	limit -= f.chosenCost(n) * f.unitsPerCost
	first := f.boundLeft(here.weights)
	left := f.roomLeft(n, limit-first)
	switch {
	case left < 0:
		return left
	case f.isFixed:
		return limit - first
	}
	best := f.steps.improve(f, here.weights, first, limit, f.unitsPerCost)
	if best > limit {
		return limit - best
	}
	if best > first {
		f.boundLeft(f.steps.best)
		after := f.roomLeft(n, limit-best)
		if after < 0 {
			return after
		}
		if after < left-left/8 {
			here.keepWeights(f.steps.best)
			return limit - best
		}
	}
	f.boundLeft(here.weights) // for the reduced costs
	return limit - first
}

// chosenCost returns the cost of a solution that holds the chosen options alone.
func (f *boundFilter) chosenCost(n *Node) int64 {
	cost := f.baseCost
	for _, x := range n.search.chosenNodes {
		cost += f.costs[f.optionOf[x]]
	}
	return cost
}

// readNode lists the options that can still be chosen, and finds how often the items of the node are to be covered.
func (f *boundFilter) readNode(n *Node) {
	if f.optionOf == nil {
		f.listOptionOf(n)
	}
	f.stamp++
	f.live, f.items = f.live[:0], f.items[:0]
	for i := n.First(); i >= 0; i = n.Next(i) {
		f.readItem(n, i)
		head := int32(i) + 1
		for x := n.search.nodes[head].down; !f.isFixed && x != head; x = n.search.nodes[x].down {
			if o := f.optionOf[x]; f.stamps[o] != f.stamp {
				f.stamps[o], f.live = f.stamp, append(f.live, o)
			}
		}
	}
	for i := f.problem.PrimaryCount(); i < f.problem.ItemCount(); i++ {
		f.readItem(n, matrix.ItemID(i))
	}
}

// readItem adds an item to those of the node, and stores how often the item must and may still be covered.
func (f *boundFilter) readItem(n *Node, i matrix.ItemID) {
	h := &n.search.headers[i+1]
	f.items = append(f.items, int32(i))
	f.need[i], f.most[i] = n.coversNeeded(i), min(h.coversLeft, h.listLen)
	if int(i) >= f.problem.PrimaryCount() {
		f.need[i] = 0
	}
}

// listOptionOf finds the option of each link node. A walk to the end of a long option would take too long at every
// node.
func (f *boundFilter) listOptionOf(n *Node) {
	f.optionOf = make([]matrix.OptionID, len(n.search.nodes))
	for o, x := range n.search.firstNodes {
		for ; n.search.nodes[x].item >= 0; x++ {
			f.optionOf[x] = matrix.OptionID(o)
		}
	}
}

// boundLeft returns a lower bound on the cost of further options, in units. It computes the reduced costs of these
// options, and the subgradient of the bound.
func (f *boundFilter) boundLeft(weights []int64) (bound int64) {
	for _, i := range f.items {
		f.steps.slope[i] = 0
	}
	reads := len(f.items)
	for _, o := range f.live {
		r, items := f.costs[o]*f.unitsPerCost, f.plainItemsOf(o)
		reads += len(items)
		for _, i := range items {
			r -= weights[i]
		}
		if f.reduced[o] = r; r < 0 {
			bound += r
			for _, i := range items {
				f.steps.slope[i]--
			}
		}
	}
	f.filterReads.Add(int64(reads))
	for _, i := range f.items {
		w, need, most := weights[i], int64(f.need[i]), int64(f.most[i])
		switch {
		case w > 0:
			bound += w * need
			f.steps.slope[i] += need
		case w < 0:
			bound += w * most
			f.steps.slope[i] += most
		default:
			f.steps.slope[i] = max(0, f.steps.slope[i]+need) + min(0, f.steps.slope[i]+most)
		}
	}
	return bound
}

// weightedRows implements [relaxation]: the items of the node.
func (f *boundFilter) weightedRows() []int32 { return f.items }

// lowerBound implements [relaxation].
func (f *boundFilter) lowerBound(weights []int64) int64 { return f.boundLeft(weights) }

// findSlope implements [relaxation]: lowerBound has found the subgradient already.
func (f *boundFilter) findSlope([]int64) {}

// isNeverPositive implements [relaxation].
func (f *boundFilter) isNeverPositive(item int32) bool { return f.need[item] == 0 }

// roomLeft returns what remains of the room after the items have taken the least shares that they need.
func (f *boundFilter) roomLeft(n *Node, room int64) int64 {
	for _, o := range f.live {
		if f.shares[o] = max(0, f.reduced[o]); f.shares[o] > 0 {
			needed := int64(0)
			for _, i := range f.plainItemsOf(o) {
				if f.need[i] > 0 {
					needed++
				}
			}
			f.shares[o] /= max(1, needed)
		}
	}
	left := room
	for _, i := range f.items {
		if k := f.need[i]; k > 0 && left >= 0 {
			left -= f.sumLeastShares(n, matrix.ItemID(i), k, room)
		}
	}
	return left
}

// fixOptions removes the options whose reduced cost exceeds the room. It chooses the options whose reduced cost is so
// negative that a solution without them exceeds the limit. It returns false if no solution is within the limit.
func (f *boundFilter) fixOptions(n *Node, room int64) bool {
	for _, o := range f.live {
		if f.reduced[o] > room && n.IsPossible(o) {
			n.Remove(o)
		}
	}
	for _, o := range f.live {
		if -f.reduced[o] <= room {
			continue
		}
		if !n.IsPossible(o) {
			return false
		}
		n.Choose(o)
	}
	return true
}

// limitInUnits converts a cost limit to units.
func (b *GoalBound) limitInUnits(limit int64) int64 {
	if limit > math.MaxInt64/2/b.unitsPerCost {
		return math.MaxInt64 / 2
	}
	return max(limit, math.MinInt64/2/b.unitsPerCost) * b.unitsPerCost
}

// sumLeastShares returns the sum of the k least shares among the options of item i that can still be chosen and whose
// reduced cost is within the room. It ends early when the sum cannot become positive.
func (f *boundFilter) sumLeastShares(n *Node, i matrix.ItemID, k int32, room int64) (sum int64) {
	f.leastSharesBuffer = f.leastSharesBuffer[:0]
	reads := 0
	head := int32(i) + 1
	for x := n.search.nodes[head].down; x != head; x = n.search.nodes[x].down {
		o := f.optionOf[x]
		reads++
		if f.reduced[o] > room {
			if f.isFixed {
				f.live = append(f.live, o)
			}
			continue
		}
		share := f.shares[o]
		if k == 1 {
			if len(f.leastSharesBuffer) == 0 {
				f.leastSharesBuffer = append(f.leastSharesBuffer, share)
			}
			if f.leastSharesBuffer[0] = min(f.leastSharesBuffer[0], share); f.leastSharesBuffer[0] == 0 {
				break
			}
			continue
		}
		at, _ := slices.BinarySearch(f.leastSharesBuffer, share)
		if at < int(k) {
			f.leastSharesBuffer = slices.Insert(f.leastSharesBuffer, at, share)[:min(int(k),
				len(f.leastSharesBuffer)+1)]
		}
	}
	f.filterReads.Add(int64(reads))
	if len(f.leastSharesBuffer) < int(k) {
		return math.MaxInt64 / 2 // the item cannot be covered any more
	}
	for _, share := range f.leastSharesBuffer {
		sum += share
	}
	return sum
}
