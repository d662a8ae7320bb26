package quadrille

import (
	"context"
	"errors"
	"math/big"

	"quadrille/runtime/schedule"
	"quadrille/runtime/search"
)

const (
	// pauseAfter is the number of solutions visited before the first pause, in which the time of a visit is
	// estimated. Each later pause comes after pauseGrowth times as many. There are no pauses in the last
	// pauseShare of the search.
	pauseAfter, pauseGrowth, pauseShare = 1 << 18, 16, 0.1
	// joinPart bounds the time of a count without a visit, as a part of the remaining time.
	joinPart = 0.5
	// imageSeconds is the time to compare a solution with one of its images.
	imageSeconds    = 1e-6
	minVisitSeconds = 1e-9
)

// countClasses counts solutions if one of each class is wanted. It visits them, and sometimes pauses: if the
// count of all solutions without a visit takes only a part of the remaining time, it derives the number of
// classes from that.
func (p *Puzzle) countClasses(ctx context.Context, s Search) (n Number, err error) {
	request, err := p.PlanRequest(s, schedule.Count)
	if err != nil {
		return Number{found: new(big.Int)}, err
	}
	if s.Progress != nil {
		request.Report = func(q search.Progress) { s.Progress(Progress{Progress: q}) }
	}
	asked := s.Engine == EngineMemo || s.Engine == EngineHalves
	s.pauses = !asked && request.Free() && s.Tallies == nil
	r, err := p.prepareRun(s, schedule.All)
	if err != nil {
		return Number{found: new(big.Int)}, err
	}
	defer r.fillEffort()
	visit, cancel := context.WithCancel(ctx)
	defer cancel()
	counted := false
	try := func(seconds float64) bool {
		how, found, failure := p.countWithoutVisit(ctx, request, seconds)
		if counted = !errors.Is(failure, schedule.ErrVisit); counted {
			r.plan, n, err = how, found, failure
			cancel()
		}
		return counted
	}
	if asked && try(0) {
		return n, err
	}
	next := int64(0)
	r.pause = func(q search.Progress) {
		if s.pauses && !counted && q.Share < pauseShare && q.Nodes >= next {
			next = q.Nodes * pauseGrowth
			images := float64(q.Solutions) / max(q.Share, minVisitSeconds) * float64(p.program.Symmetry().Order())
			try((schedule.ExpectedSeconds(r.matrix) + images*imageSeconds) * joinPart)
		}
	}
	if visited, failure := r.countVisited(visit); !counted {
		return visited, failure
	}
	return n, err
}

// countWithoutVisit counts the classes with the engine of the request, or with one that takes a few seconds at
// most. If there is none, the error is [schedule.ErrVisit].
func (p *Puzzle) countWithoutVisit(ctx context.Context, request schedule.Request, seconds float64) (*schedule.Plan,
	Number,
	error) {
	if request.Free() && seconds == 0 {
		return nil, Number{}, schedule.ErrVisit
	}
	m, group := p.program.WholeProblem()
	if m == nil {
		return nil, Number{}, schedule.ErrVisit
	}
	how, n, err := schedule.Classes{Problem: m, Group: group}.Count(ctx, request, seconds)
	return how, Number{n, err == nil}, err
}
