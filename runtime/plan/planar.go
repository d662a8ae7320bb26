package plan

import (
	"context"
	"errors"
	"math/big"

	"quadrille/runtime/matrix"
	"quadrille/runtime/planar"
	"quadrille/runtime/search"
)

// manyVertices are the items of a problem from which on a determinant is quicker than states
// that are shared.
const manyVertices = 120

// planarEngine is planar as an engine that only counts: it lists solutions by another one.
type planarEngine struct {
	search.Engine
	problem *matrix.Problem
	counted *search.Stats
}

func newPlanar(p *matrix.Problem, r Request) (*planarEngine, error) {
	if err := planar.Fits(p); err != nil {
		return nil, err
	}
	name, why := searcher(p)
	lister, err := take(p, r, name, why)
	if err != nil {
		return nil, err
	}
	return &planarEngine{Engine: lister.Engine, problem: p}, nil
}

// Count implements [search.Counter].
func (e *planarEngine) Count(ctx context.Context) (*big.Int, error) {
	n, err := planar.Count(ctx, e.problem)
	if n == nil {
		n = new(big.Int)
	}
	e.counted = told(n)
	return n, err
}

// told is the effort of a count that visits no nodes.
func told(n *big.Int) *search.Stats {
	if n.IsInt64() {
		return &search.Stats{Solutions: n.Int64()}
	}
	return &search.Stats{}
}

// Stats implements [search.Engine].
func (e *planarEngine) Stats() search.Stats {
	if e.counted != nil {
		return *e.counted
	}
	return e.Engine.Stats()
}

// draw counts by planar, if that is the way.
func (c *counter) draw(ctx context.Context) (n *big.Int, done bool, err error) {
	if c.problem.Items() < manyVertices || planar.Fits(c.problem) != nil {
		return nil, false, nil
	}
	n, err = planar.Count(ctx, c.problem)
	switch {
	case errors.Is(err, planar.ErrUnfit):
		return nil, false, nil
	case err != nil:
		n = new(big.Int)
	}
	c.plan.Name, c.plan.Why, c.stats = Planar, "each option joins two items, and a drawing of that has no crossings", *told(n)
	return n, true, err
}
