package parse

import (
	"slices"
	"sync"

	"github.com/alecthomas/participle/v2/ebnf"
)

// Successor is something that may be written next in a statement: a word, a sign, or any token of a kind.
type Successor struct {
	Word       string    // the word or sign, or "" if Kind is set
	Kind       TokenKind // kind if any token of a kind may stand there: Name, Hyphenated, String, Picture, Size or Int
	Production string    // name of the production that contains the word, which is the name of a struct of lang/ast
}

// NextSymbols returns what may follow some words that begin a statement, without repetitions, and whether the statement
// may end there. It follows the grammar itself, so it completes a half-typed statement as far as its words are valid.
// After words that the grammar does not allow the result is empty.
func NextSymbols(words []Token) (next []Successor, complete bool) {
	m := &wordMatcher{statementWords: words, stepsLeft: maxMatchSteps}
	ends := m.matchProduction("Statement", []int{0})
	return m.successors, slices.Contains(ends, len(words))
}

// maxMatchSteps bounds the steps for one statement. A statement that needs more steps has no completions.
const maxMatchSteps = 200_000

// wordMatcher matches words with the grammar. It follows all possible parses at once, and represents a parse by the
// number of words that it has read.
type wordMatcher struct {
	statementWords []Token
	successors     []Successor
	stepsLeft      int // number of steps that the matcher may still take
}

// grammarOfExpressions is the grammar of expressions without left recursion, which the documented grammar has.
const grammarOfExpressions = `Expr = ("not" | "-")* Operand
	(("or" | "and" | "=" | "!=" | "<" | "<=" | ">" | ">=" | "+" | "-" | "*" | "/" | "%") ("not" | "-")* Operand)* .
Operand = <int> | <string> | ("(" Expr ")") | (<name> (("(" Expr ("," Expr)* For? ")") | ("[" Expr ("," Expr)* "]"))?) .
`

// matchProductions returns the productions that a wordMatcher follows, by name.
var matchProductions = sync.OnceValue(func() map[string]*ebnf.Expression {
	return readEBNF(grammarText() + "\n" + grammarOfExpressions)
})

func (m *wordMatcher) matchProduction(name string, from []int) []int {
	return m.matchExpression(matchProductions()[name], name, from)
}

// matchExpression returns the parses that continue those in from through any of the alternatives of an expression.
func (m *wordMatcher) matchExpression(x *ebnf.Expression, in string, from []int) (to []int) {
	for _, sequence := range x.Alternatives {
		ways := from
		for _, t := range sequence.Terms {
			ways = m.matchRepeated(t, in, ways)
		}
		to = mergeSortedNumbers(to, ways)
	}
	return to
}

func (m *wordMatcher) matchRepeated(t *ebnf.Term, in string, from []int) []int {
	to := m.matchTermOnce(t, in, from)
	if t.Repetition == "*" || t.Repetition == "+" {
		for more := to; len(more) > 0; to = mergeSortedNumbers(to, more) {
			more = subtractSortedNumbers(m.matchTermOnce(t, in, more), to)
		}
	}
	if t.Repetition == "?" || t.Repetition == "*" {
		to = mergeSortedNumbers(to, from)
	}
	return to
}

func (m *wordMatcher) matchTermOnce(t *ebnf.Term, in string, from []int) (to []int) {
	if m.stepsLeft -= 1 + len(from); m.stepsLeft < 0 || len(from) == 0 {
		return nil
	}
	switch {
	case t.Group != nil:
		return m.matchExpression(t.Group.Expr, in, from)
	case t.Name != "" && wrapperProductions[t.Name]:
		return m.matchExpression(matchProductions()[t.Name], in, from)
	case t.Name != "":
		return m.matchProduction(t.Name, from)
	}
	s := Successor{Production: in, Word: literalWord(t), Kind: tokenKinds[t.Token]}
	for _, at := range from {
		if at == len(m.statementWords) {
			if !slices.Contains(m.successors, s) {
				m.successors = append(m.successors, s)
			}
			continue
		}
		if w := m.statementWords[at]; s.Word != "" && w.Text == s.Word || s.Word == "" && w.Kind == s.Kind {
			to = append(to, at+1)
		}
	}
	return to
}

// wrapperProductions are productions that consist of one token. For such a token, Successor.Production is the
// production around it.
var wrapperProductions = map[string]bool{"Name": true, "Term": true, "Lines": true, "Int": true, "Operand": true}

var tokenKinds = map[string]TokenKind{"picture": Picture, "string": String, "size": Size, "int": Int, "name": Name,
	"word": Hyphenated}

// mergeSortedNumbers merges two ascending lists.
func mergeSortedNumbers(a, b []int) []int {
	if len(a) == 0 {
		return b
	}
	out := slices.Concat(a, b)
	slices.Sort(out)
	return slices.Compact(out)
}

func subtractSortedNumbers(a, b []int) []int {
	return slices.DeleteFunc(slices.Clone(a), func(n int) bool { return slices.Contains(b, n) })
}
