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

// Quantity is a mean with its standard error, and the interval that is to hold the truth
// 19 times of 20. The interval reaches as many times above the mean as below, since the
// sizes of trees differ by factors.
type Quantity struct {
	Mean   float64 `json:"mean"`
	Spread float64 `json:"spread"`
	From   float64 `json:"from"`
	To     float64 `json:"to"`
}

// EstimateSize walks from the root to a leaf again and again, at each node along a
// random branch. What it meets counts as often as there are such paths: at a
// node with d branches the rest of the walk stands for d. It stops early if ctx
// is done. The links are restored, and Stats are those of the probes.
func (s *LinkSearch) EstimateSize(ctx context.Context, r *rand.Rand, probes int) Estimate {
	s.Reset()
	defer func() { s.probe = nil }()
	var all probeTotals
	for all.probes < probes && ctx.Err() == nil {
		w := &randomWalk{random: r, weight: 1}
		s.probe = w
		s.Explore(new(atomic.Bool), search.WholeTree, 0, func(matrix.Solution) bool { return true })
		all.addProbe(w.probeCounts)
	}
	return all.toEstimate()
}

// SampleSolution makes walks as [LinkSearch.EstimateSize] does, and returns one of the solutions that they lead to
// and that are wanted, or nil. A walk leads to a solution with a known chance: one by the number of
// branches at each node, multiplied. Of the solutions one is drawn with weights that make up for
// it, so that all are about equally likely, the more so the more walks there are. The solution is
// the caller's.
//
// Source: D. B. Rubin, sampling/importance resampling, Journal of the American Statistical
// Association 82 (1987), 543-546.
func (s *LinkSearch) SampleSolution(ctx context.Context, r *rand.Rand, walks int,
	wanted func(matrix.Solution) bool) (drawn matrix.Solution) {
	s.Reset()
	defer func() { s.probe = nil }()
	sum := 0.0
	for range walks {
		p := &randomWalk{random: r, weight: 1}
		s.probe = p
		_, err := search.ExploreCube(ctx, s, search.WholeTree, 0, func(found matrix.Solution) bool {
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

// treeProber goes down parts of a tree, and is told by the search what it meets.
type treeProber interface {
	probeNode(level int)
	probeUpdates(level int, updates int64) // on the way to a level
	probeSolution(level int)
	// chooseBranches says which branches of a node to take, of so many, at most.
	chooseBranches(level int, of int32) (from, to int32)
	// acceptsBranch reports whether to take the next of them.
	acceptsBranch(level int, st *branchStep) bool
	// closeNode says that the branches of a node have been tried.
	closeNode(level int)
}

// probeCounts is what a probe has met, weighted.
type probeCounts struct{ nodes, updates, solutions float64 }

// randomWalk is a walk of the search that takes one branch of each node. What it meets is
// weighted by the branches that were passed by.
type randomWalk struct {
	probeCounts
	random *rand.Rand
	weight float64
}

func (w *randomWalk) probeNode(int)               { w.nodes += w.weight }
func (w *randomWalk) probeUpdates(_ int, n int64) { w.updates += w.weight * float64(n) }
func (w *randomWalk) probeSolution(int)           { w.solutions += w.weight }
func (w *randomWalk) closeNode(int)               {}

func (w *randomWalk) chooseBranches(_ int, of int32) (from, to int32) {
	if of == 0 {
		return 0, 0
	}
	from = w.random.Int32N(of)
	return from, from + 1
}

func (w *randomWalk) acceptsBranch(_ int, st *branchStep) bool {
	w.weight *= float64(st.of)
	return true
}

// probeTotals adds up what independent probes have met.
type probeTotals struct {
	probes                    int
	nodes, updates, solutions momentSums
}

func (t *probeTotals) addProbe(m probeCounts) {
	t.probes++
	t.nodes.addValue(m.nodes)
	t.updates.addValue(m.updates)
	t.solutions.addValue(m.solutions)
}

func (t *probeTotals) toEstimate() Estimate {
	e := Estimate{t.probes, t.nodes.toQuantity(t.probes), t.updates.toQuantity(t.probes),
		t.solutions.toQuantity(t.probes)}
	if e.Solutions.Mean == 0 {
		e.Solutions.To = e.Nodes.To // nothing more is known of solutions that no probe has met
	}
	return e
}

// momentSums are those of a quantity and its square.
type momentSums struct{ first, second float64 }

func (s *momentSums) addValue(v float64) {
	s.first += v
	s.second += v * v
}

func (s *momentSums) toQuantity(n int) Quantity {
	if s.first == 0 {
		return Quantity{}
	}
	mean := s.first / float64(n)
	spread := mean // of one alone nothing better is known
	if n > 1 {
		spread = math.Sqrt(max(0, s.second/float64(n)-mean*mean) / float64(n-1))
	}
	factor := math.Exp(studentFactor(n-1) * spread / mean)
	return Quantity{mean, spread, mean / factor, mean * factor}
}

// studentFactor is how many standard errors reach from a mean to the ends of its interval: Student's
// t by degrees of freedom, for 98 of 100 bell curves. Trees are skewed, and leave 95.
func studentFactor(freedom int) float64 {
	t := []float64{31.82, 6.96, 4.54, 3.75, 3.36, 3.14, 3.00, 2.90, 2.82, 2.76, 2.72, 2.68, 2.65, 2.62, 2.60, 2.58,
		2.57, 2.55, 2.54}
	return t[max(1, min(freedom, len(t)))-1]
}
