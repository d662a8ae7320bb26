package plan

import (
	"context"
	"errors"
	"iter"
	"math"
	"math/big"

	"quadrille/runtime/engine"
	"quadrille/runtime/matrix"
	"quadrille/runtime/memo"
)

// memoCounter counts solutions with the engine memo. As an engine it makes the diagram of
// all solutions and runs through it.
//
// Under the planner there is another engine to fall back on, and what takes long is not
// begun before it is known that there is much to do. (1) Links count small trees. (2) Memo
// may try, where each item meets few others. (3) The other engine begins. (4) If it does
// not come to an end soon, symmetries are looked for, and memo may visit as many nodes as
// take a part of the time that the other engine is taken to need. (5) The other engine
// counts, by kinds if there are symmetries. No clock is asked, so that a problem is always
// counted in the same way.
type memoCounter struct {
	problem  *matrix.Problem
	options  memo.Options
	fallback *fallback // nil if memo was asked for
	took     string    // the engine of the last count
	why      string    // of the last count under the planner
	stats    engine.Stats
	err      error
}

func newCounter(p *matrix.Problem, r Request) *memoCounter {
	return &memoCounter{problem: p, options: memo.Options{MaxMemory: r.MaxMemory, Threads: r.Threads, Report: r.Report}, took: Memo}
}

// Count implements [engine.Counter].
func (c *memoCounter) Count(ctx context.Context) (*big.Int, error) {
	if c.fallback == nil {
		return c.count(ctx, 0)
	}
	f := *c.fallback // a count may be asked for again
	states := c.bound()
	if states <= fewStates {
		return c.surely(ctx, &f)
	}
	n, left, err := c.quick(ctx)
	switch {
	case err != nil || left == 0:
		return n, err
	case states <= someStates:
		return c.surely(ctx, &f)
	}
	if local(c.problem) {
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
	return c.atLength(ctx, &f)
}

// bound bounds the states of memo, if it is worth asking.
func (c *memoCounter) bound() float64 {
	if c.problem.Items() > boundedItems {
		return math.Inf(1)
	}
	return memo.Bound(c.problem)
}

// surely counts with memo, which has few states. Only memory may be missing.
func (c *memoCounter) surely(ctx context.Context, f *fallback) (*big.Int, error) {
	c.why = "there are few states"
	n, err := c.count(ctx, 0)
	if errors.Is(err, memo.ErrMemory) {
		return c.fell(f, f.finish(ctx))
	}
	return n, err
}

// quick counts with links, and stops after some nodes. It returns the share of the tree
// that is left.
func (c *memoCounter) quick(ctx context.Context) (n *big.Int, left float64, err error) {
	links := &fallback{problem: c.problem, request: c.fallback.request, name: Links, why: whyQuick}
	left, err = links.begin(ctx, quickNodes)
	n, err = c.fell(links, err)
	return n, left, err
}

// atLength counts where there is much to do.
func (c *memoCounter) atLength(ctx context.Context, f *fallback) (*big.Int, error) {
	kinds, gain := findKinds(ctx, c.problem), 1.0
	if kinds != nil {
		gain = kinds.gain
	}
	if n, done, err := c.try(ctx, f, memoNodes(c.problem, f.name, gain)); done {
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
func (c *memoCounter) try(ctx context.Context, f *fallback, nodes int64) (n *big.Int, done bool, err error) {
	c.why = whyMemo(nodes, f.name, f.why)
	n, err = c.count(ctx, nodes)
	return n, err == nil || ctx.Err() != nil, err
}

// fell notes what the other engine has done, and returns what it has found.
func (c *memoCounter) fell(f *fallback, err error) (*big.Int, error) {
	c.took, c.why, c.stats = f.name, f.why, f.stats
	return big.NewInt(f.stats.Solutions), err
}

// count counts with memo, with so many nodes at most if that is not 0.
func (c *memoCounter) count(ctx context.Context, nodes int64) (*big.Int, error) {
	c.took = Memo
	o := c.options
	o.MaxNodes = nodes
	n, stats, err := memo.Count(ctx, c.problem, o)
	if n == nil {
		n = new(big.Int)
	}
	c.stats = engine.Stats{Nodes: stats.Nodes}
	if n.IsInt64() {
		c.stats.Solutions = n.Int64()
	}
	return n, err
}

// Solutions implements [engine.Engine].
func (c *memoCounter) Solutions(ctx context.Context) iter.Seq[matrix.Solution] {
	return func(yield func(matrix.Solution) bool) {
		var d *memo.Diagram
		c.stats = engine.Stats{}
		if d, c.err = memo.Build(ctx, c.problem, c.options); c.err != nil {
			return
		}
		c.stats.Nodes = int64(d.Nodes())
		for s := range d.Solutions() {
			if c.err = ctx.Err(); c.err != nil {
				return
			}
			c.stats.Solutions++
			if !yield(s) {
				return
			}
		}
	}
}

// Err implements [engine.Engine].
func (c *memoCounter) Err() error { return c.err }

// Stats implements [engine.Engine]. The nodes are those of the search for a count, and
// of the diagram for solutions. A number of solutions beyond 64 bits is left out.
func (c *memoCounter) Stats() engine.Stats { return c.stats }
