package halves

import (
	"math/big"
	"math/bits"

	"quadrille/runtime/matrix"
)

// termLayout is the layout of terms. A term is the number of times that options cover each hub, and
// the number of ways to do so, in one word, because there are many terms. The count is in the low
// bits, modulo a prime. Above it each hub has a field. The field of a hub that is covered once is
// one bit. Another field holds a number, and has one more bit at the top, which is set when the hub
// is covered too often.
type termLayout struct {
	low       uint64 // the bits of the count
	prime     uint64
	once      uint64 // the fields of one bit
	bias      uint64 // by field, the addend that carries a number beyond the hub's maximum into the top bit
	guard     uint64 // the top bits
	full      uint64 // each hub at its maximum
	unit      map[matrix.ItemID]uint64
	hubSlacks []hubSlack
}

// hubSlack is an amount by which hubs may fall short: taken, up to maxCopies times.
type hubSlack struct {
	taken     uint64
	maxCopies int
}

// maxHubBits bounds the bits of the hubs, and leaves 20 bits for the count.
const maxHubBits = 44

// newTermLayout lays out the hubs. It returns false if they need too many bits.
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

// boundsOf returns the bounds of each item. The upper one is at most the number of options that
// hold the item.
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

// fieldBits returns the number of bits of a hub's field.
func fieldBits(b matrix.Bound) int {
	if b.Max > 1 {
		return bits.Len32(uint32(b.Max)) + 1
	}
	return 1
}

// nextPrime moves to the next smaller prime.
func (t *termLayout) nextPrime() {
	for t.prime--; !new(big.Int).SetUint64(t.prime).ProbablyPrime(0); t.prime-- {
	}
}

// canCombine reports whether two terms together cover no hub too often.
func (t *termLayout) canCombine(a, b uint64) bool { return a&b&t.once|(a+b+t.bias)&t.guard == 0 }

// termTally is a sum of terms: a hash table of terms by their hubs, in which 0 is a free place.
type termTally struct {
	*termLayout
	room    []uint64 // allocated places; all are 0 except those of places
	places  []uint64 // their number is a power of 2
	shift   int      // number of bits to shift a hash by, to get a place
	used    int
	wrapped bool // whether a count has exceeded the prime
}

func newTermTally(t *termLayout) *termTally {
	y := &termTally{termLayout: t}
	y.beginTally(0)
	return y
}

// beginTally makes an empty tally with room for the given number of terms. It grows if there are
// more.
func (y *termTally) beginTally(terms int) {
	n := 1 << bits.Len(uint(max(8, 2*terms)))
	if n > len(y.room) {
		y.room = make([]uint64, n)
		// Without this, pages that are read before they are written are mapped twice, and other threads
		// wait for that.
		clear(y.room)
	}
	y.places, y.shift, y.used = y.room[:n], 64-bits.Len(uint(n-1)), 0
}

// placeOf returns the place of the term with the given hubs, or the free place for it.
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
	if sum > y.prime { // the prime itself stands for 0, which marks a free place
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
