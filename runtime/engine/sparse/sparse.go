// Package sparse is an engine that uses sparse sets: Algorithm X with secondary items, colors (Algorithm C) and
// multiplicities (Algorithm M), on arrays in place of links.
//
// Its input is a [matrix.Problem]; its output is the solutions one by one, and counts of the
// effort. It must not know what items mean. It branches on the item with the fewest options, or on the first item.
//
// Sources: D. E. Knuth, The Art of Computer Programming 7.2.2.3, "dancing cells", and his program
// SSXCC; P. Briggs and L. Torczon, "An efficient representation for sparse sets" (1993). The nodes
// of the tree and their order are those of Algorithms X, C and M of section 7.2.2.1.
//
// The search works as follows. (1) The options of an item are side by side in an array, the possible ones before the
// others. To remove an option, it is swapped with the last possible one, and the set becomes shorter. (2) To go back,
// the sets become longer again, and nothing is swapped. (3) So the order within a set depends on earlier visits. A
// node sorts the few options on which it branches; nothing else depends on the order. (4) If an item loses its last
// option when an option is chosen, the choice is not completed: the node below is counted, and has no branches. The
// items that lost their last option in earlier choices of the same option are tested first, before any option is
// removed.
package sparse

import (
	"context"
	"iter"
	"math"
	"slices"
	"sync/atomic"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// SearchOptions holds the settings of a search. They never change the set of solutions.
type SearchOptions struct {
	// BranchOnFirst makes every node branch on the first open item in the order, and not on the item with
	// the fewest branches.
	BranchOnFirst bool
	// ItemOrder lists every primary item once. Among items with equally few branches, the first one in this order is
	// chosen; nil means ascending ids.
	ItemOrder []matrix.ItemID
	// OptionOrder lists every option once, in the order in which they are tried; nil means ascending ids.
	OptionOrder []matrix.OptionID
	// CountSupports is set if the search hides, at each node, the options with colors that some open item no longer
	// supports. The tree then has fewer nodes than that of Algorithm C.
	CountSupports bool
	// Report, if not nil, is called on the goroutine of the search, each time the updates and nodes
	// have grown by ReportEvery.
	Report      func(search.Progress)
	ReportEvery int64
}

// SparseSetSearch is a search with sparse sets. It is not safe for concurrent use.
type SparseSetSearch struct {
	optionSets
	itemState
	nogoods       nogoodCounts  // for each nogood, data about its options that are not chosen
	killerItemsOf []killerItems // for each option, the items that had too few options left after it was chosen
	settings      SearchOptions
	branchStack   []int32             // options to branch on, for all nodes on the path, as a stack
	branchPath    []search.BranchStep // branches that are tried at each level above the current one
	chosenNodes   []int32             // one node of each chosen option

	currentCube     search.Cube   // part of the search tree that the run searches
	nodeBudget      int64         // number of nodes that may still be visited
	unsearchedCubes []search.Cube // parts of the cube that were not searched when the node budget was used up

	solutionBuffer matrix.Solution // buffer for the solution that is yielded
	stats          search.Stats
	countedUpdates int64 // value of updateCount at the last counted node
	nextReport     int64 // sum of updates and nodes at which the next report is due
	yield          func(matrix.Solution) bool
	// result of Fork; it is filled at the root node of the cube, and nil outside of Fork
	requestedFork *search.NodeFork
	stop          *atomic.Bool
	err           error
}

var _ search.Cutter = (*SparseSetSearch)(nil)

// NewSearch prepares a search of p, which must be valid.
func NewSearch(p *matrix.Problem, o SearchOptions) *SparseSetSearch {
	rank := itemRanks(p, o.ItemOrder)
	s := &SparseSetSearch{
		optionSets: newOptionSets(p, rank, o.OptionOrder), itemState: newItemState(p, rank),
		nogoods: newNogoodCounts(p), killerItemsOf: make([]killerItems, p.OptionCount()), settings: o,
	}
	s.colorNodes(p, rank)
	for i := range int32(p.PrimaryCount()) {
		s.setCoversLeft(i, s.coversLeft[i])
	}
	if o.CountSupports && p.HasColors() {
		s.countSupports(p, rank)
	}
	s.Reset()
	return s
}

// itemRanks returns the rank of each item in the search: first the primary items in their order,
// then the secondary items.
func itemRanks(p *matrix.Problem, order []matrix.ItemID) []int32 {
	rank := make([]int32, p.ItemCount())
	for i := range rank {
		rank[i] = int32(i)
	}
	for k, i := range order {
		rank[i] = int32(k)
	}
	return rank
}

// Solutions runs the search from the start. A solution is borrowed: the next step overwrites it.
// The search stops early if the loop breaks or ctx is done. In each case the sets are restored, and
// Solutions may be called again.
func (s *SparseSetSearch) Solutions(ctx context.Context) iter.Seq[matrix.Solution] {
	return func(yield func(matrix.Solution) bool) {
		if err := search.SolveAll(ctx, s, yield); err != nil {
			s.err = err
		}
	}
}

// Explore implements [search.Cutter]. Nodes on the path to the cube are not counted.
func (s *SparseSetSearch) Explore(stop *atomic.Bool, c search.Cube, budget int64,
	yield func(matrix.Solution) bool) []search.Cube {
	if budget <= 0 {
		budget = math.MaxInt64
	}
	s.currentCube, s.nodeBudget, s.unsearchedCubes = c, budget, nil
	s.yield, s.stop = yield, stop
	s.walkNode(0, s.isShortAtRoot())
	s.yield, s.stop = nil, nil
	return s.unsearchedCubes
}

// Fork implements [search.Cutter].
func (s *SparseSetSearch) Fork(path []int32) (f search.NodeFork) {
	s.requestedFork = &f
	s.Explore(new(atomic.Bool), search.CubeAt(path), 0, func(matrix.Solution) bool { return true })
	s.requestedFork = nil
	return f
}

// Err returns the error that ended the last run early. It is nil if the run was complete or its
// loop broke off.
func (s *SparseSetSearch) Err() error { return s.err }

// Stats returns the effort since the last reset. Updates is the number of nodes that left the sets of their items, plus
// the number of times that a counter of supports fell. Choices that are not completed, because an item would have too
// few options, do not count. Mems is not estimated.
func (s *SparseSetSearch) Stats() search.Stats {
	stats := s.stats
	stats.Updates = s.countedUpdates
	if s.countersOfOptions != nil {
		stats.Filter = []search.FilterCount{{Name: search.UnsupportedOptions, Count: s.countedUnsupported}}
	}
	return stats
}

// Reset sets the effort to zero.
func (s *SparseSetSearch) Reset() {
	s.stats = search.Stats{Profile: make([]search.ProfileLevel, 1)}
	s.unsupportedCount, s.countedUnsupported = 0, 0
	s.updateCount, s.countedUpdates, s.nextReport, s.err = 0, 0, s.settings.ReportEvery, nil
}

// countNode counts a node if it belongs to the cube. It returns false if the search must stop or the node budget is
// used up.
func (s *SparseSetSearch) countNode(level int) bool {
	if s.isAboveCube(level) {
		// removals on the path to the cube are not counted
		s.updateCount, s.unsupportedCount = s.countedUpdates, s.countedUnsupported
		return true
	}
	if s.nodeBudget == 0 {
		s.updateCount, s.unsupportedCount = s.countedUpdates, s.countedUnsupported
		s.unsearchedCubes = s.currentCube.Remaining(s.branchPath)
		return false
	}
	s.nodeBudget--
	s.countNodeAndUpdates(level)
	return !s.stop.Load()
}

// isAboveCube reports whether a node at a level is outside of the cube: on the path to it, or at the end of that path
// if this node was counted as part of another cube.
func (s *SparseSetSearch) isAboveCube(level int) bool {
	at := len(s.currentCube.Path)
	return level < at || level == at && s.currentCube.FirstBranch > 0
}

// countNodeAndUpdates counts a node and the updates that were made on the way to it.
func (s *SparseSetSearch) countNodeAndUpdates(level int) {
	for len(s.stats.Profile) <= level {
		s.stats.Profile = append(s.stats.Profile, search.ProfileLevel{})
	}
	s.stats.Nodes++
	l := &s.stats.Profile[level]
	l.Nodes++
	l.Updates += s.updateCount - s.countedUpdates
	s.countedUpdates, s.countedUnsupported = s.updateCount, s.unsupportedCount
	if s.settings.Report != nil && s.countedUpdates+s.stats.Nodes >= s.nextReport {
		s.reportProgress()
	}
}

func (s *SparseSetSearch) reportProgress() {
	s.nextReport = s.countedUpdates + s.stats.Nodes + s.settings.ReportEvery
	s.settings.Report(search.Progress{
		Share:     s.currentCube.ShareDone(s.branchPath),
		Solutions: s.stats.Solutions,
		Nodes:     s.stats.Nodes,
		Updates:   s.countedUpdates,
		Path:      slices.Clone(s.branchPath),
	})
}
