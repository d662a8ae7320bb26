package search

import (
	"container/list"
	"slices"
	"sync"
	"sync/atomic"

	"quadrille/runtime/matrix"
)

// queue holds the cubes of a tree, in the order in which one search would walk
// them, and the solutions that nobody has fetched yet.
//
// A thread takes the first cube that no other has. So the cubes under way are near
// the front, and what must wait for its turn in an ordered run is little.
type queue struct {
	options  Options
	stop     *atomic.Bool
	threads  int
	counting bool // nobody fetches solutions

	mu      sync.Mutex
	changed sync.Cond
	cubes   *list.List // of *cube, but for those that are done and delivered
	running int
	free    int // cubes that nobody has taken
	waiting int // solutions that nobody has fetched
	done    Progress
	found   []matrix.Solution // of an unordered run
}

// cube is a cube on its way.
type cube struct {
	Cube
	taken, done bool
	found       []matrix.Solution // of an ordered run
}

// Budgets in nodes. Each is a part of what is taken to be left for a thread: so the
// last are small, that all threads end at once, and those in between are large, that the
// ways back to the cubes cost little. A first cube tells nothing of the tree; it
// is small, so that soon there are cubes for every thread.
const (
	leastBudget    = 64
	greatestBudget = 1 << 18
	scarceBudget   = 1 << 11 // while there are fewer cubes than threads
	budgetsLeft    = 16      // for each thread
	budgetsDone    = 1 << 13 // no smaller part of what is done, as shares may mislead
)

// mostWaiting bounds the solutions that nobody has fetched.
const mostWaiting = 1 << 14

func newQueue(o Options, threads int, stop *atomic.Bool) *queue {
	q := &queue{options: o, threads: threads, stop: stop, cubes: list.New()}
	q.changed.L = &q.mu
	if o.Cubes == nil {
		o.Cubes = []Cube{Whole}
	}
	for _, c := range o.Cubes {
		q.cubes.PushBack(&cube{Cube: c})
	}
	q.free = len(o.Cubes)
	return q
}

// halt stops every thread.
func (q *queue) halt() {
	q.stop.Store(true)
	q.mu.Lock()
	defer q.mu.Unlock()
	q.changed.Broadcast()
}

// work explores cubes until none is left.
func (q *queue) work(e Cutter) {
	for at, budget := q.take(); at != nil; at, budget = q.take() {
		before := e.Stats()
		c := at.Value.(*cube)
		left := e.Explore(q.stop, c.Cube, budget, func(s matrix.Solution) bool { return q.add(at, s) })
		q.finish(at, left, before, e.Stats())
	}
}

// take waits for a cube that nobody has taken. It returns nil when there will be
// none.
func (q *queue) take() (at *list.Element, budget int64) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for !q.stop.Load() {
		if at := q.firstFree(); at != nil {
			at.Value.(*cube).taken = true
			q.running++
			q.free--
			return at, q.budget()
		}
		if q.running == 0 {
			break
		}
		q.changed.Wait()
	}
	q.changed.Broadcast()
	return nil, 0
}

// budget returns the next one. The nodes that are left are reckoned from the share of
// the tree that is done.
func (q *queue) budget() int64 {
	if q.threads == 1 {
		return greatestBudget // nobody waits
	}
	if q.done.Share <= 0 {
		return leastBudget
	}
	left := float64(q.done.Nodes) * (1 - q.done.Share) / q.done.Share
	least := max(leastBudget, float64(q.done.Nodes)/budgetsDone)
	budget := int64(min(greatestBudget, max(least, left/float64(budgetsLeft*q.threads))))
	if q.free < q.threads {
		return min(budget, scarceBudget)
	}
	return budget
}

func (q *queue) firstFree() *list.Element {
	for at := q.cubes.Front(); at != nil; at = at.Next() {
		if !at.Value.(*cube).taken {
			return at
		}
	}
	return nil
}

// add keeps a solution until it is fetched. It waits if there are too many, but
// not those whose turn it is.
func (q *queue) add(at *list.Element, s matrix.Solution) bool {
	if q.counting {
		return true // engines look at stop themselves
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	for q.waiting >= mostWaiting && !q.stop.Load() && !(q.options.Ordered && at == q.cubes.Front()) {
		q.changed.Wait()
	}
	q.waiting++
	if q.options.Ordered {
		c := at.Value.(*cube)
		c.found = append(c.found, slices.Clone(s))
	} else {
		q.found = append(q.found, slices.Clone(s))
	}
	if q.waiting == 1 {
		q.changed.Broadcast()
	}
	return !q.stop.Load()
}

// finish puts what is left of a cube in its place.
func (q *queue) finish(at *list.Element, left []Cube, before, after Stats) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.running--
	c := at.Value.(*cube)
	c.done = true
	q.free += len(left)
	last, share := at, c.Part
	for _, l := range left {
		last = q.cubes.InsertAfter(&cube{Cube: l}, last)
		share -= l.Part
	}
	if !q.options.Ordered {
		q.cubes.Remove(at)
	}
	q.report(share, before, after)
	q.changed.Broadcast()
}

// report adds what a thread has done.
func (q *queue) report(share float64, before, after Stats) {
	q.done.Share += share
	q.done.Solutions += after.Solutions - before.Solutions
	q.done.Nodes += after.Nodes - before.Nodes
	q.done.Updates += after.Updates - before.Updates
	if q.options.Report != nil {
		q.options.Report(q.done)
	}
}

// deliver hands over the solutions as they come. It returns false if yield wants
// no more.
func (q *queue) deliver(yield func(matrix.Solution) bool) bool {
	for batch := q.fetch(); batch != nil; batch = q.fetch() {
		for _, s := range batch {
			if !yield(s) {
				return false
			}
		}
	}
	return true
}

// fetch waits for solutions whose turn it is. It returns nil after the last.
func (q *queue) fetch() []matrix.Solution {
	q.mu.Lock()
	defer q.mu.Unlock()
	for {
		if batch := q.ready(); len(batch) > 0 {
			q.waiting -= len(batch)
			q.changed.Broadcast()
			return batch
		}
		if q.running == 0 && (q.stop.Load() || q.firstFree() == nil) {
			return nil
		}
		q.changed.Wait()
	}
}

// ready takes the solutions that may be handed over now.
func (q *queue) ready() []matrix.Solution {
	batch := q.found
	q.found = nil
	for at := q.cubes.Front(); q.options.Ordered && at != nil; at = q.cubes.Front() {
		c := at.Value.(*cube)
		batch = append(batch, c.found...)
		c.found = nil
		if !c.done {
			break
		}
		q.cubes.Remove(at)
	}
	return batch
}
