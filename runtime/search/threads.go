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

// RunOptions says how to run. They change the order of the solutions and nothing else.
type RunOptions struct {
	// Ordered gives the solutions in the order of a search on one thread.
	Ordered bool
	// Cubes are the parts of the tree to walk, in order; nil stands for all of it.
	Cubes []Cube
	// Nodes bounds the nodes that are visited; 0 is no bound.
	Nodes int64
	// Report, if not nil, is called when a cube is done, by one thread at a time.
	Report func(Progress)
}

// Run is a search of one tree by several engines.
//
// A thread takes a cube of the tree, walks it until a budget of nodes is spent,
// and puts back what is left, as cubes again. So no thread starves, however lopsided
// the tree is, and the totals do not depend on how many threads there are: each node
// belongs to one cube.
type Run struct {
	engines []Cutter
	options RunOptions
	left    []Cube
	err     error
}

// NewRun prepares a run on engines that have been made alike, one a thread.
func NewRun(engines []Cutter, o RunOptions) *Run { return &Run{engines: engines, options: o} }

// Solutions runs the search. Of several threads the solutions come in no particular
// order, unless the options want one. A solution is borrowed until the next step.
func (r *Run) Solutions(ctx context.Context) iter.Seq[matrix.Solution] {
	return func(yield func(matrix.Solution) bool) { r.runEngines(ctx, yield) }
}

// Count implements [Counter]. Nothing is handed over between threads.
func (r *Run) Count(ctx context.Context) (*big.Int, error) {
	r.runEngines(ctx, nil)
	return big.NewInt(r.Stats().Solutions), r.err
}

// runEngines runs the engines, each on a goroutine, and hands over what they find, or
// nothing if yield is nil. It returns when all of them have ended.
func (r *Run) runEngines(ctx context.Context, yield func(matrix.Solution) bool) {
	q := newCubeQueue(r.options, len(r.engines), yield == nil)
	halt := context.AfterFunc(ctx, q.stopThreads)
	defer halt()
	running := Group{Halt: q.breakOff}
	for _, e := range r.engines {
		e.Reset()
		running.Go(func() { q.exploreCubes(e) })
	}
	complete := func() bool {
		defer running.Wait() // also when the loop of the caller panics
		defer q.stopThreads()
		return q.deliverSolutions(yield)
	}()
	r.err, r.left = nil, q.freeCubes()
	if complete {
		r.err = ctx.Err()
	}
}

// RemainingCubes returns the cubes that the last run left for want of nodes, in order.
func (r *Run) RemainingCubes() []Cube { return r.left }

// Err returns why the last run ended before its time, or nil if it was
// complete or its loop broke off.
func (r *Run) Err() error { return r.err }

// Stats returns the effort of the run: that of one search, whatever the
// number of threads.
func (r *Run) Stats() Stats {
	var total Stats
	for _, e := range r.engines {
		total.AddStats(e.Stats())
	}
	return total
}

// cubeQueue holds the cubes of a tree, in the order in which one search would walk
// them, and the solutions that nobody has fetched yet.
//
// A thread takes the first cube that no other has. So the cubes under way are near
// the front, and what must wait for its turn in an ordered run is little.
type cubeQueue struct {
	options  RunOptions
	threads  int
	counting bool // nobody fetches solutions
	stop     atomic.Bool

	mu      sync.Mutex
	changed sync.Cond
	cubes   []*queuedCube // but for those at the front that are done and delivered
	running int
	free    int   // cubes that nobody has taken
	broken  bool  // a thread has panicked, and what it had taken stays undone
	granted int64 // nodes that may be visited by those who run
	waiting int   // solutions that nobody has fetched
	done    Progress
}

// queuedCube is a cube on its way.
type queuedCube struct {
	Cube
	taken, done bool
	budget      int64
	// found are its own solutions in an ordered run. Otherwise they are any that came while
	// it was the first in the queue.
	found []matrix.Solution
}

// Budgets in nodes. Each is a part of what is taken to be left for a thread: so the
// last are small, that all threads end at once, and those in between are large, that the
// ways back to the cubes cost little. A first cube tells nothing of the tree; it
// is small, so that soon there are cubes for every thread.
const (
	minBudget    = 64
	maxBudget    = 1 << 18
	scarceBudget = 1 << 11 // while there are fewer cubes than threads
	budgetsLeft  = 16      // for each thread
	budgetsDone  = 1 << 13 // no smaller part of what is done, as shares may mislead
)

// maxWaiting bounds the solutions that nobody has fetched.
const maxWaiting = 1 << 14

func newCubeQueue(o RunOptions, threads int, counting bool) *cubeQueue {
	q := &cubeQueue{options: o, threads: threads, counting: counting}
	q.changed.L = &q.mu
	if o.Cubes == nil {
		o.Cubes = []Cube{WholeTree}
	}
	q.insertCubes(0, o.Cubes)
	return q
}

// insertCubes puts free cubes into the queue.
func (q *cubeQueue) insertCubes(at int, cubes []Cube) {
	free := make([]*queuedCube, len(cubes))
	for k, c := range cubes {
		free[k] = &queuedCube{Cube: c}
	}
	q.cubes = slices.Insert(q.cubes, at, free...)
	q.free += len(free)
}

// stopThreads stops every thread.
func (q *cubeQueue) stopThreads() {
	q.stop.Store(true)
	q.mu.Lock()
	defer q.mu.Unlock()
	q.changed.Broadcast()
}

// breakOff stops every thread, as one has panicked.
func (q *cubeQueue) breakOff() {
	q.mu.Lock()
	q.broken = true
	q.mu.Unlock()
	q.stopThreads()
}

// exploreCubes explores cubes until none is left.
func (q *cubeQueue) exploreCubes(e Cutter) {
	for c, budget := q.nextCube(); c != nil; c, budget = q.nextCube() {
		before := e.Stats()
		left := e.Explore(&q.stop, c.Cube, budget, func(s matrix.Solution) bool { return q.addSolution(c, s) })
		q.finishCube(c, left, before, e.Stats())
	}
}

// nextCube waits for a cube that nobody has taken. It returns nil when there will be
// none.
func (q *cubeQueue) nextCube() (c *queuedCube, budget int64) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for !q.stop.Load() {
		budget := q.nextBudget()
		if q.free > 0 && budget > 0 {
			c = q.cubes[slices.IndexFunc(q.cubes, func(c *queuedCube) bool { return !c.taken })]
			c.taken, c.budget = true, budget
			q.running++
			q.free--
			q.granted += budget
			return c, budget
		}
		if q.running == 0 {
			break
		}
		q.changed.Wait()
	}
	q.changed.Broadcast()
	return nil, 0
}

// nextBudget returns the next one, or 0 if no more nodes may be visited.
func (q *cubeQueue) nextBudget() int64 {
	if most := q.options.Nodes; most > 0 {
		return max(0, min(q.fairBudget(), most-q.done.Nodes-q.granted))
	}
	return q.fairBudget()
}

// fairBudget reckons the nodes that are left from the share of the tree that is done.
func (q *cubeQueue) fairBudget() int64 {
	if q.threads == 1 {
		return maxBudget // nobody waits
	}
	if q.done.Share <= 0 {
		return minBudget
	}
	left := float64(q.done.Nodes) * (1 - q.done.Share) / q.done.Share
	least := max(minBudget, float64(q.done.Nodes)/budgetsDone)
	budget := int64(min(maxBudget, max(least, left/float64(budgetsLeft*q.threads))))
	if q.free < q.threads {
		return min(budget, scarceBudget)
	}
	return budget
}

// addSolution keeps a solution of a cube until it is fetched. It waits if there are too many, but
// not those whose turn it is.
func (q *cubeQueue) addSolution(c *queuedCube, s matrix.Solution) bool {
	if q.counting {
		return true // engines look at stop themselves
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	for q.waiting >= maxWaiting && !q.stop.Load() && !(q.options.Ordered && c == q.cubes[0]) {
		q.changed.Wait()
	}
	if !q.options.Ordered {
		c = q.cubes[0]
	}
	c.found = append(c.found, slices.Clone(s))
	if q.waiting++; q.waiting == 1 {
		q.changed.Broadcast()
	}
	return !q.stop.Load()
}

// finishCube puts what is left of a cube in its place, and adds up what has been done.
func (q *cubeQueue) finishCube(c *queuedCube, left []Cube, before, after Stats) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.running--
	q.granted -= c.budget
	c.done = true
	q.insertCubes(slices.Index(q.cubes, c)+1, left)
	q.done.Share += c.Part
	for _, l := range left {
		q.done.Share -= l.Part
	}
	q.done.Solutions += after.Solutions - before.Solutions
	q.done.Nodes += after.Nodes - before.Nodes
	q.done.Updates += after.Updates - before.Updates
	if q.options.Report != nil {
		q.options.Report(q.done)
	}
	q.changed.Broadcast()
}

// deliverSolutions hands over the solutions as they come. It returns false if yield wants
// no more.
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

// fetchSolutions waits for solutions whose turn it is. It returns nil after the last, or if a thread has panicked.
func (q *cubeQueue) fetchSolutions() []matrix.Solution {
	q.mu.Lock()
	defer q.mu.Unlock()
	for !q.broken {
		if batch := q.readySolutions(); len(batch) > 0 {
			q.waiting -= len(batch)
			q.changed.Broadcast()
			return batch
		}
		if q.running == 0 && (q.stop.Load() || q.free == 0 || q.nextBudget() == 0) {
			return nil
		}
		q.changed.Wait()
	}
	return nil
}

// freeCubes returns the cubes that nobody has taken.
func (q *cubeQueue) freeCubes() (cubes []Cube) {
	for _, c := range q.cubes {
		if !c.taken {
			cubes = append(cubes, c.Cube)
		}
	}
	return cubes
}

// readySolutions takes the solutions that may be handed over now.
func (q *cubeQueue) readySolutions() (batch []matrix.Solution) {
	for len(q.cubes) > 0 {
		c := q.cubes[0]
		batch = append(batch, c.found...)
		c.found = nil
		if !c.done {
			break
		}
		q.cubes = q.cubes[1:]
		q.changed.Broadcast() // it is another thread's turn
	}
	return batch
}
