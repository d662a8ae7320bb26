package plan

import (
	"context"
	"math/big"

	"quadrille/runtime/halves"
	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// halvesEngine is halves as an engine that only counts: it lists solutions by another one.
type halvesEngine struct {
	search.Engine
	problem *matrix.Problem
	options halves.Options
	stats   search.Stats
	counted bool
}

func newHalves(p *matrix.Problem, r Request) *halvesEngine {
	return &halvesEngine{problem: p, options: halves.Options{MaxMemory: r.MaxMemory, Threads: r.Threads, Report: r.Report}}
}

// listing makes the engine that lists solutions.
func (e *halvesEngine) listing(r Request) (*halvesEngine, error) {
	name, why := searcher(e.problem)
	lister, err := take(e.problem, r, name, why)
	if err == nil {
		e.Engine = lister.Engine
	}
	return e, err
}

// Count implements [search.Counter].
func (e *halvesEngine) Count(ctx context.Context) (*big.Int, error) {
	n, stats, err := halves.Count(ctx, e.problem, e.options)
	e.stats, e.counted = search.Stats{Nodes: stats.Regions}, true
	if n == nil {
		n = new(big.Int)
	}
	if n.IsInt64() {
		e.stats.Solutions = n.Int64()
	}
	return n, err
}

// Stats implements [search.Engine]. The nodes of a count are the regions that were covered.
func (e *halvesEngine) Stats() search.Stats {
	if e.counted {
		return e.stats
	}
	return e.Engine.Stats()
}
