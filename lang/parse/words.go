package parse

import (
	"slices"

	"github.com/alecthomas/participle/v2/ebnf"
)

// This file lists the words of the language by kind, for highlighting and completion. All lists come from the grammar.

// TokenKind is the kind of a token.
type TokenKind string

// The kinds of tokens. A Name is any word that is not reserved: a word of the grammar, such as `on` in `board b on
// square`, or a name that the file chose.
const (
	Blank      TokenKind = "blank" // blanks and comments
	Picture    TokenKind = "picture"
	String     TokenKind = "string"
	Size       TokenKind = "size"
	Int        TokenKind = "int"
	Keyword    TokenKind = "keyword"
	Connective TokenKind = "connective"
	Hyphenated TokenKind = "hyphenated" // a word of [ast.HyphenatedWords]
	Name       TokenKind = "name"
	Operator   TokenKind = "operator"
	Wrong      TokenKind = "wrong" // unclosed quotes, or a character without a meaning
)

// tokenKindsInScannerOrder holds the kinds in the order of the constants of the scanner, which decrease.
var tokenKindsInScannerOrder = [...]TokenKind{Blank, Picture, String, Size, Int, Keyword, Connective, Hyphenated, Name,
	Operator,
	Wrong}

// Keywords returns the words that begin a statement. They are reserved.
func Keywords() []string { return slices.Clone(keywords) }

// Connectives returns the reserved words inside statements.
func Connectives() []string { return slices.Clone(connectives) }

// RuleWords returns the words with which the rules in a statement's braces begin. The statement is given by its
// keyword.
func RuleWords(keyword string) (begin []string) {
	inBraces := false
	for _, t := range listTerms(statementProduction(keyword)) {
		switch {
		case literalWord(t) == "{":
			inBraces = true
		case inBraces && t.Repetition == "*":
			for _, f := range firstWordsOfTerm(t) {
				begin = append(begin, literalWord(f))
			}
		default:
			inBraces = false
		}
	}
	return unreservedWords(begin)
}

// ClauseWords returns the words of the grammar in a statement that neither begin a rule nor are reserved. The statement
// is given by its keyword.
func ClauseWords(keyword string) []string {
	rules := RuleWords(keyword)
	return slices.DeleteFunc(unreservedWords(wordsOfStatement(keyword)),
		func(w string) bool { return slices.Contains(rules, w) })
}

// unreservedWords returns words in alphabetical order, without repetitions, signs and reserved words.
func unreservedWords(words []string) []string {
	words = slices.DeleteFunc(words, func(w string) bool { return nameLength(w) == 0 || IsReserved(w) })
	slices.Sort(words)
	return slices.Compact(words)
}

// listTerms returns the terms of a production, also those in parentheses.
func listTerms(x *ebnf.Expression) (list []*ebnf.Term) {
	for _, sequence := range x.Alternatives {
		for _, t := range sequence.Terms {
			if t.Group != nil {
				list = append(list, listTerms(t.Group.Expr)...)
				continue
			}
			list = append(list, t)
		}
	}
	return list
}

// firstWordsOfTerm returns the words with which a term can begin.
func firstWordsOfTerm(t *ebnf.Term) (words []*ebnf.Term) {
	p := productionsByName()[t.Name]
	switch {
	case p != nil:
		for _, f := range firstSymbolsOfProduction(p) {
			words = append(words, firstWordsOfTerm(f)...)
		}
	case t.Literal != "":
		words = append(words, t)
	}
	return words
}
