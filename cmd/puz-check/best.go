package main

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"
)

// goalBound holds the data of a proof about the best solutions. Weights of the items bound the costs of solutions: no
// option costs less than the sum of the weights of the items that it holds without a color.
type goalBound struct {
	bestCost, costLimit int64      // cost of the best solutions; greatest cost for countWithinLimit
	unitsPerCost        int64      // how many units of the following fields are a cost of 1; 0 if there are no weights
	itemWeights         []*big.Int // weight of each item
	reducedCosts        []*big.Int // cost of each option minus the weights of its items
	costShares          []*big.Int // reducedCosts of each option, divided by the number of its items to be covered
}

func multiply(a, b int64) *big.Int { return new(big.Int).Mul(big.NewInt(a), big.NewInt(b)) }

// countBest reads the value of the best solutions and the weights, and counts the solutions that have this value. If
// atLeast is set, the number is a lower bound, and the proof only shows that no solution is better.
func (c *checker) countBest(atLeast bool) (n *big.Int, about string) {
	line := c.readLine()
	value := parseNumber(strings.TrimPrefix(line, "value "))
	require(strings.HasPrefix(line, "value "), "here must be a value")
	cost := value * c.costSign
	g := &goalBound{bestCost: cost, costLimit: cost, unitsPerCost: int64(c.readNumber(math.MaxInt))}
	for i := range c.itemNames {
		if g.itemWeights = append(g.itemWeights, new(big.Int)); g.unitsPerCost > 0 {
			w := c.readNumber(math.MaxInt)
			g.itemWeights[i].SetInt64(int64(w>>1 ^ -(w & 1)))
		}
	}
	step := new(big.Int) // greatest common divisor of the costs; two values differ by at least this
	for o, option := range c.options {
		spare, needs := multiply(c.optionCosts[o], g.unitsPerCost), int64(0)
		for _, e := range option {
			if e.color == "" {
				spare.Sub(spare, g.itemWeights[e.item])
			}
			if c.bounds[e.item].low > 0 {
				needs++
			}
		}
		require(spare.Sign() >= 0 || g.unitsPerCost == 0 || c.rootResidual().liveOptions.Bit(o) == 0,
			"option %d costs less than its items weigh", o)
		g.reducedCosts = append(g.reducedCosts, spare)
		g.costShares = append(g.costShares, new(big.Int).Div(spare, big.NewInt(max(1, needs))))
		step.GCD(nil, nil, step, big.NewInt(c.optionCosts[o]))
	}
	about = fmt.Sprintf("solutions of value %d", value)
	if atLeast {
		g.costLimit -= max(1, step.Int64())
		about += " at least"
	}
	c.goalOfProof = g
	n = c.countAll()
	require(n.Sign() > 0, "no solution has the value %d", value)
	return n, about
}

// countSolution returns the table of one solution with the given cost, which is empty if the best solutions cost less.
func (c *checker) countSolution(cost int64) table {
	if c.goalOfProof == nil || cost == c.goalOfProof.bestCost {
		return oneSolution
	}
	require(cost > c.goalOfProof.bestCost, "here is a better solution")
	return nil
}

// countWithinLimit counts the solutions of a residual that cost at most costLimit: none if the weights show that.
// Otherwise it removes the options with which the cost would exceed the limit, and a step for the rest follows.
func (c *checker) countWithinLimit(r residual) table {
	g := c.goalOfProof
	require(g != nil && g.unitsPerCost > 0, "there are no weights")
	room := multiply(g.costLimit-r.chosenCost, g.unitsPerCost)
	for i, w := range g.itemWeights {
		often := max(0, r.bounds[i].low)
		if w.Sign() < 0 {
			uncolored := intersectSets(r.liveOptions, c.holdingAlike[optionEntry{item: int32(i)}])
			often = min(r.bounds[i].high, int32(setSize(uncolored)))
		}
		room.Sub(room, new(big.Int).Mul(w, big.NewInt(int64(often))))
	}
	left := new(big.Int).Set(room)
	r.liveOptions = new(big.Int).Set(r.liveOptions)
	for o := range optionsInSet(r.liveOptions) {
		if g.reducedCosts[o].Cmp(room) > 0 {
			r.liveOptions.SetBit(r.liveOptions, o, 0)
		}
	}
	for i, b := range r.bounds {
		var shares []*big.Int
		for o := range optionsInSet(intersectSets(r.liveOptions, c.holding[i])) {
			shares = append(shares, g.costShares[o])
		}
		slices.SortFunc(shares, (*big.Int).Cmp)
		for k := range int(b.low) {
			if k == len(shares) {
				return nil
			}
			left.Sub(left, shares[k])
		}
	}
	if left.Sign() < 0 {
		return nil
	}
	return c.countResidual(r)
}
