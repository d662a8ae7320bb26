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
	// Request holds the settings of the search. Its field Bound must be set. Links search on one thread. If the request
	// names memo, they do not search.
	Request
	// IsSolution reports whether a solution of the matrix counts as a solution.
	IsSolution func(matrix.Solution) bool
	// EachCounts is set if every solution counts whose cells are connected as the request says. Then memo takes part,
	// unless the request names links, or has settings that are for links alone.
	EachCounts bool
	// OnBetter, if not nil, receives each solution that costs less than all solutions before.
	OnBetter func(matrix.Solution)
	// OnRaisedBound, if not nil, receives a new lower bound of the cost: no solution costs less.
	OnRaisedBound func(cost int64)

	memoShare float64 // share of memo as long as it is far from the end, for tests; 0 means bestMemoShare
}

// BestResult is the result of a search for a best solution.
type BestResult struct {
	Solution matrix.Solution // a best solution, or nil if there is none, or none was found
	Effort   search.Stats    // effort of links
	Turns    []Turns         // work of each engine, if memo had a turn
	// All lists and counts all best solutions, if memo has found them; otherwise it is nil.
	All search.Counter
}

// FindBest looks for a best solution. At the end, the limit of r.Bound is the cost of that solution. The error is that
// of ctx if it ended the search.
//
// First the limit falls: each solution must cost less than the one before. If that takes long, the search begins
// again with a limit just above the lower bound, and raises it by a part of the gap each time, until there is a
// solution within the limit. The second method is better if the first solutions cost much more than the best one.
//
// Meanwhile memo has turns, with the more time the more states it meets again.
func FindBest(ctx context.Context, p *matrix.Problem, r BestRequest) (BestResult, error) {
	wish := r.Request
	wish.Bound = nil
	r.EachCounts = r.EachCounts && r.Engine != Links && wish.needsLinks() == ""
	r.ReportEvery = cmp.Or(r.ReportEvery, reportEvery)
	b := &bestSearch{BestRequest: r, problem: p}
	defer func() {
		if b.memo != nil {
			b.memo.Close()
		}
	}()
	if r.Engine == Memo && r.EachCounts {
		if err := b.searchByMemo(ctx); err != nil {
			return BestResult{}, err
		}
		return b.result(), nil
	}
	r.Threads, r.Ordered, r.Restarts, r.Watch, r.Tracer = 1, false, 0, nil, nil
	r.ReportEvery = min(r.ReportEvery, memoTurnEvery)
	var err error
	if b.links, _, err = searchTree(p, r.Request, func(q search.Progress) { b.reportProgress(ctx, q) }); err != nil {
		return BestResult{}, err
	}
	if finished, err := b.lowerLimit(ctx); err != nil || finished {
		return b.result(), err
	}
	err = b.raiseLimit(ctx)
	return b.result(), err
}

// bestSearch is a search for a best solution.
type bestSearch struct {
	BestRequest
	problem *matrix.Problem
	links   *dlx.LinkSearch
	best    matrix.Solution
	effort  search.Stats
	// endRun ends the current run of links. isFirstRun is set while the limit falls, and firstRunEnded when that run
	// took too long.
	endRun                    func()
	isFirstRun, firstRunEnded bool
	lastReport                int64 // number of updates and nodes of links at the last report

	memo       *gatedTask // turns of memo; nil before its first one
	memoFailed bool       // whether memo needs too much memory, or does not fit
	memoTurns  int
	all        *diagramEngine // best solutions, found by memo; nil before
}

// memoTurnEvery is the number of updates and nodes of links after which memo may have a turn.
const memoTurnEvery = 1 << 14

// result returns what has been found.
func (b *bestSearch) result() BestResult {
	r := BestResult{Solution: b.best, Effort: b.effort}
	if b.memo != nil {
		spent, _ := b.memo.Progress()
		if b.links != nil {
			r.Turns = append(r.Turns, Turns{Engine: Links, Turns: b.memoTurns, Seconds: b.linkSeconds(b.effort)})
		}
		r.Turns = append(r.Turns, Turns{Engine: Memo, Turns: max(1, b.memoTurns), Seconds: spent})
	}
	if b.all != nil {
		r.All = b.all
	}
	return r
}

// reportProgress passes a report on, and gives memo a turn. It ends the run with a falling limit if that takes long
// and a solution has been found by then.
func (b *bestSearch) reportProgress(ctx context.Context, q search.Progress) {
	if b.turnToMemo(ctx, q); b.all != nil {
		b.endRun()
		return
	}
	work := q.Nodes + q.Updates
	if work < b.lastReport {
		b.lastReport = 0 // another run
	}
	if work < b.lastReport+b.ReportEvery {
		return
	}
	b.lastReport = work
	if b.Report != nil {
		b.Report(q)
	}
	if b.isFirstRun && b.best != nil {
		b.endRun()
		b.firstRunEnded = true
	}
}

// linkSeconds returns the seconds that links have spent, with those of the bound.
func (b *bestSearch) linkSeconds(s search.Stats) float64 {
	q := enginePrice(Links, b.problem)
	q.addCells(b.Connected)
	return q.seconds(s) + boundSeconds*float64(b.Bound.FilterReads())
}

// boundSeconds is the time in seconds that the bound takes for each item and option that it reads. It was measured on
// coverings, domination and hitting sets: 6e-9 to 17e-9.
const boundSeconds = 6e-9

// turnToMemo gives memo a turn if it has not spent its share of the time of links. The share is bestMemoShare, and 1 as
// long as memo seems to need no more than maxForesight times as long as links have searched. So the largest sets of
// pentominoes apart in 6 by 6 take a tenth of the time, and coverings, which memo cannot do, a thirtieth more.
func (b *bestSearch) turnToMemo(ctx context.Context, q search.Progress) {
	if !b.EachCounts || b.memoFailed {
		return
	}
	all := search.Stats{Nodes: b.effort.Nodes + q.Nodes, Updates: b.effort.Updates + q.Updates}
	may, share := b.linkSeconds(all), cmp.Or(b.memoShare, bestMemoShare)
	if b.memo == nil {
		if may*share < startSeconds(Memo, b.problem)+firstTurnSeconds {
			return
		}
		if b.memoFailed = findEngine(Memo).roleIn(kindOf(b.problem, b.Connected)).fits(b.problem) != nil; b.memoFailed {
			return
		}
		b.memo = b.newMemoTask()
	}
	spent, part := b.memo.Progress()
	if part*maxForesight*may < spent {
		may *= share
	}
	if may < spent+max(firstTurnSeconds, spent*memoTurnGrowth) {
		return
	}
	b.memoTurns++
	done, err := b.memo.Advance(ctx, may)
	switch {
	case err != nil:
		b.memoFailed = true
		b.memo.Close() // frees its memory before links go on
	case done:
		b.takeFromMemo()
	}
}

// searchByMemo searches with memo alone. A turn ends at the first progress of memo, however long it may be.
func (b *bestSearch) searchByMemo(ctx context.Context) error {
	b.memo = b.newMemoTask()
	for done := false; !done; {
		var err error
		if done, err = b.memo.Advance(ctx, math.Inf(1)); err != nil {
			return err
		}
	}
	b.takeFromMemo()
	return nil
}

// bestMemoShare is the share of memo in a search for best solutions as long as it is far from the end.
const bestMemoShare = 1.0 / 32

// memoTurnGrowth is the least length of a turn of memo, as a part of the seconds that it has spent.
const memoTurnGrowth = 1.0 / 16

// newMemoTask returns the task of memo. Options that cost too much beside the best solution so far are left out.
func (b *bestSearch) newMemoTask() *gatedTask {
	limit := int64(math.MaxInt64)
	if b.best != nil {
		limit = b.Bound.CostOf(b.best)
	}
	ids := b.Bound.OptionsWithin(limit)
	p := b.problem.KeepListed(ids)
	run := func(ctx context.Context, t *gatedTask) (*big.Int, search.Stats, error) {
		o, price := memoOptions(b.Request), enginePrice(Memo, p)
		o.BestOnly, o.Threads, o.Report = true, 1, nil
		o.MaxMemory, o.ConnectedSets = cmp.Or(o.MaxMemory, maxTableMemory), search.RenumberCellSets(b.Connected, ids)
		o.OnWork = func(words int64, part, recurrence float64) {
			t.addWork(price.seconds(search.Stats{Updates: words}), part, recurrence)
		}
		d, err := memo.BuildDiagram(ctx, p, o)
		if err != nil {
			return nil, search.Stats{}, err
		}
		b.all = &diagramEngine{diagram: d, ids: ids}
		return countResult(d.SolutionCount(), int64(d.NodeCount()), nil)
	}
	return newGatedTask(startSeconds(Memo, p), taskOutput{}, run)
}

// takeFromMemo takes one of the best solutions that memo has found, and sets the limit.
func (b *bestSearch) takeFromMemo() {
	for s := range b.all.Solutions(context.Background()) {
		found := append(matrix.Solution{}, s...)
		if b.OnBetter != nil && (b.best == nil || b.Bound.CostOf(found) < b.Bound.CostOf(b.best)) {
			b.OnBetter(found)
		}
		b.best = found
		b.Bound.SetLimit(b.Bound.CostOf(found))
		return
	}
}

// lowerLimit searches with a falling limit. It reports whether the result is final.
func (b *bestSearch) lowerLimit(ctx context.Context) (finished bool, err error) {
	_, b.isFirstRun = b.Bound.LowerBound()
	finished = b.searchWithinLimit(ctx, math.MinInt64)
	b.isFirstRun, b.firstRunEnded = false, false
	return finished, ctx.Err()
}

// gapDivisor determines a rising limit: it is above the lower bound by the gap between the bound and the cost of the
// best solution so far, divided by this number.
const gapDivisor = 4

// raiseLimit searches with a rising limit until there is a solution within the limit.
func (b *bestSearch) raiseLimit(ctx context.Context) error {
	least, _ := b.Bound.LowerBound()
	found := b.Bound.CostOf(b.best)
	for least < found {
		limit := b.Bound.CostBetween(least, found, gapDivisor)
		b.Bound.SetLimit(limit)
		if !b.searchWithinLimit(ctx, least) {
			return ctx.Err()
		}
		if b.all != nil || b.Bound.CostOf(b.best) < found {
			break // everything within the limit has been searched
		}
		if least = b.Bound.CostAfterSteps(limit, 1); b.OnRaisedBound != nil {
			b.OnRaisedBound(min(least, found))
		}
	}
	b.Bound.SetLimit(b.Bound.CostOf(b.best))
	return nil
}

// searchWithinLimit visits the solutions within the limit, and lowers the limit below the cost of each. It stops
// early at a solution of cost least, because no solution costs less. It returns false if the run was ended before it
// was complete. If memo has found the best solutions, the result is final all the same.
func (b *bestSearch) searchWithinLimit(ctx context.Context, least int64) (complete bool) {
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	b.endRun = cancel
	for found := range b.links.Solutions(inner) {
		if b.all != nil {
			break
		}
		if !b.Bound.IsWithinLimit(found) || !b.IsSolution(found) {
			continue
		}
		b.best = append(matrix.Solution{}, found...) // not nil, even if no option is chosen
		cost := b.Bound.CostOf(found)
		b.Bound.SetLimit(b.Bound.CostAfterSteps(cost, -1))
		if b.OnBetter != nil {
			b.OnBetter(b.best)
		}
		if cost <= least || b.firstRunEnded {
			break
		}
	}
	b.effort.AddStats(b.links.Stats())
	if b.best != nil && b.links.Err() == nil {
		b.Bound.SetLimit(b.Bound.CostOf(b.best))
	}
	return b.all != nil || inner.Err() == nil
}

// diagramEngine lists and counts the solutions of a diagram of memo.
type diagramEngine struct {
	diagram *memo.Diagram
	ids     []matrix.OptionID // number of each option of the diagram in the whole problem
	stats   search.Stats
	err     error
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
				whole = append(whole, e.ids[o])
			}
			return yield(whole)
		})
	}
}

// Err implements [search.Engine].
func (e *diagramEngine) Err() error { return e.err }

// Stats implements [search.Engine]. The nodes are those of the diagram.
func (e *diagramEngine) Stats() search.Stats { return e.stats }
