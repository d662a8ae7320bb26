package matrix

import "slices"

// SupportedItems returns, for each primary item, the secondary items to which each option of the primary item gives a
// color. The list of a primary item that need not be covered is empty. So in every solution such a secondary item has a
// color, and an option of the primary item gives it. SupportedItems reads at most as many entries as work says (an
// entry is an item in an option). It leaves out the items for which that is not enough, and also returns the work that
// is left.
func (p *Problem) SupportedItems(work int) (supported [][]ItemID, workLeft int) {
	supported = make([][]ItemID, p.primaryCount)
	// for each item, the number of options of the current primary item that give it a color
	colored := make([]int32, p.ItemCount())
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

// ColorOf returns the color that option o gives to item i, which the option must hold.
func (p *Problem) ColorOf(o OptionID, i ItemID) Color {
	entries := p.Option(o)
	return entries[slices.IndexFunc(entries, func(e Entry) bool { return e.Item == i })].Color
}
