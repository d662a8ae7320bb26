// Package memo counts the exact covers of a problem without visiting each of
// them, and keeps all of them in a decision diagram.
//
// Its input is a [matrix.Problem], its output a number of solutions, or a
// [Diagram] that counts, lists, samples and weighs them. It knows nothing of
// what items mean, and it does not solve a problem faster than links if no two
// nodes of the search have the same items left.
//
// # How it goes
//
// A search branches on an open item, as Algorithm X does. (1) What is left to
// do at a node is a problem of its own: the items that are still open, as far as
// an option that is still possible holds them. This is the node's state. (2)
// States met before are found in a table, and their result is used again. The
// table compares the states themselves. (A fingerprint of a state is not enough:
// two states with one fingerprint make a wrong count, and nothing shows it.) (3)
// The result of a state is its number of solutions, or its node in the diagram.
//
// Two things more are done where solutions are only counted. (4) A symmetry of the
// problem takes a state to one with as many solutions, so all images of a state count as
// one: the one whose first items are covered. The search branches at the root on the
// item whose options have the fewest kinds. (5) Where a state falls apart, because no
// possible option connects its parts, its number is the product of theirs, and the parts
// are states themselves. In a diagram one part is finished before the next.
//
// # Threads
//
// Several goroutines walk the same graph of states from the root, each in another order,
// and know each other's results. So none waits for another, and whoever runs out of work
// helps with what is left. The nodes that are counted are those below each state, once for
// each state, however often it was walked; so they do not depend on the threads.
//
// # States
//
// A state is a string of bits. An item to be covered once has one bit, set as
// long as it is open. A secondary item has a bit for each color that options
// give it, and one for no color; a bit is set as long as an option may use the
// item in that way. An item with other bounds has a bit that is set while it is
// open, and a number: how often it may still be covered. In the table bits that
// no possible option needs are cleared, so that a secondary item that has become
// useless makes no difference, nor does one whose color does not matter any more.
// While an item with other bounds is being branched on, its options are chosen in
// ascending order, and how far that has come is part of the state.
//
// # Limits
//
// Nogoods tie options together that share no item; a problem that has them, or
// whose states have more than 4096 bits, is refused with [ErrUnfit].
//
// # Sources
//
// M. Nishino, N. Yasuda, S. Minato, M. Nagata, "Dancing with decision diagrams",
// AAAI 2017, section 4 (the memo); D. E. Knuth, The Art of Computer Programming
// 4B, section 7.2.2.1 (Algorithms C and M) and 4A, section 7.1.4 (what a diagram
// is good for); E. Cuthill, J. McKee, "Reducing the bandwidth of sparse symmetric
// matrices", 1969 (the order of the items). That threads need nothing but a table in common
// was found in chess programs.
package memo

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// ErrMemory says that the states or the diagram need more than
// [CountOptions.MaxMemory].
var ErrMemory = fmt.Errorf("memo: %w", search.ErrMemory)

// ErrNodes says that a count takes more work than [CountOptions.MaxNodes].
var ErrNodes = errors.New("the count takes more nodes than it is allowed")

// ErrUnfit says that a problem is not for this engine: it has nogoods, or its
// states are too large. Errors that wrap it say which.
var ErrUnfit = errors.New("the problem does not fit the memo")

// DefaultMemory is what Build and Count may use if [CountOptions.MaxMemory] is 0.
const DefaultMemory = 2 << 30

// CountOptions says how to search. They never change the set of solutions.
type CountOptions struct {
	// MaxMemory is the number of bytes that tables, lists and the diagram may
	// take together, what is being copied while they grow included; 0 stands for
	// DefaultMemory. The garbage collector may be late in giving back what
	// was outgrown. The stack of the recursion is not counted: for each option of
	// a solution some hundreds of bytes, or two thousand if the states are as
	// large as they can be.
	MaxMemory int64
	// MaxNodes bounds the work of a count, or is 0 for any amount. Work counts the words of
	// memory that are touched, so a node of long states, with many symmetries or many
	// components, is several nodes, and one of a fixed order is less than one. The usual
	// node has 400 words, 5 for each item and one for 4 options; a word takes about half a
	// nanosecond. The same bound always gives the same result, on any number of
	// threads. What is tried before it is known how to search comes on top, and is at most
	// as much again.
	MaxNodes int64
	// Order lists every primary item once, and the search branches on the first of them
	// that is open. Otherwise it makes an order in which the items of an option are near
	// one another, and chooses how to branch.
	Order []matrix.ItemID
	// Backward says that the order that it makes is to begin at the other end: a second count, for whoever does not
	// trust the first.
	Backward bool
	// Threads is how many goroutines search; 0 stands for 1. The nodes of a diagram are
	// numbered as they come, and nothing else depends on it.
	Threads int
	// Report, if not nil, is called every 4096 nodes, on the goroutine of the
	// search.
	Report func(search.Progress)
	// Turn, if not nil, is called now and then, on each goroutine of the search, with the words
	// that it has touched since the last call, the share of the search that is done, as far
	// as that can be told, and the part of its nodes whose states were known. The search waits until it returns.
	Turn func(words int64, share, known float64)

	branching branching // set by tests
}

// CountStats counts the effort of a count.
type CountStats struct {
	Nodes  int64 // nodes visited, repeated ones included
	Work   int64 // how many nodes these are as MaxNodes counts them, rounded up
	States int64 // different states that were expanded
	Bytes  int64 // the most memory that was in use, as MaxMemory counts it
}

// CountSolutions counts the solutions of a valid problem. Its error is nil, that of ctx,
// or it wraps ErrMemory, ErrNodes or ErrUnfit.
func CountSolutions(ctx context.Context, p *matrix.Problem, o CountOptions) (*big.Int, CountStats, error) {
	e, a, err := newMemoEngine(p, o)
	if err != nil {
		return nil, CountStats{}, err
	}
	found := e.countSolutions(ctx, o)
	found.stats.Bytes = a.peak
	return found.count, found.stats, found.err
}

// BuildDiagram makes the diagram of all solutions of a valid problem. Its error is nil,
// that of ctx, or it wraps ErrMemory or ErrUnfit.
func BuildDiagram(ctx context.Context, p *matrix.Problem, o CountOptions) (*Diagram, error) {
	e, _, err := newMemoEngine(p, o)
	if err != nil {
		return nil, err
	}
	return e.buildDiagram(ctx, o)
}

// branching says how the item is chosen on which a node branches.
type branching int8

const (
	// autoBranching takes fixed if its states are sure to be few, and otherwise the way that comes
	// furthest with a few thousand nodes.
	autoBranching branching = iota
	// fixedBranching takes the first open item of the order. It tests an option no sooner than its
	// first item is reached, which makes nodes cheap, and it does not see that an item
	// further on has no option left.
	fixedBranching
	// nearBranching takes an open item with fewer than 4 options, the fewest first, and otherwise
	// the first one of the order. So the covered items stay together.
	nearBranching
	// mrvBranching takes an open item with the fewest options, the first one of the order if
	// several have; it counts no further than 16.
	mrvBranching
)

// searchMethod is how a search goes.
type searchMethod struct {
	branching branching
	splitting splitPolicy
	budget    int64 // of work, if it is not 0
	threads   int
}

// splitPolicy says at which nodes components of the state are looked for.
type splitPolicy int8

const (
	splitAtRoot splitPolicy = iota
	splitSometimes
	splitAlways
)

// searchOutcome is what a search found.
type searchOutcome struct {
	root  uint32
	count *big.Int // nil if solutions are not counted
	share float64  // how much was done between an eighth of the budget and its end
	split bool     // states had several components often
	stats CountStats
	err   error
}

// isUnfinished reports whether the budget was too small.
func (f searchOutcome) isUnfinished() bool { return errors.Is(f.err, ErrNodes) }

// maxFixedStates bounds the states with which Auto takes a fixed order at once.
const maxFixedStates = 1 << 22

// trialNodes is how many usual nodes Auto tries each branching with, and quickNodes how
// many are visited before anything is prepared for more. A trial gets no more than an
// eighth of what is allowed in all.
const (
	trialNodes = 1 << 15
	quickNodes = 1 << 13
	trialPart  = 8
	// fixedPart is the part of a trial that is enough for a fixed order: its nodes are
	// cheap, and there are as many of them then.
	fixedPart = 4
)

// workAllowance returns the work of so many usual nodes, or of a larger number if that is allowed
// and not 0.
func (c *bitCode[K]) workAllowance(nodes, most int64) int64 {
	if most > 0 {
		nodes = min(nodes, most)
	}
	return nodes * c.usualWork()
}

// decideMethod returns the method that suits the options. If a search on the way came to an
// end, its outcome has a count.
func (c *bitCode[K]) decideMethod(ctx context.Context, o CountOptions) (searchMethod, searchOutcome) {
	m := searchMethod{branching: o.branching, splitting: splitAlways, threads: 1}
	switch {
	case o.branching != autoBranching:
		return m, searchOutcome{err: c.findSymmetries(ctx)}
	case o.Order != nil || len(c.multiples) == 0 && stateBound(c.problem, c.order) <= maxFixedStates:
		m.branching = fixedBranching
		return m, searchOutcome{}
	}
	m.splitting, m.branching, m.budget = splitAtRoot, nearBranching, c.workAllowance(quickNodes, o.MaxNodes)
	found := c.searchBy(ctx, m, nil)
	if !found.isUnfinished() || o.MaxNodes > 0 && o.MaxNodes <= quickNodes {
		return m, found
	}
	if err := c.findSymmetries(ctx); err != nil {
		return m, searchOutcome{err: err}
	}
	return c.tryBranchings(ctx, c.workAllowance(trialNodes, (o.MaxNodes+trialPart-1)/trialPart))
}

// tryBranchings searches a little with each branching, and returns the one that came furthest.
func (c *bitCode[K]) tryBranchings(ctx context.Context, budget int64) (best searchMethod, found searchOutcome) {
	far, splitting := math.Inf(-1), splitAtRoot
	for _, b := range []branching{nearBranching, mrvBranching, fixedBranching} {
		if b == fixedBranching && len(c.multiples) > 0 {
			continue
		}
		m := searchMethod{branching: b, splitting: splitSometimes, budget: budget, threads: 1}
		if b == fixedBranching {
			m.budget /= fixedPart
		}
		found := c.searchBy(ctx, m, nil)
		if !found.isUnfinished() {
			return m, found
		}
		if b == fixedBranching {
			found.share *= fixedPart
		}
		if found.split {
			splitting = splitAlways
		}
		if found.share > far {
			best, far = searchMethod{branching: b, threads: 1}, found.share
		}
	}
	best.splitting = splitting
	return best, searchOutcome{}
}

func (c *bitCode[K]) countSolutions(ctx context.Context, o CountOptions) searchOutcome {
	m, found := c.decideMethod(ctx, o)
	if found.err == nil && found.count == nil {
		m.threads, m.budget = max(1, o.Threads), o.MaxNodes*c.usualWork()
		found = c.searchBy(ctx, m, nil)
	}
	return found
}

func (c *bitCode[K]) buildDiagram(ctx context.Context, o CountOptions) (*Diagram, error) {
	m, found := c.decideMethod(ctx, o)
	if found.err != nil {
		return nil, found.err
	}
	d, err := newGrowingDiagram(c.problem, c.account)
	if err != nil {
		return nil, err
	}
	m.budget, m.threads = 0, max(1, o.Threads)
	if found = c.searchBy(ctx, m, d); found.err != nil {
		return nil, found.err
	}
	if found.root != deadResult {
		d.root = int32(found.root)
	}
	return d.Diagram, d.sumCounts()
}
