package schedule

import (
	"context"
	"errors"
	"iter"
	"math/big"
	"runtime"
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
	// Progress returns the seconds spent, and the fraction of the search that is done, from 0 to 1. The fraction 0
	// means that the engine cannot tell.
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

// cubeTask is a task that searches a tree which can be cut into cubes (parts of the tree), on as many threads as the
// request says. A step is a number of nodes. Between two steps the remaining part of the tree is stored as cubes.
type cubeTask struct {
	taskOutput
	request         Request
	workPrice       workPrice
	remainingParts  []orbitPart     // problems that are not finished; the search is in the first one
	partCount       int             // number of problems at the start
	cutters         []search.Cutter // one engine per thread
	unsearchedCubes []search.Cube   // cubes of the first problem that are not searched yet
	// fraction of the first problem that was searched before the current step, from 0 to 1
	doneShare        float64
	solutionCount    *big.Int     // number of solutions found
	pastStats        search.Stats // effort of the steps before the current one
	stats            search.Stats // effort of all steps
	spentSeconds     float64      // seconds spent on all steps
	isStopped        bool         // whether the caller wants no more solutions
	isDividedByOrbit bool         // whether the problem was divided by orbits, so that a solution stands for several
}

func newCubeTask(p *matrix.Problem, r Request, name string, out taskOutput) *cubeTask {
	r.Engine = name
	t := &cubeTask{taskOutput: out, request: r, workPrice: priceOfEngine(name, p), solutionCount: new(big.Int)}
	t.workPrice.addConnectedSets(r.ConnectedSets)
	t.restartWithParts([]orbitPart{{p, 1}})
	return t
}

// restartWithParts restarts the task with the parts into which symmetry divides its problem.
func (t *cubeTask) restartWithParts(parts []orbitPart) {
	t.remainingParts, t.partCount, t.cutters, t.unsearchedCubes = parts, len(parts), nil,
		[]search.Cube{search.WholeTree}
	t.isDividedByOrbit = t.stats.Nodes > 0 || parts[0].orbitSize > 1
	t.pastStats, t.stats = search.Stats{}, search.Stats{}
	t.solutionCount.SetInt64(0)
	t.spentSeconds += startSeconds(t.request.Engine, parts[0].problem)
}

// minStepNodes is the least number of nodes in a step. stepGrowth bounds the nodes of a step, as a multiple of those
// before: the first nodes may take a hundredth of the time of later ones, as in the squared rectangle.
const (
	minStepNodes = 8
	stepGrowth   = 4
)

// Advance implements [Task].
func (t *cubeTask) Advance(ctx context.Context, until float64) (done bool, err error) {
	for len(t.remainingParts) > 0 && t.spentSeconds < until {
		nodes := minStepNodes
		if t.stats.Nodes > 0 {
			each := t.workPrice.effortSeconds(t.stats) / float64(t.stats.Nodes)
			nodes = int(max(minStepNodes, min(stepGrowth*float64(t.stats.Nodes), (until-t.spentSeconds)/each)))
		}
		for _, c := range t.unsearchedCubes {
			// A step must be longer than the paths to the cubes, which are walked again.
			nodes = max(nodes, len(c.Path)*len(t.unsearchedCubes))
		}
		if err := t.walkNodes(ctx, int64(nodes)); err != nil || t.isStopped {
			return t.isStopped, err
		}
	}
	return len(t.remainingParts) == 0, nil
}

// walkNodes visits the given number of nodes, or the remaining nodes of the first problem if there are fewer.
func (t *cubeTask) walkNodes(ctx context.Context, nodes int64) (err error) {
	part := t.remainingParts[0]
	if t.cutters == nil {
		if t.cutters, err = t.makeCutters(part.problem); err != nil {
			return err
		}
	}
	n, was := int64(0), t.workPrice.effortSeconds(t.stats)
	t.pastStats = t.stats
	if len(t.cutters) == 1 {
		n, err = t.walkAlone(ctx, nodes)
	} else {
		n, err = t.walkTogether(ctx, nodes)
	}
	t.spentSeconds += t.workPrice.effortSeconds(t.stats) - was
	t.solutionCount.Add(t.solutionCount, new(big.Int).Mul(big.NewInt(n), big.NewInt(part.orbitSize)))
	if len(t.unsearchedCubes) == 0 && err == nil {
		t.remainingParts, t.cutters, t.unsearchedCubes = t.remainingParts[1:], nil, []search.Cube{search.WholeTree}
	}
	return err
}

// makeCutters makes one engine for each thread. If there is only one, the engine itself reports progress.
func (t *cubeTask) makeCutters(p *matrix.Problem) ([]search.Cutter, error) {
	build, _, err := newCutterFactory(p, t.request)
	if err != nil {
		return nil, err
	}
	if t.request.Threads > 1 || t.onReport == nil {
		return build.growEngines(t.request.Threads, nil, nil)
	}
	return build.growEngines(1, nil, t.reportWalk)
}

// walkAlone searches on the goroutine of the caller, and passes solutions on without copying them. It returns the
// number of solutions found.
func (t *cubeTask) walkAlone(ctx context.Context, nodes int64) (n int64, err error) {
	stop := new(atomic.Bool)
	halt := context.AfterFunc(ctx, func() { stop.Store(true) })
	defer halt()
	visit := func(s matrix.Solution) bool {
		n++
		t.isStopped = t.onSolution != nil && !t.onSolution(s)
		return !t.isStopped
	}
	c := t.cutters[0]
	c.Reset()
	for last := int64(0); nodes > last && len(t.unsearchedCubes) > 0 && !t.isStopped && err == nil; err = ctx.Err() {
		t.doneShare = 1 - sumCubeShares(t.unsearchedCubes)
		left := c.Explore(stop, t.unsearchedCubes[0], nodes-last, visit)
		t.unsearchedCubes = append(left, t.unsearchedCubes[1:]...)
		last = c.Stats().Nodes
	}
	t.stats = search.Stats{}
	t.stats.AddStats(t.pastStats)
	t.stats.AddStats(c.Stats())
	return n, err
}

// walkTogether searches on several threads. It returns the number of solutions found.
func (t *cubeTask) walkTogether(ctx context.Context, nodes int64) (n int64, err error) {
	o := search.RunOptions{Cubes: t.unsearchedCubes, MaxNodes: nodes}
	if t.onReport != nil {
		t.doneShare = 1 - sumCubeShares(t.unsearchedCubes)
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
			if t.isStopped = !t.onSolution(s); t.isStopped {
				break
			}
		}
		err = run.Err()
	}
	t.stats.AddStats(run.Stats())
	t.unsearchedCubes = run.RemainingCubes()
	return n, err
}

// reportWalk reports the progress of a step, and adds the effort of the steps before it.
func (t *cubeTask) reportWalk(q search.Progress) {
	size := t.remainingParts[0].orbitSize
	q.Share = (float64(t.partCount-len(t.remainingParts)) + t.doneShare + q.Share) / float64(t.partCount)
	q.Solutions, q.Nodes, q.Updates = t.solutionCount.Int64()+size*q.Solutions, t.pastStats.Nodes+q.Nodes,
		t.pastStats.Updates+q.Updates
	t.onReport(q)
}

// Progress implements [Task].
func (t *cubeTask) Progress() (spent, part float64) {
	if len(t.remainingParts) == 0 {
		return t.spentSeconds, 1
	}
	return t.spentSeconds, 1 - (float64(len(t.remainingParts)-1)+sumCubeShares(t.unsearchedCubes))/float64(t.partCount)
}

// sumCubeShares returns the sum of the estimated shares of cubes in the tree.
func sumCubeShares(cubes []search.Cube) (part float64) {
	for _, c := range cubes {
		part += c.Share
	}
	return part
}

// Result implements [Task]. In the effort each solution counts as often as its orbit has options.
func (t *cubeTask) Result() (*big.Int, search.Stats) {
	stats := t.stats
	if t.isDividedByOrbit {
		stats.Profile = nil
	}
	if t.onSolution == nil {
		stats.Solutions = t.solutionCount.Int64()
	}
	return new(big.Int).Set(t.solutionCount), stats
}

// Close implements [Task].
func (t *cubeTask) Close() { t.cutters = nil }

// coroutineTask is a task that runs an engine with one thread on a coroutine. The coroutine pauses in the progress
// reports of the engine. So the engine may be recursive, and no work is repeated after a pause.
type coroutineTask struct {
	taskOutput
	// newEngine makes the engine, with a function that it calls at each progress report.
	newEngine       func(report func(search.Progress)) (search.Engine, error)
	workPrice       workPrice
	reportsProgress bool  // whether the engine reports which fraction of its search is done
	maxSolutions    int64 // number of solutions after which the count fails; 0 means no bound

	engine search.Engine
	// function that runs the engine until its next pause; more is false at the end
	runToPause                 func() (_ struct{}, more bool)
	stopCoroutine              func()  // function that ends the coroutine
	solutionCount              int64   // number of solutions found
	startSeconds               float64 // seconds that the engine takes before its search begins
	spentSeconds, doneFraction float64 // seconds spent; fraction of the search that is done, from 0 to 1
	pauseAtSeconds             float64 // value of spentSeconds at which the engine pauses
	isClosed                   bool
}

// errTooManySolutions is the error of a count with more solutions than the engine can remember.
var errTooManySolutions = errors.New("there are too many solutions for an engine that remembers each")

// Advance implements [Task].
func (t *coroutineTask) Advance(ctx context.Context, until float64) (done bool, err error) {
	t.pauseAtSeconds = until
	if t.runToPause == nil {
		if err := t.startEngine(ctx); err != nil {
			return false, err
		}
	}
	if _, more := t.runToPause(); more {
		return false, ctx.Err()
	}
	switch {
	case t.isClosed:
		return true, errClosed
	case t.onSolution == nil && t.maxSolutions > 0 && t.solutionCount > t.maxSolutions:
		return false, errTooManySolutions
	}
	return true, t.engine.Err()
}

// startEngine makes the engine, and the coroutine on which it runs.
func (t *coroutineTask) startEngine(ctx context.Context) (err error) {
	inner, cancel := context.WithCancel(ctx)
	var pause func(struct{}) bool
	t.engine, err = t.newEngine(func(q search.Progress) {
		t.spentSeconds = t.startSeconds + t.workPrice.effortSeconds(search.Stats{Nodes: q.Nodes, Updates: q.Updates})
		if t.reportsProgress {
			t.doneFraction = q.Share
		}
		if t.onReport != nil {
			t.onReport(q)
		}
		if t.spentSeconds >= t.pauseAtSeconds && inner.Err() == nil && !pause(struct{}{}) {
			cancelNow(cancel)
		}
	})
	if err != nil {
		cancel()
		return err
	}
	next, stop := iter.Pull(func(yield func(struct{}) bool) {
		pause = yield
		for s := range t.engine.Solutions(inner) {
			t.solutionCount++
			if t.isClosed || t.onSolution != nil && !t.onSolution(s) || t.onSolution == nil && t.maxSolutions > 0 &&
				t.solutionCount > t.maxSolutions {
				break
			}
		}
		t.spentSeconds = max(t.spentSeconds, t.startSeconds+t.workPrice.effortSeconds(t.engine.Stats()))
	})
	t.runToPause, t.stopCoroutine = next, func() { stop(); cancel() }
	return nil
}

// cancelNow cancels a context, and lets the goroutine run that tells the engine. On one processor the engine would
// otherwise go on for the 10 ms that a goroutine may run.
func cancelNow(cancel context.CancelFunc) {
	cancel()
	runtime.Gosched()
	runtime.Gosched() // at one call in 61 the Go scheduler prefers the goroutine that calls
}

// Progress implements [Task].
func (t *coroutineTask) Progress() (spent, part float64) { return t.spentSeconds, t.doneFraction }

// Result implements [Task].
func (t *coroutineTask) Result() (*big.Int, search.Stats) {
	if t.engine == nil {
		return new(big.Int), search.Stats{}
	}
	return big.NewInt(t.solutionCount), t.engine.Stats()
}

// Close implements [Task].
func (t *coroutineTask) Close() {
	if t.isClosed = true; t.runToPause != nil {
		t.stopCoroutine()
	}
}

// gatedTask is a task that runs an engine with several threads on goroutines of its own. The goroutines wait between
// two turns of the task.
type gatedTask struct {
	taskOutput
	// function that runs the engine to its end
	runEngine func(ctx context.Context, t *gatedTask) (*big.Int, search.Stats, error)

	mutex                      sync.Mutex // guards all fields below
	stateChanged               sync.Cond
	spentSeconds, doneFraction float64            // seconds spent; fraction of the search that is done, from 0 to 1
	recurrence                 float64            // fraction of the nodes of memo whose states were known, from 0 to 1
	waitAtSeconds              float64            // value of spentSeconds at which the engine waits
	cancel                     context.CancelFunc // function that ends the run; nil before it begins
	// whether the engine waits for the next turn; whether the run has ended
	isWaiting, hasEnded bool
	isClosed            bool
	solutions           iter.Seq[matrix.Solution] // all solutions, available after the run; nil for a count
	solutionCount       *big.Int                  // number of solutions
	stats               search.Stats              // effort of the run
	err                 error
}

// newGatedTask returns a task that runs an engine by the given function. The engine must call addWork after each
// piece of work. The task begins with the given number of seconds already spent.
func newGatedTask(start float64, out taskOutput,
	run func(ctx context.Context, t *gatedTask) (*big.Int, search.Stats, error)) *gatedTask {
	t := &gatedTask{taskOutput: out, runEngine: run, spentSeconds: start}
	t.stateChanged.L = &t.mutex
	return t
}

// Advance implements [Task].
func (t *gatedTask) Advance(ctx context.Context, until float64) (done bool, err error) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.waitAtSeconds, t.isWaiting = until, false
	if t.cancel == nil {
		var inner context.Context
		inner, t.cancel = context.WithCancel(ctx)
		go t.startEngine(inner)
	}
	for t.stateChanged.Broadcast(); !t.hasEnded && !t.isWaiting; {
		t.stateChanged.Wait()
	}
	if t.hasEnded && t.err == nil && t.solutions != nil {
		all, _ := new(big.Float).SetInt(t.solutionCount).Float64()
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
	return t.hasEnded, t.err
}

func (t *gatedTask) startEngine(ctx context.Context) {
	n, stats, err := t.runEngine(ctx, t)
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.solutionCount, t.stats, t.err, t.hasEnded = n, stats, err, true
	t.stateChanged.Broadcast()
}

// addWork adds the seconds of a piece of work, and sets the fraction of the search that is done and the recurrence. It
// waits for the next turn when the current turn is over, and at the first progress report. After Close it adds nothing,
// because the amount of work until the engine stops depends on the machine.
func (t *gatedTask) addWork(seconds, part, recurrence float64) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.isClosed {
		return
	}
	t.spentSeconds += seconds
	t.recurrence = max(t.recurrence, recurrence)
	if part > 0 {
		if t.doneFraction == 0 {
			t.waitAtSeconds = t.spentSeconds
		}
		t.doneFraction = part
	}
	for t.spentSeconds >= t.waitAtSeconds && !t.isClosed {
		t.isWaiting = true
		t.stateChanged.Broadcast()
		t.stateChanged.Wait()
	}
}

// Progress implements [Task].
func (t *gatedTask) Progress() (spent, part float64) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	return t.spentSeconds, t.doneFraction
}

// Result implements [Task].
func (t *gatedTask) Result() (*big.Int, search.Stats) { return t.solutionCount, t.stats }

// Close implements [Task]. It waits until the engine has stopped.
func (t *gatedTask) Close() {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.isClosed = true
	if t.cancel == nil {
		t.hasEnded, t.err, t.cancel = true, errClosed, func() {}
		return
	}
	cancelNow(t.cancel)
	for t.stateChanged.Broadcast(); !t.hasEnded; {
		t.stateChanged.Wait()
	}
	t.runEngine = nil
}

var errClosed = errors.New("the task is closed")

// readRecurrence returns the fraction of the nodes of memo whose states were known, from 0 to 1.
func (t *gatedTask) readRecurrence() float64 {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	return t.recurrence
}
