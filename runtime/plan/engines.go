package plan

import (
	"errors"
	"fmt"

	"quadrille/runtime/choose"
	"quadrille/runtime/dense"
	"quadrille/runtime/dlx"
	"quadrille/runtime/filter/gad"
	"quadrille/runtime/learn"
	"quadrille/runtime/matrix"
	"quadrille/runtime/memo"
	"quadrille/runtime/search"
	"quadrille/runtime/sparse"
)

// named makes the engine that the request names.
func named(p *matrix.Problem, r Request) (*Plan, error) {
	if needs := r.needsLinks(); needs != "" && r.Engine != Links {
		return nil, fmt.Errorf("the engine %s has no use for %s: leave one of them out", r.Engine, needs)
	}
	plan, err := &Plan{Name: r.Engine}, error(nil)
	switch r.Engine {
	case Memo:
		if len(p.Nogoods()) > 0 {
			return nil, fmt.Errorf("%w: it has nogoods", memo.ErrUnfit)
		}
		plan.Engine = newMemo(p, r)
	case Learn:
		plan.Engine, err = learners(p, r)
	default:
		err = plan.cutting(p, r)
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
		o := learn.Options{Seed: r.Seed + uint64(k), MaxMemory: r.MaxMemory, ReportEvery: 1 << 18}
		if k == 0 {
			o.Report = r.Report
		}
		one, err := learn.NewSearch(p, o)
		if err != nil || r.Threads == 1 {
			return one, err
		}
		together.engines = append(together.engines, one)
	}
	return together, nil
}

// maker makes one more engine of a orbitPart, alike the ones before but for where it
// reports to.
type maker func(report func(search.Progress)) (search.Cutter, error)

// cutting makes an engine whose tree can be cut, for each thread.
func (p *Plan) cutting(m *matrix.Problem, r Request) error {
	build, learner, err := cutters(m, r)
	if err != nil {
		return err
	}
	if p.Learner = learner; learner != nil && r.Threads > 1 {
		return errors.New("a chooser that learns works on one thread: leave --threads out, or choose another one")
	}
	if r.Restarts > 0 && learner == nil {
		return errors.New("restarts are for choosers that learn, weighted and domwdeg: another one would do the same again")
	}
	if r.Restarts > 0 {
		one, err := build(r.Report)
		p.Engine = &restarting{search: one, first: r.Restarts}
		return err
	}
	p.Engine, err = r.each(build)
	return err
}

// cutters returns the maker of an engine, and the chooser, if it learns.
func cutters(p *matrix.Problem, r Request) (maker, choose.Learner, error) {
	orders, err := r.orders(p)
	if err != nil {
		return nil, nil, err
	}
	switch r.Engine {
	case Dense:
		return denseMaker(p, dense.Options{
			Order: orders.items, OptionOrder: orders.options, First: r.Chooser == "first",
			ReportEvery: reportEvery,
		}), nil, nil
	case Sparse:
		rule := sparse.MRV
		if r.Chooser == "first" {
			rule = sparse.First
		}
		return func(report func(search.Progress)) (search.Cutter, error) {
			return sparse.NewSearch(p, sparse.Options{
				Choose: rule, Order: orders.items, OptionOrder: orders.options, Report: report, ReportEvery: reportEvery,
			})
		}, nil, nil
	}
	build, learner, err := links(p, r, orders)
	return func(report func(search.Progress)) (search.Cutter, error) { return build(report), nil }, learner, err
}

// denseMaker makes one search, and twins of it, which share what was prepared.
func denseMaker(p *matrix.Problem, o dense.Options) maker {
	var first *dense.Search
	return func(report func(search.Progress)) (search.Cutter, error) {
		if first != nil {
			return first.Twin(report), nil
		}
		var err error
		o.Report = report
		first, err = dense.NewSearch(p, o)
		return first, err
	}
}

// orders are those of the items and options; nil stands for the engine's own.
type orders struct {
	items   []matrix.ItemID
	options []matrix.OptionID
}

func (r *Request) orders(p *matrix.Problem) (o orders, err error) {
	if o.items, err = choose.Order(r.Order, p, r.Seed); err != nil {
		return o, err
	}
	o.options, err = choose.OptionOrder(r.OptionOrder, p, r.Seed)
	return o, err
}

// each makes an engine for each thread. One alone reports from inside.
func (r *Request) each(build maker) (search.Engine, error) {
	var report func(search.Progress)
	if r.Threads == 1 {
		report = r.Report
	}
	var engines []search.Cutter
	for range r.Threads {
		e, err := build(report)
		if err != nil {
			return nil, err
		}
		engines = append(engines, e)
	}
	return search.New(engines, search.Options{Ordered: r.Ordered, Report: r.Report}), nil
}

// links returns the maker of searches with dancing links.
func links(p *matrix.Problem, r Request, orders orders) (func(report func(search.Progress)) *dlx.Search, choose.Learner, error) {
	chooser, err := r.OwnChooser, error(nil)
	if chooser == nil {
		chooser, err = choose.New(r.Chooser, p, r.Seed)
	}
	learner, _ := chooser.(choose.Learner) // before it is watched
	if r.Watch != nil {
		chooser = watched{chooser, r.Watch}
	}
	filter := r.NewFilter
	if filter == nil && r.Filter == GAD {
		filter = func() dlx.Filter { return newGAD(p, learner) }
	}
	return func(report func(search.Progress)) *dlx.Search {
		o := dlx.Options{Chooser: chooser, Order: orders.items, OptionOrder: orders.options, Report: report, ReportEvery: reportEvery}
		if filter != nil {
			o.Filter = filter()
		}
		return dlx.NewSearch(p, o)
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

// Tree returns the search with links whose tree a request describes, for estimates
// of its size. The engine that is asked for does not matter.
func Tree(p *matrix.Problem, r Request) (*dlx.Search, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	orders, err := r.orders(p)
	if err != nil {
		return nil, err
	}
	build, _, err := links(p, r, orders)
	if err != nil {
		return nil, err
	}
	return build(nil), nil
}

// newGAD makes a filter that tells a chooser that learns what has failed.
func newGAD(p *matrix.Problem, learner choose.Learner) *gad.Filter {
	var o gad.Options
	if learner != nil {
		o.Failed = learner.Failed
	}
	return gad.New(p, o)
}
