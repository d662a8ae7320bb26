package schedule

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"quadrille/runtime/engine/dense"
	"quadrille/runtime/engine/halves"
	"quadrille/runtime/engine/learn"
	"quadrille/runtime/engine/memo"
	"quadrille/runtime/engine/planar"
	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// price holds the time in seconds of each unit of an engine's work. For memo and halves a node is a unit of work that
// these packages define.
type price struct {
	node   float64 // per search node
	item   float64 // per primary item at each node, as the choice reads all items
	update float64 // per update, which is one change of the state
	wide   float64 // per update if the items are too many for masks, or 0
	entry  float64 // per item of an option, before the search begins
	pair   float64 // per pair of options, for a table that is made before the search
	shape  float64 // per pair of items, if they are few enough for masks
}

// shares holds the share of an engine for each goal. A share is the time that the engine may spend, as a factor of
// the time that the leader is expected to need. An engine with share 0 does not take part.
type shares [Count + 1]float64

// minShare is the share of an engine that takes part only for problems that all others take very long to solve. None
// of the rows needs it. An example is 15 pigeons in 14 holes: only memo finds out quickly that there is no solution.
const minShare = 1.0 / 64

// engineRole is the part that an engine has in problems of one kind.
type engineRole struct {
	shares shares
	// fits returns the reason why the planner does not use the engine for a problem, or nil.
	fits func(p *matrix.Problem) error
}

// engineEntry is a row of the table of engines.
type engineEntry struct {
	name, purpose string // name of the engine; what it is good for, in words
	price         price
	engineRole
	// connected is the role where cells must be connected. Engines that ignore that have the zero role.
	connected engineRole
	// supported is the role where colors have supports. The zero role stands for engineRole.
	supported engineRole
}

// problemKind is what the roles of the engines depend on.
type problemKind uint8

const (
	plainProblem    problemKind = iota
	supportedColors             // some secondary item has a color in each solution: see [matrix.Problem.SupportedItems]
	connectedCells              // cells must be connected
)

// kindOf returns the kind of a problem with sets of cells that must be connected.
func kindOf(p *matrix.Problem, connected []*search.CellSet) problemKind {
	if len(connected) > 0 {
		return connectedCells
	}
	if p.HasColors() {
		lists, _ := p.SupportedItems(p.EntryCount())
		for _, items := range lists {
			if len(items) > 0 {
				return supportedColors
			}
		}
	}
	return plainProblem
}

// roleIn returns the role of an engine in problems of the given kind.
func (e engineEntry) roleIn(k problemKind) engineRole {
	switch {
	case k == supportedColors && e.supported.fits != nil:
		return e.supported
	case k != connectedCells:
		return e.engineRole
	case e.connected.fits == nil:
		return engineRole{fits: func(*matrix.Problem) error {
			return errors.New("it does not look for cells that cannot be connected")
		}}
	}
	return e.connected
}

// engineEntries returns the table of engines. The prices were fitted to the times of each engine on 250 problems.
// Those of learn, restarts, and dense on many items were fitted to the rows of examples/unseen.yaml and
// examples/fresh.yaml. Nearly all times were within a factor of 2 of the computed ones.
//
// The shares were tuned on these rows. For a few solutions learn has 1/4: with 1/8 ten more rows are missed, such as
// biplanes and Latin 26, with 1/2 four, such as Turan systems. Restarts has a smaller share: without it difference
// sets 8, Costas arrays 13 and knights 5 by 6 take ten times as long. In counts memo has a share of up to 1,
// depending on how often its states recur. Halves has 1/4 in counts: with 1/2 seven more rows are missed, such as ice
// on a torus, with 1/8 three, and without halves drawn 30 takes 48 times as long as with the best engine.
//
// Where cells must be connected, links visit the solutions, and learn has as much time as they: learning keeps what
// it finds out about connected cells, and links do not. For slitherlinks of 20 by 36 links took a minute and learn
// two seconds.
//
// Where colors have supports, sparse and learn keep them at each node, and dense does not. With them sparse takes half
// the time on never 8, and a thirtieth or less on kropki 9 and sandwiches of order 7. Dense has turns in counts all the
// same: where options hold few colors, as in word squares with diagonals, it takes a tenth of the time of sparse. Learn
// has a larger share than elsewhere: with 1/4 in counts, kropki 9 and sums along paths of order 6 take two to four
// times as long.
func engineEntries() []engineEntry {
	whole := shares{All: 1, Few: 1, Count: 1}
	return []engineEntry{
		{Links, "dancing links; every chooser, order and filter",
			price{node: 100e-9, item: 2e-9, update: 10e-9, entry: 50e-9},
			engineRole{shares{All: 1, Few: 1}, refuseLinks}, engineRole{whole, fitsAny}, engineRole{}},
		{Dense, "options as bits, for up to some thousands of them",
			price{node: 30e-9, update: 8e-9, wide: 20e-9, entry: 50e-9, pair: 0.3e-9, shape: 150e-9},
			engineRole{shares{All: 1, Few: 1, Count: minShare}, fitsDense}, engineRole{},
			engineRole{shares{Count: minShare}, fitsDense}},
		{Sparse, "lists of sparse sets, for problems with many items",
			price{node: 150e-9, item: 0.5e-9, update: 7e-9, entry: 80e-9},
			engineRole{shares{All: minShare, Few: minShare, Count: minShare}, fitsAny}, engineRole{}, engineRole{}},
		{Restarts, "sparse, with restarts in random orders: one solution by luck",
			price{node: 210e-9, item: 0.7e-9, update: 10e-9, entry: 80e-9},
			engineRole{shares{Few: 1. / 24}, fitsAny}, engineRole{}, engineRole{}},
		{Memo, "shares equal states: counts without visiting every solution",
			price{update: 1.1e-9, entry: 200e-9},
			engineRole{shares{All: minShare, Few: minShare, Count: 1}, memo.CheckFit},
			engineRole{shares{All: minShare, Few: minShare, Count: 1}, memo.CheckFit}, engineRole{}},
		{Halves, "joins the ways to fill two halves: counts on boards that are longer than wide",
			price{update: 20e-9, entry: 200e-9}, engineRole{shares{Count: 1. / 4}, halves.CheckFit}, engineRole{},
			engineRole{}},
		{Planar, "counts by a determinant what pairs of neighbours can cover, as dominoes do on any board",
			price{}, engineRole{shares{}, planar.CheckFit}, engineRole{}, engineRole{}},
		{Learn, "learns clauses from dead ends: for one solution of a hard problem",
			price{node: 2e-6, update: 130e-9, entry: 70e-9},
			engineRole{shares{All: minShare, Few: 1. / 4, Count: minShare}, fitsAny}, engineRole{whole, fitsAny},
			engineRole{shares{All: 1. / 2, Few: 1, Count: 1. / 2}, fitsAny}},
	}
}

// findEngine returns the row of the named engine.
func findEngine(name string) engineEntry {
	all := engineEntries()
	return all[slices.IndexFunc(all, func(e engineEntry) bool { return e.name == name })]
}

// enginePrice returns the prices of the named engine on a problem.
func enginePrice(name string, p *matrix.Problem) price {
	q := findEngine(name).price
	q.node += q.item * float64(p.PrimaryCount())
	if q.wide > 0 && p.PrimaryCount() > dense.MaxItemsOfSecondPhase {
		q.update = q.wide
	}
	return q
}

// seconds returns the time of an effort in seconds.
func (p price) seconds(s search.Stats) float64 {
	return p.node*float64(s.Nodes) + p.update*float64(s.Updates)
}

// maxPairOptions is the largest number of options for which the planner makes a table of all pairs, which
// takes up to 32 MB.
const maxPairOptions = 1 << 14

// startSeconds returns the seconds that an engine takes before its search begins.
func startSeconds(name string, p *matrix.Problem) float64 {
	q, options, items := findEngine(name).price, float64(p.OptionCount()), float64(p.PrimaryCount())
	s := q.entry*float64(p.EntryCount()) + q.pair*options*options
	if items <= dense.MaxItemsOfSecondPhase {
		s += q.shape * items * items
	}
	return s
}

func fitsAny(*matrix.Problem) error { return nil }

func refuseLinks(*matrix.Problem) error { return errors.New("sparse is faster") }

// fitsDense returns the reason why the planner does not use dense for a problem, or nil.
func fitsDense(p *matrix.Problem) error {
	switch {
	case p.OptionCount() > maxPairOptions:
		return fmt.Errorf("%d options are too many for a table of pairs", p.OptionCount())
	case !coversEachOnce(p):
		return errors.New("items are covered several times")
	case !hasOnlyPairs(p):
		return errors.New("more than two options are forbidden together")
	}
	return nil
}

// hasOnlyPairs reports whether each nogood has at most two options, so that a table of pairs can hold all nogoods.
func hasOnlyPairs(p *matrix.Problem) bool {
	return !slices.ContainsFunc(p.Nogoods(), func(together []matrix.OptionID) bool { return len(together) > 2 })
}

// fastestVisitor returns the name of the engine that probably visits all solutions fastest, and the reason in words.
// That is dense if its second phase can be used, and otherwise sparse. With sparse in all cases thirteen more rows
// are missed, such as starters 9; with dense in all cases where it fits, Latin 23, Latin 26 and dominosa are.
func fastestVisitor(p *matrix.Problem) (name, why string) {
	switch err := fitsDense(p); {
	case err != nil:
		return Sparse, err.Error()
	case p.PrimaryCount() > dense.MaxItemsOfSecondPhase:
		return Sparse, fmt.Sprintf("%d items are too many for masks", p.PrimaryCount())
	}
	return Dense, fmt.Sprintf("%d items fit into two words", p.PrimaryCount())
}

// newTask returns a task that runs the named engine.
func (w *requestedProblem) newTask(name string, out taskOutput) Task {
	v := *w
	if out.onReport != nil {
		v.request.ReportEvery = min(v.request.ReportEvery, reportEveryOnceFound)
	}
	v.request.Report = out.onReport
	switch {
	case name == Memo:
		return newGatedTask(startSeconds(name, v.problem), out, v.runMemo)
	case name == Halves:
		return newGatedTask(startSeconds(name, v.problem), out, v.runHalves)
	case name == Learn, name == Restarts, out.onSolution != nil && v.request.Threads == 1:
		return v.newCoroutineTask(name, out)
	}
	return newCubeTask(v.problem, v.request, name, out)
}

// cellSeconds is the time, in seconds per node, that links take for each cell of a set that must be connected. For the
// 1,500 edges of a slitherlink of 20 by 36 that is 75 microseconds.
const cellSeconds = 50e-9

// addCells adds the time of a node for sets of cells that must be connected.
func (p *price) addCells(sets []*search.CellSet) {
	for _, set := range sets {
		p.node += cellSeconds * float64(len(set.NeighboursOfCell))
	}
}

// newCoroutineTask returns a task that runs the named engine on one thread, as a coroutine.
func (w *requestedProblem) newCoroutineTask(name string, out taskOutput) Task {
	t := &coroutineTask{taskOutput: out, price: enginePrice(name, w.problem),
		startSeconds: startSeconds(name, w.problem), reportsProgress: name != Learn && name != Restarts}
	t.spent = t.startSeconds
	t.price.addCells(w.request.Connected)
	r := w.request
	r.Engine, r.Threads, r.ReportEvery = name, 1, min(pauseEvery, r.ReportEvery,
		max(minPause, int64(pauseSeconds/t.price.node)))
	switch t.newEngine = w.engineMaker(r); name {
	case Learn:
		t.maxSolutions = maxLearnedSolutions
		t.newEngine = func(report func(search.Progress)) (search.Engine, error) {
			return learn.NewClauseSearch(w.problem, learn.LearnOptions{
				Seed: r.Seed, MaxMemory: cmp.Or(r.MaxMemory, maxTableMemory), Report: report,
				ReportEvery: r.ReportEvery,
				Connected:   r.Connected,
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
func (w *requestedProblem) engineMaker(r Request) func(report func(search.Progress)) (search.Engine, error) {
	return func(report func(search.Progress)) (search.Engine, error) {
		build, _, err := newCutterFactory(w.problem, r)
		if err != nil {
			return nil, err
		}
		return build(report)
	}
}

// maxTableMemory bounds the memory in bytes of an engine that the planner chose itself.
const maxTableMemory = 128 << 20

// runMemo counts with memo, or builds the diagram of all solutions.
func (w *requestedProblem) runMemo(ctx context.Context, t *gatedTask) (*big.Int, search.Stats, error) {
	o, price := memoOptions(w.request), enginePrice(Memo, w.problem)
	o.MaxMemory = cmp.Or(o.MaxMemory, maxTableMemory)
	o.OnWork = func(words int64, part, known float64) {
		if t.onSolution != nil {
			part = 0 // memo does not know how much of a diagram is done
		}
		t.addWork(price.seconds(search.Stats{Updates: words}), part, known)
	}
	if t.onSolution != nil {
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

// maxCrossingShare is the largest share of the options, from 0 to 1, that may have items in both halves.
const maxCrossingShare = 0.35

func (w *requestedProblem) runHalves(ctx context.Context, t *gatedTask) (*big.Int, search.Stats, error) {
	o, price := halvesOptions(w.request), enginePrice(Halves, w.problem)
	o.MaxCrossingShare, o.Group = maxCrossingShare, w.group
	o.Report = func(q search.Progress) {
		if t.addWork(0, max(q.Share, minProgress), 0); t.onReport != nil {
			t.onReport(q)
		}
	}
	o.OnWork = func(units int64) { t.addWork(price.seconds(search.Stats{Updates: units}), 0, 0) }
	return countByHalves(w.problem, o)(ctx)
}

// maxLearnedSolutions is the number of solutions after which a count by learn gives up, because each solution adds a
// clause that stays.
const maxLearnedSolutions = 1000

// pauseSeconds is the time between two pauses of an engine on a coroutine. It is converted to a number of nodes and
// updates from minPause to pauseEvery.
const (
	pauseSeconds         = 0.25e-3
	minPause, pauseEvery = 1 << 8, 1 << 13
)

// EngineRow is the planner's data about one engine for one problem.
type EngineRow struct {
	Engine string
	// Unfit is the reason why the planner does not use the engine, or empty.
	Unfit string
	// StartSeconds is the time before the search begins. NodeSeconds and UpdateSeconds are the times of a node and of
	// an update; 0 means that the engine does not count this unit.
	StartSeconds, NodeSeconds, UpdateSeconds float64
	// AllShare, FewShare and CountShare are the shares of the engine for each goal. A share is the time that the
	// engine may spend, as a factor of the time that the leader is expected to need. An engine with share 0 takes no
	// turns.
	AllShare, FewShare, CountShare float64
}

// EngineTable returns a row for each engine, for the given problem and sets of cells that must be connected.
func EngineTable(p *matrix.Problem, connected []*search.CellSet) (rows []EngineRow) {
	kind := kindOf(p, connected)
	for _, e := range engineEntries() {
		q, role := enginePrice(e.name, p), e.roleIn(kind)
		row := EngineRow{
			Engine: e.name, StartSeconds: startSeconds(e.name, p), NodeSeconds: q.node, UpdateSeconds: q.update,
			AllShare: role.shares[All], FewShare: role.shares[Few], CountShare: role.shares[Count],
		}
		if err := role.fits(p); err != nil {
			row.Unfit = err.Error()
		}
		rows = append(rows, row)
	}
	return rows
}

// DescribeGoals returns a line for each goal: the engine that leads, and the reason.
func DescribeGoals(p *matrix.Problem, connected []*search.CellSet) []string {
	name, why := newRequestedProblem(p, Request{Connected: connected}).fastestVisitor()
	return []string{
		"all: " + name + ": " + why + "; others take turns if that takes long",
		"a few: " + name + " and learn by turns",
		"count: whichever has the least time remaining",
	}
}
