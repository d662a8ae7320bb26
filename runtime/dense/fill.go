package dense

import (
	"math"
	"math/bits"

	"quadrille/runtime/search"
)

// filler is the second phase: it takes the open items in the sequence, and tries
// the options whose first item is the first open one. Those are all that hold
// it, for the items before it are covered. Only options that were live when the
// phase began are looked at; a test of their codes says whether they are
// compatible with those chosen since.
//
// A node costs a fraction of one of the first phase, and there are more of them:
// the phase pays when few items are open, or when they form a narrow board.
type filler struct {
	level  int         // where the phase began, or noLevel
	live   []candidate // the options that were live then, by first item
	byItem []row       // by place in the sequence: a range of live
}

// candidate is an option with its test, side by side in memory.
type candidate struct {
	test   mask
	option int32
}

// noLevel says that the second phase has not begun.
const noLevel = math.MaxInt

// begin begins the second phase at a node of the first. Options are numbered by their
// first item, so those of an item come one after another.
func (s *Search) begin(level int) {
	f, frame := &s.filler, &s.frames[level]
	f.level, f.live = level, f.live[:0]
	clear(f.byItem)
	for _, k := range frame.list {
		for w := frame.live[k]; w != 0; w &= w - 1 {
			o := k*wordBits + int32(bits.TrailingZeros64(w))
			r := &f.byItem[s.first[o]]
			if r.to == 0 {
				r.from = int32(len(f.live))
			}
			f.live = append(f.live, candidate{s.tests[o], o})
			r.to = int32(len(f.live))
		}
	}
}

// candidates returns the options that were live when the phase began and whose first
// item is the first open one. There are none if no item is open.
func (s *Search) candidates(used mask) []candidate {
	place := used.Free()
	if place >= len(s.byItem) {
		return nil
	}
	r := s.byItem[place]
	return s.filler.live[r.from:r.to]
}

// fill goes on at a node that has been counted. It returns false to end the run.
func (s *Search) fill(level int, used mask) bool {
	if used.Free() >= len(s.byItem) {
		return s.visit(level)
	}
	return s.try(level, used, s.candidates(used))
}

// try tries options at a node that has been counted. It returns false to end the run.
// It does the work of fill by itself, for most nodes are dead ends and a call costs more
// than they do.
func (s *Search) try(level int, used mask, options []candidate) bool {
	for k := range options {
		c := &options[k]
		if c.test.Meets(used) {
			continue
		}
		s.chosen[level] = c.option
		next := used.With(c.test)
		if s.special {
			var ok bool
			if next, ok = s.after(level, used, c); !ok {
				continue
			}
		}
		if !s.enter(level + 1) {
			return false
		}
		if place := next.Free(); place >= len(s.byItem) {
			if !s.visit(level + 1) {
				return false
			}
		} else if r := s.byItem[place]; r.from != r.to && !s.try(level+1, next, s.filler.live[r.from:r.to]) {
			return false
		}
	}
	return true
}

// after chooses an option, and returns what is used then. It returns false if the option
// is not compatible with those chosen before.
func (s *Search) after(level int, used mask, c *candidate) (next mask, ok bool) {
	if c.test.Meets(used) {
		return used, false
	}
	s.chosen[level] = c.option
	return used.With(s.sets[c.option]), s.nogoods == nil || !s.nogoods.completed(s.chosen[:level+1])
}

// descendFilling goes down the rest of the path of the cube from the node where the
// second phase has begun, and walks the cube.
func (s *Search) descendFilling(level int) {
	used, path := s.frames[level].used, s.cube.Path
	for ; level < len(path); level++ {
		options, next := s.branchesFrom(level, used, path[level])
		if path[level] < 0 || len(options) == 0 {
			return
		}
		s.chosen[level], used = options[0].option, next
	}
	if s.asked != nil {
		for _, c := range s.candidates(used) {
			if _, ok := s.after(level, used, &c); ok {
				s.answer(level, c.option)
			}
		}
	} else if s.cube.From > 0 {
		options, _ := s.branchesFrom(level, used, s.cube.From)
		s.try(level, used, options)
	} else if s.enter(level) {
		s.fill(level, used)
	}
}

// branchesFrom returns the options of a node from branch n on, and what is used after
// the first of them.
func (s *Search) branchesFrom(level int, used mask, n int32) (options []candidate, next mask) {
	options = s.candidates(used)
	for k := range options {
		if after, ok := s.after(level, used, &options[k]); ok {
			if n <= 0 {
				return options[k:], after
			}
			n--
		}
	}
	return nil, used
}

// pathFilling appends the branches on the way from the node where the second phase began
// to the one that the search is at.
func (s *Search) pathFilling(path []search.Step, level int) []search.Step {
	used := s.frames[s.filler.level].used
	for k := s.filler.level; k < level; k++ {
		chosen, below := s.chosen[k], used
		step := search.Step{Option: s.id[chosen]}
		options := s.candidates(used)
		for x := range options {
			next, ok := s.after(k, used, &options[x])
			if !ok {
				continue
			}
			step.Of++
			if options[x].option == chosen {
				step.Tried, below = step.Of, next
			}
		}
		s.chosen[k], used = chosen, below
		path = append(path, step)
	}
	return path
}
