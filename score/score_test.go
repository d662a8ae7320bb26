package score_test

import (
	"testing"

	"quadrille"
	"quadrille/score"
)

// TestScoreBesideOtherStatements: men, symbols and options of the core are no pieces, so that a packing beside them has
// the score that it has alone.
func TestScoreBesideOtherStatements(t *testing.T) {
	const packing = "piece I = 1x2\npiece L = 2x2 - (0, 0)\nboard b on square = 2x4\npack b with any of I + L {\n" +
		"  leave 1 empty\n}\n"
	scores := func(text string) map[score.Score]bool {
		q, err := quadrille.Load("score.puz", []byte(text), quadrille.Options{})
		if err != nil {
			t.Fatal(err)
		}
		scorer, err := score.NewScorer(q)
		if err != nil {
			t.Fatal(err)
		}
		found := map[score.Score]bool{}
		for s, err := range q.Solutions(t.Context(), quadrille.Search{}) {
			if err != nil {
				t.Fatal(err)
			}
			found[scorer(s)] = true
		}
		return found
	}
	alone := scores(packing)
	beside := scores(packing + "place king on 3x5 {\n  exactly 1\n}\nfill 1x2 with \"ab\"\nitems a\noption a\n" +
		"list pet = {ab}\nwords 1x2 from pet {\n  rows\n}\n")
	if len(alone) < 2 || len(alone) != len(beside) {
		t.Fatalf("%d scores alone, %d beside other statements", len(alone), len(beside))
	}
	for s := range alone {
		if !beside[s] {
			t.Errorf("no solution beside other statements has the score %+v", s)
		}
	}
}
