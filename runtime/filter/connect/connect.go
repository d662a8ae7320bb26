// Package connect filters exact cover problems in which some options put cells into a set
// that must be connected.
//
// Its input is a search node and, for each such set, the graph of its cells with the
// options that put a cell in and those that leave it out; its output what it removes
// there. It knows nothing of what cells mean, and of the search only the seam of filters.
//
// At a node a cell may be in the set, or must be. All that must be in it have to lie in one
// component of those that may be; the others of these are left out. A cell whose loss would
// separate two that must be in the set is put in: a cut vertex (R. E. Tarjan, "Depth-first
// search and linear graph algorithms", SIAM J. Comput. 1, 1972).
package connect

import (
	"quadrille/runtime/dlx"
	"quadrille/runtime/matrix"
)

// Set is cells of which those that are in it must be connected.
type Set struct {
	// Neighbours are those of each cell.
	Neighbours [][]int32
	// In are the options of each cell that put it in, and Out those that leave it out.
	// One of them is in every solution; a cell without any is in the set if it is Given.
	In, Out [][]matrix.OptionID
	Given   []bool
}

// Filter filters the nodes of one search.
type Filter struct {
	sets  []*Set
	taken []bool // by option: chosen on the way to the node
	last  []matrix.OptionID

	// Of the set and the node at hand, by cell. A visit sets disc and low.
	may, must []bool
	disc, low []int32
	count     int32
	set       *Set
	node      *dlx.Node
	cut       []matrix.OptionID
}

// New returns a filter for sets of cells in a problem.
func New(p *matrix.Problem, sets []*Set) *Filter {
	most := 0
	for _, s := range sets {
		most = max(most, len(s.Neighbours))
	}
	return &Filter{
		sets: sets, taken: make([]bool, p.Options()),
		may: make([]bool, most), must: make([]bool, most), disc: make([]int32, most), low: make([]int32, most),
	}
}

// Prune is of [dlx.Filter].
func (f *Filter) Prune(n *dlx.Node) bool {
	for _, o := range f.last {
		f.taken[o] = false
	}
	f.last, f.node = n.Chosen(), n
	for _, o := range f.last {
		f.taken[o] = true
	}
	for _, s := range f.sets {
		if !f.prune(s) {
			return false
		}
	}
	return true
}

// possible reports whether one of some options is chosen, or can be.
func (f *Filter) possible(options []matrix.OptionID) bool {
	for _, o := range options {
		if f.taken[o] || f.node.Alive(o) {
			return true
		}
	}
	return false
}

// prune filters the node for one set.
func (f *Filter) prune(s *Set) bool {
	cells := len(s.Neighbours)
	clear(f.disc)
	f.set, f.count = s, 0
	first := -1
	for c := range cells {
		f.may[c] = s.Given[c] || f.possible(s.In[c])
		f.must[c] = s.Given[c] || f.may[c] && !f.possible(s.Out[c])
		if f.must[c] && first < 0 {
			first = c
		}
	}
	if first < 0 {
		return true
	}
	f.cut = f.cut[:0]
	f.visit(int32(first), -1)
	for c := range cells {
		switch {
		case f.disc[c] > 0:
		case f.must[c]:
			return false
		case f.may[c]:
			f.cut = append(f.cut, s.In[c]...)
		}
	}
	for _, o := range f.cut {
		if f.node.Alive(o) {
			f.node.Remove(o)
		}
	}
	return true
}

// visit walks depth first through the cells that may be in the set, and reports whether one
// that must be was met. Where all ways to such a one lead through a cell, that must be in it.
func (f *Filter) visit(c, parent int32) (needed bool) {
	f.count++
	f.disc[c], f.low[c] = f.count, f.count
	needed = f.must[c]
	forced := false
	for _, d := range f.set.Neighbours[c] {
		switch {
		case !f.may[d] || d == parent:
		case f.disc[d] > 0:
			f.low[c] = min(f.low[c], f.disc[d])
		default:
			below := f.visit(d, c)
			f.low[c] = min(f.low[c], f.low[d])
			needed = needed || below
			forced = forced || below && f.low[d] >= f.disc[c]
		}
	}
	if forced && !f.must[c] && parent >= 0 {
		f.cut = append(f.cut, f.set.Out[c]...)
	}
	return needed
}
