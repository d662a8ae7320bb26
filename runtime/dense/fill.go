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
	_ apart
	*coded
	search *Search
	level  int     // where the phase began, or noLevel
	filed  []filed // the options that were live then, by first item
	rows   []row   // by place in the sequence: a range of filed
	far    []mask  // by level, if codes are wide: what the options chosen have set there
	_      apart
}

// coded is what the fillers of all searches share. It does not change.
type coded struct {
	*codes
	items int32   // primary items
	near  int32   // those of them that are in the first mask
	first []int32 // by option: the place of its first item in the sequence
	// special says that the tests of the first mask are not all there is to choose
	// an option.
	special bool
}

// filed is an option with its test, side by side in memory.
type filed struct {
	test   mask
	option int32
}

// noLevel says that the second phase has not begun.
const noLevel = math.MaxInt

func newCoded(p *prepared) *coded {
	c := &coded{
		codes:   p.codes,
		items:   int32(len(p.rows)),
		near:    int32(min(len(p.rows), maskBits)),
		first:   make([]int32, len(p.id)),
		special: p.codes.colored || p.codes.wide || p.nogoods != nil,
	}
	for o := range c.first {
		c.first[o] = c.tests.first(int32(o))
	}
	return c
}

func (c *coded) newFiller(s *Search) *filler {
	f := &filler{coded: c, search: s, level: noLevel, rows: roomFor[row](int(c.items))}
	if c.wide {
		f.far = roomFor[mask](int(c.items) + 1)
	}
	return f
}

// start begins at a node of the first phase.
func (f *filler) start(frame *frame, level int) {
	f.level = level
	if f.wide {
		f.far[level] = frame.far
	}
	f.file(frame)
}

// file files the options that are live in a frame. They are numbered by their
// first item, so those of an item come one after another.
func (f *filler) file(frame *frame) {
	clear(f.rows)
	f.filed = f.filed[:0]
	for _, k := range frame.list {
		for w := frame.live[k]; w != 0; w &= w - 1 {
			o := k*wordBits + int32(bits.TrailingZeros64(w))
			r := &f.rows[f.first[o]]
			if r.to == 0 {
				r.from = int32(len(f.filed))
			}
			f.filed = append(f.filed, filed{f.tests.near[o], o})
			r.to = int32(len(f.filed))
		}
	}
}

// place returns the place of the first open item at a node, or the number of all.
func (f *filler) place(level int, used mask) int32 {
	k := used.free()
	if k < f.near {
		return k
	}
	if !f.wide {
		return f.items
	}
	return min(f.items, maskBits+f.far[level].free())
}

// candidates returns the options that were live when the phase began and whose
// first item is at a place.
func (f *filler) candidates(place int32) []filed {
	r := f.rows[place]
	return f.filed[r.from:r.to]
}

// begin walks the tree below a node of the first phase, which has been counted.
func (f *filler) begin(level int) bool {
	s := f.search
	frame := &s.frames[level]
	f.start(frame, level)
	ok := f.goOn(level, frame.used, f.place(level, frame.used))
	if ok || !s.cut.spent {
		f.level = noLevel
	}
	return ok
}

// try tries options at a node that has been counted. It returns false to end the
// run. It visits the nodes below by itself, as calls take time.
func (f *filler) try(level int, used mask, options []filed) bool {
	s := f.search
	for k := range options {
		c := &options[k]
		if c.test.meets(used) {
			continue
		}
		s.chosen[level] = c.option
		next := used.with(c.test)
		if f.special {
			var ok bool
			if next, ok = f.choose(level, used, c.option); !ok {
				continue
			}
		}
		if !s.enter(level + 1) {
			f.leave(level, used)
			return false
		}
		place := next.free()
		if place >= f.near {
			place = f.place(level+1, next)
		}
		ok := false
		if place < f.items {
			r := f.rows[place]
			ok = r.from == r.to || f.try(level+1, next, f.filed[r.from:r.to])
		} else {
			ok = s.visit(level + 1)
		}
		if !ok {
			f.leave(level, used)
			return false
		}
	}
	return true
}

// goOn goes on at a node that has been counted, of which the first open item is
// known.
func (f *filler) goOn(level int, used mask, place int32) bool {
	if place >= f.items {
		return f.search.visit(level)
	}
	return f.try(level, used, f.candidates(place))
}

// visit visits a node of the second phase and all below it. It returns false to
// end the run.
func (f *filler) visit(level int, used mask) bool {
	return f.search.enter(level) && f.goOn(level, used, f.place(level, used))
}

// choose takes an option that passes the first test, and returns what is used then.
// It returns false if the option is not compatible with those chosen before.
func (f *filler) choose(level int, used mask, o int32) (next mask, ok bool) {
	s := f.search
	if f.wide {
		if f.tests.far[o].meets(f.far[level]) {
			return used, false
		}
		f.far[level+1] = f.far[level].with(f.sets.far[o])
	}
	s.chosen[level] = o
	return used.with(f.sets.near[o]), s.nogoods == nil || !s.nogoods.completed(s.chosen[:level+1])
}

// takes reports whether try takes an option. It chooses it, if nothing else.
func (f *filler) takes(level int, used mask, c filed) bool {
	if c.test.meets(used) {
		return false
	}
	_, ok := f.choose(level, used, c.option)
	return ok
}

// from returns the options of the first open item from the n-th on that can be
// tried.
func (f *filler) from(level int, used mask, n int32) []filed {
	options := f.candidates(f.place(level, used))
	for k, c := range options {
		if f.takes(level, used, c) {
			n--
		}
		if n < 0 {
			return options[k:]
		}
	}
	return nil
}

// leave notes the branches of a level on the way back.
func (f *filler) leave(level int, used mask) {
	s := f.search
	if !s.cut.spent {
		return
	}
	last, of := s.chosen[level], int32(0)
	for _, c := range f.candidates(f.place(level, used)) {
		if c.option == last {
			s.cut.tried[level] = of
		}
		if f.takes(level, used, c) {
			of++
		}
	}
	s.chosen[level], s.cut.of[level] = last, of
}

// follow goes down the rest of the path of a cube from the node of the first
// phase where the second one begins, and walks the cube.
func (f *filler) follow(level int, c search.Cube) {
	frame := &f.search.frames[level]
	if f.level != level {
		f.start(frame, level)
	}
	used := frame.used
	for ; level < len(c.Path); level++ {
		if c.Path[level] < 0 || f.place(level, used) == f.items {
			return
		}
		options := f.from(level, used, c.Path[level])
		if len(options) == 0 {
			return
		}
		used, _ = f.choose(level, used, options[0].option)
	}
	if c.From == 0 {
		f.visit(level, used)
	} else if f.place(level, used) < f.items {
		f.try(level, used, f.from(level, used, max(0, c.From)))
	}
}
