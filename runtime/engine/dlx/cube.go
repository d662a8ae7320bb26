package dlx

import (
	"sync/atomic"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// cubeWalk is the state of a walk through one cube: the part of the tree to explore, and what
// remains of it.
//
// The links can reach the cube's node only from the root, so the path to it is walked again.
// Nothing on that path is counted: the search that cut the cube has counted it.
type cubeWalk struct {
	cube     search.Cube
	counting bool       // whether the walk has reached the cube
	before   linkEffort // effort at the start of the walk
	budget   int64      // number of nodes that may still be visited; negative means no bound
	left     []search.Cube
}

// Explore implements [search.Cutter].
func (s *LinkSearch) Explore(stop *atomic.Bool, c search.Cube, budget int64,
	yield func(matrix.Solution) bool) []search.Cube {
	if budget <= 0 {
		budget = -1
	}
	s.yield, s.stop = yield, stop
	s.cut = cubeWalk{cube: c, before: s.linkEffort, budget: budget}
	if s.stats.Profile == nil {
		s.Reset()
	}
	s.walkNode(0)
	if !s.cut.counting {
		s.linkEffort = s.cut.before
	}
	return s.cut.left
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
	for _, x := range s.chosen {
		s.requestedFork.Chosen = append(s.requestedFork.Chosen, s.optionAt(x))
	}
	x := s.nodes[i].down
	for range s.path[len(s.path)-1].of {
		if x == i {
			s.requestedFork.Branches = append(s.requestedFork.Branches, -1)
			continue
		}
		s.requestedFork.Branches = append(s.requestedFork.Branches, s.optionAt(x))
		x = s.nodes[x].down
	}
}

// countNode counts a node if it belongs to the cube. It returns false if the budget is spent.
func (s *LinkSearch) countNode(level int) bool {
	if !s.cut.counting {
		if level < len(s.cut.cube.Path) || s.cut.cube.From > 0 {
			return true
		}
		s.beginCube()
	}
	if s.cut.budget == 0 {
		s.cut.left = s.cut.cube.Remaining(s.pathSteps())
		return false
	}
	s.cut.budget--
	s.stats.Nodes++
	s.stats.Profile[level].Nodes++
	if s.probe != nil {
		s.probe.probeNode(level)
	}
	return true
}

// beginCube ends the path to the cube: from here on nodes and updates are counted.
func (s *LinkSearch) beginCube() {
	s.cut.counting = true
	s.linkEffort = s.cut.before
}

// boundBranches sets which of the branches at a level belong to the cube.
func (s *LinkSearch) boundBranches(level int, of int32) {
	st := &s.path[level]
	st.of, st.to = of, of
	switch cube := &s.cut.cube; {
	case level < len(cube.Path):
		st.from = cube.Path[level]
		st.to = st.from + 1
	case level == len(cube.Path):
		st.from = cube.From
	}
	if s.probe != nil {
		st.from, st.to = s.probe.chooseBranches(level, of)
	}
}

// hasBranches reports whether branches that belong to the cube remain at a level.
func (s *LinkSearch) hasBranches(level int) bool {
	st := &s.path[level]
	return st.tried < st.to
}

// nextBranch moves to the next branch at a level and reports whether it belongs to the cube.
func (s *LinkSearch) nextBranch(level int) bool {
	st := &s.path[level]
	st.tried++
	if st.tried <= st.from || st.tried > st.to {
		return false
	}
	if !s.cut.counting && level == len(s.cut.cube.Path) {
		s.beginCube()
	}
	return s.probe == nil || s.probe.acceptsBranch(level, st)
}
