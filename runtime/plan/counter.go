package plan

import (
	"context"
	"errors"
	"math"
	"math/big"

	"quadrille/runtime/matrix"
	"quadrille/runtime/memo"
)

// counter counts as the planner sees fit. What takes long is not begun before it is known
// that there is much to do. (1) Links count small trees. (2) Memo may try, where each item
// meets few others. (3) The engine that would visit all solutions, the fallback, begins. (4)
// If it does not come to an end soon, symmetries are looked for, and memo may visit as many
// nodes as take a part of the time that the fallback is taken to need. (5) The fallback
// counts, by kinds if there are symmetries. No clock is asked, so that a problem is always
// counted in the same way.
type counter struct {
	*memoEngine // lists the solutions, if they are wanted after all
	fallback    *fallback
	took, why   string // of the last count
}

// Count implements [engine.Counter].
func (c *counter) Count(ctx context.Context) (*big.Int, error) {
	f := *c.fallback // a count may be asked for again
	states, order := c.bound()
	if states <= fewStates {
		return c.surely(ctx, &f, order)
	}
	n, left, err := c.quick(ctx)
	switch {
	case err != nil || left == 0:
		return n, err
	case states <= someStates:
		return c.surely(ctx, &f, order)
	}
	sharing := local(c.problem)
	if sharing {
		if n, done, err := c.try(ctx, &f, anyway); done {
			return n, err
		}
	}
	left, err = f.begin(ctx, beginNodes[f.name])
	switch {
	case err != nil || left == 0:
		return c.fell(&f, err)
	case left < 0.5: // the end is nearer than the beginning
		return c.fell(&f, f.finish(ctx))
	}
	return c.atLength(ctx, &f, sharing, left)
}

// bound bounds the states of memo in a fixed order, if it is worth asking.
func (c *counter) bound() (float64, []matrix.ItemID) {
	if c.problem.Items() > boundedItems {
		return math.Inf(1), nil
	}
	return memo.Bound(c.problem)
}

// surely counts with memo, which has few states in an order. Only memory may be missing.
func (c *counter) surely(ctx context.Context, f *fallback, order []matrix.ItemID) (*big.Int, error) {
	c.took, c.why = Memo, "there are few states"
	o := c.options
	o.Order = order
	n, err := c.countWith(ctx, o)
	if errors.Is(err, memo.ErrMemory) {
		return c.fell(f, f.finish(ctx))
	}
	return n, err
}

// quick counts with links, and stops after some nodes. It returns the share of the tree
// that is left.
func (c *counter) quick(ctx context.Context) (n *big.Int, left float64, err error) {
	links := &fallback{problem: c.problem, request: c.fallback.request, name: Links, why: whyQuick}
	left, err = links.begin(ctx, quickNodes)
	n, err = c.fell(links, err)
	return n, left, err
}

// atLength counts where there is much to do, and states are likely to be shared or not.
func (c *counter) atLength(ctx context.Context, f *fallback, sharing bool, left float64) (*big.Int, error) {
	kinds, gain := findKinds(ctx, c.problem), 1.0
	if kinds != nil {
		gain = kinds.gain
	}
	nodes := nodesIn(c.problem, min(tryout, begun/(1-left)))
	if !sharing {
		nodes = memoNodes(c.problem, f.name, gain)
	}
	if n, done, err := c.try(ctx, f, nodes); done {
		return n, err
	}
	if kinds == nil {
		return c.fell(f, f.finish(ctx))
	}
	n, stats, err := kinds.count(ctx, f)
	c.took, c.why, c.stats = f.name, kinds.why(c.problem)+"; "+f.why, stats
	return n, err
}

// try lets memo count, with so many nodes at most. It reports whether it came to an end,
// if only because ctx is done.
func (c *counter) try(ctx context.Context, f *fallback, nodes int64) (n *big.Int, done bool, err error) {
	c.took, c.why = Memo, whyMemo(nodes, f.name, f.why)
	o := c.options
	o.MaxNodes = nodes
	n, err = c.countWith(ctx, o)
	return n, err == nil || ctx.Err() != nil, err
}

// fell notes what the other engine has done, and returns what it has found.
func (c *counter) fell(f *fallback, err error) (*big.Int, error) {
	c.took, c.why, c.stats = f.name, f.why, f.stats
	return big.NewInt(f.stats.Solutions), err
}
