// Package oracle answers many questions about one exact cover problem: which solutions are
// there if some options are chosen and others are banned; what is the same in all solutions.
//
// Its input is a [matrix.Problem] and assumptions, its output solutions. It knows nothing of
// what items mean.
//
// Most such questions are small: a sudoku without one of its givens. So the links are made
// once, the assumptions hold at the root and are undone with it, and thousands of questions
// take a second. A question that turns out to be large goes to the engine that suits what the
// assumptions leave of the problem.
package oracle

import (
	"context"
	"errors"
	"slices"

	"quadrille/runtime/choose"
	"quadrille/runtime/dlx"
	"quadrille/runtime/matrix"
	"quadrille/runtime/plan"
	"quadrille/runtime/search"
)

// ErrWork is the error of a question that takes more work than it may.
var ErrWork = errors.New("the question takes more work than it may")

// OracleOptions say how to answer. The zero value suits problems whose solutions all count.
type OracleOptions struct {
	// Keeps tells which solutions of the problem count; nil counts all.
	Keeps func(matrix.Solution) bool
	// Filter, if not nil, cuts off what Keeps would drop.
	Filter dlx.Filter
	// MaxWork bounds the work of one question, in updates, as [search.Stats] counts them; a node counts for 64
	// of them, for engines that have no updates. 0 is no bound.
	MaxWork int64
}

// Assumptions hold for one question.
type Assumptions struct {
	Chosen []matrix.OptionID // are in every solution that is asked for
	Banned []matrix.OptionID // are in none
}

// AddAll adds other assumptions.
func (a *Assumptions) AddAll(b Assumptions) {
	a.Chosen, a.Banned = append(a.Chosen, b.Chosen...), append(a.Banned, b.Banned...)
}

// HoldFor reports whether assumptions hold of a solution.
func (a Assumptions) HoldFor(s matrix.Solution) bool {
	return !slices.ContainsFunc(a.Chosen, func(o matrix.OptionID) bool { return !slices.Contains(s, o) }) &&
		!slices.ContainsFunc(s, func(o matrix.OptionID) bool { return slices.Contains(a.Banned, o) })
}

// Oracle answers questions about a problem, one at a time. It is not safe for concurrent use.
type Oracle struct {
	problem     *matrix.Problem
	options     OracleOptions
	links       *dlx.LinkSearch
	root        *assumptionFilter
	linkNodes   int64 // nodes of links that a question is tried with before another engine takes it
	listingWork int64 // work that a backbone spends on a list of solutions at first
	spentWork   int64 // work on all questions so far
}

// NewOracle makes an oracle for p, which must be valid.
func NewOracle(p *matrix.Problem, o OracleOptions) *Oracle {
	root := &assumptionFilter{filter: o.Filter}
	links := dlx.NewSearch(p, dlx.SearchOptions{Chooser: choose.MRV{}, Filter: root})
	return &Oracle{problem: p, options: o, links: links, root: root, linkNodes: 1000, listingWork: 1 << 24}
}

// assumptionFilter is a filter that makes assumptions true at the root. Another filter may go on.
type assumptionFilter struct {
	Assumptions
	filter dlx.Filter
}

// Prune implements [dlx.Filter].
func (a *assumptionFilter) Prune(n *dlx.Node) bool {
	if n.Level() == 0 && !a.applyAssumptions(n) {
		return false
	}
	return a.filter == nil || n.First() < 0 || a.filter.Prune(n)
}

// applyAssumptions bans and chooses options. It returns false if that cannot be.
func (a *assumptionFilter) applyAssumptions(n *dlx.Node) bool {
	for _, o := range a.Banned {
		if n.Alive(o) {
			n.Remove(o)
		}
	}
	for _, o := range a.Chosen {
		if !n.Alive(o) {
			return false
		}
		n.Choose(o)
	}
	return true
}

// SolveUnder returns solutions under assumptions: as many as the limit, which is positive, or all
// if there are fewer. If the search ends before its time, the error says why, and what was
// found comes with it.
func (q *Oracle) SolveUnder(ctx context.Context, a Assumptions, limit int) (found []matrix.Solution, err error) {
	a = Assumptions{sortUnique(a.Chosen), sortUnique(a.Banned)}
	if !q.isPossible(a) {
		return nil, ctx.Err()
	}
	take := func(s matrix.Solution) bool {
		found = append(found, slices.Clone(s))
		return len(found) < limit
	}
	done, err := q.searchLinks(ctx, a, q.linkNodes, take)
	if done || err != nil {
		return found, err
	}
	found = nil
	goal := plan.All
	if limit == 1 {
		goal = plan.Few
	}
	return found, q.searchUnder(ctx, a, goal, q.options.MaxWork, take)
}

// searchUnder visits solutions, with the engine that suits what the assumptions leave of the problem, up to
// a bound of work; 0 is none.
func (q *Oracle) searchUnder(ctx context.Context, a Assumptions, goal plan.Goal, most int64,
	visit func(matrix.Solution) bool) error {
	if q.isReducible(a) {
		return q.searchByPlan(ctx, a, goal, most, visit)
	}
	done, err := q.searchLinks(ctx, a, NodesForWork(most), visit)
	if err == nil && !done {
		err = ErrWork
	}
	return err
}

// NodesForWork is how many nodes a bound of work allows, of an engine that has no updates.
func NodesForWork(work int64) int64 { return (work + 63) / 64 }

// sortUnique returns the options in order, each once.
func sortUnique(options []matrix.OptionID) []matrix.OptionID {
	options = slices.Clone(options)
	slices.Sort(options)
	return slices.Compact(options)
}

// isPossible reports whether the assumptions do not contradict one another at first sight: an
// option without a primary item is never chosen.
func (q *Oracle) isPossible(a Assumptions) bool {
	return !slices.ContainsFunc(a.Chosen, func(o matrix.OptionID) bool {
		_, banned := slices.BinarySearch(a.Banned, o)
		return banned || !slices.ContainsFunc(q.problem.Option(o),
			func(e matrix.Entry) bool { return int(e.Item) < q.problem.PrimaryCount() })
	})
}

// searchLinks searches with links, up to a number of nodes; 0 is no bound. Done reports whether all has been
// visited that was wanted.
func (q *Oracle) searchLinks(ctx context.Context, a Assumptions, nodes int64,
	visit func(matrix.Solution) bool) (done bool, err error) {
	q.root.Assumptions = a
	q.links.Reset()
	enough := false
	left, err := search.ExploreCube(ctx, q.links, search.WholeTree, nodes, func(s matrix.Solution) bool {
		enough = q.isCounted(s) && !visit(s)
		return !enough
	})
	q.addWork(q.links.Stats())
	return len(left) == 0 || enough, err
}

func (q *Oracle) addWork(s search.Stats) { q.spentWork += workOf(s.Nodes, s.Updates) }

// workOf makes the engines alike: those that count no updates take about as long for a node as others for 64.
func workOf(nodes, updates int64) int64 { return max(updates, 64*nodes) }

func (q *Oracle) isCounted(s matrix.Solution) bool {
	return q.options.Keeps == nil || q.options.Keeps(s)
}

// isReducible reports whether the assumptions leave a problem by themselves, for any engine. (A
// filter that the caller brought knows the whole problem only.)
func (q *Oracle) isReducible(a Assumptions) bool {
	return q.options.Filter == nil && !slices.ContainsFunc(a.Chosen, func(o matrix.OptionID) bool {
		return !slices.ContainsFunc(q.problem.Option(o), q.isOnce)
	})
}

// isOnce reports whether the item of an entry is covered exactly once.
func (q *Oracle) isOnce(e matrix.Entry) bool {
	return int(e.Item) < q.problem.PrimaryCount() && q.problem.Bound(e.Item) == matrix.Once
}

// searchByPlan searches what the assumptions leave of the problem with the engine that suits it.
func (q *Oracle) searchByPlan(ctx context.Context, a Assumptions, goal plan.Goal, most int64,
	visit func(matrix.Solution) bool) error {
	part, ids := q.problem.Subproblem(a.Chosen, a.Banned)
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	spent := false
	engine, err := plan.New(part, plan.Request{Goal: goal, ReportEvery: 1 << 16, Report: func(p search.Progress) {
		if most > 0 && workOf(p.Nodes, p.Updates) > most {
			spent = true
			cancel()
		}
	}})
	if err != nil {
		return err
	}
	defer func() { q.addWork(engine.Stats()) }()
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
		return ctx.Err() // the error of the engine may be that of the inner one
	case err != nil && spent:
		return ErrWork
	}
	return err
}
