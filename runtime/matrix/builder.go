package matrix

import (
	"fmt"
	"slices"
)

// Builder collects items and options in any order, and builds a [Problem] of them. The ids of items
// that it returns are valid only in the builder. In the problem the primary items come first;
// otherwise items keep the order of declaration.
type Builder struct {
	declaredItems []builderItem    // declared items, in the order of declaration
	colorNames    []string         // for each color, its name
	colorByName   map[string]Color // for each name, its color
	// for each option, the index in entries at which it begins; and the end of the last option
	optionStarts []int32
	entries      []Entry // entries of all options, one option after the other

	matchings []Matching   // declared matchings
	nogoods   [][]OptionID // sets of options of which no solution may contain all

	problemItems []ItemID // for each item of the builder, its id in the problem; nil before Build
}

// builderItem is a declared item.
type builderItem struct {
	name        string
	isSecondary bool
	bound       Bound // bound of a primary item; zero for a secondary item
}

// NewBuilder returns a builder of an empty problem.
func NewBuilder() *Builder {
	return &Builder{colorNames: []string{""}, colorByName: map[string]Color{}, optionStarts: []int32{0}}
}

// AddPrimary declares a primary item with a bound.
func (b *Builder) AddPrimary(name string, bound Bound) ItemID {
	b.declaredItems = append(b.declaredItems, builderItem{name: name, bound: bound})
	return ItemID(len(b.declaredItems) - 1)
}

// SetBound gives a primary item another bound.
func (b *Builder) SetBound(i ItemID, bound Bound) { b.declaredItems[i].bound = bound }

// AddSecondary declares a secondary item.
func (b *Builder) AddSecondary(name string) ItemID {
	b.declaredItems = append(b.declaredItems, builderItem{name: name, isSecondary: true})
	return ItemID(len(b.declaredItems) - 1)
}

// AddColor returns the color with a name, and declares it if it is new.
func (b *Builder) AddColor(name string) Color {
	c, ok := b.colorByName[name]
	if !ok {
		c = Color(len(b.colorNames))
		b.colorNames = append(b.colorNames, name)
		b.colorByName[name] = c
	}
	return c
}

// AddOption adds an option with a copy of the entries.
func (b *Builder) AddOption(entries ...Entry) OptionID {
	b.entries = append(b.entries, entries...)
	b.optionStarts = append(b.optionStarts, int32(len(b.entries)))
	return OptionID(len(b.optionStarts) - 2)
}

// AddMatching declares that the options pair two families of items one to one, see [Matching].
func (b *Builder) AddMatching(name string, left, right []ItemID) {
	b.matchings = append(b.matchings, Matching{Name: name, LeftItems: slices.Clone(left),
		RightItems: slices.Clone(right)})
}

// AddNogood declares that the options must not all be chosen together.
func (b *Builder) AddNogood(options ...OptionID) {
	together := slices.Clone(options)
	slices.Sort(together)
	b.nogoods = append(b.nogoods, slices.Compact(together))
}

// ReserveOptions allocates memory for more options, as many as the argument options says, with the given number of
// entries in total.
func (b *Builder) ReserveOptions(options, entries int) {
	b.optionStarts = slices.Grow(b.optionStarts, options)
	b.entries = slices.Grow(b.entries, entries)
}

// EntriesOf returns the entries of an option; the slice must not be changed.
func (b *Builder) EntriesOf(o OptionID) []Entry {
	return b.entries[b.optionStarts[o]:b.optionStarts[o+1]]
}

// OptionCount returns the number of options so far.
func (b *Builder) OptionCount() int { return len(b.optionStarts) - 1 }

// Build returns the problem, or an error if it is not valid. The builder must
// not be used again.
func (b *Builder) Build() (*Problem, error) {
	p := &Problem{colorNames: b.colorNames, optionStarts: b.optionStarts, entries: b.entries, matchings: b.matchings,
		nogoods: b.nogoods}
	b.problemItems = make([]ItemID, len(b.declaredItems))
	for _, secondary := range []bool{false, true} {
		for i, it := range b.declaredItems {
			if it.isSecondary != secondary {
				continue
			}
			b.problemItems[i] = ItemID(len(p.itemNames))
			p.itemNames = append(p.itemNames, it.name)
			if !secondary {
				p.itemBounds = append(p.itemBounds, it.bound)
			}
		}
	}
	p.primaryCount = len(p.itemBounds)
	for k, e := range p.entries {
		p.entries[k].Item = b.problemItems[e.Item]
	}
	for _, m := range p.matchings {
		for _, side := range [][]ItemID{m.LeftItems, m.RightItems} {
			for k, i := range side {
				if i < 0 || int(i) >= len(b.problemItems) {
					return nil, fmt.Errorf("invalid problem: matching %s names item %d of %d", m.Name, i,
						len(b.problemItems))
				}
				side[k] = b.problemItems[i]
			}
		}
	}
	if err := p.Validate(); err != nil {
		return nil, fmt.Errorf("invalid problem: %w", err)
	}
	return p, nil
}

// ProblemItems returns the ids that the items have in the problem. It must be called after Build.
func (b *Builder) ProblemItems(items []ItemID) []ItemID {
	placed := make([]ItemID, len(items))
	for k, i := range items {
		placed[k] = b.problemItems[i]
	}
	return placed
}
