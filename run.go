package quadrille

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"math/big"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"quadrille/runtime/engine/dlx"
	"quadrille/runtime/engine/staged"
	"quadrille/runtime/matrix"
	"quadrille/runtime/schedule"
	"quadrille/runtime/search"
)

// This file runs searches. A search is first prepared from the caller's settings and the hints in the text. Then it
// runs, and at the end its effort is stored.

// searchRun is a search in progress.
type searchRun struct {
	puzzle *Puzzle
	search Search
	matrix *matrix.Problem
	// engine is the engine that searches. After the search, its method Err returns the error that ended the search.
	engine     interface{ Err() error }
	enginePlan *schedule.Plan // plan of the search in a matrix; nil for a staged search
	// stages is the staged search of a dissection, or nil.
	stages       *stagedSearch
	startTime    time.Time
	completeness Completeness
	// branchedItems holds, for each option chosen, the item on which the search branched, if [Search.Branches] is set.
	// For an option that a filter chose, the item is negative.
	branchedItems []matrix.ItemID
	// looksForAnother is set after the last solution that the caller wants. The search then continues for at most two
	// progress reports, to find out whether there is another solution; reportsWithoutAnother counts these reports. A
	// report comes after an amount of work, not of time, so the result is the same on any machine.
	looksForAnother       atomic.Bool
	reportsWithoutAnother atomic.Int32
	// cancelSearch cancels the search.
	cancelSearch func()
	// pauseAtReport, if not nil, is called at each progress report.
	pauseAtReport func(search.Progress)
}

// reportProgress passes a progress report to the caller. If the search only looks for one more solution, it ends the
// search after two reports.
func (r *searchRun) reportProgress(q search.Progress) {
	if r.looksForAnother.Load() && r.reportsWithoutAnother.Add(1) == 2 {
		r.cancelSearch()
	}
	if r.pauseAtReport != nil {
		r.pauseAtReport(q)
	}
	if r.search.Progress != nil {
		r.search.Progress(Progress{Progress: q, problem: r.matrix})
	}
}

// prepareRun makes the engine for a search.
func (p *Puzzle) prepareRun(s Search, goal schedule.Goal) (*searchRun, error) {
	if err := s.checkNumericSettings(); err != nil {
		return nil, err
	}
	r := &searchRun{puzzle: p, search: s, startTime: time.Now()}
	if p.isStaged(s) {
		r.stages = newStagedSearch(p, s, r.reportProgress)
		r.engine = r.stages
		return r, nil
	}
	request, err := p.PlanRequest(s, goal)
	if err != nil {
		return nil, err
	}
	if s.Branches {
		request.OnChoice = r.recordBranch
	}
	if r.matrix, err = p.program.Candidates(); err != nil {
		return nil, err
	}
	if s.Progress != nil || s.Limit > 0 && s.Effort != nil || s.pausesAtReports {
		request.Report = r.reportProgress
	}
	if s.pausesAtReports {
		request.ReportEvery = pauseAfter
	}
	if s.bestSearch != nil && s.bestSearch.solutionCounter != nil && s.Chooser == nil && !s.Branches &&
		s.Tracer == nil {
		r.enginePlan = &schedule.Plan{Engine: s.bestSearch.solutionCounter, Name: schedule.Memo,
			Reason: schedule.WhyMemo}
	} else if r.enginePlan, err = schedule.NewPlan(r.matrix, request); err != nil {
		return nil, err
	}
	r.engine = r.enginePlan
	return r, r.loadTallies()
}

// checkNumericSettings returns an error if a number in the settings is out of range. Its result does not depend on the
// engine.
func (s *Search) checkNumericSettings() error {
	if s.Limit < 0 {
		return errors.New("a limit is a number of solutions that is not negative")
	}
	return schedule.CheckThreads(s.Threads)
}

// recordBranch records the item on which the search branches at the node that v shows.
func (r *searchRun) recordBranch(v View, chosen matrix.ItemID) {
	for r.branchedItems = r.branchedItems[:min(len(r.branchedItems), v.Depth())]; len(r.branchedItems) < v.Depth(); {
		r.branchedItems = append(r.branchedItems, -1)
	}
	r.branchedItems = append(r.branchedItems, chosen)
}

// PlanCubes returns the request of [Puzzle.PlanRequest] for a search in parts. If the puzzle has a goal, the request
// has a bound, whose limit the search is to lower.
func (p *Puzzle) PlanCubes(s Search, goal schedule.Goal) (schedule.Request, error) {
	if p.HasGoal() {
		m, err := p.program.Candidates()
		if err != nil {
			return schedule.Request{}, err
		}
		s.goalBound = dlx.NewGoalBound(m)
	}
	return p.PlanRequest(s, goal)
}

// PlanRequest returns the request to the planner, for packages of this module. If the search names an engine,
// hints for other engines are dropped.
func (p *Puzzle) PlanRequest(s Search, goal schedule.Goal) (schedule.Request, error) {
	hints := p.program.Puzzle.SearchHints
	if s.Engine != "" && s.Engine != EngineAuto && s.Engine != EngineLinks {
		hints.ChooserName, hints.FilterName, hints.NodesBeforeRestart = "", "", 0
	}
	if s.Choose != "" || s.Chooser != nil {
		hints.ChooserName, hints.NodesBeforeRestart = "", 0 // restarts in the text are meant for its chooser
	}
	if s.Engine != "" && !slices.Contains(EngineNames(), string(s.Engine)) {
		return schedule.Request{}, fmt.Errorf("there is no engine %.60q; there are %s", s.Engine,
			strings.Join(EngineNames(), ", "))
	}
	if s.Engine == EngineStaged {
		return schedule.Request{},
			fmt.Errorf("%w staged: it finds dissections into 64 pieces at most that stand alone", ErrUnfit)
	}
	if err := p.checkGoalSearch(&s); err != nil {
		return schedule.Request{}, err
	}
	return schedule.Request{
		Goal: goal, WantedCount: s.Limit, Engine: string(s.Engine),
		Chooser: cmp.Or(string(s.Choose), hints.ChooserName), ItemOrder: cmp.Or(string(s.Order), hints.ItemOrder),
		OptionOrder:       cmp.Or(string(s.OptionOrder), hints.OptionOrder),
		Filter:            cmp.Or(string(s.FilterBy), hints.FilterName),
		FirstRestartNodes: cmp.Or(s.Restarts, hints.NodesBeforeRestart),
		Seed:              cmp.Or(s.Seed, hints.RandomSeed),
		OwnChooser:        s.Chooser, NewFilter: s.NewFilter, ConnectedSets: p.connectedSets(s), Tracer: s.Tracer,
		CostBound: s.goalBound,
		Threads:   s.Threads, FixedSolutionOrder: s.Ordered, MaxMemory: s.MaxMemory,
	}, nil
}

// connectedSets returns the sets of cells that must be connected, if the engine of a search can test the connection;
// otherwise nil. The engine can if each cell has an option that says whether the cell is in a set. An optional cell of
// a packing may be empty without such an option.
func (p *Puzzle) connectedSets(s Search) (sets []*search.CellSet) {
	if pack := p.program.Puzzle.Packing; pack != nil && len(pack.Board.OptionalCells) > 0 || s.NewFilter != nil ||
		s.FilterBy != "" ||
		!slices.Contains([]Engine{"", EngineAuto, EngineLinks, EngineLearn, EngineMemo}, s.Engine) {
		return nil
	}
	for _, j := range p.program.ConnectedSets() {
		sets = append(sets, &search.CellSet{NeighboursOfCell: j.NeighbourNumbers, IncludingOptions: j.OptionsWithSymbol,
			ExcludingOptions: j.OptionsWithoutSymbol, GivenCells: j.HasSymbolByDefault, NeedsCell: j.NeedsSymbolCell,
			CellCount: j.SymbolCellCount})
	}
	return sets
}

// yieldSolutions runs the search and yields the solutions of the puzzle.
func (r *searchRun) yieldSolutions(ctx context.Context) iter.Seq[Solution] {
	return func(yield func(Solution) bool) {
		if r.stages != nil {
			r.stages.yieldDissections(ctx, func(found staged.Dissection) bool {
				return yield(Solution{puzzle: r.puzzle,
					dissection: &found})
			})
			return
		}
		for options := range r.yieldOptions(ctx) {
			if !yield(Solution{puzzle: r.puzzle, options: slices.Clone(options),
				branchedItems: slices.Clone(r.branchedItems)}) {
				return
			}
		}
	}
}

// yieldOptions runs the search and yields the options of each solution of the puzzle. The slice is valid until the
// next solution.
func (r *searchRun) yieldOptions(ctx context.Context) iter.Seq[matrix.Solution] {
	return func(yield func(matrix.Solution) bool) {
		if r.stages != nil {
			r.stages.yieldDissections(ctx, func(staged.Dissection) bool { return yield(nil) })
			return
		}
		for found := range r.enginePlan.Solutions(ctx) {
			if s := &r.search; s.goalBound != nil && !s.goalBound.IsWithinLimit(found) {
				continue
			}
			if r.puzzle.program.IsSolution(found) && !yield(found) {
				return
			}
		}
	}
}

// countVisited counts solutions by visiting them.
func (r *searchRun) countVisited(ctx context.Context) (Number, error) {
	n := 0
	for range r.yieldOptions(ctx) {
		if n++; n == r.search.Limit {
			return Number{big.NewInt(int64(n)), false}, nil
		}
	}
	err := r.engine.Err()
	return Number{big.NewInt(int64(n)), err == nil}, err
}

// loadTallies passes the tallies of an earlier search to a learning chooser. A tally is a weight that the chooser has
// learned about an item.
func (r *searchRun) loadTallies() error {
	if r.search.Tallies == nil {
		return nil
	}
	learner := r.enginePlan.LearningChooser
	if learner == nil {
		return errors.New("tallies are for choosers that learn: weighted and domwdeg")
	}
	m := r.matrix
	values, left := make([]float64, m.PrimaryCount()), maps.Clone(r.search.Tallies)
	for i := range values {
		name := m.Name(matrix.ItemID(i))
		values[i] = left[name]
		delete(left, name)
	}
	for name := range left {
		return fmt.Errorf("there is a tally of the item %s, and no such primary item in this puzzle", name)
	}
	learner.SetFailureCounts(values)
	return nil
}

// fillEffort stores the effort and the tallies of the search.
func (r *searchRun) fillEffort() {
	if t := r.search.Tallies; t != nil {
		clear(t)
		for i, v := range r.enginePlan.LearningChooser.FailureCounts() {
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
		counts := r.stages.stageCounts()
		*e = Effort{Engine: EngineStaged, Why: "it is made for dissections", Stages: &counts,
			Stats: search.Stats{Solutions: counts.Solutions}, Completeness: r.completeness}
	} else {
		*e = Effort{Engine: Engine(r.enginePlan.Name), Why: r.enginePlan.Reason, Turns: r.enginePlan.WorkByEngine,
			Filtered: r.enginePlan.RemovedOptions,
			Stats:    r.enginePlan.Stats(), Completeness: r.completeness}
	}
	if e.Filter != nil {
		e.Filter = append(e.Filter, filterCounts(r.matrix)...)
	}
	e.Seconds = time.Since(r.startTime).Seconds()
	r.search.bestSearch.addEffort(e)
}

// filterCounts returns facts about the matrix that a filter reports: the length of the shortest and of the longest list
// of options of a primary item, and the number of nogoods.
func filterCounts(m *matrix.Problem) []search.FilterCount {
	shortest, longest := m.OptionCount(), 0
	for _, n := range m.OptionCounts()[:m.PrimaryCount()] {
		shortest, longest = min(shortest, int(n)), max(longest, int(n))
	}
	return []search.FilterCount{
		{Name: "options in the shortest list", Count: int64(shortest)},
		{Name: "options in the longest list", Count: int64(longest)},
		{Name: "swaps and other nogoods", Count: int64(len(m.Nogoods()))},
	}
}
