package parse

import (
	"slices"

	"github.com/alecthomas/participle/v2/ebnf"
)

// The words of the language by kind, for what colours or completes them. The grammar has them
// all; nothing here is a list of its own.

// TokenKind is the kind of a word or a sign.
type TokenKind string

// The kinds. The grammar gives a Name a meaning where it quotes it, as in `board b on square`, and
// elsewhere people may call a thing like it.
const (
	Blank      TokenKind = "blank" // comments included
	Picture    TokenKind = "picture"
	String     TokenKind = "string"
	Size       TokenKind = "size"
	Int        TokenKind = "int"
	Keyword    TokenKind = "keyword"
	Connective TokenKind = "connective"
	Hyphenated TokenKind = "hyphenated" // a word of [ast.Hyphenated]
	Name       TokenKind = "name"
	Operator   TokenKind = "operator"
	Wrong      TokenKind = "wrong" // quotes without an end, or a character that means nothing
)

// inKindOrder are the kinds in the order of the scanner's numbers, which go down.
var inKindOrder = [...]TokenKind{Blank, Picture, String, Size, Int, Keyword, Connective, Hyphenated, Name, Operator,
	Wrong}

// Keywords lists the words that begin a statement. They are reserved.
func Keywords() []string { return slices.Clone(keywords) }

// Connectives lists the reserved words that stand inside statements.
func Connectives() []string { return slices.Clone(connectives) }

// RuleWords lists the words that begin the rules in the braces of a statement with this keyword.
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

// ClauseWords lists what else the grammar quotes in a statement with this keyword, and is not reserved.
func ClauseWords(keyword string) []string {
	rules := RuleWords(keyword)
	return slices.DeleteFunc(unreservedWords(wordsOfStatement(keyword)),
		func(w string) bool { return slices.Contains(rules, w) })
}

// unreservedWords sorts words and leaves out those that are reserved or come twice.
func unreservedWords(words []string) []string {
	words = slices.DeleteFunc(words, IsReserved)
	slices.Sort(words)
	return slices.Compact(words)
}

// listTerms lists the parts of a production, those in parentheses one by one.
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

// expandedFirst returns the words that something can begin with.
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
