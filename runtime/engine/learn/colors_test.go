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
		p := matrixtest.SupportedProblem(r)
		want := matrixtest.BruteForce(p)
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

// TestUnsupportedCount: after a first decision on a random automaton that reads a row of cells, exactly the options
// that no run with it uses are false. Those of them that are compatible with the decided option have lost the support
// of a color, unless the decision forces a second option.
func TestUnsupportedCount(t *testing.T) {
	r := rand.New(rand.NewPCG(45, 2))
	counted, rooted := 0, 0
	for n := range matrixtest.RandomRounds(100, 5_000) {
		c := matrixtest.RandomChain(r, 3+r.IntN(3), 2+r.IntN(3), 2+r.IntN(3))
		p, before := c.Problem, c.AcceptedOptions(-1)
		for o := range matrix.OptionID(p.OptionCount()) {
			if !before[o] {
				continue
			}
			after := c.AcceptedOptions(o)
			left, atRoot, removed := mustSearch(t, p, learn.LearnOptions{}).DecideFirst(o)
			if !slices.Equal(left, after) {
				t.Fatalf("chain %d, option %d: %v are left, by runs %v", n, o, left, after)
			}
			want, out := int64(0), int64(0)
			for x := range matrix.OptionID(p.OptionCount()) {
				if !before[x] {
					out++
				}
				if before[x] && !after[x] && areCompatible(p, o, x) {
					want++
				}
			}
			if rooted += int(atRoot); atRoot > out {
				t.Fatalf("chain %d: %d options are removed at the root, by runs %d", n, atRoot, out)
			}
			if forcesSecondOption(p, o, before, after) {
				continue
			}
			if removed != want {
				t.Fatalf("chain %d, option %d: %d options are removed for colors, by runs %d", n, o, removed, want)
			}
			counted += int(removed)
		}
	}
	if least := matrixtest.RandomRounds(100, 100); min(counted, rooted) < least {
		t.Errorf("%d options are removed for colors, %d at the root: the test shows little", counted, rooted)
	}
}

// areCompatible reports whether two options hold no common item, except for secondary items with the same color.
func areCompatible(p *matrix.Problem, x, y matrix.OptionID) bool {
	return !slices.ContainsFunc(p.Option(x), func(e matrix.Entry) bool {
		return slices.ContainsFunc(p.Option(y), func(f matrix.Entry) bool {
			return e.Item == f.Item && (e.Color == matrix.NoColor || e.Color != f.Color)
		})
	})
}

// forcesSecondOption reports whether the options that are left force a value that excludes an option besides: the only
// color of an item that option o does not hold, or an option that is not compatible with one that o is compatible with.
func forcesSecondOption(p *matrix.Problem, o matrix.OptionID, before, left []bool) bool {
	for i, options := range p.OptionsByItem() {
		if slices.ContainsFunc(p.Option(o), func(e matrix.Entry) bool { return int(e.Item) == i }) {
			continue
		}
		var open []matrix.OptionID
		colors := map[matrix.Color]bool{}
		for _, x := range options {
			if left[x] {
				open = append(open, x)
				colors[p.ColorOf(x, matrix.ItemID(i))] = true
			}
		}
		if i >= p.PrimaryCount() && len(colors) == 1 {
			return true
		}
		for y := range matrix.OptionID(p.OptionCount()) {
			if len(open) == 1 && before[y] && y != open[0] && !areCompatible(p, open[0], y) && areCompatible(p, o, y) {
				return true
			}
		}
	}
	return false
}
