package plan

import (
	"context"
	"iter"
	"sync/atomic"

	"quadrille/runtime/linear"
	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// Weights is the name of what stands for an engine where a sum proves that there is no
// solution.
const Weights = "weights"

// proofWork bounds the search for a proof by sums: to some ten milliseconds, where a
// search has taken longer.
const proofWork = 1 << 22

// mostProofOptions bounds the options of which a proof is sought: for each there is a row.
const mostProofOptions = 1 << 17

// proves reports whether a sum proves that a problem has no solution, if that is found with so
// much work.
func proves(p *matrix.Problem, work int64) bool {
	if p.OptionCount() > mostProofOptions {
		return false
	}
	largest := 2
	for o := range matrix.OptionID(p.OptionCount()) {
		largest = max(largest, len(p.Option(o)))
	}
	_, found := linear.FindCertificate(p, linear.ProofOptions{Work: work, Largest: largest})
	return found
}

const whyWeights = "items have weights under which each option weighs nothing, and what must be covered weighs " +
	"something"

// doubting is an engine that is stopped if it finds nothing for a while and there is a proof
// that it never will. Nothing is done before the engine reports for the first time, which
// is after so many steps: so short searches take no longer.
type doubting struct {
	search.Engine
	plan    *Plan
	problem *matrix.Problem
	stop    context.CancelFunc // set while a search runs
	asked   atomic.Bool
	proved  atomic.Bool
}

// doubt gives the plan that make makes to a doubting engine.
func doubt(p *matrix.Problem, r Request, make func(Request) (*Plan, error)) (*Plan, error) {
	d := &doubting{problem: p}
	report := r.Report
	r.Report = func(q search.Progress) {
		if d.consider(q); report != nil {
			report(q)
		}
	}
	plan, err := make(r)
	if err != nil {
		return nil, err
	}
	d.plan, d.Engine, plan.Engine = plan, plan.Engine, d
	return plan, nil
}

// consider looks for a proof at the first report, unless there is a solution.
func (d *doubting) consider(q search.Progress) {
	if q.Solutions > 0 || d.asked.Swap(true) || !proves(d.problem, proofWork) {
		return
	}
	d.proved.Store(true)
	d.stop()
}

// Solutions implements [search.Engine].
func (d *doubting) Solutions(ctx context.Context) iter.Seq[matrix.Solution] {
	return func(yield func(matrix.Solution) bool) {
		if d.proved.Load() {
			return
		}
		inner, stop := context.WithCancel(ctx)
		defer stop()
		d.stop = stop
		d.Engine.Solutions(inner)(yield)
		if d.proved.Load() {
			d.plan.Name, d.plan.Why = Weights, whyWeights
		}
	}
}

// Err implements [search.Engine].
func (d *doubting) Err() error {
	if d.proved.Load() {
		return nil
	}
	return d.Engine.Err()
}
