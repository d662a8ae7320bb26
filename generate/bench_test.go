package generate

import (
	"testing"
)

func BenchmarkMake(b *testing.B) {
	m, r := maker(b, sudoku, Recipe{}), seed(1)
	b.ReportAllocs()
	for b.Loop() {
		made(b, m, r)
	}
}
