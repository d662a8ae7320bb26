package deduce

import (
	"slices"

	"quadrille/runtime/matrix"
	"quadrille/runtime/proof"
)

// Two rules remove options that are in no solution. They are applied until neither removes any.
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

// FilteredOptions is the result of [FilterOptions].
type FilteredOptions struct {
	Left    []matrix.OptionID // options that are not removed, in order
	Removed []RemovedOption   // options that are removed, in the order of removal
	// ShortItem is a primary item that has too few options left, so that there is no solution; -1 if there is none.
	// Once such an item is found, no further rule is applied.
	ShortItem matrix.ItemID
}

// RemovedOption is an option that is in no solution. The item of its removal is a primary item that would have too few
// options if the removed option were chosen.
type RemovedOption struct {
	proof.Removal
	// ColoredItem is the secondary item to which the option gives a color that the item of the removal does not
	// support. It is -1 if the option was removed by the second rule: it cannot be chosen together with the only option
	// of the item of the removal.
	ColoredItem matrix.ItemID
}

// FilterOptions finds the options that the two rules above remove. The argument work is the largest number of entries
// to read (an entry is an item in an option). Most problems need a few reads for each of their entries.
func FilterOptions(p *matrix.Problem, work int) FilteredOptions {
	s := newSupportCounts(p, work)
	s.applyRules()
	return FilteredOptions{s.remainingOptions(), s.doneRemovals, s.shortItem}
}

// RemoveWithReasons returns the options that [FilterOptions] leaves, and the removals with their reasons, for a proof.
// Options that hold no primary item are never chosen, so their removal needs no reason.
func RemoveWithReasons(p *matrix.Problem, work int) (left []matrix.OptionID, removals []proof.Removal) {
	f := FilterOptions(p, work)
	for _, r := range f.Removed {
		if p.HoldsPrimary(r.Option) {
			removals = append(removals, r.Removal)
		}
	}
	return f.Left, removals
}

// remainingOptions returns the options that are not removed, in order.
func (s *supportCounts) remainingOptions() (left []matrix.OptionID) {
	for o, removed := range s.isRemoved {
		if !removed {
			left = append(left, matrix.OptionID(o))
		}
	}
	return left
}

// supportedItem is a secondary item to which every option of some primary item gives a color.
type supportedItem struct {
	item matrix.ItemID
	// for each color, the number of remaining options of the primary item that give it to this item
	supportsByColor map[matrix.Color]int32
}

// coloredItem is a secondary item with one of its colors.
type coloredItem struct {
	item             matrix.ItemID
	color            matrix.Color
	unsupportiveItem matrix.ItemID // primary item that no longer supports the color
}

// supportCounts is the state of [FilterOptions].
type supportCounts struct {
	*matrix.Problem
	optionsOfItem  [][]matrix.OptionID // options that hold each item
	supportedItems [][]supportedItem   // for each primary item, the secondary items that all of its options color
	openCountOf    []int32             // number of remaining options of each primary item
	isRemoved      []bool              // whether each option has been removed

	lostColors      []coloredItem   // colors without support, whose options are to be removed
	forcedItems     []matrix.ItemID // items with a single option
	pendingRemovals []RemovedOption // options that are to be removed
	doneRemovals    []RemovedOption // options that have been removed, in order
	workLeft        int             // number of entries that may still be read
	shortItem       matrix.ItemID   // item that has too few options for a solution, or -1
}

func newSupportCounts(p *matrix.Problem, work int) *supportCounts {
	s := &supportCounts{Problem: p, optionsOfItem: p.OptionsByItem(),
		supportedItems: make([][]supportedItem, p.PrimaryCount()),
		openCountOf:    make([]int32, p.PrimaryCount()), isRemoved: make([]bool, p.OptionCount()), shortItem: -1}
	supported, left := p.SupportedItems(work)
	s.workLeft = left
	for i := range matrix.ItemID(p.PrimaryCount()) {
		s.openCountOf[i] = int32(len(s.optionsOfItem[i]))
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
	for _, o := range s.optionsOfItem[i] {
		supported.supportsByColor[s.ColorOf(o, z)]++
	}
	s.supportedItems[i] = append(s.supportedItems[i], supported)
	if s.workLeft -= len(s.optionsOfItem[i]) + len(s.optionsOfItem[z]); s.workLeft < 0 {
		return // avoids quadratic work where very many primary items support one secondary item
	}
	for _, other := range s.optionsOfItem[z] {
		if supported.supportsByColor[s.ColorOf(other, z)] == 0 {
			s.pendingRemovals = append(s.pendingRemovals, RemovedOption{proof.Removal{Option: other, Item: i}, z})
		}
	}
}

// entriesAtCost returns the entries of an option, and subtracts their number from the work that is left.
func (s *supportCounts) entriesAtCost(o matrix.OptionID) []matrix.Entry {
	entries := s.Option(o)
	s.workLeft -= len(entries)
	return entries
}

// colorAtCost returns the color that an option gives to an item, and subtracts its entries from the work that is left.
func (s *supportCounts) colorAtCost(o matrix.OptionID, i matrix.ItemID) matrix.Color {
	s.workLeft -= len(s.Option(o))
	return s.ColorOf(o, i)
}

// checkOpenCount records whether item i has too few options left, or a single one.
func (s *supportCounts) checkOpenCount(i matrix.ItemID) {
	bound := s.Bound(i)
	if s.openCountOf[i] < bound.Min && bound.Max == 1 || bound.Min > 0 && s.openCountOf[i] == 0 {
		s.shortItem = i
	}
	if s.openCountOf[i] == 1 && bound == matrix.Once {
		s.forcedItems = append(s.forcedItems, i)
	}
}

// applyRules applies the rules until none applies, no solution is possible, or no work is left.
func (s *supportCounts) applyRules() {
	for s.shortItem < 0 && s.workLeft > 0 {
		switch {
		case len(s.pendingRemovals) > 0:
			r := s.pendingRemovals[len(s.pendingRemovals)-1]
			s.pendingRemovals = s.pendingRemovals[:len(s.pendingRemovals)-1]
			s.removeOption(r)
		case len(s.lostColors) > 0:
			c := s.lostColors[len(s.lostColors)-1]
			s.lostColors = s.lostColors[:len(s.lostColors)-1]
			for _, o := range s.optionsOfItem[c.item] {
				if !s.isRemoved[o] && s.colorAtCost(o, c.item) == c.color {
					s.pendingRemovals = append(s.pendingRemovals,
						RemovedOption{proof.Removal{Option: o, Item: c.unsupportiveItem}, c.item})
				}
			}
		case len(s.forcedItems) > 0:
			i := s.forcedItems[len(s.forcedItems)-1]
			s.forcedItems = s.forcedItems[:len(s.forcedItems)-1]
			s.excludeIncompatible(i)
		default:
			return
		}
	}
}

// removeOption removes an option, and lowers the counts of the colors that it supported.
func (s *supportCounts) removeOption(r RemovedOption) {
	if s.isRemoved[r.Option] {
		return
	}
	s.isRemoved[r.Option] = true
	s.doneRemovals = append(s.doneRemovals, r)
	entries := s.entriesAtCost(r.Option)
	for _, e := range entries {
		if int(e.Item) >= s.PrimaryCount() {
			continue
		}
		s.openCountOf[e.Item]--
		s.checkOpenCount(e.Item)
		for _, supported := range s.supportedItems[e.Item] {
			color := s.ColorOf(r.Option, supported.item)
			if supported.supportsByColor[color]--; supported.supportsByColor[color] == 0 {
				s.lostColors = append(s.lostColors, coloredItem{supported.item, color, e.Item})
			}
		}
	}
}

// excludeIncompatible removes the options that cannot be chosen together with the only option of item i.
func (s *supportCounts) excludeIncompatible(i matrix.ItemID) {
	k := slices.IndexFunc(s.optionsOfItem[i], func(o matrix.OptionID) bool { return !s.isRemoved[o] })
	if k < 0 {
		return
	}
	chosen := s.optionsOfItem[i][k]
	for _, e := range s.Option(chosen) {
		isPrimary := int(e.Item) < s.PrimaryCount()
		if isPrimary && s.Bound(e.Item) != matrix.Once {
			continue
		}
		for _, o := range s.optionsOfItem[e.Item] {
			if o == chosen || s.isRemoved[o] {
				continue
			}
			if isPrimary || e.Color == matrix.NoColor || s.colorAtCost(o, e.Item) != e.Color {
				s.pendingRemovals = append(s.pendingRemovals, RemovedOption{proof.Removal{Option: o, Item: i}, -1})
			}
		}
		s.workLeft -= len(s.optionsOfItem[e.Item])
	}
}
