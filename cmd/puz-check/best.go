package main

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// aim is what a proof about the best solutions works with. Weights of the items bound what solutions cost: no
// option costs less than the items weigh that it holds without a color.
type aim struct {
	best, limit   int64   // cost of the best solutions; greatest cost of the solutions that a bound does not cut off
	scale         int64   // number of units of a cost of 1 in weights, reduced costs and shares; 0 without weights
	weights       []int64 // by item
	spare, shares []int64 // by option: its cost less the weights; that, divided by the number of items that need it
}

// countBest reads what the best solutions are worth, and weights, and counts the solutions that cost no more. With
// atLeast, the number may be too small: only better solutions are known to be none.
func (c *checker) countBest(atLeast bool) (n *big.Int, about, how string) {
	value, err := strconv.ParseInt(strings.TrimPrefix(c.line(), "value "), 10, 64)
	a := &aim{best: value * c.sign, scale: int64(c.number(1 << 40)), weights: make([]int64, len(c.names))}
	size := math.Abs(float64(c.base)) + math.Abs(float64(value)) // bound of each sum in units of 1
	for _, cost := range c.costs {
		size += math.Abs(float64(cost))
	}
	size *= float64(a.scale) + 1
	for i := 0; i < len(c.names) && a.scale > 0; i++ {
		w := c.number(math.MaxInt)
		a.weights[i] = int64(w>>1) ^ -int64(w&1)
		often := 1.0
		if i < len(c.bounds) {
			often = float64(c.bounds[i].high)
		} else if a.weights[i] > 0 {
			c.fail("%s may be left out, and its weight is above 0", c.names[i])
		}
		size += math.Abs(float64(a.weights[i])) * (often + float64(len(c.options)))
	}
	if err != nil || size > 1<<62 {
		c.fail("a value or a weight is none, or too large")
	}
	step := int64(0)
	for o, option := range c.options {
		spare, needs := c.costs[o]*a.scale, int64(0)
		for _, e := range option {
			if e.color == 0 {
				spare -= a.weights[e.item]
			}
			if int(e.item) < len(c.bounds) && c.bounds[e.item].low > 0 {
				needs++
			}
		}
		if spare < 0 && a.scale > 0 && int(option[0].item) < len(c.bounds) {
			c.fail("option %d costs less than its items weigh", o)
		}
		a.spare, a.shares = append(a.spare, spare), append(a.shares, spare/max(1, needs))
		for step, needs = c.costs[o], step; needs != 0; { // the greatest common divisor
			step, needs = needs, step%needs
		}
	}
	how, about = "none is better, ", fmt.Sprintf("solutions of value %d", value)
	if a.limit = a.best; atLeast {
		a.limit -= max(step, -step, 1)
		about += " at least"
	}
	c.aim = a
	if n = c.countAll(c.root()); n.Sign() == 0 {
		c.fail("no solution has the value %d", value)
	}
	return n, about, how
}

// cost returns what the chosen options cost.
func (c *checker) cost() int64 {
	sum := c.base
	for o, chosen := range c.chosen {
		if chosen {
			sum += c.costs[o]
		}
	}
	return sum
}

// countSolution returns 1, or 0 for a solution that is not among the best.
func (c *checker) countSolution() *big.Int {
	if c.aim != nil && c.cost() < c.aim.best {
		return c.fail("here is a better solution")
	} else if c.aim != nil && c.cost() > c.aim.best {
		return new(big.Int)
	}
	return big.NewInt(1)
}

// countBelow counts the solutions of a residual that cost no more than the limit. If they would have to cost more, there
// is none. Otherwise the options are removed with which they would, and the step of the rest follows.
func (c *checker) countBelow(r residual) *big.Int {
	a := c.aim
	if a == nil || a.scale == 0 {
		return c.fail("there are no weights")
	}
	room := (a.limit - c.cost()) * a.scale
	for i, w := range a.weights {
		often := min(1, r.countOptions(c.uses[i][0]))
		if i < len(c.bounds) && w > 0 {
			often = max(0, int(r.need[i].low))
		} else if i < len(c.bounds) {
			often = min(int(r.need[i].high), r.countOptions(c.uses[i][0]))
		}
		room -= w * int64(often)
	}
	rest, left := r.clone(), room
	for o := range r.options() {
		if a.spare[o] > room {
			rest.live[o/64] &^= 1 << (o % 64)
		}
	}
	for i, b := range rest.need {
		var shares []int64
		for o := range rest.optionsOf(c.uses[i][0]) {
			shares = append(shares, a.shares[o])
		}
		slices.Sort(shares)
		for k := range int(b.low) {
			if k == len(shares) || left < 0 {
				return new(big.Int)
			}
			left -= shares[k]
		}
	}
	if left < 0 {
		return new(big.Int)
	}
	return c.count(rest)
}
