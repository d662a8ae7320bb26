package sparse_test

import (
	"sync/atomic"
	"testing"

	"quadrille/runtime/engine/dlx"
	"quadrille/runtime/engine/sparse"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/search"
)

// BenchmarkNodes explores the first nodes of a tree, with links and with sparse
// sets. The trees are the same.
func BenchmarkNodes(b *testing.B) {
	for _, c := range []struct {
		name   string
		p      *matrix.Problem
		budget int64
	}{
		{"Y15x15", matrixtest.YProblem(15, 15), 500_000},
		{"Y40x40", matrixtest.YProblem(40, 40), 50_000},
		{"6x10", matrixtest.PentominoProblem(6, 10, false), 300_000},
		{"queens12", matrixtest.QueensProblem(12), 0},
		{"langford11", matrixtest.LangfordProblem(11), 0},
	} {
		b.Run(c.name+"/links", func(b *testing.B) {
			exploreAll(b, dlx.NewSearch(c.p, dlx.SearchOptions{Chooser: dlx.MRV{}}), c.budget)
		})
		b.Run(c.name+"/sparse", func(b *testing.B) {
			exploreAll(b, sparse.NewSearch(c.p, sparse.SearchOptions{}), c.budget)
		})
	}
}

func exploreAll(b *testing.B, e search.Cutter, budget int64) {
	b.ReportAllocs()
	for b.Loop() {
		e.Explore(new(atomic.Bool), search.WholeTree, budget, func(matrix.Solution) bool { return true })
	}
	b.ReportMetric(float64(e.Stats().Nodes)/b.Elapsed().Seconds()/1000, "knodes/s")
}
