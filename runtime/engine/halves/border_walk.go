package halves

import (
	"math/big"
	"math/bits"
	"slices"
)

// borderWalk goes through all sets of crossing options that leave one border of the left side, and
// joins that border with the border that each set leaves of the right side.
type borderWalk struct {
	*countWorker
	border   *sideBorder
	ways     *termTally // the terms of the border, once they are needed
	products [3]uint64
	pairs    float64 // sum of the products of ways
	work     int64   // work that is not counted in the account yet
	sum      *big.Int
	bound    *big.Float // upper bound of the number of solutions
}

func newBorderWalk(w *countWorker) *borderWalk {
	return &borderWalk{countWorker: w, ways: newTermTally(w.termLayout), sum: new(big.Int), bound: new(big.Float)}
}

// joinBorder adds the solutions whose crossing options leave border b of the left side, or an image
// of it.
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

// roundedUp is a factor that makes up for the rounding errors of sums and products.
const roundedUp = 1 + 1e-6

// maxUncounted is the amount of work that a walk may do before it counts it in the account. One
// unit of work is joinSteps steps of a join.
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

// chooseUses goes back from leftover set n to the whole side along all steps, and chooses an option
// for the use of each step. Right and hubs are what the chosen options leave of the right side, and
// the hubs that they cover.
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

// multiplyBorders multiplies the terms of both borders. If the sides are alike, each pair of
// borders occurs in both orders; it is multiplied once, where the left one has the lower rank,
// with weight 2.
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

// fillTerms fills the table with the terms of the border, with every possible amount of slack
// added.
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

// addSteps is the number of steps that an addition to a table larger than a cache takes.
const addSteps = 3 * joinSteps

// placesWork is the number of places of a tally that are read in the time of a step.
const placesWork = 2

// tallyBytes is the memory of a tally for each place, during its growth as well.
const tallyBytes = 24
