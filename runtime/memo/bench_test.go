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
		{"dominoes-8x8", dominoes(8, 8), "12988816"},
		{"dominoes-12x12", dominoes(12, 12), "53060477521960000"},
		{"dominoes-16x16", dominoes(16, 16), "2444888770250892795802079170816"},
		{"queens-12", matrixtest.Queens(12), "14200"},
		{"langford-11", matrixtest.Langford(11), "35584"},
		{"latin-5", latin(5, false), "161280"},
		{"latin-6-reduced", latin(6, true), "9408"},
		{"soma", pack(cell{3, 3, 3}, soma, false), "11520"},
		{"y-10x10", pack(cell{1, 10, 10}, yPentomino, true), "350"},
		{"y-15x15", pack(cell{1, 15, 15}, yPentomino, true), "1696"},
		{"pentominoes-6x10", pack(cell{1, 6, 10}, pentominoes, false), "9356"},
		{"dudeney", pack(cell{1, 8, 8}, append(drawn("##/##"), pentominoes...), false), "129168"},
	} {
		b.Run(c.name, func(b *testing.B) {
			if c.name == "dudeney" && testing.Short() {
				b.Skip("half a minute")
			}
			b.ReportAllocs()
			var stats memo.Stats
			for b.Loop() {
				n, s, err := memo.Count(context.Background(), c.problem, memo.Options{})
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
	p := dominoes(12, 12)
	b.ReportAllocs()
	for b.Loop() {
		if d := diagram(b, p, memo.Options{}); d.Nodes() == 0 {
			b.Fatal("no nodes")
		}
	}
}

func BenchmarkDiagram(b *testing.B) {
	d := diagram(b, dominoes(12, 12), memo.Options{})
	r := rand.New(rand.NewPCG(1, 2))
	b.Run("sample", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			d.Sample(r)
		}
	})
	b.Run("extreme", func(b *testing.B) {
		for b.Loop() {
			d.Extreme(func(o matrix.OptionID) float64 { return float64(o) }, true)
		}
	})
	b.Run("write", func(b *testing.B) {
		for b.Loop() {
			if err := d.Write(io.Discard); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("solutions", func(b *testing.B) {
		b.ReportAllocs()
		n := 0
		for b.Loop() {
			for range d.Solutions() {
				if n++; n%1000 == 0 {
					break
				}
			}
		}
	})
}
