package deduce

import (
	"slices"

	"quadrille/runtime/matrix"
)

// Options are removed that are in no solution, by two rules, until neither applies.
//
// Supports of colors: if every option of a primary item that must be covered holds a secondary item z with a color, then a
// color of z that none of these options has any more is impossible, and every option that holds z with it goes. On the
// chains that rules about lines become, this is generalised arc consistency of their automata (G. Pesant, "A regular
// language membership constraint for finite sequences of variables", CP 2004). Supports are counted, so that each
// entry is looked at a constant number of times for each item that supports it (AC-4: R. Mohr and T. C. Henderson, "Arc
// and path consistency revisited", Artificial Intelligence 28, 1986).
//
// Forced options: if an item that is covered once has a single option, all options that cannot stand beside it go.

// Unsupported returns the options of a problem that these rules leave, in order, and whether they leave any solution
// possible. It looks at work entries at most, of which a problem needs a few for each entry; then it returns what is left so
// far.
func Unsupported(p *matrix.Problem, work int) (left []matrix.OptionID, possible bool) {
	s := newSupportCounts(p, work)
	s.removeAll()
	for o, removed := range s.removed {
		if !removed {
			left = append(left, matrix.OptionID(o))
		}
	}
	return left, !s.impossible
}

// supportedItem is a secondary item that every option of a primary item holds with a color.
type supportedItem struct {
	item   matrix.ItemID
	counts map[matrix.Color]int32 // by color: number of options left that support it
}

// colorOf is a color of a secondary item.
type colorOf struct {
	item  matrix.ItemID
	color matrix.Color
}

type supportCounts struct {
	*matrix.Problem
	holding  [][]matrix.OptionID
	supports [][]supportedItem // by primary item
	open     []int32           // by primary item: number of its options that are left
	removed  []bool            // by option

	gone       []colorOf       // colors that have lost their last support, to be removed elsewhere
	forced     []matrix.ItemID // items with a single option, whose rivals are to be removed
	removals   []matrix.OptionID
	work       int // number of entries that may still be looked at
	impossible bool
}

func newSupportCounts(p *matrix.Problem, work int) *supportCounts {
	s := &supportCounts{Problem: p, holding: p.OptionsByItem(), supports: make([][]supportedItem, p.PrimaryCount()),
		open: make([]int32, p.PrimaryCount()), removed: make([]bool, p.OptionCount()), work: work}
	colored := make([]int32, p.ItemCount()) // by secondary item: number of options of the current item that color it
	for i := range matrix.ItemID(p.PrimaryCount()) {
		s.open[i] = int32(len(s.holding[i]))
		s.noteOpen(i)
		if p.Bound(i).Min == 0 || len(s.holding[i]) == 0 {
			continue
		}
		s.findSupports(i, colored)
	}
	return s
}

// findSupports finds the items that every option of a primary item colors. The counters are 0 before and after.
func (s *supportCounts) findSupports(i matrix.ItemID, colored []int32) {
	options := s.holding[i]
	for _, o := range options {
		for _, e := range s.entriesOf(o) {
			if e.Color != matrix.NoColor {
				colored[e.Item]++
			}
		}
	}
	for _, e := range s.Option(options[0]) {
		if e.Color == matrix.NoColor || int(colored[e.Item]) < len(options) {
			continue
		}
		supported := supportedItem{e.Item, map[matrix.Color]int32{}}
		for _, o := range options {
			supported.counts[colorIn(s.Option(o), e.Item)]++
		}
		s.supports[i] = append(s.supports[i], supported)
		for _, other := range s.holding[e.Item] {
			if color := colorIn(s.Option(other), e.Item); supported.counts[color] == 0 {
				s.removals = append(s.removals, other)
			}
		}
	}
	for _, o := range options {
		for _, e := range s.Option(o) {
			colored[e.Item] = 0
		}
	}
}

// entriesOf returns the entries of an option, and charges for them.
func (s *supportCounts) entriesOf(o matrix.OptionID) []matrix.Entry {
	entries := s.Option(o)
	s.work -= len(entries)
	return entries
}

func colorIn(entries []matrix.Entry, i matrix.ItemID) matrix.Color {
	k := slices.IndexFunc(entries, func(e matrix.Entry) bool { return e.Item == i })
	return entries[k].Color
}

// noteOpen notes that an item has too few options left, or a single one.
func (s *supportCounts) noteOpen(i matrix.ItemID) {
	bound := s.Bound(i)
	s.impossible = s.impossible || s.open[i] < bound.Min && bound.Max == 1 || bound.Min > 0 && s.open[i] == 0
	if s.open[i] == 1 && bound == matrix.Once {
		s.forced = append(s.forced, i)
	}
}

// removeAll applies the rules until none applies, no solution is possible, or the work is spent.
func (s *supportCounts) removeAll() {
	for !s.impossible && s.work > 0 {
		switch {
		case len(s.removals) > 0:
			o := s.removals[len(s.removals)-1]
			s.removals = s.removals[:len(s.removals)-1]
			s.removeOption(o)
		case len(s.gone) > 0:
			c := s.gone[len(s.gone)-1]
			s.gone = s.gone[:len(s.gone)-1]
			for _, o := range s.holding[c.item] {
				if !s.removed[o] && colorIn(s.entriesOf(o), c.item) == c.color {
					s.removals = append(s.removals, o)
				}
			}
		case len(s.forced) > 0:
			i := s.forced[len(s.forced)-1]
			s.forced = s.forced[:len(s.forced)-1]
			s.removeRivals(i)
		default:
			return
		}
	}
}

// removeOption removes an option, and counts what it has supported.
func (s *supportCounts) removeOption(o matrix.OptionID) {
	if s.removed[o] {
		return
	}
	s.removed[o] = true
	entries := s.entriesOf(o)
	for _, e := range entries {
		if int(e.Item) >= s.PrimaryCount() {
			continue
		}
		s.open[e.Item]--
		s.noteOpen(e.Item)
		for _, supported := range s.supports[e.Item] {
			color := colorIn(entries, supported.item)
			if supported.counts[color]--; supported.counts[color] == 0 {
				s.gone = append(s.gone, colorOf{supported.item, color})
			}
		}
	}
}

// removeRivals removes the options that cannot stand beside the only option of an item.
func (s *supportCounts) removeRivals(i matrix.ItemID) {
	k := slices.IndexFunc(s.holding[i], func(o matrix.OptionID) bool { return !s.removed[o] })
	if k < 0 {
		return
	}
	chosen := s.holding[i][k]
	for _, e := range s.Option(chosen) {
		isPrimary := int(e.Item) < s.PrimaryCount()
		if isPrimary && s.Bound(e.Item) != matrix.Once {
			continue
		}
		for _, o := range s.holding[e.Item] {
			if o == chosen || s.removed[o] {
				continue
			}
			if isPrimary || e.Color == matrix.NoColor || colorIn(s.entriesOf(o), e.Item) != e.Color {
				s.removals = append(s.removals, o)
			}
		}
		s.work -= len(s.holding[e.Item])
	}
}
