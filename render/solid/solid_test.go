package solid_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"quadrille/compile/lattice"
	"quadrille/render/solid"
	"quadrille/runtime/matrix/matrixtest"
)

type vertex [3]float32

// readSTL reads a file as a slicer would, and forgets which corners were the same.
func readSTL(t *testing.T, file []byte) (triangles [][3]vertex) {
	t.Helper()
	if len(file) < 84 || bytes.HasPrefix(file, []byte("solid")) {
		t.Fatalf("this is no binary STL: %d bytes", len(file))
	}
	var records []struct {
		Normal  vertex
		Corners [3]vertex
		_       uint16
	}
	records = append(records, make([]struct {
		Normal  vertex
		Corners [3]vertex
		_       uint16
	}, binary.LittleEndian.Uint32(file[80:84]))...)
	if len(file) != 84+50*len(records) {
		t.Fatalf("%d triangles take %d bytes", len(records), len(file))
	}
	if err := binary.Read(bytes.NewReader(file[84:]), binary.LittleEndian, records); err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		triangles = append(triangles, r.Corners)
		area := normalOf(r.Corners)
		length := math.Sqrt(area[0]*area[0] + area[1]*area[1] + area[2]*area[2])
		for k := range 3 {
			if math.Abs(area[k]/length-float64(r.Normal[k])) > 1e-3 {
				t.Fatalf("the normal %v is not that of %v", r.Normal, r.Corners)
			}
		}
	}
	return triangles
}

func normalOf(c [3]vertex) [3]float64 {
	var u, v [3]float64
	for k := range 3 {
		u[k], v[k] = float64(c[1][k]-c[0][k]), float64(c[2][k]-c[0][k])
	}
	return [3]float64{u[1]*v[2] - u[2]*v[1], u[2]*v[0] - u[0]*v[2], u[0]*v[1] - u[1]*v[0]}
}

// volume sums the pyramids over the triangles, and fails unless every edge is run through
// once each way.
func volume(t *testing.T, triangles [][3]vertex) float64 {
	t.Helper()
	edges := map[[2]vertex]int{}
	sum := 0.0
	for _, c := range triangles {
		n := normalOf(c)
		sum += (n[0]*float64(c[0][0]) + n[1]*float64(c[0][1]) + n[2]*float64(c[0][2])) / 6
		for k := range 3 {
			edges[[2]vertex{c[k], c[(k+1)%3]}]++
		}
	}
	for e, n := range edges {
		if back := edges[[2]vertex{e[1], e[0]}]; n != 1 || back != 1 {
			t.Fatalf("the edge %v is run through %d times, and %d times back", e, n, back)
		}
	}
	return sum
}

func stl(t *testing.T, m solid.Mesh) [][3]vertex {
	t.Helper()
	var file bytes.Buffer
	if err := (solid.Body{Name: "test", Mesh: m}).STL(&file); err != nil {
		t.Fatal(err)
	}
	triangles := readSTL(t, file.Bytes())
	least, _ := m.Bounds()
	for i := range triangles { // back from the plate to where the cells are
		for k := range triangles[i] {
			for axis := range 3 {
				triangles[i][k][axis] += float32(least[axis])
			}
		}
	}
	return triangles
}

// grown returns a random shape. It may have holes, and touch itself along edges.
func grown(r *rand.Rand, l *lattice.Lattice, start lattice.Cell, n int) lattice.Shape {
	s := lattice.Shape{start}
	for len(s) < n {
		next := l.Neighbours(s[r.IntN(len(s))])
		s = s.Union(lattice.Shape{next[r.IntN(len(next))]})
	}
	return s
}

// eroded counts the cubes of 1 mm whose neighbours, corners included, are all inside a
// shape with cells of 10 mm.
func eroded(s lattice.Shape) int {
	voxel := func(l, r, c int) bool {
		down := func(v int) int32 { return int32(math.Floor(float64(v) / 10)) }
		return s.HasCell(lattice.Cell{down(l), down(r), down(c)})
	}
	count := 0
	for _, cell := range s {
		for k := range 1000 {
			l, r, c := 10*int(cell[0])+k/100, 10*int(cell[1])+k/10%10, 10*int(cell[2])+k%10
			all := true
			for near := 0; near < 27 && all; near++ {
				all = voxel(l+near/9-1, r+near/3%3-1, c+near%3-1)
			}
			if all {
				count++
			}
		}
	}
	return count
}

// TestCubes: random polycubes have a closed surface, and the volume that is left of 1 mm
// cubes when those near a face go.
func TestCubes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	size := solid.BodySize{CellWidth: 10, Clearance: 1, PlateHeight: 1}
	for range matrixtest.RandomRounds(12, 600) {
		s := grown(r, lattice.Cube, lattice.Cell{}, 1+r.IntN(12))
		m, err := solid.NewMesh(lattice.Cube, s, size)
		if err != nil {
			t.Fatalf("%v: %v", s, err)
		}
		if got, want := volume(t, stl(t, m)), float64(eroded(s)); math.Abs(got-want) > 1e-2 ||
			math.Abs(m.Volume()-want) > 1e-6 {
			t.Fatalf("%v has %g mm³, and says %g, want %g", s, got, m.Volume(), want)
		}
		if m.CountBodies() != 1 {
			t.Fatalf("%v is %d bodies", s, m.CountBodies())
		}
	}
}

// TestTouching: what touches along an edge or at a corner is two bodies, or none without
// clearance.
func TestTouching(t *testing.T) {
	for _, s := range []lattice.Shape{{{0, 0, 0}, {0, 1, 1}}, {{0, 0, 0}, {1, 1, 1}}, {{0, 0, 0}, {0, 0, 5}}} {
		m, err := solid.NewMesh(lattice.Cube, s, solid.BodySize{CellWidth: 10, Clearance: 0.5, PlateHeight: 1})
		if err != nil || m.CountBodies() != 2 || math.Abs(volume(t, stl(t, m))-2*9*9*9) > 1e-2 {
			t.Errorf("%v: %d bodies, %v", s, m.CountBodies(), err)
		}
		_, err = solid.NewMesh(lattice.Cube, s, solid.BodySize{CellWidth: 10, PlateHeight: 1})
		if touching := s[1] != (lattice.Cell{0, 0, 5}); touching != errors.Is(err, solid.ErrTouching) {
			t.Errorf("%v without clearance: %v", s, err)
		}
	}
	for _, s := range []lattice.Shape{{{0, 0}, {1, 1}}, {{0, 1}, {1, 2}, {2, 1}, {1, 0}}} {
		if m, err := solid.NewMesh(lattice.Square, s, solid.DefaultSize()); err != nil || m.CountBodies() != len(s) {
			t.Errorf("%v: %d bodies, %v", s, m.CountBodies(), err)
		}
		if _, err := solid.NewMesh(lattice.Square, s, solid.BodySize{CellWidth: 10, PlateHeight: 1}); !errors.Is(err,
			solid.ErrTouching) {
			t.Errorf("%v without clearance: %v", s, err)
		}
	}
}

// TestNoClearance: without clearance the volume is that of the cells.
func TestNoClearance(t *testing.T) {
	ring := lattice.Rectangle(3, 3).Subtract(lattice.Shape{{1, 1}})
	m, err := solid.NewMesh(lattice.Cube, lattice.ShapeAsLayer(ring), solid.BodySize{CellWidth: 10, PlateHeight: 1})
	if err != nil || math.Abs(volume(t, stl(t, m))-8000) > 1e-2 {
		t.Errorf("a ring of 8 cubes has %g mm³, %v", m.Volume(), err)
	}
}

// TestFewFaces: faces in one plane are one as far as they can: a bar has twelve triangles.
func TestFewFaces(t *testing.T) {
	m, err := solid.NewMesh(lattice.Cube, lattice.Shape{{0, 0, 0}, {0, 0, 1}, {0, 0, 2}}, solid.DefaultSize())
	if err != nil || len(m.Triangles) != 12 || len(m.Points) != 8 {
		t.Errorf("a bar has %d triangles and %d corners, %v", len(m.Triangles), len(m.Points), err)
	}
	least, greatest := m.AtOrigin().Bounds()
	if want := (solid.Point{3*15 - 0.2, 15 - 0.2, 15 - 0.2}); least != (solid.Point{}) ||
		math.Abs(greatest[0]-want[0])+math.Abs(greatest[1]-want[1])+math.Abs(greatest[2]-want[2]) > 1e-9 {
		t.Errorf("a bar reaches from %v to %v, want %v", least, greatest, want)
	}
}

// TestHand: a piece does not become its mirror image: columns lead to the right, rows towards
// the reader, layers down.
func TestHand(t *testing.T) {
	s := lattice.NewShape([]lattice.Cell{{0, 0, 0}, {0, 0, 1}, {0, 0, 2}, {0, 0, 3}, {0, 1, 0}, {0, 2, 0}, {-1, 0, 0}})
	m, err := solid.NewMesh(lattice.Cube, s, solid.BodySize{CellWidth: 10, PlateHeight: 1})
	least, greatest := m.Bounds()
	if err != nil || least != (solid.Point{0, -30, -10}) || greatest != (solid.Point{40, 0, 10}) {
		t.Errorf("the piece reaches from %v to %v, %v", least, greatest, err)
	}
}

// flat are the lattices of the plane that have plates.
func flat() (all []*lattice.Lattice) {
	for _, name := range lattice.Names() {
		if l, _ := lattice.ByName(name); solid.HasBody(l) && !l.IsSolid() {
			all = append(all, l)
		}
	}
	return all
}

// border lists the sides of a shape that no two cells share, in millimetres.
func border(l *lattice.Lattice, s lattice.Shape, cell float64) (sides [][2]complex128) {
	spot := func(p lattice.PlanePoint) complex128 {
		return complex(float64(p.X)*l.PlaneScale[0]*cell, -float64(p.Y)*l.PlaneScale[1]*cell)
	}
	uses := map[[2]lattice.PlanePoint]int{}
	each := func(do func(a, b lattice.PlanePoint)) {
		for _, c := range s {
			corners := l.CellOutline(c)
			for i, a := range corners {
				do(a, corners[(i+1)%len(corners)])
			}
		}
	}
	each(func(a, b lattice.PlanePoint) {
		uses[[2]lattice.PlanePoint{a, b}]++
		uses[[2]lattice.PlanePoint{b, a}]++
	})
	each(func(a, b lattice.PlanePoint) {
		if uses[[2]lattice.PlanePoint{a, b}] == 1 {
			sides = append(sides, [2]complex128{spot(a), spot(b)})
		}
	})
	return sides
}

// away returns the distance of a point from the nearest of some sides.
func away(p complex128, sides [][2]complex128) float64 {
	least := math.Inf(1)
	for _, s := range sides {
		along := s[1] - s[0]
		t := real((p-s[0])*conj(along)) / real(along*conj(along))
		d := p - s[0] - complex(min(1, max(0, t)), 0)*along
		least = min(least, math.Hypot(real(d), imag(d)))
	}
	return least
}

func conj(z complex128) complex128 { return complex(real(z), -imag(z)) }

// TestPlates: on each lattice of the plane, random plates are closed; their walls stand at the
// clearance from the border, nothing is nearer to it, and no face lies upside down.
func TestPlates(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	if len(flat()) < 4 {
		t.Fatalf("only %d lattices have plates", len(flat()))
	}
	for _, l := range flat() {
		start := lattice.Cell{}
		for !l.IsCell(start) {
			start[1]++
		}
		for round := range matrixtest.RandomRounds(12, 600) {
			clearance := []float64{0.25, 1, 0.01}[round%3]
			s := grown(r, l, start, 1+r.IntN(16))
			m, err := solid.NewMesh(l, s, solid.BodySize{CellWidth: 10, Clearance: clearance, PlateHeight: 7})
			if err != nil {
				t.Fatalf("%s %v: %v", l.Name, s, err)
			}
			triangles := stl(t, m)
			if volume(t, triangles) <= 0 {
				t.Fatalf("%s %v has no volume", l.Name, s)
			}
			checkPlate(t, triangles, border(l, s, 10), clearance)
		}
	}
}

func checkPlate(t *testing.T, triangles [][3]vertex, sides [][2]complex128, clearance float64) {
	t.Helper()
	for _, c := range triangles {
		n := normalOf(c)
		var middle complex128
		for _, v := range c {
			p := complex(float64(v[0]), float64(v[1]))
			middle += p / 3
			if d := away(p, sides); d < clearance-1e-4 {
				t.Fatalf("the corner %v is %g mm from the border", p, d)
			}
		}
		switch z := c[0][2] + c[1][2] + c[2][2]; {
		case z == 0 && n[2] >= 0 || z == 21 && n[2] <= 0:
			t.Fatalf("%v lies upside down: %v", c, n)
		case z != 0 && z != 21 && math.Abs(away(middle, sides)-clearance) > 1e-4:
			t.Fatalf("the wall %v is %g mm from the border", c, away(middle, sides))
		}
	}
}

// TestLargeTriangle: nine triangles are one of three times the side; moved inwards it is
// similar to itself.
func TestLargeTriangle(t *testing.T) {
	figure, _ := lattice.Triangle.FigureNamed("triangle")
	m, err := solid.NewMesh(lattice.Triangle, figure.MakeShape([]int{3}),
		solid.BodySize{CellWidth: 10, Clearance: 0.5, PlateHeight: 4})
	if err != nil {
		t.Fatal(err)
	}
	side := 30 - 2*math.Sqrt(3)*0.5
	if want := math.Sqrt(3) / 4 * side * side * 4; math.Abs(volume(t, stl(t, m))-want) > 1e-2 {
		t.Errorf("the volume is %g, want %g", m.Volume(), want)
	}
}

// TestSquares: plates of squares have the area of bodies of cubes.
func TestSquares(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range matrixtest.RandomRounds(8, 100) {
		s := grown(r, lattice.Square, lattice.Cell{}, 9)
		m, err := solid.NewMesh(lattice.Square, s, solid.BodySize{CellWidth: 10, Clearance: 1, PlateHeight: 8})
		if err != nil {
			t.Fatal(err)
		}
		if want := float64(eroded(lattice.ShapeAsLayer(s))); math.Abs(volume(t, stl(t, m))-want) > 1e-2 {
			t.Errorf("%v has %g mm³, and %g as cubes", s, m.Volume(), want)
		}
	}
}

func TestRefused(t *testing.T) {
	usual := solid.DefaultSize()
	for _, s := range []solid.BodySize{
		{}, {CellWidth: math.NaN(), PlateHeight: 1}, {CellWidth: 10, Clearance: 1.01, PlateHeight: 1},
		{CellWidth: 10, Clearance: -0.1, PlateHeight: 1},
		{CellWidth: 10, Clearance: math.NaN(), PlateHeight: 1}, {CellWidth: math.Inf(1), PlateHeight: 1},
		{CellWidth: 10},
		{CellWidth: 1e9, PlateHeight: 1},
	} {
		if _, err := solid.NewMesh(lattice.Cube, lattice.Shape{{}}, s); err == nil {
			t.Errorf("the size %v is taken", s)
		}
	}
	if _, err := solid.NewMesh(lattice.Sticks, lattice.Shape{{0, 1}}, usual); err == nil {
		t.Error("a stick has a body")
	}
	if _, err := solid.NewMesh(lattice.Square, lattice.Rectangle(101, 100), usual); !errors.Is(err, solid.ErrTooLarge) {
		t.Errorf("10100 cells: %v", err)
	}
	pile, _ := lattice.Balls.FigureNamed("")
	if _, err := solid.NewMesh(lattice.Balls, pile.MakeShape([]int{1, 7, 143}), usual); !errors.Is(err,
		solid.ErrTooLarge) {
		t.Errorf("1001 balls: %v", err)
	}
}
