package parse

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/ebnf"

	"quadrille/lang/ast"
)

// file is the root of the grammar as it is printed. Files are parsed a
// statement at a time, so that an error in one leaves the others readable.
type file struct {
	Statements []ast.Statement `parser:"@@*"`
}

var (
	options = []participle.Option{
		participle.Lexer(lexical{}),
		participle.Union(ast.Statements()...),
		participle.Union(ast.Rules()...),
		participle.ParseTypeWith(parseExpr),
		// One token decides everywhere: after it the parser is committed, and
		// an error is reported where the mistake is.
		participle.UseLookahead(0),
	}
	statements = participle.MustBuild[ast.Statement](options...)
	grammar    = participle.MustBuild[file](options...).String()
)

// expressions is the part of the grammar that is parsed by precedence. It
// repeats the comment on [ast.Expr], which a test compares with it.
const expressions = `Expr = Expr "or" Expr
     | Expr "and" Expr
     | "not" Expr
     | Expr ( "=" | "!=" | "<" | "<=" | ">" | ">=" ) Expr
     | Expr ( "+" | "-" ) Expr
     | Expr ( "*" | "/" | "%" ) Expr
     | "-" Expr
     | <int> | Name | Name "(" Expr ( "," Expr )* ")" | "(" Expr ")" .`

// Grammar returns the grammar of the language in EBNF, made from the tags of
// the tree. Kinds of tokens stand in < >; ? * + | ( ) are as usual.
func Grammar() string { return grammar + "\n" + expressions + "\n" }

// productions has the right side of each production by name, those of
// expressions apart.
var productions = sync.OnceValue(func() map[string]*ebnf.Expression { return readEBNF(grammar) })

func readEBNF(text string) map[string]*ebnf.Expression {
	tree, err := ebnf.ParseString(text)
	if err != nil {
		panic(fmt.Sprintf("what the parser library prints, it does not read: %v", err))
	}
	out := map[string]*ebnf.Expression{}
	for _, p := range tree.Productions {
		out[p.Production] = p.Expression
	}
	return out
}

// first returns the symbols that something with this grammar can begin with.
func first(x *ebnf.Expression) (symbols []*ebnf.Term) {
	for _, sequence := range x.Alternatives {
		for _, t := range sequence.Terms {
			if t.Group != nil {
				symbols = append(symbols, first(t.Group.Expr)...)
			} else {
				symbols = append(symbols, t)
			}
			if t.Repetition != "?" && t.Repetition != "*" {
				break
			}
		}
	}
	return symbols
}

// word returns the word or sign that a symbol quotes.
func word(t *ebnf.Term) string { return strings.Trim(t.Literal, `"`) }

// words returns the words that something with this grammar can hold. Those of the
// productions that were met before are left out.
func words(x *ebnf.Expression, met map[string]bool) (found []string) {
	for _, sequence := range x.Alternatives {
		for _, t := range sequence.Terms {
			switch {
			case t.Group != nil:
				found = append(found, words(t.Group.Expr, met)...)
			case t.Literal != "" && word(t)[0] >= 'a' && word(t)[0] <= 'z':
				found = append(found, word(t))
			case productions()[t.Name] != nil && !met[t.Name]:
				met[t.Name] = true
				found = append(found, words(productions()[t.Name], met)...)
			}
		}
	}
	return found
}

// allWords are those of the whole grammar.
var allWords = sync.OnceValue(func() []string { return words(productions()["Statement"], map[string]bool{}) })

// wordsOfStatement returns the words that a statement with this keyword can hold.
func wordsOfStatement(keyword string) []string {
	for _, s := range first(productions()["Statement"]) {
		p := productions()[s.Name]
		if slices.ContainsFunc(first(p), func(t *ebnf.Term) bool { return word(t) == keyword }) {
			return words(p, map[string]bool{})
		}
	}
	return nil
}
