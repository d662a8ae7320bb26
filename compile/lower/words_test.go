package lower_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"quadrille/compile"
	"quadrille/compile/check"
	"quadrille/compile/compiletest"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/stdlib"
)

// wordTrial is a rectangle of letters with rules. Cells are numbered row by
// row.
type wordTrial struct {
	rows, columns int
	list          string // the file
	words         map[string]bool
	lines         map[string][]int // by the name of the item
	distinct      bool
	inText        bool // whether the list stands in the text, and not in a file
	given         map[int]rune
	rules         []string
}

func (tr *wordTrial) text() string {
	if tr.inText {
		return fmt.Sprintf("list pool = {%s}\nwords %dx%d from pool {\n%s\n}\n",
			strings.Join(slices.Sorted(maps.Keys(tr.words)), ", "), tr.rows, tr.columns, strings.Join(tr.rules, "\n"))
	}
	return fmt.Sprintf("words %dx%d from \"list.txt\" {\n%s\n}\n", tr.rows, tr.columns, strings.Join(tr.rules, "\n"))
}

func (tr *wordTrial) importer() check.Importer {
	return check.Importer{ReadFile: func(_, path string) (string, []byte, error) {
		if path != "list.txt" {
			return "", nil, os.ErrNotExist
		}
		return path, []byte(tr.list), nil
	}}
}

// alphabet is the letters of all lists.
const alphabet = "abü"

// solutions tries all letters on the cells of the lines. A dot is a cell that
// is on none.
func (tr *wordTrial) solutions() map[string]bool {
	found := map[string]bool{}
	square := []rune(strings.Repeat(".", tr.rows*tr.columns))
	var fill func(cell int)
	fill = func(cell int) {
		switch {
		case cell == len(square):
			if tr.fine(square) {
				found[string(square)] = true
			}
			return
		case !tr.onLine(cell):
			fill(cell + 1)
			return
		}
		for _, letter := range alphabet {
			if known, ok := tr.given[cell]; !ok || known == letter {
				square[cell] = letter
				fill(cell + 1)
			}
		}
		square[cell] = '.'
	}
	fill(0)
	return found
}

func (tr *wordTrial) onLine(cell int) bool {
	for _, cells := range tr.lines {
		if slices.Contains(cells, cell) {
			return true
		}
	}
	return false
}

func (tr *wordTrial) fine(square []rune) bool {
	used := map[string]bool{}
	for _, cells := range tr.lines {
		word := ""
		for _, cell := range cells {
			word += string(square[cell])
		}
		if !tr.words[word] || tr.distinct && used[word] {
			return false
		}
		used[word] = true
	}
	return true
}

// TestWordsAgainstBruteForce fills small rectangles with all letters there are.
func TestWordsAgainstBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 600))
	solvable, several, wrong := 0, 0, 0
	const all = 600
	rounds := matrixtest.RandomRounds(25, all)
	for range rounds {
		tr := randomWords(r)
		p, err := compile.CompileText("test.puz", []byte(tr.text()), tr.importer(), compile.ProgramOptions{})
		want := tr.solutions()
		if err != nil {
			// A list is of no use if none of its words is as long as some line.
			if wrong++; !strings.Contains(err.Error(), "bad-word-list") || tr.someWordFits() {
				t.Fatalf("%v:\n%s\nlist: %q", err, tr.text(), tr.list)
			}
			continue
		}
		if !tr.someWordFits() {
			t.Fatalf("no word fits, and there is no error:\n%s\nlist: %q", tr.text(), tr.list)
		}
		checkWords(t, tr, p, want)
		solvable += sign(len(want))
		several += sign(len(want) - 1)
	}
	t.Logf("%d rectangles have a solution, %d several; %d lists are of no use", solvable, several, wrong)
	if solvable < scaled(200, rounds, all) || several < scaled(100, rounds, all) || wrong < scaled(5, rounds, all) {
		t.Error("the test proves little")
	}
}

func (tr *wordTrial) someWordFits() bool {
	for word := range tr.words {
		for _, cells := range tr.lines {
			if len([]rune(word)) == len(cells) {
				return true
			}
		}
	}
	return false
}

func checkWords(t *testing.T, tr *wordTrial, p *compile.Program, want map[string]bool) {
	t.Helper()
	got := map[string]bool{}
	for s := range compiletest.AllSolutions(t, p) {
		square := []rune(strings.Repeat(".", tr.rows*tr.columns))
		placements := p.Decode(s)
		if len(placements) != len(tr.lines) {
			t.Fatalf("%d words for %d lines:\n%s", len(placements), len(tr.lines), tr.text())
		}
		for _, pl := range placements {
			line := tr.lines[pl.Items[0]]
			for k, cell := range pl.Cells {
				at := int(cell[0])*tr.columns + int(cell[1])
				if line[k] != at {
					t.Fatalf("%v is not the line %v:\n%s", pl, line, tr.text())
				}
				square[at] = []rune(pl.Letters[k])[0]
			}
		}
		if text := string(square); got[text] || !want[text] {
			t.Fatalf("%s is there twice, or against the rules:\n%s\nlist: %q", text, tr.text(), tr.list)
		}
		got[string(square)] = true
	}
	if len(got) != len(want) {
		t.Fatalf("%d solutions, brute force finds %d:\n%s\nlist: %q", len(got), len(want), tr.text(), tr.list)
	}
}

func randomWords(r *rand.Rand) *wordTrial {
	tr := &wordTrial{rows: 1 + r.IntN(3), columns: 1 + r.IntN(3), lines: map[string][]int{}, given: map[int]rune{}}
	tr.randomList(r)
	tr.inText = len(tr.words) > 0 && r.IntN(3) == 0
	rows, columns, diagonals := r.IntN(2) == 0, r.IntN(2) == 0, r.IntN(3) == 0 && tr.rows == tr.columns
	if diagonals {
		tr.rules = append(tr.rules, "main diagonals")
	}
	if columns {
		tr.rules = append(tr.rules, "columns")
	}
	if rows {
		tr.rules = append(tr.rules, "rows")
	}
	none := tr.rules == nil
	tr.addLines(rows || none, columns || none, diagonals)
	if r.IntN(3) == 0 {
		tr.distinct = true
		tr.rules = append(tr.rules, "distinct")
	}
	if r.IntN(3) == 0 {
		tr.giveSome(r)
	}
	return tr
}

// randomList writes a list with words of all lengths, some of them twice or
// between blanks, and blank lines.
func (tr *wordTrial) randomList(r *rand.Rand) {
	tr.words = map[string]bool{}
	chance := 1 + r.IntN(6) // of 6 for each word
	letters := []rune(alphabet)
	for length := 1; length <= 4; length++ {
		if r.IntN(6) == 0 {
			continue
		}
		for range length * length * 3 {
			word := ""
			for range length {
				word += string(letters[r.IntN(len(letters))])
			}
			if r.IntN(6) < chance {
				tr.words[word] = true
				tr.list += []string{"", "", "", " ", "\t"}[r.IntN(5)] + word + []string{"\n", "\n", "\r\n", "\n\n",
					"  \n"}[r.IntN(5)]
			}
		}
	}
	if r.IntN(2) == 0 {
		tr.list = strings.TrimSuffix(tr.list, "\n")
	}
	if r.IntN(4) == 0 {
		tr.list = "\ufeff" + tr.list
	}
}

// addLines names the cells of each line in the order in which it is read.
func (tr *wordTrial) addLines(rows, columns, diagonals bool) {
	add := func(kind string, n, length int, cell func(k int) int) {
		name := fmt.Sprintf("%s[%d]", kind, n)
		for k := range length {
			tr.lines[name] = append(tr.lines[name], cell(k))
		}
	}
	for i := range tr.rows {
		if rows {
			add("across", i, tr.columns, func(k int) int { return i*tr.columns + k })
		}
	}
	for j := range tr.columns {
		if columns {
			add("down", j, tr.rows, func(k int) int { return k*tr.columns + j })
		}
	}
	if diagonals {
		add("aslant", 0, tr.rows, func(k int) int { return k*tr.columns + k })
		add("aslant", 1, tr.rows, func(k int) int { return (tr.rows-1-k)*tr.columns + k })
	}
}

func (tr *wordTrial) giveSome(r *rand.Rand) {
	text := ""
	for cell := range tr.rows * tr.columns {
		letter := '.'
		if r.IntN(3) == 0 {
			letter = []rune(alphabet)[r.IntN(3)]
			tr.given[cell] = letter
		}
		if cell%tr.columns == 0 {
			text += "\n"
		}
		text += string(letter)
	}
	tr.rules = append(tr.rules, "given \"\"\""+text+"\n\"\"\"")
}

// The word squares at the end of Knuth's "Dancing links" (2000).
var squaresOfThePaper = []string{"ate win led", "bed oar wry", "ohm rue bet", "pea urn bay", "two ion tee"}

// TestWordSquares compares the solutions of the example with all triples of
// words of the list, the columns and diagonals of which are words.
func TestWordSquares(t *testing.T) {
	if !matrixtest.SlowTestsWanted() {
		t.Skip("a slow test: " + matrixtest.SlowTests)
	}
	text, err := os.ReadFile("../../examples/word-square.puz")
	if err != nil {
		t.Fatal(err)
	}
	list, err := os.ReadFile("../../stdlib/three_letter_words.txt")
	if err != nil {
		t.Fatal(err)
	}
	want := wordSquares(strings.Fields(string(list)))
	p, err := compile.CompileText("word-square.puz", text, check.Importer{ReadWordList: stdlib.ReadWords},
		compile.ProgramOptions{})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]bool{}
	for s := range compiletest.AllSolutions(t, p) {
		var rows []string
		for _, pl := range p.Decode(s) {
			if strings.HasPrefix(pl.Items[0], "across[") {
				rows = append(rows, strings.Join(pl.Letters, ""))
			}
		}
		square := strings.Join(rows, " ")
		if got[square] || !want[square] {
			t.Errorf("%q is no word square, or there twice", square)
		}
		got[square] = true
	}
	if len(got) != len(want) {
		t.Errorf("%d squares, brute force finds %d", len(got), len(want))
	}
	for _, square := range squaresOfThePaper {
		if !got[square] {
			t.Errorf("the square %q of the paper is missing", square)
		}
	}
}

// wordSquares tries all triples of words as rows.
func wordSquares(list []string) map[string]bool {
	words := new([128][128][128]bool)
	for _, w := range list {
		words[w[0]][w[1]][w[2]] = true
	}
	found := map[string]bool{}
	for _, a := range list {
		for _, b := range list {
			for _, c := range list {
				columns := words[a[0]][b[0]][c[0]] && words[a[1]][b[1]][c[1]] && words[a[2]][b[2]][c[2]]
				if columns && words[a[0]][b[1]][c[2]] && words[c[0]][b[1]][a[2]] {
					found[a+" "+b+" "+c] = true
				}
			}
		}
	}
	return found
}

// TestWrongWords: what cannot be filled with words is an error.
func TestWrongWords(t *testing.T) {
	for _, c := range []struct{ text, list, want string }{
		{"words 2x2 from \"other.txt\"", "ab", "bad-word-list"},
		{"words 2x2 from some_list", "ab", "bad-word-list"},
		{"words 2x2 from \"list.txt\"", "abc", "bad-word-list"},
		{"words 2x2 from \"list.txt\"", "", "bad-word-list"},
		{"words 3x3 from \"list.txt\"", "a b", "bad-word-list"},
		{"words 3x3 from \"list.txt\"", "a:b", "bad-word-list"},
		{"words 2x3 from \"list.txt\" { main diagonals }", "ab", "unknown-lines"},
		{"words 0x3 from \"list.txt\"", "ab", "bad-count"},
		{"words 2x2x2 from \"list.txt\"", "ab", "bad-place"},
		{"words 2x2 from \"list.txt\" { rows rows }", "ab", "said-twice"},
		{"words 2x2 from \"list.txt\" { given \"\"\"\na.\n\"\"\" }", "ab", "bad-given"},
		{"words 2x2 from \"list.txt\" { given \"\"\"\na..\n..\n\"\"\" }", "ab", "bad-given"},
	} {
		tr := &wordTrial{list: c.list}
		_, err := compile.CompileText("test.puz", []byte(c.text), tr.importer(), compile.ProgramOptions{})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s\ngives %v, want %s", c.text, err, c.want)
		}
	}
}
