package deduce_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"quadrille/runtime/deduce"
	"quadrille/runtime/engine/dlx"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/proof"
	"quadrille/runtime/proof/prooftest"
)

// TestFilterOptions: each removed option is in no solution. A problem for which FilterOptions finds an item with too
// few options has no solution.
func TestFilterOptions(t *testing.T) {
	shapes := []matrixtest.ProblemShape{
		{MaxPrimary: 5, MaxSecondary: 4, MaxOptions: 10, ColorCount: 3},
		{MaxPrimary: 4, MaxSecondary: 3, MaxOptions: 12, ColorCount: 2, HasMultiplicities: true},
		{MaxPrimary: 6, MaxOptions: 10},
		{MaxPrimary: 4, MaxSecondary: 3, MaxOptions: 10, ColorCount: 2, MaxNogoods: 3},
	}
	r := rand.New(rand.NewPCG(42, 1))
	removed, refuted := 0, 0
	for n := range matrixtest.RandomRounds(3_000, 20_000) {
		p := matrixtest.RandomProblem(r, shapes[n%len(shapes)])
		work := 1 << 20
		if n%3 == 0 {
			work = r.IntN(60) // it may end at any time
		}
		f := deduce.FilterOptions(p, work)
		left, possible := f.Left, f.ShortItem < 0
		solutions := matrixtest.BruteForce(p)
		if removed += p.OptionCount() - len(left); !possible {
			refuted++
		}
		for _, s := range solutions {
			gone := func(o matrix.OptionID) bool { return !slices.Contains(left, o) }
			if !possible || slices.ContainsFunc(s, gone) {
				t.Fatalf("problem %d has the solution %v; %v are left, and possible is %v", n, s, left, possible)
			}
		}
	}
	if removed == 0 || refuted == 0 {
		t.Errorf("%d options are removed, and %d problems refuted", removed, refuted)
	}
}

// chain builds a path of three items that agree on colors: x holds a, y holds a and b, z holds b.
func chain() *matrix.Problem {
	b := matrix.NewBuilder()
	x, y, z := b.AddPrimary("x", matrix.Once), b.AddPrimary("y", matrix.Once), b.AddPrimary("z", matrix.Once)
	s, t := b.AddSecondary("s"), b.AddSecondary("t")
	red, blue := b.AddColor("red"), b.AddColor("blue")
	b.AddOption(matrix.Entry{Item: x}, matrix.Entry{Item: s, Color: red})
	b.AddOption(matrix.Entry{Item: y}, matrix.Entry{Item: s, Color: red}, matrix.Entry{Item: t, Color: blue})
	b.AddOption(matrix.Entry{Item: y}, matrix.Entry{Item: s, Color: blue}, matrix.Entry{Item: t, Color: red})
	b.AddOption(matrix.Entry{Item: z}, matrix.Entry{Item: t, Color: red})
	b.AddOption(matrix.Entry{Item: z}, matrix.Entry{Item: t, Color: blue})
	p, err := b.Build()
	if err != nil {
		panic(err)
	}
	return p
}

// TestChainOfColors: a color that is lost at one end of a chain of items is lost at the other end.
func TestChainOfColors(t *testing.T) {
	f := deduce.FilterOptions(chain(), 1000)
	if f.ShortItem >= 0 || !slices.Equal(f.Left, []matrix.OptionID{0, 1, 4}) {
		t.Errorf("%v", f)
	}
}

// TestRemovalProofs: both checkers accept the reasons of the removals. In the problem without the removed options they
// find the number of solutions that brute force finds.
func TestRemovalProofs(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds a command")
	}
	defer prooftest.RemoveCommand()
	shapes := []matrixtest.ProblemShape{
		{MaxPrimary: 5, MaxSecondary: 4, MaxOptions: 10, ColorCount: 3},
		{MaxPrimary: 4, MaxSecondary: 3, MaxOptions: 12, ColorCount: 2, HasMultiplicities: true},
		{MaxPrimary: 4, MaxSecondary: 3, MaxOptions: 10, ColorCount: 2, MaxNogoods: 3},
	}
	r := rand.New(rand.NewPCG(42, 2))
	var claims []prooftest.Claim
	var want []string
	removed := 0
	for n := range matrixtest.RandomRounds(150, 3_000) {
		p := matrixtest.RandomProblem(r, shapes[n%len(shapes)])
		left, removals := deduce.RemoveWithReasons(p, 1<<20)
		if len(removals) == 0 || p.PrimaryCount() == 0 {
			continue
		}
		removed += len(removals)
		want = append(want, fmt.Sprint(len(matrixtest.BruteForce(p))))
		claims = append(claims, prooftest.MakeClaim(t, p, func(w *proof.Writer) error {
			w.SetRemovals(removals)
			n, err := dlx.CountWithProof(t.Context(), p.KeepListed(left), w, nil)
			return errors.Join(err, w.WriteTotal(n))
		}))
	}
	for _, c := range prooftest.Checkers(t) {
		for n, got := range c.Check(t, claims) {
			if got != want[n] {
				t.Errorf("%s: %s for %s in proof %d of\n%s", c.Name, got, want[n], n, claims[n].Dump)
			}
		}
	}
	t.Logf("%d proofs, %d options are removed", len(claims), removed)
}

// TestChainConsistency: of a random automaton that reads a row of cells, exactly those options remain that some
// accepting run uses. If an option is removed for a color without support, no accepting run gives that color there.
func TestChainConsistency(t *testing.T) {
	r := rand.New(rand.NewPCG(42, 3))
	removed, empty := 0, 0
	for n := range matrixtest.RandomRounds(300, 5_000) {
		c := matrixtest.RandomChain(r, 2+r.IntN(4), 1+r.IntN(3), 2+r.IntN(2))
		p, accepted := c.Problem, c.AcceptedOptions(-1)
		f := deduce.FilterOptions(p, 1<<20)
		if f.ShortItem >= 0 != !slices.Contains(accepted, true) {
			t.Fatalf("chain %d: item %d is short, and runs use the options %v", n, f.ShortItem, accepted)
		}
		if f.ShortItem >= 0 {
			empty++
			continue
		}
		removed += len(f.Removed)
		for o, used := range accepted {
			if used != slices.Contains(f.Left, matrix.OptionID(o)) {
				t.Fatalf("chain %d: %v are left, and runs use the options %v", n, f.Left, accepted)
			}
		}
		for _, lost := range f.Removed {
			if accepted[lost.Option] {
				t.Fatalf("chain %d: a run uses option %d", n, lost.Option)
			}
			if z := lost.ColoredItem; z >= 0 {
				for _, o := range p.OptionsByItem()[lost.Item] {
					if accepted[o] && p.ColorOf(o, z) == p.ColorOf(lost.Option, z) {
						t.Fatalf("chain %d: option %d supports the color of %v", n, o, lost)
					}
				}
			}
		}
	}
	if removed == 0 || empty == 0 {
		t.Errorf("%d options are removed, and %d automata accept nothing", removed, empty)
	}
}
