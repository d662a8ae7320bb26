package matrix

import "slices"

// SupportedItems returns, for each primary item, the secondary items to which each of its options gives a color. The
// lists of primary items that need not be covered are empty. So in a solution such a secondary item has a color, and it
// is one that an option of the primary item gives. SupportedItems reads at most work entries (an entry is an item in an
// option), and leaves out the items for which that is not enough. It also returns the work that is left.
func (p *Problem) SupportedItems(work int) (supported [][]ItemID, workLeft int) {
	supported = make([][]ItemID, p.primaryCount)
	colored := make([]int32, p.ItemCount()) // number of options of the current item that give the item a color
	for i, options := range p.OptionsByItem()[:p.primaryCount] {
		if p.itemBounds[i].Min == 0 || len(options) == 0 || work <= 0 {
			continue
		}
		for _, o := range options {
			work -= len(p.Option(o))
			for _, e := range p.Option(o) {
				if e.Color != NoColor {
					colored[e.Item]++
				}
			}
		}
		for _, e := range p.Option(options[0]) {
			if int(colored[e.Item]) == len(options) {
				supported[i] = append(supported[i], e.Item)
			}
		}
		for _, o := range options {
			for _, e := range p.Option(o) {
				colored[e.Item] = 0
			}
		}
	}
	return supported, work
}

// ColorOf returns the color that an option gives to an item, which it must hold.
func (p *Problem) ColorOf(o OptionID, i ItemID) Color {
	entries := p.Option(o)
	return entries[slices.IndexFunc(entries, func(e Entry) bool { return e.Item == i })].Color
}
