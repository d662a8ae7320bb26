// Package halves counts the exact covers of a problem that falls into two halves: it joins
// the ways to fill the one with those to fill the other.
//
// Its input is a [matrix.Problem], its output a number. It knows nothing of what items
// mean, and gains where few options cross a cut through the middle: a board that is longer
// than wide. On others the borders at the cut are more than what they join.
//
// # How it goes
//
// (1) Hubs are the items that options everywhere share, as the pieces of a packing. The
// other items are laid in a row and cut in the middle, where few options cross. An option
// lies on the left, on the right, or crosses. (2) A border is what a set of crossing
// options leaves open of a side. All borders of a side are found by choosing what options
// take of that side alone, in order, and those are dropped soon that the side's own options
// cannot fill near the cut. (3) The terms of a border say in how many ways the options of
// the side cover it, for each set of hubs that they take. They are found by trying the
// options of the item nearest to the cut: so what is left over is the outer part of the
// side with a ragged border, which comes again and again, and is looked up. (4) For each
// border of the left side the sets of crossing options that leave it are gone through, back
// along the steps by which it was found; each leaves a border of the right side as well.
// The terms of both that take together what is missing of the hubs are multiplied.
//
// # Symmetry
//
// Symmetries that keep the sides take borders to each other; one of each class is joined,
// and counts for all. If one exchanges the sides and keeps the hubs, both have the same
// borders, and only pairs are joined of which the left one has more terms.
//
// # Numbers
//
// Counts are exact as long as they stay below a prime, which depends on how many bits the
// hubs leave of a word. If one does not, all is counted again modulo other primes, until
// their product is larger than a bound of the result: then the remainders determine it.
//
// # Limits
//
// Items with bounds must be hubs, items with colors must not; 44 bits are for hubs and 128
// for what is open of a side; there are no nogoods. Other problems are refused with [ErrUnfit].
//
// # Sources
//
// E. Horowitz, S. Sahni, "Computing partitions with applications to the knapsack problem",
// JACM 21 (1974), for halves that are joined; M. Fiedler for the cut, see [splitItems].
package halves

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
	"quadrille/runtime/symmetry"
)

var (
	// ErrMemory says that the tables need more than [CountOptions.MaxMemory].
	ErrMemory = fmt.Errorf("halves: %w", search.ErrMemory)
	// ErrWork says that a count takes more than [CountOptions.MaxWork] or [CountOptions.MaxBorders].
	ErrWork = errors.New("the count takes more work than it is allowed")
	// ErrUnfit says that a problem is not for this engine. Errors that wrap it say why.
	ErrUnfit = errors.New("the problem does not fit halves")
)

// DefaultMemory is what a count may use if [CountOptions.MaxMemory] is 0.
const DefaultMemory = 2 << 30

// CountOptions says how to count. They never change the number.
type CountOptions struct {
	// MaxMemory is the number of bytes that tables may take; 0 stands for DefaultMemory.
	MaxMemory int64
	// MaxWork bounds the options that are tried and the terms that are added, three times those that a large table
	// takes and a third of those that are multiplied, or is 0 for any number; MaxBorders likewise bounds what may be
	// left of a side. The same bounds have the same result on any number of threads.
	MaxWork, MaxBorders int64
	// MaxCrossing is the part of all options that may cross the cut; 0 stands for 1.
	MaxCrossing float64
	// Threads is how many goroutines count; 0 stands for 1.
	Threads int
	// Group has symmetries of the problem that form a group, the identity first; if it is
	// nil, they are looked for.
	Group []symmetry.Permutation
	// Report, if not nil, is called now and then, by one goroutine at a time.
	Report func(search.Progress)
	// Turn, if not nil, is called whenever some work was done since the last call, by any goroutine
	// of the count, which waits until it returns.
	Turn func(work int64)

	split   *itemSplit // set by tests, as is the first modulus
	modulus uint64
}

// CountStats counts the effort of a count.
type CountStats struct {
	Work      int64 // as MaxWork counts it
	Leftovers int64 // as MaxBorders counts them
	Borders   int64 // those of them that can be covered
	Regions   int64 // that were covered
	Bytes     int64 // as MaxMemory counts them
}

// MaxSymmetries is as large a group of those that keep the sides as is made use of.
const MaxSymmetries = 48

// CountSolutions counts the solutions of a valid problem. Its error is nil, that of ctx, or it wraps
// ErrMemory, ErrWork or ErrUnfit. With an error of ctx comes the number of solutions that were met.
func CountSolutions(ctx context.Context, p *matrix.Problem, o CountOptions) (*big.Int, CountStats, error) {
	e, err := newHalvesEngine(p, o)
	if err != nil {
		return nil, CountStats{}, err
	}
	if o.Group == nil {
		o.Group = symmetry.FindGroup(ctx, p, MaxSymmetries)
	}
	e.useSymmetries(o.Group)
	halt := context.AfterFunc(ctx, func() { e.cancelled.Store(true) })
	defer halt()
	n, err := e.countSolutions()
	if errors.Is(err, errCancelled) {
		err = ctx.Err()
	}
	return n, e.collectStats(), err
}
