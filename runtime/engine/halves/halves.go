// Package halves counts the exact covers of a problem that falls into two halves: it combines the ways to cover one
// half with the ways to cover the other half.
//
// Its input is a [matrix.Problem]; its output is a number. It must not know what items mean. It is fast if the items
// can be divided into two sides such that few options hold items of both, as on a board that is longer than wide.
//
// # Algorithm
//
// (1) Hubs are the items that share options with most other items, such as the pieces of a packing. The other items are
// arranged in a row, and the row is cut near the middle, where few options cross. An option is on the left side, on the
// right side, or crosses the cut. (2) A border is the set of items that crossing options leave open on one side. All
// borders of a side are found by choosing the parts of crossing options on that side, in order; a border whose items
// near the cut cannot be covered by options of the side is dropped early. (3) The terms of a border are the numbers of
// ways in which options of the side cover it, one number for each multiset of hubs that these options hold. They are
// computed by trying the options of the item nearest to the cut. The part that then remains open is the outer part of
// the side. It occurs often, so its terms are stored. (4) For each border of the left side, the sets of crossing
// options that leave it open are enumerated, along the steps by which the border was found. Each of these sets leaves a
// border of the right side open as well. Two terms, one of each side, are multiplied if together they cover the
// remaining hubs.
//
// # Symmetry
//
// A symmetry that maps each side to itself maps borders to borders. One border of each symmetry class is joined, and
// counts for the whole class. If a symmetry exchanges the sides and maps each hub to itself, both sides have the same
// borders, and each pair of borders is joined only once.
//
// # Numbers
//
// A term holds its number of ways in the bits of a word that the hubs do not need, modulo a prime. Counts are exact as
// long as no number of ways exceeds the prime. If one does, everything is counted again modulo other primes, until the
// product of the primes is larger than an upper bound of the result. Then the remainders determine the result.
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
	// ErrTooMuchWork is the error for a count that takes more than [CountOptions.MaxWork] or
	// [CountOptions.MaxBorders].
	ErrTooMuchWork = errors.New("the count takes more work than it is allowed")
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
	// MaxWork bounds the work; 0 means no bound. To try an option or to add a term is one unit of work, an addition to
	// a large table three units, and a product of terms a third of a unit. MaxBorders bounds the number of leftover
	// sets of a side; 0 means no bound. The result under these bounds does not depend on the number of threads.
	MaxWork, MaxBorders int64
	// MaxCrossingShare is the largest share of the options that may cross the cut, from 0 to 1; 0 stands for 1.
	MaxCrossingShare float64
	// Threads is the number of goroutines that count; 0 stands for 1.
	Threads int
	// SymmetryGroup lists symmetries of the problem that form a group, the identity first. If it is nil, the
	// engine looks for symmetries.
	SymmetryGroup []symmetry.Permutation
	// Report, if not nil, is called from time to time, on one goroutine at a time.
	Report func(search.Progress)
	// OnWork, if not nil, is called after each portion of work, with the work since the last call. It is called on any
	// goroutine of the count, and may block that goroutine.
	OnWork func(work int64)

	splitInTests   *itemSplit // division of the items that tests prescribe; nil means that the engine finds one
	modulusInTests uint64     // first prime modulus that tests prescribe; 0 means the usual one
}

// CountStats is the effort of a count.
type CountStats struct {
	Work int64 // work of the count, in the unit of MaxWork
	// number of different sets of items that crossing options leave open on a side, for the side with more such sets
	LeftoverSets int64
	Borders      int64 // number of leftover sets that options of their side can cover
	Regions      int64 // number of regions (sets of open items of a side) whose covers were counted
	Bytes        int64 // bytes of memory in use, as MaxMemory counts them
}

// MaxSymmetries is the largest number of symmetries that are used.
const MaxSymmetries = 48

// CountSolutions returns the number of solutions of a valid problem. Its error is nil, that of ctx,
// or it wraps ErrMemory, ErrTooMuchWork or ErrUnfit. With an error of ctx it returns the number of
// solutions counted so far.
func CountSolutions(ctx context.Context, p *matrix.Problem, o CountOptions) (*big.Int, CountStats, error) {
	e, err := newHalvesEngine(p, o)
	if err != nil {
		return nil, CountStats{}, err
	}
	if o.SymmetryGroup == nil {
		o.SymmetryGroup = symmetry.FindGroup(ctx, p, MaxSymmetries)
	}
	e.useSymmetries(o.SymmetryGroup)
	halt := context.AfterFunc(ctx, func() { e.isCancelled.Store(true) })
	defer halt()
	n, err := e.countSolutions()
	if errors.Is(err, errCancelled) {
		err = ctx.Err()
	}
	return n, e.countStats(), err
}
