package parse

import (
	"iter"
	"strings"

	"quadrille/lang/source"
)

// Token is a word, a sign or a comment. A comment has the kind Blank.
type Token struct {
	source.Range
	Kind TokenKind
	Text string
}

// Tokens yields the tokens of any text, in order.
func Tokens(text string) iter.Seq[Token] { return tokensFromOffset(text, 0) }

// Words yields the tokens other than comments, each with its offset.
func Words(text string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		for t := range Tokens(text) {
			if t.Kind != Blank && !yield(t.Start, t.Text) {
				return
			}
		}
	}
}

// tokensFromOffset yields the tokens from an offset on. The offset must not be inside a token.
func tokensFromOffset(text string, at int) iter.Seq[Token] {
	return func(yield func(Token) bool) {
		at := at
		if at == 0 && strings.HasPrefix(text, source.ByteOrderMark) {
			at = len(source.ByteOrderMark)
		}
		statement := ""
		for at < len(text) {
			kind, length := scanToken(text[at:])
			if word := text[at : at+length]; kind == keywordKind && isSearchHint(word, statement, text[at+length:]) {
				kind = nameKind
			} else if kind == keywordKind {
				statement = word
			}
			t := Token{source.Range{Start: at, End: at + length}, tokenKindsInScannerOrder[blankKind-kind],
				text[at : at+length]}
			if (kind != blankKind || isComment(t.Text)) && !yield(t) {
				return
			}
			at += length
		}
	}
}
