// Package parse turns the text of a puzzle file into its tree.
//
// Its input is a named text, its output an [ast.File] or a [source.List] of
// everything that is wrong with the text, in order of position. It knows the
// spelling of the language and nothing of its meaning.
//
// Participle stops at the first mistake. So the tokens are made at once, and
// then each statement is parsed by itself: after a mistake the parser goes on
// at the next line that begins with the keyword of a statement.
package parse

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// mostNesting bounds brackets inside brackets.
const mostNesting = 100

// mostWords bounds the tokens of a file, blanks between them included. They are
// kept in memory, at some hundred bytes each.
const mostWords = 600_000

// File parses the text of a file. On a mistake the error is a [source.List]
// and the file holds the statements that could be read.
func File(name string, text []byte) (*ast.File, error) {
	p := &parser{file: &ast.File{Source: source.NewFile(name, text)}}
	if p.isText(text) && p.lex() {
		p.statements()
	}
	return p.file, p.errs.Err()
}

type parser struct {
	file   *ast.File
	tokens []lexer.Token // blanks and comments included, and the end of the file
	next   *lexer.PeekingLexer
	errs   source.List
}

// isText rules out what is no puzzle file at all.
func (p *parser) isText(text []byte) bool {
	if len(text) >= 14 && string(text[2:14]) == "ACROSS&DOWN\x00" {
		p.fail(codes.AcrossLite, source.Range{}, "Across Lite crosswords share the ending .puz with Quadrille puzzles, and nothing else",
			"this is an Across Lite crossword, not a Quadrille puzzle")
		return false
	}
	if i := bytes.IndexByte(text, 0); i >= 0 {
		p.fail(codes.NotText, source.Range{Start: i, End: i + 1}, "a puzzle is written in plain text (UTF-8)", "this is a binary file")
		return false
	}
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && size == 1 {
			p.fail(codes.NotText, source.Range{Start: i, End: i + 1}, "save the file as UTF-8", "the text is not valid UTF-8")
			return false
		}
		i += size
	}
	return true
}

// lex makes the tokens, keeps the comments, and reports what is no token. It returns
// false if there are too many of them.
func (p *parser) lex() bool {
	text := p.file.Source.Text
	start := len(text) - len(strings.TrimPrefix(text, source.ByteOrderMark))
	for at, n := start, 0; at < len(text); n++ {
		kind, length := scan(text[at:])
		t := lexer.Token{Type: kind, Value: text[at : at+length], Pos: lexer.Position{Offset: at}}
		at += length
		p.tokens = append(p.tokens, t)
		switch {
		case n == mostWords:
			p.errs, p.file.Comments = nil, nil
			p.fail(codes.TooLarge, rangeOf(&t), "a matrix of that size is better kept as a dump than as a puzzle",
				"this file has more than %d words", mostWords/2)
			return false
		case kind == commentKind:
			p.file.Comments = append(p.file.Comments, ast.Comment{Node: between(t.Pos.Offset, at), Text: strings.TrimRight(t.Value, " \t\r")})
		default:
			p.reportNoToken(&t)
		}
	}
	p.tokens = append(p.tokens, lexer.EOFToken(lexer.Position{Offset: len(text)}))
	return true
}

// reportNoToken reports what is wrong with a token by itself.
func (p *parser) reportNoToken(t *lexer.Token) {
	r := rangeOf(t)
	switch t.Type {
	case openPictureKind:
		r.End = r.Start + 3
		p.fail(codes.UnclosedText, r, `close the picture with """`, "this picture is never closed")
	case openStringKind:
		p.fail(codes.UnclosedText, r, `close the text with " on the same line`, "this text is never closed")
	case strayKind:
		if !p.blamedLine(t) {
			p.fail(codes.BadCharacter, r, strayHints[t.Value], "the character %q means nothing here", t.Value)
		}
	}
}

// blamedLine reports whether a # stands before a stray character on its line:
// a remark that is no comment should not get an error for every comma.
func (p *parser) blamedLine(t *lexer.Token) bool {
	if len(p.errs) == 0 {
		return false
	}
	last := p.errs[len(p.errs)-1]
	return last.Code == codes.BadCharacter && p.file.Source.Slice(last.Span.Range) == "#" &&
		p.file.Source.LineOf(last.Span.Start) == p.file.Source.LineOf(t.Pos.Offset)
}

var strayHints = map[string]string{
	"#": "a comment begins with //",
	"'": `texts stand between double quotes: "text"`,
	";": "statements need no semicolon",
	"!": "`not` negates a condition; != compares",
}

// statements parses the tokens, a statement at a time.
func (p *parser) statements() {
	rest := replay(p.tokens)
	var err error
	if p.next, err = lexer.Upgrade(&rest, spaceKind, commentKind); err != nil {
		panic(err) // a replay does not fail
	}
	for !p.next.Peek().EOF() && !p.errs.Full() {
		start := p.next.Peek()
		if resume, ok := p.tooDeep(); ok {
			p.skipTo(resume)
			continue
		}
		s, err := statements.ParseFromLexer(p.next, participle.AllowTrailing(true))
		if err != nil {
			p.skipTo(p.report(err, start))
			continue
		}
		p.file.Statements = append(p.file.Statements, *s)
		p.checkEnd()
	}
}

// checkEnd sees to it that after a statement there is another one or nothing.
func (p *parser) checkEnd() {
	t := p.next.Peek()
	switch {
	case t.EOF() || isStatement(t):
		return
	case isNoToken(t) && p.lastOnLine(t):
		p.skipTo(end(t)) // such as a semicolon
		return
	case isNoToken(t):
		// What the statement says nobody knows.
		p.file.Statements = p.file.Statements[:len(p.file.Statements)-1]
		p.skipTo(end(t))
		return
	case p.onNewLine(t):
		return // reported as an unknown statement, by the next round
	}
	p.unexpected(t, "the end of the statement, or a way to go on with it")
	p.skipTo(end(t))
}

// skipTo moves on to the first statement that begins a line at or after offset.
func (p *parser) skipTo(offset int) {
	for {
		t := p.next.Peek()
		if t.EOF() || t.Pos.Offset >= offset && p.onNewLine(t) && (isStatement(t) || isMisspelt(t)) {
			return
		}
		p.next.Next()
	}
}

// isMisspelt tells a word that may be meant for a keyword.
func isMisspelt(t *lexer.Token) bool {
	return t.Type == nameKind && len(t.Value) > 2 && !slices.Contains(allWords, t.Value) &&
		source.DidYouMean(t.Value, keywords) != ""
}

func isStatement(t *lexer.Token) bool { return t.Type == keywordKind }

// lastOnLine reports whether only blanks stand behind the token on its line.
func (p *parser) lastOnLine(t *lexer.Token) bool {
	line, _, _ := strings.Cut(p.file.Source.Text[end(t):], "\n")
	return strings.TrimSpace(line) == ""
}

// onNewLine reports whether only blanks stand before the token on its line.
func (p *parser) onNewLine(t *lexer.Token) bool {
	before := p.file.Source.Text[:t.Pos.Offset]
	before = strings.TrimRight(before, " \t"+source.ByteOrderMark)
	return before == "" || strings.HasSuffix(before, "\n")
}

// tooDeep looks ahead over one statement for nesting that would exhaust the
// stack of a recursive parser. It returns where to go on.
func (p *parser) tooDeep() (resume int, found bool) {
	depth, start := 0, p.next.Peek().Pos.Offset
	for i := int(p.next.RawCursor()); i < len(p.tokens); i++ {
		t := &p.tokens[i]
		if isStatement(t) && t.Pos.Offset > start && (depth == 0 || p.onNewLine(t)) {
			return 0, false
		}
		switch t.Value {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			depth--
		}
		if depth > mostNesting {
			p.fail(codes.TooDeep, rangeOf(t), "give a part of it a name of its own",
				"more than %d brackets inside one another", mostNesting)
			return end(t), true
		}
	}
	return 0, false
}

func (p *parser) fail(code source.Code, r source.Range, hint, format string, args ...any) {
	p.errs.Add(code, p.file.Source.Span(r), hint, format, args...)
}

// replay is a lexer that gives out tokens made before.
type replay []lexer.Token

// Next returns the next token.
func (r *replay) Next() (lexer.Token, error) {
	t := (*r)[0]
	*r = (*r)[1:]
	return t, nil
}

// Reserved reports whether a word is one of the language, and can be no name.
func Reserved(word string) bool {
	return slices.Contains(keywords, word) || slices.Contains(connectives, word)
}
