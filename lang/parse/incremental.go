package parse

import (
	"cmp"
	"slices"
	"unicode/utf8"

	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// Reparse parses an edited text, as [File] does. Statements that the edit did not touch are taken from the tree
// of the previous text, which may be nil.
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

// unchangedText is the part of a text that an edit did not touch: the first head bytes, and the tail from an
// offset on, which moved by some bytes.
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

// inHead reports whether a word that ends at an offset is unchanged. The character after it may continue it, so
// that character must be unchanged as well.
func (u unchangedText) inHead(end int) bool { return end+utf8.UTFMax < u.head }

// Retokenize returns the tokens of an edited text, as [Tokens] does. Tokens that the edit did not touch are
// taken from those of the previous text.
func Retokenize(before []Token, old, text string) []Token {
	u := compareTexts(old, text)
	kept := 0 // text far behind may decide whether quotes are closed
	for kept < len(before) && before[kept].Kind != Wrong && u.inHead(before[kept].End) {
		kept++
	}
	out := make([]Token, 0, len(before)+64)
	appendToken := func(t Token, by int) {
		r := source.Range{Start: t.Start + by, End: t.End + by}
		// a copy, so that the previous text is not kept in memory
		out = append(out, Token{r, t.Kind, text[r.Start:r.End]})
	}
	for _, t := range before[:kept] {
		appendToken(t, 0)
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
				appendToken(t, u.by)
			}
			break
		}
		out = append(out, t)
	}
	return out
}

// reuseStatement returns the statement that begins with the current token and advances past it, if the edit did
// not touch it. A token has the same meaning at any offset, so a statement in the unchanged tail can be reused.
// In the unchanged head the word after the statement must be unchanged as well, as it might continue the
// statement.
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

// tokenFrom returns the end of the first word at or after an offset. If there is none, the result is larger
// than the length of the text.
func (p *parser) tokenFrom(offset int) int {
	for i := int(p.next.RawCursor()); i < len(p.tokens); i++ {
		if t := &p.tokens[i]; t.Pos.Offset >= offset && t.Type != blankKind && !t.EOF() {
			return tokenEnd(t)
		}
	}
	return len(p.file.Source.Text) + 1
}

// advanceTo advances to the first word at or after an offset.
func (p *parser) advanceTo(offset int) {
	for t := p.next.Peek(); !t.EOF() && t.Pos.Offset < offset; t = p.next.Peek() {
		p.next.Next()
	}
}
