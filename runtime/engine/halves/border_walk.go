package halves

import (
	"math/big"
	"math/bits"
	"slices"
)

// borderWalk enumerates the sets of crossing options that leave a given border of the left side. It
// joins that border with the border that each set leaves of the right side.
type borderWalk struct {
	*countWorker
	border         *sideBorder
	borderTerms    *termTally // terms of the border by their hubs (counts of ways to cover it), once they are needed
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
	k.chooseUses(b.setNumber, len(k.leftovers.uses), k.right.startBits, 0)
	k.countWork(int64(len(b.terms)))
	n := new(big.Int)
	for _, word := range slices.Backward(k.productSum[:]) {
		n.Lsh(n, 64).Or(n, new(big.Int).SetUint64(word))
	}
	k.solutionCount.Add(k.solutionCount, n.Mul(n, big.NewInt(int64(b.classSize))))
	for _, s := range k.hubSlacks {
		k.approxProducts *= float64(s.maxCopies + 1)
	}
	k.upperBound.Add(k.upperBound, big.NewFloat(roundedUp*k.approxProducts*float64(b.classSize)))
	k.regionSum.wrapped = k.regionSum.wrapped || k.borderTerms.wrapped
}

// roundedUp is the factor that makes up for the rounding errors of sums and products.
const roundedUp = 1 + 1e-6

// maxUncounted is the largest amount of work, in steps, that is not in the account yet. joinSteps
// is the number of steps in a unit of work.
const maxUncounted, joinSteps = 1 << 13, 3

func (k *borderWalk) countWork(work int64) {
	if k.uncountedWork += work; k.uncountedWork > maxUncounted {
		k.flushWork()
	}
}

func (k *borderWalk) flushWork() {
	done := k.steps.Add(k.uncountedWork)
	k.noteError(k.addWork(done/joinSteps-(done-k.uncountedWork)/joinSteps, 0))
	k.uncountedWork = 0
}

// chooseUses goes back from leftover set n to the whole side along all steps. For the use of each
// step it chooses an option. The argument right is what the chosen options leave open of the right
// side, and hubs are the hubs that they cover.
func (k *borderWalk) chooseUses(n int32, before int, right bitSet, hubs uint64) {
	if n == 0 {
		k.multiplyBorders(right, hubs)
	}
	l := k.leftovers
	for at := l.lastStep[n]; at >= 0 && k.err == nil; {
		s := l.steps.elementAt(int(at))
		if at = s.previousStep; l.nextUse[s.use] > before {
			continue
		}
		list := l.optionsByUse[s.use]
		k.countWork(int64(len(list)))
		for m := range list {
			if c := &list[m]; c.right.neededBits.IsSubset(right) && k.canCombine(hubs, c.hubs) {
				k.chooseUses(s.from, int(s.use), right.Subtract(c.right.closedBits), hubs+c.hubs)
			}
		}
	}
}

// multiplyBorders adds the products of the terms of both borders. If the sides are alike, each pair
// of borders occurs in both orders. Then the pair is multiplied once, with weight 2: where the left
// border has the lower rank.
func (k *borderWalk) multiplyBorders(right bitSet, hubs uint64) {
	b := k.rights.borderOf(right)
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
	k.approxProducts += float64(weight) * b.ways * k.border.ways
	k.countWork(int64(len(b.terms)))
	missing := k.fullTerm - hubs
	for _, term := range b.terms {
		if !k.canCombine(term, hubs) {
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

// fillTerms fills the tally with the terms of the border. It adds each possible number of options
// that hold hubs only.
func (k *borderWalk) fillTerms() {
	k.borderTerms.beginTally(len(k.border.terms))
	for _, term := range k.border.terms {
		k.borderTerms.addTerm(term)
	}
	for _, s := range k.hubSlacks {
		k.termBuffer = k.borderTerms.listTerms(k.termBuffer[:0])
		k.countWork(int64(len(k.borderTerms.places)) / placesWork)
		for _, term := range k.termBuffer {
			for n := 0; n < s.maxCopies && k.canCombine(term, s.hubUnits) && k.err == nil; n++ {
				term += s.hubUnits
				k.borderTerms.addTerm(term)
				k.countWork(addSteps)
				if int64(len(k.borderTerms.places))*tallyBytes > k.maxBytes {
					k.noteError(ErrMemory)
				}
			}
		}
	}
}

// addSteps is the number of steps for an addition to a table larger than a cache.
const addSteps = 3 * joinSteps

// placesWork is the number of table places that are read in the time of one step.
const placesWork = 2

// tallyBytes is the number of bytes for each place of a tally, including its growth.
const tallyBytes = 24
