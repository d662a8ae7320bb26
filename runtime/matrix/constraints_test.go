package matrix_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
)

// TestKeepOptions: the solutions of the problem with fewer options are those solutions of the whole problem that
// contain no removed option, by brute force on both.
func TestKeepOptions(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 42))
	for range matrixtest.RandomRounds(100, 500) {
		p := matrixtest.RandomProblem(r, matrixtest.ProblemShape{MaxPrimary: 4, MaxSecondary: 2, MaxOptions: 10,
			ColorCount:        2,
			HasMultiplicities: true, MaxNogoods: 3})
		var kept []matrix.OptionID
		for o := range matrix.OptionID(p.OptionCount()) {
			if r.IntN(3) > 0 {
				kept = append(kept, o)
			}
		}
		part := p.KeepOptions(func(o matrix.OptionID) bool { return slices.Contains(kept, o) })
		if err := part.Validate(); err != nil {
			t.Fatal(err)
		}
		var got, want [][]matrix.OptionID
		for _, s := range matrixtest.BruteForce(part) {
			for k, o := range s {
				s[k] = kept[o]
			}
			got = append(got, s)
		}
		for _, s := range matrixtest.BruteForce(p) {
			if !slices.ContainsFunc(s, func(o matrix.OptionID) bool { return !slices.Contains(kept, o) }) {
				want = append(want, s)
			}
		}
		if !slices.EqualFunc(got, want, slices.Equal) {
			t.Fatalf("the part has %v, and of the whole are left %v", got, want)
		}
	}
}
