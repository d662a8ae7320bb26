package quadrille

import (
	"cmp"
	"context"
	"iter"
	"math/big"
	"math/rand/v2"
	"time"

	"quadrille/runtime/engine/dlx"
	"quadrille/runtime/engine/staged"
	"quadrille/runtime/matrix"
	"quadrille/runtime/schedule"
	"quadrille/runtime/search"
)

// Chooser decides which item a search node branches on: any type with the method Choose([View]) [ItemID] is one.
type Chooser = dlx.Chooser

// View is a search node as a [Chooser] sees it. First and Next go through the active items, Branches counts those of
// an item, and Options yields its options; ChosenOptions, Level and Depth tell of the way to the node.
type View = dlx.View

// Filter removes options at a search node that no solution below can hold: any type with the method Prune(*[Node]) bool
// is one. It returns false if there is no solution below the node.
type Filter = dlx.Filter

// Node is a search node as a [Filter] sees it: a [View] with Remove and Choose, which take and choose an option.
// IsPossible reports whether an option can still be chosen, and IsCoverable whether an item can be covered.
type Node = dlx.Node

// Tracer is a function of what a search does, step by step: the level, the kind of the step, and a sentence.
type Tracer = search.Tracer

// EventKind is a kind of step, such as branches, moves or prunes.
type EventKind = search.EventKind

// EventKinds lists what a search can tell; branches and moves come first.
func EventKinds() []EventKind { return search.EventKinds() }

// Search says how to search. The zero value leaves everything to the planner. Where a
// field is empty, a hint in the file holds.
type Search struct {
	// Engine is the name of the engine; "" stands for [EngineAuto].
	Engine Engine
	// Choose names the chooser, Order the order of the items, OptionOrder that of the options, and FilterBy the filter.
	Choose      ChooserName
	Order       ItemOrder
	OptionOrder OptionOrder
	FilterBy    FilterName
	// Chooser is a chooser of the caller's own. With several threads it is shared by them.
	Chooser Chooser
	// NewFilter makes a filter of the caller's own, one for each thread.
	NewFilter func() Filter
	// Tracer is told of every step of the links, or of a dissection in stages, as it is made.
	Tracer Tracer
	// Branches keeps for each solution on which items the search branched: see
	// [Solution.OptionItems]. It takes links, on one thread.
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
	Engine Engine `json:"engine"`
	Why    string `json:"why"`
	// Turns says what the engines did that took turns, in the order in which they began.
	Turns []Turns `json:"turns,omitempty"`
	search.Stats
	// Seconds is how long it took, preparing included.
	Seconds float64 `json:"seconds"`
	// Completeness says whether there are solutions beyond those given. After [Search.Limit]
	// solutions the search looks on for a moment to know.
	Completeness Completeness `json:"-"`
	// Stages counts how far a dissection came, stage by stage; nil for other searches.
	Stages *staged.StageCounts `json:"-"`
}

// Turns is what an engine has done: the number of its turns (Turns), its work in Seconds by a list of prices, and the
// Share of its search that is done.
type Turns = schedule.Turns

// Completeness says what is known of solutions that were not given.
type Completeness int

// What is known of the rest.
const (
	CompletenessUnknown Completeness = iota
	Complete
	Incomplete
)

// Progress says how far a search has come.
type Progress struct {
	search.Progress
	Left    *TimeLeft // what is left of a job, if that can be told
	problem *matrix.Problem
}

// TimeLeft is how long a search will go on, if the rest is like what is done.
type TimeLeft struct{ Least, Likely, Most time.Duration }

// ChosenItems names the items of the option that is chosen at a level of the path, or nil if
// none is.
func (p Progress) ChosenItems(level int) []string {
	if o := p.Path[level].Option; o >= 0 && p.problem != nil {
		return p.problem.OptionItems(o)
	}
	return nil
}

// DescribePlan says in a line for each kind of question which engine the planner takes, and why.
func (p *Puzzle) DescribePlan() []string {
	m, err := p.program.Candidates()
	if err != nil {
		return nil
	}
	return schedule.DescribeGoals(m)
}

// EngineRow is what the planner knows of an engine for one puzzle: why it does not fit (Unfit), the seconds that it
// takes to begin (Start) and for a Node and an Update, and its shares where All solutions, a Few or their Count are
// wanted.
type EngineRow = schedule.Row

// PlanTable returns a row for each engine that the planner may use for a matrix.
func (p *Puzzle) PlanTable() ([]EngineRow, error) {
	m, err := p.program.Candidates()
	if err != nil {
		return nil, err
	}
	return schedule.EngineTable(m), nil
}

// fewSolutions solutions are looked for in the ways in which one is: they are only part of all, mostly.
const fewSolutions = 100

// Solutions searches. Each solution comes once; an error comes last, without a solution:
// that of ctx if it ended the search, [ErrMemory], or what makes the search impossible.
// Breaking the loop ends the search.
func (p *Puzzle) Solutions(ctx context.Context, s Search) iter.Seq2[Solution, error] {
	return p.findSolutions(ctx, s, schedule.All)
}

func (p *Puzzle) findSolutions(ctx context.Context, s Search, goal schedule.Goal) iter.Seq2[Solution, error] {
	return func(yield func(Solution, error) bool) {
		if goal == schedule.All && 0 < s.Limit && s.Limit <= fewSolutions {
			goal = schedule.Few
		}
		r, err := p.prepareRun(s, goal)
		if err != nil {
			yield(Solution{}, err)
			return
		}
		defer r.fillEffort()
		inner, cancel := context.WithCancel(ctx)
		defer cancel()
		r.giveUp = cancel
		n := 0
		for found := range r.yieldSolutions(inner) {
			if n++; s.Limit > 0 && n > s.Limit {
				r.completeness = Incomplete
				return
			}
			if !yield(found, nil) || n == s.Limit && s.Effort == nil {
				return
			}
			r.checksMore.Store(n == s.Limit)
		}
		switch err := r.engine.Err(); {
		case err == nil:
			r.completeness = Complete
		case !r.checksMore.Load():
			yield(Solution{}, err)
		}
	}
}

// First returns a solution, or [ErrNoSolution].
func (p *Puzzle) First(ctx context.Context, s Search) (Solution, error) {
	s.Limit = 1
	for found, err := range p.findSolutions(ctx, s, schedule.Few) {
		return found, err
	}
	return Solution{}, ErrNoSolution
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
	return new(big.Int).Set(cmp.Or(n.found, new(big.Int)))
}

// SolutionsText writes the exact number or the lower bound with what it counts: 1 solution.
func (n Number) SolutionsText() string {
	if n.AtLeast().Cmp(big.NewInt(1)) == 0 {
		return "1 solution"
	}
	return n.AtLeast().String() + " solutions"
}

// String writes the number; a lower bound with >= before it, so that nobody takes it for exact.
func (n Number) String() string {
	if !n.exact {
		return ">=" + n.AtLeast().String()
	}
	return n.AtLeast().String()
}

// Count counts the solutions. If the search ends before its time, the number is a lower
// bound, and the error says why; with [Search.Limit] it is a lower bound if the limit was
// reached.
func (p *Puzzle) Count(ctx context.Context, s Search) (Number, error) {
	goal := schedule.Count
	if s.Limit > 0 || !p.program.IsExact() {
		goal = schedule.All
	}
	if s.Limit == 0 && p.program.Symmetry() != nil {
		return p.countClasses(ctx, s)
	}
	r, err := p.prepareRun(s, goal)
	if err != nil {
		return Number{found: new(big.Int)}, err
	}
	defer r.fillEffort()
	if goal == schedule.Count && r.plan != nil {
		n, err := r.plan.Count(ctx)
		return Number{n, err == nil}, err
	}
	return r.countVisited(ctx)
}

// Estimate is what random probes say about the size of a search tree (Knuth, 1975; Chen, 1992): its Nodes, Updates and
// Solutions, each a [Quantity], and how many Probes there were.
type Estimate = dlx.Estimate

// Quantity is the Mean of an [Estimate] with its standard error (Spread), and the ends (From, To) of an interval that
// holds the truth 19 times of 20.
type Quantity = dlx.Quantity

// Estimate probes the tree that the search with links would walk: it looks at the branches
// of about so many nodes, or, if the chooser learns, at as many random walks. It stops early
// if ctx is done; the estimate is then that of fewer probes.
func (p *Puzzle) Estimate(ctx context.Context, s Search, probes int) (Estimate, error) {
	r, err := p.PlanRequest(s, schedule.All)
	if err != nil {
		return Estimate{}, err
	}
	m, err := p.program.Candidates()
	if err != nil {
		return Estimate{}, err
	}
	tree, learner, err := schedule.SearchTree(m, r)
	if err != nil {
		return Estimate{}, err
	}
	random := rand.New(rand.NewPCG(s.Seed, 1))
	if learner != nil {
		return tree.EstimateSize(ctx, random, probes), nil
	}
	return tree.EstimateByStrata(ctx, random, probes), nil
}

// ProfileLevel is a line of the profile of a search: the Nodes, Updates and Solutions of a level.
type ProfileLevel = search.ProfileLevel

// Chooser names the chooser that a search would use: its own, the one that the file hints
// at, or the default.
func (p *Puzzle) Chooser(s Search) string {
	return cmp.Or(string(s.Choose), p.program.Puzzle.Search.Chooser, dlx.DefaultChooser)
}
