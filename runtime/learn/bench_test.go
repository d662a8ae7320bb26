package learn_test

import (
	"context"
	"testing"

	"quadrille/runtime/learn"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
)

// BenchmarkFirst finds one solution, or that there is none.
func BenchmarkFirst(b *testing.B) {
	for _, c := range []struct {
		name    string
		problem *matrix.Problem
	}{
		{"order30", square(b, "order30")},
		{"order33", square(b, "order33")},
		{"queens20", matrixtest.Queens(20)},
		{"mutilated8", dominoes(b, 8, 8, "0 0", "7 7")},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			s := find(b, c.problem, learn.Options{})
			var conflicts int64
			for b.Loop() {
				for range s.Solutions(context.Background()) {
					break
				}
				conflicts += s.Conflicts()
			}
			b.ReportMetric(float64(conflicts)/b.Elapsed().Seconds(), "conflicts/s")
			b.ReportMetric(float64(conflicts)/float64(b.N), "conflicts/op")
		})
	}
}

// BenchmarkAll enumerates.
func BenchmarkAll(b *testing.B) {
	for name, p := range map[string]*matrix.Problem{
		"queens8": matrixtest.Queens(8), "dominoes6": dominoes(b, 6, 6), "latin4": latin(b, ".... .... .... ...."),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			s := find(b, p, learn.Options{})
			for b.Loop() {
				for range s.Solutions(context.Background()) {
				}
			}
		})
	}
}
