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
//     further than the best item so far.
//  3. When few items are open, a second phase begins: it takes the first open item
//     in a fixed order, and tests options by a mask of their items. See filler.
//  4. A filter refuses nodes where the open items fall apart into regions of
//     which one has a size that no options add up to. See regions.
//
// Phase and filter are options; they change the tree, and not what is found.
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

	"quadrille/runtime/engine"
	"quadrille/runtime/matrix"
)

// MaxOptions is the largest number of options that hold a primary item, with one
// more for each item that need not be covered. The table takes the square of
// their number in bits.
const MaxOptions = 1 << 15

// ErrUnfit is wrapped by the errors of [NewSearch]: the problem has too many
// options, or an item that may be covered several times.
var ErrUnfit = errors.New("the problem does not suit the dense engine")

// Auto lets the engine find where the second phase begins.
const Auto = -1

// Options says how to search. They never change the set of solutions.
type Options struct {
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
	// Switch is the number of open primary items at or below which the second
	// phase begins, or [Auto]; 0 means never. There is no second phase if the items,
	// with the colors of secondary items and the nogoods of two options, are more
	// than 128.
	Switch int
	// Regions filters nodes by the sizes of regions, if the options have such a
	// shape that this can refuse something.
	Regions bool
	// Report, if not nil, is called during the search whenever ReportEvery nodes
	// have been visited, on the goroutine of the search.
	Report      func(engine.Progress)
	ReportEvery int64
}

// Search is one search. It is not safe for concurrent use.
type Search struct {
	*table
	*codes    // nil if nothing wants them, or they would be too long
	options   Options
	threshold int      // open items where the second phase begins
	frames    []frame  // by level
	chosen    []int32  // by level: the option that is being tried
	filler    *filler  // nil if there is no second phase
	regions   *regions // nil if there is no filter
	nogoods   *nogoods // nil if there are none
	solution  matrix.Solution
	run
	err error
}

// NewSearch prepares a search of p, which must be valid. The error wraps
// [ErrUnfit].
func NewSearch(p *matrix.Problem, o Options) (*Search, error) {
	in, err := newInstance(p, o)
	if err != nil {
		return nil, err
	}
	shape := newShape(in)
	t := newTable(in, shape.place)
	s := &Search{table: t, options: o, chosen: make([]int32, len(in.ranked)), nogoods: newNogoods(in, t), solution: matrix.Solution{}}
	s.prepare(in, shape)
	s.frames = make([]frame, len(in.ranked)+1)
	s.root()
	s.Reset()
	return s, nil
}

// prepare sets up the second phase and the filter, where the options want them
// and the problem allows them.
func (s *Search) prepare(in *instance, shape *shape) {
	if s.options.Switch == 0 && !s.options.Regions {
		return
	}
	if s.codes = newCodes(in, s.table, shape.place); s.codes == nil {
		return
	}
	if s.options.Regions {
		s.regions = newRegions(in, s.codes, shape)
	}
	if s.options.Switch == 0 {
		return
	}
	s.filler = newFiller(in, s.codes)
	if s.threshold = s.options.Switch; s.threshold < 0 {
		s.threshold = shape.threshold()
	}
}

// Solutions implements [engine.Engine]: it explores the whole tree, and stops early
// if the loop breaks or ctx is done.
func (s *Search) Solutions(ctx context.Context) iter.Seq[matrix.Solution] {
	return func(yield func(matrix.Solution) bool) {
		if err := engine.Solve(ctx, s, yield); err != nil {
			s.err = err
		}
	}
}

// Err returns why the last run ended before its time, or nil if it was complete or
// its loop broke off.
func (s *Search) Err() error { return s.err }
