package parse_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"quadrille/lang/ast"
	"quadrille/lang/parse"
)

// The scanner has lists of the reserved words and of those with a hyphen; the grammar has every word. Here they meet.
func TestEveryWordHasAKind(t *testing.T) {
	grammar := parse.Grammar()
	begin := map[string]bool{"items": true} // which stands behind secondary
	for _, m := range regexp.MustCompile(`(?m)^(\w+) = (?:\("(\w+)" \| )?"(\w+)"`).FindAllStringSubmatch(grammar, -1) {
		if regexp.MustCompile(`(?m)^Statement = .*\b` + m[1] + `\b`).MatchString(grammar) {
			begin[m[3]] = true
			if m[2] != "" {
				begin[m[2]] = true
			}
		}
	}
	for _, k := range parse.Keywords() {
		if !begin[k] {
			t.Errorf("no statement begins with %s", k)
		}
		delete(begin, k)
	}
	if len(begin) > 0 {
		t.Errorf("%v begin statements and are no keywords", begin)
	}
	of := map[string]bool{}
	for _, k := range parse.Keywords() {
		for _, w := range slices.Concat(parse.RuleWords(k), parse.ClauseWords(k), []string{k}) {
			of[w] = true
		}
	}
	for _, m := range regexp.MustCompile(`"([a-z-]+)"`).FindAllStringSubmatch(grammar, -1) {
		if w := m[1]; w != "-" && of[w] == slices.Contains(parse.Connectives(), w) {
			t.Errorf("%s is a connective, or belongs to a statement: %t and %t, want one", w,
				slices.Contains(parse.Connectives(), w), of[w])
		}
		if w := m[1]; len(w) > 1 && strings.Contains(w, "-") && !slices.Contains(ast.HyphenatedWords(), w) {
			t.Errorf("the scanner does not know %s", w)
		}
	}
}

func TestKinds(t *testing.T) {
	for text, want := range map[string]parse.TokenKind{
		"// pack": parse.Blank, `"""#"""`: parse.Picture, `"#"`: parse.String, "8x8": parse.Size, "1_000": parse.Int,
		"pack": parse.Keyword, "with": parse.Connective, "half-turn": parse.Hyphenated, "packed": parse.Name,
		"on": parse.Name, "F'": parse.Name,
		"..": parse.Operator, "{": parse.Operator, "#": parse.Wrong, `"open`: parse.Wrong,
	} {
		for got := range parse.Tokens(text) {
			if got.Kind != want || got.Text != text {
				t.Errorf("%s begins with %q, which is %s, want %s", text, got.Text, got.Kind, want)
			}
			break
		}
	}
}

func ExampleRuleWords() {
	fmt.Println(parse.RuleWords("dissect"))
	fmt.Println(parse.ClauseWords("expect"))
	// Output:
	// [connected flip rotate shift sizes]
	// [any at exactly least most none optimum solution solutions to unique up]
}
