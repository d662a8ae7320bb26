package memo

import (
	"math"
	"slices"

	"quadrille/runtime/matrix"
)

// Bound bounds the number of states of a count that branches on the items in a fixed
// order, and returns that order. Where it is small, a count takes no time worth
// mentioning, however many solutions there are; where it is large, it says nothing. It is
// infinite, and there is no order, for problems with colors or multiplicities, where an
// item has more than two states.
func Bound(p *matrix.Problem) (float64, []matrix.ItemID) {
	for i := range matrix.ItemID(p.Primary()) {
		if p.Bound(i).Max > 1 {
			return math.Inf(1), nil
		}
	}
	for o := range matrix.OptionID(p.Options()) {
		for _, e := range p.Option(o) {
			if e.Color != matrix.NoColor {
				return math.Inf(1), nil
			}
		}
	}
	order := nearOrder(p)
	return stateBound(p, order), order
}

// graph is the graph of primary items, in which the items of an option are
// neighbours. It is walked by way of the options, so that it takes no more room
// than the problem.
type graph struct {
	problem *matrix.Problem
	holding [][]matrix.OptionID // of each primary item
	hub     []bool              // items left out of the graph
}

// nearOrder returns an order of the primary items in which the items of an
// option are near one another: of several orders the one that bounds the states
// of a fixed order best. Items covered other than once come last, where the rest has
// decided on most of their options.
func nearOrder(p *matrix.Problem) []matrix.ItemID {
	g := &graph{problem: p, holding: p.Holding()[:p.Primary()], hub: make([]bool, p.Primary())}
	g.markHubs()
	natural := make([]matrix.ItemID, p.Primary())
	for i := range natural {
		natural[i] = matrix.ItemID(i)
	}
	isHub := func(i matrix.ItemID) bool { return g.hub[i] }
	walked := g.walkAll(moveLast(natural, isHub))
	backward := slices.Clone(walked)
	slices.Reverse(backward)
	best, bound := natural, math.Inf(1)
	for _, order := range [][]matrix.ItemID{natural, moveLast(natural, isHub), walked, g.walkAll(moveLast(backward, isHub))} {
		order = moveLast(order, func(i matrix.ItemID) bool { return p.Bound(i) != matrix.Once })
		if b := stateBound(p, order); b < bound {
			best, bound = order, b
		}
	}
	return best
}

// markHubs leaves items out of the graph that more than half of the items are
// next to, as the piece is in a packing.
func (g *graph) markHubs() {
	mark := make([]int, len(g.holding))
	for i, holding := range g.holding {
		spread := 0
		for _, o := range holding {
			for _, e := range g.problem.Option(o) {
				if int(e.Item) < len(mark) && mark[e.Item] != i+1 {
					mark[e.Item] = i + 1
					spread++
				}
			}
		}
		g.hub[i] = spread > len(mark)/2
	}
}

// moveLast returns an order with some items behind the others.
func moveLast(order []matrix.ItemID, late func(matrix.ItemID) bool) []matrix.ItemID {
	early := slices.DeleteFunc(slices.Clone(order), late)
	return append(early, slices.DeleteFunc(slices.Clone(order), func(i matrix.ItemID) bool { return !late(i) })...)
}

// walkAll walks from the first item of an order, then from the first one that was not
// reached, and so on: breadth first, and of the neighbours of an item to those with few
// options first. No hub is walked to.
func (g *graph) walkAll(order []matrix.ItemID) (seen []matrix.ItemID) {
	done, used := make([]bool, len(g.holding)), make([]bool, g.problem.Options())
	next := 0
	for _, from := range order {
		if !done[from] {
			seen, done[from] = append(seen, from), true
		}
		for ; next < len(seen); next++ {
			mark := len(seen)
			for _, o := range g.holding[seen[next]] {
				if used[o] {
					continue
				}
				used[o] = true
				for _, e := range g.problem.Option(o) {
					if int(e.Item) < len(done) && !done[e.Item] && !g.hub[e.Item] {
						seen, done[e.Item] = append(seen, e.Item), true
					}
				}
			}
			slices.SortStableFunc(seen[mark:], func(a, b matrix.ItemID) int {
				return len(g.holding[a]) - len(g.holding[b])
			})
		}
	}
	return seen
}

// stateBound bounds the number of states of a fixed order. When item t is the
// first open one, of the items behind it only those can be covered that share an
// option with an item before t, and of the secondary items only those matter that
// options on both sides of t hold: so there are at most 2 to the number of them.
func stateBound(p *matrix.Problem, order []matrix.ItemID) float64 {
	at := make([]int, p.Primary())
	for t, i := range order {
		at[i] = t
	}
	// The first and the last place under which options are filed that hold an item.
	opens, closes := make([]int, p.Items()), make([]int, p.Items())
	for i := range opens {
		opens[i], closes[i] = len(order), -1
	}
	for o := range matrix.OptionID(p.Options()) {
		if first := firstOf(p, o, at); first < len(at) {
			for _, e := range p.Option(o) {
				opens[e.Item] = min(opens[e.Item], first)
				closes[e.Item] = max(closes[e.Item], first)
			}
		}
	}
	copy(closes, at)
	change := make([]int, len(order)+2)
	for i := range opens {
		if opens[i] < closes[i] { // undecided while opens < t and t <= closes
			change[opens[i]+1]++
			change[closes[i]+1]--
		}
	}
	sum, width := 0.0, 0
	for t := range order {
		width += change[t]
		sum += math.Exp2(float64(width))
	}
	return sum
}
