package parse

import (
	"cmp"
	"slices"
	"unicode/utf8"

	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// Reparse parses a text that was edited, as [File] does. Statements that the edit has not touched are taken from the
// tree of the text before, which may be nil.
func Reparse(before *ast.File, name string, text []byte) (*ast.File, error) {
	file, err := source.NewFileWithin(maxBytes, name, text, codes.TooLarge, tooLargeHint)
	if err != nil {
		return &ast.File{Source: file}, err
	}
	p := &parser{file: &ast.File{Source: file}}
	if before != nil {
		p.previous = &previousTree{before.Statements, compareTexts(before.Source.Text, p.file.Source.Text)}
	}
	return p.parseFile(text)
}

// previousTree is the tree of a text before an edit.
type previousTree struct {
	statements []ast.Statement
	unchangedText
}

// unchangedText is what an edit has left alone: so many bytes at the head, and the tail from an offset on, which has
// moved by so many bytes.
type unchangedText struct{ head, tail, by int }

func compareTexts(old, text string) unchangedText {
	u := unchangedText{by: len(text) - len(old)}
	shorter := min(len(old), len(text))
	for u.head < shorter && old[u.head] == text[u.head] {
		u.head++
	}
	n := 0
	for n < shorter-u.head && old[len(old)-1-n] == text[len(text)-1-n] {
		n++
	}
	u.tail = len(old) - n
	return u
}

// inHead reports whether a word that ends at an offset is as it was before: what follows it on the line may belong to
// it, so the next character must be untouched as well.
func (u unchangedText) inHead(end int) bool { return end+utf8.UTFMax < u.head }

// Retokenize lists the tokens of a text that was edited, as [Tokens] visits them. Those that the edit has not touched
// are taken from the tokens of the text before.
func Retokenize(before []Token, old, text string) []Token {
	u := compareTexts(old, text)
	kept := 0 // whether quotes are ever closed, a text far behind may decide
	for kept < len(before) && before[kept].Kind != Wrong && u.inHead(before[kept].End) {
		kept++
	}
	out := make([]Token, 0, len(before)+64)
	take := func(t Token, by int) {
		r := source.Range{Start: t.Start + by, End: t.End + by}
		out = append(out, Token{r, t.Kind, text[r.Start:r.End]}) // no word keeps the text before alive
	}
	for _, t := range before[:kept] {
		take(t, 0)
	}
	from := 0
	if kept > 0 {
		from = before[kept-1].End
	}
	for t := range tokensFrom(text, from) {
		rest, found := slices.BinarySearchFunc(before, t.Start-u.by,
			func(t Token, offset int) int { return cmp.Compare(t.Start, offset) })
		if found && before[rest].Start >= u.tail {
			for _, t := range before[rest:] {
				take(t, u.by)
			}
			break
		}
		out = append(out, t)
	}
	return out
}

// reuseStatement returns the statement that begins with the token at hand, if it was there before the edit, and
// passes over it. A token says the same wherever it begins, so what follows in an untouched tail
// is read as before. In the head the word behind the statement must be untouched as well, as
// the statement might go on with it.
func (p *parser) reuseStatement() (ast.Statement, bool) {
	if p.previous == nil {
		return nil, false
	}
	start := p.start.Pos.Offset
	if s, ok := p.previous.statementAt(start); ok && p.previous.inHead(p.tokenFrom(s.Range().End)) {
		p.advanceTo(s.Range().End)
		return s, true
	}
	if s, ok := p.previous.statementAt(start - p.previous.by); ok && s.Range().Start >= p.previous.tail {
		if p.previous.by != 0 {
			s = ast.ShiftStatement(s, p.previous.by)
		}
		p.advanceTo(s.Range().End)
		return s, true
	}
	return nil, false
}

func (e *previousTree) statementAt(offset int) (ast.Statement, bool) {
	i, found := slices.BinarySearchFunc(e.statements, offset,
		func(s ast.Statement, offset int) int { return cmp.Compare(s.Range().Start, offset) })
	if !found {
		return nil, false
	}
	return e.statements[i], true
}

// tokenFrom returns where the first word at or behind an offset ends, or the end of the text and more if there
// is none.
func (p *parser) tokenFrom(offset int) int {
	for i := int(p.next.RawCursor()); i < len(p.tokens); i++ {
		if t := &p.tokens[i]; t.Pos.Offset >= offset && t.Type != blankKind && !t.EOF() {
			return tokenEnd(t)
		}
	}
	return len(p.file.Source.Text) + 1
}

// advanceTo moves on to the first word at or behind an offset.
func (p *parser) advanceTo(offset int) {
	for t := p.next.Peek(); !t.EOF() && t.Pos.Offset < offset; t = p.next.Peek() {
		p.next.Next()
	}
}
