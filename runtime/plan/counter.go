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

// Counter counts solutions with the engine memo. As an engine it makes the diagram of
// all solutions and runs through it.
type Counter struct {
	problem *matrix.Problem
	options memo.Options
	// patience bounds the time for a count, if another engine can take over.
	patience  time.Duration
	otherwise *Plan
	visited   bool // the other engine has made the last count
	stats     engine.Stats
	err       error
}

// Count returns the number of solutions.
func (c *Counter) Count(ctx context.Context) (*big.Int, error) {
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

// Took returns the name of the engine that the last count was made by.
func (c *Counter) Took() string {
	if c.visited {
		return c.otherwise.Name
	}
	return Memo
}

func (c *Counter) count(ctx context.Context) (*big.Int, error) {
	c.visited = false
	n, stats, err := memo.Count(ctx, c.problem, c.options)
	c.stats = engine.Stats{Nodes: stats.Nodes}
	return n, err
}

// visit lets the other engine count the solutions one by one.
func (c *Counter) visit(ctx context.Context) (*big.Int, error) {
	c.visited = true
	var n int64
	for range c.otherwise.Solutions(ctx) {
		n++
	}
	c.stats = c.otherwise.Stats()
	return big.NewInt(n), c.otherwise.Err()
}

// Diagram makes the diagram of all solutions.
func (c *Counter) Diagram(ctx context.Context) (*memo.Diagram, error) {
	return memo.Build(ctx, c.problem, c.options)
}

// Solutions implements [engine.Engine].
func (c *Counter) Solutions(ctx context.Context) iter.Seq[matrix.Solution] {
	return func(yield func(matrix.Solution) bool) {
		var d *memo.Diagram
		c.stats = engine.Stats{}
		if d, c.err = c.Diagram(ctx); c.err != nil {
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
func (c *Counter) Err() error { return c.err }

// Stats implements [engine.Engine]. The nodes are those of the search for a count, and
// of the diagram for solutions.
func (c *Counter) Stats() engine.Stats { return c.stats }
