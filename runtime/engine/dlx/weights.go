package dlx

import (
	"math"
	"slices"

	"quadrille/runtime/matrix"
)

// Weights of the items make a lower bound on the cost of a solution, the dual of the linear relaxation: if no option
// costs less than its items weigh together, a solution costs at least what its items weigh as often as it covers
// them. The weights are found by a subgradient method on the Lagrangian bound, in which options that cost less than
// their weights are chosen for free (M. Held, R. M. Karp, "The traveling-salesman problem and minimum spanning
// trees: part II", Math. Programming 1, 1971). Then they are rounded, lowered until no option costs less, and raised
// again where there is room. All of it is work of a bounded number of passes over the options, and no search.

const (
	// maxPasses and maxVisits bound the passes of the subgradient method, and the entries that it reads.
	maxPasses = 400
	maxVisits = 40_000_000
	// maxScaled bounds every sum in the unit of the weights, so that none overflows.
	maxScaled = 1 << 60
	// finestScale is the number of units of a cost of 1.
	finestScale = 1 << 16
)

// eachItem calls visit for each item that an option holds without a color.
func (b *GoalBound) eachItem(o int, visit func(matrix.ItemID)) {
	for _, e := range b.problem.Option(matrix.OptionID(o)) {
		if e.Color == matrix.NoColor {
			visit(e.Item)
		}
	}
}

// findWeights sets the weights, and what follows from them.
func (b *GoalBound) findWeights() {
	guess := b.climb()
	size := math.Abs(float64(b.base))
	for _, c := range b.costs {
		size += math.Abs(float64(c))
	}
	for i, w := range guess {
		size += (math.Abs(w) + 1) * float64(b.maxs[i]+1)
	}
	for b.scale = finestScale; b.scale > 0 && size*float64(b.scale)*4 > maxScaled; {
		b.scale /= 2
	}
	if b.scale == 0 {
		return
	}
	b.weights, b.reduced = make([]int64, len(guess)), make([]int64, len(b.costs))
	for i, w := range guess {
		b.weights[i] = int64(math.Floor(w * float64(b.scale)))
	}
	b.lowerWeights()
	b.raiseWeights()
	if b.exceedsScale() {
		b.scale = 0
		return
	}
	b.shares = make([]int64, len(b.costs))
	for o, r := range b.reduced {
		n := int64(0)
		b.eachItem(o, func(i matrix.ItemID) {
			if b.mins[i] > 0 {
				n++
			}
		})
		b.shares[o] = r / max(1, n)
	}
}

// climb returns weights with a great Lagrangian bound.
func (b *GoalBound) climb() []float64 {
	y := make([]float64, b.problem.ItemCount())
	best, bestBound := slices.Clone(y), math.Inf(-1)
	total := 0.0
	for _, c := range b.costs {
		total += math.Abs(float64(c))
	}
	gap, idle := total/2, 0 // how much greater than the best bound the aim is; passes since the bound grew
	counts := make([]float64, len(y))
	passes := min(maxPasses, maxVisits/max(1, b.problem.EntryCount()))
	for range passes {
		clear(counts)
		bound := float64(b.base)
		for o, c := range b.costs {
			r := float64(c)
			b.eachItem(o, func(i matrix.ItemID) { r -= y[i] })
			if r < 0 {
				bound += r
				b.eachItem(o, func(i matrix.ItemID) { counts[i]++ })
			}
		}
		square := 0.0
		for i, w := range y {
			least, most := float64(b.mins[i]), float64(b.maxs[i])
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
			if b.mins[i] == 0 {
				y[i] = min(0, y[i])
			}
		}
	}
	return best
}

// reduceCosts computes the reduced costs.
func (b *GoalBound) reduceCosts() {
	for o, c := range b.costs {
		b.reduced[o] = c * b.scale
		b.eachItem(o, func(i matrix.ItemID) { b.reduced[o] -= b.weights[i] })
	}
}

// lowerWeights lowers weights until no reduced cost is negative. An option without a primary item is never chosen, so
// it does not count.
func (b *GoalBound) lowerWeights() {
	b.reduceCosts()
	needs := make([]int64, len(b.weights))
	for o, r := range b.reduced {
		if r >= 0 {
			continue
		}
		cheapest, least := matrix.ItemID(-1), int32(math.MaxInt32)
		b.eachItem(o, func(i matrix.ItemID) {
			price := b.maxs[i]
			if b.weights[i] > 0 {
				price = b.mins[i]
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
		b.weights[i] -= n
	}
	b.reduceCosts()
	for o, r := range b.reduced {
		b.reduced[o] = max(0, r)
	}
}

// raiseWeights raises each weight as far as the reduced costs allow.
func (b *GoalBound) raiseWeights() {
	for i, options := range b.problem.OptionsByItem() {
		room := int64(math.MaxInt64)
		for _, o := range options {
			for _, e := range b.problem.Option(o) {
				if e.Item == matrix.ItemID(i) && e.Color == matrix.NoColor {
					room = min(room, b.reduced[o])
				}
			}
		}
		if b.mins[i] == 0 {
			room = min(room, -b.weights[i])
		}
		if room <= 0 || room == math.MaxInt64 {
			continue
		}
		b.weights[i] += room
		for _, o := range options {
			for _, e := range b.problem.Option(o) {
				if e.Item == matrix.ItemID(i) && e.Color == matrix.NoColor {
					b.reduced[o] -= room
				}
			}
		}
	}
}

// exceedsScale reports whether a sum could overflow.
func (b *GoalBound) exceedsScale() bool {
	sum := 0.0
	for i, w := range b.weights {
		sum += math.Abs(float64(w)) * float64(b.maxs[i]+b.mins[i]+1)
	}
	for o, r := range b.reduced {
		sum += float64(r) + math.Abs(float64(b.costs[o]))*float64(b.scale)
	}
	return sum > 2*maxScaled
}
