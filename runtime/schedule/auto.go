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

// autoEngine lets the engines of the table take turns. A count, a list and a few solutions differ in the candidates and
// their shares.
type autoEngine struct {
	scheduler
	subject subject
	request Request
	plan    *Plan
	first   float64 // seconds of a first turn
	maxSeen int     // words of solutions that are remembered
	share   float64 // of every engine, for tests; 0 stands for the table

	ids      []matrix.OptionID          // by option of the reduced problem: its number in the original one; nil if it is the same
	original matrix.Solution            // room for a solution of the original problem
	yield    func(matrix.Solution) bool // nil for a count
	seen     dedup                      // so that each solution is yielded once
	finder   *candidate                 // of all solutions so far, nil if several have found some
	found    int64
	stopped  bool // nobody wants more

	answer *big.Int // of preprocessing, or nil
	stats  search.Stats
	err    error
}

const (
	// firstTurn is the length of a first turn in seconds. With twice as much four more rows are missed, such as loops
	// and cubic graphs.
	firstTurn = 0.5e-3
	// maxSeen is how many words of solutions are remembered. When so many are found, those who found less stop.
	maxSeen = 1 << 21
	// lookEvery is the work between two reports once a solution was found: whoever wants no more looks on for two
	// of them.
	lookEvery = 1 << 19
	// memoStart is the share of memo in a count until it knows how often states recur. With minShare nine more rows are
	// missed, such as alternating signs and cube matchings; with all of it four, such as the rectangle into a square.
	memoStart = 1.0 / 16
	// knownPart is the part of its states met again from which on memo has its whole share in a count; below that it has
	// the square of as much. Always with the whole share nine more rows are missed, such as drawn 27 and mates of order 7,
	// without the square L tetrominoes and few givens, and with 1 for knownPart nine, such as rosters and two stars.
	knownPart = 1.0 / 4
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
	reduced, ids := propagate(p)
	w := &work{problem: reduced, request: r}
	a := &autoEngine{subject: w, request: r, first: firstTurn, maxSeen: maxSeen, ids: ids}
	w.hopeless = a.hopeless
	name, why := visitor(reduced)
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
	a.scheduler = scheduler{firstTurn: a.first, limit: a.limit}
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
	if c.found++; 1 < c.found && c.found < a.request.Wanted { // one says nothing of when the next one comes
		c.foundPart = float64(c.found) / float64(a.request.Wanted)
	}
	a.stopped = !a.yield(a.originalOptions(s))
	return !a.stopped
}

const (
	whyVisits = "it visits every solution"
	whyLearns = "it learns from dead ends"
	whyShares = "states are shared"
	whyJoins  = "few options cross the middle"
)

// begin adds an engine that visits solutions for a first turn, as many problems are small. Other candidates are added
// after that.
func (a *autoEngine) begin(name string, addOthers func(first *candidate)) {
	first := a.add(name, whyVisits)
	a.preprocess = []*preprocess{{0, func(context.Context) (bool, error) { addOthers(first); return false, nil }}}
}

// listCandidates: the visitor has the first turn, or sparse if that starts sooner by a turn, and then the share of its
// row. If an order is asked for, no other engine takes turns.
func (a *autoEngine) listCandidates() {
	name, why := a.subject.visitor()
	if a.request.Order+a.request.OptionOrder != "" {
		a.add(name, why)
	} else {
		first := name
		if a.subject.startPrice(name) > a.subject.startPrice(Sparse)+firstTurn {
			first = Sparse
		}
		a.begin(first, func(first *candidate) {
			if first.name != name {
				a.add(name, why)
			}
			a.add(Learn, whyLearns)
			a.add(Restarts, "rare options first, with restarts")
			a.add(Memo, whyShares)
		})
	}
	// The whole cost of a proof must be spent, as little is known of the time that a list needs.
	a.preprocess = append(a.preprocess, &preprocess{proofCost / preprocessPart, a.prove})
}

// countCandidates: both dense and sparse visit solutions, as either may be the faster one by far, and the one that starts
// soonest has the first turn.
func (a *autoEngine) countCandidates() {
	first := Sparse
	if a.subject.fits(Dense) == nil && a.subject.startPrice(Dense) < a.subject.startPrice(Sparse) {
		first = Dense
	}
	a.begin(first, func(first *candidate) {
		other := map[string]string{Dense: Sparse, Sparse: Dense}[first.name]
		if c := a.add(other, whyVisits); c != nil {
			c.estimate = a.subject.estimate(other, first.Task)
		}
		a.addMemo()
	})
	a.preprocess = append(a.preprocess, &preprocess{0, a.drawPlanar},
		&preprocess{symmetrySeconds * float64(a.subject.entries()), a.divide}, &preprocess{proofCost, a.prove})
}

// countWithin counts by the engines that visit no solutions, if they need no more than some seconds.
func (a *autoEngine) countWithin(ctx context.Context, seconds float64) (*big.Int, error) {
	a.limit = seconds
	a.reset(nil)
	a.addMemo()
	a.add(Halves, whyJoins)
	return a.search(ctx)
}

// addMemo adds memo to a count. Its share goes by how often it meets states again.
func (a *autoEngine) addMemo() {
	c := a.add(Memo, whyShares)
	if c == nil || a.share > 0 {
		return
	}
	c.unreliable = true
	whole := c.share()
	c.share = func() float64 {
		known := c.Task.(interface{ knownPart() float64 }).knownPart()
		if known == 0 {
			return memoStart
		}
		sure := min(1, known/knownPart)
		return max(minShare, whole*sure*sure)
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
