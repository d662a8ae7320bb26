package matrix

import (
	"fmt"
	"slices"
)

// Builder collects items and options in any order, and makes a [Problem] of them. Its ids are valid
// only in the builder. In the problem the primary items come first, and otherwise items are in the
// order of declaration.
type Builder struct {
	items   []builderItem
	colors  []string
	byColor map[string]Color
	start   []int32
	entries []Entry

	matchings []Matching
	nogoods   [][]OptionID

	place []ItemID // by item: its id in the problem, after Build
}

type builderItem struct {
	name      string
	secondary bool
	bound     Bound
}

// NewBuilder returns a builder of the empty problem.
func NewBuilder() *Builder {
	return &Builder{colors: []string{""}, byColor: map[string]Color{}, start: []int32{0}}
}

// AddPrimary declares a primary item with a bound.
func (b *Builder) AddPrimary(name string, bound Bound) ItemID {
	b.items = append(b.items, builderItem{name: name, bound: bound})
	return ItemID(len(b.items) - 1)
}

// SetBound gives a primary item another bound.
func (b *Builder) SetBound(i ItemID, bound Bound) { b.items[i].bound = bound }

// AddSecondary declares a secondary item.
func (b *Builder) AddSecondary(name string) ItemID {
	b.items = append(b.items, builderItem{name: name, secondary: true})
	return ItemID(len(b.items) - 1)
}

// AddColor returns the color with a name, and declares it if it is new.
func (b *Builder) AddColor(name string) Color {
	c, ok := b.byColor[name]
	if !ok {
		c = Color(len(b.colors))
		b.colors = append(b.colors, name)
		b.byColor[name] = c
	}
	return c
}

// AddOption adds an option with a copy of the entries.
func (b *Builder) AddOption(entries ...Entry) OptionID {
	b.entries = append(b.entries, entries...)
	b.start = append(b.start, int32(len(b.entries)))
	return OptionID(len(b.start) - 2)
}

// AddMatching declares that two families of items are paired one to one.
func (b *Builder) AddMatching(name string, left, right []ItemID) {
	b.matchings = append(b.matchings, Matching{Name: name, Left: slices.Clone(left), Right: slices.Clone(right)})
}

// AddNogood declares that the options must not all be chosen together.
func (b *Builder) AddNogood(options ...OptionID) {
	together := slices.Clone(options)
	slices.Sort(together)
	b.nogoods = append(b.nogoods, slices.Compact(together))
}

// ReserveOptions allocates memory for the given numbers of options and of their entries.
func (b *Builder) ReserveOptions(options, entries int) {
	b.start = slices.Grow(b.start, options)
	b.entries = slices.Grow(b.entries, entries)
}

// EntriesOf returns the entries of an option; the slice must not be changed.
func (b *Builder) EntriesOf(o OptionID) []Entry { return b.entries[b.start[o]:b.start[o+1]] }

// OptionCount returns the number of options so far.
func (b *Builder) OptionCount() int { return len(b.start) - 1 }

// Build returns the problem, or an error if it is not valid. The builder must
// not be used again.
func (b *Builder) Build() (*Problem, error) {
	p := &Problem{colors: b.colors, start: b.start, entries: b.entries, matchings: b.matchings, nogoods: b.nogoods}
	b.place = make([]ItemID, len(b.items))
	for _, secondary := range []bool{false, true} {
		for i, it := range b.items {
			if it.secondary != secondary {
				continue
			}
			b.place[i] = ItemID(len(p.names))
			p.names = append(p.names, it.name)
			if !secondary {
				p.bounds = append(p.bounds, it.bound)
			}
		}
	}
	p.primary = len(p.bounds)
	for k, e := range p.entries {
		p.entries[k].Item = b.place[e.Item]
	}
	for _, m := range p.matchings {
		for _, side := range [][]ItemID{m.Left, m.Right} {
			for k, i := range side {
				if i < 0 || int(i) >= len(b.place) {
					return nil, fmt.Errorf("invalid problem: matching %s names item %d of %d", m.Name, i, len(b.place))
				}
				side[k] = b.place[i]
			}
		}
	}
	if err := p.Validate(); err != nil {
		return nil, fmt.Errorf("invalid problem: %w", err)
	}
	return p, nil
}

// ProblemItems returns the ids that items have in the problem, after Build.
func (b *Builder) ProblemItems(items []ItemID) []ItemID {
	placed := make([]ItemID, len(items))
	for k, i := range items {
		placed[k] = b.place[i]
	}
	return placed
}
