package quadrille

import (
	"context"
	"errors"
	"math/big"

	"quadrille/runtime/schedule"
	"quadrille/runtime/search"
)

const (
	// pauseAfter is the work between two progress reports, in updates and search nodes. A search can only pause at a
	// report. pauseGrowth is the factor by which the number of search nodes grows from one pause to the next. There are
	// no more pauses once the fraction pauseShare of the search is done.
	pauseAfter, pauseGrowth, pauseShare = 1 << 18, 16, 0.1
	// joinPart is the greatest fraction of the expected remaining time that a count without visiting each solution may
	// take.
	joinPart = 0.5
	// imageSeconds is the estimated time, in seconds, to compare a solution with one of its symmetric images.
	imageSeconds = 1e-6
	// minShare is the smallest fraction of the search that must be done before the total work is extrapolated.
	minShare = 1e-9
)

// countClasses counts the classes of symmetric solutions, for a puzzle that counts one solution of each class. It
// visits the solutions one by one, and pauses at growing intervals. In a pause it compares two ways to continue. If
// another engine can count all solutions without visiting each, in a small part of the remaining time, that engine does
// so, and the number of classes is computed from the count.
func (p *Puzzle) countClasses(ctx context.Context, s Search) (n Number, err error) {
	request, err := p.PlanRequest(s, schedule.CountOnly)
	if err != nil {
		return Number{solutionCount: new(big.Int)}, err
	}
	if s.Progress != nil {
		request.Report = func(q search.Progress) { s.Progress(Progress{Progress: q}) }
	}
	asked := s.Engine == EngineMemo || s.Engine == EngineHalves
	s.pausesAtReports = !asked && request.IsUnconstrained() && s.Tallies == nil
	r, err := p.prepareRun(s, schedule.AllSolutions)
	if err != nil {
		return Number{solutionCount: new(big.Int)}, err
	}
	defer r.fillEffort()
	visit, cancel := context.WithCancel(ctx)
	defer cancel()
	counted := false
	try := func(seconds float64) bool {
		how, found, failure := p.countWithoutVisit(ctx, request, seconds)
		if counted = !errors.Is(failure, schedule.ErrMustVisit); counted {
			r.enginePlan, n, err = how, found, failure
			cancel()
		}
		return counted
	}
	if asked && try(0) {
		return n, err
	}
	next := int64(0)
	r.pauseAtReport = func(q search.Progress) {
		if s.pausesAtReports && !counted && q.Share < pauseShare && q.Nodes >= next {
			next = q.Nodes * pauseGrowth
			images := float64(q.Solutions) / max(q.Share, minShare) * float64(p.program.Symmetry().MotionCount())
			try((schedule.ExpectedSeconds(r.matrix) + images*imageSeconds) * joinPart)
		}
	}
	if visited, failure := r.countVisited(visit); !counted {
		return visited, failure
	}
	return n, err
}

// countWithoutVisit counts the classes with an engine that does not visit each solution: the engine of the request, or
// else one that takes at most the given seconds. If there is no such engine, the error is [schedule.ErrMustVisit].
func (p *Puzzle) countWithoutVisit(ctx context.Context, request schedule.Request, seconds float64) (*schedule.Plan,
	Number,
	error) {
	if request.IsUnconstrained() && seconds == 0 {
		return nil, Number{}, schedule.ErrMustVisit
	}
	m, group := p.program.ProblemOfAllSolutions()
	if m == nil {
		return nil, Number{}, schedule.ErrMustVisit
	}
	how, n, err := schedule.Classes{Problem: m, Group: group}.Count(ctx, request, seconds)
	return how, Number{n, err == nil}, err
}
