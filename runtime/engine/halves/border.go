package halves

import (
	"cmp"
	"slices"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// bitSet is a set of bits that stand for the items of one side; see [sideLayout].
type bitSet = search.BitSet

const maxBitsPerSide = search.MaxBits

// leastImage returns the least of a set and its images under the permutations.
func leastImage(s bitSet, permutations [][]uint8) bitSet {
	first := s
	for _, to := range permutations {
		if image := s.ImageUnder(to); image.Compare(first) < 0 {
			first = image
		}
	}
	return first
}

// crossingOption is an option with items on both sides of the cut (the division of the items into a left and a right
// side).
type crossingOption struct {
	id                matrix.OptionID
	leftUse, rightUse sideUse // parts of the option on the left and on the right side
	// hubs of the option (items that options on both sides share), each covered once, encoded as in a term
	hubUnits uint64
}

// leftoverSets lists all sets of items that crossing options can leave open on one side. It finds them step by step:
// each step chooses a use, which is the part of a crossing option on that side. The uses of a set are chosen in a fixed
// order.
type leftoverSets struct {
	*sideLayout
	setIndex
	// sideUses lists the parts of crossing options on this side, in the order of their first primary items.
	sideUses      []sideUse
	firstUseAfter []int // for each use, the index of the first use that may be chosen after it
	// for each set, the index in sideUses from which on all uses have been tried
	firstTriedUse []int32
	// for each set, whether options of the side may cover it, or may cover a set that is reached from it
	isCoverable []bool
	lastStepTo  []int32                 // for each set, the index of the last step that leads to it, or -1
	allSteps    chunkList[leftoverStep] // all steps between sets
	maxSetCount int64                   // largest allowed number of sets; 0 means no limit

	optionsOfUse [][]crossingOption // for each use, the crossing options whose part on this side is that use
}

// leftoverStep is the step from one leftover set to another one, by choosing a use.
type leftoverStep struct {
	fromSet, chosenUse int32 // index of the set from which the step starts; index of the chosen use
	previousStep       int32 // index of the previous step to the same set, or -1
}

// leftoverBytes is the memory of a leftover set, and leftoverStepBytes that of a step, in bytes. leftoverWork is the
// work of storing a set, in units of [CountOptions.MaxWork].
const leftoverBytes, leftoverStepBytes, leftoverWork = 40, 12, 12

// newLeftoverSets returns an empty list for the given uses. Equal uses become one, unless they hold no primary item of
// the side: then options that agree on a color may be chosen together, so each needs a use of its own.
func newLeftoverSets(s *sideLayout, uses []sideUse) *leftoverSets {
	slices.SortFunc(uses, s.compareUses)
	uses = slices.CompactFunc(uses, func(a, b sideUse) bool { return a == b && s.firstItemOfUse(a) < maxBitsPerSide })
	l := &leftoverSets{sideLayout: s, sideUses: uses, firstUseAfter: make([]int, len(uses))}
	for k := len(uses) - 1; k >= 0; k-- {
		l.firstUseAfter[k] = k + 1
		if b := s.firstItemOfUse(uses[k]); b < maxBitsPerSide && k+1 < len(uses) && s.firstItemOfUse(uses[k+1]) == b {
			l.firstUseAfter[k] = l.firstUseAfter[k+1]
		}
	}
	return l
}

// groupOptionsByUse groups the crossing options by their parts on this side.
func (l *leftoverSets) groupOptionsByUse(crossings []crossingOption) {
	l.optionsOfUse = make([][]crossingOption, len(l.sideUses))
	for _, c := range crossings {
		k, _ := slices.BinarySearchFunc(l.sideUses, c.leftUse, l.compareUses)
		for l.firstItemOfUse(c.leftUse) == maxBitsPerSide && len(l.optionsOfUse[k]) > 0 {
			k++
		}
		l.optionsOfUse[k] = append(l.optionsOfUse[k], c)
	}
}

// addReachableSets adds the set open, and all sets that can be reached from it by choosing uses with index from or
// higher. It returns the index of the set open.
func (l *leftoverSets) addReachableSets(w *countWorker, open bitSet, from int) int32 {
	n := l.numberOfSet(open)
	if n < 0 {
		n = l.sets.elementCount
		l.addSet(open)
		l.firstTriedUse, l.lastStepTo = append(l.firstTriedUse, int32(len(l.sideUses))), append(l.lastStepTo, -1)
		l.isCoverable = append(l.isCoverable, !l.cannotBeCovered(open))
		w.recordError(w.addWork(leftoverWork, leftoverBytes))
		if l.maxSetCount > 0 && int64(l.sets.elementCount) > l.maxSetCount {
			w.recordError(ErrTooMuchWork)
		}
	}
	to := int(l.firstTriedUse[n])
	if from >= to || w.err != nil {
		return int32(n)
	}
	l.firstTriedUse[n] = int32(from)
	w.recordError(w.addWork(int64(to-from), 0))
	for k := from; k < to; k++ {
		u, left := &l.sideUses[k], open.Subtract(l.sideUses[k].closedBits)
		last := l.firstUseAfter[k] == len(l.sideUses)
		if u.neededBits.IsSubset(open) && !(last && l.cannotBeCovered(left)) &&
			w.isFillable(l.sideLayout, left, l.itemsBehindAllUses(k), 0) {
			l.addStep(w, n, k, l.addReachableSets(w, left, l.firstUseAfter[k]))
		}
	}
	return int32(n)
}

// addStep records the step from one set to another by a use, unless no set that can be covered is reached that way.
func (l *leftoverSets) addStep(w *countWorker, from, use int, to int32) {
	if l.isCoverable[to] {
		l.isCoverable[from] = true
		l.allSteps.appendElement(leftoverStep{int32(from), int32(use), l.lastStepTo[to]})
		l.lastStepTo[to] = int32(l.allSteps.elementCount - 1)
		w.recordError(w.addWork(1, leftoverStepBytes))
	}
}

// itemsBehindAllUses returns the primary items near the cut that no use which may be chosen after use k can cover.
func (l *leftoverSets) itemsBehindAllUses(k int) bitSet {
	b := l.firstItemOfUse(l.sideUses[k])
	if b == maxBitsPerSide {
		return bitSet{}
	}
	if n := l.firstUseAfter[k]; n < len(l.sideUses) && l.firstItemOfUse(l.sideUses[n]) < maxBitsPerSide {
		b = l.firstItemOfUse(l.sideUses[n]) - 1
	}
	return search.BitsBelow(b + 1).Intersect(l.primaryBits)
}

// sideBorder is a border: a set of items that crossing options leave open on one side and that options of that side can
// cover. It also holds the numbers of ways to cover the set.
type sideBorder struct {
	openBits  bitSet
	setNumber int32 // index of the set of open items among the leftover sets
	regionTerms
	classRank int // rank of the border's symmetry class, by descending number of terms
	classSize int // number of borders in the symmetry class, stored in one border of each class; 0 in the others
}

// borderList holds the borders of one side.
type borderList struct {
	setIndex
	borders       []sideBorder // all borders found
	regionStore   *regionStore // numbers of ways to cover the regions of this side
	leftoverCount int64        // number of leftover sets of this side
}

// borderOf returns the border with the given open items, or nil if options of the side cannot cover these items.
func (b *borderList) borderOf(open bitSet) *sideBorder {
	if n := b.numberOfSet(open); n >= 0 {
		return &b.borders[n]
	}
	return nil
}

// borderBytes is the memory of a border without its terms, in bytes. borderImageWork is the work of computing the
// border's image under a symmetry, in units of MaxWork.
const borderBytes, borderImageWork = 120, 2

// findBorders finds the borders of both sides, and the leftover sets of the left one.
func (e *halvesEngine) findBorders() (err error) {
	uses := [2][]sideUse{}
	for _, c := range e.crossingOptions {
		uses[0], uses[1] = append(uses[0], c.leftUse), append(uses[1], c.rightUse)
	}
	part := 0.5 / float64(e.distinctSideCount())
	if e.leftLeftovers, e.leftBorders, err = e.findSideBorders(e.leftSide, uses[0], 0, part); err != nil {
		return err
	}
	e.leftLeftovers.groupOptionsByUse(e.crossingOptions)
	e.leftBorders.rankBorders(e.sideSymmetries)
	if e.rightBorders = e.leftBorders; !e.areSidesAlike {
		_, e.rightBorders, err = e.findSideBorders(e.rightSide, uses[1], part, part)
	}
	return err
}

// findSideBorders finds the borders of a side. It computes the terms of one border in each symmetry class. For progress
// reports, doneShare is the fraction of the whole count that precedes this step, and stepShare is the fraction of this
// step.
func (e *halvesEngine) findSideBorders(s *sideLayout, uses []sideUse, doneShare, stepShare float64) (*leftoverSets,
	*borderList,
	error) {
	l, b := newLeftoverSets(s, uses), &borderList{regionStore: &regionStore{sideLayout: s}}
	l.maxSetCount = e.settings.MaxBorders
	l.addReachableSets(e.workers[0], s.initialBits, 0)
	b.leftoverCount = int64(l.sets.elementCount)
	covered, kind := make([]regionTerms, l.sets.elementCount), make([]int, l.sets.elementCount)
	err := e.shareTasks(l.sets.elementCount, doneShare, stepShare, func(w *countWorker) (each func(int), end func()) {
		return func(n int) {
			open := *l.sets.elementAt(n)
			if kind[n] = n; s.cannotBeCovered(open) {
				return
			}
			if s == e.leftSide && len(e.hubSymmetries) > 0 {
				w.recordError(w.addWork(borderImageWork*int64(len(e.hubSymmetries)), 0))
				if first := l.numberOfSet(leastImage(open, e.hubSymmetries)); first >= 0 {
					kind[n] = first
				}
			}
			if kind[n] == n {
				covered[n] = w.coverRegion(b.regionStore, open)
			}
		}, func() {}
	})
	for n := range covered {
		if region := covered[kind[n]]; len(region.terms) > 0 && err == nil {
			b.addSet(*l.sets.elementAt(n))
			b.borders = append(b.borders, sideBorder{openBits: *l.sets.elementAt(n), setNumber: int32(n),
				regionTerms: region})
			err = e.addWork(0, borderBytes)
		}
	}
	return l, b, err
}

// rankBorders ranks the borders by falling number of terms. Borders that symmetries of the side map
// to each other have the same rank.
func (b *borderList) rankBorders(symmetries [][]uint8) {
	kind, order := make([]bitSet, len(b.borders)), make([]int, len(b.borders))
	for n := range b.borders {
		kind[n], order[n] = leastImage(b.borders[n].openBits, symmetries), n
		b.borderOf(kind[n]).classSize++
	}
	slices.SortFunc(order, func(m, n int) int {
		return cmp.Or(cmp.Compare(len(b.borders[n].terms), len(b.borders[m].terms)), kind[m].Compare(kind[n]))
	})
	for k, n := range order {
		b.borders[n].classRank = k
		if k > 0 && kind[n] == kind[order[k-1]] {
			b.borders[n].classRank = b.borders[order[k-1]].classRank
		}
	}
}

// firstOfClasses returns one border of each symmetry class, by rank.
func (b *borderList) firstOfClasses() (first []*sideBorder) {
	for n := range b.borders {
		if b.borders[n].classSize > 0 {
			first = append(first, &b.borders[n])
		}
	}
	slices.SortFunc(first, func(a, b *sideBorder) int { return a.classRank - b.classRank })
	return first
}
