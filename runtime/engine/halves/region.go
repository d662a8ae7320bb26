package halves

import (
	"sync"
)

// chunkList is a list that is never copied when it grows, because it may occupy most of the memory.
type chunkList[T any] struct {
	chunks       [][]T // chunks of elementsPerChunk elements each
	elementCount int   // number of elements
}

const elementsPerChunk = 1 << 10

func (l *chunkList[T]) elementAt(n int) *T { return &l.chunks[n/elementsPerChunk][n%elementsPerChunk] }

func (l *chunkList[T]) appendElement(x T) {
	if l.elementCount%elementsPerChunk == 0 {
		l.chunks = append(l.chunks, make([]T, 0, min(elementsPerChunk, max(16, l.elementCount))))
	}
	last := &l.chunks[len(l.chunks)-1]
	*last = append(*last, x)
	l.elementCount++
}

// setIndex gives indices to sets, in the order in which they are added. It is a hash table with open addressing.
type setIndex struct {
	sets chunkList[bitSet] // the sets, at their indices
	// for each slot of the hash table, the index of its set plus one, or 0 if the slot is free
	hashSlots []uint32
}

func (x *setIndex) slotOfSet(s bitSet) uint32 {
	mask := uint32(len(x.hashSlots) - 1)
	at := uint32(s.Hash()>>32) & mask
	for x.hashSlots[at] != 0 && *x.sets.elementAt(int(x.hashSlots[at] - 1)) != s {
		at = (at + 1) & mask
	}
	return at
}

// numberOfSet returns the index of a set, or -1.
func (x *setIndex) numberOfSet(s bitSet) int {
	if len(x.hashSlots) == 0 {
		return -1
	}
	return int(x.hashSlots[x.slotOfSet(s)]) - 1
}

// addSet gives the next index to a set that is not in the table.
func (x *setIndex) addSet(s bitSet) {
	x.sets.appendElement(s)
	if 4*x.sets.elementCount <= 3*len(x.hashSlots) {
		x.hashSlots[x.slotOfSet(s)] = uint32(x.sets.elementCount)
		return
	}
	x.hashSlots = make([]uint32, max(16, 2*len(x.hashSlots)))
	for n := range x.sets.elementCount {
		x.hashSlots[x.slotOfSet(*x.sets.elementAt(n))] = uint32(n + 1)
	}
}

// regionTerms holds the numbers of ways in which options of one side can cover a region, which is a set of open items
// of that side.
type regionTerms struct {
	// one term for each multiset of hubs (items that options on both sides share) that the options hold; see
	// [termLayout]
	terms    []uint64
	wayCount float64 // number of ways if each hub could be covered any number of times
}

// regionStore holds the results of all regions computed so far. It is divided into shards, so that threads rarely wait
// for one another, and little memory is copied at a time when a shard grows.
type regionStore struct {
	*sideLayout
	shards [64]regionShard
}

func (r *regionStore) regionCount() (n int64) {
	for k := range r.shards {
		n += int64(r.shards[k].regionPlaces.elementCount)
	}
	return n
}

// regionShard is one part of a regionStore, with a lock of its own. It holds the regions whose hashes belong to it.
type regionShard struct {
	mutex sync.Mutex
	setIndex
	regionPlaces chunkList[storedRegion] // for each region by its index, the place of its terms
	termChunks   [][]uint64              // terms of all regions, in chunks
}

// storedRegion is the place of a region's terms in the termChunks of its shard.
type storedRegion struct {
	// index of the chunk of terms; index of the first term in that chunk; number of terms
	chunkIndex, firstTerm, termCount uint32
	wayCount                         float64 // number of ways if each hub could be covered any number of times
}

func (sh *regionShard) findRegion(open bitSet) (regionTerms, bool) {
	sh.mutex.Lock()
	defer sh.mutex.Unlock()
	n := sh.setIndex.numberOfSet(open)
	if n < 0 {
		return regionTerms{}, false
	}
	return sh.termsOfRegion(n), true
}

func (sh *regionShard) termsOfRegion(n int) regionTerms {
	f := sh.regionPlaces.elementAt(n)
	return regionTerms{sh.termChunks[f.chunkIndex][f.firstTerm : f.firstTerm+f.termCount], f.wayCount}
}

// storeRegion stores a region unless another thread has stored it. It returns the stored terms, and
// the bytes that were added.
func (sh *regionShard) storeRegion(open bitSet, r regionTerms) (kept regionTerms, bytes int64) {
	sh.mutex.Lock()
	defer sh.mutex.Unlock()
	if n := sh.setIndex.numberOfSet(open); n >= 0 {
		return sh.termsOfRegion(n), 0
	}
	last := len(sh.termChunks) - 1
	if last < 0 || len(sh.termChunks[last])+len(r.terms) > cap(sh.termChunks[last]) {
		last++
		sh.termChunks = append(sh.termChunks, make([]uint64, 0, max(len(r.terms), termsPerChunk>>max(0, 7-last))))
	}
	sh.regionPlaces.appendElement(storedRegion{uint32(last), uint32(len(sh.termChunks[last])), uint32(len(r.terms)),
		r.wayCount})
	sh.termChunks[last] = append(sh.termChunks[last], r.terms...)
	sh.setIndex.addSet(open)
	return sh.termsOfRegion(sh.regionPlaces.elementCount - 1), regionBytes + 8*int64(len(r.terms))
}

// termsPerChunk is the number of terms that are allocated at once.
const termsPerChunk = 1 << 13

// regionBytes is the memory of a region without its terms, in bytes.
const regionBytes = 52

// regionBaseWork is the work of a region without its options and terms, in units of MaxWork.
const regionBaseWork = 20

// childRegion is the region that remains open after an option is chosen, with the hubs that the option covers.
type childRegion struct {
	regionTerms
	hubUnits uint64
}

// emptyTerms holds the term of the empty region: one way, without hubs.
var emptyTerms = []uint64{1}

// coverRegion returns the numbers of ways in which options of a side cover the open items. It tries the options of the
// item nearest to the cut. So the remaining region is always the outer part of the side, and such regions occur often.
func (w *countWorker) coverRegion(r *regionStore, open bitSet) regionTerms {
	b := open.Intersect(r.primaryBits).FirstNumber()
	if b == maxBitsPerSide {
		return regionTerms{emptyTerms, 1}
	}
	open = open.Intersect(r.primaryBits.Union(r.relevantBits[b]))
	sh := &r.shards[open.Hash()%uint64(len(r.shards))]
	if known, ok := sh.findRegion(open); ok || w.err != nil {
		return known
	}
	from, tried := len(w.children), 0
	for _, o := range r.optionsByFirstItem[b] {
		if o.neededBits.IsSubset(open) {
			tried++
			if kept := w.coverRegion(r, open.Subtract(o.closedBits)); len(kept.terms) > 0 {
				w.children = append(w.children, childRegion{kept, o.hubUnits})
			}
		}
	}
	if tried == 0 {
		return regionTerms{} // not stored, because it can be computed again as quickly
	}
	sum, work := w.sumChildren(w.children[from:])
	if w.children = w.children[:from]; w.err != nil {
		return regionTerms{} // after an error the list of children may be incomplete
	}
	kept, bytes := sh.storeRegion(open, sum)
	if bytes > 0 {
		w.recordError(w.addWork(regionBaseWork+work+int64(len(r.optionsByFirstItem[b])), bytes))
	}
	return kept
}

// sumChildren adds the terms of all children, each with the hubs of its option. The result is valid until the next
// call, which overwrites it.
func (w *countWorker) sumChildren(children []childRegion) (sum regionTerms, work int64) {
	for _, k := range children {
		work += int64(len(k.terms))
		sum.wayCount += k.wayCount
	}
	w.regionSum.beginTally(int(work))
	for _, k := range children {
		for _, term := range k.terms {
			if w.termsFitTogether(term, k.hubUnits) {
				w.regionSum.addTerm(term + k.hubUnits)
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
	if b == maxBitsPerSide {
		return true
	}
	options, tried := s.optionsByFirstItem[b], 0
	for tried < len(options) && w.err == nil {
		o := &options[tried]
		if tried++; o.neededBits.IsSubset(open) && w.termsFitTogether(hubs, o.hubUnits) &&
			w.isFillable(s, open.Subtract(o.closedBits), required, hubs+o.hubUnits) {
			w.recordError(w.addWork(1+int64(tried)/triesPerUnit, 0))
			return true
		}
	}
	w.recordError(w.addWork(1+int64(tried)/triesPerUnit, 0))
	return false
}

// triesPerUnit is the number of options tried in the time of one unit of work.
const triesPerUnit = 8
