package schedule

import (
	"context"
	"errors"
	"iter"
	"math/big"
	"sync"
	"sync/atomic"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// Task is the work of one engine on one problem, done in steps.
type Task interface {
	// Advance works until the seconds spent in total reach the given number, or the task is done. Seconds are amounts
	// of work times their prices: no clock decides where a step ends.
	Advance(ctx context.Context, until float64) (done bool, err error)
	// Progress returns the seconds spent, and the part of the search that is done, from 0 to 1. A
	// part of 0 means that the engine cannot tell.
	Progress() (spent, part float64)
	// Result returns the number of solutions found, and the effort.
	Result() (*big.Int, search.Stats)
	// Close ends the task, and frees its memory.
	Close()
}

// taskOutput holds the functions that receive the results of a task.
type taskOutput struct {
	// onSolution receives each solution, and returns false to end the task. It is nil if solutions are only counted.
	onSolution func(matrix.Solution) bool
	onReport   func(search.Progress) // receives the progress; nil if no reports are wanted
}

// cubeTask is a task that walks a search tree that can be cut into cubes, which are parts of the tree, on as many
// threads as the request says. A step is a number of nodes. Between two steps the remaining part of the tree is kept
// as cubes.
type cubeTask struct {
	taskOutput
	request   Request
	price     price
	parts     []orbitPart     // problems still to be walked; the first one is under way
	partCount int             // number of problems at the beginning
	cutters   []search.Cutter // one engine per thread
	leftCubes []search.Cube   // cubes of the first problem that are still to be walked
	doneShare float64         // part of the first problem that was walked before the current walk, from 0 to 1
	count     *big.Int        // number of solutions found
	pastStats search.Stats    // effort of the walks before the current one
	stats     search.Stats    // effort of all walks
	spent     float64         // seconds spent
	stopped   bool            // the caller wants no more solutions
	byOrbit   bool            // whether the problem was divided by orbits, so that a solution stands for several
}

func newCubeTask(p *matrix.Problem, r Request, name string, out taskOutput) *cubeTask {
	r.Engine = name
	t := &cubeTask{taskOutput: out, request: r, price: enginePrice(name, p), count: new(big.Int)}
	t.price.addCells(r.Connected)
	t.walkParts([]orbitPart{{p, 1}})
	return t
}

// walkParts starts the task again with the parts of its problem, divided by symmetry.
func (t *cubeTask) walkParts(parts []orbitPart) {
	t.parts, t.partCount, t.cutters, t.leftCubes = parts, len(parts), nil, []search.Cube{search.WholeTree}
	t.byOrbit = t.stats.Nodes > 0 || parts[0].orbitSize > 1
	t.pastStats, t.stats = search.Stats{}, search.Stats{}
	t.count.SetInt64(0)
	t.spent += startSeconds(t.request.Engine, parts[0].problem)
}

// minNodes is the least number of nodes in a step.
const minNodes = 8

// Advance implements [Task].
func (t *cubeTask) Advance(ctx context.Context, until float64) (done bool, err error) {
	for len(t.parts) > 0 && t.spent < until {
		nodes := minNodes
		if t.stats.Nodes > 0 {
			each := t.price.seconds(t.stats) / float64(t.stats.Nodes)
			nodes = int(min(1<<40, max(minNodes, (until-t.spent)/each)))
		}
		for _, c := range t.leftCubes {
			// A step must be longer than the paths to the cubes, which are walked again.
			nodes = max(nodes, len(c.Path)*len(t.leftCubes))
		}
		if err := t.walkNodes(ctx, int64(nodes)); err != nil || t.stopped {
			return t.stopped, err
		}
	}
	return len(t.parts) == 0, nil
}

// walkNodes visits the given number of nodes, or the remaining nodes of the first problem if there are fewer.
func (t *cubeTask) walkNodes(ctx context.Context, nodes int64) (err error) {
	part := t.parts[0]
	if t.cutters == nil {
		if t.cutters, err = t.makeCutters(part.problem); err != nil {
			return err
		}
	}
	n, was := int64(0), t.price.seconds(t.stats)
	t.pastStats = t.stats
	if len(t.cutters) == 1 {
		n, err = t.walkAlone(ctx, nodes)
	} else {
		n, err = t.walkTogether(ctx, nodes)
	}
	t.spent += t.price.seconds(t.stats) - was
	t.count.Add(t.count, new(big.Int).Mul(big.NewInt(n), big.NewInt(part.orbitSize)))
	if len(t.leftCubes) == 0 && err == nil {
		t.parts, t.cutters, t.leftCubes = t.parts[1:], nil, []search.Cube{search.WholeTree}
	}
	return err
}

// makeCutters makes one engine for each thread. A single engine reports progress from inside.
func (t *cubeTask) makeCutters(p *matrix.Problem) ([]search.Cutter, error) {
	build, _, err := newCutterFactory(p, t.request)
	if err != nil {
		return nil, err
	}
	if t.request.Threads > 1 || t.onReport == nil {
		return build.growTo(t.request.Threads, nil, nil)
	}
	return build.growTo(1, nil, t.reportWalk)
}

// walkAlone walks on the goroutine of the caller, and passes solutions on without a copy. It returns the number of
// nodes visited.
func (t *cubeTask) walkAlone(ctx context.Context, nodes int64) (n int64, err error) {
	stop := new(atomic.Bool)
	halt := context.AfterFunc(ctx, func() { stop.Store(true) })
	defer halt()
	visit := func(s matrix.Solution) bool {
		n++
		t.stopped = t.onSolution != nil && !t.onSolution(s)
		return !t.stopped
	}
	c := t.cutters[0]
	c.Reset()
	for last := int64(0); nodes > last && len(t.leftCubes) > 0 && !t.stopped && err == nil; err = ctx.Err() {
		t.doneShare = 1 - sumShares(t.leftCubes)
		left := c.Explore(stop, t.leftCubes[0], nodes-last, visit)
		t.leftCubes = append(left, t.leftCubes[1:]...)
		last = c.Stats().Nodes
	}
	t.stats = search.Stats{}
	t.stats.AddStats(t.pastStats)
	t.stats.AddStats(c.Stats())
	return n, err
}

// walkTogether walks on several threads. It returns the number of nodes visited.
func (t *cubeTask) walkTogether(ctx context.Context, nodes int64) (n int64, err error) {
	o := search.RunOptions{Cubes: t.leftCubes, MaxNodes: nodes}
	if t.onReport != nil {
		t.doneShare = 1 - sumShares(t.leftCubes)
		o.OnProgress = t.reportWalk
	}
	run := search.NewRun(t.cutters, o)
	if t.onSolution == nil {
		var count *big.Int
		count, err = run.Count(ctx)
		n = count.Int64()
	} else {
		for s := range run.Solutions(ctx) {
			n++
			if t.stopped = !t.onSolution(s); t.stopped {
				break
			}
		}
		err = run.Err()
	}
	t.stats.AddStats(run.Stats())
	t.leftCubes = run.RemainingCubes()
	return n, err
}

// reportWalk reports the progress of a walk, together with the effort of the walks before.
func (t *cubeTask) reportWalk(q search.Progress) {
	size := t.parts[0].orbitSize
	q.Share = (float64(t.partCount-len(t.parts)) + t.doneShare + q.Share) / float64(t.partCount)
	q.Solutions, q.Nodes, q.Updates = t.count.Int64()+size*q.Solutions, t.pastStats.Nodes+q.Nodes,
		t.pastStats.Updates+q.Updates
	t.onReport(q)
}

// Progress implements [Task].
func (t *cubeTask) Progress() (spent, part float64) {
	if len(t.parts) == 0 {
		return t.spent, 1
	}
	return t.spent, 1 - (float64(len(t.parts)-1)+sumShares(t.leftCubes))/float64(t.partCount)
}

// sumShares returns the sum of the estimated shares of cubes in the tree.
func sumShares(cubes []search.Cube) (part float64) {
	for _, c := range cubes {
		part += c.Share
	}
	return part
}

// Result implements [Task]. In the effort each solution counts as often as its orbit has options.
func (t *cubeTask) Result() (*big.Int, search.Stats) {
	stats := t.stats
	if t.byOrbit {
		stats.Profile = nil
	}
	if t.onSolution == nil {
		stats.Solutions = t.count.Int64()
	}
	return new(big.Int).Set(t.count), stats
}

// Close implements [Task].
func (t *cubeTask) Close() { t.cutters = nil }

// coroutineTask is a task that runs an engine with one thread on a coroutine. The coroutine pauses in the progress
// reports of the engine. So the engine may be recursive, and no work is repeated after a pause.
type coroutineTask struct {
	taskOutput
	// newEngine makes the engine, with a function that it calls at each progress report.
	newEngine       func(report func(search.Progress)) (search.Engine, error)
	price           price
	reportsProgress bool  // the engine reports which part of its search is done
	maxSolutions    int64 // number of solutions after which a count fails; 0 means no bound

	engine       search.Engine
	runToPause   func() (_ struct{}, more bool) // runs the engine until its next pause; more is false at the end
	stop         func()                         // ends the coroutine
	count        int64                          // number of solutions found
	startSeconds float64                        // seconds before the search
	spent, part  float64                        // seconds spent; part of the search that is done, from 0 to 1
	until        float64                        // total seconds at which the engine pauses
	closed       bool
}

// errTooMany is the error of a count with more solutions than the engine can remember.
var errTooMany = errors.New("there are too many solutions for an engine that remembers each")

// Advance implements [Task].
func (t *coroutineTask) Advance(ctx context.Context, until float64) (done bool, err error) {
	t.until = until
	if t.runToPause == nil {
		if err := t.startEngine(ctx); err != nil {
			return false, err
		}
	}
	if _, more := t.runToPause(); more {
		return false, ctx.Err()
	}
	switch {
	case t.closed:
		return true, errClosed
	case t.onSolution == nil && t.maxSolutions > 0 && t.count > t.maxSolutions:
		return false, errTooMany
	}
	return true, t.engine.Err()
}

// startEngine makes the engine, and the coroutine on which it runs.
func (t *coroutineTask) startEngine(ctx context.Context) (err error) {
	inner, cancel := context.WithCancel(ctx)
	var pause func(struct{}) bool
	t.engine, err = t.newEngine(func(q search.Progress) {
		t.spent = t.startSeconds + t.price.seconds(search.Stats{Nodes: q.Nodes, Updates: q.Updates})
		if t.reportsProgress {
			t.part = q.Share
		}
		if t.onReport != nil {
			t.onReport(q)
		}
		if t.spent >= t.until && inner.Err() == nil && !pause(struct{}{}) {
			cancel()
		}
	})
	if err != nil {
		cancel()
		return err
	}
	next, stop := iter.Pull(func(yield func(struct{}) bool) {
		pause = yield
		for s := range t.engine.Solutions(inner) {
			t.count++
			if t.closed || t.onSolution != nil && !t.onSolution(s) || t.onSolution == nil && t.maxSolutions > 0 &&
				t.count > t.maxSolutions {
				break
			}
		}
		t.spent = max(t.spent, t.startSeconds+t.price.seconds(t.engine.Stats()))
	})
	t.runToPause, t.stop = next, func() { stop(); cancel() }
	return nil
}

// Progress implements [Task].
func (t *coroutineTask) Progress() (spent, part float64) { return t.spent, t.part }

// Result implements [Task].
func (t *coroutineTask) Result() (*big.Int, search.Stats) {
	if t.engine == nil {
		return new(big.Int), search.Stats{}
	}
	return big.NewInt(t.count), t.engine.Stats()
}

// Close implements [Task].
func (t *coroutineTask) Close() {
	if t.closed = true; t.runToPause != nil {
		t.stop()
	}
}

// gatedTask is a task that runs an engine with several threads on goroutines of its own. They wait between two turns
// of the task.
type gatedTask struct {
	taskOutput
	run func(ctx context.Context, t *gatedTask) (*big.Int, search.Stats, error) // runs the engine to its end

	mu             sync.Mutex // guards all fields below
	changed        sync.Cond
	spent, part    float64            // seconds spent; part of the search that is done, from 0 to 1
	recurrence     float64            // share of the states of memo that had been met before, from 0 to 1
	until          float64            // total seconds at which the engine waits
	cancel         context.CancelFunc // ends the run; nil before it begins
	waiting, ended bool               // whether the engine waits for the next turn, and whether the run has ended
	closed         bool
	solutions      iter.Seq[matrix.Solution] // iterates over all solutions after the run; nil for a count
	count          *big.Int                  // number of solutions
	stats          search.Stats              // effort of the run
	err            error
}

// newGatedTask returns a task that runs an engine by the given function. The engine must call addWork after each
// piece of work. The task begins with the given number of seconds already spent.
func newGatedTask(start float64, out taskOutput,
	run func(ctx context.Context, t *gatedTask) (*big.Int, search.Stats, error)) *gatedTask {
	t := &gatedTask{taskOutput: out, run: run, spent: start}
	t.changed.L = &t.mu
	return t
}

// Advance implements [Task].
func (t *gatedTask) Advance(ctx context.Context, until float64) (done bool, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.until, t.waiting = until, false
	if t.cancel == nil {
		var inner context.Context
		inner, t.cancel = context.WithCancel(ctx)
		go t.startEngine(inner)
	}
	for t.changed.Broadcast(); !t.ended && !t.waiting; {
		t.changed.Wait()
	}
	if t.ended && t.err == nil && t.solutions != nil {
		all, _ := new(big.Float).SetInt(t.count).Float64()
		listed := int64(0)
		for s := range t.solutions {
			if listed++; t.onReport != nil {
				t.onReport(search.Progress{Nodes: listed, Share: float64(listed) / all})
			}
			if ctx.Err() != nil || !t.onSolution(s) {
				break
			}
		}
		return true, ctx.Err()
	}
	return t.ended, t.err
}

func (t *gatedTask) startEngine(ctx context.Context) {
	n, stats, err := t.run(ctx, t)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.count, t.stats, t.err, t.ended = n, stats, err, true
	t.changed.Broadcast()
}

// addWork adds the seconds of a piece of work, and sets the part of the search that is done and the recurrence. It
// waits for the next turn when the current turn is over, and at the first progress report. After Close it adds
// nothing, because the amount of work until the engine stops depends on the machine.
func (t *gatedTask) addWork(seconds, part, recurrence float64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return
	}
	t.spent += seconds
	t.recurrence = max(t.recurrence, recurrence)
	if part > 0 {
		if t.part == 0 {
			t.until = t.spent
		}
		t.part = part
	}
	for t.spent >= t.until && !t.closed {
		t.waiting = true
		t.changed.Broadcast()
		t.changed.Wait()
	}
}

// Progress implements [Task].
func (t *gatedTask) Progress() (spent, part float64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.spent, t.part
}

// Result implements [Task].
func (t *gatedTask) Result() (*big.Int, search.Stats) { return t.count, t.stats }

// Close implements [Task]. It waits until the engine has stopped.
func (t *gatedTask) Close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closed = true
	if t.cancel == nil {
		t.ended, t.err, t.cancel = true, errClosed, func() {}
		return
	}
	t.cancel()
	for t.changed.Broadcast(); !t.ended; {
		t.changed.Wait()
	}
	t.run = nil
}

var errClosed = errors.New("the task is closed")

// readRecurrence returns the share of the states of memo that had been met before, from 0 to 1.
func (t *gatedTask) readRecurrence() float64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.recurrence
}
