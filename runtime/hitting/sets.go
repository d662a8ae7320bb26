package hitting

import (
	"slices"

	"quadrille/runtime/matrix"
)

// hittingSet finds a smallest set that has an element of each set, of which every one has at least so many
// elements, if it is smaller than a bound. Every such set has at least as many elements as least. Ok tells whether one was found; if not,
// and the nodes have lasted, least is the bound.
func hittingSet(sets []matrix.Bits, n, least, bound, nodes int) (hit matrix.Bits, atLeast int, ok bool) {
	s := &hitSearch{sets: sets, n: n, in: matrix.NewBits(n), barred: matrix.NewBits(n), nodes: nodes}
	for least = max(least, s.disjoint()); least < bound; least++ {
		if s.most = least; s.walk(0) {
			return s.in, least, true
		}
		if s.nodes < 0 {
			break
		}
	}
	return nil, least, false
}

// hitSearch is a search for a smallest hitting set.
type hitSearch struct {
	sets       []matrix.Bits
	n          int
	in, barred matrix.Bits // elements that are chosen, and that may not be
	most       int         // so many may be chosen
	nodes      int         // that are left
}

// walk completes a choice of so many elements, if it can be.
func (s *hitSearch) walk(size int) bool {
	if s.nodes--; s.nodes < 0 || size+s.disjoint() > s.most {
		return false
	}
	set := s.smallest()
	if set == nil {
		return true
	}
	tried := s.byUse(set)
	for _, k := range tried {
		s.in.Add(k)
		if s.walk(size + 1) {
			return true
		}
		s.in.Remove(k)
		s.barred.Add(k)
	}
	for _, k := range tried {
		s.barred.Remove(k)
	}
	return false
}

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
