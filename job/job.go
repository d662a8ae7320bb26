// Package job runs searches that can be interrupted and continued, and divided among several machines.
//
// [OpenJob] keeps the progress of a search in a file, the ledger, and [Job.Run] continues the search. The search tree
// is cut into cubes, which are parts of the tree that can be searched separately. A [Worker] searches cubes on
// another machine, and [BundlePuzzle] packs the puzzle for it.
package job

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"math/big"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"quadrille"
	"quadrille/lang/source"
	"quadrille/runtime/engine/memo"
	"quadrille/runtime/ledger"
	"quadrille/runtime/matrix"
	"quadrille/runtime/schedule"
	"quadrille/runtime/search"
)

// Job is a search that can be interrupted and continued, on any number of machines. A ledger records its progress.
type Job struct {
	// VerifyShare is the fraction of the cubes, from 0 to 1, whose solutions a second worker counts again. It uses
	// another engine if one applies, or else the engine memo in reverse order. It must be 0 if the puzzle has a goal:
	// what is cut off depends on the best solution that was known.
	VerifyShare float64
	// Ledger records the progress. It must not be used while [Job.Run] runs.
	Ledger *ledger.Ledger
	// EngineReason is the reason for the choice of the engine.
	EngineReason string

	puzzle *quadrille.Puzzle
	search quadrille.Search
	// knownCost is the cost of a solution that was known when a part of a job began, or nil.
	knownCost *int64
}

// File is the file of a ledger, such as an [os.File]. No other process may write to it.
type File = ledger.JobFile

// ErrOtherJob is wrapped by the error for a ledger that belongs to another puzzle, engine or version.
var ErrOtherJob = ledger.ErrOtherJob

// Ledger holds the records of a job: the result of each finished cube, and the cubes that are left.
type Ledger = ledger.Ledger

// Header identifies a job: by the digests of the puzzle and the matrix, the engine, and the settings that determine
// its search tree.
type Header = ledger.Job

// Task is a cube of a job to search, and a limit of time for it.
type Task = ledger.Task

// ReadLedger reads the records of a job.
func ReadLedger(r io.ReaderAt) (*Ledger, error) { return ledger.ReadLedger(r) }

// ReadLedgerAt reads the records of a single cube of a job.
func ReadLedgerAt(r io.ReaderAt, cube search.Cube) (*Ledger, error) {
	return ledger.ReadCubeLedger(r, cube)
}

// DecodeTask decodes a task from the result of Task.Encode.
func DecodeTask(text []byte) (Task, error) { return ledger.DecodeTask(text) }

// OpenJob begins a job in an empty file, or continues the job in the file. If the argument solving is true, the job
// stores the solutions; otherwise it only counts them. The search settings that determine the search tree are part of
// the job, and must be the same when it is continued. Threads, MaxMemory and Progress may differ. It returns an error
// for limits, tallies and custom choosers.
//
// If the puzzle has a goal, the job finds the best solutions. It stores one of them if the argument solving is true and
// the limit is 1, which is a different job.
func OpenJob(p *quadrille.Puzzle, f File, s quadrille.Search, solving bool) (*Job, error) {
	header, why, err := headerOfJob(p, s, solving)
	if err != nil {
		return nil, err
	}
	l, err := ledger.OpenLedger(f, header)
	if err != nil {
		return nil, err
	}
	return &Job{Ledger: l, EngineReason: why, puzzle: p, search: s}, nil
}

// OpenPart begins or continues a part of the job of, which is of this puzzle. The part is one cube of the job, with a
// ledger in a file of its own. The records of the part can be added to the ledger of the job. The argument knownCost is
// the cost of a solution of the job, or nil.
func OpenPart(p *quadrille.Puzzle, f File, of ledger.Job, cube search.Cube, knownCost *int64,
	s quadrille.Search) (*Job, error) {
	if err := checkJob(p, of); err != nil {
		return nil, err
	}
	l, err := ledger.OpenCubeLedger(f, of, cube)
	if err != nil {
		return nil, err
	}
	return &Job{Ledger: l, puzzle: p, search: s, knownCost: knownCost}, nil
}

// CutCubes searches as little of the job's tree as necessary to divide the rest into the given number of cubes. It
// stops earlier if no cube can be divided further.
func (j *Job) CutCubes(ctx context.Context, name string, cubes int) error {
	w, err := newWorker(j.puzzle, j.Ledger.Job(), name, j.search.MaxMemory)
	if err != nil {
		return err
	}
	open := j.Ledger.OpenCubes()
	for len(open) > 0 && len(open) < cubes {
		largest := 0
		for k, c := range open {
			if c.Share > open[largest].Share {
				largest = k
			}
		}
		r, err := w.divideCube(ctx, open[largest], j.Ledger.TotalSoFar().KnownCost)
		if err == nil {
			_, err = j.Ledger.AddRecord(r)
		}
		if err != nil {
			return err
		}
		open = append(slices.Delete(open, largest, largest+1), j.Ledger.OpenCubesOf(r)...)
	}
	return j.Ledger.Sync()
}

// divideCube searches at most one node of a cube. The record that it returns divides the rest of the cube into further
// cubes. Of the whole tree of a puzzle with a goal it searches some nodes, and looks for a good solution before, from
// which all parts begin.
func (w *Worker) divideCube(ctx context.Context, c search.Cube, knownCost *int64) (ledger.Record, error) {
	if w.puzzle.HasGoal() && len(c.Path) == 0 && c.FirstBranch == 0 {
		return w.Walk(ctx, ledger.Task{Cube: c, TimeLimit: 1})
	}
	if c.FirstBranch == 0 || w.puzzle.HasGoal() {
		return w.Walk(ctx, ledger.Task{Cube: c, NodeLimit: 1, KnownCost: knownCost})
	}
	return ledger.Record{Cube: c, Count: new(big.Int), RemainingCubes: w.cubeWalker.SplitCube(c), Worker: w.workerName,
		EndTime: time.Now()}, nil
}

// headerOfJob returns the header of the job for a search, and the reason for the choice of its engine.
func headerOfJob(p *quadrille.Puzzle, s quadrille.Search, solving bool) (ledger.Job, string, error) {
	wantsFirst := solving && p.HasGoal() && s.Limit == 1
	switch {
	case s.Limit > 0 && p.HasGoal() && !wantsFirst:
		return ledger.Job{}, "", errors.New("a job finds one best solution, or all of them: its limit is 1 or none")
	case s.Limit > 0 && !wantsFirst:
		return ledger.Job{}, "", errors.New("a job walks the whole tree, and ends at no limit")
	case s.Tallies != nil:
		return ledger.Job{}, "", errors.New("tallies are for choosers that learn, and a job walks one tree")
	case s.Engine == quadrille.EngineStaged:
		return ledger.Job{}, "", errors.New("a search in stages cannot be cut: name another engine")
	}
	s.Limit = 0
	r, err := p.PlanCubes(s, jobGoal(p, solving))
	if err != nil {
		return ledger.Job{}, "", err
	}
	m, err := p.Program().Candidates()
	if err != nil {
		return ledger.Job{}, "", err
	}
	seesCells := len(r.ConnectedSets) > 0 && (r.Engine == "" || r.Engine == schedule.Auto)
	if seesCells {
		r.Engine = schedule.Links
	}
	r, why, err := schedule.ResolveEngine(m, r)
	if seesCells {
		why = "they look for cells that cannot be connected"
	}
	if err != nil {
		return ledger.Job{}, "", err
	}
	question := countQuestion
	if wantsFirst {
		question = firstQuestion
	} else if solving {
		question = solveQuestion
	}
	header, err := identifyJob(p, ledger.Job{
		Name: p.Input().Name, Goal: question, Optimum: optimumWord(m),
		Engine: r.Engine, Chooser: r.Chooser, ItemOrder: r.ItemOrder, OptionOrder: r.OptionOrder, Filter: r.Filter,
		Seed: r.Seed,
	})
	return header, why, err
}

// The questions that a job answers, as the goal in its ledger: how many solutions there are, which, or one best one.
const (
	countQuestion = "count"
	solveQuestion = "solve"
	firstQuestion = "first"
)

// optimumWord returns the word for the best value of a problem, or "" if it has no goal.
func optimumWord(m *matrix.Problem) string {
	if m.Goal() == nil {
		return ""
	}
	return m.Goal().OptimumWord()
}

// jobGoal returns the goal of the search. If the matrix has more solutions than the puzzle, each solution must be
// visited and tested.
func jobGoal(p *quadrille.Puzzle, solving bool) schedule.Goal {
	if solving || !p.Program().IsExact() {
		return schedule.AllSolutions
	}
	return schedule.CountOnly
}

// identifyJob adds the digests of this puzzle and the version of this program to the header of a job.
func identifyJob(p *quadrille.Puzzle, j ledger.Job) (ledger.Job, error) {
	m, err := p.Program().Candidates()
	if err != nil {
		return j, err
	}
	j.MatrixDigest, j.Program = hex.EncodeToString(m.Digest()), quadrille.Version()
	if !p.Program().IsExact() {
		bundle, err := BundlePuzzle(p)
		if err != nil {
			return j, err
		}
		sum := sha256.Sum256(bundle)
		j.PuzzleDigest = hex.EncodeToString(sum[:])
	}
	return j, nil
}

// checkJob returns an error unless a job is of this puzzle and this version of the program. The error names the
// difference.
func checkJob(p *quadrille.Puzzle, j ledger.Job) error {
	here, err := identifyJob(p, j)
	if err != nil {
		return err
	}
	return j.CheckSame(here)
}

// Worker searches cubes of a job. It is not safe for concurrent use.
type Worker struct {
	puzzle     *quadrille.Puzzle
	cubeWalker *schedule.Walker
	workerName string
	// storesSolutions tells whether the job stores its solutions, and wantsFirst whether only one best solution.
	storesSolutions, wantsFirst bool
	knownCost                   *knownCost
}

// knownCost is the least cost of a solution in the ledger, as far as the workers of a process know.
type knownCost struct{ atomic.Int64 }

// lower lowers the cost that is known, unless it is lower already.
func (k *knownCost) lower(cost int64) {
	for {
		if known := k.Load(); cost >= known || k.CompareAndSwap(known, cost) {
			return
		}
	}
}

// NewWorker returns a worker with a name for a job of this puzzle. The error wraps [ErrOtherJob] if the job is of
// another puzzle, or of another version of this package. MaxMemory bounds the memory of the engine memo, in bytes; 0
// stands for the default of the engine.
func NewWorker(p *quadrille.Puzzle, j ledger.Job, name string, maxMemory int64) (*Worker, error) {
	if err := checkJob(p, j); err != nil {
		return nil, err
	}
	return newWorker(p, j, name, maxMemory)
}

// newWorker returns a worker for a job whose header has been checked.
func newWorker(p *quadrille.Puzzle, j ledger.Job, name string, maxMemory int64) (*Worker, error) {
	m, err := p.Program().Candidates()
	if err != nil {
		return nil, err
	}
	solves := j.Goal != countQuestion
	r, err := p.PlanCubes(quadrille.Search{Engine: quadrille.Engine(j.Engine),
		FilterBy: quadrille.FilterName(j.Filter)}, jobGoal(p, solves))
	if err != nil {
		return nil, err
	}
	w, err := schedule.NewWalker(m, schedule.Request{
		Goal: jobGoal(p, solves), Engine: j.Engine, Chooser: j.Chooser, ItemOrder: j.ItemOrder,
		OptionOrder: j.OptionOrder, Filter: j.Filter, Seed: j.Seed, ConnectedSets: r.ConnectedSets,
		CostBound: r.CostBound, MaxMemory: maxMemory,
	})
	known := new(knownCost)
	known.Store(search.NoCostLimit)
	return &Worker{p, w, name, solves, j.Goal == firstQuestion, known}, err
}

// newTwin returns another worker for the same job, which can work at the same time. The two tell each other the best
// cost in the ledger.
func (w *Worker) newTwin(name string) (*Worker, error) {
	twin := *w
	var err error
	twin.workerName = name
	twin.cubeWalker, err = w.cubeWalker.NewTwin()
	return &twin, err
}

// LowerKnownCost tells the worker the cost of a solution in the ledger. It may be called while the worker walks.
func (w *Worker) LowerKnownCost(cost int64) { w.knownCost.lower(cost) }

// Name returns the name of the worker.
func (w *Worker) Name() string { return w.workerName }

// Walk searches the cube of a task. It stops when the time of the task is over or ctx is done, and returns the record
// of the work until then. If there is none, it returns the error of ctx.
func (w *Worker) Walk(ctx context.Context, t ledger.Task) (r ledger.Record, err error) {
	defer source.CatchBug(&err, "walking a part of",
		func() source.Span { return source.WholeFile(w.puzzle.Input().Name) })
	begun := time.Now()
	s := schedule.WalkLimits{Time: t.TimeLimit, Nodes: t.NodeLimit, ListSolutions: w.storesSolutions,
		KnownCost: w.knownCost.Load, FirstBestOnly: w.wantsFirst}
	if t.KnownCost != nil {
		w.knownCost.lower(*t.KnownCost)
	}
	if !w.puzzle.Program().IsExact() {
		s.IsSolution = w.puzzle.Program().IsSolution
	}
	r = ledger.Record{Cube: t.Cube, Worker: w.workerName, IsRecount: t.RecordToRecount != nil}
	if t.RecordToRecount != nil {
		r.Count, r.Engine, err = w.cubeWalker.Recount(ctx, t.Cube, t.RecordToRecount.Stats.Nodes,
			t.RecordToRecount.RemainingCubes, s)
		if errors.Is(err, schedule.ErrCubeHole) {
			r.Count, err = big.NewInt(-1), nil // the count is greater than a record can hold
		}
	} else {
		var part schedule.WalkResult
		part, err = w.cubeWalker.Walk(ctx, t.Cube, s)
		r.Count, r.Engine, r.Stats, r.RemainingCubes, r.Solutions = part.Count, part.Engine, part.Stats,
			part.UnsearchedCubes,
			part.Solutions
		r.Cost, r.KnownCost, r.LowerBound = part.Cost, part.KnownCost, part.LowerBound
	}
	r.EndTime = time.Now()
	r.WalkDuration = r.EndTime.Sub(begun)
	return r, err
}

// Run works on the job, on the threads of its search settings, until the job is done or ctx ends. If ctx ends first,
// Run returns the error of ctx, and the ledger holds the progress. The name identifies this process among the workers.
func (j *Job) Run(ctx context.Context, name string) error {
	if err := j.Ledger.DisputeError(); err != nil {
		return err
	}
	if j.VerifyShare > 0 && j.puzzle.HasGoal() {
		return errors.New("what is cut off depends on the best solution at that time, so no part is counted again")
	}
	threads := max(1, j.search.Threads)
	desk, err := ledger.NewDispatcher(j.Ledger, threads, j.VerifyShare)
	if err != nil {
		return err
	}
	r := &runningJob{job: j, dispatcher: desk, lastSyncTime: time.Now()}
	r.stateChanged.L = &r.mu
	halt := context.AfterFunc(ctx, func() { r.failWith(ctx.Err()) })
	defer halt()
	var working sync.WaitGroup
	w, err := newWorker(j.puzzle, j.Ledger.Job(), name+"/1",
		cmp.Or(j.search.MaxMemory, memo.DefaultMemory)/int64(threads))
	for k := range threads {
		if k > 0 {
			w, err = w.newTwin(fmt.Sprintf("%s/%d", name, k+1))
		}
		if err != nil {
			r.failWith(err)
			break
		}
		if j.knownCost != nil {
			w.LowerKnownCost(*j.knownCost)
		}
		worker := w
		working.Go(func() { r.walkTasks(ctx, worker) })
	}
	working.Wait()
	r.mu.Lock() // ctx may have ended since the last test
	defer r.mu.Unlock()
	if err := j.Ledger.Sync(); err != nil {
		return err
	}
	if j.IsDone() && j.VerifyShare == 0 && r.err == ctx.Err() {
		return nil // the last record arrived in time
	}
	return r.err
}

// IsDone reports whether the job is finished.
func (j *Job) IsDone() bool { return j.Ledger.IsDone() }

// runningJob is the state of a call of [Job.Run], shared by its threads.
type runningJob struct {
	job *Job

	mu sync.Mutex
	// stateChanged is signaled when a record was added or the work has failed.
	stateChanged sync.Cond
	dispatcher   *ledger.Dispatcher
	// lastSyncTime is the time when the ledger was last written to disk.
	lastSyncTime time.Time
	err          error
}

// syncEvery is the longest time between two writes of the ledger to disk.
const syncEvery = 500 * time.Millisecond

// failWith ends the work of all threads with an error. Only the first call has an effect.
func (r *runningJob) failWith(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.err = cmp.Or(r.err, err)
	r.stateChanged.Broadcast()
}

// walkTasks searches the cubes of tasks until there are no more tasks.
func (r *runningJob) walkTasks(ctx context.Context, w *Worker) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for r.err == nil {
		t, ok := r.dispatcher.NextTask(w.workerName)
		if !ok && r.dispatcher.IsIdle() {
			break
		}
		if !ok {
			r.stateChanged.Wait()
			continue
		}
		r.mu.Unlock()
		record, err := w.Walk(ctx, t)
		r.mu.Lock()
		if err == nil {
			err = r.addRecord(record)
		} else {
			r.dispatcher.AbandonTask()
		}
		r.err = cmp.Or(r.err, err)
		r.stateChanged.Broadcast()
	}
	r.stateChanged.Broadcast()
}

func (r *runningJob) addRecord(record ledger.Record) error {
	err := r.dispatcher.PostRecord(record)
	if now := time.Now(); err == nil && now.Sub(r.lastSyncTime) >= syncEvery {
		r.lastSyncTime, err = now, r.job.Ledger.Sync()
	}
	r.job.ReportProgress()
	return err
}

// ReportProgress calls the Progress function of the search settings.
func (j *Job) ReportProgress() {
	if j.search.Progress == nil {
		return
	}
	t := j.Ledger.TotalSoFar()
	q := quadrille.Progress{Progress: search.Progress{Share: t.Share, Nodes: t.Stats.Nodes, Updates: t.Stats.Updates,
		Solutions: boundedInt64(t.Count)}, Optimum: j.Optimum()}
	if left, ok := j.Ledger.EstimateTimeLeft(); ok {
		pace := time.Duration(max(1, j.Ledger.ActiveWorkers()))
		q.Left = &quadrille.TimeLeft{Least: left.LowEnd / pace, Likely: left.Estimate / pace, Most: left.HighEnd / pace}
	}
	j.search.Progress(q)
}

// Count returns the number of solutions found so far. It is exact once the job is done. If the puzzle has a goal, it is
// 0 until then, as a better solution may come.
func (j *Job) Count() quadrille.Number {
	n := new(big.Int)
	if j.IsDone() || !j.puzzle.HasGoal() {
		n.Set(j.Ledger.TotalSoFar().Count)
	}
	return quadrille.NewNumber(n, j.IsDone())
}

// Optimum returns what is known of the best value, or nil if the puzzle has no goal.
func (j *Job) Optimum() *quadrille.Optimum { return OptimumOf(j.Ledger) }

// OptimumOf returns what a ledger knows of the best value, or nil if its job has no goal. If the ledger is of a part of
// the job, that is the best value in the part.
func OptimumOf(l *Ledger) *quadrille.Optimum {
	if l.Job().Optimum == "" {
		return nil
	}
	t := l.TotalSoFar()
	o := &quadrille.Optimum{Kind: l.Job().Optimum, Proved: l.IsDone(), Unbounded: t.LowerBound == nil}
	if t.KnownCost != nil {
		o.Value, o.Found = l.Job().ValueOfCost(*t.KnownCost), true
	}
	switch {
	case o.Proved:
		o.Bound, o.Unbounded = o.Value, false
	case t.LowerBound != nil:
		o.Bound = l.Job().ValueOfCost(*t.LowerBound)
	}
	return o
}

// boundedInt64 returns a number of solutions, or math.MaxInt64 if it is larger.
func boundedInt64(n *big.Int) int64 {
	if n.IsInt64() {
		return n.Int64()
	}
	return math.MaxInt64
}

// Effort returns the work of all machines. The seconds are the sum over all workers.
func (j *Job) Effort() quadrille.Effort {
	total := j.Ledger.TotalSoFar()
	if j.puzzle.HasGoal() { // without the solutions on the way to the best
		total.Stats.Solutions = boundedInt64(total.Count)
	}
	return quadrille.Effort{Engine: quadrille.Engine(j.Ledger.Job().Engine), Why: j.EngineReason, Stats: total.Stats,
		Seconds: total.WorkTime.Seconds(), Optimum: j.Optimum()}
}

// Solutions yields the solutions found so far, for a job that stores them: the best ones, if the puzzle has a goal.
// Once the job is done, their order is that of a search on one thread, unless there is a goal. Each solution is
// verified.
func (j *Job) Solutions() iter.Seq2[quadrille.Solution, error] {
	return func(yield func(quadrille.Solution, error) bool) {
		m, _, err := j.puzzle.Matrix()
		if err != nil {
			yield(quadrille.Solution{}, err)
			return
		}
		best := j.Ledger.TotalSoFar().Cost
		for r, err := range j.Ledger.Records() {
			if err == nil && best != nil && (r.Cost == nil || *r.Cost > *best) {
				continue
			}
			for _, s := range r.Solutions {
				if err == nil {
					err = verifySolution(m, s)
				}
				if err == nil && best != nil && m.Goal().ValueOf(s) != j.Ledger.Job().ValueOfCost(*best) {
					err = fmt.Errorf("the ledger has a solution of the value %d as one of %d", m.Goal().ValueOf(s),
						j.Ledger.Job().ValueOfCost(*best))
				}
				if err != nil {
					break
				}
				if !yield(j.puzzle.NewSolution(s), nil) || j.Ledger.Job().Goal == firstQuestion {
					return
				}
			}
			if err != nil {
				yield(quadrille.Solution{}, err)
				return
			}
		}
	}
}

func verifySolution(m *matrix.Problem, s matrix.Solution) error {
	for _, o := range s {
		if o < 0 || int(o) >= m.OptionCount() {
			return fmt.Errorf("the ledger has option %d, and there are %d", o, m.OptionCount())
		}
	}
	if err := m.Verify(s); err != nil {
		return fmt.Errorf("the ledger has a solution that is none: %w", err)
	}
	return nil
}
