package dlx_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"quadrille/runtime/engine/dlx"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
)

func sampleOnce(t *testing.T, s *dlx.LinkSearch, r *rand.Rand, walks int,
	wanted func(matrix.Solution) bool) matrix.Solution {
	t.Helper()
	for range 10000 {
		if found := s.SampleSolution(context.Background(), r, walks, wanted); found != nil {
			return found
		}
	}
	t.Fatal("no walk leads to a solution")
	return nil
}

// TestSampleSolution: each of the 92 placements of eight queens is drawn about equally often, though walks lead to some
// of them far more often. So is each of the twelve placements with a queen on the first or second cell. The chi-square
// statistic with 91 degrees of freedom exceeds 137.2 once in a thousand times, and with 11 degrees 31.3.
func TestSampleSolution(t *testing.T) {
	if testing.Short() {
		t.Skip("a few draws tell nothing")
	}
	p := matrixtest.QueensProblem(8)
	s := dlx.NewSearch(p, dlx.SearchOptions{Chooser: dlx.MRV{}})
	for _, test := range []struct {
		wanted    func(matrix.Solution) bool
		solutions int
		walks     int // as many of them lead to what is wanted
		most      float64
	}{
		{func(matrix.Solution) bool { return true }, 92, 60, 137.2},
		{func(found matrix.Solution) bool { return holdsOption(found, 0) || holdsOption(found, 1) }, 12, 460, 31.3},
	} {
		r, seen, draws := rand.New(rand.NewPCG(1, 1)), map[string]int{}, matrixtest.RandomRounds(5, 40)*test.solutions
		for range draws {
			seen[solutionKey(sampleOnce(t, s, r, test.walks, test.wanted))]++
		}
		each, sum := float64(draws)/float64(test.solutions), 0.0
		sum = float64(test.solutions-len(seen)) * each
		for _, n := range seen {
			sum += (float64(n) - each) * (float64(n) - each) / each
		}
		if len(seen) > test.solutions || sum > test.most {
			t.Errorf("%d solutions were drawn, of %d; the sum of squares is %.1f", len(seen), test.solutions, sum)
		}
		t.Logf("%.1f, at most %.1f", sum, test.most)
	}
}

func holdsOption(s matrix.Solution, option matrix.OptionID) bool {
	for _, o := range s {
		if o == option {
			return true
		}
	}
	return false
}

func solutionKey(s matrix.Solution) string {
	chosen := matrix.NewBitSet(64)
	for _, o := range s {
		chosen.Insert(int(o))
	}
	return fmt.Sprint(chosen)
}

// TestSampleSudoku: of the bands of a sudoku that begin with a given box, 2 of 56 have the same three sets of digits as
// rows in each box (B. Felgenhauer and F. Jarvis, Mathematics of sudoku I, Mathematical Spectrum 39, 2006, section 3).
// So 429 of the six bands and stacks of 2000 grids are expected to have this form; a seventh more or less is three
// standard deviations.
func TestSampleSudoku(t *testing.T) {
	if testing.Short() {
		t.Skip("a few grids tell nothing")
	}
	grids := matrixtest.RandomRounds(50, 2000)
	s := dlx.NewSearch(sudokuProblem(), dlx.SearchOptions{Chooser: dlx.MRV{}})
	r, pure := rand.New(rand.NewPCG(4, 1)), 0
	for range grids {
		var g [81]int
		for _, o := range sampleOnce(t, s, r, 24, func(matrix.Solution) bool { return true }) {
			g[o/9] = int(o % 9)
		}
		for k := range 3 {
			if isPure(func(line, along int) int { return g[9*(3*k+line)+along] }) {
				pure++
			}
			if isPure(func(line, along int) int { return g[9*along+3*k+line] }) {
				pure++
			}
		}
	}
	if want := 6 * float64(grids) * 2 / 56; math.Abs(float64(pure)-want) > want/7*math.Sqrt(2000/float64(grids)) {
		t.Errorf("%d bands and stacks have three sets of digits, where some %.0f are expected", pure, want)
	}
}

// isPure reports whether the lines of a band have the same three sets of digits in each box.
func isPure(at func(line, along int) int) bool {
	var sets [3][3]int // by box and line
	for line := range 3 {
		for along := range 9 {
			sets[along/3][line] |= 1 << at(line, along)
		}
	}
	for _, other := range sets[1:] {
		for _, set := range other {
			if set != sets[0][0] && set != sets[0][1] && set != sets[0][2] {
				return false
			}
		}
	}
	return true
}

// sudokuProblem is the problem of all sudokus: option 9i+d places digit d on cell i.
func sudokuProblem() *matrix.Problem {
	b := matrix.NewBuilder()
	var cell [81]matrix.ItemID
	var in [3][9][9]matrix.ItemID
	for i := range cell {
		cell[i] = b.AddPrimary(fmt.Sprint("cell ", i), matrix.Once)
	}
	for kind, name := range []string{"row", "column", "box"} {
		for u := range 9 {
			for d := range 9 {
				in[kind][u][d] = b.AddPrimary(fmt.Sprint(name, " ", u, " ", d), matrix.Once)
			}
		}
	}
	for i := range 81 {
		for d := range 9 {
			b.AddOption(matrix.Entry{Item: cell[i]}, matrix.Entry{Item: in[0][i/9][d]},
				matrix.Entry{Item: in[1][i%9][d]}, matrix.Entry{Item: in[2][i/27*3+i%9/3][d]})
		}
	}
	p, err := b.Build()
	if err != nil {
		panic(err)
	}
	return p
}
