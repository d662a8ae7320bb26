package sparse

import (
	"math"
	"sync/atomic"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// cut is the part of the tree that is explored, and what is left of it.
type cut struct {
	cube   search.Cube
	budget int64 // of nodes
	spent  bool
	left   []search.Cube
}

// Explore implements [search.Cutter]. The way to the cube's node is walked
// without counting. A search that learns explores the whole tree without a
// budget or nothing at all; then Err returns [ErrLearns].
func (s *Search) Explore(stop *atomic.Bool, c search.Cube, budget int64, yield func(matrix.Solution) bool) []search.Cube {
	s.err = nil
	if s.options.Choose == DomWdeg && (budget > 0 || len(c.Path) > 0 || c.From > 0) {
		s.err = ErrLearns
		return nil
	}
	if budget <= 0 {
		budget = math.MaxInt64
	}
	if s.stats.Profile == nil {
		s.Reset()
	}
	s.forget()
	s.cut = cut{cube: c, budget: budget}
	s.yield, s.stop = yield, stop
	s.walk(0, s.shortAtRoot())
	s.yield, s.stop = nil, nil
	left := s.cut.left
	s.cut.left = nil
	return left
}

// shortAtRoot reports whether an item is short before anything is chosen.
func (s *Search) shortAtRoot() bool {
	short := int32(0)
	for _, e := range s.edges {
		short |= e.end - e.low
	}
	return short < 0
}

// above reports whether a node at a level is on the way to the cube, or is the
// cube's node and belongs to another cube.
func (s *Search) above(level int) bool {
	at := len(s.cut.cube.Path)
	return level < at || level == at && s.cut.cube.From > 0
}

// enter counts a node that belongs to the cube. It returns false if the search
// must stop, or the budget is spent.
func (s *Search) enter(level int) bool {
	if s.above(level) {
		s.removed = s.charged // the way there is not counted
		return true
	}
	if s.cut.budget == 0 {
		s.removed = s.charged
		s.cut.spent = true
		s.leave(level, 0, 1)
		return false
	}
	s.cut.budget--
	s.book(level)
	return !s.stop.Load()
}

// limits says which of the branches at a level belong to the cube.
func (s *Search) limits(level int, of int32) step {
	switch path := s.cut.cube.Path; {
	case level < len(path):
		k := max(0, path[level])
		return step{next: min(k, of), to: min(k+1, of), of: of}
	case level == len(path):
		return step{next: min(max(0, s.cut.cube.From), of), to: of, of: of}
	}
	return step{to: of, of: of}
}

// leaveRest leaves the branches that have not been tried at a level, once the
// budget is spent.
func (s *Search) leaveRest(level int) {
	if st := s.steps[level]; level >= len(s.cut.cube.Path) && st.next < st.of {
		s.leave(level, st.next, s.share(level)*float64(st.of-st.next))
	}
}

// leave adds to what is left the node at a level, from some branch on; it has
// such a share of the node.
func (s *Search) leave(level int, from int32, part float64) {
	path := make([]int32, level)
	part *= s.cut.cube.Part
	for k, above := range s.steps[:level] {
		path[k] = above.next - 1
		part *= s.share(k)
	}
	s.cut.left = append(s.cut.left, search.Cube{Path: path, From: from, Part: part})
}

// share is the share of one branch in what the cube has at a level.
func (s *Search) share(level int) float64 {
	switch of, at := s.steps[level].of, len(s.cut.cube.Path); {
	case level < at:
		return 1
	case level == at:
		return 1 / float64(of-s.cut.cube.From)
	default:
		return 1 / float64(of)
	}
}
