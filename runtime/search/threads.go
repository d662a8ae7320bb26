package search

import (
	"context"
	"iter"
	"math/big"
	"sync"

	"quadrille/runtime/matrix"
)

// Options says how to run. They change the order of the solutions and nothing else.
type Options struct {
	// Ordered gives the solutions in the order of a search on one thread.
	Ordered bool
	// Cubes are the parts of the tree to walk, in order; nil stands for all of it.
	Cubes []Cube
	// Report, if not nil, is called when a cube is done, by one thread at a time.
	Report func(Progress)
}

// Run is a search of one tree by several engines.
//
// A thread takes a cube of the tree, walks it until a budget of nodes is spent,
// and puts back what is left, as cubes again. So no thread starves, however lopsided
// the tree is, and the totals do not depend on how many threads there are: each node
// belongs to one cube.
type Run struct {
	engines []Cutter
	options Options
	err     error
}

// New prepares a run on engines that have been made alike, one a thread.
func New(engines []Cutter, o Options) *Run { return &Run{engines: engines, options: o} }

// Solutions runs the search. Of several threads the solutions come in no particular
// order, unless the options want one. A solution is borrowed until the next step.
func (r *Run) Solutions(ctx context.Context) iter.Seq[matrix.Solution] {
	return func(yield func(matrix.Solution) bool) { r.run(ctx, yield) }
}

// Count implements [Counter]. Nothing is handed over between threads.
func (r *Run) Count(ctx context.Context) (*big.Int, error) {
	r.run(ctx, nil)
	return big.NewInt(r.Stats().Solutions), r.err
}

// run runs the engines, each on a goroutine, and hands over what they find, or
// nothing if yield is nil. It returns when all of them have ended.
func (r *Run) run(ctx context.Context, yield func(matrix.Solution) bool) {
	q := newQueue(r.options, len(r.engines), yield == nil)
	halt := context.AfterFunc(ctx, q.halt)
	defer halt()
	var running sync.WaitGroup
	for _, e := range r.engines {
		e.Reset()
		running.Go(func() { q.work(e) })
	}
	complete := q.deliver(yield)
	q.halt()
	running.Wait()
	r.err = nil
	if complete {
		r.err = ctx.Err()
	}
}

// Err returns why the last run ended before its time, or nil if it was
// complete or its loop broke off.
func (r *Run) Err() error { return r.err }

// Stats returns the effort of the run: that of one search, whatever the
// number of threads.
func (r *Run) Stats() Stats {
	var total Stats
	for _, e := range r.engines {
		total.Add(e.Stats())
	}
	return total
}
