package sparse

import (
	"maps"
	"slices"

	"quadrille/runtime/matrix"
)

// Consider an item that is covered once, and a secondary item to which each option of the first item gives a color.
// When the last of these options with a certain color is hidden, no solution has that color any more. Then all options
// that give the color to the secondary item are hidden. The remaining options are counted, for each such pair of items
// and each color (AC-4: R. Mohr and T. C. Henderson, "Arc and path consistency revisited", 1986). See also
// [matrix.Problem.SupportedItems], and package deduce, which does the same before a search.

// supportCounts counts the options that support colors. An option supports the color that it gives to a secondary item,
// until it is hidden. Each counter belongs to an item that is covered once, a secondary item and a color.
type supportCounts struct {
	supportCount  []int32        // for each counter, the number of its options that are not hidden
	countedColors []countedColor // for each counter, what it counts
	itemColors    []itemColor    // colors that options give to secondary items
	// counters of all options, one option after the other; nil if no colors are supported
	countersOfOptions []int32
	// for each option by its index, the index in countersOfOptions at which its counters begin
	counterStarts      []int32
	emptiedCounters    []int32 // indices of counters that have become 0 and are not handled yet
	unsupportedCount   int64   // number of options hidden because a color lost its support, since the search began
	countedUnsupported int64   // value of unsupportedCount when nodes were last counted
}

// countedColor is what a counter counts: the options of one item that give a certain color to a secondary item.
type countedColor struct {
	item      int32 // rank of the item that is covered once
	itemColor int32 // index in itemColors of the secondary item with its color
}

// itemColor is a color of a secondary item.
type itemColor struct {
	nodes  []int32 // nodes of the item that have the color, one for each option that gives it
	isLost bool    // whether the color lost its support, so that all options that give it are hidden
}

// countSupports makes the counters, and hides the options with colors that have no support. The caller must not have
// hidden any options.
func (s *SparseSetSearch) countSupports(p *matrix.Problem, rank []int32) {
	supported, _ := p.SupportedItems(4 * p.EntryCount())
	ofOption := make([][]int32, p.OptionCount()) // for each option by its id, its counters
	// for each secondary item by its id, the index in itemColors of each of its colors
	colorsOfItem := make([]map[int32]int32, p.ItemCount())
	for i, items := range supported {
		if p.Bound(matrix.ItemID(i)) != matrix.Once {
			continue
		}
		for _, z := range items {
			if colorsOfItem[z] == nil {
				colorsOfItem[z] = s.addItemColors(rank[z])
			}
			counterOf := s.addCounters(rank[i], colorsOfItem[z])
			for _, o := range p.OptionsByItem()[i] {
				k := counterOf[int32(p.ColorOf(o, z))]
				s.supportCount[k]++
				ofOption[o] = append(ofOption[o], k)
			}
		}
	}
	if len(s.supportCount) == 0 {
		return
	}
	s.countersOfOptions, s.recordsHiddenOptions = []int32{}, true
	for _, o := range s.optionIDs {
		s.counterStarts = append(s.counterStarts, int32(len(s.countersOfOptions)))
		s.countersOfOptions = append(s.countersOfOptions, ofOption[o]...)
	}
	s.counterStarts = append(s.counterStarts, int32(len(s.countersOfOptions)))
	for k, n := range s.supportCount {
		if n == 0 {
			s.emptiedCounters = append(s.emptiedCounters, int32(k))
		}
	}
	s.hideLostColors()
	s.hiddenNodes = s.hiddenNodes[:0]
}

// addItemColors adds the colors of secondary item z to itemColors. It returns the index of each color there.
func (s *SparseSetSearch) addItemColors(z int32) map[int32]int32 {
	indexOf := map[int32]int32{}
	for _, x := range s.setElements[s.setStarts[z]:s.setStarts[z+1]] {
		color := s.colorOfNode[x]
		if _, isKnown := indexOf[color]; !isKnown {
			indexOf[color] = int32(len(s.itemColors))
			s.itemColors = append(s.itemColors, itemColor{})
		}
		c := &s.itemColors[indexOf[color]]
		c.nodes = append(c.nodes, x)
	}
	return indexOf
}

// addCounters adds a counter for item i and each color of a secondary item. The argument indexOfColor holds the index
// in itemColors of each color. A color that no option of item i gives has a counter as well. It returns the counter of
// each color.
func (s *SparseSetSearch) addCounters(i int32, indexOfColor map[int32]int32) map[int32]int32 {
	counterOf := map[int32]int32{}
	for _, color := range slices.Sorted(maps.Keys(indexOfColor)) {
		counterOf[color] = int32(len(s.supportCount))
		s.supportCount = append(s.supportCount, 0)
		s.countedColors = append(s.countedColors, countedColor{i, indexOfColor[color]})
	}
	return counterOf
}

// supportCountersOf returns the counters of the option of node x.
func (c *optionSets) supportCountersOf(x int32) []int32 {
	o := c.optionIndexOf[x]
	return c.countersOfOptions[c.counterStarts[o]:c.counterStarts[o+1]]
}

// hideLostColors hides the options with colors that no option of some open item supports any more. It returns false if
// an item has too few options left; then some of these options may not be hidden.
func (s *SparseSetSearch) hideLostColors() bool {
	hidden := int64(0)
	for len(s.emptiedCounters) > 0 {
		k := s.emptiedCounters[len(s.emptiedCounters)-1]
		s.emptiedCounters = s.emptiedCounters[:len(s.emptiedCounters)-1]
		c := s.countedColors[k]
		if s.supportCount[k] > 0 || s.coversLeft[c.item] == 0 || s.itemColors[c.itemColor].isLost {
			continue
		}
		count, ok := s.loseColor(c.itemColor)
		if !ok {
			return false
		}
		hidden += count
	}
	s.unsupportedCount += hidden // not if an item has too few options, as the number then depends on the order
	return true
}

// loseColor hides, until restoreSets, the options that give a color to an item. The argument is an index in itemColors.
// It reads the nodes with that color, or what is left in the set of the item if that is less. It returns the number of
// hidden options, and false if an item has too few options left.
func (s *SparseSetSearch) loseColor(color int32) (hidden int64, ok bool) {
	c := &s.itemColors[color]
	c.isLost = true
	s.hiddenNodes = append(s.hiddenNodes, ^color)
	nodes, item, value := c.nodes, s.nodes[c.nodes[0]].item, s.colorOfNode[c.nodes[0]]
	if left := s.setElements[s.setStarts[item]:s.setEnds[item].setEnd]; len(left) < len(nodes) {
		nodes = left
	}
	for k := len(nodes) - 1; k >= 0; k-- { // from behind: a swap in the set moves only nodes that were read before
		x := nodes[k]
		if s.colorOfNode[x] != value || !s.isAlive(x) {
			continue
		}
		if !s.hide(x) {
			return 0, false
		}
		hidden++
	}
	return hidden, true
}
