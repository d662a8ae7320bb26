package job_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"quadrille"
	"quadrille/job"
	"quadrille/runtime/ledger"
	"quadrille/runtime/matrix/matrixtest"
)

// limitedFile fails when it would grow beyond its bound.
type limitedFile struct {
	ledger.MemoryFile
	room int
}

var errFull = errors.New("no space left on device")

func (m *limitedFile) WriteAt(p []byte, at int64) (int, error) {
	n, err := m.MemoryFile.WriteAt(p, at)
	if m.room > 0 && len(m.MemoryFile) > m.room {
		m.MemoryFile = m.MemoryFile[:m.room] // as a disk does: a part is written
		return n - 1, errFull
	}
	return n, err
}

// examplePuzzle loads a puzzle of the folder examples.
func examplePuzzle(t testing.TB, name string, o quadrille.Options) *quadrille.Puzzle {
	t.Helper()
	text, err := os.ReadFile("../examples/" + name)
	if err != nil {
		t.Fatal(err)
	}
	o.Files = os.DirFS("../examples")
	p, err := quadrille.Load(name, text, o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// finishJob runs a job to its end, and returns it.
func finishJob(t testing.TB, p *quadrille.Puzzle, f job.File, s quadrille.Search,
	solving bool) *job.Job {
	t.Helper()
	j, err := job.OpenJob(p, f, s, solving)
	if err != nil {
		t.Fatal(err)
	}
	if err := j.Run(t.Context(), "test"); err != nil {
		t.Fatal(err)
	}
	return j
}

// splitCubes works on a job for a moment, again and again, until it is done.
func splitCubes(t testing.TB, p *quadrille.Puzzle, f job.File, s quadrille.Search, solving bool,
	moment time.Duration) (j *job.Job, pieces int) {
	t.Helper()
	for {
		var err error
		if j, err = job.OpenJob(p, f, s, solving); err != nil {
			t.Fatal(err)
		}
		if j.IsDone() {
			return j, pieces
		}
		pieces++
		ctx, cancel := context.WithTimeout(t.Context(), moment)
		if err := j.Run(ctx, "test"); err != nil && !errors.Is(err, context.DeadlineExceeded) {
			t.Fatal(err)
		}
		cancel()
		moment += moment / 8
	}
}

// TestJobs: however often a job is interrupted, its answer is that of one search, and its
// effort is that of one thread, to the last update.
func TestJobs(t *testing.T) {
	if testing.Short() {
		t.Skip("jobs take some seconds")
	}
	for _, c := range []struct {
		file, engine string
		upTo         quadrille.UpTo
		solutions    string
	}{
		{"scott.puz", "dense", 0, "520"},
		{"pentominoes-3x20.puz", "links", quadrille.Symmetry, "2"},
		{"scott.puz", "sparse", quadrille.Symmetry, "65"},
		{"pentominoes-3x20.puz", "dense", 0, "2"},
		{"queens.puz", "links", 0, "92"},
	} {
		p := examplePuzzle(t, c.file, quadrille.Options{UpTo: c.upTo})
		whole := quadrille.Search{Engine: quadrille.Engine(c.engine), Effort: new(quadrille.Effort)}
		for _, err := range p.Solutions(t.Context(), whole) {
			if err != nil {
				t.Fatal(err)
			}
		}
		for _, threads := range []int{1, 3} {
			j, pieces := splitCubes(t, p, new(limitedFile),
				quadrille.Search{Engine: quadrille.Engine(c.engine), Threads: threads}, false,
				time.Millisecond)
			if got := j.Count().String(); got != c.solutions {
				t.Errorf("%s by %s, up to %d: %s in %d pieces", c.file, c.engine, c.upTo, got, pieces)
			}
			if took := j.Effort().Seconds; took <= 0 {
				t.Errorf("%s by %s took %v seconds", c.file, c.engine, took)
			}
			if !reflect.DeepEqual(j.Effort().Stats, whole.Effort.Stats) {
				t.Errorf("%s by %s: the effort is %+v, of one thread %+v", c.file, c.engine, j.Effort().Stats,
					whole.Effort.Stats)
			}
			if _, err := j.Ledger.Audit(); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestJobsSeeCells: a job looks for cells that cannot be connected, as links do. The region of seven cells is found
// cell by cell, and of all choices of seven cells few are connected.
func TestJobsSeeCells(t *testing.T) {
	p, err := quadrille.Load("a.puz", []byte(`table t = """
  . . . . .
  . 7 . . .
  . . . . .
  . . . 4 .
  . . . . .
"""
pack 5x5 with shapes at t { leave any empty }
`), quadrille.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want, err := p.Count(t.Context(), quadrille.Search{Engine: quadrille.EngineMemo})
	if err != nil {
		t.Fatal(err)
	}
	whole := quadrille.Search{Engine: quadrille.EngineLinks, Effort: new(quadrille.Effort)}
	if n, err := p.Count(t.Context(), whole); err != nil || n.String() != want.String() {
		t.Fatalf("%v %v by links, %v by memo", n, err, want)
	}
	j, _ := splitCubes(t, p, new(limitedFile), quadrille.Search{Threads: 2}, false, time.Millisecond)
	if j.Count().String() != want.String() || j.Effort().Engine != quadrille.EngineLinks ||
		!reflect.DeepEqual(j.Effort().Stats, whole.Effort.Stats) {
		t.Errorf("%v by %s with the effort %+v, want %v with %+v", j.Count(), j.Effort().Engine, j.Effort().Stats, want,
			whole.Effort.Stats)
	}
}

// TestJobsKeepSolutions: they come in the order of one thread.
func TestJobsKeepSolutions(t *testing.T) {
	if testing.Short() {
		t.Skip("jobs take some seconds")
	}
	engines := []string{"dense"}
	if matrixtest.SlowTestsWanted() {
		engines = append(engines, "links", "sparse")
	}
	for _, engine := range engines {
		p := examplePuzzle(t, "scott.puz", quadrille.Options{UpTo: quadrille.Symmetry})
		var want []string
		for s, err := range p.Solutions(t.Context(), quadrille.Search{Engine: quadrille.Engine(engine)}) {
			if err != nil {
				t.Fatal(err)
			}
			want = append(want, s.String())
		}
		j, _ := splitCubes(t, p, new(limitedFile), quadrille.Search{Engine: quadrille.Engine(engine), Threads: 2}, true,
			5*time.Millisecond)
		var got []string
		for s, err := range j.Solutions() {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, s.String())
		}
		if len(got) != 65 || !slices.Equal(got, want) {
			t.Errorf("%s: %d solutions, one thread finds %d, or in another order", engine, len(got), len(want))
		}
	}
}

// TestJobsByMemo: the solutions of a cube are counted without visiting each. The numbers are those of Kasteleyn's
// formula.
func TestJobsByMemo(t *testing.T) {
	if testing.Short() {
		t.Skip("a second or more")
	}
	for n, want := range map[int64]string{8: "12988816", 12: "53060477521960000"} {
		p := examplePuzzle(t, "dominoes.puz", quadrille.Options{Params: map[string]int64{"n": n}})
		f := new(limitedFile)
		if j := finishJob(t, p, f, quadrille.Search{Threads: 2}, false); j.Count().String() != want ||
			j.Ledger.Job().Engine != "memo" {
			t.Errorf("%d: %v by %s", n, j.Count(), j.Ledger.Job().Engine)
		}
		cut := finishJob(t, p, new(limitedFile), quadrille.Search{MaxMemory: 1 << 20}, false)
		if records := cut.Ledger.TotalSoFar().RecordCount; cut.Count().String() != want || n == 12 && records < 10 {
			t.Errorf("%d: %v in %d cubes, as memory is short", n, cut.Count(), records)
		}
	}
}

// crashTest returns what a crash or a bad disk may leave of a ledger.
func crashTest(r *rand.Rand, text []byte) []byte {
	text = bytes.Clone(text)
	if r.IntN(2) == 0 {
		return text[:r.IntN(len(text)+1)]
	}
	text[r.IntN(len(text))] ^= 1 << r.IntN(8)
	return text
}

// TestCrashPoints: a ledger that was cut off anywhere, or of which any bit is wrong, either gives the exact answer when
// the job continues, or an error that names the damage.
func TestCrashPoints(t *testing.T) {
	if testing.Short() {
		t.Skip("jobs take some seconds")
	}
	p := examplePuzzle(t, "scott.puz", quadrille.Options{UpTo: quadrille.Symmetry})
	s := quadrille.Search{Engine: "dense"}
	whole := new(limitedFile)
	want, _ := splitCubes(t, p, whole, s, true, time.Millisecond)
	r := rand.New(rand.NewPCG(15, 1))
	resumed, refused := 0, 0
	for range matrixtest.RandomRounds(12, 1000) {
		f := &limitedFile{MemoryFile: crashTest(r, whole.MemoryFile)}
		j, err := job.OpenJob(p, f, s, true)
		if err != nil {
			if !strings.Contains(err.Error(), "line 1") {
				t.Fatal(err)
			}
			refused++
			continue
		}
		resumed++
		if err := j.Run(t.Context(), "test"); err != nil {
			t.Fatal(err)
		}
		if got := j.Count().String(); got != "65" || !reflect.DeepEqual(j.Effort().Stats, want.Effort().Stats) {
			t.Fatalf("%s, %+v", got, j.Effort())
		}
		if a, err := j.Ledger.Audit(); err != nil || a.OpenCubeCount > 0 || a.Count.String() != "65" {
			t.Fatalf("%+v, %v", a, err)
		}
	}
	t.Logf("%d crashes: %d resumed, %d refused", resumed+refused, resumed, refused)
}

// TestFullDisk: records written before the disk was full stay, and the job continues once there is space.
func TestFullDisk(t *testing.T) {
	if testing.Short() {
		t.Skip("jobs take some seconds")
	}
	p := examplePuzzle(t, "scott.puz", quadrille.Options{})
	s := quadrille.Search{Engine: "dense", Threads: 2}
	f := &limitedFile{room: 250}
	j, err := job.OpenJob(p, f, s, false)
	if err != nil {
		t.Fatal(err)
	}
	if err := j.Run(t.Context(), "test"); !errors.Is(err, errFull) {
		t.Fatalf("the error is %v", err)
	}
	f.room = 0
	if j := finishJob(t, p, f, s, false); j.Count().String() != "520" {
		t.Error(j.Count())
	}
}

// TestJobsDiffer: a job cannot be continued with another puzzle, engine, order or goal; the error names the difference.
func TestJobsDiffer(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	p := examplePuzzle(t, "scott.puz", quadrille.Options{})
	f := new(limitedFile)
	finishJob(t, p, f, quadrille.Search{Engine: "dense"}, false)
	for what, open := range map[string]func() error{
		"matrix": func() error {
			_, err := job.OpenJob(examplePuzzle(t, "pentominoes-6x10.puz", quadrille.Options{}), f,
				quadrille.Search{Engine: "dense"}, false)
			return err
		},
		"engine": func() error { _, err := job.OpenJob(p, f, quadrille.Search{Engine: "sparse"}, false); return err },
		"order": func() error {
			_, err := job.OpenJob(p, f, quadrille.Search{Engine: "dense", Order: "random"}, false)
			return err
		},
		"goal": func() error { _, err := job.OpenJob(p, f, quadrille.Search{Engine: "dense"}, true); return err },
		"version": func() error {
			l, err := ledger.ReadLedger(f)
			if err != nil {
				t.Fatal(err)
			}
			old := l.Job()
			old.Program = "yesterday's"
			_, err = job.NewWorker(p, old, "w", 0)
			return err
		},
	} {
		if err := open(); !errors.Is(err, job.ErrOtherJob) || !strings.Contains(err.Error(), what) {
			t.Errorf("%s: the error is %v", what, err)
		}
	}
}

// TestSecondOpinion: a correct job whose cubes are half counted again is done, with the same effort in its records; a
// false record stops the job.
func TestSecondOpinion(t *testing.T) {
	if testing.Short() {
		t.Skip("jobs take some seconds")
	}
	engines := []string{"dense", "memo"}
	if matrixtest.SlowTestsWanted() {
		engines = append(engines, "links", "sparse")
	}
	for _, engine := range engines {
		p, want := examplePuzzle(t, "scott.puz", quadrille.Options{}), "520"
		if engine == "memo" {
			p, want = examplePuzzle(t, "dominoes.puz", quadrille.Options{Params: map[string]int64{"n": 8}}), "12988816"
		}
		f := new(limitedFile)
		j, err := job.OpenJob(p, f, quadrille.Search{Engine: quadrille.Engine(engine), Threads: 2}, false)
		if err != nil {
			t.Fatal(err)
		}
		j.VerifyShare = 1
		if err := j.Run(t.Context(), "test"); err != nil {
			t.Fatal(engine, err)
		}
		if j.Count().String() != want || j.Ledger.RecountedRecords() != j.Ledger.TotalSoFar().RecordCount {
			t.Errorf("%s: %v, %d of %d records counted again", engine, j.Count(), j.Ledger.RecountedRecords(),
				j.Ledger.TotalSoFar().RecordCount)
		}
		lines := bytes.SplitAfter(f.MemoryFile, []byte("\n"))
		for n, line := range lines {
			if n > 0 && bytes.Contains(line, []byte(`"count":`)) && !bytes.Contains(line, []byte(`"count":0,`)) {
				falseRecord(t, p, j, lines[:n+1])
				break
			}
		}
	}
}

// falseRecord adds a false record of another worker to a ledger, and expects that the job, which verifies all cubes,
// names that worker in its error.
func falseRecord(t *testing.T, p *quadrille.Puzzle, j *job.Job, lines [][]byte) {
	t.Helper()
	f := &limitedFile{MemoryFile: slices.Concat(lines[:len(lines)-1]...)}
	l, err := ledger.OpenLedger(f, j.Ledger.Job())
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := bytes.Cut(lines[len(lines)-1], []byte(" "))
	r, err := ledger.DecodeRecord(text)
	if err != nil {
		t.Fatal(err)
	}
	r.Count.Add(r.Count, r.Count)
	r.Worker = "Mallory"
	if _, err := l.AddRecord(r); err != nil {
		t.Fatal(err)
	}
	if err := l.Sync(); err != nil {
		t.Fatal(err)
	}
	again, err := job.OpenJob(p, f, quadrille.Search{Engine: quadrille.Engine(j.Ledger.Job().Engine)}, false)
	if err != nil {
		t.Fatal(err)
	}
	again.VerifyShare = 1
	if err := again.Run(t.Context(), "test"); !errors.Is(err, ledger.ErrDisputed) ||
		!strings.Contains(err.Error(), "Mallory") {
		t.Errorf("the error is %v", err)
	}
}

// TestCutCubes: a job is cut into as many cubes as are wanted, with shares that add up to the whole, and counts the 92
// solutions of eight queens.
func TestCutCubes(t *testing.T) {
	p := examplePuzzle(t, "queens.puz", quadrille.Options{})
	for _, cubes := range []int{1, 5, 40} {
		j, err := job.OpenJob(p, new(limitedFile), quadrille.Search{Engine: quadrille.EngineLinks}, false)
		if err != nil {
			t.Fatal(err)
		}
		if err := j.CutCubes(t.Context(), "test", cubes); err != nil {
			t.Fatal(err)
		}
		share := 0.0
		for _, c := range j.Ledger.OpenCubes() {
			share += c.Share
		}
		if n := len(j.Ledger.OpenCubes()); n < cubes || n > cubes+8 || math.Abs(share-1) > 1e-9 {
			t.Errorf("%d cubes in place of %d, with %v of the tree", n, cubes, share)
		}
		if err := j.Run(t.Context(), "test"); err != nil || j.Count().String() != "92" {
			t.Errorf("%d cubes: %v, %v", cubes, j.Count(), err)
		}
	}
}

// TestSecondOpinionsStop: a worker that is stopped while it counts a cube again returns the error of its context, and
// when the job continues no record is disputed. Records that only divide a cube are verified too.
func TestSecondOpinionsStop(t *testing.T) {
	if testing.Short() {
		t.Skip("a second or more")
	}
	p := examplePuzzle(t, "queens.puz", quadrille.Options{})
	for _, engine := range []string{"dense", "memo"} {
		f := new(limitedFile)
		j, err := job.OpenJob(p, f, quadrille.Search{Engine: quadrille.Engine(engine)}, false)
		if err != nil {
			t.Fatal(err)
		}
		if err := j.CutCubes(t.Context(), "test", 300); err != nil {
			t.Fatal(err)
		}
		stops := 0
		for k := 0; ; k++ {
			j.VerifyShare = 1
			ctx, cancel := context.WithCancel(t.Context())
			left := &countdownContext{Context: ctx, cancel: cancel, n: 1 + k*k}
			err := j.Run(left, "test")
			cancel()
			if err == nil {
				break
			}
			if !errors.Is(err, context.Canceled) {
				t.Fatalf("%s at stop %d: %v", engine, stops, err)
			}
			stops++
			if j, err = job.OpenJob(p, f, quadrille.Search{Engine: quadrille.Engine(engine)}, false); err != nil {
				t.Fatal(err)
			}
		}
		if got := j.Count().String(); got != "92" || stops == 0 {
			t.Errorf("%s: %s after %d stops", engine, got, stops)
		}
	}
}

// countdownContext is a context that ends when its error has been asked for a number of times.
type countdownContext struct {
	context.Context
	mu     sync.Mutex
	cancel func()
	n      int
}

func (c *countdownContext) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.n--; c.n == 0 {
		c.cancel()
	}
	return c.Context.Err()
}

// TestBalance: eight workers, of which the fastest is eight times as fast as the slowest, are
// at it for 95% of the time until the last one ends. Their clocks are made up, so that the
// figure is the same on any machine.
func TestBalance(t *testing.T) {
	if testing.Short() {
		t.Skip("a second or more")
	}
	p := examplePuzzle(t, "scott.puz", quadrille.Options{})
	j, err := job.OpenJob(p, new(limitedFile), quadrille.Search{Engine: "dense"}, false)
	if err != nil {
		t.Fatal(err)
	}
	const workers, nodesInSecond = 8, 2000 // of the slowest
	desk, err := ledger.NewDispatcher(j.Ledger, workers, 0)
	if err != nil {
		t.Fatal(err)
	}
	w, err := job.NewWorker(p, j.Ledger.Job(), "w", 0)
	if err != nil {
		t.Fatal(err)
	}
	type state struct {
		until  time.Duration // it is at a task
		record *ledger.Record
		useful time.Duration
	}
	var now time.Duration
	crew := make([]state, workers)
	for busy := true; busy; {
		busy = false
		for k := range crew {
			c := &crew[k]
			if c.record != nil {
				continue
			}
			task, ok := desk.NextTask(fmt.Sprint(k))
			if !ok {
				continue
			}
			speed := float64(k+1) * nodesInSecond
			task.NodeLimit, task.TimeLimit = max(1, int64(task.TimeLimit.Seconds()*speed)), 0
			r, err := w.Walk(t.Context(), task)
			if err != nil {
				t.Fatal(err)
			}
			r.WalkDuration = time.Duration(float64(r.Stats.Nodes) / speed * float64(time.Second))
			c.until, c.record = now+r.WalkDuration, &r
			c.useful += r.WalkDuration
		}
		next := -1
		for k := range crew {
			if crew[k].record != nil && (next < 0 || crew[k].until < crew[next].until) {
				next = k
			}
		}
		if next >= 0 {
			busy, now = true, crew[next].until
			if err := desk.PostRecord(*crew[next].record); err != nil {
				t.Fatal(err)
			}
			crew[next].record = nil
		}
	}
	useful := 0.0
	for _, c := range crew {
		useful += c.useful.Seconds() / now.Seconds() / workers
	}
	t.Logf("%d records; useful %.1f%% of %v", j.Ledger.TotalSoFar().RecordCount, 100*useful, now)
	if j.Count().String() != "520" || useful < 0.95 {
		t.Errorf("%v solutions, and the workers are at it for %.1f%% of the time", j.Count(), 100*useful)
	}
}

// TestBundles: an unpacked bundle is the same puzzle, with its files and parameters.
func TestBundles(t *testing.T) {
	for _, p := range []*quadrille.Puzzle{
		examplePuzzle(t, "scott.puz", quadrille.Options{UpTo: quadrille.Symmetry}),
		examplePuzzle(t, "queens.puz", quadrille.Options{Params: map[string]int64{"n": 6}}),
		quadrille.FromMatrix(matrixtest.LangfordProblem(7)),
	} {
		bundle, err := job.BundlePuzzle(p)
		if err != nil {
			t.Fatal(err)
		}
		same, err := job.LoadBundle(bundle)
		if err != nil {
			t.Fatal(err)
		}
		a, _, _ := p.Matrix()
		b, _, _ := same.Matrix()
		if !bytes.Equal(a.Digest(), b.Digest()) {
			t.Errorf("%s: another matrix comes out", p.Title())
		}
	}
	if _, err := job.LoadBundle([]byte("PK")); err == nil {
		t.Error("two letters are a bundle")
	}
}

func ExampleOpenJob() {
	p, err := quadrille.Load("queens.puz", []byte("puz 1\nqueens 8"), quadrille.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	// an *os.File, to outlast the process
	j, err := job.OpenJob(p, new(limitedFile), quadrille.Search{Threads: 2}, false)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := j.Run(context.Background(), "here"); err != nil {
		fmt.Println(err)
	}
	fmt.Println(j.Count())
	// Output: 92
}
