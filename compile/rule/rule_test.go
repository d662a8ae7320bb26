package rule_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"quadrille/compile/compiletest"
	"quadrille/compile/rule"
	"quadrille/lang/ast"
	"quadrille/lang/parse"
)

// filling is the numbers on the cells of a rectangle, by row and column.
type filling [][]int

// TestTableHasEveryRule: each rule of the tree has a handler, whose word the grammar knows.
func TestTableHasEveryRule(t *testing.T) {
	seen := map[*rule.Handler]bool{}
	for _, r := range ast.AllCellRules() {
		h := rule.HandlerOf(r)
		if h == nil || seen[h] || !slices.Contains(parse.RuleWords("fill"), h.FirstWord) {
			t.Errorf("the handler of %T is %+v", r, h)
		}
		seen[h] = true
	}
}

// compareFill compares a rule on a board of so many rows and columns, filled with the digits from 1 on, with a check
// of all fillings. Some of them keep the rule, and others break it.
func compareFill(t *testing.T, rows, columns, most int, rules string, holds func(filling) bool) {
	t.Helper()
	text := fmt.Sprintf("board b on square = %dx%d\nfill b with %q {\n%s\n}", rows, columns, "123456789"[:most], rules)
	var want []string
	all := 0
	v := newFilling(rows, columns)
	var fill func(k int)
	fill = func(k int) {
		if k == rows*columns {
			if all++; holds(v) {
				want = append(want, fmt.Sprint(v))
			}
			return
		}
		for n := range most {
			v[k/columns][k%columns] = n + 1
			fill(k + 1)
		}
	}
	fill(0)
	if len(want) == 0 || len(want) == all {
		t.Errorf("%d of %d fillings keep %s", len(want), all, rules)
	}
	compareSolutions(t, text, rows, columns, want)
}

// compareLatin compares a rule with a check of all Latin squares of an order.
func compareLatin(t *testing.T, n int, rules string, holds func(filling) bool) {
	t.Helper()
	var want []string
	v := newFilling(n, n)
	var fill func(k int)
	fill = func(k int) {
		if k == n*n {
			if holds(v) {
				want = append(want, fmt.Sprint(v))
			}
			return
		}
		row, column := k/n, k%n
		for number := 1; number <= n; number++ {
			if slices.Contains(v[row][:column], number) || slices.Contains(columnOf(v[:row], column), number) {
				continue
			}
			v[row][column] = number
			fill(k + 1)
		}
	}
	fill(0)
	if len(want) == 0 {
		t.Errorf("no square keeps %s", rules)
	}
	compareSolutions(t, fmt.Sprintf("latin %d {\n%s\n}", n, rules), n, n, want)
}

func newFilling(rows, columns int) filling {
	v := make(filling, rows)
	for row := range v {
		v[row] = make([]int, columns)
	}
	return v
}

func compareSolutions(t *testing.T, text string, rows, columns int, want []string) {
	t.Helper()
	p := compiletest.CompilePuzzle(t, text, false)
	var got []string
	for s := range compiletest.AllSolutions(t, p) {
		if !p.IsSolution(s) {
			continue
		}
		v := newFilling(rows, columns)
		for cell, symbol := range p.Puzzle.Filling.GivenSymbols {
			v[cell[0]][cell[1]] = symbol + 1
		}
		for _, pl := range p.Decode(s) {
			v[pl.Cells[0][0]][pl.Cells[0][1]] = strings.Index("123456789", pl.Letters[0]) + 1
		}
		got = append(got, fmt.Sprint(v))
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%s\nhas %d solutions, want %d", text, len(got), len(want))
	}
}

func columnOf(v filling, column int) (out []int) {
	for _, row := range v {
		out = append(out, row[column])
	}
	return out
}

// differ reports whether all numbers differ.
func differ(numbers ...int) bool {
	numbers = slices.Clone(numbers)
	slices.Sort(numbers)
	return len(slices.Compact(numbers)) == len(numbers)
}

func difference(a, b int) int { return max(a-b, b-a) }
