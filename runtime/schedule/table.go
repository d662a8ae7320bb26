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

// price is the time in seconds for each unit of an engine's work. In memo and halves a node is a
// word of memory touched, or another unit of their own.
type price struct {
	node   float64 // per search node
	item   float64 // per primary item at each node, as the choice reads all items
	update float64 // per update, which is one change of the state
	wide   float64 // per update if the items are too many for masks, or 0
	entry  float64 // per item of an option, before the search begins
	pair   float64 // per pair of options, for a table that is made before the search
	shape  float64 // per pair of items, if they are few enough for masks
}

// shares holds the share of an engine for each goal: the part of the leader's expected time that
// the engine may spend. An engine with share 0 does not take part.
type shares [Count + 1]float64

// minShare is the share of an engine that takes part only in case all others get lost. None of
// those rows needs it, but 15 pigeons in 14 holes do: only memo finds soon that the pigeons are too
// many.
const minShare = 1.0 / 64

// engine is a row of the table of engines.
type engine struct {
	name, about string
	price       price
	shares      shares
	// fits returns the reason why the planner does not use the engine for a problem, or nil.
	fits func(p *matrix.Problem) error
}

// engines returns the table of engines. The prices were fitted to 250 problems, each engine alone.
// The prices of learn, restarts, and dense on many items were fitted to the rows of
// examples/unseen.yaml and examples/fresh.yaml. Nearly all were within a factor of 2.
//
// For a few solutions learn has a fourth: with an eighth ten more of those rows are missed, such as
// biplanes and Latin 26, with a half four, such as Turan systems. Restarts has less: without it
// difference sets 8, Costas arrays 13 and knights 5 by 6 take ten times as long. In counts memo may
// have all, depending on how often its states recur, and halves a fourth: with a half seven more
// rows are missed, such as ice on a torus, with an eighth three, and without halves drawn 30 takes
// 48 times the best.
func engines() []engine {
	return []engine{
		{Links, "dancing links; every chooser, order and filter",
			price{node: 100e-9, item: 2e-9, update: 10e-9, entry: 50e-9}, shares{All: 1, Few: 1}, fitsLinks},
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

// engineOf returns the row of the named engine.
func engineOf(name string) engine {
	all := engines()
	return all[slices.IndexFunc(all, func(e engine) bool { return e.name == name })]
}

// priceOf returns the prices of the named engine on a problem.
func priceOf(name string, p *matrix.Problem) price {
	q := engineOf(name).price
	q.node += q.item * float64(p.PrimaryCount())
	if q.wide > 0 && p.PrimaryCount() > dense.FewItems {
		q.update = q.wide
	}
	return q
}

// seconds returns the time of an effort in seconds.
func (p price) seconds(s search.Stats) float64 {
	return p.node*float64(s.Nodes) + p.update*float64(s.Updates)
}

// maxPairs is the largest number of options for which the planner makes a table of all pairs, which
// takes up to 32 MB.
const maxPairs = 1 << 14

// startSeconds returns the seconds that an engine takes before its search begins.
func startSeconds(name string, p *matrix.Problem) float64 {
	q, options, items := engineOf(name).price, float64(p.OptionCount()), float64(p.PrimaryCount())
	s := q.entry*float64(p.EntryCount()) + q.pair*options*options
	if items <= dense.FewItems {
		s += q.shape * items * items
	}
	return s
}

func fitsAny(*matrix.Problem) error { return nil }

func fitsLinks(*matrix.Problem) error { return errors.New("sparse is faster") }

// fitsDense returns the reason why the planner does not use dense for a problem, or nil.
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

// fitsMemo returns the reason why the planner does not use memo for a problem, or nil.
func fitsMemo(p *matrix.Problem) error {
	if len(p.Nogoods()) > 0 {
		return fmt.Errorf("%w: it has nogoods", memo.ErrUnfit)
	}
	return nil
}

// inPairs reports whether each set of options that are forbidden together has at most two options,
// so that a table of pairs can hold them.
func inPairs(p *matrix.Problem) bool {
	return !slices.ContainsFunc(p.Nogoods(), func(together []matrix.OptionID) bool { return len(together) > 2 })
}

// visitor returns the engine that visits all solutions fastest, and the reason. Dense has a second
// phase, which needs masks of items: with sparse in its place thirteen more rows are missed, such
// as starters 9, and with dense wherever it fits Latin 23, Latin 26 and dominosa.
func visitor(p *matrix.Problem) (name, why string) {
	switch err := fitsDense(p); {
	case err != nil:
		return Sparse, err.Error()
	case p.PrimaryCount() > dense.FewItems:
		return Sparse, fmt.Sprintf("%d items are too many for masks", p.PrimaryCount())
	}
	return Dense, fmt.Sprintf("%d items fit into two words", p.PrimaryCount())
}

// task returns a task that runs the named engine.
func (w *plannedWork) task(name string, out output) Task {
	v := *w
	if out.report != nil {
		v.request.ReportEvery = min(v.request.ReportEvery, lookEvery)
	}
	v.request.Report = out.report
	switch {
	case name == Memo:
		return newGatedTask(startSeconds(name, v.problem), out, v.runMemo)
	case name == Halves:
		return newGatedTask(startSeconds(name, v.problem), out, v.runHalves)
	case name == Learn, name == Restarts, out.solution != nil && v.request.Threads == 1:
		return v.pullTask(name, out)
	}
	return newCubeTask(v.problem, v.request, name, out)
}

// cellSeconds is the time of a node, in seconds, for each cell of a set that must be connected: 1,500
// sticks of a slitherlink of 20 by 36 take links 75 microseconds.
const cellSeconds = 50e-9

// pullTask returns a task that runs the named engine on one thread, as a coroutine.
func (w *plannedWork) pullTask(name string, out output) Task {
	t := &pullTask{output: out, price: priceOf(name, w.problem), startSeconds: startSeconds(name, w.problem),
		reportsProgress: name != Learn && name != Restarts}
	t.spent = t.startSeconds
	for _, set := range w.request.Connected {
		t.price.node += cellSeconds * float64(len(set.Neighbours))
	}
	r := w.request
	r.Engine, r.Threads, r.ReportEvery = name, 1, min(pauseEvery, r.ReportEvery,
		max(minPause, int64(pauseSeconds/t.price.node)))
	switch t.newEngine = w.engineMaker(r); name {
	case Learn:
		t.maxSolutions = maxClauses
		t.newEngine = func(report func(search.Progress)) (search.Engine, error) {
			return learn.NewClauseSearch(w.problem, learn.LearnOptions{
				Seed: r.Seed, MaxMemory: cmp.Or(r.MaxMemory, tableMemory), Report: report, ReportEvery: r.ReportEvery,
				Connected: r.Connected,
			})
		}
	case Restarts:
		t.newEngine = func(report func(search.Progress)) (search.Engine, error) {
			r.Report = report
			return &restartEngine{problem: w.problem, request: r}, nil
		}
	}
	return t
}

// engineMaker returns a function that makes one engine whose search tree can be cut.
func (w *plannedWork) engineMaker(r Request) func(report func(search.Progress)) (search.Engine, error) {
	return func(report func(search.Progress)) (search.Engine, error) {
		build, _, err := newCutterFactory(w.problem, r)
		if err != nil {
			return nil, err
		}
		return build(report)
	}
}

// tableMemory bounds the memory in bytes of an engine that the planner chose itself.
const tableMemory = 128 << 20

// runMemo counts with memo, or builds the diagram of all solutions.
func (w *plannedWork) runMemo(ctx context.Context, t *gatedTask) (*big.Int, search.Stats, error) {
	o, price := memoOptions(w.request), priceOf(Memo, w.problem)
	o.MaxMemory = cmp.Or(o.MaxMemory, tableMemory)
	o.Turn = func(words int64, part, known float64) {
		if t.solution != nil {
			part = 0 // a list has no known progress: all solutions are known before the first is yielded
		}
		t.addWork(price.seconds(search.Stats{Updates: words}), part, known)
	}
	if t.solution != nil {
		d, err := memo.BuildDiagram(ctx, w.problem, o)
		if err != nil {
			return nil, search.Stats{}, err
		}
		t.solutions = d.AllSolutions()
		return countResult(d.SolutionCount(), int64(d.NodeCount()), nil)
	}
	n, stats, err := countByMemo(w.problem, o)(ctx)
	if w.request.MaxMemory == 0 && errors.Is(err, search.ErrMemory) && w.hopeless != nil && w.hopeless() {
		o.MaxMemory = 0
		n, stats, err = countByMemo(w.problem, o)(ctx)
	}
	return n, stats, err
}

// maxCrossing is the largest part of the options that may cross the border between the halves.
const maxCrossing = 0.35

func (w *plannedWork) runHalves(ctx context.Context, t *gatedTask) (*big.Int, search.Stats, error) {
	o, price := halvesOptions(w.request), priceOf(Halves, w.problem)
	o.MaxCrossing, o.Group = maxCrossing, w.group
	o.Report = func(q search.Progress) {
		if t.addWork(0, max(q.Share, minProgress), 0); t.report != nil {
			t.report(q)
		}
	}
	o.Turn = func(units int64) { t.addWork(price.seconds(search.Stats{Updates: units}), 0, 0) }
	return countByHalves(w.problem, o)(ctx)
}

// maxClauses is the number of solutions after which a count by learn gives up, as each solution
// adds a clause.
const maxClauses = 1000

// pauseSeconds is the time between two pauses of an engine on a coroutine. Converted to nodes and
// updates, it stays between minPause and pauseEvery.
const (
	pauseSeconds         = 0.25e-3
	minPause, pauseEvery = 1 << 8, 1 << 13
)

// Row is the planner's knowledge about an engine for one problem.
type Row struct {
	Engine string
	// Unfit is the reason why the planner does not use the engine, or empty.
	Unfit string
	// Start is the time to begin, in seconds. Node and Update are the times for a unit of work; 0
	// means that there is no such unit.
	Start, Node, Update float64
	// All, Few and Count are the shares of the engine for each goal: parts of the leader's expected
	// time that the engine may spend. An engine with share 0 takes no turns.
	All, Few, Count float64
}

// EngineTable returns a row for each engine, for the given problem.
func EngineTable(p *matrix.Problem) (rows []Row) {
	for _, e := range engines() {
		q := priceOf(e.name, p)
		row := Row{
			Engine: e.name, Start: startSeconds(e.name, p), Node: q.node, Update: q.update,
			All: e.shares[All], Few: e.shares[Few], Count: e.shares[Count],
		}
		if err := e.fits(p); err != nil {
			row.Unfit = err.Error()
		}
		rows = append(rows, row)
	}
	return rows
}

// DescribeGoals returns a line for each goal: the engine that leads, and the reason.
func DescribeGoals(p *matrix.Problem) []string {
	name, why := visitor(p)
	return []string{
		"all: " + name + ": " + why + "; others take turns if that takes long",
		"a few: " + name + " and learn by turns",
		"count: whichever has the least time remaining",
	}
}
