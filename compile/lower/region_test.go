package lower_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"quadrille"
	"quadrille/runtime/matrix/matrixtest"
)

// regionBoard is a small board with numbers. Its methods count regions by trying everything, and share no code with the
// lowering.
type regionBoard struct {
	rows, columns int
	hexagon       bool
	hole          map[[2]int]bool
	number        map[[2]int]int // -1 for a rectangle of any size
}

func (b *regionBoard) isCell(at [2]int) bool {
	return at[0] >= 0 && at[0] < b.rows && at[1] >= 0 && at[1] < b.columns && !b.hole[at]
}

func (b *regionBoard) cells() (all [][2]int) {
	for r := range b.rows {
		for c := range b.columns {
			if b.isCell([2]int{r, c}) {
				all = append(all, [2]int{r, c})
			}
		}
	}
	return all
}

// part returns the cells that steps between cells with one color reach.
func (b *regionBoard) part(color map[[2]int]int, from [2]int) map[[2]int]bool {
	steps := [][2]int{{0, 1}, {0, -1}, {1, 0}, {-1, 0}}
	if b.hexagon {
		steps = append(steps, [2]int{-1, 1}, [2]int{1, -1})
	}
	part, open := map[[2]int]bool{from: true}, [][2]int{from}
	for len(open) > 0 {
		at := open[0]
		open = open[1:]
		for _, d := range steps {
			to := [2]int{at[0] + d[0], at[1] + d[1]}
			if b.isCell(to) && color[to] == color[from] && !part[to] {
				part[to] = true
				open = append(open, to)
			}
		}
	}
	return part
}

// countColorings counts the ways to give each cell one of some colors that a rule allows.
func (b *regionBoard) countColorings(colors int, allows func(map[[2]int]int) bool) (n int) {
	cells, color := b.cells(), map[[2]int]int{}
	var try func(k int)
	try = func(k int) {
		if k == len(cells) {
			if allows(color) {
				n++
			}
			return
		}
		for c := range colors {
			color[cells[k]] = c
			try(k + 1)
		}
	}
	try(0)
	return n
}

// countShapes counts the ways to give each cell to a number, so that the cells of a number are connected, and as many
// as the number says; or rectangles, if these are asked for.
func (b *regionBoard) countShapes(rectangles bool) int {
	var numbered [][2]int
	for _, at := range b.cells() {
		if b.number[at] != 0 {
			numbered = append(numbered, at)
		}
	}
	return b.countColorings(len(numbered), func(color map[[2]int]int) bool {
		size := map[int]int{}
		for _, c := range color {
			size[c]++
		}
		for k, at := range numbered {
			n := b.number[at]
			if color[at] != k || n > 0 && size[k] != n || len(b.part(color, at)) != size[k] ||
				rectangles && !b.isBox(color, k) {
				return false
			}
		}
		return true
	})
}

// countSomeShapes counts the ways to draw shapes for some of the numbers, as many as `allows` says. The other cells
// stay empty.
func (b *regionBoard) countSomeShapes(rectangles bool, allows func(shapes int) bool) int {
	var numbered [][2]int
	for _, at := range b.cells() {
		if b.number[at] != 0 {
			numbered = append(numbered, at)
		}
	}
	return b.countColorings(len(numbered)+1, func(color map[[2]int]int) bool {
		size, drawn := map[int]int{}, 0
		for _, c := range color {
			size[c]++
		}
		for k, at := range numbered {
			if size[k] > 0 {
				drawn++
			}
			if color[at] != k && (size[k] > 0 || color[at] != len(numbered)) || size[k] > 0 &&
				(size[k] != b.number[at] || len(b.part(color, at)) != size[k] || rectangles && !b.isBox(color, k)) {
				return false
			}
		}
		return allows(drawn)
	})
}

// isBox reports whether the cells of a color fill the box around them.
func (b *regionBoard) isBox(color map[[2]int]int, k int) bool {
	least, most, size := [2]int{99, 99}, [2]int{-1, -1}, 0
	for at, c := range color {
		if c == k {
			least, most = [2]int{min(least[0], at[0]), min(least[1], at[1])},
				[2]int{max(most[0], at[0]), max(most[1], at[1])}
			size++
		}
	}
	return (most[0]-least[0]+1)*(most[1]-least[1]+1) == size
}

// countIslands counts the solutions of nurikabe: each part of white cells (0) has exactly one number and as many cells
// as that number says, the black cells (1) are one part, and no four of them are a square.
func (b *regionBoard) countIslands() int {
	cells := b.cells()
	return b.countColorings(2, func(color map[[2]int]int) bool {
		black := 0
		var first [2]int
		for _, at := range cells {
			if color[at] == 1 {
				if b.number[at] != 0 {
					return false
				}
				black, first = black+1, at
				square := true
				for _, d := range [][2]int{{0, 1}, {1, 0}, {1, 1}} {
					to := [2]int{at[0] + d[0], at[1] + d[1]}
					square = square && b.isCell(to) && color[to] == 1
				}
				if square {
					return false
				}
				continue
			}
			part, numbers, says := b.part(color, at), 0, 0
			for to := range part {
				if n := b.number[to]; n != 0 {
					numbers, says = numbers+1, n
				}
			}
			if numbers != 1 || says != len(part) {
				return false
			}
		}
		return black == 0 || len(b.part(color, first)) == black
	})
}

// text writes the board and the table.
func (b *regionBoard) text(pack string) string {
	var table, board strings.Builder
	for r := range b.rows {
		for c := range b.columns {
			at := [2]int{r, c}
			word, mark := ".", "#"
			switch n := b.number[at]; {
			case b.hole[at]:
				mark = "."
			case n < 0:
				word = "#"
			case n > 0:
				word = strconv.Itoa(n)
			}
			table.WriteString(word + " ")
			board.WriteString(mark)
		}
		table.WriteString("\n")
		board.WriteString("\n")
	}
	lattice := "square"
	if b.hexagon {
		lattice = "hexagon"
	}
	return fmt.Sprintf("table t = \"\"\"\n%s\"\"\"\nboard b on %s = \"\"\"\n%s\"\"\"\n%s", &table, lattice, &board,
		pack)
}

// randomRegions makes a small board. Every second board has the numbers of a random way to join cells, so that it has a
// solution, unless the shapes must be rectangles.
func randomRegions(r *rand.Rand, rows, columns, numbers int) *regionBoard {
	b := &regionBoard{rows: rows, columns: columns, hole: map[[2]int]bool{}, number: map[[2]int]int{}}
	if r.IntN(3) == 0 {
		b.hole[[2]int{r.IntN(rows), r.IntN(columns)}] = true
	}
	cells := b.cells()
	r.Shuffle(len(cells), func(i, j int) { cells[i], cells[j] = cells[j], cells[i] })
	for k := range numbers {
		b.number[cells[k]] = 1 + r.IntN(min(4, len(cells)))
	}
	if r.IntN(2) > 0 {
		return b
	}
	color := map[[2]int]int{}
	for _, at := range cells {
		color[at] = -1
	}
	for k := range numbers {
		color[cells[k]] = k
	}
	for range 200 { // parts grow into cells without one
		from := cells[r.IntN(len(cells))]
		to := [][2]int{{0, 1}, {0, -1}, {1, 0}, {-1, 0}}[r.IntN(4)]
		to = [2]int{from[0] + to[0], from[1] + to[1]}
		if b.isCell(to) && color[to] < 0 && color[from] >= 0 {
			color[to] = color[from]
		}
	}
	for k := range numbers {
		b.number[cells[k]] = 0
		for _, c := range color {
			if c == k {
				b.number[cells[k]]++
			}
		}
	}
	return b
}

// islands are the rules of a nurikabe.
const islands = `pack b with shapes at t {
  apart (0, 1)
  leave any empty
  leave at most 3 empty on 2x2 everywhere
  connected empty
}`

// TestRegions compares random boards of each kind with what trying everything finds.
func TestRegions(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 7))
	compare := func(kind, pack string, b *regionBoard, want int) int {
		t.Helper()
		text := b.text(pack)
		p, err := quadrille.Load("a.puz", []byte(text), quadrille.Options{})
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		n, err := p.Count(t.Context(), quadrille.Search{})
		if err != nil || n.String() != strconv.Itoa(want) {
			t.Fatalf("%s: %v %v, want %d\n%s", kind, n, err, want, text)
		}
		return min(want, 1)
	}
	solved := map[string]int{}
	rounds := matrixtest.RandomRounds(200, 1000)
	for range rounds {
		b := randomRegions(r, 2+r.IntN(2), 3+r.IntN(2), 1+r.IntN(3))
		if r.IntN(3) == 0 {
			for at := range b.number {
				if b.number[at] > 0 && r.IntN(2) == 0 {
					b.number[at] = -1
				}
			}
		}
		solved["rectangles"] += compare("rectangles", "pack b with rectangles at t", b, b.countShapes(true))

		b = randomRegions(r, 2+r.IntN(2), 2+r.IntN(3), 1+r.IntN(2))
		b.hexagon = r.IntN(3) == 0
		solved["shapes"] += compare("shapes", "pack b with shapes at t", b, b.countShapes(false))

		b = randomRegions(r, 2+r.IntN(2), 2+r.IntN(3), 1+r.IntN(3))
		solved["islands"] += compare("islands", islands, b, b.countIslands())

		// a region that is found cell by cell, beside one that is found by its shapes or cell by cell
		b = randomRegions(r, 3, 4, 1+r.IntN(2))
		b.hexagon = r.IntN(3) == 0
		solved["large shapes"] += compare("large shapes", "pack b with shapes at t", b, b.countShapes(false))
		for at := range b.number {
			if r.IntN(2) == 0 {
				b.number[at] = 6 + r.IntN(4)
			}
		}
		b.hexagon = false
		solved["large islands"] += compare("large islands", islands, b, b.countIslands())
	}
	for range rounds {
		b := randomRegions(r, 2, 2+r.IntN(3), 1+r.IntN(2))
		form := []string{"shapes", "rectangles"}[r.IntN(2)]
		copies := []string{"any of", "at most 1 of", "1 from", "at most 1 from"}[r.IntN(4)]
		if form == "shapes" && r.IntN(8) == 0 { // one number that would be found cell by cell
			b = randomRegions(r, 3, 4, 1)
			for at := range b.number {
				b.number[at] = 7 + r.IntN(2)
			}
		}
		pack := fmt.Sprintf("set s = %s at t\npack b with %s s { leave any empty }", form, copies)
		solved["some of them"] += compare("some of them", pack, b, b.countSomeShapes(form == "rectangles",
			func(shapes int) bool {
				return (copies != "1 from" || shapes == 1) && (copies != "at most 1 from" || shapes <= 1)
			}))
	}
	for kind, n := range solved {
		if n < rounds/10 {
			t.Errorf("of %d %s %d have a solution; want a tenth", rounds, kind, n)
		}
	}
}

// TestRegionBesidePieces: another piece cannot cover the cell with the number of a region. A program of its own, which
// grew all shapes of eight cells and put dominoes beside them, counted 8545.
func TestRegionBesidePieces(t *testing.T) {
	p, err := quadrille.Load("a.puz", []byte(`table t = """
  . . . . .
  . . 8 . .
  . . . . .
  . . . . .
"""
piece I2 = 1x2
pack 4x5 with shapes at t + at most 2 of I2 {
  apart
  leave any empty
}`), quadrille.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if n, err := p.Count(t.Context(), quadrille.Search{}); err != nil || n.String() != "8545" {
		t.Errorf("%v %v, want 8545", n, err)
	}
}

// TestGoalOfRegions: a region counts once, whether it is found by its shapes or cell by cell, and however many cells it
// has. The values are found by hand.
func TestGoalOfRegions(t *testing.T) {
	for _, c := range []struct {
		numbers, set string
		best, ways   string
	}{
		{". . . . . . 7 . . . . . .", "s", "7", "7"},
		{". . . . . . 3 . . . . . .", "s", "11", "3"},
		{". . 1 . . . 3 . . . . . .", "any of s", "13", "2"}, // only the region of one cell costs nothing
		{". . . 1 . . 2 . . 2 . . .", "2 from s", "12", "4"},
	} {
		text := fmt.Sprintf("table t = \"\"\"\n%s\n\"\"\"\nset s = shapes at t\n"+
			"pack 1x13 with %s { leave any empty }\nmaximize s + empty\n", c.numbers, c.set)
		p, err := quadrille.Load("a.puz", []byte(text), quadrille.Options{})
		if err != nil {
			t.Fatal(err)
		}
		best, _, err := p.FindOptimum(t.Context(), quadrille.Search{})
		if err != nil || fmt.Sprint(best.Value) != c.best {
			t.Errorf("%s, %s: the best value is %v %v, want %s", c.numbers, c.set, best, err, c.best)
		}
		if n, err := p.Count(t.Context(), quadrille.Search{}); err != nil || n.String() != c.ways {
			t.Errorf("%s, %s: %v %v, want %s", c.numbers, c.set, n, err, c.ways)
		}
	}
}

// TestManyCellsInReach: a hundred regions that may contain the same thousand cells would list ten million options.
func TestManyCellsInReach(t *testing.T) {
	rows := strings.Repeat(strings.Repeat(". ", 36)+"\n", 18)
	numbers := strings.Repeat(strings.Repeat("60 . ", 18)+"\n"+strings.Repeat(". ", 36)+"\n", 6)
	text := fmt.Sprintf("table t = \"\"\"\n%s%s%s\"\"\"\npack 48x36 with shapes at t { leave any empty }\n", rows,
		numbers, rows)
	_, err := quadrille.Load("a.puz", []byte(text), quadrille.Options{})
	if err == nil || !strings.Contains(err.Error(), "have more than 10000000 options") {
		t.Errorf("%v", err)
	}
}
