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

// newNamedPlan returns a plan with the engine that the request names.
func newNamedPlan(p *matrix.Problem, r Request) (*Plan, error) {
	if needs := r.linksOnlySetting(); needs != "" && r.Engine != Links {
		return nil, fmt.Errorf("the engine %s has no use for %s: leave one of them out", r.Engine, needs)
	}
	plan, err := &Plan{Name: r.Engine, Reason: "it was asked for"}, error(nil)
	switch r.Engine {
	case Memo:
		if err := memo.CheckFit(p); err != nil {
			return nil, err
		}
		plan.Engine = &memoEngine{problem: p, settings: memoOptions(r)}
	case Halves:
		plan.Engine, err = newCountingEngine(p, r, countByHalves(p, halvesOptions(r)))
	case Planar:
		if err := planar.CheckFit(p); err != nil {
			return nil, err
		}
		plan.Engine, err = newCountingEngine(p, r, countByPlanar(p, r))
	case Learn:
		plan.Engine, err = newLearnEngine(p, r)
	default:
		plan.Engine, plan.LearningChooser, err = newCutterEngine(p, r)
	}
	return plan, err
}

// newLearnEngine returns a search that learns from dead ends. With several threads it is a race of such searches with
// different seeds, because the time of a search depends much on its seed.
func newLearnEngine(p *matrix.Problem, r Request) (search.Engine, error) {
	if r.Threads > 1 && r.FixedSolutionOrder {
		return nil, errors.New("threads that learn race, and keep no order: leave --ordered or --threads out")
	}
	together := &engineRace{}
	for k := range r.Threads {
		o := learn.LearnOptions{Seed: r.Seed + uint64(k), MaxMemory: r.MaxMemory,
			ReportEvery: min(r.ReportEvery, 1<<18), ConnectedSets: r.ConnectedSets}
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

// newCutterEngine returns an engine whose search tree can be divided among several threads. With a single thread, the
// engine itself reports the progress.
func newCutterEngine(p *matrix.Problem, r Request) (search.Engine, *dlx.FailureLearner, error) {
	build, learner, err := newCutterFactory(p, r)
	report := r.Report
	switch {
	case err != nil:
		return nil, nil, err
	case learner != nil && r.Threads > 1:
		return nil, nil, errors.New("a chooser that learns works on one thread: leave --threads out, or choose " +
			"another one")
	case learner == nil && r.FirstRestartNodes > 0:
		return nil, nil, errors.New("restarts are for choosers that learn, weighted and domwdeg: another one " +
			"would do " +
			"the same again")
	case r.Threads > 1:
		report = nil
	}
	engines, err := build.growEngines(r.Threads, nil, report)
	switch {
	case err != nil:
		return nil, nil, err
	case r.FirstRestartNodes > 0:
		return &restartingSearch{cutter: engines[0], firstNodeLimit: r.FirstRestartNodes}, learner, nil
	case r.Threads == 1:
		return engines[0], learner, nil
	}
	return search.NewRun(engines, search.RunOptions{KeepsOrder: r.FixedSolutionOrder, OnProgress: r.Report}), learner,
		nil
}

// cutterFactory is a function that makes an engine. Each call makes another engine with the same settings. The engine
// reports its progress to the given function.
type cutterFactory func(report func(search.Progress)) (search.Cutter, error)

// growEngines appends engines to a list until it has n of them.
func (m cutterFactory) growEngines(n int, engines []search.Cutter, report func(search.Progress)) ([]search.Cutter,
	error) {
	for len(engines) < n {
		e, err := m(report)
		if err != nil {
			return nil, err
		}
		engines = append(engines, e)
	}
	return engines, nil
}

// newCutterFactory returns a function that makes engines as the request says. If these share a chooser that learns, it
// also returns that chooser.
func newCutterFactory(p *matrix.Problem, r Request) (cutterFactory, *dlx.FailureLearner, error) {
	items, err := dlx.ItemOrder(r.ItemOrder, p, r.Seed)
	if err != nil {
		return nil, nil, err
	}
	options, err := dlx.OptionOrder(r.OptionOrder, p, r.Seed)
	if err != nil {
		return nil, nil, err
	}
	switch first := r.Chooser == "first"; r.Engine {
	case Dense:
		return newDenseFactory(p, dense.SearchOptions{ItemOrder: items, OptionOrder: options, BranchOnFirst: first,
			ReportEvery: max(1, r.ReportEvery/updatesPerDenseNode)}), nil, nil
	case Sparse:
		o := sparse.SearchOptions{ItemOrder: items, OptionOrder: options, BranchOnFirst: first,
			ReportEvery:   r.ReportEvery,
			CountSupports: true}
		return func(report func(search.Progress)) (search.Cutter, error) {
			o.Report = report
			return sparse.NewSearch(p, o), nil
		}, nil, nil
	}
	return newLinksFactory(p, r, dlx.SearchOptions{ItemOrder: items, OptionOrder: options, ReportEvery: r.ReportEvery,
		Tracer: r.Tracer})
}

// updatesPerDenseNode is the number of updates for which a node of dense counts, where the interval between progress
// reports is given in updates. Dense counts nodes only.
const updatesPerDenseNode = 16

// newDenseFactory returns a function that makes dense searches, which share the tables of the first
// one.
func newDenseFactory(p *matrix.Problem, o dense.SearchOptions) cutterFactory {
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

// newLinksFactory returns a function that makes searches with dancing links. The searches share a chooser, which
// newLinksFactory also returns if it learns. Each search has a filter of its own, which reports failures to a learning
// chooser.
func newLinksFactory(p *matrix.Problem, r Request, o dlx.SearchOptions) (cutterFactory, *dlx.FailureLearner, error) {
	chooser, err := r.OwnChooser, error(nil)
	if chooser == nil {
		chooser, err = dlx.NewChooser(r.Chooser, p, r.Seed)
	}
	if r.CostBound != nil && r.OptionOrder == "" {
		o.OptionOrder = r.CostBound.OptionOrder()
	}
	if r.CostBound != nil && r.Chooser == "" && r.OwnChooser == nil {
		chooser = dlx.NeededFirst{}
	}
	o.NoneFirst = r.CostBound != nil && r.CostBound.NoOptionSaves()
	// must come before the next lines, which may wrap the chooser in another type
	learner, _ := chooser.(*dlx.FailureLearner)
	if r.OnChoice != nil {
		chooser = watchedChooser{chooser, r.OnChoice}
	}
	o.Chooser = chooser
	return func(report func(search.Progress)) (search.Cutter, error) {
		o := o // a copy, so that the filter of this search does not become part of the next one's
		o.Report = report
		switch {
		case r.NewFilter != nil:
			o.Filter = r.NewFilter()
		case len(r.ConnectedSets) > 0:
			o.Filter = dlx.NewConnectFilter(p, r.ConnectedSets)
			o.Accepts = search.NewCellTest(r.ConnectedSets)
		case r.Filter == MatchingFilter && learner != nil:
			o.Filter = dlx.NewMatchingFilter(p, learner.CountFailure)
		case r.Filter == MatchingFilter:
			o.Filter = dlx.NewMatchingFilter(p, nil)
		}
		if r.CostBound != nil {
			o.Filter = r.CostBound.NewFilter(o.Filter)
		}
		return dlx.NewSearch(p, o), nil
	}, learner, err
}

// watchedChooser is a chooser that reports each choice to a function.
type watchedChooser struct {
	dlx.Chooser
	onChoice func(dlx.View, matrix.ItemID)
}

// Choose implements [dlx.Chooser].
func (w watchedChooser) Choose(v dlx.View) matrix.ItemID {
	i := w.Chooser.Choose(v)
	w.onChoice(v, i)
	return i
}

// SearchTree returns a search by dancing links with the chooser, orders and filter of a request, even if the request
// names another engine. The search serves for estimates of the size of its tree. If the chooser learns, SearchTree also
// returns that chooser, which changes the tree during the search.
func SearchTree(p *matrix.Problem, r Request) (*dlx.LinkSearch, *dlx.FailureLearner, error) {
	return searchTree(p, r, nil)
}

// searchTree returns the search of [SearchTree], with reports of its progress if report is not nil.
func searchTree(p *matrix.Problem, r Request,
	report func(search.Progress)) (*dlx.LinkSearch, *dlx.FailureLearner, error) {
	if err := r.validateRequest(); err != nil {
		return nil, nil, err
	}
	r.Engine = Links
	build, learner, err := newCutterFactory(p, r)
	if err != nil {
		return nil, nil, err
	}
	s, err := build(report)
	if err != nil {
		return nil, nil, err
	}
	return s.(*dlx.LinkSearch), learner, nil
}

// planNamedOrLinks returns a plan with the named engine and the given reason, or with links if the
// engine cannot handle the problem.
func planNamedOrLinks(p *matrix.Problem, r Request, name, why string) (*Plan, error) {
	r.Engine = name
	plan, err := newNamedPlan(p, r)
	if err != nil && name != Links {
		return planNamedOrLinks(p, r, Links, "any problem fits them")
	}
	if err == nil {
		plan.Reason = why
	}
	return plan, err
}
