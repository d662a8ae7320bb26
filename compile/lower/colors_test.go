package lower_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"quadrille"
	"quadrille/runtime/matrix/matrixtest"
)

var smallPieces = map[string][]boardSpot{
	"O": {{0, 0}}, "I2": {{0, 0}, {0, 1}}, "I3": {{0, 0}, {0, 1}, {0, 2}}, "V3": {{0, 0}, {0, 1}, {1, 0}},
}

// cellsAround returns the cells beyond the sides of a cell, clockwise from the top.
func cellsAround(lattice string, c boardSpot) []boardSpot {
	switch {
	case lattice == "square":
		return []boardSpot{{c.r - 1, c.c}, {c.r, c.c + 1}, {c.r + 1, c.c}, {c.r, c.c - 1}}
	case lattice == "hexagon": // a row lies half a cell to the right of the row above
		return []boardSpot{{c.r - 1, c.c + 1}, {c.r, c.c + 1}, {c.r + 1, c.c}, {c.r + 1, c.c - 1}, {c.r, c.c - 1},
			{c.r - 1, c.c}}
	case (c.r+c.c)%2 == 0: // the triangle points up
		return []boardSpot{{c.r, c.c + 1}, {c.r + 1, c.c}, {c.r, c.c - 1}}
	}
	return []boardSpot{{c.r - 1, c.c}, {c.r, c.c + 1}, {c.r, c.c - 1}}
}

// solidFaces returns the different orientations of a tile: its colors, clockwise.
func solidFaces(word, sides string) []string {
	all := []string{word}
	if sides != "fixed" {
		for k := range word {
			all = append(all, word[k:]+word[:k])
		}
	}
	if sides == "free" {
		for _, w := range slices.Clone(all) {
			turned := []byte(w)
			slices.Reverse(turned)
			all = append(all, string(turned))
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// TestTiles: random tiles on three lattices lie in as many ways as there are when cell after
// cell is tried.
func TestTiles(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 6))
	some := 0
	for range matrixtest.RandomRounds(30, 120) {
		lattice := []string{"square", "square", "triangle", "hexagon"}[r.IntN(4)]
		rows, columns, torus := 1+r.IntN(3), 1+r.IntN(2), r.IntN(3) == 0
		if torus && lattice == "triangle" {
			torus = false // odd shifts are none of that lattice
		}
		sides := []string{"one-sided", "free", "fixed"}[r.IntN(3)]
		if lattice == "triangle" && sides == "fixed" {
			sides = "free"
		}
		// Tiles are cut from a board, so that there are solutions.
		wrapped := func(c boardSpot) (boardSpot, bool) {
			if torus {
				return boardSpot{(c.r + rows) % rows, (c.c + columns) % columns}, true
			}
			return c, c.r >= 0 && c.c >= 0 && c.r < rows && c.c < columns
		}
		var cells []boardSpot
		for k := range rows * columns {
			cells = append(cells, boardSpot{k / columns, k % columns})
		}
		border := ""
		if r.IntN(2) == 0 {
			border = "r"
		}
		type edge struct {
			cell boardSpot
			side int
		}
		cut := map[edge]byte{}
		var words []string
		for _, c := range cells {
			var word []byte
			for k, d := range cellsAround(lattice, c) {
				color := "rgb"[r.IntN(3)]
				if to, on := wrapped(d); on {
					back := slices.IndexFunc(cellsAround(lattice, d), func(e boardSpot) bool { return e == c })
					if known := cut[edge{to, back}]; known != 0 {
						color = known
					}
				} else if border != "" {
					color = border[0]
				}
				cut[edge{c, k}] = color
				word = append(word, color)
			}
			words = append(words, string(word))
		}
		which := []string{"", "any of "}[r.IntN(2)]
		var text strings.Builder
		fmt.Fprintf(&text, "board b on %s %s = %dx%d\ntiles t on %s %s = \"%s\"\npack b with %st {\n", lattice,
			map[bool]string{true: "torus"}[torus], rows, columns, lattice, sides, strings.Join(words, " "), which)
		if border != "" {
			fmt.Fprintf(&text, "  border %q\n", border)
		}
		text.WriteString("}\n")

		// Copies of one tile are not told apart.
		copies := map[string]int{}
		for _, w := range words {
			copies[fmt.Sprint(solidFaces(w, sides))]++
		}
		lies, want := map[boardSpot]string{}, 0
		var lay func(k int)
		lay = func(k int) {
			if k == len(cells) {
				want++
				return
			}
			c := cells[k]
			for kind, left := range copies {
				if left == 0 {
					continue
				}
				for _, face := range strings.Fields(strings.Trim(kind, "[]")) {
					lies[c] = face
					fits := true
					for side, d := range cellsAround(lattice, c) {
						to, on := wrapped(d)
						if !on {
							fits = fits && (border == "" || face[side] == border[0])
							continue
						}
						back := slices.IndexFunc(cellsAround(lattice, d), func(e boardSpot) bool { return e == c })
						fits = fits && (lies[to] == "" || lies[to][back] == face[side])
					}
					if fits {
						if which == "" {
							copies[kind]--
						}
						lay(k + 1)
						if which == "" {
							copies[kind]++
						}
					}
					delete(lies, c)
				}
			}
		}
		lay(0)
		if got := countOf(t, text.String(), quadrille.Options{}); got != int64(want) {
			t.Fatalf("%d solutions, want %d:\n%s", got, want, &text)
		}
		if want > 0 {
			some++
		}
	}
	if some == 0 {
		t.Errorf("no puzzle has a solution")
	}
}

// coloredPiece is cells with a color each.
type coloredPiece struct {
	cells  []boardSpot
	colors map[boardSpot]byte
}

// lies returns the different ways in which a piece lies so that its first cell, row by row, is
// the given one.
func (p coloredPiece) lies(first boardSpot) (out []map[boardSpot]byte) {
	seen := map[string]bool{}
	for turn := range 8 {
		colors := map[boardSpot]byte{}
		least := boardSpot{99, 99}
		for c, color := range p.colors {
			if turn >= 4 {
				c.c = -c.c
			}
			for range turn % 4 {
				c = boardSpot{c.c, -c.r}
			}
			colors[c] = color
			if c.r < least.r || c.r == least.r && c.c < least.c {
				least = c
			}
		}
		at := map[boardSpot]byte{}
		for c, color := range colors {
			at[boardSpot{first.r + c.r - least.r, first.c + c.c - least.c}] = color
		}
		if key := fmt.Sprint(at); !seen[key] {
			seen[key] = true
			out = append(out, at)
		}
	}
	return out
}

// TestMatchColors: random pieces with colored cells cover random colored boards in as many
// ways as there are when cell after cell is tried, and in as many classes.
func TestMatchColors(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 7))
	some := 0
	for range matrixtest.RandomRounds(5, 60) {
		rows, columns := 2+r.IntN(2), 2+r.IntN(3)
		chars := "xo#"
		var text strings.Builder
		const legend = `legend "x" cell "o" cell """` + "\n"
		board := map[boardSpot]byte{}
		text.WriteString("board b on square = " + legend)
		period := 1 + r.IntN(2)
		for i := range rows * columns {
			c := boardSpot{i / columns, i % columns}
			board[c] = chars[(c.r+c.c)%2]
			if period == 1 && r.IntN(4) == 0 {
				board[c] = '#'
			}
			text.WriteByte(board[c])
			if c.c == columns-1 {
				text.WriteByte('\n')
			}
		}
		text.WriteString("\"\"\"\n")
		var pieces []coloredPiece
		names := []string{"O", "I2", "V3", "I3"}
		for k, name := range names {
			p := coloredPiece{smallPieces[name], map[boardSpot]byte{}}
			box := boardSpot{}
			for _, c := range p.cells {
				p.colors[c] = chars[r.IntN(3)]
				box = boardSpot{max(box.r, c.r), max(box.c, c.c)}
			}
			pieces = append(pieces, p)
			fmt.Fprintf(&text, "piece P%d = %s", k, legend)
			for row := range box.r + 1 {
				for column := range box.c + 1 {
					if color := p.colors[boardSpot{row, column}]; color != 0 {
						text.WriteByte(color)
					} else {
						text.WriteByte('.')
					}
				}
				text.WriteByte('\n')
			}
			text.WriteString("\"\"\"\n")
		}
		text.WriteString("pack b with any of {P0, P1, P2, P3} {\n  match colors\n}\n")

		// A solution is a set of placements: a piece, its cells and their colors.
		type covered struct {
			piece int
			cells map[boardSpot]byte
		}
		var lying []covered
		seen := map[string]bool{}
		taken := map[boardSpot]bool{}
		key := func(move func(boardSpot) boardSpot) string {
			var parts []string
			for _, l := range lying {
				var marks []string
				for c, color := range l.cells {
					marks = append(marks, fmt.Sprint(move(c), string(color)))
				}
				slices.Sort(marks)
				parts = append(parts, fmt.Sprint(l.piece, marks))
			}
			slices.Sort(parts)
			return fmt.Sprint(parts)
		}
		motions := []func(boardSpot) boardSpot{
			func(c boardSpot) boardSpot { return c },
			func(c boardSpot) boardSpot { return boardSpot{rows - 1 - c.r, columns - 1 - c.c} },
			func(c boardSpot) boardSpot { return boardSpot{rows - 1 - c.r, c.c} },
			func(c boardSpot) boardSpot { return boardSpot{c.r, columns - 1 - c.c} },
		}
		if rows == columns {
			for _, m := range slices.Clone(motions) {
				motions = append(motions, func(c boardSpot) boardSpot { c = m(c); return boardSpot{c.c, c.r} })
			}
		}
		motions = slices.DeleteFunc(motions, func(m func(boardSpot) boardSpot) bool {
			for c, color := range board {
				if board[m(c)] != color {
					return true
				}
			}
			return false
		})
		classes := map[string]bool{}
		var lay func()
		lay = func() {
			first := -1
			for i := range rows * columns {
				if !taken[boardSpot{i / columns, i % columns}] {
					first = i
					break
				}
			}
			if first < 0 {
				seen[key(motions[0])] = true
				least := ""
				for _, m := range motions {
					if k := key(m); least == "" || k < least {
						least = k
					}
				}
				classes[least] = true
				return
			}
			here := boardSpot{first / columns, first % columns}
			for i, p := range pieces {
				for _, at := range p.lies(here) {
					fits := true
					for d, color := range at {
						under, on := board[d]
						fits = fits && on && !taken[d] && (under == '#' || color == '#' || under == color)
					}
					if !fits {
						continue
					}
					for d := range at {
						taken[d] = true
					}
					lying = append(lying, covered{i, at})
					lay()
					lying = lying[:len(lying)-1]
					for d := range at {
						delete(taken, d)
					}
				}
			}
		}
		lay()
		if got := countOf(t, text.String(), quadrille.Options{}); got != int64(len(seen)) {
			t.Fatalf("%d solutions, want %d:\n%s", got, len(seen), &text)
		}
		if got := countOf(t, text.String(), quadrille.Options{UpTo: quadrille.Symmetry}); got != int64(len(classes)) {
			t.Fatalf("%d classes, want %d:\n%s", got, len(classes), &text)
		}
		if len(seen) > 0 {
			some++
		}
	}
	if some == 0 {
		t.Errorf("no puzzle has a solution")
	}
}
