package main

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// goalBound holds the data of a proof about the best solutions. Weights of the items bound the costs of solutions: no
// option costs less than the sum of the weights of the items that it holds without a color.
type goalBound struct {
	bestCost, costLimit int64   // cost of the best solutions; greatest cost for countWithinLimit
	unitsPerCost        int64   // how many units of the following fields are a cost of 1; 0 if there are no weights
	itemWeights         []int64 // weight of each item
	reducedCosts        []int64 // cost of each option minus the weights of its items
	costShares          []int64 // reducedCosts of each option, divided by the number of its items that must be covered
}

// countBest reads the value of the best solutions and the weights, and counts the solutions that have this value. If
// atLeast is set, the number is a lower bound, and the proof only shows that no solution is better.
func (c *checker) countBest(atLeast bool) (n *big.Int, about string) {
	value, err := strconv.ParseInt(strings.TrimPrefix(c.readLine(), "value "), 10, 64)
	a := &goalBound{bestCost: value * c.costSign, unitsPerCost: int64(c.readNumber(1 << 40)),
		itemWeights: make([]int64, len(c.itemNames))}
	size := math.Abs(float64(c.baseCost)) + math.Abs(float64(value)) // bound of each sum, in units
	for _, cost := range c.optionCosts {
		size += math.Abs(float64(cost))
	}
	size *= float64(a.unitsPerCost) + 1
	for i := 0; i < len(c.itemNames) && a.unitsPerCost > 0; i++ {
		w := c.readNumber(math.MaxInt)
		a.itemWeights[i] = int64(w>>1) ^ -int64(w&1)
		often := 1.0
		if i < len(c.bounds) {
			often = float64(c.bounds[i].high)
		} else if a.itemWeights[i] > 0 {
			c.refuseProof("%s may be left out, and its weight is above 0", c.itemNames[i])
		}
		size += math.Abs(float64(a.itemWeights[i])) * (often + float64(len(c.options)))
	}
	if err != nil || size > 1<<62 {
		c.refuseProof("a value or a weight is none, or too large")
	}
	step := new(big.Int) // greatest common divisor of the costs; two values differ by at least this
	for o, option := range c.options {
		spare, needs := c.optionCosts[o]*a.unitsPerCost, int64(0)
		for _, e := range option {
			if e.color == 0 {
				spare -= a.itemWeights[e.item]
			}
			if int(e.item) < len(c.bounds) && c.bounds[e.item].low > 0 {
				needs++
			}
		}
		if spare < 0 && a.unitsPerCost > 0 && int(option[0].item) < len(c.bounds) {
			c.refuseProof("option %d costs less than its items weigh", o)
		}
		a.reducedCosts, a.costShares = append(a.reducedCosts, spare), append(a.costShares, spare/max(1, needs))
		step.GCD(nil, nil, step, big.NewInt(c.optionCosts[o]))
	}
	about = fmt.Sprintf("solutions of value %d", value)
	if a.costLimit = a.bestCost; atLeast {
		a.costLimit -= max(step.Int64(), 1)
		about += " at least"
	}
	c.goalOfProof = a
	if n = c.countAll(); n.Sign() == 0 {
		c.refuseProof("no solution has the value %d", value)
	}
	return n, about
}

// countSolution returns the table of one solution with the given cost, which is empty if the best solutions cost less.
func (c *checker) countSolution(cost int64) table {
	if c.goalOfProof != nil && cost < c.goalOfProof.bestCost {
		return c.refuseProof("here is a better solution")
	} else if c.goalOfProof != nil && cost > c.goalOfProof.bestCost {
		return nil
	}
	return table{{0, one}}
}

// countWithinLimit counts the solutions of a residual that cost at most costLimit: none if the weights show that.
// Otherwise it removes the options with which the cost would exceed the limit, and a step for the rest follows.
func (c *checker) countWithinLimit(r residual) table {
	a := c.goalOfProof
	if a == nil || a.unitsPerCost == 0 {
		return c.refuseProof("there are no weights")
	}
	room := (a.costLimit - r.chosenCost) * a.unitsPerCost
	for i, w := range a.itemWeights {
		often := 0
		if plain := c.optionsWithEntry[optionEntry{item: int32(i)}]; plain != nil {
			often = setSize(intersectSets(r.liveOptions, plain))
		}
		if i >= len(c.bounds) {
			often = min(1, often)
		} else if often = min(int(r.bounds[i].high), often); w > 0 {
			often = max(0, int(r.bounds[i].low))
		}
		room -= w * int64(often)
	}
	left := room
	r.liveOptions = new(big.Int).Set(r.liveOptions)
	for o := range optionsInSet(r.liveOptions) {
		if a.reducedCosts[o] > room {
			r.liveOptions.SetBit(r.liveOptions, o, 0)
		}
	}
	for i, b := range r.bounds {
		var shares []int64
		for o := range optionsInSet(intersectSets(r.liveOptions, c.optionsHolding[i])) {
			shares = append(shares, a.costShares[o])
		}
		slices.Sort(shares)
		for k := range int(b.low) {
			if k == len(shares) || left < 0 {
				return nil
			}
			left -= shares[k]
		}
	}
	if left < 0 {
		return nil
	}
	return c.countResidual(r)
}
