package search

import (
	"context"
	"iter"
	"math/big"
	"slices"
	"sync"
	"sync/atomic"

	"quadrille/runtime/matrix"
)

// RunOptions holds the settings of a run. The zero value searches the whole tree, in any order.
type RunOptions struct {
	// KeepsOrder yields the solutions in the order of a search on one thread.
	KeepsOrder bool
	// Cubes lists the parts of the tree to search, in the order of the search; nil means the whole tree.
	Cubes []Cube
	// MaxNodes is the largest number of nodes to visit. A value of 0 means that there is no bound.
	MaxNodes int64
	// OnProgress, if not nil, is called after each cube, on one thread at a time.
	OnProgress func(Progress)
}

// Run is a search of one tree by several engines, each on its own thread.
//
// A thread explores a cube, which is a part of the tree, until a budget of nodes is spent. It puts
// the rest back as cubes. So all threads have work, however lopsided the tree is. The totals do not
// depend on the number of threads, because each node belongs to one cube.
type Run struct {
	engines         []Cutter
	runOptions      RunOptions
	unsearchedCubes []Cube // cubes that the last run has not searched
	endError        error  // error that ended the last run
}

// NewRun prepares a run on engines with the same settings, one for each thread.
func NewRun(engines []Cutter, o RunOptions) *Run { return &Run{engines: engines, runOptions: o} }

// Solutions runs the search. With several threads the solutions come in no particular order, unless
// KeepsOrder is set. A solution is borrowed until the next step.
func (r *Run) Solutions(ctx context.Context) iter.Seq[matrix.Solution] {
	return func(yield func(matrix.Solution) bool) { r.runEngines(ctx, yield) }
}

// Count implements [Counter]. Threads only count; no solution passes between them.
func (r *Run) Count(ctx context.Context) (*big.Int, error) {
	r.runEngines(ctx, nil)
	return big.NewInt(r.Stats().Solutions), r.endError
}

// runEngines runs the engines, each on a goroutine, and yields their solutions, or none if yield is
// nil. It returns when all engines have ended.
func (r *Run) runEngines(ctx context.Context, yield func(matrix.Solution) bool) {
	q := newCubeQueue(r.runOptions, len(r.engines), yield == nil)
	halt := context.AfterFunc(ctx, q.stopThreads)
	defer halt()
	running := Group{HaltOthers: q.stopAfterPanic}
	for _, e := range r.engines {
		e.Reset()
		running.Go(func() { q.exploreCubes(e) })
	}
	complete := func() bool {
		defer running.Wait() // deferred so that it runs if the caller's loop panics too
		defer q.stopThreads()
		return q.deliverSolutions(yield)
	}()
	r.endError, r.unsearchedCubes = nil, q.freeCubes()
	if complete {
		r.endError = ctx.Err()
	}
}

// RemainingCubes returns the cubes that the last run has not visited because of the node bound, in
// order.
func (r *Run) RemainingCubes() []Cube { return r.unsearchedCubes }

// Err returns the error that ended the last run early. It is nil if the run was complete or its
// loop broke off.
func (r *Run) Err() error { return r.endError }

// Stats returns the effort of the run. It does not depend on the number of threads.
func (r *Run) Stats() Stats {
	var total Stats
	for _, e := range r.engines {
		total.AddStats(e.Stats())
	}
	return total
}

// cubeQueue holds the cubes of a tree in the order of a search on one thread, and the solutions
// that are still to be yielded.
//
// A free thread starts with the first free cube. So the cubes that are being searched are near the front, and in an
// ordered run few solutions wait for earlier ones.
type cubeQueue struct {
	runOptions  RunOptions
	threadCount int
	isCounting  bool        // whether solutions are only counted
	stopFlag    atomic.Bool // set to end all threads

	mutex             sync.Mutex    // guards the fields below
	stateChanged      sync.Cond     // signals a change of the fields below
	queuedCubes       []*queuedCube // cubes in search order; those at the front leave once their solutions are yielded
	runningThreads    int           // number of threads that are searching a cube
	freeCubeCount     int           // number of cubes that no thread has started
	hasThreadPanicked bool          // whether a thread has panicked, so that its cube is never finished
	grantedNodes      int64         // total node budget of the cubes that are being searched
	waitingSolutions  int           // number of solutions that are still to be yielded
	doneProgress      Progress      // progress of the finished cubes
}

// queuedCube is a cube in the queue.
type queuedCube struct {
	Cube
	isTaken, isDone bool  // whether a thread has started the cube; whether the cube is finished
	nodeBudget      int64 // number of nodes that the thread may visit
	// foundSolutions lists solutions that are still to be yielded. In an ordered run these are the cube's
	// own solutions. Otherwise they are any solutions found while the cube was the first in the
	// queue.
	foundSolutions []matrix.Solution
}

// Budgets of cubes, in nodes. Each is a fraction of the estimated rest of the tree for one thread.
// So the last budgets are small, and all threads end at about the same time. Budgets in the middle
// are large, so the paths to the cubes cost little. The first budgets are small, so that there soon
// are cubes for every thread.
const (
	minCubeBudget    = 64
	maxCubeBudget    = 1 << 18
	budgetIfFewCubes = 1 << 11 // budget while there are fewer free cubes than threads
	budgetsPerThread = 16      // number of budgets per thread into which the estimated rest of the tree is divided
	// A budget is at least the number of visited nodes divided by minBudgetDivisor, because the estimated shares may
	// be wrong.
	minBudgetDivisor = 1 << 13
)

// maxWaitingSolutions is the largest number of solutions that are still to be yielded.
const maxWaitingSolutions = 1 << 14

func newCubeQueue(o RunOptions, threads int, counting bool) *cubeQueue {
	q := &cubeQueue{runOptions: o, threadCount: threads, isCounting: counting}
	q.stateChanged.L = &q.mutex
	if o.Cubes == nil {
		o.Cubes = []Cube{WholeTree}
	}
	q.insertCubes(0, o.Cubes)
	return q
}

// insertCubes inserts free cubes into the queue at an index.
func (q *cubeQueue) insertCubes(at int, cubes []Cube) {
	free := make([]*queuedCube, len(cubes))
	for k, c := range cubes {
		free[k] = &queuedCube{Cube: c}
	}
	q.queuedCubes = slices.Insert(q.queuedCubes, at, free...)
	q.freeCubeCount += len(free)
}

// stopThreads makes every thread stop.
func (q *cubeQueue) stopThreads() {
	q.stopFlag.Store(true)
	q.mutex.Lock()
	defer q.mutex.Unlock()
	q.stateChanged.Broadcast()
}

// stopAfterPanic makes every thread stop, after one of them has panicked.
func (q *cubeQueue) stopAfterPanic() {
	q.mutex.Lock()
	q.hasThreadPanicked = true
	q.mutex.Unlock()
	q.stopThreads()
}

// exploreCubes searches cubes with one engine until the queue has no more.
func (q *cubeQueue) exploreCubes(e Cutter) {
	for c, budget := q.nextCube(); c != nil; c, budget = q.nextCube() {
		before := e.Stats()
		left := e.Explore(&q.stopFlag, c.Cube, budget, func(s matrix.Solution) bool { return q.addSolution(c, s) })
		q.finishCube(c, left, before, e.Stats())
	}
}

// nextCube waits for a free cube, and marks it as taken. It returns nil when no cube can become free any more.
func (q *cubeQueue) nextCube() (c *queuedCube, budget int64) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	for !q.stopFlag.Load() {
		budget := q.nextBudget()
		if q.freeCubeCount > 0 && budget > 0 {
			c = q.queuedCubes[slices.IndexFunc(q.queuedCubes, func(c *queuedCube) bool { return !c.isTaken })]
			c.isTaken, c.nodeBudget = true, budget
			q.runningThreads++
			q.freeCubeCount--
			q.grantedNodes += budget
			return c, budget
		}
		if q.runningThreads == 0 {
			break
		}
		q.stateChanged.Wait()
	}
	q.stateChanged.Broadcast()
	return nil, 0
}

// nextBudget returns the budget of the next cube, or 0 if no more nodes may be visited.
func (q *cubeQueue) nextBudget() int64 {
	if most := q.runOptions.MaxNodes; most > 0 {
		return max(0, min(q.budgetFromRemainder(), most-q.doneProgress.Nodes-q.grantedNodes))
	}
	return q.budgetFromRemainder()
}

// budgetFromRemainder estimates the number of nodes in the rest of the tree, from the share of the tree that
// is done. It returns a fraction of that number.
func (q *cubeQueue) budgetFromRemainder() int64 {
	if q.threadCount == 1 {
		return maxCubeBudget // no other thread is waiting for cubes
	}
	if q.doneProgress.Share <= 0 {
		return minCubeBudget
	}
	left := float64(q.doneProgress.Nodes) * (1 - q.doneProgress.Share) / q.doneProgress.Share
	least := max(minCubeBudget, float64(q.doneProgress.Nodes)/minBudgetDivisor)
	budget := int64(min(maxCubeBudget, max(least, left/float64(budgetsPerThread*q.threadCount))))
	if q.freeCubeCount < q.threadCount {
		return min(budget, budgetIfFewCubes)
	}
	return budget
}

// addSolution stores a solution of cube c until it is yielded. If too many solutions are stored, it waits, except for
// solutions of the first cube in an ordered run.
func (q *cubeQueue) addSolution(c *queuedCube, s matrix.Solution) bool {
	if q.isCounting {
		return true // the engine reads the stop flag itself
	}
	q.mutex.Lock()
	defer q.mutex.Unlock()
	for q.waitingSolutions >= maxWaitingSolutions && !q.stopFlag.Load() &&
		!(q.runOptions.KeepsOrder && c == q.queuedCubes[0]) {
		q.stateChanged.Wait()
	}
	if !q.runOptions.KeepsOrder {
		c = q.queuedCubes[0]
	}
	c.foundSolutions = append(c.foundSolutions, slices.Clone(s))
	if q.waitingSolutions++; q.waitingSolutions == 1 {
		q.stateChanged.Broadcast()
	}
	return !q.stopFlag.Load()
}

// finishCube marks cube c as done, and inserts the parts of c that were not searched (left) behind it. It adds the
// effort of the search, which is the difference of the stats after and before, to the progress.
func (q *cubeQueue) finishCube(c *queuedCube, left []Cube, before, after Stats) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	q.runningThreads--
	q.grantedNodes -= c.nodeBudget
	c.isDone = true
	q.insertCubes(slices.Index(q.queuedCubes, c)+1, left)
	q.doneProgress.Share += c.Share
	for _, l := range left {
		q.doneProgress.Share -= l.Share
	}
	q.doneProgress.Solutions += after.Solutions - before.Solutions
	q.doneProgress.Nodes += after.Nodes - before.Nodes
	q.doneProgress.Updates += after.Updates - before.Updates
	if q.runOptions.OnProgress != nil {
		q.runOptions.OnProgress(q.doneProgress)
	}
	q.stateChanged.Broadcast()
}

// deliverSolutions yields the solutions as threads find them. It returns false if yield does.
func (q *cubeQueue) deliverSolutions(yield func(matrix.Solution) bool) bool {
	for batch := q.fetchSolutions(); batch != nil; batch = q.fetchSolutions() {
		for _, s := range batch {
			if !yield(s) {
				return false
			}
		}
	}
	return true
}

// fetchSolutions waits for solutions that can be yielded now. It returns nil after the last one, or
// after a panic of a thread.
func (q *cubeQueue) fetchSolutions() []matrix.Solution {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	for !q.hasThreadPanicked {
		if batch := q.readySolutions(); len(batch) > 0 {
			q.waitingSolutions -= len(batch)
			q.stateChanged.Broadcast()
			return batch
		}
		if q.runningThreads == 0 && (q.stopFlag.Load() || q.freeCubeCount == 0 || q.nextBudget() == 0) {
			return nil
		}
		q.stateChanged.Wait()
	}
	return nil
}

// freeCubes returns the cubes that no thread has started.
func (q *cubeQueue) freeCubes() (cubes []Cube) {
	for _, c := range q.queuedCubes {
		if !c.isTaken {
			cubes = append(cubes, c.Cube)
		}
	}
	return cubes
}

// readySolutions removes the solutions that can be yielded now from the queue, and returns them.
func (q *cubeQueue) readySolutions() (batch []matrix.Solution) {
	for len(q.queuedCubes) > 0 {
		c := q.queuedCubes[0]
		batch = append(batch, c.foundSolutions...)
		c.foundSolutions = nil
		if !c.isDone {
			break
		}
		q.queuedCubes = q.queuedCubes[1:]
		q.stateChanged.Broadcast() // another cube is the first now
	}
	return batch
}
