package lattice_test

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"quadrille/compile/lattice"
	"quadrille/runtime/matrix/matrixtest"
)

// spotted is a point of the plane, in ten thousandths, so that points can be
// compared.
type spotted [2]int

// segment is an edge between two corners, the lesser one first.
type segment [2]spotted

func at(x, y float64) spotted {
	return spotted{int(math.Round(x * 10000)), int(math.Round(y * 10000))}
}

// drawnEdge is an edge between two cells: its ends in the plane.
type drawnEdge [2][2]float64

func (e drawnEdge) segment() segment {
	a, b := at(e[0][0], e[0][1]), at(e[1][0], e[1][1])
	if slices.Compare(a[:], b[:]) > 0 {
		a, b = b, a
	}
	return segment{a, b}
}

// drawn is a packing on paper: the corners of its cells, their middles, and the
// edges between pieces.
type drawn struct {
	corners, middles [][2]float64
	edges            []drawnEdge
	pieces           [][]int // the numbers of their cells
}

// drawPacking draws the outlines of the cells. Two cells of different pieces
// have an edge between them if they have two corners in common.
func drawPacking(l *lattice.Lattice, board lattice.Shape, owner map[lattice.Cell]int) drawn {
	var d drawn
	sides := map[segment][]lattice.Cell{}
	edges := map[segment]drawnEdge{}
	pieces := map[int][]int{}
	for i, c := range board {
		if p, ok := owner[c]; ok {
			pieces[p] = append(pieces[p], i)
		}
		outline := l.CellOutline(c)
		x, y := middle(l, c)
		d.middles = append(d.middles, [2]float64{x, y})
		for k, p := range outline {
			q := outline[(k+1)%len(outline)]
			e := drawnEdge{onPaper(l, p), onPaper(l, q)}
			d.corners = append(d.corners, e[0])
			sides[e.segment()] = append(sides[e.segment()], c)
			edges[e.segment()] = e
		}
	}
	d.pieces = slices.Collect(maps.Values(pieces))
	for s, cells := range sides {
		if len(cells) < 2 {
			continue
		}
		a, aCovered := owner[cells[0]]
		b, bCovered := owner[cells[1]]
		if aCovered && bCovered && a != b {
			d.edges = append(d.edges, edges[s])
		}
	}
	return d
}

func onPaper(l *lattice.Lattice, p lattice.PlanePoint) [2]float64 {
	return [2]float64{float64(p.X) * l.PlaneScale[0], float64(p.Y) * l.PlaneScale[1]}
}

// turned returns the drawing turned with the clock. Y points down.
func (d drawn) turned(degrees int) drawn {
	sin, cos := math.Sincos(float64(degrees) * math.Pi / 180)
	turn := func(p [2]float64) [2]float64 { return [2]float64{p[0]*cos - p[1]*sin, p[0]*sin + p[1]*cos} }
	out := drawn{pieces: d.pieces}
	for _, p := range d.corners {
		out.corners = append(out.corners, turn(p))
	}
	for _, p := range d.middles {
		out.middles = append(out.middles, turn(p))
	}
	for _, e := range d.edges {
		out.edges = append(out.edges, drawnEdge{turn(e[0]), turn(e[1])})
	}
	return out
}

// box returns the left, top, right and bottom of a drawing.
func (d drawn) box() (left, top, right, bottom float64) {
	left, top, right, bottom = math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, p := range d.corners {
		left, top = min(left, p[0]), min(top, p[1])
		right, bottom = max(right, p[0]), max(bottom, p[1])
	}
	return left, top, right, bottom
}

// sameBoard reports whether two drawings have the same cells, when their boxes
// are laid upon one another.
func sameBoard(a, b drawn) bool {
	aLeft, aTop, _, _ := a.box()
	bLeft, bTop, _, _ := b.box()
	for _, p := range a.middles {
		moved := [2]float64{p[0] - aLeft + bLeft, p[1] - aTop + bTop}
		if !slices.ContainsFunc(b.middles, func(q [2]float64) bool { return near(moved, q) }) {
			return false
		}
	}
	return true
}

func near(p, q [2]float64) bool { return math.Hypot(p[0]-q[0], p[1]-q[1]) < 1e-6 }

// score reflects every edge about the middle of the box, and counts the edges
// that come to lie on edges, and the pieces whose middles come to lie on those of a piece.
func (d drawn) score() (s lattice.SymmetryScore) {
	left, top, right, bottom := d.box()
	across := func(p [2]float64) [2]float64 { return [2]float64{left + right - p[0], p[1]} }
	over := func(p [2]float64) [2]float64 { return [2]float64{p[0], top + bottom - p[1]} }
	horizontal, vertical := d.edgesKept(across), d.edgesKept(over)
	return lattice.SymmetryScore{LeftRightEdges: horizontal, TopBottomEdges: vertical,
		LeftRightPieces: d.piecesKept(across),
		TopBottomPieces: d.piecesKept(over)}
}

func (d drawn) edgesKept(image func([2]float64) [2]float64) (n int) {
	for _, e := range d.edges {
		if slices.ContainsFunc(d.edges, drawnEdge{image(e[0]), image(e[1])}.liesOn) {
			n++
		}
	}
	return n
}

func (d drawn) piecesKept(image func([2]float64) [2]float64) (n int) {
	for _, piece := range d.pieces {
		if slices.ContainsFunc(d.pieces, func(other []int) bool {
			return len(other) == len(piece) && !slices.ContainsFunc(piece, func(i int) bool {
				return !slices.ContainsFunc(other, func(j int) bool { return near(image(d.middles[i]), d.middles[j]) })
			})
		}) {
			n++
		}
	}
	return n
}

func (e drawnEdge) liesOn(f drawnEdge) bool {
	return near(e[0], f[0]) && near(e[1], f[1]) || near(e[0], f[1]) && near(e[1], f[0])
}

// bestOnPaper turns the drawing by all angles of the lattice that leave the
// board as it is.
func bestOnPaper(l *lattice.Lattice, d drawn) (best lattice.SymmetryScore, degrees int) {
	first := true
	upright := 0
	if l == lattice.Triangle {
		upright = 90
	}
	d = d.turned(upright)
	for turn := 0; turn < 360; turn += l.LeastTurnDegrees() {
		view := d.turned(turn)
		if !sameBoard(d, view) {
			continue
		}
		score := view.score()
		h, v := score.LeftRightEdges, score.TopBottomEdges
		more, less := max(h, v), min(h, v)
		if old, rest := max(best.LeftRightEdges, best.TopBottomEdges),
			min(best.LeftRightEdges, best.TopBottomEdges); first || more > old ||
			more == old && less > rest {
			best, degrees, first = score, upright+turn, false
		}
	}
	return best, degrees
}

// scoreBoards are boards that some turns or reflections leave as they are.
func scoreBoards(t *testing.T, l *lattice.Lattice) []lattice.Shape {
	t.Helper()
	figures := map[string][][]int{}
	switch l {
	case lattice.Square:
		figures = map[string][][]int{"": {{1, 4}, {3, 3}, {4, 4}, {3, 5}}, "diamond": {{3}}, "aztec": {{2}, {3}}}
	case lattice.Triangle:
		figures = map[string][][]int{"": {{2, 5}, {3, 4}, {4, 7}}, "rhombus": {{2, 2}, {2, 3}},
			"triangle": {{2}, {3}, {4}}, "hexagon": {{1}, {2}}}
	case lattice.Hexagon:
		figures = map[string][][]int{"": {{1, 4}, {3, 3}}, "triangle": {{2}, {3}, {4}}, "hexagon": {{2}, {3}}}
	}
	var boards []lattice.Shape
	for name, sizes := range figures {
		figure, ok := l.FigureNamed(name)
		if !ok {
			t.Fatalf("%s has no figure %q", l.Name, name)
		}
		for _, size := range sizes {
			boards = append(boards, figure.MakeShape(size))
		}
	}
	slices.SortFunc(boards, func(a, b lattice.Shape) int { return slices.CompareFunc(a, b, lattice.CompareCells) })
	return boards
}

// TestScoreAgainstThePlane compares scores with those of the packing as it is
// drawn on paper: its edges are pairs of points, reflected in the middle of the
// picture.
func TestScoreAgainstThePlane(t *testing.T) {
	for _, l := range []*lattice.Lattice{lattice.Square, lattice.Triangle, lattice.Hexagon} {
		t.Run(l.Name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(36, 30))
			boards := scoreBoards(t, l)
			scored, turned, uneven := 0, 0, 0
			rounds := matrixtest.RandomRounds(50, 400)
			for range rounds {
				best, degrees := checkScore(t, r, l, randomScoreBoard(r, l, boards))
				if best.LeftRightEdges+best.TopBottomEdges > 0 {
					scored++
				}
				if degrees > 0 {
					turned++
				}
				if best.LeftRightEdges != best.TopBottomEdges {
					uneven++
				}
			}
			t.Logf("%d of %d have a score, %d when turned, %d an uneven one", scored, rounds, turned, uneven)
			// A quarter turn only exchanges the two numbers of squares.
			if scored < rounds*3/8 || turned < rounds/20 && l != lattice.Square || uneven < rounds/4 {
				t.Error("the test proves little")
			}
		})
	}
}

// randomScoreBoard takes a hole or several out of a board, and shifts it.
func randomScoreBoard(r *rand.Rand, l *lattice.Lattice, boards []lattice.Shape) lattice.Shape {
	board := boards[r.IntN(len(boards))]
	switch r.IntN(3) {
	case 0:
		board = withHoles(r, l, board, 1)
	case 1:
		board = withHoles(r, l, board, l.PaperRotationCount)
	}
	if r.IntN(2) == 0 {
		board = board.Shift(l.RoundUpShift(lattice.Cell{int32(r.IntN(7) - 3), int32(r.IntN(7) - 3)}))
	}
	return board
}

// withHoles takes a cell away, and those to which the first turns bring it.
func withHoles(r *rand.Rand, l *lattice.Lattice, board lattice.Shape, turns int) lattice.Shape {
	out := board
	hole := lattice.Shape{board[r.IntN(len(board))]}
	for k := 0; k < turns; k++ {
		least, _ := board.BoundingBox()
		moved, _ := board.ApplyMotion(l.Motions[k]).BoundingBox()
		if back := least.Minus(moved); l.IsShift(back) {
			out = out.Subtract(hole.ApplyMotion(l.Motions[k]).Shift(back))
		}
	}
	if len(out) < 2 {
		return board
	}
	return out
}

func checkScore(t *testing.T, r *rand.Rand, l *lattice.Lattice, board lattice.Shape) (lattice.SymmetryScore, int) {
	t.Helper()
	scorer, ok := lattice.NewSymmetryScorer(l, board)
	if !ok {
		t.Fatalf("no scores on %s", l.Name)
	}
	pieces := randomPartition(r, l, board)
	owner := map[lattice.Cell]int{}
	for i, p := range pieces {
		for _, c := range p {
			owner[c] = i
		}
	}
	got, gotDegrees := scorer.BestScore(pieces)
	want, degrees := bestOnPaper(l, drawPacking(l, board, owner))
	if got != want || gotDegrees != degrees {
		t.Fatalf("%s: score %v when turned by %d°, on paper %v when turned by %d°\nboard %v\npieces %v",
			l.Name, got, gotDegrees, want, degrees, board, pieces)
	}
	return got, degrees
}

// randomPartition cuts a board to pieces. Some of them are the same in a
// reflection, and some cells are left empty.
func randomPartition(r *rand.Rand, l *lattice.Lattice, board lattice.Shape) []lattice.Shape {
	cells := map[int][]lattice.Cell{}
	least, greatest := board.BoundingBox()
	kinds := 2 + r.IntN(4)
	empty := r.IntN(4) == 0
	style := r.IntN(3)
	for _, c := range board {
		k := r.IntN(kinds)
		switch style {
		case 1:
			k = int(c[1]-least[1]) / 2 % kinds
		case 2:
			k = int(min(c[0]-least[0], greatest[0]-c[0]))
		}
		if r.IntN(8) == 0 {
			k = r.IntN(kinds)
		}
		if !empty || r.IntN(6) > 0 {
			cells[k] = append(cells[k], c)
		}
	}
	var out []lattice.Shape
	for _, k := range r.Perm(32) {
		if cells[k] != nil {
			out = append(out, lattice.NewShape(cells[k]))
		}
	}
	return out
}

// TestScoreByHand: two by two squares, a domino above two single ones. Of the
// three edges the middle one and the two below the domino are edges again in
// the left-right reflection; in the other one the domino is below.
func TestScoreByHand(t *testing.T) {
	scorer, _ := lattice.NewSymmetryScorer(lattice.Square, lattice.Rectangle(2, 2))
	got, degrees := scorer.BestScore([]lattice.Shape{{{0, 0}, {0, 1}}, {{1, 0}}, {{1, 1}}})
	if want := (lattice.SymmetryScore{LeftRightEdges: 3, TopBottomEdges: 2, LeftRightPieces: 3}); got != want ||
		degrees != 0 {
		t.Errorf("score %v when turned by %d°, want %v", got, degrees, want)
	}
	// Lying on its side it has the same score, as the greater number counts.
	got, degrees = scorer.BestScore([]lattice.Shape{{{0, 0}, {1, 0}}, {{0, 1}}, {{1, 1}}})
	if want := (lattice.SymmetryScore{LeftRightEdges: 2, TopBottomEdges: 3, TopBottomPieces: 3}); got != want ||
		degrees != 0 {
		t.Errorf("score %v when turned by %d°, want %v", got, degrees, want)
	}
	// Where a piece lies alone there is no edge between pieces.
	if got, _ = scorer.BestScore([]lattice.Shape{{{0, 0}, {0,
		1}}}); got != (lattice.SymmetryScore{LeftRightPieces: 1}) {
		t.Errorf("score %v, and there is one piece", got)
	}
}

func TestScoresCompare(t *testing.T) {
	var ordered []lattice.SymmetryScore
	for _, n := range [][2]int{{}, {1, 0}, {1, 1}, {0, 2}, {2, 1}, {2, 2}, {3, 0}, {30, 35}, {36, 29}, {30, 36}} {
		ordered = append(ordered, lattice.SymmetryScore{LeftRightEdges: n[0], TopBottomEdges: n[1]})
	}
	for i, a := range ordered {
		for j, b := range ordered {
			if got := a.Compare(b); sign(got) != sign(i-j) {
				t.Errorf("%v compares to %v as %d", a, b, got)
			}
			if mirrored := (lattice.SymmetryScore{LeftRightEdges: b.TopBottomEdges,
				TopBottomEdges: b.LeftRightEdges}); a.Compare(b) != a.Compare(mirrored) {
				t.Errorf("%v compares to %v not as to %v", a, b, mirrored)
			}
		}
	}
}

func sign(n int) int { return min(max(n, -1), 1) }

// TestNoScores: cubes and sticks have no edges between cells of the plane.
func TestNoScores(t *testing.T) {
	for _, l := range []*lattice.Lattice{lattice.Cube, lattice.Sticks} {
		figure, _ := l.FigureNamed("")
		sides := []int{2, 2, 2}[:len(l.AxisNames)]
		if _, ok := lattice.NewSymmetryScorer(l, figure.MakeShape(sides)); ok {
			t.Errorf("there are scores on %s", l.Name)
		}
	}
}
