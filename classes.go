package quadrille

import (
	"context"
	"errors"
	"math/big"

	"quadrille/runtime/schedule"
	"quadrille/runtime/search"
)

const (
	// pauseAfter is how much is visited before it is asked how long a visit takes, and pauseGrowth how
	// many times as much before it is asked again. It is not asked where the end is near.
	pauseAfter, pauseGrowth, pauseShare = 1 << 18, 16, 0.1
	// joinPart is the part of the time of a visit that a count without one may take.
	joinPart = 0.5
	// imageSeconds is how long it takes to compare a solution with one of its images.
	imageSeconds    = 1e-6
	minVisitSeconds = 1e-9
)

// countClasses counts where one solution of each class is wanted. It visits those, and pauses now
// and then: if all solutions can be counted without a visit in a part of the time that is left, it has
// their classes from that.
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

// countWithoutVisit counts the classes with the engine that the request names, or with one that needs no more
// than some seconds. If there is none, the error is [schedule.ErrVisit].
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
