package memo_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"quadrille/runtime/engine/memo"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
)

// symmetricShapes are the shapes of random problems that a permutation of their items maps to themselves.
var symmetricShapes = map[string]matrixtest.ProblemShape{
	"plain":     {MaxPrimary: 6, MaxOptions: 6},
	"secondary": {MaxPrimary: 4, MaxSecondary: 4, MaxOptions: 6},
	"colors":    {MaxPrimary: 4, MaxSecondary: 4, MaxOptions: 6, ColorCount: 2},
}

// TestSymmetric counts symmetric problems, and copies of them side by side. The copies are symmetric as well, and their
// states fall into components. Brute force counts one copy.
func TestSymmetric(t *testing.T) {
	for name, shape := range symmetricShapes {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(4, 5))
			several, rounds := 0, matrixtest.RandomRounds(12, 200)
			for tested := 0; tested < rounds; {
				p := matrixtest.SymmetricProblem(r, shape)
				if p.OptionCount() > 14 {
					continue
				}
				tested++
				one := len(matrixtest.BruteForce(p))
				if one > 1 {
					several++
				}
				want := big.NewInt(1)
				for n := 1; n < 4; n++ {
					want.Mul(want, big.NewInt(int64(one)))
					bigCounts(t, matrixtest.IndependentCopies(p, n), want.String())
				}
			}
			if several < rounds/40 {
				t.Errorf("only %d problems had several solutions: the test proves little", several)
			}
		})
	}
}

// bigCounts counts a problem with every branching rule, with one, two and three threads. The number of nodes must not
// depend on the threads.
func bigCounts(t *testing.T, p *matrix.Problem, want string) {
	t.Helper()
	for _, b := range allBranchings {
		var nodes, states int64
		for threads := 1; threads < 4; threads++ {
			n, stats, err := memo.CountSolutions(context.Background(), p,
				memo.CountOptions{Threads: threads}.WithBranching(b))
			if err != nil || n.String() != want {
				t.Fatalf("%v on %d threads counts %v, %v, not %s", b, threads, n, err, want)
			}
			if threads > 1 && (stats.Nodes != nodes || stats.States != states) {
				t.Fatalf("%v on %d threads: %d nodes and %d states, and %d and %d on one",
					b, threads, stats.Nodes, stats.States, nodes, states)
			}
			nodes, states = stats.Nodes, stats.States
		}
	}
}

// TestThreads counts random problems of every shape on several threads.
func TestThreads(t *testing.T) {
	eachProblem(t, func(t *testing.T, r *rand.Rand, p *matrix.Problem, want [][]matrix.OptionID) {
		if r.IntN(4) == 0 {
			bigCounts(t, p, fmt.Sprint(len(want)))
		}
	})
}

// TestThreadsDraw makes diagrams on one thread and on three: both have as many nodes and branches, and list the same
// solutions in the same order.
func TestThreadsDraw(t *testing.T) {
	eachProblem(t, func(t *testing.T, r *rand.Rand, p *matrix.Problem, want [][]matrix.OptionID) {
		if r.IntN(4) > 0 {
			return
		}
		for _, b := range allBranchings {
			checkSameDiagram(t, p, b)
		}
	})
	for _, p := range []*matrix.Problem{matrixtest.QueensProblem(8), matrixtest.DominoBoard(6, 6),
		matrixtest.LatinProblem(4, false),
		matrixtest.YProblem(5, 10)} {
		for _, b := range allBranchings {
			checkSameDiagram(t, p, b)
		}
	}
}

func checkSameDiagram(t *testing.T, p *matrix.Problem, b memo.Branching) {
	t.Helper()
	one := mustDiagram(t, p, memo.CountOptions{}.WithBranching(b))
	three := mustDiagram(t, p, memo.CountOptions{Threads: 3}.WithBranching(b))
	if one.NodeCount() != three.NodeCount() || one.BranchCount() != three.BranchCount() ||
		one.SolutionCount().Cmp(three.SolutionCount()) != 0 {
		t.Fatalf("%v: %d nodes, %d branches, %v solutions on one thread; %d, %d, %v on three", b,
			one.NodeCount(), one.BranchCount(), one.SolutionCount(), three.NodeCount(), three.BranchCount(),
			three.SolutionCount())
	}
	next, stop := iter.Pull(three.AllSolutions())
	defer stop()
	for s := range one.AllSolutions() {
		if other, _ := next(); !slices.Equal(s, other) {
			t.Fatalf("%v: %v on one thread, %v on three", b, s, other)
		}
	}
}

// TestPartsDrawn makes the diagram of three boards side by side. It has the nodes of the diagrams of the three boards,
// one after another.
func TestPartsDrawn(t *testing.T) {
	one, three := matrixtest.DominoBoard(6, 6), matrixtest.IndependentCopies(matrixtest.DominoBoard(6, 6), 3)
	want := new(big.Int).Exp(big.NewInt(6728), big.NewInt(3), nil)
	for _, b := range allBranchings {
		alone, all := mustDiagram(t, one, memo.CountOptions{}.WithBranching(b)),
			mustDiagram(t, three, memo.CountOptions{}.WithBranching(b))
		if all.SolutionCount().Cmp(want) != 0 {
			t.Errorf("%v counts %v, not %v", b, all.SolutionCount(), want)
		}
		if b != memo.FixedBranching && all.NodeCount() > 4*alone.NodeCount() {
			t.Errorf("%v: one board has %d nodes, and three have %d", b, alone.NodeCount(), all.NodeCount())
		}
	}
}

// TestThreadsAtLength counts larger problems, in which threads often reach the same states.
func TestThreadsAtLength(t *testing.T) {
	for name, c := range map[string]struct {
		problem *matrix.Problem
		want    string
	}{
		"queens 8":   {matrixtest.QueensProblem(8), "92"},
		"langford 8": {matrixtest.LangfordProblem(8), "300"},
		"latin 5":    {matrixtest.LatinProblem(5, false), "161280"},
		"Y 10x10":    {matrixtest.YProblem(10, 10), "350"},
		"soma":       {matrixtest.SomaProblem(), "11520"},
	} {
		t.Run(name, func(t *testing.T) {
			if (name == "soma" || testing.Short()) && !matrixtest.SlowTestsWanted() {
				t.Skip("slow: only where " + matrixtest.SlowTests + " is set")
			}
			bigCounts(t, c.problem, c.want)
		})
	}
}

// TestMaxNodes bounds the work by what a count takes, which is enough, and by a node less, which is not, on one thread
// and on several.
func TestMaxNodes(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	p := matrixtest.YProblem(10, 10)
	for _, b := range allBranchings[1:] {
		_, stats, err := memo.CountSolutions(context.Background(), p, memo.CountOptions{}.WithBranching(b))
		if err != nil {
			t.Fatal(err)
		}
		for threads := 1; threads < 4; threads++ {
			o := memo.CountOptions{Threads: threads, MaxNodes: stats.Work}.WithBranching(b)
			if n, _, err := memo.CountSolutions(context.Background(), p, o); err != nil || n.Int64() != 350 {
				t.Errorf("%v with %d nodes on %d threads: %v, %v", b, o.MaxNodes, threads, n, err)
			}
			o.MaxNodes--
			if n, _, err := memo.CountSolutions(context.Background(), p, o); !errors.Is(err, memo.ErrTooManyNodes) {
				t.Errorf("%v with %d nodes on %d threads: %v, %v", b, o.MaxNodes, threads, n, err)
			}
		}
	}
	const oneNode = 20 // that goes too far, in usual nodes: it may look at all items
	for most := int64(1); most < 2000; most *= 3 {
		_, stats, err := memo.CountSolutions(context.Background(), p, memo.CountOptions{MaxNodes: most})
		if !errors.Is(err, memo.ErrTooManyNodes) || stats.Work > 2*most+oneNode {
			t.Errorf("with %d nodes: %+v, %v", most, stats, err)
		}
	}
}

// TestPower counts boards side by side: the number of solutions is a power, and the number of states is a sum.
// 12,988,816 is Kasteleyn's number of coverings of 8 by 8. One board alone has fewer states, because all of its
// symmetries are used.
func TestPower(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	one, many := matrixtest.DominoBoard(8, 8), matrixtest.IndependentCopies(matrixtest.DominoBoard(8, 8), 5)
	want := new(big.Int).Exp(big.NewInt(12988816), big.NewInt(5), nil)
	for _, b := range []memo.Branching{memo.NearBranching, memo.MRVBranching} {
		_, alone, err := memo.CountSolutions(context.Background(), one, memo.CountOptions{}.WithBranching(b))
		if err != nil {
			t.Fatal(err)
		}
		n, stats, err := memo.CountSolutions(context.Background(), many, memo.CountOptions{Threads: 2}.WithBranching(b))
		if err != nil || n.Cmp(want) != 0 {
			t.Errorf("%v counts %v, %v, not %v", b, n, err, want)
		}
		if stats.States > 5*8*alone.States {
			t.Errorf("%v: one board has %d states, and five have %d", b, alone.States, stats.States)
		}
	}
}
