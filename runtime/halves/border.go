package halves

import (
	"cmp"
	"slices"

	"quadrille/runtime/bits128"
	"quadrille/runtime/matrix"
)

// set is a set of bits of a side.
type set = bits128.Set

const mostBits = bits128.Most

// firstImage returns the first of a set and where permutations take it.
func firstImage(s set, permutations [][]uint8) set {
	first := s
	for _, to := range permutations {
		if image := s.Image(to); image.Compare(first) < 0 {
			first = image
		}
	}
	return first
}

// crossing is an option that takes something of both sides.
type crossing struct {
	id          matrix.OptionID
	left, right use
	hubs        uint64
}

// leftovers are all that sets of crossing options leave open of a side: what is left when
// uses of the side are chosen one after the other, in their order.
type leftovers struct {
	*side
	index
	uses  []use   // by their first primary item
	next  []int   // of each use, the first that may follow it
	tried []int32 // of each set, the use from which on all have been tried
	alive []bool  // of each set, whether it may be covered, or one to which steps lead from it
	last  []int32 // of each set, the last of the steps to it, or -1
	steps list[step]
	most  int64

	fitting [][]crossing // by use: the options of which it is
}

// step leads to a set, by choosing a use where another set is open.
type step struct {
	from, use int32
	before    int32 // another step to the same set, or -1
}

// leftoverBytes is what a set takes, and stepBytes what a step does; leftoverWork is what it takes to
// store a set.
const leftoverBytes, stepBytes, leftoverWork = 40, 12, 12

// newLeftovers takes the uses of options. Those that hold no primary item of the side stay
// apart, as options that agree on a color may be chosen together.
func newLeftovers(s *side, uses []use) *leftovers {
	slices.SortFunc(uses, s.compare)
	uses = slices.CompactFunc(uses, func(a, b use) bool { return a == b && s.first(a) < mostBits })
	l := &leftovers{side: s, uses: uses, next: make([]int, len(uses))}
	for k := len(uses) - 1; k >= 0; k-- {
		l.next[k] = k + 1
		if b := s.first(uses[k]); b < mostBits && k+1 < len(uses) && s.first(uses[k+1]) == b {
			l.next[k] = l.next[k+1]
		}
	}
	return l
}

// fit files the options by the numbers of their uses.
func (l *leftovers) fit(crossings []crossing) {
	l.fitting = make([][]crossing, len(l.uses))
	for _, c := range crossings {
		k, _ := slices.BinarySearchFunc(l.uses, c.left, l.compare)
		for l.first(c.left) == mostBits && len(l.fitting[k]) > 0 {
			k++
		}
		l.fitting[k] = append(l.fitting[k], c)
	}
}

// reach finds what is left open when uses from one on are chosen, and returns the number
// of what is open now.
func (l *leftovers) reach(w *worker, open set, from int) int32 {
	n := l.find(open)
	if n < 0 {
		n = l.sets.n
		l.add(open)
		l.tried, l.last = append(l.tried, int32(len(l.uses))), append(l.last, -1)
		l.alive = append(l.alive, !l.hopeless(open))
		w.note(w.take(leftoverWork, leftoverBytes))
		if l.most > 0 && int64(l.sets.n) > l.most {
			w.note(ErrWork)
		}
	}
	to := int(l.tried[n])
	if from >= to || w.err != nil {
		return int32(n)
	}
	l.tried[n] = int32(from)
	w.note(w.take(int64(to-from), 0))
	for k := from; k < to; k++ {
		u, left := &l.uses[k], open.Without(l.uses[k].clear)
		last := l.next[k] == len(l.uses)
		if u.need.Within(open) && !(last && l.hopeless(left)) && w.fillable(l.side, left, l.decided(k), 0) {
			l.join(w, n, k, l.reach(w, left, l.next[k]))
		}
	}
	return int32(n)
}

// join notes the step from one set to another by a use, unless it leads nowhere.
func (l *leftovers) join(w *worker, from, use int, to int32) {
	if l.alive[to] {
		l.alive[from] = true
		l.steps.add(step{int32(from), int32(use), l.last[to]})
		l.last[to] = int32(l.steps.n - 1)
		w.note(w.take(1, stepBytes))
	}
}

// decided returns the primary items, near the cut, that no use after one takes first.
func (l *leftovers) decided(k int) set {
	b := l.first(l.uses[k])
	if b == mostBits {
		return set{}
	}
	if n := l.next[k]; n < len(l.uses) && l.first(l.uses[n]) < mostBits {
		b = l.first(l.uses[n]) - 1
	}
	return bits128.Below(b + 1).And(l.primary)
}

// border is what may be left open of a side and can be covered.
type border struct {
	open   set
	number int32 // among the leftovers
	region
	rank int // of its class under the symmetries; 0 has the most terms
	size int // of its class, for one of it; else 0
}

// borders are those of a side.
type borders struct {
	index
	list      []border
	regions   *regions
	leftovers int64
}

// border returns what is known of a border, or nil if it cannot be covered.
func (b *borders) border(open set) *border {
	if n := b.find(open); n >= 0 {
		return &b.list[n]
	}
	return nil
}

// borderBytes is what a border takes beside its terms, and imageWork what it takes to find its image.
const borderBytes, imageWork = 120, 2

// findBorders finds those of both sides, and the leftovers of the left one.
func (e *engine) findBorders() (err error) {
	uses := [2][]use{}
	for _, c := range e.crossings {
		uses[0], uses[1] = append(uses[0], c.left), append(uses[1], c.right)
	}
	part := 0.5 / float64(e.sides())
	if e.leftovers, e.lefts, err = e.bordersOf(e.left, uses[0], 0, part); err != nil {
		return err
	}
	e.leftovers.fit(e.crossings)
	e.lefts.rank(e.symmetries)
	if e.rights = e.lefts; !e.alike {
		_, e.rights, err = e.bordersOf(e.right, uses[1], part, part)
	}
	return err
}

// bordersOf finds the borders of a side, and covers one of each class under the symmetries
// that keep the hubs.
func (e *engine) bordersOf(s *side, uses []use, done, part float64) (*leftovers, *borders, error) {
	l, b := newLeftovers(s, uses), &borders{regions: &regions{side: s}}
	l.most = e.options.MaxBorders
	l.reach(e.workers[0], s.start, 0)
	b.leftovers = int64(l.sets.n)
	covered, kind := make([]region, l.sets.n), make([]int, l.sets.n)
	err := e.share(l.sets.n, done, part, func(w *worker) (each func(int), end func()) {
		return func(n int) {
			open := *l.sets.at(n)
			if kind[n] = n; s.hopeless(open) {
				return
			}
			if s == e.left && len(e.hubless) > 0 {
				w.note(w.take(imageWork*int64(len(e.hubless)), 0))
				if first := l.find(firstImage(open, e.hubless)); first >= 0 {
					kind[n] = first
				}
			}
			if kind[n] == n {
				covered[n] = w.cover(b.regions, open)
			}
		}, func() {}
	})
	for n := range covered {
		if region := covered[kind[n]]; len(region.terms) > 0 && err == nil {
			b.add(*l.sets.at(n))
			b.list = append(b.list, border{open: *l.sets.at(n), number: int32(n), region: region})
			err = e.take(0, borderBytes)
		}
	}
	return l, b, err
}

// rank puts the borders with many terms first. Those that the symmetries of the side take
// to each other have one rank.
func (b *borders) rank(symmetries [][]uint8) {
	kind, order := make([]set, len(b.list)), make([]int, len(b.list))
	for n := range b.list {
		kind[n], order[n] = firstImage(b.list[n].open, symmetries), n
		b.border(kind[n]).size++
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

// classes returns one border of each class, by rank.
func (b *borders) classes() (first []*border) {
	for n := range b.list {
		if b.list[n].size > 0 {
			first = append(first, &b.list[n])
		}
	}
	slices.SortFunc(first, func(a, b *border) int { return a.rank - b.rank })
	return first
}
