// Package memo counts the exact covers of a problem without visiting each of them, or represents all of them by a
// decision diagram.
//
// Its input is a [matrix.Problem]; its output is a number of solutions, or a [Diagram] that counts, lists, samples and
// weighs them. It must not know what items mean. It is faster than dancing links only if many nodes of the search leave
// the same items open.
//
// # Algorithm
//
// A search branches on an open item, as Algorithm X does. (1) The rest of the problem at a node is a problem of its
// own. It consists of the items that are still open, as far as a possible option holds them. This is the node's state.
// (2) A table holds the states that are done, so that their results are used again. The table compares whole states. (A
// fingerprint of a state is not enough: two states with one fingerprint make a wrong count, and nothing shows it.) (3)
// The result of a state is its number of solutions, or its node in the diagram.
//
// Two more steps save work where solutions are only counted. (4) A symmetry of the problem maps a state to a state with
// as many solutions. So all images of a state are stored as one state: the image whose first items are covered. At the
// root the search branches on the item whose options fall into the fewest orbits. (5) A state may fall into components,
// which no possible option connects. Then its number of solutions is the product of those of the components, which are
// searched as states themselves. In a diagram one component is finished before the next.
//
// # Threads
//
// Several goroutines walk the same graph of states from the root, each in another order, and share their results. So
// none waits for another, and a thread without work of its own helps the others. The nodes of a state are counted once,
// even if several threads walk the state. So the count of nodes does not depend on the threads.
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

// ErrTooManyNodes is the error for a count that takes more work than [CountOptions.MaxNodes].
var ErrTooManyNodes = errors.New("the count takes more nodes than it is allowed")

// ErrUnfit is the error for a problem that this engine cannot count, because it has nogoods or its states are too
// large. The errors that wrap it name the reason.
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
	// ItemOrder lists every primary item once, and the search branches on the first open one. If it is nil,
	// the engine makes an order in which the items of an option are near one another, and chooses how
	// to branch.
	ItemOrder []matrix.ItemID
	// ReverseOrder reverses the order that the engine makes, for a second count that checks the first.
	ReverseOrder bool
	// Threads is the number of goroutines that search; 0 stands for 1. Only the numbers of a diagram's
	// nodes depend on it. With ConnectedSets one goroutine searches.
	Threads int
	// ConnectedSets lists conditions that cells are connected. Only solutions that satisfy them count.
	ConnectedSets []*search.CellSet
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
	// NoSymmetries is set if symmetries must not be used, because a part of a proof cannot state any.
	NoSymmetries bool

	branchingRule branchingRule // set by tests
}

// CountStats holds the effort of a count, and the value of the best solutions.
type CountStats struct {
	Nodes  int64 // nodes visited, repeated ones included
	Work   int64 // number of nodes in the unit of MaxNodes, rounded up
	States int64 // number of different states that were expanded
	Bytes  int64 // peak of the memory in use, as MaxMemory counts it
	// BestValue is the value of the solutions if BestOnly is set and there are any.
	BestValue int64
}

// CountSolutions returns the number of solutions of a valid problem. Its error is nil, that of ctx,
// or it wraps ErrMemory, ErrTooManyNodes or ErrUnfit.
func CountSolutions(ctx context.Context, p *matrix.Problem, o CountOptions) (*big.Int, CountStats, error) {
	if len(o.ConnectedSets) > 0 {
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
	return found.solutionCount, found.stats, found.err
}

// BuildDiagram returns the diagram of all solutions of a valid problem, or of the best ones. Its error is nil, that of
// ctx, or it wraps ErrMemory or ErrUnfit.
func BuildDiagram(ctx context.Context, p *matrix.Problem, o CountOptions) (*Diagram, error) {
	if len(o.ConnectedSets) > 0 {
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

// branchingRule is the rule that chooses the item on which a node branches.
type branchingRule int8

const (
	// autoBranching chooses fixedBranching if the bound of its states is small, and otherwise the
	// branching that makes the most progress in a trial of some thousand nodes.
	autoBranching branchingRule = iota
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

// searchMethod holds the settings of one search: how it branches, and its limits.
type searchMethod struct {
	branchingRule  branchingRule
	splitsRootOnly bool // components are looked for only at the root
	// componentWork is the work of a search for components, in words of memory, as a trial measured it. 0 stands for
	// the real work, which depends on the order in which threads reach states.
	componentWork int64
	workBudget    int64         // bound of the work; 0 means none
	threadCount   int           // number of goroutines
	proofWriter   *proof.Writer // receives the steps of the search; nil if it is not proved
}

// searchOutcome is the result of one search.
type searchOutcome struct {
	rootResult    uint32   // result of the root, such as the index of its node in the diagram; see doneResult
	solutionCount *big.Int // number of solutions; nil if they are not counted
	// part of the search that was done between an eighth of the work budget and its end, from 0 to 1
	progressGain  float64
	splitsOften   bool  // whether many states were divided into several components
	componentWork int64 // mean work of a search for components, in words of memory
	stats         CountStats
	err           error
}

// isUnfinished reports whether the search ended because its budget was too small.
func (f searchOutcome) isUnfinished() bool { return errors.Is(f.err, ErrTooManyNodes) }

// maxFixedStates is the largest bound of states for which autoBranching uses a fixed order without a trial.
const maxFixedStates = 1 << 22

// trialNodeBudget is the work budget of the first trial of a branching rule, and firstTrialNodeBudget that of a first
// search without symmetries, both in usual nodes. A trial gets at most MaxNodes/trialDivisor.
const (
	trialNodeBudget      = 1 << 15
	firstTrialNodeBudget = 1 << 13
	trialDivisor         = 8
	// minTrialGain is the least progress with which a trial decides the branching. If no trial makes that much,
	// trialGrowth is the factor by which the work of the next trials grows. Pieces that fill a strip any number of
	// times gain 1e-7 to 1e-20, though a fixed order ends soon; the 18 one-sided pentominoes in 5 by 18 gain 6e-6.
	minTrialGain = 1e-6
	trialGrowth  = 4
)

// workOfNodes returns the work of a number of nodes of usual size, in words of memory that they touch. If most is not
// 0, no more than most nodes count.
func (c *bitCode[K]) workOfNodes(nodes, most int64) int64 {
	if most > 0 {
		nodes = min(nodes, most)
	}
	return nodes * typicalNodeWork(c.problem)
}

// chooseMethod returns the search method for the options. If one of its trial searches finishes, the outcome that it
// returns holds the count.
func (c *bitCode[K]) chooseMethod(ctx context.Context, o CountOptions) (searchMethod, searchOutcome) {
	m := searchMethod{branchingRule: o.branchingRule, threadCount: 1}
	switch {
	case o.branchingRule != autoBranching:
		if err := c.findSymmetries(ctx, o); err != nil || m.branchingRule == fixedBranching {
			return m, searchOutcome{err: err}
		}
		trial := m
		trial.workBudget = c.workOfNodes(firstTrialNodeBudget/64, o.MaxNodes)
		m.componentWork = c.searchWithMethod(ctx, trial, nil).componentWork
		return m, searchOutcome{}
	case o.ItemOrder != nil || len(c.multiples) == 0 && boundStateCount(c.problem, c.itemOrder) <= maxFixedStates:
		m.branchingRule = fixedBranching
		return m, searchOutcome{}
	}
	m.splitsRootOnly, m.branchingRule, m.workBudget = true, nearBranching,
		c.workOfNodes(firstTrialNodeBudget, o.MaxNodes)
	found := c.searchWithMethod(ctx, m, nil)
	if !found.isUnfinished() || o.MaxNodes > 0 && o.MaxNodes <= firstTrialNodeBudget {
		return m, found
	}
	if err := c.findSymmetries(ctx, o); err != nil {
		return m, searchOutcome{err: err}
	}
	return c.tryBranchings(ctx, c.workOfNodes(trialNodeBudget, (o.MaxNodes+trialDivisor-1)/trialDivisor),
		o.MaxNodes > 0)
}

// tryBranchings makes a trial of each branching rule with a budget of work, and returns the method that made the most
// progress. While no trial makes enough progress to decide, another round follows with more work, unless the work is
// bounded. A branching rule that needs too much memory is not tried again.
func (c *bitCode[K]) tryBranchings(ctx context.Context, budget int64, bounded bool) (searchMethod, searchOutcome) {
	branchings := []branchingRule{nearBranching, mrvBranching}
	if len(c.multiples) == 0 {
		branchings = append(branchings, fixedBranching)
	}
	for {
		var best searchMethod
		far := -1.0
		for _, b := range slices.Clone(branchings) {
			m := searchMethod{branchingRule: b, workBudget: budget, threadCount: 1}
			found := c.searchWithMethod(ctx, m, nil)
			if errors.Is(found.err, ErrMemory) && len(branchings) > 1 {
				branchings = slices.DeleteFunc(branchings, func(other branchingRule) bool { return other == b })
				continue
			}
			if !found.isUnfinished() {
				return m, found
			}
			if m.workBudget, m.splitsRootOnly, m.componentWork = 0, !found.splitsOften,
				found.componentWork; found.progressGain > far {
				best, far = m, found.progressGain
			}
		}
		if far >= minTrialGain || bounded {
			return best, searchOutcome{}
		}
		budget *= trialGrowth
	}
}

func (c *bitCode[K]) countSolutions(ctx context.Context, o CountOptions) searchOutcome {
	m, found := c.chooseMethod(ctx, o)
	if found.err == nil && (found.solutionCount == nil || o.Proof != nil) {
		m.threadCount, m.workBudget = max(1, o.Threads), o.MaxNodes*typicalNodeWork(c.problem)
		if m.proofWriter = o.Proof; m.proofWriter != nil {
			m.threadCount = 1
		}
		found = c.searchWithMethod(ctx, m, nil)
	}
	return found
}

func (c *bitCode[K]) buildDiagram(ctx context.Context, o CountOptions) (*Diagram, error) {
	m, found := c.chooseMethod(ctx, o)
	if found.err != nil {
		return nil, found.err
	}
	d, err := newGrowingDiagram(c.problem, nil, c.account, c.optionCosts)
	if err != nil {
		return nil, err
	}
	m.workBudget, m.threadCount = 0, max(1, o.Threads)
	if found = c.searchWithMethod(ctx, m, d); found.err != nil {
		return nil, found.err
	}
	if found.rootResult != deadResult {
		d.rootNode = int32(found.rootResult)
	}
	return d.Diagram, d.sumCounts()
}
