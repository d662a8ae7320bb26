package batch

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"quadrille/runtime/engine/dlx"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
)

func seed(n uint64) *rand.Rand { return rand.New(rand.NewPCG(n, 1)) }

func parse(t *testing.T, text string) sudokuGrid {
	t.Helper()
	g, ok := parseSudoku([]byte(text))
	if !ok {
		t.Fatalf("%q is no sudoku", text)
	}
	return g
}

// made returns the generated sudokus of the table of speeds.
func made(t testing.TB) (all []sudokuGrid) {
	t.Helper()
	text, err := os.ReadFile("../examples/speed/sudokus.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.FieldsSeq(string(text)) {
		g, ok := parseSudoku([]byte(line))
		if !ok {
			t.Fatalf("%s is no sudoku", line)
		}
		all = append(all, g)
	}
	return all
}

// completions counts the completions of a grid with dancing links, up to a limit. It builds the matrix itself, without
// code of the package.
func completions(t *testing.T, g sudokuGrid, limit int) int {
	t.Helper()
	b := matrix.NewBuilder()
	var cell [81]matrix.ItemID
	var in [3][9][10]matrix.ItemID
	for i := range cell {
		cell[i] = b.AddPrimary(fmt.Sprint("cell ", i), matrix.Once)
	}
	for kind, name := range []string{"row", "column", "box"} {
		for u := range 9 {
			for d := 1; d <= 9; d++ {
				in[kind][u][d] = b.AddPrimary(fmt.Sprint(name, " ", u, " ", d), matrix.Once)
			}
		}
	}
	for i := range 81 {
		for d := 1; d <= 9; d++ {
			if g[i] != 0 && int(g[i]) != d {
				continue
			}
			box := i/27*3 + i%9/3
			b.AddOption(matrix.Entry{Item: cell[i]}, matrix.Entry{Item: in[0][i/9][d]},
				matrix.Entry{Item: in[1][i%9][d]}, matrix.Entry{Item: in[2][box][d]})
		}
	}
	p, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for range dlx.NewSearch(p, dlx.SearchOptions{Chooser: dlx.MRV{}}).Solutions(context.Background()) {
		if n++; n == limit {
			break
		}
	}
	return n
}

// TestSudokuCount: the first of Royle's sudokus with 17 clues has one solution; with a digit
// exchanged, or a clue less, the links agree on the number.
func TestSudokuCount(t *testing.T) {
	g := parse(t, ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...")
	if n := solveSudoku(g, 3).CompletionCount; n != 1 {
		t.Errorf("%d solutions", n)
	}
	full := solveSudoku(g, 1).FirstCompletion
	if completions(t, full, 2) != 1 || strings.Contains(full.String(), ".") {
		t.Errorf("%v is no solution", full)
	}
	rng := seed(2)
	for range matrixtest.RandomRounds(10, 60) {
		h := full
		for _, i := range rng.Perm(81)[:50+rng.IntN(8)] {
			h[i] = 0
		}
		if rng.IntN(3) == 0 {
			h[rng.IntN(81)] = uint8(1 + rng.IntN(9))
		}
		if got, want := solveSudoku(h, 500).CompletionCount, completions(t, h, 500); got != want {
			t.Errorf("%v has %d completions, and not %d", h, want, got)
		}
	}
}

// TestSudokuWithin: a search that takes a number of guesses ends within that number, and not within fewer.
func TestSudokuWithin(t *testing.T) {
	guessed := 0
	for _, g := range made(t)[:50] {
		all := solveSudoku(g, 2)
		if found, ended := solveSudokuWithin(g, 2, all.GuessCount); !ended || found != all {
			t.Fatalf("%v: %d guesses are not enough", g, all.GuessCount)
		}
		if all.GuessCount > 0 {
			guessed++
			if _, ended := solveSudokuWithin(g, 2, all.GuessCount-1); ended {
				t.Fatalf("%v: one guess less than %d is enough", g, all.GuessCount)
			}
		}
	}
	if guessed == 0 {
		t.Error("nothing was guessed")
	}
}

// TestParseSudoku: a line is what String writes, and nothing else.
func TestParseSudoku(t *testing.T) {
	g := solveSudoku(made(t)[0], 1).FirstCompletion
	for i := range g {
		if i%3 > 0 {
			g[i] = 0
		}
	}
	for _, text := range []string{g.String(), strings.ReplaceAll(g.String(), ".", "0")} {
		if h, ok := parseSudoku([]byte(text)); !ok || h != g {
			t.Errorf("%s is read as %v", text, h)
		}
	}
	for _, text := range []string{"", g.String()[1:], g.String() + ".", g.String()[1:] + "x", g.String()[1:] + "\x00"} {
		if h, ok := parseSudoku([]byte(text)); ok {
			t.Errorf("%q is read as %v", text, h)
		}
	}
}

// TestSudokuContradictions: grids without a completion have none.
func TestSudokuContradictions(t *testing.T) {
	for _, text := range []string{
		"11" + strings.Repeat(".", 79),
		"1" + strings.Repeat(".", 79) + "1" + "",
		"12345678.........9" + strings.Repeat(".", 63),
	} {
		g := parse(t, text)
		want := completions(t, g, 1)
		if got := solveSudoku(g, 1).CompletionCount; got != want {
			t.Errorf("%v has %d completions up to 1, and not %d", g, want, got)
		}
	}
}

func Example_sudoku() {
	g, _ := parseSudoku([]byte(".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6..."))
	found := solveSudoku(g, 2)
	fmt.Println(found.CompletionCount, found.FirstCompletion)
	// Output: 1 693784512487512936125963874932651487568247391741398625319475268856129743274836159
}

func BenchmarkSudoku(b *testing.B) {
	all := made(b)
	b.ReportAllocs()
	for k := 0; b.Loop(); k++ {
		solveSudoku(all[k%len(all)], 2)
	}
}

// solveSudoku searches without a bound on the number of guesses.
func solveSudoku(g sudokuGrid, limit int) sudokuResult {
	found, _ := solveSudokuWithin(g, limit, math.MaxInt)
	return found
}
