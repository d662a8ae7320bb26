package gad

import "math/bits"

// tarjan finds strong components. The vertices are the items of the right. From b an
// arc leads to each other partner that b's own partner could have instead; and from one
// that has no partner, to all. So an edge is in some maximum matching if and only if it
// is in the matching at hand, or joins two items of a component: it closes a cycle of
// changes, or a way of changes that ends at a free item.
type tarjan struct {
	unseen []uint64
	active []uint64 // on the stack
	rank   []int32
	least  []int32
	stack  []int32
	ranks  int32
}

func newTarjan(right, words int) tarjan {
	return tarjan{
		unseen: make([]uint64, words), active: make([]uint64, words),
		rank: make([]int32, right), least: make([]int32, right),
	}
}

// components numbers the components of the partners of the open items of the left, and
// of what they can reach.
func (f *family) components() {
	s := &f.search
	t := &s.tarjan
	f.within(t.unseen)
	copy(s.reached, t.unseen) // all vertices
	clear(t.active)
	t.ranks, s.found, t.stack = 0, 0, t.stack[:0]
	for _, g := range s.open {
		if b := f.mate[g]; t.unseen[b>>6]>>(b&63)&1 == 1 {
			f.explore(b)
		}
	}
}

// within collects the vertices: every item of the right that an open one could have.
func (f *family) within(set []uint64) {
	clear(set)
	for _, g := range f.search.open {
		for w, word := range f.row(g) {
			set[w] |= word
			f.search.mems++
		}
	}
}

// arcs returns where the arcs from b lead.
func (f *family) arcs(b int32) []uint64 {
	if f.search.taken[b>>6]>>(b&63)&1 == 0 {
		return f.search.reached
	}
	return f.row(f.owner[b])
}

// explore visits b and all that can be reached from it and has not been seen.
func (f *family) explore(b int32) {
	t := &f.search.tarjan
	t.ranks++
	t.rank[b], t.least[b] = t.ranks, t.ranks
	t.unseen[b>>6] &^= 1 << (b & 63)
	t.active[b>>6] |= 1 << (b & 63)
	t.stack = append(t.stack, b)
	arcs := f.arcs(b)
	f.search.mems += 4 + 2*int64(len(arcs))
	for w := range arcs {
		for word := arcs[w] & t.unseen[w]; word != 0; word = arcs[w] & t.unseen[w] {
			next := int32(w<<6 + bits.TrailingZeros64(word))
			f.explore(next)
			t.least[b] = min(t.least[b], t.least[next])
		}
		for word := arcs[w] & t.active[w]; word != 0; word &= word - 1 {
			f.search.mems++
			t.least[b] = min(t.least[b], t.rank[w<<6+bits.TrailingZeros64(word)])
		}
	}
	if t.least[b] == t.rank[b] {
		f.close(b)
	}
}

// close makes a component of b and what has been stacked since.
func (f *family) close(b int32) {
	s := &f.search
	t := &s.tarjan
	for {
		last := len(t.stack) - 1
		x := t.stack[last]
		t.stack = t.stack[:last]
		t.active[x>>6] &^= 1 << (x & 63)
		s.component[x] = int32(s.found)
		s.mems += 2
		if x == b {
			break
		}
	}
	s.found++
}

// leaves reports whether g has an edge to another component than its own.
func (f *family) leaves(g, own int32) bool {
	for w, word := range f.row(g) {
		for ; word != 0; word &= word - 1 {
			if f.search.component[w<<6+bits.TrailingZeros64(word)] != own {
				return true
			}
		}
	}
	return false
}
