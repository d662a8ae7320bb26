package schedule

import (
	"cmp"
	"context"
	"iter"
	"math"
	"math/big"

	"quadrille/runtime/engine/dlx"
	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// autoEngine lets the engines of the table take turns. A count, a list and a few solutions differ in who is a
// candidate, in the shares, and in whether time is predicted: where all is visited it can be, and the first
// solution may come at any time.
type autoEngine struct {
	scheduler
	subject subject
	request Request
	plan    *Plan
	first   float64 // seconds of a first turn
	maxSeen int     // words of solutions that are remembered
	share   float64 // of every engine, for tests; 0 stands for the table

	yield   func(matrix.Solution) bool // nil for a count
	seen    dedup                      // so that each solution is yielded once
	finder  *candidate                 // of all solutions so far, nil if several have found some
	found   int64
	stopped bool // nobody wants more

	answer *big.Int // of preprocessing, or nil
	stats  search.Stats
	err    error
}

const (
	// firstTurn is the length of a first turn in seconds. With twice as much, six more counts of examples/unseen.yaml
	// are missed, small ones such as drawn 1 and 3.
	firstTurn = 0.5e-3
	// turnGrowth is the length of a later turn, for all solutions and counts. With a fourth, four more counts are
	// missed, as more engines begin before anything is known.
	turnGrowth = 1.0 / 2
	// fewGrowth is the same for a few solutions, where two engines have nearly the same share: with a half, three more
	// are missed, as one is far ahead at any time.
	fewGrowth = 1.0 / 8
	// maxSeen is how many words of solutions are remembered. When so many are found, those who found less stop.
	maxSeen = 1 << 21
	// lookEvery is the work between two reports once a solution was found: whoever wants no more looks on for two
	// of them.
	lookEvery = 1 << 19
	// memoStart is the share of memo in a count until it knows how often states recur: with minShare two more counts
	// are missed, and three of examples/fresh.yaml. knownPart is the part of its states met again from which on it has
	// its whole share. Where it came to a sixth, memo was the fastest on 250 problems, with few exceptions. With a
	// fixed share of a fourth, six more counts are missed.
	memoStart, knownPart = 1.0 / 16, 1.0 / 4
	// hopelessSeconds are what every other engine must need before memo may use as much memory as when it is named.
	hopelessSeconds = 60
)

// newAuto makes the plan of an engine that is chosen on the way.
func newAuto(p *matrix.Problem, r Request) (*Plan, error) {
	_, wrongItems := dlx.ItemOrder(r.Order, p, r.Seed)
	_, wrongOptions := dlx.OptionOrder(r.OptionOrder, p, r.Seed)
	if err := cmp.Or(wrongItems, wrongOptions); err != nil {
		return nil, err
	}
	if r.Ordered {
		r.Threads = 1 // how much a turn comes to on several differs from time to time
	}
	w := &work{problem: p, request: r}
	a := &autoEngine{subject: w, request: r, first: firstTurn, maxSeen: maxSeen}
	w.hopeless = a.hopeless
	name, why := visitor(p)
	a.plan = &Plan{Engine: a, Name: name, Why: why}
	return a.plan, nil
}

// Count implements [search.Counter].
func (a *autoEngine) Count(ctx context.Context) (*big.Int, error) {
	a.reset(nil)
	a.countCandidates()
	return a.search(ctx)
}

// Solutions implements [search.Engine].
func (a *autoEngine) Solutions(ctx context.Context) iter.Seq[matrix.Solution] {
	return func(yield func(matrix.Solution) bool) {
		a.reset(yield)
		a.listCandidates()
		_, _ = a.search(ctx)
	}
}

func (a *autoEngine) reset(yield func(matrix.Solution) bool) {
	a.scheduler = scheduler{firstTurn: a.first, growth: turnGrowth, limit: a.limit}
	a.yield, a.seen, a.finder, a.found, a.stopped = yield, dedup{}, nil, 0, false
	a.answer, a.stats, a.err = nil, search.Stats{}, nil
}

func (a *autoEngine) search(ctx context.Context) (*big.Int, error) {
	c, err := a.run(ctx)
	a.plan.Turns, a.err = a.turnsTaken(), err
	n := a.answer
	if c != nil {
		a.plan.Name, a.plan.Why = c.name, c.why
		n, a.stats = c.Result()
	}
	if a.stopped {
		a.stats.Solutions = max(a.stats.Solutions, a.found) // threads may have met more
	}
	if n == nil {
		n = new(big.Int)
	}
	return n, err
}

// Err implements [search.Engine].
func (a *autoEngine) Err() error { return a.err }

// Stats implements [search.Engine]: the effort of who came to the end.
func (a *autoEngine) Stats() search.Stats { return a.stats }

// add makes an engine a candidate, if it fits and has a share.
func (a *autoEngine) add(name, why string) *candidate {
	part := engineOf(name).shares[a.goal()]
	if part > 0 && a.share > 0 {
		part = a.share
	}
	if part == 0 || a.subject.fits(name) != nil {
		return nil
	}
	c := &candidate{name: name, why: why, share: func() float64 { return part }}
	var out output
	if a.request.Report != nil {
		out.report = a.reporter()
	}
	if a.yield != nil {
		out.solution = func(s matrix.Solution) bool { return a.onSolution(c, s) }
	}
	c.Task = a.subject.task(name, out)
	a.candidates = append(a.candidates, c)
	return c
}

func (a *autoEngine) goal() Goal {
	switch {
	case a.yield == nil:
		return Count
	case a.request.Goal == Few:
		return Few
	}
	return All
}

// reporter passes on what a candidate reports, with what all have found.
func (a *autoEngine) reporter() func(search.Progress) {
	last := int64(0)
	return func(q search.Progress) {
		every := a.request.ReportEvery
		if a.yield != nil {
			if q.Solutions = a.found; a.found > 0 {
				every = min(every, lookEvery)
			}
		}
		if work := q.Nodes + q.Updates; work >= last+every {
			last = work
			a.request.Report(q)
		}
	}
}

// onSolution yields a solution that a candidate has found, unless another one has found it before.
func (a *autoEngine) onSolution(c *candidate, s matrix.Solution) bool {
	switch {
	case a.found == 0:
		a.finder = c
	case a.finder != c:
		a.finder = nil
	}
	switch {
	case a.finder == nil && a.seen.has(s):
		return true
	case a.seen.words < a.maxSeen:
		a.seen.add(s)
	default:
		a.stopOthers(c)
	}
	a.found++
	a.stopped = !a.yield(s)
	return !a.stopped
}

const (
	whyVisits = "it visits every solution"
	whyLearns = "it learns from dead ends"
	whyHard   = "a few solutions of a large problem of matchings"
	whyShares = "states are shared"
	whyJoins  = "few options cross the middle"
)

// listCandidates: the engine that visits all solutions, by its table, leads; or learning, where a visit gets lost.
func (a *autoEngine) listCandidates() {
	name, why := a.subject.visitor()
	free := a.request.Order+a.request.OptionOrder == ""
	hard := a.goal() == Few && free && a.subject.isHard()
	if hard {
		a.add(Learn, whyHard)
	}
	if visits := a.add(name, why); hard {
		visits.share = func() float64 { return minShare }
	}
	switch {
	case !free:
	case hard:
		a.addMemo()
	default:
		a.add(Learn, whyLearns)
		a.add(Restarts, "rare options first, with restarts")
		a.addMemo()
	}
	if a.goal() == Few {
		a.growth = fewGrowth
	}
	a.preprocess = []*preprocess{{proofCost, a.prove}}
}

// countCandidates: first the engine that begins soonest visits solutions, as many problems are small.
func (a *autoEngine) countCandidates() {
	a.predicts = true
	first, other := Sparse, Dense
	if a.subject.fits(Dense) == nil && a.subject.startPrice(Dense) < a.subject.startPrice(Sparse) {
		first, other = Dense, Sparse
	}
	visits := a.add(first, whyVisits)
	a.preprocess = []*preprocess{
		{0, func(context.Context) (bool, error) {
			if c := a.add(other, whyVisits); c != nil {
				c.estimate = a.subject.estimate(other, visits.Task)
			}
			a.addMemo()
			return false, nil
		}},
		{a.first, a.drawPlanar},
		{a.first + symmetrySeconds*float64(a.subject.entries()), a.divide},
		{proofCost, a.prove},
	}
}

// countWithin counts by the engines that visit no solutions, if they need no more than some seconds.
func (a *autoEngine) countWithin(ctx context.Context, seconds float64) (*big.Int, error) {
	a.limit = seconds
	a.reset(nil)
	a.predicts = true
	a.addMemo()
	a.add(Halves, whyJoins)
	return a.search(ctx)
}

// addMemo: the share of memo goes by how often it meets states again.
func (a *autoEngine) addMemo() {
	c := a.add(Memo, whyShares)
	if c == nil || a.share > 0 {
		return
	}
	c.unreliable = true
	fixed, start := c.share(), minShare
	if a.predicts {
		start = memoStart
	}
	c.share = func() float64 {
		known := c.Task.(interface{ knownPart() float64 }).knownPart()
		if known == 0 {
			return start
		}
		sure := min(1, known/knownPart)
		return max(minShare, fixed*sure*sure*sure)
	}
}

// hopeless reports whether all that visit every solution would take too long. It is asked by a
// candidate, while no other one works.
func (a *autoEngine) hopeless() bool {
	for _, c := range a.candidates {
		if _, visits := c.Task.(partsWalker); visits && c.expected() < hopelessSeconds {
			return false
		}
	}
	return true
}

// nodes returns the nodes that a task has visited, for one part of its search.
func nodesOf(t Task) float64 {
	_, stats := t.Result()
	_, part := t.Progress()
	return float64(stats.Nodes) / math.Max(part, minProgress)
}
