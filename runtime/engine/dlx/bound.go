package dlx

import (
	"math"
	"slices"
	"sync/atomic"

	"quadrille/runtime/matrix"
)

// The bound filter serves problems that have a goal. It cuts off nodes below which no solution costs as little as a
// limit says, and removes options that no such solution holds.
//
// Its input is a search node, and weights of the items (see weights.go); its output is a lower bound on the cost of
// the solutions below the node. It must not know how the limit comes about.
//
// The cost of a solution is the cost of the options chosen so far, plus that of the others. Each of those costs at
// least the weights of its items. An item of positive weight is covered at least as often as it must be, and one of
// negative weight at most as often as it may be and as options are left. What an option costs beyond its weights,
// its reduced cost, is shared out evenly to its primary items that must be covered: an item that is to be covered k
// times more brings at least the k least shares of its options (D. E. Knuth's DLX5 bounds minimum-cost covers by such
// shares, without weights).

// GoalBound bounds the cost of solutions of a problem with a goal. The cost is the value, or the negative value if the
// greatest value is best. It serves the searches of several threads, which share its limit.
type GoalBound struct {
	problem *matrix.Problem
	costs   []int64 // cost of each option
	base    int64   // cost of a solution without options
	step    int64   // greatest common divisor of the costs, or 1
	limit   atomic.Int64
	// order lists the options by their reduced costs.
	order []matrix.OptionID
	// Weights and reduced costs are multiples of 1/scale; scale is 0 if the costs are too large to be bounded.
	scale   int64
	weights []int64
	reduced []int64 // by option; not negative
	shares  []int64 // by option: its reduced cost, divided by the number of its primary items that must be covered
	// mins and maxs bound how often an item is covered without a color.
	mins, maxs []int32
}

// NewGoalBound returns the bound of a problem, which must have a goal. It has no limit yet.
func NewGoalBound(p *matrix.Problem) *GoalBound {
	b := &GoalBound{problem: p, costs: make([]int64, p.OptionCount()), base: p.Goal().Base,
		mins: make([]int32, p.ItemCount()), maxs: make([]int32, p.ItemCount())}
	b.limit.Store(math.MaxInt64)
	sign := int64(1)
	if p.Goal().Maximize {
		sign = -1
	}
	b.base *= sign
	for o, v := range p.Goal().Values {
		b.costs[o] = sign * v
		b.step = greatestDivisor(b.step, max(v, -v))
	}
	b.step = max(1, b.step)
	for i, n := range p.OptionCounts() {
		b.maxs[i] = min(1, n)
		if i < p.PrimaryCount() {
			bound := p.Bound(matrix.ItemID(i))
			b.mins[i], b.maxs[i] = bound.Min, min(bound.Max, n)
		}
	}
	b.findWeights()
	b.order = make([]matrix.OptionID, p.OptionCount())
	key := b.costs
	if b.scale > 0 {
		key = b.reduced
	}
	for o := range b.order {
		b.order[o] = matrix.OptionID(o)
	}
	slices.SortStableFunc(b.order, func(x, y matrix.OptionID) int {
		switch {
		case key[x] < key[y]:
			return -1
		case key[x] > key[y]:
			return 1
		}
		return 0
	})
	return b
}

func greatestDivisor(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// OptionOrder lists the options from the cheapest on, by their reduced costs.
func (b *GoalBound) OptionOrder() []matrix.OptionID { return b.order }

// LowerBound returns a lower bound on the cost of all solutions, and false if the costs are too large for one.
func (b *GoalBound) LowerBound() (int64, bool) {
	if b.scale == 0 {
		return 0, false
	}
	sum := b.base * b.scale
	for i, w := range b.weights {
		sum += w * int64(b.coverCount(i, 0, b.maxs[i]))
	}
	least := sum / b.scale
	if sum > least*b.scale {
		least++
	}
	if over := (least - b.base) % b.step; over != 0 { // costs differ from the base by multiples of step
		least += b.step - over
		if over < 0 {
			least -= b.step
		}
	}
	return least, true
}

// coverCount returns how often an item is covered in the least case: as rarely as possible if its weight is positive,
// and as often if it is negative. It was covered some times, and some of its options are left.
func (b *GoalBound) coverCount(item int, covered, left int32) int32 {
	if b.weights[item] > 0 {
		return max(0, b.mins[item]-covered)
	}
	return max(0, min(b.maxs[item]-covered, left))
}

// CostOf returns the cost of a solution.
func (b *GoalBound) CostOf(s matrix.Solution) int64 {
	cost := b.base
	for _, o := range s {
		cost += b.costs[o]
	}
	return cost
}

// SetLimit sets the greatest cost of the solutions that the filters let pass.
func (b *GoalBound) SetLimit(cost int64) { b.limit.Store(cost) }

// Allows reports whether a solution costs no more than the limit. A filter sees no node without active items, so a
// search may still find a solution that costs more.
func (b *GoalBound) Allows(s matrix.Solution) bool { return b.CostOf(s) <= b.limit.Load() }

// Between returns a possible cost that is above least by a part of the gap to found, such as a fourth for 4.
func (b *GoalBound) Between(least, found, part int64) int64 {
	return b.Next(least, (found/b.step-least/b.step)/part)
}

// Next returns the cost that is so many steps above another one, or below. Solutions differ by whole steps.
func (b *GoalBound) Next(cost, steps int64) int64 { return cost + steps*b.step }

// boundFilter filters the nodes of one search.
type boundFilter struct {
	*GoalBound
	next    Filter            // filter that goes on, or nil
	covered []int32           // by item: number of chosen options that hold it without a color
	least   []int64           // least shares of an item
	room    int64             // what the reduced costs of further options may add up to
	remove  []matrix.OptionID // options with greater reduced costs
}

// NewFilter returns a filter for one search, followed by another filter if that is not nil.
func (b *GoalBound) NewFilter(next Filter) Filter {
	return &boundFilter{GoalBound: b, next: next, covered: make([]int32, b.problem.ItemCount())}
}

// Prune implements [Filter].
func (f *boundFilter) Prune(n *Node) bool {
	if !f.pruneByCost(n) {
		return false
	}
	return f.next == nil || n.First() < 0 || f.next.Prune(n)
}

// pruneByCost returns false if the solutions below the node cost more than the limit.
func (f *boundFilter) pruneByCost(n *Node) bool {
	limit := f.limit.Load()
	if limit == math.MaxInt64 || f.scale == 0 {
		return true
	}
	clear(f.covered)
	cost := f.base
	for _, x := range n.search.chosenNodes {
		o := n.search.optionAt(x)
		cost += f.costs[o]
		for _, e := range f.problem.Option(o) {
			if e.Color == matrix.NoColor {
				f.covered[e.Item]++
			}
		}
	}
	least := cost * f.scale
	for i, w := range f.weights {
		if w != 0 {
			least += w * int64(f.coverCount(i, f.covered[i], n.optionsLeft(matrix.ItemID(i))))
		}
	}
	f.room = f.roomBelow(limit) - least
	f.remove = f.remove[:0]
	left := f.room // what further shares may add
	for i := n.First(); i >= 0 && left >= 0; i = n.Next(i) {
		if k := f.mins[i] - f.covered[i]; k > 0 {
			left -= f.leastShares(n, i, k)
		}
	}
	if left < 0 {
		return false
	}
	for _, o := range f.remove {
		if n.IsPossible(o) {
			n.Remove(o)
		}
	}
	return true
}

// roomBelow returns a limit in the unit of the weights.
func (b *GoalBound) roomBelow(limit int64) int64 {
	if limit > math.MaxInt64/2/b.scale {
		return math.MaxInt64 / 2
	}
	return max(limit, math.MinInt64/2/b.scale) * b.scale
}

// leastShares returns the sum of the k least shares of the options of an item that are left. It notes options whose
// reduced cost exceeds the room. It stops at a share of 0 if it needs no more.
func (f *boundFilter) leastShares(n *Node, i matrix.ItemID, k int32) (sum int64) {
	f.least = f.least[:0]
	head := int32(i) + 1
	for x := n.search.nodes[head].down; x != head; x = n.search.nodes[x].down {
		o := n.search.optionAt(x)
		if f.reduced[o] > f.room {
			f.remove = append(f.remove, o)
			continue
		}
		share := f.shares[o]
		if k == 1 {
			if len(f.least) == 0 {
				f.least = append(f.least, share)
			}
			if f.least[0] = min(f.least[0], share); f.least[0] == 0 {
				return 0
			}
			continue
		}
		at, _ := slices.BinarySearch(f.least, share)
		if at < int(k) {
			f.least = slices.Insert(f.least, at, share)[:min(int(k), len(f.least)+1)]
		}
	}
	if len(f.least) < int(k) {
		return math.MaxInt64 / 2 // the item cannot be covered any more
	}
	for _, share := range f.least {
		sum += share
	}
	return sum
}
