package sparse_test

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync/atomic"
	"testing"

	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/search"
	"quadrille/runtime/sparse"
)

// TestCut: a tree that is explored in cubes of a few nodes, each by another
// search than the one before, has the same solutions in the same order and takes
// the same effort. The parts add up to the whole.
func TestCut(t *testing.T) {
	for name, shape := range problemShapes {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(7, 8))
			for n := range matrixtest.RandomRounds(35, 350) {
				p := matrixtest.RandomProblem(r, shape)
				checkCut(t, p, sparse.SearchOptions{First: n%2 == 1}, []int64{1, 3, 17}[n%3])
			}
		})
	}
	p := packingProblem(5, 10, pentominoes[11:], true)
	for _, budget := range []int64{1, 3, 17} {
		checkCut(t, matrixtest.LangfordProblem(6), sparse.SearchOptions{}, budget)
		checkCut(t, p, withRandomOrders(rand.New(rand.NewPCG(3, 0)), p, sparse.SearchOptions{}), budget)
	}
}

func checkCut(t *testing.T, p *matrix.Problem, o sparse.SearchOptions, budget int64) {
	t.Helper()
	whole := sparse.NewSearch(p, o)
	want := allSolutions(t, whole)
	searches := []*sparse.SetSearch{sparse.NewSearch(p, o), sparse.NewSearch(p, o)}
	got := [][]matrix.OptionID{}
	todo := []search.Cube{search.WholeTree}
	for n := 0; len(todo) > 0; n++ {
		if int64(n) > whole.Stats().Nodes {
			t.Fatalf("%d cubes of a tree of %d nodes", n, whole.Stats().Nodes)
		}
		c := todo[0]
		left := searches[n%2].Explore(new(atomic.Bool), c, budget, func(s matrix.Solution) bool {
			got = append(got, append([]matrix.OptionID{}, s...))
			return true
		})
		if sum := partSum(left); sum > c.Part*(1+1e-9) {
			t.Fatalf("the parts left of %v are %v, more than it has", c, left)
		}
		todo = slices.Concat(left, todo[1:])
	}
	effort := searches[0].Stats()
	effort.AddStats(searches[1].Stats())
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("in cubes of %d nodes %v, at once %v", budget, got, want)
	}
	if !reflect.DeepEqual(effort, whole.Stats()) {
		t.Fatalf("in cubes of %d nodes the effort is %+v, at once %+v", budget, effort, whole.Stats())
	}
}

func partSum(cubes []search.Cube) float64 {
	sum := 0.0
	for _, c := range cubes {
		sum += c.Part
	}
	return sum
}

// TestParts: what is left after the first node is the whole, and branches are
// alike.
func TestParts(t *testing.T) {
	s := sparse.NewSearch(matrixtest.QueensProblem(6), sparse.SearchOptions{})
	left := s.Explore(new(atomic.Bool), search.WholeTree, 1, nil)
	if len(left) != 2 || math.Abs(partSum(left)-1) > 1e-9 || math.Abs(left[0].Part-1./6) > 1e-9 {
		t.Errorf("%v is left after the root", left)
	}
	left = s.Explore(new(atomic.Bool), search.Cube{From: 2, Part: 4. / 6}, 1, nil)
	if math.Abs(partSum(left)-4./6) > 1e-9 {
		t.Errorf("%v is left after branch 2 of 6", left)
	}
}

// TestStop: a search that is stopped or told to end leaves nothing to do.
func TestStop(t *testing.T) {
	s := sparse.NewSearch(matrixtest.QueensProblem(10), sparse.SearchOptions{})
	stop, found := new(atomic.Bool), 0
	left := s.Explore(stop, search.WholeTree, 0, func(matrix.Solution) bool {
		found++
		stop.Store(true)
		return true
	})
	if found != 1 || left != nil {
		t.Errorf("%d solutions and %v left after a stop at the first", found, left)
	}
	left = s.Explore(new(atomic.Bool), search.WholeTree, 0, func(matrix.Solution) bool { found++; return false })
	if found != 2 || left != nil {
		t.Errorf("%d solutions and %v left after an end at the second", found, left)
	}
}

// TestProgress: the shares grow from next to nothing to nearly all, and the path tells of
// the branches that are tried.
func TestProgress(t *testing.T) {
	var reports []search.Progress
	s := sparse.NewSearch(matrixtest.QueensProblem(9), sparse.SearchOptions{
		ReportEvery: 1000,
		Report:      func(p search.Progress) { reports = append(reports, p) },
	})
	allSolutions(t, s)
	if len(reports) < 10 {
		t.Fatalf("only %d reports", len(reports))
	}
	for _, p := range reports {
		for _, st := range p.Path {
			if st.Tried < 1 || st.Tried > st.Of || st.Option < 0 {
				t.Errorf("a branch is %+v", st)
			}
		}
	}
	for k := 1; k < len(reports); k++ {
		if a, b := reports[k-1], reports[k]; a.Share > b.Share || a.Nodes >= b.Nodes {
			t.Errorf("report %d does not go on: %+v, %+v", k, a, b)
		}
	}
	if first, last := reports[0].Share, reports[len(reports)-1].Share; first > 0.2 || last < 0.9 {
		t.Errorf("the share goes from %v to %v", first, last)
	}
}
