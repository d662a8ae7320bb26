package schedule

import (
	"context"
	"iter"
	"slices"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// engineRace is an engine that runs several engines on the same problem at once, until one of them finds a solution or
// finishes. Then only that engine continues. The winner depends on the timing of the threads.
type engineRace struct {
	engines     []search.Engine
	winnerIndex int // index of the engine that had the first result
}

// firstResult is the first result of one engine in a race: a solution, or the end of its search.
type firstResult struct {
	engineIndex  int                            // index of the engine
	solution     matrix.Solution                // first solution, if found
	hasSolution  bool                           // whether the engine found a solution
	nextSolution func() (matrix.Solution, bool) // function that returns the engine's further solutions one by one
}

// Solutions implements [search.Engine].
func (r *engineRace) Solutions(ctx context.Context) iter.Seq[matrix.Solution] {
	return func(yield func(matrix.Solution) bool) {
		var running search.Group
		arrivals := make(chan firstResult, len(r.engines))
		cancels := make([]context.CancelFunc, len(r.engines))
		for k, e := range r.engines {
			inner, cancel := context.WithCancel(ctx)
			defer cancel()
			next, stop := iter.Pull(e.Solutions(inner))
			defer stop()
			cancels[k] = cancel
			running.Go(func() {
				at := firstResult{engineIndex: k, nextSolution: next}
				defer func() { arrivals <- at }() // deferred so that it runs after a panic too, and Wait returns
				at.solution, at.hasSolution = next()
			})
		}
		defer running.Wait() // engines are stopped only after their first result
		first := <-arrivals
		r.winnerIndex = first.engineIndex
		for k, cancel := range cancels {
			if k != r.winnerIndex {
				cancel()
			}
		}
		for s, found := first.solution, first.hasSolution; found && yield(s); {
			s, found = first.nextSolution()
		}
	}
}

// Err implements [search.Engine]: the error of the winner.
func (r *engineRace) Err() error { return r.engines[r.winnerIndex].Err() }

// Stats implements [search.Engine]: the effort of the winner.
func (r *engineRace) Stats() search.Stats { return r.engines[r.winnerIndex].Stats() }

// restartingSearch is a search with a learning chooser that restarts if a run has visited a limited number of nodes
// without a solution. The limit grows from run to run. The chooser keeps its counts, so it makes better choices near
// the root in later runs.
//
// After the first solution, if more are wanted, the search starts once more without a limit, and does not yield that
// solution again.
type restartingSearch struct {
	cutter            search.Cutter
	firstNodeLimit    int64 // number of nodes before the first restart
	repeatedSolutions int64 // number of solutions that were found a second time
	err               error
}

// runGrowthPercent is the node limit of a run, in percent of the limit of the run before.
const runGrowthPercent = 110

// Solutions implements [search.Engine].
func (r *restartingSearch) Solutions(ctx context.Context) iter.Seq[matrix.Solution] {
	return func(yield func(matrix.Solution) bool) {
		r.cutter.Reset()
		r.repeatedSolutions = 0
		r.err = r.runUntilFound(ctx, yield)
	}
}

func (r *restartingSearch) runUntilFound(ctx context.Context, yield func(matrix.Solution) bool) error {
	var found matrix.Solution
	for budget := r.firstNodeLimit; found == nil; budget = budget*runGrowthPercent/100 + 1 {
		left, err := search.ExploreCube(ctx, r.cutter, search.WholeTree, budget, func(s matrix.Solution) bool {
			found = append(matrix.Solution{}, s...)
			return false
		})
		if found == nil && (err != nil || len(left) == 0) {
			return err // nil if the whole tree was searched
		}
	}
	if !yield(found) {
		return nil
	}
	slices.Sort(found)
	_, err := search.ExploreCube(ctx, r.cutter, search.WholeTree, 0, func(s matrix.Solution) bool {
		sorted := slices.Clone(s)
		slices.Sort(sorted)
		if slices.Equal(sorted, found) {
			r.repeatedSolutions++
			return true
		}
		return yield(s)
	})
	return err
}

// Err implements [search.Engine].
func (r *restartingSearch) Err() error { return r.err }

// Stats implements [search.Engine]. It returns the effort of all runs. A solution that was found twice counts once,
// except in the profile.
func (r *restartingSearch) Stats() search.Stats {
	stats := r.cutter.Stats()
	stats.Solutions -= r.repeatedSolutions
	return stats
}

// restartEngine searches for one solution with restarts. It restarts after some nodes without a solution, each time
// with another order of the items. Options that contain rare items are tried first. The numbers of nodes follow Luby,
// Sinclair and Zuckerman, "Optimal speedup of Las Vegas algorithms" (1993). When it has found a solution, it visits the
// whole tree.
type restartEngine struct {
	problem   *matrix.Problem
	request   Request
	pastStats search.Stats  // effort of the runs that were ended without a solution
	runEngine search.Cutter // engine of the current run
	err       error
}

// minRunNodes is the least number of nodes of a run. A run may visit one more node for each entriesPerRunNode entries
// of the options, because its preparation takes longer by that much.
const minRunNodes, entriesPerRunNode = 500, 20

// Solutions implements [search.Engine].
func (e *restartEngine) Solutions(ctx context.Context) iter.Seq[matrix.Solution] {
	return func(yield func(matrix.Solution) bool) {
		e.pastStats, e.runEngine, e.err = search.Stats{}, nil, nil
		unit := int64(max(minRunNodes, e.problem.EntryCount()/entriesPerRunNode))
		for k := int64(1); ; k++ {
			if e.err = e.beginRun(k); e.err != nil || e.tryRun(ctx, unit*lubyTerm(k), yield) {
				return
			}
			e.pastStats.AddStats(e.runEngine.Stats())
		}
	}
}

// beginRun prepares the engine of run k, counted from 1.
func (e *restartEngine) beginRun(k int64) (err error) {
	r := e.request
	r.Engine, r.OptionOrder, r.Report = Sparse, "rare", nil
	if k > 1 {
		r.ItemOrder, r.Seed = "random", r.Seed+uint64(k)
	}
	build, _, err := newCutterFactory(e.problem, r)
	if err != nil {
		return err
	}
	e.runEngine, err = build(func(q search.Progress) {
		q.Nodes, q.Updates, q.Share = q.Nodes+e.pastStats.Nodes, q.Updates+e.pastStats.Updates, 0
		e.request.Report(q)
	})
	if err == nil {
		e.runEngine.Reset()
	}
	return err
}

// tryRun searches until the given number of nodes have been visited without a solution. After a solution it continues
// without that limit. It reports whether the whole search has ended.
func (e *restartEngine) tryRun(ctx context.Context, nodes int64, yield func(matrix.Solution) bool) (ended bool) {
	found, stopped := false, false
	visit := func(s matrix.Solution) bool {
		found, stopped = true, !yield(s)
		return !stopped
	}
	cubes, err := search.ExploreCube(ctx, e.runEngine, search.WholeTree, nodes, visit)
	for found && !stopped && err == nil && len(cubes) > 0 {
		var left []search.Cube
		left, err = search.ExploreCube(ctx, e.runEngine, cubes[0], 0, visit)
		cubes = append(left, cubes[1:]...)
	}
	e.err = err
	return stopped || err != nil || len(cubes) == 0
}

// Err implements [search.Engine].
func (e *restartEngine) Err() error { return e.err }

// Stats implements [search.Engine].
func (e *restartEngine) Stats() search.Stats {
	var all search.Stats
	all.AddStats(e.pastStats)
	if e.runEngine != nil {
		all.AddStats(e.runEngine.Stats())
	}
	return all
}

// lubyTerm returns term k, counted from 1, of Luby's sequence 1, 1, 2, 1, 1, 2, 4, 1, …
func lubyTerm(k int64) int64 {
	for n := int64(1); ; n = 2*n + 1 {
		switch {
		case k == n:
			return (n + 1) / 2
		case k < 2*n+1 && k > n:
			return lubyTerm(k - n)
		}
	}
}
