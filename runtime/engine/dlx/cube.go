package dlx

import (
	"sync/atomic"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// cubeWalk is the state of a search in one cube, which is a part of the search tree.
//
// The links can reach the first node of the cube only from the root, so the search repeats the choices on the path to
// it. The nodes on that path are not counted, because the search that divided the tree has counted them.
type cubeWalk struct {
	cube           search.Cube
	hasReachedCube bool          // the search has reached the cube, so it counts nodes
	startEffort    linkEffort    // effort at the start of the search in the cube
	nodeBudget     int64         // number of nodes that may still be visited; negative means no bound
	unvisitedCubes []search.Cube // parts of the cube that were not visited when the budget was used up
}

// Explore implements [search.Cutter].
func (s *LinkSearch) Explore(stop *atomic.Bool, c search.Cube, budget int64,
	yield func(matrix.Solution) bool) []search.Cube {
	if budget <= 0 {
		budget = -1
	}
	s.yield, s.stop = yield, stop
	s.cubeWalk = cubeWalk{cube: c, startEffort: s.linkEffort, nodeBudget: budget}
	if s.stats.Profile == nil {
		s.Reset()
	}
	s.walkNode(0)
	if !s.cubeWalk.hasReachedCube {
		s.linkEffort = s.cubeWalk.startEffort
	}
	return s.cubeWalk.unvisitedCubes
}

// Fork implements [search.Cutter].
func (s *LinkSearch) Fork(path []int32) (f search.NodeFork) {
	s.requestedFork = &f
	s.Explore(new(atomic.Bool), search.CubeAt(path), 0, func(matrix.Solution) bool { return true })
	s.requestedFork = nil
	return f
}

// recordFork records, for [LinkSearch.Fork], the chosen options and the option of each branch on the item with header
// i. A branch without an option is recorded as -1.
func (s *LinkSearch) recordFork(i int32) {
	for _, x := range s.chosenNodes {
		s.requestedFork.ChosenOptions = append(s.requestedFork.ChosenOptions, s.optionAt(x))
	}
	x := s.nodes[i].down
	h := &s.headers[i]
	noneFirst := s.settings.NoneFirst && h.coversLeft <= h.maxMinusMin
	for k := range s.branchPath[len(s.branchPath)-1].branchCount {
		if x == i || noneFirst && k == 0 {
			s.requestedFork.BranchOptions = append(s.requestedFork.BranchOptions, -1)
			continue
		}
		s.requestedFork.BranchOptions = append(s.requestedFork.BranchOptions, s.optionAt(x))
		x = s.nodes[x].down
	}
}

// countNode counts a node if it belongs to the cube. It returns false if the budget of nodes is used up.
func (s *LinkSearch) countNode(level int) bool {
	if !s.cubeWalk.hasReachedCube {
		if level < len(s.cubeWalk.cube.Path) || s.cubeWalk.cube.FirstBranch > 0 {
			return true
		}
		s.beginCountingCube()
	}
	if s.cubeWalk.nodeBudget == 0 {
		s.cubeWalk.unvisitedCubes = s.cubeWalk.cube.Remaining(s.pathSteps())
		if f, ok := s.settings.Filter.(*boundFilter); ok {
			f.setCostLimits(s.cubeWalk.unvisitedCubes)
		}
		return false
	}
	s.cubeWalk.nodeBudget--
	s.stats.Nodes++
	s.stats.Profile[level].Nodes++
	if s.prober != nil {
		s.prober.probeNode(level)
	}
	return true
}

// beginCountingCube ends the path to the cube: from here on nodes and updates are counted.
func (s *LinkSearch) beginCountingCube() {
	s.cubeWalk.hasReachedCube = true
	s.linkEffort = s.cubeWalk.startEffort
}

// limitBranchesToCube restricts the branches at a level to those that belong to the cube. The node has branchCount
// branches.
func (s *LinkSearch) limitBranchesToCube(level int, branchCount int32) {
	st := &s.branchPath[level]
	st.branchCount, st.endBranch = branchCount, branchCount
	switch cube := &s.cubeWalk.cube; {
	case level < len(cube.Path):
		st.firstBranch = cube.Path[level]
		st.endBranch = st.firstBranch + 1
	case level == len(cube.Path):
		st.firstBranch = cube.FirstBranch
	}
	if s.prober != nil {
		st.firstBranch, st.endBranch = s.prober.branchesToTry(level, branchCount)
	}
}

// hasBranches reports whether branches that belong to the cube remain at a level.
func (s *LinkSearch) hasBranches(level int) bool {
	st := &s.branchPath[level]
	return st.branchNumber < st.endBranch
}

// nextBranch moves to the next branch at a level, and reports whether that branch belongs to the cube.
func (s *LinkSearch) nextBranch(level int) bool {
	st := &s.branchPath[level]
	st.branchNumber++
	if st.branchNumber <= st.firstBranch || st.branchNumber > st.endBranch {
		return false
	}
	if !s.cubeWalk.hasReachedCube && level == len(s.cubeWalk.cube.Path) {
		s.beginCountingCube()
	}
	return s.prober == nil || s.prober.acceptsBranch(level, st)
}
