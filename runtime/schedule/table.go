package schedule

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"quadrille/runtime/engine/dense"
	"quadrille/runtime/engine/learn"
	"quadrille/runtime/engine/memo"
	"quadrille/runtime/engine/planar"
	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// price is what the work of an engine takes, in seconds. Memo and halves count work of their own: the words that
// are touched, and units of work.
type price struct {
	node   float64
	item   float64 // a node looks at each primary item for the one to branch on
	update float64
	wide   float64 // an update where items are too many for masks, or 0
	entry  float64 // of an option, before the search begins
	pair   float64 // of options, in a table that is made before
	shape  float64 // for each pair of items, where they are few enough for masks
}

// shares are parts of what the leader is expected to need, by goal. An engine with none has no part in that goal.
type shares [Count + 1]float64

// minShare is the share of an engine that is tried in case all others get lost: none of those rows needs it, but 15
// pigeons in 14 holes do, as only memo sees soon that they are too many.
const minShare = 1.0 / 64

// engine is a row of the table of engines.
type engine struct {
	name, about string
	price       price
	shares      shares
	// fits says why the planner does not use the engine for a problem, or is nil.
	fits func(p *matrix.Problem) error
}

// engines is the table: what the planner knows of each engine. The prices were fitted to 250 problems, each engine
// alone, and those of learning, luck and dense on many items to the rows of examples/unseen.yaml and
// examples/fresh.yaml; nearly all were within a factor of 2.
//
// For a few solutions learning has a fourth: with an eighth ten more of those rows are missed, such as biplanes and
// Latin 26, with a half four, such as Turan systems. Luck has less: without it difference sets 8, Costas arrays 13
// and knights 5 by 6 take ten times as long. In counts memo may have all, by how often it meets states again, and
// halves a fourth: with a half seven more rows are missed, such as ice on a torus, with an eighth three, and without
// them drawn 30 takes 48 times the best.
func engines() []engine {
	return []engine{
		{Links, "dancing links; every chooser, order and filter",
			price{node: 100e-9, item: 2e-9, update: 10e-9, entry: 50e-9}, shares{}, fitsLinks},
		{Dense, "options as bits, for up to some thousands of them",
			price{node: 30e-9, update: 8e-9, wide: 20e-9, entry: 50e-9, pair: 0.3e-9, shape: 150e-9},
			shares{All: 1, Few: 1, Count: minShare}, fitsDense},
		{Sparse, "lists of sparse sets, for problems with many items",
			price{node: 150e-9, item: 0.5e-9, update: 7e-9, entry: 80e-9},
			shares{All: minShare, Few: minShare, Count: minShare}, fitsAny},
		{Restarts, "sparse, with restarts in random orders: one solution by luck",
			price{node: 210e-9, item: 0.7e-9, update: 10e-9, entry: 80e-9}, shares{Few: 1. / 24}, fitsAny},
		{Memo, "shares equal states: counts without visiting every solution",
			price{update: 1.1e-9, entry: 200e-9}, shares{All: minShare, Few: minShare, Count: 1}, fitsMemo},
		{Halves, "joins the ways to fill two halves: counts on boards that are longer than wide",
			price{update: 20e-9, entry: 200e-9}, shares{Count: 1. / 4}, fitsMemo},
		{Planar, "counts by a determinant what pairs of neighbours can cover, as dominoes do on any board",
			price{}, shares{}, planar.CheckFit},
		{Learn, "learns clauses from dead ends: for one solution of a hard problem",
			price{node: 2e-6, update: 130e-9, entry: 70e-9}, shares{All: minShare, Few: 1. / 4, Count: minShare}, fitsAny},
	}
}

// engineOf returns the row of an engine.
func engineOf(name string) engine {
	all := engines()
	return all[slices.IndexFunc(all, func(e engine) bool { return e.name == name })]
}

// priceOf returns what work on a problem takes.
func priceOf(name string, p *matrix.Problem) price {
	q := engineOf(name).price
	q.node += q.item * float64(p.PrimaryCount())
	if q.wide > 0 && p.PrimaryCount() > dense.FewItems {
		q.update = q.wide
	}
	return q
}

// seconds are what an engine has worked.
func (p price) seconds(s search.Stats) float64 {
	return p.node*float64(s.Nodes) + p.update*float64(s.Updates)
}

// maxPairs bounds the options for whose pairs a table is made unasked: to 32 MB.
const maxPairs = 1 << 14

// startPrice returns the seconds that an engine takes before it begins.
func startPrice(name string, p *matrix.Problem) float64 {
	q, options, items := engineOf(name).price, float64(p.OptionCount()), float64(p.PrimaryCount())
	s := q.entry*float64(p.EntryCount()) + q.pair*options*options
	if items <= dense.FewItems {
		s += q.shape * items * items
	}
	return s
}

func fitsAny(*matrix.Problem) error { return nil }

func fitsLinks(*matrix.Problem) error { return errors.New("sparse is faster") }

// fitsDense says why dense is not used unasked.
func fitsDense(p *matrix.Problem) error {
	switch {
	case p.OptionCount() > maxPairs:
		return fmt.Errorf("%d options are too many for a table of pairs", p.OptionCount())
	case !eachOnce(p):
		return errors.New("items are covered several times")
	case !inPairs(p):
		return errors.New("more than two options are forbidden together")
	}
	return nil
}

// fitsMemo says why states cannot be shared.
func fitsMemo(p *matrix.Problem) error {
	if len(p.Nogoods()) > 0 {
		return fmt.Errorf("%w: it has nogoods", memo.ErrUnfit)
	}
	return nil
}

// inPairs reports whether options are forbidden two at a time at most: a table of pairs says so at once.
func inPairs(p *matrix.Problem) bool {
	return !slices.ContainsFunc(p.Nogoods(), func(together []matrix.OptionID) bool { return len(together) > 2 })
}

// visitor returns the engine that visits solutions fastest, and why. Of dense it has the second phase, which needs
// masks of items: with sparse in its place thirteen more rows are missed, such as starters 9, and with dense wherever
// it fits Latin 23, Latin 26 and dominosa.
func visitor(p *matrix.Problem) (name, why string) {
	switch err := fitsDense(p); {
	case err != nil:
		return Sparse, err.Error()
	case p.PrimaryCount() > dense.FewItems:
		return Sparse, fmt.Sprintf("%d items are too many for masks", p.PrimaryCount())
	}
	return Dense, fmt.Sprintf("%d items fit into two words", p.PrimaryCount())
}

// task makes the task of an engine.
func (w *work) task(name string, out output) Task {
	v := *w
	if out.report != nil {
		v.request.ReportEvery = min(v.request.ReportEvery, lookEvery)
	}
	v.request.Report = out.report
	switch {
	case name == Memo:
		return newGatedTask(startPrice(name, v.problem), out, v.runMemo)
	case name == Halves:
		return newGatedTask(startPrice(name, v.problem), out, v.runHalves)
	case name == Learn, name == Restarts, out.solution != nil && v.request.Threads == 1:
		return v.pullTask(name, out)
	}
	return newCubeTask(v.problem, v.request, name, out)
}

// pullTask makes the task of an engine on one thread, and on a coroutine.
func (w *work) pullTask(name string, out output) Task {
	t := &pullTask{output: out, price: priceOf(name, w.problem), start: startPrice(name, w.problem),
		parts: name != Learn && name != Restarts}
	t.spent = t.start
	r := w.request
	r.Engine, r.Threads, r.ReportEvery = name, 1, min(pauseEvery, r.ReportEvery,
		max(minPause, int64(pauseSeconds/t.price.node)))
	switch t.make = w.cutter(r); name {
	case Learn:
		t.most = maxClauses
		t.make = func(report func(search.Progress)) (search.Engine, error) {
			return learn.NewClauseSearch(w.problem, learn.LearnOptions{
				Seed: r.Seed, MaxMemory: cmp.Or(r.MaxMemory, tableMemory), Report: report, ReportEvery: r.ReportEvery,
			})
		}
	case Restarts:
		t.make = func(report func(search.Progress)) (search.Engine, error) {
			r.Report = report
			return &restartEngine{problem: w.problem, request: r}, nil
		}
	}
	return t
}

// cutter makes an engine whose tree could be cut.
func (w *work) cutter(r Request) func(report func(search.Progress)) (search.Engine, error) {
	return func(report func(search.Progress)) (search.Engine, error) {
		build, _, err := cutters(w.problem, r)
		if err != nil {
			return nil, err
		}
		return build(report)
	}
}

// tableMemory bounds the memory of an engine that nobody named, in bytes.
const tableMemory = 128 << 20

// runMemo counts by states that are shared, or makes the diagram of all solutions.
func (w *work) runMemo(ctx context.Context, t *gatedTask) (*big.Int, search.Stats, error) {
	o, price := memoOptions(w.request), priceOf(Memo, w.problem)
	o.MaxMemory = cmp.Or(o.MaxMemory, tableMemory)
	o.Turn = func(words int64, part, known float64) {
		if t.solution != nil {
			part = 0 // it tells no time for a list: all solutions are known before the first one is yielded
		}
		t.pass(price.seconds(search.Stats{Updates: words}), part, known)
	}
	if t.solution != nil {
		d, err := memo.BuildDiagram(ctx, w.problem, o)
		if err != nil {
			return nil, search.Stats{}, err
		}
		t.list = d.AllSolutions()
		return counted(d.SolutionCount(), int64(d.NodeCount()), nil)
	}
	n, stats, err := countByMemo(w.problem, o)(ctx)
	if w.request.MaxMemory == 0 && errors.Is(err, search.ErrMemory) && w.hopeless != nil && w.hopeless() {
		o.MaxMemory = 0
		n, stats, err = countByMemo(w.problem, o)(ctx)
	}
	return n, stats, err
}

// maxCrossing is the part of the options that may cross the middle for halves.
const maxCrossing = 0.35

func (w *work) runHalves(ctx context.Context, t *gatedTask) (*big.Int, search.Stats, error) {
	o, price := halvesOptions(w.request), priceOf(Halves, w.problem)
	o.MaxCrossing, o.Group = maxCrossing, w.group
	o.Report = func(q search.Progress) {
		if t.pass(0, max(q.Share, minProgress), 0); t.report != nil {
			t.report(q)
		}
	}
	o.Turn = func(units int64) { t.pass(price.seconds(search.Stats{Updates: units}), 0, 0) }
	return countByHalves(w.problem, o)(ctx)
}

// maxClauses are solutions after which learning ends where they are counted: each is one clause more.
const maxClauses = 1000

// An engine on a coroutine may pause after as many nodes and updates as pauseSeconds have room for nodes, within
// bounds.
const (
	pauseSeconds         = 0.25e-3
	minPause, pauseEvery = 1 << 8, 1 << 13
)

// Row is what the planner knows of an engine for one problem.
type Row struct {
	Engine string
	// Unfit says why the planner does not use the engine, or is empty.
	Unfit string
	// Start is what it takes to begin, Node and Update what a unit of work takes, in seconds; 0 is no such unit.
	Start, Node, Update float64
	// All, Few and Count are shares: parts of what the leader is expected to need that the engine may spend, where
	// all solutions are wanted, a few, or their number. An engine without a share takes no turns.
	All, Few, Count float64
}

// EngineTable returns what the planner knows of each engine for a problem.
func EngineTable(p *matrix.Problem) (rows []Row) {
	for _, e := range engines() {
		q := priceOf(e.name, p)
		row := Row{
			Engine: e.name, Start: startPrice(e.name, p), Node: q.node, Update: q.update,
			All: e.shares[All], Few: e.shares[Few], Count: e.shares[Count],
		}
		if err := e.fits(p); err != nil {
			row.Unfit = err.Error()
		}
		rows = append(rows, row)
	}
	return rows
}

// DescribeGoals says in a line for each goal which engine leads, and why.
func DescribeGoals(p *matrix.Problem) []string {
	name, why := visitor(p)
	return []string{
		"all: " + name + ": " + why + "; others take turns if that takes long",
		"a few: " + name + " and learn by turns",
		"count: whichever has the least time remaining",
	}
}
