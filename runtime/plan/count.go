package plan

import (
	"context"
	"errors"
	"iter"
	"math"
	"math/big"
	"sync/atomic"

	"quadrille/runtime/matrix"
	"quadrille/runtime/memo"
	"quadrille/runtime/search"
)

// counter counts as the planner sees fit. What takes long is not begun before it is known
// that there is much to do. (1) Links count small trees. (2) Memo may try, where each item
// meets few others. (3) The engine that would visit all solutions, the fallback, begins. (4)
// If it does not come to an end soon, symmetries are looked for, and memo may visit as many
// nodes as take a part of the time that the fallback is taken to need. (5) The fallback
// counts, by kinds if there are symmetries. No clock is asked, so that a problem is always
// counted in the same way.
type counter struct {
	*memoEngine // lists the solutions, if they are wanted after all
	fallback    *fallback
	took, why   string // of the last count
}

// Count implements [engine.Counter].
func (c *counter) Count(ctx context.Context) (*big.Int, error) {
	f := *c.fallback // a count may be asked for again
	states, order := c.bound()
	if states <= fewStates {
		return c.surely(ctx, &f, order)
	}
	n, left, err := c.quick(ctx)
	switch {
	case err != nil || left == 0:
		return n, err
	case states <= someStates:
		return c.surely(ctx, &f, order)
	}
	sharing := local(c.problem)
	if sharing {
		if n, done, err := c.try(ctx, &f, anyway); done {
			return n, err
		}
	}
	left, err = f.begin(ctx, beginNodes[f.name])
	switch {
	case err != nil || left == 0:
		return c.fell(&f, err)
	case left < 0.5: // the end is nearer than the beginning
		return c.fell(&f, f.finish(ctx))
	}
	return c.atLength(ctx, &f, sharing)
}

// bound bounds the states of memo in a fixed order, if it is worth asking.
func (c *counter) bound() (float64, []matrix.ItemID) {
	if c.problem.Items() > boundedItems {
		return math.Inf(1), nil
	}
	return memo.Bound(c.problem)
}

// surely counts with memo, which has few states in an order. Only memory may be missing.
func (c *counter) surely(ctx context.Context, f *fallback, order []matrix.ItemID) (*big.Int, error) {
	c.took, c.why = Memo, "there are few states"
	o := c.options
	o.Order = order
	n, err := c.countWith(ctx, o)
	if errors.Is(err, memo.ErrMemory) {
		return c.fell(f, f.finish(ctx))
	}
	return n, err
}

// quick counts with links, and stops after some nodes. It returns the share of the tree
// that is left.
func (c *counter) quick(ctx context.Context) (n *big.Int, left float64, err error) {
	links := &fallback{problem: c.problem, request: c.fallback.request, name: Links, why: whyQuick}
	left, err = links.begin(ctx, quickNodes)
	n, err = c.fell(links, err)
	return n, left, err
}

// atLength counts where there is much to do, and states are likely to be shared or not.
func (c *counter) atLength(ctx context.Context, f *fallback, sharing bool) (*big.Int, error) {
	kinds, gain := findKinds(ctx, c.problem), 1.0
	if kinds != nil {
		gain = kinds.gain
	}
	nodes := nodesIn(c.problem, tryout)
	if !sharing {
		nodes = memoNodes(c.problem, f.name, gain)
	}
	if n, done, err := c.try(ctx, f, nodes); done {
		return n, err
	}
	if kinds == nil {
		return c.fell(f, f.finish(ctx))
	}
	n, stats, err := kinds.count(ctx, f)
	c.took, c.why, c.stats = f.name, kinds.why(c.problem)+"; "+f.why, stats
	return n, err
}

// try lets memo count, with so many nodes at most. It reports whether it came to an end,
// if only because ctx is done.
func (c *counter) try(ctx context.Context, f *fallback, nodes int64) (n *big.Int, done bool, err error) {
	c.took, c.why = Memo, whyMemo(nodes, f.name, f.why)
	o := c.options
	o.MaxNodes = nodes
	n, err = c.countWith(ctx, o)
	return n, err == nil || ctx.Err() != nil, err
}

// fell notes what the other engine has done, and returns what it has found.
func (c *counter) fell(f *fallback, err error) (*big.Int, error) {
	c.took, c.why, c.stats = f.name, f.why, f.stats
	return big.NewInt(f.stats.Solutions), err
}

// fallback is the engine that counts where memo does not. It can be asked to begin, and
// to go on from there.
type fallback struct {
	problem   *matrix.Problem
	request   Request
	name, why string
	build     maker
	engines   []search.Cutter
	left      []search.Cube // nil before the beginning
	stats     search.Stats
}

// prepare makes the first engine, of links if the problem does not fit the one wanted.
func (f *fallback) prepare() error {
	f.request.Engine = f.name
	build, _, err := cutters(f.problem, f.request)
	if err != nil {
		return err
	}
	f.build = build
	first, err := build(nil)
	if err != nil && f.name != Links {
		f.name, f.why = Links, "any problem fits them"
		return f.prepare()
	}
	f.engines = []search.Cutter{first}
	return err
}

// begin visits some nodes, and returns the share of the tree that is left.
func (f *fallback) begin(ctx context.Context, nodes int64) (left float64, err error) {
	if err := f.prepare(); err != nil {
		return 0, err
	}
	var stop atomic.Bool
	halt := context.AfterFunc(ctx, func() { stop.Store(true) })
	defer halt()
	f.left = f.engines[0].Explore(&stop, search.Whole, nodes, func(matrix.Solution) bool { return true })
	for _, cube := range f.left {
		left += cube.Part
	}
	f.stats = f.engines[0].Stats()
	return left, ctx.Err()
}

// finish visits what is left, on all threads.
func (f *fallback) finish(ctx context.Context) error {
	if f.engines == nil {
		if err := f.prepare(); err != nil {
			return err
		}
		f.left = []search.Cube{search.Whole}
	}
	for len(f.engines) < f.request.Threads {
		another, err := f.build(nil)
		if err != nil {
			return err
		}
		f.engines = append(f.engines, another)
	}
	rest := search.New(f.engines, search.Options{Report: f.request.Report, Cubes: f.left})
	_, err := rest.Count(ctx)
	f.stats.Add(rest.Stats())
	return err
}

// memoEngine is memo as an engine: it counts, or makes the diagram of all solutions and
// runs through it.
type memoEngine struct {
	problem *matrix.Problem
	options memo.Options
	stats   search.Stats
	err     error
}

func newMemo(p *matrix.Problem, r Request) *memoEngine {
	return &memoEngine{problem: p, options: memo.Options{MaxMemory: r.MaxMemory, Threads: r.Threads, Report: r.Report}}
}

// Count implements [search.Counter].
func (e *memoEngine) Count(ctx context.Context) (*big.Int, error) { return e.countWith(ctx, e.options) }

// countWith counts with other options than its own.
func (e *memoEngine) countWith(ctx context.Context, o memo.Options) (*big.Int, error) {
	n, stats, err := memo.Count(ctx, e.problem, o)
	if n == nil {
		n = new(big.Int)
	}
	e.stats = search.Stats{Nodes: stats.Nodes}
	if n.IsInt64() {
		e.stats.Solutions = n.Int64()
	}
	return n, err
}

// Solutions implements [search.Engine].
func (e *memoEngine) Solutions(ctx context.Context) iter.Seq[matrix.Solution] {
	return func(yield func(matrix.Solution) bool) {
		var d *memo.Diagram
		e.stats = search.Stats{}
		if d, e.err = memo.Build(ctx, e.problem, e.options); e.err != nil {
			return
		}
		e.stats.Nodes = int64(d.Nodes())
		for s := range d.Solutions() {
			if e.err = ctx.Err(); e.err != nil {
				return
			}
			e.stats.Solutions++
			if !yield(s) {
				return
			}
		}
	}
}

// Err implements [search.Engine].
func (e *memoEngine) Err() error { return e.err }

// Stats implements [search.Engine]. The nodes are those of the search for a count, and
// of the diagram for solutions. A number of solutions beyond 64 bits is left out.
func (e *memoEngine) Stats() search.Stats { return e.stats }
