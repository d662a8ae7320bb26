package plan

import (
	"context"
	"iter"
	"math/big"

	"quadrille/runtime/engine"
	"quadrille/runtime/matrix"
	"quadrille/runtime/memo"
	"quadrille/runtime/run"
)

// memoCounter counts solutions with the engine memo. As an engine it makes the diagram of
// all solutions and runs through it.
//
// Under the planner it has another engine beside it, which (1) counts small trees, and (2)
// takes over if states are not shared as soon as a quarter of the time is over that it is
// taken to need itself.
type memoCounter struct {
	problem   *matrix.Problem
	options   memo.Options
	otherwise *Plan  // nil if memo was asked for; its engine is a *run.Run
	why       string // of the last count under the planner
	visited   bool   // the other engine has made the last count
	stats     engine.Stats
	err       error
}

func newCounter(p *matrix.Problem, r Request) *memoCounter {
	return &memoCounter{problem: p, options: memo.Options{MaxMemory: r.MaxMemory, Report: r.Report}}
}

// Count implements [engine.Counter].
func (c *memoCounter) Count(ctx context.Context) (*big.Int, error) {
	if c.otherwise == nil {
		return c.count(ctx)
	}
	c.why = c.otherwise.why
	other := c.otherwise.Engine.(*run.Run)
	if n, done := other.Try(ctx, quickNodes); done {
		c.visited, c.stats = true, other.Stats()
		return big.NewInt(n), nil
	}
	if patience, nodes := memoPatience(c.problem, c.otherwise.Name); patience >= leastPatience {
		c.why = whyMemo(nodes, patience, c.otherwise.Name, c.otherwise.why)
		short, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		if n, err := c.count(short); err == nil || ctx.Err() != nil {
			return n, err
		}
	}
	n, err := other.Count(ctx)
	c.visited, c.stats = true, other.Stats()
	return n, err
}

func (c *memoCounter) count(ctx context.Context) (*big.Int, error) {
	c.visited = false
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

// Stats implements [engine.Engine]. A number of solutions beyond 64 bits is left out. The nodes are those of the search for a count, and
// of the diagram for solutions.
func (c *memoCounter) Stats() engine.Stats { return c.stats }
