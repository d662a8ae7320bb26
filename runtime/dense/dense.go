// Package dense is the engine for problems of some thousands of options at most:
// a set of options is a row of bits, and a choice takes one AND of two rows.
//
// Its input is a [matrix.Problem] of items that are covered once, or at most
// once, with secondary items, colors and nogoods; its output the solutions one by
// one and counts of the effort. It does no multiplicities, and knows nothing of
// what items mean; where a comment speaks of boards, cells and pieces, it says why
// something pays.
//
// How the search goes.
//
//  1. Each level has a set of live options of its own, as bits, and the list of
//     its words that are not zero. To choose an option is to keep what is compatible
//     with it, which a table knows for each pair; nothing is undone on the way back.
//     Secondary items, colors and nogoods of two options are in the table.
//  2. A node branches on the open item with the fewest live options (minimum
//     remaining values), the first one among equals, so that its tree is that of
//     the dancing links, node by node. Options are counted a word at a time, and no
//     further than the best item so far; on large boards, only those of items that
//     may have lost some. See floors.
//  3. When few items are open, a second phase begins: it takes the first open item
//     in a fixed order, and tests options by a mask of their items. See filler. The
//     shape of the problem says when. See shape.threshold.
//  4. A filter refuses nodes where the open items fall apart into regions of
//     which one has a size that no options add up to. See regions.
//
// Phase and filter change the tree, and not what is found. Problems that have no room in
// a mask do without them.
//
// Sources: D. E. Knuth, "Dancing links" (2000), for the tree; J. G. Fletcher, "A
// program to solve the pentomino problem by the recursive use of macros" (CACM 8,
// 1965), for the fixed order of cells; M. Busche, "Solving polyomino and
// polycube puzzles" (mattbusche.org), for the change of phases and the sizes of
// regions.
package dense

import (
	"context"
	"errors"
	"iter"
	"math"
	"slices"
	"sync/atomic"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// MaxOptions is the largest number of options that hold a primary item, with one
// more for each item that need not be covered. The table takes the square of
// their number in bits.
const MaxOptions = 1 << 15

// ErrUnfit is wrapped by the errors of [NewSearch]: the problem has too many
// options, or an item that may be covered several times.
var ErrUnfit = errors.New("the problem does not suit the dense engine")

// SearchOptions says how to search. They never change the set of solutions.
type SearchOptions struct {
	// Order lists every primary item once, in the order in which equals are
	// preferred; nil means by number.
	Order []matrix.ItemID
	// OptionOrder lists every option once, in the order in which they are tried;
	// nil means by number. In the second phase it holds among the options that have
	// the same first item.
	OptionOrder []matrix.OptionID
	// First branches on the first open item, and not on the one with the fewest
	// options.
	First bool
	// Report, if not nil, is called during the search whenever ReportEvery nodes
	// have been visited, on the goroutine of the search.
	Report      func(search.Progress)
	ReportEvery int64
}

// BitSearch is one search. It is not safe for concurrent use.
type BitSearch struct {
	_ cachePadding
	sharedTables
	secondPhase
	spots    []bitWord    // of the table; those of an item are reordered
	frames   []levelFrame // by level
	chosen   []int32      // by level: the option that is being tried
	solution matrix.Solution
	boundLosses
	runState
	_ cachePadding
}

// sharedTables is what the searches of a problem have in common. It does not change
// during a search.
type sharedTables struct {
	*optionTable
	*optionCodes                // nil if they have no room in a mask
	regions      *regionFilter  // nil if there is no filter
	nogoods      *largerNogoods // nil if there are none
	options      SearchOptions
	// The second phase begins at a node with so many open items or fewer.
	threshold     int
	hasExtraTests bool // the tests of codes are not all there is to choose an option
}

// runState is what a run has come to.
type runState struct {
	profile       []search.ProfileLevel // by level
	words         int64                 // of options, seen when one was chosen in the first phase
	report        func(search.Progress)
	yield         func(matrix.Solution) bool
	stop          *atomic.Bool
	err           error
	cube          search.Cube
	left          []search.Cube    // of the cube, once the budget is spent
	requestedFork *search.NodeFork // at the cube's node, nil if nobody asks
	// pause counts down the nodes until something is to be looked at: the budget, a
	// report, or whether to stop. Then chunk, where it began, is taken off these:
	pause, chunk int64
	budget       int64 // nodes that may be visited
	reportIn     int64 // nodes until the next report
}

// NewSearch prepares a search of p, which must be valid. The error wraps
// [ErrUnfit].
func NewSearch(p *matrix.Problem, o SearchOptions) (*BitSearch, error) {
	in, err := newRankedProblem(p, o)
	if err != nil {
		return nil, err
	}
	shape := newBoardShape(in)
	c := &sharedTables{optionTable: newOptionTable(in, shape.place), options: o}
	c.nogoods = newLargerNogoods(c.optionTable)
	if c.optionCodes = newOptionCodes(in, c.optionTable, shape.place); c.optionCodes != nil {
		c.regions = newRegionFilter(c.optionCodes, shape)
		c.threshold = shape.phaseThreshold()
		c.hasExtraTests = c.colored || c.nogoods != nil
	}
	return c.newSearch(o.Report), nil
}

// NewTwin makes one more search of the same problem, with the same options but for
// where it reports to. Both see the same tree, and share what does not change. They
// may run at the same time.
func (s *BitSearch) NewTwin(report func(search.Progress)) *BitSearch {
	return s.sharedTables.newSearch(report)
}

func (c *sharedTables) newSearch(report func(search.Progress)) *BitSearch {
	levels := len(c.rows) + 1
	s := &BitSearch{
		sharedTables: *c,
		secondPhase:  secondPhase{level: noLevel, byItem: newPadded[spotRange](len(c.rows))},
		spots:        newPadded[bitWord](len(c.optionTable.spots)),
		frames:       newPadded[levelFrame](levels),
		chosen:       newPadded[int32](levels),
		solution:     newPadded[matrix.OptionID](levels),
		runState:     runState{profile: newPadded[search.ProfileLevel](levels), report: report},
	}
	if c.lowerBoundWords > 0 {
		s.boundLosses = newBoundLosses(len(c.id))
	}
	copy(s.spots, c.optionTable.spots)
	root := s.newFrame() // where every option is live
	root.live.Fill(len(s.id))
	root.open.Fill(len(s.rows))
	copy(root.list, identityOrder[int32](len(root.list)))
	s.frames[0] = root
	s.Reset()
	return s
}

// cachePadding keeps what a thread writes away from what others have: processors fetch
// memory in lines of 64 bytes, often two at a time.
type cachePadding [128]byte

// newPadded makes room for n things that one thread writes, apart from others.
func newPadded[T any](n int) []T {
	const gap = 32 // of four bytes or more each
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

// Err returns why the last run ended before its time, or nil if it was complete or
// its loop broke off.
func (s *BitSearch) Err() error { return s.err }

// Reset sets the effort to zero.
func (s *BitSearch) Reset() {
	clear(s.profile)
	s.words, s.reportIn, s.err = 0, s.reportInterval(), nil
}

// reportInterval returns the number of nodes between two reports.
func (s *BitSearch) reportInterval() int64 {
	if s.report == nil {
		return math.MaxInt64
	}
	return max(1, s.options.ReportEvery)
}

// Stats returns the effort since it was zero. Updates are the words of options and the open
// items that were looked at in the first phase, a part of those open where there are floors.
func (s *BitSearch) Stats() search.Stats {
	stats := search.Stats{Updates: s.words}
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
