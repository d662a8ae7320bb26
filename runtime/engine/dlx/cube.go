package dlx

import (
	"sync/atomic"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// cubeWalk is the state of a walk through a cube, which is a part of the search tree.
//
// The links can reach the first node of the cube only from the root, so the path to it is walked
// again. Nothing on that path is counted, because the search that cut the cube has counted it.
type cubeWalk struct {
	cube        search.Cube
	counting    bool          // the walk has reached the cube, so nodes count
	startEffort linkEffort    // effort at the start of the walk
	budget      int64         // number of nodes that may still be visited; negative means no bound
	leftCubes   []search.Cube // parts of the cube that were not visited when the budget was spent
}

// Explore implements [search.Cutter].
func (s *LinkSearch) Explore(stop *atomic.Bool, c search.Cube, budget int64,
	yield func(matrix.Solution) bool) []search.Cube {
	if budget <= 0 {
		budget = -1
	}
	s.yield, s.stop = yield, stop
	s.cubeWalk = cubeWalk{cube: c, startEffort: s.linkEffort, budget: budget}
	if s.stats.Profile == nil {
		s.Reset()
	}
	s.walkNode(0)
	if !s.cubeWalk.counting {
		s.linkEffort = s.cubeWalk.startEffort
	}
	return s.cubeWalk.leftCubes
}

// Fork implements [search.Cutter].
func (s *LinkSearch) Fork(path []int32) (f search.NodeFork) {
	s.requestedFork = &f
	s.Explore(new(atomic.Bool), search.CubeAt(path), 0, func(matrix.Solution) bool { return true })
	s.requestedFork = nil
	return f
}

// recordFork records the chosen options and the branches at item i for [LinkSearch.Fork]. A branch
// without an option is -1.
func (s *LinkSearch) recordFork(i int32) {
	for _, x := range s.chosenNodes {
		s.requestedFork.ChosenOptions = append(s.requestedFork.ChosenOptions, s.optionAt(x))
	}
	x := s.nodes[i].down
	for range s.path[len(s.path)-1].branchCount {
		if x == i {
			s.requestedFork.BranchOptions = append(s.requestedFork.BranchOptions, -1)
			continue
		}
		s.requestedFork.BranchOptions = append(s.requestedFork.BranchOptions, s.optionAt(x))
		x = s.nodes[x].down
	}
}

// countNode counts a node if it belongs to the cube. It returns false if the budget is spent.
func (s *LinkSearch) countNode(level int) bool {
	if !s.cubeWalk.counting {
		if level < len(s.cubeWalk.cube.Path) || s.cubeWalk.cube.FirstBranch > 0 {
			return true
		}
		s.beginCube()
	}
	if s.cubeWalk.budget == 0 {
		s.cubeWalk.leftCubes = s.cubeWalk.cube.Remaining(s.pathSteps())
		return false
	}
	s.cubeWalk.budget--
	s.stats.Nodes++
	s.stats.Profile[level].Nodes++
	if s.prober != nil {
		s.prober.probeNode(level)
	}
	return true
}

// beginCube ends the path to the cube: from here on nodes and updates are counted.
func (s *LinkSearch) beginCube() {
	s.cubeWalk.counting = true
	s.linkEffort = s.cubeWalk.startEffort
}

// boundBranches restricts the branches at a level to those that belong to the cube. The node has branchCount branches.
func (s *LinkSearch) boundBranches(level int, branchCount int32) {
	st := &s.path[level]
	st.branchCount, st.endBranch = branchCount, branchCount
	switch cube := &s.cubeWalk.cube; {
	case level < len(cube.Path):
		st.firstBranch = cube.Path[level]
		st.endBranch = st.firstBranch + 1
	case level == len(cube.Path):
		st.firstBranch = cube.FirstBranch
	}
	if s.prober != nil {
		st.firstBranch, st.endBranch = s.prober.chooseBranches(level, branchCount)
	}
}

// hasBranches reports whether branches that belong to the cube remain at a level.
func (s *LinkSearch) hasBranches(level int) bool {
	st := &s.path[level]
	return st.branch < st.endBranch
}

// nextBranch moves to the next branch at a level and reports whether it belongs to the cube.
func (s *LinkSearch) nextBranch(level int) bool {
	st := &s.path[level]
	st.branch++
	if st.branch <= st.firstBranch || st.branch > st.endBranch {
		return false
	}
	if !s.cubeWalk.counting && level == len(s.cubeWalk.cube.Path) {
		s.beginCube()
	}
	return s.prober == nil || s.prober.acceptsBranch(level, st)
}
