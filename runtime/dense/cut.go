package dense

import (
	"math"
	"slices"
	"sync/atomic"

	"quadrille/runtime/engine"
	"quadrille/runtime/matrix"
)

// cut is the part of the tree that is explored, and what is left of it.
type cut struct {
	cube  engine.Cube
	spent bool // the budget
	// On the way back from the node where the budget ended, tried numbers the
	// branch that was tried at each level from the cube's on, and of counts the
	// branches.
	tried, of []int32
	deepest   int // the level of that node
}

// Explore implements [engine.Cutter]. A cube that is not of this tree has nothing
// in it. A stop of nil is never set.
func (s *Search) Explore(stop *atomic.Bool, c engine.Cube, budget int64, yield func(matrix.Solution) bool) []engine.Cube {
	if stop == nil {
		stop = new(atomic.Bool)
	}
	if budget <= 0 {
		budget = math.MaxInt64
	}
	s.yield, s.stop, s.budget = yield, stop, budget
	s.cut.cube, s.cut.spent = c, false
	s.pause, s.chunk = 0, 0
	s.follow(0, c)
	s.reportIn -= s.chunk - s.pause // nodes of the last chunk
	if !s.cut.spent {
		return nil
	}
	return s.rest()
}

// follow goes down the path of a cube from a level of the first phase, without
// counting, and walks the cube.
func (s *Search) follow(level int, c engine.Cube) {
	depth := len(c.Path)
	if level == depth && c.From == 0 {
		s.walk(level)
		return
	}
	f := &s.frames[level]
	if first(f.open) == none {
		return
	}
	if s.switches(f) {
		s.followFill(level, c)
		return
	}
	i := s.choose(f)
	if i == none {
		return
	}
	s.collect(f, i)
	if level == depth {
		s.branch(level, c.From)
		return
	}
	if k := c.Path[level]; k >= 0 && int(k) < len(f.branches) {
		f.tried = k
		s.advance(level, f.branches[k])
		s.follow(level+1, c)
	}
	s.sweep(level)
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
		s.report(level)
		s.reportIn = s.every()
	}
	s.profile[level].Nodes++
	s.chunk = min(s.budget, s.reportIn, patience)
	s.pause = s.chunk - 1
	return true
}

// leave notes the branches of a level on the way back.
func (s *Search) leave(level int, tried, of int32) {
	for len(s.cut.of) <= level {
		s.cut.tried, s.cut.of = append(s.cut.tried, 0), append(s.cut.of, 0)
	}
	s.cut.tried[level], s.cut.of[level] = tried, of
}

// rest returns the cubes that are left: the node where the budget ended, and the
// later branches of the nodes above it.
func (s *Search) rest() []engine.Cube {
	c := &s.cut
	from, part := c.cube.From, c.cube.Part
	path := slices.Clone(c.cube.Path)
	var left []engine.Cube
	for level := len(path); level < c.deepest; level++ {
		tried, of := c.tried[level], c.of[level]
		part /= float64(of - from)
		if next := tried + 1; next < of {
			left = append(left, engine.Cube{Path: slices.Clone(path), From: next, Part: part * float64(of-next)})
		}
		path = append(path, tried)
		from = 0
	}
	left = append(left, engine.Cube{Path: path, Part: part})
	slices.Reverse(left)
	return left
}

// report says how far the search has come. The node of the second phase is taken
// to be half done where it began.
func (s *Search) report(level int) {
	if s.filler != nil {
		level = min(level, s.filler.level)
	}
	done, part := 0.0, 1.0
	for k := range level {
		part /= float64(len(s.frames[k].branches))
		done += part * float64(s.frames[k].tried)
	}
	stats := s.Stats()
	s.options.Report(engine.Progress{Share: done + part/2, Solutions: stats.Solutions, Nodes: stats.Nodes})
}
