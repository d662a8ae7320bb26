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

// Task is the work of one engine on one problem, done a step at a time.
type Task interface {
	// Advance works until all that was done comes to so many seconds, or the task is done. The seconds
	// are work times its price: no clock decides where a step ends.
	Advance(ctx context.Context, until float64) (done bool, err error)
	// Progress returns the seconds that were spent, and the part of the search that is done, from 0 to 1.
	// A part of 0 says that the engine cannot tell.
	Progress() (spent, part float64)
	// Result returns the number of solutions found, and the effort.
	Result() (*big.Int, search.Stats)
	// Close ends the task for good, and gives up what it holds.
	Close()
}

// output says where a task sends what it finds.
type output struct {
	solution func(matrix.Solution) bool // nil if solutions are only counted; the task ends when it returns false
	report   func(search.Progress)      // nil if nobody asks
}

// cubeTask walks a tree that can be cut into cubes, on as many threads as the request has. A step is
// a number of nodes; what is left of the tree is kept as cubes.
type cubeTask struct {
	output
	request Request
	price   price
	parts   []orbitPart // still to be walked: the first one is under way
	of      int         // parts that there were
	cutters []search.Cutter
	left    []search.Cube // of the first part
	done    float64       // of the first part, before the cube under way
	count   *big.Int
	before  search.Stats // of the walks before the one under way
	stats   search.Stats
	spent   float64
	stopped bool // nobody wants more solutions
	orbits  bool // a solution stands for others
}

func newCubeTask(p *matrix.Problem, r Request, name string, out output) *cubeTask {
	r.Engine = name
	t := &cubeTask{output: out, request: r, price: priceOf(name, p), count: new(big.Int)}
	t.walkParts([]orbitPart{{p, 1}})
	return t
}

// walkParts lets the task begin again, with a problem that has been divided.
func (t *cubeTask) walkParts(parts []orbitPart) {
	t.parts, t.of, t.cutters, t.left = parts, len(parts), nil, []search.Cube{search.WholeTree}
	t.orbits = t.stats.Nodes > 0 || parts[0].size > 1
	t.before, t.stats = search.Stats{}, search.Stats{}
	t.count.SetInt64(0)
	t.spent += startPrice(t.request.Engine, parts[0].problem)
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
		for _, c := range t.left {
			nodes = max(nodes, len(c.Path)*len(t.left)) // more than there are on the ways back to the cubes
		}
		if err := t.walk(ctx, int64(nodes)); err != nil || t.stopped {
			return t.stopped, err
		}
	}
	return len(t.parts) == 0, nil
}

// walk visits so many nodes, or what is left of the first part.
func (t *cubeTask) walk(ctx context.Context, nodes int64) (err error) {
	part := t.parts[0]
	if t.cutters == nil {
		if t.cutters, err = t.makeCutters(part.problem); err != nil {
			return err
		}
	}
	n, was := int64(0), t.price.seconds(t.stats)
	t.before = t.stats
	if len(t.cutters) == 1 {
		n, err = t.walkAlone(ctx, nodes)
	} else {
		n, err = t.walkTogether(ctx, nodes)
	}
	t.spent += t.price.seconds(t.stats) - was
	t.count.Add(t.count, new(big.Int).Mul(big.NewInt(n), big.NewInt(part.size)))
	if len(t.left) == 0 && err == nil {
		t.parts, t.cutters, t.left = t.parts[1:], nil, []search.Cube{search.WholeTree}
	}
	return err
}

// makeCutters makes an engine for each thread. One alone reports from inside.
func (t *cubeTask) makeCutters(p *matrix.Problem) ([]search.Cutter, error) {
	build, _, err := cutters(p, t.request)
	if err != nil {
		return nil, err
	}
	if t.request.Threads > 1 || t.report == nil {
		return build.upTo(t.request.Threads, nil, nil)
	}
	return build.upTo(1, nil, t.reportWalk)
}

// walkAlone walks on the goroutine of the caller, where solutions are handed over without a copy.
func (t *cubeTask) walkAlone(ctx context.Context, nodes int64) (n int64, err error) {
	stop := new(atomic.Bool)
	halt := context.AfterFunc(ctx, func() { stop.Store(true) })
	defer halt()
	visit := func(s matrix.Solution) bool {
		n++
		t.stopped = t.solution != nil && !t.solution(s)
		return !t.stopped
	}
	c := t.cutters[0]
	c.Reset()
	for last := int64(0); nodes > last && len(t.left) > 0 && !t.stopped && err == nil; err = ctx.Err() {
		t.done = 1 - partOf(t.left)
		left := c.Explore(stop, t.left[0], nodes-last, visit)
		t.left = append(left, t.left[1:]...)
		last = c.Stats().Nodes
	}
	t.stats = search.Stats{}
	t.stats.AddStats(t.before)
	t.stats.AddStats(c.Stats())
	return n, err
}

// walkTogether walks on several threads.
func (t *cubeTask) walkTogether(ctx context.Context, nodes int64) (n int64, err error) {
	o := search.RunOptions{Cubes: t.left, Nodes: nodes}
	if t.report != nil {
		t.done = 1 - partOf(t.left)
		o.Report = t.reportWalk
	}
	run := search.NewRun(t.cutters, o)
	if t.solution == nil {
		var count *big.Int
		count, err = run.Count(ctx)
		n = count.Int64()
	} else {
		for s := range run.Solutions(ctx) {
			n++
			if t.stopped = !t.solution(s); t.stopped {
				break
			}
		}
		err = run.Err()
	}
	t.stats.AddStats(run.Stats())
	t.left = run.RemainingCubes()
	return n, err
}

// reportWalk adds what was done before to what a walk reports.
func (t *cubeTask) reportWalk(q search.Progress) {
	size := t.parts[0].size
	q.Share = (float64(t.of-len(t.parts)) + t.done + q.Share) / float64(t.of)
	q.Solutions, q.Nodes, q.Updates = t.count.Int64()+size*q.Solutions, t.before.Nodes+q.Nodes,
		t.before.Updates+q.Updates
	t.report(q)
}

// Progress implements [Task].
func (t *cubeTask) Progress() (spent, part float64) {
	if len(t.parts) == 0 {
		return t.spent, 1
	}
	return t.spent, 1 - (float64(len(t.parts)-1)+partOf(t.left))/float64(t.of)
}

// partOf returns the part of a tree that cubes are.
func partOf(cubes []search.Cube) (part float64) {
	for _, c := range cubes {
		part += c.Part
	}
	return part
}

// Result implements [Task]. In the effort each solution stands for as many as its orbit has options.
func (t *cubeTask) Result() (*big.Int, search.Stats) {
	stats := t.stats
	if t.orbits {
		stats.Profile = nil
	}
	if t.solution == nil {
		stats.Solutions = t.count.Int64()
	}
	return new(big.Int).Set(t.count), stats
}

// Close implements [Task].
func (t *cubeTask) Close() { t.cutters = nil }

// pullTask runs an engine of one thread on a coroutine, which pauses in the engine's reports. So an engine may be
// recursive, its solutions go straight to whoever wants them, and nothing is done again after a pause.
type pullTask struct {
	output
	// make makes the engine, with a function that it calls now and then.
	make  func(report func(search.Progress)) (search.Engine, error)
	price price
	parts bool  // the engine tells which part of its search is done
	most  int64 // solutions after which the task fails, where they are counted; 0 is no bound

	engine      search.Engine
	next        func() (_ struct{}, more bool) // works on until the next pause
	stop        func()
	count       int64
	start       float64 // seconds before the search
	spent, part float64
	until       float64
	closed      bool
}

// errTooMany ends a count whose solutions are too many for the engine.
var errTooMany = errors.New("there are too many solutions for an engine that remembers each")

// Advance implements [Task].
func (t *pullTask) Advance(ctx context.Context, until float64) (done bool, err error) {
	t.until = until
	if t.next == nil {
		if err := t.begin(ctx); err != nil {
			return false, err
		}
	}
	if _, more := t.next(); more {
		return false, ctx.Err()
	}
	switch {
	case t.closed:
		return true, errClosed
	case t.solution == nil && t.most > 0 && t.count > t.most:
		return false, errTooMany
	}
	return true, t.engine.Err()
}

// begin makes the engine, and the coroutine on which it runs.
func (t *pullTask) begin(ctx context.Context) (err error) {
	inner, cancel := context.WithCancel(ctx)
	var pause func(struct{}) bool
	t.engine, err = t.make(func(q search.Progress) {
		t.spent = t.start + t.price.seconds(search.Stats{Nodes: q.Nodes, Updates: q.Updates})
		if t.parts {
			t.part = q.Share
		}
		if t.report != nil {
			t.report(q)
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
			if t.closed || t.solution != nil && !t.solution(s) || t.solution == nil && t.most > 0 && t.count > t.most {
				break
			}
		}
		t.spent = max(t.spent, t.start+t.price.seconds(t.engine.Stats()))
	})
	t.next, t.stop = next, func() { stop(); cancel() }
	return nil
}

// Progress implements [Task].
func (t *pullTask) Progress() (spent, part float64) { return t.spent, t.part }

// Result implements [Task].
func (t *pullTask) Result() (*big.Int, search.Stats) {
	if t.engine == nil {
		return new(big.Int), search.Stats{}
	}
	return big.NewInt(t.count), t.engine.Stats()
}

// Close implements [Task].
func (t *pullTask) Close() {
	if t.closed = true; t.next != nil {
		t.stop()
	}
}

// gatedTask runs an engine that has several threads on goroutines of its own. They wait at a gate while it is not
// their turn.
type gatedTask struct {
	output
	run func(ctx context.Context, t *gatedTask) (*big.Int, search.Stats, error)

	mu            sync.Mutex
	changed       sync.Cond
	spent, part   float64
	known         float64            // part of the states that were met before
	until         float64            // where the gate is
	cancel        context.CancelFunc // nil before the engine has begun
	waiting, over bool
	closed        bool
	list          iter.Seq[matrix.Solution] // after the run, if that has made one
	count         *big.Int
	stats         search.Stats
	err           error
}

// newGatedTask makes a task of an engine that calls pass whenever it has worked for some seconds more. It
// takes some seconds before that.
func newGatedTask(start float64, out output, run func(ctx context.Context, t *gatedTask) (*big.Int, search.Stats,
	error)) *gatedTask {
	t := &gatedTask{output: out, run: run, spent: start}
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
		go t.start(inner)
	}
	for t.changed.Broadcast(); !t.over && !t.waiting; {
		t.changed.Wait()
	}
	if t.over && t.err == nil && t.list != nil {
		all, _ := new(big.Float).SetInt(t.count).Float64()
		listed := int64(0)
		for s := range t.list {
			if listed++; t.report != nil {
				t.report(search.Progress{Nodes: listed, Share: float64(listed) / all})
			}
			if ctx.Err() != nil || !t.solution(s) {
				break
			}
		}
		return true, ctx.Err()
	}
	return t.over, t.err
}

func (t *gatedTask) start(ctx context.Context) {
	n, stats, err := t.run(ctx, t)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.count, t.stats, t.err, t.over = n, stats, err, true
	t.changed.Broadcast()
}

// pass adds work, and waits for the next step when this one is over, or when the engine tells for the first time
// how far it is. Work that is done until the engine sees that the task was closed depends on the machine, and
// is not added.
func (t *gatedTask) pass(seconds, part, known float64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return
	}
	t.spent += seconds
	t.known = max(t.known, known)
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

// Close implements [Task]. It lets the engine go on to the place where it sees that it is cancelled.
func (t *gatedTask) Close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closed = true
	if t.cancel == nil {
		t.over, t.err, t.cancel = true, errClosed, func() {}
		return
	}
	t.cancel()
	for t.changed.Broadcast(); !t.over; {
		t.changed.Wait()
	}
	t.run = nil
}

var errClosed = errors.New("the task is closed")

// knownPart returns the part of the states that were met before.
func (t *gatedTask) knownPart() float64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.known
}
