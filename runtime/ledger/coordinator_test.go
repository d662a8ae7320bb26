package ledger_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"quadrille"
	"quadrille/job"
	"quadrille/runtime/ledger"
)

// quickTimeouts holds the waiting times of tests.
var quickTimeouts = ledger.Timeouts{TaskLease: time.Second, QueueCheck: 50 * time.Millisecond}

// startServer runs a server inside the test. The server keeps its files in a folder of its own.
func startServer(t testing.TB, folder string) (url string) {
	t.Helper()
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true,
		StoreDir: folder, NoSigs: true})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(time.Minute) {
		t.Fatal("the server does not come up")
	}
	return s.ClientURL()
}

func connectTo(t testing.TB, url string) *nats.Conn {
	t.Helper()
	nc, err := nats.Connect(url, nats.MaxReconnects(-1), nats.ReconnectWait(50*time.Millisecond))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	return nc
}

// examplePuzzle loads a puzzle of the folder examples.
func examplePuzzle(t testing.TB, name string, o quadrille.Options) *quadrille.Puzzle {
	t.Helper()
	text, err := os.ReadFile("../../examples/" + name)
	if err != nil {
		t.Fatal(err)
	}
	p, err := quadrille.Load(name, text, o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// openPuzzle loads a puzzle as a worker does, which knows only what the server has.
func openPuzzle(name string) func(ledger.Job, []byte, int) (ledger.TaskWalker, error) {
	return func(j ledger.Job, bundle []byte, thread int) (ledger.TaskWalker, error) {
		p, err := job.LoadBundle(bundle)
		if err != nil {
			return nil, err
		}
		return job.NewWorker(p, j, fmt.Sprintf("%s/%d", name, thread), 0)
	}
}

// startWorkers starts workers that work until the test ends.
func startWorkers(t testing.TB, url, name string, w ledger.Workers) {
	t.Helper()
	ctx, fire := context.WithCancel(context.Background())
	ended := make(chan struct{})
	nc := connectTo(t, url)
	w.Timeouts = quickTimeouts
	if w.NewWalker == nil {
		w.NewWalker = openPuzzle(name)
	}
	go func() { defer close(ended); w.RunWorkers(ctx, nc) }()
	t.Cleanup(func() { fire(); <-ended })
}

// runJob runs a job to its end.
func runJob(t testing.TB, url string, p *quadrille.Puzzle, s quadrille.Search, solving bool,
	verify float64) *job.Job {
	t.Helper()
	j, err := job.OpenJob(p, new(ledger.MemoryFile), s, solving)
	if err != nil {
		t.Fatal(err)
	}
	bundle, err := job.BundlePuzzle(p)
	if err != nil {
		t.Fatal(err)
	}
	c := ledger.Coordinator{Ledger: j.Ledger, PuzzleBundle: bundle, VerifyShare: verify, Timeouts: quickTimeouts}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	if err := c.RunJob(ctx, connectTo(t, url)); err != nil {
		t.Fatal(err)
	}
	return j
}

// TestCrew: workers that know only the URL of the server count and list what one process does, with the same effort,
// for one job after the other.
func TestCrew(t *testing.T) {
	if testing.Short() {
		t.Skip("a crew takes some seconds")
	}
	url := startServer(t, t.TempDir())
	startWorkers(t, url, "ann", ledger.Workers{})
	startWorkers(t, url, "bob", ledger.Workers{Threads: 2})
	for _, c := range []struct {
		file, engine, want string
		upTo               quadrille.UpTo
		verify             float64
	}{
		{"scott.puz", "dense", "520", 0, 0.7}, // the root is counted again
		{"scott.puz", "links", "65", quadrille.Symmetry, 0},
		{"dominoes.puz", "memo", "36", 0, 1},
	} {
		p := examplePuzzle(t, c.file, quadrille.Options{UpTo: c.upTo})
		whole := quadrille.Search{Engine: quadrille.Engine(c.engine), Effort: new(quadrille.Effort)}
		if _, err := p.Count(t.Context(), whole); err != nil {
			t.Fatal(err)
		}
		j := runJob(t, url, p, quadrille.Search{Engine: quadrille.Engine(c.engine)}, false, c.verify)
		if got := j.Count().String(); got != c.want {
			t.Errorf("%s: %s solutions, want %s", c.file, got, c.want)
		}
		if got := j.Effort().Nodes; c.engine != "memo" && got != whole.Effort.Nodes {
			t.Errorf("%s: %d nodes, one process has %d", c.file, got, whole.Effort.Nodes)
		}
		if c.verify > 0 && j.Ledger.RecountedRecords() == 0 {
			t.Errorf("%s: nothing was counted again", c.file)
		}
		if err := ledger.RemoveJob(t.Context(), connectTo(t, url), j.Ledger.Job()); err != nil {
			t.Error(err)
		}
	}
	j := runJob(t, url, examplePuzzle(t, "queens.puz", quadrille.Options{}), quadrille.Search{}, true, 0)
	n := 0
	for _, err := range j.Solutions() {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	if n != 92 {
		t.Errorf("%d solutions came back, want 92", n)
	}
}

// TestCoordinatorElsewhere: a coordinator that never comes back is replaced by one that has only the puzzle and the
// server. After the job is removed from the server, another coordinator begins anew.
func TestCoordinatorElsewhere(t *testing.T) {
	if testing.Short() {
		t.Skip("a crew takes some seconds")
	}
	url := startServer(t, t.TempDir())
	startWorkers(t, url, "ann", ledger.Workers{NewWalker: func(j ledger.Job, bundle []byte,
		thread int) (ledger.TaskWalker,
		error) {
		one, err := openPuzzle("ann")(j, bundle, thread)
		return slowWalker{one}, err
	}})
	p := examplePuzzle(t, "scott.puz", quadrille.Options{UpTo: quadrille.Symmetry})
	bundle, err := job.BundlePuzzle(p)
	if err != nil {
		t.Fatal(err)
	}
	s := quadrille.Search{Engine: "dense"}
	first, err := job.OpenJob(p, new(ledger.MemoryFile), s, true)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	// until the first record
	c := ledger.Coordinator{Ledger: first.Ledger, PuzzleBundle: bundle, Timeouts: quickTimeouts, OnNewRecords: stop}
	if err := c.RunJob(ctx, connectTo(t, url)); err != context.Canceled {
		t.Fatal(err)
	}
	if first.IsDone() {
		t.Fatal("there is nothing to go on with")
	}
	second, err := job.OpenJob(p, new(ledger.MemoryFile), s, true)
	if err != nil {
		t.Fatal(err)
	}
	removed := false
	c = ledger.Coordinator{Ledger: second.Ledger, PuzzleBundle: bundle, Timeouts: quickTimeouts, OnNewRecords: func() {
		if !removed && second.Ledger.TotalSoFar().RecordCount > 2 {
			removed = true
			if err := ledger.RemoveJob(t.Context(), connectTo(t, url), second.Ledger.Job()); err != nil {
				t.Error(err)
			}
		}
	}}
	ctx, stop = context.WithTimeout(t.Context(), 10*time.Minute)
	defer stop()
	if err := c.RunJob(ctx, connectTo(t, url)); err != nil {
		t.Fatal(err, second.Ledger.TotalSoFar())
	}
	if got := second.Count().String(); got != "65" || !removed {
		t.Errorf("%s solutions; removed: %v", got, removed)
	}
}

// TestRefusal: a worker of another version refuses the job by name, and does nothing. A worker of the right version
// does the job.
func TestRefusal(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	url := startServer(t, t.TempDir())
	said := make(chan string, 10)
	startWorkers(t, url, "old", ledger.Workers{
		OnMessage: func(line string) { said <- line },
		NewWalker: func(j ledger.Job, bundle []byte, thread int) (ledger.TaskWalker, error) {
			j.Program = "another version" // as one of another version sees it
			return openPuzzle("old")(j, bundle, thread)
		},
	})
	p := examplePuzzle(t, "queens.puz", quadrille.Options{})
	j, err := job.OpenJob(p, new(ledger.MemoryFile), quadrille.Search{}, false)
	if err != nil {
		t.Fatal(err)
	}
	bundle, err := job.BundlePuzzle(p)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	ended := make(chan error)
	go func() {
		c := ledger.Coordinator{Ledger: j.Ledger, PuzzleBundle: bundle, Timeouts: quickTimeouts}
		ended <- c.RunJob(ctx, connectTo(t, url))
	}()
	if line := <-said; !strings.Contains(line, "refused") || !strings.Contains(line,
		"the version of puz is another version there") {
		t.Errorf("it says %q", line)
	}
	startWorkers(t, url, "new", ledger.Workers{})
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	if got := j.Count().String(); got != "92" {
		t.Error(got)
	}
	for name := range j.Ledger.TotalsByWorker() {
		if !strings.HasPrefix(name, "new/") {
			t.Errorf("%s has worked", name)
		}
	}
}

// TestCrewFindsBest: workers on one server find the best solutions of a puzzle. Those that are at work when a better
// one is in the ledger are told of it.
func TestCrewFindsBest(t *testing.T) {
	if testing.Short() {
		t.Skip("a crew takes some seconds")
	}
	// Queens that hold or see each cell of 8 by 8: five are enough, in 4860 ways (OEIS A075458, A103315).
	p, err := quadrille.Load("queens.puz", []byte(`
items men any
items seen[r,c] at least 1 for r in 1..8, c in 1..8
option men {seen[i,j] for i in 1..8, j in 1..8 where i = r or j = c or abs(i - r) = abs(j - c)} for r in 1..8, c in 1..8
minimize men
`), quadrille.Options{})
	if err != nil {
		t.Fatal(err)
	}
	url := startServer(t, t.TempDir())
	told := make(chan int64, 1000)
	for _, name := range []string{"ann", "bob"} {
		startWorkers(t, url, name, ledger.Workers{NewWalker: func(j ledger.Job, bundle []byte,
			thread int) (ledger.TaskWalker, error) {
			w, err := openPuzzle(name)(j, bundle, thread)
			return listener{w, told}, err
		}})
	}
	j := runJob(t, url, p, quadrille.Search{}, false, 0)
	if o := j.Optimum(); !o.Proved || o.Value != 5 || j.Count().String() != "4860" {
		t.Errorf("%v, %v ways", o, j.Count())
	}
	j, n := runJob(t, url, p, quadrille.Search{Limit: 1}, true, 0), 0
	for s, err := range j.Solutions() {
		if v, _ := s.Value(); err != nil || v != 5 {
			t.Error(v, err)
		}
		n++
	}
	if o := j.Optimum(); !o.Proved || n != 1 {
		t.Errorf("%v, %d solutions", o, n)
	}
	if len(told) == 0 || <-told < 5 {
		t.Error("no worker was told of a better solution, or of one that is none")
	}
}

// listener is a walker that notes what it is told.
type listener struct {
	ledger.TaskWalker
	told chan<- int64
}

func (l listener) LowerKnownCost(cost int64) {
	l.told <- cost
	l.TaskWalker.LowerKnownCost(cost)
}
