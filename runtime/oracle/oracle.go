// Package oracle answers many queries about one exact cover problem: which solutions contain some options and none of
// some others, and which options are in all solutions.
//
// Its input is a [matrix.Problem] and assumptions; its output is solutions. It must not know what
// items mean.
//
// Most queries are small, for example about a sudoku without one of its givens. So dancing links are built once, and
// the assumptions of a query are applied at the root of a search and undone at its end. Some thousands of queries
// take a second. A query that turns out to be large is passed to the engine that suits the problem that remains under
// the assumptions.
package oracle

import (
	"context"
	"errors"
	"slices"

	"quadrille/runtime/engine/dlx"
	"quadrille/runtime/matrix"
	"quadrille/runtime/schedule"
	"quadrille/runtime/search"
)

// ErrWork is the error of a query that exceeds its bound of work.
var ErrWork = errors.New("the question takes more work than it may")

// OracleOptions holds the settings of an oracle. With the zero value all solutions of the problem
// count.
type OracleOptions struct {
	// IsSolution reports whether a solution of the problem counts; if it is nil, all count.
	IsSolution func(matrix.Solution) bool
	// ConnectedSets lists sets of cells whose chosen cells must be connected. Only solutions that satisfy this
	// condition count.
	ConnectedSets []*search.CellSet
	// MaxWork bounds the work of one query, in updates as [search.Stats] counts them; 0 means no bound. A node counts
	// as at least 64 updates, because some engines count no updates.
	MaxWork int64
	// Engine is the name of the engine that gets large queries, as in [schedule.Request]; "" lets several take turns.
	Engine string
}

// Assumptions restrict the solutions of a query: some options must be chosen, and others must not.
type Assumptions struct {
	ChosenOptions []matrix.OptionID // options that every solution must contain
	BannedOptions []matrix.OptionID // options that no solution may contain
}

// AddAssumptions adds the assumptions b to a.
func (a *Assumptions) AddAssumptions(b Assumptions) {
	a.ChosenOptions, a.BannedOptions = append(a.ChosenOptions, b.ChosenOptions...),
		append(a.BannedOptions, b.BannedOptions...)
}

// AreSatisfiedBy reports whether a solution satisfies the assumptions.
func (a Assumptions) AreSatisfiedBy(s matrix.Solution) bool {
	return !slices.ContainsFunc(a.ChosenOptions, func(o matrix.OptionID) bool { return !slices.Contains(s, o) }) &&
		!slices.ContainsFunc(s, func(o matrix.OptionID) bool { return slices.Contains(a.BannedOptions, o) })
}

// Oracle answers queries about a problem, one at a time. It is not safe for concurrent use.
type Oracle struct {
	problem          *matrix.Problem
	oracleOptions    OracleOptions     // settings of the caller
	linkSearch       *dlx.LinkSearch   // dancing links of the whole problem
	rootOptionFilter *assumptionFilter // filter that applies the assumptions of a query at the root
	// number of nodes that dancing links visit before a query is passed to another engine
	maxLinkNodes int64
	listingWork  int64 // work bound of the first list of solutions in a search for a backbone
	spentWork    int64 // work of all queries so far
}

// NewOracle returns an oracle for p, which must be valid.
func NewOracle(p *matrix.Problem, o OracleOptions) *Oracle {
	root, linkNodes := &assumptionFilter{}, int64(maxLinkNodes)
	settings := dlx.SearchOptions{Chooser: dlx.MRV{}, Filter: root}
	if len(o.ConnectedSets) > 0 {
		root.cellFilter, settings.Accepts = dlx.NewConnectFilter(p, o.ConnectedSets),
			search.NewCellTest(o.ConnectedSets)
		linkNodes = max(1, min(linkNodes, int64(maxLinkLookups/max(1, search.CountListedOptions(o.ConnectedSets)))))
	}
	links := dlx.NewSearch(p, settings)
	return &Oracle{problem: p, oracleOptions: o, linkSearch: links, rootOptionFilter: root,
		maxLinkNodes: linkNodes, listingWork: 1 << 24}
}

const (
	// maxLinkNodes is the number of nodes that dancing links visit before a query is passed to another engine.
	maxLinkNodes = 1000
	// maxLinkLookups bounds the options that the filter for connected cells looks up at these nodes. Its lists hold
	// millions of options where a cell can be in as many shapes, as in a nurikabe.
	maxLinkLookups = 1 << 22
)

// SpentWork returns the work of all queries so far, in updates.
func (q *Oracle) SpentWork() int64 { return q.spentWork }

// assumptionFilter applies assumptions at the root, and then calls another filter.
type assumptionFilter struct {
	Assumptions
	cellFilter dlx.Filter // filter for connected cells, or nil
}

// Prune implements [dlx.Filter].
func (a *assumptionFilter) Prune(n *dlx.Node) bool {
	if n.Level() == 0 && !a.applyAssumptions(n) {
		return false
	}
	return a.cellFilter == nil || n.First() < 0 || a.cellFilter.Prune(n)
}

// applyAssumptions removes the banned options and chooses the chosen ones. It returns false if that
// is impossible.
func (a *assumptionFilter) applyAssumptions(n *dlx.Node) bool {
	for _, o := range a.BannedOptions {
		if n.IsPossible(o) {
			n.Remove(o)
		}
	}
	for _, o := range a.ChosenOptions {
		if !n.IsPossible(o) {
			return false
		}
		n.Choose(o)
	}
	return true
}

// SolveUnder returns up to limit solutions under assumptions. The limit must be positive. If the
// search ends early, it returns the error with the solutions so far.
func (q *Oracle) SolveUnder(ctx context.Context, a Assumptions, limit int) (found []matrix.Solution, err error) {
	a = Assumptions{sortUnique(a.ChosenOptions), sortUnique(a.BannedOptions)}
	if !q.areAssumptionsPossible(a) {
		return nil, ctx.Err()
	}
	collect := func(s matrix.Solution) bool {
		found = append(found, slices.Clone(s))
		return len(found) < limit
	}
	done, err := q.searchLinks(ctx, a, q.maxLinkNodes, collect)
	if done || err != nil {
		return found, err
	}
	found = nil
	return found, q.searchUnder(ctx, a, limit, q.oracleOptions.MaxWork, collect)
}

// searchUnder visits solutions under assumptions, by links or, if that takes long, by the engine that suits the
// remaining problem. The argument wanted is the number of solutions to visit, or 0 for all. It stops when the work
// exceeds maxWork; 0 means no bound.
func (q *Oracle) searchUnder(ctx context.Context, a Assumptions, wanted int, maxWork int64,
	visit func(matrix.Solution) bool) error {
	if q.isRemainderSearchable(a) {
		return q.searchByPlan(ctx, a, wanted, maxWork, visit)
	}
	done, err := q.searchLinks(ctx, a, NodesForWork(maxWork), visit)
	if err == nil && !done {
		err = ErrWork
	}
	return err
}

// NodesForWork converts a bound of work to a number of nodes, for engines that count no updates.
func NodesForWork(work int64) int64 { return (work + 63) / 64 }

// sortUnique returns the options sorted, without duplicates.
func sortUnique(options []matrix.OptionID) []matrix.OptionID {
	options = slices.Clone(options)
	slices.Sort(options)
	return slices.Compact(options)
}

// areAssumptionsPossible reports whether the assumptions pass simple checks: no option is both chosen and
// banned, and no chosen option lacks a primary item.
func (q *Oracle) areAssumptionsPossible(a Assumptions) bool {
	return !slices.ContainsFunc(a.ChosenOptions, func(o matrix.OptionID) bool {
		_, banned := slices.BinarySearch(a.BannedOptions, o)
		return banned || !slices.ContainsFunc(q.problem.Option(o),
			func(e matrix.Entry) bool { return int(e.Item) < q.problem.PrimaryCount() })
	})
}

// searchLinks searches with links up to a number of nodes; 0 means no bound. The result done is true if the search
// was complete or was ended by visit.
func (q *Oracle) searchLinks(ctx context.Context, a Assumptions, nodes int64,
	visit func(matrix.Solution) bool) (done bool, err error) {
	q.rootOptionFilter.Assumptions = a
	q.linkSearch.Reset()
	enough := false
	left, err := search.ExploreCube(ctx, q.linkSearch, search.WholeTree, nodes, func(s matrix.Solution) bool {
		enough = q.isCounted(s) && !visit(s)
		return !enough
	})
	q.addWork(q.linkSearch.Stats())
	return len(left) == 0 || enough, err
}

func (q *Oracle) addWork(s search.Stats) { q.spentWork += workInUpdates(s.Nodes, s.Updates) }

// workInUpdates returns the work of an engine: the number of updates, or 64 for each node if that is more.
func workInUpdates(nodes, updates int64) int64 { return max(updates, 64*nodes) }

func (q *Oracle) isCounted(s matrix.Solution) bool {
	return q.oracleOptions.IsSolution == nil || q.oracleOptions.IsSolution(s)
}

// isRemainderSearchable reports whether an engine can search the problem that remains under the assumptions.
func (q *Oracle) isRemainderSearchable(a Assumptions) bool {
	return !slices.ContainsFunc(a.ChosenOptions, func(o matrix.OptionID) bool {
		return !slices.ContainsFunc(q.problem.Option(o), q.isCoveredOnce)
	})
}

// isCoveredOnce reports whether the item of an entry is covered exactly once.
func (q *Oracle) isCoveredOnce(e matrix.Entry) bool {
	return int(e.Item) < q.problem.PrimaryCount() && q.problem.Bound(e.Item) == matrix.Once
}

// searchByPlan searches the problem that remains under the assumptions, with the engine that suits it.
func (q *Oracle) searchByPlan(ctx context.Context, a Assumptions, wanted int, maxWork int64,
	visit func(matrix.Solution) bool) error {
	part, ids := q.problem.Subproblem(a.ChosenOptions, a.BannedOptions)
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	spent := false
	request := schedule.Request{Engine: q.oracleOptions.Engine, WantedCount: wanted, ReportEvery: 1 << 16,
		ConnectedSets: search.RenumberCellSets(q.oracleOptions.ConnectedSets, ids),
		Report: func(p search.Progress) {
			if maxWork > 0 && workInUpdates(p.Nodes, p.Updates) > maxWork {
				spent = true
				cancel()
			}
		}}
	if 0 < wanted && wanted <= schedule.MaxFewSolutions {
		request.Goal = schedule.FewSolutions
	}
	engine, err := schedule.NewPlan(part, request)
	if err != nil && request.Engine != "" { // the engine does not fit this subproblem
		request.Engine = ""
		engine, err = schedule.NewPlan(part, request)
	}
	if err != nil {
		return err
	}
	defer func() {
		if q.addWork(engine.Stats()); spent {
			q.spentWork += maxWork // of several engines that took turns, only one tells its work
		}
	}()
	for s := range engine.Solutions(inner) {
		renamed := make(matrix.Solution, len(s))
		for k, o := range s {
			renamed[k] = ids[o]
		}
		if q.isCounted(renamed) && !visit(renamed) {
			return nil
		}
	}
	switch err = engine.Err(); {
	case err != nil && ctx.Err() != nil:
		return ctx.Err() // the engine's error may come from the inner context
	case err != nil && spent:
		return ErrWork
	}
	return err
}
