package search

import (
	"math"
	"slices"

	"quadrille/runtime/matrix"
)

// Cube is a part of a search tree: a node with all below it, or what hangs on
// its later branches.
type Cube struct {
	// Path leads from the root to the node: the number of the branch to take at
	// each level, counted from 0.
	Path []int32
	// From is the first branch to take at the node. If it is 0, the node itself
	// is part of the cube: it is counted, and yielded if it is a solution.
	From int32
	// Part is the share of the whole tree that the cube is taken to be, if each
	// branch of a node is as large as the others. The whole tree has 1.
	Part float64
}

// WholeTree is the cube that is the whole tree.
var WholeTree = Cube{Part: 1}

// NodeFork is a node with its branches.
type NodeFork struct {
	Chosen   []matrix.OptionID // on the way to the node
	Branches []matrix.OptionID // in the order of the search; negative is one that chooses none
}

// CubeAt is the cube at a node of which no branch is walked: it leads a search to its fork.
func CubeAt(path []int32) Cube { return Cube{Path: path, From: math.MaxInt32} }

// Remaining returns what is left of the cube when a search ends before it visits the node at
// the end of path: that node, and the branches that were not tried at the nodes above,
// in the order in which the search would come to them. The path begins at the root.
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

// ShareDone returns the share of the whole tree that a search of the cube has behind it when
// it comes to the node at the end of path.
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
