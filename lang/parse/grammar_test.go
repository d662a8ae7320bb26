package parse_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"quadrille/lang/parse"
)

// notProductions are the nodes of expressions, which the grammar describes by
// precedence and not one by one.
var notProductions = []string{"Variable", "Unary", "Binary", "Call", "Paren"}

func TestGrammarHasEveryProduction(t *testing.T) {
	grammar := "\n" + parse.Grammar()
	for _, p := range productionsByName() {
		has := strings.Contains(grammar, "\n"+p.Name()+" = ")
		if want := !slices.Contains(notProductions, p.Name()); has != want {
			t.Errorf("the grammar has a production %s: %t, want %t", p.Name(), has, want)
		}
	}
}

var (
	quoted = regexp.MustCompile(`"[^"]*"|<\w+>`)
	symbol = regexp.MustCompile(`\w+`)
)

// TestSpecHasTheGrammar: the grammar in spec.md is the one that parses.
func TestSpecHasTheGrammar(t *testing.T) {
	spec, err := os.ReadFile("../../spec.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(spec), "```ebnf\n")
	block, _, found := strings.Cut(rest, "```")
	if !found || block != parse.Grammar() {
		t.Errorf("the ebnf block of spec.md is not the grammar, which is\n%s", parse.Grammar())
	}
}

// Whatever the grammar mentions, it defines.
func TestGrammarIsClosed(t *testing.T) {
	grammar := "\n" + parse.Grammar()
	for _, name := range symbol.FindAllString(quoted.ReplaceAllString(grammar, ""), -1) {
		if !strings.Contains(grammar, "\n"+name+" = ") {
			t.Errorf("the grammar mentions %s and does not define it", name)
		}
	}
}

// The grammar of expressions is written twice, as a comment on ast.Expr and
// for printing.
func TestGrammarOfExpressions(t *testing.T) {
	text, err := os.ReadFile("../ast/expr.go")
	if err != nil {
		t.Fatal(err)
	}
	var comment strings.Builder
	for line := range strings.Lines(string(text)) {
		if code, indented := strings.CutPrefix(line, "//\t"); indented {
			comment.WriteString(code)
		}
	}
	if !strings.HasPrefix(comment.String(), "Expr = ") || !strings.HasSuffix(parse.Grammar(), "\n"+comment.String()) {
		t.Errorf("the comment on ast.Expr says\n%s\nbut the grammar is\n%s", comment.String(), parse.Grammar())
	}
}

// Every operator that the cases use is in the grammar, so that none is added
// to the parser alone.
func TestGrammarHasEveryOperator(t *testing.T) {
	for _, op := range slices.Concat(levels...) {
		if op == "negate" {
			op = "-"
		}
		if !strings.Contains(parse.Grammar(), `"`+op+`"`) {
			t.Errorf("the grammar lacks %s", op)
		}
	}
}
