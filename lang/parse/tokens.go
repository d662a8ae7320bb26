package parse

import (
	"iter"
	"strings"

	"quadrille/lang/source"
)

// Token is a word or a sign, or a comment, whose kind is that of blanks.
type Token struct {
	source.Range
	Kind TokenKind
	Text string
}

// Tokens visits the tokens of any text, in order.
func Tokens(text string) iter.Seq[Token] { return tokensFrom(text, 0) }

// Words visits the tokens that are no comments, each with its offset.
func Words(text string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		for t := range Tokens(text) {
			if t.Kind != Blank && !yield(t.Start, t.Text) {
				return
			}
		}
	}
}

// tokensFrom visits those from an offset on, where none is cut.
func tokensFrom(text string, at int) iter.Seq[Token] {
	return func(yield func(Token) bool) {
		at := at
		if at == 0 && strings.HasPrefix(text, source.ByteOrderMark) {
			at = len(source.ByteOrderMark)
		}
		for at < len(text) {
			kind, length := scanToken(text[at:])
			t := Token{source.Range{Start: at, End: at + length}, inKindOrder[blankKind-kind], text[at : at+length]}
			if (kind != blankKind || isComment(t.Text)) && !yield(t) {
				return
			}
			at += length
		}
	}
}
