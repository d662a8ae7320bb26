package schedule

import (
	"context"
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/search"
)

// fakeTask is a task that takes a given number of seconds, and reports the progress that a function returns.
type fakeTask struct {
	takes, spent  float64
	part          func(spent float64) float64
	fails, closed bool
}

func (t *fakeTask) Advance(_ context.Context, until float64) (bool, error) {
	t.spent = min(until, t.takes)
	if t.spent < t.takes {
		return false, nil
	}
	if t.fails {
		return false, errors.New("it fails")
	}
	return true, nil
}

func (t *fakeTask) Progress() (spent, part float64)  { return t.spent, t.part(t.spent) }
func (t *fakeTask) Result() (*big.Int, search.Stats) { return big.NewInt(1), search.Stats{} }
func (t *fakeTask) Close()                           { t.closed = true }

// truthful reports the right progress; silent reports none.
func truthful(takes float64) *fakeTask {
	return &fakeTask{takes: takes, part: func(spent float64) float64 { return spent / takes }}
}

func silent(takes float64) *fakeTask {
	return &fakeTask{takes: takes, part: func(float64) float64 { return 0 }}
}

func share(x float64) func() float64 { return func() float64 { return x } }

// TestSchedulerBound: whatever progress candidates report, all of them together take at most a constant times what the
// best of them takes that does not fail. The constant follows from the shares and from maxForesight.
func TestSchedulerBound(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 42))
	behind, asked := 0, 0
	for range matrixtest.RandomRounds(500, 5000) {
		var s scheduler
		var tasks []*fakeTask
		best, least, from := 1e9, 1.0, r.IntN(4)
		for k := range 1 + r.IntN(5) {
			x := &fakeTask{takes: 1e-3 + 10*r.ExpFloat64()*r.ExpFloat64(), fails: k != from && r.IntN(4) == 0}
			truth, lie := r.IntN(2) == 0, r.Float64()
			x.part = func(spent float64) float64 {
				if truth {
					return spent / x.takes
				}
				return lie
			}
			part := []float64{1, 0.1, 1. / 64}[r.IntN(3)]
			least = min(least, part)
			if !x.fails {
				best = min(best, x.takes)
			}
			tasks = append(tasks, x)
			s.candidates = append(s.candidates, &candidate{Task: x, timeShare: share(part),
				isUnreliable: r.IntN(2) == 0})
		}
		s.firstTurnSeconds = 1e-4
		cost := r.ExpFloat64()
		s.preprocessSteps = []*preprocessStep{{costSeconds: cost, runStep: func(context.Context) (bool, error) {
			if asked++; preprocessPart*cost > s.totalSpent() {
				t.Fatalf("preprocessing for %g seconds, after %g", cost, s.totalSpent())
			}
			return false, nil
		}}}
		winner, err := s.runCandidates(context.Background())
		if best == 1e9 {
			if err == nil {
				t.Fatal("all fail, and one wins")
			}
			continue
		}
		if err != nil || winner.Task.(*fakeTask).fails {
			t.Fatalf("error %v", err)
		}
		most := float64(len(tasks)) * best * max(2*(1+turnGrowth)/least, 1+maxForesight)
		if spent := s.totalSpent(); spent > most {
			t.Fatalf("it took %g seconds, the best of %d candidates %g", spent, len(tasks), best)
		} else if spent > 2*best {
			behind++
		}
		if slices.ContainsFunc(tasks, func(x *fakeTask) bool { return !x.closed }) {
			t.Fatal("a task is left open")
		}
	}
	if behind == 0 || asked == 0 {
		t.Errorf("%d searches were behind, and %d preprocessed", behind, asked)
	}
}

// TestShares: if no candidate reports progress, the first one is expected to need maxForesight times what it has spent.
// Each other candidate spends its share of that time.
func TestShares(t *testing.T) {
	visits, learns, rare := silent(100), silent(1000), silent(1000)
	s := scheduler{firstTurnSeconds: 0.1, candidates: []*candidate{
		{name: "visits", Task: visits}, {name: "learns", Task: learns, timeShare: share(1)},
		{name: "rare", Task: rare, timeShare: share(1. / 16)},
	}}
	if c, err := s.runCandidates(context.Background()); err != nil || c.name != "visits" {
		t.Fatal(c.name, err)
	}
	most := maxForesight * visits.spent
	least := most / (1 + turnGrowth) // before the last turn of the first one
	if learns.spent < least || learns.spent > most || rare.spent < least/16 || rare.spent > most/16 {
		t.Errorf("beside 100 seconds they spend %g and %g", learns.spent, rare.spent)
	}
}

// TestSlowStart: a candidate that prepares for long, and at first makes little progress, is not stopped because of
// that.
func TestSlowStart(t *testing.T) {
	leads := truthful(60)
	late := &fakeTask{takes: 40, part: func(spent float64) float64 {
		did := max(0, spent-20) / 20
		return max(minProgress, did*did)
	}}
	s := scheduler{firstTurnSeconds: 1, candidates: []*candidate{
		{name: "leads", Task: leads, timeShare: share(1. / 64)}, {name: "late", Task: late, timeShare: share(1)},
	}}
	if c, err := s.runCandidates(context.Background()); err != nil || c.name != "late" {
		t.Fatalf("%v wins after %g and %g seconds, error %v", c.name, leads.spent, late.spent, err)
	}
}

// TestNearTheEnd: if another candidate is nearly done, no preprocessing is done, even if the leader turns out to need
// long.
func TestNearTheEnd(t *testing.T) {
	fades := &fakeTask{takes: 1000, part: func(spent float64) float64 { return min(0.5, spent/4) + spent/1e4 }}
	steady := truthful(6)
	s := scheduler{firstTurnSeconds: 1, candidates: []*candidate{
		{name: "fades", Task: fades, estimatedSeconds: 5, timeShare: share(1. / 64)},
		{name: "steady", Task: steady, estimatedSeconds: 6, timeShare: share(1. / 64)},
	}}
	s.preprocessSteps = []*preprocessStep{{costSeconds: 20, runStep: func(context.Context) (bool, error) {
		t.Errorf("preprocessing after %g and %g seconds", fades.spent, steady.spent)
		return false, nil
	}}}
	if c, err := s.runCandidates(context.Background()); err != nil || c.name != "steady" || fades.spent == 0 {
		t.Errorf("%v wins, error %v, after %g and %g seconds", c.name, err, fades.spent, steady.spent)
	}
}

// TestUnreliable: a candidate whose estimate is unreliable gets at least a fourth of its share.
func TestUnreliable(t *testing.T) {
	part := func(unreliable bool, takes float64) float64 {
		leads, other := truthful(1000), truthful(takes)
		s := scheduler{firstTurnSeconds: 1, candidates: []*candidate{
			{name: "leads", Task: leads, timeShare: share(1. / 64)},
			{name: "other", Task: other, timeShare: share(0.25), isUnreliable: unreliable},
		}}
		if c, err := s.runCandidates(context.Background()); err != nil || c.name != "leads" {
			t.Fatal(c.name, err)
		}
		return other.spent / 1000
	}
	if reliable, far, near := part(false, 1e4), part(true, 1e4),
		part(true, 1300); reliable < 0.24 || far < 0.06 || far > 0.08 || near < 0.18 {
		t.Errorf("they get %.3f, %.3f and %.3f of the time of the leader", reliable, far, near)
	}
}

// TestGatedTask: a gated task continues in the next turn where it stopped, and ends when it is closed.
func TestGatedTask(t *testing.T) {
	w := &requestedProblem{problem: matrixtest.DominoProblem(8), request: Request{Threads: 2}}
	for _, name := range []string{Memo, Halves} {
		x := w.newTask(name, taskOutput{})
		if err := advance(x, rand.New(rand.NewPCG(1, 1))); err != nil {
			t.Fatal(err)
		}
		if n, _ := x.Result(); n.Int64() != 12988816 {
			t.Errorf("dominoes on 8 by 8: %v", n)
		}
	}
	learns := (&requestedProblem{problem: matrixtest.QueensProblem(8),
		request: Request{ReportEvery: reportEvery}}).newTask(Learn,
		taskOutput{})
	if err := advance(learns, rand.New(rand.NewPCG(1, 1))); err != nil {
		t.Fatal(err)
	}
	if n, _ := learns.Result(); n.Int64() != 92 {
		t.Errorf("queens 8 by learning: %v", n)
	}
	w = &requestedProblem{problem: matrixtest.DominoProblem(16), request: Request{Threads: 2, ReportEvery: reportEvery}}
	for _, name := range []string{Memo, Halves, Learn} {
		x := w.newTask(name, taskOutput{})
		if done, err := x.Advance(context.Background(), 3e-3); done || err != nil {
			t.Errorf("done %v, error %v", done, err)
		}
		x.Close()
		if done, err := x.Advance(context.Background(), 1); !done || err == nil {
			t.Errorf("closed, and done %v, error %v", done, err)
		}
	}
}

// TestTooManyToLearnFrom: learn gives up a count of 6,728 solutions, each of which would become a clause, and says why.
func TestTooManyToLearnFrom(t *testing.T) {
	learns := (&requestedProblem{problem: matrixtest.DominoProblem(6),
		request: Request{ReportEvery: reportEvery}}).newTask(Learn,
		taskOutput{})
	defer learns.Close()
	if done, err := learns.Advance(context.Background(), math.Inf(1)); err == nil {
		n, _ := learns.Result()
		t.Errorf("done %v, with %v solutions", done, n)
	}
}

// TestClosedEarly: a task that is closed before its first report ends as well. The work that it does until it notices
// that is not added.
func TestClosedEarly(t *testing.T) {
	x := newGatedTask(0, taskOutput{}, func(ctx context.Context, t *gatedTask) (*big.Int, search.Stats, error) {
		t.addWork(1, 0, 0)
		t.addWork(1, 0.1, 0)
		t.addWork(1, 0.2, 0)
		return nil, search.Stats{}, ctx.Err()
	})
	if done, err := x.Advance(context.Background(), 1); done || err != nil {
		t.Fatal(done, err)
	}
	x.Close()
	if spent, part := x.Progress(); spent != 1 || part != 0 || !errors.Is(x.err, context.Canceled) {
		t.Error(spent, part, x.err)
	}
}

// cancelTask is a task whose context is done as soon as the task works.
type cancelTask struct {
	*fakeTask
	cancel context.CancelFunc
}

func (t *cancelTask) Advance(ctx context.Context, _ float64) (bool, error) {
	t.cancel()
	return false, ctx.Err()
}

// TestCancelled: when a context is done, no task waits for a turn that never comes.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	x := newGatedTask(0, taskOutput{}, func(ctx context.Context, t *gatedTask) (*big.Int, search.Stats, error) {
		for ctx.Err() == nil {
			t.addWork(1, 0, 0)
		}
		return nil, search.Stats{}, ctx.Err()
	})
	s := scheduler{firstTurnSeconds: 1, candidates: []*candidate{
		{name: "waits", Task: x}, {name: "other", Task: &cancelTask{silent(1), cancel}, timeShare: share(1)},
	}}
	if c, err := s.runCandidates(ctx); c.name != "waits" || !errors.Is(err, context.Canceled) || !x.hasEnded {
		t.Errorf("%s leads, error %v, over %v", c.name, err, x.hasEnded)
	}
}

// TestPullTask: the solutions of an engine on a coroutine go directly to their receiver. A panic of the receiver ends
// the engine.
func TestPullTask(t *testing.T) {
	w := &requestedProblem{problem: matrixtest.QueensProblem(6), request: Request{Threads: 1, ReportEvery: reportEvery}}
	for _, name := range []string{Learn, Sparse, Restarts} {
		found := 0
		x := w.newTask(name,
			taskOutput{onSolution: func(matrix.Solution) bool { found++; return found < 3 }}).(*coroutineTask)
		if done, err := x.Advance(context.Background(), math.Inf(1)); !done || err != nil || found != 3 {
			t.Errorf("%s: done %v, error %v, after %d solutions", name, done, err, found)
		}
		x.Close()
		fails := w.newTask(name, taskOutput{onSolution: func(matrix.Solution) bool { panic("enough") }})
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			defer fails.Close()
			_, _ = fails.Advance(context.Background(), math.Inf(1))
		}()
	}
}

// TestCloseOnOneProcessor: an engine that is closed between two turns ends at its next report, and not only when the
// goroutine that stops it has a turn on the only processor.
func TestCloseOnOneProcessor(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	// without solutions, which are other occasions to stop
	w := &requestedProblem{problem: matrixtest.LangfordProblem(10),
		request: Request{Threads: 1, ReportEvery: reportEvery}}
	for range 20 {
		x := w.newTask(Sparse, taskOutput{onSolution: func(matrix.Solution) bool { return true }}).(*coroutineTask)
		start, _ := x.Progress()
		if done, err := x.Advance(t.Context(), start+1e-3); done || err != nil {
			t.Fatal(done, err)
		}
		before, _ := x.Progress()
		x.Close()
		if after, _ := x.Progress(); after > before+4*pauseSeconds {
			t.Fatalf("%g seconds by price before the end, and %g after it", before, after)
		}
	}
}

// TestFirstPart: a turn ends at the first progress report of an engine, so that the rate of its progress is known from
// there on.
func TestFirstPart(t *testing.T) {
	x := newGatedTask(0, taskOutput{}, func(_ context.Context, t *gatedTask) (*big.Int, search.Stats, error) {
		t.addWork(9, 0, 0)
		t.addWork(0, minProgress, 0)
		t.addWork(1, 0.5, 0)
		t.addWork(1, 1, 0)
		return big.NewInt(1), search.Stats{}, nil
	})
	c := &candidate{Task: x}
	for _, want := range []float64{math.Inf(1), 11} {
		if done, err := c.takeTurn(context.Background(), 10); done || err != nil {
			t.Fatal(done, err)
		}
		if got := c.expectedSeconds(); got != want && math.Abs(got-want) > 1e-6 {
			t.Errorf("%g seconds are expected, and there are %g", got, want)
		}
	}
	if done, err := c.takeTurn(context.Background(), 12); !done || err != nil {
		t.Error(done, err)
	}
}

// TestEngineWorkText: the work of an engine in words; a quarter is 25%.
func TestEngineWorkText(t *testing.T) {
	work := EngineWork{Engine: Memo, TurnCount: 2, Seconds: 0.5, DoneShare: 0.25}
	if got := work.String(); got != "memo (2, 500 ms, 25% done)" {
		t.Error(got)
	}
	if work.DoneShare = 0; work.String() != "memo (2, 500 ms)" {
		t.Error(work)
	}
}

// TestPartsOfMemo: memo tells which part of a count is done, and of a diagram that it does not know.
func TestPartsOfMemo(t *testing.T) {
	w := &requestedProblem{problem: matrixtest.DominoProblem(12), request: Request{ReportEvery: reportEvery}}
	for _, onSolution := range []func(matrix.Solution) bool{nil, func(matrix.Solution) bool { return false }} {
		x, partly := w.newTask(Memo, taskOutput{onSolution: onSolution}), false
		for turn := 1.0; ; turn++ {
			done, err := x.Advance(t.Context(), turn*1e-4)
			if err != nil {
				t.Fatal(err)
			}
			if done {
				break
			}
			_, part := x.Progress()
			partly = partly || part > 0
		}
		if x.Close(); partly != (onSolution == nil) {
			t.Errorf("a part is known: %v; solutions are listed: %v", partly, onSolution != nil)
		}
	}
}

// TestNothingLeft: if no solution is possible, as all options of an item have colors without support, none is left.
func TestNothingLeft(t *testing.T) {
	b := matrix.NewBuilder()
	first, second := b.AddPrimary("a", matrix.Once), b.AddPrimary("b", matrix.Once)
	color := b.AddSecondary("c")
	b.AddOption(matrix.Entry{Item: first}, matrix.Entry{Item: color, Color: b.AddColor("1")})
	b.AddOption(matrix.Entry{Item: second}, matrix.Entry{Item: color, Color: b.AddColor("2")})
	p, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	if left, ids := reduceProblem(p); left.OptionCount() != 0 || ids == nil || len(matrixtest.BruteForce(p)) != 0 {
		t.Errorf("%d options are left, %v", left.OptionCount(), ids)
	}
}
