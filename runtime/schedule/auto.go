package schedule

import (
	"cmp"
	"context"
	"iter"
	"math"
	"math/big"
	"sync/atomic"

	"quadrille/runtime/engine/dlx"
	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// autoEngine runs several engines of the table of engines by turns until one of them has the
// answer. A count, a list of all solutions and a list of a few solutions differ in the engines that
// take part and in their shares of the time.
type autoEngine struct {
	scheduler
	subject   subject
	request   Request
	plan      *Plan
	firstTurn float64 // length of the first turn of an engine in seconds
	maxSeen   int     // largest number of solution words (int32) that are remembered
	testShare float64 // share of the time of every engine, for tests; 0 means the shares in the table of engines

	// ids maps each option of the reduced problem to its number in the original one; nil if nothing was removed.
	ids        []matrix.OptionID
	original   matrix.Solution            // buffer for a solution of the original problem
	yield      func(matrix.Solution) bool // receives each solution; nil for a count
	seen       dedup                      // solutions yielded so far, so that each is yielded once
	finder     *candidate                 // engine that found all solutions so far; nil if several found some
	foundCount atomic.Int64               // number of solutions yielded so far; reports of other threads read it
	stopped    bool                       // the caller wants no more solutions

	answer *big.Int     // number of solutions found by preprocessing, or nil
	stats  search.Stats // effort of the engine that finished
	err    error        // error that ended the last search
}

const (
	// firstTurn is the length of the first turn of an engine in seconds. With twice as much four
	// more rows are missed, such as loops and cubic graphs.
	firstTurn = 0.5e-3
	// maxSeen is the largest number of solution words (int32) that are remembered. Once it is
	// reached, only the candidate that found the last solution goes on.
	maxSeen = 1 << 21
	// lookEvery is the number of nodes and updates between two progress reports once a solution was
	// found. A caller that wants no more solutions stops the search at one of these reports.
	lookEvery = 1 << 19
	// memoStart is the share of memo in a count before it is known how often its states recur. With
	// minShare nine more rows are missed, such as alternating signs and cube matchings; with all of
	// it four, such as the rectangle into a square.
	memoStart = 1.0 / 16
	// knownPart is the part of recurring states from which on memo has its whole share in a count.
	// Below it, the share shrinks with the square of that part. Always with the whole share nine
	// more rows are missed, such as drawn 27 and mates of order 7, without the square L tetrominoes
	// and few givens, and with 1 for knownPart nine, such as rosters and two stars.
	knownPart = 1.0 / 4
	// hopelessSeconds is the time in seconds that every other engine must still need before memo
	// may use as much memory as if the caller had named it.
	hopelessSeconds = 60
)

// newAuto returns a plan whose engine is chosen during the search.
func newAuto(p *matrix.Problem, r Request) (*Plan, error) {
	_, wrongItems := dlx.ItemOrder(r.Order, p, r.Seed)
	_, wrongOptions := dlx.OptionOrder(r.OptionOrder, p, r.Seed)
	if err := cmp.Or(wrongItems, wrongOptions); err != nil {
		return nil, err
	}
	if r.Ordered {
		r.Threads = 1 // the length of a turn on several threads differs between runs
	}
	reduced, ids := reduceProblem(p)
	r.Connected = keepSetOptions(r.Connected, ids)
	w := &plannedWork{problem: reduced, request: r}
	a := &autoEngine{subject: w, request: r, firstTurn: firstTurn, maxSeen: maxSeen, ids: ids}
	w.hopeless = a.hopeless
	name, why := w.visitor()
	a.plan = &Plan{Engine: a, Name: name, Why: why, Filtered: p.OptionCount() - reduced.OptionCount()}
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
	a.scheduler = scheduler{firstTurn: a.firstTurn, maxSeconds: a.maxSeconds}
	a.yield, a.seen, a.finder, a.stopped = yield, dedup{}, nil, false
	a.foundCount.Store(0)
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
		// several threads may have found more than were yielded
		a.stats.Solutions = max(a.stats.Solutions, a.foundCount.Load())
	}
	if n == nil {
		n = new(big.Int)
	}
	return n, err
}

// Err implements [search.Engine].
func (a *autoEngine) Err() error { return a.err }

// Stats implements [search.Engine]: the effort of the engine that finished.
func (a *autoEngine) Stats() search.Stats { return a.stats }

// addCandidate adds an engine to the candidates, if it fits the problem and has a share of the time
// for the goal.
func (a *autoEngine) addCandidate(name, why string) *candidate {
	part := engineOf(name).shares[a.goal()]
	if part > 0 && a.testShare > 0 {
		part = a.testShare
	}
	if name == Learn && len(a.request.Connected) > 0 {
		part = 1 // a cut is a clause, and links forget it: slitherlinks of 20 by 36 took links a minute, learn two seconds
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

// reporter returns a function that passes the progress reports of a candidate to the caller, with
// the number of solutions found by all candidates.
func (a *autoEngine) reporter() func(search.Progress) {
	last := int64(0)
	return func(q search.Progress) {
		every := a.request.ReportEvery
		if a.yield != nil {
			if q.Solutions = a.foundCount.Load(); a.foundCount.Load() > 0 {
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
	case a.foundCount.Load() == 0:
		a.finder = c
	case a.finder != c:
		a.finder = nil
	}
	switch {
	case a.finder == nil && a.seen.has(s):
		return true
	case a.seen.wordCount < a.maxSeen:
		a.seen.add(s)
	default:
		a.stopOthers(c)
	}
	a.foundCount.Add(1)
	// one solution says nothing about when the next one comes
	if c.foundCount++; 1 < c.foundCount && c.foundCount < a.request.Wanted {
		c.foundPart = float64(c.foundCount) / float64(a.request.Wanted)
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

// addFirst gives the named engine the first turn, as most small problems end within it. After that
// turn, addOthers adds the other candidates.
func (a *autoEngine) addFirst(name string, addOthers func(first *candidate)) {
	first := a.addCandidate(name, whyVisits)
	a.preprocess = []*preprocess{{0, func(context.Context) (bool, error) { addOthers(first); return false, nil }}}
}

// listCandidates adds the candidates that list solutions. The first turn belongs to the engine that
// visits solutions fastest, or to sparse if sparse starts sooner by more than a turn. If the
// request names an order, no other engine takes part.
func (a *autoEngine) listCandidates() {
	name, why := a.subject.visitor()
	if a.request.Order+a.request.OptionOrder != "" {
		a.addCandidate(name, why)
	} else {
		first := name
		if len(a.request.Connected) == 0 && a.subject.startSeconds(name) > a.subject.startSeconds(Sparse)+firstTurn {
			first = Sparse
		}
		a.addFirst(first, func(first *candidate) {
			if first.name != name {
				a.addCandidate(name, why)
			}
			a.addCandidate(Learn, whyLearns)
			a.addCandidate(Restarts, "rare options first, with restarts")
			a.addCandidate(Memo, whyShares)
		})
	}
	// The proof waits until its whole cost was spent, because the time of a list is hard to
	// foresee.
	a.preprocess = append(a.preprocess, &preprocess{proofCost / preprocessPart, a.prove})
}

// countCandidates adds the candidates that count solutions. Dense and sparse both take part, as
// either may be faster by far. The one that starts sooner has the first turn.
func (a *autoEngine) countCandidates() {
	first := Sparse
	if a.subject.fits(Dense) == nil && a.subject.startSeconds(Dense) < a.subject.startSeconds(Sparse) {
		first = Dense
	}
	a.addFirst(first, func(first *candidate) {
		other := map[string]string{Dense: Sparse, Sparse: Dense}[first.name]
		if c := a.addCandidate(other, whyVisits); c != nil {
			c.estimate = a.subject.estimate(other, first.Task)
		}
		a.addMemo()
	})
	a.preprocess = append(a.preprocess, &preprocess{0, a.countPlanar},
		&preprocess{symmetrySeconds * float64(a.subject.entries()), a.divideProblem}, &preprocess{proofCost, a.prove})
}

// countWithin counts with memo and halves, which visit no solutions. It fails if they need more
// than the given number of seconds.
func (a *autoEngine) countWithin(ctx context.Context, seconds float64) (*big.Int, error) {
	a.maxSeconds = seconds
	a.reset(nil)
	a.addMemo()
	a.addCandidate(Halves, whyJoins)
	return a.search(ctx)
}

// addMemo adds memo to the candidates of a count. Its share depends on how often its states recur.
func (a *autoEngine) addMemo() {
	c := a.addCandidate(Memo, whyShares)
	if c == nil || a.testShare > 0 {
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

// hopeless reports whether all engines that visit every solution would take too long. Memo calls it
// during its turn.
func (a *autoEngine) hopeless() bool {
	for _, c := range a.candidates {
		if _, visits := c.Task.(partsTask); visits && c.expected() < hopelessSeconds {
			return false
		}
	}
	return true
}

// nodesOf estimates the number of nodes in the whole search of a task: the nodes visited so far,
// divided by the part of the search that is done.
func nodesOf(t Task) float64 {
	_, stats := t.Result()
	_, part := t.Progress()
	return float64(stats.Nodes) / math.Max(part, minProgress)
}
