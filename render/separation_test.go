package render_test

import (
	"os"
	"testing"

	"quadrille"
	"quadrille/render"
	"quadrille/runtime/matrix/matrixtest"
)

// TestSolidBurrs: of the 1,063 burrs of six notched pieces 314 come apart (Cutler 1978), 57 of them in a way that
// BurrTools stores with one move more, at the second separation.
func TestSolidBurrs(t *testing.T) {
	if !matrixtest.SlowTestsWanted() {
		t.Skip("some seconds")
	}
	text, err := os.ReadFile("../examples/slow/solid-burrs.puz")
	if err != nil {
		t.Fatal(err)
	}
	p, err := quadrille.Load("burrs.puz", text, quadrille.Options{UpTo: quadrille.Rotation})
	if err != nil {
		t.Fatal(err)
	}
	levels := map[string]int{}
	for s, err := range p.Solutions(t.Context(), quadrille.Search{}) {
		if err != nil {
			t.Fatal(err)
		}
		moves, err := render.TakeApart(t.Context(), s, nil, 100_000)
		if err != nil {
			t.Fatal(err)
		}
		if moves.IsApart() {
			levels[moves.LevelText()]++
		} else {
			levels["stuck"]++
		}
	}
	if len(levels) != 3 || levels["1.1.1.1.1"] != 257 || levels["1.2.1.1.1"] != 57 || levels["stuck"] != 1063-314 {
		t.Error(levels)
	}
}
