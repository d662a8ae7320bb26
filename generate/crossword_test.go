package generate

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"quadrille"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/schedule"
)

// bestFilling returns the greatest sum of scores of words that fill a grid, found by trying everything, or -1. Each
// word is used once at most, and those of the theme are among them.
func bestFilling(rows []string, words map[string]int, theme []string) (best int) {
	var lines [][][2]int
	for _, isColumn := range []bool{false, true} {
		count, length := len(rows), len(rows[0])
		if isColumn {
			count, length = length, count
		}
		for k := range count {
			text, at := "", [][2]int{}
			for i := range length {
				place := [2]int{k, i}
				if isColumn {
					place = [2]int{i, k}
				}
				text, at = text+string(rows[place[0]][place[1]]), append(at, place)
			}
			for _, span := range regexp.MustCompile(`[^#]{2,}`).FindAllStringIndex(text, -1) {
				lines = append(lines, at[span[0]:span[1]])
			}
		}
	}
	grid := map[[2]int]byte{}
	for r, row := range rows {
		for c := range row {
			if row[c] != '.' && row[c] != '#' {
				grid[[2]int{r, c}] = row[c]
			}
		}
	}
	used := map[string]bool{}
	best = -1
	var place func(k, score int)
	place = func(k, score int) {
		if k == len(lines) {
			for _, w := range theme {
				if !used[w] {
					return
				}
			}
			best = max(best, score)
			return
		}
		for word, s := range words {
			if used[word] || len(word) != len(lines[k]) {
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
				used[word] = true
				place(k+1, score+s)
				delete(used, word)
			}
			for _, at := range added {
				delete(grid, at)
			}
		}
	}
	place(0, 0)
	return best
}

// TestBestFilling: the words found for random small grids have the greatest score, or there are none.
func TestBestFilling(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	filled, empty, themed := 0, 0, 0
	for range matrixtest.RandomRounds(150, 2000) {
		height, width := 2+r.IntN(3), 2+r.IntN(3)
		var rows []string
		var drawn [][]rune
		for range height {
			row := ""
			for range width {
				row += string("........#A"[r.IntN(10)])
			}
			rows, drawn = append(rows, row), append(drawn, []rune(row))
		}
		words := map[string]int{}
		spec := &CrosswordSpec{}
		for range 20 + r.IntN(60) {
			word := ""
			for range 2 + r.IntN(3) {
				word += string("AAEST"[r.IntN(5)])
			}
			if _, known := words[word]; !known {
				words[word] = r.IntN(100)
				spec.WordList = append(spec.WordList, ScoredWord{word, words[word]})
			}
		}
		if r.IntN(3) == 0 {
			most := slices.MaxFunc(spec.WordList, func(a, b ScoredWord) int { return a.Score - b.Score }).Score
			spec.ThemeWords = []string{spec.WordList[r.IntN(len(spec.WordList))].Spelling}
			words[spec.ThemeWords[0]] = most
		}
		g := newCrosswordGrid(drawn)
		want := bestFilling(rows, words, spec.ThemeWords)
		found, score, err := fillGrid(context.Background(), g, spec, r)
		if err != nil {
			score = -1
		}
		if len(g.wordSlots) == 0 {
			continue
		}
		if score != want {
			t.Fatalf("the score of %q with %v is %d (%v), and trying everything finds %d; theme %v, words %v", rows,
				found,
				score, err, want, spec.ThemeWords, words)
		}
		for _, w := range spec.ThemeWords {
			if err == nil && !slices.Contains(found, w) {
				t.Fatalf("%q lacks the word %s: %v", rows, w, found)
			}
			themed += boolToInt(err == nil)
		}
		filled += boolToInt(want >= 0)
		empty += boolToInt(want < 0)
	}
	t.Logf("%d grids are filled, %d cannot be, %d have a theme", filled, empty, themed)
	if !testing.Short() && (filled < 30 || empty < 30 || themed < 3) {
		t.Error("the test proves little")
	}
}

// TestRandomGrids: random grids look the same after a half-turn, all their cells are connected, and no word is shorter
// than three letters or of a length that the list lacks.
func TestRandomGrids(t *testing.T) {
	for n := 5; n <= 15; n++ {
		g := randomCrosswordGrid(n, map[int]bool{3: true, 4: true, 5: true, 6: true, 7: true, 9: true}, seed(uint64(n)))
		if g == nil {
			continue
		}
		text := string(g.cellCharacters)
		turned := []rune(text)
		slices.Reverse(turned)
		if string(turned) != text {
			t.Errorf("%s is not symmetric", text)
		}
		var rows, columns []string
		for k := range n {
			column := ""
			for i := range n {
				column += string(text[i*n+k])
			}
			rows, columns = append(rows, text[k*n:(k+1)*n]), append(columns, column)
		}
		for _, line := range append(rows, columns...) {
			for _, run := range strings.FieldsFunc(line, func(c rune) bool { return c == '#' }) {
				if len(run) < 3 || len(run) == 8 || len(run) > 9 {
					t.Errorf("the line %s of %d rows has a run of %d", line, n, len(run))
				}
			}
		}
		flood := []byte(text)
		flood[strings.Index(text, ".")] = 'x'
		for range n * n {
			for k := range flood {
				near := k >= n && flood[k-n] == 'x' || k+n < n*n && flood[k+n] == 'x' || k%n > 0 && flood[k-1] == 'x' ||
					k%n < n-1 && flood[k+1] == 'x'
				if flood[k] == '.' && near {
					flood[k] = 'x'
				}
			}
		}
		if strings.Contains(string(flood), ".") {
			t.Errorf("the cells are not connected: %s", text)
		}
	}
}

// TestCrosswords: what is made has one solution, as another engine says, with words of the list, those of the theme
// among them, in the grid that is drawn; and no letter can be left out.
func TestCrosswords(t *testing.T) {
	text, err := os.ReadFile("../examples/words/common.txt")
	if err != nil {
		t.Fatal(err)
	}
	list, err := ReadScoredWords("common.txt", string(text))
	if err != nil {
		t.Fatal(err)
	}
	spec := &CrosswordSpec{WordList: list}
	r, letters := seed(5), ""
	for _, grid := range []string{"...#\n....\n....\n#...\n", "...#\n....\n....\n#..%\n"} {
		grid = strings.ReplaceAll(grid, "%", letters)
		m := maker(t, "words 3x3 from three_letter_words", Recipe{Crossword: spec, SolutionPicture: grid})
		puzzle := made(t, m, r)
		if n := count(t, puzzle.Text, schedule.Links); n != 1 {
			t.Fatalf("%d solutions:\n%s", n, puzzle.Text)
		}
		if letters == "" { // a letter of the grid stays even where it is not needed
			if said := without(t, puzzle.Text, schedule.Links); said != puzzle.ClueCount {
				t.Fatalf("%d clues, and not %d:\n%s", said, puzzle.ClueCount, puzzle.Text)
			}
		}
		words := strings.FieldsFunc(regexp.MustCompile(`\{[^}]*\}`).FindString(puzzle.Text), func(c rune) bool {
			return strings.ContainsRune("{}, \n\"", c)
		})
		if len(words) != 8 || len(spec.ThemeWords) > 0 && !slices.Contains(words, spec.ThemeWords[0]) {
			t.Fatalf("the words are %v, and the theme %v", words, spec.ThemeWords)
		}
		for _, w := range words {
			if !slices.ContainsFunc(list, func(s ScoredWord) bool { return s.Spelling == w }) {
				t.Fatalf("%s is not in the list", w)
			}
		}
		if !strings.Contains(puzzle.Text, letters+"\n  \"\"\"") {
			t.Fatalf("the letter of the grid is gone:\n%s", puzzle.Text)
		}
		// the next crossword has a word of this one, and the letter in its last cell
		p, err := loaded([]byte(puzzle.Text))
		if err != nil {
			t.Fatal(err)
		}
		for s := range p.Solutions(context.Background(), quadrille.Search{}) {
			rows := p.Program().SymbolRows(s.DecodePlacements())
			spec, letters = &CrosswordSpec{WordList: list, ThemeWords: []string{strings.Join(rows[1], "")}}, rows[3][3]
		}
	}
}

// TestScoredWords: a list has words and scores, and a fault has its place.
func TestScoredWords(t *testing.T) {
	words, err := ReadScoredWords("x", "\ufeffcat;70\r\nice cream\n\n// remark\nO'Neil; 3\nwell-known;-1\n")
	want := []ScoredWord{{"CAT", 70}, {"ICECREAM", plainScore}, {"ONEIL", 3}, {"WELLKNOWN", -1}}
	if err != nil || !slices.Equal(words, want) {
		t.Errorf("%v, %v", words, err)
	}
	letters := ""
	for k := range maxLetters + 1 {
		letters += string(rune(0x4e00 + k))
	}
	for text, want := range map[string]string{"cat\nb4;50": "x:2:", "cat;x": "x:1:", "": "no words",
		letters: "letters"} {
		if _, err := ReadScoredWords("x", text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// TestCrosswordFaults: grids without words, or without room for those that must appear, are errors.
func TestCrosswordFaults(t *testing.T) {
	list := []ScoredWord{{"CAT", 1}, {"ACT", 1}}
	for picture, want := range map[string]string{"#.#": "no place for a word", "....": "no word of 4 letters",
		"...\n###": "one of your words", "...\n...\n...": "no filling"} {
		spec := &CrosswordSpec{WordList: list}
		if strings.HasPrefix(want, "one") {
			spec.ThemeWords = []string{"CAT", "ACT"}
		}
		m := maker(t, "words 3x3 from three_letter_words", Recipe{Crossword: spec, SolutionPicture: picture})
		if _, err := m.MakePuzzle(context.Background(), seed(1)); err == nil ||
			!strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("%q: %v, want %q", picture, err, want)
		}
	}
	if g := randomCrosswordGrid(6, map[int]bool{5: true}, seed(1)); g != nil {
		t.Errorf("a grid of words of five letters alone: %v", g.cellCharacters)
	}
}
