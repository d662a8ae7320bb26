package parse_test

import (
	"slices"
	"testing"

	"quadrille/lang/parse"
)

// TestNext: of every statement of the examples, however far it is typed, the word that comes next is one that
// may come next; and all of it is complete. So the grammar is followed as the parser follows it.
func TestNext(t *testing.T) {
	statements := 0
	for k, text := range exampleTexts(t) {
		if testing.Short() && k%10 > 0 || len(text) > 20_000 {
			continue
		}
		file, err := parse.File("a.puz", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range file.Statements {
			words := slices.DeleteFunc(slices.Collect(parse.Tokens(file.Source.TextOf(s.Range()))),
				func(w parse.Token) bool { return w.Kind == parse.Blank })
			for i, w := range words[:min(len(words), 60)] {
				next, _ := parse.NextSymbols(words[:i])
				if !slices.ContainsFunc(next, func(s parse.Successor) bool {
					return s.Word == w.Text || s.Word == "" &&
						s.Kind == w.Kind
				}) {
					t.Errorf("%q may not follow %v", w.Text, words[:i])
				}
			}
			if _, complete := parse.NextSymbols(words); !complete {
				t.Errorf("%q is not complete", file.Source.TextOf(s.Range()))
			}
			statements++
		}
	}
	if statements < 50 {
		t.Errorf("there are only %d statements", statements)
	}
}

// TestNextOfNothing: what the grammar does not allow leads nowhere, and the most tangled statement ends.
func TestNextOfNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	for _, text := range []string{"board board", "pack with", ")", "x"} {
		if next, complete := parse.NextSymbols(slices.Collect(parse.Tokens(text))); next != nil || complete {
			t.Errorf("%v may follow %q", next, text)
		}
	}
	var deep []parse.Token
	for w := range parse.Tokens("param n = ") {
		deep = append(deep, w)
	}
	for range 100_000 {
		deep = append(deep, parse.Token{Kind: parse.Operator, Text: "("})
	}
	parse.NextSymbols(deep)
}
