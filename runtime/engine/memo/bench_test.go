package memo_test

import (
	"context"
	"io"
	"math/rand/v2"
	"testing"

	"quadrille/runtime/engine/memo"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
)

// dudeneyProblem is the problem of covering a chessboard by the twelve pentominoes and the square of four cells.
func dudeneyProblem() *matrix.Problem {
	return matrixtest.Packing{BoxSize: matrixtest.Cell{1, 8, 8},
		Pieces: append(matrixtest.ParsePieces("##/##"), matrixtest.Pentominoes...)}.Problem()
}

// BenchmarkCount counts problems of different kinds, with the branching rule that the engine chooses.
func BenchmarkCount(b *testing.B) {
	for _, c := range []struct {
		name    string
		problem *matrix.Problem
		want    string
	}{
		{"dominoes-8x8", matrixtest.DominoBoard(8, 8), "12988816"},
		{"dominoes-12x12", matrixtest.DominoBoard(12, 12), "53060477521960000"},
		{"dominoes-16x16", matrixtest.DominoBoard(16, 16), "2444888770250892795802079170816"},
		{"queens-12", matrixtest.QueensProblem(12), "14200"},
		{"langford-11", matrixtest.LangfordProblem(11), "35584"},
		{"latin-5", matrixtest.LatinProblem(5, false), "161280"},
		{"latin-6-reduced", matrixtest.LatinProblem(6, true), "9408"},
		{"soma", matrixtest.SomaProblem(), "11520"},
		{"y-10x10", matrixtest.YProblem(10, 10), "350"},
		{"y-15x15", matrixtest.YProblem(15, 15), "1696"},
		{"pentominoes-6x10", matrixtest.PentominoProblem(6, 10, false), "9356"},
		{"dudeney", dudeneyProblem(), "129168"},
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
	p := matrixtest.DominoBoard(12, 12)
	b.ReportAllocs()
	for b.Loop() {
		if d := mustDiagram(b, p, memo.CountOptions{}); d.NodeCount() == 0 {
			b.Fatal("no nodes")
		}
	}
}

func BenchmarkDiagram(b *testing.B) {
	d := mustDiagram(b, matrixtest.DominoBoard(12, 12), memo.CountOptions{})
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
