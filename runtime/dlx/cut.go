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
	left     []search.Cube
}

// Explore implements [search.Cutter].
func (s *Search) Explore(stop *atomic.Bool, c search.Cube, budget int64, yield func(matrix.Solution) bool) []search.Cube {
	if budget <= 0 {
		budget = -1
	}
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

// Fork implements [search.Cutter].
func (s *Search) Fork(path []int32) (f search.Fork) {
	s.asked = &f
	s.Explore(new(atomic.Bool), search.At(path), 0, func(matrix.Solution) bool { return true })
	s.asked = nil
	return f
}

// answer notes what there is to branch on at an item.
func (s *Search) answer(i int32) {
	for _, x := range s.chosen {
		s.asked.Chosen = append(s.asked.Chosen, s.option(x))
	}
	x := s.nodes[i].down
	for range s.path[len(s.path)-1].of {
		if x == i {
			s.asked.Branches = append(s.asked.Branches, -1)
			continue
		}
		s.asked.Branches = append(s.asked.Branches, s.option(x))
		x = s.nodes[x].down
	}
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
		s.cut.left = s.cut.cube.Left(s.steps())
		return false
	}
	s.cut.budget--
	s.stats.Nodes++
	s.stats.Profile[level].Nodes++
	if s.probe != nil {
		s.probe.node(level)
	}
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
	st.of, st.to = of, of
	switch cube := &s.cut.cube; {
	case level < len(cube.Path):
		st.from = cube.Path[level]
		st.to = st.from + 1
	case level == len(cube.Path):
		st.from = cube.From
	}
	if s.probe != nil {
		st.from, st.to = s.probe.bound(level, of)
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
	return s.probe == nil || s.probe.take(level, st)
}
