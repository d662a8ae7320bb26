package halves_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"quadrille/runtime/engine/halves"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/search"
)

func ExampleCountSolutions() {
	n, _, err := halves.CountSolutions(context.Background(), matrixtest.DominoBoard(8, 8), halves.CountOptions{})
	fmt.Println(n, err)
	// Output: 12988816 <nil>
}

// TestReports: progress is reported so often that a log by time has enough lines, and the reported share never falls.
func TestReports(t *testing.T) {
	for _, threads := range []int{1, 2} {
		reported, longest := int64(0), int64(0)
		_, s, err := halves.CountSolutions(context.Background(), matrixtest.DominoBoard(12, 12),
			halves.CountOptions{Threads: threads, Report: func(q search.Progress) {
				if q.Nodes < reported {
					t.Errorf("on %d threads, work %d after %d", threads, q.Nodes, reported)
				}
				longest, reported = max(longest, q.Nodes-reported), q.Nodes
			}})
		if longest = max(longest, s.Work-reported); err != nil || longest > 1<<18 {
			t.Errorf("on %d threads, work %d of %d without a report; %v", threads, longest, s.Work, err)
		}
	}
}

// TestBounds: the work and memory that a count took are enough as bounds of another count on any number of threads, and
// less is refused.
func TestBounds(t *testing.T) {
	p := matrixtest.DominoBoard(8, 9)
	_, all, err := halves.CountSolutions(context.Background(), p, halves.CountOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, threads := range []int{1, 3} {
		for name, c := range map[string]struct {
			enough, short halves.CountOptions
			err           error
		}{
			"memory": {halves.CountOptions{MaxMemory: all.Bytes}, halves.CountOptions{MaxMemory: all.Bytes - 1},
				search.ErrMemory},
			"borders": {halves.CountOptions{MaxBorders: all.LeftoverSets},
				halves.CountOptions{MaxBorders: all.LeftoverSets - 1}, halves.ErrTooMuchWork},
			"work": {halves.CountOptions{MaxWork: 2 * all.Work}, halves.CountOptions{MaxWork: all.Work - 1},
				halves.ErrTooMuchWork},
		} {
			c.enough.Threads, c.short.Threads = threads, threads
			if _, s, err := halves.CountSolutions(context.Background(), p, c.enough); err != nil || s != all {
				t.Errorf("%s that is enough on %d threads: %+v, not %+v; %v", name, threads, s, all, err)
			}
			if _, _, err := halves.CountSolutions(context.Background(), p, c.short); !errors.Is(err, c.err) {
				t.Errorf("too little %s on %d threads: %v", name, threads, err)
			}
		}
	}
}

// TestLayoutWork: the items of a long strip are arranged in a row by hundreds of rounds. Each round reads all pairs of
// items that share an option, and a unit of work has sixteen pairs. So a bound of ten rounds ends the count before it
// begins.
func TestLayoutWork(t *testing.T) {
	const rows, columns = 2, 60
	pairs := int64(2 * (rows*(columns-1) + (rows-1)*columns))
	_, s, err := halves.CountSolutions(context.Background(), matrixtest.DominoBoard(rows, columns),
		halves.CountOptions{MaxWork: 10 * pairs / 16})
	if !errors.Is(err, halves.ErrTooMuchWork) || s.LeftoverSets > 0 {
		t.Errorf("%+v, %v", s, err)
	}
}

// TestCancelled cancels at each of the first reports.
func TestCancelled(t *testing.T) {
	p := matrixtest.DominoBoard(8, 9)
	reports, share := 0, 0.0
	whole, _, _ := halves.CountSolutions(context.Background(), p, halves.CountOptions{Report: func(r search.Progress) {
		if reports++; r.Share < share || r.Share > 1 {
			t.Errorf("after a share of %v one of %v is done", share, r.Share)
		}
		share = r.Share
	}})
	if reports < 10 {
		t.Fatalf("only %d reports", reports)
	}
	for last := 1; last < min(reports, 15); last++ {
		ctx, cancel := context.WithCancel(context.Background())
		left := last
		n, _, err := halves.CountSolutions(ctx, p, halves.CountOptions{Report: func(search.Progress) {
			if left--; left == 0 {
				cancel()
				time.Sleep(time.Millisecond) // the word travels on another goroutine
			}
		}})
		if !errors.Is(err, context.Canceled) && err != nil || n.Cmp(whole) > 0 {
			t.Errorf("cancelled at report %d of %d: %v, %v", last, reports, n, err)
		}
		cancel()
	}
}

// TestUnfit: problems that the engine cannot count are refused. Hubs that may stay uncovered very often do not exhaust
// the memory.
func TestUnfit(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	ctx, r := context.Background(), rand.New(rand.NewPCG(3, 4))
	nogoods := matrixtest.RandomProblem(r, matrixtest.ProblemShape{MaxPrimary: 9, MaxOptions: 30, MaxNogoods: 9})
	for nogoods.Nogoods() == nil {
		nogoods = matrixtest.RandomProblem(r, matrixtest.ProblemShape{MaxPrimary: 9, MaxOptions: 30, MaxNogoods: 9})
	}
	free, deep, wide := matrix.NewBuilder(), matrix.NewBuilder(), matrix.NewBuilder()
	x := free.AddPrimary("x", matrix.Bound{Min: 0, Max: 1 << 30})
	for name := range strings.SplitSeq("abcd", "") {
		hub := deep.AddPrimary(name, matrix.Bound{Min: 0, Max: 300})
		for range 300 {
			deep.AddOption(matrix.Entry{Item: hub})
		}
	}
	y, z := wide.AddPrimary("y", matrix.Once), wide.AddSecondary("z")
	for k := range 500 {
		free.AddOption(matrix.Entry{Item: x})
		wide.AddOption(matrix.Entry{Item: y}, matrix.Entry{Item: z, Color: wide.AddColor(fmt.Sprint(k))})
	}
	for name, p := range map[string]*matrix.Problem{"nogoods": nogoods, "items": matrixtest.QueensProblem(60),
		"colors": mustBuild(wide)} {
		if _, _, err := halves.CountSolutions(ctx, p, halves.CountOptions{}); !errors.Is(err, halves.ErrUnfit) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, _, err := halves.CountSolutions(ctx, mustBuild(deep),
		halves.CountOptions{MaxMemory: 1 << 22}); !errors.Is(err, search.ErrMemory) {
		t.Errorf("slack: %v", err)
	}
	n, _, err := halves.CountSolutions(ctx, mustBuild(free), halves.CountOptions{MaxMemory: 1 << 22})
	if all := new(big.Int).Lsh(big.NewInt(1), 500); err != nil || n.Cmp(all) != 0 {
		t.Errorf("of any number of 500 options: %v, %v", n, err)
	}
}

func mustBuild(b *matrix.Builder) *matrix.Problem {
	p, err := b.Build()
	if err != nil {
		panic(err)
	}
	return p
}
