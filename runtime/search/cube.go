package search

import (
	"math"
	"slices"

	"quadrille/runtime/matrix"
)

// Cube is a part of a search tree: a node with all nodes below it, or only the nodes below its last
// branches.
type Cube struct {
	// Path is the path from the root to the node: the index of the branch at each level, counted from 0.
	Path []int32
	// FirstBranch is the first branch of the node that belongs to the cube. If it is 0, the node itself is
	// part of the cube: it is counted, and yielded if it is a solution.
	FirstBranch int32
	// Share is the estimated share of the cube in the whole tree, from 0 to 1. The estimate assumes
	// that all branches of a node are equally large.
	Share float64
	// CostLimits lists the limits of cost with which the nodes on the path were searched, if the problem has a goal.
	// What an engine cuts off at a node, and so its branches, depends on that limit. Without them the path would lead
	// elsewhere once a better solution is known.
	CostLimits CostLimits
}

// CostLimits lists the limits of cost at the nodes on a path, from the root down. An element tells the limit at its
// level and at those below, up to the level of the next element. Above the first element there is no limit.
type CostLimits []CostLimit

// CostLimit is the greatest cost of the solutions that a search wants at a node and below.
type CostLimit struct {
	Level int32 `json:"level"`
	Cost  int64 `json:"cost"`
}

// NoCostLimit is the limit that every solution keeps.
const NoCostLimit = math.MaxInt64

// At returns the limit at a level of the path.
func (l CostLimits) At(level int) int64 {
	for _, step := range slices.Backward(l) {
		if int(step.Level) <= level {
			return step.Cost
		}
	}
	return NoCostLimit
}

// WithLimit returns the limits of a path that is extended by a node at a level, which has the given limit. Levels below
// it are dropped.
func (l CostLimits) WithLimit(level int, cost int64) CostLimits {
	l = l.Above(level)
	if cost == l.At(level) {
		return l
	}
	return append(l, CostLimit{int32(level), cost})
}

// Above returns the limits at the levels above the given one.
func (l CostLimits) Above(level int) CostLimits {
	n := len(l)
	for n > 0 && int(l[n-1].Level) >= level {
		n--
	}
	return l[:n]
}

// WholeTree is the cube of the whole tree.
var WholeTree = Cube{Share: 1}

// NodeFork describes a node and its branches.
type NodeFork struct {
	ChosenOptions []matrix.OptionID // options chosen on the path to the node
	// BranchOptions holds the option of each branch, in the order of the search; it is negative for a branch that
	// chooses no option.
	BranchOptions []matrix.OptionID
}

// CubeAt returns a cube that contains neither the node at the end of path nor any of its branches. A search of this
// cube follows the path and does nothing else. Fork uses it to reach the node.
func CubeAt(path []int32) Cube { return Cube{Path: path, FirstBranch: math.MaxInt32} }

// Remaining returns the rest of the cube if a search ends before it visits the node at the end of
// path. The rest is that node, and the untried branches of the nodes above it, in the order of the
// search. The path begins at the root.
func (c Cube) Remaining(path []BranchStep) []Cube {
	way := make([]int32, len(path))
	for k, st := range path {
		way[k] = st.Branch - 1
	}
	var left []Cube
	node := c.visitUntriedShares(path, func(level int, part float64) {
		left = append(left, Cube{Path: way[:level:level], FirstBranch: path[level].Branch, Share: part})
	})
	left = append(left, Cube{Path: way, Share: node})
	slices.Reverse(left)
	return left
}

// ShareDone returns the share of the whole tree that a search of the cube has completed when it
// reaches the node at the end of path.
func (c Cube) ShareDone(path []BranchStep) float64 {
	left := 0.0
	node := c.visitUntriedShares(path, func(_ int, part float64) { left += part })
	return c.Share - left - node
}

// visitUntriedShares calls visit for each level of path that has untried branches, with the share of these branches in
// the whole tree. It begins at the node of the cube, and returns the share of the node at the end of path.
func (c Cube) visitUntriedShares(path []BranchStep, visit func(level int, part float64)) (node float64) {
	part, from := c.Share, c.FirstBranch
	for level := len(c.Path); level < len(path); level++ {
		st := path[level]
		part /= float64(max(1, st.BranchCount-from))
		if st.Branch < st.BranchCount {
			visit(level, part*float64(st.BranchCount-st.Branch))
		}
		from = 0
	}
	return part
}
