package search

import (
	"math"
	"slices"

	"quadrille/runtime/matrix"
)

// Cube is a part of a search tree: a node with all nodes below it, or the nodes below its later
// branches.
type Cube struct {
	// Path leads from the root to the node: the number of the branch at each level, counted from 0.
	Path []int32
	// From is the first branch of the node that belongs to the cube. If it is 0, the node itself is
	// part of the cube: it is counted, and yielded if it is a solution.
	From int32
	// Part is the estimated share of the whole tree that the cube has, if all branches of a node are
	// equally large. The whole tree has 1.
	Part float64
}

// WholeTree is the cube of the whole tree.
var WholeTree = Cube{Part: 1}

// NodeFork describes a node and its branches.
type NodeFork struct {
	Chosen   []matrix.OptionID // options chosen on the way to the node
	Branches []matrix.OptionID // in the order of the search; negative for a branch without an option
}

// CubeAt returns the cube at a node with no branches in it. A search of it only goes to the node,
// for Fork.
func CubeAt(path []int32) Cube { return Cube{Path: path, From: math.MaxInt32} }

// Remaining returns the rest of the cube when a search ends before it visits the node at the end of
// path: that node, and the untried branches of the nodes above it, in the order of the search. The
// path begins at the root.
func (c Cube) Remaining(path []BranchStep) []Cube {
	way := make([]int32, len(path))
	for k, st := range path {
		way[k] = st.Tried - 1
	}
	var left []Cube
	node := c.untriedShares(path, func(level int, part float64) {
		left = append(left, Cube{Path: way[:level:level], From: path[level].Tried, Part: part})
	})
	left = append(left, Cube{Path: way, Part: node})
	slices.Reverse(left)
	return left
}

// ShareDone returns the share of the whole tree that a search of the cube has done when it reaches
// the node at the end of path.
func (c Cube) ShareDone(path []BranchStep) float64 {
	left := 0.0
	node := c.untriedShares(path, func(_ int, part float64) { left += part })
	return c.Part - left - node
}

// untriedShares calls rest with the share of the untried branches at each level of path that has
// any, from the cube's node down. It returns the share of the node at the end.
func (c Cube) untriedShares(path []BranchStep, rest func(level int, part float64)) (node float64) {
	part, from := c.Part, c.From
	for level := len(c.Path); level < len(path); level++ {
		st := path[level]
		part /= float64(max(1, st.Of-from))
		if st.Tried < st.Of {
			rest(level, part*float64(st.Of-st.Tried))
		}
		from = 0
	}
	return part
}
