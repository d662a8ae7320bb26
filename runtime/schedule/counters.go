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

// countFunc counts solutions and returns their number and the effort. The number is never nil; with
// an error it is the number of solutions found until then.
type countFunc func(context.Context) (*big.Int, search.Stats, error)

// countResult returns its arguments as the results of a [countFunc]. If n is nil, the number is 0.
func countResult(n *big.Int, nodes int64, err error) (*big.Int, search.Stats, error) {
	if n == nil {
		n = new(big.Int)
	}
	stats := search.Stats{Nodes: nodes}
	if n.IsInt64() {
		stats.Solutions = n.Int64()
	}
	return n, stats, err
}

// countByMemo returns a function that counts with package memo, which computes the number of solutions below each state
// only once.
func countByMemo(p *matrix.Problem, o memo.CountOptions) countFunc {
	return func(ctx context.Context) (*big.Int, search.Stats, error) {
		n, stats, err := memo.CountSolutions(ctx, p, o)
		return countResult(n, stats.Nodes, err)
	}
}

// countByHalves returns a function that counts with package halves, which combines the partial solutions of two halves.
// The nodes in the effort are the regions that partial solutions cover.
func countByHalves(p *matrix.Problem, o halves.CountOptions) countFunc {
	return func(ctx context.Context) (*big.Int, search.Stats, error) {
		n, stats, err := halves.CountSolutions(ctx, p, o)
		return countResult(n, stats.Regions, err)
	}
}

// countByPlanar returns a function that counts with package planar, which computes a determinant. The effort has no
// nodes.
func countByPlanar(p *matrix.Problem, r Request) countFunc {
	return func(ctx context.Context) (*big.Int, search.Stats, error) {
		n, err := planar.CountSolutions(ctx, p, func(part float64) {
			if r.Report != nil {
				r.Report(search.Progress{Share: part})
			}
		})
		return countResult(n, 0, err)
	}
}

func memoOptions(r Request) memo.CountOptions {
	return memo.CountOptions{MaxMemory: r.MaxMemory, Threads: r.Threads, Report: r.Report,
		ConnectedSets: r.ConnectedSets}
}

func halvesOptions(r Request) halves.CountOptions {
	return halves.CountOptions{MaxMemory: r.MaxMemory, Threads: r.Threads, Report: r.Report}
}

// memoEngine makes package memo a search engine. It counts the solutions. To list solutions, it builds a diagram of
// all of them first.
type memoEngine struct {
	problem  *matrix.Problem
	settings memo.CountOptions
	stats    search.Stats
	err      error
}

// Count implements [search.Counter].
func (e *memoEngine) Count(ctx context.Context) (n *big.Int, err error) {
	n, e.stats, err = countByMemo(e.problem, e.settings)(ctx)
	return n, err
}

// Solutions implements [search.Engine].
func (e *memoEngine) Solutions(ctx context.Context) iter.Seq[matrix.Solution] {
	return func(yield func(matrix.Solution) bool) {
		var d *memo.Diagram
		e.stats = search.Stats{}
		if d, e.err = memo.BuildDiagram(ctx, e.problem, e.settings); e.err == nil {
			e.err = listDiagram(ctx, d, &e.stats, yield)
		}
	}
}

// listDiagram lists the solutions of a diagram. It keeps the numbers of nodes and of solutions in stats up to date.
func listDiagram(ctx context.Context, d *memo.Diagram, stats *search.Stats, yield func(matrix.Solution) bool) error {
	*stats = search.Stats{Nodes: int64(d.NodeCount())}
	for s := range d.AllSolutions() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if stats.Solutions++; !yield(s) {
			return nil
		}
	}
	return nil
}

// Err implements [search.Engine].
func (e *memoEngine) Err() error { return e.err }

// Stats implements [search.Engine]. The nodes are those of the search for a count, and those of the
// diagram for a list. The number of solutions is left out if it exceeds 64 bits.
func (e *memoEngine) Stats() search.Stats { return e.stats }

// countingEngine is an engine that counts solutions with a function, and lists them with another engine.
type countingEngine struct {
	search.Engine
	countSolutions countFunc     // counts the solutions
	stats          *search.Stats // effort of the count; nil before the first count
}

func newCountingEngine(p *matrix.Problem, r Request, count countFunc) (*countingEngine, error) {
	name, why := fastestVisitor(p)
	lister, err := planNamedOrLinks(p, r, name, why)
	if err != nil {
		return nil, err
	}
	return &countingEngine{Engine: lister.Engine, countSolutions: count}, nil
}

// Count implements [search.Counter].
func (e *countingEngine) Count(ctx context.Context) (*big.Int, error) {
	n, stats, err := e.countSolutions(ctx)
	e.stats = &stats
	return n, err
}

// Stats implements [search.Engine].
func (e *countingEngine) Stats() search.Stats {
	if e.stats != nil {
		return *e.stats
	}
	return e.Engine.Stats()
}
