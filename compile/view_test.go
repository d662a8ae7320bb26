package compile_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"quadrille/compile/compiletest"
	"quadrille/runtime/matrix/matrixtest"
)

// walledBoard is a rectangle of cells some of which are walls.
type walledBoard struct {
	rows, columns int
	wall          map[[2]int]bool
	cells         [][2]int
}

func newWalledBoard(r *rand.Rand) *walledBoard {
	b := &walledBoard{rows: 2 + r.IntN(2), columns: 2 + r.IntN(3), wall: map[[2]int]bool{}}
	for k := range b.rows * b.columns {
		at := [2]int{k / b.columns, k % b.columns}
		if b.wall[at] = r.IntN(4) == 0; !b.wall[at] {
			b.cells = append(b.cells, at)
		}
	}
	return b
}

func (b *walledBoard) isCell(at [2]int) bool {
	return at[0] >= 0 && at[1] >= 0 && at[0] < b.rows && at[1] < b.columns && !b.wall[at]
}

// picture draws the board, as a shape or as a table of its walls.
func (b *walledBoard) picture(cell, wall, between string) string {
	var rows []string
	for r := range b.rows {
		var marks []string
		for c := range b.columns {
			marks = append(marks, map[bool]string{true: wall, false: cell}[b.wall[[2]int{r, c}]])
		}
		rows = append(rows, strings.Join(marks, between))
	}
	return "\"\"\"\n" + strings.Join(rows, "\n") + "\n\"\"\""
}

// seenFrom walks from a place along a step until it meets a place that is no cell.
func (b *walledBoard) seenFrom(at, step [2]int) (seen [][2]int) {
	for at = [2]int{at[0] + step[0], at[1] + step[1]}; b.isCell(at); at = [2]int{at[0] + step[0], at[1] + step[1]} {
		seen = append(seen, at)
	}
	return seen
}

var fourSteps = [][2]int{{-1, 0}, {0, -1}, {0, 1}, {1, 0}}

// randomView writes a part of the board as the language does, with its lines by hand.
func (b *walledBoard) randomView(r *rand.Rand) (text string, lines [][][2]int) {
	at := [2]int{r.IntN(b.rows), r.IntN(b.columns)}
	place := fmt.Sprintf("(%d, %d)", at[0], at[1])
	var line [][2]int
	switch r.IntN(6) {
	case 0:
		text = fmt.Sprintf("row %d", at[0])
		for _, c := range b.cells {
			if c[0] == at[0] {
				line = append(line, c)
			}
		}
	case 1:
		text = fmt.Sprintf("column %d", at[1])
		for _, c := range b.cells {
			if c[1] == at[1] {
				line = append(line, c)
			}
		}
	case 2:
		text = "around " + place
		king := r.IntN(2) == 0
		if king {
			text += " king"
		}
		for _, c := range b.cells {
			down, right := max(c[0]-at[0], at[0]-c[0]), max(c[1]-at[1], at[1]-c[1])
			if down+right == 1 || king && max(down, right) == 1 {
				line = append(line, c)
			}
		}
	case 3:
		text = "rays " + place
		for _, step := range fourSteps {
			line = append(line, b.seenFrom(at, step)...)
		}
	case 4:
		step := [2]int{r.IntN(3) - 1, 1}
		text = fmt.Sprintf("ray %s (%d, %d)", place, step[0], step[1])
		line = b.seenFrom(at, step)
	default:
		for _, c := range b.cells {
			if !b.isCell([2]int{c[0], c[1] - 1}) {
				lines = append(lines, append([][2]int{c}, b.seenFrom(c, [2]int{0, 1})...))
			}
			if !b.isCell([2]int{c[0] - 1, c[1]}) {
				lines = append(lines, append([][2]int{c}, b.seenFrom(c, [2]int{1, 0})...))
			}
		}
		return "segments", lines
	}
	if line == nil {
		return "", nil
	}
	return text, [][][2]int{line}
}

// TestViewsOfBoards: rules about men on lines, around places and on rays of random boards have the solutions that
// trying all sets of cells finds.
func TestViewsOfBoards(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 6))
	for range matrixtest.RandomRounds(200, 2_000) {
		b := newWalledBoard(r)
		view, lines := b.randomView(r)
		if len(b.cells) == 0 || view == "" {
			continue
		}
		low := r.IntN(2)
		high := low + r.IntN(2)
		text := fmt.Sprintf("board b on square = %s\nplace man on b {\n  %d..%d on %s\n}",
			b.picture("#", ".", ""), low, high, view)
		if got, want := compiletest.CountSolutions(t, compiletest.CompilePuzzle(t, text, false)),
			b.countMen(lines, low, high); got != want {
			t.Fatalf("%s\nhas %d solutions, want %d", text, got, want)
		}
	}
}

// countMen returns the number of sets of cells with low to high cells on each line.
func (b *walledBoard) countMen(lines [][][2]int, low, high int) (count int) {
	for set := range 1 << len(b.cells) {
		has := map[[2]int]bool{}
		for k, c := range b.cells {
			has[c] = set>>k&1 == 1
		}
		fits := true
		for _, line := range lines {
			n := 0
			for _, c := range line {
				if has[c] {
					n++
				}
			}
			fits = fits && low <= n && n <= high
		}
		if fits {
			count++
		}
	}
	return count
}

// TestLightUp: the rules of a puzzle of lamps, with loops over the entries of a table and the cells of a board, against
// all sets of cells.
func TestLightUp(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 7))
	solved := 0
	for range matrixtest.RandomRounds(60, 600) {
		b := newWalledBoard(r)
		if len(b.cells) == 0 || len(b.cells) == b.rows*b.columns {
			continue
		}
		text := fmt.Sprintf(`table wall = %s
			shape walls = {(r, c) for r, c in wall}
			board b on square = %dx%d - walls
			place lamp on b {
			  at most 1 on segments
			  at least 1 on (r, c) + rays (r, c) for r, c in b
			}`, b.picture(".", "#", " "), b.rows, b.columns)
		want := 0
		for set := range 1 << len(b.cells) {
			if b.isLit(set) {
				want++
			}
		}
		if got := compiletest.CountSolutions(t, compiletest.CompilePuzzle(t, text, false)); got != want {
			t.Fatalf("%s\nhas %d solutions, want %d", text, got, want)
		}
		if want > 0 {
			solved++
		}
	}
	if solved == 0 {
		t.Error("no board can be lit")
	}
}

// isLit reports whether the lamps of a set light all cells, and no lamp lights another one.
func (b *walledBoard) isLit(set int) bool {
	lamp, seen := map[[2]int]bool{}, map[[2]int]int{}
	for k, c := range b.cells {
		if set>>k&1 == 1 {
			lamp[c] = true
			for _, step := range fourSteps {
				for _, to := range b.seenFrom(c, step) {
					seen[to]++
				}
			}
		}
	}
	for _, c := range b.cells {
		if lamp[c] && seen[c] > 0 || !lamp[c] && seen[c] == 0 {
			return false
		}
	}
	return true
}

// TestLoopsOverTables: a loop with an index for the number goes through the entries with a number; a loop without one
// goes through all entries.
func TestLoopsOverTables(t *testing.T) {
	table := "table t = \"\"\"\n  . 2 #\n  0 . -3\n\"\"\"\n"
	for text, want := range map[string]int{
		"items a[r,c] for r, c in t\noption a[r,c] for r, c in t":                                     1,
		"param n = sum(v for r, c, v in t)\nitems a[n+1]\noption a[0]":                                1,
		"param n = sum(1 for r, c in t)\nitems a[n]\noption a[4]":                                     1,
		"param n = sum(1 for r, c, v in t)\nitems a[n]\noption a[3]":                                  1,
		"items a[r,c,k] for r, c in t, k in 0..r\noption a[r,c,k] for r, c in t, k in 0..r":           1,
		"board b on square = 2x2\nitems a[r,c] for r, c in b\noption a[r,c] for r, c in b, k in 1..2": 16,
	} {
		if got := compiletest.CountSolutions(t, compiletest.CompilePuzzle(t, table+text, false)); got != want {
			t.Errorf("%s\nhas %d solutions, want %d", text, got, want)
		}
	}
	compiletest.CompileWrong(t, table+"param n = t[0,0]", "has no value at (0, 0)")
	compiletest.CompileWrong(t, table+"items a[r] for r in t", "an entry of a table has a row, a column")
	compiletest.CompileWrong(t, "items a[r,c] for r, c in 1..2", "several indices go through")
	compiletest.CompileWrong(t, "items a[r] for r in x + 1", "by both its ends")
}
