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

// Estimate is the estimated size of a search tree, from random probes (D. E. Knuth, "Estimating the
// efficiency of backtrack programs", Mathematics of Computation 29, 1975). Each mean is unbiased.
// Its standard error is itself an estimate, and too small as long as no probe has reached the rare
// large subtrees.
type Estimate struct {
	Probes    int      `json:"probes"`
	Nodes     Quantity `json:"nodes"`
	Updates   Quantity `json:"updates"`
	Solutions Quantity `json:"solutions"`
}

// Quantity is a mean with its standard error and an interval that holds the true value 19 times of
// 20. The ends of the interval are the mean divided and multiplied by one factor, since the sizes
// of trees differ by factors.
type Quantity struct {
	Mean   float64 `json:"mean"`   // estimated value
	Spread float64 `json:"spread"` // standard error of the mean
	From   float64 `json:"from"`   // lower end of the interval
	To     float64 `json:"to"`     // upper end of the interval
}

// EstimateSize estimates the size of the search tree by random probes. A probe is a walk from the root to a leaf that
// follows a random branch at each node. Everything below a node with d branches counts d times, so that the expected
// count is the size of the tree. EstimateSize stops early if ctx is done. The links are restored. Stats then returns
// the effort of the probes.
func (s *LinkSearch) EstimateSize(ctx context.Context, r *rand.Rand, probes int) Estimate {
	s.Reset()
	defer func() { s.prober = nil }()
	var all probeTotals
	for all.probes < probes && ctx.Err() == nil {
		w := &randomWalk{random: r, weight: 1}
		s.prober = w
		s.Explore(new(atomic.Bool), search.WholeTree, 0, func(matrix.Solution) bool { return true })
		all.addProbe(w.probeCounts)
	}
	return all.makeEstimate()
}

// SampleSolution returns a random solution, or nil if it finds none. It makes random walks as [LinkSearch.EstimateSize]
// does, and draws one of the solutions that the walks reach and that wanted accepts. A walk reaches a solution with a
// known probability: the product of 1/d over the nodes of its path, where d is the number of branches. The solutions
// are drawn with weights that are the inverse of this probability. So all solutions are about equally likely, and the
// more walks there are the smaller the differences. The caller owns the solution.
//
// Source: D. B. Rubin, sampling/importance resampling, Journal of the American Statistical
// Association 82 (1987), 543-546.
func (s *LinkSearch) SampleSolution(ctx context.Context, r *rand.Rand, walks int,
	wanted func(matrix.Solution) bool) (drawn matrix.Solution) {
	s.Reset()
	defer func() { s.prober = nil }()
	sum := 0.0
	for range walks {
		p := &randomWalk{random: r, weight: 1}
		s.prober = p
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

// treeProber observes a search for an estimate: it selects the branches to try, and is told of nodes, updates and
// solutions.
type treeProber interface {
	probeNode(level int)
	probeUpdates(level int, updates int64) // receives the number of updates on the way to a level
	probeSolution(level int)
	// chooseBranches returns the range of branches to try at a node with the given number of
	// branches.
	chooseBranches(level int, branchCount int32) (from, to int32)
	// acceptsBranch reports whether to try the next branch of that range.
	acceptsBranch(level int, st *branchStep) bool
	// closeNode is called after the last branch of a node.
	closeNode(level int)
}

// probeCounts holds the weighted counts of one probe.
type probeCounts struct{ nodes, updates, solutions float64 }

// randomWalk is a probe: a search that tries one random branch of each node. The weight of a node
// is the product of the numbers of branches on its path.
type randomWalk struct {
	probeCounts
	random *rand.Rand
	weight float64 // product of the numbers of branches on the path
}

func (w *randomWalk) probeNode(int)               { w.nodes += w.weight }
func (w *randomWalk) probeUpdates(_ int, n int64) { w.updates += w.weight * float64(n) }
func (w *randomWalk) probeSolution(int)           { w.solutions += w.weight }
func (w *randomWalk) closeNode(int)               {}

func (w *randomWalk) chooseBranches(_ int, branchCount int32) (from, to int32) {
	if branchCount == 0 {
		return 0, 0
	}
	from = w.random.Int32N(branchCount)
	return from, from + 1
}

func (w *randomWalk) acceptsBranch(_ int, st *branchStep) bool {
	w.weight *= float64(st.branchCount)
	return true
}

// probeTotals adds up the counts of independent probes.
type probeTotals struct {
	probes                    int
	nodes, updates, solutions momentSums
}

func (t *probeTotals) addProbe(counts probeCounts) {
	t.probes++
	t.nodes.addValue(counts.nodes)
	t.updates.addValue(counts.updates)
	t.solutions.addValue(counts.solutions)
}

func (t *probeTotals) makeEstimate() Estimate {
	e := Estimate{t.probes, t.nodes.makeQuantity(t.probes), t.updates.makeQuantity(t.probes),
		t.solutions.makeQuantity(t.probes)}
	if e.Solutions.Mean == 0 {
		e.Solutions.To = e.Nodes.To // no probe has reached a solution: the nodes are the only bound
	}
	return e
}

// momentSums holds the sums of a quantity and of its square over the probes.
type momentSums struct{ sum, squareSum float64 }

func (s *momentSums) addValue(v float64) {
	s.sum += v
	s.squareSum += v * v
}

func (s *momentSums) makeQuantity(n int) Quantity {
	if s.sum == 0 {
		return Quantity{}
	}
	mean := s.sum / float64(n)
	spread := mean // a single probe has no spread of its own
	if n > 1 {
		spread = math.Sqrt(max(0, s.squareSum/float64(n)-mean*mean) / float64(n-1))
	}
	factor := math.Exp(studentFactor(n-1) * spread / mean)
	return Quantity{mean, spread, mean / factor, mean * factor}
}

// studentFactor is the distance from a mean to the ends of its interval in standard errors:
// Student's t by degrees of freedom, at a level of 98%. The sizes of trees are skewed, so about 95%
// of the intervals hold the true value.
func studentFactor(freedom int) float64 {
	t := []float64{31.82, 6.96, 4.54, 3.75, 3.36, 3.14, 3.00, 2.90, 2.82, 2.76, 2.72, 2.68, 2.65, 2.62, 2.60, 2.58,
		2.57, 2.55, 2.54}
	return t[max(1, min(freedom, len(t)))-1]
}
