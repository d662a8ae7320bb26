package deduce

import (
	"slices"

	"quadrille/runtime/matrix"
	"quadrille/runtime/proof"
)

// Two rules remove options that are in no solution, until neither applies.
//
// (1) Supports of colors. Consider a primary item that must be covered, and a secondary item z to which each of its
// options gives a color. The colors that these options give are supported by the primary item. All other colors of z
// are impossible, so every option that gives z another color is removed. For the chains of options that encode finite
// automata, this is generalised arc consistency of the automata (G. Pesant, "A regular language membership constraint
// for finite sequences of variables", CP 2004). The supports are counted, so that each entry is read a constant
// number of times for each primary item (AC-4: R. Mohr and T. C. Henderson, "Arc and path consistency revisited",
// Artificial Intelligence 28, 1986).
//
// (2) Forced options. If an item that is covered once has a single option, all options that cannot be chosen together
// with that option are removed.

// FilterOptions returns the options that these rules do not remove, in order. The result possible is false if the
// rules prove that there is no solution. It reads at most work entries (an entry is an item in an option), and stops
// at that bound. Most problems need a few reads for each of their entries.
func FilterOptions(p *matrix.Problem, work int) (left []matrix.OptionID, possible bool) {
	s := newSupportCounts(p, work)
	s.removeAll()
	return s.optionsLeft(), !s.impossible
}

// RemoveWithReasons returns the options that [FilterOptions] leaves, and why others are removed, in order: if an option
// were chosen, too few of the options would be left for the primary item beside it. Options that hold no primary
// item are never chosen, and need no reason.
func RemoveWithReasons(p *matrix.Problem, work int) (left []matrix.OptionID, removals []proof.Removal) {
	s := newSupportCounts(p, work)
	s.removeAll()
	return s.optionsLeft(), s.done
}

// optionsLeft returns the options that are not removed, in order.
func (s *supportCounts) optionsLeft() (left []matrix.OptionID) {
	for o, removed := range s.removed {
		if !removed {
			left = append(left, matrix.OptionID(o))
		}
	}
	return left
}

// supportedItem is a secondary item to which every option of some primary item gives a color.
type supportedItem struct {
	item   matrix.ItemID
	counts map[matrix.Color]int32 // number of remaining options that give the item a color, by color
}

// coloredItem is a secondary item with one of its colors.
type coloredItem struct {
	item  matrix.ItemID
	color matrix.Color
	by    matrix.ItemID // primary item that does not support the color
}

// supportCounts is the state of [FilterOptions].
type supportCounts struct {
	*matrix.Problem
	optionsHolding [][]matrix.OptionID // options that hold an item, by item
	supportedItems [][]supportedItem   // secondary items that every option of a primary item colors, by primary item
	openCount      []int32             // number of remaining options of an item, by primary item
	removed        []bool              // the option has been removed, by option

	lostColors      []coloredItem   // colors without support, whose options are to be removed
	forcedItems     []matrix.ItemID // items with a single option
	pendingRemovals []proof.Removal // options that are to be removed
	done            []proof.Removal // options that are removed, in order
	workLeft        int             // number of entries that may still be read
	impossible      bool            // some item has too few options for a solution
}

func newSupportCounts(p *matrix.Problem, work int) *supportCounts {
	s := &supportCounts{Problem: p, optionsHolding: p.OptionsByItem(),
		supportedItems: make([][]supportedItem, p.PrimaryCount()),
		openCount:      make([]int32, p.PrimaryCount()), removed: make([]bool, p.OptionCount())}
	supported, left := p.SupportedItems(work)
	s.workLeft = left
	for i := range matrix.ItemID(p.PrimaryCount()) {
		s.openCount[i] = int32(len(s.optionsHolding[i]))
		s.checkOpenCount(i)
		for _, z := range supported[i] {
			if s.workLeft > 0 {
				s.countSupports(i, z)
			}
		}
	}
	return s
}

// countSupports counts the options of primary item i for each color of secondary item z.
func (s *supportCounts) countSupports(i, z matrix.ItemID) {
	supported := supportedItem{z, map[matrix.Color]int32{}}
	for _, o := range s.optionsHolding[i] {
		supported.counts[s.ColorOf(o, z)]++
	}
	s.supportedItems[i] = append(s.supportedItems[i], supported)
	if s.workLeft -= len(s.optionsHolding[i]) + len(s.optionsHolding[z]); s.workLeft < 0 {
		return // so that the work is not quadratic if very many primary items support one secondary item
	}
	for _, other := range s.optionsHolding[z] {
		if supported.counts[s.ColorOf(other, z)] == 0 {
			s.pendingRemovals = append(s.pendingRemovals, proof.Removal{Option: other, Item: i})
		}
	}
}

// chargedEntries returns the entries of an option, and subtracts their number from the work that is left.
func (s *supportCounts) chargedEntries(o matrix.OptionID) []matrix.Entry {
	entries := s.Option(o)
	s.workLeft -= len(entries)
	return entries
}

// chargedColor returns the color that an option gives to an item, and subtracts its entries from the work that is left.
func (s *supportCounts) chargedColor(o matrix.OptionID, i matrix.ItemID) matrix.Color {
	s.workLeft -= len(s.Option(o))
	return s.ColorOf(o, i)
}

// checkOpenCount records whether item i has too few options left, or a single one.
func (s *supportCounts) checkOpenCount(i matrix.ItemID) {
	bound := s.Bound(i)
	s.impossible = s.impossible || s.openCount[i] < bound.Min && bound.Max == 1 || bound.Min > 0 && s.openCount[i] == 0
	if s.openCount[i] == 1 && bound == matrix.Once {
		s.forcedItems = append(s.forcedItems, i)
	}
}

// removeAll applies the rules until none applies, no solution is possible, or the work is spent.
func (s *supportCounts) removeAll() {
	for !s.impossible && s.workLeft > 0 {
		switch {
		case len(s.pendingRemovals) > 0:
			r := s.pendingRemovals[len(s.pendingRemovals)-1]
			s.pendingRemovals = s.pendingRemovals[:len(s.pendingRemovals)-1]
			s.removeOption(r)
		case len(s.lostColors) > 0:
			c := s.lostColors[len(s.lostColors)-1]
			s.lostColors = s.lostColors[:len(s.lostColors)-1]
			for _, o := range s.optionsHolding[c.item] {
				if !s.removed[o] && s.chargedColor(o, c.item) == c.color {
					s.pendingRemovals = append(s.pendingRemovals, proof.Removal{Option: o, Item: c.by})
				}
			}
		case len(s.forcedItems) > 0:
			i := s.forcedItems[len(s.forcedItems)-1]
			s.forcedItems = s.forcedItems[:len(s.forcedItems)-1]
			s.excludeOthers(i)
		default:
			return
		}
	}
}

// removeOption removes an option, and lowers the counts of the colors that it supported.
func (s *supportCounts) removeOption(r proof.Removal) {
	if s.removed[r.Option] {
		return
	}
	s.removed[r.Option] = true
	if s.HoldsPrimary(r.Option) {
		s.done = append(s.done, r)
	}
	entries := s.chargedEntries(r.Option)
	for _, e := range entries {
		if int(e.Item) >= s.PrimaryCount() {
			continue
		}
		s.openCount[e.Item]--
		s.checkOpenCount(e.Item)
		for _, supported := range s.supportedItems[e.Item] {
			color := s.ColorOf(r.Option, supported.item)
			if supported.counts[color]--; supported.counts[color] == 0 {
				s.lostColors = append(s.lostColors, coloredItem{supported.item, color, e.Item})
			}
		}
	}
}

// excludeOthers removes the options that cannot be chosen together with the only option of item i.
func (s *supportCounts) excludeOthers(i matrix.ItemID) {
	k := slices.IndexFunc(s.optionsHolding[i], func(o matrix.OptionID) bool { return !s.removed[o] })
	if k < 0 {
		return
	}
	chosen := s.optionsHolding[i][k]
	for _, e := range s.Option(chosen) {
		isPrimary := int(e.Item) < s.PrimaryCount()
		if isPrimary && s.Bound(e.Item) != matrix.Once {
			continue
		}
		for _, o := range s.optionsHolding[e.Item] {
			if o == chosen || s.removed[o] {
				continue
			}
			if isPrimary || e.Color == matrix.NoColor || s.chargedColor(o, e.Item) != e.Color {
				s.pendingRemovals = append(s.pendingRemovals, proof.Removal{Option: o, Item: i})
			}
		}
		s.workLeft -= len(s.optionsHolding[e.Item])
	}
}
