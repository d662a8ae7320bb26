package render_test

import (
	"testing"

	"quadrille"
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
