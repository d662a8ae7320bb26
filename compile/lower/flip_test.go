package lower_test

import (
	"fmt"
	"slices"
	"testing"

	"quadrille"
)

// ant walks on a board whose edges are joined upside down, a step at a time, with its own idea
// of what is down and right.
type ant struct{ r, c, down, right int }

func (a ant) step(dr, dc, rows, columns int, word string) ant {
	a.r, a.c = a.r+dr*a.down, a.c+dc*a.right
	if a.c < 0 || a.c >= columns {
		a.c = (a.c + columns) % columns
		a.r, a.down = rows-1-a.r, -a.down
	}
	if a.r < 0 || a.r >= rows {
		if word == "mobius" {
			a.r = -1 // off the edge
			return a
		}
		a.r = (a.r + rows) % rows
		if word == "projective" {
			a.c, a.right = columns-1-a.c, -a.right
		}
	}
	return a
}

// TestFlippedBoards: on Moebius strips, Klein bottles and projective planes pieces cover what an
// ant meets that walks over them, and tilings are as many as a search by hand finds.
func TestFlippedBoards(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	// Each piece as a walk that meets all of its cells.
	pieces := map[string][][2]int{
		"1x2":                 {{0, 1}},
		"1x3":                 {{0, 1}, {0, 1}},
		"2x2 - 1x1":           {{0, -1}, {-1, 0}},
		"1x2 + 1x2 at (1, 1)": {{0, 1}, {1, 0}, {0, 1}},
	}
	met := 0
	for _, word := range []string{"mobius", "klein", "projective"} {
		for _, size := range [][2]int{{1, 4}, {2, 2}, {2, 3}, {2, 4}, {3, 2}, {3, 3}, {3, 4}, {4, 3}, {4, 4}} {
			rows, columns := size[0], size[1]
			for shape, walk := range pieces {
				seen := map[string]bool{}
				var places [][]int
				for at := range rows * columns {
					for facing := range 8 {
						a := ant{at / columns, at % columns, 1, 1}
						cells := []int{at}
						for _, s := range walk {
							dr, dc := s[0], s[1]
							if facing >= 4 {
								dc = -dc
							}
							for range facing % 4 {
								dr, dc = dc, -dr
							}
							if a = a.step(dr, dc, rows, columns, word); a.r < 0 {
								break
							}
							cells = append(cells, a.r*columns+a.c)
						}
						slices.Sort(cells)
						if a.r < 0 || len(slices.Compact(slices.Clone(cells))) < len(walk)+1 ||
							seen[fmt.Sprint(cells)] {
							continue
						}
						seen[fmt.Sprint(cells)] = true
						places = append(places, cells)
					}
				}
				covered := make([]bool, rows*columns)
				var tile func() int
				tile = func() int {
					first := slices.Index(covered, false)
					if first < 0 {
						return 1
					}
					n := 0
					for _, p := range places {
						if !slices.Contains(p, first) || slices.ContainsFunc(p,
							func(c int) bool { return covered[c] }) {
							continue
						}
						for _, c := range p {
							covered[c] = true
						}
						n += tile()
						for _, c := range p {
							covered[c] = false
						}
					}
					return n
				}
				want := tile()
				text := fmt.Sprintf("piece P = %s\nboard b on square %s = %dx%d\npack b with any of P\n", shape, word,
					rows, columns)
				p := loadPuzzle(t, text, quadrille.Options{})
				got, err := p.Count(t.Context(), quadrille.Search{})
				if err != nil {
					t.Fatal(err)
				}
				if got.String() != fmt.Sprint(want) {
					t.Errorf("%s%v tilings, and %d by hand", text, got, want)
				}
				met += min(1, want)
			}
		}
	}
	if met < 20 {
		t.Errorf("%d boards have tilings", met)
	}
}

// TestSeamOfOptionalCells: on this band S fits in three places, and one of them, over the seam, is on optional cells
// alone. With none of the others 2 ^ 4 solutions leave it out, and one has it; with either one other optional cell is
// covered, and the three that are left are filled or not.
func TestSeamOfOptionalCells(t *testing.T) {
	for _, copies := range []string{"any", "0..2", "0..1"} {
		text := `
			piece O = 1x1
			piece S = """
			  .##
			  ##.
			"""
			board b on square mobius = """
			  ?.##.
			  ??##?
			"""
			pack b with ` + copies + ` of S + any of O`
		p := loadPuzzle(t, text, quadrille.Options{})
		if got, err := p.Count(t.Context(), quadrille.Search{}); err != nil || got.String() != "33" {
			t.Errorf("%s of S: %v, %v; want 33", copies, got, err)
		}
	}
}

// TestFixedOverTheSeam: a piece that is used once lies at a fixed place, in one orientation, in one way: it may not
// come around there turned over.
func TestFixedOverTheSeam(t *testing.T) {
	for _, word := range []string{"mobius", "klein"} {
		for rows := 2; rows <= 4; rows++ {
			for columns := 2; columns <= 3; columns++ {
				for corner := range (rows - 1) * columns {
					for turn := range 4 {
						text := fmt.Sprintf("piece O = 1x1\npiece P = 2x2 - 1x1\nboard b on square %s = %dx%d\npack b "+
							"with P + any of O {\n  fix P at (%d, %d) orientation %d\n}\n",
							word, rows, columns, corner/columns, corner%columns, turn)
						p := loadPuzzle(t, text, quadrille.Options{})
						if got, err := p.Count(t.Context(), quadrille.Search{}); err != nil || got.String() != "1" {
							t.Errorf("%s%v, %v", text, got, err)
						}
					}
				}
			}
		}
	}
}
