package draw_test

import (
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"quadrille/compile/draw"
	"quadrille/compile/lattice"
)

// ruled returns a grid with digits.
func ruled(rows ...string) draw.Picture {
	pic := draw.Picture{Lattice: lattice.Square, DrawsPlainRegions: true, CellMarks: map[lattice.Cell]string{}}
	for r, row := range rows {
		for c, mark := range row {
			cell := lattice.Cell{int32(r), int32(c)}
			pic.BoardCells, pic.CellMarks[cell] = append(pic.BoardCells, cell), string(mark)
		}
	}
	pic.Pieces = []draw.LabeledPiece{{Cells: pic.BoardCells}}
	return pic
}

// TestSignsInText: a picture as people draw it.
func TestSignsInText(t *testing.T) {
	pic := ruled("431", "253", "614")
	pic.RuleSigns = []draw.RuleSign{
		{SignKind: "cage", Text: "7", Cells: []lattice.Cell{{0, 0}, {0, 1}}},
		{SignKind: "cage", Text: "4", Cells: []lattice.Cell{{0, 2}, {1, 2}, {1, 1}, {2, 1}, {2, 2}}},
		{SignKind: "cage", Text: "8", Cells: []lattice.Cell{{1, 0}, {2, 0}}},
		{SignKind: "thermometer", Cells: []lattice.Cell{{1, 0}, {1, 1}}},
		{SignKind: "arrow", Cells: []lattice.Cell{{2, 1}, {1, 2}, {0, 2}}},
	}
	const want = `
┌7──────┬4──┐
│ 4   3 ╎ 1 │
├8╌╌┬╌╌╌┘ | │
│(2)- 5   3 │
│   ╎   /   │
│ 6 ╎(1)  4 │
└───┴───────┘
`
	if got := "\n" + draw.RenderText(pic, draw.TextStyle{}); got != want {
		t.Errorf("it is drawn as%s", got)
	}
	const ascii = `
+7------+4--+
| 4   3 : 1 |
+8..+...+ | |
|(2)- 5   3 |
|   :   /   |
| 6 :(1)  4 |
+---+-------+
`
	if got := "\n" + draw.RenderText(pic, draw.TextStyle{ASCII: true}); got != ascii {
		t.Errorf("in ASCII it is drawn as%s", got)
	}
}

// TestCluesInText: clues stand beside the board as in a nonogram, in its holes as in a kakuro, and a sum of a diagonal
// at its beginning; squares are as wide as two clues in one hole need.
func TestCluesInText(t *testing.T) {
	row := func(r, from, step int32) []lattice.Cell { return []lattice.Cell{{r, from}, {r, from + step}} }
	column := func(c, from, step int32) []lattice.Cell { return []lattice.Cell{{from, c}, {from + step, c}} }
	for _, c := range []struct {
		name  string
		holes lattice.Shape
		signs []draw.RuleSign
		want  string
	}{
		{"a nonogram", nil, []draw.RuleSign{
			{SignKind: "clue", Text: "1 12", Cells: row(0, 0, 1)}, {SignKind: "clue", Text: "3", Cells: row(1, 2, -1)},
			{SignKind: "clue", Text: "7 8 9", Cells: column(1, 0, 1)},
			{SignKind: "clue", Text: "4 5", Cells: column(2, 2, -1)},
		}, `
              7
              8
              9
        ┌───────────┐
   1 12 │ 4   3   1 │
        │           │
        │ 2   5   3 │ 3
        │           │
        │ 6   1   4 │
        └───────────┘
                  4
                  5
`},
		{"a kakuro", lattice.Shape{{1, 1}}, []draw.RuleSign{
			{SignKind: "clue", Text: "16", Cells: []lattice.Cell{{2, 1}, {3, 1}}},
			{SignKind: "clue", Text: "35", Cells: []lattice.Cell{{1, 2}, {1, 3}}},
			{SignKind: "clue", Text: "7", Cells: []lattice.Cell{{0, 1}, {2, 1}}},
		}, `
         7
┌─────────────────┐
│ 4     3     1   │
│     ┌─────┐     │
│ 2   │16 35│ 3   │
│     └─────┘     │
│ 6     1     4   │
└─────────────────┘
`},
		{"two rules, the second with a line that the first leaves out, and a rule twice", nil, []draw.RuleSign{
			{SignKind: "clue", Text: "2", Cells: row(1, 0, 1)}, {SignKind: "clue", Text: "1 1", Cells: row(2, 0, 1)},
			{SignKind: "clue", Text: "1", Cells: row(0, 0, 1), CountedSymbol: "a"},
			{SignKind: "clue", Text: "0", Cells: row(1, 0, 1), CountedSymbol: "a"},
			{SignKind: "clue", Text: "3", Cells: row(0, 2, -1), CountedSymbol: "b"},
			{SignKind: "clue", Text: "3", Cells: row(0, 2, -1), CountedSymbol: "b"},
			{SignKind: "clue", Text: "1 1", Cells: column(0, 0, 1)},
			{SignKind: "clue", Text: "2", Cells: column(0, 0, 1), CountedSymbol: "a"},
			{SignKind: "clue", Text: "5", Cells: column(1, 2, -1)},
			{SignKind: "clue", Text: "6", Cells: column(1, 2, -1)},
		}, `
             2×a

              1
              1
            ┌───────────┐
   1×a      │ 4   3   1 │ 3×b  3×b
            │           │
   0×a    2 │ 2   5   3 │
            │           │
        1 1 │ 6   1   4 │
            └───────────┘
                  5

                  6
`},
		{"a little killer", nil, []draw.RuleSign{{SignKind: "line", Text: "12",
			Cells: []lattice.Cell{{0, 2}, {1, 1}, {2, 0}}}}, `
┌────────12─┐
│ 4   3   1 │
│       /   │
│ 2   5   3 │
│   /       │
│ 6   1   4 │
└───────────┘
`},
	} {
		pic := ruled("431", "253", "614")
		pic.BoardCells = slices.DeleteFunc(pic.BoardCells, c.holes.HasCell)
		pic.Pieces[0].Cells, pic.RuleSigns = pic.BoardCells, c.signs
		for _, hole := range c.holes {
			delete(pic.CellMarks, hole)
		}
		if got := "\n" + draw.RenderText(pic, draw.TextStyle{}); got != c.want {
			t.Errorf("%s is drawn as%s", c.name, got)
		}
	}
}

// TestMarksSideBySide: marks between the same two cells stand beside one another, in characters and on paper. Marks
// with the same meaning are drawn once.
func TestMarksSideBySide(t *testing.T) {
	pic := ruled("12", "34")
	right, down := []lattice.Cell{{0, 0}, {0, 1}}, []lattice.Cell{{0, 0}, {1, 0}}
	left := []lattice.Cell{right[1], right[0]}
	pic.RuleSigns = []draw.RuleSign{
		{SignKind: "mark", Text: "<", Cells: right}, {SignKind: "mark", Text: "o", Cells: right},
		{SignKind: "mark", Text: "*", Cells: left},
		{SignKind: "mark", Text: "o", Cells: left}, {SignKind: "mark", Text: "<", Cells: down},
		{SignKind: "mark", Text: "V", Cells: down},
	}
	const want = `
┌───────┐
│ 1<o*2 │
│ ^V    │
│ 3   4 │
└───────┘
`
	if got := "\n" + draw.RenderText(pic, draw.TextStyle{}); got != want {
		t.Errorf("it is drawn as%s", got)
	}
	var svg strings.Builder
	if err := draw.WriteSVG(&svg, pic); err != nil {
		t.Fatal(err)
	}
	discs := regexp.MustCompile(`cx="40" cy="(.*?)" r="5" class="mark"`).FindAllStringSubmatch(svg.String(), -1)
	if len(discs) != 2 || strings.Count(svg.String(), `class="mark"`) != 5 {
		t.Fatalf("%d discs among %d marks", len(discs), strings.Count(svg.String(), `class="mark"`))
	}
	a, _ := strconv.ParseFloat(discs[0][1], 64)
	b, _ := strconv.ParseFloat(discs[1][1], 64)
	if math.Abs(a-b) < 10 {
		t.Errorf("discs of radius 5 stand at %g and %g", a, b)
	}
}

// TestTotalsAtOneCell: totals that stand in one corner are all written, in characters and on paper. Equal totals are
// written once.
func TestTotalsAtOneCell(t *testing.T) {
	pic := ruled("431", "253", "614")
	pic.RuleSigns = []draw.RuleSign{
		{SignKind: "cage", Text: "14", Cells: []lattice.Cell{{0, 0}, {0, 1}, {1, 0}, {1, 1}}},
		{SignKind: "cage", Text: "12×", Cells: []lattice.Cell{{0, 0}, {0, 1}}},
		{SignKind: "cage", Text: "14", Cells: []lattice.Cell{{0, 0}, {0, 1}, {1, 0}, {1, 1}}},
	}
	const want = `
┌14 12×───────┬──────┐
│ 4      3    ╎ 1    │
├╌╌╌╌╌╌╌╌╌╌╌╌╌┤      │
│ 2      5    ╎ 3    │
├╌╌╌╌╌╌╌╌╌╌╌╌╌┘      │
│ 6      1      4    │
└────────────────────┘
`
	if got := "\n" + draw.RenderText(pic, draw.TextStyle{}); got != want {
		t.Errorf("it is drawn as%s", got)
	}
	var svg strings.Builder
	if err := draw.WriteSVG(&svg, pic); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]int{">14 12×<": 1, `class="total"`: 1} {
		if n := strings.Count(svg.String(), text); n != want {
			t.Errorf("%s stands there %d times, want %d", text, n, want)
		}
	}
	pic.RuleSigns = []draw.RuleSign{{SignKind: "cage", Text: "1234567890123×", Cells: []lattice.Cell{{0, 2}, {1, 2}}}}
	if got := draw.RenderText(pic, draw.TextStyle{}); !strings.Contains(got, "┬12345678901…┐\n") {
		t.Errorf("what is too long for a cell is drawn as\n%s", got)
	}
}

// TestCagesInText: a line stands between two cells if some cage contains only one of them. Totals may be long.
func TestCagesInText(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		const n = 5
		pic := ruled("12345", "23451", "34512", "45123", "51234")
		total, in := strconv.Itoa(r.IntN(2000)), map[lattice.Cell]string{}
		for k := range 4 {
			s := draw.RuleSign{SignKind: "cage"}
			for _, c := range pic.BoardCells {
				if r.IntN(2) == 0 {
					s.Cells, in[c] = append(s.Cells, c), in[c]+strconv.Itoa(k)
				}
			}
			pic.RuleSigns = append(pic.RuleSigns, s)
		}
		// a cage around all cells
		pic.RuleSigns = append(pic.RuleSigns, draw.RuleSign{SignKind: "cage", Text: total, Cells: pic.BoardCells})
		var lines [][]rune
		for line := range strings.Lines(draw.RenderText(pic, draw.TextStyle{})) {
			lines = append(lines, []rune(strings.TrimSuffix(line, "\n")))
		}
		wide := (len(lines[0]) - 1) / n
		if !strings.HasPrefix(string(lines[0]), "┌"+total) || wide < len(total)+1 {
			t.Errorf("%s is drawn as %s", total, string(lines[0]))
		}
		for _, c := range pic.BoardCells {
			right, below := lattice.Cell{c[0], c[1] + 1}, lattice.Cell{c[0] + 1, c[1]}
			if line := lines[2*c[0]+1][wide*(int(c[1])+1)] == '╎'; c[1] < n-1 && line != (in[c] != in[right]) {
				t.Errorf("between %v and %v", c, right)
			}
			if line := lines[2*c[0]+2][wide*int(c[1])+wide-1] == '╌'; c[0] < n-1 && line != (in[c] != in[below]) {
				t.Errorf("between %v and %v", c, below)
			}
		}
	}
}

// TestCountsInText: a count stands on its white cell, in the corner of a black cell, and on a hole, where the clue of a
// line moves further out. Among sticks, a number stands in the middle of its sticks, and a circle on a joint.
func TestCountsInText(t *testing.T) {
	pic := ruled(". .", ".#_", "._.")
	delete(pic.CellMarks, lattice.Cell{0, 1})
	pic.BoardCells = slices.DeleteFunc(pic.BoardCells, func(c lattice.Cell) bool { return c == lattice.Cell{0, 1} })
	pic.Pieces = []draw.LabeledPiece{{Cells: pic.BoardCells}}
	for cell, mark := range pic.CellMarks {
		if mark == "." {
			delete(pic.CellMarks, cell)
		}
	}
	count := func(text string, r, c int32) draw.RuleSign {
		return draw.RuleSign{SignKind: "count", Text: text, Cells: []lattice.Cell{{r, c}}}
	}
	pic.RuleSigns = []draw.RuleSign{count("1", 0, 0), count("10", 0, 1), count("2", 1, 1), count("3", 1, 2),
		count("●", 2, 2),
		{SignKind: "clue", Text: "4", Cells: []lattice.Cell{{1, 1}, {2, 1}}}}
	pic.NewCells = map[lattice.Cell]bool{{1, 2}: true}
	const want = `
      4
┌───┐   ┌───┐
│ 1 │10 │ · │
│   └2──┘   │
│ ·   #   3*│
│           │
│ ·   _   ● │
└───────────┘
`
	if got := "\n" + draw.RenderText(pic, draw.TextStyle{}); got != want {
		t.Errorf("it is drawn as%s", got)
	}
	sticks := draw.Picture{Lattice: lattice.Sticks, BoardCells: lattice.Shape{{0, 1}, {0, 3}, {1, 0}, {1, 2}, {1, 4},
		{2, 1}, {2, 3}}, Pieces: []draw.LabeledPiece{{Cells: lattice.Shape{{0, 1}, {0, 3}}}}, DrawsPlainRegions: true,
		RuleSigns: []draw.RuleSign{{SignKind: "number", Text: "3",
			Cells: []lattice.Cell{{0, 1}, {1, 0}, {1, 2}, {2, 1}}},
			count("○", 0, 2), count("●", 2, 4), count("12", 2, 2)}}
	const wantSticks = `
o-----O-----o

.  3  .     .

o  . 12  .  @
`
	if got := "\n" + draw.RenderText(sticks, draw.TextStyle{ASCII: true}); got != wantSticks {
		t.Errorf("sticks are drawn as%s", got)
	}
}
