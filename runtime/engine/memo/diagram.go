package memo

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

const (
	acceptNode = 0  // index of the node at which a solution is complete
	noIndex    = -1 // stands for no node, no item or no option
)

// diagramBranch is an edge of a diagram. It leads to the node child, and adds an option to the solution unless the
// option is leaveItem.
type diagramBranch struct {
	option, child int32
}

// Diagram represents all solutions of a problem as a directed graph without cycles. A node branches on an item and has
// a branch for each option that covers the item in a solution, in ascending order of the options. A last branch,
// without an option, stands for an item that need not be covered again. Each path from the root to the accepting node
// is a solution, and each solution is exactly one path.
//
// A diagram does not change, so several goroutines may use it at once.
type Diagram struct {
	problem        *matrix.Problem
	connectedSets  []*search.CellSet // sets of cells that are connected in all solutions
	nodes          []diagramNode     // nodes of the graph; node 0 is the accepting one
	branches       []diagramBranch
	rootNode       int32     // index of the root node, or noIndex if there is no solution
	solutionCounts bigCounts // for each node, the number of solutions below it
}

// diagramNode is a node of a diagram. Its branches begin where the branches of the previous node in the list end.
type diagramNode struct {
	item      matrix.ItemID // item on which the node branches
	branchEnd int32         // index in the list of all branches behind the last branch of the node
}

// branchesOf returns the branches of the node with index n, which lead to nodes of lower indices.
func (d *Diagram) branchesOf(n int32) []diagramBranch {
	if n == acceptNode {
		return nil
	}
	return d.branches[d.nodes[n-1].branchEnd:d.nodes[n].branchEnd]
}

// NodeCount returns the number of nodes, without the accepting one.
func (d *Diagram) NodeCount() int { return len(d.nodes) - 1 }

// SolutionCount returns the number of solutions.
func (d *Diagram) SolutionCount() *big.Int {
	if d.rootNode == noIndex {
		return new(big.Int)
	}
	return d.solutionCounts.copyAsBigInt(uint32(d.rootNode))
}

// AllSolutions yields every solution once. A solution is valid until the next step of the loop, which overwrites it.
func (d *Diagram) AllSolutions() iter.Seq[matrix.Solution] {
	return func(yield func(matrix.Solution) bool) {
		if d.rootNode != noIndex {
			d.yieldSolutionsBelow(d.rootNode, matrix.Solution{}, yield)
		}
	}
}

// yieldSolutionsBelow yields the solutions below a node. Each begins with the options in path, which lead from the root
// to the node.
func (d *Diagram) yieldSolutionsBelow(n int32, path matrix.Solution, yield func(matrix.Solution) bool) bool {
	if n == acceptNode {
		return yield(path)
	}
	for _, b := range d.branchesOf(n) {
		if !d.yieldSolutionsBelow(b.child, b.extendPath(path), yield) {
			return false
		}
	}
	return true
}

// extendPath appends the option of the branch to the path, if the branch has one.
func (b diagramBranch) extendPath(path matrix.Solution) matrix.Solution {
	if b.option == leaveItem {
		return path
	}
	return append(path, matrix.OptionID(b.option))
}

// ErrNoSuchSolution is the error for an index of a solution that is not below the number of solutions.
var ErrNoSuchSolution = errors.New("there is no solution of that number")

// KthSolution returns solution k, counted from 0 in the order of AllSolutions, or ErrNoSuchSolution. It
// takes one step for each branch of the path.
func (d *Diagram) KthSolution(k *big.Int) (matrix.Solution, error) {
	if k.Sign() < 0 || k.Cmp(d.SolutionCount()) >= 0 {
		return nil, ErrNoSuchSolution
	}
	rest, count := new(big.Int).Set(k), new(big.Int)
	return d.followBranches(func(_ int32, branches []diagramBranch) diagramBranch {
		for _, b := range branches {
			if rest.Cmp(d.solutionCounts.viewAsBigInt(count, uint32(b.child))) < 0 {
				return b
			}
			rest.Sub(rest, count)
		}
		panic("a node has fewer solutions than its branches")
	}), nil
}

// followBranches returns the solution on a path from the root. At each node the function choose selects
// the branch.
func (d *Diagram) followBranches(choose func(n int32, branches []diagramBranch) diagramBranch) matrix.Solution {
	s := matrix.Solution{}
	for n := d.rootNode; n != acceptNode; {
		b := choose(n, d.branchesOf(n))
		s, n = b.extendPath(s), b.child
	}
	return s
}

// SampleSolution returns a random solution, each with the same probability, or nil if there is none. It draws random
// numbers with as many bits as the number of solutions has, until one is below that number.
func (d *Diagram) SampleSolution(r *rand.Rand) matrix.Solution {
	n := d.SolutionCount().Bits()
	if len(n) == 0 {
		return nil
	}
	drawn, top := make([]big.Word, len(n)), len(n)-1
	for {
		for k := range drawn {
			drawn[k] = big.Word(r.Uint64())
		}
		drawn[top] &= ^big.Word(0) >> bits.LeadingZeros(uint(n[top]))
		if s, err := d.KthSolution(new(big.Int).SetBits(drawn)); err == nil {
			return s
		}
	}
}

// ExtremeSolution returns a solution with the lowest or the highest sum of option weights, and that sum. Of several
// such solutions it returns the first in the order of AllSolutions. The weights are added from the last option to the
// first. It returns nil if there is no solution. It takes 12 bytes of memory for each node.
func (d *Diagram) ExtremeSolution(weight func(matrix.OptionID) float64, lowest bool) (matrix.Solution, float64) {
	if d.rootNode == noIndex {
		return nil, 0
	}
	best, by := make([]float64, len(d.nodes)), make([]int32, len(d.nodes))
	for n := int32(1); int(n) < len(d.nodes); n++ {
		for k, b := range d.branchesOf(n) {
			total := best[b.child]
			if b.option != leaveItem {
				total += weight(matrix.OptionID(b.option))
			}
			if k == 0 || lowest && total < best[n] || !lowest && total > best[n] {
				best[n], by[n] = total, int32(k)
			}
		}
	}
	return d.followBranches(func(n int32, branches []diagramBranch) diagramBranch { return branches[by[n]] }),
		best[d.rootNode]
}

// growingDiagram is a diagram under construction, shared by the threads of a search. The node of a state is added when
// all of its branches are known, so each node comes after its children.
type growingDiagram struct {
	*Diagram
	account *memoryAccount
	mutex   sync.Mutex
	// optionCosts holds the cost of each option if only the best solutions are wanted; otherwise it is nil. If it is
	// set, leastCosts holds, for each node, the least cost of the solutions below the node.
	optionCosts, leastCosts []int64
}

func newGrowingDiagram(p *matrix.Problem, sets []*search.CellSet, a *memoryAccount,
	optionCosts []int64) (*growingDiagram, error) {
	s := &growingDiagram{Diagram: &Diagram{problem: p, connectedSets: sets, rootNode: noIndex,
		solutionCounts: newBigCounts(a, false)}, account: a,
		optionCosts: optionCosts}
	return s, s.appendNode(noIndex, nil)
}

// addNode adds the node of a state that branches on an item, and returns its index, or deadResult if no branch leads to
// a solution. It sorts the branches; a branch without an option comes last.
func (s *growingDiagram) addNode(item matrix.ItemID, branches []diagramBranch) (node uint32, err error) {
	if len(branches) == 0 {
		return deadResult, nil
	}
	slices.SortFunc(branches, func(a, b diagramBranch) int { return int(uint32(a.option)) - int(uint32(b.option)) })
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.optionCosts != nil {
		branches = s.keepCheapestBranches(branches)
	}
	err = s.appendNode(item, branches)
	return uint32(s.NodeCount()), err
}

// keepCheapestBranches removes the branches of a node that lead only to solutions which cost more than the cheapest
// solution below the node.
func (s *growingDiagram) keepCheapestBranches(branches []diagramBranch) []diagramBranch {
	least := s.costOf(branches[0])
	for _, b := range branches[1:] {
		least = min(least, s.costOf(b))
	}
	return slices.DeleteFunc(branches, func(b diagramBranch) bool { return s.costOf(b) > least })
}

// costOf returns the cost of the branch's option plus the least cost of the solutions below the branch.
func (s *growingDiagram) costOf(b diagramBranch) int64 {
	if b.option == leaveItem {
		return s.leastCosts[b.child]
	}
	return s.leastCosts[b.child] + s.optionCosts[b.option]
}

// appendNode appends a node with a copy of its branches.
func (s *growingDiagram) appendNode(item matrix.ItemID, branches []diagramBranch) error {
	if len(s.branches)+len(branches) >= math.MaxInt32 {
		return fmt.Errorf("%w: the diagram has too many branches", ErrMemory)
	}
	var err error
	if s.nodes, err = reserveSpace(s.account, s.nodes, 1); err != nil {
		return err
	}
	if s.branches, err = reserveSpace(s.account, s.branches, len(branches)); err != nil {
		return err
	}
	if s.optionCosts != nil {
		if s.leastCosts, err = reserveSpace(s.account, s.leastCosts, 1); err != nil {
			return err
		}
		least := int64(0)
		if len(branches) > 0 {
			least = s.costOf(branches[0])
		}
		s.leastCosts = append(s.leastCosts, least)
	}
	s.branches = append(s.branches, branches...)
	s.nodes = append(s.nodes, diagramNode{item, int32(len(s.branches))})
	return nil
}

// sumCounts computes the number of solutions of every node.
func (s *growingDiagram) sumCounts() error {
	err := s.solutionCounts.pushCount(1)
	for n := int32(1); int(n) < len(s.nodes) && err == nil; n++ {
		err = s.solutionCounts.pushCount(0)
		for _, b := range s.branchesOf(n) {
			if err == nil {
				err = s.solutionCounts.addCount(uint32(n), uint32(b.child))
			}
		}
	}
	return err
}
