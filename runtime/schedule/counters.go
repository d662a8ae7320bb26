package schedule

import (
	"context"
	"iter"
	"math/big"

	"quadrille/runtime/engine/halves"
	"quadrille/runtime/engine/memo"
	"quadrille/runtime/engine/planar"
	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// countFunc is a way to count, with the effort that it takes. The number is never nil; with an error
// it is that of what was met.
type countFunc func(context.Context) (*big.Int, search.Stats, error)

// counted returns the number that a count has come to, 0 if that is nothing, with its effort.
func counted(n *big.Int, nodes int64, err error) (*big.Int, search.Stats, error) {
	if n == nil {
		n = new(big.Int)
	}
	stats := search.Stats{Nodes: nodes}
	if n.IsInt64() {
		stats.Solutions = n.Int64()
	}
	return n, stats, err
}

// countByMemo counts by states that are shared.
func countByMemo(p *matrix.Problem, o memo.CountOptions) countFunc {
	return func(ctx context.Context) (*big.Int, search.Stats, error) {
		n, stats, err := memo.CountSolutions(ctx, p, o)
		return counted(n, stats.Nodes, err)
	}
}

// countByHalves counts by halves. The nodes are the regions that were covered.
func countByHalves(p *matrix.Problem, o halves.CountOptions) countFunc {
	return func(ctx context.Context) (*big.Int, search.Stats, error) {
		n, stats, err := halves.CountSolutions(ctx, p, o)
		return counted(n, stats.Regions, err)
	}
}

// countByPlanar counts by a determinant, and visits no nodes.
func countByPlanar(p *matrix.Problem, r Request) countFunc {
	return func(ctx context.Context) (*big.Int, search.Stats, error) {
		n, err := planar.CountSolutions(ctx, p, func(part float64) {
			if r.Report != nil {
				r.Report(search.Progress{Share: part})
			}
		})
		return counted(n, 0, err)
	}
}

func memoOptions(r Request) memo.CountOptions {
	return memo.CountOptions{MaxMemory: r.MaxMemory, Threads: r.Threads, Report: r.Report}
}

func halvesOptions(r Request) halves.CountOptions {
	return halves.CountOptions{MaxMemory: r.MaxMemory, Threads: r.Threads, Report: r.Report}
}

// memoEngine is memo as an engine: it counts, or makes the diagram of all solutions and
// runs through it.
type memoEngine struct {
	problem *matrix.Problem
	options memo.CountOptions
	stats   search.Stats
	err     error
}

// Count implements [search.Counter].
func (e *memoEngine) Count(ctx context.Context) (n *big.Int, err error) {
	n, e.stats, err = countByMemo(e.problem, e.options)(ctx)
	return n, err
}

// Solutions implements [search.Engine].
func (e *memoEngine) Solutions(ctx context.Context) iter.Seq[matrix.Solution] {
	return func(yield func(matrix.Solution) bool) {
		var d *memo.Diagram
		e.stats = search.Stats{}
		if d, e.err = memo.BuildDiagram(ctx, e.problem, e.options); e.err != nil {
			return
		}
		e.stats.Nodes = int64(d.NodeCount())
		for s := range d.AllSolutions() {
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

// countOnly is an engine that visits no solutions: it lists them by another one.
type countOnly struct {
	search.Engine
	count countFunc
	stats *search.Stats // of the count, once there is one
}

func newCountOnly(p *matrix.Problem, r Request, count countFunc) (*countOnly, error) {
	name, why := visitor(p)
	lister, err := namedOrLinks(p, r, name, why)
	if err != nil {
		return nil, err
	}
	return &countOnly{Engine: lister.Engine, count: count}, nil
}

// Count implements [search.Counter].
func (e *countOnly) Count(ctx context.Context) (*big.Int, error) {
	n, stats, err := e.count(ctx)
	e.stats = &stats
	return n, err
}

// Stats implements [search.Engine].
func (e *countOnly) Stats() search.Stats {
	if e.stats != nil {
		return *e.stats
	}
	return e.Engine.Stats()
}
