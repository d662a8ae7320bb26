package parse

import (
	"reflect"
	"testing"

	"quadrille/lang/ast"
)

// TestChoicesQuoteFirstWords: a parser is chosen by the words that a statement or a
// rule quotes, itself or in its first part, so each quotes all that it can begin with.
func TestChoicesQuoteFirstWords(t *testing.T) {
	for _, s := range ast.AllStatements() {
		quotesFirst(t, s)
	}
	for _, r := range ast.AllRules() {
		quotesFirst(t, r)
	}
	for _, r := range ast.AllCellRules() {
		quotesFirst(t, r)
	}
}

// fallsToAll: a rule that begins with a number is read by the parser of all members, as none quotes such a word.
func fallsToAll(t *testing.T, word string) {
	for _, r := range ast.AllCellRules() {
		if mayBeginWithWord(r, word) {
			t.Errorf("%T quotes %q, and would be chosen for each rule that begins with a number", r, word)
		}
	}
}

func quotesFirst(t *testing.T, member any) {
	name := reflect.TypeOf(member).Elem().Name()
	begin := firstSymbolsOfProduction(productionsByName()[name])
	if len(begin) == 0 {
		t.Fatalf("%s has no production", name)
	}
	for len(begin) > 0 {
		term := begin[0]
		if begin = begin[1:]; productionsByName()[term.Name] != nil {
			begin = append(begin, firstSymbolsOfProduction(productionsByName()[term.Name])...)
			continue
		}
		if literalWord(term) == "(" || term.Token == "int" {
			fallsToAll(t, literalWord(term))
			continue
		}
		if term.Literal == "" || !mayBeginWithWord(member, literalWord(term)) {
			t.Errorf("%s can begin with %s%s, and does not quote it", name, term.Literal, term.Name)
		}
	}
}
