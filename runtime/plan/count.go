package plan

import (
	"context"
	"fmt"
	"iter"
	"math"
	"math/big"
	"math/rand/v2"

	"quadrille/runtime/choose"
	"quadrille/runtime/dlx"
	"quadrille/runtime/matrix"
	"quadrille/runtime/memo"
	"quadrille/runtime/search"
	"quadrille/runtime/symmetry"
)

// The thresholds of a count. They were found by running every engine on the problems of
// examples/speed.yaml.
const (
	// quickNodes are visited before anything is estimated: many problems are small.
	quickNodes = 500
	// boundedItems is up to how many items the states of memo are bounded.
	boundedItems = 200
	// fewStates are gone through before a search has begun, and manyStates before one has
	// got anywhere.
	fewStates  = 1 << 16
	manyStates = 1 << 20
	// earlyNodes are memo's at first where states are likely to be shared, and longSeconds
	// when there turns out to be more to do.
	earlyNodes  = 1 << 13
	longSeconds = 5.0
	// memoShare is the part of the time that another engine needs in which memo may try.
	memoShare = 0.2
	// longPart is the part of the first nodes after which halves may count, if the share of
	// the tree that is done is no larger.
	longPart = 4
	// Halves may do one unit of work for each workSeconds that another engine is estimated to
	// need, and meet one border for each borderSeconds. That is several times what they take
	// themselves, as the estimate of a tree from its first nodes is low as a rule. They are
	// not tried where it is below fewSeconds, nor where many options cross.
	workSeconds   = 2e-9
	borderSeconds = 0.7e-6
	fewSeconds    = 8e-3
	mostCrossing  = 0.35
	// mostNodes stands for any number.
	mostNodes = 1 << 40
	// probes estimate a tree, up to so many options.
	probes        = 20
	probedOptions = 1 << 17
)

// beginSeconds is how long beginNodes take. Where states are likely to be shared, memo may
// take as long as the rest would by that.
const beginSeconds = 0.015

// beginNodes are how many nodes an engine visits in some 10 milliseconds.
var beginNodes = map[string]int64{Links: 1 << 12, Dense: 1 << 18, Sparse: 1 << 13}

// counter counts as the planner sees fit. What takes long is not begun before it is known
// that there is much to do. (1) Links count small trees. (2) Memo may try, where each item
// meets few others. (3) The engine that would visit all solutions begins. (4) If it does
// not come to an end soon, symmetries are looked for, and memo may do as much work as
// takes a part of the time that the engine is estimated to need. (5) The engine counts
// the rest, or, if there are symmetries, by orbits. No clock is asked, so that a problem
// is always counted in the same way.
type counter struct {
	*memoEngine // lists the solutions, if they are wanted after all
	plan        *Plan
	links, all  visit // of a few nodes, and of all solutions if need be
	group       []symmetry.Permutation
}

// counting lets memo try first, if the tree turns out to be large.
func counting(p *matrix.Problem, r Request, name, why string) (*Plan, error) {
	if len(p.Nogoods()) > 0 {
		return take(p, r, name, why)
	}
	links, err := newVisit(p, r, Links, fmt.Sprintf("fewer than %d nodes", quickNodes))
	if err != nil {
		return nil, err
	}
	all, err := newVisit(p, r, name, why)
	if err != nil {
		return nil, err
	}
	plan := &Plan{Name: Memo, Why: why}
	plan.Engine = &counter{memoEngine: newMemo(p, r), plan: plan, links: *links, all: *all}
	return plan, nil
}

// Count implements [search.Counter].
func (c *counter) Count(ctx context.Context) (*big.Int, error) {
	links, all := c.links, c.all // a count may be asked for again
	states, order := math.Inf(1), []matrix.ItemID(nil)
	if c.problem.Items() <= boundedItems {
		states, order = memo.Bound(c.problem)
	}
	if states > fewStates {
		if left, err := links.begin(ctx, quickNodes); err != nil || left == 0 {
			return c.visited(&links, err)
		}
	}
	if states <= manyStates {
		o := c.options
		o.Order = order
		if n, done, err := c.try(ctx, o, "there are few states"); done {
			return n, err
		}
		return c.visited(&all, all.finish(ctx))
	}
	shares := sharesStates(c.problem)
	if shares {
		if n, done, err := c.tryNodes(ctx, earlyNodes); done {
			return n, err
		}
	}
	left, err := all.begin(ctx, beginNodes[all.request.Engine]/longPart)
	if err == nil && left > 1-1.0/longPart && !shares {
		if n, done, err := c.tryHalves(ctx, beginSeconds/longPart/(1-left)); done {
			return n, err
		}
	}
	if err == nil && left > 0 {
		left, err = all.begin(ctx, beginNodes[all.request.Engine]*(longPart-1)/longPart)
	}
	switch {
	case err != nil || left == 0:
		return c.visited(&all, err)
	case left < 0.5: // the end is nearer than the beginning
		return c.visited(&all, all.finish(ctx))
	case all.stats.Solutions == 0 && proves(c.problem):
		c.plan.Name, c.plan.Why, c.stats = Weights, whyWeights, all.stats
		return new(big.Int), nil
	}
	return c.atLength(ctx, &all, shares, left)
}

// atLength counts where there is much to do, and states are likely to be shared or not.
func (c *counter) atLength(ctx context.Context, all *visit, shares bool, left float64) (*big.Int, error) {
	orbits, gain := c.findOrbits(ctx)
	nodes := nodesIn(c.problem, min(longSeconds, beginSeconds/(1-left)))
	if !shares {
		nodes = worthTrying(c.problem, all.request.Engine, gain)
	}
	if n, done, err := c.tryNodes(ctx, nodes); done {
		return n, err
	}
	if orbits == nil {
		return c.visited(all, all.finish(ctx))
	}
	n, stats, err := orbits.count(ctx, all)
	c.plan.Name, c.plan.Why, c.stats = all.request.Engine, orbits.why+"; "+all.why, stats
	return n, err
}

// findOrbits looks for symmetries, once, and returns what is gained by them.
func (c *counter) findOrbits(ctx context.Context) (orbits *byOrbits, gain float64) {
	if c.group == nil {
		c.group = symmetry.Group(ctx, c.problem, mostSymmetries)
	}
	if orbits = findOrbits(c.problem, c.group); orbits == nil {
		return nil, 1
	}
	return orbits, orbits.gain
}

// tryNodes lets memo count, with so many nodes at most.
func (c *counter) tryNodes(ctx context.Context, nodes int64) (n *big.Int, done bool, err error) {
	o := c.options
	o.MaxNodes = nodes
	return c.try(ctx, o, fmt.Sprintf("if states are not shared within %d nodes, %s takes over (%s)", nodes, c.all.request.Engine, c.all.why))
}

// tryHalves lets halves count, for the seconds that the engine is estimated to need, less
// what it gains by symmetry.
func (c *counter) tryHalves(ctx context.Context, seconds float64) (n *big.Int, done bool, err error) {
	_, gain := c.findOrbits(ctx)
	if seconds /= gain; seconds < fewSeconds {
		return nil, false, nil
	}
	h := newHalves(c.problem, c.all.request)
	h.options.Group, h.options.MaxCrossing = c.group, mostCrossing
	h.options.MaxBorders = int64(min(mostNodes, seconds/borderSeconds))
	h.options.MaxWork = int64(min(mostNodes, seconds/workSeconds))
	n, err = h.Count(ctx)
	if done = err == nil || ctx.Err() != nil; done {
		c.plan.Name, c.plan.Why, c.stats = Halves, "few options cross the middle", h.stats
	}
	return n, done, err
}

// try lets memo count. It reports whether it came to an end, if only because ctx is done.
func (c *counter) try(ctx context.Context, o memo.Options, why string) (n *big.Int, done bool, err error) {
	c.plan.Name, c.plan.Why = Memo, why
	n, err = c.countWith(ctx, o)
	return n, err == nil || ctx.Err() != nil, err
}

// visited notes what another engine has done, and returns what it has found.
func (c *counter) visited(v *visit, err error) (*big.Int, error) {
	c.plan.Name, c.plan.Why, c.stats = v.request.Engine, v.why, v.stats
	return big.NewInt(v.stats.Solutions), err
}

// seconds is what an engine takes for a tree that has so many nodes and updates with
// links, to an order of magnitude.
func seconds(name string, nodes, updates float64) float64 {
	switch name {
	case Dense:
		return updates/2.5e9 + nodes/5e7
	case Sparse:
		return updates/3.5e8 + nodes/5e7
	}
	return updates / 1.5e8
}

// nodesIn is how many nodes memo visits in some seconds, to an order of magnitude.
func nodesIn(p *matrix.Problem, seconds float64) int64 {
	node := 200e-9 + 2.5e-9*float64(p.Items()) + 0.12e-9*float64(p.Options())
	return int64(max(1, min(mostNodes, seconds/node)))
}

// worthTrying is how many nodes memo may visit, if the engine of a name gains something by
// symmetry: those that take a part of the time that its search is estimated to take, so
// that the whole never takes much more than the search alone.
func worthTrying(p *matrix.Problem, name string, gain float64) int64 {
	if p.Options() > probedOptions {
		return mostNodes
	}
	s := dlx.NewSearch(p, dlx.Options{Chooser: choose.MRV{}})
	e := s.Estimate(context.Background(), rand.New(rand.NewPCG(1, 1)), probes)
	return nodesIn(p, seconds(name, e.Nodes.Mean, e.Updates.Mean)/gain*memoShare)
}

// sharesStates reports whether each item shares options with few others, as the cells of
// a board do if no piece has an item. There states are shared more often than not.
func sharesStates(p *matrix.Problem) bool {
	met := make([]matrix.ItemID, p.Items()) // the last item, counted from 1, that shares an option with each
	for i, options := range p.Holding() {
		others := 0
		for _, o := range options {
			for _, e := range p.Option(o) {
				if met[e.Item] != matrix.ItemID(i)+1 {
					met[e.Item] = matrix.ItemID(i) + 1
					others++
				}
			}
		}
		if others > p.Items()/2 {
			return false
		}
	}
	return true
}

// visit counts solutions by visiting each. It can be asked to begin, and to go on from there.
type visit struct {
	request Request
	why     string // it is made
	build   maker
	engines []search.Cutter
	left    []search.Cube
	stats   search.Stats
}

func newVisit(p *matrix.Problem, r Request, name, why string) (*visit, error) {
	r.Engine = name
	build, _, err := cutters(p, r)
	return &visit{request: r, why: why, build: build, left: []search.Cube{search.Whole}}, err
}

// begin visits some nodes, or some more, and returns the share of the tree that is left.
func (v *visit) begin(ctx context.Context, nodes int64) (left float64, err error) {
	if v.engines, err = v.build.upTo(1, v.engines, nil); err != nil {
		return 0, err
	}
	e := v.engines[0]
	for most := e.Stats().Nodes + nodes; len(v.left) > 0 && e.Stats().Nodes < most && err == nil; {
		var rest []search.Cube
		rest, err = search.Explore(ctx, e, v.left[0], most-e.Stats().Nodes, func(matrix.Solution) bool { return true })
		v.left = append(rest, v.left[1:]...)
	}
	for _, cube := range v.left {
		left += cube.Part
	}
	v.stats = e.Stats()
	return left, err
}

// finish visits what is left, on all threads.
func (v *visit) finish(ctx context.Context) (err error) {
	if v.engines, err = v.build.upTo(v.request.Threads, v.engines, nil); err != nil {
		return err
	}
	rest := search.New(v.engines, search.Options{Report: v.request.Report, Cubes: v.left})
	_, err = rest.Count(ctx)
	v.stats.Add(rest.Stats())
	return err
}

// memoEngine is memo as an engine: it counts, or makes the diagram of all solutions and
// runs through it.
type memoEngine struct {
	problem *matrix.Problem
	options memo.Options
	stats   search.Stats
	err     error
}

func newMemo(p *matrix.Problem, r Request) *memoEngine {
	return &memoEngine{problem: p, options: memo.Options{MaxMemory: r.MaxMemory, Threads: r.Threads, Report: r.Report}}
}

// Count implements [search.Counter].
func (e *memoEngine) Count(ctx context.Context) (*big.Int, error) { return e.countWith(ctx, e.options) }

// countWith counts with other options than its own.
func (e *memoEngine) countWith(ctx context.Context, o memo.Options) (*big.Int, error) {
	n, stats, err := memo.Count(ctx, e.problem, o)
	if n == nil {
		n = new(big.Int)
	}
	e.stats = search.Stats{Nodes: stats.Nodes}
	if n.IsInt64() {
		e.stats.Solutions = n.Int64()
	}
	return n, err
}

// Solutions implements [search.Engine].
func (e *memoEngine) Solutions(ctx context.Context) iter.Seq[matrix.Solution] {
	return func(yield func(matrix.Solution) bool) {
		var d *memo.Diagram
		e.stats = search.Stats{}
		if d, e.err = memo.Build(ctx, e.problem, e.options); e.err != nil {
			return
		}
		e.stats.Nodes = int64(d.Nodes())
		for s := range d.Solutions() {
			if e.err = ctx.Err(); e.err != nil {
				return
			}
			e.stats.Solutions++
			if !yield(s) {
				return
			}
		}
	}
}

// Err implements [search.Engine].
func (e *memoEngine) Err() error { return e.err }

// Stats implements [search.Engine]. The nodes are those of the search for a count, and
// of the diagram for solutions. A number of solutions beyond 64 bits is left out.
func (e *memoEngine) Stats() search.Stats { return e.stats }
