package learn_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"quadrille/runtime/engine/learn"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
)

// TestColorVariables compares with brute force where colors have supports, and so variables of their own.
func TestColorVariables(t *testing.T) {
	r := rand.New(rand.NewPCG(45, 1))
	variables, solvable := 0, 0
	for n := range matrixtest.RandomRounds(500, 20_000) {
		p := supportedProblem(r)
		want := matrixtest.BruteForce(p)
		for _, s := range want {
			slices.Sort(s)
		}
		slices.SortFunc(want, slices.Compare)
		s := mustSearch(t, p, learn.LearnOptions{Seed: uint64(n)})
		if n%2 == 0 {
			s.MakeHasty()
		}
		if got := allSolutions(t, p, s); !slices.EqualFunc(got, want, slices.Equal) {
			t.Fatalf("problem %d: %v, and by brute force %v", n, got, want)
		}
		variables += s.ColorVariableCount()
		solvable += min(1, len(want))
	}
	if variables == 0 || solvable == 0 {
		t.Errorf("%d variables of colors, %d problems with solutions", variables, solvable)
	}
}

// supportedProblem builds a random problem in which each primary item has one or two secondary items that most of its
// options color. Some options color others as well, hold two primary items, or hold an item without a color.
func supportedProblem(r *rand.Rand) *matrix.Problem {
	b := matrix.NewBuilder()
	var primary, secondary []matrix.ItemID
	for range 3 + r.IntN(3) {
		bound := matrix.Once
		if r.IntN(6) == 0 {
			bound = matrix.Bound{Min: int32(r.IntN(2)), Max: 2}
		}
		primary = append(primary, b.AddPrimary(string(rune('a'+len(primary))), bound))
	}
	for k := range 2 + r.IntN(2) {
		secondary = append(secondary, b.AddSecondary(string(rune('x'+k))))
	}
	colors := []matrix.Color{b.AddColor("red"), b.AddColor("green"), b.AddColor("blue")}
	for k, i := range primary {
		own := r.Perm(len(secondary))[:1+r.IntN(2)]
		for range 2 + r.IntN(2) {
			option := []matrix.Entry{{Item: i}}
			for z, item := range secondary {
				switch {
				case slices.Contains(own, z) || r.IntN(4) == 0:
					option = append(option, matrix.Entry{Item: item, Color: colors[r.IntN(len(colors))]})
				case r.IntN(12) == 0:
					option = append(option, matrix.Entry{Item: item})
				}
			}
			if other := r.IntN(len(primary)); other != k && r.IntN(4) == 0 {
				option = append(option, matrix.Entry{Item: primary[other]})
			}
			b.AddOption(option...)
		}
	}
	p, err := b.Build()
	if err != nil {
		panic(err)
	}
	return p
}
