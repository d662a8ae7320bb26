package dense_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"quadrille/runtime/engine/dense"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/search"
	"quadrille/runtime/search/enginetest"
)

// searchWay holds settings that change the search, and must not change the set of solutions.
type searchWay struct {
	dense.SearchOptions
	threshold  int // of the second phase
	regions    bool
	keepBounds bool // however few the items are
}

// usualWay holds the settings that the engine chooses by itself.
var usualWay = searchWay{threshold: dense.Auto, regions: true}

// isUsual reports whether the settings are those that the engine chooses by itself.
func (w searchWay) isUsual() bool { return w.threshold == dense.Auto && w.regions && !w.BranchOnFirst }

func searchWays() []searchWay {
	out := []searchWay{{SearchOptions: dense.SearchOptions{BranchOnFirst: true}}, {keepBounds: true}}
	for _, threshold := range []int{0, 1, 3, 1000, dense.Auto} {
		out = append(out, searchWay{threshold: threshold}, searchWay{threshold: threshold, regions: true})
	}
	return out
}

func newSearch(t testing.TB, p *matrix.Problem, w searchWay) *dense.BitSearch {
	t.Helper()
	s, err := dense.NewSearch(p, w.SearchOptions)
	if err != nil {
		t.Fatal(err)
	}
	if s.SetPhases(w.threshold, w.regions); w.keepBounds {
		s.KeepLowerBounds()
	}
	return s
}

// engine returns the engine with these settings. Without the second phase and the filter it walks the tree of links.
func (w searchWay) engine() enginetest.Engine {
	e := enginetest.Engine{
		Name: fmt.Sprintf("first %v, second phase at %d, regions %v, bounds %v", w.BranchOnFirst, w.threshold,
			w.regions,
			w.keepBounds),
		NewEngine: func(t testing.TB, p *matrix.Problem, s enginetest.Setup) search.Engine {
			w := w
			w.ItemOrder, w.OptionOrder, w.Report, w.ReportEvery = s.ItemOrder, s.OptionOrder, s.OnProgress,
				s.ReportEvery
			return newSearch(t, p, w)
		},
		NewTwin:     func(c search.Cutter) search.Cutter { return c.(*dense.BitSearch).NewTwin(nil) },
		MayStopLate: true,
	}
	if w.BranchOnFirst {
		e.NewLinksOfSameTree = enginetest.NewFirstLinks
	} else if w.threshold == 0 && !w.regions {
		e.NewLinksOfSameTree = enginetest.NewLinks
	}
	return e
}

// searchEngines are the engines with all combinations of settings.
func searchEngines() (all []enginetest.Engine) {
	for _, w := range searchWays() {
		all = append(all, w.engine())
	}
	return all
}

func countSolutions(s search.Engine) (n int64) {
	for range s.Solutions(context.Background()) {
		n++
	}
	return n
}

// fitsEngine reports whether the engine accepts a problem: it refuses items that may be covered several times.
func fitsEngine(p *matrix.Problem) bool {
	for i := range matrix.ItemID(p.PrimaryCount()) {
		if b := p.Bound(i); b.Min > 1 || b.Max > 1 {
			return false
		}
	}
	return true
}

// TestAgree compares every way to search with brute force, and some with links.
func TestAgree(t *testing.T) {
	enginetest.CheckAgreement(t, matrixtest.RandomRounds(50, 1000), fitsEngine, searchEngines()...)
}

// TestLargeTrees: without the second phase and the filter the tree is that of the links, node by node, in the same
// order.
func TestLargeTrees(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	r := rand.New(rand.NewPCG(3, 4))
	plain, floors, first := searchWay{}.engine(), searchWay{keepBounds: true}.engine(),
		searchWay{SearchOptions: dense.SearchOptions{BranchOnFirst: true}}.engine()
	for _, p := range []*matrix.Problem{matrixtest.QueensProblem(1), matrixtest.QueensProblem(8),
		matrixtest.QueensProblem(9), matrixtest.LangfordProblem(7), matrixtest.LangfordProblem(8),
		matrixtest.PentominoProblem(3, 20, true), matrixtest.PentominoProblem(5, 5, false),
	} {
		for range matrixtest.RandomRounds(1, 3) {
			enginetest.CheckLargeProblem(t, r, p, plain, floors)
			if p.OptionCount() <= 100 { // a fixed order alone may take long
				enginetest.CheckLargeProblem(t, r, p, first)
			}
		}
	}
}

// TestKnown compares with published numbers, with all settings. Slow problems are counted only with the usual settings,
// unless slow tests are turned on.
func TestKnown(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	small := enginetest.NameIn("queens 8", "langford 7", "langford 8")
	large := enginetest.NameIn("queens 10", "pentominoes 3x20", "Y 10x10", "dominoes 1x130")
	slow := enginetest.NameIn("pentominoes 4x15", "pentominoes, Scott")
	if matrixtest.SlowTestsWanted() {
		slow = enginetest.NameIn("pentominoes 4x15", "pentominoes 5x12", "pentominoes 6x10",
			"pentominoes 6x10, a quarter",
			"pentominoes, Scott")
	}
	enginetest.CheckKnownProblems(t, small, searchEngines()...)
	for _, w := range searchWays() {
		if !w.BranchOnFirst && w.threshold <= 0 { // a fixed order alone may take long
			enginetest.CheckKnownProblems(t, large, w.engine())
			if w.isUsual() || matrixtest.SlowTestsWanted() && (w.threshold == 0 || w.regions) {
				enginetest.CheckKnownProblems(t, slow, w.engine())
			}
		}
	}
}

func TestCancel(t *testing.T) {
	for _, w := range []searchWay{{}, {threshold: 1000}} {
		enginetest.CheckCancellation(t, w.engine())
	}
}

func TestProgress(t *testing.T) {
	for _, w := range []searchWay{{}, {threshold: 8}} {
		enginetest.CheckProgress(t, 100, w.engine())
	}
}

func TestAllocations(t *testing.T) {
	enginetest.CheckAllocations(t, matrixtest.QueensProblem(8), searchWay{}.engine())
	for _, w := range []searchWay{{threshold: 12}, {threshold: 12, regions: true}} {
		enginetest.CheckAllocations(t, matrixtest.PentominoProblem(5, 5, false), w.engine())
	}
}

// TestPhases: the second phase begins early on a narrow board, earlier if one piece breaks the symmetry of the board,
// and late if the problem has no board. Problems that need more bits than a mask has have neither second phase nor
// filter.
func TestPhases(t *testing.T) {
	for _, c := range []struct {
		name      string
		p         *matrix.Problem
		threshold int
		filter    bool
	}{
		{"4 by 15, a quarter", matrixtest.PentominoProblem(4, 15, true), 60, true},
		{"4 by 15", matrixtest.PentominoProblem(4, 15, false), 47, true},
		{"6 by 10, a quarter", matrixtest.PentominoProblem(6, 10, true), 36, true},
		{"10 by 12, Y alone", matrixtest.YProblem(10, 12), 60, true},
		{"11 by 12, Y alone", matrixtest.YProblem(11, 12), 0, false},
		{"12 queens", matrixtest.QueensProblem(12), 6, false},
	} {
		s := newSearch(t, c.p, usualWay)
		if threshold, filter := s.PhaseSettings(); threshold != c.threshold || filter != c.filter {
			t.Errorf("%s: the second phase begins at %d, filter %v", c.name, threshold, filter)
		}
	}
}

// TestRoom searches problems that need about as many bits as a mask has, and more. The links tell the right solutions.
func TestRoom(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	rounds, solvable := matrixtest.RandomRounds(30, 250), 0
	var engines []enginetest.Engine
	for _, w := range []searchWay{{}, {threshold: 20, regions: true}, {threshold: 60}, usualWay} {
		engines = append(engines, w.engine())
	}
	for round := range rounds {
		sizes := []int{60 + r.IntN(200), 100, 120, 126, 127, 128, 129}
		if enginetest.CheckLargeProblem(t, r, randomGroups(r, sizes[round%len(sizes)]), engines...) {
			solvable++
		}
	}
	if 5*solvable < rounds {
		t.Errorf("only %d problems of %d had a solution: the test proves little", solvable, rounds)
	}
}

// TestUnfit: problems that the engine cannot search are refused.
func TestUnfit(t *testing.T) {
	for _, bound := range []matrix.Bound{{Min: 1, Max: 2}, {Min: 2, Max: 2}, {Min: 0, Max: 3}} {
		b := newNamedBuilder()
		b.items["a"] = b.AddPrimary("a", bound)
		_, err := dense.NewSearch(b.mustBuild(), dense.SearchOptions{})
		if !errors.Is(err, dense.ErrUnfit) || !strings.Contains(err.Error(),
			fmt.Sprintf("%d to %d times", bound.Min, bound.Max)) {
			t.Errorf("%+v: the error is %v", bound, err)
		}
	}
	b := newNamedBuilder("a")
	for range dense.MaxOptions + 1 {
		b.optionNamed("a")
	}
	if _, err := dense.NewSearch(b.mustBuild(), dense.SearchOptions{}); !errors.Is(err, dense.ErrUnfit) ||
		!strings.Contains(err.Error(), "32769 options") {
		t.Errorf("the error is %v", err)
	}
}

func ExampleNewSearch() {
	b := matrix.NewBuilder()
	left := b.AddPrimary("left", matrix.Once)
	right := b.AddPrimary("right", matrix.Once)
	b.AddOption(matrix.Entry{Item: left}, matrix.Entry{Item: right})
	b.AddOption(matrix.Entry{Item: left})
	b.AddOption(matrix.Entry{Item: right})
	p, err := b.Build()
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := dense.NewSearch(p, dense.SearchOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for solution := range s.Solutions(context.Background()) {
		fmt.Println(solution)
	}
	// Output:
	// [0]
	// [1 2]
}
