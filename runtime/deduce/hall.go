package deduce

import (
	"context"
	"slices"

	"quadrille/runtime/matrix"
)

// HallViolation is a proof that a problem has no solution: a set of items with too few partners. Each option that holds
// one of Items holds no other of these items, and holds one of Partners. Each partner is covered at most once, and
// there are fewer partners than items (P. Hall, On representatives of subsets, 1935).
type HallViolation struct {
	Items, Partners []matrix.ItemID
}

// FindHallViolation looks for a set of items with too few partners in the given matchings. It returns the smallest
// set that it finds. The matchings need not be valid, because every result is checked against the options. If ctx is
// done, it returns the best result so far.
func FindHallViolation(ctx context.Context, p *matrix.Problem, matchings []matrix.Matching) (found HallViolation,
	ok bool) {
	holding := p.OptionsByItem()
	for _, m := range matchings {
		g := newGrowingMatching(p, m, holding)
		for k := range m.LeftItems {
			if ctx.Err() != nil {
				return found, ok
			}
			if g.findPartner(k, make([]bool, len(m.RightItems))) {
				continue
			}
			if c := g.hallViolation(k); (!ok || len(c.Items) < len(found.Items)) && c.isViolation(p, holding) {
				found, ok = c, true
			}
		}
	}
	return found, ok
}

// growingMatching is a matching under construction, between left items and right items.
type growingMatching struct {
	matrix.Matching
	possiblePartners [][]int // for each left item, the indices of the right items in its options
	leftPartnerOf    []int   // left partner of each right item, or -1
}

func newGrowingMatching(p *matrix.Problem, m matrix.Matching, holding [][]matrix.OptionID) *growingMatching {
	number := map[matrix.ItemID]int{}
	for k, i := range m.RightItems {
		number[i] = k
	}
	g := &growingMatching{m, make([][]int, len(m.LeftItems)), slices.Repeat([]int{-1}, len(m.RightItems))}
	for k, i := range m.LeftItems {
		for _, o := range holding[i] {
			for _, e := range p.Option(o) {
				if n, ok := number[e.Item]; ok && !slices.Contains(g.possiblePartners[k], n) {
					g.possiblePartners[k] = append(g.possiblePartners[k], n)
				}
			}
		}
	}
	return g
}

// findPartner finds a partner for left item k, along an augmenting path. It reports whether there
// is one.
func (g *growingMatching) findPartner(k int, seen []bool) bool {
	for _, n := range g.possiblePartners[k] {
		if seen[n] {
			continue
		}
		seen[n] = true
		if g.leftPartnerOf[n] < 0 || g.findPartner(g.leftPartnerOf[n], seen) {
			g.leftPartnerOf[n] = k
			return true
		}
	}
	return false
}

// hallViolation returns the violation that contains left item k, for which no partner was found. Its items are k, the
// left partners of the right items that k can have as partner, the left partners of the right items that these can
// have, and so on.
func (g *growingMatching) hallViolation(k int) (c HallViolation) {
	seen := make([]bool, len(g.RightItems))
	g.findPartner(k, seen)
	c.Items = append(c.Items, g.LeftItems[k])
	for n, isReached := range seen {
		if isReached {
			c.Partners = append(c.Partners, g.RightItems[n])
			c.Items = append(c.Items, g.LeftItems[g.leftPartnerOf[n]])
		}
	}
	slices.Sort(c.Items)
	return c
}

// isViolation reports whether the items and partners form a Hall violation.
func (c *HallViolation) isViolation(p *matrix.Problem, holding [][]matrix.OptionID) bool {
	for _, i := range c.Items {
		if int(i) >= p.PrimaryCount() || p.Bound(i).Min == 0 {
			return false
		}
		for _, o := range holding[i] {
			items, partners := 0, 0
			for _, e := range p.Option(o) {
				if slices.Contains(c.Items, e.Item) {
					items++
				}
				if slices.Contains(c.Partners, e.Item) && e.Color == matrix.NoColor {
					partners++
				}
			}
			if items != 1 || partners == 0 {
				return false
			}
		}
	}
	return len(c.Items) > len(c.Partners) && !slices.ContainsFunc(c.Partners, func(i matrix.ItemID) bool {
		return int(i) < p.PrimaryCount() && p.Bound(i).Max > 1
	})
}
