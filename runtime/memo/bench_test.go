package memo_test

import (
	"context"
	"io"
	"math/rand/v2"
	"testing"

	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/memo"
)

// BenchmarkCount counts problems of different kinds by Auto.
func BenchmarkCount(b *testing.B) {
	for _, c := range []struct {
		name    string
		problem *matrix.Problem
		want    string
	}{
		{"dominoes-8x8", dominoProblem(8, 8), "12988816"},
		{"dominoes-12x12", dominoProblem(12, 12), "53060477521960000"},
		{"dominoes-16x16", dominoProblem(16, 16), "2444888770250892795802079170816"},
		{"queens-12", matrixtest.QueensProblem(12), "14200"},
		{"langford-11", matrixtest.LangfordProblem(11), "35584"},
		{"latin-5", latinProblem(5, false), "161280"},
		{"latin-6-reduced", latinProblem(6, true), "9408"},
		{"soma", packingProblem(boxCell{3, 3, 3}, somaPieces, false), "11520"},
		{"y-10x10", packingProblem(boxCell{1, 10, 10}, yPentomino, true), "350"},
		{"y-15x15", packingProblem(boxCell{1, 15, 15}, yPentomino, true), "1696"},
		{"pentominoes-6x10", packingProblem(boxCell{1, 6, 10}, pentominoes, false), "9356"},
		{"dudeney", packingProblem(boxCell{1, 8, 8}, append(parsePieces("##/##"), pentominoes...), false), "129168"},
	} {
		b.Run(c.name, func(b *testing.B) {
			if c.name == "dudeney" && testing.Short() {
				b.Skip("half a minute")
			}
			b.ReportAllocs()
			var stats memo.CountStats
			for b.Loop() {
				n, s, err := memo.CountSolutions(context.Background(), c.problem, memo.CountOptions{})
				if err != nil || n.String() != c.want {
					b.Fatalf("%v, %v", n, err)
				}
				stats = s
			}
			b.ReportMetric(float64(stats.States), "states")
			b.ReportMetric(float64(stats.Bytes)/(1<<20), "MB")
		})
	}
}

func BenchmarkBuild(b *testing.B) {
	p := dominoProblem(12, 12)
	b.ReportAllocs()
	for b.Loop() {
		if d := mustDiagram(b, p, memo.CountOptions{}); d.NodeCount() == 0 {
			b.Fatal("no nodes")
		}
	}
}

func BenchmarkDiagram(b *testing.B) {
	d := mustDiagram(b, dominoProblem(12, 12), memo.CountOptions{})
	r := rand.New(rand.NewPCG(1, 2))
	b.Run("sample", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			d.SampleSolution(r)
		}
	})
	b.Run("extreme", func(b *testing.B) {
		for b.Loop() {
			d.ExtremeSolution(func(o matrix.OptionID) float64 { return float64(o) }, true)
		}
	})
	b.Run("write", func(b *testing.B) {
		for b.Loop() {
			if err := d.WriteDiagram(io.Discard); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("solutions", func(b *testing.B) {
		b.ReportAllocs()
		n := 0
		for b.Loop() {
			for range d.AllSolutions() {
				if n++; n%1000 == 0 {
					break
				}
			}
		}
	})
}
