package dense_test

import (
	"context"
	"math/rand/v2"
	"reflect"
	"testing"

	"quadrille/runtime/engine/dense"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/search"
	"quadrille/runtime/search/enginetest"
)

var _ search.Cutter = (*dense.BitSearch)(nil)

// TestLargeCubes: the tree has the same nodes, and the same solutions in the same order, however finely it is cut.
func TestLargeCubes(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	r := rand.New(rand.NewPCG(5, 6))
	for _, p := range []*matrix.Problem{matrixtest.QueensProblem(6), matrixtest.QueensProblem(7)} {
		for _, e := range searchEngines() {
			enginetest.CheckProblem(t, r, p, enginetest.SolutionsByLinks(p), e)
		}
	}
	groups := randomGroups(r, 120)
	for _, w := range []searchWay{{}, usualWay} {
		enginetest.CheckProblem(t, r, groups, enginetest.SolutionsByLinks(groups), w.engine())
	}
	enginetest.CheckLargeProblem(t, r, matrixtest.LangfordProblem(7), searchEngines()...)
	for _, w := range searchWays() {
		if !w.BranchOnFirst && w.threshold <= 3 { // too many nodes otherwise
			enginetest.CheckLargeProblem(t, r, matrixtest.PentominoProblem(3, 20, true), w.engine())
		}
	}
}

func TestFirstCube(t *testing.T) {
	for _, w := range []searchWay{{}, {threshold: 10}, {threshold: 1000}} {
		enginetest.CheckFirstCube(t, w.engine())
	}
}

// TestTwinsAtOnce: threads that share the tables visit together the nodes of one search, and find its solutions.
func TestTwinsAtOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("a tenth of a second or more")
	}
	for _, p := range []*matrix.Problem{
		matrixtest.QueensProblem(8), matrixtest.LangfordProblem(7), matrixtest.PentominoProblem(4, 15, true),
		randomGroups(rand.New(rand.NewPCG(9, 9)), 150),
	} {
		for _, w := range []searchWay{{}, usualWay} {
			if !w.isUsual() && p.OptionCount() > 1000 {
				continue // slow
			}
			s := newSearch(t, p, w)
			countSolutions(s)
			want := s.Stats()
			for _, threads := range []int{2, 3} {
				engines := []search.Cutter{s}
				for len(engines) < threads {
					engines = append(engines, s.NewTwin(nil))
				}
				r := search.NewRun(engines, search.RunOptions{})
				if _, err := r.Count(context.Background()); err != nil {
					t.Fatal(err)
				}
				if got := r.Stats(); !reflect.DeepEqual(got, want) {
					t.Errorf("%+v: %d threads have %+v, one %+v", w, threads, got, want)
				}
			}
		}
	}
}

// TestTwinReports: a twin reports its progress to its own function.
func TestTwinReports(t *testing.T) {
	reports := [2]int{}
	o := dense.SearchOptions{ReportEvery: 100, Report: func(search.Progress) { reports[0]++ }}
	s := newSearch(t, matrixtest.QueensProblem(8), searchWay{SearchOptions: o, threshold: dense.Auto, regions: true})
	twin := s.NewTwin(func(search.Progress) { reports[1]++ })
	if countSolutions(twin); reports[0] != 0 || reports[1] < 5 {
		t.Errorf("the search reports %d times and its twin %d", reports[0], reports[1])
	}
	countSolutions(s.NewTwin(nil))
	if countSolutions(s); reports[0] < 5 {
		t.Errorf("the search reports %d times", reports[0])
	}
}
