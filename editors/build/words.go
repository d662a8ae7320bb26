package main

import (
	"regexp"
	"slices"
	"strings"

	"quadrille/compile/lattice"
	"quadrille/lang/ast"
	"quadrille/lang/parse"
)

// statementWords is the words of one statement. Those of its rules and clauses are words of the
// language there alone: elsewhere people may call a piece so.
type statementWords struct {
	keyword        string
	rules, clauses []string
	declares       bool // a name follows the keyword, and "=" later on
	onLattice      bool // a lattice is named in it
}

func listStatements() (list []statementWords) {
	grammar := parse.Grammar()
	for _, k := range parse.Keywords() {
		s := statementWords{keyword: k, rules: parse.RuleWords(k), clauses: parse.ClauseWords(k)}
		s.declares = regexp.MustCompile(`(?m)^\w+ = "` + k + `" Name .*"="`).MatchString(grammar)
		s.onLattice = s.declares && slices.Contains(s.clauses, "on")
		list = append(list, s)
	}
	return list
}

// The words of all statements.
var (
	keywords    = parse.Keywords()
	connectives = parse.Connectives()
	hyphenated  = ast.HyphenatedWords()
	lattices    = lattice.Names()
)

// unhyphenated are the words without a hyphen, sorted that long ones come first: "sums" before "sum".
func unhyphenated(words []string) []string {
	words = slices.DeleteFunc(slices.Clone(words), func(w string) bool { return strings.Contains(w, "-") })
	slices.SortFunc(words, func(a, b string) int { return strings.Compare(b, a) })
	return words
}

// hyphenatedWords are the others.
func hyphenatedWords(words []string) []string {
	return slices.DeleteFunc(slices.Clone(words), func(w string) bool { return !strings.Contains(w, "-") })
}

// capitalize makes the name of a group of Vim from a word.
func capitalize(word string) string { return strings.ToUpper(word[:1]) + word[1:] }
