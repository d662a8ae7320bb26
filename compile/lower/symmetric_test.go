package lower_test

import (
	"fmt"
	"maps"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"quadrille"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
)

// boxMotions are motions of a box of squares, by their words.
var boxMotions = map[string]func(r, c, rows, columns int) (int, int){
	"half-turn":  func(r, c, rows, columns int) (int, int) { return rows - 1 - r, columns - 1 - c },
	"rotation":   func(r, c, rows, columns int) (int, int) { return c, rows - 1 - r },
	"left-right": func(r, c, rows, columns int) (int, int) { return r, columns - 1 - c },
	"top-bottom": func(r, c, rows, columns int) (int, int) { return rows - 1 - r, c },
	"diagonal":   func(r, c, rows, columns int) (int, int) { return c, r },
}

// TestSymmetricOnly: a puzzle that keeps only symmetric solutions has as many as there are solutions, without the rule,
// that the motion maps to themselves.
func TestSymmetricOnly(t *testing.T) {
	if testing.Short() {
		t.Skip("half a second or more")
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
		{"piece P one-sided = 2x3 - (0, 2) piece Q = 2x3 - (0, 2) board b on square = 3x4 pack b " +
			"with any of P + any of Q {", " leave any empty", 3, 4},
		{"piece X = 1x1 piece Y = 1x1 board b on square = 2x2 pack b with any of X + any of Y {",
			" keep X in (0, 0) (1, 0) keep Y in (0, 1) (1, 1) leave any empty", 2, 2},
		{"queens 4 {", "", 4, 4}, {"queens 5 {", "", 5, 5}, {"queens 6 {", "", 6, 6}, {"queens 8 {", "", 8, 8},
		{"board b on square = 4x4 place k on b {", " at most 1 on 2x2 everywhere", 4, 4},
		{"board b on square = 3x3 fill b with \"01\" {", " connected \"1\"", 3, 3},
		{"latin 4 {", "", 4, 4},
	} {
		for name, move := range boxMotions {
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

// symmetricBoard is a random board of squares that a motion maps to itself.
type symmetricBoard struct {
	*rand.Rand
	rows, columns int
	word          string
	cells         [][2]int
	image         []int // for each cell, its image
	added         string
}

func randomSymmetricBoard(r *rand.Rand) *symmetricBoard {
	b := &symmetricBoard{Rand: r, rows: 1 + r.IntN(4), columns: 1 + r.IntN(3)}
	words := slices.Sorted(maps.Keys(boxMotions))
	if b.word = words[r.IntN(len(words))]; b.word == "rotation" || b.word == "diagonal" {
		b.rows = b.columns
	}
	move := func(c [2]int) [2]int {
		row, column := boxMotions[b.word](c[0], c[1], b.rows, b.columns)
		return [2]int{row, column}
	}
	holes := map[[2]int]bool{}
	if hole := [2]int{r.IntN(b.rows), r.IntN(b.columns)}; r.IntN(3) == 0 {
		for ; !holes[hole]; hole = move(hole) {
			holes[hole] = true
		}
	}
	var picture strings.Builder
	for row := range b.rows {
		for column := range b.columns {
			mark := byte('.')
			if c := [2]int{row, column}; !holes[c] {
				b.cells, mark = append(b.cells, c), '#'
			}
			picture.WriteByte(mark)
		}
		picture.WriteByte('\n')
	}
	for _, c := range b.cells {
		b.image = append(b.image, slices.Index(b.cells, move(c)))
	}
	b.added = "board b on square = \"\"\"\n" + picture.String() + "\"\"\"\n"
	return b
}

// randomCount returns a phrase for a number of things, and its range.
func (b *symmetricBoard) randomCount(most int) (text string, low, high int) {
	low = b.IntN(most + 1)
	switch b.IntN(4) {
	case 0:
		return fmt.Sprintf("exactly %d", low), low, low
	case 1:
		return fmt.Sprintf("at least %d", low), low, 99
	case 2:
		return fmt.Sprintf("at most %d", low), 0, low
	}
	high = max(1, low+b.IntN(3))
	return fmt.Sprintf("%d..%d", low, high), low, high
}

// countedSet is a set of cells, with the bounds of the number of men there.
type countedSet struct {
	cells     uint
	low, high int
}

// randomMen returns a puzzle of men, with the number of its solutions. An option of the core may count like a man.
func (b *symmetricBoard) randomMen() (text string, solutions int64) {
	var sets []countedSet
	var rules strings.Builder
	for _, where := range []string{"all", "rows", "columns", "cells"} {
		if len(b.cells) == 0 || where != "all" && b.IntN(3) > 0 {
			continue
		}
		lines := map[int]uint{}
		listed := make([]string, 0, len(b.cells))
		for k, c := range b.cells {
			switch {
			case where == "rows":
				lines[c[0]] |= 1 << k
			case where == "columns":
				lines[c[1]] |= 1 << k
			case where == "all":
				lines[0] |= 1 << k
			case b.IntN(2) == 0 || k == 0:
				lines[0] |= 1 << k
				listed = append(listed, fmt.Sprintf("(%d, %d)", c[0], c[1]))
			}
		}
		if where == "cells" {
			where = strings.Join(listed, " ")
		}
		phrase, low, high := b.randomCount(min(4, len(b.cells)))
		fmt.Fprintf(&rules, "  %s on %s\n", phrase, where)
		for _, cells := range lines {
			sets = append(sets, countedSet{cells, low, high})
		}
	}
	if len(sets) == 0 {
		return "", 0
	}
	text = b.added + "place rook on b {\n" + rules.String() + "  symmetric " + b.word + "\n}\n"
	helpers := 1
	if all := sets[0]; b.IntN(4) == 0 && all.high > 0 && (all.low > 0 || 1 < all.high && all.high < len(b.cells)) {
		helpers = 2 // one more option, or none, if there is a primary item
		text += "option all\n"
	}
	for men := range uint(1) << len(b.cells) {
		kept := true
		for k, to := range b.image {
			kept = kept && men>>k&1 == men>>to&1
		}
		for helper := 0; kept && helper < helpers; helper++ {
			fits := true
			for k, set := range sets {
				n := bits.OnesCount(set.cells & men)
				if k == 0 {
					n += helper
				}
				fits = fits && set.low <= n && n <= set.high
			}
			if fits {
				solutions++
			}
		}
	}
	return text, solutions
}

// randomPacking returns a packing of dominoes and monominoes, with the number of its solutions.
func (b *symmetricBoard) randomPacking() (text string, solutions int64) {
	dominoes, lowD, highD := b.randomCount(len(b.cells) / 2)
	ones, lowM, highM := b.randomCount(4)
	empty, lowE, highE := b.randomCount(4)
	if b.IntN(4) == 0 {
		dominoes, lowD, highD = "any", 0, 99
	}
	text = fmt.Sprintf("piece M = 1x1\npiece D = 1x2\n%spack b with %s of D + %s of M {\n  leave %s empty\n"+
		"  symmetric %s\n}\n", b.added, dominoes, ones, empty, b.word)
	with := make([]int, len(b.cells)) // for each cell, the other cell of its domino; itself for a monomino, -1 if empty
	var fill func(k int, used uint, d, m, e int)
	fill = func(k int, used uint, d, m, e int) {
		for k < len(b.cells) && used>>k&1 == 1 {
			k++
		}
		if k == len(b.cells) {
			for c, to := range b.image {
				if w := with[c]; w < 0 && with[to] >= 0 || w >= 0 && with[to] != b.image[w] {
					return
				}
			}
			if lowD <= d && d <= highD && lowM <= m && m <= highM && lowE <= e && e <= highE {
				solutions++
			}
			return
		}
		with[k] = -1
		fill(k+1, used|1<<k, d, m, e+1)
		with[k] = k
		fill(k+1, used|1<<k, d, m+1, e)
		for j := k + 1; j < len(b.cells); j++ {
			row, column := b.cells[j][0]-b.cells[k][0], b.cells[j][1]-b.cells[k][1]
			if used>>j&1 == 0 && row*row+column*column == 1 {
				with[k], with[j] = j, k
				fill(k+1, used|1<<k|1<<j, d+1, m, e)
			}
		}
	}
	fill(0, 0, 0, 0, 0)
	return text, solutions
}

// TestSymmetricCounts: an orbit counts for a rule as often as it has members there, on random boards with men and
// with pieces.
func TestSymmetricCounts(t *testing.T) {
	r := rand.New(rand.NewPCG(20, 5))
	tried, solvable, added := 0, 0, 0
	for range matrixtest.RandomRounds(1200, 20_000) {
		b := randomSymmetricBoard(r)
		text, want := b.randomMen()
		if r.IntN(2) == 0 {
			text, want = b.randomPacking()
		}
		if len(b.cells) == 0 {
			continue
		}
		p, err := quadrille.Load("random.puz", []byte(text), quadrille.Options{})
		if err != nil {
			if want > 0 {
				t.Errorf("%v, want %d\n%s", err, want, text)
			}
			continue
		}
		tried++
		got, err := p.Count(t.Context(), quadrille.Search{})
		if err != nil || got.String() != fmt.Sprint(want) {
			t.Errorf("%v solutions, want %d, error %v\n%s", got, want, err, text)
		}
		m, _, err := p.Matrix()
		if err != nil {
			t.Fatal(err)
		}
		solvable += int(min(1, want))
		for i := range m.ItemCount() {
			if strings.HasPrefix(m.Name(matrix.ItemID(i)), "step[") {
				added++
				break
			}
		}
	}
	t.Logf("%d puzzles, %d with solutions; an automaton adds up in %d", tried, solvable, added)
	if solvable*3 < tried || added*10 < tried {
		t.Error("too few puzzles are worth the trial")
	}
}
