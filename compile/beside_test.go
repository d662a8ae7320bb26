package compile_test

import (
	"testing"

	"quadrille/compile/compiletest"
)

// Statements beside one another and beside the core, with counts that are found by hand or with paper.
func TestBeside(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       int
	}{
		{"an option covers the only cell of a Latin square, whose symbol then fits nowhere", `
			latin 1
			items a
			option a cell[0,0]`, 0},
		{"options cover the cell and the symbol in its row and its column", `
			latin 1
			items a
			option a cell[0,0] row[0,1] column[0,1]`, 1},
		{"an option covers the only row of a board of one queen", `
			queens 1
			items a
			option a row[0]`, 0},
		{"an option covers a row and a column of two rooks, and leaves one place", `
			board b on square = 2x2
			place rook on b { exactly 1 on rows, columns }
			items a
			option a row[0] column[r] for r in 0..1`, 2},
		{"an option stands for a symbol that must be there and for no cell", `
			board b on square = 1x2
			fill b with "12" { distinct on b }
			items a
			option a distinct[0,1]`, 0},
		{"an option stands for a cell and for a symbol", `
			board b on square = 1x2
			fill b with "12" { distinct on b }
			items a
			option a distinct[0,1] cell[0,c] for c in 0..1`, 2},
		{"a man that is named stands there: 2 by 2 rooks, one of two ways", `
			board b on square = 2x2
			place rook on b { exactly 1 on rows, columns }
			items link
			option link man[0,0]:1`, 1},
		{"where a man is barred, none stands", `
			board b on square = 1x2
			place rook on b {
				exactly 1 on all
				none on (0, 0)
			}
			items link[k] for k in 0..1
			option link[0] man[0,0]:v for v in 0..1
			option link[1] man[0,1]:v for v in 0..1`, 1},
		{"four queens on the first cells of dominoes: a placement of each solution and its mirror image", `
			use dominoes
			board floor on square = 4x4
			pack floor with any of I2
			queens 4
			items first[r,c] for r in 0..3, c in 0..3
			option first[r,c] man[r,c]:1 for r in 0..3, c in 0..3
			option first[r,c] man[r,c]:0 for r in 0..3, c in 0..3`, 36 * 2},
		{"the symbol of a cell that is given is known", `
			board b on square = 1x3
			fill b with "123" {
				given """
				  1..
				"""
			}
			items same
			option same value[0,0]:v? value[0,2]:v? for v in 2..3`, 0},
		{"a given cell and an open one have the same symbol", `
			board b on square = 1x3
			fill b with "123" {
				given """
				  1..
				"""
			}
			items same
			option same value[0,0]:v value[0,2]:v for v in 1..3`, 3},
		{"a cell that the core covers has no symbol", `
			board b on square = 1x2
			fill b with "12"
			items a told
			option a cell[0,0]
			option told value[0,0]:v for v in 1..2
			option told value[0,0]:"none"`, 2},
		{"what is not filled is not connected through", `
			board b on square = 1x3
			fill b with "01" { connected "1" }
			items a
			option a cell[0,1]`, 3},
		{"a cell beside itself: three cells that are all neighbours, of which no two are consecutive", `
			board b on square torus = 1x3
			fill b with "123" {
				marks """
				  .....
				""" every "o"
			}`, 9},
		{"on a bottle of one row as well", `
			board b on square klein = 1x3
			fill b with "123" {
				marks """
				  .....
				""" every "o"
			}`, 9},
		{"an optional cell keeps its color, so a green piece does not lie on a red one", `
			piece B = legend "g" cell """
			  g
			"""
			board b on square = legend "g" cell "r" optional """
			  gr
			"""
			pack b with 1..2 of B {
				match colors
			}`, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, n := compiletest.CompilePuzzle(t, c.text, false), 0
			if err := compiletest.PuzzleMatrix(t, p).Validate(); err != nil {
				t.Error(err) // a matching that is stated and not held would mislead a filter
			}
			for s := range compiletest.AllSolutions(t, p) {
				if p.IsSolution(s) {
					n++
				}
			}
			if n != c.want {
				t.Errorf("%s\nhas %d solutions, want %d", c.text, n, c.want)
			}
		})
	}
}
