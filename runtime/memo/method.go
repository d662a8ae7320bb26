package memo

import (
	"context"
	"errors"
	"math"
	"math/big"
)

// branching says how the item is chosen on which a node branches.
type branching int8

const (
	// auto takes fixed if its states are sure to be few, and otherwise the way that comes
	// furthest with a few thousand nodes.
	auto branching = iota
	// fixed takes the first open item of the order. It tests an option no sooner than its
	// first item is reached, which makes nodes cheap, and it does not see that an item
	// further on has no option left.
	fixed
	// near takes an open item with fewer than 4 options, the fewest first, and otherwise
	// the first one of the order. So the covered items stay together.
	near
	// mrv takes an open item with the fewest options, the first one of the order if
	// several have; it counts no further than 16.
	mrv
)

// method is how a search goes.
type method struct {
	branching branching
	splitting splitting
	budget    int64 // of work, if it is not 0
	threads   int
}

// splitting says at which nodes components of the state are looked for.
type splitting int8

const (
	atRoot splitting = iota
	sometimes
	always
)

// outcome is what a search found.
type outcome struct {
	root  uint32
	count *big.Int // nil if solutions are not counted
	share float64  // how much was done between an eighth of the budget and its end
	split bool     // states had several components often
	stats Stats
	err   error
}

// unfinished reports whether the budget was too small.
func (f outcome) unfinished() bool { return errors.Is(f.err, ErrNodes) }

// surelyFew bounds the states with which Auto takes a fixed order at once.
const surelyFew = 1 << 22

// trialNodes is how many usual nodes Auto tries each branching with, and quickNodes how
// many are visited before anything is prepared for more. A trial gets no more than an
// eighth of what is allowed in all.
const (
	trialNodes = 1 << 15
	quickNodes = 1 << 13
	trialPart  = 8
	// fixedPart is the part of a trial that is enough for a fixed order: its nodes are
	// cheap, and there are as many of them then.
	fixedPart = 4
)

// allowance returns the work of so many usual nodes, or of a larger number if that is allowed
// and not 0.
func (c *code[K]) allowance(nodes, most int64) int64 {
	if most > 0 {
		nodes = min(nodes, most)
	}
	return nodes * c.usualWork()
}

// decide returns the method that suits the options. If a search on the way came to an
// end, its outcome has a count.
func (c *code[K]) decide(ctx context.Context, o Options) (method, outcome) {
	m := method{branching: o.branching, splitting: always, threads: 1}
	switch {
	case o.branching != auto:
		return m, outcome{err: c.findSymmetries(ctx)}
	case o.Order != nil || len(c.multiples) == 0 && stateBound(c.problem, c.order) <= surelyFew:
		m.branching = fixed
		return m, outcome{}
	}
	m.splitting, m.branching, m.budget = atRoot, near, c.allowance(quickNodes, o.MaxNodes)
	found := c.search(ctx, m, nil)
	if !found.unfinished() || o.MaxNodes > 0 && o.MaxNodes <= quickNodes {
		return m, found
	}
	if err := c.findSymmetries(ctx); err != nil {
		return m, outcome{err: err}
	}
	return c.try(ctx, c.allowance(trialNodes, (o.MaxNodes+trialPart-1)/trialPart))
}

// try searches a little with each branching, and returns the one that came furthest.
func (c *code[K]) try(ctx context.Context, budget int64) (best method, found outcome) {
	far, splitting := math.Inf(-1), atRoot
	for _, b := range []branching{near, mrv, fixed} {
		if b == fixed && len(c.multiples) > 0 {
			continue
		}
		m := method{branching: b, splitting: sometimes, budget: budget, threads: 1}
		if b == fixed {
			m.budget /= fixedPart
		}
		found := c.search(ctx, m, nil)
		if !found.unfinished() {
			return m, found
		}
		if b == fixed {
			found.share *= fixedPart
		}
		if found.split {
			splitting = always
		}
		if found.share > far {
			best, far = method{branching: b, threads: 1}, found.share
		}
	}
	best.splitting = splitting
	return best, outcome{}
}

// count implements engine.
func (c *code[K]) count(ctx context.Context, o Options) outcome {
	m, found := c.decide(ctx, o)
	if found.err == nil && found.count == nil {
		m.threads, m.budget = max(1, o.Threads), o.MaxNodes*c.usualWork()
		found = c.search(ctx, m, nil)
	}
	return found
}

// build implements engine.
func (c *code[K]) build(ctx context.Context, o Options) (*Diagram, error) {
	m, found := c.decide(ctx, o)
	if found.err != nil {
		return nil, found.err
	}
	d, err := newSketch(c.problem, c.account)
	if err != nil {
		return nil, err
	}
	m.budget, m.threads = 0, max(1, o.Threads)
	if found = c.search(ctx, m, d); found.err != nil {
		return nil, found.err
	}
	if found.root != dead {
		d.root = int32(found.root)
	}
	return d.Diagram, d.sum()
}
