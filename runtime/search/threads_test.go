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

	"quadrille/runtime/choose"
	"quadrille/runtime/dlx"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/search"
)

// links makes an engine for each thread.
func links(p *matrix.Problem, o dlx.Options, threads int) (engines []search.Cutter) {
	for range threads {
		engines = append(engines, dlx.NewSearch(p, o))
	}
	return engines
}

// collect returns the solutions in order, and the effort; no threads stand for a search
// without a queue.
func collect(p *matrix.Problem, threads int) ([][]matrix.OptionID, search.Stats) {
	o := dlx.Options{Chooser: choose.MRV{}}
	var r search.Engine = dlx.NewSearch(p, o)
	if threads > 0 {
		r = search.New(links(p, o, threads), search.Options{})
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
	problems := []*matrix.Problem{rows(7), uneven(13)}
	for range matrixtest.Rounds(10, 60) {
		problems = append(problems, matrixtest.Random(r, matrixtest.Shape{Primary: 9, Secondary: 4, Options: 30, Colors: 2, Bounds: true}))
		problems = append(problems, matrixtest.Random(r, matrixtest.Shape{Primary: 6, Secondary: 9, Options: 60, Colors: 3, Bounds: true}))
	}
	large := 0
	for _, p := range problems {
		want, effort := collect(p, 0)
		if effort.Nodes > 10_000 {
			large++ // the cut is above the leaves
		}
		for _, threads := range []int{1, 2, 3, 7} {
			got, total := collect(p, threads)
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

// rows is a problem with 4^n solutions.
func rows(n int) *matrix.Problem {
	b := matrix.NewBuilder()
	for k := range n {
		id := b.Primary(fmt.Sprint("row", k), matrix.Once)
		for range 4 {
			b.Option(matrix.Entry{Item: id})
		}
	}
	p, err := b.Build()
	if err != nil {
		panic(err)
	}
	return p
}

// uneven has a tree of which the left half of every node dies at once.
func uneven(n int) *matrix.Problem {
	b := matrix.NewBuilder()
	dead := b.Primary("dead", matrix.Once)
	var items []matrix.ItemID
	for k := range n {
		items = append(items, b.Primary(fmt.Sprint("item", k), matrix.Once))
	}
	b.Option(matrix.Entry{Item: dead})
	for _, id := range items {
		b.Option(matrix.Entry{Item: id}, matrix.Entry{Item: dead})
		b.Option(matrix.Entry{Item: id})
		b.Option(matrix.Entry{Item: id})
	}
	p, err := b.Build()
	if err != nil {
		panic(err)
	}
	return p
}

// TestOrdered: threads that keep to the order give the solutions as one search
// does, options in order of choice and all.
func TestOrdered(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	problems := []*matrix.Problem{rows(7), uneven(12)}
	for range matrixtest.Rounds(7, 30) {
		problems = append(problems, matrixtest.Random(r, matrixtest.Shape{Primary: 6, Secondary: 9, Options: 60, Colors: 3, Bounds: true, Nogoods: 5}))
	}
	for _, p := range problems {
		var want []matrix.Solution
		for s := range dlx.NewSearch(p, dlx.Options{Chooser: choose.MRV{}}).Solutions(context.Background()) {
			want = append(want, slices.Clone(s))
		}
		var got []matrix.Solution
		ordered := search.New(links(p, dlx.Options{Chooser: choose.MRV{}}, 3), search.Options{Ordered: true})
		for s := range ordered.Solutions(context.Background()) {
			got = append(got, slices.Clone(s))
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("in order: %d solutions, one search finds %d, or in another order", len(got), len(want))
		}
	}
}

// scripted is an engine that does what a test says when it is given a cube.
type scripted struct {
	search.Cutter // nil: nothing else is asked of it
	explore       func(c search.Cube, yield func(matrix.Solution) bool)
}

func (s scripted) Explore(_ *atomic.Bool, c search.Cube, _ int64, yield func(matrix.Solution) bool) []search.Cube {
	s.explore(c, yield)
	return nil
}
func (scripted) Reset()              {}
func (scripted) Stats() search.Stats { return search.Stats{} }

// TestOrderedTurn: a thread that waits because many solutions wait for their turn goes on
// when its own turn comes, though the cube before it had no solution to hand over.
func TestOrderedTurn(t *testing.T) {
	const many = 1 << 14 // as many as may wait
	for range matrixtest.Rounds(10, 200) {
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
		engine := scripted{explore: explore}
		r := search.New([]search.Cutter{engine, engine, engine}, search.Options{
			Ordered: true, Cubes: []search.Cube{{Path: []int32{0}}, {Path: []int32{1}}, {Path: []int32{2}}},
		})
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		n := 0
		for range r.Solutions(ctx) {
			n++
		}
		cancel()
		if n != many+1 || r.Err() != nil {
			t.Fatalf("%d solutions of %d, error %v", n, many+1, r.Err())
		}
	}
}

func TestBreakAndCancel(t *testing.T) {
	r := search.New(links(rows(20), dlx.Options{Chooser: choose.First{}}, 3), search.Options{})
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

// at is a search that tells how many are at it.
type at struct {
	search.Cutter
	running *atomic.Int32
}

func (a at) Explore(stop *atomic.Bool, c search.Cube, nodes int64, visit func(matrix.Solution) bool) []search.Cube {
	a.running.Add(1)
	defer a.running.Add(-1)
	return a.Cutter.Explore(stop, c, nodes, visit)
}

// TestPanic: no thread goes on when the loop of the caller has panicked.
func TestPanic(t *testing.T) {
	var running atomic.Int32
	engines := links(rows(20), dlx.Options{Chooser: choose.First{}}, 3)
	for k, e := range engines {
		engines[k] = at{e, &running}
	}
	r := search.New(engines, search.Options{})
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
	r := search.New(links(rows(8), dlx.Options{Chooser: choose.First{}}, 2), search.Options{
		Report: func(p search.Progress) { last = p },
	})
	for range r.Solutions(context.Background()) {
	}
	if math.Abs(last.Share-1) > 1e-6 || last.Solutions != 65536 {
		t.Errorf("the last report is %+v", last)
	}
}

func ExampleNew() {
	r := search.New(links(rows(5), dlx.Options{Chooser: choose.MRV{}}, 2), search.Options{})
	n := 0
	for range r.Solutions(context.Background()) {
		n++
	}
	fmt.Println(n, "solutions,", r.Stats().Nodes, "nodes")
	// Output: 1024 solutions, 1365 nodes
}
