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

// byOrbits counts the solutions of a symmetric problem by one item: each solution covers
// it with one option, and as many solutions hold an option as hold its image. So one
// option of an orbit is enough, and what it finds counts as often as the orbit is large.
type byOrbits struct {
	item  matrix.ItemID
	gain  float64 // options for each orbit
	parts []orbitPart
}

// orbitPart is the problem in which the item has one option of each orbit of a size.
type orbitPart struct {
	problem *matrix.Problem
	size    int64
	options []matrix.OptionID // that are left of the item
}

const (
	// mostSymmetries is as many as a cube has.
	mostSymmetries = 48
	// worthOrbits is the gain from which on the second problem is worth its making.
	worthOrbits = 1.5
)

// findOrbits takes the item whose options fall into the fewest orbits, as the search
// branches on them. It returns nil if that gains little.
func findOrbits(ctx context.Context, p *matrix.Problem) *byOrbits {
	group := symmetry.Group(ctx, p, mostSymmetries)
	if len(group) == 1 {
		return nil
	}
	orbitOf := symmetry.Orbits(p, group)
	var k *byOrbits
	fewest, of := p.Options(), []matrix.OptionID(nil)
	for i, options := range p.Holding()[:p.Primary()] {
		if p.Bound(matrix.ItemID(i)) != matrix.Once || len(options) == 0 {
			continue
		}
		met := map[int]bool{}
		for _, o := range options {
			met[orbitOf[o]] = true
		}
		if gain := float64(len(options)) / float64(len(met)); len(met) < fewest && gain >= worthOrbits {
			k, fewest, of = &byOrbits{item: matrix.ItemID(i), gain: gain}, len(met), options
		}
	}
	if k != nil {
		k.divide(p, of, orbitOf)
	}
	return k
}

// divide makes a problem for each size of an orbit.
func (k *byOrbits) divide(p *matrix.Problem, options []matrix.OptionID, orbitOf []int) {
	size, first := map[int]int64{}, map[int]matrix.OptionID{}
	for _, o := range slices.Backward(options) {
		size[orbitOf[o]]++
		first[orbitOf[o]] = o
	}
	bySize := map[int64]*orbitPart{}
	for orbit, n := range size {
		if bySize[n] == nil {
			bySize[n] = &orbitPart{size: n}
		}
		bySize[n].options = append(bySize[n].options, first[orbit])
	}
	for _, part := range bySize {
		slices.Sort(part.options)
		part.problem = p.Keep(func(o matrix.OptionID) bool {
			_, other := slices.BinarySearch(options, o)
			_, kept := slices.BinarySearch(part.options, o)
			return !other || kept
		})
		k.parts = append(k.parts, *part)
	}
	slices.SortFunc(k.parts, func(a, b orbitPart) int { return int(b.size - a.size) })
}

// why says what is counted.
func (k *byOrbits) why(p *matrix.Problem) string {
	n := 0
	for _, part := range k.parts {
		n += len(part.options)
	}
	return fmt.Sprintf("one option of each of %d orbits that hold item %s is counted with, as there are symmetries", n, p.Name(k.item))
}

// count counts with an engine. It returns the effort as well, in which each solution that
// was visited stands for as many as its orbit has options.
func (k *byOrbits) count(ctx context.Context, like *resumable) (*big.Int, search.Stats, error) {
	n, stats := new(big.Int), search.Stats{}
	for at, part := range k.parts {
		r := &resumable{problem: part.problem, request: like.request, name: like.name, why: like.why}
		if to := like.request.Report; to != nil {
			r.request.Report = func(q search.Progress) {
				q.Share = (float64(at) + q.Share) / float64(len(k.parts))
				q.Solutions = n.Int64() + q.Solutions*part.size
				q.Path = nil // in options of the part
				to(q)
			}
		}
		err := r.finish(ctx)
		found := big.NewInt(r.stats.Solutions)
		n.Add(n, found.Mul(found, big.NewInt(part.size)))
		r.stats.Profile = nil
		stats.Add(r.stats)
		if err != nil {
			return n, stats, err
		}
	}
	stats.Solutions = n.Int64()
	return n, stats, nil
}
