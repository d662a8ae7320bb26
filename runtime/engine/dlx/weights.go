package dlx

import (
	"math"
	"slices"

	"quadrille/runtime/matrix"
)

// Weights of the items give a lower bound on the cost of a solution: if no option costs less than the total weight of
// its items, a solution costs at least the total weight of the items, each counted as often as the solution covers
// it. (The weights are a solution of the dual of the linear relaxation.) They are computed in three steps. A
// subgradient method maximizes the Lagrangian bound (M. Held, R. M. Karp, "The traveling-salesman problem and minimum
// spanning trees: part II", Math. Programming 1, 1971). Then the weights are rounded and lowered until no option
// costs less than its items weigh. Last, each weight is raised as far as possible. The computation takes a bounded
// number of passes over the options.

const (
	// maxSubgradientPasses is the largest number of passes of the subgradient method, and maxEntryReads the largest
	// number of items of options that it reads.
	maxSubgradientPasses = 400
	maxEntryReads        = 40_000_000
	// maxScaledSum is the largest absolute value of a sum in units, so that no sum overflows.
	maxScaledSum = 1 << 60
	// maxUnitsPerCost is the largest number of units that make a cost of 1.
	maxUnitsPerCost = 1 << 16
)

// eachUncoloredItem calls visit for each item of option o to which the option gives no color.
func (b *GoalBound) eachUncoloredItem(o int, visit func(matrix.ItemID)) {
	for _, e := range b.problem.Option(matrix.OptionID(o)) {
		if e.Color == matrix.NoColor {
			visit(e.Item)
		}
	}
}

// computeWeights computes the weights, the reduced costs and their shares.
func (b *GoalBound) computeWeights() {
	guess := b.maximizeLagrangianBound()
	size := math.Abs(float64(b.baseCost))
	for _, c := range b.costs {
		size += math.Abs(float64(c))
	}
	for i, w := range guess {
		size += (math.Abs(w) + 1) * float64(b.maxCovers[i]+1)
	}
	for b.unitsPerCost = maxUnitsPerCost; b.unitsPerCost > 0 && size*float64(b.unitsPerCost)*4 > maxScaledSum; {
		b.unitsPerCost /= 2
	}
	if b.unitsPerCost == 0 {
		return
	}
	b.itemWeights, b.reducedCosts = make([]int64, len(guess)), make([]int64, len(b.costs))
	for i, w := range guess {
		b.itemWeights[i] = int64(math.Floor(w * float64(b.unitsPerCost)))
	}
	b.lowerWeights()
	b.raiseWeights()
	if b.sumsMayOverflow() {
		b.unitsPerCost = 0
		return
	}
	b.costShares = make([]int64, len(b.costs))
	for o, r := range b.reducedCosts {
		n := int64(0)
		b.eachUncoloredItem(o, func(i matrix.ItemID) {
			if b.minCovers[i] > 0 {
				n++
			}
		})
		b.costShares[o] = r / max(1, n)
	}
}

// maximizeLagrangianBound returns weights of the items for which the Lagrangian bound is as large as the subgradient
// method makes it.
func (b *GoalBound) maximizeLagrangianBound() []float64 {
	y := make([]float64, b.problem.ItemCount())
	best, bestBound := slices.Clone(y), math.Inf(-1)
	total := 0.0
	for _, c := range b.costs {
		total += math.Abs(float64(c))
	}
	// gap is the distance from the best bound to the target; idle is the number of passes since the bound grew
	gap, idle := total/2, 0
	counts := make([]float64, len(y))
	passes := min(maxSubgradientPasses, maxEntryReads/max(1, b.problem.EntryCount()))
	for range passes {
		clear(counts)
		bound := float64(b.baseCost)
		for o, c := range b.costs {
			r := float64(c)
			b.eachUncoloredItem(o, func(i matrix.ItemID) { r -= y[i] })
			if r < 0 {
				bound += r
				b.eachUncoloredItem(o, func(i matrix.ItemID) { counts[i]++ })
			}
		}
		square := 0.0
		for i, w := range y {
			least, most := float64(b.minCovers[i]), float64(b.maxCovers[i])
			switch {
			case w > 0:
				bound += w * least
				counts[i] = least - counts[i]
			case w < 0:
				bound += w * most
				counts[i] = most - counts[i]
			default:
				counts[i] = max(0, least-counts[i]) + min(0, most-counts[i])
			}
			square += counts[i] * counts[i]
		}
		if idle++; bound > bestBound {
			if bound > bestBound+gap/8 {
				idle = 0
			}
			bestBound = bound
			copy(best, y)
		}
		if idle > 8 {
			gap, idle = gap/2, 0
			copy(y, best)
			if gap < 1e-6*(1+math.Abs(bestBound)) {
				break
			}
			continue
		}
		if square == 0 {
			break
		}
		for i, slope := range counts {
			y[i] += (bestBound + gap - bound) / square * slope
			if b.minCovers[i] == 0 {
				y[i] = min(0, y[i])
			}
		}
	}
	return best
}

// reduceCosts computes the reduced cost of each option: its cost minus the weights of its items.
func (b *GoalBound) reduceCosts() {
	for o, c := range b.costs {
		b.reducedCosts[o] = c * b.unitsPerCost
		b.eachUncoloredItem(o, func(i matrix.ItemID) { b.reducedCosts[o] -= b.itemWeights[i] })
	}
}

// lowerWeights lowers weights until no reduced cost is negative. An option without a primary item is never chosen, so
// it does not count.
func (b *GoalBound) lowerWeights() {
	b.reduceCosts()
	needs := make([]int64, len(b.itemWeights))
	for o, r := range b.reducedCosts {
		if r >= 0 {
			continue
		}
		cheapest, least := matrix.ItemID(-1), int32(math.MaxInt32)
		b.eachUncoloredItem(o, func(i matrix.ItemID) {
			price := b.maxCovers[i]
			if b.itemWeights[i] > 0 {
				price = b.minCovers[i]
			}
			if price < least {
				cheapest, least = i, price
			}
		})
		if cheapest >= 0 {
			needs[cheapest] = max(needs[cheapest], -r)
		}
	}
	for i, n := range needs {
		b.itemWeights[i] -= n
	}
	b.reduceCosts()
	for o, r := range b.reducedCosts {
		b.reducedCosts[o] = max(0, r)
	}
}

// raiseWeights raises each weight as far as the reduced costs allow.
func (b *GoalBound) raiseWeights() {
	for i, options := range b.problem.OptionsByItem() {
		room := int64(math.MaxInt64)
		for _, o := range options {
			for _, e := range b.problem.Option(o) {
				if e.Item == matrix.ItemID(i) && e.Color == matrix.NoColor {
					room = min(room, b.reducedCosts[o])
				}
			}
		}
		if b.minCovers[i] == 0 {
			room = min(room, -b.itemWeights[i])
		}
		if room <= 0 || room == math.MaxInt64 {
			continue
		}
		b.itemWeights[i] += room
		for _, o := range options {
			for _, e := range b.problem.Option(o) {
				if e.Item == matrix.ItemID(i) && e.Color == matrix.NoColor {
					b.reducedCosts[o] -= room
				}
			}
		}
	}
}

// sumsMayOverflow reports whether a sum of weights or costs in units could exceed maxScaledSum.
func (b *GoalBound) sumsMayOverflow() bool {
	sum := 0.0
	for i, w := range b.itemWeights {
		sum += math.Abs(float64(w)) * float64(b.maxCovers[i]+b.minCovers[i]+1)
	}
	for o, r := range b.reducedCosts {
		sum += float64(r) + math.Abs(float64(b.costs[o]))*float64(b.unitsPerCost)
	}
	return sum > 2*maxScaledSum
}
