package convert_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"quadrille"
	"quadrille/convert"
	"quadrille/lang/codes"
	"quadrille/lang/source"
	"quadrille/runtime/matrix/matrixtest"
)

// mergers is a crossword in the form of older files: the call of a function, circles in cells, a cell that is left out.
const mergers = `ipuz({
"version": "http://ipuz.org/v1", "kind": ["http://ipuz.org/crossword#1"],
"title": "A <b>small</b> one", "author": "R &amp; L", "copyright": "2011", "empty": ":",
"dimensions": {"width": 4, "height": 3},
"puzzle": [[{"cell": 1, "style": {"shapebg": "circle"}}, 2, "#", null], [3, {"style": {"shapebg": "circle"}}, 4, ":"],
  ["#", "5", ":", "#"]],
"solution": [["C", "A", "#", null], ["B", {"value": "O", "cell": ":"}, "T", "S"], ["#", "L", "O", null]],
"clues": {"Across": [[1, "Neighbour of OR"], {"number": 3, "clue": "A robot &quot;in short&quot;"}, ["5", "Behold"]],
  "Down:Senkrecht": [[1, "Radio<br>of a truck"], [2, "It was large"], [4, "Toward"]]}
});`

// TestCrosswordText: what becomes of a crossword.
func TestCrosswordText(t *testing.T) {
	const want = `puzzle "A small one"
about """
  By R & L
  Across
  1. Neighbour of OR
  3. A robot "in short"
  5. Behold
  Down
  1. Radio of a truck
  2. It was large
  4. Toward
"""
list word = {CA, BOTS, LO, CB, AOL, TO}
words 3x4 from word {
  distinct
  given """
    ..##
    ....
    #..#
  """
}
`
	if got := importText(t, convert.IPuz, mergers); got != want {
		t.Errorf("the text is\n%s\nwant\n%s", got, want)
	}
	if n := countAll(t, want); n != "1" {
		t.Errorf("%s solutions", n)
	}
}

// crossTrial is a random crossword: the letters of the solution, # for blocks.
type crossTrial struct{ rows []string }

// randomCrossword returns a grid of letters with some blocks.
func randomCrossword(r *rand.Rand) (tr crossTrial) {
	height, width := 2+r.IntN(4), 2+r.IntN(4)
	for range height {
		row := ""
		for range width {
			row += string("AABBCD#"[r.IntN(7)])
		}
		tr.rows = append(tr.rows, row)
	}
	return tr
}

// json returns the file of the crossword.
func (tr crossTrial) json(t *testing.T) string {
	var puzzle, solution [][]any
	for _, row := range tr.rows {
		var cells, letters []any
		for _, c := range row {
			cells, letters = append(cells, map[rune]any{'#': "#"}[c]), append(letters, string(c))
			if c != '#' {
				cells[len(cells)-1] = 0
			}
		}
		puzzle, solution = append(puzzle, cells), append(solution, letters)
	}
	text, err := json.Marshal(map[string]any{"version": "http://ipuz.org/v2",
		"kind":       []string{"http://ipuz.org/crossword#1"},
		"dimensions": map[string]int{"width": len(tr.rows[0]), "height": len(tr.rows)}, "puzzle": puzzle,
		"solution": solution})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// lines returns the places of the letters of each word, found line by line as text.
func (tr crossTrial) lines() (all [][][2]int) {
	for _, isDown := range []bool{false, true} {
		count, length := len(tr.rows), len(tr.rows[0])
		if isDown {
			count, length = length, count
		}
		for k := range count {
			line, at := "", [][2]int{}
			for i := range length {
				place := [2]int{k, i}
				if isDown {
					place = [2]int{i, k}
				}
				line, at = line+string(tr.rows[place[0]][place[1]]), append(at, place)
			}
			for _, span := range regexp.MustCompile(`[^#]{2,}`).FindAllStringIndex(line, -1) {
				all = append(all, at[span[0]:span[1]])
			}
		}
	}
	return all
}

// countFillings counts the ways to put the words into the grid, by trying all, with the letters that a text gives.
func (tr crossTrial) countFillings(given []string) (n int) {
	lines, isUsed := tr.lines(), map[int]bool{}
	var words []string
	grid := map[[2]int]byte{}
	for _, line := range lines {
		word := ""
		for _, at := range line {
			word += string(tr.rows[at[0]][at[1]])
			if c := given[at[0]][at[1]]; c != '.' {
				grid[at] = c
			}
		}
		words = append(words, word)
	}
	distinct := map[string]bool{}
	for _, w := range words {
		distinct[w] = true
	}
	mayRepeat := len(distinct) < len(words) // then a word may stand as often as one likes
	if mayRepeat {
		slices.Sort(words)
		words = slices.Compact(words)
	}
	var place func(k int)
	place = func(k int) {
		if k == len(lines) {
			n++
			return
		}
		for w, word := range words {
			if isUsed[w] && !mayRepeat || len(word) != len(lines[k]) {
				continue
			}
			var added [][2]int
			fits := true
			for i, at := range lines[k] {
				if c, known := grid[at]; known {
					fits = fits && c == word[i]
					continue
				}
				grid[at], added = word[i], append(added, at)
			}
			if fits {
				isUsed[w] = true
				place(k + 1)
				isUsed[w] = false
			}
			for _, at := range added {
				delete(grid, at)
			}
		}
	}
	place(0)
	return n
}

// TestCrosswordsAgainstBruteForce: the text of a random crossword has as many solutions as there are ways to put its
// words into its grid, one of them that of the file. If it is the only one, it goes out and comes back.
func TestCrosswordsAgainstBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	unique := 0
	for range matrixtest.RandomRounds(150, 1500) {
		tr := randomCrossword(r)
		file := tr.json(t)
		text, _, err := convert.PuzzleText(convert.IPuz, "x.ipuz", []byte(file))
		if len(tr.lines()) == 0 {
			if !errors.Is(err, codes.BadLink) {
				t.Fatalf("%q has no words, and the error is %v", tr.rows, err)
			}
			continue
		}
		if err != nil {
			t.Fatalf("%q: %v", tr.rows, err)
		}
		_, picture, _ := strings.Cut(text, "given \"\"\"\n")
		given := strings.Fields(picture)[:len(tr.rows)]
		want := tr.countFillings(given)
		if got := countAll(t, text); got != fmt.Sprint(want) || want == 0 {
			t.Fatalf("%s solutions, brute force finds %d:\n%s", got, want, text)
		}
		p, err := quadrille.Load("x.puz", []byte(text), quadrille.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		err = p.WriteMatrix(&out, quadrille.DumpOptions{Format: quadrille.FormatIPuz})
		if want > 1 {
			if !errors.Is(err, quadrille.ErrUnsupported) {
				t.Fatalf("%d solutions are written: %v", want, err)
			}
			continue
		}
		unique++
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		again, _, err := convert.PuzzleText(convert.IPuz, "x.ipuz", []byte(out.String()))
		if again != text || err != nil {
			t.Fatalf("%v\n%s\ncomes back as\n%s\nby\n%s", err, text, again, out.String())
		}
		for k, row := range solutionRows(t, out.String()) {
			if row != tr.rows[k] && !tr.hasLoneCells() {
				t.Fatalf("the solution is %q in row %d, want %q\n%s", row, k, tr.rows[k], text)
			}
		}
	}
	if unique < 30 && !testing.Short() {
		t.Errorf("only %d crosswords have one solution", unique)
	}
}

// TestCrosswordReflected: in a square grid whose blocks are symmetric the words down could change places with those
// across, so the first letter, line by line, that differs from its reflection is given.
func TestCrosswordReflected(t *testing.T) {
	for _, c := range []struct{ rows, given []string }{
		{[]string{"ABC", "DEF", "GHI"}, []string{".B.", "...", "..."}},
		{[]string{"ABC", "BEF", "CHI"}, []string{"...", "..F", "..."}},
		{[]string{"AB", "BA"}, []string{"..", ".."}},
	} {
		text := importText(t, convert.IPuz, crossTrial{c.rows}.json(t))
		var given []string
		if _, picture, some := strings.Cut(text, "given \"\"\"\n"); some {
			picture, _, _ = strings.Cut(picture, `"""`)
			given = strings.Fields(picture)
		}
		if !slices.Equal(given, c.given) {
			t.Errorf("%q gives %q, want %q\n%s", c.rows, given, c.given, text)
		}
	}
}

// TestCrosswordLoneLetter: a letter that is given on a cell without a word stands in the solution that goes out.
func TestCrosswordLoneLetter(t *testing.T) {
	text := "list word = {AB, CD, AC, BD}\nwords 3x3 from word {\n  distinct\n  given \"\"\"\n    A.#\n    C.#\n" +
		"    ##E\n  \"\"\"\n}\n"
	p, err := quadrille.Load("x.puz", []byte(text), quadrille.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := p.WriteMatrix(&out, quadrille.DumpOptions{Format: quadrille.FormatIPuz}); err != nil {
		t.Fatal(err)
	}
	if got := solutionRows(t, out.String()); !slices.Equal(got, []string{"AB#", "CD#", "##E"}) {
		t.Errorf("the solution is %q", got)
	}
}

// hasLoneCells reports whether some letter is in no word.
func (tr crossTrial) hasLoneCells() bool {
	inWord := map[[2]int]bool{}
	for _, line := range tr.lines() {
		for _, at := range line {
			inWord[at] = true
		}
	}
	for r, row := range tr.rows {
		for c := range row {
			if row[c] != '#' && !inWord[[2]int{r, c}] {
				return true
			}
		}
	}
	return false
}

// solutionRows returns the rows of the solution in a file.
func solutionRows(t *testing.T, file string) (rows []string) {
	t.Helper()
	var read struct{ Solution [][]any }
	if err := json.Unmarshal([]byte(file), &read); err != nil {
		t.Fatalf("%v\n%s", err, file)
	}
	for _, row := range read.Solution {
		text := ""
		for _, c := range row {
			text += fmt.Sprint(c)
		}
		rows = append(rows, text)
	}
	return rows
}

// latinSquares returns the 576 Latin squares of four rows, found by trying everything.
func latinSquares() (all []square) {
	var s square
	var fill func(k int)
	fill = func(k int) {
		if k == 16 {
			all = append(all, s)
			return
		}
		for n := 1; n <= 4; n++ {
			fits := true
			for i := range 4 {
				fits = fits && s[k/4][i] != n && s[i][k%4] != n
			}
			if fits {
				s[k/4][k%4] = n
				fill(k + 1)
				s[k/4][k%4] = 0
			}
		}
	}
	fill(0)
	return all
}

const emptyGrid = `"puzzle":[[0,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]`

// ipuzSudokus are sudokus of four rows with what they mean, in the terms of fpuzzlesRules.
var ipuzSudokus = map[string]struct {
	kinds, fields string
	holds         func(s square) bool
}{
	"sudoku": {`"sudoku#1"`, emptyGrid, hasBoxes},
	"numbers": {`"sudoku"`, `"puzzle":[[1,"2",0,null],[{"given":3},{"value":"4"},0,0],["0","0",0,0],[0,0,0,0]]`,
		func(s square) bool {
			return hasBoxes(s) && s[0] == [4]int{1, 2, s[0][2], s[0][3]} && s[1][0] == 3 && s[1][1] == 4
		}},
	"letters": {`"sudoku#1","sudoku/wordoku#1"`, `"charset":"WORD","puzzle":[["O",0,0,0],[0,0,0,0],[0,0,0,0],
		[0,0,0,{"given":"D","style":{"shapebg":"circle"}}]]`,
		func(s square) bool { return hasBoxes(s) && s[0][0] == 2 && s[3][3] == 4 }},
	"no boxes": {`"sudoku#1"`, `"boxes":false,` + emptyGrid, func(square) bool { return true }},
	"latin":    {`"sudoku#1","sudoku/latinsquare#1"`, emptyGrid, func(square) bool { return true }},
	"diagonal": {`"sudoku/diagonalsudoku"`, emptyGrid, func(s square) bool {
		return hasBoxes(s) && areDistinct(s.line("R1C1 R2C2 R3C3 R4C4")) && areDistinct(s.line("R1C4 R2C3 R3C2 R4C1"))
	}},
	"zones": {`"sudoku"`, `"zones":[{"cells":[[2,1],[4,3]]},{"rect":[2,2,3,3]}],` + emptyGrid, func(s square) bool {
		return hasBoxes(s) && s[0][1] != s[2][3] && areDistinct(s.line("R2C2 R2C3 R3C2 R3C3"))
	}},
	"zones from 0": {`"sudoku"`, `"zones":[{"cells":[[1,0],[3,2]]}],` + emptyGrid, func(s square) bool {
		return hasBoxes(s) && s[0][1] != s[2][3]
	}},
	"jigsaw": {`"sudoku#1","sudoku/jigsawsudoku#1"`, `"zones":[{"cells":[[1,1],[2,1],[3,1],[1,2]]},
		{"cells":[[4,1],[4,2],[3,2],[2,2]]},{"cells":[[1,3],[1,4],[2,3],[3,3]]},
		{"cells":[[2,4],[3,4],[4,4],[4,3]]}],` + emptyGrid,
		func(s square) bool {
			return areDistinct(s.line("R1C1 R1C2 R1C3 R2C1")) && areDistinct(s.line("R1C4 R2C4 R2C3 R2C2")) &&
				areDistinct(s.line("R3C1 R4C1 R3C2 R3C3")) && areDistinct(s.line("R4C2 R4C3 R4C4 R3C4"))
		}},
	"jigsaw with boxes": {`"sudoku#1","sudoku/jigsawsudoku#1"`, `"boxes":true,"zones":[{"cells":[[1,1],[2,1],[3,1],[1,2]]},
		{"cells":[[4,1],[4,2],[3,2],[2,2]]},{"cells":[[1,3],[1,4],[2,3],[3,3]]},
		{"cells":[[2,4],[3,4],[4,4],[4,3]]}],` + emptyGrid,
		func(s square) bool {
			return hasBoxes(s) && areDistinct(s.line("R1C1 R1C2 R1C3 R2C1")) &&
				areDistinct(s.line("R1C4 R2C4 R2C3 R2C2")) && areDistinct(s.line("R3C1 R4C1 R3C2 R3C3")) &&
				areDistinct(s.line("R4C2 R4C3 R4C4 R3C4"))
		}},
	"overlapping zones of a jigsaw": {`"sudoku/jigsawsudoku"`,
		`"zones":[{"rect":[1,1,2,2]},{"rect":[2,2,3,3]},{"rect":[3,3,4,4]}],` + emptyGrid, func(s square) bool {
			return areDistinct(s.line("R1C1 R1C2 R2C1 R2C2")) && areDistinct(s.line("R2C2 R2C3 R3C2 R3C3")) &&
				areDistinct(s.line("R3C3 R3C4 R4C3 R4C4"))
		}},
	"killer": {`"sudoku#1","sudoku/killersudoku#1"`, `"cages":[{"cells":[[1,1],[2,1],[2,2]],"value":7},
		{"cells":[[1,4],[2,3]]},{"rect":[4,3,4,4],"value":4,"operator":"+"}],` + emptyGrid, func(s square) bool {
		cage := s.line("R1C1 R1C2 R2C2")
		return hasBoxes(s) && sum(cage) == 7 && areDistinct(cage) && s[3][0] != s[2][1] && s[2][3]+s[3][3] == 4
	}},
	"calcudoku": {`"sudoku/calcudoku#1"`, `"cages":[{"cells":[[1,1],[2,1],[2,2]],"value":7,"operator":"+"},
		{"cells":[[3,1],[4,1]],"value":1,"operator":"-"},{"cells":[[4,3],[4,4]],"value":3,"operator":"/"},
		{"cells":[[1,4],[2,4],[1,3]],"value":24,"operator":"*"},{"cells":[[3,3]],"value":4}],` + emptyGrid,
		func(s square) bool {
			return s[0][0]+s[0][1]+s[1][1] == 7 && (s[0][2]-s[0][3])*(s[0][2]-s[0][3]) == 1 && s[2][2] == 4 &&
				(s[2][3] == 3*s[3][3] || s[3][3] == 3*s[2][3]) && s[3][0]*s[3][1]*s[2][0] == 24
		}},
}

func hasBoxes(s square) bool {
	return areDistinct(s.line("R1C1 R1C2 R2C1 R2C2")) && areDistinct(s.line("R1C3 R1C4 R2C3 R2C4")) &&
		areDistinct(s.line("R3C1 R3C2 R4C1 R4C2")) && areDistinct(s.line("R3C3 R3C4 R4C3 R4C4"))
}

func ipuzSudoku(kinds, fields string) string {
	return `{"version":"http://ipuz.org/v2","kind":[` +
		strings.ReplaceAll(kinds, `"sudoku`, `"http://ipuz.org/sudoku`) +
		`],` + fields + `}`
}

// TestIPuzSudokus: the sudokus of each kind are those that trying everything finds, also when they went out and came
// back.
func TestIPuzSudokus(t *testing.T) {
	squares := latinSquares()
	for name, test := range ipuzSudokus {
		t.Run(name, func(t *testing.T) {
			want := 0
			for _, s := range squares {
				if test.holds(s) {
					want++
				}
			}
			text := importText(t, convert.IPuz, ipuzSudoku(test.kinds, test.fields))
			if got := countAll(t, text); got != fmt.Sprint(want) || want == 0 {
				t.Errorf("%s solutions, want %d\n%s", got, want, text)
			}
			p, err := quadrille.Load("x.puz", []byte(text), quadrille.Options{})
			if err != nil {
				t.Fatal(err)
			}
			var out strings.Builder
			if err := p.WriteMatrix(&out, quadrille.DumpOptions{Format: quadrille.FormatIPuz}); err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			again := importText(t, convert.IPuz, out.String())
			if !slices.Equal(linesOf(t, again), linesOf(t, text)) {
				t.Errorf("other solutions come back\n%s\n%s\n%s", text, out.String(), again)
			}
		})
	}
}

// linesOf returns all solutions of a text as lines, in order.
func linesOf(t *testing.T, text string) []string {
	t.Helper()
	return solutionTexts(t, text, quadrille.Solution.LineText)
}

// TestIPuzSolution: a sudoku with one solution goes out with it.
func TestIPuzSolution(t *testing.T) {
	p, err := quadrille.Load("x.puz", []byte("latin 4 {\n  distinct on boxes 2x2\n  given \"\"\"\n    12..\n    ....\n"+
		"    ..3.\n    ...2\n  \"\"\"\n  ascending on (3, 0) (2, 0)\n}\n"), quadrille.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := p.WriteMatrix(&out, quadrille.DumpOptions{Format: quadrille.FormatIPuz}); !errors.Is(err,
		quadrille.ErrUnsupported) {
		t.Errorf("a rule that ipuz lacks: %v", err)
	}
	text := strings.Replace(importText(t, convert.IPuz, ipuzSudoku(`"sudoku"`, emptyGrid)), "}",
		"  given \"\"\"\n    1...\n    ..4.\n    .3..\n    ...2\n  \"\"\"\n}", 1)
	if p, err = quadrille.Load("x.puz", []byte(text), quadrille.Options{}); err != nil {
		t.Fatal(err)
	}
	n, err := p.Count(context.Background(), quadrille.Search{})
	if err != nil {
		t.Fatal(err)
	}
	out.Reset()
	if err := p.WriteMatrix(&out, quadrille.DumpOptions{Format: quadrille.FormatIPuz}); err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, s := range latinSquares() {
		if hasBoxes(s) && s[0][0] == 1 && s[1][2] == 4 && s[2][1] == 3 && s[3][3] == 2 {
			all = append(all, fmt.Sprint(s))
		}
	}
	rows := solutionRows(t, out.String())
	if n.String() != "1" || len(all) != 1 || len(rows) != 4 || digitsOf(strings.Join(rows, "")) != digitsOf(all[0]) {
		t.Errorf("%s solutions, %q goes out, and trying everything finds %q", n, rows, all)
	}
}

// TestFurtherRegions: regions and boxes beside those of a jigsaw go out as further zones of ipuz and extra regions of
// f-puzzles, and so do regions of a part of the board. What comes back has as many solutions as there are Latin squares
// with distinct symbols in each of them.
func TestFurtherRegions(t *testing.T) {
	const jigsaw, latin, middle = "aaababbbccddccdd", "abcdbadccdabdcba", ".....aa..aa....."
	const boxes = "aabbaabbccddccdd"
	for _, c := range []struct {
		rules []string // pictures of regions without line breaks, boxes for boxes
		zones int
	}{{[]string{jigsaw, boxes}, 8}, {[]string{jigsaw, latin}, 8}, {[]string{jigsaw, middle}, 5},
		{[]string{boxes, jigsaw}, 4}, {[]string{boxes, middle}, 1}, {[]string{boxes, latin, jigsaw}, 8}} {
		text := "latin 4 {\n"
		for _, rule := range c.rules {
			if rule == boxes {
				text += "distinct on boxes 2x2\n"
				continue
			}
			text += fmt.Sprintf("distinct on regions \"\"\"\n%s\n%s\n%s\n%s\n\"\"\"\n", rule[:4], rule[4:8], rule[8:12],
				rule[12:])
		}
		p, err := quadrille.Load("x.puz", []byte(text+"}\n"), quadrille.Options{})
		if err != nil {
			t.Fatal(err)
		}
		want := 0
		for _, s := range latinSquares() {
			isFine := true
			for _, rule := range c.rules {
				seen := map[string]bool{}
				for k, region := range rule {
					key := fmt.Sprint(region, s[k/4][k%4])
					isFine = isFine && (region == '.' || !seen[key])
					seen[key] = true
				}
			}
			if isFine {
				want++
			}
		}
		for _, format := range []quadrille.Format{quadrille.FormatIPuz, quadrille.FormatFPuzzles} {
			var out strings.Builder
			if err := p.WriteMatrix(&out, quadrille.DumpOptions{Format: format}); err != nil {
				t.Fatal(err)
			}
			if n := strings.Count(out.String(), `"cells"`); format == quadrille.FormatIPuz && n != c.zones {
				t.Errorf("%d zones go out, want %d:\n%s", n, c.zones, &out)
			}
			if n := len(linesOf(t, importText(t, format, out.String()))); n != want || want == 0 {
				t.Errorf("%s, %v: %d solutions come back, want %d", format, c.rules, n, want)
			}
		}
	}
}

// TestTallBoxes: boxes that are higher than wide, alone and beside usual ones, come back as the same sets of cells.
func TestTallBoxes(t *testing.T) {
	for _, rules := range []string{"distinct on boxes 3x2\n", "distinct on boxes 2x3\ndistinct on boxes 3x2\n"} {
		p, err := quadrille.Load("x.puz", []byte("latin 6 {\n"+rules+"given \"\"\"\n123456\n456123\n......\n"+
			"......\n......\n......\n\"\"\"\n}\n"), quadrille.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, format := range []quadrille.Format{quadrille.FormatIPuz, quadrille.FormatFPuzzles} {
			var out strings.Builder
			if err := p.WriteMatrix(&out, quadrille.DumpOptions{Format: format}); err != nil {
				t.Fatal(err)
			}
			back, err := quadrille.Load("back.puz", []byte(importText(t, format, out.String())), quadrille.Options{})
			if err != nil {
				t.Fatal(err)
			}
			want, err := p.Count(t.Context(), quadrille.Search{})
			if err != nil {
				t.Fatal(err)
			}
			if n, err := back.Count(t.Context(), quadrille.Search{}); err != nil || n.String() != want.String() {
				t.Errorf("%s, %s%s solutions come back, want %s (%v)", format, rules, n, want, err)
			}
		}
	}
}

func digitsOf(text string) string { return regexp.MustCompile(`\D`).ReplaceAllString(text, "") }

// TestIPuzFaults: what cannot be read is an error that names it, at its place.
func TestIPuzFaults(t *testing.T) {
	cross := func(fields string) string {
		return `{"kind":["http://ipuz.org/crossword#1"],` + fields + `}`
	}
	tests := []struct{ text, at, want string }{
		{`{"kind":["http://ipuz.org/wordsearch"]}`, `"http://ipuz.org/wordsearch"`, "wordsearch"},
		{`{"kind":["http://ipuz.org/crossword","http://ipuz.org/sudoku"]}`, `["http`, "a crossword or a sudoku"},
		{`{"version":"http://ipuz.org/v2"}`, `{`, "what kind"},
		{`{"kind":3,"v":"ipuz.org/"}`, `3`, "a list is wanted"},
		{`{"kind":["http://ipuz.org/crossword"]`, ``, "ends too early"},
		{`{"kind":["http://ipuz.org/crossword"] "a":1}`, `"a"`, "damaged"},
		{cross(`"puzzle":[[0,0],[0]],"solution":[]`), `[0]]`, "row 2 of puzzle has 1 cells"},
		{cross(`"puzzle":[]`), `[]`, "no rows"},
		{cross(`"puzzle":[[0,0]]`), `{`, "no solution"},
		{cross(`"puzzle":[[0,0]],"solution":[["A"]]`), `[["A"]]`, "not the size"},
		{cross(`"puzzle":[[0,0]],"solution":[["A",0]]`), `0]]}`, "lacks the letter in row 1, column 2"},
		{cross(`"puzzle":[[0,0]],"solution":[["A","BC"]]`), `"BC"`, `"BC"`},
		{cross(`"puzzle":[[0,{"value":"C"}]],"solution":[["A","B"]]`), `"B"`, "C is given"},
		{cross(`"puzzle":[[0,{"style":{"barred":"L"}}]],"solution":[["A","B"]]`), `{"barred`, "bars"},
		{cross(`"puzzle":[[0,{"style":"x"}]],"styles":{"x":{"barred":"L"}},"solution":[["A","B"]]`), `"x"}]`, "bars"},
		{cross(`"puzzle":[[0,0]],"solution":[["A","B"]],"clues":{"Zones":[[1,"a"]]}`), `[[1,"a"`, "clues for Zones"},
		{cross(`"puzzle":[[0,0]],"solution":[["A","B"]],"zones":[{"rect":[0,0,1,1]}]`), `[{"rect`, "other places"},
		{cross(`"puzzle":[[0,0]],"solution":[["A","B"]],"dimensions":{"width":3,"height":1}`), `3,`,
			"1 rows of 2 cells"},
		{cross(`"puzzle":[[0,"#"]],"solution":[["A","#"]]`), `[[0,"#"]]`, "no place for a word"},
		{cross(`"puzzle":[[0,0]],"solution":[["1","2"]]`), `[["1`, "no letter"},
		{cross(`"puzzle":[[0,0]],"solution":[["A","B"]]`), `[[0,0]]`, "one row or column"},
		{cross(`"puzzle":[[0],[0]],"solution":[["A"],["B"]]`), `[[0],[0]]`, "one row or column"},
		{ipuzSudoku(`"sudoku"`, `"puzzle":[[0,0]]`), `[[0,0]]`, "as many rows as columns"},
		{ipuzSudoku(`"sudoku"`, `"puzzle":[[5]]`), `5]]`, `"5"`},
		{ipuzSudoku(`"sudoku"`, `"charset":"12","puzzle":[[0]]`), `"12"`, "has 1 symbols"},
		{ipuzSudoku(`"sudoku"`, `"boxes":1,"puzzle":[[0]]`), `1,`, "true or false"},
		{ipuzSudoku(`"sudoku"`, `"cages":[{"cells":[[1,9]],"value":3}],"puzzle":[[0,0],[0,0]]`), `9]`, `"9"`},
		{ipuzSudoku(`"sudoku"`, `"cages":[{"value":3}],"puzzle":[[0,0],[0,0]]`), `{"value`, "cells or a rect"},
		{ipuzSudoku(`"sudoku"`, `"cages":[{"cells":[[1,1]],"value":3,"operator":"|"}],"puzzle":[[0,0],[0,0]]`),
			`"|"`, "operator"},
		{ipuzSudoku(`"sudoku/calcudoku"`, `"cages":[{"cells":[[1,1],[1,2]],"value":3}],"puzzle":[[0,0],[0,0]]`),
			`{"cells`, "without its operator"},
		{ipuzSudoku(`"sudoku/jigsawsudoku"`, `"puzzle":[[0,0],[0,0]]`), `{`, "zones"},
		{ipuzSudoku(`"sudoku"`, `"puzzle":[[{"style":{"lessthan":"R"}},0],[0,0]]`), `{"lessthan`, "signs"},
	}
	for _, test := range tests {
		_, _, err := convert.PuzzleText(convert.IPuz, "x.ipuz", []byte(test.text))
		var list source.DiagnosticList
		if !errors.As(err, &list) || !strings.Contains(list[0].Summary, test.want) ||
			!strings.HasPrefix(test.text[list[0].Span.Start:], test.at) || list[0].Hint == "" {
			t.Errorf("%s:\n%v, want %q at %q", test.text, err, test.want, test.at)
		}
	}
}
