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

// autoEngine runs several engines by turns until one of them has the answer. Which engines take part, and which share
// of the time each may spend, depends on the goal: a count, a list of all solutions, or a list of a few.
type autoEngine struct {
	scheduler
	problemView      problemView
	request          Request
	plan             *Plan   // plan of this engine; updated with the name of the engine that finishes
	firstTurnSeconds float64 // length of the first turn of an engine in seconds
	maxRemembered    int     // largest size of yielded, in words (int32)
	testShare        float64 // share of the time of every engine, for tests; 0 means the shares in the table of engines

	// originalIDs holds the id in the original problem of each option of the reduced problem; nil if no option was
	// removed.
	originalIDs    []matrix.OptionID
	originalBuffer matrix.Solution            // buffer for a solution of the original problem
	yield          func(matrix.Solution) bool // receives each solution; nil for a count
	yielded        solutionSet                // solutions yielded so far, so that each is yielded once
	// engine that found all solutions so far; nil if several engines found some
	onlyFinder *candidate
	foundCount atomic.Int64 // number of solutions yielded so far; reports of other threads read it
	stopped    bool         // the caller wants no more solutions

	preprocessedCount *big.Int     // number of solutions found by preprocessing, or nil
	stats             search.Stats // effort of the engine that finished
	err               error        // error that ended the last search
}

const (
	// firstTurnSeconds is the length of the first turn of an engine. With twice as much, four more rows are missed (see
	// scheduler), such as loops and cubic graphs.
	firstTurnSeconds = 0.5e-3
	// maxRemembered is the largest size of the set of yielded solutions, in words (int32). When it is reached, only the
	// candidate that found the last solution goes on, because another one would yield solutions again.
	maxRemembered = 1 << 21
	// reportEveryOnceFound is the number of nodes and updates between two progress reports after the first solution. A
	// caller that wants no more solutions stops the search at one of these reports.
	reportEveryOnceFound = 1 << 19
	// initialMemoShare is the share of memo in a count before it is known how often its states recur. With minShare
	// nine more rows are missed, such as alternating signs and cube matchings. With a share of 1 four more are
	// missed, such as the rectangle into a square.
	initialMemoShare = 1.0 / 16
	// fullShareRecurrence is the share of recurring states, from 0 to 1, from which on memo has its whole share in a
	// count. Below it, memo's share is proportional to the square of the share of recurring states. If memo always has
	// its whole share, nine more rows are missed, such as drawn 27 and mates of order 7. Without the square, L
	// tetrominoes and few givens are missed. With a value of 1 nine are, such as rosters and two stars.
	fullShareRecurrence = 1.0 / 4
	// hopelessSeconds is the time that every other engine must still need, in seconds, before memo may use as much
	// memory as if the caller had named memo.
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
		r.Threads = 1 // with several threads the length of a turn, and so the order of solutions, differs between runs
	}
	reduced, ids := reduceProblem(p)
	r.Connected = search.RenumberCellSets(r.Connected, ids)
	w := newRequestedProblem(reduced, r)
	a := &autoEngine{problemView: w, request: r, firstTurnSeconds: firstTurnSeconds, maxRemembered: maxRemembered,
		originalIDs: ids}
	w.hopeless = a.othersHopeless
	name, why := w.fastestVisitor()
	a.plan = &Plan{Engine: a, Name: name, Why: why, RemovedOptions: p.OptionCount() - reduced.OptionCount()}
	return a.plan, nil
}

// Count implements [search.Counter].
func (a *autoEngine) Count(ctx context.Context) (*big.Int, error) {
	a.resetSearch(nil)
	a.addCountCandidates()
	return a.search(ctx)
}

// Solutions implements [search.Engine].
func (a *autoEngine) Solutions(ctx context.Context) iter.Seq[matrix.Solution] {
	return func(yield func(matrix.Solution) bool) {
		a.resetSearch(yield)
		a.addListCandidates()
		_, _ = a.search(ctx)
	}
}

func (a *autoEngine) resetSearch(yield func(matrix.Solution) bool) {
	a.scheduler = scheduler{firstTurnSeconds: a.firstTurnSeconds, maxSeconds: a.maxSeconds}
	a.yield, a.yielded, a.onlyFinder, a.stopped = yield, solutionSet{}, nil, false
	a.foundCount.Store(0)
	a.preprocessedCount, a.stats, a.err = nil, search.Stats{}, nil
}

func (a *autoEngine) search(ctx context.Context) (*big.Int, error) {
	c, err := a.runCandidates(ctx)
	a.plan.Turns, a.err = a.turnsTaken(), err
	n := a.preprocessedCount
	if c != nil {
		a.plan.Name, a.plan.Why = c.name, c.why
		n, a.stats = c.Result()
	}
	if a.stopped {
		// Several threads may have found more solutions than were yielded.
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
	part := findEngine(name).roleIn(a.problemView.problemKind()).shares[a.goal()]
	if part > 0 && a.testShare > 0 {
		part = a.testShare
	}
	if part == 0 || a.problemView.checkFit(name) != nil {
		return nil
	}
	c := &candidate{name: name, why: why, share: func() float64 { return part }}
	var out taskOutput
	if a.request.Report != nil {
		out.onReport = a.reporter()
	}
	if a.yield != nil {
		out.onSolution = func(s matrix.Solution) bool { return a.onSolution(c, s) }
	}
	c.Task = a.problemView.newTask(name, out)
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
				every = min(every, reportEveryOnceFound)
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
		a.onlyFinder = c
	case a.onlyFinder != c:
		a.onlyFinder = nil
	}
	switch {
	case a.onlyFinder == nil && a.yielded.hasSolution(s):
		return true
	case a.yielded.wordCount < a.maxRemembered:
		a.yielded.addSolution(s)
	default:
		a.stopOthers(c)
	}
	a.foundCount.Add(1)
	// A single solution does not allow an estimate of the time to the next one.
	if c.foundCount++; 1 < c.foundCount && c.foundCount < a.request.Wanted {
		c.foundPart = float64(c.foundCount) / float64(a.request.Wanted)
	}
	a.stopped = !a.yield(a.originalOptions(s))
	return !a.stopped
}

// WhyShares is the reason for memo, in words.
const WhyShares = "states are shared"

const (
	whyVisits = "it visits every solution"
	whyLearns = "it learns from dead ends"
	whyJoins  = "few options cross the middle"
)

// addFirstEngine gives the named engine the first turn, because most small problems are solved within that turn. After
// the turn, addOthers adds the other candidates.
func (a *autoEngine) addFirstEngine(name string, addOthers func(first *candidate)) {
	first := a.addCandidate(name, whyVisits)
	a.preprocessSteps = []*preprocessStep{{0, func(context.Context) (bool, error) {
		addOthers(first)
		return false, nil
	}}}
}

// addListCandidates adds the candidates that list solutions. The first turn belongs to the engine that
// visits solutions fastest, or to sparse if sparse starts sooner by more than a turn. If the
// request names an order, no other engine takes part.
func (a *autoEngine) addListCandidates() {
	name, why := a.problemView.fastestVisitor()
	if a.request.Order+a.request.OptionOrder != "" {
		a.addCandidate(name, why)
	} else {
		first := name
		if a.problemView.checkFit(Sparse) == nil &&
			a.problemView.startSeconds(name) > a.problemView.startSeconds(Sparse)+firstTurnSeconds {
			first = Sparse
		}
		a.addFirstEngine(first, func(first *candidate) {
			if first.name != name {
				a.addCandidate(name, why)
			}
			a.addCandidate(Learn, whyLearns)
			a.addCandidate(Restarts, "rare options first, with restarts")
			a.addCandidate(Memo, WhyShares)
		})
	}
	// The proof is tried only after the search has spent as much time as the proof costs, because the time of a list
	// is hard to predict.
	a.preprocessSteps = append(a.preprocessSteps, &preprocessStep{proofSeconds / preprocessPart,
		a.tryInfeasibilityProof})
}

// addCountCandidates adds the candidates that count solutions. Dense and sparse both take part, as
// either may be faster by far. The one that starts sooner has the first turn. If neither fits, the
// fastest visitor has it.
func (a *autoEngine) addCountCandidates() {
	first := Sparse
	if a.problemView.checkFit(Sparse) != nil {
		first, _ = a.problemView.fastestVisitor()
	} else if a.problemView.checkFit(Dense) == nil &&
		a.problemView.startSeconds(Dense) < a.problemView.startSeconds(Sparse) {
		first = Dense
	}
	a.addFirstEngine(first, func(first *candidate) {
		if other, both := map[string]string{Dense: Sparse, Sparse: Dense}[first.name]; both {
			if c := a.addCandidate(other, whyVisits); c != nil {
				c.estimatedSeconds = a.problemView.estimateSeconds(other, first.Task)
			}
		}
		a.addMemo()
		if a.problemView.problemKind() == supportedColors {
			a.addCandidate(Learn, whyLearns)
		}
	})
	a.preprocessSteps = append(a.preprocessSteps, &preprocessStep{0, a.countPlanar},
		&preprocessStep{symmetrySeconds * float64(a.problemView.entryCount()), a.divideProblem},
		&preprocessStep{proofSeconds, a.tryInfeasibilityProof})
}

// countWithin counts with memo and halves, which visit no solutions. It fails if they need more
// than the given number of seconds.
func (a *autoEngine) countWithin(ctx context.Context, seconds float64) (*big.Int, error) {
	a.maxSeconds = seconds
	a.resetSearch(nil)
	a.addMemo()
	a.addCandidate(Halves, whyJoins)
	return a.search(ctx)
}

// addMemo adds memo to the candidates of a count. Its share depends on how often its states recur.
func (a *autoEngine) addMemo() {
	c := a.addCandidate(Memo, WhyShares)
	if c == nil || a.testShare > 0 {
		return
	}
	c.unreliable = true
	whole := c.share()
	c.share = func() float64 {
		recurrence := c.Task.(interface{ readRecurrence() float64 }).readRecurrence()
		if recurrence == 0 {
			return initialMemoShare
		}
		sure := min(1, recurrence/fullShareRecurrence)
		return max(minShare, whole*sure*sure)
	}
}

// othersHopeless reports whether every engine that visits all solutions would need more than hopelessSeconds. Memo
// calls it during its turn.
func (a *autoEngine) othersHopeless() bool {
	for _, c := range a.candidates {
		if _, visits := c.Task.(partsTask); visits && c.expectedSeconds() < hopelessSeconds {
			return false
		}
	}
	return true
}

// estimateNodes estimates the total number of nodes of a task: the number of nodes visited so far, divided by the share
// of the search that is done.
func estimateNodes(t Task) float64 {
	_, stats := t.Result()
	_, part := t.Progress()
	return float64(stats.Nodes) / math.Max(part, minProgress)
}
