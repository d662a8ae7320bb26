package halves

import (
	"cmp"
	"slices"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// bitSet is a set of bits of a side.
type bitSet = search.BitSet

const maxSideBits = search.MaxBits

// firstImage returns the first of a set and its images under permutations.
func firstImage(s bitSet, permutations [][]uint8) bitSet {
	first := s
	for _, to := range permutations {
		if image := s.ImageUnder(to); image.Compare(first) < 0 {
			first = image
		}
	}
	return first
}

// crossingOption is an option that holds something of both sides.
type crossingOption struct {
	id          matrix.OptionID
	left, right sideUse
	hubs        uint64
}

// leftoverSets is the list of all sets that crossing options can leave open of a side. Each is
// reached by choosing uses of the side one after the other, in their order.
type leftoverSets struct {
	*sideLayout
	setIndex
	uses  []sideUse // in the order of their first primary items
	next  []int     // by use: the first use that may follow it
	tried []int32   // by set: the use from which on all have been tried
	alive []bool    // by set: whether it, or a set reached from it, may be coverable
	last  []int32   // by set: the last of the steps to it, or -1
	steps chunkList[leftoverStep]
	most  int64

	fitting [][]crossingOption // by use: the options that have this use of the side
}

// leftoverStep leads from a set to another by choosing a use.
type leftoverStep struct {
	from, use int32
	before    int32 // index of another step to the same set, or -1
}

// leftoverBytes and stepBytes are the memory of a set and of a step; leftoverWork is the work of
// storing a set.
const leftoverBytes, stepBytes, leftoverWork = 40, 12, 12

// newLeftoverSets makes the list for the uses of options. Equal uses without a primary item of the
// side stay apart, because options that agree on a color may be chosen together.
func newLeftoverSets(s *sideLayout, uses []sideUse) *leftoverSets {
	slices.SortFunc(uses, s.compareUses)
	uses = slices.CompactFunc(uses, func(a, b sideUse) bool { return a == b && s.firstItem(a) < maxSideBits })
	l := &leftoverSets{sideLayout: s, uses: uses, next: make([]int, len(uses))}
	for k := len(uses) - 1; k >= 0; k-- {
		l.next[k] = k + 1
		if b := s.firstItem(uses[k]); b < maxSideBits && k+1 < len(uses) && s.firstItem(uses[k+1]) == b {
			l.next[k] = l.next[k+1]
		}
	}
	return l
}

// fileByUse groups the crossing options by the numbers of their uses.
func (l *leftoverSets) fileByUse(crossings []crossingOption) {
	l.fitting = make([][]crossingOption, len(l.uses))
	for _, c := range crossings {
		k, _ := slices.BinarySearchFunc(l.uses, c.left, l.compareUses)
		for l.firstItem(c.left) == maxSideBits && len(l.fitting[k]) > 0 {
			k++
		}
		l.fitting[k] = append(l.fitting[k], c)
	}
}

// reachSets finds the sets that are left open when uses from number from on are chosen, and returns
// the number of the set open.
func (l *leftoverSets) reachSets(w *countWorker, open bitSet, from int) int32 {
	n := l.findSet(open)
	if n < 0 {
		n = l.sets.n
		l.addSet(open)
		l.tried, l.last = append(l.tried, int32(len(l.uses))), append(l.last, -1)
		l.alive = append(l.alive, !l.isHopeless(open))
		w.noteError(w.addWork(leftoverWork, leftoverBytes))
		if l.most > 0 && int64(l.sets.n) > l.most {
			w.noteError(ErrWork)
		}
	}
	to := int(l.tried[n])
	if from >= to || w.err != nil {
		return int32(n)
	}
	l.tried[n] = int32(from)
	w.noteError(w.addWork(int64(to-from), 0))
	for k := from; k < to; k++ {
		u, left := &l.uses[k], open.Subtract(l.uses[k].clear)
		last := l.next[k] == len(l.uses)
		if u.need.IsSubset(open) && !(last && l.isHopeless(left)) &&
			w.isFillable(l.sideLayout, left, l.decidedItems(k), 0) {
			l.addStep(w, n, k, l.reachSets(w, left, l.next[k]))
		}
	}
	return int32(n)
}

// addStep records the step from one set to another by a use, unless no coverable set can be reached
// by it.
func (l *leftoverSets) addStep(w *countWorker, from, use int, to int32) {
	if l.alive[to] {
		l.alive[from] = true
		l.steps.appendElement(leftoverStep{int32(from), int32(use), l.last[to]})
		l.last[to] = int32(l.steps.n - 1)
		w.noteError(w.addWork(1, stepBytes))
	}
}

// decidedItems returns the primary items, near the cut, that are the first item of no use after use
// k.
func (l *leftoverSets) decidedItems(k int) bitSet {
	b := l.firstItem(l.uses[k])
	if b == maxSideBits {
		return bitSet{}
	}
	if n := l.next[k]; n < len(l.uses) && l.firstItem(l.uses[n]) < maxSideBits {
		b = l.firstItem(l.uses[n]) - 1
	}
	return search.BitsBelow(b + 1).Intersect(l.primary)
}

// sideBorder is a set that crossing options can leave open of a side, and that options of the side
// can cover.
type sideBorder struct {
	open   bitSet
	number int32 // number among the leftover sets
	regionTerms
	rank int // rank of its class under the symmetries; 0 has the most terms
	size int // size of its class, in one border of the class; else 0
}

// borderList is the list of the borders of a side.
type borderList struct {
	setIndex
	list      []sideBorder
	regions   *regionStore
	leftovers int64
}

// borderOf returns the border with an open set, or nil if it cannot be covered.
func (b *borderList) borderOf(open bitSet) *sideBorder {
	if n := b.findSet(open); n >= 0 {
		return &b.list[n]
	}
	return nil
}

// borderBytes is the memory of a border without its terms, and imageWork the work of computing its
// image.
const borderBytes, imageWork = 120, 2

// findBorders finds the borders of both sides, and the leftover sets of the left one.
func (e *halvesEngine) findBorders() (err error) {
	uses := [2][]sideUse{}
	for _, c := range e.crossings {
		uses[0], uses[1] = append(uses[0], c.left), append(uses[1], c.right)
	}
	part := 0.5 / float64(e.sideCount())
	if e.leftovers, e.lefts, err = e.bordersOf(e.left, uses[0], 0, part); err != nil {
		return err
	}
	e.leftovers.fileByUse(e.crossings)
	e.lefts.rankBorders(e.symmetries)
	if e.rights = e.lefts; !e.sidesAlike {
		_, e.rights, err = e.bordersOf(e.right, uses[1], part, part)
	}
	return err
}

// bordersOf finds the borders of a side. It covers one border of each class under the symmetries
// that keep the hubs. Done is the share of the count that precedes it, and part is its own share.
func (e *halvesEngine) bordersOf(s *sideLayout, uses []sideUse, done, part float64) (*leftoverSets, *borderList,
	error) {
	l, b := newLeftoverSets(s, uses), &borderList{regions: &regionStore{sideLayout: s}}
	l.most = e.options.MaxBorders
	l.reachSets(e.workers[0], s.start, 0)
	b.leftovers = int64(l.sets.n)
	covered, kind := make([]regionTerms, l.sets.n), make([]int, l.sets.n)
	err := e.shareTasks(l.sets.n, done, part, func(w *countWorker) (each func(int), end func()) {
		return func(n int) {
			open := *l.sets.elementAt(n)
			if kind[n] = n; s.isHopeless(open) {
				return
			}
			if s == e.left && len(e.hubKeeping) > 0 {
				w.noteError(w.addWork(imageWork*int64(len(e.hubKeeping)), 0))
				if first := l.findSet(firstImage(open, e.hubKeeping)); first >= 0 {
					kind[n] = first
				}
			}
			if kind[n] == n {
				covered[n] = w.coverRegion(b.regions, open)
			}
		}, func() {}
	})
	for n := range covered {
		if region := covered[kind[n]]; len(region.terms) > 0 && err == nil {
			b.addSet(*l.sets.elementAt(n))
			b.list = append(b.list, sideBorder{open: *l.sets.elementAt(n), number: int32(n), regionTerms: region})
			err = e.addWork(0, borderBytes)
		}
	}
	return l, b, err
}

// rankBorders gives the borders ranks, those with many terms first. Borders that symmetries of the
// side map to each other have the same rank.
func (b *borderList) rankBorders(symmetries [][]uint8) {
	kind, order := make([]bitSet, len(b.list)), make([]int, len(b.list))
	for n := range b.list {
		kind[n], order[n] = firstImage(b.list[n].open, symmetries), n
		b.borderOf(kind[n]).size++
	}
	slices.SortFunc(order, func(m, n int) int {
		return cmp.Or(cmp.Compare(len(b.list[n].terms), len(b.list[m].terms)), kind[m].Compare(kind[n]))
	})
	for k, n := range order {
		b.list[n].rank = k
		if k > 0 && kind[n] == kind[order[k-1]] {
			b.list[n].rank = b.list[order[k-1]].rank
		}
	}
}

// firstOfClasses returns one border of each class, by rank.
func (b *borderList) firstOfClasses() (first []*sideBorder) {
	for n := range b.list {
		if b.list[n].size > 0 {
			first = append(first, &b.list[n])
		}
	}
	slices.SortFunc(first, func(a, b *sideBorder) int { return a.rank - b.rank })
	return first
}
