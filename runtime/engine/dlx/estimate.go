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

// Estimate is the estimated size of a search tree, from random probes (D. E. Knuth, "Estimating the efficiency of
// backtrack programs", Mathematics of Computation 29, 1975). Each mean is unbiased. Its standard error is itself an
// estimate, which is too small until a probe has reached the rare large subtrees.
type Estimate struct {
	Probes    int      `json:"probes"`
	Nodes     Quantity `json:"nodes"`
	Updates   Quantity `json:"updates"`
	Solutions Quantity `json:"solutions"`
}

// Quantity is an estimated number: the mean of samples, its standard error, and an interval that contains the true
// value in about 95% of cases. The ends of the interval are the mean divided and multiplied by one factor, because the
// sizes of search trees vary by factors.
type Quantity struct {
	Mean          float64 `json:"mean"`   // mean of the samples, which is the estimate
	StandardError float64 `json:"spread"` // standard error of the mean
	LowerEnd      float64 `json:"from"`   // lower end of the 95% confidence interval
	UpperEnd      float64 `json:"to"`     // upper end of the 95% confidence interval
}

// EstimateSize estimates the size of the search tree by random probes. A probe is a walk from the root to a leaf that
// follows a random branch at each node. Everything below a node with d branches counts d times, so that the expected
// count is the size of the tree. EstimateSize stops early if ctx is done. The links are restored. Stats then returns
// the effort of the probes.
func (s *LinkSearch) EstimateSize(ctx context.Context, r *rand.Rand, probes int) Estimate {
	s.Reset()
	defer func() { s.prober = nil }()
	var all probeTotals
	for all.probeCount < probes && ctx.Err() == nil {
		w := &randomWalk{randomSource: r, nodeWeight: 1}
		s.prober = w
		s.Explore(new(atomic.Bool), search.WholeTree, 0, func(matrix.Solution) bool { return true })
		all.addProbe(w.weightedCounts)
	}
	return all.makeEstimate()
}

// SampleSolution returns a random solution, or nil if it finds none. It makes random walks as [LinkSearch.EstimateSize]
// does, and draws one of the solutions that the walks reach and that wanted accepts. The probability that a walk
// reaches a solution is the product of 1/d over the nodes of its path, where d is the number of branches. Each reached
// solution is drawn with a weight that is the inverse of this probability. So all solutions are about equally likely,
// and with more walks the differences become smaller. The caller owns the solution.
//
// Source: D. B. Rubin, sampling/importance resampling, Journal of the American Statistical
// Association 82 (1987), 543-546.
func (s *LinkSearch) SampleSolution(ctx context.Context, r *rand.Rand, walks int,
	wanted func(matrix.Solution) bool) (drawn matrix.Solution) {
	s.Reset()
	defer func() { s.prober = nil }()
	sum := 0.0
	for range walks {
		p := &randomWalk{randomSource: r, nodeWeight: 1}
		s.prober = p
		_, err := search.ExploreCube(ctx, s, search.WholeTree, 0, func(found matrix.Solution) bool {
			if wanted(found) {
				if sum += p.nodeWeight; r.Float64()*sum < p.nodeWeight {
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

// treeProber observes a search for an estimate. It selects the branches to try, and its methods are called for each
// node, update and solution.
type treeProber interface {
	probeNode(level int)
	probeUpdates(level int, updates int64) // receives the number of updates that were made on the way to a level
	probeSolution(level int)
	// branchesToTry returns the range of branches to try at a node with branchCount branches. The range begins at index
	// from, and ends before index to.
	branchesToTry(level int, branchCount int32) (from, to int32)
	// acceptsBranch reports whether the search tries the next branch of the range that branchesToTry returned.
	acceptsBranch(level int, st *branchStep) bool
	// closeNode is called after the last branch of a node.
	closeNode(level int)
}

// weightedCounts holds the counts of one probe. A node, update or solution adds the weight of its search node to the
// count.
type weightedCounts struct{ nodes, updates, solutions float64 }

// randomWalk is a probe: a search that tries one random branch of each node. The weight of a node is the product of the
// numbers of branches at the nodes above it.
type randomWalk struct {
	weightedCounts
	randomSource *rand.Rand
	nodeWeight   float64 // product of the numbers of branches at the nodes above the current one
}

func (w *randomWalk) probeNode(int)               { w.nodes += w.nodeWeight }
func (w *randomWalk) probeUpdates(_ int, n int64) { w.updates += w.nodeWeight * float64(n) }
func (w *randomWalk) probeSolution(int)           { w.solutions += w.nodeWeight }
func (w *randomWalk) closeNode(int)               {}

func (w *randomWalk) branchesToTry(_ int, branchCount int32) (from, to int32) {
	if branchCount == 0 {
		return 0, 0
	}
	from = w.randomSource.Int32N(branchCount)
	return from, from + 1
}

func (w *randomWalk) acceptsBranch(_ int, st *branchStep) bool {
	w.nodeWeight *= float64(st.branchCount)
	return true
}

// probeTotals adds up the counts of independent probes.
type probeTotals struct {
	probeCount                int
	nodes, updates, solutions momentSums
}

func (t *probeTotals) addProbe(counts weightedCounts) {
	t.probeCount++
	t.nodes.addValue(counts.nodes)
	t.updates.addValue(counts.updates)
	t.solutions.addValue(counts.solutions)
}

func (t *probeTotals) makeEstimate() Estimate {
	e := Estimate{t.probeCount, t.nodes.meanWithInterval(t.probeCount), t.updates.meanWithInterval(t.probeCount),
		t.solutions.meanWithInterval(t.probeCount)}
	if e.Solutions.Mean == 0 {
		// no probe has reached a solution, so the number of nodes is the only bound
		e.Solutions.UpperEnd = e.Nodes.UpperEnd
	}
	return e
}

// momentSums holds the sums of a quantity and of its square over the probes.
type momentSums struct{ sum, squareSum float64 }

func (s *momentSums) addValue(v float64) {
	s.sum += v
	s.squareSum += v * v
}

func (s *momentSums) meanWithInterval(n int) Quantity {
	if s.sum == 0 {
		return Quantity{}
	}
	mean := s.sum / float64(n)
	spread := mean // a single probe does not show how much probes vary, so its mean stands for the standard error
	if n > 1 {
		spread = math.Sqrt(max(0, s.squareSum/float64(n)-mean*mean) / float64(n-1))
	}
	factor := math.Exp(studentQuantile(n-1) * spread / mean)
	return Quantity{mean, spread, mean / factor, mean * factor}
}

// studentQuantile is the distance from a mean to the ends of its interval, in standard errors: the quantile of
// Student's t distribution at a level of 98%, by degrees of freedom. The sizes of trees are skewed, so about 95% of the
// intervals contain the true value.
func studentQuantile(freedom int) float64 {
	t := []float64{31.82, 6.96, 4.54, 3.75, 3.36, 3.14, 3.00, 2.90, 2.82, 2.76, 2.72, 2.68, 2.65, 2.62, 2.60, 2.58,
		2.57, 2.55, 2.54}
	return t[max(1, min(freedom, len(t)))-1]
}
