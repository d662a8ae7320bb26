// Package memo counts the exact covers of a problem without visiting each of them, or represents all of them by a
// decision diagram.
//
// Its input is a [matrix.Problem]; its output is a number of solutions, or a [Diagram] that counts, lists, samples
// and weighs them. It must not know what items mean. It is faster than links only if many nodes of the search leave
// the same items open.
//
// # How it goes
//
// A search branches on an open item, as Algorithm X does. (1) The rest of the problem at a node is
// a problem of its own: the items that are still open, as far as a possible option holds them. This
// is the node's state. (2) A table holds the states that are done, and their results are used
// again. The table compares whole states. (A fingerprint of a state is not enough: two states with
// one fingerprint make a wrong count, and nothing shows it.) (3) The result of a state is its
// number of solutions, or its node in the diagram.
//
// Two more steps apply where solutions are only counted. (4) A symmetry of the problem maps a state
// to one with as many solutions, so all images of a state are stored as one: the image whose first
// items are covered. At the root the search branches on the item whose options fall into the fewest
// orbits. (5) Where a state falls apart, because no possible option connects its parts, its number
// is the product of theirs, and the parts are states themselves. In a diagram one part is finished
// before the next.
//
// # Threads
//
// Several goroutines walk the same graph of states from the root, each in another order, and share
// their results. So none waits for another, and a thread without work of its own joins the rest.
// The count of nodes has each state's nodes once, however often the state was walked, so it does
// not depend on the threads.
//
// # States
//
// A state is a string of bits. An item to be covered once has one bit, which is set as long as the
// item is open. A secondary item has a bit for each color that options give it, and one for no
// color; a bit is set as long as an option may use the item in that way. An item with other bounds
// has a bit that is set while it is open, and a number: how often it may still be covered. In the
// table the bits that no possible option needs are cleared, so a secondary item without options, or
// with a color that no longer matters, makes no difference. While an item with other bounds is
// being branched on, its options are chosen in ascending order, and the last one chosen is part of
// the state.
//
// # Limits
//
// Nogoods connect options that share no item. A problem with nogoods, or with states of more than
// 4096 bits, is refused with [ErrUnfit].
//
// # Sources
//
// M. Nishino, N. Yasuda, S. Minato, M. Nagata, "Dancing with decision diagrams", AAAI 2017, section
// 4 (the memo); D. E. Knuth, The Art of Computer Programming 4B, section 7.2.2.1 (Algorithms C and
// M) and 4A, section 7.1.4 (the uses of a diagram); E. Cuthill, J. McKee, "Reducing the bandwidth
// of sparse symmetric matrices", 1969 (the order of the items). Threads that share only a table are
// a technique of chess programs.
package memo

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"quadrille/runtime/matrix"
	"quadrille/runtime/proof"
	"quadrille/runtime/search"
)

// ErrMemory is the error for states or a diagram that need more than [CountOptions.MaxMemory].
var ErrMemory = fmt.Errorf("memo: %w", search.ErrMemory)

// ErrNodes is the error for a count that takes more work than [CountOptions.MaxNodes].
var ErrNodes = errors.New("the count takes more nodes than it is allowed")

// ErrUnfit is the error for a problem that this engine cannot count: it has nogoods, or its states
// are too large. The errors that wrap it name the reason.
var ErrUnfit = fmt.Errorf("%w memo", search.ErrUnfit)

// CheckFit returns an error that wraps ErrUnfit if the problem has nogoods. A search may still find that its states are
// too large.
func CheckFit(p *matrix.Problem) error {
	if len(p.Nogoods()) > 0 {
		return fmt.Errorf("%w: it has nogoods", ErrUnfit)
	}
	return nil
}

// DefaultMemory is the limit of BuildDiagram and CountSolutions, in bytes, if
// [CountOptions.MaxMemory] is 0.
const DefaultMemory = 2 << 30

// CountOptions holds the settings of a count. They never change the set of solutions.
type CountOptions struct {
	// MaxMemory bounds the bytes of tables, lists and the diagram together, copies during growth
	// included; 0 stands for DefaultMemory. Memory that the garbage collector has not freed yet is not
	// counted, nor is the stack of the recursion: some hundreds of bytes for each option of a solution,
	// or two thousand with the largest states.
	MaxMemory int64
	// MaxNodes bounds the work of a count; 0 means no bound. The unit is the usual node: 400 words of
	// memory, 5 for each item and one for 4 options; a word takes about half a nanosecond. A node with
	// a long state, many symmetries or many components counts as several, and a node of a fixed order
	// as less than one. The same bound always gives the same result, on any number of threads. The
	// trials that choose the method are extra, and take at most as much again.
	MaxNodes int64
	// Order lists every primary item once, and the search branches on the first open one. If it is nil,
	// the engine makes an order in which the items of an option are near one another, and chooses how
	// to branch.
	Order []matrix.ItemID
	// Backward reverses the order that the engine makes, for a second count that checks the first.
	Backward bool
	// Threads is the number of goroutines that search; 0 stands for 1. Only the numbers of a diagram's
	// nodes depend on it. With Connected one goroutine searches.
	Threads int
	// Connected lists conditions that cells are connected. Only solutions that satisfy them count.
	Connected []*search.CellSet
	// Report, if not nil, is called every 4096 nodes, on the goroutine of the
	// search.
	Report func(search.Progress)
	// OnWork, if not nil, is called from time to time on each goroutine of the search, which waits until it returns.
	// Its arguments are the words of memory touched since the last call, the estimated share of the search that is
	// done, and the share of the nodes whose states had been met before, both from 0 to 1.
	OnWork func(words int64, share, recurrence float64)
	// Proof, if not nil, receives the steps of a count, which then runs on one goroutine. If a trial has found the
	// count already, the search is repeated for the proof.
	Proof *proof.Writer
	// BestOnly is set if only the best solutions count, by the goal of the problem, which must have one. No proof is
	// written of that.
	BestOnly bool
	// NoSymmetries leaves symmetries out of account, as a part of a proof cannot state any.
	NoSymmetries bool

	branching branching // set by tests
}

// CountStats counts the effort of a count.
type CountStats struct {
	Nodes  int64 // nodes visited, repeated ones included
	Work   int64 // number of nodes in the unit of MaxNodes, rounded up
	States int64 // number of different states that were expanded
	Bytes  int64 // peak of the memory in use, as MaxMemory counts it
	// BestValue is the value of the solutions if BestOnly is set and there are any.
	BestValue int64
}

// CountSolutions returns the number of solutions of a valid problem. Its error is nil, that of ctx,
// or it wraps ErrMemory, ErrNodes or ErrUnfit.
func CountSolutions(ctx context.Context, p *matrix.Problem, o CountOptions) (*big.Int, CountStats, error) {
	if len(o.Connected) > 0 {
		f, err := newFrontierSearch(p, o)
		if err != nil {
			return nil, CountStats{}, err
		}
		return f.countSolutions(ctx)
	}
	e, a, err := newMemoEngine(p, o)
	if err != nil {
		return nil, CountStats{}, err
	}
	found := e.countSolutions(ctx, o)
	found.stats.Bytes = a.peakBytes
	return found.count, found.stats, found.err
}

// BuildDiagram returns the diagram of all solutions of a valid problem, or of the best ones. Its error is nil, that of
// ctx, or it wraps ErrMemory or ErrUnfit.
func BuildDiagram(ctx context.Context, p *matrix.Problem, o CountOptions) (*Diagram, error) {
	if len(o.Connected) > 0 {
		f, err := newFrontierSearch(p, o)
		if err != nil {
			return nil, err
		}
		return f.buildDiagram(ctx)
	}
	e, _, err := newMemoEngine(p, o)
	if err != nil {
		return nil, err
	}
	return e.buildDiagram(ctx, o)
}

// branching is the rule that chooses the item on which a node branches.
type branching int8

const (
	// autoBranching chooses fixedBranching if the bound of its states is small, and otherwise the
	// branching that makes the most progress in a trial of some thousand nodes.
	autoBranching branching = iota
	// fixedBranching chooses the first open item of the order. It tests an option only when the first
	// item of the option is reached. So nodes are cheap, but an item further on without options is not
	// noticed.
	fixedBranching
	// nearBranching chooses an open item with fewer than 4 options, the fewest first, and otherwise the
	// first one of the order. So the covered items stay together.
	nearBranching
	// mrvBranching chooses an open item with the fewest options, the first one of the order among
	// equals. Counts of 16 and more are equal.
	mrvBranching
)

// searchMethod is the way in which one search runs.
type searchMethod struct {
	branching      branching
	splitsRootOnly bool // components are looked for only at the root
	// work of a search for components, in words of memory, as a trial measured it; 0 stands for the
	// real one, which depends on the order in which threads reach states
	componentWork int64
	budget        int64         // bound of the work; 0 means none
	threads       int           // number of goroutines
	proof         *proof.Writer // receives the steps of the search; nil if it is not proved
}

// searchOutcome is the result of one search.
type searchOutcome struct {
	rootResult    uint32   // result of the root: its number in the store or diagram, see doneResult
	count         *big.Int // nil if solutions are not counted
	shareGain     float64  // share of the search that was done between an eighth of the work budget and its end
	splitsOften   bool     // many states fell apart into several components
	componentWork int64    // mean work of a search for components, in words of memory
	stats         CountStats
	err           error
}

// isUnfinished reports whether the search ended because its budget was too small.
func (f searchOutcome) isUnfinished() bool { return errors.Is(f.err, ErrNodes) }

// maxFixedStates is the largest bound of states at which autoBranching uses a fixed order without a
// trial.
const maxFixedStates = 1 << 22

// trialNodes is the work budget of the first trial of a branching rule, and firstTrialNodes that of a first search
// without symmetries, both in usual nodes. A trial gets at most MaxNodes/trialDivisor.
const (
	trialNodes      = 1 << 15
	firstTrialNodes = 1 << 13
	trialDivisor    = 8
	// minTrialGain is the least progress with which a trial decides the branching. If no trial makes that much,
	// trialGrowth is the factor by which the work of the next trials grows. Pieces that fill a strip any number of
	// times gain 1e-7 to 1e-20, though a fixed order ends soon; the 18 one-sided pentominoes in 5 by 18 gain 6e-6.
	minTrialGain = 1e-6
	trialGrowth  = 4
)

// workAllowance returns the work of the given number of usual nodes, in words of memory. If most is not 0, it bounds
// that number.
func (c *bitCode[K]) workAllowance(nodes, most int64) int64 {
	if most > 0 {
		nodes = min(nodes, most)
	}
	return nodes * usualNodeWork(c.problem)
}

// decideMethod returns the search method for the options. If one of its trial searches finishes, the outcome that it
// returns holds the count.
func (c *bitCode[K]) decideMethod(ctx context.Context, o CountOptions) (searchMethod, searchOutcome) {
	m := searchMethod{branching: o.branching, threads: 1}
	switch {
	case o.branching != autoBranching:
		if err := c.findSymmetries(ctx, o); err != nil || m.branching == fixedBranching {
			return m, searchOutcome{err: err}
		}
		trial := m
		trial.budget = c.workAllowance(firstTrialNodes/64, o.MaxNodes)
		m.componentWork = c.searchBy(ctx, trial, nil).componentWork
		return m, searchOutcome{}
	case o.Order != nil || len(c.multiples) == 0 && stateBound(c.problem, c.order) <= maxFixedStates:
		m.branching = fixedBranching
		return m, searchOutcome{}
	}
	m.splitsRootOnly, m.branching, m.budget = true, nearBranching, c.workAllowance(firstTrialNodes, o.MaxNodes)
	found := c.searchBy(ctx, m, nil)
	if !found.isUnfinished() || o.MaxNodes > 0 && o.MaxNodes <= firstTrialNodes {
		return m, found
	}
	if err := c.findSymmetries(ctx, o); err != nil {
		return m, searchOutcome{err: err}
	}
	return c.tryBranchings(ctx, c.workAllowance(trialNodes, (o.MaxNodes+trialDivisor-1)/trialDivisor), o.MaxNodes > 0)
}

// tryBranchings makes a trial of each branching with a budget of work, and returns the method with
// the most progress. As long as no trial gets far enough to tell, there is another round with more
// work, if the work is not bounded. A branching that needs too much memory is left out from then on.
func (c *bitCode[K]) tryBranchings(ctx context.Context, budget int64, bounded bool) (searchMethod, searchOutcome) {
	branchings := []branching{nearBranching, mrvBranching}
	if len(c.multiples) == 0 {
		branchings = append(branchings, fixedBranching)
	}
	for {
		var best searchMethod
		far := -1.0
		for _, b := range slices.Clone(branchings) {
			m := searchMethod{branching: b, budget: budget, threads: 1}
			found := c.searchBy(ctx, m, nil)
			if errors.Is(found.err, ErrMemory) && len(branchings) > 1 {
				branchings = slices.DeleteFunc(branchings, func(other branching) bool { return other == b })
				continue
			}
			if !found.isUnfinished() {
				return m, found
			}
			if m.budget, m.splitsRootOnly, m.componentWork = 0, !found.splitsOften,
				found.componentWork; found.shareGain > far {
				best, far = m, found.shareGain
			}
		}
		if far >= minTrialGain || bounded {
			return best, searchOutcome{}
		}
		budget *= trialGrowth
	}
}

func (c *bitCode[K]) countSolutions(ctx context.Context, o CountOptions) searchOutcome {
	m, found := c.decideMethod(ctx, o)
	if found.err == nil && (found.count == nil || o.Proof != nil) {
		m.threads, m.budget = max(1, o.Threads), o.MaxNodes*usualNodeWork(c.problem)
		if m.proof = o.Proof; m.proof != nil {
			m.threads = 1
		}
		found = c.searchBy(ctx, m, nil)
	}
	return found
}

func (c *bitCode[K]) buildDiagram(ctx context.Context, o CountOptions) (*Diagram, error) {
	m, found := c.decideMethod(ctx, o)
	if found.err != nil {
		return nil, found.err
	}
	d, err := newGrowingDiagram(c.problem, nil, c.account, c.optionCosts)
	if err != nil {
		return nil, err
	}
	m.budget, m.threads = 0, max(1, o.Threads)
	if found = c.searchBy(ctx, m, d); found.err != nil {
		return nil, found.err
	}
	if found.rootResult != deadResult {
		d.root = int32(found.rootResult)
	}
	return d.Diagram, d.sumCounts()
}
