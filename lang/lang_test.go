package lang_test

import (
	"os"
	"strings"
	"testing"

	"quadrille/lang"
)

// TestSpecHasTheGrammar: the grammar in spec.md is the one that parses.
func TestSpecHasTheGrammar(t *testing.T) {
	spec, err := os.ReadFile("../spec.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(spec), "```ebnf\n")
	block, _, found := strings.Cut(rest, "```")
	if !found || block != lang.Grammar() {
		t.Errorf("the ebnf block of spec.md is not lang.Grammar(), which is\n%s", lang.Grammar())
	}
}
