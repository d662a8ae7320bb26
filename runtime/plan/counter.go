package plan

import (
	"context"
	"errors"
	"iter"
	"math/big"
	"time"

	"quadrille/runtime/engine"
	"quadrille/runtime/matrix"
	"quadrille/runtime/memo"
)

// memoCounter counts solutions with the engine memo. As an engine it makes the diagram of
// all solutions and runs through it.
type memoCounter struct {
	problem *matrix.Problem
	options memo.Options
	// patience bounds the time for a count, if another engine can take over.
	patience  time.Duration
	otherwise *Plan // a counter as well
	visited   bool  // the other engine has made the last count
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
	short, cancel := context.WithTimeout(ctx, c.patience)
	defer cancel()
	n, err := c.count(short)
	if err == nil || ctx.Err() != nil || !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, memo.ErrMemory) && !errors.Is(err, memo.ErrUnfit) {
		return n, err
	}
	return c.visit(ctx)
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

// visit lets the other engine count, one by one.
func (c *memoCounter) visit(ctx context.Context) (*big.Int, error) {
	c.visited = true
	n, err := c.otherwise.Engine.(engine.Counter).Count(ctx)
	c.stats = c.otherwise.Stats()
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
