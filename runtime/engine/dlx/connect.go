package dlx

// The connect filter serves exact cover problems in which options put cells into a set, and the cells of the set must
// be connected. See [search.CellSet].
//
// Its input is a search node and, for each such set, the graph of its cells with the options that put a cell into the
// set and the options that leave it out. Its output is the options that it removes at the node. It
// must not know what cells mean, and uses the search only through the interface of filters.
//
// At a node, some cells can still be in the set, and some of these must be. All cells that must be in the set have to
// lie in one component of the graph of the cells that can be; the filter leaves the cells of the other components out
// of the set. It puts a cell into the set if two cells that must be in the set would be separated without it, which
// means that the cell is a cut vertex (R. E. Tarjan, "Depth-first search and linear graph algorithms", SIAM J.
// Comput. 1, 1972).

import (
	"slices"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// ConnectFilter filters the nodes of one search.
type ConnectFilter struct {
	sets       []*search.CellSet // sets to keep connected
	isChosen   []bool            // the option is chosen at the node, by option
	lastChosen []matrix.OptionID // options chosen at the last node

	// The following fields are the state of the current set at the node, by cell.
	mayBeIn, mustBeIn []bool // whether the cell can still be in the set; whether it must be
	// discovery is the number of the visit of a cell, and lowLink is Tarjan's low link: the least such number that can
	// be reached from the cell.
	discovery, lowLink []int32
	visitCount         int32 // number of cells visited
	currentSet         *search.CellSet
	node               *Node
	toPrune            []matrix.OptionID // options to remove at the node
}

// NewConnectFilter returns a filter for sets of cells in a problem.
func NewConnectFilter(p *matrix.Problem, sets []*search.CellSet) *ConnectFilter {
	most := 0
	for _, s := range sets {
		most = max(most, len(s.NeighboursOfCell))
	}
	return &ConnectFilter{
		sets: sets, isChosen: make([]bool, p.OptionCount()),
		mayBeIn: make([]bool, most), mustBeIn: make([]bool, most), discovery: make([]int32, most),
		lowLink: make([]int32, most),
	}
}

// Prune implements [dlx.Filter].
func (f *ConnectFilter) Prune(n *Node) bool {
	for _, o := range f.lastChosen {
		f.isChosen[o] = false
	}
	f.lastChosen, f.node = n.ChosenOptions(), n
	for _, o := range f.lastChosen {
		f.isChosen[o] = true
	}
	for _, s := range f.sets {
		if !f.pruneSet(s) {
			return false
		}
	}
	return true
}

// anyPossible reports whether one of the options is chosen or can be chosen.
func (f *ConnectFilter) anyPossible(options []matrix.OptionID) bool {
	for _, o := range options {
		if f.isChosen[o] || f.node.IsPossible(o) {
			return true
		}
	}
	return false
}

// pruneSet filters the node for one set.
func (f *ConnectFilter) pruneSet(s *search.CellSet) bool {
	cells := len(s.NeighboursOfCell)
	clear(f.discovery)
	f.currentSet, f.visitCount = s, 0
	first := -1
	for c := range cells {
		f.mayBeIn[c] = s.GivenCells[c] || f.anyPossible(s.IncludingOptions[c])
		f.mustBeIn[c] = s.GivenCells[c] || f.mayBeIn[c] && !f.anyPossible(s.ExcludingOptions[c])
		if f.mustBeIn[c] && first < 0 {
			first = c
		}
	}
	if first < 0 {
		return !s.NeedsCell || slices.Contains(f.mayBeIn[:cells], true)
	}
	f.toPrune = f.toPrune[:0]
	f.visitCell(int32(first), -1)
	for c := range cells {
		switch {
		case f.discovery[c] > 0:
		case f.mustBeIn[c]:
			return false
		case f.mayBeIn[c]:
			f.toPrune = append(f.toPrune, s.IncludingOptions[c]...)
		}
	}
	for _, o := range f.toPrune {
		if f.node.IsPossible(o) {
			f.node.Remove(o)
		}
	}
	return true
}

// visitCell walks depth first through the cells that can be in the set, and reports whether it has reached a cell that
// must be. It marks a cell that lies on all paths to such a cell as one that must be in the set.
func (f *ConnectFilter) visitCell(c, parent int32) (needed bool) {
	f.visitCount++
	f.discovery[c], f.lowLink[c] = f.visitCount, f.visitCount
	needed = f.mustBeIn[c]
	forced := false
	for _, d := range f.currentSet.NeighboursOfCell[c] {
		switch {
		case !f.mayBeIn[d] || d == parent:
		case f.discovery[d] > 0:
			f.lowLink[c] = min(f.lowLink[c], f.discovery[d])
		default:
			below := f.visitCell(d, c)
			f.lowLink[c] = min(f.lowLink[c], f.lowLink[d])
			needed = needed || below
			forced = forced || below && f.lowLink[d] >= f.discovery[c]
		}
	}
	if forced && !f.mustBeIn[c] && parent >= 0 {
		f.toPrune = append(f.toPrune, f.currentSet.ExcludingOptions[c]...)
	}
	return needed
}
