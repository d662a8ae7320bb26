package lattice_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"quadrille/compile/lattice"
)

// TestMotionsAreAGroup: the eight motions differ, and the product of any two
// is one of them, with the identity first and the rotations before the rest.
func TestMotionsAreAGroup(t *testing.T) {
	all := lattice.Square.Motions
	if len(all) != 8 || all[0].Apply(lattice.Cell{3, 5}) != (lattice.Cell{3, 5}) {
		t.Fatalf("%d motions, the first one %v", len(all), all[0])
	}
	probe := lattice.Cell{1, 3} // no motion but the identity leaves it in place
	images := map[lattice.Cell]int{}
	for k, m := range all {
		images[m.Apply(probe)] = k
	}
	if len(images) != 8 {
		t.Errorf("only %d motions differ", len(images))
	}
	for i, a := range all {
		for j, b := range all {
			k, ok := images[a.Apply(b.Apply(probe))]
			if !ok {
				t.Fatalf("motion %d after %d is none of the eight", i, j)
			}
			if rotation := (i < 4) == (j < 4); rotation != (k < 4) {
				t.Errorf("motion %d after %d is %d", i, j, k)
			}
		}
	}
}

// TestPolyominoesOrder holds the orientations of the P against the eight lines
// in the introduction of Knuth's program polyominoes, in their order.
func TestPolyominoesOrder(t *testing.T) {
	lines := [][]lattice.Cell{
		{{0, 0}, {1, 0}, {0, 1}, {1, 1}, {0, 2}}, {{0, 0}, {1, 0}, {0, 1}, {1, 1}, {2, 1}},
		{{1, 0}, {0, 1}, {1, 1}, {0, 2}, {1, 2}}, {{0, 0}, {1, 0}, {2, 0}, {1, 1}, {2, 1}},
		{{0, 0}, {0, 1}, {1, 0}, {1, 1}, {2, 0}}, {{0, 0}, {0, 1}, {0, 2}, {1, 1}, {1, 2}},
		{{0, 1}, {1, 0}, {1, 1}, {2, 0}, {2, 1}}, {{0, 0}, {0, 1}, {1, 0}, {1, 1}, {1, 2}},
	}
	got := lattice.Square.Orientations(lattice.NewShape(lines[0]))
	if len(got) != len(lines) {
		t.Fatalf("%d orientations", len(got))
	}
	for k, line := range lines {
		if want := lattice.NewShape(line); !got[k].Equal(want) {
			t.Errorf("orientation %d is %v, want %v", k, got[k], want)
		}
	}
}

func TestClasses(t *testing.T) {
	for _, c := range []struct {
		class string
		cells []lattice.Cell
	}{
		{"full", []lattice.Cell{{0, 1}, {1, 0}, {1, 1}, {1, 2}, {2, 1}}},
		{"swastika", []lattice.Cell{{0, 1}, {1, 3}, {3, 2}, {2, 0}}},
		{"double-reflection", []lattice.Cell{{0, 0}, {0, 1}}},
		{"double-reflection", []lattice.Cell{{0, 0}, {1, 1}}}, // in the diagonals
		{"half-turn", []lattice.Cell{{0, 1}, {0, 2}, {1, 0}, {1, 1}}},
		{"reflection", []lattice.Cell{{0, 0}, {0, 1}, {0, 2}, {1, 1}}},
		{"reflection", []lattice.Cell{{0, 0}, {1, 0}, {1, 1}}}, // in a diagonal
		{"none", []lattice.Cell{{0, 0}, {1, 0}, {2, 0}, {2, 1}}},
	} {
		if got := lattice.Square.ClassOf(lattice.NewShape(c.cells)); got.Name != c.class {
			t.Errorf("%v has the class %s, want %s", c.cells, got.Name, c.class)
		}
	}
}

func TestRotation(t *testing.T) {
	right := lattice.Cell{0, 1}
	for degrees, want := range map[int]lattice.Cell{0: {0, 1}, 90: {1, 0}, 180: {0, -1}, 270: {-1, 0}, -90: {-1, 0}, 450: {1, 0}} {
		m, ok := lattice.Square.Rotation(degrees)
		if got := m.Apply(right); !ok || got != want {
			t.Errorf("turned by %d degrees, what points right points to %v, want %v", degrees, got, want)
		}
	}
	if _, ok := lattice.Square.Rotation(45); ok {
		t.Error("squares were rotated by 45 degrees")
	}
	if got := lattice.Square.Mirror().Apply(right); got != (lattice.Cell{0, -1}) {
		t.Errorf("the mirror image of what points right points to %v", got)
	}
}

// TestAlgebra compares shapes with sets kept as maps, at random.
func TestAlgebra(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 500 {
		a, b := randomSet(r), randomSet(r)
		s, u := shapeOf(a), shapeOf(b)
		compare(t, "or", s.Or(u), func(c lattice.Cell) bool { return a[c] || b[c] })
		compare(t, "and", s.And(u), func(c lattice.Cell) bool { return a[c] && b[c] })
		compare(t, "without", s.Without(u), func(c lattice.Cell) bool { return a[c] && !b[c] })
		if s.Within(u) != (len(s.Without(u)) == 0) {
			t.Errorf("%v within %v: %v", s, u, s.Within(u))
		}
	}
}

const span = 5

func randomSet(r *rand.Rand) map[lattice.Cell]bool {
	set := map[lattice.Cell]bool{}
	for range r.IntN(12) {
		set[lattice.Cell{r.Int32N(span) - 2, r.Int32N(span) - 2}] = true
	}
	return set
}

func shapeOf(set map[lattice.Cell]bool) lattice.Shape {
	return lattice.NewShape(slices.Collect(maps.Keys(set)))
}

func compare(t *testing.T, what string, got lattice.Shape, want func(lattice.Cell) bool) {
	t.Helper()
	n := 0
	for r := int32(-2); r < span; r++ {
		for c := int32(-2); c < span; c++ {
			cell := lattice.Cell{r, c}
			if got.Has(cell) != want(cell) {
				t.Errorf("%s: %v is %v", what, cell, got.Has(cell))
			}
			if want(cell) {
				n++
			}
		}
	}
	if n != len(got) {
		t.Errorf("%s has %d cells, want %d", what, len(got), n)
	}
}

// TestGrid: numbers lead back to cells, and each shift puts the first cell of a
// shape on a cell.
func TestGrid(t *testing.T) {
	board := lattice.NewShape([]lattice.Cell{{-1, 2}, {0, 2}, {0, 4}, {2, 3}})
	g := lattice.NewGrid(board)
	for r := int32(-3); r < 5; r++ {
		for c := int32(0); c < 7; c++ {
			cell := lattice.Cell{r, c}
			n := g.Number(cell)
			if board.Has(cell) != (n >= 0) || n >= 0 && board[n] != cell {
				t.Errorf("the number of %v is %d", cell, n)
			}
		}
	}
	var shifts []lattice.Cell
	corner := lattice.NewShape([]lattice.Cell{{0, 1}, {1, 0}})
	g.Shifts(corner, func(s lattice.Cell) { shifts = append(shifts, s) })
	want := []lattice.Cell{{-1, 1}, {0, 1}, {0, 3}, {2, 2}}
	if !slices.Equal(shifts, want) {
		t.Errorf("the shifts are %v, want %v", shifts, want)
	}
	if n := g.CountShifts(lattice.Cell{1, 1}); n != 3*2 {
		t.Errorf("%d shifts keep two rows of two in four rows of three", n)
	}
}
