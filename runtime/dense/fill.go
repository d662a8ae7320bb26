package dense

import (
	"math"
	"math/bits"

	"quadrille/runtime/bits128"
	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// mask is a set of bits that the second phase tests options by, of which there are so many; wordBits are in a word.
type mask = bits128.Set

const wordBits, maskBits = 64, bits128.Most

// FewItems is up to how many primary items a problem may have a second phase.
const FewItems = maskBits

// codes says what options are to the second phase and to the filter, in bits. A
// primary item has the bit of its place in the sequence. A secondary item without
// colors has a bit behind them. One with colors has a bit for each: an option that
// gives it a color is tested for that bit, and sets all the others; one that
// wants it for itself is tested for all, and sets all, and there are at least two.
// A pair of options that is a nogood has a bit as well. So options are
// compatible with those chosen if what they are tested for has not been set.
type codes struct {
	tests, sets []mask // by option
	bits        int32  // that are in use
	colored     bool   // tests and sets differ
}

// newCodes returns nil if the bits have no room in a mask.
func newCodes(in *instance, t *table, place []int32) *codes {
	n := len(in.options)
	c := &codes{bits: int32(len(place))}
	if c.bits > maskBits {
		return nil
	}
	c.tests, c.sets = make([]mask, n), make([]mask, n)
	for o, option := range in.options {
		for _, r := range option.items {
			c.add(int32(o), place[r])
		}
	}
	for _, wants := range in.wants {
		if !c.encode(wants) {
			return nil
		}
	}
	for _, pair := range t.pairs {
		if c.bits == maskBits {
			return nil
		}
		c.add(pair[0], c.bits)
		c.add(pair[1], c.bits)
		c.bits++
	}
	return c
}

// add gives an option a bit that it is tested for and sets.
func (c *codes) add(o, k int32) {
	c.tests[o] = c.tests[o].With(bits128.Of(k))
	c.sets[o] = c.sets[o].With(bits128.Of(k))
}

// encode gives a secondary item its bits. It returns false if they have no room.
func (c *codes) encode(wants []want) bool {
	if len(wants) < 2 {
		return true
	}
	colors := map[matrix.Color]int32{}
	for _, w := range wants {
		if _, ok := colors[w.color]; !ok && w.color != matrix.NoColor {
			colors[w.color] = int32(len(colors))
		}
	}
	n := int32(1)
	if len(colors) > 0 {
		n, c.colored = int32(max(2, len(colors))), true
	}
	next := c.bits
	if c.bits += n; c.bits > maskBits {
		return false
	}
	for _, w := range wants {
		own, given := colors[w.color]
		for k := range n {
			switch {
			case !given:
				c.add(w.option, next+k)
			case own == k:
				c.tests[w.option] = c.tests[w.option].With(bits128.Of(next + k))
			default:
				c.sets[w.option] = c.sets[w.option].With(bits128.Of(next + k))
			}
		}
	}
	return true
}

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
