package schedule_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/schedule"
	"quadrille/runtime/search"
)

// unpaired adds to each option a secondary item of its own, so that no option holds exactly two items, and planar does
// not count the problem.
func unpaired(t *testing.T, p *matrix.Problem) *matrix.Problem {
	b := matrix.NewBuilder()
	for i := range matrix.ItemID(p.ItemCount()) {
		b.AddPrimary(p.Name(i), p.Bound(i))
	}
	for o := range matrix.OptionID(p.OptionCount()) {
		b.AddOption(append(slices.Clone(p.Option(o)), matrix.Entry{Item: b.AddSecondary(fmt.Sprint("own ", o))})...)
	}
	q, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// TestProofsEndSearches: if weights prove that there is no solution, a long search ends soon. A search that finds
// solutions, or is short, does not change.
func TestProofsEndSearches(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	odd, without := matrixtest.DominoProblem(19), matrixtest.DominoProblem(20, [2]int{0, 0}, [2]int{19, 19})
	for _, p := range []*matrix.Problem{unpaired(t, odd), unpaired(t, without)} {
		for k, r := range []schedule.Request{{Goal: schedule.CountOnly}, {Goal: schedule.FewSolutions},
			{Goal: schedule.AllSolutions},
			{Goal: schedule.AllSolutions, Threads: 2}} {
			if k > 1 && !matrixtest.SlowTestsWanted() {
				break
			}
			e, err := schedule.NewPlan(p, r)
			if err != nil {
				t.Fatal(err)
			}
			n, err := e.Count(context.Background())
			if err != nil || n.Sign() != 0 || e.Name != schedule.WeightProof {
				t.Errorf("%+v: %v solutions, error %v, by %s", r, n, err, e.Name)
			}
		}
	}
	for _, p := range []*matrix.Problem{matrixtest.DominoProblem(6), matrixtest.DominoProblem(3)} {
		e, err := schedule.NewPlan(p, schedule.Request{Goal: schedule.AllSolutions})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := e.Count(context.Background()); err != nil || e.Name == schedule.WeightProof {
			t.Errorf("a short search was ended by %s, error %v", e.Name, err)
		}
	}
}

// TestProofsEndJobs: if weights prove that there is no solution, a walk of the whole tree ends at once. A part of that
// tree, or the tree of a problem with solutions, is searched.
func TestProofsEndJobs(t *testing.T) {
	for _, test := range []struct {
		wide   int
		cube   search.Cube
		engine string
	}{
		{19, search.WholeTree, schedule.WeightProof}, {19, search.Cube{Path: []int32{0}, Share: 0.5}, schedule.Sparse},
		{4, search.WholeTree, schedule.Sparse},
	} {
		w, err := schedule.NewWalker(matrixtest.DominoProblem(test.wide), schedule.Request{Engine: schedule.Sparse})
		if err != nil {
			t.Fatal(err)
		}
		part, err := w.Walk(context.Background(), test.cube, schedule.WalkLimits{Nodes: 1000})
		done := len(part.UnsearchedCubes) == 0
		if err != nil || part.Engine != test.engine ||
			done != (test.wide == 4 || test.engine == schedule.WeightProof) ||
			(part.Count.Sign() > 0) != (test.wide == 4) {
			t.Errorf("%v: %+v, %v", test, part, err)
		}
	}
}
