package dlx

import (
	"sync/atomic"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// cut is the part of the tree that is explored, and what is left of it.
//
// The way to the cube's node is walked again, as links know no other way to get
// there. Nothing on it is counted: the search that cut the cube has counted it.
type cut struct {
	cube     search.Cube
	counting bool   // the cube has been reached
	before   effort // up to there
	budget   int64  // of nodes; negative if there is none
	spent    bool
	left     []search.Cube
}

// Explore implements [search.Cutter].
func (s *Search) Explore(stop *atomic.Bool, c search.Cube, budget int64, yield func(matrix.Solution) bool) []search.Cube {
	if budget <= 0 {
		budget = -1
	}
	s.path, s.chosen, s.tweaked, s.undo = s.path[:0], s.chosen[:0], s.tweaked[:0], s.undo[:0]
	s.yield, s.stop = yield, stop
	s.cut = cut{cube: c, before: s.effort, budget: budget}
	if s.stats.Profile == nil {
		s.Reset()
	}
	s.walk(0)
	if !s.cut.counting {
		s.effort = s.cut.before
	}
	return s.cut.left
}

// enter counts a node, if it belongs to the cube. It returns false if the budget
// is spent.
func (s *Search) enter(level int) bool {
	if !s.cut.counting {
		if level < len(s.cut.cube.Path) || s.cut.cube.From > 0 {
			return true
		}
		s.arrive()
	}
	if s.cut.budget == 0 {
		s.cut.spent = true
		s.cut.left = append(s.cut.left, search.Cube{Path: s.branchesTo(level), Part: s.partOf(level)})
		return false
	}
	s.cut.budget--
	s.stats.Nodes++
	s.stats.Profile[level].Nodes++
	return true
}

// arrive ends the way to the cube.
func (s *Search) arrive() {
	s.cut.counting = true
	s.effort = s.cut.before
}

// bound says which of the branches at a level belong to the cube.
func (s *Search) bound(level int, of int32) {
	st := &s.path[level]
	st.of, st.to, st.part = of, of, 0
	cube := &s.cut.cube
	switch {
	case level < len(cube.Path):
		st.from = cube.Path[level]
		st.to = st.from + 1
	case level == len(cube.Path):
		st.from = cube.From
		st.part = cube.Part / float64(max(1, of-st.from))
	default:
		st.part = s.path[level-1].part / float64(max(1, of))
	}
}

// more reports whether branches that belong to the cube are still to come.
func (s *Search) more(level int) bool {
	st := &s.path[level]
	return st.tried < st.to
}

// take goes to the next branch at a level and reports whether it belongs to the
// cube.
func (s *Search) take(level int) bool {
	st := &s.path[level]
	st.tried++
	if st.tried <= st.from || st.tried > st.to {
		return false
	}
	if !s.cut.counting && level == len(s.cut.cube.Path) {
		s.arrive()
	}
	return true
}

// leaveRest leaves the branches that have not been tried at a level, once the
// budget is spent.
func (s *Search) leaveRest(level int) {
	if !s.cut.spent || level < len(s.cut.cube.Path) {
		return
	}
	if st := &s.path[level]; st.tried < st.of {
		s.cut.left = append(s.cut.left, search.Cube{
			Path: s.branchesTo(level),
			From: st.tried,
			Part: st.part * float64(st.of-st.tried),
		})
	}
}

// branchesTo returns the branches taken on the way to a level.
func (s *Search) branchesTo(level int) []int32 {
	path := make([]int32, level)
	for k := range path {
		path[k] = s.path[k].tried - 1
	}
	return path
}

// partOf is the share of the node at a level.
func (s *Search) partOf(level int) float64 {
	if level == len(s.cut.cube.Path) {
		return s.cut.cube.Part
	}
	return s.path[level-1].part
}
