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

// EventKinds returns the kinds of steps, branches and moves first.
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
	// NewFilter makes a custom filter, one for each thread.
	NewFilter func() Filter
	// Tracer receives each step of the links, or of a staged search of a dissection, as it happens.
	Tracer Tracer
	// Branches records, for each solution, the items on which the search branched: see [Solution.OptionItems]. It
	// requires links on one thread.
	Branches bool
	// Tallies holds the knowledge of a learning chooser about each item, by name. It is read at the start, and
	// written at the end.
	Tallies map[string]float64
	// Restarts is the number of nodes before the first restart; 0 for no restarts.
	Restarts int64
	// Seed is the seed of all random choices.
	Seed uint64
	// Threads is the number of threads; 0 stands for one. Ordered yields the solutions in the order of one
	// thread.
	Threads int
	Ordered bool
	// MaxMemory bounds tables and clauses, in bytes; 0 stands for the default of the engine.
	MaxMemory int64
	// Limit ends the search after this number of solutions; 0 is no limit.
	Limit int
	// Progress, if not nil, is called repeatedly, by one goroutine at a time.
	Progress func(Progress)
	// Effort, if not nil, is set when the search has ended.
	Effort *Effort

	pauses bool // whether run.pause is to be called soon
}

// Effort is the work of a search.
type Effort struct {
	// Engine is the engine of the search, and Why the reason for its choice.
	Engine Engine `json:"engine"`
	Why    string `json:"why"`
	// Turns holds the work of engines that took turns, in the order in which they began.
	Turns []Turns `json:"turns,omitempty"`
	search.Stats
	// Seconds is the time, preparation included.
	Seconds float64 `json:"seconds"`
	// Completeness tells whether there are more solutions than those yielded. After [Search.Limit] solutions
	// the search continues for a moment to find out.
	Completeness Completeness `json:"-"`
	// Stages counts the progress of a dissection, stage by stage; nil for other searches.
	Stages *staged.StageCounts `json:"-"`
}

// Turns is the work of an engine in its turns.
type Turns = schedule.Turns

// Completeness tells whether solutions remain that were not yielded.
type Completeness int

// The values of Completeness.
const (
	CompletenessUnknown Completeness = iota
	Complete
	Incomplete
)

// Progress is a report on a running search.
type Progress struct {
	search.Progress
	Left    *TimeLeft // remaining time of a job, if it can be estimated
	problem *matrix.Problem
}

// TimeLeft is the remaining time of a search, if the rest of the tree is like the part that is done.
type TimeLeft struct{ Least, Likely, Most time.Duration }

// ChosenItems returns the items of the option that is chosen at a level of the path, or nil if none is.
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

// EngineRow describes an engine for one puzzle: whether it applies, the price of its work, and its share for
// each goal.
type EngineRow = schedule.Row

// PlanTable returns a row for each engine that the planner may use for the puzzle's matrix.
func (p *Puzzle) PlanTable() ([]EngineRow, error) {
	m, err := p.program.Candidates()
	if err != nil {
		return nil, err
	}
	return schedule.EngineTable(m), nil
}

// fewSolutions is the greatest limit for which the planner assumes that a small part of the tree is searched,
// as for a single solution.
const fewSolutions = 100

// Solutions runs the search, and yields each solution once. An error comes last, without a solution: the error
// of ctx if it ended the search, [ErrMemory], or the reason why the search is impossible. Breaking the loop
// ends the search.
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

// Number is a number of solutions: an exact one, or a lower bound.
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

// SolutionsText returns the number with its noun: 1 solution.
func (n Number) SolutionsText() string {
	if n.AtLeast().Cmp(big.NewInt(1)) == 0 {
		return "1 solution"
	}
	return n.AtLeast().String() + " solutions"
}

// String returns the number; a lower bound is preceded by >=.
func (n Number) String() string {
	if !n.exact {
		return ">=" + n.AtLeast().String()
	}
	return n.AtLeast().String()
}

// Count counts the solutions. If the search ends early, the number is a lower bound, and the error says why.
// With [Search.Limit] it is a lower bound if the limit was reached.
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

// Estimate probes the tree of a search with links: it visits the branches of about as many nodes as probes, or,
// if the chooser learns, makes as many random walks. If ctx ends early, the estimate uses fewer probes.
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

// Chooser returns the name of the chooser that a search would use: its own, that of the hint in the file, or
// the default.
func (p *Puzzle) Chooser(s Search) string {
	return cmp.Or(string(s.Choose), p.program.Puzzle.Search.Chooser, dlx.DefaultChooser)
}
