package halves

import (
	"sync"
)

// list grows without being copied, as it may be most of the memory.
type list[T any] struct {
	chunks [][]T
	n      int
}

const chunk = 1 << 10

func (l *list[T]) at(n int) *T { return &l.chunks[n/chunk][n%chunk] }

func (l *list[T]) add(x T) {
	if l.n%chunk == 0 {
		l.chunks = append(l.chunks, make([]T, 0, min(chunk, max(16, l.n))))
	}
	last := &l.chunks[len(l.chunks)-1]
	*last = append(*last, x)
	l.n++
}

// index numbers sets as they come. It is a table with open addressing.
type index struct {
	sets  list[set]
	slots []uint32 // one more than the number of a set, or 0
}

func (x *index) slot(s set) uint32 {
	mask := uint32(len(x.slots) - 1)
	at := uint32(s.Hash()>>32) & mask
	for x.slots[at] != 0 && *x.sets.at(int(x.slots[at] - 1)) != s {
		at = (at + 1) & mask
	}
	return at
}

// find returns the number of a set, or -1.
func (x *index) find(s set) int {
	if len(x.slots) == 0 {
		return -1
	}
	return int(x.slots[x.slot(s)]) - 1
}

// add numbers a set that is not known.
func (x *index) add(s set) {
	x.sets.add(s)
	if 4*x.sets.n <= 3*len(x.slots) {
		x.slots[x.slot(s)] = uint32(x.sets.n)
		return
	}
	x.slots = make([]uint32, max(16, 2*len(x.slots)))
	for n := range x.sets.n {
		x.slots[x.slot(*x.sets.at(n))] = uint32(n + 1)
	}
}

// region is what is known of a set of bits that are left of a side: in which ways the
// side's own options cover it.
type region struct {
	terms []uint64
	ways  float64 // if each hub could be covered any number of times
}

// regions remembers them, in shards, so that threads do not wait for one another, and
// none is large when it is copied to grow.
type regions struct {
	*side
	shards [64]shard
}

func (r *regions) size() (n int64) {
	for k := range r.shards {
		n += int64(r.shards[k].found.n)
	}
	return n
}

type shard struct {
	mu sync.Mutex
	index
	found list[found] // by the number of the region
	terms [][]uint64
}

// found says where the terms of a region are.
type found struct {
	chunk, from, terms uint32
	ways               float64
}

func (sh *shard) find(open set) (region, bool) {
	sh.mu.Lock()
	defer sh.mu.Unlock()
	n := sh.index.find(open)
	if n < 0 {
		return region{}, false
	}
	return sh.at(n), true
}

func (sh *shard) at(n int) region {
	f := sh.found.at(n)
	return region{sh.terms[f.chunk][f.from : f.from+f.terms], f.ways}
}

// keep stores a region, unless another thread was faster, and returns the bytes that
// that takes, or 0.
func (sh *shard) keep(open set, r region) (kept region, bytes int64) {
	sh.mu.Lock()
	defer sh.mu.Unlock()
	if n := sh.index.find(open); n >= 0 {
		return sh.at(n), 0
	}
	last := len(sh.terms) - 1
	if last < 0 || len(sh.terms[last])+len(r.terms) > cap(sh.terms[last]) {
		last++
		sh.terms = append(sh.terms, make([]uint64, 0, max(len(r.terms), termChunk>>max(0, 7-last))))
	}
	sh.found.add(found{uint32(last), uint32(len(sh.terms[last])), uint32(len(r.terms)), r.ways})
	sh.terms[last] = append(sh.terms[last], r.terms...)
	sh.index.add(open)
	return sh.at(sh.found.n - 1), regionBytes + 8*int64(len(r.terms))
}

// termChunk is how many terms are allocated at once.
const termChunk = 1 << 13

// regionBytes is what a region takes beside its terms.
const regionBytes = 52

// regionWork is what a region takes beside its options and terms.
const regionWork = 20

// kid is a region with the hubs of the option whose choice led to it.
type kid struct {
	region
	hubs uint64
}

// nothing is the term of what takes nothing: one way.
var nothing = []uint64{1}

// cover returns in which ways the options of a side cover what is open of it. They are
// tried on the item that is nearest to the cut: so what is left is always the outer part
// of the side, with a ragged border, and comes again and again.
func (w *worker) cover(r *regions, open set) region {
	b := open.And(r.primary).First()
	if b == mostBits {
		return region{nothing, 1}
	}
	open = open.And(r.primary.With(r.matter[b]))
	sh := &r.shards[open.Hash()%uint64(len(r.shards))]
	if known, ok := sh.find(open); ok || w.err != nil {
		return known
	}
	from, tried := len(w.kids), 0
	for _, o := range r.options[b] {
		if o.need.Within(open) {
			tried++
			if kept := w.cover(r, open.Without(o.clear)); len(kept.terms) > 0 {
				w.kids = append(w.kids, kid{kept, o.hubs})
			}
		}
	}
	if tried == 0 {
		return region{} // that is found again as soon as it is looked up
	}
	sum, work := w.sum(w.kids[from:])
	if w.kids = w.kids[:from]; w.err != nil {
		return region{} // some kids may be missing
	}
	kept, bytes := sh.keep(open, sum)
	if bytes > 0 {
		w.note(w.take(regionWork+work+int64(len(r.options[b])), bytes))
	}
	return kept
}

// sum adds up what the options of an item leave, each with its own hubs. The terms are
// borrowed until the next sum.
func (w *worker) sum(kids []kid) (sum region, work int64) {
	for _, k := range kids {
		work += int64(len(k.terms))
		sum.ways += k.ways
	}
	w.sums.begin(int(work))
	for _, k := range kids {
		for _, term := range k.terms {
			if w.agree(term, k.hubs) {
				w.sums.add(term + k.hubs)
			}
		}
	}
	w.list = w.sums.drain(w.list[:0])
	sum.terms = w.list
	return sum, work
}

// fillable reports whether a side's own options can cover some of what is open.
func (w *worker) fillable(s *side, open, some set, hubs uint64) bool {
	b := open.And(some).First()
	if b == mostBits {
		return true
	}
	options, tried := s.options[b], 0
	for tried < len(options) && w.err == nil {
		o := &options[tried]
		if tried++; o.need.Within(open) && w.agree(hubs, o.hubs) && w.fillable(s, open.Without(o.clear), some, hubs+o.hubs) {
			w.note(w.take(1+int64(tried)/triesWork, 0))
			return true
		}
	}
	w.note(w.take(1+int64(tried)/triesWork, 0))
	return false
}

// triesWork is how many options are tried in the time of a unit of work.
const triesWork = 8
