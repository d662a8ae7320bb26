package check

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"unicode"
	"unicode/utf8"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

func (c *checker) words(s *ast.Words) {
	if !c.question(s, "a rectangle of words") {
		return
	}
	rows, columns, ok := c.wordSize(s)
	text, name, found := c.wordList(s.List)
	if !ok || !found {
		c.packBroken = true
		return
	}
	m := &model.Words{Span: c.span(s), Rows: rows, Columns: columns}
	c.wordRules(s, m)
	lengths := map[int]bool{}
	for _, l := range m.Lines {
		lengths[len(l.Cells)] = true
	}
	if m.List, ok = c.readWords(s.List, name, text, lengths); !ok {
		c.packBroken = true
		return
	}
	c.puzzle.Words = m
}

func (c *checker) wordSize(s *ast.Words) (rows, columns int, ok bool) {
	sides := boxSides(s.Box)
	if len(sides) != 2 {
		c.fail(codes.BadPlace, s.Box, "rows, then columns: words 3x3", "a rectangle has two sides")
		return 0, 0, false
	}
	rows, ok = c.small(sides[0])
	columns, ok2 := c.small(sides[1])
	if !ok || !ok2 {
		return 0, 0, false
	}
	if rows < 1 || columns < 1 {
		c.fail(codes.BadCount, s.Box, "", "there is no rectangle of %d by %d", rows, columns)
		return 0, 0, false
	}
	return rows, columns, c.fits(s.Box, rows, columns)
}

// wordList reads the list that a statement names.
func (c *checker) wordList(l *ast.WordList) (text []byte, name string, ok bool) {
	var err error
	hint := "a path is relative to this file, and stays in its folder or below; a standard list has a bare name: from three_letter_words"
	switch {
	case l.Name != nil:
		name, hint = l.Name.Text, "a file is named in quotes: from \"words.txt\""
		err = fs.ErrNotExist
		if c.importer.Words != nil {
			text, err = c.importer.Words(name)
		}
		if err != nil {
			c.fail(codes.BadWordList, l, hint, "there is no standard list of words `%s`", name)
		}
		return text, name, err == nil
	case c.importer.File == nil:
		err = errors.New("files cannot be read here")
	default:
		name, text, err = c.importer.File(c.file.Source.Name, string(l.Path))
	}
	if err != nil {
		c.fail(codes.BadWordList, l, hint, "cannot read %q: %v", l.Path, err)
	}
	return text, name, err == nil
}

// mostWords bounds the words of a list that are of use.
const mostWords = 1_000_000

// readWords takes a list apart: one word a line, and nothing else. Words of
// other lengths than those wanted are left out.
func (c *checker) readWords(s *ast.WordList, name string, text []byte, lengths map[int]bool) ([]string, bool) {
	list := strings.TrimPrefix(string(text), source.ByteOrderMark)
	seen := map[string]bool{}
	var out []string
	number := 0
	for line := range strings.Lines(list) {
		number++
		word := strings.TrimSpace(line)
		switch {
		case word == "" || seen[word] || !lengths[utf8.RuneCountInString(word)]:
			continue
		case !utf8.ValidString(word) || strings.ContainsFunc(word, notInWord):
			c.fail(codes.BadWordList, s, "a list has one word a line", "line %d of %s is no word: %q", number, name, word)
			return nil, false
		}
		if seen[word] = true; len(seen) > mostWords {
			c.fail(codes.TooLarge, s, "", "a list has at most %d words that fit", mostWords)
			return nil, false
		}
		out = append(out, word)
	}
	if len(out) == 0 && len(lengths) > 0 {
		c.fail(codes.BadWordList, s, "a list has one word a line", "the list %s has no word that fits a line", name)
		return nil, false
	}
	return out, true
}

// notInWord tells characters that are not part of words, or that would make the
// name of an item unreadable.
func notInWord(r rune) bool {
	return !unicode.IsGraphic(r) || unicode.IsSpace(r) || strings.ContainsRune(",:|[]", r)
}

func (c *checker) wordRules(s *ast.Words, m *model.Words) {
	said := map[string]bool{}
	for _, r := range s.Rules {
		switch {
		case r.Given != nil:
			c.givenLetters(r, m)
			continue
		case said[r.Word]:
			c.fail(codes.SaidTwice, r, "say it once", "there is a rule about `%s` already", r.Word)
		case r.Word == "diagonals" && m.Rows != m.Columns:
			c.fail(codes.UnknownLines, r, "", "a rectangle of %d by %d has no diagonals from corner to corner", m.Rows, m.Columns)
			continue
		}
		said[r.Word] = true
	}
	if !said["rows"] && !said["columns"] && !said["diagonals"] {
		said["rows"], said["columns"] = true, true
	}
	if said["rows"] {
		m.Lines = append(m.Lines, wordRows(m)...)
	}
	if said["columns"] {
		m.Lines = append(m.Lines, wordColumns(m)...)
	}
	if said["diagonals"] {
		m.Lines = append(m.Lines, wordDiagonals(m)...)
	}
	m.Distinct = said["distinct"]
}

func wordRows(m *model.Words) []model.WordLine {
	var out []model.WordLine
	for r := range m.Rows {
		l := model.WordLine{Name: fmt.Sprintf("row[%d]", r)}
		for k := range m.Columns {
			l.Cells = append(l.Cells, lattice.Cell{int32(r), int32(k)})
		}
		out = append(out, l)
	}
	return out
}

func wordColumns(m *model.Words) []model.WordLine {
	var out []model.WordLine
	for k := range m.Columns {
		l := model.WordLine{Name: fmt.Sprintf("column[%d]", k)}
		for r := range m.Rows {
			l.Cells = append(l.Cells, lattice.Cell{int32(r), int32(k)})
		}
		out = append(out, l)
	}
	return out
}

// wordDiagonals are read from left to right: downwards, and upwards.
func wordDiagonals(m *model.Words) []model.WordLine {
	down, up := model.WordLine{Name: "diagonal[0]"}, model.WordLine{Name: "diagonal[1]"}
	for k := range int32(m.Rows) {
		down.Cells = append(down.Cells, lattice.Cell{k, k})
		up.Cells = append(up.Cells, lattice.Cell{int32(m.Rows) - 1 - k, k})
	}
	return []model.WordLine{down, up}
}

// givenLetters reads letters that are known.
func (c *checker) givenLetters(rule *ast.WordRule, m *model.Words) {
	if m.Given != nil {
		c.fail(codes.SaidTwice, rule, "say it once", "there is a rule about `given` already")
		return
	}
	p := rule.Given
	m.Given = map[lattice.Cell]string{}
	if len(p.Rows) != m.Rows {
		c.fail(codes.BadGiven, p, "a dot is an empty cell", "these are %d rows, and there are %d", len(p.Rows), m.Rows)
		return
	}
	for row, line := range p.Rows {
		if columns := utf8.RuneCountInString(line); columns != m.Columns {
			c.failAt(codes.BadGiven, c.rowOf(p, row), "a dot is an empty cell", "this row has %d cells, and there are %d columns", columns, m.Columns)
			return
		}
		for k := range eachMark(line) {
			if k.row = row; k.char != '.' && notInWord(k.char) {
				c.failAt(codes.BadGiven, c.inPicture(p, k), "a dot is an empty cell", "%q is no letter", k.char)
			} else if k.char != '.' {
				m.Given[lattice.Cell{int32(row), int32(k.column)}] = string(k.char)
			}
		}
	}
}
