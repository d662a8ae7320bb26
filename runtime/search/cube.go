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
