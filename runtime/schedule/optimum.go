package schedule

import (
	"context"
	"math"

	"quadrille/runtime/engine/dlx"
	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// BestRequest asks for a best solution of a problem with a goal.
type BestRequest struct {
	// Request holds the settings of the search. Its field Bound must be set. The search uses links on one thread.
	Request
	// IsSolution reports whether a solution of the matrix counts as a solution.
	IsSolution func(matrix.Solution) bool
	// OnBetter, if not nil, receives each solution that costs less than all solutions before.
	OnBetter func(matrix.Solution)
	// OnRaisedBound, if not nil, receives a new lower bound of the cost: no solution costs less.
	OnRaisedBound func(cost int64)
}

// FindBest returns a best solution, or nil if there is no solution. At the end, the limit of r.Bound is the cost of
// that solution. The error is that of ctx if it ended the search.
//
// First the limit falls: each solution must cost less than the one before. If that takes long, the search begins
// again with a limit just above the lower bound, and raises it by a part of the gap each time, until there is a
// solution within the limit. The second method is better if the first solutions cost much more than the best one.
func FindBest(ctx context.Context, p *matrix.Problem, r BestRequest) (best matrix.Solution, effort search.Stats,
	err error) {
	b := &bestSearch{BestRequest: r}
	r.Threads, r.Ordered, r.Restarts, r.Watch, r.Tracer = 1, false, 0, nil, nil
	b.links, _, err = searchTree(p, r.Request, b.reportProgress)
	if err != nil {
		return nil, effort, err
	}
	if finished, err := b.lowerLimit(ctx); err != nil || finished {
		return b.best, b.effort, err
	}
	err = b.raiseLimit(ctx)
	return b.best, b.effort, err
}

// bestSearch is a search for a best solution.
type bestSearch struct {
	BestRequest
	links  *dlx.LinkSearch
	best   matrix.Solution
	effort search.Stats
	// endFirstRun ends the run with a falling limit; it is nil in later runs. firstRunEnded is set when it was called.
	endFirstRun   func()
	firstRunEnded bool
}

// reportProgress passes a report on. It ends the run with a falling limit if a solution has been found by then.
func (b *bestSearch) reportProgress(q search.Progress) {
	if b.Report != nil {
		b.Report(q)
	}
	if b.endFirstRun != nil && b.best != nil {
		b.endFirstRun()
		b.firstRunEnded = true
	}
}

// lowerLimit searches with a falling limit. It reports whether the result is final.
func (b *bestSearch) lowerLimit(ctx context.Context) (finished bool, err error) {
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	if _, bounded := b.Bound.LowerBound(); bounded {
		b.endFirstRun = cancel
	}
	b.searchWithinLimit(inner, math.MinInt64)
	b.endFirstRun, b.firstRunEnded = nil, false
	return inner.Err() == nil, ctx.Err()
}

// gapDivisor determines a rising limit: it is above the lower bound by the gap between the bound and the cost of the
// best solution so far, divided by this number.
const gapDivisor = 4

// raiseLimit searches with a rising limit until there is a solution within the limit.
func (b *bestSearch) raiseLimit(ctx context.Context) error {
	least, _ := b.Bound.LowerBound()
	found := b.Bound.CostOf(b.best)
	for least < found {
		limit := b.Bound.CostBetween(least, found, gapDivisor)
		b.Bound.SetLimit(limit)
		b.searchWithinLimit(ctx, least)
		if err := ctx.Err(); err != nil {
			return err
		}
		if cost := b.Bound.CostOf(b.best); cost < found {
			break // everything within the limit has been searched
		}
		if least = b.Bound.StepCost(limit, 1); b.OnRaisedBound != nil {
			b.OnRaisedBound(min(least, found))
		}
	}
	b.Bound.SetLimit(b.Bound.CostOf(b.best))
	return nil
}

// searchWithinLimit visits the solutions within the limit, and lowers the limit below the cost of each. It stops
// early at a solution of cost least, because no solution costs less.
func (b *bestSearch) searchWithinLimit(ctx context.Context, least int64) {
	for found := range b.links.Solutions(ctx) {
		if !b.Bound.AllowsSolution(found) || !b.IsSolution(found) {
			continue
		}
		b.best = append(matrix.Solution{}, found...) // not nil, even if no option is chosen
		cost := b.Bound.CostOf(found)
		b.Bound.SetLimit(b.Bound.StepCost(cost, -1))
		if b.OnBetter != nil {
			b.OnBetter(b.best)
		}
		if cost <= least || b.firstRunEnded {
			break
		}
	}
	b.effort.AddStats(b.links.Stats())
	if b.best != nil && b.links.Err() == nil {
		b.Bound.SetLimit(b.Bound.CostOf(b.best))
	}
}
