package latin_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"quadrille/compile/latin"
)

// seed returns random numbers that are the same at every run.
func seed(s uint64) *rand.Rand { return rand.New(rand.NewPCG(s, 1)) }

// lines makes a text of rows that are separated by blanks.
func lines(rows string) string {
	return strings.Join(strings.Fields(rows), "\n") + "\n"
}

// read reads rows that are separated by blanks.
func read(t testing.TB, rows string) latin.Square {
	t.Helper()
	s, err := latin.ReadSquare("square", lines(rows))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// check returns an error that says where the cells first fail to be a partial
// Latin square, or nil.
func check(s latin.Square) error {
	n := len(s.Cells)
	columns := make([][]int, n) // for each column and value, its row plus 1
	for i, row := range s.Cells {
		if len(row) != n {
			return fmt.Errorf("row %d has %d cells, and there are %d rows", i+1, len(row), n)
		}
		columns[i] = make([]int, n+1)
	}
	for i, row := range s.Cells {
		for j, v := range row {
			switch {
			case v == 0:
				continue
			case v < 0 || v > n:
				return fmt.Errorf("row %d, column %d: %d is not from 1 to %d, and not 0", i+1, j+1, v, n)
			case slices.Contains(row[:j], v):
				return fmt.Errorf("row %d has %d twice: in columns %d and %d", i+1, v, slices.Index(row, v)+1, j+1)
			case columns[j][v] > 0:
				return fmt.Errorf("column %d has %d twice: in rows %d and %d", j+1, v, columns[j][v], i+1)
			}
			columns[j][v] = i + 1
		}
	}
	return nil
}

// isLatin tells whether rows and columns are permutations of 1 to n.
func isLatin(s latin.Square) bool {
	n := len(s.Cells)
	for i := range n {
		row, column := map[int]bool{}, map[int]bool{}
		for j := range n {
			row[s.Cells[i][j]] = true
			column[s.Cells[j][i]] = true
		}
		for v := 1; v <= n; v++ {
			if !row[v] || !column[v] {
				return false
			}
		}
		if len(s.Cells[i]) != n {
			return false
		}
	}
	return true
}

// completions returns the number of ways to fill the holes, by trying every value.
func completions(s latin.Square) int {
	for i, row := range s.Cells {
		for j, v := range row {
			if v == 0 {
				return completionsAt(s, i, j)
			}
		}
	}
	return 1
}

func completionsAt(s latin.Square, i, j int) int {
	count := 0
	for v := 1; v <= len(s.Cells); v++ {
		if fits(s, i, j, v) {
			s.Cells[i][j] = v
			count += completions(s)
		}
	}
	s.Cells[i][j] = 0
	return count
}

func fits(s latin.Square, i, j, v int) bool {
	for k := range s.Cells {
		if s.Cells[i][k] == v || s.Cells[k][j] == v {
			return false
		}
	}
	return true
}

// TestCompletions: the counter that other tests use agrees with published
// numbers, of Latin squares and of partial ones.
func TestCompletions(t *testing.T) {
	for rows, want := range map[string]int{
		".. ..":                         2,
		"... ... ...":                   12,
		".... .... .... ....":           576,
		"12.. 21.. .... ....":           8,
		"..... ..453 .5.24 .35.2 .423.": 5,
		"..... ..213 .1.42 .31.4 .243.": 5,
	} {
		if got := completions(read(t, rows)); got != want {
			t.Errorf("%s has %d completions, and not %d", rows, got, want)
		}
	}
}
