// Package dense is an engine for problems of at most some thousands of options. It represents a set of options by a row
// of bits, so that the effect of choosing an option is the AND of two rows.
//
// Its input is a [matrix.Problem] whose items are covered once or at most once, with secondary
// items, colors and nogoods; its output is the solutions one by one, and counts of the effort. It
// has no multiplicities. It must not know what items mean; where a comment speaks of boards, cells
// and pieces, it explains why a technique saves time.
//
// The search works as follows.
//
//  1. Each level has its own set of live options (those that can still be
//     chosen), as bits, with the list of its nonzero words. Choosing an option
//     keeps only the options that are compatible with it. A table holds the
//     compatible options of each option. It takes account of secondary items,
//     colors and nogoods of two options. Going back needs no undoing.
//  2. A node branches on the open item with the fewest live options (minimum
//     remaining values), the first one among equals, so its tree is that of
//     dancing links, node by node. Options are counted a word at a time, and the
//     count of an item stops when it exceeds that of the best item so far. On
//     large boards, items that have kept too many options to be the best one
//     are not counted. See lowerBounds.
//  3. When few items are open, a second phase begins: it branches on the first
//     open item in a fixed order, and tests options by a mask of their items.
//     See secondPhase. The shape of the problem determines when it begins. See
//     boardShape.phaseThreshold.
//  4. A filter refuses nodes where the open items fall apart into regions, one
//     of which has a size that is no sum of sizes of options. See regionFilter.
//
// The second phase and the filter change the tree, and not the set of solutions. A problem with more items than a mask
// has bits is searched without them.
//
// Sources: D. E. Knuth, "Dancing links" (2000), for the tree; J. G. Fletcher, "A program to solve
// the pentomino problem by the recursive use of macros" (CACM 8, 1965), for the fixed order of
// cells; M. Busche, "Solving polyomino and polycube puzzles" (mattbusche.org), for the change of
// phases and the sizes of regions.
package dense

import (
	"context"
	"fmt"
	"iter"
	"math"
	"slices"
	"sync/atomic"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// MaxOptions bounds the sum of two numbers: of the options that hold a primary item, and of the primary items that need
// not be covered. The table of compatible options takes the square of that number in bits.
const MaxOptions = 1 << 15

// ErrUnfit is the error for a problem that this engine cannot search: it has too many options, or
// an item that may be covered several times. The errors of [NewSearch] wrap it.
var ErrUnfit = fmt.Errorf("%w dense", search.ErrUnfit)

// SearchOptions holds the settings of a search. They never change the set of solutions.
type SearchOptions struct {
	// ItemOrder lists every primary item once, in the order of preference among items with equally few options; nil
	// means ascending ids.
	ItemOrder []matrix.ItemID
	// OptionOrder lists every option once, in the order in which they are tried; nil means ascending ids. The second
	// phase follows this order only among options with the same first item.
	OptionOrder []matrix.OptionID
	// BranchOnFirst makes every node branch on the first open item in the order, and not on the item with
	// the fewest options.
	BranchOnFirst bool
	// Report, if not nil, is called on the goroutine of the search after every ReportEvery nodes.
	Report      func(search.Progress)
	ReportEvery int64
}

// BitSearch is a search that keeps the live options (those that can still be chosen) as bits. It is
// not safe for concurrent use.
type BitSearch struct {
	_ cachePadding
	sharedTables
	secondPhase
	// copy of optionTable.rowWords, which the search reorders: words that ended a count early come first
	rowWords       []bitWord
	frames         []levelFrame    // for each level, its state in the first phase
	chosenOptions  []int32         // for each level, the bit of the option that is tried
	solutionBuffer matrix.Solution // buffer for the solution that is yielded
	boundLosses
	runState
	_ cachePadding
}

// sharedTables holds the tables that all searches of a problem share. They do not change during a search.
type sharedTables struct {
	*optionTable
	*optionCodes // masks of the options for the second phase; nil if the items exceed a mask
	// filter that refuses nodes whose open cells cannot be filled; nil if it would refuse hardly any node
	regionFilter  *regionFilter
	largerNogoods *largerNogoods // nogoods of three and more options; nil if there are none
	settings      SearchOptions
	// phaseThreshold is the number of open items at or below which the second phase begins.
	phaseThreshold int
	hasExtraTests  bool // whether a choice in the second phase needs more tests than those of the option codes
}

// runState is the progress of one run: its effort, and the part of the tree that it searches.
type runState struct {
	profile         []search.ProfileLevel // effort at each level
	wordsRead       int64                 // number of words of option sets that the first phase has read
	report          func(search.Progress)
	yield           func(matrix.Solution) bool
	stop            *atomic.Bool
	err             error
	currentCube     search.Cube   // part of the search tree that the run searches
	unsearchedCubes []search.Cube // parts of the cube that were not searched when the node budget was used up
	// result of Fork; it is filled at the root node of the cube, and nil outside of Fork
	requestedFork *search.NodeFork
	// nodesUntilCheck is the number of nodes until nodeBudget, nodesUntilReport and stop are checked again. It counts
	// down from checkInterval. The check subtracts checkInterval from nodeBudget and from nodesUntilReport.
	nodesUntilCheck, checkInterval int64
	nodeBudget                     int64 // number of nodes that may still be visited
	nodesUntilReport               int64 // number of nodes until the next report
}

// NewSearch prepares a search of p, which must be valid. The error wraps
// [ErrUnfit].
func NewSearch(p *matrix.Problem, o SearchOptions) (*BitSearch, error) {
	in, err := newRankedProblem(p, o)
	if err != nil {
		return nil, err
	}
	shape := newBoardShape(in)
	c := &sharedTables{optionTable: newOptionTable(in, shape.placeInSequence), settings: o}
	c.largerNogoods = newLargerNogoods(c.optionTable)
	if c.optionCodes = newOptionCodes(in, c.optionTable, shape.placeInSequence); c.optionCodes != nil {
		c.regionFilter = newRegionFilter(c.optionCodes, shape)
		c.phaseThreshold = shape.phaseThreshold()
		c.hasExtraTests = c.hasColors || c.largerNogoods != nil
	}
	return c.newSearch(o.Report), nil
}

// NewTwin returns another search of the same problem with the same settings except for Report. The two searches walk
// the same tree and share their tables. They may run at the same time.
func (s *BitSearch) NewTwin(report func(search.Progress)) *BitSearch {
	return s.sharedTables.newSearch(report)
}

func (c *sharedTables) newSearch(report func(search.Progress)) *BitSearch {
	levels := len(c.rowRanges) + 1
	s := &BitSearch{
		sharedTables: *c,
		secondPhase: secondPhase{secondPhaseLevel: noLevel,
			candidateRanges: allocatePadded[indexRange](len(c.rowRanges))},
		rowWords:       allocatePadded[bitWord](len(c.optionTable.rowWords)),
		frames:         allocatePadded[levelFrame](levels),
		chosenOptions:  allocatePadded[int32](levels),
		solutionBuffer: allocatePadded[matrix.OptionID](levels),
		runState:       runState{profile: allocatePadded[search.ProfileLevel](levels), report: report},
	}
	if c.lowerBoundWords > 0 {
		s.boundLosses = newBoundLosses(len(c.optionIDs))
	}
	copy(s.rowWords, c.optionTable.rowWords)
	root := s.newFrame() // here every option is live
	root.liveOptions.Fill(len(s.optionIDs))
	root.openItems.Fill(len(s.rowRanges))
	copy(root.liveWords, identityOrder[int32](len(root.liveWords)))
	s.frames[0] = root
	s.Reset()
	return s
}

// cachePadding separates the memory that one thread writes from that of other threads: processors
// fetch memory in lines of 64 bytes, often two at a time.
type cachePadding [128]byte

// allocatePadded allocates n elements that one thread writes, with padding on both sides.
func allocatePadded[T any](n int) []T {
	const gap = 32 // at least four bytes each
	return make([]T, n+2*gap)[gap : gap+n : gap+n]
}

// Solutions implements [search.Engine]: it explores the whole tree, and stops early
// if the loop breaks or ctx is done.
func (s *BitSearch) Solutions(ctx context.Context) iter.Seq[matrix.Solution] {
	return func(yield func(matrix.Solution) bool) {
		if err := search.SolveAll(ctx, s, yield); err != nil {
			s.err = err
		}
	}
}

// Err returns the error that ended the last run early. It is nil if the run was complete or its
// loop broke off.
func (s *BitSearch) Err() error { return s.err }

// Reset sets the effort to zero.
func (s *BitSearch) Reset() {
	clear(s.profile)
	s.wordsRead, s.nodesUntilReport, s.err = 0, s.reportInterval(), nil
}

// reportInterval returns the number of nodes between two reports.
func (s *BitSearch) reportInterval() int64 {
	if s.report == nil {
		return math.MaxInt64
	}
	return max(1, s.settings.ReportEvery)
}

// Stats returns the effort since the last reset. Updates counts the words of options and the open
// items that the first phase reads; with lower bounds only a part of the open items counts.
func (s *BitSearch) Stats() search.Stats {
	stats := search.Stats{Updates: s.wordsRead}
	for level, l := range s.profile {
		stats.Nodes += l.Nodes
		stats.Solutions += l.Solutions
		if l.Nodes > 0 {
			stats.Profile = s.profile[:level+1]
		}
	}
	stats.Profile = slices.Clone(stats.Profile)
	return stats
}
