package explain_test

import (
	"testing"

	"quadrille"
	"quadrille/generate"
)

// loadPuzzle compiles a puzzle that has nothing wrong with it.
func loadPuzzle(t *testing.T, text string, o quadrille.Options) *quadrille.Puzzle {
	t.Helper()
	p, err := quadrille.Load("test.puz", []byte(text), o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// kindPuzzle loads the rules of a kind of puzzle.
func kindPuzzle(t testing.TB, name string) *quadrille.Puzzle {
	t.Helper()
	text, _, ok := generate.RulesOfKind(name)
	if !ok {
		t.Fatalf("there is no %s", name)
	}
	p, err := quadrille.Load(name+".puz", []byte(text), quadrille.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}
