// Package run runs a search on several threads.
//
// Its input is a problem and how to search it, its output the solutions in one
// stream and the effort as if one search had made it. It knows nothing of
// where problems come from.
//
// The tree is cut at a level. Each thread walks the few nodes above it in the
// same order, and at the cut claims the nodes that no other has claimed, one
// at a time, with all that hangs on them. So a thread that is done with a small
// subtree goes on with the next, a number is all that they share, and the totals
// do not depend on how many they are: nodes above the cut are counted once, and
// each node below belongs to one thread.
package run

import (
	"context"
	"iter"
	"slices"
	"sync"
	"sync/atomic"

	"quadrille/runtime/dlx"
	"quadrille/runtime/engine"
	"quadrille/runtime/matrix"
)

// Run is a search that may have several threads.
type Run struct {
	searches []*dlx.Search
	level    int          // of the cut
	above    int64        // mems of a walk to the cut, which every thread makes
	next     atomic.Int64 // the first node at the cut that no thread has claimed
	err      error
}

// nodesPerThread are wanted at the cut: so many that the largest subtree is no
// large share of all, and so few that walking to them costs nothing.
const nodesPerThread = 1000

// deepestCut bounds the search for a level that has so many nodes.
const deepestCut = 40

// New prepares a run of p, which must be valid. The chooser must be a function
// of what it sees, so that every thread cuts the same tree; it is used by all of
// them at once. Report may be called from any of them, one at a time.
func New(p *matrix.Problem, o dlx.Options, threads int) *Run {
	if threads <= 1 {
		return &Run{searches: []*dlx.Search{dlx.NewSearch(p, o)}}
	}
	r := &Run{}
	r.level, r.above = cutLevel(p, o, threads*nodesPerThread)
	reports := &reports{each: make([]engine.Progress, threads), show: o.Report}
	for i := range threads {
		part := o
		part.Part = dlx.Part{Level: r.level, Top: i == 0, Claim: r.claim}
		if o.Report != nil {
			part.Report = func(p engine.Progress) { reports.add(i, p) }
		}
		r.searches = append(r.searches, dlx.NewSearch(p, part))
	}
	return r
}

// claim grants node n at the cut to the first thread that asks. A thread asks
// for the nodes in their order, so that all before n have been granted.
func (r *Run) claim(n int) bool { return r.next.CompareAndSwap(int64(n), int64(n)+1) }

// cutLevel returns the first level with as many nodes as wanted, or the last
// level that was looked at, and the mems of a walk to it.
func cutLevel(p *matrix.Problem, o dlx.Options, wanted int) (level int, mems int64) {
	s := dlx.NewSearch(p, o)
	for level = 1; ; level++ {
		if n := s.CountAt(level); n == 0 || n >= wanted || level == deepestCut {
			return level, s.Stats().Mems
		}
	}
}

// Solutions runs the search. Of several threads the solutions come in no
// particular order. A solution is borrowed until the next step.
func (r *Run) Solutions(ctx context.Context) iter.Seq[matrix.Solution] {
	if len(r.searches) == 1 {
		return func(yield func(matrix.Solution) bool) {
			r.searches[0].Solutions(ctx)(yield)
			r.err = r.searches[0].Err()
		}
	}
	return func(yield func(matrix.Solution) bool) { r.parallel(ctx, yield) }
}

// parallel runs the searches, each on a goroutine, and hands over what they
// find. It returns when all of them have ended.
func (r *Run) parallel(ctx context.Context, yield func(matrix.Solution) bool) {
	r.next.Store(0)
	var all []func(context.Context) iter.Seq[matrix.Solution]
	for _, s := range r.searches {
		all = append(all, s.Solutions)
	}
	r.err = Merge(ctx, all, yield)
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

// Err returns why the last run ended before its time, or nil if it was
// complete or its loop broke off.
func (r *Run) Err() error { return r.err }

// Stats returns the effort of the run: that of one search, whatever the
// number of threads.
func (r *Run) Stats() engine.Stats {
	total := r.searches[0].Stats()
	for _, s := range r.searches[1:] {
		add(&total, s.Stats(), r.level)
		total.Mems -= r.above
	}
	return total
}

// add books the effort of another thread: of the cut its nodes and solutions,
// and of the levels below everything.
func add(total *engine.Stats, part engine.Stats, cut int) {
	for k := cut; k < len(part.Profile); k++ {
		if k == len(total.Profile) {
			total.Profile = append(total.Profile, engine.Level{})
		}
		l := part.Profile[k]
		if k == cut {
			l.Updates = 0 // every thread walks the way to the cut
		}
		total.Profile[k].Nodes += l.Nodes
		total.Profile[k].Updates += l.Updates
		total.Profile[k].Solutions += l.Solutions
		total.Nodes += l.Nodes
		total.Updates += l.Updates
		total.Solutions += l.Solutions
	}
	total.Mems += part.Mems
}

// reports joins the progress of the threads.
type reports struct {
	mu   sync.Mutex
	each []engine.Progress
	show func(engine.Progress)
}

func (r *reports) add(i int, p engine.Progress) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.each[i] = p
	var sum engine.Progress
	for _, p := range r.each {
		sum.Share += p.Share / float64(len(r.each))
		sum.Solutions += p.Solutions
		sum.Nodes += p.Nodes
		sum.Updates += p.Updates
	}
	r.show(sum)
}
