package halves

import (
	"sync"
)

// chunkList grows without being copied, as it may be most of the memory.
type chunkList[T any] struct {
	chunks [][]T
	n      int
}

const chunkSize = 1 << 10

func (l *chunkList[T]) elementAt(n int) *T { return &l.chunks[n/chunkSize][n%chunkSize] }

func (l *chunkList[T]) appendElement(x T) {
	if l.n%chunkSize == 0 {
		l.chunks = append(l.chunks, make([]T, 0, min(chunkSize, max(16, l.n))))
	}
	last := &l.chunks[len(l.chunks)-1]
	*last = append(*last, x)
	l.n++
}

// setIndex numbers sets as they come. It is a table with open addressing.
type setIndex struct {
	sets  chunkList[bitSet]
	slots []uint32 // one more than the number of a set, or 0
}

func (x *setIndex) slotOf(s bitSet) uint32 {
	mask := uint32(len(x.slots) - 1)
	at := uint32(s.Hash()>>32) & mask
	for x.slots[at] != 0 && *x.sets.elementAt(int(x.slots[at] - 1)) != s {
		at = (at + 1) & mask
	}
	return at
}

// findSet returns the number of a set, or -1.
func (x *setIndex) findSet(s bitSet) int {
	if len(x.slots) == 0 {
		return -1
	}
	return int(x.slots[x.slotOf(s)]) - 1
}

// addSet numbers a set that is not known.
func (x *setIndex) addSet(s bitSet) {
	x.sets.appendElement(s)
	if 4*x.sets.n <= 3*len(x.slots) {
		x.slots[x.slotOf(s)] = uint32(x.sets.n)
		return
	}
	x.slots = make([]uint32, max(16, 2*len(x.slots)))
	for n := range x.sets.n {
		x.slots[x.slotOf(*x.sets.elementAt(n))] = uint32(n + 1)
	}
}

// regionTerms is what is known of a set of bits that are left of a side: in which ways the
// side's own options cover it.
type regionTerms struct {
	terms []uint64
	ways  float64 // if each hub could be covered any number of times
}

// regionStore remembers them, in shards, so that threads do not wait for one another, and
// none is large when it is copied to grow.
type regionStore struct {
	*sideLayout
	shards [64]regionShard
}

func (r *regionStore) regionCount() (n int64) {
	for k := range r.shards {
		n += int64(r.shards[k].found.n)
	}
	return n
}

type regionShard struct {
	mu sync.Mutex
	setIndex
	found chunkList[storedRegion] // by the number of the region
	terms [][]uint64
}

// storedRegion says where the terms of a region are.
type storedRegion struct {
	chunk, from, terms uint32
	ways               float64
}

func (sh *regionShard) findRegion(open bitSet) (regionTerms, bool) {
	sh.mu.Lock()
	defer sh.mu.Unlock()
	n := sh.setIndex.findSet(open)
	if n < 0 {
		return regionTerms{}, false
	}
	return sh.regionAt(n), true
}

func (sh *regionShard) regionAt(n int) regionTerms {
	f := sh.found.elementAt(n)
	return regionTerms{sh.terms[f.chunk][f.from : f.from+f.terms], f.ways}
}

// storeRegion stores a region, unless another thread was faster, and returns the bytes that
// that takes, or 0.
func (sh *regionShard) storeRegion(open bitSet, r regionTerms) (kept regionTerms, bytes int64) {
	sh.mu.Lock()
	defer sh.mu.Unlock()
	if n := sh.setIndex.findSet(open); n >= 0 {
		return sh.regionAt(n), 0
	}
	last := len(sh.terms) - 1
	if last < 0 || len(sh.terms[last])+len(r.terms) > cap(sh.terms[last]) {
		last++
		sh.terms = append(sh.terms, make([]uint64, 0, max(len(r.terms), termChunk>>max(0, 7-last))))
	}
	sh.found.appendElement(storedRegion{uint32(last), uint32(len(sh.terms[last])), uint32(len(r.terms)), r.ways})
	sh.terms[last] = append(sh.terms[last], r.terms...)
	sh.setIndex.addSet(open)
	return sh.regionAt(sh.found.n - 1), regionBytes + 8*int64(len(r.terms))
}

// termChunk is how many terms are allocated at once.
const termChunk = 1 << 13

// regionBytes is what a region takes beside its terms.
const regionBytes = 52

// regionWork is what a region takes beside its options and terms.
const regionWork = 20

// childRegion is a region with the hubs of the option whose choice led to it.
type childRegion struct {
	regionTerms
	hubs uint64
}

// emptyTerms is the term of what takes nothing: one way.
var emptyTerms = []uint64{1}

// coverRegion returns in which ways the options of a side cover what is open of it. They are
// tried on the item that is nearest to the cut: so what is left is always the outer part
// of the side, with a ragged border, and comes again and again.
func (w *countWorker) coverRegion(r *regionStore, open bitSet) regionTerms {
	b := open.Intersect(r.primary).FirstNumber()
	if b == maxSideBits {
		return regionTerms{emptyTerms, 1}
	}
	open = open.Intersect(r.primary.Union(r.matter[b]))
	sh := &r.shards[open.Hash()%uint64(len(r.shards))]
	if known, ok := sh.findRegion(open); ok || w.err != nil {
		return known
	}
	from, tried := len(w.children), 0
	for _, o := range r.options[b] {
		if o.need.IsSubset(open) {
			tried++
			if kept := w.coverRegion(r, open.Subtract(o.clear)); len(kept.terms) > 0 {
				w.children = append(w.children, childRegion{kept, o.hubs})
			}
		}
	}
	if tried == 0 {
		return regionTerms{} // that is found again as soon as it is looked up
	}
	sum, work := w.sumChildren(w.children[from:])
	if w.children = w.children[:from]; w.err != nil {
		return regionTerms{} // some kids may be missing
	}
	kept, bytes := sh.storeRegion(open, sum)
	if bytes > 0 {
		w.noteError(w.addWork(regionWork+work+int64(len(r.options[b])), bytes))
	}
	return kept
}

// sumChildren adds up what the options of an item leave, each with its own hubs. The terms are
// borrowed until the next sum.
func (w *countWorker) sumChildren(kids []childRegion) (sum regionTerms, work int64) {
	for _, k := range kids {
		work += int64(len(k.terms))
		sum.ways += k.ways
	}
	w.sums.beginTally(int(work))
	for _, k := range kids {
		for _, term := range k.terms {
			if w.canCombine(term, k.hubs) {
				w.sums.addTerm(term + k.hubs)
			}
		}
	}
	w.termBuffer = w.sums.drainTerms(w.termBuffer[:0])
	sum.terms = w.termBuffer
	return sum, work
}

// isFillable reports whether a side's own options can cover some of what is open.
func (w *countWorker) isFillable(s *sideLayout, open, some bitSet, hubs uint64) bool {
	b := open.Intersect(some).FirstNumber()
	if b == maxSideBits {
		return true
	}
	options, tried := s.options[b], 0
	for tried < len(options) && w.err == nil {
		o := &options[tried]
		if tried++; o.need.IsSubset(open) && w.canCombine(hubs, o.hubs) &&
			w.isFillable(s, open.Subtract(o.clear), some, hubs+o.hubs) {
			w.noteError(w.addWork(1+int64(tried)/triesWork, 0))
			return true
		}
	}
	w.noteError(w.addWork(1+int64(tried)/triesWork, 0))
	return false
}

// triesWork is how many options are tried in the time of a unit of work.
const triesWork = 8
