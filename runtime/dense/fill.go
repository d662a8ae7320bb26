package dense

import (
	"math"
	"math/bits"
	"slices"

	"quadrille/runtime/engine"
)

// filler is the second phase: it takes the open items in the sequence, and tries
// the options whose first item is the first open one. Those are all that hold
// it, for the items before it are covered. Only options that were live when the
// phase began are looked at; a test of their masks says whether they are
// compatible with those chosen since.
//
// A node costs a fraction of one of the first phase, and there are more of them:
// the phase pays when few items are open, or when they form a narrow board.
type filler struct {
	*codes
	items int32   // primary items
	first []int32 // by option: the place of its first item in the sequence
	level int     // where the phase began, or noLevel
	filed []filed // the options that were live then, by first item
	rows  []row   // by place in the sequence: a range of filed
}

// filed is an option with its test, side by side in memory.
type filed struct {
	test   mask
	option int32
}

// noLevel says that the second phase has not begun.
const noLevel = math.MaxInt

func newFiller(in *instance, c *codes) *filler {
	f := &filler{
		codes: c,
		items: int32(len(in.ranked)),
		first: make([]int32, len(in.options)),
		level: noLevel,
		filed: make([]filed, len(in.options)),
		rows:  make([]row, len(in.ranked)),
	}
	for o := range f.first {
		f.first[o] = c.tests[o].first()
	}
	return f
}

// start files the options that are live in a frame. They are numbered by their
// first item, so those of an item come one after another.
func (f *filler) start(frame *frame, level int) {
	f.level = level
	clear(f.rows)
	n := int32(0)
	for _, k := range frame.list {
		for w := frame.live[k]; w != 0; w &= w - 1 {
			o := k*wordBits + int32(bits.TrailingZeros64(w))
			f.filed[n] = filed{f.tests[o], o}
			r := &f.rows[f.first[o]]
			if r.to == 0 {
				r.from = n
			}
			n++
			r.to = n
		}
	}
}

// candidates returns the options that were live when the phase began and whose
// first item is the first open one.
func (f *filler) candidates(used mask) []filed {
	r := f.rows[used.free()]
	return f.filed[r.from:r.to]
}

// begin walks the tree below a node of the first phase, which has been counted.
func (s *Search) begin(level int) bool {
	f := &s.frames[level]
	s.filler.start(f, level)
	ok := s.fill(level, f.used)
	s.filler.level = noLevel
	return ok
}

// fill tries the options of the first open item at a node that has been counted.
func (s *Search) fill(level int, used mask) bool {
	f := s.filler
	all := f.candidates(used)
	for k := range all {
		c := &all[k]
		if c.test.meets(used) {
			continue
		}
		s.chosen[level] = c.option
		next := used.with(c.test)
		if f.colored {
			next = used.with(f.sets[c.option])
		}
		if !s.try(level, next) {
			s.leaveFill(level, used)
			return false
		}
	}
	return true
}

// try visits the node below a choice and all below it.
func (s *Search) try(level int, used mask) bool {
	if s.nogoods != nil && s.nogoods.completed(s.chosen[:level+1]) {
		return true
	}
	return s.fillNode(level+1, used)
}

// fillNode visits a node of the second phase and all below it. It returns false
// to end the run.
func (s *Search) fillNode(level int, used mask) bool {
	if !s.enter(level) {
		return false
	}
	if used.free() >= s.filler.items {
		return s.visit(level)
	}
	return s.fill(level, used)
}

// filling lists the options that fill tries.
func (s *Search) filling(level int, used mask) []int32 {
	before := s.chosen[level]
	var all []int32
	for _, c := range s.filler.candidates(used) {
		s.chosen[level] = c.option
		if !c.test.meets(used) && (s.nogoods == nil || !s.nogoods.completed(s.chosen[:level+1])) {
			all = append(all, c.option)
		}
	}
	s.chosen[level] = before
	return all
}

// leaveFill notes the branches of a level on the way back.
func (s *Search) leaveFill(level int, used mask) {
	if s.cut.spent {
		all := s.filling(level, used)
		s.leave(level, int32(slices.Index(all, s.chosen[level])), int32(len(all)))
	}
}

// followFill goes down the rest of the path of a cube from the node of the first
// phase where the second one begins, and walks the cube.
func (s *Search) followFill(level int, c engine.Cube) {
	s.filler.start(&s.frames[level], level)
	if at, used, ok := s.descend(level, c.Path[level:]); ok && c.From == 0 {
		s.fillNode(at, used)
	} else if ok && used.free() < s.filler.items {
		s.fillFrom(at, used, c.From)
	}
	s.filler.level = noLevel
}

// descend takes the branches of a path. It returns false if there is no such one.
func (s *Search) descend(level int, path []int32) (int, mask, bool) {
	used := s.frames[level].used
	for _, k := range path {
		if used.free() >= s.filler.items {
			return level, used, false
		}
		all := s.filling(level, used)
		if k < 0 || int(k) >= len(all) {
			return level, used, false
		}
		s.chosen[level] = all[k]
		used = used.with(s.filler.sets[all[k]])
		level++
	}
	return level, used, true
}

// fillFrom is fill without the branches before from.
func (s *Search) fillFrom(level int, used mask, from int32) {
	all := s.filling(level, used)
	for _, o := range all[min(max(0, int(from)), len(all)):] {
		s.chosen[level] = o
		if !s.fillNode(level+1, used.with(s.filler.sets[o])) {
			s.leaveFill(level, used)
			return
		}
	}
}
