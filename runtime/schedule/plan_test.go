package schedule_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"quadrille/runtime/engine/dlx"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/schedule"
	"quadrille/runtime/search"
)

var shapes = map[string]matrixtest.ProblemShape{
	"plain":     {MaxPrimary: 7, MaxOptions: 14},
	"secondary": {MaxPrimary: 4, MaxSecondary: 4, MaxOptions: 12},
	"colors":    {MaxPrimary: 4, MaxSecondary: 4, MaxOptions: 12, ColorCount: 3},
	"bounds":    {MaxPrimary: 4, MaxSecondary: 1, MaxOptions: 11, ColorCount: 2, HasMultiplicities: true},
	"nogoods":   {MaxPrimary: 5, MaxSecondary: 2, MaxOptions: 12, MaxNogoods: 5},
}

// requests are the settings of searches that are compared.
func requests() (all []schedule.Request) {
	for _, name := range []string{schedule.Auto, schedule.Links, schedule.Dense, schedule.Sparse, schedule.Memo,
		schedule.Halves, schedule.Learn} {
		for _, goal := range []schedule.Goal{schedule.AllSolutions, schedule.CountOnly} {
			all = append(all, schedule.Request{Engine: name, Goal: goal})
		}
	}
	for _, name := range []string{schedule.Links, schedule.Dense, schedule.Sparse} {
		all = append(all, schedule.Request{Engine: name, Threads: 2},
			schedule.Request{Engine: name, Threads: 3, FixedSolutionOrder: true})
	}
	return append(all,
		schedule.Request{Engine: schedule.Memo, Threads: 2},
		schedule.Request{Engine: schedule.Memo, Threads: 3, Goal: schedule.CountOnly},
		schedule.Request{Engine: schedule.Halves, Threads: 2, Goal: schedule.CountOnly},
		schedule.Request{Threads: 2, Goal: schedule.CountOnly},
		schedule.Request{Engine: schedule.Learn, Threads: 3},
		schedule.Request{Goal: schedule.FewSolutions},
		schedule.Request{Goal: schedule.FewSolutions, Threads: 2},
		schedule.Request{Filter: schedule.MatchingFilter},
		schedule.Request{Filter: schedule.MatchingFilter, Chooser: "weighted", FirstRestartNodes: 3},
		schedule.Request{Filter: schedule.MatchingFilter, Chooser: "domwdeg"},
		schedule.Request{Filter: schedule.MatchingFilter, Threads: 2},
	)
}

// TestUnfitReasons: if an engine refuses a problem with nogoods, its reason is not that of another engine.
func TestUnfitReasons(t *testing.T) {
	b := matrix.NewBuilder()
	item := b.AddPrimary("item", matrix.Once)
	one, two := b.AddOption(matrix.Entry{Item: item}), b.AddOption(matrix.Entry{Item: item})
	b.AddNogood(one, two)
	p, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	refused := 0
	for _, row := range schedule.EngineTable(p, nil) {
		if strings.Contains(row.UnfitReason, "nogoods") {
			if refused++; !strings.Contains(row.UnfitReason, row.Engine) {
				t.Errorf("%s: %s", row.Engine, row.UnfitReason)
			}
		}
	}
	if refused != 3 {
		t.Errorf("%d engines know no nogoods; memo, halves and planar do not", refused)
	}
}

// TestEnginesAgree: every engine, on any number of threads, finds the solutions that brute force finds, each of them
// once, or refuses the problem.
func TestEnginesAgree(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	rounds := matrixtest.RandomRounds(75, 2000) // of each of five shapes
	for name, shape := range shapes {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(21, 22))
			solvable, refused := 0, 0
			for range rounds {
				p := matrixtest.RandomProblem(r, shape)
				want := matrixtest.BruteForce(p)
				if len(want) > 0 {
					solvable++
				}
				for _, request := range requests() {
					if !agree(t, p, request, want) {
						refused++
					}
				}
			}
			if solvable < rounds/10 {
				t.Errorf("only %d of %d problems had a solution: the test proves little", solvable, rounds)
			}
			t.Logf("%d of %d searches were refused", refused, rounds*len(requests()))
		})
	}
}

// agree compares a search with brute force. It returns false if the engine refuses the problem.
func agree(t *testing.T, p *matrix.Problem, r schedule.Request, want [][]matrix.OptionID) bool {
	t.Helper()
	made, err := schedule.NewPlan(p, r)
	if err != nil {
		return false
	}
	if counter, ok := made.Engine.(search.Counter); ok {
		n, err := counter.Count(context.Background())
		if err != nil {
			return false
		}
		if n.Int64() != int64(len(want)) {
			t.Fatalf("%+v counts %v, the brute force %d", r, n, len(want))
		}
	}
	got := [][]matrix.OptionID{}
	for s := range made.Solutions(context.Background()) {
		if err := p.Verify(s); err != nil {
			t.Fatalf("%+v: %v", r, err)
		}
		got = append(got, append([]matrix.OptionID{}, s...))
		slices.Sort(got[len(got)-1])
	}
	if made.Err() != nil {
		return false
	}
	if n := made.Stats().Solutions; n != int64(len(want)) {
		t.Fatalf("%+v says that it has found %d solutions, and they are %d", r, n, len(want))
	}
	slices.SortFunc(got, slices.Compare)
	if len(want) == 0 {
		want = [][]matrix.OptionID{}
	}
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("%+v finds %v, the brute force %v", r, got, want)
	}
	return true
}

// TestThreadsAgree: on larger trees, the nodes and solutions of each engine, level by
// level, do not depend on the number of threads.
func TestThreadsAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 24))
	for range matrixtest.RandomRounds(10, 40) {
		p := matrixtest.RandomProblem(r, matrixtest.ProblemShape{MaxPrimary: 12, MaxSecondary: 6, MaxOptions: 70,
			ColorCount: 2, MaxNogoods: 4})
		for _, name := range []string{schedule.Links, schedule.Dense, schedule.Sparse} {
			want := stats(t, p, schedule.Request{Engine: name})
			for _, threads := range []int{2, 5} {
				if got := stats(t, p, schedule.Request{Engine: name, Threads: threads}); !reflect.DeepEqual(got, want) {
					t.Fatalf("%s on %d threads: %+v, on one %+v", name, threads, got, want)
				}
			}
		}
	}
}

func stats(t *testing.T, p *matrix.Problem, r schedule.Request) search.Stats {
	t.Helper()
	made, err := schedule.NewPlan(p, r)
	if err != nil {
		t.Fatal(err)
	}
	for range made.Solutions(context.Background()) {
	}
	return made.Stats()
}

// TestWatched: a chooser that is watched chooses as it does without a watcher. A learning one still learns the failures
// that the filter reports.
func TestWatched(t *testing.T) {
	r := rand.New(rand.NewPCG(25, 26))
	nodes := 0
	watch := func(dlx.View, matrix.ItemID) { nodes++ }
	for range matrixtest.RandomRounds(25, 200) {
		p := matrixtest.RandomProblem(r, matrixtest.ProblemShape{MaxPrimary: 14, MaxSecondary: 6, MaxOptions: 60})
		request := schedule.Request{Chooser: "weighted", Filter: schedule.MatchingFilter}
		want := stats(t, p, request)
		request.OnChoice = watch
		if got := stats(t, p, request); !reflect.DeepEqual(got, want) {
			t.Fatalf("watched: %+v, unwatched %+v", got, want)
		}
	}
	if nodes == 0 {
		t.Error("nothing was watched")
	}
}

// TestRefusals: settings that do not fit together are refused with a message.
func TestRefusals(t *testing.T) {
	p := matrixtest.RandomProblem(rand.New(rand.NewPCG(1, 1)), matrixtest.ProblemShape{MaxPrimary: 3, MaxOptions: 5})
	for _, r := range []schedule.Request{
		{Engine: "nothing"},
		{Filter: "coffee"},
		{FirstRestartNodes: -1},
		{Threads: -1},
		{Engine: schedule.Dense, Chooser: "random"},
		{Engine: schedule.Learn, Filter: schedule.MatchingFilter},
		{Engine: schedule.Sparse, FirstRestartNodes: 5},
		{Filter: schedule.MatchingFilter, FirstRestartNodes: 5},
		{Engine: schedule.Learn, Threads: 2, FixedSolutionOrder: true},
		{Chooser: "weighted", Threads: 2},
		{Chooser: "unheard-of"},
		{ItemOrder: "unheard-of"},
		{Engine: schedule.Memo, OnChoice: func(dlx.View, matrix.ItemID) {}},
		{Engine: schedule.Sparse, OwnChooser: dlx.MRV{}},
		{Threads: 2, OnChoice: func(dlx.View, matrix.ItemID) {}},
	} {
		if made, err := schedule.NewPlan(p, r); err == nil {
			t.Errorf("%+v is taken, by %s", r, made.Name)
		}
	}
}

// TestTree: an estimate uses the settings of the request.
func TestTree(t *testing.T) {
	p := matrixtest.RandomProblem(rand.New(rand.NewPCG(5, 1)), matrixtest.ProblemShape{MaxPrimary: 6, MaxOptions: 20})
	s, _, err := schedule.SearchTree(p, schedule.Request{Engine: schedule.Dense, Chooser: "first"})
	if err != nil {
		t.Fatal(err)
	}
	want := dlx.NewSearch(p, dlx.SearchOptions{Chooser: dlx.FirstItem{}})
	for range want.Solutions(context.Background()) {
	}
	for range s.Solutions(context.Background()) {
	}
	if !reflect.DeepEqual(s.Stats(), want.Stats()) {
		t.Errorf("the tree has %+v, and should have %+v", s.Stats(), want.Stats())
	}
}

func ExampleNew() {
	b := matrix.NewBuilder()
	var items []matrix.ItemID
	for i := range 8 {
		items = append(items, b.AddPrimary(fmt.Sprint(i), matrix.Once))
	}
	for i := range 7 {
		b.AddOption(matrix.Entry{Item: items[i]}, matrix.Entry{Item: items[i+1]})
	}
	for i := range 8 {
		b.AddOption(matrix.Entry{Item: items[i]})
	}
	p, err := b.Build()
	if err != nil {
		fmt.Println(err)
		return
	}
	made, err := schedule.NewPlan(p, schedule.Request{Goal: schedule.CountOnly})
	if err != nil {
		fmt.Println(err)
		return
	}
	n, err := made.Count(context.Background())
	fmt.Println(n, "solutions by", made.Name, err)
	// Output: 34 solutions by sparse <nil>
}

// TestRaceStops: the error of searches that race is that of their context, once it has ended.
func TestRaceStops(t *testing.T) {
	made, err := schedule.NewPlan(matrixtest.DominoProblem(16), schedule.Request{Engine: schedule.Learn, Threads: 2,
		Goal: schedule.AllSolutions})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	for range made.Solutions(ctx) {
		cancel() // after the first of very many
	}
	if cancel(); !errors.Is(made.Err(), context.Canceled) {
		t.Error(made.Err())
	}
}
