package rule_test

import (
	"fmt"
	"slices"
	"testing"

	"quadrille/compile"
	"quadrille/compile/check"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

func TestDistinct(t *testing.T) {
	compareFill(t, 2, 3, 3, "distinct on rows, (0, 0) (1, 2)", func(v filling) bool {
		return differ(v[0]...) && differ(v[1]...) && v[0][0] != v[1][2]
	})
	compareFill(t, 3, 2, 3, "distinct on columns", func(v filling) bool {
		return differ(columnOf(v, 0)...) && differ(columnOf(v, 1)...)
	})
}

// TestClashingOrders compares the warning of diagonals with a search for such squares, cell by cell.
func TestClashingOrders(t *testing.T) {
	for n := 1; n <= 7; n++ {
		p, err := compile.CompileText("a.puz", fmt.Appendf(nil, "latin %d { distinct on diagonals }", n),
			check.Importer{},
			compile.ProgramOptions{})
		if err != nil {
			t.Fatal(err)
		}
		warned := slices.ContainsFunc(p.Warnings, func(d *source.Diagnostic) bool {
			return d.Code == codes.DiagonalClash
		})
		if exists := hasDiagonalSquare(newFilling(n, n), 0); warned == exists {
			t.Errorf("%d rows: there is a square: %v, and a warning: %v", n, exists, warned)
		}
	}
}

// hasDiagonalSquare reports whether a square can be filled from a cell on, so that no symbol stands twice on a row, a
// column or a diagonal.
func hasDiagonalSquare(v filling, from int) bool {
	n := len(v)
	if from == n*n {
		return true
	}
	row, column := from/n, from%n
	for number := 1; number <= n; number++ {
		if row == 0 && number != column+1 { // the names of the symbols do not matter
			continue
		}
		clashes := slices.Contains(v[row][:column], number)
		for k := 1; k <= row && !clashes; k++ {
			above := v[row-k]
			clashes = above[column] == number || column >= k && above[column-k] == number ||
				column+k < n && above[column+k] == number
		}
		if clashes {
			continue
		}
		if v[row][column] = number; hasDiagonalSquare(v, from+1) {
			return true
		}
	}
	return false
}
