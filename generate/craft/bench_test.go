package craft_test

import (
	"testing"

	"quadrille/generate/craft"
)

func BenchmarkMake(b *testing.B) {
	m, r := maker(b, sudoku, craft.Recipe{}), seed(1)
	b.ReportAllocs()
	for b.Loop() {
		made(b, m, r)
	}
}
