package schedule

import (
	"context"
	"iter"
	"slices"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// race lets several engines search the whole problem, each in its own way, until one
// of them finds a solution or knows that there is none; from there on that one goes on
// alone. Which one it is depends on the clock.
type race struct {
	engines []search.Engine
	winner  int
	err     error
}

// arrival is what an engine has come to first: a solution, or the end of its search.
type arrival struct {
	engine   int
	solution matrix.Solution
	found    bool
	next     func() (matrix.Solution, bool)
}

// Solutions implements [search.Engine].
func (r *race) Solutions(ctx context.Context) iter.Seq[matrix.Solution] {
	return func(yield func(matrix.Solution) bool) {
		defer func() {
			r.err = r.engines[r.winner].Err()
			if ctx.Err() != nil {
				r.err = ctx.Err()
			}
		}()
		var running search.Group
		arrivals := make(chan arrival, len(r.engines))
		cancels := make([]context.CancelFunc, len(r.engines))
		for k, e := range r.engines {
			inner, cancel := context.WithCancel(ctx)
			defer cancel()
			next, stop := iter.Pull(e.Solutions(inner))
			defer stop()
			cancels[k] = cancel
			running.Go(func() {
				at := arrival{engine: k, next: next}
				defer func() { arrivals <- at }() // after a panic too, for which Wait is there
				at.solution, at.found = next()
			})
		}
		defer running.Wait() // as no engine can be stopped before it has arrived
		first := <-arrivals
		r.winner = first.engine
		for k, cancel := range cancels {
			if k != r.winner {
				cancel()
			}
		}
		for s, found := first.solution, first.found; found && yield(s); {
			s, found = first.next()
		}
	}
}

// Err implements [search.Engine].
func (r *race) Err() error { return r.err }

// Stats implements [search.Engine]: the effort of the winner.
func (r *race) Stats() search.Stats { return r.engines[r.winner].Stats() }

// restarting is a search that starts again whenever it has visited a number of nodes
// without a solution, each time a larger one. What its chooser has learned stays, so
// that it makes other, better choices near the root.
//
// When it has found a solution and more are wanted, it starts once more, without a
// bound, and leaves that one out.
type restarting struct {
	search search.Cutter
	first  int64
	again  int64 // solutions that were met again
	err    error
}

// growth is the ratio of one run to the one before, in hundredths.
const growth = 110

// Solutions implements [search.Engine].
func (r *restarting) Solutions(ctx context.Context) iter.Seq[matrix.Solution] {
	return func(yield func(matrix.Solution) bool) {
		r.search.Reset()
		r.again = 0
		r.err = r.run(ctx, yield)
	}
}

func (r *restarting) run(ctx context.Context, yield func(matrix.Solution) bool) error {
	var found matrix.Solution
	for budget := r.first; found == nil; budget = budget*growth/100 + 1 {
		left, err := search.ExploreCube(ctx, r.search, search.WholeTree, budget, func(s matrix.Solution) bool {
			found = append(matrix.Solution{}, s...)
			return false
		})
		if found == nil && (err != nil || len(left) == 0) {
			return err // or the tree is done, without a solution
		}
	}
	if !yield(found) {
		return nil
	}
	slices.Sort(found)
	_, err := search.ExploreCube(ctx, r.search, search.WholeTree, 0, func(s matrix.Solution) bool {
		sorted := slices.Clone(s)
		slices.Sort(sorted)
		if slices.Equal(sorted, found) {
			r.again++
			return true
		}
		return yield(s)
	})
	return err
}

// Err implements [search.Engine].
func (r *restarting) Err() error { return r.err }

// Stats implements [search.Engine]: the effort of all runs. A solution that was met
// again is not counted again, but in the profile.
func (r *restarting) Stats() search.Stats {
	stats := r.search.Stats()
	stats.Solutions -= r.again
	return stats
}

// restartEngine looks for a solution by luck: it begins again after some nodes without one, each time in another
// order of the items. Options that hold rare items are tried first. The numbers of nodes follow Luby, Sinclair and
// Zuckerman, "Optimal speedup of Las Vegas algorithms" (1993). Once there is a solution it goes through the whole
// tree.
type restartEngine struct {
	problem *matrix.Problem
	request Request
	before  search.Stats // of the tries that were given up
	engine  search.Cutter
	err     error
}

// minTry is the least number of nodes of a try, and tryEntries how many entries make a node more, as it takes so
// long to begin.
const minTry, tryEntries = 500, 20

// Solutions implements [search.Engine].
func (e *restartEngine) Solutions(ctx context.Context) iter.Seq[matrix.Solution] {
	return func(yield func(matrix.Solution) bool) {
		e.before, e.engine, e.err = search.Stats{}, nil, nil
		unit := int64(max(minTry, e.problem.EntryCount()/tryEntries))
		for k := int64(1); ; k++ {
			if e.err = e.begin(k); e.err != nil || e.try(ctx, unit*luby(k), yield) {
				return
			}
			e.before.AddStats(e.engine.Stats())
		}
	}
}

// begin makes the k-th try.
func (e *restartEngine) begin(k int64) (err error) {
	r := e.request
	r.Engine, r.OptionOrder, r.Report = Sparse, "rare", nil
	if k > 1 {
		r.Order, r.Seed = "random", r.Seed+uint64(k)
	}
	build, _, err := cutters(e.problem, r)
	if err != nil {
		return err
	}
	e.engine, err = build(func(q search.Progress) {
		q.Nodes, q.Updates, q.Share = q.Nodes+e.before.Nodes, q.Updates+e.before.Updates, 0
		e.request.Report(q)
	})
	if err == nil {
		e.engine.Reset()
	}
	return err
}

// try searches until so many nodes have been visited without a solution, and goes on if there is one. It reports
// whether it has come to an end.
func (e *restartEngine) try(ctx context.Context, nodes int64, yield func(matrix.Solution) bool) (ended bool) {
	found, stopped := false, false
	visit := func(s matrix.Solution) bool {
		found, stopped = true, !yield(s)
		return !stopped
	}
	cubes, err := search.ExploreCube(ctx, e.engine, search.WholeTree, nodes, visit)
	for found && !stopped && err == nil && len(cubes) > 0 {
		var left []search.Cube
		left, err = search.ExploreCube(ctx, e.engine, cubes[0], 0, visit)
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
	all.AddStats(e.before)
	if e.engine != nil {
		all.AddStats(e.engine.Stats())
	}
	return all
}

// luby returns the k-th number of 1, 1, 2, 1, 1, 2, 4, 1, ….
func luby(k int64) int64 {
	for n := int64(1); ; n = 2*n + 1 {
		switch {
		case k == n:
			return (n + 1) / 2
		case k < 2*n+1 && k > n:
			return luby(k - n)
		}
	}
}
