package parse

import (
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"

	"quadrille/lang/ast"
	"quadrille/lang/source"
)

// keywords begin a statement. They are reserved, so that an error in one statement cannot absorb the next.
var keywords = []string{
	"puz", "puzzle", "about", "use", "param", "table", "list", "shape", "board", "piece", "tiles", "set",
	"pack", "place", "queens", "latin", "fill", "words", "dissect", "items", "secondary", "option",
	"choose", "show", "matching", "forbid", "minimize", "maximize", "break", "search", "expect",
}

// connectives stand between expressions or items, where a name could stand as well. So they are reserved.
var connectives = []string{"for", "in", "where", "with", "and", "or", "not", "when"}

// The kinds of tokens. Invalid text has a kind of its own, so that scanning never fails and every error is
// reported at its place.
const (
	blankKind   lexer.TokenType = lexer.EOF - 1 - iota // blanks and comments
	pictureKind                                        // """…"""
	stringKind                                         // "…"
	sizeKind                                           // 8x8
	intKind
	keywordKind
	connectiveKind
	wordKind // a word with a hyphen
	nameKind
	operatorKind
	wrongKind // unclosed quotes, or a character that begins no token
	slipKind  // a name that the parser takes for a misspelled keyword
	viewKind  // a name that begins a part of the board, as the parser finds by what follows it
)

// lexerDefinition names the token kinds for the parser library. The tokens come from a scanner written by hand.
// A lexer of regular expressions takes a microsecond for each token, about thirty times as much.
type lexerDefinition struct{}

// Symbols returns the kinds by name.
func (lexerDefinition) Symbols() map[string]lexer.TokenType {
	return map[string]lexer.TokenType{
		"EOF": lexer.EOF, "Picture": pictureKind, "String": stringKind, "Size": sizeKind, "Int": intKind,
		"Word": wordKind, "Name": nameKind, "View": viewKind,
	}
}

// Lex is never called.
func (lexerDefinition) Lex(string, io.Reader) (lexer.Lexer, error) {
	panic("the parser makes the tokens")
}

// scanToken returns the kind and the length of the token at the start of a text that is not empty.
func scanToken(text string) (lexer.TokenType, int) {
	switch first := text[:1]; {
	case strings.Contains(blanks, first):
		return blankKind, prefixLength(text, blanks)
	case isComment(text):
		line, _, _ := strings.Cut(text, "\n")
		return blankKind, len(line)
	case first == `"`:
		return scanQuoted(text)
	case strings.Contains(digits, first):
		return scanNumber(text)
	}
	if length := nameLength(text); length > 0 {
		return scanName(text, length)
	}
	for _, op := range [...]string{"..", "!=", "<=", ">="} {
		if strings.HasPrefix(text, op) {
			return operatorKind, len(op)
		}
	}
	if strings.Contains("+-*/%<>=(){}[],:?&", text[:1]) {
		return operatorKind, 1
	}
	_, length := utf8.DecodeRuneInString(text)
	return wrongKind, length
}

const (
	blanks = " \t\r\n\f"
	digits = "0123456789"
)

func isComment(text string) bool { return strings.HasPrefix(text, "//") }

// prefixLength returns the number of bytes at the start of a text that are in a set of ASCII characters.
func prefixLength(text, set string) int { return len(text) - len(strings.TrimLeft(text, set)) }

func scanQuoted(text string) (lexer.TokenType, int) {
	const three = `"""`
	if after, ok := strings.CutPrefix(text, three); ok {
		n := strings.Index(after, three)
		if n < 0 {
			return wrongKind, len(text)
		}
		if forgotten := statementBefore(after[:n]); forgotten >= 0 {
			return wrongKind, len(three) + forgotten
		}
		return pictureKind, n + 2*len(three)
	}
	for n := 1; n < len(text) && text[n] != '\n'; n++ {
		switch {
		case text[n] == '"':
			return stringKind, n + 1
		case text[n] == '\\' && n+1 < len(text) && text[n+1] != '\n':
			n++
		}
	}
	if end := strings.IndexAny(text, "\r\n"); end >= 0 {
		return wrongKind, end
	}
	return wrongKind, len(text)
}

// statementBefore detects unclosed quotes: the quotes after a text open a picture in another statement if the
// text's last line begins with a keyword. It returns the offset of that line, or a negative number.
func statementBefore(text string) int {
	line := strings.LastIndexByte(text, '\n')
	if line < 0 {
		return -1
	}
	words := strings.Fields(text[line:])
	if len(words) > 1 && slices.Contains(keywords, words[0]) {
		return line
	}
	return -1
}

// scanNumber scans digits, with underscores between them, or a size. Text that looks like a size but continues
// with letters is no size.
func scanNumber(text string) (lexer.TokenType, int) {
	if n := groupLength(text, 'x'); n > prefixLength(text, digits) && !continuesName(text[n:]) {
		return sizeKind, n
	}
	return intKind, groupLength(text, '_')
}

// groupLength returns the length of groups of digits separated by sep.
func groupLength(text string, sep byte) int {
	n := prefixLength(text, digits)
	for n < len(text) && text[n] == sep {
		more := prefixLength(text[n+1:], digits)
		if more == 0 {
			break
		}
		n += 1 + more
	}
	return n
}

// continuesName reports whether a text begins with a character that may continue a name.
func continuesName(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return isOfName(r)
}

func isOfName(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) || r == '_' }

func scanName(text string, length int) (lexer.TokenType, int) {
	for _, w := range ast.HyphenatedWords() {
		if strings.HasPrefix(text, w) && !continuesName(text[len(w):]) {
			return wordKind, len(w)
		}
	}
	switch word := text[:length]; {
	case slices.Contains(keywords, word):
		return keywordKind, length
	case slices.Contains(connectives, word):
		return connectiveKind, length
	}
	return nameKind, length
}

// isHint reports whether a keyword is a hint in a statement, by what follows it: search choose mrv.
func isHint(word, statement, after string) bool {
	return word == "choose" && statement == "search" && !strings.HasPrefix(withoutBlanks(after), "{")
}

// nameLength returns the length of the name at the start: a letter or _, then letters, numbers and _, then
// primes; 0 if there is none.
func nameLength(text string) int {
	n := len(text) - len(strings.TrimLeftFunc(text, isOfName))
	if first, _ := utf8.DecodeRuneInString(text); n == 0 || unicode.IsNumber(first) {
		return 0
	}
	return n + prefixLength(text[n:], "'")
}

// tokenEnd returns the offset just after a token.
func tokenEnd(t *lexer.Token) int { return t.Pos.Offset + len(t.Value) }

func rangeOf(t *lexer.Token) source.Range { return source.Range{Start: t.Pos.Offset, End: tokenEnd(t)} }
