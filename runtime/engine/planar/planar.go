// Package planar counts the exact covers of a problem in which each option holds two items, if the graph with the
// items as vertices and the options as edges is bipartite and planar. Coverings of a board by dominoes are such
// problems.
//
// Its input is a [matrix.Problem]; its output is a number. It must not know what items mean. Its time is polynomial in
// the number of items, however many covers there are.
//
// # Algorithm
//
// (1) Items are vertices, options are edges, and a cover is a perfect matching. (2) Edges that are in no perfect
// matching are removed. The remaining graph falls into connected parts, and the counts of the parts are multiplied.
// (3) Each part is drawn in the plane, face by face. (4) Its edges get signs, so that around each face except one the
// product of the signs is -1 if the number of edges is a multiple of 4, and 1 otherwise. (5) Then all perfect
// matchings have the same sign in the determinant of the matrix of signed edges. So the absolute value of the
// determinant is the number of perfect matchings. It is computed modulo primes, until the product of the primes is
// large enough.
//
// # Sources
//
// P. W. Kasteleyn, "Dimer statistics and phase transitions" (1963), for signs; G. Demoucron, Y.
// Malgrange and R. Pertuiset, "Graphes planaires" (1964), for faces; A. L. Dulmage and N. S.
// Mendelsohn, "Coverings of bipartite graphs" (1958), for parts.
package planar

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// ErrUnfit is the error for a problem that this engine cannot count. The errors that wrap it name
// the reason.
var ErrUnfit = fmt.Errorf("%w planar", search.ErrUnfit)

var errNotPlanar = fmt.Errorf("%w: its graph cannot be drawn in the plane", ErrUnfit)

// MaxItems is the largest number of items of a problem.
const MaxItems = 20_000

// CountSolutions returns the number of solutions of a valid problem. If report is not nil, it is called from time to
// time with the fraction of the work that is done, from 0 to 1. The error is nil, that of ctx, or it wraps ErrUnfit.
func CountSolutions(ctx context.Context, p *matrix.Problem, report func(share float64)) (*big.Int, error) {
	g, err := newPairGraph(p)
	if err != nil {
		return nil, err
	}
	n, parts := big.NewInt(1), g.splitMatchedParts()
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
			return nil, errNotPlanar
		}
		part.assignSigns(faces)
		d, err := part.absoluteDeterminant(ctx, func(share float64) { tell((1 + share) / 2) })
		if err != nil {
			return nil, err
		}
		n.Mul(n, d)
	}
	return n, nil
}

// pairGraph is the graph of a problem: its vertices are the items, and its edges are pairs of items
// that an option holds. Vertices are numbered from 0. Options with the same two items are one edge.
type pairGraph struct {
	isLeft      []bool                   // for each vertex, whether it is on the left side
	neighbours  [][]int32                // for each vertex, its neighbours
	edgesByEnds map[vertexPair]*pairEdge // for each edge, its number of options and its sign
}

// vertexPair is the two ends of an edge, the lower vertex first.
type vertexPair [2]int32

func newVertexPair(u, v int32) vertexPair { return vertexPair{min(u, v), max(u, v)} }

// pairEdge holds the data of an edge.
type pairEdge struct {
	signedOptions int64 // number of options of the edge; negative if the edge has a negative sign
	isDrawn       bool  // whether the edge has been drawn in the plane
}

// CheckFit returns nil if the problem meets all conditions of this engine except planarity, and
// otherwise an error that wraps ErrUnfit.
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
	g := &pairGraph{isLeft: make([]bool, p.ItemCount()), neighbours: make([][]int32, p.ItemCount()),
		edgesByEnds: map[vertexPair]*pairEdge{}}
	for o := range matrix.OptionID(p.OptionCount()) {
		held := p.Option(o)
		g.addOptionsBetween(int32(held[0].Item), int32(held[1].Item), 1)
	}
	seen := make([]bool, p.ItemCount())
	for v := range g.neighbours {
		if !seen[v] && !g.colorSides(int32(v), false, seen) {
			return nil, fmt.Errorf("%w: the items have no two sides", ErrUnfit)
		}
	}
	if n := p.ItemCount(); n > 2 && len(g.edgesByEnds) > 2*n-4 { // Euler's bound for bipartite planar graphs
		return nil, errNotPlanar
	}
	return g, nil
}

// addOptionsBetween adds options to the edge between u and v.
func (g *pairGraph) addOptionsBetween(u, v int32, options int64) {
	e := newVertexPair(u, v)
	if g.edgesByEnds[e] == nil {
		g.edgesByEnds[e] = new(pairEdge)
		g.neighbours[u], g.neighbours[v] = append(g.neighbours[u], v), append(g.neighbours[v], u)
	}
	g.edgesByEnds[e].signedOptions += options
}

// colorSides assigns sides to the vertices connected with v, such that each edge joins both sides,
// with v on the given side. It returns false if that is impossible.
func (g *pairGraph) colorSides(v int32, left bool, seen []bool) bool {
	if seen[v] {
		return g.isLeft[v] == left
	}
	seen[v], g.isLeft[v] = true, left
	return !slices.ContainsFunc(g.neighbours[v], func(w int32) bool { return !g.colorSides(w, !left, seen) })
}
