package lower_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"quadrille/compile"
	"quadrille/compile/check"
	"quadrille/compile/compiletest"
	"quadrille/lang/codes"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
)

// latinTrial is a Latin square with rules, in the simplest terms. Cells are indexed row by row and symbols from 0; -1
// stands for no given symbol.
type latinTrial struct {
	n       int
	symbols []string
	given   []int      // nil if the puzzle says nothing
	units   []latinSet // rows, columns, then those of the rules
	mate    []int      // nil, or the square shown
	with    string     // the symbols as they are written, or ""
	rules   []string
}

// latinSet is a set of cells that holds each symbol once, with the name of the items of the set.
type latinSet struct {
	name  string
	cells []int
}

func (tr *latinTrial) text() string {
	return fmt.Sprintf("latin %d%s {\n%s\n}\n", tr.n, tr.with, strings.Join(tr.rules, "\n"))
}

// contradicts reports whether a symbol is given twice in a unit, or twice where
// the mate has the same one.
func (tr *latinTrial) contradicts() bool {
	for _, u := range tr.units {
		seen := map[int]bool{}
		for _, cell := range u.cells {
			if v := tr.at(cell); v >= 0 && seen[v] {
				return true
			}
			seen[tr.at(cell)] = true
		}
	}
	pairs := map[[2]int]bool{}
	for cell := range tr.mate {
		pair := [2]int{tr.mate[cell], tr.at(cell)}
		if pair[1] >= 0 && pairs[pair] {
			return true
		}
		pairs[pair] = true
	}
	for symbol := range tr.n { // in more cells than there are symbols
		if len(tr.mate) > 0 && len(placesOf(tr.mate, symbol)) > tr.n {
			return true
		}
	}
	return false
}

func (tr *latinTrial) at(cell int) int {
	if tr.given == nil {
		return -1
	}
	return tr.given[cell]
}

// solutions fills cell after cell and looks at the units and the pairs again
// each time. A solution is its symbols.
func (tr *latinTrial) solutions() map[string]bool {
	found := map[string]bool{}
	square := slices.Repeat([]int{-1}, tr.n*tr.n)
	var fill func(cell int)
	fill = func(cell int) {
		if cell == len(square) {
			found[tr.spelt(square)] = true
			return
		}
		for v := range tr.n {
			if tr.at(cell) >= 0 && tr.at(cell) != v {
				continue
			}
			square[cell] = v
			if tr.fineAt(square, cell) {
				fill(cell + 1)
			}
		}
		square[cell] = -1
	}
	fill(0)
	return found
}

// fineAt compares a cell with those before it.
func (tr *latinTrial) fineAt(square []int, cell int) bool {
	for _, u := range tr.units {
		if !slices.Contains(u.cells, cell) {
			continue
		}
		for _, other := range u.cells {
			if other < cell && square[other] == square[cell] {
				return false
			}
		}
	}
	for other := range cell {
		if tr.mate != nil && square[other] == square[cell] && tr.mate[other] == tr.mate[cell] {
			return false
		}
	}
	return true
}

func (tr *latinTrial) spelt(square []int) string {
	text := ""
	for _, v := range square {
		text += tr.symbols[v]
	}
	return text
}

// items are those that appendix A6 of spec.md tells, in its order, each with the
// cells and the symbol that cover it.
func (tr *latinTrial) items() (names []string, options map[string]bool) {
	covers := map[string][]string{} // by cell and symbol
	forbidden := map[string]bool{}
	key := func(cell, v int) string { return fmt.Sprint(cell, " ", v) }
	for cell := range tr.n * tr.n {
		if tr.at(cell) < 0 {
			name := fmt.Sprintf("cell[%d,%d]", cell/tr.n, cell%tr.n)
			names = append(names, name)
			for v := range tr.n {
				covers[key(cell, v)] = []string{name}
			}
		}
	}
	add := func(name string, cells []int) {
		for v, symbol := range tr.symbols {
			taken := slices.ContainsFunc(cells, func(cell int) bool { return tr.at(cell) == v })
			item := fmt.Sprintf("%s,%s]", name, symbol)
			if !taken {
				names = append(names, item)
			}
			for _, cell := range cells {
				if tr.at(cell) < 0 {
					covers[key(cell, v)] = append(covers[key(cell, v)], item)
					forbidden[key(cell, v)] = forbidden[key(cell, v)] || taken
				}
			}
		}
	}
	for _, u := range tr.units {
		add(u.name, u.cells)
	}
	for a := range tr.n {
		if tr.mate != nil {
			add("mate["+tr.symbols[a], placesOf(tr.mate, a))
		}
	}
	options = map[string]bool{}
	for k, held := range covers {
		if !forbidden[k] {
			options[strings.Join(held, " ")] = true
		}
	}
	return names, options
}

func placesOf(square []int, v int) []int {
	var out []int
	for cell, w := range square {
		if w == v {
			out = append(out, cell)
		}
	}
	return out
}

// TestLatinAgainstBruteForce solves random squares. Contradictory givens are an
// error, a full square has one solution at most, and what is given is in no
// item and in no option.
func TestLatinAgainstBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 161280))
	solvable, wrong, full := 0, 0, 0
	rules := map[string]int{} // in puzzles that have a solution
	const all = 1500
	rounds := matrixtest.RandomRounds(50, all)
	for range rounds {
		tr := randomLatin(r)
		if tr.contradicts() {
			wrong++
			compiletest.CompileWrong(t, tr.text(), string(codes.BadGiven))
			continue
		}
		p := compiletest.CompilePuzzle(t, tr.text(), false)
		checkLatinItems(t, tr, p)
		want := tr.solutions()
		checkLatin(t, tr, p, want)
		if len(want) == 0 {
			continue
		}
		solvable++
		if tr.given != nil && !slices.Contains(tr.given, -1) {
			full++
			if len(want) != 1 {
				t.Fatalf("a full square has %d solutions:\n%s", len(want), tr.text())
			}
		}
		for _, rule := range tr.rules {
			rules[strings.Fields(rule)[0]]++
		}
	}
	t.Logf("%d squares have a solution, %d are full, %d contradict themselves; %v", solvable, full, wrong, rules)
	rarest := slices.Min(slices.Collect(maps.Values(rules)))
	if solvable < scaled(300, rounds, all) || full < scaled(10, rounds, all) || wrong < scaled(30, rounds, all) ||
		rarest < scaled(30, rounds, all) || rounds == all && len(rules) != 6 {
		t.Error("the test proves little")
	}
}

func checkLatin(t *testing.T, tr *latinTrial, p *compile.Program, want map[string]bool) {
	t.Helper()
	got := map[string]bool{}
	for s := range compiletest.AllSolutions(t, p) {
		square := make([]string, tr.n*tr.n)
		for _, pl := range p.Decode(s) {
			given := len(pl.Items) == 0 // all of them stand together
			if len(pl.Letters) != len(pl.Cells) || pl.PieceName != "" || !given && len(pl.Cells) != 1 {
				t.Fatalf("%v is no placement of symbols:\n%s", pl, tr.text())
			}
			for k, c := range pl.Cells {
				cell := int(c[0])*tr.n + int(c[1])
				if square[cell] != "" || given != (tr.at(cell) >= 0) {
					t.Fatalf("%v is on a cell that is taken, or given:\n%s", pl, tr.text())
				}
				square[cell] = pl.Letters[k]
			}
		}
		text := strings.Join(square, "")
		if got[text] || !want[text] {
			t.Fatalf("%s is there twice, or against the rules:\n%s", text, tr.text())
		}
		got[text] = true
	}
	if len(got) != len(want) {
		t.Fatalf("%d solutions, brute force finds %d:\n%s", len(got), len(want), tr.text())
	}
}

func checkLatinItems(t *testing.T, tr *latinTrial, p *compile.Program) {
	t.Helper()
	names, options := tr.items()
	var got []string
	for id := range compiletest.PuzzleMatrix(t, p).ItemCount() {
		got = append(got, compiletest.PuzzleMatrix(t, p).Name(matrix.ItemID(id)))
	}
	if !slices.Equal(got, names) {
		t.Fatalf("the items are\n%v, want\n%v\n%s", got, names, tr.text())
	}
	for o := range compiletest.PuzzleMatrix(t, p).OptionCount() {
		option := strings.Join(compiletest.PuzzleMatrix(t, p).OptionItems(matrix.OptionID(o)), " ")
		if !options[option] {
			t.Fatalf("there is an option %s\n%s", option, tr.text())
		}
	}
	if compiletest.PuzzleMatrix(t, p).OptionCount() != len(options) {
		t.Fatalf("%d options, want %d\n%s", compiletest.PuzzleMatrix(t, p).OptionCount(), len(options), tr.text())
	}
}

// randomLatin makes a square of order 2 to 5. Most givens are those of a square
// that obeys the rules.
func randomLatin(r *rand.Rand) *latinTrial {
	n := 2 + r.IntN(4)
	tr := newLatinTrial(n)
	if r.IntN(3) == 0 {
		tr.randomSymbols(r)
	}
	rules := []func(*rand.Rand){tr.randomBoxes, tr.regions, tr.diagonals, tr.orthogonal}
	for _, k := range r.Perm(4)[:r.IntN(3)] {
		rules[k](r)
	}
	if n == 5 || r.IntN(4) > 0 {
		tr.giveSome(r)
	}
	r.Shuffle(len(tr.rules), func(i, j int) {
		if !tr.isUnits(i) && !tr.isUnits(j) { // their order is that of the items
			tr.rules[i], tr.rules[j] = tr.rules[j], tr.rules[i]
		}
	})
	return tr
}

// newLatinTrial returns a square without rules.
func newLatinTrial(n int) *latinTrial {
	tr := &latinTrial{n: n, symbols: strings.Split("12345"[:n], "")}
	for _, kind := range []string{"row", "column"} {
		for i := range n {
			u := latinSet{name: fmt.Sprintf("%s[%d", kind, i)}
			for j := range n {
				u.cells = append(u.cells, map[string]int{"row": i*n + j, "column": j*n + i}[kind])
			}
			tr.units = append(tr.units, u)
		}
	}
	return tr
}

func (tr *latinTrial) isUnits(rule int) bool {
	return strings.HasPrefix(tr.rules[rule], "distinct")
}

// randomSymbols takes others than digits, and sometimes more than are needed.
func (tr *latinTrial) randomSymbols(r *rand.Rand) {
	text := []string{"XO+-*/", "abcde", "åßçδЖ", "54321", "♠♥♦♣★"}[r.IntN(5)]
	tr.symbols = strings.Split(text, "")[:tr.n]
	if r.IntN(2) == 0 {
		text = strings.Join(tr.symbols, "")
	}
	tr.with = fmt.Sprintf(" with %q", text)
}

func (tr *latinTrial) randomBoxes(r *rand.Rand) {
	rows := 1 + r.IntN(tr.n)
	for tr.n%rows != 0 {
		rows = 1 + r.IntN(tr.n)
	}
	tr.addBoxes(rows)
}

func (tr *latinTrial) addBoxes(rows int) {
	columns := tr.n / rows
	tr.rules = append(tr.rules, fmt.Sprintf("distinct on boxes %dx%d", rows, columns))
	for k := range tr.n {
		u := latinSet{name: fmt.Sprintf("box[%d", k)}
		for cell := range tr.n * tr.n {
			if cell/tr.n/rows*rows+cell%tr.n/columns == k {
				u.cells = append(u.cells, cell)
			}
		}
		tr.units = append(tr.units, u)
	}
}

// regions need not hang together. The cells of a row, of a column or of any
// other square that is Latin make up regions that leave solutions.
func (tr *latinTrial) regions(r *rand.Rand) {
	region := tr.randomSquare(r)
	if r.IntN(3) == 0 {
		r.Shuffle(len(region), func(i, j int) { region[i], region[j] = region[j], region[i] })
	}
	tr.rules = append(tr.rules, "distinct on regions "+tr.pictureOf(region, strings.Split("UVWXY", "")))
	var order []int // regions are numbered by their first cells
	for _, k := range region {
		if !slices.Contains(order, k) {
			order = append(order, k)
		}
	}
	for i, k := range order {
		tr.units = append(tr.units, latinSet{fmt.Sprintf("region[%d", i), placesOf(region, k)})
	}
}

func (tr *latinTrial) diagonals(*rand.Rand) {
	tr.rules = append(tr.rules, "distinct on main diagonals")
	falling, rising := latinSet{name: "diagonal[0"}, latinSet{name: "diagonal[1"}
	for i := range tr.n {
		falling.cells = append(falling.cells, i*tr.n+i)
		rising.cells = append(rising.cells, i*tr.n+tr.n-1-i)
	}
	tr.units = append(tr.units, falling, rising)
}

// orthogonal shows a square. It need not be Latin.
func (tr *latinTrial) orthogonal(r *rand.Rand) {
	tr.mate = tr.randomSquare(r)
	if r.IntN(5) == 0 {
		tr.mate[r.IntN(len(tr.mate))] = r.IntN(tr.n)
	}
	tr.rules = append(tr.rules, "orthogonal to "+tr.pictureOf(tr.mate, tr.symbols))
}

// randomSquare is a Latin square: a cyclic one or, of order 4, that of the
// group without an element of order 4, its rows, columns and symbols
// exchanged.
func (tr *latinTrial) randomSquare(r *rand.Rand) []int {
	rows, columns, symbols := r.Perm(tr.n), r.Perm(tr.n), r.Perm(tr.n)
	group := tr.n == 4 && r.IntN(2) == 0
	var out []int
	for _, i := range rows {
		for _, j := range columns {
			if group {
				out = append(out, symbols[i^j])
			} else {
				out = append(out, symbols[(i+j)%tr.n])
			}
		}
	}
	return out
}

// giveSome gives some cells: of a solution if there is one, and now and then of
// any square at all, or with a mistake.
func (tr *latinTrial) giveSome(r *rand.Rand) {
	square := tr.randomSquare(r)
	if tr.n < 5 {
		if solutions := slices.Sorted(maps.Keys(tr.solutions())); len(solutions) > 0 && r.IntN(4) > 0 {
			square = nil
			for _, symbol := range strings.Split(solutions[r.IntN(len(solutions))], "") {
				square = append(square, slices.Index(tr.symbols, symbol))
			}
		}
	}
	if r.IntN(8) == 0 {
		square[r.IntN(len(square))] = r.IntN(tr.n)
	}
	keep := r.IntN(5) // of 4; all now and then
	for cell := range square {
		if r.IntN(4) >= keep && (tr.n < 5 || cell > 7) {
			square[cell] = -1
		}
	}
	tr.given = square
	tr.rules = append(tr.rules, "given "+tr.pictureOf(square, tr.symbols))
}

// pictureOf draws a square, with dots where nothing is given.
func (tr *latinTrial) pictureOf(square []int, symbols []string) string {
	text := "\"\"\""
	for cell, v := range square {
		if cell%tr.n == 0 {
			text += "\n"
		}
		if v < 0 {
			text += "."
		} else {
			text += symbols[v]
		}
	}
	return text + "\n\"\"\""
}

// TestLatinTotals: the numbers of Latin squares are sequence A002860 of the
// OEIS, those of sudokus of 4 by 4 are 288, and the square of the group of order
// 4 with elements of order 2 has 2 mates, whose symbols can be named in 24 ways;
// the cyclic one has none.
func TestLatinTotals(t *testing.T) {
	for _, c := range []struct {
		text string
		want int
	}{
		{"latin 1", 1}, {"latin 2", 2}, {"latin 3", 12}, {"latin 4", 576}, {"latin 5", 161280},
		{"latin 4 { distinct on boxes 2x2 }", 288},
		{"latin 4 { distinct on main diagonals }", 48},
		{"latin 4 { orthogonal to \"\"\"\n1234\n2143\n3412\n4321\n\"\"\" }", 48},
		{"latin 4 { orthogonal to \"\"\"\n1234\n2341\n3412\n4123\n\"\"\" }", 0},
		{"latin 2 { given \"\"\"\n12\n21\n\"\"\" }", 1},
		{"latin 2 { given \"\"\"\n12\n21\n\"\"\" orthogonal to \"\"\"\n11\n22\n\"\"\" }", 1},
	} {
		if c.want > 100_000 && !matrixtest.SlowTestsWanted() {
			continue
		}
		if n := compiletest.CountSolutions(t, compiletest.CompilePuzzle(t, c.text, false)); n != c.want {
			t.Errorf("%d solutions, want %d: %s", n, c.want, c.text)
		}
	}
}

// TestWrongLatin: what cannot be a square is an error.
func TestWrongLatin(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"latin 0", "bad-count"},
		{"latin 62", "bad-symbols"},
		{"latin 3 with \"ab\" { }", "bad-symbols"},
		{"latin 3 with \"aba\" { }", "bad-symbols"},
		{"latin 3 with \"a.b\" { }", "bad-symbols"},
		{"latin 4 { distinct on boxes 2x3 }", "bad-boxes"},
		{"latin 4 { distinct on boxes 2x2x2 }", "bad-place"},
		{"latin 2 { distinct on regions \"\"\"\naa\nab\n\"\"\" }", "bad-regions"},
		{"latin 2 { distinct on regions \"\"\"\naa\nb.\n\"\"\" }", "bad-regions"},
		{"latin 2 { given \"\"\"\n1.\n\"\"\" }", "bad-given"},
		{"latin 2 { given \"\"\"\n1.\n..2\n\"\"\" }", "bad-given"},
		{"latin 2 { given \"\"\"\n3.\n..\n\"\"\" }", "bad-given"},
		{"latin 2 { given \"\"\"\n1.\n1.\n\"\"\" }", "bad-given"},
		{"latin 2 { distinct on main diagonals given \"\"\"\n1.\n.1\n\"\"\" }", "bad-given"},
		{"latin 4 { distinct on boxes 2x2 given \"\"\"\n1...\n.1..\n....\n....\n\"\"\" }", "bad-given"},
		{"latin 2 { orthogonal to \"\"\"\n12\n2.\n\"\"\" }", "bad-given"},
		{"latin 2 { given \"\"\"\n1.\n.1\n\"\"\" orthogonal to \"\"\"\n12\n21\n\"\"\" }", "bad-given"},
		{"latin 2 { given \"\"\"\n1.\n..\n\"\"\" given \"\"\"\n1.\n..\n\"\"\" }", "said-twice"},
	} {
		compiletest.CompileWrong(t, c.text, c.want)
	}
}

// TestLatinRulesTwice: of two rules of one kind both hold, or the second one is
// an error. It is not dropped, and the reader is told of rules and not of items.
func TestLatinRulesTwice(t *testing.T) {
	for _, c := range []struct {
		text string
		want int // solutions if both hold
	}{
		{"latin 4 { distinct on main diagonals distinct on main diagonals }", 48},
		{"latin 4 { distinct on boxes 2x2 distinct on boxes 1x4 }", 288},
		{"latin 2 { distinct on regions \"\"\"\nab\nba\n\"\"\" distinct on regions \"\"\"\naa\nbb\n\"\"\" }", 0},
		{"latin 2 { orthogonal to \"\"\"\n12\n21\n\"\"\" orthogonal to \"\"\"\n12\n12\n\"\"\" }", 0},
	} {
		p, err := compile.CompileText("test.puz", []byte(c.text), check.Importer{}, compile.ProgramOptions{})
		if err != nil {
			if !strings.Contains(err.Error(), "said-twice") {
				t.Errorf("%s\ngives %v, want said-twice", c.text, err)
			}
			continue
		}
		n := 0
		for range compiletest.AllSolutions(t, p) {
			n++
		}
		if n != c.want {
			t.Errorf("%s\nhas %d solutions; if both rules hold there are %d", c.text, n, c.want)
		}
	}
}
