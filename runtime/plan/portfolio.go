package plan

import (
	"context"
	"fmt"
	"iter"
	"math"
	"math/big"
	"slices"

	"quadrille/runtime/choose"
	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
	"quadrille/runtime/sparse"
)

// portfolio looks for one solution in several ways by turns: with luck one finds what another
// would not in a year. When more are wanted, the one that has found the first goes on.
type portfolio struct {
	problem *matrix.Problem
	request Request
	plan    *Plan
	first   float64 // seconds of a first turn
	every   int64   // updates and nodes after which a seeker may pause
	winner  *seeker
	err     error
}

// What is due to the seekers that do not lead. How far they are says nothing, so that is a part
// of foresight times what the leader has done.
const (
	allDue   = 1.0 / 10
	learnDue = 1.0 / 32
	otherDue = 1.0 / 256
)

// firstSeek is how many seconds a first turn takes.
const firstSeek = 2e-3

// seekers returns the ways to look for a solution, the one that leads first.
func (f *portfolio) seekers() []*player {
	name, why := searcher(f.problem)
	all := &player{name: name, due: allDue, why: why, game: f.seeker(name, false)}
	lucky := &player{name: Sparse, why: "rare options first, with restarts", game: f.seeker(Sparse, true)}
	learns := &player{name: Learn, due: learnDue, why: "it learns from dead ends", game: f.seeker(Learn, false)}
	switch {
	case hard(f.problem):
		learns.why, all.due = whyLearn, otherDue
		return []*player{learns, all}
	case len(f.problem.Nogoods()) > 0 || f.request.Order+f.request.OptionOrder != "":
		return []*player{all}
	}
	return []*player{lucky, all, learns}
}

func (f *portfolio) seeker(name string, restarts bool) *seeker {
	return &seeker{from: f, name: name, restarts: restarts, spent: prepares(name, f.problem)}
}

// seek lets the seekers take turns. The one that would find all solutions comes first, unless
// it takes long to begin.
func (f *portfolio) seek(ctx context.Context) (c contest, p *player, err error) {
	c = contest{players: f.seekers(), first: f.first}
	if len(c.players) > 2 {
		all := c.players[1]
		if begins, _ := all.sofar(); begins < firstSeek {
			if done, err := all.play(ctx, begins+f.first); done || err != nil {
				return contest{}, all, err
			}
		}
	}
	p, err = c.run(ctx)
	return c, p, err
}

// Solutions implements [search.Engine].
func (f *portfolio) Solutions(ctx context.Context) iter.Seq[matrix.Solution] {
	return func(yield func(matrix.Solution) bool) {
		c, p, err := f.seek(ctx)
		f.winner = p.game.(*seeker)
		defer f.winner.leave()
		f.plan.Name, f.plan.Why, f.plan.Turns, f.err = p.name, p.why, c.story(), err
		if err != nil || f.winner.found == nil {
			return
		}
		f.winner.until = math.Inf(1)
		for found := *f.winner.found; yield(found); {
			var more bool
			if found, _, more = f.winner.next(); !more {
				f.err = f.winner.engine.Err()
				return
			}
		}
	}
}

// Err implements [search.Engine].
func (f *portfolio) Err() error { return f.err }

// Stats implements [search.Engine]: the effort of the winner.
func (f *portfolio) Stats() search.Stats {
	if f.winner == nil || f.winner.engine == nil {
		return search.Stats{}
	}
	return f.winner.engine.Stats()
}

// seeker is an engine on a coroutine: it pauses in its reports when its turn is over, and
// when it has found a solution. It is a game that counts nothing.
type seeker struct {
	from     *portfolio
	name     string
	restarts bool
	engine   search.Engine
	next     func() (found matrix.Solution, is bool, more bool)
	stop     func()
	found    *matrix.Solution
	spent    float64
	until    float64
}

// seekEvery is the number of updates and nodes after which a seeker may pause.
const seekEvery = 1 << 13

func (s *seeker) play(ctx context.Context, until float64) (done bool, err error) {
	if s.until = until; s.next == nil {
		if err := s.begin(ctx); err != nil {
			return false, err
		}
	}
	solution, found, more := s.next()
	switch {
	case found:
		s.found = &solution
		return true, nil
	case !more:
		return true, s.engine.Err()
	}
	return false, ctx.Err()
}

// begin makes the engine, and the coroutine on which it runs.
func (s *seeker) begin(ctx context.Context) (err error) {
	inner, cancel := context.WithCancel(ctx)
	var yield func(matrix.Solution, bool) bool
	r := s.from.request
	r.Engine, r.Threads, r.ReportEvery = s.name, 1, s.from.every
	told, begun := int64(0), s.spent
	r.Report = func(q search.Progress) {
		s.spent = begun + seconds(s.name, search.Stats{Nodes: q.Nodes, Updates: q.Updates})
		every := s.from.request.ReportEvery
		if q.Solutions > 0 {
			every = min(every, lookEvery)
		}
		if work := q.Nodes + q.Updates; s.from.request.Report != nil && work >= told+every {
			told = work
			s.from.request.Report(q)
		}
		if s.spent >= s.until && inner.Err() == nil && !yield(nil, false) {
			cancel()
		}
	}
	if s.restarts {
		s.engine = &anew{problem: s.from.problem, request: r}
	} else if made, err := take(s.from.problem, r, s.name, ""); err != nil {
		cancel()
		return err
	} else {
		s.engine = made.Engine
	}
	next, stop := iter.Pull2(func(y func(matrix.Solution, bool) bool) {
		yield = y
		for found := range s.engine.Solutions(inner) {
			if !yield(found, true) {
				return
			}
		}
	})
	s.next, s.stop = next, func() { stop(); cancel() }
	return nil
}

// lookEvery is the number of updates and nodes between two reports when a solution has been
// found: whoever wants no more looks on for two of them.
const lookEvery = 1 << 19

func (s *seeker) sofar() (seconds, share float64)  { return s.spent, 0 }
func (s *seeker) result() (*big.Int, search.Stats) { return nil, s.engine.Stats() }

func (s *seeker) leave() {
	if s.next != nil {
		s.stop()
	}
}

// anew is a search that begins again after some nodes without a solution, each time in
// another order of the items; options that hold rare items are tried first. The number of
// nodes follows Luby, Sinclair and Zuckerman, "Optimal speedup of Las Vegas algorithms" (1993).
type anew struct {
	problem *matrix.Problem
	request Request
	options []matrix.OptionID
	before  search.Stats // of those that were given up
	engine  search.Cutter
	err     error
}

// anewNodes is the least number of nodes, and anewEntries how many entries make a node more, as it
// takes so long to begin.
const (
	anewNodes   = 500
	anewEntries = 20
)

// Solutions implements [search.Engine].
func (a *anew) Solutions(ctx context.Context) iter.Seq[matrix.Solution] {
	return func(yield func(matrix.Solution) bool) {
		a.before, a.err = search.Stats{}, nil
		unit := int64(max(anewNodes, a.problem.Entries()/anewEntries))
		a.options, a.err = choose.OptionOrder("rare", a.problem, 0)
		for k := int64(1); a.err == nil; k++ {
			if a.err = a.begin(k); a.err != nil || a.search(ctx, unit*luby(k), yield) {
				return
			}
			a.before.Add(a.engine.Stats())
		}
	}
}

// begin makes the k-th search.
func (a *anew) begin(k int64) error {
	order := "given"
	if k > 1 {
		order = "random"
	}
	items, err := choose.Order(order, a.problem, a.request.Seed+uint64(k))
	a.engine = sparse.NewSearch(a.problem, sparse.Options{
		Order: items, OptionOrder: a.options, ReportEvery: a.request.ReportEvery,
		Report: func(q search.Progress) {
			q.Nodes, q.Updates, q.Share = q.Nodes+a.before.Nodes, q.Updates+a.before.Updates, 0
			a.request.Report(q)
		},
	})
	a.engine.Reset()
	return err
}

// search searches until so many nodes have been visited without a solution, and goes on if
// there is one. It reports whether it has come to an end.
func (a *anew) search(ctx context.Context, nodes int64, yield func(matrix.Solution) bool) (ended bool) {
	found, stopped := false, false
	see := func(s matrix.Solution) bool {
		found = true
		stopped = !yield(s)
		return !stopped
	}
	cubes, err := search.Explore(ctx, a.engine, search.Whole, nodes, see)
	for found && !stopped && err == nil && len(cubes) > 0 {
		var left []search.Cube
		left, err = search.Explore(ctx, a.engine, cubes[0], 0, see)
		cubes = slices.Concat(left, cubes[1:])
	}
	a.err = err
	return stopped || err != nil || len(cubes) == 0
}

// luby returns the k-th number of 1, 1, 2, 1, 1, 2, 4, 1, ….
func luby(k int64) int64 {
	for n := int64(1); ; n = 2*n + 1 {
		switch {
		case k == n:
			return (n + 1) / 2
		case k < 2*n+1 && k > n:
			return luby(k - n)
		}
	}
}

// Err implements [search.Engine].
func (a *anew) Err() error { return a.err }

// Stats implements [search.Engine].
func (a *anew) Stats() search.Stats {
	var all search.Stats
	all.Add(a.before)
	if a.engine != nil {
		all.Add(a.engine.Stats())
	}
	return all
}

// seeking makes the plan of a portfolio.
func seeking(p *matrix.Problem, r Request) *Plan {
	name, why := searcher(p)
	plan := &Plan{Name: name, Why: fmt.Sprintf("%s; others take turns", why)}
	plan.Engine = &portfolio{problem: p, request: r, plan: plan, first: firstSeek, every: seekEvery}
	return plan
}
