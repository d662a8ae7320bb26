package plan

import (
	"context"
	"iter"
	"slices"
	"sync"
	"sync/atomic"

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

// entrant is what an engine has come to.
type entrant struct {
	engine   int
	solution matrix.Solution
	ended    bool      // there is no solution, as the search is over
	resume   chan bool // whether to go on
}

// Solutions implements [search.Engine].
func (r *race) Solutions(ctx context.Context) iter.Seq[matrix.Solution] {
	return func(yield func(matrix.Solution) bool) {
		var running sync.WaitGroup
		arrived := make(chan entrant)
		cancels := make([]context.CancelFunc, len(r.engines))
		for k, e := range r.engines {
			inner, cancel := context.WithCancel(ctx)
			cancels[k] = cancel
			running.Go(func() { enter(inner, k, e, arrived) })
		}
		first := <-arrived
		r.winner = first.engine
		for k, cancel := range cancels {
			if k != r.winner {
				cancel()
			}
		}
		r.follow(first, arrived, yield)
		cancels[r.winner]()
		go func() {
			running.Wait()
			close(arrived)
		}()
		for late := range arrived {
			late.resume <- false
		}
		r.err = r.engines[r.winner].Err()
		if ctx.Err() != nil {
			r.err = ctx.Err()
		}
	}
}

// enter runs an engine, which waits after each solution to be told to go on.
func enter(ctx context.Context, k int, e search.Engine, arrived chan<- entrant) {
	resume := make(chan bool)
	for s := range e.Solutions(ctx) {
		arrived <- entrant{engine: k, solution: slices.Clone(s), resume: resume}
		if !<-resume {
			return
		}
	}
	arrived <- entrant{engine: k, ended: true, resume: resume}
	<-resume
}

// follow hands over what the winner finds.
func (r *race) follow(at entrant, arrived <-chan entrant, yield func(matrix.Solution) bool) {
	for {
		if at.engine == r.winner {
			if at.ended || !yield(at.solution) {
				at.resume <- false
				return
			}
			at.resume <- true
		} else {
			at.resume <- false
		}
		at = <-arrived
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
	err    error
}

// growth is the ratio of one run to the one before, in hundredths.
const growth = 110

// Solutions implements [search.Engine].
func (r *restarting) Solutions(ctx context.Context) iter.Seq[matrix.Solution] {
	return func(yield func(matrix.Solution) bool) {
		stop := new(atomic.Bool)
		halt := context.AfterFunc(ctx, func() { stop.Store(true) })
		defer halt()
		r.search.Reset()
		r.run(stop, yield)
		r.err = nil
		if stop.Load() {
			r.err = ctx.Err()
		}
	}
}

func (r *restarting) run(stop *atomic.Bool, yield func(matrix.Solution) bool) {
	var found matrix.Solution
	for budget := r.first; found == nil && !stop.Load(); budget = budget*growth/100 + 1 {
		left := r.search.Explore(stop, search.Whole, budget, func(s matrix.Solution) bool {
			found = append(matrix.Solution{}, s...)
			return false
		})
		if found == nil && len(left) == 0 {
			return // the tree is done, without a solution
		}
	}
	if found == nil || !yield(found) {
		return
	}
	slices.Sort(found)
	r.search.Explore(stop, search.Whole, 0, func(s matrix.Solution) bool {
		sorted := slices.Clone(s)
		slices.Sort(sorted)
		return slices.Equal(sorted, found) || yield(s)
	})
}

// Err implements [search.Engine].
func (r *restarting) Err() error { return r.err }

// Stats implements [search.Engine]: the effort of all runs. A solution that was met
// again is counted again.
func (r *restarting) Stats() search.Stats { return r.search.Stats() }
