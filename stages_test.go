package quadrille_test

import (
	"context"
	"errors"
	"testing"

	"quadrille"
)

// TestVeryManyPieces: the search in stages knows no more than 64 pieces, and what has more is asked of a matrix.
func TestVeryManyPieces(t *testing.T) {
	over, cancel := context.WithCancel(context.Background())
	cancel()
	for text, staged := range map[string]bool{
		"dissect 8x8 into 64 pieces forming 8x8\n":   true,
		"dissect 1x65 into 65 pieces forming 1x65\n": false,
	} {
		// the matrix is larger
		p, err := quadrille.Load("puzzle.puz", []byte(text),
			quadrille.Options{Limits: quadrille.Limits{MaxOptions: 200_000}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Count(over, quadrille.Search{Engine: "staged"}); errors.Is(err, context.Canceled) != staged {
			t.Errorf("%s: in stages: %v", text, err)
		}
		if _, err := p.Count(over, quadrille.Search{}); err == nil {
			t.Errorf("%s: counted although it was stopped", text)
		}
	}
}
