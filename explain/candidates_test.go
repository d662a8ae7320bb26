package explain_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"quadrille"
	"quadrille/compile/lattice"
	"quadrille/explain"
	"quadrille/runtime/matrix/matrixtest"
)

// TestCandidates: the candidates of squares with some givens are those of all squares that have the givens, and a
// deciding clue leaves as many as it is said to.
func TestCandidates(t *testing.T) {
	all, r := smallSquares(), rand.New(rand.NewPCG(4, 4))
	if len(all) != 576 {
		t.Fatalf("%d Latin squares of order 4, and there are 576", len(all))
	}
	decided := 0
	for range matrixtest.RandomRounds(40, 2000) {
		one := all[r.IntN(len(all))]
		given := [][]byte{[]byte("...."), []byte("...."), []byte("...."), []byte("....")}
		for range r.IntN(6) {
			row, column := r.IntN(4), r.IntN(4)
			given[row][column] = one[4*row+column]
		}
		fits := slices.DeleteFunc(slices.Clone(all), func(square smallSquare) bool {
			for row, line := range given {
				for column, digit := range line {
					if digit != '.' && square[4*row+column] != digit {
						return true
					}
				}
			}
			return false
		})
		text := fmt.Sprintf("latin 4 {\n  given \"\"\"\n    %s\n  \"\"\"\n}\n", strings.Join([]string{string(given[0]),
			string(given[1]), string(given[2]), string(given[3])}, "\n    "))
		p, err := quadrille.Load("square.puz", []byte(text), quadrille.Options{})
		if err != nil {
			t.Fatal(err)
		}
		c, err := explain.CountCandidates(t.Context(), p, quadrille.Search{})
		if err != nil || !c.IsKnown || c.SolutionCount != len(fits) {
			t.Fatalf("%d solutions of %d, error %v:\n%s", c.SolutionCount, len(fits), err, text)
		}
		count := func(row, column int, digit string) (n int) {
			for _, square := range fits {
				if square[4*row+column] == digit[0] {
					n++
				}
			}
			return n
		}
		for row := range 4 {
			for column := range 4 {
				for _, digit := range []string{"1", "2", "3", "4"} {
					cell := explain.BoardCell{StatementKind: "fill", Cell: lattice.Cell{int32(row), int32(column)}}
					if got := c.CountsByCell[cell][digit]; got != count(row, column, digit) {
						t.Fatalf("%s on %v in %d solutions of %d:\n%s", digit, cell.Cell, got,
							count(row, column, digit), text)
					}
				}
			}
		}
		names, left := c.DecidingClues()
		for _, name := range names {
			var digit string
			var row, column int
			if _, err := fmt.Sscanf(name, "%1s on (%d, %d)", &digit, &row, &column); err != nil ||
				count(row, column, digit) != left || left == 0 || left == len(fits) {
				t.Fatalf("%q leaves %d of %d: %v\n%s", name, left, len(fits), err, text)
			}
		}
		if len(names) > 0 {
			decided++
		}
		if len(names) == 0 && len(fits) > 1 {
			t.Fatalf("no clue decides between %d:\n%s", len(fits), text)
		}
	}
	if decided == 0 {
		t.Error("no square had several solutions")
	}
}
