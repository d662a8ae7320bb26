package lattice_test

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"quadrille/compile/lattice"
	"quadrille/compile/lattice/latticetest"
	"quadrille/runtime/matrix/matrixtest"
)

// Motions are a group: they differ, and the product of any two is one of them but for a
// shift, with the identity first and the rotations before the rest.
func TestMotionsAreAGroup(t *testing.T) {
	for _, c := range []struct {
		lattice *lattice.Lattice
		order   int
		probe   lattice.Cell // no motion but the identity leaves it in place
	}{
		{lattice.Square, 8, lattice.Cell{1, 3}},
		{lattice.Triangle, 12, lattice.Cell{5, 8}},
		{lattice.Hexagon, 12, lattice.Cell{1, 3}},
		{lattice.Cube, 48, lattice.Cell{1, 3, 7}},
		{lattice.Sticks, 8, lattice.Cell{1, 4}},
		{lattice.Tetrakis, 8, lattice.Cell{3, 7}},
		{lattice.Trigs, 12, lattice.Cell{1, 4}},
		{lattice.Twigs, 12, lattice.Cell{1, 4}},
		{lattice.Kite, 12, lattice.Cell{1, 6}},
		{lattice.Drafter, 12, lattice.Cell{1, 12}},
		{lattice.Cairo, 8, lattice.Cell{1, 6}},
		{lattice.Balls, 48, lattice.Cell{1, 3, 7}},
		{lattice.Prism, 24, lattice.Cell{1, 5, 8}},
	} {
		all := c.lattice.Motions
		if len(all) != c.order || all[0].ApplyToCell(c.probe) != c.probe {
			t.Fatalf("%s: %d motions, the first one %v", c.lattice.Name, len(all), all[0])
		}
		images := map[lattice.Cell]int{}
		shift := c.lattice.RoundUpShift(c.probe)
		for k, m := range all {
			images[m.ImageOfShift(shift)] = k
			if !c.lattice.IsCell(m.ApplyToCell(c.probe)) {
				t.Errorf("%s: %s leads off the lattice", c.lattice.Name, m.Name)
			}
		}
		if len(images) != c.order {
			t.Errorf("%s: only %d motions differ", c.lattice.Name, len(images))
		}
		half := len(c.lattice.Rotations())
		for i, a := range all {
			for j, b := range all {
				k, ok := images[a.ImageOfShift(b.ImageOfShift(shift))]
				if !ok {
					t.Fatalf("%s: motion %d after %d is none of the group", c.lattice.Name, i, j)
				}
				if rotation := (i < half) == (j < half); rotation != (k < half) {
					t.Errorf("%s: motion %d after %d is %d", c.lattice.Name, i, j, k)
				}
			}
		}
	}
}

// plane lists the lattices of the plane.
var plane = []*lattice.Lattice{
	lattice.Square, lattice.Triangle, lattice.Hexagon, lattice.Sticks, lattice.Trigs, lattice.Twigs,
	lattice.Tetrakis, lattice.Kite, lattice.Drafter, lattice.Cairo,
}

// Seen in the plane, each turn rotates the outline of every cell by the same
// angle, with the clock, and each reflection reflects it, in the axis that its
// name tells.
func TestMotionsInThePlane(t *testing.T) {
	for _, l := range plane {
		cells := someCells(l)
		for k, m := range l.Motions {
			angle := 2 * math.Pi * float64(k%l.PaperRotationCount) / float64(l.PaperRotationCount)
			reflected := k >= len(l.Rotations())
			if reflected {
				axis, ok := axes[m.Name]
				if !ok {
					t.Fatalf("%s: no axis is known of %q", l.Name, m.Name)
				}
				angle = -2 * axis * math.Pi / 180 // rows go down
			}
			checkMotion(t, l, cells, m, angle, reflected)
		}
		checkMotion(t, l, cells, l.LeftRightMirror, math.Pi, true)
		checkShifts(t, l, cells)
	}
}

// axes of reflections by their angle against the clock.
var axes = map[string]float64{
	"reflection left to right": 90, "reflection top to bottom": 0,
	"reflection in the main diagonal": 135, "reflection in the other diagonal": 45,
	"reflection in the axis at 30°": 30, "reflection in the axis at 60°": 60,
	"reflection in the axis at 120°": 120, "reflection in the axis at 150°": 150,
}

func someCells(l *lattice.Lattice) []lattice.Cell {
	var cells []lattice.Cell
	for r := int32(-6); r < 7; r++ {
		for c := int32(-12); c < 13; c++ {
			if l.IsCell(lattice.Cell{r, c}) {
				cells = append(cells, lattice.Cell{r, c})
			}
		}
	}
	return cells
}

// checkMotion compares the motion of cells with that of points: the vector
// between the middles of two cells turns as the plane does.
func checkMotion(t *testing.T, l *lattice.Lattice, cells []lattice.Cell, m lattice.Motion, angle float64,
	reflected bool) {
	t.Helper()
	sin, cos := math.Sincos(angle)
	x0, y0 := middle(l, cells[0])
	u0, v0 := middle(l, m.ApplyToCell(cells[0]))
	for _, c := range cells {
		x, y := middle(l, c)
		x, y = x-x0, y-y0
		if reflected {
			y = -y
		}
		u, v := middle(l, m.ApplyToCell(c))
		if math.Abs(u-u0-(x*cos-y*sin)) > 1e-9 || math.Abs(v-v0-(x*sin+y*cos)) > 1e-9 {
			t.Errorf("%s: %s moves %v to %v", l.Name, m.Name, c, m.ApplyToCell(c))
			return
		}
		for _, d := range []lattice.Cell{l.RoundUpShift(lattice.Cell{1, 2}), l.RoundUpShift(lattice.Cell{-3, 1})} {
			if m.ApplyToCell(c.Plus(d)) != m.ApplyToCell(c).Plus(m.ImageOfShift(d)) {
				t.Errorf("%s: %s turns the shift %v to %v, but not at %v", l.Name, m.Name, d, m.ImageOfShift(d), c)
			}
		}
	}
}

// checkShifts: a shift moves all cells alike, and neighbours share a side, or
// an end if they are sticks.
func checkShifts(t *testing.T, l *lattice.Lattice, cells []lattice.Cell) {
	t.Helper()
	d := l.RoundUpShift(lattice.Cell{2, 3})
	if !l.IsShift(d) {
		t.Fatalf("%s: %v is no shift", l.Name, d)
	}
	corners := len(l.CellOutline(cells[0]))
	for _, c := range cells {
		x, y := middle(l, c)
		u, v := middle(l, c.Plus(d))
		x0, y0 := middle(l, cells[0])
		u0, v0 := middle(l, cells[0].Plus(d))
		if math.Abs(u-x-(u0-x0)) > 1e-9 || math.Abs(v-y-(v0-y0)) > 1e-9 || !l.IsCell(c.Plus(d)) {
			t.Errorf("%s: the shift %v is another one at %v", l.Name, d, c)
		}
		common := 2
		if corners == 2 {
			common = 1
		}
		for _, n := range l.Neighbours(c) {
			if sharedCorners(l, c, n) != common {
				t.Errorf("%s: %v and %v are no neighbours", l.Name, c, n)
			}
		}
		if max(c[0], c[1], -c[0], -c[1]) > 1 {
			continue // neighbours may be out of sight
		}
		var want []lattice.Cell
		for _, e := range cells {
			if sharedCorners(l, c, e) == common {
				want = append(want, e)
			}
		}
		if len(want) != len(l.Neighbours(c)) {
			t.Errorf("%s: %v has the neighbours %v, want %v", l.Name, c, l.Neighbours(c), want)
		}
	}
}

func middle(l *lattice.Lattice, c lattice.Cell) (x, y float64) {
	outline := l.CellOutline(c)
	for _, p := range outline {
		x += float64(p.X) * l.PlaneScale[0] / float64(len(outline))
		y += float64(p.Y) * l.PlaneScale[1] / float64(len(outline))
	}
	return x, y
}

func sharedCorners(l *lattice.Lattice, a, b lattice.Cell) int {
	n := 0
	for _, p := range l.CellOutline(a) {
		if slices.Contains(l.CellOutline(b), p) {
			n++
		}
	}
	return n
}

// The free, one-sided and fixed polyforms of each size, grown cell by cell and
// told apart by orientations. The numbers are those of the OEIS: A000105,
// A000988, A001168; A000577, A006534, A001420; A000228, A006535, A001207;
// A038119, A000162, A001931; A019988, A151537, A096267; A159867, A151539 (the fixed ones by a program that shares no
// code); A197459, A197460, A197461; A057786, A151528, A196992; A197462, A197463, A197464; A159866, A151534, A196991;
// A038173, A038174, A039742. Those of prisms are by a program that shares no code: it moves the middles of prisms about
// by matrices.
func TestPolyforms(t *testing.T) {
	for _, c := range []struct {
		lattice               *lattice.Lattice
		free, oneSided, fixed []int
	}{
		{lattice.Square, []int{1, 1, 2, 5, 12, 35}, []int{1, 1, 2, 7, 18, 60}, []int{1, 2, 6, 19, 63, 216}},
		{lattice.Triangle, []int{1, 1, 1, 3, 4, 12, 24}, []int{1, 1, 1, 4, 6, 19, 43}, []int{2, 3, 6, 14, 36, 94, 250}},
		{lattice.Hexagon, []int{1, 1, 3, 7, 22}, []int{1, 1, 3, 10, 33}, []int{1, 3, 11, 44, 186}},
		{lattice.Cube, []int{1, 1, 2, 7, 23}, []int{1, 1, 2, 8, 29}, []int{1, 3, 15, 86, 534}},
		{lattice.Sticks, []int{1, 2, 5, 16}, []int{1, 2, 7, 25}, []int{2, 6, 22, 88}},
		{lattice.Trigs, []int{1, 3, 12, 60}, []int{1, 3, 19, 104}, []int{3, 15, 91, 603}},
		{lattice.Twigs, []int{1, 1, 3, 4, 12, 27}, []int{1, 1, 4, 6, 19, 49}, []int{3, 6, 14, 36, 99, 281}},
		{lattice.Kite, []int{1, 2, 4, 10, 27, 85, 262}, []int{1, 2, 6, 16, 48, 158, 508},
			[]int{6, 12, 32, 93, 288, 926, 3048}},
		{lattice.Balls, []int{1, 1, 4, 20, 131}, []int{1, 1, 4, 25, 210}, []int{1, 6, 50, 475, 4881}},
		{lattice.Prism, []int{1, 2, 3, 11, 30, 137}, []int{1, 2, 3, 13, 43, 221}, []int{2, 5, 20, 91, 450, 2355}},
		{lattice.Cairo, []int{1, 2, 5, 17, 55, 206}, []int{1, 3, 8, 31, 103, 401}, []int{4, 10, 32, 112, 412, 1572}},
		{lattice.Drafter, []int{1, 3, 3, 9, 14, 38, 74, 185}, []int{2, 3, 6, 13, 28, 66, 148, 349},
			[]int{12, 18, 36, 75, 168, 386, 888, 2079}},
	} {
		var start lattice.Cell
		if !c.lattice.IsCell(start) {
			start = firstCell(c.lattice)
		}
		free := []lattice.Shape{c.lattice.ShiftToOrigin(lattice.Shape{start})}
		for size := range c.free {
			if testing.Short() && size > 3 {
				break
			}
			if size > 0 {
				free = grown(c.lattice, free)
			}
			oneSided, fixed := 0, 0
			for _, s := range free {
				fixed += len(c.lattice.Orientations(s))
				oneSided += c.lattice.SymmetryClassOf(s).MirrorFactor
			}
			if len(free) != c.free[size] || oneSided != c.oneSided[size] || fixed != c.fixed[size] {
				t.Errorf("%s: of %d cells there are %d, %d, %d polyforms, want %d, %d, %d", c.lattice.Name, size+1,
					len(free), oneSided, fixed, c.free[size], c.oneSided[size], c.fixed[size])
			}
		}
	}
}

// firstCell returns some cell of the lattice.
func firstCell(l *lattice.Lattice) lattice.Cell {
	for _, c := range lattice.Rectangle(4, 4) {
		if l.IsCell(c) {
			return c
		}
	}
	panic("no cell")
}

func grown(l *lattice.Lattice, smaller []lattice.Shape) []lattice.Shape {
	seen := map[string]bool{}
	var out []lattice.Shape
	for _, s := range smaller {
		for _, c := range s {
			for _, n := range l.Neighbours(c) {
				if s.HasCell(n) {
					continue
				}
				bigger := lattice.NewShape(append(slices.Clone(s), n))
				all := l.Orientations(bigger)
				key := fmt.Sprint(slices.MinFunc(all, func(a,
					b lattice.Shape) int {
					return slices.CompareFunc(a, b, lattice.CompareCells)
				}))
				if !seen[key] {
					seen[key] = true
					out = append(out, l.ShiftToOrigin(bigger))
				}
			}
		}
	}
	return out
}

// Every shape has a class, and its numbers are those of its orientations.
func TestEveryShapeHasAClass(t *testing.T) {
	if testing.Short() {
		t.Skip("a tenth of a second or more")
	}
	for _, name := range lattice.Names() {
		l, _ := lattice.ByName(name)
		start := l.ShiftToOrigin(lattice.Shape{firstCell(l)})
		shapes := []lattice.Shape{start}
		found := map[string]bool{}
		for range 4 {
			shapes = grown(l, shapes)
			for _, s := range shapes {
				class := l.SymmetryClassOf(s)
				found[class.Name] = true
				if class.RotationCount*class.MirrorFactor != len(l.Orientations(s)) {
					t.Errorf("%s: %v of class %s has %d orientations", name, s, class.Name, len(l.Orientations(s)))
				}
			}
		}
		t.Logf("%s: %v", name, slices.Sorted(maps.Keys(found)))
		products := map[[2]int]bool{}
		for _, c := range l.SymmetryClasses {
			if len(l.Motions)%(c.RotationCount*c.MirrorFactor) != 0 ||
				products[[2]int{c.RotationCount, c.MirrorFactor}] {
				t.Errorf("%s: the class %s has %d, %d", name, c.Name, c.RotationCount, c.MirrorFactor)
			}
			products[[2]int{c.RotationCount, c.MirrorFactor}] = true
		}
	}
}

// Figures have the cells that arithmetic says, stand at the origin, and do not
// exceed their bound.
func TestFigures(t *testing.T) {
	for _, c := range []struct {
		lattice *lattice.Lattice
		figure  string
		sides   []int
		cells   int
		motions int // number of motions that map the figure to itself
	}{
		{lattice.Square, "", []int{3, 4}, 12, 4},
		{lattice.Square, "diamond", []int{5}, 41, 8},
		{lattice.Square, "aztec", []int{4}, 40, 8},
		{lattice.Triangle, "", []int{2, 7}, 14, 4},
		{lattice.Triangle, "rhombus", []int{6, 6}, 72, 4},
		{lattice.Triangle, "rhombus", []int{2, 5}, 20, 2},
		{lattice.Triangle, "triangle", []int{5}, 25, 6},
		{lattice.Triangle, "hexagon", []int{1}, 6, 12},
		{lattice.Triangle, "hexagon", []int{3}, 54, 12},
		{lattice.Hexagon, "", []int{3, 3}, 9, 4},
		{lattice.Hexagon, "rhombus", []int{3, 5}, 15, 2},
		{lattice.Hexagon, "triangle", []int{4}, 10, 6},
		{lattice.Hexagon, "hexagon", []int{3}, 19, 12},
		{lattice.Cube, "", []int{3, 3, 3}, 27, 48},
		{lattice.Cube, "", []int{2, 3, 4}, 24, 8},
		{lattice.Cube, "", []int{4, 2, 3}, 24, 8},
		{lattice.Sticks, "", []int{5, 5}, 60, 8},
		{lattice.Sticks, "", []int{2, 3}, 17, 4},
		{lattice.Sticks, "diamond", []int{5}, 100, 8},
		{lattice.Sticks, "aztec", []int{1}, 12, 8},
		{lattice.Trigs, "", []int{2, 3}, 23, 2},
		{lattice.Trigs, "rhombus", []int{2, 2}, 16, 4},
		{lattice.Trigs, "triangle", []int{3}, 18, 6},
		{lattice.Trigs, "hexagon", []int{2}, 42, 12},
		{lattice.Twigs, "", []int{2, 3}, 27, 2},
		{lattice.Twigs, "rhombus", []int{2, 2}, 19, 4},
		{lattice.Twigs, "triangle", []int{3}, 27, 6},
		{lattice.Twigs, "hexagon", []int{2}, 30, 12},
		{lattice.Balls, "", []int{2, 3, 4}, 24, 2},
		{lattice.Balls, "pyramid", []int{4}, 30, 8},
		{lattice.Balls, "tetrahedron", []int{4}, 20, 24},
		{lattice.Balls, "octahedron", []int{3}, 19, 48},
		{lattice.Prism, "", []int{2, 2, 7}, 28, 8},
		{lattice.Prism, "rhombus", []int{3, 2, 5}, 60, 4},
		{lattice.Prism, "triangle", []int{2, 5}, 50, 12},
		{lattice.Prism, "hexagon", []int{3, 2}, 72, 24},
		{lattice.Cairo, "", []int{3, 4}, 12, 1},
		{lattice.Cairo, "square", []int{2}, 4, 4},
		{lattice.Kite, "", []int{2, 3}, 36, 2},
		{lattice.Kite, "rhombus", []int{2, 2}, 24, 4},
		{lattice.Kite, "triangle", []int{3}, 36, 6},
		{lattice.Kite, "hexagon", []int{2}, 42, 12},
		{lattice.Drafter, "", []int{2, 3}, 72, 2},
		{lattice.Drafter, "triangle", []int{3}, 72, 6},
		{lattice.Drafter, "hexagon", []int{2}, 84, 12},
	} {
		f, ok := c.lattice.FigureNamed(c.figure)
		if !ok || f.SideCount != len(c.sides) {
			t.Fatalf("%s has no %q with %d sides", c.lattice.Name, c.figure, len(c.sides))
		}
		s := f.MakeShape(c.sides)
		if len(s) != c.cells || !s.Equal(lattice.NewShape(s)) || len(s) > f.MaxBoxCells(c.sides) {
			t.Errorf("%s: %s %v has %d cells, want %d, bound %d", c.lattice.Name, c.figure, c.sides, len(s), c.cells,
				f.MaxBoxCells(c.sides))
		}
		least, greatest := s.BoundingBox()
		box := 1
		for _, v := range greatest.Minus(least) {
			box *= int(v) + 1
		}
		if !s.Equal(c.lattice.ShiftToOrigin(s)) || box > f.MaxBoxCells(c.sides) {
			t.Errorf("%s: %s %v is in a box of %d from %v, bound %d", c.lattice.Name, c.figure, c.sides, box, least,
				f.MaxBoxCells(c.sides))
		}
		if n := len(c.lattice.Motions) / len(c.lattice.Orientations(s)); n != c.motions {
			t.Errorf("%s: %s %v has %d symmetries, want %d", c.lattice.Name, c.figure, c.sides, n, c.motions)
		}
		for _, cell := range s {
			if !c.lattice.IsCell(cell) {
				t.Errorf("%s: %s has the cell %v", c.lattice.Name, c.figure, cell)
			}
		}
	}
}

// Reduced cells are equal just when the periods lead from one to the other.
func TestWrap(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for range matrixtest.RandomRounds(50, 300) {
		a := lattice.Cell{r.Int32N(9) - 4, r.Int32N(9) - 4}
		b := lattice.Cell{r.Int32N(9) - 4, r.Int32N(9) - 4}
		w, ok := lattice.NewWrapPeriods([]lattice.Cell{a, b})
		det := a[0]*b[1] - a[1]*b[0]
		if ok != (det != 0) {
			t.Fatalf("the periods %v and %v are independent: %v", a, b, ok)
		}
		if !ok {
			continue
		}
		classes := map[lattice.Cell]bool{}
		for x := int32(-9); x < 9; x++ {
			for y := int32(-9); y < 9; y++ {
				c := lattice.Cell{x, y}
				classes[w.ReduceCell(c)] = true
				if w.ReduceCell(c) != w.ReduceCell(c.Plus(a)) || w.ReduceCell(c) != w.ReduceCell(c.Minus(b)) {
					t.Errorf("the periods %v, %v do not lead back to %v", a, b, c)
				}
			}
		}
		if n := max(det, -det); int32(len(classes)) != n && n < 81 {
			t.Errorf("the periods %v, %v leave %d cells, want %d", a, b, len(classes), n)
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
		if got := lattice.Square.SymmetryClassOf(lattice.NewShape(c.cells)); got.Name != c.class {
			t.Errorf("%v has the class %s, want %s", c.cells, got.Name, c.class)
		}
	}
}

func TestRotation(t *testing.T) {
	right := lattice.Cell{0, 1}
	for degrees, want := range map[int]lattice.Cell{0: {0, 1}, 90: {1, 0}, 180: {0, -1}, 270: {-1, 0}, -90: {-1, 0},
		450: {1, 0}} {
		m, ok := lattice.Square.RotationBy(degrees)
		if got := m.ApplyToCell(right); !ok || got != want {
			t.Errorf("turned by %d degrees, what points right points to %v, want %v", degrees, got, want)
		}
	}
	if _, ok := lattice.Square.RotationBy(45); ok {
		t.Error("squares were rotated by 45 degrees")
	}
	if got := lattice.Square.LeftRightMirror.ApplyToCell(right); got != (lattice.Cell{0, -1}) {
		t.Errorf("the mirror image of what points right points to %v", got)
	}
}

// TestAlgebra compares shapes with sets kept as maps, at random.
func TestAlgebra(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 500 {
		a, b := randomSet(r), randomSet(r)
		s, u := shapeOf(a), shapeOf(b)
		compare(t, "or", s.Union(u), func(c lattice.Cell) bool { return a[c] || b[c] })
		compare(t, "and", s.Intersect(u), func(c lattice.Cell) bool { return a[c] && b[c] })
		compare(t, "without", s.Subtract(u), func(c lattice.Cell) bool { return a[c] && !b[c] })
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
			if got.HasCell(cell) != want(cell) {
				t.Errorf("%s: %v is %v", what, cell, got.HasCell(cell))
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

// TestGrid: indices lead back to cells, before and after shifts of the lattice.
func TestGrid(t *testing.T) {
	board := lattice.NewShape([]lattice.Cell{{-1, 2}, {0, 2}, {0, 4}, {2, 3}})
	g := lattice.NewGrid(lattice.Square, board, nil)
	for r := int32(-3); r < 5; r++ {
		for c := int32(0); c < 7; c++ {
			cell := lattice.Cell{r, c}
			n := g.CellNumber(cell)
			if board.HasCell(cell) != (n >= 0) || n >= 0 && board[n] != cell {
				t.Errorf("the number of %v is %d", cell, n)
			}
		}
	}
	// nil: a cell is off the board
	for shift, want := range map[lattice.Cell][]int32{{}: {2, 1}, {-1, -2}: nil, {2, -1}: nil} {
		got := g.NumbersAfterShift([]lattice.Cell{{0, 4}, {0, 2}}, shift)
		if !slices.Equal(got, want) {
			t.Errorf("after a shift by %v the numbers are %v, want %v", shift, got, want)
		}
	}
	triangles := lattice.NewGrid(lattice.Triangle, lattice.Rectangle(2, 4), nil)
	if got := triangles.NumbersAfterShift([]lattice.Cell{{0, 0}}, lattice.Cell{0, 1}); got != nil {
		t.Errorf("a triangle that points up comes to lie on one that points down: %v", got)
	}
}

// TestNumberOnWrappedGrids compares the indices of cells with the periods, on boards whose reduced cells lie close
// together, and on some where they do not.
func TestNumberOnWrappedGrids(t *testing.T) {
	for _, periods := range [][]lattice.Cell{
		{{0, 4}}, {{4, 0}, {0, 4}}, {{3, 2}, {0, 7}}, {{-3, 1}, {1, 5}}, // a table
		{{1, 900}}, {{1, 30}, {0, 999}}, {{2, -999}}, // a map
	} {
		w, _ := lattice.NewWrapPeriods(periods)
		g := lattice.NewGrid(lattice.Square, w.FirstOfEqualCells(lattice.Rectangle(4, 4)), w)
		for _, c := range lattice.Rectangle(12, 12) {
			c = c.Plus(lattice.Cell{-4, -4})
			for _, moved := range []lattice.Cell{c, c.Plus(periods[0]), c.Minus(periods[len(periods)-1])} {
				want := slices.IndexFunc(g.Cells, func(d lattice.Cell) bool {
					return w.ReduceCell(d) == w.ReduceCell(c)
				})
				if got := g.CellNumber(moved); int(max(got, -1)) != want {
					t.Errorf("periods %v: the number of %v is %d, not %d", periods, moved, got, want)
				}
			}
		}
	}
}

// TestStencil lays shapes on boards, wrapped, flipped and not, and compares the indices with those found cell by cell.
func TestStencil(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	some := func(n, rows, columns int32) lattice.Shape {
		var cells []lattice.Cell
		for range 1 + r.Int32N(n) {
			cells = append(cells, lattice.Cell{r.Int32N(rows) - 1, r.Int32N(columns) - 2})
		}
		return lattice.NewShape(cells)
	}
	for range matrixtest.RandomRounds(200, 2000) {
		w, _ := lattice.NewWrapPeriods([][]lattice.Cell{nil, nil, {{0, 5}}, {{4, 0}, {0, 5}}, {{3, 2}, {0, 7}},
			{{1, 900}}}[r.IntN(6)])
		g := lattice.NewGrid(lattice.Square, w.FirstOfEqualCells(some(20, 5, 6)), w)
		if r.IntN(4) == 0 {
			g = lattice.NewFlippedGrid(lattice.Square, lattice.Rectangle(4, 5),
				lattice.FlippedEdges{Rows: 4, Columns: 5, JoinsTopBottom: r.IntN(2) == 0})
		}
		s := g.NewStencil(some(4, 4, 4))
		for _, shift := range lattice.Rectangle(12, 12).Shift(lattice.Cell{-5, -5}) {
			var want []int32
			for _, c := range s.Shape {
				want = append(want, g.CellNumber(c.Plus(shift)))
			}
			got, fits := s.AppendNumbersAt(nil, shift)
			if off := slices.ContainsFunc(want, func(n int32) bool { return n < 0 }); fits == off || fits &&
				!slices.Equal(got, want) {
				t.Fatalf("%v on %v after a shift by %v: %v, want %v", s.Shape, g.Cells, shift, got, want)
			}
		}
	}
}

// TestLines compares the lines of boards, wrapped and not, with what it says that cells are
// on one line: a multiple of the step leads from one to the other. Lines come in the order
// of their first cells.
func TestLines(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for range matrixtest.RandomRounds(30, 300) {
		w, _ := lattice.NewWrapPeriods([][]lattice.Cell{nil, {{0, 5}}, {{4, 0}, {0, 5}}, {{3, 2}, {0, 7}}}[r.IntN(4)])
		var cells []lattice.Cell
		for range 1 + r.IntN(20) {
			cells = append(cells, lattice.Cell{r.Int32N(5), r.Int32N(6)})
		}
		f := lattice.LineFamily{LineStep: []lattice.Cell{{0, 1}, {1, 0}, {1, -1}, {1, 1}, {2, 1}}[r.IntN(5)]}
		g := lattice.NewGrid(lattice.Square, w.FirstOfEqualCells(lattice.NewShape(cells)), w)
		onLine := func(a, b lattice.Cell) bool {
			for k := int32(-40); k <= 40; k++ {
				if w.ReduceCell(a) == w.ReduceCell(b.Plus(lattice.Cell{k * f.LineStep[0], k * f.LineStep[1]})) {
					return true
				}
			}
			return false
		}
		var want []lattice.Shape
		for _, c := range g.Cells {
			i := slices.IndexFunc(want, func(line lattice.Shape) bool { return onLine(line[0], c) })
			if i < 0 {
				i, want = len(want), append(want, nil)
			}
			want[i] = append(want[i], c)
		}
		if got := g.LinesOfFamily(f); !slices.EqualFunc(got, want, lattice.Shape.Equal) {
			t.Fatalf("the lines along %v of %v with the periods %v are\n%v, want\n%v", f.LineStep, g.Cells, w, got,
				want)
		}
	}
}

// TestIntroduction: the orientations of a piece, and their order, are those of the
// introduction of Knuth's POLYOMINOES, whose x counts rows here. With two rotations
// instead of four, they are the first, second, fifth and sixth.
func TestIntroduction(t *testing.T) {
	lines := []string{
		"00 10 01 11 02", "00 10 01 11 21", "10 01 11 02 12", "00 10 20 11 21",
		"00 01 10 11 20", "00 01 02 11 12", "01 10 11 20 21", "00 01 10 11 12",
	}
	var want []lattice.Shape
	for _, line := range lines {
		var cells []lattice.Cell
		for _, word := range strings.Fields(line) {
			cells = append(cells, lattice.Cell{int32(word[0] - '0'), int32(word[1] - '0')})
		}
		want = append(want, lattice.NewShape(cells))
	}
	got := lattice.Square.Orientations(want[0])
	if !slices.EqualFunc(got, want, lattice.Shape.Equal) {
		t.Errorf("4 2: they are %v, want %v", got, want)
	}
	transposed := slices.IndexFunc(lattice.Square.Motions,
		func(m lattice.Motion) bool { return m.Name == "reflection in the main diagonal" })
	got = nil
	for _, shape := range []lattice.Shape{want[0], want[0].ApplyMotion(lattice.Square.Motions[transposed])} {
		for turns := range 2 {
			turn, ok := lattice.Square.RotationBy(90 * turns)
			if !ok {
				t.Fatalf("no rotation by %d", 90*turns)
			}
			got = append(got, lattice.Square.ShiftToOrigin(shape.ApplyMotion(turn)))
		}
	}
	if two := []lattice.Shape{want[0], want[1], want[4], want[5]}; !slices.EqualFunc(got, two, lattice.Shape.Equal) {
		t.Errorf("2 2: they are %v, want %v", got, two)
	}
}

// The free and one-sided polyaboloes of each size, grown half square by half square: a square
// has a half at each corner, two quarters that share a side there. The numbers are those of
// the OEIS, A006074 and A151519. Of quarters there are as many as A197465 says.
func TestPolyaboloes(t *testing.T) {
	if testing.Short() {
		t.Skip("a tenth of a second or more")
	}
	l := lattice.Tetrakis
	quarters := [4]lattice.Cell{{0, 1}, {1, 2}, {2, 1}, {1, 0}} // of the square at the origin, around it
	half := func(k int) lattice.Shape { return lattice.NewShape([]lattice.Cell{quarters[k], quarters[(k+1)%4]}) }
	least := func(s lattice.Shape) string {
		var texts []string
		for _, o := range l.Orientations(s) {
			texts = append(texts, fmt.Sprint(o))
		}
		return slices.Min(texts)
	}
	// fixed ones, with halves kept apart by growing from each
	level := map[string]lattice.Shape{fmt.Sprint(half(0)): half(0)}
	for size, want := range [][2]int{{1, 1}, {3, 4}, {4, 6}, {14, 22}, {30, 56}} {
		free := map[string]lattice.Shape{}
		for _, s := range level {
			free[least(s)] = s
		}
		oneSided := 0
		for _, s := range free {
			oneSided += l.SymmetryClassOf(s).MirrorFactor
		}
		if len(free) != want[0] || oneSided != want[1] {
			t.Errorf("of %d halves there are %d free polyaboloes and %d one-sided ones, want %v", size+1, len(free),
				oneSided, want)
		}
		next := map[string]lattice.Shape{}
		for _, s := range level {
			for _, at := range s {
				for _, beside := range append(l.Neighbours(at), at) {
					origin := lattice.Cell{beside[0] - (beside[0]%3+3)%3, beside[1] - (beside[1]%3+3)%3}
					for k := range 4 {
						h := half(k).Shift(origin)
						if len(h.Intersect(s)) > 0 || !sharesSides(l, s, h) {
							continue
						}
						grown := l.ShiftToOrigin(s.Union(h))
						next[fmt.Sprint(grown)] = grown
					}
				}
			}
		}
		level = next
	}
	free := []lattice.Shape{l.ShiftToOrigin(lattice.Shape{{0, 1}})}
	for size, want := range []int{1, 2, 2, 6, 8, 22, 42} {
		if size > 0 {
			free = grown(l, free)
		}
		if len(free) != want {
			t.Errorf("of %d quarters there are %d polyforms, want %d", size+1, len(free), want)
		}
	}
}

// sharesSides reports whether a half lies along a whole side of a region of halves: a leg, a side of a
// square, or the long side, which both quarters of the half share with it.
func sharesSides(l *lattice.Lattice, s, half lattice.Shape) bool {
	inside := 0
	for _, q := range half {
		for _, d := range l.Neighbours(q) {
			switch square := q[0]-(q[0]%3+3)%3 == d[0]-(d[0]%3+3)%3 && q[1]-(q[1]%3+3)%3 == d[1]-(d[1]%3+3)%3; {
			case half.HasCell(d) || !s.HasCell(d):
			case !square:
				return true
			default:
				inside++
			}
		}
	}
	return inside == 2
}

// TestBallDirections: they are those that the middles of balls tell, and opposite ones are at both ends of the list.
func TestBallDirections(t *testing.T) {
	directions := lattice.BallDirections()
	if got, want := lattice.NewShape(directions), lattice.Shape(latticetest.BallDirections()); !got.Equal(want) ||
		len(want) != 26 {
		t.Errorf("directions %v, want %v", got, want)
	}
	for k, d := range directions {
		if sum := d.Plus(directions[len(directions)-1-k]); sum != (lattice.Cell{}) {
			t.Errorf("the directions %d from both ends add up to %v", k, sum)
		}
	}
}
