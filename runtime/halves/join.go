package halves

import (
	"math/big"
	"math/bits"
	"slices"
)

// walk chooses crossing options that leave one border of the left side, in all ways, and
// joins it with what they leave of the right side.
type walk struct {
	*worker
	border   *border
	ways     *tally // the terms of the border, once they are needed
	products [3]uint64
	pairs    float64 // products of ways
	work     int64   // that is not booked yet
	sum      *big.Int
	bound    *big.Float // of the sum, if no count is taken modulo a prime
}

func newWalk(w *worker) *walk {
	return &walk{worker: w, ways: newTally(w.terms), sum: new(big.Int), bound: new(big.Float)}
}

// join adds the solutions in which crossing options leave a border of the left side, and
// those in which they leave an image of it.
func (k *walk) join(b *border) {
	k.border, k.products, k.pairs = b, [3]uint64{}, 0
	k.ways.empty()
	k.choose(b.number, len(k.leftovers.uses), k.right.start, 0)
	k.book(int64(len(b.terms)))
	n := new(big.Int)
	for _, word := range slices.Backward(k.products[:]) {
		n.Lsh(n, 64).Or(n, new(big.Int).SetUint64(word))
	}
	k.sum.Add(k.sum, n.Mul(n, big.NewInt(int64(b.size))))
	for _, s := range k.spread {
		k.pairs *= float64(s.most + 1)
	}
	k.bound.Add(k.bound, big.NewFloat(roundedUp*k.pairs*float64(b.size)))
	k.sums.wrapped = k.sums.wrapped || k.ways.wrapped
}

// roundedUp makes up for what sums and products of floating-point numbers lose.
const roundedUp = 1 + 1e-6

// mostUnbooked is how much may be done before it is booked. So many steps of a join take as long as
// a unit of other work.
const mostUnbooked, joinSteps = 1 << 13, 3

func (k *walk) book(work int64) {
	if k.work += work; k.work > mostUnbooked {
		k.flush()
	}
}

func (k *walk) flush() {
	done := k.steps.Add(k.work)
	k.note(k.take(done/joinSteps-(done-k.work)/joinSteps, 0))
	k.work = 0
}

// choose goes back from what is left open to where all of the side is, on all ways, and
// chooses an option for each use on the way.
func (k *walk) choose(n int32, before int, right set, hubs uint64) {
	if n == 0 {
		k.meet(right, hubs)
	}
	l := k.leftovers
	for at := l.last[n]; at >= 0 && k.err == nil; {
		s := l.steps.at(int(at))
		if at = s.before; l.next[s.use] > before {
			continue
		}
		list := l.fitting[s.use]
		k.book(int64(len(list)))
		for m := range list {
			if c := &list[m]; c.right.need.Within(right) && k.agree(hubs, c.hubs) {
				k.choose(s.from, int(s.use), right.Without(c.right.clear), hubs+c.hubs)
			}
		}
	}
}

// meet multiplies the terms of both borders. If the sides are alike, a pair of borders is
// met on both; it counts twice where the left one has more terms.
func (k *walk) meet(right set, hubs uint64) {
	b := k.rights.border(right)
	if b == nil {
		return
	}
	weight := uint64(1)
	if k.alike && b.rank != k.border.rank {
		if b.rank < k.border.rank {
			return
		}
		weight = 2
	}
	if k.ways.used == 0 {
		k.fill()
	}
	k.pairs += float64(weight) * b.ways * k.border.ways
	k.book(int64(len(b.terms)))
	missing := k.full - hubs
	for _, term := range b.terms {
		if !k.agree(term, hubs) {
			continue
		}
		if other := k.ways.places[k.ways.place(missing-term&^k.low)]; other != 0 {
			k.multiply((other&k.low)*weight, term&k.low)
		}
	}
}

func (k *walk) multiply(x, y uint64) {
	hi, lo := bits.Mul64(x, y)
	var carry uint64
	k.products[0], carry = bits.Add64(k.products[0], lo, 0)
	k.products[1], carry = bits.Add64(k.products[1], hi, carry)
	k.products[2] += carry
}

// fill makes the table of the terms of the border, to which slack is added in all ways.
func (k *walk) fill() {
	k.ways.begin(len(k.border.terms))
	for _, term := range k.border.terms {
		k.ways.add(term)
	}
	for _, s := range k.spread {
		k.list = k.ways.list(k.list[:0])
		k.book(int64(len(k.ways.places)) / placesWork)
		for _, term := range k.list {
			for n := 0; n < s.most && k.agree(term, s.takes) && k.err == nil; n++ {
				term += s.takes
				k.ways.add(term)
				k.book(addSteps)
				if int64(len(k.ways.places))*tallyBytes > k.limit {
					k.note(ErrMemory)
				}
			}
		}
	}
}

// addSteps are what it takes to add a term to a table that is larger than a cache.
const addSteps = 3 * joinSteps

// placesWork is how many places of a tally are looked at in the time of a step.
const placesWork = 2

// tallyBytes is what a tally takes for each place, while it grows as well.
const tallyBytes = 24
