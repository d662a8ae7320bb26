package matrix_test

import (
	"fmt"
	"runtime"
	"testing"

	"quadrille/runtime/matrix"
)

// addDominoes adds the options of placing a domino on a square of n by n cells, which are 2n(n-1).
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

// squareSizes are the sizes n of the square with half a million options, a million and two million.
var squareSizes = []int{500, 707, 1000}

// BenchmarkBuild builds matrices, with the declaration of items and the final checks. It reports how many bytes of the
// heap a matrix takes for each entry.
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

// BenchmarkHolding lists the options of each item, as engines do at their start.
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

// bytesOfEntry returns the bytes of the heap that the matrix of dominoes takes for each entry of an option. There is an
// item for every four entries, and most of the memory of an item is its name.
func bytesOfEntry(t testing.TB, n int) float64 {
	before := liveBytes()
	p := addDominoes(t, n)
	after := liveBytes()
	entries := p.EntryCount()
	runtime.KeepAlive(p)
	return float64(after-before) / float64(entries)
}

// liveBytes returns the number of bytes of the heap in use. It collects garbage twice, because pools are emptied only
// the second time.
func liveBytes() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// TestProblemIsSmall: a problem takes at most 24 bytes for each entry, including its items.
func TestProblemIsSmall(t *testing.T) {
	if got := bytesOfEntry(t, 200); got > 24 {
		t.Errorf("the matrix takes %.1f bytes for an entry, and may take 24", got)
	}
}
