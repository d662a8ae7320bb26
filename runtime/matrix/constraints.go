package matrix

import (
	"fmt"
	"slices"
)

// validateNogoods checks that each nogood has at least two options, in ascending order.
func (p *Problem) validateNogoods() error {
	for n, together := range p.nogoods {
		if len(together) < 2 {
			return fmt.Errorf("nogood %d has %d options, and at least two are wanted", n, len(together))
		}
		for k, o := range together {
			if o < 0 || int(o) >= p.OptionCount() {
				return fmt.Errorf("nogood %d names option %d of %d", n, o, p.OptionCount())
			}
			if k > 0 && together[k-1] >= o {
				return fmt.Errorf("nogood %d has its options out of order", n)
			}
		}
	}
	return nil
}

// validateMatchings checks that the matchings satisfy the conditions of [Matching].
func (p *Problem) validateMatchings() error {
	for _, m := range p.matchings {
		if len(m.LeftItems) > len(m.RightItems) {
			return fmt.Errorf("matching %s has %d items on its left, and only %d on its right", m.Name,
				len(m.LeftItems),
				len(m.RightItems))
		}
	}
	return p.CheckPairs(p.matchings)
}

// BrokenMatchingError is the error for an option that breaks a matching, because the option does not hold exactly one
// item of each of the two families.
type BrokenMatchingError struct {
	Matching              int // index of the matching in the list of matchings
	Option                OptionID
	LeftCount, RightCount int  // number of items of each family in the option
	HasColoredItem        bool // whether the option gives a color to an item of the right family
}

// Error returns a message with the id of the option.
func (u *BrokenMatchingError) Error() string {
	if u.HasColoredItem {
		return fmt.Sprintf("option %d gives an item of its right a color", u.Option)
	}
	return fmt.Sprintf("option %d holds %d items of its left and %d of its right, not one of each", u.Option,
		u.LeftCount,
		u.RightCount)
}

// matchingSide encodes the matching and the side to which an item belongs: 2n+1 for the left side of the matching with
// index n, 2n+2 for its right side, and 0 for an item that is in no matching.
type matchingSide int

// CheckPairs checks that the matchings in the list satisfy the conditions of [Matching]. If an option does not pair
// the two families of a matching, the error wraps a [BrokenMatchingError].
func (p *Problem) CheckPairs(list []Matching) error {
	if len(list) == 0 {
		return nil
	}
	holding, sides := p.OptionsByItem(), make([]matchingSide, p.ItemCount())
	for n, m := range list {
		if err := p.checkMatching(n, m, holding, sides); err != nil {
			return fmt.Errorf("matching %s: %w", m.Name, err)
		}
	}
	return nil
}

// checkMatching checks that each option pairs the families of m, the matching with index n.
func (p *Problem) checkMatching(n int, m Matching, optionsByItem [][]OptionID, sideOf []matchingSide) error {
	err := p.markMatchingSides(n, m, sideOf)
	for _, i := range slices.Concat(m.LeftItems, m.RightItems) {
		if err == nil {
			err = p.checkPairs(n, optionsByItem[i], sideOf)
		}
	}
	return err
}

// markMatchingSides records in sideOf the side of each item of m, the matching with index n. It returns an error if an
// item must not be in a matching.
func (p *Problem) markMatchingSides(n int, m Matching, sideOf []matchingSide) error {
	left, right := matchingSide(2*n+1), matchingSide(2*n+2)
	for k, i := range slices.Concat(m.LeftItems, m.RightItems) {
		own := left
		if k >= len(m.LeftItems) {
			own = right
		}
		switch {
		case i < 0 || int(i) >= p.ItemCount():
			return fmt.Errorf("there are %d items, and none is %d", p.ItemCount(), i)
		case sideOf[i] >= left:
			return fmt.Errorf("item %s is named twice", p.itemNames[i])
		case own == left && (int(i) >= p.primaryCount || p.itemBounds[i] != Once):
			return fmt.Errorf("the left wants primary items that are covered once, and %s is none", p.itemNames[i])
		case own == right && int(i) < p.primaryCount && p.itemBounds[i].Max != 1:
			return fmt.Errorf("the right wants items that are covered at most once, and %s is none", p.itemNames[i])
		}
		sideOf[i] = own
	}
	return nil
}

// checkPairs checks that each of the options holds one item of each side of the matching with index n.
func (p *Problem) checkPairs(n int, options []OptionID, sideOf []matchingSide) error {
	left, right := matchingSide(2*n+1), matchingSide(2*n+2)
	for _, o := range options {
		lefts, rights, colored := 0, 0, false
		for _, e := range p.Option(o) {
			switch sideOf[e.Item] {
			case left:
				lefts++
			case right:
				rights++
				colored = colored || e.Color != NoColor
			}
		}
		if colored || lefts != 1 || rights != 1 {
			return &BrokenMatchingError{n, o, lefts, rights, colored}
		}
	}
	return nil
}

// WithMatchings returns a problem with other matchings, which shares everything else with p.
func (p *Problem) WithMatchings(list []Matching) (*Problem, error) {
	q := p.shallowCopy()
	q.matchings = list
	if err := q.validateMatchings(); err != nil {
		return nil, err
	}
	return q, nil
}

// WithValidMatchings returns a problem with the matchings of p, followed by those matchings of the list that satisfy
// the conditions of [Matching]. The other matchings of the list are left out.
func (p *Problem) WithValidMatchings(list []Matching) *Problem {
	q := p.shallowCopy()
	q.matchings = slices.Clip(p.matchings)
	holding, sides := p.OptionsByItem(), make([]matchingSide, p.ItemCount())
	for n, m := range list {
		if len(m.LeftItems) <= len(m.RightItems) && p.checkMatching(n, m, holding, sides) == nil {
			q.matchings = append(q.matchings, m)
		}
	}
	return q
}

// shallowCopy returns a copy of the problem that shares the slices of p.
func (p *Problem) shallowCopy() *Problem {
	return &Problem{
		itemNames: p.itemNames, primaryCount: p.primaryCount, itemBounds: p.itemBounds, colorNames: p.colorNames,
		optionStarts: p.optionStarts, entries: p.entries, matchings: p.matchings, nogoods: p.nogoods,
		goal: p.goal,
	}
}

// Subproblem returns the problem whose solutions are the solutions of p that contain all chosen options and none of the
// excluded options. It also returns, for each option of the subproblem, the id of that option in p; the list of ids is
// never nil. Each chosen option must hold a primary item that is covered once. The subproblem keeps no other option
// that holds that item.
func (p *Problem) Subproblem(chosen, excluded []OptionID) (part *Problem, ids []OptionID) {
	ids = []OptionID{} // elsewhere nil ids mean that all options are kept
	held, colors, removed := make([]bool, p.ItemCount()), make([]Color, p.ItemCount()), make([]bool, p.OptionCount())
	for _, o := range chosen {
		for _, e := range p.Option(o) {
			held[e.Item], colors[e.Item] = int(e.Item) >= p.primaryCount || p.itemBounds[e.Item].Max == 1, e.Color
		}
	}
	for _, o := range excluded {
		removed[o] = true
	}
	part = p.KeepOptions(func(o OptionID) bool {
		fits := !removed[o]
		for _, e := range p.Option(o) {
			fits = fits && (!held[e.Item] || e.Color != NoColor && e.Color == colors[e.Item])
		}
		if fits || slices.Contains(chosen, o) {
			ids = append(ids, o)
			return true
		}
		return false
	})
	return part, ids
}

// KeepListed returns the problem with only the options of a list, which must be in ascending order. See
// [Problem.KeepOptions].
func (p *Problem) KeepListed(options []OptionID) *Problem {
	return p.KeepOptions(func(o OptionID) bool {
		_, kept := slices.BinarySearch(options, o)
		return kept
	})
}

// KeepOptions returns the problem without the options for which keep returns false. The remaining options get new
// ids, in the same order. A nogood that contains a removed option is left out, because it can never be violated.
func (p *Problem) KeepOptions(keep func(OptionID) bool) *Problem {
	part := p.shallowCopy()
	part.optionStarts, part.entries, part.nogoods = []int32{0}, nil, nil
	number := make([]OptionID, p.OptionCount())
	for o := range number {
		number[o] = -1
		if keep(OptionID(o)) {
			number[o] = OptionID(part.OptionCount())
			part.entries = append(part.entries, p.Option(OptionID(o))...)
			part.optionStarts = append(part.optionStarts, int32(len(part.entries)))
		}
	}
	for _, together := range p.nogoods {
		renumbered := make([]OptionID, len(together))
		for k, o := range together {
			renumbered[k] = number[o]
		}
		if !slices.Contains(renumbered, -1) {
			part.nogoods = append(part.nogoods, renumbered)
		}
	}
	part.goal = p.goal.keepValues(number)
	return part
}
