package search_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"quadrille/runtime/engine/dlx"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/search"
)

// linkEngines makes an engine for each thread.
func linkEngines(p *matrix.Problem, o dlx.SearchOptions, threads int) (engines []search.Cutter) {
	for range threads {
		engines = append(engines, dlx.NewSearch(p, o))
	}
	return engines
}

// collectAll returns the solutions in order, and the effort. With 0 threads it runs a search without a queue of cubes.
func collectAll(p *matrix.Problem, threads int) ([][]matrix.OptionID, search.Stats) {
	o := dlx.SearchOptions{Chooser: dlx.MRV{}}
	var r search.Engine = dlx.NewSearch(p, o)
	if threads > 0 {
		r = search.NewRun(linkEngines(p, o, threads), search.RunOptions{})
	}
	var all [][]matrix.OptionID
	for s := range r.Solutions(context.Background()) {
		all = append(all, slices.Sorted(slices.Values(s)))
	}
	slices.SortFunc(all, slices.Compare)
	return all, r.Stats()
}

// TestThreadsAgree: the solutions and the effort, level by level, do not
// depend on the number of threads.
func TestThreadsAgree(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	r := rand.New(rand.NewPCG(11, 12))
	problems := []*matrix.Problem{rowProblem(7), unevenProblem(13)}
	for range matrixtest.RandomRounds(10, 60) {
		problems = append(problems, matrixtest.RandomProblem(r,
			matrixtest.ProblemShape{MaxPrimary: 9, MaxSecondary: 4, MaxOptions: 30, ColorCount: 2,
				HasMultiplicities: true}))
		problems = append(problems, matrixtest.RandomProblem(r,
			matrixtest.ProblemShape{MaxPrimary: 6, MaxSecondary: 9, MaxOptions: 60, ColorCount: 3,
				HasMultiplicities: true}))
	}
	large := 0
	for _, p := range problems {
		want, effort := collectAll(p, 0)
		if effort.Nodes > 10_000 {
			large++ // the cut is above the leaves
		}
		for _, threads := range []int{1, 2, 3, 7} {
			got, total := collectAll(p, threads)
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("%d threads find %d solutions, one finds %d, or others", threads, len(got), len(want))
			}
			if !reflect.DeepEqual(total, effort) {
				t.Fatalf("%d threads count %+v, one counts %+v", threads, total, effort)
			}
		}
	}
	t.Logf("%d of %d trees have more than 10,000 nodes", large, len(problems))
	if large < 2 {
		t.Errorf("only %d of the trees have more than 10,000 nodes", large)
	}
}

// rowProblem is a problem with 4^n solutions.
func rowProblem(n int) *matrix.Problem {
	b := matrix.NewBuilder()
	for k := range n {
		id := b.AddPrimary(fmt.Sprint("row", k), matrix.Once)
		for range 4 {
			b.AddOption(matrix.Entry{Item: id})
		}
	}
	p, err := b.Build()
	if err != nil {
		panic(err)
	}
	return p
}

// unevenProblem has a tree in which a part of the branches of every node end at once, and the others are long.
func unevenProblem(n int) *matrix.Problem {
	b := matrix.NewBuilder()
	dead := b.AddPrimary("dead", matrix.Once)
	var items []matrix.ItemID
	for k := range n {
		items = append(items, b.AddPrimary(fmt.Sprint("item", k), matrix.Once))
	}
	b.AddOption(matrix.Entry{Item: dead})
	for _, id := range items {
		b.AddOption(matrix.Entry{Item: id}, matrix.Entry{Item: dead})
		b.AddOption(matrix.Entry{Item: id})
		b.AddOption(matrix.Entry{Item: id})
	}
	p, err := b.Build()
	if err != nil {
		panic(err)
	}
	return p
}

// TestOrdered: with KeepsOrder, several threads yield the solutions in the order of one search, each with its options
// in the order of choice.
func TestOrdered(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	problems := []*matrix.Problem{rowProblem(7), unevenProblem(12)}
	for range matrixtest.RandomRounds(7, 30) {
		problems = append(problems, matrixtest.RandomProblem(r,
			matrixtest.ProblemShape{MaxPrimary: 6, MaxSecondary: 9, MaxOptions: 60, ColorCount: 3,
				HasMultiplicities: true, MaxNogoods: 5}))
	}
	for _, p := range problems {
		var want []matrix.Solution
		for s := range dlx.NewSearch(p, dlx.SearchOptions{Chooser: dlx.MRV{}}).Solutions(context.Background()) {
			want = append(want, slices.Clone(s))
		}
		var got []matrix.Solution
		ordered := search.NewRun(linkEngines(p, dlx.SearchOptions{Chooser: dlx.MRV{}}, 3),
			search.RunOptions{KeepsOrder: true})
		for s := range ordered.Solutions(context.Background()) {
			got = append(got, slices.Clone(s))
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("in order: %d solutions, one search finds %d, or in another order", len(got), len(want))
		}
	}
}

// scriptedEngine is an engine that runs a function of the test when it explores a cube.
type scriptedEngine struct {
	search.Cutter // nil: nothing else is asked of it
	explore       func(c search.Cube, yield func(matrix.Solution) bool)
}

func (s scriptedEngine) Explore(_ *atomic.Bool, c search.Cube, _ int64,
	yield func(matrix.Solution) bool) []search.Cube {
	s.explore(c, yield)
	return nil
}
func (scriptedEngine) Reset()              {}
func (scriptedEngine) Stats() search.Stats { return search.Stats{} }

// TestOrderedTurn: a thread waits because many solutions wait to be yielded. It continues when its cube becomes the
// first, even if the cube before had no solution to yield.
func TestOrderedTurn(t *testing.T) {
	const many = 1 << 14 // as many as may wait
	for range matrixtest.RandomRounds(10, 200) {
		full, blocked := make(chan struct{}), make(chan struct{})
		explore := func(c search.Cube, yield func(matrix.Solution) bool) {
			switch c.Path[0] {
			case 0: // has nothing, and ends when the next one is held up
				<-blocked
				time.Sleep(100 * time.Microsecond)
			case 1:
				<-full
				close(blocked)
				yield(matrix.Solution{1})
			case 2:
				for range many {
					yield(matrix.Solution{2})
				}
				close(full)
			}
		}
		engine := scriptedEngine{explore: explore}
		r := search.NewRun([]search.Cutter{engine, engine, engine}, search.RunOptions{
			KeepsOrder: true, Cubes: []search.Cube{{Path: []int32{0}}, {Path: []int32{1}}, {Path: []int32{2}}},
		})
		n := 0
		for range r.Solutions(t.Context()) {
			n++
		}
		if n != many+1 || r.Err() != nil {
			t.Fatalf("%d solutions of %d, error %v", n, many+1, r.Err())
		}
	}
}

func TestBreakAndCancel(t *testing.T) {
	r := search.NewRun(linkEngines(rowProblem(20), dlx.SearchOptions{Chooser: dlx.FirstItem{}}, 3),
		search.RunOptions{})
	n := 0
	for range r.Solutions(context.Background()) {
		if n++; n == 1000 {
			break
		}
	}
	if n != 1000 || r.Err() != nil {
		t.Errorf("%d solutions before the break, error %v", n, r.Err())
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	for range r.Solutions(ctx) {
	}
	if !errors.Is(r.Err(), context.DeadlineExceeded) {
		t.Errorf("the error is %v", r.Err())
	}
}

// countedEngine is a search that counts how many threads run at once.
type countedEngine struct {
	search.Cutter
	running *atomic.Int32
}

func (a countedEngine) Explore(stop *atomic.Bool, c search.Cube, nodes int64,
	visit func(matrix.Solution) bool) []search.Cube {
	a.running.Add(1)
	defer a.running.Add(-1)
	return a.Cutter.Explore(stop, c, nodes, visit)
}

// TestPanic: all threads end when the loop of the caller panics.
func TestPanic(t *testing.T) {
	var running atomic.Int32
	engines := linkEngines(rowProblem(20), dlx.SearchOptions{Chooser: dlx.FirstItem{}}, 3)
	for k, e := range engines {
		engines[k] = countedEngine{e, &running}
	}
	r := search.NewRun(engines, search.RunOptions{})
	defer func() {
		if recover() == nil || running.Load() > 0 {
			t.Errorf("%d threads go on", running.Load())
		}
	}()
	for range r.Solutions(context.Background()) {
		panic("a mistake of the caller")
	}
}

func TestProgressOfThreads(t *testing.T) {
	var last search.Progress
	r := search.NewRun(linkEngines(rowProblem(8), dlx.SearchOptions{Chooser: dlx.FirstItem{}}, 2), search.RunOptions{
		OnProgress: func(p search.Progress) { last = p },
	})
	for range r.Solutions(context.Background()) {
	}
	if math.Abs(last.Share-1) > 1e-6 || last.Solutions != 65536 {
		t.Errorf("the last report is %+v", last)
	}
}

func ExampleNewRun() {
	r := search.NewRun(linkEngines(rowProblem(5), dlx.SearchOptions{Chooser: dlx.MRV{}}, 2), search.RunOptions{})
	n := 0
	for range r.Solutions(context.Background()) {
		n++
	}
	fmt.Println(n, "solutions,", r.Stats().Nodes, "nodes")
	// Output: 1024 solutions, 1365 nodes
}
