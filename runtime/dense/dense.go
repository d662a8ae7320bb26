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
//     in a fixed order, and tests options by a mask of their items. See filler. A
//     rule says when, or estimates of what the tree costs. See prober.
//  4. A filter refuses nodes where the open items fall apart into regions of
//     which one has a size that no options add up to. See regions.
//
// Phase and filter are options; they change the tree, and not what is found.
//
// Sources: D. E. Knuth, "Dancing links" (2000), for the tree; J. G. Fletcher, "A
// program to solve the pentomino problem by the recursive use of macros" (CACM 8,
// 1965), for the fixed order of cells; M. Busche, "Solving polyomino and
// polycube puzzles" (mattbusche.org), for the change of phases and the sizes of
// regions; R. Vaisman and D. P. Kroese, "Stochastic enumeration method for counting
// trees" (2017), for the estimates.
package dense

import (
	"context"
	"errors"
	"iter"

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

const (
	// Auto lets the engine tell by a rule where the second phase begins, at no cost.
	Auto = -1
	// Probe is Auto, but if the tree is large, the engine estimates what it costs to
	// begin sooner or later. What it finds depends on the problem and the options alone.
	Probe = -2
)

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
	// phase begins, or [Auto], or [Probe]; 0 means never. There is no second phase if
	// the items, with the colors of secondary items and the nogoods of two options,
	// are more than 256. Above 128 [Auto] and [Probe] are 0.
	Switch int
	// Regions filters nodes by the sizes of regions, if the options have such a
	// shape that this can refuse something, and no more than 128 bits.
	Regions bool
	// Report, if not nil, is called during the search whenever ReportEvery nodes
	// have been visited, on the goroutine of the search.
	Report      func(search.Progress)
	ReportEvery int64
}

// Search is one search. It is not safe for concurrent use.
type Search struct {
	_ apart
	prepared
	report   func(search.Progress)
	spots    []spot  // of the table; those of an item are reordered
	frames   []frame // by level
	depth    int     // the frames up to this level are those of the last cube's path
	chosen   []int32 // by level: the option that is being tried
	filler   *filler // nil if there is no second phase
	solution matrix.Solution
	run
	err error
	_   apart
}

// prepared is what the searches of a problem have in common. It does not change
// during a search.
type prepared struct {
	*table
	codes     *codes // nil if nothing wants them, or they would be too long
	options   Options
	threshold int      // open items where the second phase begins
	regions   *regions // nil if there is no filter
	nogoods   *nogoods // nil if there are none
}

// NewSearch prepares a search of p, which must be valid. The error wraps
// [ErrUnfit].
func NewSearch(p *matrix.Problem, o Options) (*Search, error) {
	in, err := newInstance(p, o)
	if err != nil {
		return nil, err
	}
	bits := maskBits
	if o.Switch > 0 {
		bits = maxBits
	}
	shape := newShape(in, bits)
	t := newTable(in, shape.place)
	s := (&prepared{table: t, options: o, nogoods: newNogoods(in, t)}).newSearch(o.Report)
	s.prepare(in, shape)
	return s, nil
}

// Twin makes one more search of the same problem, with the same options but for
// where it reports to. Both see the same tree, and share what does not change. They
// may run at the same time.
func (s *Search) Twin(report func(search.Progress)) *Search {
	t := s.prepared.newSearch(report)
	if s.filler != nil {
		t.filler = s.filler.coded.newFiller(t)
	}
	return t
}

// newSearch makes room for a search.
func (p *prepared) newSearch(report func(search.Progress)) *Search {
	levels := len(p.rows) + 1
	s := &Search{
		prepared: *p,
		report:   report,
		spots:    roomFor[spot](len(p.table.spots)),
		frames:   roomFor[frame](levels),
		chosen:   roomFor[int32](levels),
		solution: roomFor[matrix.OptionID](levels),
	}
	s.cut.tried, s.cut.of = roomFor[int32](levels), roomFor[int32](levels)
	s.profile = roomFor[search.Level](levels)
	copy(s.spots, p.table.spots)
	s.root()
	s.Reset()
	return s
}

// prepare sets up the second phase and the filter, where the options want them
// and the problem allows them. Problems of more bits than a mask has have been seen to
// suffer from both, and get them only if a number says where the phase begins.
func (s *Search) prepare(in *instance, shape *shape) {
	if s.options.Switch == 0 && !s.options.Regions {
		return
	}
	if s.options.Switch <= 0 && countBits(in, s.table) > maskBits {
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
	s.filler = newCoded(&s.prepared).newFiller(s)
	switch s.threshold = s.options.Switch; s.threshold {
	case Auto:
		s.threshold = shape.threshold()
	case Probe:
		s.threshold = s.probe(shape.threshold())
	}
}

// apart keeps what a thread writes away from what others have: processors fetch
// memory in lines of 64 bytes, often two at a time.
type apart [128]byte

// roomFor makes room for n things that one thread writes, apart from others.
func roomFor[T any](n int) []T {
	const gap = 32 // of four bytes or more each
	return make([]T, n+2*gap)[gap : gap+n : gap+n]
}

// Solutions implements [search.Engine]: it explores the whole tree, and stops early
// if the loop breaks or ctx is done.
func (s *Search) Solutions(ctx context.Context) iter.Seq[matrix.Solution] {
	return func(yield func(matrix.Solution) bool) {
		if err := search.Solve(ctx, s, yield); err != nil {
			s.err = err
		}
	}
}

// Err returns why the last run ended before its time, or nil if it was complete or
// its loop broke off.
func (s *Search) Err() error { return s.err }
