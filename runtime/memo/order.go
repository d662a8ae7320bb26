package memo

import (
	"math"
	"slices"

	"quadrille/runtime/matrix"
)

// graph is the graph of primary items, in which the items of an option are
// neighbours. It is walked by way of the options, so that it takes no more room
// than the problem.
type graph struct {
	problem *matrix.Problem
	holding [][]matrix.OptionID // of each primary item
	hub     []bool              // items left out of the graph
}

func newGraph(p *matrix.Problem) *graph {
	g := &graph{problem: p, holding: make([][]matrix.OptionID, p.Primary()), hub: make([]bool, p.Primary())}
	for o := range matrix.OptionID(p.Options()) {
		for _, e := range p.Option(o) {
			if int(e.Item) < p.Primary() {
				g.holding[e.Item] = append(g.holding[e.Item], o)
			}
		}
	}
	return g
}

// walk visits what can be reached from an item, breadth first, and appends it to
// seen; of the neighbours of an item those with few options come first.
func (g *graph) walk(from matrix.ItemID, seen []matrix.ItemID, done []bool, used []bool) []matrix.ItemID {
	next := len(seen)
	seen, done[from] = append(seen, from), true
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
	return seen
}

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

// nearOrder returns an order of the primary items in which the items of an
// option are near one another: of several orders the one that bounds the states
// of a fixed order best. Items covered other than once come last.
func nearOrder(p *matrix.Problem) []matrix.ItemID {
	natural := make([]matrix.ItemID, p.Primary())
	for i := range natural {
		natural[i] = matrix.ItemID(i)
	}
	g := newGraph(p)
	g.markHubs()
	best, bound := natural, math.Inf(1)
	walked := g.walkAll(natural)
	for _, order := range [][]matrix.ItemID{natural, g.hubsLast(natural), walked, g.walkAll(reversed(walked))} {
		last := onceFirst(p, order)
		if b := stateBound(p, last); b < bound {
			best, bound = last, b
		}
	}
	return best
}

// markHubs leaves items out of the graph that more than half of the items are
// next to, as the piece is in a packing.
func (g *graph) markHubs() {
	if len(g.holding) == 0 {
		return
	}
	spread := make([]int, len(g.holding))
	mark := make([]int, len(g.holding))
	for i := range g.holding {
		for _, o := range g.holding[i] {
			for _, e := range g.problem.Option(o) {
				if int(e.Item) < len(mark) && mark[e.Item] != i+1 {
					mark[e.Item] = i + 1
					spread[i]++
				}
			}
		}
	}
	for i := range spread {
		g.hub[i] = spread[i] > len(spread)/2
	}
}

func (g *graph) hubsLast(order []matrix.ItemID) []matrix.ItemID {
	sorted := slices.Clone(order)
	slices.SortStableFunc(sorted, func(a, b matrix.ItemID) int { return rank(g.hub[a]) - rank(g.hub[b]) })
	return sorted
}

// walkAll walks from the first item of the order, then from the first one that
// was not reached, and so on. The hubs come last.
func (g *graph) walkAll(order []matrix.ItemID) []matrix.ItemID {
	var seen []matrix.ItemID
	done, used := make([]bool, len(g.holding)), make([]bool, g.problem.Options())
	for _, hubs := range []bool{false, true} {
		for _, i := range order {
			if !done[i] && g.hub[i] == hubs {
				seen = g.walk(i, seen, done, used)
			}
		}
	}
	return seen
}

func reversed(order []matrix.ItemID) []matrix.ItemID {
	order = slices.Clone(order)
	slices.Reverse(order)
	return order
}

// onceFirst puts the items with other bounds last, where the rest has decided
// on most of their options.
func onceFirst(p *matrix.Problem, order []matrix.ItemID) []matrix.ItemID {
	sorted := slices.Clone(order)
	slices.SortStableFunc(sorted, func(a, b matrix.ItemID) int {
		return rank(p.Bound(a) != matrix.Once) - rank(p.Bound(b) != matrix.Once)
	})
	return sorted
}

func rank(later bool) int {
	if later {
		return 1
	}
	return 0
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
	opens, closes := make([]int, p.Items()), make([]int, p.Items())
	for i := range opens {
		opens[i], closes[i] = len(order), -1
	}
	for o := range matrix.OptionID(p.Options()) {
		noteSpan(p, o, at, opens, closes)
	}
	change := make([]int, len(order)+2)
	for i := range opens {
		if i < p.Primary() {
			closes[i] = at[i]
		}
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

// noteSpan notes for the items of an option the first and the last item under
// which an option is filed that holds them.
func noteSpan(p *matrix.Problem, o matrix.OptionID, at, opens, closes []int) {
	first := len(at)
	for _, e := range p.Option(o) {
		if int(e.Item) < p.Primary() {
			first = min(first, at[e.Item])
		}
	}
	if first == len(at) {
		return
	}
	for _, e := range p.Option(o) {
		opens[e.Item] = min(opens[e.Item], first)
		closes[e.Item] = max(closes[e.Item], first)
	}
}
