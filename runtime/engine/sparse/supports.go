package sparse

import (
	"maps"
	"slices"

	"quadrille/runtime/matrix"
)

// Consider an item that is covered once, and a secondary item to which each of its options gives a color. When the last
// of its options with a color is hidden, no solution has that color, so all options with it are hidden. The options
// are counted, for each such pair of items and each color (AC-4: R. Mohr and T. C. Henderson, "Arc and path consistency
// revisited", 1986). See also [matrix.Problem.SupportedItems], and package deduce, which does the same before a
// search.

// supportCounts counts the options that support colors. An option that is hidden supports none. The number of a
// counter stands for an item, a secondary item and a color.
type supportCounts struct {
	counts     []int32        // number of options that are not hidden, by counter
	counters   []countedColor // what a counter counts, by counter
	ofOptions  []int32        // counters of all options, one option after the other; nil if no colors are supported
	starts     []int32        // index in ofOptions at which an option begins, by index of the option
	lostColors []int32        // counters that have become 0
}

// countedColor is what a counter counts: the options of an item that give a color to another one.
type countedColor struct {
	item       int32   // rank of the item that must be covered
	colorNodes []int32 // nodes of the other item that have the color, in options of any items
}

// countSupports makes the counters, and hides the options with colors that have no support. The caller must not have
// hidden any options.
func (s *SetSearch) countSupports(p *matrix.Problem, rank []int32) {
	supported, _ := p.SupportedItems(4 * p.EntryCount())
	ofOption := make([][]int32, p.OptionCount()) // by number in the problem
	nodesByColor := make([]map[int32][]int32, p.ItemCount())
	for i, items := range supported {
		if p.Bound(matrix.ItemID(i)) != matrix.Once {
			continue
		}
		for _, z := range items {
			if nodesByColor[z] == nil {
				nodesByColor[z] = s.nodesByColor(rank[z])
			}
			counterOf := s.addCounters(rank[i], nodesByColor[z])
			for _, o := range p.OptionsByItem()[i] {
				k := counterOf[int32(p.ColorOf(o, z))]
				s.counts[k]++
				ofOption[o] = append(ofOption[o], k)
			}
		}
	}
	if len(s.counts) == 0 {
		return
	}
	s.ofOptions, s.recordsHidden = []int32{}, true
	for _, o := range s.optionIDs {
		s.starts = append(s.starts, int32(len(s.ofOptions)))
		s.ofOptions = append(s.ofOptions, ofOption[o]...)
	}
	s.starts = append(s.starts, int32(len(s.ofOptions)))
	for k, n := range s.counts {
		if n == 0 {
			s.lostColors = append(s.lostColors, int32(k))
		}
	}
	s.hideLostColors()
	s.hiddenNodes = s.hiddenNodes[:0]
}

// nodesByColor returns the nodes of secondary item z, by color.
func (s *SetSearch) nodesByColor(z int32) map[int32][]int32 {
	nodes := map[int32][]int32{}
	for _, x := range s.sets[s.setStarts[z]:s.setStarts[z+1]] {
		nodes[s.nodeColors[x]] = append(nodes[s.nodeColors[x]], x)
	}
	return nodes
}

// addCounters adds a counter for item i and each color of another item, whose nodes are given by color. There are
// counters for the colors that no option of item i gives as well. It returns the counters by color.
func (s *SetSearch) addCounters(i int32, nodesByColor map[int32][]int32) map[int32]int32 {
	counterOf := map[int32]int32{}
	for _, color := range slices.Sorted(maps.Keys(nodesByColor)) {
		counterOf[color] = int32(len(s.counts))
		s.counts = append(s.counts, 0)
		s.counters = append(s.counters, countedColor{i, nodesByColor[color]})
	}
	return counterOf
}

// countersOf returns the counters of the option of node x.
func (c *optionSets) countersOf(x int32) []int32 {
	o := c.optionOf[x]
	return c.ofOptions[c.starts[o]:c.starts[o+1]]
}

// hideLostColors hides the options with colors that no option of some open item supports any more. It returns false,
// with some options not hidden, if an item has too few options left.
func (s *SetSearch) hideLostColors() bool {
	for len(s.lostColors) > 0 {
		k := s.lostColors[len(s.lostColors)-1]
		s.lostColors = s.lostColors[:len(s.lostColors)-1]
		c := s.counters[k]
		if s.counts[k] > 0 || s.coversLeft[c.item] == 0 {
			continue
		}
		for _, x := range c.colorNodes {
			if s.isAlive(x) && !s.hide(x) {
				return false
			}
		}
	}
	return true
}
