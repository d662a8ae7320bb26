package halves

import (
	"math/big"
	"math/bits"

	"quadrille/runtime/matrix"
)

// terms says how they are written. A term says how often options cover each hub, and in how
// many ways: in one word, so that there is room for many. The count is in the low bits,
// modulo a prime. Above it each hub has a field. A hub that is covered once has one bit;
// another one has bits for its number, and one above them, which shows when it is covered
// too often.
type terms struct {
	low    uint64 // the bits of the count
	prime  uint64
	once   uint64 // the fields of one bit
	bias   uint64 // what takes a number that is too large to its upper bit
	guard  uint64 // the upper bits
	full   uint64 // each hub as often as possible
	unit   map[matrix.ItemID]uint64
	spread []slack
}

// slack is what hubs may lack: something that takes part in up to so many copies.
type slack struct {
	takes uint64
	most  int
}

// mostHubBits leaves 20 bits for counts.
const mostHubBits = 44

// newTerms lays out the hubs. It returns false if they are too many.
func newTerms(p *matrix.Problem, hubs []matrix.ItemID) (*terms, bool) {
	t := &terms{unit: map[matrix.ItemID]uint64{}}
	width, bounds := 0, boundsOf(p)
	for _, i := range hubs {
		if width += fieldOf(bounds[i]); width > mostHubBits {
			return nil, false
		}
	}
	shift := 64 - width
	t.low = 1<<min(shift, 62) - 1
	for _, i := range hubs {
		t.unit[i] = 1 << shift
		b := bounds[i]
		t.full |= uint64(b.Max) << shift
		if w := fieldOf(b); w == 1 {
			t.once |= 1 << shift
		} else {
			t.guard |= 1 << (shift + w - 1)
			t.bias |= (1<<(w-1) - 1 - uint64(b.Max)) << shift
		}
		shift += fieldOf(b)
		if b.Max > b.Min {
			t.spread = append(t.spread, slack{t.unit[i], int(b.Max - b.Min)})
		}
	}
	t.prime = t.low
	t.nextPrime()
	return t, true
}

// boundsOf returns how often each item is covered: no more often than there are options that hold it.
func boundsOf(p *matrix.Problem) []matrix.Bound {
	bounds := make([]matrix.Bound, p.Items())
	for i, options := range p.Lengths() {
		bounds[i].Max = 1
		if i < p.Primary() {
			bounds[i] = p.Bound(matrix.ItemID(i))
			bounds[i].Max = max(bounds[i].Min, min(bounds[i].Max, options))
		}
	}
	return bounds
}

// fieldOf returns how many bits a hub takes.
func fieldOf(b matrix.Bound) int {
	if b.Max > 1 {
		return bits.Len32(uint32(b.Max)) + 1
	}
	return 1
}

// nextPrime goes on to the next smaller prime.
func (t *terms) nextPrime() {
	for t.prime--; !new(big.Int).SetUint64(t.prime).ProbablyPrime(0); t.prime-- {
	}
}

// agree reports whether no hub is covered too often by two terms together.
func (t *terms) agree(a, b uint64) bool { return a&b&t.once|(a+b+t.bias)&t.guard == 0 }

// tally adds terms up: it is a table of terms by their hubs, in which 0 is a free place.
type tally struct {
	*terms
	room    []uint64 // all of it is free but for places
	places  []uint64 // as many as a power of 2
	shift   int      // of a hash, for the number of its place
	used    int
	wrapped bool // a count was larger than the prime
}

func newTally(t *terms) *tally {
	y := &tally{terms: t}
	y.begin(0)
	return y
}

// begin makes an empty tally fit for some terms; it grows if there are more.
func (y *tally) begin(terms int) {
	n := 1 << bits.Len(uint(max(8, 2*terms)))
	if n > len(y.room) {
		y.room = make([]uint64, n)
		// Pages that are read before they are written are mapped twice, and the other threads wait meanwhile.
		clear(y.room)
	}
	y.places, y.shift, y.used = y.room[:n], 64-bits.Len(uint(n-1)), 0
}

// place returns the place of the term that covers hubs, or where it would be.
func (y *tally) place(hubs uint64) int {
	at := int(hubs * 0x9e3779b97f4a7c15 >> y.shift)
	for {
		if w := y.places[at]; w == 0 || (w^hubs)&^y.low == 0 {
			return at
		}
		at = (at + 1) & (len(y.places) - 1)
	}
}

func (y *tally) add(term uint64) {
	at := y.place(term &^ y.low)
	old := y.places[at]
	if old == 0 {
		y.insert(at, term)
		return
	}
	sum := old&y.low + term&y.low
	if sum > y.prime { // the prime itself stands for 0, which would look like a free place
		sum, y.wrapped = sum-y.prime, true
	}
	y.places[at] = old&^y.low | sum
}

func (y *tally) insert(at int, term uint64) {
	y.places[at] = term
	if y.used++; 2*y.used <= len(y.places) {
		return
	}
	old := y.places
	y.room = nil
	y.begin(len(old))
	for _, term := range old {
		if term != 0 {
			y.places[y.place(term&^y.low)] = term
			y.used++
		}
	}
}

// drain empties the tally, and appends its terms to a list.
func (y *tally) drain(list []uint64) []uint64 {
	list = y.list(list)
	y.empty()
	return list
}

func (y *tally) list(list []uint64) []uint64 {
	for _, term := range y.places {
		if term != 0 {
			list = append(list, term)
		}
	}
	return list
}

func (y *tally) empty() {
	clear(y.places)
	y.used = 0
}
