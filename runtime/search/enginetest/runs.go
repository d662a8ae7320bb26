package enginetest

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/search"
)

// knownProblem is a problem with a published number of solutions.
type knownProblem struct {
	name          string
	newProblem    func() *matrix.Problem
	solutionCount string
}

// knownProblems are queens (OEIS A000170), Langford pairs (A014552), Latin squares (A002860; the reduced ones A000315)
// and domino coverings by P. W. Kasteleyn's formula (A004003); the pentominoes in 6 by 10 by C. B. and J. Haselgrove,
// four times 2339, and in 3 by 20, 4 by 15 and 5 by 12 four times 2, 368 and 1010; D. S. Scott's board, eight times 65;
// Y pentominoes by D. E. Knuth's "Dancing links"; the soma cube by J. H. Conway and M. Guy, 48 times 240.
var knownProblems = []knownProblem{
	{"queens 1", queensProblem(1), "1"},
	{"queens 3", queensProblem(3), "0"},
	{"queens 6", queensProblem(6), "4"},
	{"queens 8", queensProblem(8), "92"},
	{"queens 9", queensProblem(9), "352"},
	{"queens 10", queensProblem(10), "724"},
	{"langford 3", langfordProblem(3), "2"},
	{"langford 5", langfordProblem(5), "0"},
	{"langford 6", langfordProblem(6), "0"},
	{"langford 7", langfordProblem(7), "52"},
	{"langford 8", langfordProblem(8), "300"},
	{"latin 4", func() *matrix.Problem { return matrixtest.LatinProblem(4, false) }, "576"},
	{"latin 5", func() *matrix.Problem { return matrixtest.LatinProblem(5, false) }, "161280"},
	{"reduced latin 6", func() *matrix.Problem { return matrixtest.LatinProblem(6, true) }, "9408"},
	{"dominoes 2x2", dominoProblem(2, 2), "2"},
	{"dominoes 3x3", dominoProblem(3, 3), "0"},
	{"dominoes 4x4", dominoProblem(4, 4), "36"},
	{"dominoes 6x6", dominoProblem(6, 6), "6728"},
	{"dominoes 8x8", dominoProblem(8, 8), "12988816"},
	{"dominoes 1x130", dominoProblem(1, 130), "1"},
	{"dominoes 8x20", dominoProblem(8, 20), "3547073578562247994"},
	{"dominoes 12x12", dominoProblem(12, 12), "53060477521960000"},
	{"dominoes 16x16", dominoProblem(16, 16), "2444888770250892795802079170816"},
	{"Y 5x10", func() *matrix.Problem { return matrixtest.YProblem(5, 10) }, "10"},
	{"Y 10x10", func() *matrix.Problem { return matrixtest.YProblem(10, 10) }, "350"},
	{"pentominoes 3x20", pentominoProblem(3, 20, false), "8"},
	{"pentominoes 4x15", pentominoProblem(4, 15, false), "1472"},
	{"pentominoes 5x12", pentominoProblem(5, 12, false), "4040"},
	{"pentominoes 6x10", pentominoProblem(6, 10, false), "9356"},
	{"pentominoes 6x10, a quarter", pentominoProblem(6, 10, true), "2339"},
	{"pentominoes, Scott", matrixtest.ScottProblem, "520"},
	{"soma", matrixtest.SomaProblem, "11520"},
}

func queensProblem(n int) func() *matrix.Problem {
	return func() *matrix.Problem { return matrixtest.QueensProblem(n) }
}

func langfordProblem(n int) func() *matrix.Problem {
	return func() *matrix.Problem { return matrixtest.LangfordProblem(n) }
}

func dominoProblem(rows, columns int) func() *matrix.Problem {
	return func() *matrix.Problem { return matrixtest.DominoBoard(rows, columns) }
}

func pentominoProblem(rows, columns int, quarter bool) func() *matrix.Problem {
	return func() *matrix.Problem { return matrixtest.PentominoProblem(rows, columns, quarter) }
}

// CheckKnownProblems compares the published numbers of solutions of known problems with the numbers that an
// engine finds or counts. The function fits selects the problems by name.
func CheckKnownProblems(t *testing.T, fits func(name string) bool, engines ...Engine) {
	t.Helper()
	tried := 0
	for _, k := range knownProblems {
		if !fits(k.name) {
			continue
		}
		tried++
		p := k.newProblem()
		for _, e := range engines {
			if n := countSolutions(t, e.NewEngine(t, p, Setup{})); n != k.solutionCount {
				t.Errorf("%s: %s has %s solutions, not %s", e.Name, k.name, n, k.solutionCount)
			}
		}
	}
	if tried == 0 {
		t.Error("no problem fits")
	}
}

// NameIn returns a function that reports whether a name is in the list.
func NameIn(names ...string) func(string) bool {
	return func(name string) bool { return slices.Contains(names, name) }
}

func countSolutions(t *testing.T, e search.Engine) string {
	t.Helper()
	if c, ok := e.(search.Counter); ok {
		n, err := c.Count(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		return n.String()
	}
	n := int64(0)
	for range e.Solutions(context.Background()) {
		n++
	}
	if s := e.Stats(); e.Err() != nil || n != s.Solutions || !levelsAddUp(s) {
		t.Errorf("%d solutions, error %v, and the effort is %+v", n, e.Err(), s)
	}
	return fmt.Sprint(n)
}

// CheckCancellation cancels a search of ten queens at the fifth solution, breaks another search off, and searches to
// the end after each of the two. A cancellation that comes late, at the end of one run, must not stop the next run.
func CheckCancellation(t *testing.T, e Engine) {
	t.Helper()
	engine := e.NewEngine(t, matrixtest.QueensProblem(10), Setup{})
	for _, cancelled := range []bool{true, false} {
		ctx, cancel := context.WithCancel(context.Background())
		n := int64(0)
		for range engine.Solutions(ctx) {
			if n++; n < 5 {
				continue
			}
			if !cancelled {
				break
			}
			cancel()
			time.Sleep(time.Millisecond) // the cancellation takes a moment to reach the search
		}
		cancel()
		if wrong := engine.Err() != nil; wrong != cancelled ||
			cancelled && engine.Err() != context.Canceled || n >= 724 ||
			n != engine.Stats().Solutions {
			t.Errorf("%s, cancelled %v: error %v after %d solutions, %d of them counted",
				e.Name, cancelled, engine.Err(),
				n, engine.Stats().Solutions)
		}
		if n := countSolutions(t, engine); n != "724" {
			t.Errorf("%s: %s solutions after a stop, not 724", e.Name, n)
		}
	}
	engine = e.NewEngine(t, matrixtest.QueensProblem(6), Setup{})
	for range matrixtest.RandomRounds(500, 20_000) {
		ctx, cancel := context.WithCancel(context.Background())
		for range engine.Solutions(ctx) {
			cancel()
			break
		}
		cancel()
		if n := countSolutions(t, engine); n != "4" {
			t.Fatalf("%s: %s solutions of 4 after a late cancellation", e.Name, n)
		}
	}
}

// CheckProgress checks the progress reports of a search of nine queens: the shares grow from nearly 0 to nearly 1, the
// branches on the path are right, and the counts of nodes and solutions include everything so far.
func CheckProgress(t *testing.T, every int64, e Engine) {
	t.Helper()
	var made search.Engine
	var shares []float64
	before := search.Progress{Nodes: -1}
	made = e.NewEngine(t, matrixtest.QueensProblem(9), Setup{ReportEvery: every, OnProgress: func(p search.Progress) {
		shares = append(shares, p.Share)
		if s := made.Stats(); p.Nodes != s.Nodes || p.Updates != s.Updates || p.Solutions != s.Solutions ||
			p.Updates == 0 {
			t.Errorf("%s: the effort %+v is reported as %+v", e.Name, s, p)
		}
		if p.Nodes <= before.Nodes || p.Solutions < before.Solutions {
			t.Errorf("%s: %+v is reported after %+v", e.Name, p, before)
		}
		before = p
		for _, st := range p.Path {
			if st.Branch < 1 || st.Branch > st.BranchCount || st.Option < 0 {
				t.Errorf("%s: a branch is %+v", e.Name, st)
			}
		}
	}})
	if n := countSolutions(t, made); n != "352" {
		t.Errorf("%s: %s solutions, not 352", e.Name, n)
	}
	if len(shares) < 20 || !slices.IsSorted(shares) || shares[0] > 0.1 || shares[len(shares)-1] < 0.9 {
		t.Errorf("%s: the shares are %v", e.Name, shares)
	}
}

// CheckAllocations checks that a run allocates memory for itself, and not for each node and
// solution.
func CheckAllocations(t *testing.T, p *matrix.Problem, e Engine) {
	t.Helper()
	engine := e.NewEngine(t, p, Setup{})
	run := func() {
		for range engine.Solutions(context.Background()) {
		}
	}
	run()
	if n := testing.AllocsPerRun(3, run); n > 20 { // the profile grows with the levels
		t.Errorf("%s: %v allocations in a run of %d nodes", e.Name, n, engine.Stats().Nodes)
	}
}

// CheckFirstCube searches eight queens with a budget of one node, and checks the two cubes that remain: the first child
// of the root, and the other children together. The share of each child must be an eighth of the tree.
func CheckFirstCube(t *testing.T, e Engine) {
	t.Helper()
	engine := e.NewEngine(t, matrixtest.QueensProblem(8), Setup{}).(search.Cutter)
	for _, cube := range []search.Cube{search.WholeTree, {FirstBranch: 2, Share: 6. / 8}} {
		left := engine.Explore(new(atomic.Bool), cube, 1, func(matrix.Solution) bool { return true })
		if len(left) < 2 || math.Abs(sumShares(left)-cube.Share) > 1e-9 {
			t.Errorf("%s: %v is left of %v", e.Name, left, cube)
		}
		if cube.FirstBranch == 0 && (len(left) != 2 || len(left[0].Path) != 1 || math.Abs(left[0].Share-1./8) > 1e-9 ||
			left[1].FirstBranch != 1) {
			t.Errorf("%s: %v is left after the root", e.Name, left)
		}
	}
}
