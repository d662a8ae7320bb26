package dense

import (
	"math"
	"sync/atomic"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

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
	s.cube, s.left = c, nil
	s.pause, s.chunk = 0, 0
	s.descend(0)
	s.reportIn -= s.chunk - s.pause // nodes of the last chunk
	return s.left
}

// Fork implements [search.Cutter].
func (s *Search) Fork(path []int32) (f search.Fork) {
	s.asked = &f
	s.Explore(nil, search.At(path), 0, func(matrix.Solution) bool { return true })
	s.asked = nil
	return f
}

// answer notes one of the branches at the cube's node.
func (s *Search) answer(level int, branch int32) {
	if s.asked.Branches == nil {
		for _, o := range s.chosen[:level] {
			if id := s.id[o]; id != leaves {
				s.asked.Chosen = append(s.asked.Chosen, id)
			}
		}
	}
	s.asked.Branches = append(s.asked.Branches, s.id[branch])
}

// descend goes down the path of the cube from a level, without counting, and walks the
// cube.
func (s *Search) descend(level int) {
	c, f := &s.cube, &s.frames[level]
	switch {
	case level == len(c.Path) && c.From == 0:
		s.walk(level)
	case first(f.open) == none:
		return
	case s.switches(f):
		s.begin(level)
		s.descendFilling(level)
		s.filler.level = noLevel
	case !s.fork(level):
		return
	case level == len(c.Path):
		if s.asked != nil {
			for _, b := range f.branches {
				s.answer(level, b)
			}
		}
		s.branch(level, max(0, c.From))
	case c.Path[level] >= 0 && int(c.Path[level]) < len(f.branches):
		s.advance(level, c.Path[level])
		s.descend(level + 1)
		s.clearBelow(level)
	}
}

// walk visits a node of the first phase and all below it. It returns false to
// end the run.
func (s *Search) walk(level int) bool {
	if !s.enter(level) {
		return false
	}
	f := &s.frames[level]
	switch {
	case first(f.open) == none:
		return s.visit(level)
	case s.regions != nil && !s.regions.fillable(f.used):
		return true
	case s.switches(f):
		s.begin(level)
		ok := s.fill(level, f.used)
		s.filler.level = noLevel
		return ok
	case !s.fork(level):
		return true
	}
	return s.branch(level, 0)
}

// enter counts a node. It returns false if the run is to end before it.
func (s *Search) enter(level int) bool {
	s.profile[level].Nodes++
	s.pause--
	return s.pause >= 0 || s.resume(level)
}

// pauseEvery is the number of nodes after which a search pauses to see if it is to stop.
const pauseEvery = 256

// resume goes on after a pause at a node that has been counted, unless the budget
// is spent or the search is to stop.
func (s *Search) resume(level int) bool {
	s.profile[level].Nodes--
	s.budget -= s.chunk
	s.reportIn -= s.chunk
	s.pause, s.chunk = 0, 0
	switch {
	case s.budget == 0:
		s.left = s.cube.Left(s.path(level))
		return false
	case s.stop.Load():
		return false
	case s.reportIn <= 0:
		stats, path := s.Stats(), s.path(level)
		s.report(search.Progress{Share: s.cube.Done(path), Solutions: stats.Solutions, Nodes: stats.Nodes, Updates: stats.Updates, Path: path})
		s.reportIn = s.every()
	}
	s.profile[level].Nodes++
	s.chunk = min(s.budget, s.reportIn, pauseEvery)
	s.pause = s.chunk - 1
	return true
}

// path returns the branches on the way to the node that the search is at.
func (s *Search) path(level int) []search.Step {
	path := make([]search.Step, 0, level)
	for k := range min(level, s.filler.level) {
		f := &s.frames[k]
		path = append(path, search.Step{Tried: f.tried + 1, Of: int32(len(f.branches)), Option: s.id[s.chosen[k]]})
	}
	if level > s.filler.level {
		path = s.pathFilling(path, level)
	}
	return path
}

// branch tries the branches of a node, those before from left out.
func (s *Search) branch(level int, from int32) bool {
	f := &s.frames[level]
	ok, seen := true, f.open.Len()
	if s.floors > 0 { // which pass by the others, or are given up
		seen /= floorsPay
	}
	seen += len(f.list)
	for k := from; ok && int(k) < len(f.branches); k++ {
		s.words += int64(seen)
		s.advance(level, k)
		ok = s.walk(level + 1)
	}
	s.clearBelow(level)
	return ok
}

// switches reports whether the second phase begins at a node.
func (s *Search) switches(f *frame) bool { return s.threshold > 0 && f.open.Len() <= s.threshold }

// visit hands the options chosen to the caller.
func (s *Search) visit(level int) bool {
	s.profile[level].Solutions++
	s.solution = s.solution[:0]
	for _, o := range s.chosen[:level] {
		if id := s.id[o]; id != leaves {
			s.solution = append(s.solution, id)
		}
	}
	return s.yield(s.solution)
}
