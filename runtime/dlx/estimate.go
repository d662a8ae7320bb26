package dlx

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// Estimate is what probes of a tree say about its size (D. E. Knuth,
// "Estimating the efficiency of backtrack programs", Mathematics of Computation
// 29, 1975). Each mean is unbiased; the spread is its standard error, which is
// itself an estimate, and too small while the rare large subtrees have not been
// met.
type Estimate struct {
	Probes    int      `json:"probes"`
	Nodes     Quantity `json:"nodes"`
	Updates   Quantity `json:"updates"`
	Solutions Quantity `json:"solutions"`
}

// Quantity is a mean with its standard error.
type Quantity struct {
	Mean   float64 `json:"mean"`
	Spread float64 `json:"spread"`
}

// Estimate walks from the root to a leaf again and again, at each node along a
// random branch. What it meets counts as often as there are such paths: at a
// node with d branches the rest of the walk stands for d. It stops early if ctx
// is done. The links are restored, and Stats are those of the probes.
func (s *Search) Estimate(ctx context.Context, r *rand.Rand, probes int) Estimate {
	s.Reset()
	defer func() { s.probe = nil }()
	var nodes, updates, solutions sums
	done := 0
	for ; done < probes && ctx.Err() == nil; done++ {
		p := &probe{random: r, weight: 1}
		s.probe = p
		s.Explore(new(atomic.Bool), search.Whole, 0, func(matrix.Solution) bool { return true })
		nodes.add(p.nodes)
		updates.add(p.updates)
		solutions.add(p.solutions)
	}
	return Estimate{done, nodes.quantity(done), updates.quantity(done), solutions.quantity(done)}
}

// Draw makes walks as [Search.Estimate] does, and returns one of the solutions that they lead to
// and that are wanted, or nil. A walk leads to a solution with a known chance: one by the number of
// branches at each node, multiplied. Of the solutions one is drawn with weights that make up for
// it, so that all are about equally likely, the more so the more walks there are. The solution is
// the caller's.
//
// Source: D. B. Rubin, sampling/importance resampling, Journal of the American Statistical
// Association 82 (1987), 543-546.
func (s *Search) Draw(ctx context.Context, r *rand.Rand, walks int, wanted func(matrix.Solution) bool) (drawn matrix.Solution) {
	s.Reset()
	defer func() { s.probe = nil }()
	sum := 0.0
	for range walks {
		p := &probe{random: r, weight: 1}
		s.probe = p
		_, err := search.Explore(ctx, s, search.Whole, 0, func(found matrix.Solution) bool {
			if wanted(found) {
				if sum += p.weight; r.Float64()*sum < p.weight {
					drawn = slices.Clone(found)
				}
			}
			return true
		})
		if err != nil {
			return nil
		}
	}
	return drawn
}

// probe is a walk of the search that takes one branch of each node. What it meets is
// weighted by the branches that were passed by.
type probe struct {
	random                    *rand.Rand
	weight                    float64
	nodes, updates, solutions float64
}

// sums are those of a quantity and its square.
type sums struct{ first, second float64 }

func (s *sums) add(v float64) {
	s.first += v
	s.second += v * v
}

func (s *sums) quantity(n int) Quantity {
	if n == 0 {
		return Quantity{}
	}
	mean := s.first / float64(n)
	variance := max(0, s.second/float64(n)-mean*mean)
	return Quantity{Mean: mean, Spread: math.Sqrt(variance / float64(max(1, n-1)))}
}
