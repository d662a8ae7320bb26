package parse

import (
	"slices"

	"github.com/alecthomas/participle/v2/ebnf"
)

// The words of the language by kind, for highlighting and completion. All come from the grammar.

// TokenKind is the kind of a token.
type TokenKind string

// The kinds. A Name is a word that is not reserved: either the grammar quotes it, as in `board b on square`, or
// the file chose it.
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

// inKindOrder holds the kinds in the order of the scanner's numbers, which decrease.
var inKindOrder = [...]TokenKind{Blank, Picture, String, Size, Int, Keyword, Connective, Hyphenated, Name, Operator,
	Wrong}

// Keywords returns the words that begin a statement. They are reserved.
func Keywords() []string { return slices.Clone(keywords) }

// Connectives returns the reserved words inside statements.
func Connectives() []string { return slices.Clone(connectives) }

// RuleWords returns the words that begin the rules in the braces of a statement with this keyword.
func RuleWords(keyword string) (begin []string) {
	inBraces := false
	for _, t := range listTerms(statementProduction(keyword)) {
		switch {
		case literalWord(t) == "{":
			inBraces = true
		case inBraces && t.Repetition == "*":
			for _, f := range expandedFirst(t) {
				begin = append(begin, literalWord(f))
			}
		default:
			inBraces = false
		}
	}
	return unreservedWords(begin)
}

// ClauseWords returns the other words that the grammar quotes in a statement with this keyword, without
// reserved words.
func ClauseWords(keyword string) []string {
	rules := RuleWords(keyword)
	return slices.DeleteFunc(unreservedWords(wordsOfStatement(keyword)),
		func(w string) bool { return slices.Contains(rules, w) })
}

// unreservedWords sorts words, and removes signs, reserved words and duplicates.
func unreservedWords(words []string) []string {
	words = slices.DeleteFunc(words, func(w string) bool { return nameLength(w) == 0 || IsReserved(w) })
	slices.Sort(words)
	return slices.Compact(words)
}

// listTerms returns the parts of a production, including those in parentheses.
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

// expandedFirst returns the words that can begin a term.
func expandedFirst(t *ebnf.Term) (words []*ebnf.Term) {
	p := productions()[t.Name]
	switch {
	case p != nil:
		for _, f := range firstSymbols(p) {
			words = append(words, expandedFirst(f)...)
		}
	case t.Literal != "":
		words = append(words, t)
	}
	return words
}
