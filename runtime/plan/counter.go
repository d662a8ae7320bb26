package plan

import (
	"context"
	"fmt"
	"iter"
	"math/big"
	"sync/atomic"
	"time"

	"quadrille/runtime/engine"
	"quadrille/runtime/matrix"
	"quadrille/runtime/memo"
)

// memoCounter counts solutions with the engine memo. As an engine it makes the diagram of
// all solutions and runs through it.
//
// Under the planner there is another engine to fall back on. Then (1) links count small
// trees, (2) memo may try for a part of the time that the other engine is taken to need,
// and (3) the other engine counts. It is made only when its turn comes.
type memoCounter struct {
	problem  *matrix.Problem
	options  memo.Options
	fallback *fallback // nil if memo was asked for
	took     string    // the engine of the last count
	why      string    // of the last count under the planner
	stats    engine.Stats
	err      error
}

// fallback is the engine to fall back on.
type fallback struct {
	request   Request
	name, why string
}

func newCounter(p *matrix.Problem, r Request) *memoCounter {
	return &memoCounter{problem: p, options: memo.Options{MaxMemory: r.MaxMemory, Threads: r.Threads, Report: r.Report}, took: Memo}
}

// Count implements [engine.Counter].
func (c *memoCounter) Count(ctx context.Context) (*big.Int, error) {
	if c.fallback == nil {
		return c.count(ctx)
	}
	if c.problem.Items() <= boundedItems && memo.Bound(c.problem) <= fewStates {
		c.why = "there are few states"
		if n, err := c.count(ctx); err == nil || ctx.Err() != nil {
			return n, err
		}
	}
	n, left, err := c.quick(ctx)
	if err != nil || left == 0 {
		return n, err
	}
	if local(c.problem) {
		return c.countLocal(ctx)
	}
	patience := memoPatience(c.problem, c.fallback.name, c.stats, left)
	if n, done, err := c.try(ctx, patience); done {
		return n, err
	}
	return c.fallBack(ctx)
}

// countLocal counts where states are likely to be shared: if the other engine does not
// come to an end soon, memo gets some seconds.
func (c *memoCounter) countLocal(ctx context.Context) (*big.Int, error) {
	if n, done, err := c.try(ctx, anyway); done {
		return n, err
	}
	short, cancel := context.WithTimeout(ctx, 3*soon)
	defer cancel()
	if n, err := c.fallBack(short); err == nil || ctx.Err() != nil {
		return n, err
	}
	if n, done, err := c.try(ctx, tryout); done {
		return n, err
	}
	return c.fallBack(ctx)
}

// try lets memo count for some time. It reports whether it came to an end, if only
// because ctx is done.
func (c *memoCounter) try(ctx context.Context, patience time.Duration) (n *big.Int, done bool, err error) {
	c.why = whyMemo(patience, c.fallback.name, c.fallback.why)
	short, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	n, err = c.count(short)
	return n, err == nil || ctx.Err() != nil, err
}

// quick counts with links, and stops after some nodes. It returns the share of the tree
// that is left.
func (c *memoCounter) quick(ctx context.Context) (n *big.Int, left float64, err error) {
	links, err := Tree(c.problem, c.fallback.request)
	if err != nil {
		return nil, 0, err
	}
	var stop atomic.Bool
	halt := context.AfterFunc(ctx, func() { stop.Store(true) })
	defer halt()
	for _, cube := range links.Explore(&stop, engine.Whole, quickNodes, func(matrix.Solution) bool { return true }) {
		left += cube.Part
	}
	c.took, c.why, c.stats = Links, fmt.Sprintf("fewer than %d nodes", quickNodes), links.Stats()
	return big.NewInt(c.stats.Solutions), left, ctx.Err()
}

// fallBack counts with the other engine.
func (c *memoCounter) fallBack(ctx context.Context) (*big.Int, error) {
	plan, err := take(c.problem, c.fallback.request, c.fallback.name, c.fallback.why)
	if err != nil {
		return nil, err
	}
	n, err := plan.Engine.(engine.Counter).Count(ctx)
	c.took, c.stats = plan.Name, plan.Stats()
	return n, err
}

func (c *memoCounter) count(ctx context.Context) (*big.Int, error) {
	c.took = Memo
	n, stats, err := memo.Count(ctx, c.problem, c.options)
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
