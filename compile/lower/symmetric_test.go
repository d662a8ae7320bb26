package lower_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"quadrille"
)

// TestSymmetricOnly: of a puzzle that keeps symmetric solutions there are as many as those of the
// puzzle without the rule that the motion maps to themselves.
func TestSymmetricOnly(t *testing.T) {
	if testing.Short() {
		t.Skip("half a second or more")
	}
	turn := map[string]func(r, c, rows, columns int) (int, int){
		"half-turn":  func(r, c, rows, columns int) (int, int) { return rows - 1 - r, columns - 1 - c },
		"rotation":   func(r, c, rows, columns int) (int, int) { return c, rows - 1 - r },
		"left-right": func(r, c, rows, columns int) (int, int) { return r, columns - 1 - c },
		"top-bottom": func(r, c, rows, columns int) (int, int) { return rows - 1 - r, c },
		"diagonal":   func(r, c, rows, columns int) (int, int) { return c, r },
	}
	met := 0
	for _, c := range []struct {
		before, inside string
		rows, columns  int
	}{
		{"piece d = 1x2 board b on square = 4x4 pack b with any of d {", "", 4, 4},
		{"piece d = 1x2 piece s = 1x1 board b on square = 3x4 pack b with any of {d, s} {", "", 3, 4},
		{"piece d = 1x2 piece o = 1x1 board b on square = 3x3 pack b with any of d + o {", "", 3, 3},
		{"piece P = 2x3 - (0, 2) piece I = 1x2 set s = one-sided {P} + any of I board b on square = 4x4 pack b " +
			"with s {", "", 4, 4},
		{"queens 4 {", "", 4, 4}, {"queens 5 {", "", 5, 5}, {"queens 6 {", "", 6, 6}, {"queens 8 {", "", 8, 8},
		{"board b on square = 4x4 place k on b {", " at most 1 on 2x2 everywhere", 4, 4},
		{"board b on square = 3x3 fill b with \"01\" {", " connected \"1\"", 3, 3},
		{"latin 4 {", "", 4, 4},
	} {
		for name, move := range turn {
			if c.rows != c.columns && (name == "rotation" || name == "diagonal") {
				continue
			}
			want := 0
			plain := loadPuzzle(t, c.before+c.inside+" }", quadrille.Options{})
			for s, err := range plain.Solutions(t.Context(), quadrille.Search{}) {
				if err != nil {
					t.Fatal(err)
				}
				if fmt.Sprint(movedText(s, func(r, k int) (int, int) { return r, k })) == fmt.Sprint(movedText(s,
					func(r, k int) (int, int) { return move(r, k, c.rows, c.columns) })) {
					want++
				}
			}
			text := c.before + c.inside + " symmetric " + name + " }"
			p := loadPuzzle(t, text, quadrille.Options{})
			got, err := p.Count(t.Context(), quadrille.Search{})
			if err != nil {
				t.Fatal(err)
			}
			if got.String() != fmt.Sprint(want) {
				t.Errorf("%s: %v solutions, and %d that are symmetric", text, got, want)
			}
			found := 0
			for s, err := range p.Solutions(t.Context(), quadrille.Search{}) {
				if err != nil {
					t.Fatal(err)
				}
				found++
				if fmt.Sprint(movedText(s, func(r, k int) (int, int) { return r, k })) != fmt.Sprint(movedText(s,
					func(r, k int) (int, int) { return move(r, k, c.rows, c.columns) })) {
					t.Fatalf("%s: a solution is not symmetric", text)
				}
			}
			met += min(1, found)
		}
	}
	if met < 20 {
		t.Errorf("%d puzzles have symmetric solutions", met)
	}
}

// movedText lists what stands where in a solution, after a motion.
func movedText(s quadrille.Solution, to func(r, c int) (int, int)) (out []string) {
	for _, p := range s.Placements() {
		name := strings.TrimSuffix(p.Piece, "'") // a mirror image may come from its twin
		if p.Letters != nil {
			for k, cell := range p.Cells {
				r, c := to(int(cell[0]), int(cell[1]))
				out = append(out, fmt.Sprint(p.Letters[k], r, c))
			}
			continue
		}
		var cells []string
		for _, cell := range p.Cells {
			r, c := to(int(cell[0]), int(cell[1]))
			cells = append(cells, fmt.Sprint(r, c))
		}
		slices.Sort(cells)
		out = append(out, name+fmt.Sprint(cells))
	}
	slices.Sort(out)
	return out
}
