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

// RunOptions holds the settings of a run. They change only the order of the solutions.
type RunOptions struct {
	// KeepsOrder yields the solutions in the order of a search on one thread.
	KeepsOrder bool
	// Cubes lists the parts of the tree to walk, in the order of the search; nil means the whole tree.
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
	engines    []Cutter
	runOptions RunOptions
	leftCubes  []Cube // cubes that the last run has not visited
	endError   error  // error that ended the last run
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
	running := Group{HaltOthers: q.breakOff}
	for _, e := range r.engines {
		e.Reset()
		running.Go(func() { q.exploreCubes(e) })
	}
	complete := func() bool {
		defer running.Wait() // also if the caller's loop panics
		defer q.stopThreads()
		return q.deliverSolutions(yield)
	}()
	r.endError, r.leftCubes = nil, q.freeCubes()
	if complete {
		r.endError = ctx.Err()
	}
}

// RemainingCubes returns the cubes that the last run has not visited because of the node bound, in
// order.
func (r *Run) RemainingCubes() []Cube { return r.leftCubes }

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
// A thread takes the first cube that is free. So the cubes under exploration are near the front,
// and in an ordered run few solutions wait for earlier ones.
type cubeQueue struct {
	options    RunOptions
	threads    int
	isCounting bool        // solutions are only counted
	stopFlag   atomic.Bool // set to end all threads

	mu               sync.Mutex    // guards the fields below
	stateChanged     sync.Cond     // signals a change of the fields below
	queuedCubes      []*queuedCube // cubes in order, without those at the front whose solutions are all yielded
	runningThreads   int           // number of threads that explore a cube
	freeCubeCount    int           // number of cubes that no thread has taken
	hasPanicked      bool          // a thread has panicked, so its cube is never finished
	grantedNodes     int64         // total node budget of the cubes under exploration
	waitingSolutions int           // number of solutions that are still to be yielded
	doneProgress     Progress      // progress of the finished cubes
}

// queuedCube is a cube in the queue.
type queuedCube struct {
	Cube
	isTaken, isDone bool  // whether a thread has taken the cube; whether the cube is finished
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
	minBudget        = 64
	maxBudget        = 1 << 18
	scarceBudget     = 1 << 11 // budget while there are fewer free cubes than threads
	budgetsPerThread = 16      // number of budgets per thread into which the estimated rest of the tree is divided
	// A budget is at least the number of visited nodes divided by minBudgetDivisor, because the estimated shares may
	// be wrong.
	minBudgetDivisor = 1 << 13
)

// maxWaiting is the largest number of solutions that are still to be yielded.
const maxWaiting = 1 << 14

func newCubeQueue(o RunOptions, threads int, counting bool) *cubeQueue {
	q := &cubeQueue{options: o, threads: threads, isCounting: counting}
	q.stateChanged.L = &q.mu
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
	q.mu.Lock()
	defer q.mu.Unlock()
	q.stateChanged.Broadcast()
}

// breakOff makes every thread stop, after one of them has panicked.
func (q *cubeQueue) breakOff() {
	q.mu.Lock()
	q.hasPanicked = true
	q.mu.Unlock()
	q.stopThreads()
}

// exploreCubes explores cubes until the queue has no more.
func (q *cubeQueue) exploreCubes(e Cutter) {
	for c, budget := q.nextCube(); c != nil; c, budget = q.nextCube() {
		before := e.Stats()
		left := e.Explore(&q.stopFlag, c.Cube, budget, func(s matrix.Solution) bool { return q.addSolution(c, s) })
		q.finishCube(c, left, before, e.Stats())
	}
}

// nextCube waits for a free cube, and takes it. It returns nil if no cube will be free any more.
func (q *cubeQueue) nextCube() (c *queuedCube, budget int64) {
	q.mu.Lock()
	defer q.mu.Unlock()
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
	if most := q.options.MaxNodes; most > 0 {
		return max(0, min(q.fairBudget(), most-q.doneProgress.Nodes-q.grantedNodes))
	}
	return q.fairBudget()
}

// fairBudget estimates the number of nodes in the rest of the tree, from the share of the tree that
// is done. It returns a fraction of that number.
func (q *cubeQueue) fairBudget() int64 {
	if q.threads == 1 {
		return maxBudget // no other thread waits for cubes
	}
	if q.doneProgress.Share <= 0 {
		return minBudget
	}
	left := float64(q.doneProgress.Nodes) * (1 - q.doneProgress.Share) / q.doneProgress.Share
	least := max(minBudget, float64(q.doneProgress.Nodes)/minBudgetDivisor)
	budget := int64(min(maxBudget, max(least, left/float64(budgetsPerThread*q.threads))))
	if q.freeCubeCount < q.threads {
		return min(budget, scarceBudget)
	}
	return budget
}

// addSolution stores a solution of cube c until it is yielded. If too many are stored, it waits,
// except for solutions of the first cube in an ordered run.
func (q *cubeQueue) addSolution(c *queuedCube, s matrix.Solution) bool {
	if q.isCounting {
		return true // engines read the flag stop themselves
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	for q.waitingSolutions >= maxWaiting && !q.stopFlag.Load() && !(q.options.KeepsOrder && c == q.queuedCubes[0]) {
		q.stateChanged.Wait()
	}
	if !q.options.KeepsOrder {
		c = q.queuedCubes[0]
	}
	c.foundSolutions = append(c.foundSolutions, slices.Clone(s))
	if q.waitingSolutions++; q.waitingSolutions == 1 {
		q.stateChanged.Broadcast()
	}
	return !q.stopFlag.Load()
}

// finishCube replaces cube c by the part of it that is left, and adds its effort to the progress.
func (q *cubeQueue) finishCube(c *queuedCube, left []Cube, before, after Stats) {
	q.mu.Lock()
	defer q.mu.Unlock()
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
	if q.options.OnProgress != nil {
		q.options.OnProgress(q.doneProgress)
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
	q.mu.Lock()
	defer q.mu.Unlock()
	for !q.hasPanicked {
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

// freeCubes returns the cubes that no thread has taken.
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
