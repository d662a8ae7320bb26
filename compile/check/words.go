package check

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/compile/rule"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// checkWords checks a `words` statement.
func (c *checker) checkWords(s *ast.Words) bool {
	rows, columns, ok := c.evalTwoSides(s.RectangleSize, "a rectangle")
	ok = ok && c.require(rows > 0 && columns > 0, codes.BadCount, s.RectangleSize, "",
		"there is no rectangle of %d by %d", rows,
		columns) &&
		c.boxFitsCellLimit(s.RectangleSize, rows, columns)
	text, name, found := c.readWordList(s)
	if !ok || !found {
		return false
	}
	m := &model.WordPuzzle{Span: c.spanOf(s), Rows: rows, Columns: columns}
	c.checkWordRules(s, m)
	lengths := map[int]bool{}
	for _, l := range m.WordLines {
		lengths[len(l.Cells)] = true
	}
	at := ast.Ranged(s.WordListName)
	if s.WordListFile != nil {
		at = s.WordListFile
	}
	m.WordList, ok = c.splitWordList(at, name, text, lengths)
	if ok {
		c.addWordsSentence(s, name, m)
		c.puzzle.WordPuzzle = m
	}
	return ok
}

// addWordsSentence adds a sentence that says which lines read as words, and of which list.
func (c *checker) addWordsSentence(s *ast.Words, list string, m *model.WordPuzzle) {
	kinds := slices.DeleteFunc([]string{"rows", "columns", "diagonals"},
		func(kind string) bool { return !c.singleUseKeysSeen[onceOnlyKey(kind)] })
	if len(kinds) == 0 {
		kinds = []string{"rows", "columns"}
	}
	names := map[string]string{"rows": "each row", "columns": "each column", "diagonals": "each main diagonal"}
	where, lines := "cell", "%s reads"
	if len(m.BlockCells) > 0 {
		where, lines = "white square", "each run of two or more in %s reads"
		names = map[string]string{"rows": "rows", "columns": "columns", "diagonals": "main diagonals"}
	}
	for k, kind := range kinds {
		kinds[k] = names[kind]
	}
	c.addSentence(s, fmt.Sprintf("Write a letter on each %s, so that "+lines+" as a word of the list %s (%s).", where,
		source.JoinWords(kinds), strings.TrimSuffix(filepath.Base(list), filepath.Ext(list)),
		source.Plural(len(m.WordList), "word")))
	for _, r := range s.Rules {
		if r.GivenLetters == nil || len(m.GivenLetters) > 0 {
			c.addSentence(r, rule.WordRuleSentence(r))
		}
	}
}

// evalTwoSides computes the sides of a size that must have exactly two.
func (c *checker) evalTwoSides(b *ast.Box, what string) (rows, columns int, ok bool) {
	written := boxSides(b)
	if !c.require(len(written) == 2, codes.BadPlace, b, "rows, then columns: 3x3", "%s has two sides", what) {
		return 0, 0, false
	}
	numbers, ok := c.evalSizes(written)
	return numbers[0], numbers[1], ok
}

// wordLinesOfRectangle returns the lines of a rectangle: columns from the top, other lines from the left. There are
// diagonals only in a square.
func wordLinesOfRectangle(kind string, rows, columns int) (lines [][]lattice.Cell) {
	line := func(n int, from, step lattice.Cell) {
		var cells []lattice.Cell
		for range n {
			cells = append(cells, from)
			from = from.Plus(step)
		}
		lines = append(lines, cells)
	}
	switch kind {
	case "rows":
		for r := range int32(rows) {
			line(columns, lattice.Cell{r, 0}, lattice.Cell{0, 1})
		}
	case "columns":
		for k := range int32(columns) {
			line(rows, lattice.Cell{0, k}, lattice.Cell{1, 0})
		}
	case "diagonals":
		line(rows, lattice.Cell{0, 0}, lattice.Cell{1, 1})
		line(rows, lattice.Cell{int32(rows) - 1, 0}, lattice.Cell{-1, 1})
	}
	return lines
}

// readWordList reads the word list that a statement names: a file, a list of the puzzle, or a standard list.
func (c *checker) readWordList(s *ast.Words) (text []byte, name string, ok bool) {
	if s.WordListFile != nil {
		name, text, ok = c.readPath(s.WordListFile, s.WordListFile.Text, codes.BadWordList,
			pathHint+"; a standard list has a bare name: from three_letter_words")
		return text, name, ok
	}
	if c.namesInScope[s.WordListName.Text] != nil {
		e := c.lookupName(s.WordListName, listKind)
		return c.valuesOfListText(e), s.WordListName.Text, e != nil
	}
	text, err := c.importer.ReadWordList(s.WordListName.Text)
	return text, s.WordListName.Text, c.require(err == nil, codes.BadWordList, s.WordListName,
		"declare a list, or name a file in quotes: from \"words.txt\"; `puz stdlib` lists the standard ones",
		"there is no list of words `%s`", s.WordListName.Text)
}

// valuesOfListText returns the values of a list as text, one a line. It returns nil if e is nil.
func (c *checker) valuesOfListText(e *entity) []byte {
	if e == nil {
		return nil
	}
	var out strings.Builder
	for _, v := range e.listValues {
		out.WriteString(c.vocabulary.ValueText(v) + "\n")
	}
	return []byte(out.String())
}

// maxWords bounds the number of words of a usable length in a list.
const maxWords = 1_000_000

// splitWordList splits a list into words, one on each line. It leaves out words that are too short or too long for
// every line.
func (c *checker) splitWordList(s ast.Ranged, name string, text []byte, lengths map[int]bool) ([]string, bool) {
	const hint = "a list has one word a line"
	const scored = "a list has one word a line, without scores: take what stands behind the word away, as `cut -d';' " +
		"-f1` does"
	seen := map[string]bool{}
	var out []string
	number := 0
	for line := range strings.Lines(strings.TrimPrefix(string(text), source.ByteOrderMark)) {
		number++
		word := strings.TrimSpace(line)
		if before, score, found := strings.Cut(word, ";"); found && isLetters(before) && isNumber(score) {
			return nil, c.fail(codes.BadWordList, s, scored, "line %d of %s has a score behind its word: %q", number,
				name, word)
		}
		switch {
		case word == "" || seen[word] || !lengths[utf8.RuneCountInString(word)]:
			continue
		case !utf8.ValidString(word) || strings.ContainsFunc(word, func(r rune) bool { return !isNameRune(r) }):
			return nil, c.fail(codes.BadWordList, s, hint, "line %d of %s is no word: %q", number, name, word)
		case len(out) == maxWords:
			return nil, c.fail(codes.TooLarge, s, "", "a list has at most %d words that fit", maxWords)
		}
		seen[word] = true
		out = append(out, word)
	}
	var letters []string
	for _, n := range slices.Sorted(maps.Keys(lengths)) {
		letters = append(letters, strconv.Itoa(n))
	}
	return out, c.require(len(out) > 0 || len(lengths) == 0 || c.hasOptions(), codes.BadWordList, s,
		"the lines want words of "+strings.Join(letters, " or ")+" letters; "+hint,
		"the list %s has no word that fits a line", name)
}

// wordLineFamilies has the families of the items of rows, columns and diagonals. No other statement has items of these
// families, so that words stand beside each of them.
var wordLineFamilies = map[string]string{"rows": "across", "columns": "down", "diagonals": "aslant"}

// checkWordRules checks the rules of a `words` statement.
func (c *checker) checkWordRules(s *ast.Words, m *model.WordPuzzle) {
	isSaid := func(word string) bool { return c.singleUseKeysSeen[onceOnlyKey(word)] }
	for _, r := range s.Rules {
		switch {
		case r.GivenLetters != nil:
			if c.requireFirstOfKind(onceOnlyKey("given"), r) {
				c.readGivenLetters(r.GivenLetters, m)
			}
		case r.MainDiagonals && m.Rows != m.Columns:
			c.fail(codes.UnknownLines, r, "", "a rectangle of %d by %d has no diagonals from corner to corner", m.Rows,
				m.Columns)
		default:
			c.requireFirstOfKind(onceOnlyKey(cmp.Or(r.Word, "diagonals")), r)
		}
	}
	kinds := slices.DeleteFunc([]string{"rows", "columns", "diagonals"},
		func(kind string) bool { return !isSaid(kind) })
	if len(kinds) == 0 {
		kinds = []string{"rows", "columns"}
	}
	for _, kind := range kinds {
		addLine := func(index string, cells []lattice.Cell) {
			m.WordLines = append(m.WordLines, model.WordLine{
				ItemName: fmt.Sprintf("%s[%s]", wordLineFamilies[kind], index),
				LineName: strings.TrimSuffix(kind, "s") + " " + index,
				Cells:    cells,
			})
		}
		for i, cells := range wordLinesOfRectangle(kind, m.Rows, m.Columns) {
			if len(m.BlockCells) == 0 {
				addLine(strconv.Itoa(i), cells)
				continue
			}
			for _, run := range lineStretchesBetweenBlocks(cells, m.BlockCells) {
				addLine(lattice.Square.CellName(run[0]), run)
			}
		}
	}
	m.RequiresDistinctWords = isSaid("distinct")
}

// lineStretchesBetweenBlocks returns the parts of a line between the blocks that have at least two cells.
func lineStretchesBetweenBlocks(cells []lattice.Cell, blocks map[lattice.Cell]bool) (runs [][]lattice.Cell) {
	begin := 0
	for end := range len(cells) + 1 {
		if end < len(cells) && !blocks[cells[end]] {
			continue
		}
		if end-begin > 1 {
			runs = append(runs, cells[begin:end])
		}
		begin = end + 1
	}
	return runs
}

// readGivenLetters reads a picture of given letters and blocks.
func (c *checker) readGivenLetters(p *ast.Lines, m *model.WordPuzzle) {
	if !c.requirePictureSize(p, m.Rows, m.Columns) {
		return
	}
	m.GivenLetters, m.BlockCells = map[lattice.Cell]string{}, map[lattice.Cell]bool{}
	for k, cell := range c.eachPictureCell(p, lattice.Square) {
		switch {
		case k.Character == '.':
		case k.Character == '#':
			m.BlockCells[cell] = true
		case isNameRune(k.Character):
			m.GivenLetters[cell] = string(k.Character)
			c.recordCell(k.Span.Range, cell)
		default:
			c.failAt(codes.BadGiven, k.Span, rule.EmptyCellHint, "%q is no letter", k.Character)
		}
	}
}

// isLetters reports whether a text consists of at least one letter and nothing else.
func isLetters(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
}

// isNumber reports whether a text is a whole number, perhaps with blanks around it.
func isNumber(text string) bool {
	_, err := strconv.Atoi(strings.TrimSpace(text))
	return err == nil
}
