package generate

// This file makes crosswords: a grid of blocks, and words of a list that fill it, preferably those with high scores.
// The puzzle is to put these words into the grid.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"quadrille/lang/format"
	"quadrille/runtime/matrix"
	"quadrille/runtime/schedule"
)

// ScoredWord is a word of a list. Words with greater scores are better.
type ScoredWord struct {
	Spelling string
	Score    int
}

// plainScore is the score of a word for which the list has none. Lists that are shared have scores from 0 to 100.
const plainScore = 50

// maxLetters bounds the number of different letters of a list, as the size of the word tables grows with it.
const maxLetters = 200

// ReadScoredWords reads a list with one word on each line, which may be followed by a semicolon and a score. It removes
// blanks, hyphens and apostrophes from words, and writes all letters as capitals.
func ReadScoredWords(name, text string) (words []ScoredWord, err error) {
	number := 0
	letters := map[rune]bool{}
	for line := range strings.Lines(strings.TrimPrefix(text, "\ufeff")) {
		number++
		word, score, hasScore := strings.Cut(strings.TrimSpace(line), ";")
		if word == "" || strings.HasPrefix(word, "//") {
			continue
		}
		w := ScoredWord{strings.ToUpper(strings.NewReplacer(" ", "", "-", "", "'", "", "’", "").Replace(word)),
			plainScore}
		if hasScore {
			if w.Score, err = strconv.Atoi(strings.TrimSpace(score)); err != nil {
				return nil, fmt.Errorf("%s:%d: %q is no score: a line is a word, or a word;50", name, number, score)
			}
		}
		if strings.ContainsFunc(w.Spelling, func(r rune) bool { return !unicode.IsLetter(r) }) || w.Spelling == "" {
			return nil, fmt.Errorf("%s:%d: %q is no word: a line is a word, or a word;50", name, number, word)
		}
		for _, r := range w.Spelling {
			if letters[r] = true; len(letters) > maxLetters {
				return nil, fmt.Errorf("%s:%d: the list has more than %d letters", name, number, maxLetters)
			}
		}
		words = append(words, w)
	}
	if len(words) == 0 {
		return nil, fmt.Errorf("%s has no words: a line is a word, or a word;50", name)
	}
	return words, nil
}

// CrosswordSpec describes the crosswords to make.
type CrosswordSpec struct {
	// GridSize is the number of rows and of columns of a grid with random blocks. Recipe.SolutionPicture may give a
	// grid instead.
	GridSize int
	// ThemeWords holds words that must be in the grid, each as often as it occurs here.
	ThemeWords []string
	// WordList is the list from which the other words are taken.
	WordList []ScoredWord
}

// wordSlot is a run of at least two cells between blocks, which takes a word.
type wordSlot struct {
	slotCells []int
	crossings []letterCrossing // crossing at each letter of the slot, in order
}

// letterCrossing says which other slot shares the cell of a letter: the index of that slot, or -1 if there is none, and
// the index of the cell in it.
type letterCrossing struct{ otherSlot, otherLetter int }

// crosswordGrid is the grid of a crossword, with its blocks.
type crosswordGrid struct {
	rows, columns  int
	cellCharacters []rune // by cell: '.', a letter that is given, or '#' for a block
	wordSlots      []wordSlot
}

// newCrosswordGrid finds the slots of a grid.
func newCrosswordGrid(rows [][]rune) *crosswordGrid {
	g := &crosswordGrid{rows: len(rows)}
	for _, row := range rows {
		g.columns = max(g.columns, len(row))
	}
	for _, row := range rows {
		for k := range g.columns {
			switch {
			case k >= len(row) || row[k] == '.' || row[k] == ' ' || row[k] == '_' || row[k] == '-':
				g.cellCharacters = append(g.cellCharacters, '.')
			default:
				g.cellCharacters = append(g.cellCharacters, unicode.ToUpper(row[k]))
			}
		}
	}
	on := make([]letterCrossing, len(g.cellCharacters)) // by cell: its slot in the row, and its index in that slot
	for k := range on {
		on[k].otherSlot = -1
	}
	for _, step := range []int{1, g.columns} {
		for first := range g.cellCharacters {
			if !g.isLetterCell(first) || !g.runBeginsAt(first, step) {
				continue
			}
			s := wordSlot{}
			for cell := first; g.isLetterCell(cell); cell += step {
				s.slotCells = append(s.slotCells, cell)
				if step == 1 && (cell+1)%g.columns == 0 {
					break
				}
			}
			if len(s.slotCells) < 2 {
				continue
			}
			for k, cell := range s.slotCells {
				other := letterCrossing{otherSlot: -1}
				if step == 1 {
					on[cell] = letterCrossing{len(g.wordSlots), k}
				} else if other = on[cell]; other.otherSlot >= 0 {
					g.wordSlots[other.otherSlot].crossings[other.otherLetter] = letterCrossing{len(g.wordSlots), k}
				}
				s.crossings = append(s.crossings, other)
			}
			g.wordSlots = append(g.wordSlots, s)
		}
	}
	return g
}

func (g *crosswordGrid) isLetterCell(k int) bool {
	return k >= 0 && k < len(g.cellCharacters) && g.cellCharacters[k] != '#'
}

// runBeginsAt reports whether the cell one step before the given cell is a block or lies outside the grid.
func (g *crosswordGrid) runBeginsAt(cell, step int) bool {
	if step == 1 && cell%g.columns == 0 {
		return true
	}
	return !g.isLetterCell(cell - step)
}

// leastRun is the length of the shortest words in random grids.
const leastRun = 3

// randomCrosswordGrid returns a grid of n rows and columns with random blocks, symmetric under a half-turn. All cells
// are connected, and every run has at least three cells and the length of some word. It returns nil if it finds none.
func randomCrosswordGrid(n int, lengths map[int]bool, r *rand.Rand) *crosswordGrid {
	near := rectangleNeighbours(n, n)
	for range maxTries {
		rows := make([][]rune, n)
		for k := range rows {
			rows[k] = slices.Repeat([]rune{'.'}, n)
		}
		most := max(5, n/2) + r.IntN(1+n/3) // wanted length of the longest word
		blocks := 0
		for _, k := range r.Perm(n * n) {
			if blocks*6 >= n*n && longestRun(rows) <= most {
				break
			}
			turned := n*n - 1 - k
			if rows[k/n][k%n] == '#' {
				continue
			}
			rows[k/n][k%n], rows[turned/n][turned%n] = '#', '#'
			if !hasGoodRows(rows, near) || blocksInLinesOf(rows, k) > n/3 {
				rows[k/n][k%n], rows[turned/n][turned%n] = '.', '.'
				continue
			}
			blocks += 2
		}
		g := newCrosswordGrid(rows)
		hasNoWord := func(s wordSlot) bool { return !lengths[len(s.slotCells)] }
		if len(g.wordSlots) > 0 && !slices.ContainsFunc(g.wordSlots, hasNoWord) {
			return g
		}
	}
	return nil
}

// blocksInLinesOf counts the blocks in the row and in the column of a cell, and returns the greater number.
func blocksInLinesOf(rows [][]rune, cell int) int {
	inRow, inColumn := 0, 0
	for k, row := range rows {
		inRow += boolToInt(rows[cell/len(rows)][k] == '#')
		inColumn += boolToInt(row[cell%len(rows)] == '#')
	}
	return max(inRow, inColumn)
}

// eachRunLength calls the function do with the length of each run of cells in the rows and columns of a square grid.
func eachRunLength(rows [][]rune, do func(length int)) {
	for k := range rows {
		for _, isColumn := range []bool{false, true} {
			length := 0
			for i := range len(rows) + 1 {
				isCell := i < len(rows) && (isColumn && rows[i][k] != '#' || !isColumn && rows[k][i] != '#')
				if isCell {
					length++
				} else if length > 0 {
					do(length)
					length = 0
				}
			}
		}
	}
}

func longestRun(rows [][]rune) (longest int) {
	eachRunLength(rows, func(length int) { longest = max(longest, length) })
	return longest
}

// hasGoodRows reports whether every run has at least leastRun cells, and all cells are connected by their sides.
func hasGoodRows(rows [][]rune, near [][]int32) bool {
	isGood := true
	eachRunLength(rows, func(length int) { isGood = isGood && length >= leastRun })
	if !isGood {
		return false
	}
	return areConnected(near, func(cell int) bool { return rows[cell/len(rows)][cell%len(rows)] != '#' })
}

// wordBitset is a set of words of one length. Bit k stands for the word with index k in the list.
type wordBitset []uint64

func (b wordBitset) countWords() (n int) {
	for _, w := range b {
		n += bits.OnesCount64(w)
	}
	return n
}

func (b wordBitset) hasWord(k int) bool { return b[k/64]>>(k%64)&1 == 1 }

// firstWord returns the least index of a word in the set, or -1 if the set is empty.
func (b wordBitset) firstWord() int {
	for k, w := range b {
		if w != 0 {
			return 64*k + bits.TrailingZeros64(w)
		}
	}
	return -1
}

func (b wordBitset) intersects(c wordBitset) bool {
	for k := range b {
		if b[k]&c[k] != 0 {
			return true
		}
	}
	return false
}

// wordTable holds the words of one length, the best first, and which of them have a letter at a place.
type wordTable struct {
	wordsByScore    []ScoredWord
	wordsWithLetter []map[rune]wordBitset // by place in a word and by letter: the words with that letter there
	wordIndex       map[string]int
}

func newWordTable(words []ScoredWord, length int) *wordTable {
	t := &wordTable{wordsByScore: words, wordIndex: map[string]int{},
		wordsWithLetter: make([]map[rune]wordBitset, length)}
	for k := range t.wordsWithLetter {
		t.wordsWithLetter[k] = map[rune]wordBitset{}
	}
	for w, word := range words {
		t.wordIndex[word.Spelling] = w
		for k, letter := range []rune(word.Spelling) {
			if t.wordsWithLetter[k][letter] == nil {
				t.wordsWithLetter[k][letter] = make(wordBitset, (len(words)+63)/64)
			}
			t.wordsWithLetter[k][letter][w/64] |= 1 << (w % 64)
		}
	}
	return t
}

// gridFiller fills a grid with words. A slot has a domain, the set of its possible words; propagation keeps the domains
// of crossing slots consistent. The search branches on the open slot whose domain size, divided by the number of
// failures at that slot, is least (dom/wdeg). It tries words in order, the best first, and a bound cuts off branches
// that cannot be better than the best filling so far.
type gridFiller struct {
	*crosswordGrid
	tablesByLength map[int]*wordTable // word tables, by the length of their words
	themeWords     []string
	possibleWords  []wordBitset
	failureCounts  []float64
	nodesLeft      int // number of search nodes that are left before the search stops
	bestFilling    []string
	bestScore      int // sum of the scores of the words of the best filling so far
	randomSource   *rand.Rand
}

// Bounds of the search: nodes in total, nodes of the first run, and the factor by which each run is longer than the one
// before. The nodes take a few seconds on a grid of 15 by 15 with 100,000 words.
const (
	fillNodes     = 20_000
	firstFillRun  = 300
	fillRunGrowth = 1.3
)

// errNoFilling is the error if the words do not fill a grid.
var errNoFilling = errors.New("no filling was found: more words, or more blocks, may help, and so may another seed")

// fillGrid returns the best words for the slots of a grid that are found within the bounds.
func fillGrid(ctx context.Context, g *crosswordGrid, spec *CrosswordSpec, r *rand.Rand) (words []string, score int,
	err error) {
	f := &gridFiller{crosswordGrid: g, randomSource: r, tablesByLength: map[int]*wordTable{}, bestScore: -1,
		themeWords: slices.Clone(spec.ThemeWords)}
	slices.SortStableFunc(f.themeWords, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	scores := map[string]int{}
	best := 0
	for _, w := range spec.WordList {
		if s, known := scores[w.Spelling]; !known || s < w.Score {
			scores[w.Spelling] = w.Score
		}
		best = max(best, w.Score)
	}
	for _, w := range spec.ThemeWords {
		scores[w] = best
	}
	byLength := map[int][]ScoredWord{}
	for word, s := range scores {
		n := len([]rune(word))
		byLength[n] = append(byLength[n], ScoredWord{word, s})
	}
	for _, s := range g.wordSlots {
		if n := len(s.slotCells); f.tablesByLength[n] == nil {
			list := byLength[n]
			slices.SortFunc(list, func(a, b ScoredWord) int { return cmp.Compare(a.Spelling, b.Spelling) })
			r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
			slices.SortStableFunc(list, func(a, b ScoredWord) int { return b.Score - a.Score })
			if f.tablesByLength[n] = newWordTable(list, n); len(list) == 0 {
				return nil, 0, fmt.Errorf("the list has no word of %d letters, and the grid has a place for one", n)
			}
		}
	}
	f.failureCounts = slices.Repeat([]float64{1}, len(g.wordSlots))
	run := float64(firstFillRun)
	for left := fillNodes; left > 0 && ctx.Err() == nil; run *= fillRunGrowth {
		f.nodesLeft = min(left, int(run))
		left -= f.nodesLeft
		if f.initializeDomains() {
			f.placeThemeWords(ctx, 0)
		}
		if f.nodesLeft > 0 {
			break // the search is complete: the best filling is optimal
		}
	}
	if f.bestFilling == nil {
		return nil, 0, cmp.Or(ctx.Err(), errNoFilling)
	}
	return f.bestFilling, f.bestScore, nil
}

// tableOfSlot returns the words for a slot.
func (f *gridFiller) tableOfSlot(s int) *wordTable {
	return f.tablesByLength[len(f.wordSlots[s].slotCells)]
}

// initializeDomains gives every slot all words of its length that have the given letters. It reports whether every slot
// then has at least one word.
func (f *gridFiller) initializeDomains() bool {
	f.possibleWords = make([]wordBitset, len(f.wordSlots))
	for s, slot := range f.wordSlots {
		t := f.tableOfSlot(s)
		d := make(wordBitset, (len(t.wordsByScore)+63)/64)
		for w := range t.wordsByScore {
			d[w/64] |= 1 << (w % 64)
		}
		for k, cell := range slot.slotCells {
			letter := f.cellCharacters[cell]
			if letter == '.' {
				continue
			}
			for i := range d {
				if at := t.wordsWithLetter[k][letter]; at == nil {
					d[i] = 0
				} else {
					d[i] &= at[i]
				}
			}
		}
		f.possibleWords[s] = d
	}
	all := make([]int, len(f.wordSlots))
	for s := range all {
		all[s] = s
	}
	return f.propagateCrossings(all)
}

// propagateCrossings removes from the domain of each slot the words that agree with no word of some crossing slot. It
// reports whether every slot has at least one word left.
func (f *gridFiller) propagateCrossings(queue []int) bool {
	for len(queue) > 0 {
		s := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		d, t := f.possibleWords[s], f.tableOfSlot(s)
		if d.firstWord() < 0 {
			f.failureCounts[s]++
			return false
		}
		if d.countWords() == 1 {
			queue = append(queue, f.removeFromOtherSlots(s, d.firstWord())...)
		}
		for k, c := range f.wordSlots[s].crossings {
			if c.otherSlot < 0 {
				continue
			}
			other, to := f.possibleWords[c.otherSlot], f.tableOfSlot(c.otherSlot)
			allowed := make(wordBitset, len(other))
			for letter, at := range t.wordsWithLetter[k] {
				if there := to.wordsWithLetter[c.otherLetter][letter]; there != nil && d.intersects(at) {
					for i := range allowed {
						allowed[i] |= there[i]
					}
				}
			}
			changed := false
			for i := range allowed {
				allowed[i] &= other[i]
				changed = changed || allowed[i] != other[i]
			}
			if !changed {
				continue
			}
			if f.possibleWords[c.otherSlot] = allowed; allowed.firstWord() < 0 {
				f.failureCounts[c.otherSlot]++
				return false
			}
			if !slices.Contains(queue, c.otherSlot) {
				queue = append(queue, c.otherSlot)
			}
		}
	}
	return true
}

// removeFromOtherSlots removes a word from the domains of all slots except slot s, as no word is used twice. It returns
// the slots whose domains had the word.
func (f *gridFiller) removeFromOtherSlots(s, word int) (changed []int) {
	for other := range f.wordSlots {
		if other != s && len(f.wordSlots[other].slotCells) == len(f.wordSlots[s].slotCells) &&
			f.possibleWords[other].hasWord(word) {
			f.possibleWords[other] = slices.Clone(f.possibleWords[other])
			f.possibleWords[other][word/64] &^= 1 << (word % 64)
			changed = append(changed, other)
		}
	}
	return changed
}

// assignWord puts a word into a slot. It reports whether every slot has at least one word left.
func (f *gridFiller) assignWord(s, word int) bool {
	f.possibleWords[s] = make(wordBitset, len(f.possibleWords[s]))
	f.possibleWords[s][word/64] |= 1 << (word % 64)
	return f.propagateCrossings([]int{s})
}

// placeThemeWords puts the theme words from index k on into slots, one after the other, and then fills the other slots.
func (f *gridFiller) placeThemeWords(ctx context.Context, k int) {
	if k == len(f.themeWords) {
		f.fillOpenSlots(ctx)
		return
	}
	n := len([]rune(f.themeWords[k]))
	for _, s := range f.randomSource.Perm(len(f.wordSlots)) {
		if len(f.wordSlots[s].slotCells) != n || !f.possibleWords[s].hasWord(
			f.tableOfSlot(s).wordIndex[f.themeWords[k]]) || f.nodesLeft <= 0 {
			continue
		}
		f.nodesLeft--
		before := slices.Clone(f.possibleWords)
		if f.assignWord(s, f.tableOfSlot(s).wordIndex[f.themeWords[k]]) {
			f.placeThemeWords(ctx, k+1)
		}
		f.possibleWords = before
	}
}

// fillOpenSlots fills the open slots in every way that the bounds allow, and keeps the best filling. If the search is
// incomplete, nodesLeft is 0 at the end.
func (f *gridFiller) fillOpenSlots(ctx context.Context) {
	if f.nodesLeft--; f.nodesLeft <= 0 || ctx.Err() != nil {
		f.nodesLeft = 0
		return
	}
	bound, next, least := 0, -1, 0.0
	for s, d := range f.possibleWords {
		bound += f.tableOfSlot(s).wordsByScore[d.firstWord()].Score
		n := d.countWords()
		if weight := float64(n) / f.failureCounts[s]; n > 1 && (next < 0 || weight < least) {
			next, least = s, weight
		}
	}
	if bound <= f.bestScore {
		return
	}
	if next < 0 {
		f.bestScore, f.bestFilling = bound, nil
		for s, d := range f.possibleWords {
			f.bestFilling = append(f.bestFilling, f.tableOfSlot(s).wordsByScore[d.firstWord()].Spelling)
		}
		return
	}
	left := slices.Clone(f.possibleWords[next])
	for w := left.firstWord(); w >= 0 && f.nodesLeft > 0; w = left.firstWord() {
		left[w/64] &^= 1 << (w % 64)
		before := slices.Clone(f.possibleWords)
		if f.assignWord(next, w) {
			f.fillOpenSlots(ctx)
		}
		f.possibleWords = before
	}
}

// gridTries is the number of random grids that are tried at most, until one can be filled.
const gridTries = 30

// rulesWithCrossword returns rules whose words fill a grid: the grid of the recipe, or a random one.
func (m *puzzleMaker) rulesWithCrossword(ctx context.Context, r *rand.Rand) (*ruleSet, error) {
	spec := m.recipe.Crossword
	lengths := map[int]bool{}
	for _, w := range spec.WordList {
		lengths[len([]rune(w.Spelling))] = true
	}
	for _, w := range spec.ThemeWords {
		lengths[len([]rune(w))] = true
	}
	tries := 1
	if m.recipe.SolutionPicture == "" {
		tries = gridTries
	}
	var g *crosswordGrid
	var words []string
	var score int
	err := errNoFilling
	for ; tries > 0 && errors.Is(err, errNoFilling); tries-- {
		if g = newCrosswordGrid(pictureRows(m.recipe.SolutionPicture)); m.recipe.SolutionPicture == "" {
			g = randomCrosswordGrid(spec.GridSize, lengths, r)
		}
		if g == nil {
			return nil, fmt.Errorf("of %d ways to put blocks on the grid none has words of the lengths of the list "+
				"alone: draw one, and name it by --picture", maxTries)
		}
		if len(g.wordSlots) == 0 {
			return nil, errors.New("the grid has no place for a word")
		}
		if !hasSlotsForTheme(g, spec.ThemeWords) {
			err = fmt.Errorf("the grid has no place for one of your words: %w", errNoFilling)
			continue
		}
		words, score, err = fillGrid(ctx, g, spec, r)
	}
	if err != nil {
		return nil, err
	}
	p, err := m.parsePuzzle(g.rulesWithWords(words, score))
	if err != nil {
		return nil, fmt.Errorf("the crossword has no text: %w", err)
	}
	return newRuleSet(ctx, p, false)
}

// hasSlotsForTheme reports whether the grid has at least as many slots of each length as there are theme words of that
// length.
func hasSlotsForTheme(g *crosswordGrid, theme []string) bool {
	room := map[int]int{}
	for _, s := range g.wordSlots {
		room[len(s.slotCells)]++
	}
	for _, w := range theme {
		if room[len([]rune(w))]--; room[len([]rune(w))] < 0 {
			return false
		}
	}
	return true
}

// rulesWithWords returns the rules: the words of a filling, by their lengths, and the grid with its given letters.
func (g *crosswordGrid) rulesWithWords(words []string, score int) string {
	sorted := slices.Clone(words)
	slices.SortFunc(sorted, func(a, b string) int {
		return cmp.Or(len([]rune(a))-len([]rune(b)), cmp.Compare(a, b))
	})
	var out strings.Builder
	fmt.Fprintf(&out, "// Put the %d words into the grid. Their scores are %.1f on average.\n", len(words),
		float64(score)/float64(len(words)))
	fmt.Fprintf(&out, "list word = %s\nwords %dx%d from word {\n  distinct\n  given \"\"\"\n",
		format.WordList(sorted), g.rows, g.columns)
	for k, letter := range g.cellCharacters {
		if k%g.columns == 0 {
			out.WriteString("    ")
		}
		out.WriteString(string(letter))
		if (k+1)%g.columns == 0 {
			out.WriteString("\n")
		}
	}
	out.WriteString("  \"\"\"\n}\nexpect unique\n")
	return out.String()
}

// anySolution returns a solution of rules that have few solutions.
func (r *ruleSet) anySolution(ctx context.Context) (matrix.Solution, error) {
	found, err := findSolutions(ctx, r.Program, schedule.Request{}, 1)
	if err != nil || len(found) == 0 {
		return nil, cmp.Or(err, errNoSolution)
	}
	return found[0], nil
}
