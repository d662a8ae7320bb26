package lower_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sort"
	"strings"
	"testing"

	"quadrille/compile/compiletest"
	"quadrille/runtime/engine/dlx"
	"quadrille/runtime/matrix/matrixtest"
)

// trial is a random packing, kept in the simplest terms: a board of marks,
// pieces as pictures with a range of copies, and what the rules say.
type trial struct {
	board  []string // # must be covered, ? may be, . is off the board
	pieces []trialPiece
	empty  int // cells that stay empty
}

type trialPiece struct {
	picture  []string
	sides    string
	min, max int     // max < 0 for any number
	keep     [4]int  // rows and columns from, to; all 0 for anywhere
	fix      *[2]int // the corner of one copy
}

// TestPackingsAgainstBruteForce counts the solutions of random packings by a
// recursion that knows nothing of lattices, items or options.
func TestPackingsAgainstBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	solvable := 0
	const all = 400
	rounds := matrixtest.RandomRounds(30, all)
	for range rounds {
		tr := randomTrial(r)
		want := tr.count()
		if want > 0 {
			solvable++
		}
		text := tr.text()
		p := compiletest.CompilePuzzle(t, text, false)
		got := 0
		for s := range dlx.NewSearch(compiletest.PuzzleMatrix(t, p),
			dlx.SearchOptions{Chooser: dlx.MRV{}}).Solutions(context.Background()) {
			if err := compiletest.PuzzleMatrix(t, p).Verify(s); err != nil {
				t.Fatal(err)
			}
			got++
		}
		if got != want {
			t.Fatalf("%d solutions, brute force finds %d:\n%s", got, want, text)
		}
		if sum := computeOrbits(t, text); sum != want {
			t.Fatalf("the classes kept have %d solutions in all, brute force finds %d:\n%s", sum, want, text)
		}
	}
	if solvable < scaled(100, rounds, all) {
		t.Errorf("only %d packings have a solution: the test proves little", solvable)
	}
}

// computeOrbits adds up the sizes of the classes of which a solution is kept.
func computeOrbits(t *testing.T, text string) int {
	p := compiletest.CompilePuzzle(t, text, true)
	sum := 0
	for s := range dlx.NewSearch(compiletest.PuzzleMatrix(t, p),
		dlx.SearchOptions{Chooser: dlx.MRV{}}).Solutions(context.Background()) {
		if p.IsSolution(s) {
			sum += p.Symmetry().OrbitSize(s)
		}
	}
	return sum
}

var pictures = [][]string{
	{"#"}, {"##"}, {"###"}, {"##", "#."}, {"##.", ".##"}, {"#..", "###"}, {"#.#"},
}

func randomTrial(r *rand.Rand) trial {
	var tr trial
	for range 2 + r.IntN(2) {
		row := ""
		for range 4 {
			row += string("#####?."[r.IntN(7)])
		}
		tr.board = append(tr.board, row)
	}
	tr.board[0] = "#" + tr.board[0][1:] // a board has a cell
	order := r.Perm(len(pictures))
	for _, k := range order[:1+r.IntN(3)] {
		p := trialPiece{picture: pictures[k], sides: []string{"free", "one-sided", "fixed"}[r.IntN(3)], min: r.IntN(3)}
		if p.max = p.min + r.IntN(3); r.IntN(3) == 0 {
			p.min, p.max = 0, -1
		} else if p.max == 0 {
			p.max = 1
		}
		if r.IntN(4) == 0 {
			p.keep = [4]int{0, 1 + r.IntN(len(tr.board)), 0, 1 + r.IntN(4)}
		}
		tr.pieces = append(tr.pieces, p)
	}
	if r.IntN(3) == 0 {
		tr.empty = 1 + r.IntN(2)
	}
	tr.fixOne(r)
	return tr
}

// fixOne fixes a piece at a place where it fits, now and then.
func (tr *trial) fixOne(r *rand.Rand) {
	p := &tr.pieces[r.IntN(len(tr.pieces))]
	places := tr.placements(*p)
	if p.max == 0 || len(places) == 0 || p.keep != [4]int{} || r.IntN(3) > 0 {
		return
	}
	row, column := corner(places[r.IntN(len(places))])
	p.fix = &[2]int{row, column}
}

// text writes the puzzle. A rule may not name cells that are off the board, so
// that the rectangle of a keep is cut to the board.
func (tr trial) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "board b on square = \"\"\"\n%s\n\"\"\"\n", strings.Join(tr.board, "\n"))
	var set, rules []string
	for i, p := range tr.pieces {
		fmt.Fprintf(&b, "piece P%d %s = \"\"\"\n%s\n\"\"\"\n", i, p.sides, strings.Join(p.picture, "\n"))
		set = append(set, fmt.Sprintf("%s P%d", p.copies(), i))
		if p.keep != [4]int{} {
			rules = append(rules, fmt.Sprintf("keep P%d in b & %dx%d", i, p.keep[1], p.keep[3]))
		}
		if p.fix != nil {
			rules = append(rules, fmt.Sprintf("fix P%d at (%d, %d)", i, p.fix[0], p.fix[1]))
		}
	}
	if tr.empty > 0 {
		rules = append(rules, fmt.Sprintf("leave %d empty", tr.empty))
	}
	fmt.Fprintf(&b, "pack b with %s { %s }\n", strings.Join(set, " + "), strings.Join(rules, " "))
	return b.String()
}

func (p trialPiece) copies() string {
	if p.max < 0 {
		return "any of"
	}
	return fmt.Sprintf("%d..%d of", p.min, p.max)
}

// turnings are the pictures that a piece may show, each once, as sets of
// cells from (0, 0) on.
func (p trialPiece) turnings() [][][2]int {
	var cells [][2]int
	for r, row := range p.picture {
		for c, mark := range row {
			if mark == '#' {
				cells = append(cells, [2]int{r, c})
			}
		}
	}
	turns := map[string]int{"fixed": 1, "one-sided": 4, "free": 8}[p.sides]
	var out [][][2]int
	seen := map[string]bool{}
	for k := range turns {
		if k == 4 {
			cells = mapCells(cells, func(c [2]int) [2]int { return [2]int{c[0], -c[1]} })
		}
		shape := normal(cells)
		if key := fmt.Sprint(shape); !seen[key] {
			seen[key] = true
			out = append(out, shape)
		}
		cells = mapCells(cells, func(c [2]int) [2]int { return [2]int{c[1], -c[0]} })
	}
	return out
}

func mapCells(cells [][2]int, f func([2]int) [2]int) [][2]int {
	out := make([][2]int, len(cells))
	for i, c := range cells {
		out[i] = f(c)
	}
	return out
}

func normal(cells [][2]int) [][2]int {
	row, column := corner(cells)
	out := mapCells(cells, func(c [2]int) [2]int { return [2]int{c[0] - row, c[1] - column} })
	sort.Slice(out, func(i, j int) bool {
		return out[i][0] < out[j][0] || out[i][0] == out[j][0] && out[i][1] < out[j][1]
	})
	return out
}

func corner(cells [][2]int) (row, column int) {
	row, column = cells[0][0], cells[0][1]
	for _, c := range cells {
		row, column = min(row, c[0]), min(column, c[1])
	}
	return row, column
}

// placements are the places of a piece, by the board and keep alone.
func (tr trial) placements(p trialPiece) [][][2]int {
	var out [][][2]int
	for _, shape := range p.turnings() {
		for r := range tr.board {
			for c := range 4 {
				at := mapCells(shape, func(k [2]int) [2]int { return [2]int{k[0] + r, k[1] + c} })
				if tr.fits(at, p.keep) {
					out = append(out, at)
				}
			}
		}
	}
	return out
}

func (tr trial) fits(cells [][2]int, keep [4]int) bool {
	for _, c := range cells {
		if c[0] >= len(tr.board) || c[1] >= 4 || tr.board[c[0]][c[1]] == '.' {
			return false
		}
		if keep != [4]int{} && (c[0] >= keep[1] || c[1] >= keep[3]) {
			return false
		}
	}
	return true
}

// count tries every set of placements, piece by piece.
func (tr trial) count() int {
	type move struct {
		piece int
		cells [][2]int
	}
	var moves []move
	for i, p := range tr.pieces {
		for _, at := range tr.placements(p) {
			moves = append(moves, move{i, at})
		}
	}
	taken := map[[2]int]bool{}
	used := make([]int, len(tr.pieces))
	fixed := make([]int, len(tr.pieces))
	var try func(from int) int
	try = func(from int) int {
		n := 0
		if tr.done(taken, used, fixed) {
			n = 1
		}
		for k := from; k < len(moves); k++ {
			m := moves[k]
			if p := tr.pieces[m.piece]; anyTaken(taken, m.cells) || p.max >= 0 && used[m.piece] == p.max {
				continue
			}
			tr.mark(taken, used, fixed, m.piece, m.cells, true)
			n += try(k + 1)
			tr.mark(taken, used, fixed, m.piece, m.cells, false)
		}
		return n
	}
	return try(0)
}

func anyTaken(taken map[[2]int]bool, cells [][2]int) bool {
	for _, c := range cells {
		if taken[c] {
			return true
		}
	}
	return false
}

func (tr trial) mark(taken map[[2]int]bool, used, fixed []int, piece int, cells [][2]int, on bool) {
	step := 1
	if !on {
		step = -1
	}
	for _, c := range cells {
		taken[c] = on
	}
	used[piece] += step
	if f := tr.pieces[piece].fix; f != nil {
		if row, column := corner(cells); row == f[0] && column == f[1] {
			fixed[piece] += step
		}
	}
}

// done reports whether what lies on the board is a solution.
func (tr trial) done(taken map[[2]int]bool, used, fixed []int) bool {
	empty := 0
	for r, row := range tr.board {
		for c, mark := range row {
			if mark == '#' && !taken[[2]int{r, c}] {
				empty++
			}
		}
	}
	for i, p := range tr.pieces {
		if used[i] < p.min || p.fix != nil && fixed[i] == 0 {
			return false
		}
	}
	return empty == tr.empty
}
