package lower_test

import (
	"testing"

	"quadrille/compile"
	"quadrille/compile/check"
)

// TestOneAmongSeveralWays: where a piece can come to the same cells in several
// ways, or has a partner among several, it must not matter which one is found
// first. The numbers are worked out by hand.
func TestOneAmongSeveralWays(t *testing.T) {
	for _, c := range []struct {
		name, text         string
		solutions, classes int
	}{
		{"a piece that runs through one joint in both directions",
			"piece A on sticks = (0, 1) (0, 3) (3, 2) (5, 2) board b on sticks torus = 2x2 pack b with A { " +
				"leave 4 empty }", 4, 1},
		{"two rings in a row or in a column; a row and a column would cross",
			"piece I on sticks = (0, 1) (0, 3) board b on sticks torus = 2x2 pack b with 2 of I { leave 4 " +
				"empty }", 2, 1},
		{"a ring is at each of its cells",
			"piece I = 1x4 board b on square torus = 2x4 pack b with 2 of I { fix I at (0, 2) }", 1, 1},
		{"a ring is turned in several ways",
			"piece L = (0, 0) (1, 0) (1, 1) board b on square torus = 2x2 pack b with 0..2 of L { fix L at (0, " +
				"0) orientation 2 leave 1 empty }", 1, 1},
		{"orientations that are kept out lead to cells that are not",
			"piece A on hexagon = 1x2 piece B on hexagon = (2, 2) (2, 1) (3, -1) (-1, 0) board b on hexagon " +
				"torus = 2x2 pack b with any of A + any of B { keep B to orientation 1, 2, 7, 11 }", 4, 2},
		{"a reflection exchanges A and C, whose places B has as well",
			"piece A = 1x1 piece B = 1x1 piece C = 1x1 board b on square = 1x4 pack b with A + B + C { keep A in 1x1 " +
				"keep C in 1x1 at (0, 3) leave 1 empty }", 2, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			defer func() { // the other cases shall be tried as well
				if fault := recover(); fault != nil {
					t.Errorf("panic: %v", fault)
				}
			}()
			if all, _ := partitions(t, c.text, false); len(all) != c.solutions {
				t.Errorf("%d solutions, want %d", len(all), c.solutions)
			}
			if kept, _ := partitions(t, c.text, true); len(kept) != c.classes {
				t.Errorf("%d classes, want %d", len(kept), c.classes)
			}
		})
	}
}

// TestLimitOnTriangles: a piece of triangles fits only at every other shift, and
// the options that there cannot be must not count against the limit.
func TestLimitOnTriangles(t *testing.T) {
	text := "piece A on triangle fixed = (0, 0) board b on triangle = 4x4 pack b with any of A"
	for most, fits := range map[int]bool{7: false, 8: true} {
		_, err := compile.CompileText("test.puz", []byte(text), check.Importer{},
			compile.ProgramOptions{Limits: check.Limits{MaxOptions: most}})
		if (err == nil) != fits {
			t.Errorf("there are 8 options, the limit is %d: %v", most, err)
		}
	}
}
