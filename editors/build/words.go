package main

import (
	"regexp"
	"slices"
	"strings"

	"quadrille/compile/lattice"
	"quadrille/lang/ast"
	"quadrille/lang/parse"
)

// statementWords holds the words of one kind of statement. The words of its rules and clauses are reserved only
// inside it; elsewhere they may be names.
type statementWords struct {
	keyword                string
	ruleWords, clauseWords []string
	declaresName           bool // whether the keyword is followed by a name and "="
	hasLattice             bool // whether the statement has a lattice
	// hintKeywords are the keywords that are clauses in the statement unless a brace follows, such as choose in search
	// choose mrv.
	hintKeywords []string
}

func listStatements() (list []statementWords) {
	grammar := parse.Grammar()
	for _, k := range parse.Keywords() {
		s := statementWords{keyword: k, ruleWords: parse.RuleWords(k), clauseWords: parse.ClauseWords(k)}
		s.declaresName = regexp.MustCompile(`(?m)^\w+ = "` + k + `" Name .*"="`).MatchString(grammar)
		for _, w := range keywords {
			if tokens := slices.Collect(parse.Tokens(k + " " + w + " x")); tokens[1].Kind == parse.Name {
				s.hintKeywords = append(s.hintKeywords, w)
			}
		}
		s.clauseWords = append(s.clauseWords, s.hintKeywords...)
		s.hasLattice = s.declaresName && slices.Contains(s.clauseWords, "on")
		list = append(list, s)
	}
	return list
}

// patternsOfStatementEnd returns the patterns of the keywords that end the statement. A keyword in hintKeywords ends
// the statement only before a brace, which the argument brace matches.
func (s statementWords) patternsOfStatementEnd(brace string) []string {
	ends := unhyphenated(keywords)
	for i, w := range ends {
		if slices.Contains(s.hintKeywords, w) {
			ends[i] += brace
		}
	}
	return ends
}

// The words of the language that may stand in any kind of statement.
var (
	keywords    = parse.Keywords()
	connectives = parse.Connectives()
	hyphenated  = ast.HyphenatedWords()
	lattices    = lattice.Names()
)

// unhyphenated returns the words without a hyphen. A word stands before each shorter word with which it begins: "sums"
// before "sum".
func unhyphenated(words []string) []string {
	words = slices.DeleteFunc(slices.Clone(words), func(w string) bool { return strings.Contains(w, "-") })
	slices.SortFunc(words, func(a, b string) int { return strings.Compare(b, a) })
	return words
}

// hyphenatedWords returns the words with a hyphen.
func hyphenatedWords(words []string) []string {
	return slices.DeleteFunc(slices.Clone(words), func(w string) bool { return !strings.Contains(w, "-") })
}

// capitalize returns a word with a capital first letter, for the name of a Vim syntax group.
func capitalize(word string) string { return strings.ToUpper(word[:1]) + word[1:] }
