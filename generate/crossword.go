package generate

// This file makes crosswords: a grid of blocks, and words of a list that fill it, the best ones first. The puzzle is to
// put these words into the grid.

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
	Word  string
	Score int
}

// plainScore is the score of a word without one. Lists that are shared have scores from 0 to 100.
const plainScore = 50

// maxLetters bounds the number of different letters of a list, as the tables grow with it.
const maxLetters = 200

// ReadScoredWords reads a list with one word a line, perhaps with a semicolon and a score behind it. Blanks, hyphens
// and apostrophes in words are left out, and letters are made capital.
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
		if strings.ContainsFunc(w.Word, func(r rune) bool { return !unicode.IsLetter(r) }) || w.Word == "" {
			return nil, fmt.Errorf("%s:%d: %q is no word: a line is a word, or a word;50", name, number, word)
		}
		for _, r := range w.Word {
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
	// Size is the number of rows and of columns of a grid with random blocks; Recipe.Picture is a grid of one's own.
	Size int
	// Theme holds words that must be in the grid, as often as they stand there.
	Theme []string
	// Words is the list from which the other words are taken.
	Words []ScoredWord
}

// slot is a run of two cells or more between blocks.
type slot struct {
	cells []int
	cross []crossing // by letter
}

// crossing is a letter of another slot on the same cell; slot is negative if there is none.
type crossing struct{ slot, letter int }

// crossGrid is a grid with blocks.
type crossGrid struct {
	rows, columns int
	letters       []rune // by cell: '.', a letter that is given, or '#' for a block
	slots         []slot
}

// newCrossGrid finds the slots of a grid.
func newCrossGrid(rows [][]rune) *crossGrid {
	g := &crossGrid{rows: len(rows)}
	for _, row := range rows {
		g.columns = max(g.columns, len(row))
	}
	for _, row := range rows {
		for k := range g.columns {
			switch {
			case k >= len(row) || row[k] == '.' || row[k] == ' ' || row[k] == '_' || row[k] == '-':
				g.letters = append(g.letters, '.')
			default:
				g.letters = append(g.letters, unicode.ToUpper(row[k]))
			}
		}
	}
	on := make([]crossing, len(g.letters)) // slot and letter in the row
	for k := range on {
		on[k].slot = -1
	}
	for _, step := range []int{1, g.columns} {
		for first := range g.letters {
			if !g.isCell(first) || !g.beginsAt(first, step) {
				continue
			}
			s := slot{}
			for cell := first; g.isCell(cell); cell += step {
				s.cells = append(s.cells, cell)
				if step == 1 && (cell+1)%g.columns == 0 {
					break
				}
			}
			if len(s.cells) < 2 {
				continue
			}
			for k, cell := range s.cells {
				other := crossing{slot: -1}
				if step == 1 {
					on[cell] = crossing{len(g.slots), k}
				} else if other = on[cell]; other.slot >= 0 {
					g.slots[other.slot].cross[other.letter] = crossing{len(g.slots), k}
				}
				s.cross = append(s.cross, other)
			}
			g.slots = append(g.slots, s)
		}
	}
	return g
}

func (g *crossGrid) isCell(k int) bool { return k >= 0 && k < len(g.letters) && g.letters[k] != '#' }

// beginsAt reports whether no cell stands before a cell in a direction.
func (g *crossGrid) beginsAt(cell, step int) bool {
	if step == 1 && cell%g.columns == 0 {
		return true
	}
	return !g.isCell(cell - step)
}

// leastRun is the length of the shortest words in random grids.
const leastRun = 3

// randomGrid returns a grid of n rows and columns with random blocks, symmetric by a half-turn. All cells are
// connected, and every run has a length that some word has, three or more. It returns nil if it finds none.
func randomGrid(n int, lengths map[int]bool, r *rand.Rand) *crossGrid {
	near := rectangleNeighbours(n, n)
	for range maxTries {
		rows := make([][]rune, n)
		for k := range rows {
			rows[k] = slices.Repeat([]rune{'.'}, n)
		}
		most := max(5, n/2) + r.IntN(1+n/3) // length of the longest word that is wished
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
			if !hasGoodRows(rows, near) || blocksOf(rows, k) > n/3 {
				rows[k/n][k%n], rows[turned/n][turned%n] = '.', '.'
				continue
			}
			blocks += 2
		}
		g := newCrossGrid(rows)
		hasNoWord := func(s slot) bool { return !lengths[len(s.cells)] }
		if len(g.slots) > 0 && !slices.ContainsFunc(g.slots, hasNoWord) {
			return g
		}
	}
	return nil
}

// blocksOf returns the greater number of blocks of those in the row and in the column of a cell.
func blocksOf(rows [][]rune, cell int) int {
	inRow, inColumn := 0, 0
	for k, row := range rows {
		inRow += boolToInt(rows[cell/len(rows)][k] == '#')
		inColumn += boolToInt(row[cell%len(rows)] == '#')
	}
	return max(inRow, inColumn)
}

// eachRun calls do with the length of each run of cells in rows and columns of a square.
func eachRun(rows [][]rune, do func(length int)) {
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
	eachRun(rows, func(length int) { longest = max(longest, length) })
	return longest
}

// hasGoodRows reports whether no run is shorter than leastRun, and the cells are connected by steps to near ones.
func hasGoodRows(rows [][]rune, near [][]int32) bool {
	isGood := true
	eachRun(rows, func(length int) { isGood = isGood && length >= leastRun })
	if !isGood {
		return false
	}
	return areConnected(near, func(cell int) bool { return rows[cell/len(rows)][cell%len(rows)] != '#' })
}

// bitset is a set of words of one length, by their places in the list.
type bitset []uint64

func (b bitset) count() (n int) {
	for _, w := range b {
		n += bits.OnesCount64(w)
	}
	return n
}

func (b bitset) has(k int) bool { return b[k/64]>>(k%64)&1 == 1 }

// first returns the least element, or -1.
func (b bitset) first() int {
	for k, w := range b {
		if w != 0 {
			return 64*k + bits.TrailingZeros64(w)
		}
	}
	return -1
}

func (b bitset) meets(c bitset) bool {
	for k := range b {
		if b[k]&c[k] != 0 {
			return true
		}
	}
	return false
}

// wordTable holds the words of one length, the best first, and which of them have a letter at a place.
type wordTable struct {
	words []ScoredWord
	at    []map[rune]bitset // by place of the letter
	index map[string]int
}

func newWordTable(words []ScoredWord, length int) *wordTable {
	t := &wordTable{words: words, index: map[string]int{}, at: make([]map[rune]bitset, length)}
	for k := range t.at {
		t.at[k] = map[rune]bitset{}
	}
	for w, word := range words {
		t.index[word.Word] = w
		for k, letter := range []rune(word.Word) {
			if t.at[k][letter] == nil {
				t.at[k][letter] = make(bitset, (len(words)+63)/64)
			}
			t.at[k][letter][w/64] |= 1 << (w % 64)
		}
	}
	return t
}

// filler fills a grid with words. A slot has a domain, the words that are possible; what crosses keeps the domains
// consistent. Of the open slots the one is tried next that has the fewest words for each failure it had so far. The
// words are tried in order, the best first, and a bound cuts off what cannot be better than the best filling.
type filler struct {
	*crossGrid
	tables   map[int]*wordTable // by length
	theme    []string
	domains  []bitset
	failures []float64
	nodes    int // number of nodes that are left
	best     []string
	score    int // sum of the scores of best
	random   *rand.Rand
}

// Bounds of the search: nodes in all, nodes of the first run, and how much longer each run is than the one before. The
// nodes are a few seconds on a grid of 15 by 15 with 100,000 words.
const (
	fillNodes     = 20_000
	firstFillRun  = 300
	fillRunGrowth = 1.3
)

// errNoFilling is the error if the words do not fill a grid.
var errNoFilling = errors.New("no filling was found: more words, or more blocks, may help, and so may another seed")

// fillGrid returns the best words for the slots of a grid that are found within the bounds.
func fillGrid(ctx context.Context, g *crossGrid, spec *CrosswordSpec, r *rand.Rand) (words []string, score int,
	err error) {
	f := &filler{crossGrid: g, random: r, tables: map[int]*wordTable{}, score: -1, theme: slices.Clone(spec.Theme)}
	slices.SortStableFunc(f.theme, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	scores := map[string]int{}
	best := 0
	for _, w := range spec.Words {
		if s, known := scores[w.Word]; !known || s < w.Score {
			scores[w.Word] = w.Score
		}
		best = max(best, w.Score)
	}
	for _, w := range spec.Theme {
		scores[w] = best
	}
	byLength := map[int][]ScoredWord{}
	for word, s := range scores {
		n := len([]rune(word))
		byLength[n] = append(byLength[n], ScoredWord{word, s})
	}
	for _, s := range g.slots {
		if n := len(s.cells); f.tables[n] == nil {
			list := byLength[n]
			slices.SortFunc(list, func(a, b ScoredWord) int { return cmp.Compare(a.Word, b.Word) })
			r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
			slices.SortStableFunc(list, func(a, b ScoredWord) int { return b.Score - a.Score })
			if f.tables[n] = newWordTable(list, n); len(list) == 0 {
				return nil, 0, fmt.Errorf("the list has no word of %d letters, and the grid has a place for one", n)
			}
		}
	}
	f.failures = slices.Repeat([]float64{1}, len(g.slots))
	run := float64(firstFillRun)
	for left := fillNodes; left > 0 && ctx.Err() == nil; run *= fillRunGrowth {
		f.nodes = min(left, int(run))
		left -= f.nodes
		if f.begin() {
			f.placeTheme(ctx, 0)
		}
		if f.nodes > 0 {
			break // everything was tried: the best filling is the best one there is
		}
	}
	if f.best == nil {
		return nil, 0, cmp.Or(ctx.Err(), errNoFilling)
	}
	return f.best, f.score, nil
}

// table returns the words for a slot.
func (f *filler) table(s int) *wordTable { return f.tables[len(f.slots[s].cells)] }

// begin gives every slot all words of its length that have the letters given. It reports whether all slots have some.
func (f *filler) begin() bool {
	f.domains = make([]bitset, len(f.slots))
	for s, slot := range f.slots {
		t := f.table(s)
		d := make(bitset, (len(t.words)+63)/64)
		for w := range t.words {
			d[w/64] |= 1 << (w % 64)
		}
		for k, cell := range slot.cells {
			letter := f.letters[cell]
			if letter == '.' {
				continue
			}
			for i := range d {
				if at := t.at[k][letter]; at == nil {
					d[i] = 0
				} else {
					d[i] &= at[i]
				}
			}
		}
		f.domains[s] = d
	}
	all := make([]int, len(f.slots))
	for s := range all {
		all[s] = s
	}
	return f.propagate(all)
}

// propagate keeps the words that agree with some word of each slot they cross. It reports whether every slot has some.
func (f *filler) propagate(queue []int) bool {
	for len(queue) > 0 {
		s := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		d, t := f.domains[s], f.table(s)
		if d.first() < 0 {
			f.failures[s]++
			return false
		}
		if d.count() == 1 {
			queue = append(queue, f.removeElsewhere(s, d.first())...)
		}
		for k, c := range f.slots[s].cross {
			if c.slot < 0 {
				continue
			}
			other, to := f.domains[c.slot], f.table(c.slot)
			allowed := make(bitset, len(other))
			for letter, at := range t.at[k] {
				if there := to.at[c.letter][letter]; there != nil && d.meets(at) {
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
			if f.domains[c.slot] = allowed; allowed.first() < 0 {
				f.failures[c.slot]++
				return false
			}
			if !slices.Contains(queue, c.slot) {
				queue = append(queue, c.slot)
			}
		}
	}
	return true
}

// removeElsewhere takes a word away from all slots but one, as no word is used twice. It returns those that had it.
func (f *filler) removeElsewhere(s, word int) (changed []int) {
	for other := range f.slots {
		if other != s && len(f.slots[other].cells) == len(f.slots[s].cells) && f.domains[other].has(word) {
			f.domains[other] = slices.Clone(f.domains[other])
			f.domains[other][word/64] &^= 1 << (word % 64)
			changed = append(changed, other)
		}
	}
	return changed
}

// choose puts a word into a slot. It reports whether all slots have words left.
func (f *filler) choose(s, word int) bool {
	f.domains[s] = make(bitset, len(f.domains[s]))
	f.domains[s][word/64] |= 1 << (word % 64)
	return f.propagate([]int{s})
}

// placeTheme puts the words that must appear into slots, each in turn, and then fills the others.
func (f *filler) placeTheme(ctx context.Context, k int) {
	if k == len(f.theme) {
		f.fill(ctx)
		return
	}
	n := len([]rune(f.theme[k]))
	for _, s := range f.random.Perm(len(f.slots)) {
		if len(f.slots[s].cells) != n || !f.domains[s].has(f.table(s).index[f.theme[k]]) || f.nodes <= 0 {
			continue
		}
		f.nodes--
		before := slices.Clone(f.domains)
		if f.choose(s, f.table(s).index[f.theme[k]]) {
			f.placeTheme(ctx, k+1)
		}
		f.domains = before
	}
}

// fill fills the open slots, and keeps the best filling. It leaves no nodes if it could not try everything.
func (f *filler) fill(ctx context.Context) {
	if f.nodes--; f.nodes <= 0 || ctx.Err() != nil {
		f.nodes = 0
		return
	}
	bound, next, least := 0, -1, 0.0
	for s, d := range f.domains {
		bound += f.table(s).words[d.first()].Score
		n := d.count()
		if weight := float64(n) / f.failures[s]; n > 1 && (next < 0 || weight < least) {
			next, least = s, weight
		}
	}
	if bound <= f.score {
		return
	}
	if next < 0 {
		f.score, f.best = bound, nil
		for s, d := range f.domains {
			f.best = append(f.best, f.table(s).words[d.first()].Word)
		}
		return
	}
	left := slices.Clone(f.domains[next])
	for w := left.first(); w >= 0 && f.nodes > 0; w = left.first() {
		left[w/64] &^= 1 << (w % 64)
		before := slices.Clone(f.domains)
		if f.choose(next, w) {
			f.fill(ctx)
		}
		f.domains = before
	}
}

// gridTries is the number of random grids of which one must have a filling.
const gridTries = 30

// withCrossword returns rules whose words fill a grid: one of one's own, or a random one.
func (m *puzzleMaker) withCrossword(ctx context.Context, r *rand.Rand) (*ruleSet, error) {
	spec := m.recipe.Crossword
	lengths := map[int]bool{}
	for _, w := range spec.Words {
		lengths[len([]rune(w.Word))] = true
	}
	for _, w := range spec.Theme {
		lengths[len([]rune(w))] = true
	}
	tries := 1
	if m.recipe.Picture == "" {
		tries = gridTries
	}
	var g *crossGrid
	var words []string
	var score int
	err := errNoFilling
	for ; tries > 0 && errors.Is(err, errNoFilling); tries-- {
		if g = newCrossGrid(pictureRows(m.recipe.Picture)); m.recipe.Picture == "" {
			g = randomGrid(spec.Size, lengths, r)
		}
		if g == nil {
			return nil, fmt.Errorf("of %d ways to put blocks on the grid none has words of the lengths of the list alone: "+
				"draw one, and name it by --picture", maxTries)
		}
		if len(g.slots) == 0 {
			return nil, errors.New("the grid has no place for a word")
		}
		if !hasRoom(g, spec.Theme) {
			err = fmt.Errorf("the grid has no place for one of your words: %w", errNoFilling)
			continue
		}
		words, score, err = fillGrid(ctx, g, spec, r)
	}
	if err != nil {
		return nil, err
	}
	p, err := m.parsePuzzle(g.text(words, score))
	if err != nil {
		return nil, fmt.Errorf("the crossword has no text: %w", err)
	}
	return newRules(ctx, p, false)
}

// hasRoom reports whether the grid has as many slots of each length as there are words that must appear.
func hasRoom(g *crossGrid, theme []string) bool {
	room := map[int]int{}
	for _, s := range g.slots {
		room[len(s.cells)]++
	}
	for _, w := range theme {
		if room[len([]rune(w))]--; room[len([]rune(w))] < 0 {
			return false
		}
	}
	return true
}

// text returns the rules: the words of a filling, by their lengths, and the grid with the letters that its drawing has.
func (g *crossGrid) text(words []string, score int) string {
	sorted := slices.Clone(words)
	slices.SortFunc(sorted, func(a, b string) int {
		return cmp.Or(len([]rune(a))-len([]rune(b)), cmp.Compare(a, b))
	})
	var out strings.Builder
	fmt.Fprintf(&out, "// Put the %d words into the grid. Their scores are %.1f on average.\n", len(words),
		float64(score)/float64(len(words)))
	fmt.Fprintf(&out, "list word = %s\nwords %dx%d from word {\n  distinct\n  given \"\"\"\n",
		format.WordList(sorted), g.rows, g.columns)
	for k, letter := range g.letters {
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

// anySolution returns a solution of rules that have few.
func (r *ruleSet) anySolution(ctx context.Context) (matrix.Solution, error) {
	found, err := findSolutions(ctx, r.Program, schedule.Request{}, 1)
	if err != nil || len(found) == 0 {
		return nil, cmp.Or(err, errNoSolution)
	}
	return found[0], nil
}
