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

// Chooser picks the item on which a search node branches. Any type with the method Choose([View]) [ItemID] is a
// chooser.
type Chooser = dlx.Chooser

// View is a search node as a [Chooser] sees it. First and Next iterate over the active items, Branches returns the
// number of branches of an item, and Options yields its options. ChosenOptions, Level and Depth describe the path from
// the root to the node.
type View = dlx.View

// Filter removes, at a search node, options that no solution below that node contains. Any type with the method
// Prune(*[Node]) bool is a filter. Prune returns false if there is no solution below the node.
type Filter = dlx.Filter

// Node is a search node as a [Filter] sees it: a [View] with the methods Remove, to drop an option, and Choose, to
// choose one. IsPossible reports whether an option can still be chosen, and IsCoverable whether an item can still be
// covered.
type Node = dlx.Node

// Tracer is a function that receives each step of a search: its level, its kind, and a sentence.
type Tracer = search.Tracer

// EventKind is a kind of search step, such as a branch, a move or a pruning.
type EventKind = search.EventKind

// EventKinds returns the kinds of search steps, branches and moves first.
func EventKinds() []EventKind { return search.EventKinds() }

// Search holds the settings of a search. The zero value leaves everything to the planner. For an empty field the hint
// in the text of the puzzle is used, if there is one.
type Search struct {
	// Engine is the name of the engine, the search algorithm; "" stands for [EngineAuto].
	Engine Engine
	// Choose names the chooser, Order the order of items, OptionOrder the order of options, and FilterBy the filter.
	Choose      ChooserName
	Order       ItemOrder
	OptionOrder OptionOrder
	FilterBy    FilterName
	// Chooser, if not nil, is a custom chooser that is used in place of the one named by Choose. All threads share the
	// chooser.
	Chooser Chooser
	// NewFilter, if not nil, makes a custom filter. NewFilter is called once for each thread.
	NewFilter func() Filter
	// Tracer, if not nil, receives each step of a search with dancing links, or of a staged search of a dissection.
	Tracer Tracer
	// Branches asks to record, for each solution, the items on which the search branched: see [Solution.OptionItems].
	// That requires the engine links on one thread.
	Branches bool
	// Tallies holds the knowledge of a learning chooser about each item, by the item's name. The map is read at the
	// start of the search, and updated at the end.
	Tallies map[string]float64
	// Restarts is the number of search nodes before the first restart; 0 means no restarts.
	Restarts int64
	// Seed is the seed of all random choices.
	Seed uint64
	// Threads is the number of threads; 0 stands for one. Ordered makes several threads yield the solutions in the
	// same order as one thread.
	Threads int
	Ordered bool
	// MaxMemory bounds the memory of tables and learned clauses, in bytes; 0 stands for the default of the engine.
	MaxMemory int64
	// Limit is the number of solutions after which the search ends; 0 means no limit.
	Limit int
	// Progress, if not nil, receives reports during the search. Only one goroutine calls it at a time.
	Progress func(Progress)
	// Effort, if not nil, receives the work of the search at its end.
	Effort *Effort

	pausesAtReports bool           // whether searchRun.pauseAtReport is to be called at progress reports
	goalBound       *dlx.GoalBound // filter that passes only the best solutions, if the puzzle has a goal
	bestSearch      *bestSearch    // search that found the limit of goalBound
	countsBest      bool           // whether the search for the best value is to count the solutions with that value
}

// Effort is the work that a search took.
type Effort struct {
	// Engine is the name of the engine, and Why the reason for its choice.
	Engine Engine `json:"engine"`
	Why    string `json:"why"`
	// Turns holds, if several engines took turns, the work of each, in the order in which the engines began.
	Turns []Turns `json:"turns,omitempty"`
	// Filtered is the number of options that propagation over colors removed before the search. They are in no
	// solution.
	Filtered int `json:"filtered,omitempty"`
	search.Stats
	// Optimum is the best value, if the puzzle has a goal. The effort includes the search for that value.
	Optimum *Optimum `json:"optimum,omitempty"`
	// Seconds is the elapsed time, including the preparation of the search.
	Seconds float64 `json:"seconds"`
	// Completeness tells whether the puzzle has more solutions than those yielded. To find out, the search continues
	// for a moment after [Search.Limit] solutions.
	Completeness Completeness `json:"-"`
	// Stages counts the work in each stage of a dissection; nil for other searches.
	Stages *staged.StageCounts `json:"-"`
}

// Turns is the work of one engine, added up over all its turns.
type Turns = schedule.EngineWork

// Completeness tells whether there are solutions that the search has not yielded.
type Completeness int

// The values of [Completeness].
const (
	CompletenessUnknown Completeness = iota
	Complete
	Incomplete
)

// Progress is a report on a running search.
type Progress struct {
	search.Progress
	Left    *TimeLeft // estimated remaining time of a job, or nil
	Optimum *Optimum  // what is known of the best value while it is searched for, or nil
	problem *matrix.Problem
}

// TimeLeft is an estimate of the remaining time of a search. The estimate assumes that the rest of the search tree
// resembles the finished part.
type TimeLeft struct{ Least, Likely, Most time.Duration }

// ChosenItems returns the names of the items of the option that is chosen at a level of the search path. It returns nil
// if no option is chosen there.
func (p Progress) ChosenItems(level int) []string {
	if o := p.Path[level].Option; o >= 0 && p.problem != nil {
		return p.problem.OptionItems(o)
	}
	return nil
}

// DescribePlan returns a line for each kind of question: the engine that the planner would use, and the reason.
func (p *Puzzle) DescribePlan() []string {
	m, err := p.program.Candidates()
	if err != nil {
		return nil
	}
	return schedule.DescribeGoals(m, p.connectedSets(Search{}))
}

// EngineRow describes one engine for one puzzle: whether it applies, the estimated price of its work, and the fraction
// of the time that it gets in a search for each goal.
type EngineRow = schedule.EngineRow

// PlanTable returns a row for each engine that the planner may use for the puzzle's matrix.
func (p *Puzzle) PlanTable() ([]EngineRow, error) {
	m, err := p.program.Candidates()
	if err != nil {
		return nil, err
	}
	return schedule.EngineTable(m, p.connectedSets(Search{})), nil
}

// Solutions runs the search, and yields each solution once: the best ones, if the puzzle has a goal. An error comes
// last, with a zero Solution: the error of ctx if ctx ended the search, [ErrMemory], or an error that says why the
// search is impossible. Breaking the loop ends the search. If ctx ends the search for the best value, the best solution
// so far comes before the error.
func (p *Puzzle) Solutions(ctx context.Context, s Search) iter.Seq2[Solution, error] {
	return p.findSolutions(ctx, s, schedule.AllSolutions)
}

func (p *Puzzle) findSolutions(ctx context.Context, s Search, goal schedule.Goal) iter.Seq2[Solution, error] {
	return func(yield func(Solution, error) bool) {
		if goal == schedule.AllSolutions && 0 < s.Limit && s.Limit <= schedule.MaxFewSolutions {
			goal = schedule.FewSolutions
		}
		s, best, err := p.restrictToBest(ctx, s)
		if err != nil || best != nil && (best.solution.puzzle == nil || s.Limit == 1 && s.Effort == nil) {
			best.yieldBest(s, err, yield)
			return
		}
		r, err := p.prepareRun(s, goal)
		if err != nil {
			yield(Solution{}, err)
			return
		}
		defer r.fillEffort()
		inner, cancel := context.WithCancel(ctx)
		defer cancel()
		r.cancelSearch = cancel
		n := 0
		known := best != nil && !s.Branches // the best solution is known, so there is no need to find it again
		if known {
			if n++; !yield(best.solution, nil) {
				return
			}
			r.looksForAnother.Store(n == s.Limit)
		}
		for found := range r.yieldSolutions(inner) {
			if known && sameOptions(found.options, best.solution.options) {
				continue
			}
			if n++; s.Limit > 0 && n > s.Limit {
				r.completeness = Incomplete
				return
			}
			if !yield(found, nil) || n == s.Limit && s.Effort == nil {
				return
			}
			r.looksForAnother.Store(n == s.Limit)
		}
		switch err := r.engine.Err(); {
		case err == nil:
			r.completeness = Complete
		case !r.looksForAnother.Load():
			yield(Solution{}, err)
		}
	}
}

// First returns the first solution that the search finds, or [ErrNoSolution].
func (p *Puzzle) First(ctx context.Context, s Search) (Solution, error) {
	s.Limit = 1
	s, best, err := p.restrictToBest(ctx, s)
	if best != nil || err != nil {
		best.fillEffort(s)
		if err == nil && !best.optimum.Found {
			err = ErrNoSolution
		}
		return best.bestOrError(err)
	}
	for found, err := range p.findSolutions(ctx, s, schedule.FewSolutions) {
		return found, err
	}
	return Solution{}, ErrNoSolution
}

// Number is a number of solutions: an exact one, or a lower bound.
type Number struct {
	solutionCount *big.Int
	isExact       bool
}

// Exact returns the number, and true if it is exact or false if it is a lower bound.
func (n Number) Exact() (*big.Int, bool) { return n.AtLeast(), n.isExact }

// AtLeast returns the exact number or the lower bound.
func (n Number) AtLeast() *big.Int {
	return new(big.Int).Set(cmp.Or(n.solutionCount, new(big.Int)))
}

// SolutionsText returns the number with its noun, such as "1 solution".
func (n Number) SolutionsText() string {
	if n.AtLeast().Cmp(big.NewInt(1)) == 0 {
		return "1 solution"
	}
	return n.AtLeast().String() + " solutions"
}

// String returns the number in decimal, with >= before a lower bound.
func (n Number) String() string {
	if !n.isExact {
		return ">=" + n.AtLeast().String()
	}
	return n.AtLeast().String()
}

// Count counts the solutions. If the search ends early, the number is a lower bound, and the error says why. It is also
// a lower bound if [Search.Limit] was reached.
func (p *Puzzle) Count(ctx context.Context, s Search) (Number, error) {
	goal := schedule.CountOnly
	if s.Limit > 0 || !p.isExact(s) || p.HasGoal() {
		goal = schedule.AllSolutions
	}
	s.countsBest = s.Limit == 0
	s, best, err := p.restrictToBest(ctx, s)
	switch {
	case err != nil || best != nil && best.solution.puzzle == nil:
		best.fillEffort(s)
		return Number{new(big.Int), err == nil}, err
	case best != nil && best.bestCount != nil:
		if best.fillEffort(s); s.Effort != nil {
			s.Effort.AddStats(best.countStats)
		}
		return Number{best.bestCount, ctx.Err() == nil}, ctx.Err()
	}
	if best != nil && best.solutionCounter != nil && s.Limit == 0 {
		goal = schedule.CountOnly
	}
	if s.Limit == 0 && p.program.Symmetry() != nil && best == nil {
		return p.countClasses(ctx, s)
	}
	r, err := p.prepareRun(s, goal)
	if err != nil {
		return Number{solutionCount: new(big.Int)}, err
	}
	defer r.fillEffort()
	if goal == schedule.CountOnly && r.enginePlan != nil {
		n, err := r.enginePlan.Count(ctx)
		return Number{n, err == nil}, err
	}
	return r.countVisited(ctx)
}

// isExact reports whether the solutions that the engine of a search finds are those of the puzzle.
func (p *Puzzle) isExact(s Search) bool {
	return p.program.IsExact() || p.program.NeedsOnlyConnectedCells() && len(p.connectedSets(s)) > 0
}

// Estimate is an estimate of the size of a search tree from random probes (Knuth, 1975; Chen, 1992): its Nodes,
// Updates and Solutions, each a [Quantity], and the number of Probes.
type Estimate = dlx.Estimate

// Quantity is an estimated number: its Mean, its StandardError, and an interval, from LowerEnd to UpperEnd, that
// holds the true value with 95% confidence.
type Quantity = dlx.Quantity

// Estimate estimates the size of the search tree of dancing links. It visits the branches of about as many nodes as the
// argument probes says. If the chooser learns, it makes that number of random walks instead. If ctx ends early, the
// estimate is based on fewer probes.
func (p *Puzzle) Estimate(ctx context.Context, s Search, probes int) (Estimate, error) {
	if err := p.RefuseGoal("an estimate of the tree does not know their value"); err != nil {
		return Estimate{}, err
	}
	r, err := p.PlanRequest(s, schedule.AllSolutions)
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

// ProfileLevel holds the Nodes, Updates and Solutions of one level of a search tree.
type ProfileLevel = search.ProfileLevel

// Chooser returns the name of the chooser that a search would use: the one in the settings, or else the one that a hint
// in the text names, or else the default.
func (p *Puzzle) Chooser(s Search) string {
	return cmp.Or(string(s.Choose), p.program.Puzzle.SearchHints.ChooserName, dlx.DefaultChooser)
}
