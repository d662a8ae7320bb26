// Package parse turns the text of a puzzle file into its tree.
//
// Its input is a named text. Its output is an [ast.File], or a [source.DiagnosticList] of all syntax errors in the
// order of the text. It knows the spelling of the language and nothing of its meaning.
//
// The parser library, participle, stops at the first error. So the whole text is split into tokens first, and then each
// statement is parsed by itself: after an error the parser goes on at the next line that begins with the keyword of a
// statement.
package parse

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"

	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// maxNesting bounds the depth of nested brackets.
const maxNesting = 100

// maxTokens bounds the tokens of a file, which include blanks. A token takes about a hundred bytes of memory.
const maxTokens = 600_000

// maxBytes bounds the text of a file, most of which may be comments.
const maxBytes = 16 << 20

const tooLargeHint = "a matrix of that size is better kept as a dump than as a puzzle"

// File parses the text of a file. If there are errors, they form a [source.DiagnosticList], and the file holds
// the statements that could be parsed.
func File(name string, text []byte) (*ast.File, error) { return Reparse(nil, name, text) }

func (p *parser) parseFile(text []byte) (*ast.File, error) {
	if p.isPuzzleText(text) && p.makeTokens() {
		p.parseStatements()
	}
	return p.file, p.errorList.ErrorOrNil()
}

type parser struct {
	file           *ast.File
	scannedEnd     int           // offset up to which the text has been split into tokens
	tokens         []lexer.Token // all tokens, also blanks and comments, and the end of the file
	lastWordEnd    int           // offset after the last word
	tokenReader    *lexer.PeekingLexer
	firstToken     *lexer.Token     // first token of the statement
	wrongRuleBlock *wrongRuleBraces // braces with a wrong rule, while the parser is in them; otherwise nil
	openStatement  openStatement    // statement that is being split into tokens
	previousTree   *previousTree    // nil if there is no previous text
	lastPictureRow int              // number of the last line that is a row of a picture without quotes, or 0
	errorList      source.DiagnosticList
}

// isPuzzleText reports an error if a file cannot be a puzzle, as it holds binary data for example.
func (p *parser) isPuzzleText(text []byte) bool {
	if len(text) >= 14 && string(text[2:14]) == "ACROSS&DOWN\x00" {
		p.fail(codes.AcrossLite, source.Range{},
			"Across Lite crosswords share the ending .puz with Quadrille puzzles, and nothing else",
			"this is an Across Lite crossword, not a Quadrille puzzle")
		return false
	}
	if start := bytes.TrimLeft(text, " \t\r\n"); bytes.HasPrefix(start, []byte("https://")) ||
		bytes.HasPrefix(start, []byte("http://")) {
		at, end := len(text)-len(start), bytes.IndexAny(start, " \t\r\n")
		if end < 0 {
			end = len(start)
		}
		p.fail(codes.BadLink, source.Range{Start: at, End: at + end},
			"`puz import` writes the text of a puzzle that a link holds", "this is a link, and no text of a puzzle")
		return false
	}
	if i := bytes.IndexByte(text, 0); i >= 0 {
		p.fail(codes.NotText, source.Range{Start: i, End: i + 1}, "a puzzle is written in plain text (UTF-8)",
			"this is a binary file")
		return false
	}
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && size == 1 {
			p.fail(codes.NotText, source.Range{Start: i, End: i + 1}, "save the file as UTF-8",
				"the text is not valid UTF-8")
			return false
		}
		i += size
	}
	return true
}

// makeTokens splits the text into tokens. It returns false if there are too many.
func (p *parser) makeTokens() bool {
	if strings.HasPrefix(p.file.Source.Text, source.ByteOrderMark) {
		p.scannedEnd = len(source.ByteOrderMark)
	}
	p.tokens = make([]lexer.Token, 0, min(len(p.file.Source.Text)/4, maxTokens))
	var err error
	p.tokenReader, err = lexer.Upgrade(p, blankKind)
	return err == nil
}

// Next returns the next token. It stores a comment, and reports an invalid token as an error.
func (p *parser) Next() (lexer.Token, error) {
	t := lexer.EOFToken(lexer.Position{Offset: p.scannedEnd})
	if rest := p.file.Source.Text[p.scannedEnd:]; rest != "" {
		kind, length := scanToken(rest)
		t.Type, t.Value = kind, rest[:length]
		p.scannedEnd += length
	}
	switch {
	case len(p.tokens) == maxTokens && !t.EOF():
		p.errorList, p.file.Comments = nil, nil
		p.fail(codes.TooLarge, rangeOfToken(&t), tooLargeHint,
			"this file has more than %d words", maxTokens/2)
		return t, errors.New("too many words")
	case t.Type == wrongKind:
		p.reportWrong(&t)
	case t.Type == keywordKind && isSearchHint(t.Value, p.openStatement.statementKeyword,
		p.file.Source.Text[p.scannedEnd:]):
		t.Type = nameKind
	case t.Type == nameKind && p.isMisspelledKeyword(&t):
		t.Type = slipKind
	case t.Type == nameKind && (p.beginsCount(&t) || p.beginsDiffer(&t)):
		t.Type = connectiveKind
	case t.Type == nameKind && p.beginsView(&t):
		t.Type = viewKind
	case isComment(t.Value):
		p.file.Comments = append(p.file.Comments, ast.Comment{Node: nodeOf(&t),
			Text: strings.TrimRight(t.Value, " \t\r")})
	}
	if t.Type != blankKind && !t.EOF() {
		p.lastWordEnd = p.scannedEnd
	}
	p.tokens = append(p.tokens, t)
	p.openStatement.addToken(&t)
	return t, nil
}

// openStatement tracks the statement that is being split into tokens. If it is a list of names, it could swallow the
// next line.
type openStatement struct {
	statementKeyword string
	startOffset      int // offset of the keyword
	bracketDepth     int // number of open brackets
	wordCount        int // number of words of the statement so far outside of brackets, with the keyword
}

func (l *openStatement) addToken(t *lexer.Token) {
	switch {
	case isStatement(t) && l.statementKeyword == "secondary":
		l.statementKeyword, l.wordCount = t.Value, 1
	case isStatement(t):
		*l = openStatement{statementKeyword: t.Value, startOffset: t.Pos.Offset, wordCount: 1}
	case t.Type == nameKind:
		l.wordCount++
	case t.Type != operatorKind:
	case strings.Contains("([{", t.Value):
		l.bracketDepth++
	case strings.Contains(")]}", t.Value):
		l.bracketDepth--
	}
}

// isMisspelledKeyword reports whether a word is nearly a keyword, begins its line at the margin, and follows a complete
// statement. Such a word begins a statement and does not continue a list.
func (p *parser) isMisspelledKeyword(t *lexer.Token) bool {
	text := p.file.Source.Text
	return t.Pos.Offset > 0 && text[t.Pos.Offset-1] == '\n' && p.openStatement.bracketDepth == 0 &&
		p.openStatement.statementKeyword != "" &&
		source.CorrectSlip(t.Value, keywords) != "" &&
		!slices.Contains(wordsOfStatement(p.openStatement.statementKeyword), t.Value) &&
		p.mayStatementEndAt(t.Pos.Offset)
}

// beginsCount reports whether a word begins a phrase such as `exactly 2`, or the part `by` of a `show` statement. After
// a list of items the word could be one more item, and after a shape `at` could move the shape.
func (p *parser) beginsCount(t *lexer.Token) bool {
	inItems := p.openStatement.statementKeyword == "items"
	if inItems && (p.openStatement.bracketDepth > 0 || p.openStatement.wordCount < 2) {
		return false
	}
	switch t.Value {
	case "exactly", "any":
		return inItems
	case "by":
		return p.openStatement.statementKeyword == "show" && p.openStatement.bracketDepth == 0 &&
			p.openStatement.wordCount > 1
	case "at":
		next := withoutBlanks(p.file.Source.Text[p.scannedEnd:])
		next = next[:nameLength(next)]
		return (next == "least" || next == "most") &&
			!slices.Contains([]string{"option", "matching", "forbid"}, p.openStatement.statementKeyword)
	}
	return false
}

// beginsDiffer reports whether `rows` begins the rule `rows differ`, and not clues for rows.
func (p *parser) beginsDiffer(t *lexer.Token) bool {
	if t.Value != "rows" && t.Value != "columns" {
		return false
	}
	next := withoutBlanks(p.file.Source.Text[p.scannedEnd:])
	return next[:nameLength(next)] == "differ"
}

// withoutBlanks returns a text without the blanks and comments at its start.
func withoutBlanks(text string) string {
	for text != "" {
		kind, length := scanToken(text)
		if kind != blankKind {
			break
		}
		text = text[length:]
	}
	return text
}

// statementsWithBoardViews are the statements whose rules may name parts of their board.
var statementsWithBoardViews = []string{"pack", "place", "queens", "latin", "fill"}

// wordsBehindShapes are words that may follow the name of a shape in a rule, or begin the next rule.
var wordsBehindShapes = []string{"everywhere", "x", "at", "rotate", "mirror", "exactly", "any", "none"}

// beginsView reports, by the text after it, whether a word begins a part of a board and is not a name. It begins one in
// `row 2` and in `around (r, c)`, where it is not the name of a shape, and in `rows of t`, where it is not the name of
// a table.
func (p *parser) beginsView(t *lexer.Token) bool {
	if t.Value == "rows" { // `rows of t` names the rows of a table only behind `in`
		next := withoutBlanks(p.file.Source.Text[p.scannedEnd:])
		return next[:nameLength(next)] == "of"
	}
	if p.beginsRegions(t) {
		return true
	}
	if p.openStatement.bracketDepth == 0 || !slices.Contains(statementsWithBoardViews,
		p.openStatement.statementKeyword) {
		return false
	}
	line, _, _ := strings.Cut(p.file.Source.Text[p.scannedEnd:], "\n")
	next := strings.TrimLeft(line, " \t\r")
	switch t.Value {
	case "around", "ray", "rays":
		return strings.HasPrefix(next, "(")
	case "main":
		return next[:nameLength(next)] == "diagonals"
	case "row", "column":
		name := next[:nameLength(next)]
		return next != "" && (strings.Contains(digits+"(", next[:1]) ||
			name != "" && !IsReserved(name) && !slices.Contains(wordsBehindShapes, name))
	}
	return false
}

// beginsRegions reports whether a word begins the regions `rectangles at t` or `shapes at t`, and is not the name of a
// set of pieces.
func (p *parser) beginsRegions(t *lexer.Token) bool {
	if t.Value != "rectangles" && t.Value != "shapes" ||
		p.openStatement.statementKeyword != "pack" && p.openStatement.statementKeyword != "set" {
		return false
	}
	next := strings.Fields(p.file.Source.Text[p.scannedEnd:min(len(p.file.Source.Text),
		p.scannedEnd+bytesReadBehindRegions)])
	return len(next) > 1 && next[0] == "at" && nameLength(next[1]) > 0
}

// bytesReadBehindRegions is the number of bytes after the word `rectangles` or `shapes` that are examined.
const bytesReadBehindRegions = 40

// mayStatementEndAt reports whether the statement that is being split into tokens may end at an offset.
func (p *parser) mayStatementEndAt(at int) bool {
	_, whole := NextSymbols(wordsBetween(p.file.Source.Text[:at], p.openStatement.startOffset))
	return whole
}

// reportWrong reports an invalid token.
func (p *parser) reportWrong(t *lexer.Token) {
	r := rangeOfToken(t)
	switch {
	case strings.HasPrefix(t.Value, `"""`):
		r.End = r.Start + 3
		end := source.Range{Start: endOfToken(t), End: endOfToken(t)}
		p.fail(codes.UnclosedText, r, `close the picture with """`, "this picture is never closed").
			AddFix("close it", source.TextEdit{Span: p.file.Source.Span(end), Text: "\n\"\"\""})
	case t.Value[0] == '"':
		d := p.fail(codes.UnclosedText, r, `close the text with " on the same line`, "this text is never closed")
		d.FixByReplacing(t.Value + `"`)
	case p.isPictureRow(t):
		p.reportPictureRow(t)
	case !p.hasHashBefore(t):
		hint := hintForStrayCharacter[t.Value]
		if t.Value == "#" && (p.openStatement.statementKeyword == "fill" ||
			p.openStatement.statementKeyword == "latin") &&
			strings.Contains(p.lineUntil(t), " with ") {
			hint = "symbols stand in quotes: with \"_#\""
		}
		d := p.fail(codes.BadCharacter, r, hint, "the character %q means nothing here", t.Value)
		if instead, known := fixForStrayCharacter[t.Value]; known && instead == "" {
			d.FixByRemoving()
		} else if known {
			d.FixByReplacing(instead)
		}
	}
}

// maxPictureRowBytes bounds the length, in bytes, of a line that may be taken for a row of a picture.
const maxPictureRowBytes = 200

// isPictureRow reports whether a token stands on a line of nothing but the characters of pictures.
func (p *parser) isPictureRow(t *lexer.Token) bool {
	text, at := p.file.Source.Text, t.Pos.Offset
	from, to := max(0, at-maxPictureRowBytes), min(len(text), at+maxPictureRowBytes)
	begin := strings.LastIndexByte(text[from:at], '\n')
	end := strings.IndexByte(text[at:to], '\n')
	if begin < 0 && from > 0 || end < 0 && to < len(text) {
		return false
	}
	if end >= 0 {
		to = at + end
	}
	row := strings.TrimSpace(text[from+begin+1 : to])
	return len(row) > 1 && strings.Trim(row, "#.*?") == ""
}

// reportPictureRow reports the first row of a picture without quotes.
func (p *parser) reportPictureRow(t *lexer.Token) {
	line := p.file.Source.LineOf(t.Pos.Offset)
	if p.lastPictureRow == 0 || line > p.lastPictureRow+1 {
		p.fail(codes.BadCharacter, rangeOfToken(t), "a picture stands between three quotes: piece p = \"\"\"…\"\"\"",
			"these are rows of a picture, without its quotes")
	}
	p.lastPictureRow = line
}

// hasHashBefore reports whether a # stands on the line before an invalid character. So a comment in the wrong spelling
// gets one error, and not one for each of its commas.
func (p *parser) hasHashBefore(t *lexer.Token) bool {
	if len(p.errorList) == 0 {
		return false
	}
	last := p.errorList[len(p.errorList)-1]
	return last.Code == codes.BadCharacter && p.file.Source.TextOf(last.Span.Range) == "#" &&
		p.file.Source.LineOf(last.Span.Start) == p.file.Source.LineOf(t.Pos.Offset)
}

var hintForStrayCharacter = map[string]string{
	"#": "a comment begins with //",
	"×": "a size is written with the letter x: 8x8",
	"^": "there are no powers: write n*n",
	"≤": "write <=", "≥": "write >=", "≠": "write !=", "–": "write -", "−": "write -", "·": "write *",
	"“": `texts stand between straight quotes: "text"`, "”": `texts stand between straight quotes: "text"`,
	"`": `texts stand between double quotes: "text"`,
	"|": "`or` joins conditions", "…": "a range is written 1..3",
	"'": `texts stand between double quotes: "text"`,
	";": "statements need no semicolon",
	"!": "`not` negates a condition; != compares",
}

var fixForStrayCharacter = map[string]string{
	"#": "//", ";": "", "×": "x", "≤": "<=", "≥": ">=", "≠": "!=", "–": "-", "−": "-", "·": "*",
	"…": "..",
}

// parseStatements parses the tokens one statement at a time.
func (p *parser) parseStatements() {
	for !p.tokenReader.Peek().EOF() && !p.errorList.HasMaxErrors() {
		p.firstToken = p.tokenReader.Peek()
		if s, ok := p.reuseStatement(); ok {
			p.file.Statements = append(p.file.Statements, s)
			p.reportTextAfterStatement()
			continue
		}
		if resume, ok := p.findDeepNesting(); ok {
			p.skipToStatementFrom(resume)
			continue
		}
		if resume, ok := p.misreadCount(); ok {
			p.skipToStatementFrom(resume)
			continue
		}
		s, err := statementChoice.parseMember(p.tokenReader)
		if err != nil {
			p.skipToStatementFrom(p.reportOtherRules(p.reportError(err)))
			continue
		}
		p.file.Statements = append(p.file.Statements, *s)
		p.reportTextAfterStatement()
	}
}

// reportTextAfterStatement reports text after a statement that begins no statement.
func (p *parser) reportTextAfterStatement() {
	t := p.tokenReader.Peek()
	switch {
	case t.EOF() || isStatement(t):
		return
	case t.Type == wrongKind:
		// A semicolon alone is harmless. After other text the meaning of the statement is unknown.
		if !p.isLastOnLine(t) {
			p.file.Statements = p.file.Statements[:len(p.file.Statements)-1]
		}
	case p.isFirstOnLine(t):
		return // the next iteration reports this text as an unknown statement
	default:
		p.reportUnexpected(t, "the end of the statement, or a way to go on with it")
	}
	p.skipToStatementFrom(endOfToken(t))
}

// skipToStatementFrom moves on to the first statement that begins a line at or after an offset.
func (p *parser) skipToStatementFrom(offset int) {
	for {
		t := p.tokenReader.Peek()
		if t.EOF() || t.Pos.Offset >= offset && p.isFirstOnLine(t) && (isStatement(t) || p.mayBeKeyword(t)) {
			return
		}
		p.tokenReader.Next()
	}
}

// mayBeKeyword reports whether a word may be a misspelled keyword. A word further to the right than the previous
// statement is a rule of that statement.
func (p *parser) mayBeKeyword(t *lexer.Token) bool {
	return t.Type == slipKind || t.Type == nameKind && p.columnOf(t) <= p.columnOf(p.firstToken) && len(t.Value) > 2 &&
		!slices.Contains(allGrammarWords(), t.Value) &&
		source.DidYouMean(t.Value, keywords) != ""
}

func (p *parser) columnOf(t *lexer.Token) int { return p.file.Source.Position(t.Pos.Offset).Column }

func isStatement(t *lexer.Token) bool { return t.Type == keywordKind }

// isLastOnLine reports whether only blanks follow the token on its line.
func (p *parser) isLastOnLine(t *lexer.Token) bool {
	line, _, _ := strings.Cut(p.file.Source.Text[endOfToken(t):], "\n")
	return strings.TrimSpace(line) == ""
}

// isFirstOnLine reports whether only blanks precede the token on its line.
func (p *parser) isFirstOnLine(t *lexer.Token) bool {
	before := p.file.Source.Text[:t.Pos.Offset]
	before = strings.TrimRight(before, " \t"+source.ByteOrderMark)
	return before == "" || strings.HasSuffix(before, "\n")
}

// findDeepNesting looks ahead over one statement for brackets so deep that they would exhaust the stack of the parser.
// It returns the offset from which to go on, and whether it found such brackets.
func (p *parser) findDeepNesting() (resume int, found bool) {
	depth := 0
	for i := int(p.tokenReader.RawCursor()); i < len(p.tokens); i++ {
		t := &p.tokens[i]
		if isStatement(t) && t.Pos.Offset > p.firstToken.Pos.Offset && (depth == 0 || p.isFirstOnLine(t)) {
			return 0, false
		}
		switch t.Value {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			depth--
		}
		if depth > maxNesting {
			p.fail(codes.TooDeep, rangeOfToken(t), "give a part of it a name of its own",
				"more than %d brackets inside one another", maxNesting)
			return endOfToken(t), true
		}
	}
	return 0, false
}

func (p *parser) fail(code source.Code, r source.Range, hint, format string, args ...any) *source.Diagnostic {
	return p.errorList.AddError(code, p.file.Source.Span(r), hint, format, args...)
}

// IsReserved reports whether a word is reserved, so that it cannot be a name.
func IsReserved(word string) bool {
	return slices.Contains(keywords, word) || slices.Contains(connectives, word)
}
