// Package sparse is the engine of sparse sets: Algorithm X with secondary items,
// colors (Algorithm C) and multiplicities (Algorithm M), on arrays in place of
// links.
//
// Its input is a [matrix.Problem], its output the solutions one by one and
// counts of the effort. It knows nothing of what items mean, and has no choosers
// but its own.
//
// Sources: D. E. Knuth, The Art of Computer Programming 7.2.2.3, "dancing
// cells", and his program SSXCC; P. Briggs and L. Torczon, "An efficient
// representation for sparse sets" (1993). The nodes of the tree and their order
// are those of Algorithms X, C and M of section 7.2.2.1.
//
// How the search goes. (1) The options of an item stand side by side in an
// array, those that are still possible before the others. To remove one swaps it
// with the last and makes the set shorter. (2) To go back makes the sets longer
// again, and swaps nothing. (3) So the order within a set depends on what has
// been visited before. A node sorts the few options that it branches on; all
// else that happens at it is told by the sets as sets. (4) When an option is
// chosen and an item loses its last option, the rest of the work is left undone:
// the node below is counted, and has no branches. The items that ran dry when the
// option was chosen before are looked at first, before anything is removed.
package sparse

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"sync/atomic"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// Rule says which item a search node branches on.
type Rule int

const (
	// MRV is the item with the fewest branches, the first one among equals.
	MRV Rule = iota
	// First is the first open item.
	First
	// DomWdeg is the item with the least ratio of branches to failures, one more
	// than have been counted, the first one among equals; an item with one branch
	// comes before all others. An item fails where it has no branches left (after
	// Boussemart, Hemery, Lecoutre and Sais, "Boosting systematic search by
	// weighting constraints", ECAI 2004). The rule learns as it goes, so that its
	// tree cannot be cut: see [ErrLearns].
	DomWdeg
)

// Options says how to search. They never change the set of solutions.
type Options struct {
	Choose Rule
	// Order lists every primary item once, in the order in which the rule sees
	// them; nil means by number.
	Order []matrix.ItemID
	// OptionOrder lists every option once, in the order in which they are tried;
	// nil means by number.
	OptionOrder []matrix.OptionID
	// Seed, if not 0, shuffles whichever of the two orders is nil.
	Seed uint64
	// Report, if not nil, is called during the search whenever ReportEvery
	// updates and nodes have been made, on the goroutine of the search.
	Report      func(search.Progress)
	ReportEvery int64
}

// The errors of the package.
var (
	// ErrOrder says that an order does not list everything once.
	ErrOrder = errors.New("the order does not list everything once")
	// ErrRule says that there is no such rule.
	ErrRule = errors.New("there is no such rule")
	// ErrLarge says that a problem has more entries than the engine can number.
	ErrLarge = errors.New("the problem is too large")
	// ErrLearns says that a tree cannot be cut, as the rule learns: what it does at
	// a node depends on the nodes before.
	ErrLearns = errors.New("a rule that learns cannot cut its tree")
)

// Search is one search. It is not safe for concurrent use.
type Search struct {
	cells
	state
	nogoods nogoods
	killers []killers // by option
	weight  []float64 // by item: one more than its failures, for DomWdeg
	options Options
	choices []int32 // the options that the nodes on the way branch on
	steps   []step  // one for each level above the current one
	chosen  []int32 // a node of each option chosen
	cut     cut

	solution matrix.Solution
	stats    search.Stats
	charged  int64 // nodes removed that are in the stats
	reportAt int64
	yield    func(matrix.Solution) bool
	stop     *atomic.Bool
	err      error
}

var _ search.Cutter = (*Search)(nil)

// NewSearch prepares a search of p, which must be valid.
func NewSearch(p *matrix.Problem, o Options) (*Search, error) {
	if o.Choose < MRV || o.Choose > DomWdeg {
		return nil, fmt.Errorf("%w: %d", ErrRule, o.Choose)
	}
	if p.Entries()+p.Options() >= math.MaxInt32 {
		return nil, fmt.Errorf("%w: %d options with %d entries", ErrLarge, p.Options(), p.Entries())
	}
	if err := o.arrange(p); err != nil {
		return nil, err
	}
	rank := ranks(p, o.Order)
	s := &Search{cells: newCells(p, rank, o.OptionOrder), killers: newKillers(p), options: o}
	s.state = newState(p, rank)
	s.nogoods = newNogoods(p)
	s.colorNodes(p, rank)
	for i := range int32(p.Primary()) {
		s.aim(i)
	}
	return s, nil
}

// Solutions runs the search from the start. A solution is borrowed: it is
// overwritten by the next step. The search stops early if the loop breaks or
// ctx is done; in each case the sets are restored and Solutions may be called
// again.
func (s *Search) Solutions(ctx context.Context) iter.Seq[matrix.Solution] {
	return func(yield func(matrix.Solution) bool) {
		if err := search.Solve(ctx, s, yield); err != nil {
			s.err = err
		}
	}
}

// Err returns why the last run ended before its time, or nil if it was
// complete or its loop broke off.
func (s *Search) Err() error { return s.err }
