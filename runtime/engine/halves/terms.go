package halves

import (
	"math/big"
	"math/bits"

	"quadrille/runtime/matrix"
)

// termLayout is the layout of the bits of a term, a word that records how often options cover each hub, and in how many
// ways they can do so. (Hubs are items that options on both sides share.) The low bits hold the number of ways, modulo
// a prime. The other bits are divided into a field for each hub. A hub that is covered once has a field of one bit. Any
// other field holds the number of covers, and above it a guard bit that is set if the hub is covered too often.
type termLayout struct {
	countMask       uint64 // mask of the bits that hold the number of ways
	countModulus    uint64 // modulus of the number of ways, a prime
	singleBitFields uint64 // mask of the hub fields that have one bit
	// carryAddend is a number that, added to a term, sets the guard bit of each field whose number exceeds its maximum.
	carryAddend    uint64
	guardBits      uint64                   // guard bits of the fields that hold numbers
	termOfFullHubs uint64                   // term in which each hub is covered as often as it may be
	hubUnitOf      map[matrix.ItemID]uint64 // for each hub, the number that is added to a term to cover the hub once
	// hubSlacks lists the sets of hubs that options without other items may cover, or that may stay uncovered.
	hubSlacks []hubSlack
}

// hubSlack is a set of hubs that may be covered several times without using an item of either side.
type hubSlack struct {
	hubUnits  uint64 // number that is added to a term to cover each hub of the set once
	maxCopies int    // largest number of times that hubUnits may be added
}

// maxHubBits is the largest number of bits of all hub fields together. It leaves 20 bits for the number of ways.
const maxHubBits = 44

// newTermLayout lays out the hubs. It returns false if they need too many bits.
func newTermLayout(p *matrix.Problem, hubs []matrix.ItemID) (*termLayout, bool) {
	t := &termLayout{hubUnitOf: map[matrix.ItemID]uint64{}}
	width, bounds := 0, effectiveBounds(p)
	for _, i := range hubs {
		if width += bitsOfHubField(bounds[i]); width > maxHubBits {
			return nil, false
		}
	}
	shift := 64 - width
	t.countMask = 1<<min(shift, 62) - 1
	for _, i := range hubs {
		t.hubUnitOf[i] = 1 << shift
		b := bounds[i]
		t.termOfFullHubs |= uint64(b.Max) << shift
		if w := bitsOfHubField(b); w == 1 {
			t.singleBitFields |= 1 << shift
		} else {
			t.guardBits |= 1 << (shift + w - 1)
			t.carryAddend |= (1<<(w-1) - 1 - uint64(b.Max)) << shift
		}
		shift += bitsOfHubField(b)
		if b.Max > b.Min {
			t.hubSlacks = append(t.hubSlacks, hubSlack{t.hubUnitOf[i], int(b.Max - b.Min)})
		}
	}
	t.countModulus = t.countMask
	t.nextPrime()
	return t, true
}

// effectiveBounds returns the multiplicity of each item. The upper bound is at most the number of options that hold the
// item.
func effectiveBounds(p *matrix.Problem) []matrix.Bound {
	bounds := make([]matrix.Bound, p.ItemCount())
	for i, options := range p.OptionCounts() {
		bounds[i].Max = 1
		if i < p.PrimaryCount() {
			bounds[i] = p.Bound(matrix.ItemID(i))
			bounds[i].Max = max(bounds[i].Min, min(bounds[i].Max, options))
		}
	}
	return bounds
}

// bitsOfHubField returns the number of bits in the field of a hub with the given bounds.
func bitsOfHubField(b matrix.Bound) int {
	if b.Max > 1 {
		return bits.Len32(uint32(b.Max)) + 1
	}
	return 1
}

// nextPrime replaces the modulus by the next smaller prime.
func (t *termLayout) nextPrime() {
	for t.countModulus--; !new(big.Int).SetUint64(t.countModulus).ProbablyPrime(0); t.countModulus-- {
	}
}

// termsFitTogether reports whether two terms together cover no hub too often.
func (t *termLayout) termsFitTogether(a, b uint64) bool {
	return a&b&t.singleBitFields|(a+b+t.carryAddend)&t.guardBits == 0
}

// termTally adds up terms by their hubs. It is a hash table in which 0 is a free place.
type termTally struct {
	*termLayout
	allocatedPlaces  []uint64 // memory that contains the slice places; all its other words are 0
	places           []uint64 // table in use; its length is a power of 2
	hashShift        int      // number of bits by which a hash is shifted to get a place
	termCount        int      // number of terms in the table
	hasExceededPrime bool     // whether some number of ways has exceeded the prime
}

func newTermTally(t *termLayout) *termTally {
	y := &termTally{termLayout: t}
	y.beginTally(0)
	return y
}

// beginTally empties the tally and makes room for the given number of terms. The tally grows if there are more.
func (y *termTally) beginTally(terms int) {
	n := 1 << bits.Len(uint(max(8, 2*terms)))
	if n > len(y.allocatedPlaces) {
		y.allocatedPlaces = make([]uint64, n)
		// Pages that are read before they are written would be mapped twice, and other threads would wait for that.
		clear(y.allocatedPlaces)
	}
	y.places, y.hashShift, y.termCount = y.allocatedPlaces[:n], 64-bits.Len(uint(n-1)), 0
}

// placeOfTerm returns the place of the term with the given hubs, or a free place if the table has no such term.
func (y *termTally) placeOfTerm(hubs uint64) int {
	at := int(hubs * 0x9e3779b97f4a7c15 >> y.hashShift)
	for {
		if w := y.places[at]; w == 0 || (w^hubs)&^y.countMask == 0 {
			return at
		}
		at = (at + 1) & (len(y.places) - 1)
	}
}

func (y *termTally) addTerm(term uint64) {
	at := y.placeOfTerm(term &^ y.countMask)
	old := y.places[at]
	if old == 0 {
		y.insertTerm(at, term)
		return
	}
	sum := old&y.countMask + term&y.countMask
	if sum > y.countModulus { // the prime itself stands for 0, because a 0 would mark a free place
		sum, y.hasExceededPrime = sum-y.countModulus, true
	}
	y.places[at] = old&^y.countMask | sum
}

func (y *termTally) insertTerm(at int, term uint64) {
	y.places[at] = term
	if y.termCount++; 2*y.termCount <= len(y.places) {
		return
	}
	old := y.places
	y.allocatedPlaces = nil
	y.beginTally(len(old))
	for _, term := range old {
		if term != 0 {
			y.places[y.placeOfTerm(term&^y.countMask)] = term
			y.termCount++
		}
	}
}

// drainTerms appends the terms of the tally to a list, and empties the tally.
func (y *termTally) drainTerms(list []uint64) []uint64 {
	list = y.listTerms(list)
	y.clearTerms()
	return list
}

func (y *termTally) listTerms(list []uint64) []uint64 {
	for _, term := range y.places {
		if term != 0 {
			list = append(list, term)
		}
	}
	return list
}

func (y *termTally) clearTerms() {
	clear(y.places)
	y.termCount = 0
}
