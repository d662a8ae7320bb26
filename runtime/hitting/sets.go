package hitting

import (
	"slices"

	"quadrille/runtime/matrix"
)

// hittingSet finds a smallest set that has an element of each set, if it is smaller than a bound.
// Every such set has at least as many elements as least. Ok tells whether one was found; if not,
// and the nodes have lasted, least is the bound.
func hittingSet(sets []matrix.Bits, n, bound, nodes int) (hit matrix.Bits, least int, ok bool) {
	s := &hitSearch{sets: sets, n: n, in: matrix.NewBits(n), barred: matrix.NewBits(n), best: bound, nodes: nodes}
	least = s.disjoint()
	s.walk(0)
	switch {
	case s.nodes < 0:
		return nil, least, false
	case s.hit == nil:
		return nil, bound, false
	}
	return s.hit, s.best, true
}

// hitSearch is a search for a smallest hitting set.
type hitSearch struct {
	sets       []matrix.Bits
	n          int
	in, barred matrix.Bits // elements that are chosen, and that may not be
	best       int
	hit        matrix.Bits
	nodes      int // that are left
}

// walk completes a choice of so many elements in every way that may be better than the best.
func (s *hitSearch) walk(size int) {
	if s.nodes--; s.nodes < 0 || size+s.disjoint() >= s.best {
		return
	}
	set := s.smallest()
	if set == nil {
		s.best, s.hit = size, slices.Clone(s.in)
		return
	}
	tried := s.byUse(set)
	for _, k := range tried {
		s.in.Add(k)
		s.walk(size + 1)
		s.in.Remove(k)
		s.barred.Add(k)
	}
	for _, k := range tried {
		s.barred.Remove(k)
	}
}

// open yields the sets that are not hit.
func (s *hitSearch) open(yield func(matrix.Bits) bool) {
	for _, set := range s.sets {
		if !meet(set, s.in) && !yield(set) {
			return
		}
	}
}

func meet(a, b matrix.Bits) bool {
	for w := range a {
		if a[w]&b[w] != 0 {
			return true
		}
	}
	return false
}

// free returns the elements of a set that may still be chosen.
func (s *hitSearch) free(set matrix.Bits) matrix.Bits {
	free := slices.Clone(set)
	for w := range free {
		free[w] &^= s.barred[w]
	}
	return free
}

// smallest returns an open set with the fewest elements that may be chosen, or nil.
func (s *hitSearch) smallest() (best matrix.Bits) {
	fewest := s.n + 1
	for set := range s.open {
		if n := s.free(set).Len(); n < fewest {
			best, fewest = set, n
		}
	}
	return best
}

// disjoint chooses open sets, as they come, that have no element in common that may be chosen.
// Each of them wants one of its own.
func (s *hitSearch) disjoint() (n int) {
	used := matrix.NewBits(s.n)
	for set := range s.open {
		free := s.free(set)
		if !meet(free, used) {
			n++
			for w := range used {
				used[w] |= free[w]
			}
		}
	}
	return n
}

// byUse lists the elements of a set that may be chosen, those first that hit most open sets.
func (s *hitSearch) byUse(set matrix.Bits) []int {
	use := make([]int, s.n)
	for other := range s.open {
		for k := range other.Each {
			use[k]++
		}
	}
	order := slices.Collect(s.free(set).Each)
	slices.SortStableFunc(order, func(i, j int) int { return use[j] - use[i] })
	return order
}
