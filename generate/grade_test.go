package generate

import (
	"bytes"
	"context"
	"math"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"quadrille/runtime/deduce"
	"quadrille/runtime/engine/dlx"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/schedule"
)

// TestFewest: of all grids of order 4 another one agrees with the solution on each set of cells that is smaller by
// one than what was made.
func TestFewest(t *testing.T) {
	rules := "latin 4 {\n  distinct on boxes 2x2\n}\n"
	grids := grids(t, rules)
	if len(grids) != 288 {
		t.Fatalf("%d grids", len(grids))
	}
	m, r := maker(t, rules, Recipe{MinimizeClues: true}), seed(1)
	for range matrixtest.RandomRounds(3, 288) {
		puzzle := made(t, m, r)
		if puzzle.ClueLowerBound != puzzle.ClueCount || count(t, puzzle.Text, schedule.Sparse) != 1 {
			t.Fatalf("%d clues, at least %d:\n%s", puzzle.ClueCount, puzzle.ClueLowerBound, puzzle.Text)
		}
		given := line(t, puzzle)
		solution := grids[slices.IndexFunc(grids, func(g []byte) bool {
			return agree(g, given, func(k int) bool { return given[k] != '.' })
		})]
		for cells := range uint(1) << 16 {
			alone := bits.OnesCount(cells) == puzzle.ClueCount-1 && !slices.ContainsFunc(grids, func(g []byte) bool {
				return agree(g, solution, func(k int) bool { return cells>>k&1 == 1 }) && !bytes.Equal(g, solution)
			})
			if alone {
				t.Fatalf("%016b are enough for\n%s", cells, puzzle.Text)
			}
		}
	}
}

// agree reports whether two grids agree on some cells.
func agree(a, b []byte, on func(int) bool) bool {
	for k := range a {
		if on(k) && a[k] != b[k] {
			return false
		}
	}
	return true
}

// grids lists the solutions of the rules of a square.
func grids(t *testing.T, rules string) (all [][]byte) {
	p, err := compiled([]byte(rules))
	if err != nil {
		t.Fatal(err)
	}
	m, _ := p.Candidates()
	order := p.Puzzle.Filling.LatinOrder
	s := dlx.NewSearch(m, dlx.SearchOptions{Chooser: dlx.MRV{}})
	for found := range s.Solutions(context.Background()) {
		grid := make([]byte, order*order)
		for _, o := range found {
			origin := p.OptionOrigin(o)
			grid[int(origin.LetterCells[0][0])*order+int(origin.LetterCells[0][1])] = origin.Letters[0][0]
		}
		all = append(all, grid)
	}
	return all
}

// TestDifficulty: what is wanted is drawn, or it is said that it was not.
func TestDifficulty(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	for _, name := range []string{"easy", "medium..hard"} {
		span, err := deduce.ParseLevelRange(name)
		if err != nil {
			t.Fatal(err)
		}
		puzzle := made(t, maker(t, sudoku, Recipe{Difficulty: &span}), seed(4))
		if g, err := gradeProgram(context.Background(), puzzle.Program); err != nil ||
			g.HardestLevel() < span.Easiest || g.HardestLevel() > span.Hardest {
			t.Errorf("%s: %v, %v", name, g, err)
		}
	}
	for _, wrong := range []string{"", "simple", "hard..easy", "easy..", "easy.hard"} {
		if _, err := deduce.ParseLevelRange(wrong); err == nil {
			t.Errorf("%q is a range", wrong)
		}
	}
	_, err := maker(t, "latin 2", Recipe{Difficulty: &deduce.LevelRange{Easiest: deduce.LevelExtreme,
		Hardest: deduce.LevelExtreme}}).MakePuzzle(context.Background(), seed(4))
	if err == nil || !strings.Contains(err.Error(), "1000 easy") {
		t.Errorf("an extreme square of order 2: %v", err)
	}
}

// TestNoGrade: of a puzzle whose matrix has more solutions the reason is said, and it is neither as easy nor as
// difficult as any other; where one has a grade all the same, it is looked for.
func TestNoGrade(t *testing.T) {
	any := &deduce.LevelRange{Easiest: deduce.LevelEasy, Hardest: deduce.LevelExtreme}
	const connected = "board b on square = 1x4\nfill b with \"_#\" {\n  connected \"#\"\n  exactly 2 \"#\" on " +
		"b\n  symmetric half-turn\n}\n"
	if text := made(t, maker(t, connected, Recipe{}), seed(1)).Text; !strings.Contains(text,
		"\n// not graded: no technique knows of connected cells\n") {
		t.Errorf("it says\n%s", text)
	}
	_, err := maker(t, connected, Recipe{Difficulty: any}).MakePuzzle(context.Background(), seed(1))
	if err == nil || !strings.Contains(err.Error(),
		"20 puzzles are not graded: no technique knows of connected cells") {
		t.Errorf("a difficulty of what has no grade: %v", err)
	}
	const loops = "board b on square = 3x3\nfill b with \"_#\" {\n  loop \"#\"\n  connected \"_\"\n}\n"
	m, r := maker(t, loops, Recipe{Difficulty: any}), seed(1)
	for range 20 {
		if text := made(t, m, r).Text; strings.Contains(text, "not graded") {
			t.Errorf("a difficulty is wanted:\n%s", text)
		}
	}
	_, err = maker(t, loops, Recipe{Difficulty: &deduce.LevelRange{Easiest: deduce.LevelExtreme,
		Hardest: deduce.LevelExtreme}}).MakePuzzle(context.Background(), r)
	if err == nil || strings.Contains(err.Error(), "extreme") || !strings.Contains(err.Error(), " not graded") {
		t.Errorf("an extreme loop in 3x3: %v", err)
	}
}

// TestOrder: sudokus with higher grades, by what they need, the hardest first, have larger trees of dancing links. The
// correlation of the ranks is stated in the tutorial.
func TestOrder(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	m, r := maker(t, sudoku, Recipe{}), seed(5)
	var grades, nodes []float64
	for range matrixtest.RandomRounds(25, 400) {
		puzzle := made(t, m, r)
		p, _ := puzzle.Program.Candidates()
		s := dlx.NewSearch(p, dlx.SearchOptions{Chooser: dlx.MRV{}})
		for range s.Solutions(context.Background()) {
		}
		grade := 0.0
		for _, n := range slices.Backward(puzzle.Grade.TechniqueUses[:]) {
			grade = grade*1000 + float64(n)
		}
		grades = append(grades, grade)
		nodes = append(nodes, float64(s.Stats().Nodes-int64(81-puzzle.ClueCount))) // a node for each cell says nothing
	}
	rho := correlation(ranks(grades), ranks(nodes))
	t.Logf("the rank correlation of %d sudokus is %.2f", len(grades), rho)
	if rho < 0.5 {
		t.Errorf("the rank correlation is %.2f", rho)
	}
}

// ranks returns the rank of each number; equal ones share the mean of theirs.
func ranks(numbers []float64) []float64 {
	out := make([]float64, len(numbers))
	for i, a := range numbers {
		for _, b := range numbers {
			if b < a {
				out[i]++
			} else if b == a {
				out[i] += 0.5
			}
		}
	}
	return out
}

func correlation(a, b []float64) float64 {
	mean := float64(len(a)) / 2
	var ab, aa, bb float64
	for i := range a {
		ab += (a[i] - mean) * (b[i] - mean)
		aa += (a[i] - mean) * (a[i] - mean)
		bb += (b[i] - mean) * (b[i] - mean)
	}
	return ab / math.Sqrt(aa*bb)
}
