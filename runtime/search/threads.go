package search

import (
	"context"
	"iter"
	"math/big"
	"slices"
	"sync"
	"sync/atomic"

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

// Run is a search that may have several threads.
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

// Each makes an engine for each thread.
func Each(threads int, make func() Cutter) []Cutter {
	var engines []Cutter
	for range threads {
		engines = append(engines, make())
	}
	return engines
}

// Solutions runs the  Of several threads the solutions come in no
// particular order, unless the options want one. A solution is borrowed until the
// next step.
func (r *Run) Solutions(ctx context.Context) iter.Seq[matrix.Solution] {
	return func(yield func(matrix.Solution) bool) {
		if r.alone() {
			r.engines[0].Solutions(ctx)(yield)
			r.err = r.engines[0].Err()
			return
		}
		r.parallel(ctx, yield)
	}
}

// alone reports whether one engine walks the whole tree.
func (r *Run) alone() bool { return len(r.engines) == 1 && r.options.Cubes == nil }

// Count implements [Counter]. Several threads need not hand anything over.
func (r *Run) Count(ctx context.Context) (*big.Int, error) {
	n := int64(0)
	if r.alone() {
		for range r.Solutions(ctx) {
			n++
		}
		return big.NewInt(n), r.err
	}
	r.parallel(ctx, nil)
	return big.NewInt(r.Stats().Solutions), r.err
}

// parallel runs the engines, each on a goroutine, and hands over what they find, or
// nothing if yield is nil. It returns when all of them have ended.
func (r *Run) parallel(ctx context.Context, yield func(matrix.Solution) bool) {
	var stop atomic.Bool
	q := newQueue(r.options, len(r.engines), &stop)
	q.counting = yield == nil
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

// Merge runs searches at once, each on a goroutine, and hands over what they find,
// in no particular order. It returns when all of them have ended: with the error of
// ctx if that is done, and nil if they were complete or yield wanted no more.
func Merge(ctx context.Context, searches []func(context.Context) iter.Seq[matrix.Solution], yield func(matrix.Solution) bool) error {
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	found := make(chan matrix.Solution, 256)
	var running sync.WaitGroup
	for _, solutions := range searches {
		running.Go(func() {
			for solution := range solutions(inner) {
				select {
				case found <- slices.Clone(solution):
				case <-inner.Done():
					return
				}
			}
		})
	}
	go func() {
		running.Wait()
		close(found)
	}()
	wanted := true
	for solution := range found {
		if wanted && !yield(solution) {
			wanted = false
			cancel() // and drain what is on its way
		}
	}
	if wanted {
		return ctx.Err()
	}
	return nil
}
