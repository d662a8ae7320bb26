package choose

import (
	"math"
	"slices"

	"quadrille/runtime/dlx"
	"quadrille/runtime/matrix"
)

// MRV chooses the item with the fewest branches left (minimum remaining
// values, the S heuristic of the paper), the first one in the list among
// equals.
type MRV struct{}

// Choose implements [dlx.Chooser].
func (MRV) Choose(v dlx.View) matrix.ItemID {
	best, fewest := matrix.ItemID(-1), int32(math.MaxInt32)
	for i := v.First(); i >= 0; i = v.Next(i) {
		if n := v.Branches(i); n < fewest {
			if n == 0 {
				return i
			}
			best, fewest = i, n
		}
	}
	return best
}

// Ranked chooses the item with the fewest branches left, the one of the least
// rank among equals.
type Ranked struct {
	// Rank has a number for each primary item.
	Rank []int32
}

// Choose implements [dlx.Chooser].
func (c *Ranked) Choose(v dlx.View) matrix.ItemID {
	best, fewest := matrix.ItemID(-1), int32(math.MaxInt32)
	for i := v.First(); i >= 0; i = v.Next(i) {
		n := v.Branches(i)
		if n < fewest || n == fewest && c.Rank[i] < c.Rank[best] {
			if n == 0 {
				return i
			}
			best, fewest = i, n
		}
	}
	return best
}

func newMRV(a *arguments, p *matrix.Problem) (dlx.Chooser, error) {
	ties := a.take("ties", "first")
	switch ties {
	case "organ-pipe":
		return &Ranked{Rank: ranks(OrganPipe(p))}, nil
	case "degree":
		return &Ranked{Rank: ranks(byDegree(p))}, nil
	case "random":
		return &randomTies{seed: a.seed}, nil
	}
	return MRV{}, oneOf("ties", ties, "first", "organ-pipe", "degree", "random")
}

// ranks numbers items by their place in an order.
func ranks(order []matrix.ItemID) []int32 {
	out := make([]int32, len(order))
	for k, i := range order {
		out[i] = int32(k)
	}
	return out
}

// byDegree orders the primary items by the number of other items in their
// options, the greatest first: choosing such an item says most about others.
func byDegree(p *matrix.Problem) []matrix.ItemID {
	degree := make([]int, p.Primary())
	for o := range matrix.OptionID(p.Options()) {
		option := p.Option(o)
		for _, e := range option {
			if int(e.Item) < len(degree) {
				degree[e.Item] += len(option) - 1
			}
		}
	}
	order := identity(p)
	slices.SortStableFunc(order, func(a, b matrix.ItemID) int { return degree[b] - degree[a] })
	return order
}

func identity(p *matrix.Problem) []matrix.ItemID {
	order := make([]matrix.ItemID, p.Primary())
	for i := range order {
		order[i] = matrix.ItemID(i)
	}
	return order
}
