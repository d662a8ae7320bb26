package halves

import (
	"math/big"
	"math/bits"
	"slices"
)

// borderWalk enumerates the sets of crossing options that leave a given border open on the left side. It joins that
// border with the border that the same options leave open on the right side.
type borderWalk struct {
	*countWorker
	border         *sideBorder
	borderTerms    *termTally // numbers of ways to cover the border, by hubs; empty until it is needed
	productSum     [3]uint64  // sum of the products of term counts, lowest word first
	approxProducts float64    // approximate number of products, as a bound of their sum
	uncountedWork  int64      // work that is not in the account yet, in steps
	solutionCount  *big.Int   // number of solutions found by this walk
	upperBound     *big.Float // upper bound of the number of solutions
}

func newBorderWalk(w *countWorker) *borderWalk {
	return &borderWalk{countWorker: w, borderTerms: newTermTally(w.termLayout), solutionCount: new(big.Int),
		upperBound: new(big.Float)}
}

// joinBorder adds the solutions whose crossing options leave border b, or an image of it under a
// symmetry, of the left side.
func (k *borderWalk) joinBorder(b *sideBorder) {
	k.border, k.productSum, k.approxProducts = b, [3]uint64{}, 0
	k.borderTerms.clearTerms()
	k.chooseUses(b.setNumber, len(k.leftovers.sideUses), k.right.startBits, 0)
	k.countWork(int64(len(b.terms)))
	n := new(big.Int)
	for _, word := range slices.Backward(k.productSum[:]) {
		n.Lsh(n, 64).Or(n, new(big.Int).SetUint64(word))
	}
	k.solutionCount.Add(k.solutionCount, n.Mul(n, big.NewInt(int64(b.classSize))))
	for _, s := range k.hubSlacks {
		k.approxProducts *= float64(s.maxCopies + 1)
	}
	k.upperBound.Add(k.upperBound, big.NewFloat(roundingFactor*k.approxProducts*float64(b.classSize)))
	k.regionSum.exceededPrime = k.regionSum.exceededPrime || k.borderTerms.exceededPrime
}

// roundingFactor is the factor that makes up for the rounding errors of sums and products.
const roundingFactor = 1 + 1e-6

// maxUncounted is the largest amount of work, in steps, that a walk does before it adds the work to the account.
// stepsPerUnit is the number of steps in a unit of work.
const maxUncounted, stepsPerUnit = 1 << 13, 3

func (k *borderWalk) countWork(work int64) {
	if k.uncountedWork += work; k.uncountedWork > maxUncounted {
		k.flushWork()
	}
}

func (k *borderWalk) flushWork() {
	done := k.steps.Add(k.uncountedWork)
	k.recordError(k.addWork(done/stepsPerUnit-(done-k.uncountedWork)/stepsPerUnit, 0))
	k.uncountedWork = 0
}

// chooseUses goes back from leftover set n to the whole side, along all sequences of steps. For the use of each step
// it chooses an option. The argument right is the set that the options chosen so far leave open on the right side,
// and hubs are the hubs that they cover.
func (k *borderWalk) chooseUses(n int32, beforeUse int, right bitSet, hubs uint64) {
	if n == 0 {
		k.multiplyBorders(right, hubs)
	}
	l := k.leftovers
	for at := l.lastStep[n]; at >= 0 && k.err == nil; {
		s := l.steps.elementAt(int(at))
		if at = s.previousStep; l.nextUse[s.use] > beforeUse {
			continue
		}
		list := l.optionsByUse[s.use]
		k.countWork(int64(len(list)))
		for m := range list {
			if c := &list[m]; c.right.neededBits.IsSubset(right) && k.fitTogether(hubs, c.hubs) {
				k.chooseUses(s.from, int(s.use), right.Subtract(c.right.closedBits), hubs+c.hubs)
			}
		}
	}
}

// multiplyBorders adds the products of the terms of both borders to the count. If a symmetry exchanges the sides, each
// pair of borders occurs in both orders. Then the pair is multiplied only in the order in which the left border has the
// lower rank, and counts twice.
func (k *borderWalk) multiplyBorders(right bitSet, hubs uint64) {
	b := k.rightBorders.borderOf(right)
	if b == nil {
		return
	}
	weight := uint64(1)
	if k.sidesAlike && b.classRank != k.border.classRank {
		if b.classRank < k.border.classRank {
			return
		}
		weight = 2
	}
	if k.borderTerms.termCount == 0 {
		k.fillTerms()
	}
	k.approxProducts += float64(weight) * b.wayCount * k.border.wayCount
	k.countWork(int64(len(b.terms)))
	missing := k.fullTerm - hubs
	for _, term := range b.terms {
		if !k.fitTogether(term, hubs) {
			continue
		}
		if other := k.borderTerms.places[k.borderTerms.placeOf(missing-term&^k.countMask)]; other != 0 {
			k.multiplyTerms((other&k.countMask)*weight, term&k.countMask)
		}
	}
}

func (k *borderWalk) multiplyTerms(x, y uint64) {
	hi, lo := bits.Mul64(x, y)
	var carry uint64
	k.productSum[0], carry = bits.Add64(k.productSum[0], lo, 0)
	k.productSum[1], carry = bits.Add64(k.productSum[1], hi, carry)
	k.productSum[2] += carry
}

// fillTerms fills the tally with the terms of the border, combined with each possible choice of options that hold only
// hubs.
func (k *borderWalk) fillTerms() {
	k.borderTerms.beginTally(len(k.border.terms))
	for _, term := range k.border.terms {
		k.borderTerms.addTerm(term)
	}
	for _, s := range k.hubSlacks {
		k.termBuffer = k.borderTerms.listTerms(k.termBuffer[:0])
		k.countWork(int64(len(k.borderTerms.places)) / placesPerStep)
		for _, term := range k.termBuffer {
			for n := 0; n < s.maxCopies && k.fitTogether(term, s.hubUnits) && k.err == nil; n++ {
				term += s.hubUnits
				k.borderTerms.addTerm(term)
				k.countWork(tallyAddSteps)
				if int64(len(k.borderTerms.places))*tallyBytes > k.maxBytes {
					k.recordError(ErrMemory)
				}
			}
		}
	}
}

// tallyAddSteps is the number of steps for an addition to a table larger than a cache.
const tallyAddSteps = 3 * stepsPerUnit

// placesPerStep is the number of table places that are read in the time of one step.
const placesPerStep = 2

// tallyBytes is the number of bytes for each place of a tally, including its growth.
const tallyBytes = 24
