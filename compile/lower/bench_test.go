package lower_test

import (
	"fmt"
	"runtime"
	"testing"

	"quadrille/compile"
	"quadrille/compile/check"
	"quadrille/compile/compiletest"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/stdlib"
)

// sizedPuzzle is a puzzle that is as large as its parameter n says.
type sizedPuzzle struct {
	name    string
	text    string
	classes bool     // one solution of each class is wanted
	n       [3]int64 // for as many options, twice and four times as many
}

const (
	manyDominoes = `puz 1
use dominoes
param n = 2
board big on square = n x n
pack big with any of I2
`
	langfordPairs = `puz 1
param n = 3
items number[k] for k in 1..n
items slot[s] for s in 1..2*n
option number[k] slot[i] slot[i+k+1] for k in 1..n, i in 1..2*n where i + k + 1 <= 2*n
`
	manyPentominoes = `puz 1
use pentominoes
param n = 10
board big on square = n x n
pack big with any of pentominoes
`
	queensByLines = `puz 1
param n = 4
queens n
`
	queensOnTorus = `puz 1
param n = 4
queens n torus
`
	keptApart = `puz 1
param n = 4
items row[r] for r in 1..n
items column[c] for c in 1..n
option row[r] column[c] for r in 1..n, c in 1..n
matching {row[r] for r in 1..n} with {column[c] for c in 1..n}
forbid together row[r] column[c], row[r+1] column[c+d] for r in 1..n-1, c in 1..n, d in {-1, 1} where c + d >= 1 and c + d <= n
`
	latinSquares = `puz 1
param n = 4
latin n
`
)

// largePuzzles have some 2 million options at their largest, or a million where that is
// as large as a board may be.
func largePuzzles() []sizedPuzzle {
	return []sizedPuzzle{
		{"dominoes", manyDominoes, false, [3]int64{500, 707, 1000}},
		{"langford", langfordPairs, false, [3]int64{578, 817, 1155}},
		{"pentominoes", manyPentominoes, false, [3]int64{91, 128, 180}},
		{"pentominoes-classes", manyPentominoes, true, [3]int64{91, 128, 180}},
		{"queens-torus", queensOnTorus, false, [3]int64{500, 707, 1000}},
	}
}

// middlingPuzzles have some thousands of options: more kinds of them, in no time.
func middlingPuzzles() []sizedPuzzle {
	return []sizedPuzzle{
		{"dominoes", manyDominoes, false, [3]int64{75, 106, 150}},
		{"dominoes-classes", manyDominoes, true, [3]int64{75, 106, 150}},
		{"langford", langfordPairs, false, [3]int64{50, 70, 100}},
		{"pentominoes", manyPentominoes, false, [3]int64{15, 21, 30}},
		{"pentominoes-classes", manyPentominoes, true, [3]int64{15, 21, 30}},
		{"queens", queensByLines, false, [3]int64{60, 85, 120}},
		{"queens-classes", queensByLines, true, [3]int64{60, 85, 120}},
		{"queens-torus", queensOnTorus, false, [3]int64{60, 85, 120}},
		{"rooks-kept-apart", keptApart, false, [3]int64{30, 42, 60}},
		{"latin", latinSquares, false, [3]int64{15, 19, 24}},
	}
}

// compile takes a puzzle all the way from its text to the matrix.
func (s *sizedPuzzle) compile(t testing.TB, n int64) *compile.Program {
	t.Helper()
	o := compile.ProgramOptions{Params: map[string]int64{"n": n}, Equivalence: compiletest.SymmetryClasses(s.classes)}
	p, err := compile.CompileText(s.name, []byte(s.text), check.Importer{ReadModule: stdlib.ReadModule}, o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// BenchmarkOptions compiles puzzles of half a million options, a million and two
// million, or of half as many. The options a second should not depend on how many there are. The bytes
// are those that the matrix holds on to.
func BenchmarkOptions(b *testing.B) {
	for _, s := range largePuzzles() {
		for k, n := range s.n {
			b.Run(fmt.Sprintf("puzzle=%s/size=%dx", s.name, 1<<k), func(b *testing.B) {
				b.ReportAllocs()
				options := 0
				for b.Loop() {
					options = compiletest.PuzzleMatrix(b, s.compile(b, n)).OptionCount()
				}
				b.ReportMetric(float64(options)*float64(b.N)/b.Elapsed().Seconds(), "options/s")
				b.ReportMetric(s.matrixBytes(b, n), "bytes/entry")
			})
		}
	}
}

// matrixBytes returns the bytes of the heap that a matrix takes for each entry of its
// options, names of items and all. An option in a nogood counts like an entry. What
// else the compiler makes is let go.
func (s *sizedPuzzle) matrixBytes(t testing.TB, n int64) float64 {
	before := liveBytes()
	p := compiletest.PuzzleMatrix(t, s.compile(t, n))
	after := liveBytes()
	entries := p.EntryCount()
	for _, together := range p.Nogoods() {
		entries += len(together)
	}
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

// mostBytesOfEntry is what an entry of the matrix may take.
const mostBytesOfEntry = 24

func TestMatrixIsSmall(t *testing.T) {
	if testing.Short() {
		t.Skip("a second or more")
	}
	for _, s := range middlingPuzzles() {
		if got := s.matrixBytes(t, s.n[2]); got > mostBytesOfEntry {
			t.Errorf("%s: the matrix takes %.1f bytes for an entry, and may take %d", s.name, got, mostBytesOfEntry)
		}
	}
}

// madeFor tells what compiling has allocated for each option that it made, whether
// that is still there or not.
type madeFor struct{ bytes, allocations float64 }

func (s *sizedPuzzle) made(t testing.TB, n int64) madeFor {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	p := s.compile(t, n)
	runtime.ReadMemStats(&after)
	options := float64(compiletest.PuzzleMatrix(t, p).OptionCount())
	return madeFor{
		bytes:       float64(after.TotalAlloc-before.TotalAlloc) / options,
		allocations: float64(after.Mallocs-before.Mallocs) / options,
	}
}

// mostGrowth bounds what an option costs in a puzzle of four times as many, by what it
// costs in the small one. It would be 1, but slices grow by leaps; a quadratic step
// makes it 4.
const mostGrowth = 1.6

// TestCompilingIsLinear compares allocations and not times, so that a busy machine
// does not matter.
func TestCompilingIsLinear(t *testing.T) {
	if !matrixtest.SlowTestsWanted() {
		t.Skip("slow: only where " + matrixtest.SlowTests + " is set")
	}
	for _, s := range middlingPuzzles() {
		small, large := s.made(t, s.n[0]), s.made(t, s.n[2])
		if large.bytes > mostGrowth*small.bytes || large.allocations > mostGrowth*small.allocations {
			t.Errorf("%s: %+v for each option of a small puzzle, %+v of one with four times as many", s.name, small,
				large)
		}
	}
}
