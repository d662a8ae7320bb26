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

// keywords are the words that begin a statement. They are reserved, so that an error in one statement does not swallow
// the next one.
var keywords = []string{
	"puz", "puzzle", "about", "use", "param", "table", "list", "shape", "board", "piece", "tiles", "set",
	"pack", "place", "queens", "latin", "fill", "words", "dissect", "items", "secondary", "option",
	"choose", "show", "matching", "forbid", "minimize", "maximize", "break", "search", "expect",
}

// connectives are words between expressions or items. They are reserved, as a name could stand in their place as well.
var connectives = []string{"for", "in", "where", "with", "and", "or", "not", "when"}

// The kinds of tokens. There is a kind for invalid text, so that scanning never fails and each error is reported at its
// place.
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
	wrongKind // unclosed quotes, or a character with which no token begins
	slipKind  // a name that the parser takes for a misspelled keyword
	viewKind  // a name that begins a part of the board, as the words after it show
)

// lexerDefinition tells the parser library the kinds of tokens. The tokens come from a hand-written scanner: a lexer of
// regular expressions takes a microsecond for each token, about thirty times as long.
type lexerDefinition struct{}

// Symbols returns the kinds by name.
func (lexerDefinition) Symbols() map[string]lexer.TokenType {
	return map[string]lexer.TokenType{
		"EOF": lexer.EOF, "Picture": pictureKind, "String": stringKind, "Size": sizeKind, "Int": intKind,
		"Word": wordKind, "Name": nameKind, "View": viewKind,
	}
}

// Lex is never called, but the library requires it.
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

// statementBefore detects unclosed quotes. If the last line of the quoted text begins with a keyword, the closing
// quotes belong to another statement. It returns the offset of that line, or a negative number.
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

// scanNumber scans a number, which may have underscores, or a size. A word that begins like a size but goes on with
// letters is not a size.
func scanNumber(text string) (lexer.TokenType, int) {
	if n := digitGroupsLength(text, 'x'); n > prefixLength(text, digits) && !continuesName(text[n:]) {
		return sizeKind, n
	}
	return intKind, digitGroupsLength(text, '_')
}

// digitGroupsLength returns the length of the groups of digits, separated by sep, at the start of a text.
func digitGroupsLength(text string, sep byte) int {
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
	return isNameCharacter(r)
}

func isNameCharacter(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) || r == '_' }

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

// isSearchHint reports, by the text after it, whether a keyword is a hint in a `search` statement: search choose mrv.
func isSearchHint(word, statement, after string) bool {
	return word == "choose" && statement == "search" && !strings.HasPrefix(withoutBlanks(after), "{")
}

// nameLength returns the length of the name at the start of a text: a letter or _, then letters, digits and _, then
// primes. The length is 0 if no name stands there.
func nameLength(text string) int {
	n := len(text) - len(strings.TrimLeftFunc(text, isNameCharacter))
	if first, _ := utf8.DecodeRuneInString(text); n == 0 || unicode.IsNumber(first) {
		return 0
	}
	return n + prefixLength(text[n:], "'")
}

// endOfToken returns the offset just after a token.
func endOfToken(t *lexer.Token) int { return t.Pos.Offset + len(t.Value) }

func rangeOfToken(t *lexer.Token) source.Range {
	return source.Range{Start: t.Pos.Offset, End: endOfToken(t)}
}
