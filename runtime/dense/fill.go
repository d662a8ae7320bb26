package dense

import (
	"math"
	"math/bits"
	"slices"

	"quadrille/runtime/engine"
)

// filler is the second phase: it takes the open items in the sequence, and tries
// the options whose first item is the first open one. Those are all that hold
// it, as the items before it are covered. Of them it looks only at options that
// were live when the phase began, which live keeps; a test of their masks says
// whether they are compatible with those chosen since.
type filler struct {
	*codes
	items int32  // primary items
	rows  []row  // by place in the sequence: the options with this first item
	spots []spot // as in the table
	live  []uint64
	level int // where the phase began
}

// newFiller makes the rows from the options, which are sorted by first item.
func newFiller(in *instance, c *codes) *filler {
	f := &filler{codes: c, level: noLevel, items: int32(len(in.ranked))}
	f.rows = make([]row, f.items)
	for o := range int32(len(in.options)) {
		r := &f.rows[bits.TrailingZeros64(c.tests[o].a)]
		if c.tests[o].a == 0 {
			r = &f.rows[wordBits+bits.TrailingZeros64(c.tests[o].b)]
		}
		last := r.to - 1
		if r.from == r.to {
			r.from, last = int32(len(f.spots)), -1
		}
		if last < 0 || f.spots[last].word != o/wordBits {
			f.spots = append(f.spots, spot{word: o / wordBits})
			last = int32(len(f.spots)) - 1
			r.to = last + 1
		}
		f.spots[last].mask |= 1 << (o % wordBits)
	}
	return f
}

// begin walks the tree below a node of the first phase, which has been counted.
func (s *Search) begin(level int) bool {
	s.filler.start(s, level)
	ok := s.tryFirst(level, s.frames[level].used)
	s.filler.level = noLevel
	return ok
}

// noLevel says that the second phase has not begun.
const noLevel = math.MaxInt

// start sets the phase up at a node of the first one.
func (f *filler) start(s *Search, level int) {
	f.live, f.level = s.frames[level].live, level
}

// fill visits a node of the second phase and all below it.
func (s *Search) fill(level int, used mask) bool {
	if !s.enter(level) {
		return false
	}
	if used.free() >= s.filler.items {
		return s.visit(level)
	}
	return s.tryFirst(level, used)
}

// tryFirst tries the options of the first open item.
func (s *Search) tryFirst(level int, used mask) bool {
	f := s.filler
	r := f.rows[used.free()]
	for _, p := range f.spots[r.from:r.to] {
		for w := f.live[p.word] & p.mask; w != 0; w &= w - 1 {
			o := p.word*wordBits + int32(bits.TrailingZeros64(w))
			if f.tests[o].meets(used) {
				continue
			}
			s.chosen[level] = o
			if s.nogoods != nil && s.nogoods.completed(s.chosen[:level+1]) {
				continue
			}
			if !s.fill(level+1, used.with(f.sets[o])) {
				s.leaveFill(level, used)
				return false
			}
		}
	}
	return true
}

// branchesFill lists the options that tryFirst tries.
func (s *Search) branchesFill(level int, used mask) []int32 {
	f, before := s.filler, s.chosen[level]
	var all []int32
	r := f.rows[used.free()]
	for _, p := range f.spots[r.from:r.to] {
		for w := f.live[p.word] & p.mask; w != 0; w &= w - 1 {
			o := p.word*wordBits + int32(bits.TrailingZeros64(w))
			s.chosen[level] = o
			if !f.tests[o].meets(used) && (s.nogoods == nil || !s.nogoods.completed(s.chosen[:level+1])) {
				all = append(all, o)
			}
		}
	}
	s.chosen[level] = before
	return all
}

// leaveFill notes the branches of a level on the way back.
func (s *Search) leaveFill(level int, used mask) {
	if s.cut.spent {
		all := s.branchesFill(level, used)
		s.leave(level, int32(slices.Index(all, s.chosen[level])), int32(len(all)))
	}
}

// followFill goes down the rest of the path of a cube from the node of the first
// phase where the second one begins, and walks the cube.
func (s *Search) followFill(level int, c engine.Cube) {
	f := s.filler
	f.start(s, level)
	used := s.frames[level].used
	for _, k := range c.Path[level:] {
		if used.free() >= f.items {
			return
		}
		all := s.branchesFill(level, used)
		if k < 0 || int(k) >= len(all) {
			return
		}
		s.chosen[level] = all[k]
		used = used.with(f.sets[all[k]])
		level++
	}
	if c.From == 0 {
		s.fill(level, used)
	} else if used.free() < f.items {
		s.fillFrom(level, used, c.From)
	}
	f.level = noLevel
}

// fillFrom is tryFirst without the branches before from.
func (s *Search) fillFrom(level int, used mask, from int32) {
	all := s.branchesFill(level, used)
	for _, o := range all[min(max(0, int(from)), len(all)):] {
		s.chosen[level] = o
		if !s.fill(level+1, used.with(s.filler.sets[o])) {
			s.leaveFill(level, used)
			return
		}
	}
}
