package gad

import "math/bits"

// searching is room for the algorithms on one family. Sets of the right are rows of
// bits.
type searching struct {
	open      []int32 // of the left: the part without those that are matched for good
	free      []int32 // of open: without a partner yet
	layers    []uint64
	taken     []uint64
	reached   []uint64
	frontier  []int32
	component []int32 // by b
	found     int     // components
	partAt    []int32 // by component
	tarjan    tarjan
	mems      int64
}

func newSearching(left, right, words int) searching {
	return searching{
		layers:    make([]uint64, (left+1)*words),
		taken:     make([]uint64, words),
		reached:   make([]uint64, words),
		component: make([]int32, right),
		partAt:    make([]int32, right),
		tarjan:    newTarjan(right, words),
	}
}

// match finds a matching of all open items of the left, beginning with what is left of
// the last one. It returns false if there is none.
func (f *family) match() bool {
	f.keepMates()
	s := &f.search
	for len(s.free) > 0 {
		depth := f.layer()
		if depth < 0 {
			return false
		}
		f.augment(depth)
	}
	return true
}

// keepMates keeps the partners that are still possible, and gives others where one
// is to be had at once.
func (f *family) keepMates() {
	s := &f.search
	clear(s.taken)
	s.free = s.free[:0]
	for _, g := range s.open {
		s.mems += 2
		if b := f.mate[g]; b != none && f.has(g, b) && s.taken[b>>6]>>(b&63)&1 == 0 {
			f.pair(g, b)
		} else {
			f.mate[g] = none
			s.free = append(s.free, g)
		}
	}
	wanting := s.free[:0]
	for _, g := range s.free {
		if b := f.firstFree(g); b != none {
			f.pair(g, b)
		} else {
			wanting = append(wanting, g)
		}
	}
	s.free = wanting
}

// pair makes b the partner of g.
func (f *family) pair(g, b int32) {
	f.mate[g], f.owner[b] = b, g
	f.search.taken[b>>6] |= 1 << (b & 63)
	f.search.mems += 2
}

// firstFree returns the first possible partner of g that nobody has.
func (f *family) firstFree(g int32) int32 {
	for w, word := range f.row(g) {
		f.search.mems++
		if word &^= f.search.taken[w]; word != 0 {
			return int32(w<<6 + bits.TrailingZeros64(word))
		}
	}
	return none
}

// layer reaches from the free items of the left, by edges to the right and partners
// back to the left, a layer at a time, until a layer has free items of the right. It
// returns the number of that layer, or none if there is no such way.
func (f *family) layer() int {
	s := &f.search
	clear(s.reached)
	s.frontier = append(s.frontier[:0], s.free...)
	for depth := 0; len(s.frontier) > 0; depth++ {
		layer := s.layers[depth*f.words : (depth+1)*f.words]
		clear(layer)
		for _, g := range s.frontier {
			for w, word := range f.row(g) {
				layer[w] |= word &^ s.reached[w]
				s.mems++
			}
		}
		s.frontier = s.frontier[:0]
		free := false
		for w, word := range layer {
			s.reached[w] |= word
			free = free || word&^s.taken[w] != 0
			for word &= s.taken[w]; word != 0; word &= word - 1 {
				s.frontier = append(s.frontier, f.owner[w<<6+bits.TrailingZeros64(word)])
				s.mems++
			}
		}
		if free {
			return depth
		}
	}
	return none
}

// augment finds disjoint ways through the layers, as many as it can, and turns each
// of them over.
func (f *family) augment(depth int) {
	s := &f.search
	wanting := s.free[:0]
	for _, g := range s.free {
		if !f.turn(g, 0, depth) {
			wanting = append(wanting, g)
		}
	}
	s.free = wanting
}

// turn looks for a way from g at a layer to a free item in the last one, and gives
// each item on it the next partner. What it has passed is taken out of the layers.
func (f *family) turn(g int32, at, last int) bool {
	s := &f.search
	layer := s.layers[at*f.words : (at+1)*f.words]
	for w, word := range f.row(g) {
		s.mems++
		if word &= layer[w]; at == last {
			word &^= s.taken[w]
		}
		for ; word != 0; word &= word - 1 {
			b := int32(w<<6 + bits.TrailingZeros64(word))
			layer[w] &^= 1 << (b & 63)
			if at == last || s.taken[w]>>(b&63)&1 == 1 && f.turn(f.owner[b], at+1, last) {
				f.pair(g, b)
				return true
			}
		}
	}
	return false
}
