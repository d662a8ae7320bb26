package halves

import (
	"math/big"
	"math/bits"
	"slices"
)

// borderWalk enumerates the sets of crossing options that leave a given border (a set of items) open on the left side.
// It combines that border with the border that the same options leave open on the right side.
type borderWalk struct {
	*countWorker
	leftBorder      *sideBorder
	borderTerms     *termTally // terms of the left border, added up by hubs; empty before the first use
	productSum      [3]uint64  // sum of the products of term counts, lowest word first
	productEstimate float64    // upper estimate of productSum, to detect an overflow
	unreportedWork  int64      // work that has not been added to the workAccount, in steps
	solutionCount   *big.Int   // number of solutions found by this walk
	upperBound      *big.Float // upper bound of the number of solutions found by this walk
}

func newBorderWalk(w *countWorker) *borderWalk {
	return &borderWalk{countWorker: w, borderTerms: newTermTally(w.termLayout), solutionCount: new(big.Int),
		upperBound: new(big.Float)}
}

// joinBorder adds the solutions whose crossing options leave border b of the left side open, or an image of b under a
// symmetry.
func (k *borderWalk) joinBorder(b *sideBorder) {
	k.leftBorder, k.productSum, k.productEstimate = b, [3]uint64{}, 0
	k.borderTerms.clearTerms()
	k.chooseOptionsForUses(b.setNumber, len(k.leftLeftovers.sideUses), k.rightSide.initialBits, 0)
	k.addWorkSteps(int64(len(b.terms)))
	n := new(big.Int)
	for _, word := range slices.Backward(k.productSum[:]) {
		n.Lsh(n, 64).Or(n, new(big.Int).SetUint64(word))
	}
	k.solutionCount.Add(k.solutionCount, n.Mul(n, big.NewInt(int64(b.classSize))))
	for _, s := range k.hubSlacks {
		k.productEstimate *= float64(s.maxCopies + 1)
	}
	k.upperBound.Add(k.upperBound, big.NewFloat(roundingFactor*k.productEstimate*float64(b.classSize)))
	k.regionSum.hasExceededPrime = k.regionSum.hasExceededPrime || k.borderTerms.hasExceededPrime
}

// roundingFactor compensates for the rounding errors of sums and products of floating point numbers.
const roundingFactor = 1 + 1e-6

// maxUnreportedWork is the largest amount of work, in steps, before the work is added to the workAccount. stepsPerUnit
// is the number of steps in a unit of work.
const maxUnreportedWork, stepsPerUnit = 1 << 13, 3

func (k *borderWalk) addWorkSteps(work int64) {
	if k.unreportedWork += work; k.unreportedWork > maxUnreportedWork {
		k.reportWorkSteps()
	}
}

func (k *borderWalk) reportWorkSteps() {
	done := k.joinSteps.Add(k.unreportedWork)
	k.recordError(k.addWork(done/stepsPerUnit-(done-k.unreportedWork)/stepsPerUnit, 0))
	k.unreportedWork = 0
}

// chooseOptionsForUses goes from the leftover set with index n back to the whole side, along all sequences of steps,
// and chooses an option for the use of each step. The argument right is the set that the options chosen so far leave
// open on the right side. The argument hubs encodes the hubs that these options cover, as in a term.
func (k *borderWalk) chooseOptionsForUses(n int32, beforeUse int, right bitSet, hubs uint64) {
	if n == 0 {
		k.multiplyBorders(right, hubs)
	}
	l := k.leftLeftovers
	for at := l.lastStepTo[n]; at >= 0 && k.err == nil; {
		s := l.allSteps.elementAt(int(at))
		if at = s.previousStep; l.firstUseAfter[s.chosenUse] > beforeUse {
			continue
		}
		list := l.optionsOfUse[s.chosenUse]
		k.addWorkSteps(int64(len(list)))
		for m := range list {
			if c := &list[m]; c.rightUse.neededBits.IsSubset(right) && k.termsFitTogether(hubs, c.hubUnits) {
				k.chooseOptionsForUses(s.fromSet, int(s.chosenUse), right.Subtract(c.rightUse.closedBits),
					hubs+c.hubUnits)
			}
		}
	}
}

// multiplyBorders adds the products of the terms of the left border and of the right border to the count. If a symmetry
// exchanges the sides, each pair of borders occurs in both orders. Then the pair is multiplied only in the order in
// which the left border has the lower rank, and counts twice.
func (k *borderWalk) multiplyBorders(right bitSet, hubs uint64) {
	b := k.rightBorders.borderOf(right)
	if b == nil {
		return
	}
	weight := uint64(1)
	if k.areSidesAlike && b.classRank != k.leftBorder.classRank {
		if b.classRank < k.leftBorder.classRank {
			return
		}
		weight = 2
	}
	if k.borderTerms.termCount == 0 {
		k.fillBorderTerms()
	}
	k.productEstimate += float64(weight) * b.wayCount * k.leftBorder.wayCount
	k.addWorkSteps(int64(len(b.terms)))
	missing := k.termOfFullHubs - hubs
	for _, term := range b.terms {
		if !k.termsFitTogether(term, hubs) {
			continue
		}
		if other := k.borderTerms.places[k.borderTerms.placeOfTerm(missing-term&^k.countMask)]; other != 0 {
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

// fillBorderTerms fills the tally with the terms of the left border, combined with each possible choice of options that
// hold only hubs.
func (k *borderWalk) fillBorderTerms() {
	k.borderTerms.beginTally(len(k.leftBorder.terms))
	for _, term := range k.leftBorder.terms {
		k.borderTerms.addTerm(term)
	}
	for _, s := range k.hubSlacks {
		k.termBuffer = k.borderTerms.listTerms(k.termBuffer[:0])
		k.addWorkSteps(int64(len(k.borderTerms.places)) / placesReadPerStep)
		for _, term := range k.termBuffer {
			for n := 0; n < s.maxCopies && k.termsFitTogether(term, s.hubUnits) && k.err == nil; n++ {
				term += s.hubUnits
				k.borderTerms.addTerm(term)
				k.addWorkSteps(largeTallyAddSteps)
				if int64(len(k.borderTerms.places))*tallyPlaceBytes > k.maxBytes {
					k.recordError(ErrMemory)
				}
			}
		}
	}
}

// largeTallyAddSteps is the number of steps for an addition to a table larger than a cache.
const largeTallyAddSteps = 3 * stepsPerUnit

// placesReadPerStep is the number of places of a table that are read in the time of one step.
const placesReadPerStep = 2

// tallyPlaceBytes is the number of bytes for each place of a tally, including its growth.
const tallyPlaceBytes = 24
