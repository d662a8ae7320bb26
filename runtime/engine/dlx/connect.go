package dlx

// The connect filter serves exact cover problems in which options put cells into a set, and the cells in the set must
// be connected (see [search.CellSet]). Chosen options decide which cells are in the set.
//
// Its input is a search node and, for each such set, the graph of its cells with the options that put a cell into the
// set and the options that leave it out. Its output is the options that it removes at the node. It
// must not know what cells mean, and uses the search only through the interface of filters.
//
// At a node, some cells can still be in the set, and some of these must be. All cells that must be in the set have to
// lie in one component of the graph of the cells that can be in it; the filter leaves the cells of the other components
// out of the set. It puts a cell into the set if two cells that must be in the set would be separated without it, which
// means that the cell is a cut vertex (R. E. Tarjan, "Depth-first search and linear graph algorithms", SIAM J. Comput.
// 1, 1972).

import (
	"slices"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// ConnectFilter removes, in one search, the options that contradict the connectedness of sets of cells.
type ConnectFilter struct {
	connectedSets     []*search.CellSet // sets of cells that must be connected
	isOptionChosen    []bool            // whether an option is chosen at the current node, by option
	lastChosenOptions []matrix.OptionID // options chosen at the node that was filtered last

	// The following fields, by cell, are the state at the current node of the set of cells that is filtered now.
	// mayBeIn tells whether a cell can still be in the set, and mustBeIn whether it must be.
	mayBeIn, mustBeIn []bool
	// discoveryNumber is the position of a cell in the order of visits, and lowLink is Tarjan's low link: the least
	// such position that can be reached from the cell.
	discoveryNumber, lowLink []int32
	visitedCells             int32 // number of cells visited so far
	currentSet               *search.CellSet
	currentNode              *Node
	optionsToPrune           []matrix.OptionID // options to remove at the current node
}

// NewConnectFilter returns a filter for sets of cells in a problem.
func NewConnectFilter(p *matrix.Problem, sets []*search.CellSet) *ConnectFilter {
	most := 0
	for _, s := range sets {
		most = max(most, len(s.NeighboursOfCell))
	}
	return &ConnectFilter{
		connectedSets: sets, isOptionChosen: make([]bool, p.OptionCount()),
		mayBeIn: make([]bool, most), mustBeIn: make([]bool, most), discoveryNumber: make([]int32, most),
		lowLink: make([]int32, most),
	}
}

// Prune implements [dlx.Filter].
func (f *ConnectFilter) Prune(n *Node) bool {
	for _, o := range f.lastChosenOptions {
		f.isOptionChosen[o] = false
	}
	f.lastChosenOptions, f.currentNode = n.ChosenOptions(), n
	for _, o := range f.lastChosenOptions {
		f.isOptionChosen[o] = true
	}
	for _, s := range f.connectedSets {
		if !f.pruneCellSet(s) {
			return false
		}
	}
	return true
}

// anyOptionPossible reports whether one of the options is chosen or can be chosen.
func (f *ConnectFilter) anyOptionPossible(options []matrix.OptionID) bool {
	for _, o := range options {
		if f.isOptionChosen[o] || f.currentNode.IsPossible(o) {
			return true
		}
	}
	return false
}

// pruneCellSet filters the node for one set of cells. It returns false if the set cannot be connected.
func (f *ConnectFilter) pruneCellSet(s *search.CellSet) bool {
	cells := len(s.NeighboursOfCell)
	clear(f.discoveryNumber)
	f.currentSet, f.visitedCells = s, 0
	first := -1
	for c := range cells {
		f.mayBeIn[c] = s.GivenCells[c] || f.anyOptionPossible(s.IncludingOptions[c])
		f.mustBeIn[c] = s.GivenCells[c] || f.mayBeIn[c] && !f.anyOptionPossible(s.ExcludingOptions[c])
		if f.mustBeIn[c] && first < 0 {
			first = c
		}
	}
	if first < 0 {
		return !s.NeedsCell || slices.Contains(f.mayBeIn[:cells], true)
	}
	f.optionsToPrune = f.optionsToPrune[:0]
	f.visitCell(int32(first), -1)
	for c := range cells {
		switch {
		case f.discoveryNumber[c] > 0:
		case f.mustBeIn[c]:
			return false
		case f.mayBeIn[c]:
			f.optionsToPrune = append(f.optionsToPrune, s.IncludingOptions[c]...)
		}
	}
	for _, o := range f.optionsToPrune {
		if f.currentNode.IsPossible(o) {
			f.currentNode.Remove(o)
		}
	}
	return true
}

// visitCell visits the cells that can be in the set depth first, and reports whether it has reached a cell that must be
// in the set. It marks a cell that lies on all paths to such a cell as one that must be in the set.
func (f *ConnectFilter) visitCell(c, parent int32) (needed bool) {
	f.visitedCells++
	f.discoveryNumber[c], f.lowLink[c] = f.visitedCells, f.visitedCells
	needed = f.mustBeIn[c]
	forced := false
	for _, d := range f.currentSet.NeighboursOfCell[c] {
		switch {
		case !f.mayBeIn[d] || d == parent:
		case f.discoveryNumber[d] > 0:
			f.lowLink[c] = min(f.lowLink[c], f.discoveryNumber[d])
		default:
			below := f.visitCell(d, c)
			f.lowLink[c] = min(f.lowLink[c], f.lowLink[d])
			needed = needed || below
			forced = forced || below && f.lowLink[d] >= f.discoveryNumber[c]
		}
	}
	if forced && !f.mustBeIn[c] && parent >= 0 {
		f.optionsToPrune = append(f.optionsToPrune, f.currentSet.ExcludingOptions[c]...)
	}
	return needed
}
