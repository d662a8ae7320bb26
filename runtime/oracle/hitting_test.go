package oracle_test

import (
	"context"
	"errors"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/oracle"
)

// rivalSets holds, for each counterexample, the set of clues that are false for it, as bits.
type rivalSets []uint

// nextRival returns a [hitting.Counterexample] that looks in the list.
func (r rivalSets) nextRival(_ context.Context, kept []bool, gone int) ([]int, error) {
	for _, set := range r {
		var out []int
		ruled := false
		for k := range kept {
			if set>>k&1 == 1 {
				out = append(out, k)
				ruled = ruled || kept[k]
			}
		}
		if !ruled && (gone < 0 || set>>gone&1 == 1) {
			return slices.Concat([]int{}, out), nil
		}
	}
	return nil, nil
}

// areEnough reports whether the clues hit all sets.
func (r rivalSets) areEnough(clues uint) bool {
	return !slices.ContainsFunc(r, func(set uint) bool { return set&clues == 0 })
}

func randomRivals(r *rand.Rand, n int) rivalSets {
	var all rivalSets
	for range r.IntN(12) {
		few, more := uint(r.IntN(1<<n)), uint(r.IntN(1<<n))
		if set := few & more; set != 0 {
			all = append(all, set)
		}
	}
	return all
}

func asBits(kept []bool) (clues uint) {
	for k, in := range kept {
		if in {
			clues |= 1 << k
		}
	}
	return clues
}

// TestMinimal: the kept clues are sufficient, and without any one of them they are not.
func TestMinimal(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range matrixtest.RandomRounds(150, 3000) {
		all, n := randomRivals(r, 9), 9
		least := r.IntN(4) * r.IntN(2)
		done := func(kept []bool) bool { return bits.OnesCount(asBits(kept)) == least }
		kept, err := oracle.MinimalClues(context.Background(), r.Perm(n), done, all.nextRival)
		if err != nil {
			t.Fatal(err)
		}
		clues := asBits(kept)
		if !all.areEnough(clues) {
			t.Fatalf("%b is not enough for %b", clues, all)
		}
		if bits.OnesCount(clues) == least {
			continue
		}
		for k := range n {
			if clues>>k&1 == 1 && all.areEnough(clues&^(1<<k)) {
				t.Fatalf("of %b for %b clue %d can go", clues, all, k)
			}
		}
	}
}

// TestFewest: a trial of every set of clues finds no smaller sufficient set.
func TestFewest(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 1))
	for range matrixtest.RandomRounds(150, 3000) {
		n := 1 + r.IntN(9)
		all := randomRivals(r, n)
		want := n
		for clues := range uint(1) << n {
			if all.areEnough(clues) {
				want = min(want, bits.OnesCount(clues))
			}
		}
		few, err := oracle.FewestClues(context.Background(), n,
			oracle.SearchLimits{MaxCounterexamples: 100, MaxNodes: 10000}, r, all.nextRival)
		if err != nil || !all.areEnough(asBits(few.KeptClues)) || few.ClueCount != want || few.LowerBound != want ||
			bits.OnesCount(asBits(few.KeptClues)) != want {
			t.Fatalf("of %d for %b: %+v, %v; the fewest are %d", n, all, few, err, want)
		}
	}
}

// TestFewestGivesUp: with tight limits the set is still sufficient, and the lower bound still holds.
func TestFewestGivesUp(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	for range matrixtest.RandomRounds(150, 3000) {
		n := 9
		all := randomRivals(r, n)
		want := n
		for clues := range uint(1) << n {
			if all.areEnough(clues) {
				want = min(want, bits.OnesCount(clues))
			}
		}
		few, err := oracle.FewestClues(context.Background(), n,
			oracle.SearchLimits{MaxCounterexamples: r.IntN(5), MaxNodes: 1 + r.IntN(6)}, r, all.nextRival)
		if err != nil || !all.areEnough(asBits(few.KeptClues)) || few.LowerBound > want || few.ClueCount < want {
			t.Fatalf("for %b: %+v, %v; the fewest are %d", all, few, err, want)
		}
	}
}

// TestAmbiguous: a counterexample that contradicts no clue is an error, and an error of the search is returned.
func TestAmbiguous(t *testing.T) {
	none := func(context.Context, []bool, int) ([]int, error) { return []int{}, nil }
	r := rand.New(rand.NewPCG(4, 1))
	if _, err := oracle.MinimalClues(context.Background(), []int{0, 1}, nil, none); !errors.Is(err,
		oracle.ErrAmbiguous) {
		t.Error(err)
	}
	if _, err := oracle.FewestClues(context.Background(), 2, oracle.SearchLimits{}, r, none); !errors.Is(err,
		oracle.ErrAmbiguous) {
		t.Error(err)
	}
	broken := errors.New("broken")
	fails := func(context.Context, []bool, int) ([]int, error) { return nil, broken }
	if _, err := oracle.FewestClues(context.Background(), 2, oracle.SearchLimits{}, r, fails); !errors.Is(err,
		broken) {
		t.Error(err)
	}
}

// TestFewestIsStopped: if an error ends the work, the best set so far is sufficient, and the lower bound holds.
func TestFewestIsStopped(t *testing.T) {
	r, some := rand.New(rand.NewPCG(5, 1)), 0
	stop := errors.New("stop")
	for range matrixtest.RandomRounds(300, 3000) {
		all, left, want := randomRivals(r, 9), r.IntN(40), 9
		for clues := range uint(1) << 9 {
			if all.areEnough(clues) {
				want = min(want, bits.OnesCount(clues))
			}
		}
		few, err := oracle.FewestClues(context.Background(), 9,
			oracle.SearchLimits{MaxOrders: 2, MaxCounterexamples: 10, MaxNodes: 100}, r,
			func(ctx context.Context, kept []bool, gone int) ([]int, error) {
				if left--; left < 0 {
					return nil, stop
				}
				return all.nextRival(ctx, kept, gone)
			})
		if few.KeptClues == nil && errors.Is(err, stop) {
			continue
		}
		if some++; few.LowerBound > want || few.ClueCount < want ||
			few.ClueCount != bits.OnesCount(asBits(few.KeptClues)) ||
			!all.areEnough(asBits(few.KeptClues)) {
			t.Fatalf("for %b: %+v, %v; the fewest are %d", all, few, err, want)
		}
	}
	if some == 0 {
		t.Error("it never came so far")
	}
}
