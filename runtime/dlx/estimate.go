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

// Estimate walks from the root to a leaf again and again, at each node along a
// random branch. What it meets counts as often as there are such paths: at a
// node with d branches the rest of the walk stands for d. It stops early if ctx
// is done. The links are restored, and Stats are those of the probes.
func (s *Search) Estimate(ctx context.Context, r *rand.Rand, probes int) Estimate {
	s.Reset()
	defer func() { s.probe = nil }()
	var all tally
	for all.probes < probes && ctx.Err() == nil {
		w := &walk{random: r, weight: 1}
		s.probe = w
		s.Explore(new(atomic.Bool), search.Whole, 0, func(matrix.Solution) bool { return true })
		all.add(w.met)
	}
	return all.estimate()
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
		p := &walk{random: r, weight: 1}
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

// prober goes down parts of a tree, and is told by the search what it meets.
type prober interface {
	node(level int)
	update(level int, updates int64) // on the way to a level
	solution(level int)
	// bound says which branches of a node to take, of so many, at most.
	bound(level int, of int32) (from, to int32)
	// take reports whether to take the next of them.
	take(level int, st *step) bool
	// leave says that the branches of a node have been tried.
	leave(level int)
}

// met is what a probe has met, weighted.
type met struct{ nodes, updates, solutions float64 }

// walk is a walk of the search that takes one branch of each node. What it meets is
// weighted by the branches that were passed by.
type walk struct {
	met
	random *rand.Rand
	weight float64
}

func (w *walk) node(int)              { w.nodes += w.weight }
func (w *walk) update(_ int, n int64) { w.updates += w.weight * float64(n) }
func (w *walk) solution(int)          { w.solutions += w.weight }
func (w *walk) leave(int)             {}

func (w *walk) bound(_ int, of int32) (from, to int32) {
	if of == 0 {
		return 0, 0
	}
	from = w.random.Int32N(of)
	return from, from + 1
}

func (w *walk) take(_ int, st *step) bool {
	w.weight *= float64(st.of)
	return true
}

// tally adds up what independent probes have met.
type tally struct {
	probes                    int
	nodes, updates, solutions sums
}

func (t *tally) add(m met) {
	t.probes++
	t.nodes.add(m.nodes)
	t.updates.add(m.updates)
	t.solutions.add(m.solutions)
}

func (t *tally) estimate() Estimate {
	e := Estimate{t.probes, t.nodes.quantity(t.probes), t.updates.quantity(t.probes), t.solutions.quantity(t.probes)}
	if e.Solutions.Mean == 0 {
		e.Solutions.To = e.Nodes.To // nothing more is known of solutions that no probe has met
	}
	return e
}

// sums are those of a quantity and its square.
type sums struct{ first, second float64 }

func (s *sums) add(v float64) {
	s.first += v
	s.second += v * v
}

func (s *sums) quantity(n int) Quantity {
	if s.first == 0 {
		return Quantity{}
	}
	mean := s.first / float64(n)
	spread := mean // of one alone nothing better is known
	if n > 1 {
		spread = math.Sqrt(max(0, s.second/float64(n)-mean*mean) / float64(n-1))
	}
	factor := math.Exp(student(n-1) * spread / mean)
	return Quantity{mean, spread, mean / factor, mean * factor}
}

// student is how many standard errors reach from a mean to the ends of its interval: Student's
// t by degrees of freedom, for 98 of 100 bell curves. Trees are skewed, and leave 95.
func student(freedom int) float64 {
	t := []float64{31.82, 6.96, 4.54, 3.75, 3.36, 3.14, 3.00, 2.90, 2.82, 2.76, 2.72, 2.68, 2.65, 2.62, 2.60, 2.58, 2.57, 2.55, 2.54}
	return t[max(1, min(freedom, len(t)))-1]
}
