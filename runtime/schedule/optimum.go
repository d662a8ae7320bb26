package schedule

import (
	"cmp"
	"context"
	"iter"
	"math"
	"math/big"

	"quadrille/runtime/engine/dlx"
	"quadrille/runtime/engine/memo"
	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// BestRequest asks for a best solution of a problem with a goal.
type BestRequest struct {
	// Request holds the settings of the search. Its field CostBound must be set. Dancing links search on one thread. If
	// the request names memo, dancing links do not take part.
	Request
	// IsSolution reports whether a solution of the matrix counts as a solution.
	IsSolution func(matrix.Solution) bool
	// EverySolutionCounts is set if every solution of the matrix counts whose cells are connected as the request says.
	// Then memo takes part, unless the request names links, or has settings that only links support.
	EverySolutionCounts bool
	// CountsBest is set if the best solutions are to be counted, and not only one of them found.
	CountsBest bool
	// OnBetter, if not nil, receives each solution that costs less than all solutions found before it.
	OnBetter func(matrix.Solution)
	// OnRaisedBound, if not nil, receives each new lower bound: no solution costs less.
	OnRaisedBound func(cost int64)

	// time that memo may take in tests, as a fraction of the time of dancing links; 0 means bestMemoShare
	memoShare float64
}

// BestResult is the result of a search for a best solution.
type BestResult struct {
	Solution     matrix.Solution // a best solution, or nil if there is none or none was found
	LinkEffort   search.Stats    // effort of dancing links
	WorkByEngine []EngineWork    // work of each engine, if memo had a turn
	// AllBest lists and counts all best solutions if memo has found them; otherwise it is nil.
	AllBest search.Counter
	// BestCount is the number of best solutions if the request asks for it and memo has not found them; otherwise it is
	// nil. If ctx ended the count, it is the number until then.
	BestCount *big.Int
	// CountEffort is the effort of dancing links for that count, which is not part of LinkEffort.
	CountEffort search.Stats
}

// FindBest looks for a best solution. At the end, the limit of r.CostBound is the cost of that solution. The error is
// that of ctx if it ended the search.
//
// If colors join items, the search first runs near the bound: with the lower bound as limit, and then with limits whose
// distance from it doubles. If that takes long, the search runs with a falling limit: each solution must cost less than
// the one before. If that takes long too, the search starts again with a rising limit: the limit begins just above the
// lower bound, and rises by a fraction of the gap until there is a solution within it. A rising limit is better if the
// first solutions cost much more than the best one.
//
// Meanwhile the engine memo has turns; see giveMemoTurn. If the request asks for a count, dancing links then count the
// best solutions, and memo goes on with its turns.
func FindBest(ctx context.Context, p *matrix.Problem, r BestRequest) (BestResult, error) {
	wish := r.Request
	wish.CostBound = nil
	r.EverySolutionCounts = r.EverySolutionCounts && r.Engine != Links && wish.linksOnlySetting() == ""
	r.ReportEvery = cmp.Or(r.ReportEvery, reportEvery)
	b := &bestSearch{BestRequest: r, problem: p}
	defer func() {
		if b.memoTask != nil {
			b.memoTask.Close()
		}
	}()
	if r.Engine == Memo && r.EverySolutionCounts {
		if err := b.searchByMemo(ctx); err != nil {
			return BestResult{}, err
		}
		return b.makeResult(), nil
	}
	r.OnChoice, r.Tracer = nil, nil
	r.ReportEvery = min(r.ReportEvery, memoTurnInterval)
	var err error
	if b.linkSearch, _, err = searchTree(p, r.Request,
		func(q search.Progress) { b.reportProgress(ctx, q) }); err != nil {
		return BestResult{}, err
	}
	b.leastCost, _ = b.CostBound.LowerBound()
	finished, err := b.searchNearBound(ctx)
	if err == nil && !finished {
		finished, err = b.searchWithFallingLimit(ctx)
	}
	if err == nil && !finished {
		err = b.searchWithRisingLimit(ctx)
	}
	if err == nil && b.CountsBest && b.bestSolution != nil && b.allBestSolutions == nil {
		b.countWithinLimit(ctx)
	}
	return b.makeResult(), err
}

// bestSearch is the state of a search for a best solution.
type bestSearch struct {
	BestRequest
	problem      *matrix.Problem
	linkSearch   *dlx.LinkSearch
	bestSolution matrix.Solution
	leastCost    int64 // lower bound: no solution costs less
	linkEffort   search.Stats
	// endLinkRun ends the current run of dancing links. isNearBound is set during the runs near the bound. isFirstRun
	// is set while the limit falls, and firstRunEnded if that run was ended because it took too long.
	endLinkRun                             func()
	isNearBound, isFirstRun, firstRunEnded bool
	// lastReportCount is the work at the last report: updates, nodes and a fraction of the reads of the bound.
	lastReportCount int64

	memoTask         *gatedTask // task that runs memo in turns; nil before its first turn
	hasMemoFailed    bool       // whether memo needs too much memory, or cannot solve this problem
	memoTurnCount    int
	allBestSolutions *diagramEngine // all best solutions, if memo has found them; otherwise nil
	bestCount        *big.Int       // number of best solutions that dancing links have counted, or nil
	countEffort      search.Stats   // effort of dancing links to count them
}

// memoTurnInterval is the number of updates and nodes of dancing links after which memo may have a turn.
const memoTurnInterval = 1 << 11

// makeResult returns what the search has found so far.
func (b *bestSearch) makeResult() BestResult {
	r := BestResult{Solution: b.bestSolution, LinkEffort: b.linkEffort, BestCount: b.bestCount,
		CountEffort: b.countEffort}
	if b.memoTask != nil {
		spent, _ := b.memoTask.Progress()
		if b.linkSearch != nil {
			r.WorkByEngine = append(r.WorkByEngine,
				EngineWork{Engine: Links, TurnCount: b.memoTurnCount, Seconds: b.linkSeconds(b.linkEffort)})
		}
		r.WorkByEngine = append(r.WorkByEngine, EngineWork{Engine: Memo, TurnCount: max(1, b.memoTurnCount),
			Seconds: spent})
	}
	if b.allBestSolutions != nil {
		r.AllBest = b.allBestSolutions
	}
	return r
}

// reportProgress passes a progress report of dancing links on to the caller, and gives memo a turn. It ends a run near
// the bound that takes long, and the run with a falling limit if that takes long and has found a solution.
func (b *bestSearch) reportProgress(ctx context.Context, q search.Progress) {
	if b.giveMemoTurn(ctx, q); b.allBestSolutions != nil {
		b.endLinkRun()
		return
	}
	work := b.linkEffort.Nodes + b.linkEffort.Updates + q.Nodes + q.Updates + b.CostBound.FilterReads()/readsPerUpdate
	if work < b.lastReportCount+b.ReportEvery {
		return
	}
	b.lastReportCount = work
	if b.Report != nil {
		b.Report(q)
	}
	switch {
	case b.isNearBound:
		b.endLinkRun()
	case b.isFirstRun && b.bestSolution != nil:
		b.endLinkRun()
		b.firstRunEnded = true
	}
}

// linkSeconds returns the seconds that dancing links have spent, including the seconds that the bound takes.
func (b *bestSearch) linkSeconds(s search.Stats) float64 {
	q := priceOfEngine(Links, b.problem)
	q.addConnectedSets(b.ConnectedSets)
	return q.effortSeconds(s) + boundReadSeconds*float64(b.CostBound.FilterReads())
}

// boundReadSeconds is the time in seconds that the bound takes for each item and entry that it reads. It was measured
// on coverings, partitions, domination and hitting sets: 12e-9 to 24e-9 with the links.
const boundReadSeconds = 12e-9

// readsPerUpdate is the number of reads of the bound that count as an update in the intervals between progress reports.
const readsPerUpdate = 4

// giveMemoTurn gives the engine memo a turn if memo has spent less than its share of the time of dancing links. The
// share is bestMemoShare, or 1 while memo is expected to need at most maxForesight times the time that dancing links
// have spent. So the largest sets of pentominoes apart in 6 by 6 take a tenth of the time. Coverings, which memo cannot
// solve, take a thirtieth more.
func (b *bestSearch) giveMemoTurn(ctx context.Context, q search.Progress) {
	if !b.EverySolutionCounts || b.hasMemoFailed {
		return
	}
	all := search.Stats{Nodes: b.linkEffort.Nodes + q.Nodes, Updates: b.linkEffort.Updates + q.Updates}
	may, share := b.linkSeconds(all), cmp.Or(b.memoShare, bestMemoShare)
	if b.memoTask == nil {
		if may*share < startSeconds(Memo, b.problem)+firstTurnSeconds {
			return
		}
		if b.hasMemoFailed = findEngine(Memo).roleIn(problemKindOf(b.problem,
			b.ConnectedSets)).checkFit(b.problem) != nil; b.hasMemoFailed {
			return
		}
		b.memoTask = b.newMemoTask()
	}
	spent, part := b.memoTask.Progress()
	if part*maxForesight*may < spent {
		may *= share
	}
	if may < spent+max(firstTurnSeconds, spent*memoTurnGrowth) {
		return
	}
	b.memoTurnCount++
	done, err := b.memoTask.Advance(ctx, may)
	switch {
	case err != nil:
		b.hasMemoFailed = true
		b.memoTask.Close() // frees memo's memory before dancing links continue
	case done:
		b.useMemoResult()
	}
}

// searchByMemo searches with memo alone. A turn ends at the first progress report of memo, however long that takes.
func (b *bestSearch) searchByMemo(ctx context.Context) error {
	b.memoTask = b.newMemoTask()
	for done := false; !done; {
		var err error
		if done, err = b.memoTask.Advance(ctx, math.Inf(1)); err != nil {
			return err
		}
	}
	b.useMemoResult()
	return nil
}

// bestMemoShare is the time that the engine memo gets in a search for best solutions while it is far from the end, as a
// fraction of the time of dancing links.
const bestMemoShare = 1.0 / 32

// memoTurnGrowth is the least length of a turn of memo, as a fraction of the seconds that memo has spent.
const memoTurnGrowth = 1.0 / 16

// newMemoTask returns the task that runs memo. It leaves out the options that only solutions costlier than the best one
// so far can contain.
func (b *bestSearch) newMemoTask() *gatedTask {
	limit := int64(math.MaxInt64)
	if b.bestSolution != nil {
		limit = b.CostBound.CostOf(b.bestSolution)
	}
	ids := b.CostBound.OptionsWithin(limit)
	p := b.problem.KeepListed(ids)
	run := func(ctx context.Context, t *gatedTask) (*big.Int, search.Stats, error) {
		o, price := memoOptions(b.Request), priceOfEngine(Memo, p)
		o.BestOnly, o.Threads, o.Report = true, 1, nil
		o.MaxMemory, o.ConnectedSets = cmp.Or(o.MaxMemory, maxTableMemory),
			search.RenumberCellSets(b.ConnectedSets, ids)
		o.OnWork = func(words int64, part, recurrence float64) {
			t.addWork(price.effortSeconds(search.Stats{Updates: words}), part, recurrence)
		}
		d, err := memo.BuildDiagram(ctx, p, o)
		if err != nil {
			return nil, search.Stats{}, err
		}
		b.allBestSolutions = &diagramEngine{diagram: d, originalOptionIDs: ids}
		return countResult(d.SolutionCount(), int64(d.NodeCount()), nil)
	}
	return newGatedTask(startSeconds(Memo, p), taskOutput{}, run)
}

// useMemoResult stores one of the best solutions that memo has found as the result, and sets the limit.
func (b *bestSearch) useMemoResult() {
	for s := range b.allBestSolutions.Solutions(context.Background()) {
		found := append(matrix.Solution{}, s...)
		if b.OnBetter != nil && (b.bestSolution == nil ||
			b.CostBound.CostOf(found) < b.CostBound.CostOf(b.bestSolution)) {
			b.OnBetter(found)
		}
		b.bestSolution = found
		b.CostBound.SetLimit(b.CostBound.CostOf(found))
		return
	}
}

// searchNearBound searches with limits that rise from the lower bound, if that is the bound of a forest: it is often
// that close to the best value that little is left of the problem within such a limit. Two knapsacks of 60 things take
// a third of the time. It reports whether the result is final.
func (b *bestSearch) searchNearBound(ctx context.Context) (finished bool, err error) {
	if !b.CostBound.HasForest() {
		return false, nil
	}
	b.isNearBound = true
	defer func() { b.isNearBound = false }()
	least, most := b.leastCost, b.CostBound.GreatestCost()
	for gap := int64(0); ; gap = 2*gap + b.CostBound.CostAfterSteps(0, 1) {
		limit := min(least+gap, most)
		b.CostBound.SetLimit(limit)
		complete := b.searchWithinLimit(ctx, b.leastCost)
		switch {
		case !complete && b.bestSolution == nil:
			b.CostBound.SetLimit(math.MaxInt64)
			return false, ctx.Err()
		case !complete || b.bestSolution != nil || b.allBestSolutions != nil || limit == most:
			return complete, ctx.Err()
		}
		b.raiseLeastCost(limit)
	}
}

// raiseLeastCost raises the lower bound to just above a limit within which no solution is left to be found.
func (b *bestSearch) raiseLeastCost(limit int64) {
	b.leastCost = b.CostBound.CostAfterSteps(limit, 1)
	if b.bestSolution != nil {
		b.leastCost = min(b.leastCost, b.CostBound.CostOf(b.bestSolution))
	}
	if b.OnRaisedBound != nil {
		b.OnRaisedBound(b.leastCost)
	}
}

// searchWithFallingLimit searches with a falling limit. It reports whether the result is final.
func (b *bestSearch) searchWithFallingLimit(ctx context.Context) (finished bool, err error) {
	_, b.isFirstRun = b.CostBound.LowerBound()
	finished = b.searchWithinLimit(ctx, math.MinInt64)
	b.isFirstRun, b.firstRunEnded = false, false
	return finished, ctx.Err()
}

// limitGapDivisor determines a rising limit: the limit exceeds the lower bound by the gap between the bound and the
// cost of the best solution so far, divided by limitGapDivisor.
const limitGapDivisor = 4

// searchWithRisingLimit searches with a rising limit until there is a solution within the limit.
func (b *bestSearch) searchWithRisingLimit(ctx context.Context) error {
	found := b.CostBound.CostOf(b.bestSolution)
	for b.leastCost < found {
		limit := b.CostBound.CostBetween(b.leastCost, found, limitGapDivisor)
		b.CostBound.SetLimit(limit)
		if !b.searchWithinLimit(ctx, b.leastCost) {
			return ctx.Err()
		}
		if b.allBestSolutions != nil || b.CostBound.CostOf(b.bestSolution) < found {
			break // the search covered all solutions within the limit
		}
		b.raiseLeastCost(limit)
	}
	b.CostBound.SetLimit(b.CostBound.CostOf(b.bestSolution))
	return nil
}

// searchWithinLimit visits the solutions within the limit, and lowers the limit below the cost of each. It stops early
// at a solution of cost least, because no solution costs less. It returns false if the run was ended before it was
// complete; if memo has found the best solutions, the result is final even then.
func (b *bestSearch) searchWithinLimit(ctx context.Context, least int64) (complete bool) {
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	b.endLinkRun = cancel
	for found := range b.linkSearch.Solutions(inner) {
		if b.allBestSolutions != nil {
			break
		}
		if !b.CostBound.IsWithinLimit(found) || !b.IsSolution(found) {
			continue
		}
		b.bestSolution = append(matrix.Solution{}, found...) // append makes it not nil, even if no option is chosen
		cost := b.CostBound.CostOf(found)
		b.CostBound.SetLimit(b.CostBound.CostAfterSteps(cost, -1))
		if b.OnBetter != nil {
			b.OnBetter(b.bestSolution)
		}
		if cost <= least || b.firstRunEnded {
			break
		}
	}
	b.linkEffort.AddStats(b.linkSearch.Stats())
	if b.bestSolution != nil && b.linkSearch.Err() == nil {
		b.CostBound.SetLimit(b.CostBound.CostOf(b.bestSolution))
	}
	return b.allBestSolutions != nil || inner.Err() == nil
}

// countWithinLimit counts the solutions within the limit, which is the cost of the best ones. Memo has turns meanwhile;
// if it ends first, there is no count, as it has found all best solutions.
func (b *bestSearch) countWithinLimit(ctx context.Context) {
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	b.endLinkRun, b.memoShare = cancel, cmp.Or(b.memoShare, countMemoShare)
	n := int64(0)
	for found := range b.linkSearch.Solutions(inner) {
		if b.allBestSolutions == nil && b.CostBound.IsWithinLimit(found) && b.IsSolution(found) {
			n++
		}
	}
	if b.allBestSolutions == nil {
		b.bestCount, b.countEffort = big.NewInt(n), b.linkSearch.Stats()
	} else {
		b.linkEffort.AddStats(b.linkSearch.Stats())
	}
}

// countMemoShare is the share of memo while the best solutions are counted. These may be many, and memo need not visit
// each.
const countMemoShare = 1.0 / 4

// diagramEngine lists and counts the solutions of a diagram of memo.
type diagramEngine struct {
	diagram           *memo.Diagram
	originalOptionIDs []matrix.OptionID // id in the whole problem of each option of the diagram
	stats             search.Stats
	err               error
}

// Count implements [search.Counter].
func (e *diagramEngine) Count(context.Context) (*big.Int, error) {
	return e.diagram.SolutionCount(), nil
}

// Solutions implements [search.Engine].
func (e *diagramEngine) Solutions(ctx context.Context) iter.Seq[matrix.Solution] {
	return func(yield func(matrix.Solution) bool) {
		whole := matrix.Solution{}
		e.err = listDiagram(ctx, e.diagram, &e.stats, func(s matrix.Solution) bool {
			whole = whole[:0]
			for _, o := range s {
				whole = append(whole, e.originalOptionIDs[o])
			}
			return yield(whole)
		})
	}
}

// Err implements [search.Engine].
func (e *diagramEngine) Err() error { return e.err }

// Stats implements [search.Engine]. The nodes are those of the diagram.
func (e *diagramEngine) Stats() search.Stats { return e.stats }
