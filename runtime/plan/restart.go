package plan

import (
	"context"
	"iter"
	"slices"
	"sync/atomic"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

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
