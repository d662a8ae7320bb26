package sparse

import (
	"math"
	"math/bits"
)

// choose returns the item that a node branches on, by the rule of the search, and
// the number of branches.
func (s *Search) choose() (item, branches int32) {
	switch {
	case s.options.Choose == First:
		return s.firstOpen()
	case s.options.Choose == DomWdeg:
		return s.leastRatio()
	case s.simple:
		return s.fewestOptions()
	}
	return s.fewestBranches()
}

// branches returns the number of ways to go on at an item: its options, less
// those that cannot be the first one chosen because too few would follow, and
// one more if it may be left as it is.
func (s *Search) branches(i int32) int32 { return max(0, s.size(i)+1-s.need(i)) }

// fewestOptions is MRV where each item is covered once. Then no item has lost
// its last option, or the search would know it; so an item with one option is
// the end of the scan.
func (s *Search) fewestOptions() (item, branches int32) {
	edges, base := s.edges, s.base
	item, branches = -1, math.MaxInt32
	for w, word := range s.active {
		for ; word != 0; word &= word - 1 {
			i := int32(w<<6 + bits.TrailingZeros64(word))
			if n := edges[i].end - base[i]; n < branches {
				if n <= 1 {
					return i, n
				}
				item, branches = i, n
			}
		}
	}
	return item, branches
}

// fewestBranches is MRV where items may be covered several times.
func (s *Search) fewestBranches() (item, branches int32) {
	item, branches = -1, math.MaxInt32
	for w, word := range s.active {
		for ; word != 0; word &= word - 1 {
			i := int32(w<<6 + bits.TrailingZeros64(word))
			if n := s.branches(i); n < branches {
				if n == 0 {
					return i, 0
				}
				item, branches = i, n
			}
		}
	}
	return item, branches
}

// firstOpen returns the first active item.
func (s *Search) firstOpen() (item, branches int32) {
	w := 0
	for s.active[w] == 0 {
		w++
	}
	item = int32(w<<6 + bits.TrailingZeros64(s.active[w]))
	return item, s.branches(item)
}

// forget makes all items weigh the same, for a rule that learns.
func (s *Search) forget() {
	if s.options.Choose != DomWdeg {
		return
	}
	s.weight = make([]float64, s.primary)
	for i := range s.weight {
		s.weight[i] = 1
	}
}

// leastRatio weighs the items by their failures.
func (s *Search) leastRatio() (item, branches int32) {
	least := math.Inf(1)
	for w, word := range s.active {
		for ; word != 0; word &= word - 1 {
			i := int32(w<<6 + bits.TrailingZeros64(word))
			n := s.branches(i)
			if n == 0 {
				s.weight[i]++
				return i, 0
			}
			ratio := float64(n) / s.weight[i]
			if n == 1 {
				ratio = 0
			}
			if ratio < least {
				item, branches, least = i, n, ratio
			}
		}
	}
	return item, branches
}
