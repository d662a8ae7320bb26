package plan

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
	"quadrille/runtime/symmetry"
)

// kinds count the solutions of a symmetric problem by one item: each solution covers it
// with one option, and as many solutions hold an option as hold its image. So one option
// of a kind is enough, and what it finds counts as often as there are options of its kind.
type kinds struct {
	item  matrix.ItemID
	gain  float64 // options for each kind
	parts []kind
}

// kind is the problem in which only some options are left that hold the item, each of
// them one of so many.
type kind struct {
	problem *matrix.Problem
	size    int64
	firsts  int // how many options are left that hold the item
}

const (
	// mostSymmetries is as many as a cube has.
	mostSymmetries = 48
	// worthKinds is the gain from which on kinds are worth the trouble.
	worthKinds = 1.5
)

// findKinds takes the item whose options are of the fewest kinds, as the search branches on
// them. It returns nil if that would gain little.
func findKinds(ctx context.Context, p *matrix.Problem) *kinds {
	group := symmetry.Group(ctx, p, mostSymmetries)
	if len(group) == 1 {
		return nil
	}
	orbits := symmetry.Orbits(p, group)
	k, fewest := &kinds{}, p.Options()
	best := []matrix.OptionID(nil)
	for i, options := range p.Holding()[:p.Primary()] {
		if p.Bound(matrix.ItemID(i)) != matrix.Once || len(options) == 0 {
			continue
		}
		n := len(sizes(options, orbits))
		if gain := float64(len(options)) / float64(n); n < fewest && gain >= worthKinds {
			k.item, k.gain, best, fewest = matrix.ItemID(i), gain, options, n
		}
	}
	if best == nil {
		return nil
	}
	k.divide(p, best, orbits)
	return k
}

// why says what is counted.
func (k *kinds) why(p *matrix.Problem) string {
	n := 0
	for _, part := range k.parts {
		n += part.firsts
	}
	return fmt.Sprintf("one option of each of %d kinds that hold item %s is counted with, as there are symmetries", n, p.Name(k.item))
}

// sizes counts the options of each orbit.
func sizes(options []matrix.OptionID, orbits []int) map[int]int64 {
	n := map[int]int64{}
	for _, o := range options {
		n[orbits[o]]++
	}
	return n
}

// divide makes a problem for each size of a kind.
func (k *kinds) divide(p *matrix.Problem, options []matrix.OptionID, orbits []int) {
	firsts := map[int64][]matrix.OptionID{} // by size: one option of each kind
	size, met := sizes(options, orbits), map[int]bool{}
	for _, o := range options {
		if orbit := orbits[o]; !met[orbit] {
			met[orbit] = true
			firsts[size[orbit]] = append(firsts[size[orbit]], o)
		}
	}
	for n, kept := range firsts {
		part := p.Keep(func(o matrix.OptionID) bool {
			_, other := slices.BinarySearch(options, o)
			_, first := slices.BinarySearch(kept, o)
			return !other || first
		})
		k.parts = append(k.parts, kind{part, n, len(kept)})
	}
	slices.SortFunc(k.parts, func(a, b kind) int { return int(b.size - a.size) })
}

// count counts with an engine. It returns the effort as well, in which each solution that
// was visited stands for as many as its kind says.
func (k *kinds) count(ctx context.Context, like *fallback) (*big.Int, search.Stats, error) {
	n, stats := new(big.Int), search.Stats{}
	for at, part := range k.parts {
		f := &fallback{problem: part.problem, request: like.request, name: like.name, why: like.why}
		f.request.Report = k.report(like.request.Report, at, n)
		err := f.finish(ctx)
		found := big.NewInt(f.stats.Solutions)
		n.Add(n, found.Mul(found, big.NewInt(part.size)))
		f.stats.Profile = nil
		stats.Add(f.stats)
		if err != nil {
			return n, stats, err
		}
	}
	stats.Solutions = n.Int64()
	return n, stats, nil
}

// report makes the progress of one part a part of the whole.
func (k *kinds) report(to func(search.Progress), at int, before *big.Int) func(search.Progress) {
	if to == nil {
		return nil
	}
	return func(p search.Progress) {
		p.Share = (float64(at) + p.Share) / float64(len(k.parts))
		p.Solutions = before.Int64() + p.Solutions*k.parts[at].size
		p.Path = nil
		to(p)
	}
}
