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

// workPrice holds the time, in seconds, of each unit of an engine's work. For memo and halves a node is a unit of work
// that these packages define.
type workPrice struct {
	nodeSeconds   float64 // seconds per search node
	itemSeconds   float64 // seconds per primary item at each node, because the chooser reads all items
	updateSeconds float64 // seconds per update, which is one change of the state
	// seconds per update if the items are too many for bit masks; 0 if the engine uses no masks
	wideUpdateSeconds float64
	// seconds per update if options give colors; 0 if that makes no difference
	coloredUpdateSeconds float64
	entrySeconds         float64 // seconds per entry of an option, before the search begins
	// additional seconds per entry if options give colors, because the engine looks for supports of colors
	coloredEntrySeconds float64
	optionPairSeconds   float64 // seconds per pair of options, to compute a table of all pairs before the search
	itemPairSeconds     float64 // seconds per pair of items, if the items are few enough for bit masks
}

// goalShares holds the share of an engine for each goal. A share is the time that the engine may spend, as a factor of
// the time that the leader is expected to need. An engine with share 0 does not take part.
type goalShares [CountOnly + 1]float64

// minShare is the share of an engine that is useful only if all other engines take very long. None of the rows needs
// it. An example is 15 pigeons in 14 holes: only memo proves quickly that there is no solution.
const minShare = 1.0 / 64

// engineRole says how much an engine takes part in problems of one kind.
type engineRole struct {
	goalShares goalShares
	// checkFit returns the reason why the planner does not use the engine for a problem, or nil.
	checkFit func(p *matrix.Problem) error
}

// engineEntry is a row of the table of engines.
type engineEntry struct {
	name, purpose string // name of the engine; what it is good for, in words
	workPrice     workPrice
	engineRole
	// connectedRole is the role in problems with cells that must be connected. It is the zero role for engines that
	// ignore this.
	connectedRole engineRole
	// supportedRole is the role in problems with supported colors (see supportedColors). The zero role stands for
	// engineRole.
	supportedRole engineRole
}

// problemKind is the kind of a problem, on which the roles of the engines depend.
type problemKind uint8

const (
	plainProblem    problemKind = iota
	supportedColors             // some secondary item has a color in each solution; see [matrix.Problem.SupportedItems]
	connectedCells              // cells must be connected
)

// problemKindOf returns the kind of a problem with sets of cells that must be connected.
func problemKindOf(p *matrix.Problem, connected []*search.CellSet) problemKind {
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
	case k == supportedColors && e.supportedRole.checkFit != nil:
		return e.supportedRole
	case k != connectedCells:
		return e.engineRole
	case e.connectedRole.checkFit == nil:
		return engineRole{checkFit: func(*matrix.Problem) error {
			return errors.New("it does not look for cells that cannot be connected")
		}}
	}
	return e.connectedRole
}

// engineEntries returns the table of engines. The prices were fitted to the times of each engine on 250 problems, and
// those of engines that count supports to the rows of examples/unseen.yaml and examples/fresh.yaml: TestRecord compares
// them with the clock. Nearly all times were within a factor of 2 of the computed ones.
//
// The shares were tuned on these rows. For a few solutions learn has 1/4: with 1/8 eight more rows are missed, such as
// biplanes and block designs 9, with 1/2 three, such as Turan systems. Restarts has a smaller share: without it knights
// 5 by 6 is missed. In counts memo has a share of up to 1, depending on how often its states recur. Halves has 1/4 in
// counts: with 1/8 the counts of pentominoes in 6 by 10 and 5 by 12 are left to dense, which takes up to twice as long;
// with 1/2 three more rows are missed.
//
// Where cells must be connected, links visit the solutions, and learn has as much time as links: it keeps what it
// learns about connected cells, and links do not. For slitherlinks of 20 by 36 links took a minute and learn two
// seconds.
//
// Where colors have supports, sparse and learn remove unsupported colors at each node, and dense does not. So sparse
// takes half the time on never 8, and a thirtieth or less on kropki 9 and sandwiches of order 7. Dense still has turns
// in counts: where options hold few colors, as in word squares with diagonals, it takes a tenth of the time of sparse.
// Learn has a larger share of counts and lists than elsewhere: with 1/2 six more rows are missed, such as hidato and
// coils 5 14.
func engineEntries() []engineEntry {
	whole := goalShares{AllSolutions: 1, FewSolutions: 1, CountOnly: 1}
	return []engineEntry{
		{Links, "dancing links; every chooser, order and filter",
			workPrice{nodeSeconds: 100e-9, itemSeconds: 2e-9, updateSeconds: 10e-9, entrySeconds: 25e-9},
			engineRole{goalShares{AllSolutions: 1, FewSolutions: 1}, refuseForLinks},
			engineRole{whole, acceptAnyProblem}, engineRole{}},
		{Dense, "options as bits, for up to some thousands of them",
			workPrice{nodeSeconds: 30e-9, updateSeconds: 8e-9, wideUpdateSeconds: 20e-9, entrySeconds: 50e-9,
				optionPairSeconds: 0.3e-9, itemPairSeconds: 150e-9},
			engineRole{goalShares{AllSolutions: 1, FewSolutions: 1, CountOnly: minShare}, checkFitForDense},
			engineRole{},
			engineRole{goalShares{CountOnly: minShare}, checkFitForDense}},
		{Sparse, "lists of sparse sets, for problems with many items",
			workPrice{nodeSeconds: 150e-9, itemSeconds: 0.5e-9, updateSeconds: 7e-9, coloredUpdateSeconds: 10e-9,
				entrySeconds: 50e-9, coloredEntrySeconds: 90e-9},
			engineRole{goalShares{AllSolutions: minShare, FewSolutions: minShare, CountOnly: minShare},
				acceptAnyProblem}, engineRole{}, engineRole{}},
		{Restarts, "sparse, with restarts in random orders: one solution by luck",
			workPrice{nodeSeconds: 210e-9, itemSeconds: 0.7e-9, updateSeconds: 10e-9, coloredUpdateSeconds: 15e-9,
				entrySeconds: 50e-9, coloredEntrySeconds: 90e-9},
			engineRole{goalShares{FewSolutions: 1. / 24}, acceptAnyProblem}, engineRole{}, engineRole{}},
		{Memo, "shares equal states: counts without visiting every solution",
			workPrice{updateSeconds: 1.1e-9, entrySeconds: 170e-9, coloredEntrySeconds: 130e-9},
			engineRole{goalShares{AllSolutions: minShare, FewSolutions: minShare, CountOnly: 1}, memo.CheckFit},
			engineRole{goalShares{AllSolutions: minShare, FewSolutions: minShare, CountOnly: 1}, memo.CheckFit},
			engineRole{}},
		{Halves, "joins the ways to fill two halves: counts on boards that are longer than wide",
			workPrice{updateSeconds: 20e-9, entrySeconds: 200e-9},
			engineRole{goalShares{CountOnly: 1. / 4}, halves.CheckFit}, engineRole{},
			engineRole{}},
		{Planar, "counts by a determinant what pairs of neighbours can cover, as dominoes do on any board",
			workPrice{}, engineRole{goalShares{}, planar.CheckFit}, engineRole{}, engineRole{}},
		{Learn, "learns clauses from dead ends: for one solution of a hard problem",
			workPrice{nodeSeconds: 2e-6, updateSeconds: 130e-9, entrySeconds: 35e-9,
				coloredEntrySeconds: 105e-9},
			engineRole{goalShares{AllSolutions: minShare, FewSolutions: 1. / 4, CountOnly: minShare}, acceptAnyProblem},
			engineRole{whole, acceptAnyProblem},
			engineRole{goalShares{AllSolutions: 1. / 8, FewSolutions: 1. / 4, CountOnly: 1. / 8}, acceptAnyProblem}},
	}
}

// findEngine returns the row of the named engine.
func findEngine(name string) engineEntry {
	all := engineEntries()
	return all[slices.IndexFunc(all, func(e engineEntry) bool { return e.name == name })]
}

// priceOfEngine returns the prices of the named engine on a problem.
func priceOfEngine(name string, p *matrix.Problem) workPrice {
	q := findEngine(name).workPrice
	q.nodeSeconds += q.itemSeconds * float64(p.PrimaryCount())
	if q.wideUpdateSeconds > 0 && p.PrimaryCount() > dense.MaxItemsOfSecondPhase {
		q.updateSeconds = q.wideUpdateSeconds
	}
	if q.coloredUpdateSeconds > 0 && p.HasColors() {
		q.updateSeconds = q.coloredUpdateSeconds
	}
	return q
}

// effortSeconds returns the time, in seconds, of the given effort.
func (p workPrice) effortSeconds(s search.Stats) float64 {
	return p.nodeSeconds*float64(s.Nodes) + p.updateSeconds*float64(s.Updates)
}

// maxPairOptions is the largest number of options for which the planner makes a table of all pairs, which
// takes up to 32 MB.
const maxPairOptions = 1 << 14

// startSeconds returns the seconds that an engine takes before its search begins.
func startSeconds(name string, p *matrix.Problem) float64 {
	q, options, items := findEngine(name).workPrice, float64(p.OptionCount()), float64(p.PrimaryCount())
	if p.HasColors() {
		q.entrySeconds += q.coloredEntrySeconds
	}
	s := q.entrySeconds*float64(p.EntryCount()) + q.optionPairSeconds*options*options
	if items <= dense.MaxItemsOfSecondPhase {
		s += q.itemPairSeconds * items * items
	}
	return s
}

func acceptAnyProblem(*matrix.Problem) error { return nil }

func refuseForLinks(*matrix.Problem) error { return errors.New("sparse is faster") }

// checkFitForDense returns the reason why the planner does not use dense for a problem, or nil.
func checkFitForDense(p *matrix.Problem) error {
	switch {
	case p.OptionCount() > maxPairOptions:
		return fmt.Errorf("%d options are too many for a table of pairs", p.OptionCount())
	case !coversEachOnce(p):
		return errors.New("items are covered several times")
	case !hasOnlyPairNogoods(p):
		return errors.New("more than two options are forbidden together")
	}
	return nil
}

// hasOnlyPairNogoods reports whether each nogood has at most two options, so that a table of pairs can hold all
// nogoods.
func hasOnlyPairNogoods(p *matrix.Problem) bool {
	return !slices.ContainsFunc(p.Nogoods(), func(together []matrix.OptionID) bool { return len(together) > 2 })
}

// fastestVisitor returns the name of the engine that is probably fastest at visiting all solutions, and the reason in
// words. That is dense if its second phase can be used, and otherwise sparse. With sparse in all cases thirteen more
// rows are missed, such as starters 9; with dense in all cases where it fits, Latin 23, Latin 26 and dominosa are
// missed.
func fastestVisitor(p *matrix.Problem) (name, why string) {
	switch err := checkFitForDense(p); {
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

// connectedCellSeconds is the time, in seconds per node, that links take for each cell of a set that must be connected.
// For the 1,500 edges of a slitherlink of 20 by 36 that is 75 microseconds per node.
const connectedCellSeconds = 50e-9

// addConnectedSets raises the time of a node by that of the sets of cells that must be connected.
func (p *workPrice) addConnectedSets(sets []*search.CellSet) {
	for _, set := range sets {
		p.nodeSeconds += connectedCellSeconds * float64(len(set.NeighboursOfCell))
	}
}

// newCoroutineTask returns a task that runs the named engine on one thread, as a coroutine.
func (w *requestedProblem) newCoroutineTask(name string, out taskOutput) Task {
	t := &coroutineTask{taskOutput: out, workPrice: priceOfEngine(name, w.problem),
		startSeconds: startSeconds(name, w.problem), reportsProgress: name != Learn && name != Restarts}
	t.spentSeconds = t.startSeconds
	t.workPrice.addConnectedSets(w.request.ConnectedSets)
	r := w.request
	r.Engine, r.Threads, r.ReportEvery = name, 1, min(maxPauseInterval, r.ReportEvery,
		max(minPauseInterval, int64(pauseSeconds/t.workPrice.nodeSeconds)))
	switch t.newEngine = w.engineMaker(r); name {
	case Learn:
		t.maxSolutions = maxLearnedSolutions
		t.newEngine = func(report func(search.Progress)) (search.Engine, error) {
			return learn.NewClauseSearch(w.problem, learn.LearnOptions{
				Seed: r.Seed, MaxMemory: cmp.Or(r.MaxMemory, maxTableMemory), Report: report,
				ReportEvery:   r.ReportEvery,
				ConnectedSets: r.ConnectedSets,
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

// maxTableMemory bounds the memory, in bytes, of an engine that the planner has chosen, so that a bad choice costs
// little.
const maxTableMemory = 128 << 20

// runMemo counts with memo, or builds the diagram of all solutions.
func (w *requestedProblem) runMemo(ctx context.Context, t *gatedTask) (*big.Int, search.Stats, error) {
	o, price := memoOptions(w.request), priceOfEngine(Memo, w.problem)
	o.MaxMemory = cmp.Or(o.MaxMemory, maxTableMemory)
	o.OnWork = func(words int64, part, known float64) {
		if t.onSolution != nil {
			part = 0 // memo cannot tell which part of a diagram is done
		}
		t.addWork(price.effortSeconds(search.Stats{Updates: words}), part, known)
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
	if w.request.MaxMemory == 0 && errors.Is(err, search.ErrMemory) && w.areOthersHopeless != nil &&
		w.areOthersHopeless() {
		o.MaxMemory = 0
		n, stats, err = countByMemo(w.problem, o)(ctx)
	}
	return n, stats, err
}

// maxCrossingShare is the largest fraction of the options, from 0 to 1, that may have items in both halves.
const maxCrossingShare = 0.35

func (w *requestedProblem) runHalves(ctx context.Context, t *gatedTask) (*big.Int, search.Stats, error) {
	o, price := halvesOptions(w.request), priceOfEngine(Halves, w.problem)
	o.MaxCrossingShare, o.SymmetryGroup = maxCrossingShare, w.symmetryGroup
	o.Report = func(q search.Progress) {
		if t.addWork(0, max(q.Share, minProgress), 0); t.onReport != nil {
			t.onReport(q)
		}
	}
	o.OnWork = func(units int64) { t.addWork(price.effortSeconds(search.Stats{Updates: units}), 0, 0) }
	return countByHalves(w.problem, o)(ctx)
}

// maxLearnedSolutions is the number of solutions after which a count by learn fails, because each solution adds a
// clause that is never removed.
const maxLearnedSolutions = 1000

// pauseSeconds is the time between two pauses of an engine on a coroutine. It is converted to a number of nodes and
// updates from minPauseInterval to maxPauseInterval.
const (
	pauseSeconds                       = 0.25e-3
	minPauseInterval, maxPauseInterval = 1 << 8, 1 << 13
)

// EngineRow holds the planner's data about one engine for one problem.
type EngineRow struct {
	Engine string
	// UnfitReason is the reason why the planner does not use the engine, or empty.
	UnfitReason string
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
	kind := problemKindOf(p, connected)
	for _, e := range engineEntries() {
		q, role := priceOfEngine(e.name, p), e.roleIn(kind)
		row := EngineRow{
			Engine: e.name, StartSeconds: startSeconds(e.name, p), NodeSeconds: q.nodeSeconds,
			UpdateSeconds: q.updateSeconds,
			AllShare:      role.goalShares[AllSolutions], FewShare: role.goalShares[FewSolutions],
			CountShare: role.goalShares[CountOnly],
		}
		if err := role.checkFit(p); err != nil {
			row.UnfitReason = err.Error()
		}
		rows = append(rows, row)
	}
	return rows
}

// DescribeGoals returns a line for each goal: the engine that leads, and the reason.
func DescribeGoals(p *matrix.Problem, connected []*search.CellSet) []string {
	name, why := newRequestedProblem(p, Request{ConnectedSets: connected}).fastestVisitor()
	return []string{
		"all: " + name + ": " + why + "; others take turns if that takes long",
		"a few: " + name + " and learn by turns",
		"count: whichever has the least time remaining",
	}
}
