package latin_test

import (
	"fmt"
	"testing"

	"quadrille/compile/latin"
)

func BenchmarkRandom(b *testing.B) {
	for _, n := range []int{9, 35, latin.MaxOrder} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			rng := seed(1)
			b.ReportAllocs()
			for b.Loop() {
				latin.RandomSquare(n, rng)
			}
		})
	}
}

func BenchmarkRead(b *testing.B) {
	text := latin.PunchHoles(latin.RandomSquare(35, seed(1)), 405, seed(2)).String()
	b.ReportAllocs()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := latin.ReadSquare("square", text); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkTriangles(b *testing.B) {
	s := latin.PunchBalancedHoles(latin.RandomSquare(35, seed(1)), 405, seed(2))
	b.ReportAllocs()
	for b.Loop() {
		s.Graph().CountTriangles()
	}
}
