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

// MostItems are as many as a problem may have.
const MostItems = 20_000

// Count counts the solutions of a valid problem. If report is not nil, it is told now and then which share of the work is
// done. The error is nil, that of ctx, or it wraps ErrUnfit.
func Count(ctx context.Context, p *matrix.Problem, report func(share float64)) (*big.Int, error) {
	g, err := newGraph(p)
	if err != nil {
		return nil, err
	}
	n, parts := big.NewInt(1), g.parts()
	for k, part := range parts {
		if part == nil {
			return new(big.Int), nil
		}
		tell := func(share float64) {
			if report != nil {
				report((float64(k) + share) / float64(len(parts)))
			}
		}
		faces, drawn := part.faces(func(share float64) { tell(share / 2) })
		if !drawn {
			return nil, errCrossing
		}
		part.sign(faces)
		d, err := part.determinant(ctx, func(share float64) { tell((1 + share) / 2) })
		if err != nil {
			return nil, err
		}
		n.Mul(n, d)
	}
	return n, nil
}

// graph has vertices with numbers from 0 on. Edges that join the same vertices are one.
type graph struct {
	left  []bool // of each vertex, the side on which it is
	near  [][]int32
	edges map[edge]*tie
}

// edge joins two vertices, the smaller one first.
type edge [2]int32

func between(u, v int32) edge { return edge{min(u, v), max(u, v)} }

// tie is what is known of an edge.
type tie struct {
	options int64 // that are this edge; negative once it has that sign
	drawn   bool
}

// Fits returns nil if a look at the items and options finds nothing against the engine, and otherwise an error that wraps ErrUnfit.
func Fits(p *matrix.Problem) error {
	switch n := p.Items(); {
	case len(p.Nogoods()) > 0:
		return fmt.Errorf("%w: it has nogoods", ErrUnfit)
	case p.Primary() < n:
		return fmt.Errorf("%w: it has secondary items", ErrUnfit)
	case n > MostItems:
		return fmt.Errorf("%w: it has %d items, and at most %d are possible", ErrUnfit, n, MostItems)
	}
	for i := range matrix.ItemID(p.Items()) {
		if p.Bound(i) != matrix.Once {
			return fmt.Errorf("%w: an item is covered several times", ErrUnfit)
		}
	}
	for o := range matrix.OptionID(p.Options()) {
		if held := len(p.Option(o)); held != 2 {
			return fmt.Errorf("%w: an option holds %d items, and not two", ErrUnfit, held)
		}
	}
	return nil
}

func newGraph(p *matrix.Problem) (*graph, error) {
	if err := Fits(p); err != nil {
		return nil, err
	}
	g := &graph{left: make([]bool, p.Items()), near: make([][]int32, p.Items()), edges: map[edge]*tie{}}
	for o := range matrix.OptionID(p.Options()) {
		held := p.Option(o)
		g.join(int32(held[0].Item), int32(held[1].Item), 1)
	}
	seen := make([]bool, p.Items())
	for v := range g.near {
		if !seen[v] && !g.color(int32(v), false, seen) {
			return nil, fmt.Errorf("%w: the items have no two sides", ErrUnfit)
		}
	}
	if n := p.Items(); n > 2 && len(g.edges) > 2*n-4 { // by L. Euler
		return nil, errCrossing
	}
	return g, nil
}

// join adds an edge, so many times.
func (g *graph) join(u, v int32, options int64) {
	e := between(u, v)
	if g.edges[e] == nil {
		g.edges[e] = new(tie)
		g.near[u], g.near[v] = append(g.near[u], v), append(g.near[v], u)
	}
	g.edges[e].options += options
}

// color puts what is connected with a vertex on two sides, and returns false if that cannot be done.
func (g *graph) color(v int32, left bool, seen []bool) bool {
	if seen[v] {
		return g.left[v] == left
	}
	seen[v], g.left[v] = true, left
	return !slices.ContainsFunc(g.near[v], func(w int32) bool { return !g.color(w, !left, seen) })
}
