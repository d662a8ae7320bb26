package plan

import (
	"context"
	"fmt"
	"iter"
	"math/big"
	"slices"

	"quadrille/runtime/choose"
	"quadrille/runtime/learn"
	"quadrille/runtime/matrix"
	"quadrille/runtime/memo"
	"quadrille/runtime/search"
	"quadrille/runtime/sparse"
)

// portfolio looks for solutions in several ways by turns: with luck one finds what another would
// not in a year, and one that learns or shares states comes to the end where another does not. Each
// solution is told once, whoever finds it.
type portfolio struct {
	problem *matrix.Problem
	request Request
	plan    *Plan
	alone   float64 // seconds that the one who visits all solutions has before the others begin
	first   float64 // seconds of a first turn
	every   int64   // updates and nodes after which a seeker may pause
	most    int     // words of solutions that are remembered
	contest
	finder  *player // who found those told so far, nil if several have
	told    told    // the first of them, so that each is told once
	found   int64   // all of them
	stopped bool    // nobody wants more
	stats   func() search.Stats
	err     error
}

// What is due to the seekers that do not lead. How far they are often says nothing, so that is a part
// of foresight times what the leader has done.
const (
	allDue   = 1.0 / 16
	learnDue = 1.0 / 32
	otherDue = 1.0 / 256
)

const (
	// firstSeek is how many seconds a first turn takes.
	firstSeek = 1e-3
	// seekGrace is how many first turns of what is foreseen are left to who leads.
	seekGrace = 5
	// aloneForOne, aloneForFew and aloneForAll are the seconds before the others begin: one solution may take luck, and
	// most problems whose solutions are all wanted have few or are small.
	aloneForOne, aloneForFew, aloneForAll = 3e-3, 10e-3, 20e-3
	// severalDue is due to who visits all solutions where several are wanted: near one are more, mostly.
	severalDue = 1.0 / 4
	// mostTold is how many words of solutions are remembered. When so many are found, those who found less leave.
	mostTold = 1 << 21
)

// seeking makes the plan of a portfolio.
func seeking(p *matrix.Problem, r Request) *Plan {
	name, why := searcher(p)
	plan := &Plan{Name: name, Why: fmt.Sprintf("%s; others take turns", why)}
	f := &portfolio{problem: p, request: r, plan: plan, alone: aloneForAll, first: firstSeek, every: seekEvery,
		most: mostTold}
	switch {
	case r.several():
		f.alone = aloneForFew
	case r.Goal == Few:
		f.alone = aloneForOne
	}
	plan.Engine = f
	return plan
}

// several reports whether a few solutions are wanted, but more than two: a second one may be asked for to be sure that
// there is none.
func (r Request) several() bool { return r.Goal == Few && r.Wanted > 2 }

// seekers returns the ways to look for solutions, the one that leads first, and the one that may begin
// alone.
func (f *portfolio) seekers() (players []*player, alone *player) {
	name, why := searcher(f.problem)
	all := &player{name: name, due: allDue, why: why, game: f.visitor(name)}
	if f.request.several() {
		all.due = severalDue
	}
	learns := &player{name: Learn, due: learnDue, why: "it learns from dead ends", game: f.seeker(Learn, false)}
	sharer := f.sharer()
	shares := remembers(sharer, sharer.held)
	if f.request.Goal == Few { // it knows them all before it tells one
		shares.due, shares.deserves = seldom, func() float64 { return often * sharer.deserves() }
	}
	switch {
	case f.request.Goal != Few:
		learns.due = seldom
		return []*player{all, learns, shares}, all
	case hard(f.problem):
		learns.why, learns.due = whyLearn, always
		if !f.request.several() {
			all.due = otherDue
		}
		return []*player{learns, all, shares}, nil
	}
	learns.due, learns.blind = often, true
	lucky := &player{name: Sparse, due: often, blind: true, why: "rare options first, with restarts",
		game: f.seeker(Sparse, true)}
	length := func() float64 {
		if made, ok := learns.game.(*seeker).engine.(*learn.ClauseSearch); ok {
			return made.MeanClauseLength()
		}
		return 0
	}
	learns.deserves = func() float64 { return dueOfLength(length()) }
	lucky.deserves = func() float64 { return luckOfLength(length()) }
	if players = []*player{lucky, learns, all, shares}; prepares(Learn, f.problem) < f.first {
		players[0], players[1] = learns, lucky // for the length is soon known
	}
	if other := map[string]string{Dense: Sparse, Sparse: Dense}[name]; other == Sparse || visitsDense(f.problem) {
		players = append(players, &player{name: other, due: seldom, why: "it visits every solution",
			game: f.seeker(other, false)})
	}
	return players, all
}

// What is due to who learns, and to luck, goes by the mean length of the clauses that are learned. On 70 problems of
// which one solution was wanted, learning was the best where that was up to shortClause, mostly, and luck had no part
// in it; above twice as much it was seldom.
const shortClause = 16

// dueOfLength is what is due to who learns clauses of a mean length, or 0 if none have been.
func dueOfLength(length float64) float64 {
	if length == 0 {
		return 0
	}
	short := min(1, shortClause/length)
	return max(seldom, halfway*short*short)
}

// luckOfLength is what is due to luck there, or 0.
func luckOfLength(length float64) float64 {
	long := min(1, length/(2*shortClause))
	return min(1, length) * max(seldom, often*long*long)
}

// visitor returns a game that visits every solution, on all threads.
func (f *portfolio) visitor(name string) finder {
	if f.request.Threads > 1 {
		return newVisit(f.problem, f.request, name)
	}
	return f.seeker(name, false)
}

func (f *portfolio) seeker(name string, restarts bool) *seeker {
	return &seeker{from: f, name: name, restarts: restarts, spent: prepares(name, f.problem)}
}

// Solutions implements [search.Engine].
func (f *portfolio) Solutions(ctx context.Context) iter.Seq[matrix.Solution] {
	return func(yield func(matrix.Solution) bool) {
		players, alone := f.seekers()
		f.contest = contest{players: players, first: f.first, grace: seekGrace * f.first, chance: f.request.Goal == Few}
		f.finder, f.told, f.found, f.stopped = nil, told{}, 0, false
		for _, p := range players {
			p.game.(finder).finds(func(s matrix.Solution) bool { return f.meet(p, s, yield) })
		}
		p, err := f.seek(ctx, alone)
		f.plan.Name, f.plan.Why, f.plan.Turns, f.err = p.name, p.why, f.story(), err
		_, stats := p.result()
		if f.stopped {
			stats.Solutions = max(stats.Solutions, f.found) // threads may have met more
		}
		f.stats = func() search.Stats { return stats }
	}
}

// finder is a game that finds solutions. It ends when its function returns false.
type finder interface {
	game
	finds(each func(matrix.Solution) bool)
}

// seek lets one seeker begin, unless that takes long, and then all take turns.
func (f *portfolio) seek(ctx context.Context, alone *player) (*player, error) {
	if alone != nil {
		if begins, _ := alone.sofar(); begins < f.alone {
			if done, err := alone.play(ctx, begins+f.alone); done || err != nil {
				alone.leave()
				return alone, err
			}
			alone.turns, f.played = 1, []*player{alone}
		}
	}
	return f.run(ctx)
}

// meet tells of a solution that a player has found, unless another one has found it before.
func (f *portfolio) meet(p *player, s matrix.Solution, yield func(matrix.Solution) bool) bool {
	switch {
	case f.found == 0:
		f.finder = p
	case f.finder != p:
		f.finder = nil
	}
	switch {
	case f.finder == nil && f.told.has(s, f.problem.OptionCount()):
		return true
	case f.told.words < f.most:
		f.told.add(s)
	default:
		f.outlast(p)
	}
	f.found++
	if p.found++; 1 < p.found && p.found < f.request.Wanted { // one says nothing of when the next one comes
		p.near = float64(p.found) / float64(f.request.Wanted)
	}
	f.stopped = !yield(s)
	return !f.stopped
}

// outlast lets the others leave.
func (f *portfolio) outlast(p *player) {
	for _, other := range f.players {
		if other != p && !other.out {
			other.out = true
			other.leave()
		}
	}
}

// Err implements [search.Engine].
func (f *portfolio) Err() error { return f.err }

// Stats implements [search.Engine]: the effort of who came to the end.
func (f *portfolio) Stats() search.Stats {
	if f.stats == nil {
		return search.Stats{}
	}
	return f.stats()
}

// sharer is a game that makes the diagram of all solutions, and runs through it.
type sharer struct {
	*held
	diagram *memo.Diagram
	each    func(matrix.Solution) bool
}

func (f *portfolio) sharer() *sharer {
	s := &sharer{}
	s.held = hold(prepares(Memo, f.problem), func(ctx context.Context, h *held) (*big.Int, search.Stats, error) {
		r := f.request
		if report := r.Report; report != nil {
			r.Report = func(q search.Progress) {
				q.Solutions = f.found
				report(q)
			}
		}
		o := memoByTurns(r, h)
		var err error
		if s.diagram, err = memo.BuildDiagram(ctx, f.problem, o); err != nil {
			return nil, search.Stats{}, err
		}
		return counted(s.diagram.SolutionCount(), int64(s.diagram.NodeCount()), nil)
	})
	return s
}

func (s *sharer) finds(each func(matrix.Solution) bool) { s.each = each }

func (s *sharer) play(ctx context.Context, until float64) (done bool, err error) {
	if done, err = s.held.play(ctx, until); !done || err != nil {
		return done, err
	}
	for found := range s.diagram.AllSolutions() {
		if ctx.Err() != nil || !s.each(found) {
			break
		}
	}
	return true, ctx.Err()
}

// seeker is an engine on a coroutine: it pauses in its reports when its turn is over. It is a game
// that counts nothing.
type seeker struct {
	from     *portfolio
	name     string
	restarts bool
	each     func(matrix.Solution) bool
	engine   search.Engine
	next     func() (_ struct{}, more bool) // plays on until the next pause
	stop     func()
	left     bool // so that what it still finds is told to nobody
	spent    float64
	share    float64
	until    float64
}

// A seeker may pause after so many nodes and updates as seekSeconds have room for nodes, within bounds.
const (
	seekSeconds          = 0.25e-3
	leastSeek, seekEvery = 1 << 8, 1 << 13
)

func (s *seeker) finds(each func(matrix.Solution) bool) { s.each = each }

func (s *seeker) play(ctx context.Context, until float64) (done bool, err error) {
	if s.until = until; s.next == nil {
		if err := s.begin(ctx); err != nil {
			return false, err
		}
	}
	if _, more := s.next(); more {
		return false, ctx.Err()
	}
	return true, s.engine.Err()
}

// begin makes the engine, and the coroutine on which it runs.
func (s *seeker) begin(ctx context.Context) (err error) {
	inner, cancel := context.WithCancel(ctx)
	var pause func(struct{}) bool
	r := s.from.request
	told, begun, price := int64(0), s.spent, priceOf(s.name, s.from.problem)
	r.Engine, r.Threads, r.ReportEvery = s.name, 1, min(s.from.every, max(leastSeek, int64(seekSeconds/price.node)))
	r.Report = func(q search.Progress) {
		s.spent = begun + price.seconds(search.Stats{Nodes: q.Nodes, Updates: q.Updates})
		if s.name != Learn {
			s.share = q.Share // who restarts tells none
		}
		every := s.from.request.ReportEvery
		if s.from.found > 0 {
			every = min(every, lookEvery)
		}
		if work := q.Nodes + q.Updates; s.from.request.Report != nil && work >= told+every {
			told, q.Solutions = work, s.from.found
			s.from.request.Report(q)
		}
		if s.spent >= s.until && inner.Err() == nil && !pause(struct{}{}) {
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
	next, stop := iter.Pull(func(yield func(struct{}) bool) {
		pause = yield
		s.engine.Solutions(inner)(func(found matrix.Solution) bool { return !s.left && s.each(found) })
	})
	s.next, s.stop = next, func() { stop(); cancel() }
	return nil
}

// lookEvery is the number of updates and nodes between two reports when a solution has been
// found: whoever wants no more looks on for two of them.
const lookEvery = 1 << 19

func (s *seeker) sofar() (seconds, share float64) { return s.spent, s.share }

func (s *seeker) result() (*big.Int, search.Stats) {
	if s.engine == nil {
		return nil, search.Stats{}
	}
	return nil, s.engine.Stats()
}

func (s *seeker) leave() {
	if s.left = true; s.next != nil {
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
		unit := int64(max(anewNodes, a.problem.EntryCount()/anewEntries))
		a.options, a.err = choose.OptionOrder("rare", a.problem, 0)
		for k := int64(1); a.err == nil; k++ {
			if a.err = a.begin(k); a.err != nil || a.search(ctx, unit*luby(k), yield) {
				return
			}
			a.before.AddStats(a.engine.Stats())
		}
	}
}

// begin makes the k-th search.
func (a *anew) begin(k int64) error {
	order := "given"
	if k > 1 {
		order = "random"
	}
	items, err := choose.ItemOrder(order, a.problem, a.request.Seed+uint64(k))
	a.engine = sparse.NewSearch(a.problem, sparse.SearchOptions{
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
	cubes, err := search.ExploreCube(ctx, a.engine, search.WholeTree, nodes, see)
	for found && !stopped && err == nil && len(cubes) > 0 {
		var left []search.Cube
		left, err = search.ExploreCube(ctx, a.engine, cubes[0], 0, see)
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
	all.AddStats(a.before)
	if a.engine != nil {
		all.AddStats(a.engine.Stats())
	}
	return all
}
