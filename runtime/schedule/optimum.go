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
	// Request has the Bound that the search uses. It searches by links on one thread, as its tree depends on the limit.
	Request
	// Keeps reports whether a candidate is a solution.
	Keeps func(matrix.Solution) bool
	// Better, if not nil, receives each solution that costs less than those before.
	Better func(matrix.Solution)
	// Raised, if not nil, receives each cost below which it is found out that there is no solution.
	Raised func(cost int64)
}

// FindBest looks for a best solution. At the end the limit of the bound is its cost. FindBest returns nil if there is
// no solution; the error is that of ctx if it ended the search.
//
// First the limit falls: each solution must cost less than the one before. If that takes long, the limit rises from
// the bound instead, each time by a part of the gap, until there are solutions within it. So the first solutions may be
// far from the best one.
func FindBest(ctx context.Context, p *matrix.Problem, r BestRequest) (best matrix.Solution, effort search.Stats,
	err error) {
	b := &bestSearch{BestRequest: r}
	r.Threads, r.Ordered, r.Restarts, r.Watch, r.Tracer = 1, false, 0, nil, nil
	b.links, _, err = searchTree(p, r.Request, b.report)
	if err != nil {
		return nil, effort, err
	}
	if finished, err := b.fall(ctx); err != nil || finished {
		return b.best, b.effort, err
	}
	err = b.rise(ctx)
	return b.best, b.effort, err
}

// bestSearch is a search for a best solution.
type bestSearch struct {
	BestRequest
	links  *dlx.LinkSearch
	best   matrix.Solution
	effort search.Stats
	// giveUp ends the first run, once there is a solution; nil in later runs. gaveUp is set while it ends.
	giveUp func()
	gaveUp bool
}

// report passes a report on, and ends the first run if there is a solution.
func (b *bestSearch) report(q search.Progress) {
	if b.Report != nil {
		b.Report(q)
	}
	if b.giveUp != nil && b.best != nil {
		b.giveUp()
		b.gaveUp = true
	}
}

// fall lets the limit fall, and reports whether that ended the search.
func (b *bestSearch) fall(ctx context.Context) (finished bool, err error) {
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	if _, bounded := b.Bound.LowerBound(); bounded {
		b.giveUp = cancel
	}
	b.run(inner, math.MinInt64)
	b.giveUp, b.gaveUp = nil, false
	return inner.Err() == nil, ctx.Err()
}

// gapPart is the part of the gap between the bound and the best solution by which the limit is above the bound.
const gapPart = 4

// rise lets the limit rise until there are solutions within it.
func (b *bestSearch) rise(ctx context.Context) error {
	least, _ := b.Bound.LowerBound()
	found := b.Bound.CostOf(b.best)
	for least < found {
		limit := b.Bound.Between(least, found, gapPart)
		b.Bound.SetLimit(limit)
		b.run(ctx, least)
		if err := ctx.Err(); err != nil {
			return err
		}
		if cost := b.Bound.CostOf(b.best); cost < found {
			break // all that is within the limit has been searched
		}
		if least = b.Bound.Next(limit, 1); b.Raised != nil {
			b.Raised(min(least, found))
		}
	}
	b.Bound.SetLimit(b.Bound.CostOf(b.best))
	return nil
}

// run searches all that is within the limit, and lowers it below each solution. It stops early at a solution of the
// least cost that is possible.
func (b *bestSearch) run(ctx context.Context, least int64) {
	for found := range b.links.Solutions(ctx) {
		if !b.Bound.Allows(found) || !b.Keeps(found) {
			continue
		}
		b.best = append(matrix.Solution{}, found...) // not nil, even if no option is chosen
		cost := b.Bound.CostOf(found)
		b.Bound.SetLimit(b.Bound.Next(cost, -1))
		if b.Better != nil {
			b.Better(b.best)
		}
		if cost <= least || b.gaveUp {
			break
		}
	}
	b.effort.AddStats(b.links.Stats())
	if b.best != nil && b.links.Err() == nil {
		b.Bound.SetLimit(b.Bound.CostOf(b.best))
	}
}
