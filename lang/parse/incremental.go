package parse

import (
	"cmp"
	"slices"
	"unicode/utf8"

	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// Reparse parses an edited text as [File] does. It takes the statements that the edit did not touch from before, the
// tree of the former text, which may be nil.
func Reparse(before *ast.File, name string, text []byte) (*ast.File, error) {
	file, err := source.NewFileWithin(maxBytes, name, text, codes.TooLarge, tooLargeHint)
	if err != nil {
		return &ast.File{Source: file}, err
	}
	p := &parser{file: &ast.File{Source: file}}
	if before != nil {
		p.previousTree = &previousTree{before.Statements, compareTexts(before.Source.Text, p.file.Source.Text)}
	}
	return p.parseFile(text)
}

// previousTree holds the statements of a text before an edit.
type previousTree struct {
	statements []ast.Statement
	unchangedText
}

// unchangedText says which part of a text an edit did not touch: the head, which is the first headLength bytes, and the
// tail, which is all bytes from the old offset tailStart on. The edit moved the tail by tailShift bytes.
type unchangedText struct{ headLength, tailStart, tailShift int }

func compareTexts(old, text string) unchangedText {
	u := unchangedText{tailShift: len(text) - len(old)}
	shorter := min(len(old), len(text))
	for u.headLength < shorter && old[u.headLength] == text[u.headLength] {
		u.headLength++
	}
	n := 0
	for n < shorter-u.headLength && old[len(old)-1-n] == text[len(text)-1-n] {
		n++
	}
	u.tailStart = len(old) - n
	return u
}

// isInHead reports whether a word that ends at an offset is in the unchanged head. The character after the word must be
// unchanged as well, as it may continue the word.
func (u unchangedText) isInHead(end int) bool { return end+utf8.UTFMax < u.headLength }

// Retokenize returns the tokens of an edited text as [Tokens] does. It takes the tokens that the edit did not touch
// from before, the tokens of the old text.
func Retokenize(before []Token, old, text string) []Token {
	u := compareTexts(old, text)
	kept := 0 // a quote far away may change how tokens are read, so the tail may change
	for kept < len(before) && before[kept].Kind != Wrong && u.isInHead(before[kept].End) {
		kept++
	}
	out := make([]Token, 0, len(before)+64)
	appendToken := func(t Token, by int) {
		r := source.Range{Start: t.Start + by, End: t.End + by}
		// This copies the text, so that the old text is not kept in memory.
		out = append(out, Token{r, t.Kind, text[r.Start:r.End]})
	}
	for _, t := range before[:kept] {
		appendToken(t, 0)
	}
	from := 0
	if kept > 0 {
		from = before[kept-1].End
	}
	for t := range tokensFromOffset(text, from) {
		rest, found := slices.BinarySearchFunc(before, t.Start-u.tailShift,
			func(t Token, offset int) int { return cmp.Compare(t.Start, offset) })
		if found && before[rest].Start >= u.tailStart {
			for _, t := range before[rest:] {
				appendToken(t, u.tailShift)
			}
			break
		}
		out = append(out, t)
	}
	return out
}

// reuseStatement returns the statement that begins with the current token, if the edit did not touch it, and moves on
// to the token after it. A token means the same at any offset, so a statement in the unchanged tail can be reused. In
// the unchanged head the word after the statement must be unchanged too, as it might continue the statement.
func (p *parser) reuseStatement() (ast.Statement, bool) {
	if p.previousTree == nil {
		return nil, false
	}
	start := p.firstToken.Pos.Offset
	if s, ok := p.previousTree.statementAtOffset(start); ok && p.previousTree.isInHead(p.endOfWordFrom(s.Range().End)) {
		p.skipTokensBefore(s.Range().End)
		return s, true
	}
	if s, ok := p.previousTree.statementAtOffset(start - p.previousTree.tailShift); ok &&
		s.Range().Start >= p.previousTree.tailStart {
		if p.previousTree.tailShift != 0 {
			s = ast.ShiftStatement(s, p.previousTree.tailShift)
		}
		p.skipTokensBefore(s.Range().End)
		return s, true
	}
	return nil, false
}

func (e *previousTree) statementAtOffset(offset int) (ast.Statement, bool) {
	i, found := slices.BinarySearchFunc(e.statements, offset,
		func(s ast.Statement, offset int) int { return cmp.Compare(s.Range().Start, offset) })
	if !found {
		return nil, false
	}
	return e.statements[i], true
}

// endOfWordFrom returns the end of the first word at or after an offset. If there is none, it returns a number beyond
// the text.
func (p *parser) endOfWordFrom(offset int) int {
	for i := int(p.tokenReader.RawCursor()); i < len(p.tokens); i++ {
		if t := &p.tokens[i]; t.Pos.Offset >= offset && t.Type != blankKind && !t.EOF() {
			return endOfToken(t)
		}
	}
	return len(p.file.Source.Text) + 1
}

// skipTokensBefore advances to the first word at or after an offset.
func (p *parser) skipTokensBefore(offset int) {
	for t := p.tokenReader.Peek(); !t.EOF() && t.Pos.Offset < offset; t = p.tokenReader.Peek() {
		p.tokenReader.Next()
	}
}
