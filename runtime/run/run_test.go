package run_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"quadrille/runtime/choose"
	"quadrille/runtime/dlx"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/run"
)

func collect(p *matrix.Problem, threads int) ([][]matrix.OptionID, dlx.Stats) {
	r := run.New(p, dlx.Options{Chooser: choose.MRV{}}, threads)
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
	r := rand.New(rand.NewPCG(11, 12))
	shape := matrixtest.Shape{Primary: 9, Secondary: 4, Options: 30, Colors: 2, Bounds: true}
	several := 0
	for range 300 {
		p := matrixtest.Random(r, shape)
		want, effort := collect(p, 1)
		if effort.Nodes > 100 {
			several++
		}
		for _, threads := range []int{2, 3, 7} {
			got, total := collect(p, threads)
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("%d threads find %v, one finds %v", threads, got, want)
			}
			if !reflect.DeepEqual(total, effort) {
				t.Fatalf("%d threads count %+v, one counts %+v", threads, total, effort)
			}
		}
	}
	if several < 30 {
		t.Errorf("only %d of the trees have more than 100 nodes", several)
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

func TestBreakAndCancel(t *testing.T) {
	r := run.New(rows(20), dlx.Options{Chooser: choose.First{}}, 3)
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

func TestProgressOfThreads(t *testing.T) {
	var last dlx.Progress
	r := run.New(rows(8), dlx.Options{
		Chooser:     choose.First{},
		ReportEvery: 100,
		Report:      func(p dlx.Progress) { last = p },
	}, 2)
	for range r.Solutions(context.Background()) {
	}
	if last.Share < 0.9 || last.Solutions < 50000 {
		t.Errorf("the last report is %+v", last)
	}
}

func ExampleNew() {
	r := run.New(rows(5), dlx.Options{Chooser: choose.MRV{}}, 2)
	n := 0
	for range r.Solutions(context.Background()) {
		n++
	}
	fmt.Println(n, "solutions,", r.Stats().Nodes, "nodes")
	// Output: 1024 solutions, 1365 nodes
}
