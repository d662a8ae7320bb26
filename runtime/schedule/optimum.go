package schedule

import (
	"context"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// FindBest looks for a best solution of a problem with a goal, by links with the bound of the request. Each solution
// that keeps accepts lowers the limit of the bound below its cost, so the last one is best if nothing ends the search
// early. It is passed to better, which may be nil. The search runs on one thread, as its tree depends on the limit.
// At the end the limit of the bound is the cost of the best solution. FindBest returns nil if there is no solution;
// the error is that of ctx if it ended the search.
func FindBest(ctx context.Context, p *matrix.Problem, r Request, keeps func(matrix.Solution) bool,
	better func(matrix.Solution)) (best matrix.Solution, effort search.Stats, err error) {
	r.Threads, r.Ordered, r.Restarts, r.Watch, r.Tracer = 1, false, 0, nil, nil
	if r.ReportEvery == 0 {
		r.ReportEvery = reportEvery
	}
	links, _, err := searchTree(p, r, r.Report)
	if err != nil {
		return nil, effort, err
	}
	for found := range links.Solutions(ctx) {
		if !r.Bound.Allows(found) || !keeps(found) {
			continue
		}
		best = append(matrix.Solution{}, found...) // not nil, even if no option is chosen
		r.Bound.RequireBelow(r.Bound.CostOf(best))
		if better != nil {
			better(best)
		}
	}
	if best != nil {
		r.Bound.SetLimit(r.Bound.CostOf(best))
	}
	return best, links.Stats(), links.Err()
}
