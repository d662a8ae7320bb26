package lower_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"quadrille"
	"quadrille/runtime/matrix/matrixtest"
)

// squaresByHand counts Latin squares of order n that a rule allows, cell by cell. It knows
// nothing of items.
func squaresByHand(n int, fits func(square [][]int, i, j int) bool) int {
	square := make([][]int, n)
	for i := range square {
		square[i] = make([]int, n)
	}
	count := 0
	var fill func(at int)
	fill = func(at int) {
		if at == n*n {
			count++
			return
		}
		i, j := at/n, at%n
		for v := 1; v <= n; v++ {
			free := true
			for k := range at {
				if square[k/n][k%n] == v && (k/n == i || k%n == j) {
					free = false
				}
			}
			if square[i][j] = v; free && fits(square, i, j) {
				fill(at + 1)
			}
			square[i][j] = 0
		}
	}
	fill(0)
	return count
}

// TestLatinRules: random squares with moves that keep symbols apart, ascending rows of cells and
// givens have as many solutions as by hand.
func TestLatinRules(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 2))
	some := 0
	for range matrixtest.RandomRounds(20, 500) {
		n := 2 + r.IntN(3)
		if r.IntN(10) == 0 {
			n = 5
		}
		var rules strings.Builder
		var moves [][2]int
		switch r.IntN(5) {
		case 0:
			rules.WriteString("  apart knight\n")
			moves = [][2]int{{1, 2}, {2, 1}}
		case 1:
			rules.WriteString("  apart king\n")
			moves = [][2]int{{1, 1}, {0, 1}, {1, 0}}
		case 2:
			a, b := r.IntN(3), 1+r.IntN(3)
			fmt.Fprintf(&rules, "  apart (%d, %d)\n", a, b)
			moves = [][2]int{{a, b}, {b, a}}
		}
		type cell [2]int
		var less [][]cell
		for range r.IntN(3) {
			var row []cell
			rules.WriteString("  ascending on")
			for range 2 + r.IntN(2) {
				c := cell{r.IntN(n), r.IntN(n)}
				for slices.Contains(row, c) {
					c = cell{r.IntN(n), r.IntN(n)}
				}
				row = append(row, c)
				fmt.Fprintf(&rules, " (%d, %d)", c[0], c[1])
			}
			rules.WriteString("\n")
			less = append(less, row)
		}
		given := cell{-1, -1}
		symbol := 1 + r.IntN(n)
		if r.IntN(2) == 0 {
			given = cell{r.IntN(n), r.IntN(n)}
			rules.WriteString("  given \"\"\"\n")
			for i := range n {
				line := []byte(strings.Repeat(".", n))
				if i == given[0] {
					line[given[1]] = byte('0' + symbol)
				}
				rules.WriteString("    " + string(line) + "\n")
			}
			rules.WriteString("  \"\"\"\n")
		}
		text := fmt.Sprintf("puz 1\nlatin %d {\n%s}\n", n, rules.String())
		p, err := quadrille.Load("random.puz", []byte(text), quadrille.Options{})
		if err != nil {
			t.Fatal(err, text)
		}
		got, err := p.Count(t.Context(), quadrille.Search{})
		if err != nil {
			t.Fatal(err)
		}
		want := squaresByHand(n, func(square [][]int, i, j int) bool {
			if (cell{i, j}) == given && square[i][j] != symbol {
				return false
			}
			for _, m := range moves {
				for _, s := range [][2]int{{-m[0], -m[1]}, {-m[0], m[1]}} { // to cells that come before
					if a, b := i+s[0], j+s[1]; a >= 0 && b >= 0 && b < n && (a != i || b != j) &&
						square[a][b] == square[i][j] {
						return false
					}
				}
			}
			for _, row := range less {
				for k := 1; k < len(row); k++ {
					a, b := square[row[k-1][0]][row[k-1][1]], square[row[k][0]][row[k][1]]
					if a > 0 && b > 0 && a >= b {
						return false
					}
				}
			}
			return true
		})
		if got.String() != fmt.Sprint(want) {
			t.Fatalf("%s%v solutions, and %d by hand", text, got, want)
		}
		some += min(1, want)
	}
	if some == 0 {
		t.Errorf("no square has a solution")
	}
}
