package quadrille

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"time"

	"quadrille/runtime/choose"
	"quadrille/runtime/dlx"
	"quadrille/runtime/filter/connect"
	"quadrille/runtime/matrix"
	"quadrille/runtime/plan"
	"quadrille/runtime/search"
	"quadrille/runtime/staged"
)

// Chooser decides which item a search node branches on; a [View] is what it sees of the
// node. Any type with its method will do.
type Chooser = dlx.Chooser

// View is a search node as a [Chooser] sees it.
type View = dlx.View

// Filter removes options at a search node that no solution below can hold. What it is
// given is a [Node].
type Filter = dlx.Filter

// Node is a search node as a [Filter] sees it.
type Node = dlx.Node

// ErrMemory is the error of a search that needs more memory than [Search.MaxMemory].
var ErrMemory = search.ErrMemory

// Search says how to search. The zero value leaves everything to the planner. Where a
// field is empty, a hint in the file holds.
type Search struct {
	// Engine is one of those that [Engines] lists; "" stands for auto.
	Engine string
	// Choose names the chooser, Order the order of the items, OptionOrder that of the
	// options, and FilterBy the filter; [Choosers], [Orders], [OptionOrders] and [Filters]
	// list them.
	Choose, Order, OptionOrder, FilterBy string
	// Chooser is a chooser of the caller's own. With several threads it is shared by them.
	Chooser Chooser
	// NewFilter makes a filter of the caller's own, one for each thread.
	NewFilter func() Filter
	// Watch is called at each node of the links, before it branches on the item chosen.
	Watch func(v View, chosen matrix.ItemID)
	// Branches keeps for each solution on which items the search branched: see
	// [Solution.Rows]. It takes links, on one thread.
	Branches bool
	// Tallies holds what a chooser that learns knows of each item by its name: read at
	// the start, written at the end.
	Tallies map[string]float64
	// Restarts begins anew after so many nodes; 0 is never.
	Restarts int64
	// Seed is for whatever is random.
	Seed uint64
	// Threads is the number of threads; 0 stands for one. Ordered keeps the solutions in
	// the order of one thread.
	Threads int
	Ordered bool
	// MaxMemory bounds tables and clauses, in bytes; 0 stands for the engine's own bound.
	MaxMemory int64
	// Limit ends the search after so many solutions; 0 is never.
	Limit int
	// Progress, if not nil, is called now and then, by one goroutine at a time.
	Progress func(Progress)
	// Effort, if not nil, is filled in when the search has ended.
	Effort *Effort

	pauses bool // so that run.pause is called soon
}

// Effort is what a search has done.
type Effort struct {
	// Engine did the work, and Why says why it was taken.
	Engine string `json:"engine"`
	Why    string `json:"why"`
	search.Stats
	// Seconds is how long it took, preparing included.
	Seconds float64 `json:"seconds"`
	// Rest says whether there are solutions beyond those given. After [Search.Limit]
	// solutions the search looks on for a moment to know.
	Rest Rest `json:"-"`
	// Stages counts how far a dissection came, stage by stage; nil for other searches.
	Stages *staged.Stats `json:"-"`
}

// Rest says what is known of solutions that were not given.
type Rest int

// What is known of the rest.
const (
	Unknown Rest = iota
	NoMore
	More
)

// Progress says how far a search has come.
type Progress struct {
	search.Progress
	Left    *TimeLeft // what is left of a [Job], if that can be told
	problem *matrix.Problem
}

// Chosen names the items of the option that is chosen at a level of the path, or nil if
// none is.
func (p Progress) Chosen(level int) []string {
	if o := p.Path[level].Option; o >= 0 && p.problem != nil {
		return p.problem.OptionItems(o)
	}
	return nil
}

// Engines lists the engines with a sentence on each, Choosers the choosers.
func Engines() []string {
	return append(plan.Engines(), stagedEngine+": dissections in the stages of Knuth's back-dissect; auto takes it for them")
}

// EngineNames lists the values of [Search.Engine].
func EngineNames() []string { return append(plan.Names(), stagedEngine) }

// Choosers lists the choosers with a sentence on each.
func Choosers() []string { return choose.Usage() }

// ChooserNames lists the values of [Search.Choose], the default first.
func ChooserNames() []string { return choose.Names() }

// Orders lists the orders of items, the default first.
func Orders() []string { return choose.Orders() }

// OptionOrders lists the orders of options, the default first.
func OptionOrders() []string { return choose.OptionOrders() }

// Filters lists the filters, none first.
func Filters() []string { return plan.Filters() }

// Plan says in a line for each kind of question which engine the planner takes, and why.
func (p *Puzzle) Plan() []string {
	m, err := p.program.Candidates()
	if err != nil {
		return nil
	}
	return plan.Explain(m)
}

// Solutions searches. Each solution comes once; an error comes last, without a solution:
// that of ctx if it ended the search, [ErrMemory], or what makes the search impossible.
// Breaking the loop ends the search.
func (p *Puzzle) Solutions(ctx context.Context, s Search) iter.Seq2[Solution, error] {
	return p.wanted(ctx, s, plan.All)
}

func (p *Puzzle) wanted(ctx context.Context, s Search, goal plan.Goal) iter.Seq2[Solution, error] {
	return func(yield func(Solution, error) bool) {
		if s.Limit == 1 {
			goal = plan.One
		}
		r, err := p.prepare(s, goal)
		if err != nil {
			yield(Solution{}, err)
			return
		}
		defer r.book()
		inner, cancel := context.WithCancel(ctx)
		defer cancel()
		r.giveUp = cancel
		n := 0
		for found := range r.solutions(inner) {
			if n++; s.Limit > 0 && n > s.Limit {
				r.rest = More
				return
			}
			if !yield(found, nil) || n == s.Limit && s.Effort == nil {
				return
			}
			r.lookingOn.Store(n == s.Limit)
		}
		switch err := r.engine.Err(); {
		case err == nil:
			r.rest = NoMore
		case !r.lookingOn.Load():
			yield(Solution{}, err)
		}
	}
}

// ErrNone is the error of [Puzzle.First] for a puzzle without a solution.
var ErrNone = errors.New("there is no solution")

// First returns a solution, or [ErrNone].
func (p *Puzzle) First(ctx context.Context, s Search) (Solution, error) {
	s.Limit = 1
	for found, err := range p.wanted(ctx, s, plan.One) {
		return found, err
	}
	return Solution{}, ErrNone
}

// Number is a number of solutions: the exact one, or a lower bound that says that it is
// one.
type Number struct {
	found *big.Int
	exact bool
}

// Exact returns the number, and whether it is exact.
func (n Number) Exact() (*big.Int, bool) { return n.AtLeast(), n.exact }

// AtLeast returns the exact number or the lower bound.
func (n Number) AtLeast() *big.Int {
	if n.found == nil {
		return new(big.Int)
	}
	return n.found
}

// Solutions writes the exact number or the lower bound with what it counts: 1 solution.
func (n Number) Solutions() string {
	if n.AtLeast().Cmp(big.NewInt(1)) == 0 {
		return "1 solution"
	}
	return n.AtLeast().String() + " solutions"
}

// String writes the number; a lower bound with ≥ before it.
func (n Number) String() string {
	if !n.exact {
		return "≥" + n.AtLeast().String()
	}
	return n.found.String()
}

// Count counts the solutions. If the search ends before its time, the number is a lower
// bound, and the error says why; with [Search.Limit] it is a lower bound if the limit was
// reached.
func (p *Puzzle) Count(ctx context.Context, s Search) (Number, error) {
	goal := plan.Count
	if s.Limit > 0 || !p.program.Exact() {
		goal = plan.All
	}
	if s.Limit == 0 && p.program.Symmetry() != nil {
		return p.countClasses(ctx, s)
	}
	r, err := p.prepare(s, goal)
	if err != nil {
		return Number{found: new(big.Int)}, err
	}
	defer r.book()
	if goal == plan.Count && r.plan != nil {
		n, err := r.plan.Count(ctx)
		return Number{n, err == nil}, err
	}
	return r.tally(ctx)
}

// tally counts what it visits.
func (r *run) tally(ctx context.Context) (Number, error) {
	n := 0
	for range r.each(ctx) {
		if n++; n == r.search.Limit {
			return Number{big.NewInt(int64(n)), false}, nil
		}
	}
	err := r.engine.Err()
	return Number{big.NewInt(int64(n)), err == nil}, err
}

// Estimate is what random probes say about the size of a search tree (Knuth, 1975; Chen, 1992).
type Estimate = dlx.Estimate

// Quantity is one of its numbers, with the interval that is to hold the truth.
type Quantity = dlx.Quantity

// Estimate probes the tree that the search with links would walk: it looks at the branches
// of about so many nodes, or, if the chooser learns, at as many random walks. It stops early
// if ctx is done; the estimate is then that of fewer probes.
func (p *Puzzle) Estimate(ctx context.Context, s Search, probes int) (Estimate, error) {
	r, err := p.request(s, plan.All)
	if err != nil {
		return Estimate{}, err
	}
	m, err := p.program.Candidates()
	if err != nil {
		return Estimate{}, err
	}
	tree, learner, err := plan.Tree(m, r)
	if err != nil {
		return Estimate{}, err
	}
	random := rand.New(rand.NewPCG(s.Seed, 1))
	if learner != nil {
		return tree.Estimate(ctx, random, probes), nil
	}
	return tree.Stratified(ctx, random, probes), nil
}

// run is a search under way.
type run struct {
	puzzle *Puzzle
	search Search
	matrix *matrix.Problem
	engine interface{ Err() error }
	plan   *plan.Plan // nil for a dissection in stages
	stages *stages
	begun  time.Time
	rest   Rest
	// branched has the item that the search branched on for each option chosen, if that is
	// wanted; negative for an option that a filter chose.
	branched []matrix.ItemID
	// When all solutions that are wanted have been given, the search looks on whether
	// there is another one, for two reports, and gives up then. Reports come after so
	// much work, and not after so much time: what is known is the same on any machine.
	lookingOn atomic.Bool
	looked    atomic.Int32
	giveUp    func()
	// pause is called at each report.
	pause func(search.Progress)
}

// report tells the caller how far the search is, and ends one that looks on.
func (r *run) report(q search.Progress) {
	if r.lookingOn.Load() && r.looked.Add(1) == 2 {
		r.giveUp()
	}
	if r.pause != nil {
		r.pause(q)
	}
	if r.search.Progress != nil {
		r.search.Progress(Progress{Progress: q, problem: r.matrix})
	}
}

// prepare makes the engine.
func (p *Puzzle) prepare(s Search, goal plan.Goal) (*run, error) {
	r := &run{puzzle: p, search: s, begun: time.Now()}
	if p.inStages(s) {
		r.stages = newStages(p, s, r.report)
		r.engine = r.stages
		return r, nil
	}
	if s.Branches {
		s.Watch = r.branching(s.Watch)
	}
	request, err := p.request(s, goal)
	if err != nil {
		return nil, err
	}
	if r.matrix, err = p.program.Candidates(); err != nil {
		return nil, err
	}
	if s.Progress != nil || s.Limit > 0 && s.Effort != nil || s.pauses {
		request.Report = r.report
	}
	if s.pauses {
		request.ReportEvery = pauseAfter
	}
	if r.plan, err = plan.New(r.matrix, request); err != nil {
		return nil, err
	}
	r.engine = r.plan
	return r, r.recall()
}

// branching notes on which item each node branches.
func (r *run) branching(watch func(View, matrix.ItemID)) func(View, matrix.ItemID) {
	return func(v View, chosen matrix.ItemID) {
		for r.branched = r.branched[:min(len(r.branched), v.Depth())]; len(r.branched) < v.Depth(); {
			r.branched = append(r.branched, -1)
		}
		r.branched = append(r.branched, chosen)
		if watch != nil {
			watch(v, chosen)
		}
	}
}

// request says to the planner what is wanted. Whoever names an engine does without the
// hints that are for another one.
func (p *Puzzle) request(s Search, goal plan.Goal) (plan.Request, error) {
	hints := p.program.Puzzle.Search
	if s.Engine != "" && s.Engine != plan.Auto && s.Engine != plan.Links {
		hints.Chooser, hints.Filter, hints.Restarts = "", "", 0
	}
	if s.Choose != "" || s.Chooser != nil {
		hints.Chooser, hints.Restarts = "", 0 // restarts belong to the chooser
	}
	if s.Engine == stagedEngine {
		return plan.Request{}, errors.New("the engine staged finds dissections, and this is none")
	}
	own := s.NewFilter
	if links := s.Engine == "" || s.Engine == plan.Auto || s.Engine == plan.Links; own == nil && links && s.FilterBy == "" && goal != plan.Count {
		own = p.connecting()
	}
	return plan.Request{
		Goal: goal, Engine: s.Engine,
		Chooser: cmp.Or(s.Choose, hints.Chooser), Order: cmp.Or(s.Order, hints.Order), OptionOrder: cmp.Or(s.OptionOrder, hints.Options),
		Filter: cmp.Or(s.FilterBy, hints.Filter), Restarts: cmp.Or(s.Restarts, hints.Restarts), Seed: cmp.Or(s.Seed, hints.Seed),
		OwnChooser: s.Chooser, NewFilter: own, Watch: s.Watch,
		Threads: s.Threads, Ordered: s.Ordered, MaxMemory: s.MaxMemory,
	}, nil
}

// connecting makes filters for cells that must be connected, or is nil if there are none.
func (p *Puzzle) connecting() func() Filter {
	if f := p.program.Puzzle.Fill; f == nil || len(f.Joined) == 0 {
		return nil // and no matrix is made for it
	}
	m, err := p.program.Candidates()
	if err != nil {
		return nil
	}
	var sets []*connect.Set
	for _, j := range p.program.Joined() {
		sets = append(sets, &connect.Set{Neighbours: j.Neighbours, In: j.In, Out: j.Out, Given: j.Given})
	}
	return func() Filter { return connect.New(m, sets) }
}

// solutions runs the search and yields the solutions of the puzzle.
func (r *run) solutions(ctx context.Context) iter.Seq[Solution] {
	return func(yield func(Solution) bool) {
		if r.stages != nil {
			r.stages.solutions(ctx, func(found staged.Solution) bool { return yield(Solution{puzzle: r.puzzle, staged: &found}) })
			return
		}
		for options := range r.each(ctx) {
			if !yield(Solution{puzzle: r.puzzle, options: slices.Clone(options), branched: slices.Clone(r.branched)}) {
				return
			}
		}
	}
}

// each runs the search and yields the options of each solution of the puzzle, which are
// borrowed.
func (r *run) each(ctx context.Context) iter.Seq[matrix.Solution] {
	return func(yield func(matrix.Solution) bool) {
		if r.stages != nil {
			r.stages.solutions(ctx, func(staged.Solution) bool { return yield(nil) })
			return
		}
		for found := range r.plan.Solutions(ctx) {
			if r.puzzle.program.Keeps(found) && !yield(found) {
				return
			}
		}
	}
}

// recall gives a chooser that learns what it knew before.
func (r *run) recall() error {
	if r.search.Tallies == nil {
		return nil
	}
	learner := r.plan.Learner
	if learner == nil {
		return errors.New("tallies are for choosers that learn: weighted and domwdeg")
	}
	m := r.matrix
	values, left := make([]float64, m.Primary()), maps.Clone(r.search.Tallies)
	for i := range values {
		name := m.Name(matrix.ItemID(i))
		values[i] = left[name]
		delete(left, name)
	}
	for name := range left {
		return fmt.Errorf("there is a tally of the item %s, and no such primary item in this puzzle", name)
	}
	learner.SetTallies(values)
	return nil
}

// book fills in what was done and learned.
func (r *run) book() {
	if t := r.search.Tallies; t != nil {
		clear(t)
		for i, v := range r.plan.Learner.Tallies() {
			if v != 0 {
				t[r.matrix.Name(matrix.ItemID(i))] = v
			}
		}
	}
	e := r.search.Effort
	if e == nil {
		return
	}
	if r.stages != nil {
		counts := r.stages.counts()
		*e = Effort{Engine: stagedEngine, Why: "it is made for dissections", Stages: &counts, Stats: search.Stats{Solutions: counts.Solutions}, Rest: r.rest}
	} else {
		*e = Effort{Engine: r.plan.Name, Why: r.plan.Why, Stats: r.plan.Stats(), Rest: r.rest}
	}
	if e.Filter != nil {
		e.Filter = append(e.Filter, lists(r.matrix)...)
	}
	e.Seconds = time.Since(r.begun).Seconds()
}

// lists says what a search with a filter begins with.
func lists(m *matrix.Problem) []search.Count {
	shortest, longest := m.Options(), 0
	for _, options := range m.Holding()[:m.Primary()] {
		shortest, longest = min(shortest, len(options)), max(longest, len(options))
	}
	return []search.Count{
		{What: "options in the shortest list", N: int64(shortest)}, {What: "options in the longest list", N: int64(longest)},
		{What: "swaps and other nogoods", N: int64(len(m.Nogoods()))},
	}
}

// Level is a line of the profile of a search.
type Level = search.Level

// Chooser names the chooser that a search would use: its own, the one that the file hints
// at, or the default.
func (p *Puzzle) Chooser(s Search) string {
	return cmp.Or(s.Choose, p.program.Puzzle.Search.Chooser, choose.Default)
}
