package sudoku_test

import (
	"context"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"quadrille/compile/sudoku"
	"quadrille/runtime/choose"
	"quadrille/runtime/dlx"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
)

func seed(n uint64) *rand.Rand { return rand.New(rand.NewPCG(n, 1)) }

func parse(t *testing.T, text string) sudoku.Grid {
	t.Helper()
	g, ok := sudoku.Parse([]byte(text))
	if !ok {
		t.Fatalf("%q is no sudoku", text)
	}
	return g
}

// completions counts with dancing links, up to a limit, on a matrix that is written
// down here: nothing of the package takes part.
func completions(t *testing.T, g sudoku.Grid, limit int) int {
	t.Helper()
	b := matrix.NewBuilder()
	var cell [81]matrix.ItemID
	var in [3][9][10]matrix.ItemID
	for i := range cell {
		cell[i] = b.Primary(fmt.Sprint("cell ", i), matrix.Once)
	}
	for kind, name := range []string{"row", "column", "box"} {
		for u := range 9 {
			for d := 1; d <= 9; d++ {
				in[kind][u][d] = b.Primary(fmt.Sprint(name, " ", u, " ", d), matrix.Once)
			}
		}
	}
	for i := range 81 {
		for d := 1; d <= 9; d++ {
			if g[i] != 0 && int(g[i]) != d {
				continue
			}
			box := i/27*3 + i%9/3
			b.Option(matrix.Entry{Item: cell[i]}, matrix.Entry{Item: in[0][i/9][d]},
				matrix.Entry{Item: in[1][i%9][d]}, matrix.Entry{Item: in[2][box][d]})
		}
	}
	p, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for range dlx.NewSearch(p, dlx.Options{Chooser: choose.MRV{}}).Solutions(context.Background()) {
		if n++; n == limit {
			break
		}
	}
	return n
}

// TestCount: the first of Royle's sudokus with 17 clues has one solution; with a digit
// exchanged, or a clue less, the links agree on the number.
func TestCount(t *testing.T) {
	g := parse(t, ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...")
	if n := sudoku.Solve(g, 3).Count; n != 1 {
		t.Errorf("%d solutions", n)
	}
	full := sudoku.Solve(g, 1).First
	if completions(t, full, 2) != 1 || full.Clues() != 81 {
		t.Errorf("%v is no solution", full)
	}
	rng := seed(2)
	for range matrixtest.Rounds(20, 60) {
		h := full
		for _, i := range rng.Perm(81)[:50+rng.IntN(8)] {
			h[i] = 0
		}
		if rng.IntN(3) == 0 {
			h[rng.IntN(81)] = uint8(1 + rng.IntN(9))
		}
		if got, want := sudoku.Solve(h, 500).Count, completions(t, h, 500); got != want {
			t.Errorf("%v has %d completions, and not %d", h, want, got)
		}
	}
}

// TestSolveWithin: what takes a number of guesses ends within so many, and not within fewer.
func TestSolveWithin(t *testing.T) {
	rng, guessed := seed(8), 0
	for range 50 {
		g := sudoku.Minimal(sudoku.Random(rng), rng)
		all := sudoku.Solve(g, 2)
		if found, ended := sudoku.SolveWithin(g, 2, all.Guesses); !ended || found != all {
			t.Fatalf("%v: %d guesses are not enough", g, all.Guesses)
		}
		if all.Guesses > 0 {
			guessed++
			if _, ended := sudoku.SolveWithin(g, 2, all.Guesses-1); ended {
				t.Fatalf("%v: one guess less than %d is enough", g, all.Guesses)
			}
		}
	}
	if guessed == 0 {
		t.Error("nothing was guessed")
	}
}

// TestParse: a line is what String writes, and nothing else.
func TestParse(t *testing.T) {
	g := sudoku.Random(seed(7))
	for i := range g {
		if i%3 > 0 {
			g[i] = 0
		}
	}
	for _, text := range []string{g.String(), strings.ReplaceAll(g.String(), ".", "0")} {
		if h, ok := sudoku.Parse([]byte(text)); !ok || h != g {
			t.Errorf("%s is read as %v", text, h)
		}
	}
	for _, text := range []string{"", g.String()[1:], g.String() + ".", g.String()[1:] + "x", g.String()[1:] + "\x00"} {
		if h, ok := sudoku.Parse([]byte(text)); ok {
			t.Errorf("%q is read as %v", text, h)
		}
	}
}

// TestContradictions: grids without a completion have none.
func TestContradictions(t *testing.T) {
	for _, text := range []string{
		"11" + strings.Repeat(".", 79),
		"1" + strings.Repeat(".", 79) + "1" + "",
		"12345678.........9" + strings.Repeat(".", 63),
	} {
		g := parse(t, text)
		want := completions(t, g, 1)
		if got := sudoku.Solve(g, 1).Count; got != want {
			t.Errorf("%v has %d completions up to 1, and not %d", g, want, got)
		}
	}
}

// TestRandom: every grid is a sudoku, and completes itself alone.
func TestRandom(t *testing.T) {
	rng := seed(3)
	for range matrixtest.Rounds(30, 100) {
		if g := sudoku.Random(rng); g.Clues() != 81 || completions(t, g, 2) != 1 {
			t.Fatalf("%v is no sudoku", g)
		}
	}
}

// TestRandomIsUniform: each cell has each digit equally often, and so has each pair of
// digits that lie above one another in a box. A sum of squares with 8 degrees of
// freedom is above 26.1 once in a thousand times, and with 71 above 112.3; there are
// 81 of the first kind.
//
// And of the bands that begin with a given box, 2 of 56 have the same three sets of
// digits for rows in each box (Felgenhauer and Jarvis, section 3). Six bands and stacks
// of 2000 grids should have 429; a seventh more or less is three standard deviations.
func TestRandomIsUniform(t *testing.T) {
	if testing.Short() {
		t.Skip("a few grids tell nothing")
	}
	grids := float64(matrixtest.Rounds(500, 2000))
	rng := seed(4)
	var digit [81][9]int
	pairs, pure := map[[2]uint8]int{}, 0
	for range int(grids) {
		g := sudoku.Random(rng)
		for i, d := range g {
			digit[i][d-1]++
		}
		pairs[[2]uint8{g[0], g[9]}]++
		for k := range 6 {
			if isPure(&g, k) {
				pure++
			}
		}
	}
	high := 0
	for i := range digit {
		if chi(digit[i][:], grids/9.0) > 26.1 {
			high++
		}
	}
	if high > 2 {
		t.Errorf("%d of 81 cells have digits of very unequal numbers", high)
	}
	if x := chi(slices.Collect(maps.Values(pairs)), grids/72.0); len(pairs) != 72 || x > 112.3 {
		t.Errorf("%d pairs, chi square %.1f", len(pairs), x)
	}
	if want := 6 * grids * 2.0 / 56; math.Abs(float64(pure)-want) > want/7*math.Sqrt(2000/grids) {
		t.Errorf("%d bands and stacks have three sets of digits, where some %.0f are expected", pure, want)
	}
}

// TestWeights: the mean of the weights, by the number of ways to fill three boxes, is
// the number of all grids.
func TestWeights(t *testing.T) {
	const want = 6_670_903_752_021_072_936_960.0
	walks := float64(matrixtest.Rounds(15000, 60000))
	rng, sum := seed(9), 0.0
	for range int(walks) {
		_, weight := sudoku.Walk(rng)
		sum += weight
	}
	boxes := math.Pow(362880, 3)
	if got := sum / walks * boxes; math.Abs(got/want-1) > 0.03*math.Sqrt(60000/walks) {
		t.Errorf("there are some %.4g grids, and not %.4g", got, want)
	}
}

// isPure looks at a band, or at a stack from 3 on.
func isPure(g *sudoku.Grid, k int) bool {
	at := func(line, along int) uint8 {
		if k < 3 {
			return g[9*(3*k+line)+along]
		}
		return g[9*along+3*(k-3)+line]
	}
	var sets [3][3]int // by box and line
	for box := range 3 {
		for line := range 3 {
			for i := range 3 {
				sets[box][line] |= 1 << at(line, 3*box+i)
			}
		}
		slices.Sort(sets[box][:])
	}
	return sets[0] == sets[1] && sets[1] == sets[2]
}

func chi(counts []int, each float64) float64 {
	sum := 0.0
	for _, n := range counts {
		d := float64(n) - each
		sum += d * d / each
	}
	return sum
}

// TestMinimal: a puzzle has one solution, the grid it was made from, and without any
// one clue it has more.
func TestMinimal(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	rng := seed(5)
	for range 10 {
		full := sudoku.Random(rng)
		g := sudoku.Minimal(full, rng)
		if completions(t, g, 2) != 1 {
			t.Fatalf("%v has not one solution", g)
		}
		for i, d := range g {
			if d == 0 {
				continue
			}
			if d != full[i] {
				t.Fatalf("%v is no part of %v", g, full)
			}
			less := g
			less[i] = 0
			if completions(t, less, 2) != 2 {
				t.Errorf("%v does not need the clue at %d", g, i)
			}
		}
	}
}

// TestHard: more candidates make harder puzzles, and the same numbers the same one.
func TestHard(t *testing.T) {
	if testing.Short() {
		t.Skip("half a second or more")
	}
	one, many := 0, 0
	a, b := seed(6), seed(6)
	for range 30 {
		g := sudoku.Hard(a, 6)
		if g != sudoku.Hard(b, 6) {
			t.Fatal("the same seed makes two puzzles")
		}
		many += sudoku.Solve(g, 2).Guesses
	}
	for range 30 {
		one += sudoku.Solve(sudoku.Hard(a, 1), 2).Guesses
	}
	if one >= many {
		t.Errorf("%d guesses by chance, and %d by choice", one, many)
	}
}

func ExampleHard() {
	g := sudoku.Hard(seed(1), 4)
	fmt.Println(len(g.String()), sudoku.Solve(g, 2).Count)
	// Output: 81 1
}

func BenchmarkHard(b *testing.B) {
	rng := seed(1)
	b.ReportAllocs()
	for b.Loop() {
		sudoku.Hard(rng, 1)
	}
}

func BenchmarkRandom(b *testing.B) {
	rng := seed(1)
	b.ReportAllocs()
	for b.Loop() {
		sudoku.Random(rng)
	}
}
