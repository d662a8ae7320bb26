package schedule

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/search"
	"quadrille/runtime/symmetry"
)

// TestOrbits counts symmetric problems by orbits of options, and compares with brute force.
func TestOrbits(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	found, solvable, rounds := 0, 0, matrixtest.RandomRounds(250, 3000)
	for range rounds {
		p := matrixtest.SymmetricProblem(r, matrixtest.ProblemShape{MaxPrimary: 5, MaxSecondary: 3, MaxOptions: 5,
			ColorCount: 2})
		if p.OptionCount() > 14 {
			continue
		}
		k := findOrbitSplit(p, symmetry.FindGroup(context.Background(), p, maxSymmetries))
		if k == nil {
			continue
		}
		found++
		want := len(matrixtest.BruteForce(p))
		for _, name := range []string{Links, Dense, Sparse} {
			v := newCubeTask(p, Request{Threads: 1 + r.IntN(2)}, name, taskOutput{})
			v.restartWithParts(k.problemParts)
			err := advance(v, r)
			n, stats := v.Result()
			if err != nil || n.Int64() != int64(want) || stats.Solutions != int64(want) {
				t.Fatalf("%s counts %v, %+v, %v by orbits (%s); brute force %d", name, n, stats, err, k.reason, want)
			}
		}
		if want > 0 {
			solvable++
		}
	}
	if found < rounds/6 || solvable < rounds/30 {
		t.Errorf("only %d problems had orbits, and %d of them solutions", found, solvable)
	}
}

// advance gives a task turns of random length until it is done.
func advance(t Task, r *rand.Rand) error {
	for {
		spent, _ := t.Progress()
		if done, err := t.Advance(context.Background(), spent+1e-6*r.Float64()); done || err != nil {
			return err
		}
	}
}

// TestCubeTask searches in turns, on several threads: the nodes on each level and the solutions are those of one
// search.
func TestCubeTask(t *testing.T) {
	r := rand.New(rand.NewPCG(33, 34))
	some, rounds := 0, matrixtest.RandomRounds(50, 100)
	for range rounds {
		p := matrixtest.RandomProblem(r, matrixtest.ProblemShape{MaxPrimary: 9, MaxSecondary: 4, MaxOptions: 60,
			ColorCount: 2})
		for _, name := range []string{Links, Dense, Sparse} {
			made, err := NewPlan(p, Request{Engine: name})
			if err != nil {
				t.Fatal(err)
			}
			for range made.Solutions(context.Background()) {
			}
			whole, v := made.Stats(), newCubeTask(p, Request{Threads: 1 + r.IntN(3)}, name, taskOutput{})
			err = advance(v, r)
			if _, stats := v.Result(); err != nil || stats.Nodes != whole.Nodes || stats.Solutions != whole.Solutions ||
				!slices.EqualFunc(stats.Profile, whole.Profile,
					func(a, b search.ProfileLevel) bool { return a.Nodes == b.Nodes }) {
				t.Fatalf("%s by turns: %+v, %v, and at once %+v", name, stats, err, whole)
			}
			if whole.Nodes > minStepNodes {
				some++
			}
		}
	}
	if some < rounds {
		t.Errorf("only %d searches took several turns", some)
	}
}

// TestLong counts problems that take more than one turn, with the default engine, on one thread and on two: queens
// (A000170), and Langford pairs (A014552, twice).
func TestLong(t *testing.T) {
	if testing.Short() {
		t.Skip("half a second or more")
	}
	for _, c := range []struct {
		name    string
		problem *matrix.Problem
		want    int64
	}{
		{"queens 12", matrixtest.QueensProblem(12), 14200},
		{"queens 13", matrixtest.QueensProblem(13), 73712},
		{"langford 11", matrixtest.LangfordProblem(11), 35584},
	} {
		first := ""
		for threads := 1; threads < 3; threads++ {
			made, err := NewPlan(c.problem, Request{Goal: CountOnly, Threads: threads})
			if err != nil {
				t.Fatal(err)
			}
			counter := made.Engine.(*autoEngine)
			n, err := counter.Count(context.Background())
			if err != nil || n.Int64() != c.want {
				t.Errorf("%s on %d threads: %v, %v", c.name, threads, n, err)
			}
			effort := counter.Stats()
			effort.Profile = nil
			said := made.Name + made.Reason + fmt.Sprintf("%+v", effort)
			if first == "" {
				first = said
			}
			if said != first {
				t.Errorf("%s on %d threads: %s\non one: %s", c.name, threads, said, first)
			}
		}
	}
}
