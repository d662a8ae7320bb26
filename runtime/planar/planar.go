// Package planar counts the exact covers of a problem whose options hold two items each, if
// the graph that they make is bipartite and can be drawn in the plane: dominoes on any board.
//
// Its input is a [matrix.Problem], its output a number. It knows nothing of what items
// mean. The time it takes is a power of the number of items, however many covers there are.
//
// # How it goes
//
// (1) Items are vertices, options are edges, and a cover is a perfect matching. (2) Edges that no
// perfect matching has are left out: what is left falls into parts whose numbers are
// multiplied. (3) Each part is drawn in the plane, face by face. (4) Its edges get signs, so that around
// each face but one the product of the signs is -1 if the number of its edges is a multiple of 4, and 1 otherwise.
// (5) Then all perfect matchings have one sign in the determinant of the matrix of the signs,
// and its absolute value is their number. It is computed modulo primes, until their product is large
// enough.
//
// # Sources
//
// P. W. Kasteleyn, "Dimer statistics and phase transitions" (1963), for signs; G. Demoucron, Y. Malgrange and R.
// Pertuiset, "Graphes planaires" (1964), for faces; A. L. Dulmage and N. S. Mendelsohn, "Coverings of
// bipartite graphs" (1958), for parts.
package planar

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"quadrille/runtime/matrix"
)

// ErrUnfit says that a problem is not for this engine. Errors that wrap it say why.
var ErrUnfit = errors.New("the problem does not fit planar")

var errCrossing = fmt.Errorf("%w: its graph cannot be drawn in the plane", ErrUnfit)

// MaxItems are as many as a problem may have.
const MaxItems = 20_000

// CountSolutions counts the solutions of a valid problem. If report is not nil, it is told now and then which share of
// the work is done. The error is nil, that of ctx, or it wraps ErrUnfit.
func CountSolutions(ctx context.Context, p *matrix.Problem, report func(share float64)) (*big.Int, error) {
	g, err := newPairGraph(p)
	if err != nil {
		return nil, err
	}
	n, parts := big.NewInt(1), g.matchedParts()
	for k, part := range parts {
		if part == nil {
			return new(big.Int), nil
		}
		tell := func(share float64) {
			if report != nil {
				report((float64(k) + share) / float64(len(parts)))
			}
		}
		faces, drawn := part.drawFaces(func(share float64) { tell(share / 2) })
		if !drawn {
			return nil, errCrossing
		}
		part.signEdges(faces)
		d, err := part.absoluteDeterminant(ctx, func(share float64) { tell((1 + share) / 2) })
		if err != nil {
			return nil, err
		}
		n.Mul(n, d)
	}
	return n, nil
}

// pairGraph has vertices with numbers from 0 on. Edges that join the same vertices are one.
type pairGraph struct {
	left      []bool // of each vertex, the side on which it is
	neighbors [][]int32
	edges     map[vertexPair]*pairEdge
}

// vertexPair joins two vertices, the smaller one first.
type vertexPair [2]int32

func pairOf(u, v int32) vertexPair { return vertexPair{min(u, v), max(u, v)} }

// pairEdge is what is known of an edge.
type pairEdge struct {
	options int64 // that are this edge; negative once it has that sign
	drawn   bool
}

// CheckFit returns nil if a look at the items and options finds nothing against the engine, and otherwise an error that
// wraps ErrUnfit.
func CheckFit(p *matrix.Problem) error {
	switch n := p.ItemCount(); {
	case len(p.Nogoods()) > 0:
		return fmt.Errorf("%w: it has nogoods", ErrUnfit)
	case p.PrimaryCount() < n:
		return fmt.Errorf("%w: it has secondary items", ErrUnfit)
	case n > MaxItems:
		return fmt.Errorf("%w: it has %d items, and at most %d are possible", ErrUnfit, n, MaxItems)
	}
	for i := range matrix.ItemID(p.ItemCount()) {
		if p.Bound(i) != matrix.Once {
			return fmt.Errorf("%w: an item is covered several times", ErrUnfit)
		}
	}
	for o := range matrix.OptionID(p.OptionCount()) {
		if held := len(p.Option(o)); held != 2 {
			return fmt.Errorf("%w: an option holds %d items, and not two", ErrUnfit, held)
		}
	}
	return nil
}

func newPairGraph(p *matrix.Problem) (*pairGraph, error) {
	if err := CheckFit(p); err != nil {
		return nil, err
	}
	g := &pairGraph{left: make([]bool, p.ItemCount()), neighbors: make([][]int32, p.ItemCount()),
		edges: map[vertexPair]*pairEdge{}}
	for o := range matrix.OptionID(p.OptionCount()) {
		held := p.Option(o)
		g.joinVertices(int32(held[0].Item), int32(held[1].Item), 1)
	}
	seen := make([]bool, p.ItemCount())
	for v := range g.neighbors {
		if !seen[v] && !g.colorSides(int32(v), false, seen) {
			return nil, fmt.Errorf("%w: the items have no two sides", ErrUnfit)
		}
	}
	if n := p.ItemCount(); n > 2 && len(g.edges) > 2*n-4 { // by L. Euler
		return nil, errCrossing
	}
	return g, nil
}

// joinVertices adds an edge, so many times.
func (g *pairGraph) joinVertices(u, v int32, options int64) {
	e := pairOf(u, v)
	if g.edges[e] == nil {
		g.edges[e] = new(pairEdge)
		g.neighbors[u], g.neighbors[v] = append(g.neighbors[u], v), append(g.neighbors[v], u)
	}
	g.edges[e].options += options
}

// colorSides puts what is connected with a vertex on two sides, and returns false if that cannot be done.
func (g *pairGraph) colorSides(v int32, left bool, seen []bool) bool {
	if seen[v] {
		return g.left[v] == left
	}
	seen[v], g.left[v] = true, left
	return !slices.ContainsFunc(g.neighbors[v], func(w int32) bool { return !g.colorSides(w, !left, seen) })
}
