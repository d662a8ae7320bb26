package draw_test

import (
	"math"
	"testing"

	"quadrille/compile/draw"
	"quadrille/compile/lattice"
	"quadrille/runtime/matrix/matrixtest"
)

// visibleFaces holds, for each of the three visible faces of a cube, the step out of the cube, and the point of the
// face at fractions a and b of its width, as layer, row and column.
var visibleFaces = []struct {
	out lattice.Cell
	at  func(a, b float64) [3]float64
}{
	{lattice.Cell{-1, 0, 0}, func(a, b float64) [3]float64 { return [3]float64{0, a, b} }},
	{lattice.Cell{0, 1, 0}, func(a, b float64) [3]float64 { return [3]float64{a, 1, b} }},
	{lattice.Cell{0, 0, 1}, func(a, b float64) [3]float64 { return [3]float64{a, b, 1} }},
}

// TestSolid looks at solids of random cubes. A face is drawn if no cube covers it. At points of every face, the face
// that is drawn last is the one nearest to the eye, in the color of its piece.
func TestSolid(t *testing.T) {
	for seed := range uint64(matrixtest.RandomRounds(7, 30)) {
		p := packing(board{lattice.Cube, figure(lattice.Cube, "", 3, 3, 3)}, seed)
		p.Pieces = p.Pieces[:len(p.Pieces)/2]
		solid := map[lattice.Cell]int{}
		for i, piece := range p.Pieces {
			for _, c := range piece.Cells {
				solid[c] = i
			}
		}
		var drawn []*element
		for _, e := range within(read(t, document(t, p)), "path", "solid") {
			if e.attributes["fill"] != "none" {
				drawn = append(drawn, e)
			}
		}
		if want := uncovered(solid); len(drawn) != want {
			t.Fatalf("%d faces are drawn, want %d", len(drawn), want)
		}
		checkSolid(t, solid, drawn)
	}
}

func uncovered(solid map[lattice.Cell]int) int {
	faces := 0
	for c := range solid {
		for _, f := range visibleFaces {
			if _, covered := solid[c.Plus(f.out)]; !covered {
				faces++
			}
		}
	}
	return faces
}

// checkSolid checks what is seen at a point of each face.
func checkSolid(t *testing.T, solid map[lattice.Cell]int, drawn []*element) {
	t.Helper()
	corner := xy{math.Inf(1), math.Inf(1)}
	for c := range solid {
		for _, f := range visibleFaces {
			for _, ab := range [][2]float64{{0, 0}, {0, 1}, {1, 0}, {1, 1}} {
				p := project(c, f.at(ab[0], ab[1]))
				corner = xy{min(corner.x, p.x), min(corner.y, p.y)}
			}
		}
	}
	type side struct{ piece, face int }
	fills := map[side]string{}
	for c, i := range solid {
		for k, f := range visibleFaces {
			p := project(c, f.at(0.6, 0.3))
			middle, fill := topmost(drawn, xy{p.x - corner.x, p.y - corner.y})
			cell, face := nearest(solid, c, k, f.at(0.6, 0.3))
			want := project(cell, visibleFaces[face].at(0.5, 0.5))
			if math.Hypot(middle.x-want.x+corner.x, middle.y-want.y+corner.y) > 0.1 {
				t.Fatalf("over the face %d of %v not the face %d of %v is seen; the cubes are %v", k, c, face, cell,
					solid)
			}
			s := side{solid[cell], face}
			if fills[s] == "" {
				fills[s] = fill
			}
			if fills[s] != fill {
				t.Fatalf("the piece %d has the colors %s and %s on its faces %d", i, fill, fills[s], face)
			}
		}
	}
	for s := range fills {
		if fills[s] == fills[side{s.piece, (s.face + 1) % 3}] {
			t.Errorf("two sides of the piece %d have one shade, %s", s.piece, fills[s])
		}
	}
}

// project is the isometric projection, with 40 units to the side of a cube: the
// three axes are 120 degrees apart.
func project(c lattice.Cell, at [3]float64) xy {
	out := xy{}
	for k, degrees := range []float64{90, 150, 30} { // layers down, rows to the left, columns to the right
		v := 40 * (float64(c[k]) + at[k])
		out.x += v * math.Cos(degrees*math.Pi/180)
		out.y += v * math.Sin(degrees*math.Pi/180)
	}
	return out
}

// nearest walks from a point on a face of a cube towards the eye, a layer up for each row and column. It returns the
// last cube that it leaves, and the index of the face through which it leaves that cube.
func nearest(solid map[lattice.Cell]int, c lattice.Cell, face int, at [3]float64) (lattice.Cell, int) {
	last, through := c, face
	here := c
	for way := 0.01; way < 10; way += 0.02 {
		var next lattice.Cell
		for k, direction := range [3]float64{-1, 1, 1} {
			next[k] = int32(math.Floor(float64(c[k]) + at[k] + way*direction))
		}
		_, leaving := solid[here]
		_, entering := solid[next]
		for k, f := range visibleFaces {
			if leaving && !entering && next == here.Plus(f.out) {
				last, through = here, k
			}
		}
		here = next
	}
	return last, through
}

// topmost returns the middle of the last face drawn over a point, and its color.
func topmost(drawn []*element, p xy) (middle xy, fill string) {
	for i := len(drawn) - 1; i >= 0; i-- {
		if corners := drawn[i].points(); contains(corners, p) {
			for _, q := range corners {
				middle = xy{middle.x + q.x/4, middle.y + q.y/4}
			}
			return middle, drawn[i].attributes["fill"]
		}
	}
	return xy{math.Inf(1), math.Inf(1)}, ""
}

// contains reports whether a point lies on the same side of all the sides of a
// convex polygon.
func contains(corners []xy, p xy) bool {
	before, behind := false, false
	for i, a := range corners {
		b := corners[(i+1)%len(corners)]
		if (b.x-a.x)*(p.y-a.y)-(b.y-a.y)*(p.x-a.x) > 0 {
			before = true
		} else {
			behind = true
		}
	}
	return before != behind
}

// TestEdges counts the edges that are drawn; an edge of two faces counts twice. Edges within a plane of one piece are
// left out, but not edges where the surface of the piece turns.
func TestEdges(t *testing.T) {
	tests := []struct {
		name  string
		cells lattice.Shape
		want  int
	}{
		{"a cube", lattice.Shape{{0, 0, 0}}, 3 * 4},
		{"two in a row", lattice.Shape{{0, 0, 0}, {0, 0, 1}}, 5*4 - 2*2},
		{"a stair", lattice.Shape{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}}, 7*4 - 2*2},
	}
	for _, test := range tests {
		p := draw.Picture{Lattice: lattice.Cube, BoardCells: test.cells,
			Pieces: []draw.LabeledPiece{{Label: "A", Cells: test.cells}}}
		edges := 0
		for _, e := range within(read(t, document(t, p)), "path", "solid") {
			if e.attributes["fill"] == "none" {
				edges += lines([]*element{e}, 40)
			}
		}
		if edges != test.want {
			t.Errorf("%s has %d edges, want %d", test.name, edges, test.want)
		}
	}
}

// TestEmptyLayer: a layer without cells is drawn between the others.
func TestEmptyLayer(t *testing.T) {
	p := draw.Picture{Lattice: lattice.Cube, BoardCells: lattice.NewShape([]lattice.Cell{{0, 0, 0}, {2, 0, 1}})}
	if n := len(within(read(t, document(t, p)), "path", "cell-0-0-0")); n == 0 {
		t.Error("the cell of the first layer is missing")
	}
}

// TestSolidOfAnEmptyBoard: a board without pieces is drawn as it is.
func TestSolidOfAnEmptyBoard(t *testing.T) {
	p := draw.Picture{Lattice: lattice.Cube, BoardCells: figure(lattice.Cube, "", 2, 3, 4)}
	faces := 0
	for _, e := range within(read(t, document(t, p)), "path", "solid") {
		if e.attributes["fill"] == "white" {
			faces++
		}
	}
	if faces != 2*3+3*4+4*2 {
		t.Errorf("%d faces are white, want those of three sides", faces)
	}
}
