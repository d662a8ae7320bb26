package matrix_test

import (
	"fmt"
	"runtime"
	"testing"

	"quadrille/runtime/matrix"
)

// addDominoes tells a builder of the ways to put a domino on a square of n by n cells,
// which are 2n(n-1).
func addDominoes(t testing.TB, n int) *matrix.Problem {
	t.Helper()
	b := matrix.NewBuilder()
	for k := range n * n {
		b.AddPrimary(fmt.Sprintf("%d,%d", k/n, k%n), matrix.Once)
	}
	b.ReserveOptions(2*n*(n-1), 4*n*(n-1))
	for k := range matrix.ItemID(n * n) {
		if int(k)%n > 0 {
			b.AddOption(matrix.Entry{Item: k - 1}, matrix.Entry{Item: k})
		}
		if int(k)/n > 0 {
			b.AddOption(matrix.Entry{Item: k - matrix.ItemID(n)}, matrix.Entry{Item: k})
		}
	}
	p, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// squareSizes of the square, for half a million options, a million and two million.
var squareSizes = []int{500, 707, 1000}

// BenchmarkBuild builds matrices, items and checks of what was built included, and
// tells how many bytes of the heap one holds on to for each entry.
func BenchmarkBuild(b *testing.B) {
	for k, n := range squareSizes {
		b.Run(fmt.Sprintf("puzzle=dominoes/size=%dx", 1<<k), func(b *testing.B) {
			b.ReportAllocs()
			options := 0
			for b.Loop() {
				options = addDominoes(b, n).OptionCount()
			}
			b.ReportMetric(float64(options)*float64(b.N)/b.Elapsed().Seconds(), "options/s")
			b.ReportMetric(bytesOfEntry(b, n), "bytes/entry")
		})
	}
}

// BenchmarkHolding lists the options of each item, with which engines begin.
func BenchmarkHolding(b *testing.B) {
	for k, n := range squareSizes {
		b.Run(fmt.Sprintf("puzzle=dominoes/size=%dx", 1<<k), func(b *testing.B) {
			p := addDominoes(b, n)
			b.ReportAllocs()
			for b.Loop() {
				p.OptionsByItem()
			}
			b.ReportMetric(float64(p.OptionCount())*float64(b.N)/b.Elapsed().Seconds(), "options/s")
		})
	}
}

// bytesOfEntry returns the bytes of the heap that the matrix of dominoes takes for each
// entry of an option. There is an item for every four entries, and names are most of
// what an item takes.
func bytesOfEntry(t testing.TB, n int) float64 {
	before := liveBytes()
	p := addDominoes(t, n)
	after := liveBytes()
	entries := p.EntryCount()
	runtime.KeepAlive(p)
	return float64(after-before) / float64(entries)
}

// liveBytes returns how much of the heap is in use. It collects garbage twice, for
// what lies in pools goes only the second time.
func liveBytes() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// TestProblemIsSmall: an entry of an option takes 24 bytes or less, items and all.
func TestProblemIsSmall(t *testing.T) {
	if got := bytesOfEntry(t, 200); got > 24 {
		t.Errorf("the matrix takes %.1f bytes for an entry, and may take 24", got)
	}
}
