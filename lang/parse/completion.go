package parse

import (
	"slices"
	"sync"

	"github.com/alecthomas/participle/v2/ebnf"
)

// Symbol is what may stand at a place of a statement: a word or a sign, or something of a kind.
type Symbol struct {
	Word string    // itself, if it is a word or a sign
	Kind TokenKind // if not: a Name, a Hyphenated one, a String, a Picture, a Size or an Int
	In   string    // the production that asks for it, the name of a struct of lang/ast
}

// NextSymbols returns what may stand behind words that begin a statement, each thing once, and whether the
// statement may end there. It is the grammar itself that is asked, so that a half-typed statement
// is understood as far as it goes. Of words that the grammar does not allow, nothing can follow.
func NextSymbols(words []Token) (next []Symbol, complete bool) {
	m := &wordMatcher{words: words, left: maxMatchSteps}
	ends := m.matchProduction("Statement", []int{0})
	return m.next, slices.Contains(ends, len(words))
}

// maxMatchSteps bounds the work for one statement: beyond it nothing is offered.
const maxMatchSteps = 200_000

// wordMatcher follows all ways at once in which words may be read. A way is known by the number
// of words that it has read.
type wordMatcher struct {
	words []Token
	next  []Symbol
	left  int // steps
}

// grammarOfExpressions has no left recursion, unlike the one for people.
const grammarOfExpressions = `Expr = ("not" | "-")* Operand (("or" | "and" | "=" | "!=" | "<" | "<=" | ">" | ">=" | "+" | "-" | "*" | "/" | "%") ("not" | "-")* Operand)* .
Operand = <int> | ("(" Expr ")") | (<name> (("(" Expr ("," Expr)* Over? ")") | ("[" Expr ("," Expr)* "]"))?) .
`

// matchProductions has the productions that are matched.
var matchProductions = sync.OnceValue(func() map[string]*ebnf.Expression {
	return readEBNF(grammar() + "\n" +
		grammarOfExpressions)
})

func (m *wordMatcher) matchProduction(name string, from []int) []int {
	return m.matchExpression(matchProductions()[name], name, from)
}

// matchExpression returns the ways that lead on from the given ones, through any of the alternatives.
func (m *wordMatcher) matchExpression(x *ebnf.Expression, in string, from []int) (to []int) {
	for _, sequence := range x.Alternatives {
		ways := from
		for _, t := range sequence.Terms {
			ways = m.matchRepeated(t, in, ways)
		}
		to = mergeSorted(to, ways)
	}
	return to
}

func (m *wordMatcher) matchRepeated(t *ebnf.Term, in string, from []int) []int {
	to := m.matchOnce(t, in, from)
	if t.Repetition == "*" || t.Repetition == "+" {
		for more := to; len(more) > 0; to = mergeSorted(to, more) {
			more = withoutSorted(m.matchOnce(t, in, more), to)
		}
	}
	if t.Repetition == "?" || t.Repetition == "*" {
		to = mergeSorted(to, from)
	}
	return to
}

func (m *wordMatcher) matchOnce(t *ebnf.Term, in string, from []int) (to []int) {
	if m.left -= 1 + len(from); m.left < 0 || len(from) == 0 {
		return nil
	}
	switch {
	case t.Group != nil:
		return m.matchExpression(t.Group.Expr, in, from)
	case t.Name != "" && transparent[t.Name]:
		return m.matchExpression(matchProductions()[t.Name], in, from)
	case t.Name != "":
		return m.matchProduction(t.Name, from)
	}
	s := Symbol{In: in, Word: literalWord(t), Kind: tokenKinds[t.Token]}
	for _, at := range from {
		if at == len(m.words) {
			if !slices.Contains(m.next, s) {
				m.next = append(m.next, s)
			}
			continue
		}
		if w := m.words[at]; s.Word != "" && w.Text == s.Word || s.Word == "" && w.Kind == s.Kind {
			to = append(to, at+1)
		}
	}
	return to
}

// transparent are the productions that only wrap a token: who asks for them is what matters.
var transparent = map[string]bool{"Name": true, "Term": true, "Lines": true, "Int": true, "Operand": true}

var tokenKinds = map[string]TokenKind{"picture": Picture, "string": String, "size": Size, "int": Int, "name": Name,
	"word": Hyphenated}

// mergeSorted joins two ascending lists.
func mergeSorted(a, b []int) []int {
	if len(a) == 0 {
		return b
	}
	out := slices.Concat(a, b)
	slices.Sort(out)
	return slices.Compact(out)
}

func withoutSorted(a, b []int) []int {
	return slices.DeleteFunc(slices.Clone(a), func(n int) bool { return slices.Contains(b, n) })
}
