package dense_test

import (
	"slices"
	"testing"

	"quadrille/runtime/engine/dlx"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/search"
)

// BenchmarkSearch counts all solutions with the links, with the first phase alone, and with both phases and the filter.
func BenchmarkSearch(b *testing.B) {
	for _, c := range []struct {
		name string
		p    *matrix.Problem
	}{
		{"6x10", matrixtest.PentominoProblem(6, 10, false)},
		{"6x10-quarter", matrixtest.PentominoProblem(6, 10, true)},
		{"5x12-quarter", matrixtest.PentominoProblem(5, 12, true)},
		{"4x15-quarter", matrixtest.PentominoProblem(4, 15, true)},
		{"scott", matrixtest.ScottProblem()},
		{"queens-12", matrixtest.QueensProblem(12)},
		{"langford-11", matrixtest.LangfordProblem(11)},
	} {
		b.Run(c.name+"/links", func(b *testing.B) {
			benchmarkEngine(b, dlx.NewSearch(c.p, dlx.SearchOptions{Chooser: dlx.MRV{}}))
		})
		b.Run(c.name+"/dense", func(b *testing.B) { benchmarkEngine(b, newSearch(b, c.p, searchWay{})) })
		b.Run(c.name+"/phases", func(b *testing.B) {
			benchmarkEngine(b, newSearch(b, c.p, usualWay))
		})
	}
}

func benchmarkEngine(b *testing.B, e search.Engine) {
	b.ReportAllocs()
	for b.Loop() {
		for range e.Solutions(b.Context()) {
		}
	}
	b.ReportMetric(float64(e.Stats().Nodes), "nodes")
}

// BenchmarkCubes walks the tree in many small cubes, as threads do. It shows the cost of the paths to the cubes.
func BenchmarkCubes(b *testing.B) {
	s := newSearch(b, matrixtest.PentominoProblem(6, 10, true), usualWay)
	b.ReportAllocs()
	for b.Loop() {
		todo := []search.Cube{search.WholeTree}
		for len(todo) > 0 {
			left := s.Explore(nil, todo[len(todo)-1], 64, func(matrix.Solution) bool { return true })
			slices.Reverse(left)
			todo = append(todo[:len(todo)-1], left...)
		}
	}
}

// BenchmarkTwin makes a search for one more thread.
func BenchmarkTwin(b *testing.B) {
	s := newSearch(b, matrixtest.PentominoProblem(6, 10, false), usualWay)
	b.ReportAllocs()
	for b.Loop() {
		s.NewTwin(nil)
	}
}

// BenchmarkNewSearch builds the tables of the 6 by 10.
func BenchmarkNewSearch(b *testing.B) {
	p := matrixtest.PentominoProblem(6, 10, false)
	b.ReportAllocs()
	for b.Loop() {
		newSearch(b, p, usualWay)
	}
}
