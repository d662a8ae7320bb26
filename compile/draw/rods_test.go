package draw_test

import (
	"math"
	"strings"
	"testing"

	"quadrille/compile/draw"
	"quadrille/compile/lattice"
	"quadrille/runtime/matrix/matrixtest"
)

// line is a straight line of a picture.
type line struct{ from, to xy }

// TestRods: the sticks of one piece are joined, and the thick sticks of different pieces do not touch.
func TestRods(t *testing.T) {
	bends := 0
	for _, b := range boards() {
		if b.lattice.StickEnds == nil {
			continue
		}
		for seed := range uint64(matrixtest.RandomRounds(7, 100)) {
			p := packing(b, seed)
			pieces, width := rods(t, p)
			for i, lines := range pieces {
				if len(lines) > len(p.Pieces[i].Cells) {
					bends++
				}
				if !hangTogether(lines) {
					t.Fatalf("the piece %v falls apart: %v", p.Pieces[i].Cells, lines)
				}
				for k, others := range pieces[:i] {
					if d := gapBetween(lines, others); d < width {
						t.Fatalf("%.1f lie between the pieces %v and %v, and their lines are %.1f wide", d,
							p.Pieces[i].Cells, p.Pieces[k].Cells, width)
					}
				}
			}
		}
	}
	if bends == 0 && !testing.Short() {
		t.Error("no two pieces bend at one joint: the test proves too little")
	}
}

// rods reads the lines of each piece, and how wide they are with their edges.
func rods(t *testing.T, p draw.Picture) (pieces [][]line, width float64) {
	t.Helper()
	paths := within(read(t, document(t, p)), "path", "piece")
	if len(paths) != 2*len(p.Pieces) {
		t.Fatalf("%d pieces have %d paths, want an edge and a color for each", len(p.Pieces), len(paths))
	}
	for i := 0; i < len(paths); i += 2 {
		width = max(width, paths[i].number(t, "stroke-width"))
		var lines []line
		points := paths[i].points()
		for k := 0; k < len(points); k += 2 {
			lines = append(lines, line{points[k], points[k+1]})
		}
		pieces = append(pieces, lines)
	}
	return pieces, width
}

// hangTogether reports whether one can walk along lines from the first to all
// others.
func hangTogether(lines []line) bool {
	reached := map[int]bool{0: true}
	for grown := true; grown; {
		grown = false
		for i := range lines {
			for k := range lines {
				if reached[i] && !reached[k] && gapBetween(lines[i:i+1], lines[k:k+1]) < 0.02 {
					reached[k], grown = true, true
				}
			}
		}
	}
	return len(reached) == len(lines)
}

// gapBetween returns the least distance from a point of some lines to a point of others. The lines do not cross, so one
// of these points is an end.
func gapBetween(some, others []line) float64 {
	least := math.Inf(1)
	for _, a := range some {
		for _, b := range others {
			for _, d := range []float64{b.from.to(a), b.to.to(a), a.from.to(b), a.to.to(b)} {
				least = min(least, d)
			}
		}
	}
	return least
}

// to returns the distance from a point to a line.
func (p xy) to(l line) float64 {
	along := xy{l.to.x - l.from.x, l.to.y - l.from.y}
	part := ((p.x-l.from.x)*along.x + (p.y-l.from.y)*along.y) / (along.x*along.x + along.y*along.y)
	part = min(1, max(0, part))
	return math.Hypot(p.x-l.from.x-part*along.x, p.y-l.from.y-part*along.y)
}

// TestEmptyRods: each stick without a piece is dashed.
func TestEmptyRods(t *testing.T) {
	p := draw.Picture{
		Lattice:    lattice.Sticks,
		BoardCells: figure(lattice.Sticks, "", 2, 2),
		Pieces:     []draw.LabeledPiece{piece("L", lattice.Cell{0, 1}, lattice.Cell{1, 0})},
	}
	all := read(t, document(t, p))
	if n := lines(within(all, "path", "empty"), 40); n != 12-2 {
		t.Errorf("%d sticks are empty, want 10", n)
	}
	if n := len(within(all, "circle", "joints")); n != 9 {
		t.Errorf("%d joints, want 9", n)
	}
	if text := draw.RenderText(p, draw.TextStyle{}); strings.Count(text, "·") != 10 {
		t.Errorf("the empty sticks are not those with dots:\n%s", text)
	}
}
