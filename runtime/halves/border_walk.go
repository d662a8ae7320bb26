package halves

import (
	"math/big"
	"math/bits"
	"slices"
)

// borderWalk chooses crossing options that leave one border of the left side, in all ways, and
// joins it with what they leave of the right side.
type borderWalk struct {
	*countWorker
	border   *sideBorder
	ways     *termTally // the terms of the border, once they are needed
	products [3]uint64
	pairs    float64 // products of ways
	work     int64   // that is not booked yet
	sum      *big.Int
	bound    *big.Float // of the sum, if no count is taken modulo a prime
}

func newBorderWalk(w *countWorker) *borderWalk {
	return &borderWalk{countWorker: w, ways: newTermTally(w.termLayout), sum: new(big.Int), bound: new(big.Float)}
}

// joinBorder adds the solutions in which crossing options leave a border of the left side, and
// those in which they leave an image of it.
func (k *borderWalk) joinBorder(b *sideBorder) {
	k.border, k.products, k.pairs = b, [3]uint64{}, 0
	k.ways.clearTerms()
	k.chooseUses(b.number, len(k.leftovers.uses), k.right.start, 0)
	k.countWork(int64(len(b.terms)))
	n := new(big.Int)
	for _, word := range slices.Backward(k.products[:]) {
		n.Lsh(n, 64).Or(n, new(big.Int).SetUint64(word))
	}
	k.sum.Add(k.sum, n.Mul(n, big.NewInt(int64(b.size))))
	for _, s := range k.hubSlacks {
		k.pairs *= float64(s.maxCopies + 1)
	}
	k.bound.Add(k.bound, big.NewFloat(roundedUp*k.pairs*float64(b.size)))
	k.sums.wrapped = k.sums.wrapped || k.ways.wrapped
}

// roundedUp makes up for what sums and products of floating-point numbers lose.
const roundedUp = 1 + 1e-6

// maxUncounted is how much may be done before it is booked. So many steps of a join take as long as
// a unit of other work.
const maxUncounted, joinSteps = 1 << 13, 3

func (k *borderWalk) countWork(work int64) {
	if k.work += work; k.work > maxUncounted {
		k.flushWork()
	}
}

func (k *borderWalk) flushWork() {
	done := k.steps.Add(k.work)
	k.noteError(k.addWork(done/joinSteps-(done-k.work)/joinSteps, 0))
	k.work = 0
}

// chooseUses goes back from what is left open to where all of the side is, on all ways, and
// chooses an option for each use on the way.
func (k *borderWalk) chooseUses(n int32, before int, right bitSet, hubs uint64) {
	if n == 0 {
		k.multiplyBorders(right, hubs)
	}
	l := k.leftovers
	for at := l.last[n]; at >= 0 && k.err == nil; {
		s := l.steps.elementAt(int(at))
		if at = s.before; l.next[s.use] > before {
			continue
		}
		list := l.fitting[s.use]
		k.countWork(int64(len(list)))
		for m := range list {
			if c := &list[m]; c.right.need.IsSubset(right) && k.canCombine(hubs, c.hubs) {
				k.chooseUses(s.from, int(s.use), right.Subtract(c.right.clear), hubs+c.hubs)
			}
		}
	}
}

// multiplyBorders multiplies the terms of both borders. If the sides are alike, a pair of borders is
// met on both; it counts twice where the left one has more terms.
func (k *borderWalk) multiplyBorders(right bitSet, hubs uint64) {
	b := k.rights.borderOf(right)
	if b == nil {
		return
	}
	weight := uint64(1)
	if k.sidesAlike && b.rank != k.border.rank {
		if b.rank < k.border.rank {
			return
		}
		weight = 2
	}
	if k.ways.used == 0 {
		k.fillTerms()
	}
	k.pairs += float64(weight) * b.ways * k.border.ways
	k.countWork(int64(len(b.terms)))
	missing := k.full - hubs
	for _, term := range b.terms {
		if !k.canCombine(term, hubs) {
			continue
		}
		if other := k.ways.places[k.ways.placeOf(missing-term&^k.low)]; other != 0 {
			k.multiplyTerms((other&k.low)*weight, term&k.low)
		}
	}
}

func (k *borderWalk) multiplyTerms(x, y uint64) {
	hi, lo := bits.Mul64(x, y)
	var carry uint64
	k.products[0], carry = bits.Add64(k.products[0], lo, 0)
	k.products[1], carry = bits.Add64(k.products[1], hi, carry)
	k.products[2] += carry
}

// fillTerms makes the table of the terms of the border, to which slack is added in all ways.
func (k *borderWalk) fillTerms() {
	k.ways.beginTally(len(k.border.terms))
	for _, term := range k.border.terms {
		k.ways.addTerm(term)
	}
	for _, s := range k.hubSlacks {
		k.termBuffer = k.ways.listTerms(k.termBuffer[:0])
		k.countWork(int64(len(k.ways.places)) / placesWork)
		for _, term := range k.termBuffer {
			for n := 0; n < s.maxCopies && k.canCombine(term, s.taken) && k.err == nil; n++ {
				term += s.taken
				k.ways.addTerm(term)
				k.countWork(addSteps)
				if int64(len(k.ways.places))*tallyBytes > k.limit {
					k.noteError(ErrMemory)
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
