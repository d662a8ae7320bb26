package sparse_test

import (
	"context"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync/atomic"
	"testing"

	"quadrille/runtime/engine/sparse"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/search"
	"quadrille/runtime/search/enginetest"
)

// setEngines are the engine with each of its two branching rules, together with the links that walk the same tree.
var setEngines = []enginetest.Engine{
	{Name: "shortest item", NewEngine: newSetSearch(false), NewLinksOfSameTree: enginetest.NewLinks},
	{Name: "first item", NewEngine: newSetSearch(true), NewLinksOfSameTree: enginetest.NewFirstLinks},
}

func newSetSearch(first bool) func(testing.TB, *matrix.Problem, enginetest.Setup) search.Engine {
	return func(_ testing.TB, p *matrix.Problem, s enginetest.Setup) search.Engine {
		return sparse.NewSearch(p, sparse.SearchOptions{BranchOnFirst: first, ItemOrder: s.ItemOrder,
			OptionOrder: s.OptionOrder,
			Report:      s.OnProgress, ReportEvery: s.ReportEvery})
	}
}

// TestAgree compares sparse sets with brute force and with the links.
func TestAgree(t *testing.T) {
	supports := enginetest.Engine{Name: "supports", NewEngine: newSupportSearch}
	enginetest.CheckAgreement(t, matrixtest.RandomRounds(70, 700), nil, append(setEngines, supports)...)
}

func newSupportSearch(_ testing.TB, p *matrix.Problem, s enginetest.Setup) search.Engine {
	return sparse.NewSearch(p, sparse.SearchOptions{ItemOrder: s.ItemOrder, OptionOrder: s.OptionOrder,
		Report:      s.OnProgress,
		ReportEvery: s.ReportEvery, CountSupports: true})
}

// TestSupports compares with brute force where colors have supports. The tree never has more nodes than the tree
// without supports.
func TestSupports(t *testing.T) {
	r := rand.New(rand.NewPCG(45, 2))
	var nodes, plainNodes int64
	for n := range matrixtest.RandomRounds(600, 20_000) {
		p := matrixtest.SupportedProblem(r)
		want := matrixtest.BruteForce(p)
		s := sparse.NewSearch(p, sparse.SearchOptions{CountSupports: true, BranchOnFirst: n%3 == 0})
		for range 2 { // the first run restores what it changed
			var got [][]matrix.OptionID
			for solution := range s.Solutions(context.Background()) {
				got = append(got, slices.Sorted(slices.Values(solution)))
			}
			if slices.SortFunc(got, slices.Compare); !slices.EqualFunc(got, want, slices.Equal) {
				t.Fatalf("problem %d: %v, and by brute force %v", n, got, want)
			}
		}
		whole, parts := s.Stats(), [][]matrix.OptionID(nil)
		s.Reset()
		for left := []search.Cube{search.WholeTree}; len(left) > 0; { // a node at a time
			left = append(s.Explore(new(atomic.Bool), left[0], 1, func(found matrix.Solution) bool {
				parts = append(parts, slices.Sorted(slices.Values(found)))
				return true
			}), left[1:]...)
		}
		if slices.SortFunc(parts, slices.Compare); !slices.EqualFunc(parts, want, slices.Equal) ||
			!reflect.DeepEqual(s.Stats(), whole) {
			t.Fatalf("problem %d: in parts %v, %+v; at once %v, %+v", n, parts, s.Stats(), want, whole)
		}
		plain := sparse.NewSearch(p, sparse.SearchOptions{BranchOnFirst: n%3 == 0})
		for range plain.Solutions(context.Background()) {
		}
		nodes, plainNodes = nodes+s.Stats().Nodes, plainNodes+plain.Stats().Nodes
	}
	if nodes >= plainNodes {
		t.Errorf("%d nodes with supports, and %d without", nodes, plainNodes)
	}
}

// TestLargerTrees compares trees that are too large for brute force with those of the links.
func TestLargerTrees(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range matrixtest.RandomRounds(400, 4000) {
		enginetest.CheckLargeProblem(t, r, matrixtest.RandomProblem(r,
			matrixtest.ProblemShape{MaxPrimary: 5 + r.IntN(6),
				MaxSecondary: r.IntN(5), MaxOptions: 36, ColorCount: r.IntN(4), HasMultiplicities: r.IntN(2) == 0,
				MaxNogoods: r.IntN(7)}),
			setEngines...)
	}
}

// TestLargeTrees searches problems with more than 64 items, and with lists of options so long that they are sorted by
// another method.
func TestLargeTrees(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	r := rand.New(rand.NewPCG(3, 0))
	for _, p := range []*matrix.Problem{matrixtest.QueensProblem(8), matrixtest.LangfordProblem(6),
		matrixtest.LangfordProblem(7), matrixtest.YProblem(5, 10),
		matrixtest.Packing{BoxSize: matrixtest.Cell{1, 5, 7}, Pieces: matrixtest.Pentominoes[:7]}.Problem(),
	} {
		enginetest.CheckLargeProblem(t, r, p, setEngines...)
	}
	enginetest.CheckLargeProblem(t, r, matrixtest.YProblem(10, 10), setEngines[0])
}

// TestManyItems searches problems with so many items that hidden options are recorded, and the ends of sets are not
// saved.
func TestManyItems(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	shape := matrixtest.ProblemShape{MaxPrimary: 4, MaxSecondary: 3, MaxOptions: 12, ColorCount: 2,
		HasMultiplicities: true, MaxNogoods: 4}
	for range matrixtest.RandomRounds(35, 700) {
		p := matrixtest.RandomProblem(r, shape)
		enginetest.CheckProblem(t, r, matrixtest.WithMoreItems(p, 1500), matrixtest.BruteForce(p),
			setEngines[r.IntN(2)])
	}
}

// TestKnown compares with published numbers of solutions.
func TestKnown(t *testing.T) {
	enginetest.CheckKnownProblems(t, enginetest.NameIn("queens 8", "queens 9", "langford 6", "langford 7",
		"pentominoes 3x20",
		"Y 5x10", "Y 10x10"), setEngines[0])
}

func TestCancel(t *testing.T) { enginetest.CheckCancellation(t, setEngines[0]) }

func TestProgress(t *testing.T) { enginetest.CheckProgress(t, 1000, setEngines[0]) }

func TestFirstCube(t *testing.T) { enginetest.CheckFirstCube(t, setEngines[0]) }

func TestAllocations(t *testing.T) {
	for _, e := range setEngines {
		enginetest.CheckAllocations(t, matrixtest.QueensProblem(8), e)
	}
}

// TestUnsupportedCount: each branch of the first item removes an option of the second item, because no other option of
// the second item gives its color to z, and so an option of the third item. The number of options removed for colors is
// the same if the tree is cut.
func TestUnsupportedCount(t *testing.T) {
	b := matrix.NewBuilder()
	var items []matrix.ItemID
	for _, name := range []string{"first", "second", "third"} {
		items = append(items, b.AddPrimary(name, matrix.Once))
	}
	y, z := b.AddSecondary("y"), b.AddSecondary("z")
	for _, name := range []string{"red", "blue"} {
		color := b.AddColor(name)
		b.AddOption(matrix.Entry{Item: items[0]}, matrix.Entry{Item: y, Color: color})
		b.AddOption(matrix.Entry{Item: items[1]}, matrix.Entry{Item: y, Color: color},
			matrix.Entry{Item: z, Color: color})
		b.AddOption(matrix.Entry{Item: items[2]}, matrix.Entry{Item: z, Color: color})
	}
	p, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	for _, budget := range []int64{0, 1, 2} {
		s := sparse.NewSearch(p, sparse.SearchOptions{CountSupports: true})
		s.Reset()
		for cubes := []search.Cube{search.WholeTree}; len(cubes) > 0; {
			left := s.Explore(new(atomic.Bool), cubes[0], budget, func(matrix.Solution) bool { return true })
			cubes = append(left, cubes[1:]...)
		}
		stats := s.Stats()
		if len(stats.Filter) != 1 || stats.Filter[0].Count != 2 || stats.Solutions != 2 {
			t.Errorf("budget %d: %v, want 2 options removed, and 2 solutions", budget, stats)
		}
	}
}
