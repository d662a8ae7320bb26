package halves

import (
	"cmp"
	"slices"

	"quadrille/runtime/bits128"
	"quadrille/runtime/matrix"
)

// bitSet is a set of bits of a side.
type bitSet = bits128.Set

const maxSideBits = bits128.Limit

// firstImage returns the first of a set and where permutations take it.
func firstImage(s bitSet, permutations [][]uint8) bitSet {
	first := s
	for _, to := range permutations {
		if image := s.ImageUnder(to); image.Compare(first) < 0 {
			first = image
		}
	}
	return first
}

// crossingOption is an option that takes something of both sides.
type crossingOption struct {
	id          matrix.OptionID
	left, right sideUse
	hubs        uint64
}

// leftoverSets are all that sets of crossing options leave open of a side: what is left when
// uses of the side are chosen one after the other, in their order.
type leftoverSets struct {
	*sideLayout
	setIndex
	uses  []sideUse // by their first primary item
	next  []int     // of each use, the first that may follow it
	tried []int32   // of each set, the use from which on all have been tried
	alive []bool    // of each set, whether it may be covered, or one to which steps lead from it
	last  []int32   // of each set, the last of the steps to it, or -1
	steps chunkList[leftoverStep]
	most  int64

	fitting [][]crossingOption // by use: the options of which it is
}

// leftoverStep leads to a set, by choosing a use where another set is open.
type leftoverStep struct {
	from, use int32
	before    int32 // another step to the same set, or -1
}

// leftoverBytes is what a set takes, and stepBytes what a step does; leftoverWork is what it takes to
// store a set.
const leftoverBytes, stepBytes, leftoverWork = 40, 12, 12

// newLeftoverSets takes the uses of options. Those that hold no primary item of the side stay
// apart, as options that agree on a color may be chosen together.
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

// fileByUse files the options by the numbers of their uses.
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

// reachSets finds what is left open when uses from one on are chosen, and returns the number
// of what is open now.
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

// addStep notes the step from one set to another by a use, unless it leads nowhere.
func (l *leftoverSets) addStep(w *countWorker, from, use int, to int32) {
	if l.alive[to] {
		l.alive[from] = true
		l.steps.appendElement(leftoverStep{int32(from), int32(use), l.last[to]})
		l.last[to] = int32(l.steps.n - 1)
		w.noteError(w.addWork(1, stepBytes))
	}
}

// decidedItems returns the primary items, near the cut, that no use after one takes first.
func (l *leftoverSets) decidedItems(k int) bitSet {
	b := l.firstItem(l.uses[k])
	if b == maxSideBits {
		return bitSet{}
	}
	if n := l.next[k]; n < len(l.uses) && l.firstItem(l.uses[n]) < maxSideBits {
		b = l.firstItem(l.uses[n]) - 1
	}
	return bits128.SetBelow(b + 1).Intersect(l.primary)
}

// sideBorder is what may be left open of a side and can be covered.
type sideBorder struct {
	open   bitSet
	number int32 // among the leftovers
	regionTerms
	rank int // of its class under the symmetries; 0 has the most terms
	size int // of its class, for one of it; else 0
}

// borderList are those of a side.
type borderList struct {
	setIndex
	list      []sideBorder
	regions   *regionStore
	leftovers int64
}

// borderOf returns what is known of a border, or nil if it cannot be covered.
func (b *borderList) borderOf(open bitSet) *sideBorder {
	if n := b.findSet(open); n >= 0 {
		return &b.list[n]
	}
	return nil
}

// borderBytes is what a border takes beside its terms, and imageWork what it takes to find its image.
const borderBytes, imageWork = 120, 2

// findBorders finds those of both sides, and the leftovers of the left one.
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

// bordersOf finds the borders of a side, and covers one of each class under the symmetries
// that keep the hubs.
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

// rankBorders puts the borders with many terms first. Those that the symmetries of the side take
// to each other have one rank.
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
