package halves

import (
	"math/big"
	"math/bits"

	"quadrille/runtime/matrix"
)

// termLayout says how they are written. A term says how often options cover each hub, and in how
// many ways: in one word, so that there is room for many. The count is in the low bits,
// modulo a prime. Above it each hub has a field. A hub that is covered once has one bit;
// another one has bits for its number, and one above them, which shows when it is covered
// too often.
type termLayout struct {
	low       uint64 // the bits of the count
	prime     uint64
	once      uint64 // the fields of one bit
	bias      uint64 // what takes a number that is too large to its upper bit
	guard     uint64 // the upper bits
	full      uint64 // each hub as often as possible
	unit      map[matrix.ItemID]uint64
	hubSlacks []hubSlack
}

// hubSlack is what hubs may lack: something that takes part in up to so many copies.
type hubSlack struct {
	taken     uint64
	maxCopies int
}

// maxHubBits leaves 20 bits for counts.
const maxHubBits = 44

// newTermLayout lays out the hubs. It returns false if they are too many.
func newTermLayout(p *matrix.Problem, hubs []matrix.ItemID) (*termLayout, bool) {
	t := &termLayout{unit: map[matrix.ItemID]uint64{}}
	width, bounds := 0, boundsOf(p)
	for _, i := range hubs {
		if width += fieldBits(bounds[i]); width > maxHubBits {
			return nil, false
		}
	}
	shift := 64 - width
	t.low = 1<<min(shift, 62) - 1
	for _, i := range hubs {
		t.unit[i] = 1 << shift
		b := bounds[i]
		t.full |= uint64(b.Max) << shift
		if w := fieldBits(b); w == 1 {
			t.once |= 1 << shift
		} else {
			t.guard |= 1 << (shift + w - 1)
			t.bias |= (1<<(w-1) - 1 - uint64(b.Max)) << shift
		}
		shift += fieldBits(b)
		if b.Max > b.Min {
			t.hubSlacks = append(t.hubSlacks, hubSlack{t.unit[i], int(b.Max - b.Min)})
		}
	}
	t.prime = t.low
	t.nextPrime()
	return t, true
}

// boundsOf returns how often each item is covered: no more often than there are options that hold it.
func boundsOf(p *matrix.Problem) []matrix.Bound {
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

// fieldBits returns how many bits a hub takes.
func fieldBits(b matrix.Bound) int {
	if b.Max > 1 {
		return bits.Len32(uint32(b.Max)) + 1
	}
	return 1
}

// nextPrime goes on to the next smaller prime.
func (t *termLayout) nextPrime() {
	for t.prime--; !new(big.Int).SetUint64(t.prime).ProbablyPrime(0); t.prime-- {
	}
}

// canCombine reports whether no hub is covered too often by two terms together.
func (t *termLayout) canCombine(a, b uint64) bool { return a&b&t.once|(a+b+t.bias)&t.guard == 0 }

// termTally adds terms up: it is a table of terms by their hubs, in which 0 is a free place.
type termTally struct {
	*termLayout
	room    []uint64 // all of it is free but for places
	places  []uint64 // as many as a power of 2
	shift   int      // of a hash, for the number of its place
	used    int
	wrapped bool // a count was larger than the prime
}

func newTermTally(t *termLayout) *termTally {
	y := &termTally{termLayout: t}
	y.beginTally(0)
	return y
}

// beginTally makes an empty tally fit for some terms; it grows if there are more.
func (y *termTally) beginTally(terms int) {
	n := 1 << bits.Len(uint(max(8, 2*terms)))
	if n > len(y.room) {
		y.room = make([]uint64, n)
		// Pages that are read before they are written are mapped twice, and the other threads wait meanwhile.
		clear(y.room)
	}
	y.places, y.shift, y.used = y.room[:n], 64-bits.Len(uint(n-1)), 0
}

// placeOf returns the place of the term that covers hubs, or where it would be.
func (y *termTally) placeOf(hubs uint64) int {
	at := int(hubs * 0x9e3779b97f4a7c15 >> y.shift)
	for {
		if w := y.places[at]; w == 0 || (w^hubs)&^y.low == 0 {
			return at
		}
		at = (at + 1) & (len(y.places) - 1)
	}
}

func (y *termTally) addTerm(term uint64) {
	at := y.placeOf(term &^ y.low)
	old := y.places[at]
	if old == 0 {
		y.insertTerm(at, term)
		return
	}
	sum := old&y.low + term&y.low
	if sum > y.prime { // the prime itself stands for 0, which would look like a free place
		sum, y.wrapped = sum-y.prime, true
	}
	y.places[at] = old&^y.low | sum
}

func (y *termTally) insertTerm(at int, term uint64) {
	y.places[at] = term
	if y.used++; 2*y.used <= len(y.places) {
		return
	}
	old := y.places
	y.room = nil
	y.beginTally(len(old))
	for _, term := range old {
		if term != 0 {
			y.places[y.placeOf(term&^y.low)] = term
			y.used++
		}
	}
}

// drainTerms empties the tally, and appends its terms to a list.
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
	y.used = 0
}
