package quadrille

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"time"

	"quadrille/runtime/engine/dlx"
	"quadrille/runtime/matrix"
	"quadrille/runtime/schedule"
	"quadrille/runtime/search"
)

// This file is about puzzles with a goal: their text says `minimize` or `maximize`, and only the best solutions count.
// A search first finds the best value, and then visits the solutions that have this value.

// ErrGoal is the error of a question that cannot be answered for puzzles in which only the best solutions count.
var ErrGoal = errors.New("only the best solutions are wanted")

// goalRefusal is the text of an error that wraps [ErrGoal].
type goalRefusal string

func (e goalRefusal) Error() string {
	return fmt.Sprintf("%v, and %s: leave `minimize` or `maximize` out", ErrGoal, string(e))
}
func (goalRefusal) Unwrap() error { return ErrGoal }

// RefuseGoal returns an error that wraps [ErrGoal] if the puzzle has a goal. The reason says why the question makes no
// sense then, as in "an estimate knows no best solutions".
func (p *Puzzle) RefuseGoal(reason string) error {
	if p.HasGoal() {
		return goalRefusal(reason)
	}
	return nil
}

// HasGoal reports whether only the best solutions of the puzzle count.
func (p *Puzzle) HasGoal() bool { return p.program.Goal() != nil }

// Value returns the value of the solution, which is the same for all solutions of the puzzle. It returns false if the
// puzzle has no goal.
func (s Solution) Value() (int64, bool) {
	g := s.Puzzle().program.Goal()
	if g == nil {
		return 0, false
	}
	return g.ValueOf(s.options), true
}

// Optimum is what is known about the best value of a puzzle.
type Optimum struct {
	// Value is the best value, or the best one found so far. Found is false if no solution was found.
	Value int64 `json:"value"`
	Found bool  `json:"found"`
	// Bound is the best value that a solution may have, as far as is known. If Proved is set, Bound equals Value, which
	// is the best value; or, if Found is false, there is no solution.
	Bound  int64 `json:"bound"`
	Proved bool  `json:"proved"`
	// Unbounded is set if no bound is known for the value of a solution. Then Bound has no meaning.
	Unbounded bool `json:"unbounded,omitempty"`
	// ByWeights is set if weights of the items prove the best value without a search: the value of every option is at
	// most the total weight of its items, and the total weight of all covered items is the best value.
	ByWeights bool `json:"byWeights,omitempty"`
	// Kind is the word for the best value: minimum or maximum.
	Kind string `json:"kind"`
}

// Gap returns the greatest possible difference between the best value and the value found. It returns false if no bound
// is known.
func (o Optimum) Gap() (int64, bool) {
	return max(o.Value-o.Bound, o.Bound-o.Value), o.Found && !o.Unbounded
}

// String describes the optimum in a few words.
func (o Optimum) String() string {
	gap, bounded := o.Gap()
	switch {
	case o.Proved && o.Found:
		return fmt.Sprintf("%s %d", o.Kind, o.Value)
	case o.Proved:
		return "no solution"
	case !o.Found && o.Unbounded:
		return "no solution yet"
	case !o.Found:
		return fmt.Sprintf("no solution yet, none beyond %d", o.Bound)
	case !bounded:
		return fmt.Sprintf("best so far %d", o.Value)
	}
	return fmt.Sprintf("best so far %d, none beyond %d: gap %d", o.Value, o.Bound, gap)
}

// FindOptimum finds the best value of a puzzle that has a goal, and a solution with that value, which is zero if no
// solution was found. If ctx ends the search, the result holds the best solution found until then, and the error is
// that of ctx. Of the settings in s it uses the chooser, the orders, the filters, Seed and Progress.
func (p *Puzzle) FindOptimum(ctx context.Context, s Search) (Optimum, Solution, error) {
	found, err := p.findBest(ctx, s)
	return found.optimum, found.solution, err
}

// bestSearch is the result of the search for the best value.
type bestSearch struct {
	optimum     Optimum
	solution    Solution
	goalBound   *dlx.GoalBound // bound of the search, whose limit is the best value
	searchStats search.Stats
	engineTurns []Turns
	// solutionCounter lists and counts the best solutions, if the engine memo has found all of them; otherwise it is
	// nil.
	solutionCounter search.Counter
	countStats      search.Stats
	bestCount       *big.Int // number of best solutions if links have counted them, or until they were stopped; or nil
	elapsedSeconds  float64
}

// findBest finds the best value, and a solution that has it.
func (p *Puzzle) findBest(ctx context.Context, s Search) (found bestSearch, err error) {
	goal := p.program.Goal()
	if goal == nil {
		return found, errors.New("no solution is better than another: the puzzle does not say `minimize` or `maximize`")
	}
	m, err := p.program.Candidates()
	if err != nil {
		return found, err
	}
	start, report := time.Now(), s.Progress
	s.Limit = 0
	request, err := p.PlanCubes(s, schedule.AllSolutions)
	if err != nil {
		return found, err
	}
	found.goalBound = request.CostBound
	o := &found.optimum
	o.Kind = goal.OptimumWord()
	sign := int64(1)
	if goal.Maximize {
		sign = -1
	}
	least, bounded := found.goalBound.LowerBound()
	o.Bound, o.Unbounded = sign*least, !bounded
	if report != nil {
		request.Report = func(q search.Progress) { report(Progress{Progress: q, problem: m, Optimum: o}) }
	}
	best, err := schedule.FindBest(ctx, m, schedule.BestRequest{
		Request:             request,
		IsSolution:          p.program.IsSolution,
		EverySolutionCounts: p.isExact(s),
		CountsBest: s.countsBest && p.isExact(s) && s.Threads <= 1 &&
			(s.Engine == "" || s.Engine == EngineAuto),
		OnBetter:      func(s matrix.Solution) { o.Value, o.Found = goal.ValueOf(s), true },
		OnRaisedBound: func(cost int64) { o.Bound = sign * cost },
	})
	if best.Solution != nil {
		found.solution = Solution{puzzle: p, options: best.Solution}
	}
	if o.Proved = err == nil; o.Proved {
		byWeights, _ := found.goalBound.WeightBound()
		o.ByWeights = o.Found && bounded && sign*byWeights == o.Value
		o.Bound, o.Unbounded = o.Value, false
	}
	found.searchStats, found.engineTurns, found.solutionCounter = best.LinkEffort, best.WorkByEngine, best.AllBest
	found.bestCount, found.countStats = best.BestCount, best.CountEffort
	found.elapsedSeconds = time.Since(start).Seconds()
	return found, err
}

// restrictToBest finds the best value, and returns the settings of a search that is restricted to solutions with this
// value. It returns the settings unchanged if the puzzle has no goal, or if they are restricted already. If ctx ends
// the search for the best value, found holds the best solution until then.
func (p *Puzzle) restrictToBest(ctx context.Context, s Search) (restricted Search, found *bestSearch, err error) {
	if !p.HasGoal() || s.goalBound != nil {
		return s, nil, nil
	}
	if err := s.checkNumericSettings(); err != nil {
		return s, nil, err
	}
	best, err := p.findBest(ctx, s)
	s.goalBound, s.bestSearch = best.goalBound, &best
	return s, &best, err
}

// checkGoalSearch returns an error if the puzzle has a goal and the search cannot find best solutions.
func (p *Puzzle) checkGoalSearch(s *Search) error {
	switch {
	case !p.HasGoal():
		return nil
	case s.goalBound == nil:
		return goalRefusal("this search does not know their value")
	case s.Engine == EngineMemo && p.isExact(*s):
	case s.Engine != "" && s.Engine != EngineAuto && s.Engine != EngineLinks:
		return fmt.Errorf("%w, and the engine %s cannot find them: leave it out", ErrGoal, s.Engine)
	case s.Tallies != nil:
		return fmt.Errorf("%w, and tallies are kept for one search: leave them out", ErrGoal)
	}
	return nil
}

// yieldBest yields the best solution, if there is one, and then the error of the search for the best value.
func (b *bestSearch) yieldBest(s Search, err error, yield func(Solution, error) bool) {
	if b == nil {
		yield(Solution{}, err)
		return
	}
	b.fillEffort(s)
	if b.solution.puzzle != nil && !yield(b.solution, nil) {
		return
	}
	if err != nil {
		yield(Solution{}, err)
	}
}

// bestOrError returns the best solution, or the error that explains why it is unknown.
func (b *bestSearch) bestOrError(err error) (Solution, error) {
	if err != nil {
		return Solution{}, err
	}
	return b.solution, nil
}

// fillEffort stores the effort of a search for the best value, if no other search follows.
func (b *bestSearch) fillEffort(s Search) {
	if b == nil || s.Effort == nil {
		return
	}
	*s.Effort = Effort{Engine: EngineLinks, Why: "what is best is for links"}
	if b.solutionCounter != nil {
		s.Effort.Engine, s.Effort.Why = EngineMemo, schedule.WhyMemo
	}
	b.addEffort(s.Effort)
	s.Effort.Seconds = b.elapsedSeconds
	if b.optimum.Proved && !b.optimum.Found {
		s.Effort.Completeness = Complete
	}
}

// addEffort adds the effort of the search for the best value to the effort e of the search that followed. The numbers
// of solutions in e stay as they are.
func (b *bestSearch) addEffort(e *Effort) {
	if b == nil {
		return
	}
	found := b.searchStats
	found.Solutions = 0
	found.Profile = append([]ProfileLevel{}, found.Profile...)
	for k := range found.Profile {
		found.Profile[k].Solutions = 0
	}
	e.AddStats(found)
	e.Seconds += b.elapsedSeconds
	e.Turns = append(b.engineTurns, e.Turns...)
	e.Optimum = &b.optimum
}

// sameOptions reports whether two solutions of a puzzle choose the same options.
func sameOptions(a, b matrix.Solution) bool {
	if len(a) != len(b) {
		return false
	}
	a, b = slices.Clone(a), slices.Clone(b)
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}
