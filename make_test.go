package quadrille_test

import (
	"testing"

	"quadrille"
)

// kind loads the rules of a kind of puzzle.
func kind(t testing.TB, name string) *quadrille.Puzzle {
	t.Helper()
	text, _, ok := quadrille.Kind(name)
	if !ok {
		t.Fatalf("there is no %s", name)
	}
	p, err := quadrille.Load(name+".puz", []byte(text), quadrille.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}
