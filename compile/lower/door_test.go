package lower_test

import (
	"testing"

	"quadrille"
)

// loadPuzzle compiles a puzzle that has nothing wrong with it, for the engines that the planner chooses.
func loadPuzzle(t *testing.T, text string, o quadrille.Options) *quadrille.Puzzle {
	t.Helper()
	p, err := quadrille.Load("test.puz", []byte(text), o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// countOf counts the solutions of a text.
func countOf(t *testing.T, text string, o quadrille.Options) int64 {
	t.Helper()
	p, err := quadrille.Load("test.puz", []byte(text), o)
	if err != nil {
		t.Fatalf("%v:\n%s", err, text)
	}
	n, err := p.Count(t.Context(), quadrille.Search{})
	found, exact := n.Exact()
	if err != nil || !exact {
		t.Fatalf("%v %v:\n%s", n, err, text)
	}
	return found.Int64()
}
