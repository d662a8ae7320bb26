package dense

import (
	"math"
	"slices"
	"sync/atomic"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// cut is the part of the tree that is explored, and what is left of it.
type cut struct {
	cube  search.Cube
	spent bool // the budget
	// On the way back from the node where the budget ended in the second phase,
	// tried numbers the branch that was tried at each of its levels, and of counts
	// the branches. Those of the first phase are in the frames.
	tried, of []int32
	deepest   int // the level of that node
}

// Explore implements [search.Cutter]. A cube that is not of this tree has nothing
// in it. A stop of nil is never set.
func (s *Search) Explore(stop *atomic.Bool, c search.Cube, budget int64, yield func(matrix.Solution) bool) []search.Cube {
	if stop == nil {
		stop = new(atomic.Bool)
	}
	if budget <= 0 {
		budget = math.MaxInt64
	}
	s.yield, s.stop, s.budget = yield, stop, budget
	s.cut.cube, s.cut.spent = c, false
	s.pause, s.chunk = 0, 0
	s.follow(c, s.retrace(c.Path))
	s.reportIn -= s.chunk - s.pause // nodes of the last chunk
	if !s.cut.spent {
		return nil
	}
	return s.rest()
}

// retrace goes back to where a path leaves that of the last cube, which is mostly
// near, and reports whether the branches of that level are known.
func (s *Search) retrace(path []int32) (branched bool) {
	level := 0
	for level < min(s.depth, len(path)) && s.frames[level].tried == path[level] {
		level++
	}
	branched = level < s.depth
	for ; s.depth > level; s.depth-- {
		s.sweep(s.depth - 1)
	}
	if branched && s.filler != nil {
		s.filler.level = noLevel
	}
	return branched
}

// follow goes down the path of a cube from the level that the search is at, without
// counting, and walks the cube. Unlike walk it leaves the frames as they are.
func (s *Search) follow(c search.Cube, branched bool) {
	for ; ; s.depth++ {
		level := s.depth
		if level == len(c.Path) && c.From == 0 {
			s.walk(level)
			break
		}
		if !branched && !s.descends(c) {
			return
		}
		branched = false
		f := &s.frames[level]
		if level == len(c.Path) {
			s.branch(level, max(0, c.From))
			break
		}
		k := c.Path[level]
		if k < 0 || int(k) >= len(f.branches) {
			return
		}
		f.tried = k
		s.advance(level, f.branches[k])
	}
	if s.cut.spent {
		s.depth = s.firstPhase(s.cut.deepest)
	}
}

// descends finds the branches of the node that the search is at. It returns false
// if it has none in the first phase. In the second it walks the cube.
func (s *Search) descends(c search.Cube) bool {
	f := &s.frames[s.depth]
	if first(f.open) == none {
		return false
	}
	if s.switches(f) {
		s.filler.follow(s.depth, c)
		return false
	}
	i := s.choose(f)
	if i == none {
		return false
	}
	s.collect(f, i)
	return true
}

// firstPhase returns the last level of the first phase on the way to a level.
func (s *Search) firstPhase(level int) int {
	if s.filler != nil {
		level = min(level, s.filler.level)
	}
	return level
}

// patience is the number of nodes after which a search looks whether it is to stop.
const patience = 256

// resume goes on after a pause at a node that has been counted, unless the budget
// is spent or the search is to stop.
func (s *Search) resume(level int) bool {
	s.profile[level].Nodes--
	s.budget -= s.chunk
	s.reportIn -= s.chunk
	s.pause, s.chunk = 0, 0
	switch {
	case s.budget == 0:
		s.cut.spent, s.cut.deepest = true, level
		return false
	case s.stop.Load():
		return false
	case s.reportIn <= 0:
		s.tell(level)
		s.reportIn = s.every()
	}
	s.profile[level].Nodes++
	s.chunk = min(s.budget, s.reportIn, patience)
	s.pause = s.chunk - 1
	return true
}

// rest returns the cubes that are left: the node where the budget ended, and the
// later branches of the nodes above it. Their paths are parts of one.
func (s *Search) rest() []search.Cube {
	from, part := s.cut.cube.From, s.cut.cube.Part
	begin, end := len(s.cut.cube.Path), s.cut.deepest
	path := make([]int32, end)
	copy(path, s.cut.cube.Path)
	left := make([]search.Cube, 0, end-begin+1)
	for level := begin; level < end; level++ {
		tried, of := s.branchesAt(level)
		part /= float64(of - from)
		if next := tried + 1; next < of {
			left = append(left, search.Cube{Path: path[:level:level], From: next, Part: part * float64(of-next)})
		}
		path[level], from = tried, 0
	}
	left = append(left, search.Cube{Path: path, Part: part})
	slices.Reverse(left)
	return left
}

// branchesAt returns the number of the branch that was tried last at a level, and
// that of all.
func (s *Search) branchesAt(level int) (tried, of int32) {
	if s.filler == nil || level < s.filler.level {
		return s.frames[level].tried, int32(len(s.frames[level].branches))
	}
	return s.cut.tried[level], s.cut.of[level]
}

// tell says how far the search has come. The node where the second phase began is
// taken to be half done.
func (s *Search) tell(level int) {
	level = s.firstPhase(level)
	done, part := 0.0, 1.0
	for k := range level {
		part /= float64(len(s.frames[k].branches))
		done += part * float64(s.frames[k].tried)
	}
	stats := s.Stats()
	s.report(search.Progress{Share: done + part/2, Solutions: stats.Solutions, Nodes: stats.Nodes})
}
