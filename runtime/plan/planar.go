package plan

import (
	"context"
	"errors"
	"math/big"

	"quadrille/runtime/planar"
)

// manyVertices are the items of a problem from which on a determinant is quicker than states
// that are shared.
const manyVertices = 120

// draw counts by planar, if that is the way.
func (c *counter) draw(ctx context.Context) (n *big.Int, done bool, err error) {
	if c.problem.ItemCount() < manyVertices || planar.CheckFit(c.problem) != nil {
		return nil, false, nil
	}
	n, stats, err := byDrawing(c.problem, c.request)(ctx)
	if errors.Is(err, planar.ErrUnfit) {
		return nil, false, nil
	}
	c.plan.Name, c.plan.Why, c.stats = Planar, "each option joins two items, and a drawing of that has no crossings",
		stats
	return n, true, err
}
