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

// autoEngine lets several engines take turns until one of them has the answer. The goal (a count, a list of all
// solutions, or a list of a few) determines which engines take part, and which share of the time each may spend.
type autoEngine struct {
	scheduler
	problemView      plannedProblem
	request          Request
	plan             *Plan   // plan of this engine; at the end it gets the name of the engine that finished
	firstTurnSeconds float64 // length of the first turn of an engine in seconds
	maxYieldedWords  int     // largest size of the set yielded, in words (int32)
	// share of the time that every engine gets in tests; 0 means the shares in the table of engines
	shareInTests float64

	// originalOptionIDs maps each option of the reduced problem to its id in the original problem. It is nil if no
	// option was removed.
	originalOptionIDs      []matrix.OptionID
	originalSolutionBuffer matrix.Solution            // buffer for a solution of the original problem
	yield                  func(matrix.Solution) bool // function that receives each solution; nil for a count
	yieldedSolutions       solutionSet                // solutions that were yielded, so that each is yielded once
	// onlyFindingCandidate is the engine that found all solutions so far; nil if several engines found some.
	onlyFindingCandidate *candidate
	// number of solutions yielded so far; atomic, because reports of other threads read it
	foundCount atomic.Int64
	isStopped  bool // whether the caller wants no more solutions

	preprocessedCount *big.Int     // number of solutions if preprocessing has found it, or nil
	stats             search.Stats // effort of the engine that finished
	err               error        // error that ended the last search
}

const (
	// firstTurnSeconds is the length of the first turn of an engine. With twice as much, four more rows are missed (see
	// scheduler), such as rosters and circulant colorings.
	firstTurnSeconds = 0.5e-3
	// maxYieldedWords is the largest size of the set of yielded solutions, in words (int32). When it is reached, only
	// the candidate that found the last solution continues, because another one would yield the same solutions again.
	maxYieldedWords = 1 << 21
	// reportEveryOnceFound is the number of nodes and updates between two progress reports after the first solution. If
	// the caller wants no more solutions, the search stops at the next report.
	reportEveryOnceFound = 1 << 19
	// initialMemoShare is the share of memo in a count before it is known how often memo's states recur. With minShare
	// eight more rows are missed, such as alternating signs and cube matchings. With a share of 1 three more are
	// missed, such as the rectangle into a square.
	initialMemoShare = 1.0 / 8
	// fullShareRecurrence is the fraction of recurring states, from 0 to 1, from which on memo has its whole share in a
	// count. Below it, memo's share is proportional to the square of that fraction. If memo always has its whole share,
	// nine more rows are missed, such as few givens and mates of order 7. Without the square, few givens, job shop
	// and sudokus of order 8 are missed. With a value of 1 ten are missed, such as rosters and two stars. By the
	// clock, sudokus of order 8 take twice as long with 1/4, and grids dominated by 11 three times as long with 1/2.
	fullShareRecurrence = 1.0 / 3
	// hopelessSeconds is the expected total time, in seconds, from which on an engine is considered hopeless. If all
	// other engines are, memo may use as much memory as if the caller had named memo.
	hopelessSeconds = 60
)

// newAuto returns a plan whose engine is chosen during the search.
func newAuto(p *matrix.Problem, r Request) (*Plan, error) {
	_, wrongItems := dlx.ItemOrder(r.ItemOrder, p, r.Seed)
	_, wrongOptions := dlx.OptionOrder(r.OptionOrder, p, r.Seed)
	if err := cmp.Or(wrongItems, wrongOptions); err != nil {
		return nil, err
	}
	if r.FixedSolutionOrder {
		r.Threads = 1 // with several threads the length of a turn, and so the order of solutions, differs between runs
	}
	reduced, ids := reduceProblem(p)
	r.ConnectedSets = search.RenumberCellSets(r.ConnectedSets, ids)
	w := newRequestedProblem(reduced, r)
	a := &autoEngine{problemView: w, request: r, firstTurnSeconds: firstTurnSeconds, maxYieldedWords: maxYieldedWords,
		originalOptionIDs: ids}
	w.areOthersHopeless = a.areOthersHopeless
	name, why := w.fastestVisitor()
	a.plan = &Plan{Engine: a, Name: name, Reason: why, RemovedOptions: p.OptionCount() - reduced.OptionCount()}
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
	a.yield, a.yieldedSolutions, a.onlyFindingCandidate, a.isStopped = yield, solutionSet{}, nil, false
	a.foundCount.Store(0)
	a.preprocessedCount, a.stats, a.err = nil, search.Stats{}, nil
}

func (a *autoEngine) search(ctx context.Context) (*big.Int, error) {
	c, err := a.runCandidates(ctx)
	a.plan.WorkByEngine, a.err = a.turnsTaken(), err
	n := a.preprocessedCount
	if c != nil {
		a.plan.Name, a.plan.Reason = c.name, c.why
		n, a.stats = c.Result()
	}
	if a.isStopped {
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

// Stats implements [search.Engine]. It returns the effort of the engine that finished.
func (a *autoEngine) Stats() search.Stats { return a.stats }

// addCandidate adds an engine to the candidates, if it fits the problem and has a share of the time
// for the goal.
func (a *autoEngine) addCandidate(name, why string) *candidate {
	part := findEngine(name).roleIn(a.problemView.problemKind()).goalShares[a.requestedGoal()]
	if part > 0 && a.shareInTests > 0 {
		part = a.shareInTests
	}
	if part == 0 || a.problemView.checkFit(name) != nil {
		return nil
	}
	c := &candidate{name: name, why: why, timeShare: func() float64 { return part }}
	var out taskOutput
	if a.request.Report != nil {
		out.onReport = a.makeReporter()
	}
	if a.yield != nil {
		out.onSolution = func(s matrix.Solution) bool { return a.onSolution(c, s) }
	}
	c.Task = a.problemView.newTask(name, out)
	a.candidates = append(a.candidates, c)
	return c
}

func (a *autoEngine) requestedGoal() Goal {
	switch {
	case a.yield == nil:
		return CountOnly
	case a.request.Goal == FewSolutions:
		return FewSolutions
	}
	return AllSolutions
}

// makeReporter returns a function that passes the progress reports of a candidate to the caller, with
// the number of solutions found by all candidates.
func (a *autoEngine) makeReporter() func(search.Progress) {
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
		a.onlyFindingCandidate = c
	case a.onlyFindingCandidate != c:
		a.onlyFindingCandidate = nil
	}
	switch {
	case a.onlyFindingCandidate == nil && a.yieldedSolutions.hasSolution(s):
		return true
	case a.yieldedSolutions.wordCount < a.maxYieldedWords:
		a.yieldedSolutions.addSolution(s)
	default:
		a.stopOthers(c)
	}
	a.foundCount.Add(1)
	// A single solution does not allow an estimate of the time to the next one.
	if c.foundCount++; 1 < c.foundCount && c.foundCount < a.request.WantedCount {
		c.foundFraction = float64(c.foundCount) / float64(a.request.WantedCount)
	}
	a.isStopped = !a.yield(a.originalSolution(s))
	return !a.isStopped
}

// WhyMemo is the reason, in words, for using memo.
const WhyMemo = "states are shared"

const (
	whyVisitor = "it visits every solution"
	whyLearn   = "it learns from dead ends"
	whyHalves  = "few options cross the middle"
)

// addFirstEngine gives the named engine the first turn, because most small problems are solved within that turn. After
// the turn, addOthers adds the other candidates.
func (a *autoEngine) addFirstEngine(name string, addOthers func(first *candidate)) {
	first := a.addCandidate(name, whyVisitor)
	a.preprocessSteps = []*preprocessStep{{0, func(context.Context) (bool, error) {
		addOthers(first)
		return false, nil
	}}}
}

// addListCandidates adds the candidates that list solutions. The first turn belongs to the engine that lists solutions
// fastest, or to sparse if its preparation is shorter by more than a turn. If the request names an order, no other
// engine takes part.
func (a *autoEngine) addListCandidates() {
	name, why := a.problemView.fastestVisitor()
	if a.request.ItemOrder+a.request.OptionOrder != "" {
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
			a.addCandidate(Learn, whyLearn)
			a.addCandidate(Restarts, "rare options first, with restarts")
			a.addCandidate(Memo, WhyMemo)
		})
	}
	// The proof is tried only after the search has spent as much time as the proof takes, because the time of a list is
	// hard to predict.
	a.preprocessSteps = append(a.preprocessSteps, &preprocessStep{proofSeconds / preprocessPart,
		a.tryInfeasibilityProof})
}

// addCountCandidates adds the candidates that count solutions. Dense and sparse both take part, because either may be
// much faster than the other. The one with the shorter preparation has the first turn. If neither fits the problem, the
// engine that lists solutions fastest has it.
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
			if c := a.addCandidate(other, whyVisitor); c != nil {
				c.estimatedSeconds = a.problemView.estimateSeconds(other, first.Task)
			}
		}
		a.addMemo()
		if a.problemView.problemKind() == supportedColors {
			a.addCandidate(Learn, whyLearn)
		}
	})
	a.preprocessSteps = append(a.preprocessSteps, &preprocessStep{0, a.countPlanar},
		&preprocessStep{symmetrySeconds * float64(a.problemView.entryCount()), a.divideProblem},
		&preprocessStep{proofSeconds, a.tryInfeasibilityProof})
}

// countWithin counts with memo and halves, which count without listing the solutions. It fails if they need more than
// the given number of seconds.
func (a *autoEngine) countWithin(ctx context.Context, seconds float64) (*big.Int, error) {
	a.maxSeconds = seconds
	a.resetSearch(nil)
	a.addMemo()
	a.addCandidate(Halves, whyHalves)
	return a.search(ctx)
}

// addMemo adds memo to the candidates of a count. Its share depends on how often its states recur.
func (a *autoEngine) addMemo() {
	c := a.addCandidate(Memo, WhyMemo)
	if c == nil || a.shareInTests > 0 {
		return
	}
	c.isUnreliable = true
	whole := c.timeShare()
	c.timeShare = func() float64 {
		recurrence := c.Task.(interface{ readRecurrence() float64 }).readRecurrence()
		if recurrence == 0 {
			return initialMemoShare
		}
		sure := min(1, recurrence/fullShareRecurrence)
		return max(minShare, whole*sure*sure)
	}
}

// areOthersHopeless reports whether every engine that lists all solutions would need more than hopelessSeconds. Memo
// calls it during its turn.
func (a *autoEngine) areOthersHopeless() bool {
	for _, c := range a.candidates {
		if _, visits := c.Task.(divisibleTask); visits && c.expectedSeconds() < hopelessSeconds {
			return false
		}
	}
	return true
}

// estimateNodes estimates the total number of nodes of a task: the number of nodes visited so far, divided by the
// fraction of the search that is done.
func estimateNodes(t Task) float64 {
	_, stats := t.Result()
	_, part := t.Progress()
	return float64(stats.Nodes) / math.Max(part, minProgress)
}
