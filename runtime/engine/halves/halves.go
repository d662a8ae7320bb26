// Package halves counts the exact covers of a problem that falls into two halves: it joins the ways
// to fill one half with the ways to fill the other.
//
// Its input is a [matrix.Problem]; its output is a number. It must not know what items mean. It is
// fast where few options cross a cut through the middle, as on a board that is longer than wide. On
// other boards there are too many borders at the cut.
//
// # How it goes
//
// (1) Hubs are the items that options everywhere share, such as the pieces of a packing. The other
// items are laid in a row and cut in the middle, where few options cross. An option lies on the
// left, on the right, or crosses. (2) A border is what a set of crossing options leaves open of a
// side. All borders of a side are found by choosing the parts that crossing options cover of that
// side alone, in order; a border that the side's own options cannot fill near the cut is dropped
// early. (3) The terms of a border count the ways in which the side's options cover it, for each
// multiset of hubs that they hold. They are found by trying the options of the item nearest to the
// cut. So what is left over is the outer part of the side with a ragged border, which repeats often
// and is looked up. (4) For each border of the left side the sets of crossing options that leave it
// are enumerated, back along the steps by which it was found; each leaves a border of the right
// side as well. Two terms, one of each side, are multiplied if together they hold the missing hubs.
//
// # Symmetry
//
// Symmetries that keep the sides map borders to each other; one border of each class is joined, and
// counts for all. If a symmetry exchanges the sides and keeps the hubs, both sides have the same
// borders, and each pair of borders is joined only once.
//
// # Numbers
//
// Counts are exact as long as they stay below a prime, which depends on the number of bits that the
// hubs leave of a word. If a count exceeds it, everything is counted again modulo other primes,
// until their product is larger than a bound of the result: then the remainders determine the
// result.
//
// # Limits
//
// Items with bounds must be hubs, and items with colors must not be hubs. The hubs have 44 bits,
// and the open items of a side 128. There must be no nogoods. Other problems are refused with
// [ErrUnfit].
//
// # Sources
//
// E. Horowitz, S. Sahni, "Computing partitions with applications to the knapsack problem", JACM 21
// (1974), for halves that are joined; M. Fiedler for the cut, see [splitItems].
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
	// ErrMemory is the error for tables that need more than [CountOptions.MaxMemory].
	ErrMemory = fmt.Errorf("halves: %w", search.ErrMemory)
	// ErrWork is the error for a count that takes more than [CountOptions.MaxWork] or
	// [CountOptions.MaxBorders].
	ErrWork = errors.New("the count takes more work than it is allowed")
	// ErrUnfit is the error for a problem that this engine cannot count. The errors that wrap it name
	// the reason.
	ErrUnfit = fmt.Errorf("%w halves", search.ErrUnfit)
)

// DefaultMemory is the limit of a count, in bytes, if [CountOptions.MaxMemory] is 0.
const DefaultMemory = 2 << 30

// CountOptions holds the settings of a count. They never change its result.
type CountOptions struct {
	// MaxMemory bounds the bytes of all tables; 0 stands for DefaultMemory.
	MaxMemory int64
	// MaxWork bounds the work; 0 means no bound. An option that is tried and a term that is added are
	// one unit each, an addition to a large table is three, and a product of terms is a third.
	// MaxBorders bounds the number of leftover sets of a side; 0 means no bound. The same bounds have
	// the same result on any number of threads.
	MaxWork, MaxBorders int64
	// MaxCrossing is the part of all options that may cross the cut; 0 stands for 1.
	MaxCrossing float64
	// Threads is the number of goroutines that count; 0 stands for 1.
	Threads int
	// Group lists symmetries of the problem that form a group, the identity first. If it is nil, the
	// engine looks for symmetries.
	Group []symmetry.Permutation
	// Report, if not nil, is called from time to time, on one goroutine at a time.
	Report func(search.Progress)
	// Turn, if not nil, is called after each portion of work, with the work since the last call, on any
	// goroutine of the count, which waits until it returns.
	Turn func(work int64)

	split   *itemSplit // division of the items, for tests
	modulus uint64     // first prime modulus, for tests; 0 means the usual one
}

// CountStats is the effort of a count.
type CountStats struct {
	Work      int64 // work in the unit of MaxWork
	Leftovers int64 // number of sets that crossing options leave open on a side, the larger of both sides
	Borders   int64 // number of leftover sets that options of their side can cover
	Regions   int64 // number of regions (sets of open items of a side) that were covered
	Bytes     int64 // number of bytes as MaxMemory counts them
}

// MaxSymmetries is the largest number of symmetries that are used.
const MaxSymmetries = 48

// CountSolutions returns the number of solutions of a valid problem. Its error is nil, that of ctx,
// or it wraps ErrMemory, ErrWork or ErrUnfit. With an error of ctx it returns the number of
// solutions counted so far.
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
