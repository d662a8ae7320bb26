package plan

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"math/big"
	"slices"

	"quadrille/runtime/learn"
	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
	"quadrille/runtime/symmetry"
)

// What is due to those who do not lead.
const (
	always  = 1.0
	halfway = 1.0 / 2
	often   = 1.0 / 4
	seldom  = 1.0 / 64
)

// countGrace is how many first turns of what a count is foreseen to take are left to who leads.
const countGrace = 14

// halvesScale is up to where halves may take as long as what visits every solution: to fill halves
// takes a power of what it takes to fill the whole.
const halvesScale = 8e-3

const (
	// mostPairs bounds the options for whose pairs a table is made unasked: to 32 MB.
	mostPairs = 1 << 14
	// tableMemory is what memo may use unasked.
	tableMemory = 128 << 20
	// clearly is how many times as long the others have to take by their prices for one engine to visit every solution
	// alone; and doubtful the part by which an estimate may be too high.
	clearly, doubtful = 3, 1.5
	// hopelessSeconds are what every other engine has to take before memo may use as much as
	// it does when it is asked for.
	hopelessSeconds = 60
	// mostCrossing is the part of the options that may cross the middle for halves.
	mostCrossing = 0.35
	// wordSeconds are what it takes memo to touch a word.
	wordSeconds = 1.1e-9
	// entryThoughts are what it takes to find symmetries and what to make of them, for each entry of
	// an option.
	entryThoughts = 1e-6
	// lookSeconds is what it takes to look at an entry for symmetries, and mostLooks are worth it;
	// proofSeconds are what it takes to do a unit of work for a proof.
	lookSeconds, mostLooks, proofSeconds = 10e-9, 1 << 30, 2.5e-9
	// workSeconds are what it takes halves to do a unit of work.
	workSeconds = 20e-9
	// mostClauses are solutions after which nobody learns: each is one clause more.
	mostClauses = 1000
	// learnEvery is the number of updates and nodes after which who learns may pause: some milliseconds,
	// as its nodes are dear.
	learnEvery = 1 << 10
)

// counter counts as the planner sees fit. Links begin, as many problems are small, until they
// have done as much as another engine takes to prepare itself; then those take turns. When that
// goes on for a while, symmetries and proofs are looked for. No clock is asked, so that a problem
// is always counted in the same way.
type counter struct {
	search.Engine // lists the solutions, if they are wanted after all
	problem       *matrix.Problem
	request       Request
	plan          *Plan
	stats         search.Stats
	group         []symmetry.Permutation
	visits        []*player
	shares        bool    // states, by the look of it
	first         float64 // seconds of a first turn
	thoughts      float64 // seconds for each entry of an option
	contest
}

// counting makes the plan of a counter.
func counting(p *matrix.Problem, r Request, name, why string) *Plan {
	plan := &Plan{Name: name, Why: why}
	plan.Engine = &counter{problem: p, request: r, plan: plan, first: firstTurn, thoughts: entryThoughts}
	return plan
}

// Solutions implements [search.Engine].
func (c *counter) Solutions(ctx context.Context) iter.Seq[matrix.Solution] {
	return func(yield func(matrix.Solution) bool) {
		name, why := searcher(c.problem)
		lister, err := take(c.problem, c.request, name, why)
		if err != nil {
			return // a request was checked
		}
		c.Engine, c.plan.Name, c.plan.Why = lister.Engine, lister.Name, lister.Why
		lister.Solutions(ctx)(yield)
	}
}

// Stats implements [search.Engine].
func (c *counter) Stats() search.Stats {
	if c.Engine != nil {
		return c.Engine.Stats()
	}
	return c.stats
}

// Err implements [search.Engine].
func (c *counter) Err() error {
	if c.Engine != nil {
		return c.Engine.Err()
	}
	return nil
}

// Count implements [search.Counter].
func (c *counter) Count(ctx context.Context) (*big.Int, error) {
	c.Engine, c.visits, c.plan.Turns = nil, c.visitors(), nil
	links := newVisit(c.problem, c.request, Links)
	links.request.Threads = 1
	begun := slices.MinFunc(c.visits, func(a, b *player) int { return cmp.Compare(a.guess, b.guess) }).guess
	if done, err := links.play(ctx, max(begun, links.spent)+c.first); done || err != nil {
		return c.told(&player{game: links, name: Links, why: "it is done before others would have begun"}, err)
	}
	if n, done, err := c.draw(ctx); done {
		return n, err
	}
	c.enter(links)
	p, err := c.run(ctx)
	c.plan.Turns = c.story()
	if p == nil {
		return new(big.Int), err
	}
	return c.told(p, err)
}

// visitors are those who visit every solution. Their guess is what it takes to begin.
func (c *counter) visitors() (list []*player) {
	for _, name := range []string{Dense, Sparse} {
		if name == Dense && !visitsDense(c.problem) {
			continue
		}
		v := newVisit(c.problem, c.request, name)
		list = append(list, &player{game: v, name: name, guess: v.spent, why: "it visits every solution"})
	}
	return list
}

// enter lets the engines in that may take turns, by what links have seen.
func (c *counter) enter(links *visit) {
	_, share := links.sofar()
	for _, v := range c.visits {
		v.guess += expects(v.name, c.problem, links.stats) / share
	}
	slices.SortStableFunc(c.visits, func(a, b *player) int { return cmp.Compare(a.guess, b.guess) })
	c.shares = sharesStates(c.problem)
	if last := c.visits[len(c.visits)-1]; last.guess > clearly*c.visits[0].guess && !c.shares {
		c.visits = c.visits[:1] // what links have seen says more where pieces meet all cells
	}
	c.visits[0].due = seldom // and another one begins if it seems better after all
	c.contest = contest{first: c.first, grace: countGrace * c.first, players: append([]*player{c.memo()}, c.visits...)}
	c.second, c.secondCost = c.secondThoughts, c.first+c.thoughts*float64(c.problem.EntryCount())
}

// memo makes a player of memo.
func (c *counter) memo() *player {
	h := hold(prepares(Memo, c.problem), func(ctx context.Context, h *held) (*big.Int, search.Stats, error) {
		o := memoByTurns(c.request, h)
		n, stats, err := byStates(c.problem, o)(ctx)
		if c.request.MaxMemory == 0 && errors.Is(err, search.ErrMemory) && c.hopeless() {
			o.MaxMemory = 0
			n, stats, err = byStates(c.problem, o)(ctx)
		}
		return n, stats, err
	})
	return remembers(h, h)
}

// hopeless reports whether all that visit every solution would take too long. It is asked by a
// player, while no other one plays.
func (c *counter) hopeless() bool {
	return !slices.ContainsFunc(c.visits, func(p *player) bool { return p.expected() < hopelessSeconds })
}

// halves makes a game of halves.
func (c *counter) halves() game {
	return hold(prepares(Halves, c.problem), func(ctx context.Context, h *held) (*big.Int, search.Stats, error) {
		o := halvesOptions(c.request)
		o.MaxCrossing = mostCrossing
		o.Group = c.group
		o.Report = func(q search.Progress) {
			if h.pass(0, max(q.Share, tiny)); c.request.Report != nil {
				c.request.Report(q)
			}
		}
		o.Turn = func(work int64) { h.pass(workSeconds*float64(work), 0) }
		return byHalves(c.problem, o)(ctx)
	})
}

// learn makes a game of learning, which may be over soon where nearly all is ruled out.
func (c *counter) learn() game {
	return hold(prepares(Learn, c.problem), func(ctx context.Context, h *held) (*big.Int, search.Stats, error) {
		worked, price := 0.0, priceOf(Learn, c.problem)
		o := learn.LearnOptions{Seed: c.request.Seed, MaxMemory: cmp.Or(c.request.MaxMemory, tableMemory),
			ReportEvery: learnEvery}
		o.Report = func(q search.Progress) {
			before := worked
			worked = price.seconds(search.Stats{Nodes: q.Nodes, Updates: q.Updates})
			h.pass(worked-before, 0)
		}
		s, err := learn.NewClauseSearch(c.problem, o)
		if err != nil {
			return nil, search.Stats{}, err
		}
		n := int64(0)
		for range s.Solutions(ctx) {
			if n++; n > mostClauses {
				return nil, search.Stats{}, errors.New("too many solutions to learn from each")
			}
		}
		return big.NewInt(n), s.Stats(), s.Err()
	})
}

// secondThoughts look for a proof that there is nothing to count, and let those who visit
// every solution do so by orbits from now on. With the symmetries halves enter, and
// who learns.
func (c *counter) secondThoughts(ctx context.Context) (done bool, err error) {
	found := new(big.Int)
	for _, v := range c.visits {
		if n, _ := v.result(); n.Cmp(found) > 0 {
			found = n
		}
	}
	worth := c.leader.remains() / 2
	if found.Sign() == 0 && proves(c.problem, int64(min(proofWork, worth/proofSeconds))) {
		c.plan.Name, c.plan.Why = Weights, whyWeights
		return true, nil
	}
	c.group = symmetry.FindGroupWithin(ctx, c.problem, mostSymmetries, int(min(mostLooks, worth/lookSeconds)))
	halves := &player{game: c.halves(), name: Halves, due: always, scale: halvesScale, honest: true,
		why: "few options cross the middle"}
	if c.shares {
		halves.due = often
	}
	c.players = append(c.players, halves)
	if found.Cmp(big.NewInt(mostClauses)) < 0 {
		learner := &player{game: c.learn(), name: Learn, due: seldom, why: "it learns from dead ends"}
		if found.Sign() == 0 {
			learner.due = learnDue
		}
		c.players = append(c.players, learner)
	}
	orbits := findOrbits(c.problem, c.group)
	if orbits == nil {
		return false, ctx.Err()
	}
	for _, p := range c.visits {
		v, all := p.game.(*visit), p.expected()
		if all-v.spent < doubtful*all/orbits.gain {
			continue
		}
		if p.turns > 0 {
			p.guess = v.spent + (all-v.spent)/orbits.gain
		}
		p.why = orbits.why
		v.over(orbits.parts)
		p.marks = [2]mark{{seconds: v.spent}, {seconds: v.spent}}
	}
	return false, ctx.Err()
}

// told notes what a player has done, and returns what it has found.
func (c *counter) told(p *player, err error) (*big.Int, error) {
	var n *big.Int
	c.plan.Name, c.plan.Why = p.name, p.why
	if n, c.stats = p.result(); n == nil {
		n = new(big.Int)
	}
	return n, err
}
