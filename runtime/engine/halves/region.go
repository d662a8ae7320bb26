package halves

import (
	"sync"
)

// chunkList is a list that is never copied when it grows, because the list may take most of the memory.
type chunkList[T any] struct {
	chunks [][]T // chunks of chunkSize elements each
	length int   // number of elements
}

const chunkSize = 1 << 10

func (l *chunkList[T]) elementAt(n int) *T { return &l.chunks[n/chunkSize][n%chunkSize] }

func (l *chunkList[T]) appendElement(x T) {
	if l.length%chunkSize == 0 {
		l.chunks = append(l.chunks, make([]T, 0, min(chunkSize, max(16, l.length))))
	}
	last := &l.chunks[len(l.chunks)-1]
	*last = append(*last, x)
	l.length++
}

// setIndex numbers sets in the order of their insertion. It is a hash table with open addressing.
type setIndex struct {
	sets  chunkList[bitSet] // sets, by number
	slots []uint32          // hash table: the number of a set plus one, or 0 for a free slot
}

func (x *setIndex) findSlot(s bitSet) uint32 {
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
	return int(x.slots[x.findSlot(s)]) - 1
}

// addSet numbers a set that is not in the index.
func (x *setIndex) addSet(s bitSet) {
	x.sets.appendElement(s)
	if 4*x.sets.length <= 3*len(x.slots) {
		x.slots[x.findSlot(s)] = uint32(x.sets.length)
		return
	}
	x.slots = make([]uint32, max(16, 2*len(x.slots)))
	for n := range x.sets.length {
		x.slots[x.findSlot(*x.sets.elementAt(n))] = uint32(n + 1)
	}
}

// regionTerms is the result of a region, which is a set of open items of a side: the ways to cover
// the region by options of that side.
type regionTerms struct {
	terms    []uint64 // a term for each combination of hubs, see [termLayout]
	wayCount float64  // number of ways if each hub could be covered any number of times
}

// regionStore holds the results of all regions computed so far. It is divided into shards, so that threads rarely wait
// for one another, and little memory is copied at a time when a shard grows.
type regionStore struct {
	*sideLayout
	shards [64]regionShard
}

func (r *regionStore) regionCount() (n int64) {
	for k := range r.shards {
		n += int64(r.shards[k].regionPlaces.length)
	}
	return n
}

// regionShard is one part of a regionStore: the regions whose hashes fall into it.
// regionShard is one part of a regionStore: the regions whose hashes fall into it.
type regionShard struct {
	mu sync.Mutex
	setIndex
	regionPlaces chunkList[storedRegion] // place of the terms of each region, by number of the region
	terms        [][]uint64              // chunks of terms
}

// storedRegion is the place of the terms of a region in its shard.
type storedRegion struct {
	// index of the chunk; index of the first term in the chunk; number of terms
	chunkIndex, firstTerm, termCount uint32
	wayCount                         float64 // number of ways if each hub could be covered any number of times
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
	f := sh.regionPlaces.elementAt(n)
	return regionTerms{sh.terms[f.chunkIndex][f.firstTerm : f.firstTerm+f.termCount], f.wayCount}
}

// storeRegion stores a region unless another thread has stored it. It returns the stored terms, and
// the bytes that were added.
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
	sh.regionPlaces.appendElement(storedRegion{uint32(last), uint32(len(sh.terms[last])), uint32(len(r.terms)),
		r.wayCount})
	sh.terms[last] = append(sh.terms[last], r.terms...)
	sh.setIndex.addSet(open)
	return sh.regionAt(sh.regionPlaces.length - 1), regionBytes + 8*int64(len(r.terms))
}

// termChunk is the number of terms that are allocated at once.
const termChunk = 1 << 13

// regionBytes is the memory of a region without its terms, in bytes.
const regionBytes = 52

// regionWork is the work of a region without its options and terms, in units of MaxWork.
const regionWork = 20

// childRegion is the region that an option leaves open, with the hubs of that option.
type childRegion struct {
	regionTerms
	hubs uint64
}

// emptyTerms holds the term of the empty region: one way, without hubs.
var emptyTerms = []uint64{1}

// coverRegion returns the ways in which the options of a side cover the open items. It tries the options of the item
// nearest to the cut. So the remaining region is always the outer part of the side, and such regions occur often.
func (w *countWorker) coverRegion(r *regionStore, open bitSet) regionTerms {
	b := open.Intersect(r.primaryBits).FirstNumber()
	if b == maxSideBits {
		return regionTerms{emptyTerms, 1}
	}
	open = open.Intersect(r.primaryBits.Union(r.relevantBits[b]))
	sh := &r.shards[open.Hash()%uint64(len(r.shards))]
	if known, ok := sh.findRegion(open); ok || w.err != nil {
		return known
	}
	from, tried := len(w.children), 0
	for _, o := range r.options[b] {
		if o.neededBits.IsSubset(open) {
			tried++
			if kept := w.coverRegion(r, open.Subtract(o.closedBits)); len(kept.terms) > 0 {
				w.children = append(w.children, childRegion{kept, o.hubs})
			}
		}
	}
	if tried == 0 {
		return regionTerms{} // not stored, because it is found again as quickly
	}
	sum, work := w.sumChildren(w.children[from:])
	if w.children = w.children[:from]; w.err != nil {
		return regionTerms{} // after an error the list of children may be incomplete
	}
	kept, bytes := sh.storeRegion(open, sum)
	if bytes > 0 {
		w.recordError(w.addWork(regionWork+work+int64(len(r.options[b])), bytes))
	}
	return kept
}

// sumChildren adds the terms of all children, each with the hubs of its option. The terms are
// borrowed: the next sum overwrites them.
func (w *countWorker) sumChildren(children []childRegion) (sum regionTerms, work int64) {
	for _, k := range children {
		work += int64(len(k.terms))
		sum.wayCount += k.wayCount
	}
	w.regionSum.beginTally(int(work))
	for _, k := range children {
		for _, term := range k.terms {
			if w.fitTogether(term, k.hubs) {
				w.regionSum.addTerm(term + k.hubs)
			}
		}
	}
	w.termBuffer = w.regionSum.drainTerms(w.termBuffer[:0])
	sum.terms = w.termBuffer
	return sum, work
}

// isFillable reports whether options of a side can cover the open items that are also in the set required. The argument
// hubs holds the hubs that are covered so far.
func (w *countWorker) isFillable(s *sideLayout, open, required bitSet, hubs uint64) bool {
	b := open.Intersect(required).FirstNumber()
	if b == maxSideBits {
		return true
	}
	options, tried := s.options[b], 0
	for tried < len(options) && w.err == nil {
		o := &options[tried]
		if tried++; o.neededBits.IsSubset(open) && w.fitTogether(hubs, o.hubs) &&
			w.isFillable(s, open.Subtract(o.closedBits), required, hubs+o.hubs) {
			w.recordError(w.addWork(1+int64(tried)/triesPerUnit, 0))
			return true
		}
	}
	w.recordError(w.addWork(1+int64(tried)/triesPerUnit, 0))
	return false
}

// triesPerUnit is the number of options tried in the time of one unit of work.
const triesPerUnit = 8
