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
	if p.readable(text) {
		p.lex()
		p.statements()
	}
	return p.file, p.errs.Err()
}

type parser struct {
	file   *ast.File
	tokens []lexer.Token
	errs   source.List
}

// readable rules out what is no puzzle file at all.
func (p *parser) readable(text []byte) bool {
	top := source.Range{}
	if len(text) >= 14 && string(text[2:14]) == "ACROSS&DOWN\x00" {
		p.fail(codes.AcrossLite, top, "Across Lite crosswords share the ending .puz with Quadrille puzzles, and nothing else",
			"this is an Across Lite crossword, not a Quadrille puzzle")
		return false
	}
	if i := bytes.IndexByte(text, 0); i >= 0 {
		p.fail(codes.NotText, source.Range{Start: i, End: i + 1}, "a puzzle is written in plain text (UTF-8)", "this is a binary file")
		return false
	}
	if i := firstInvalid(text); i >= 0 {
		p.fail(codes.NotText, source.Range{Start: i, End: i + 1}, "save the file as UTF-8", "the text is not valid UTF-8")
		return false
	}
	return true
}

func firstInvalid(text []byte) int {
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}

// lex makes the tokens, keeps the comments, and reports what is no token.
func (p *parser) lex() {
	text := strings.TrimPrefix(p.file.Source.Text, source.ByteOrderMark)
	shift := len(p.file.Source.Text) - len(text)
	scan := &scanner{text: text}
	p.tokens = make([]lexer.Token, 0, min(len(text), mostWords)+2)
	for {
		t, _ := scan.Next() // there is a kind of token for every mistake
		t.Pos.Offset += shift
		p.tokens = append(p.tokens, t)
		if t.EOF() {
			return
		}
		if len(p.tokens) > mostWords {
			p.tooLong(&t)
			return
		}
		p.inspect(&t)
	}
}

// tooLong gives up on a file: what was read of it so far is dropped.
func (p *parser) tooLong(t *lexer.Token) {
	p.errs, p.file.Comments = nil, nil
	p.fail(codes.TooLarge, source.Range{Start: t.Pos.Offset, End: end(t)}, "a matrix of that size is better kept as a dump than as a puzzle",
		"this file has more than %d words", mostWords/2)
	p.tokens = []lexer.Token{lexer.EOFToken(t.Pos)}
}

func (p *parser) inspect(t *lexer.Token) {
	r := source.Range{Start: t.Pos.Offset, End: end(t)}
	switch t.Type {
	case commentKind:
		text := strings.TrimRight(t.Value, " \t\r")
		p.file.Comments = append(p.file.Comments, ast.Comment{Node: at(t), Text: text})
	case openPictureKind:
		r.End = r.Start + 3
		p.fail(codes.UnclosedText, r, `close the picture with """`, "this picture is never closed")
	case openStringKind:
		p.fail(codes.UnclosedText, r, `close the text with " on the same line`, "this text is never closed")
	case strayKind:
		if p.blamedLine(t) {
			return
		}
		p.fail(codes.BadCharacter, r, strayHint(t.Value), "the character %q means nothing here", t.Value)
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

func strayHint(char string) string {
	switch char {
	case "#":
		return "a comment begins with //"
	case "'":
		return `texts stand between double quotes: "text"`
	case ";":
		return "statements need no semicolon"
	case "!":
		return "`not` negates a condition; != compares"
	}
	return ""
}

// statements parses the tokens, a statement at a time.
func (p *parser) statements() {
	stream := replay(p.tokens)
	lex, err := lexer.Upgrade(&stream, spaceKind, commentKind)
	if err != nil {
		panic(err) // a replay does not fail
	}
	for !lex.Peek().EOF() && !p.errs.Full() {
		start := lex.Peek()
		if resume, ok := p.tooDeep(lex); ok {
			p.skipTo(lex, resume)
			continue
		}
		s, err := statements.ParseFromLexer(lex, participle.AllowTrailing(true))
		if err == nil {
			p.file.Statements = append(p.file.Statements, *s)
			p.checkEnd(lex)
			continue
		}
		p.skipTo(lex, p.report(err, start))
	}
}

// checkEnd sees to it that after a statement there is another one or nothing.
func (p *parser) checkEnd(lex *lexer.PeekingLexer) {
	t := lex.Peek()
	switch {
	case t.EOF() || isStatement(t):
		return
	case isNoToken(t) && p.lastOnLine(t):
		p.skipTo(lex, end(t)) // such as a semicolon
		return
	case isNoToken(t):
		// What the statement says nobody knows.
		p.file.Statements = p.file.Statements[:len(p.file.Statements)-1]
		p.skipTo(lex, end(t))
		return
	case p.onNewLine(t):
		return // reported as an unknown statement, by the next round
	}
	p.unexpected(t, "the end of the statement, or a way to go on with it")
	p.skipTo(lex, end(t))
}

// skipTo moves on to the first statement that begins a line at or after offset.
func (p *parser) skipTo(lex *lexer.PeekingLexer, offset int) {
	for {
		t := lex.Peek()
		if t.EOF() || t.Pos.Offset >= offset && p.onNewLine(t) && (isStatement(t) || isMisspelt(t)) {
			return
		}
		lex.Next()
	}
}

// isMisspelt tells a word that may be meant for a keyword.
func isMisspelt(t *lexer.Token) bool {
	return t.Type == nameKind && len(t.Value) > 2 && !slices.Contains(grammarWords, t.Value) &&
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
func (p *parser) tooDeep(lex *lexer.PeekingLexer) (resume int, found bool) {
	depth, start := 0, lex.Peek().Pos.Offset
	for i := int(lex.RawCursor()); i < len(p.tokens); i++ {
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
			p.fail(codes.TooDeep, source.Range{Start: t.Pos.Offset, End: end(t)}, "give a part of it a name of its own",
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
func Reserved(word string) bool { return isKeyword(word) }

// isKeyword reports whether a word is reserved.
func isKeyword(word string) bool {
	return slices.Contains(keywords, word) || slices.Contains(connectives, word)
}
