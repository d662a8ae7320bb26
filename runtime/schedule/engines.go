package schedule

import (
	"errors"
	"fmt"

	"quadrille/runtime/engine/dense"
	"quadrille/runtime/engine/dlx"
	"quadrille/runtime/engine/learn"
	"quadrille/runtime/engine/memo"
	"quadrille/runtime/engine/planar"
	"quadrille/runtime/engine/sparse"
	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// named makes the engine that the request names.
func named(p *matrix.Problem, r Request) (*Plan, error) {
	if needs := r.needsLinks(); needs != "" && r.Engine != Links {
		return nil, fmt.Errorf("the engine %s has no use for %s: leave one of them out", r.Engine, needs)
	}
	plan, err := &Plan{Name: r.Engine, Why: "it was asked for"}, error(nil)
	switch r.Engine {
	case Memo:
		if len(p.Nogoods()) > 0 {
			return nil, fmt.Errorf("%w: it has nogoods", memo.ErrUnfit)
		}
		plan.Engine = &memoEngine{problem: p, options: memoOptions(r)}
	case Halves:
		plan.Engine, err = newCountOnly(p, r, countByHalves(p, halvesOptions(r)))
	case Planar:
		if err := planar.CheckFit(p); err != nil {
			return nil, err
		}
		plan.Engine, err = newCountOnly(p, r, countByPlanar(p, r))
	case Learn:
		plan.Engine, err = learners(p, r)
	default:
		plan.Engine, plan.Learner, err = cutting(p, r)
	}
	return plan, err
}

// learners makes a search that learns, or one for each thread, which race with
// different seeds: how long such a search takes is a matter of luck.
func learners(p *matrix.Problem, r Request) (search.Engine, error) {
	if r.Threads > 1 && r.Ordered {
		return nil, errors.New("threads that learn race, and keep no order: leave --ordered or --threads out")
	}
	together := &race{}
	for k := range r.Threads {
		o := learn.LearnOptions{Seed: r.Seed + uint64(k), MaxMemory: r.MaxMemory,
			ReportEvery: min(r.ReportEvery, 1<<18)}
		if k == 0 {
			o.Report = r.Report
		}
		one, err := learn.NewClauseSearch(p, o)
		if err != nil || r.Threads == 1 {
			return one, err
		}
		together.engines = append(together.engines, one)
	}
	return together, nil
}

// cutting makes an engine whose tree can be cut, for each thread. One alone reports from inside.
func cutting(p *matrix.Problem, r Request) (search.Engine, *dlx.FailureLearner, error) {
	build, learner, err := cutters(p, r)
	report := r.Report
	switch {
	case err != nil:
		return nil, nil, err
	case learner != nil && r.Threads > 1:
		return nil, nil, errors.New("a chooser that learns works on one thread: leave --threads out, or choose " +
			"another one")
	case learner == nil && r.Restarts > 0:
		return nil, nil, errors.New("restarts are for choosers that learn, weighted and domwdeg: another one " +
			"would do " +
			"the same again")
	case r.Threads > 1:
		report = nil
	}
	engines, err := build.upTo(r.Threads, nil, report)
	switch {
	case err != nil:
		return nil, nil, err
	case r.Restarts > 0:
		return &restarting{search: engines[0], first: r.Restarts}, learner, nil
	case r.Threads == 1:
		return engines[0], learner, nil
	}
	return search.NewRun(engines, search.RunOptions{Ordered: r.Ordered, Report: r.Report}), learner, nil
}

// maker makes one more engine, like the ones before but for where it reports to.
type maker func(report func(search.Progress)) (search.Cutter, error)

// upTo makes engines until there are so many.
func (m maker) upTo(n int, engines []search.Cutter, report func(search.Progress)) ([]search.Cutter, error) {
	for len(engines) < n {
		e, err := m(report)
		if err != nil {
			return nil, err
		}
		engines = append(engines, e)
	}
	return engines, nil
}

// cutters returns the maker of an engine, and the chooser, if it learns.
func cutters(p *matrix.Problem, r Request) (maker, *dlx.FailureLearner, error) {
	items, err := dlx.ItemOrder(r.Order, p, r.Seed)
	if err != nil {
		return nil, nil, err
	}
	options, err := dlx.OptionOrder(r.OptionOrder, p, r.Seed)
	if err != nil {
		return nil, nil, err
	}
	switch first := r.Chooser == "first"; r.Engine {
	case Dense:
		return denseMaker(p, dense.SearchOptions{Order: items, OptionOrder: options, First: first,
			ReportEvery: max(1, r.ReportEvery/denseUpdates)}), nil, nil
	case Sparse:
		o := sparse.SearchOptions{Order: items, OptionOrder: options, First: first, ReportEvery: r.ReportEvery}
		return func(report func(search.Progress)) (search.Cutter, error) {
			o.Report = report
			return sparse.NewSearch(p, o), nil
		}, nil, nil
	}
	return linksMaker(p, r, dlx.SearchOptions{Order: items, OptionOrder: options, ReportEvery: r.ReportEvery,
		Tracer: r.Tracer})
}

// denseUpdates are what a node of dense is worth: it reports by nodes alone.
const denseUpdates = 16

// denseMaker makes one search, and twins of it, which share what was prepared.
func denseMaker(p *matrix.Problem, o dense.SearchOptions) maker {
	var first *dense.BitSearch
	return func(report func(search.Progress)) (search.Cutter, error) {
		if first != nil {
			return first.NewTwin(report), nil
		}
		var err error
		o.Report = report
		first, err = dense.NewSearch(p, o)
		return first, err
	}
}

// linksMaker makes searches with dancing links. They share the chooser, and each has a
// filter of its own, which tells a chooser that learns what has failed.
func linksMaker(p *matrix.Problem, r Request, o dlx.SearchOptions) (maker, *dlx.FailureLearner, error) {
	chooser, err := r.OwnChooser, error(nil)
	if chooser == nil {
		chooser, err = dlx.NewChooser(r.Chooser, p, r.Seed)
	}
	learner, _ := chooser.(*dlx.FailureLearner) // before it is watched
	if r.Watch != nil {
		chooser = watched{chooser, r.Watch}
	}
	o.Chooser = chooser
	return func(report func(search.Progress)) (search.Cutter, error) {
		o.Report = report
		switch {
		case r.NewFilter != nil:
			o.Filter = r.NewFilter()
		case r.Filter == GAD && learner != nil:
			o.Filter = dlx.NewMatchingFilter(p, learner.CountFailure)
		case r.Filter == GAD:
			o.Filter = dlx.NewMatchingFilter(p, nil)
		}
		return dlx.NewSearch(p, o), nil
	}, learner, err
}

// watched is a chooser that tells what it chooses.
type watched struct {
	dlx.Chooser
	tell func(dlx.View, matrix.ItemID)
}

// Choose implements [dlx.Chooser].
func (w watched) Choose(v dlx.View) matrix.ItemID {
	i := w.Chooser.Choose(v)
	w.tell(v, i)
	return i
}

// SearchTree returns the search with links whose tree a request describes, for estimates
// of its size, and the chooser that learns, if it has one: its tree changes as it is walked.
// The engine that is asked for does not matter.
func SearchTree(p *matrix.Problem, r Request) (*dlx.LinkSearch, *dlx.FailureLearner, error) {
	if err := r.check(); err != nil {
		return nil, nil, err
	}
	r.Engine = Links
	build, learner, err := cutters(p, r)
	if err != nil {
		return nil, nil, err
	}
	s, err := build(nil)
	if err != nil {
		return nil, nil, err
	}
	return s.(*dlx.LinkSearch), learner, nil
}

// namedOrLinks makes the engine of a name, for a reason, or links if the problem does not fit it after all.
func namedOrLinks(p *matrix.Problem, r Request, name, why string) (*Plan, error) {
	r.Engine = name
	plan, err := named(p, r)
	if err != nil && name != Links {
		return namedOrLinks(p, r, Links, "any problem fits them")
	}
	if err == nil {
		plan.Why = why
	}
	return plan, err
}
