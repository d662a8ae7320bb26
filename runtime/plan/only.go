package plan

import (
	"context"
	"math/big"

	"quadrille/runtime/halves"
	"quadrille/runtime/matrix"
	"quadrille/runtime/memo"
	"quadrille/runtime/planar"
	"quadrille/runtime/search"
)

// count is a way to count, with the effort that it takes. The number is never nil; with an error
// it is that of what was met.
type count func(context.Context) (*big.Int, search.Stats, error)

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

// byStates counts by states that are shared.
func byStates(p *matrix.Problem, o memo.CountOptions) count {
	return func(ctx context.Context) (*big.Int, search.Stats, error) {
		n, stats, err := memo.CountSolutions(ctx, p, o)
		return counted(n, stats.Nodes, err)
	}
}

// byHalves counts by halves. The nodes are the regions that were covered.
func byHalves(p *matrix.Problem, o halves.CountOptions) count {
	return func(ctx context.Context) (*big.Int, search.Stats, error) {
		n, stats, err := halves.CountSolutions(ctx, p, o)
		return counted(n, stats.Regions, err)
	}
}

// byDrawing counts by a determinant, and visits no nodes.
func byDrawing(p *matrix.Problem, r Request) count {
	return func(ctx context.Context) (*big.Int, search.Stats, error) {
		n, err := planar.CountSolutions(ctx, p, func(share float64) {
			if r.Report != nil {
				r.Report(search.Progress{Share: share})
			}
		})
		return counted(n, 0, err)
	}
}

func halvesOptions(r Request) halves.CountOptions {
	return halves.CountOptions{MaxMemory: r.MaxMemory, Threads: r.Threads, Report: r.Report}
}

// onlyCounts is an engine that visits no solutions: it lists them by another one.
type onlyCounts struct {
	search.Engine
	count count
	told  *search.Stats // of the count, once there is one
}

func onlyCounting(p *matrix.Problem, r Request, count count) (*onlyCounts, error) {
	name, why := searcher(p)
	lister, err := take(p, r, name, why)
	if err != nil {
		return nil, err
	}
	return &onlyCounts{Engine: lister.Engine, count: count}, nil
}

// Count implements [search.Counter].
func (e *onlyCounts) Count(ctx context.Context) (*big.Int, error) {
	n, stats, err := e.count(ctx)
	e.told = &stats
	return n, err
}

// Stats implements [search.Engine].
func (e *onlyCounts) Stats() search.Stats {
	if e.told != nil {
		return *e.told
	}
	return e.Engine.Stats()
}
