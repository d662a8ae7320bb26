package learn_test

import (
	"context"
	"testing"

	"quadrille/runtime/engine/learn"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
)

// BenchmarkFirst finds one solution, or that there is none.
func BenchmarkFirst(b *testing.B) {
	for _, c := range []struct {
		name    string
		problem *matrix.Problem
	}{
		{"order30", squareProblem(b, "order30")},
		{"order33", squareProblem(b, "order33")},
		{"queens20", matrixtest.QueensProblem(20)},
		{"mutilated8", matrixtest.DominoProblem(8, [2]int{0, 0}, [2]int{7, 7})},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			s := mustSearch(b, c.problem, learn.LearnOptions{})
			var conflicts int64
			for b.Loop() {
				for range s.Solutions(context.Background()) {
					break
				}
				conflicts += s.ConflictCount()
			}
			b.ReportMetric(float64(conflicts)/b.Elapsed().Seconds(), "conflicts/s")
			b.ReportMetric(float64(conflicts)/float64(b.N), "conflicts/op")
		})
	}
}

// BenchmarkAll enumerates.
func BenchmarkAll(b *testing.B) {
	for name, p := range map[string]*matrix.Problem{
		"queens8": matrixtest.QueensProblem(8), "dominoes6": matrixtest.DominoBoard(6, 6),
		"latin4": latinProblem(b, ".... .... .... ...."),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			s := mustSearch(b, p, learn.LearnOptions{})
			for b.Loop() {
				for range s.Solutions(context.Background()) {
				}
			}
		})
	}
}
