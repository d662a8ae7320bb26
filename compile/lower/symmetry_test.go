package lower_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"quadrille/compile"
	"quadrille/compile/check"
	"quadrille/compile/compiletest"
	"quadrille/compile/lattice"
	"quadrille/compile/lower"
	"quadrille/compile/model"
	"quadrille/lang/codes"
	"quadrille/lang/parse"
	"quadrille/runtime/engine/dlx"
	"quadrille/runtime/matrix/matrixtest"
)

var symmetric = []struct {
	name, text string
	total      int
	order      int // of the group
	slow       bool
}{
	// The totals of the first four are published; the others are checked
	// against the classes found here by brute force, and the order of the group
	// is worked out by hand.
	{"scott", "use pentominoes use chess pack holey_chessboard with pentominoes", 520, 8, false},
	{"rectangle", "use pentominoes board b on square = 4x15 pack b with pentominoes", 4 * 368, 4, true},
	{"dominoes, many solutions symmetric themselves", "use dominoes board b on square = 4x4 pack b with any of I2", 36,
		8, false},
	{"y pentominoes", "use pentominoes board b on square = 10x10 pack b with any of Y", 350, 8, false},
	{"one-sided, with both images", "use tetrominoes board b on square = 4x4 pack b with 2 of one-sided L4", -1, 8,
		false},
	{"one-sided, one image missing: no reflections",
		"use tetrominoes set all = one-sided L4 board b on square = 4x4 pack b with any of all - {L4}", -1, 4, false},
	{"one-sided, the one without its image not used",
		"use tetrominoes set left = one-sided L4 - {L4'} board b on square = 4x4 pack b with any of I4 + any of O4 + " +
			"none of left", -1, 8, false},
	{"ranges", "use tetrominoes board b on square = 4x4 pack b with 0..2 of L4 + 1..3 of O4 + any of I4", -1, 8, false},
	{"ranges that differ between the images",
		"use tetrominoes set all = one-sided L4 set left = all - {L4'} set right = all & {L4'} board b on square = " +
			"4x6 pack b with 2 of left + 4 of right", -1, 2, false},
	{"empty cells", "use dominoes board b on square = 3x3 pack b with any of I2 { leave 1 empty }", 18, 8, false},
	{"several empty cells, and no piece to restrict",
		"use monominoes board b on square = 2x2 pack b with any of O1 { leave 2 empty }", 6, 8, false},
	{"optional cells", "use trominoes board b on square = \"\"\"\n?#?\n###\n?#?\n\"\"\" pack b with any of V3 + " +
		"any of I3", -1, 8, false},
	{"a rule that is not symmetric",
		"use dominoes board b on square = 4x4 pack b with 8 of I2 { fix I2 at (0, 0) orientation 0 }", 18, 1, false},
	{"a rule that is symmetric",
		"use dominoes board b on square = 4x5 pack b with any of I2 { keep I2 to orientation 0..1 }", 95, 4, false},
	{"two pieces of one shape that a reflection exchanges",
		"piece A = 1x2 piece B = 1x2 board b on square = 2x4 pack b with A + B { keep A in 2x2 keep B in 2x2 at (0, " +
			"2) leave 4 empty }", 16, 4, false},
	{"a region", "use pentominoes board b on square = 6x10 pack b with pentominoes { keep X in 4x4 at (1, 3) }", -1, 4,
		true},
}

// TestSymmetry: of the solutions, one of each class is kept, and the sizes of
// the classes add up. The classes are found here by moving solutions about,
// as sets of sets of cells.
func TestSymmetry(t *testing.T) {
	if testing.Short() {
		t.Skip("half a second or more")
	}
	for _, c := range symmetric {
		t.Run(c.name, func(t *testing.T) {
			if c.name == "scott" && !matrixtest.SlowTestsWanted() {
				t.Skip("a slow test: " + matrixtest.SlowTests)
			}
			if c.slow && !matrixtest.SlowTestsWanted() {
				t.Skip("many solutions: asked for by " + matrixtest.SlowTests)
			}
			all, _ := partitions(t, c.text, false)
			if c.total >= 0 && len(all) != c.total {
				t.Fatalf("%d solutions, want %d", len(all), c.total)
			}
			if len(all) == 0 {
				t.Fatal("no solutions: the case proves nothing")
			}
			program := compiletest.CompilePuzzle(t, c.text, true)
			if program.Symmetry().MotionCount() != c.order {
				t.Errorf("%v, want order %d", program.Symmetry(), c.order)
			}
			kept, sum := partitions(t, c.text, true)
			if sum != len(all) {
				t.Errorf("the orbits kept have %d solutions in all, and there are %d", sum, len(all))
			}
			checkClasses(t, program, all, kept, c.order)
		})
	}
}

// partitions solves a puzzle. Each solution is a set of shapes on the board,
// as a text; the pieces' names are left out, as mirror images may swap them. If one of
// each class is wanted, it adds up the sizes of the classes.
func partitions(t *testing.T, text string, upToSymmetry bool) (out map[string][]lattice.Shape, sum int) {
	t.Helper()
	p := compiletest.CompilePuzzle(t, text, upToSymmetry)
	out = map[string][]lattice.Shape{}
	for s := range dlx.NewSearch(compiletest.PuzzleMatrix(t, p),
		dlx.SearchOptions{Chooser: dlx.MRV{}}).Solutions(context.Background()) {
		if !p.IsSolution(s) {
			continue
		}
		if upToSymmetry {
			sum += p.Symmetry().OrbitSize(s)
		}
		var shapes []lattice.Shape
		for _, pl := range p.Decode(s) {
			shapes = append(shapes, pl.Cells)
		}
		key := partitionKey(shapes)
		if out[key] != nil {
			t.Fatal("a solution is there twice")
		}
		out[key] = shapes
	}
	return out, sum
}

func partitionKey(shapes []lattice.Shape) string {
	var keys []string
	for _, s := range shapes {
		keys = append(keys, fmt.Sprint(s))
	}
	slices.Sort(keys)
	return strings.Join(keys, ";")
}

// checkClasses moves every solution by the eight motions of the square. The
// images that are solutions make up its class; of each class exactly one must
// be kept.
func checkClasses(t *testing.T, p *compile.Program, all, kept map[string][]lattice.Shape, order int) {
	t.Helper()
	classes, symmetric := 0, 0
	seen, board := map[string]bool{}, p.Puzzle.Packing.Board.AllCells()
	group := groupOf(board, all)
	for key, shapes := range all {
		if seen[key] {
			continue
		}
		classes++
		class := images(board, shapes, group)
		if len(class) < order {
			symmetric++
		}
		keep := 0
		for image := range class {
			seen[image] = true
			if kept[image] != nil {
				keep++
			}
		}
		if keep != 1 {
			t.Errorf("%d solutions are kept of a class of %d", keep, len(class))
		}
	}
	if len(kept) != classes {
		t.Errorf("%d solutions are kept of %d classes", len(kept), classes)
	}
	t.Logf("%d solutions, %d classes, %d of them with symmetries of their own", len(all), classes, symmetric)
}

// images returns the class of a solution under a group.
func images(board lattice.Shape, shapes []lattice.Shape, group []lattice.Motion) map[string]bool {
	class := map[string]bool{}
	for _, m := range group {
		class[partitionKey(moved(board, shapes, m))] = true
	}
	return class
}

// groupOf returns the motions that map every solution to a solution. Other motions are no symmetries of the puzzle,
// even if they are symmetries of the board.
func groupOf(board lattice.Shape, all map[string][]lattice.Shape) (group []lattice.Motion) {
	for _, m := range lattice.Square.Motions {
		ok := true
		for _, shapes := range all {
			if all[partitionKey(moved(board, shapes, m))] == nil {
				ok = false
				break
			}
		}
		if ok {
			group = append(group, m)
		}
	}
	return group
}

func moved(board lattice.Shape, shapes []lattice.Shape, m lattice.Motion) []lattice.Shape {
	before, _ := board.BoundingBox()
	after, _ := board.ApplyMotion(m).BoundingBox()
	var out []lattice.Shape
	for _, s := range shapes {
		out = append(out, s.ApplyMotion(m).Shift(before.Minus(after)))
	}
	return out
}

// TestMaxImages: a table with the image of each placement under each motion has a bound, and what exceeds it is
// reported. A rectangle has four motions, and here six placements.
func TestMaxImages(t *testing.T) {
	f, err := parse.File("test.puz", []byte("piece A = 1x1\nboard b on square = 2x3\npack b with any of A"))
	if err != nil {
		t.Fatal(err)
	}
	m, err := check.CheckFile(f, check.Importer{}, check.FileOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for most, fits := range map[int]bool{4*6 - 1: false, 4 * 6: true} {
		_, err := lower.LowerPuzzle(m, lower.PuzzleOptions{Equivalence: model.UpToReflection, MaxItems: 100,
			MaxOptions: 100, MaxSteps: 100}.WithMaxImages(most))
		if (err == nil) != fits || !fits && !compiletest.HasCode(err, codes.TooLarge) {
			t.Errorf("%d images are possible: %v", most, err)
		}
	}
}
