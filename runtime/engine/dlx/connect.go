package dlx

// The connect filter serves exact cover problems in which options put cells into a set, and the cells in the set must
// be connected (see [search.CellSet]). Chosen options decide which cells are in the set.
//
// Its input is a search node and, for each such set, the graph of its cells with the options that put a cell into the
// set and the options that leave it out. Its output is the options that it removes at the node. It
// must not know what cells mean, and uses the search only through the interface of filters.
//
// At a node, some cells can still be in the set, and some of these must be. All cells that must be in the set have to
// lie in one component of the graph of the cells that can be in it. The filter leaves the cells of the other components
// out of the set. It puts a cell into the set if two cells that must be in the set would be separated without that cell
// (see [search.SeparationFinder]). If the number of cells in the set is known, that component must have at least
// that many cells. A cell without which it would have fewer is put into the set.

import (
	"slices"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// ConnectFilter removes, in one search, the options that contradict the connectedness of sets of cells.
type ConnectFilter struct {
	connectedSets     []*search.CellSet // sets of cells that must be connected
	isOptionChosen    []bool            // for each option, whether it is chosen at the current node
	lastChosenOptions []matrix.OptionID // options chosen at the node that was filtered last

	finder         search.SeparationFinder
	currentNode    *Node
	optionsToPrune []matrix.OptionID // options to remove at the current node
}

// NewConnectFilter returns a filter for sets of cells in a problem.
func NewConnectFilter(p *matrix.Problem, sets []*search.CellSet) *ConnectFilter {
	return &ConnectFilter{connectedSets: sets, isOptionChosen: make([]bool, p.OptionCount())}
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
	in, first := &f.finder, int32(-1)
	in.Begin(s)
	for c := range s.NeighboursOfCell {
		in.MayBeIn[c] = s.GivenCells[c] || f.anyOptionPossible(s.IncludingOptions[c])
		in.MustBeIn[c] = s.GivenCells[c] || in.MayBeIn[c] && !f.anyOptionPossible(s.ExcludingOptions[c])
		if in.MustBeIn[c] && first < 0 {
			first = int32(c)
		}
	}
	if first < 0 {
		return !s.NeedsCell || slices.Contains(in.MayBeIn, true)
	}
	f.optionsToPrune = f.optionsToPrune[:0]
	in.VisitFrom(first)
	if in.CountReached() < s.CellCount {
		return false
	}
	for c := range s.NeighboursOfCell {
		switch {
		case in.IsReached(int32(c)):
			if !in.MustBeIn[c] && in.CountReachedWithout(int32(c)) < s.CellCount {
				f.optionsToPrune = append(f.optionsToPrune, s.ExcludingOptions[c]...)
			}
		case in.MustBeIn[c]:
			return false
		case in.MayBeIn[c]:
			f.optionsToPrune = append(f.optionsToPrune, s.IncludingOptions[c]...)
		}
	}
	for _, cut := range in.CutVertices {
		f.optionsToPrune = append(f.optionsToPrune, s.ExcludingOptions[cut.Cell]...)
	}
	for _, o := range f.optionsToPrune {
		if f.currentNode.IsPossible(o) {
			f.currentNode.Remove(o)
		}
	}
	return true
}
