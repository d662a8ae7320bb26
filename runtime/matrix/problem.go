// Package matrix holds exact cover problems: items, options, colors, multiplicities, matchings and
// nogoods, in flat arrays.
//
// Its input is the declarations of a [Builder]; its output is a [Problem], which every engine reads
// and none changes. It must not know of boards, pieces or files.
//
// What Knuth's paper of 2000 calls a column is an item here, and a row an option.
package matrix

import (
	"fmt"
	"slices"
	"sync"
)

// ItemID is the id of an item of a problem, counted from 0. The primary items come first.
type ItemID int32

// OptionID is the id of an option of a problem, counted from 0.
type OptionID int32

// Color is the color that an option gives to a secondary item. Several options of a solution may hold the same
// secondary item if all of them give it the same color, other than NoColor.
type Color int32

// NoColor is the color of an item in an option that shares the item with no other option.
const NoColor Color = 0

// Entry is an item in an option, with the color that the option gives to it.
type Entry struct {
	Item  ItemID
	Color Color
}

// Bound is the multiplicity of a primary item: a solution covers the item at least Min and at most Max times.
type Bound struct {
	Min, Max int32
}

// Once is the bound of a primary item that is covered exactly once, as most are.
var Once = Bound{1, 1}

// Solution lists the chosen options, in the order of choice.
type Solution []OptionID

// Problem is an exact cover problem: choose options so that each primary item
// is covered as often as its bound says, each secondary item at most once
// or by options that agree on its color, and no nogood is chosen whole.
type Problem struct {
	itemNames    []string // for each item, its name
	primaryCount int      // number of primary items
	itemBounds   []Bound  // for each primary item, its multiplicity
	colorNames   []string // for each color, its name
	optionStarts []int32  // for each option o, the index in entries at which it begins; it ends at optionStarts[o+1]
	entries      []Entry  // entries of all options, one option after the other

	matchings []Matching   // pairings that every option satisfies
	nogoods   [][]OptionID // sets of options of which no solution contains all
	goal      *Goal        // definition of the best solutions, or nil

	optionsByItemOnce sync.Once // guards the computation of optionsByItem
	// for each item, the options that hold it; nil before the first call of OptionsByItem
	optionsByItem [][]OptionID
}

// Matching declares that the options pair two families of items one to one: each option with an item of one family
// holds exactly one item of the other family. So a solution matches every item of LeftItems with an item of RightItems,
// and each item of RightItems with at most one of LeftItems. A matching does not change the set of solutions; it lets a
// filter prune by matchings (section 10 of Knuth's partial-latin-gad).
type Matching struct {
	Name string
	// LeftItems are primary items that are covered once.
	LeftItems []ItemID
	// RightItems are items that are covered at most once, without colors, and at least as many as LeftItems.
	RightItems []ItemID
}

// ItemCount returns the number of items.
func (p *Problem) ItemCount() int { return len(p.itemNames) }

// PrimaryCount returns the number of primary items; they are 0 to PrimaryCount()-1.
func (p *Problem) PrimaryCount() int { return p.primaryCount }

// OptionCount returns the number of options.
func (p *Problem) OptionCount() int { return len(p.optionStarts) - 1 }

// EntryCount returns the number of entries of all options together.
func (p *Problem) EntryCount() int { return len(p.entries) }

// Name returns the name of an item.
func (p *Problem) Name(i ItemID) string { return p.itemNames[i] }

// HasColors reports whether the problem declares colors; its options may still use none.
func (p *Problem) HasColors() bool { return len(p.colorNames) > 1 }

// ColorName returns the name of a color, or "" for NoColor.
func (p *Problem) ColorName(c Color) string { return p.colorNames[c] }

// Bound returns the bound of a primary item.
func (p *Problem) Bound(i ItemID) Bound { return p.itemBounds[i] }

// Matchings returns the pairs of families whose items the options match one to one; the slice must not be changed.
func (p *Problem) Matchings() []Matching { return p.matchings }

// Nogoods returns the sets of options that no solution contains whole; the slices must not be
// changed. Each has at least two options, in order.
func (p *Problem) Nogoods() [][]OptionID { return p.nogoods }

// NogoodsByOption returns for each option the indices of the nogoods that contain it, in order.
func (p *Problem) NogoodsByOption() [][]int {
	lists := make([][]int, p.OptionCount())
	for n, together := range p.nogoods {
		for _, o := range together {
			lists[o] = append(lists[o], n)
		}
	}
	return lists
}

// Option returns the entries of an option; the slice must not be changed.
func (p *Problem) Option(o OptionID) []Entry { return p.entries[p.optionStarts[o]:p.optionStarts[o+1]] }

// HoldsPrimary reports whether an option holds a primary item. An option without a primary item is never chosen.
func (p *Problem) HoldsPrimary(o OptionID) bool {
	return slices.ContainsFunc(p.Option(o), func(e Entry) bool { return int(e.Item) < p.primaryCount })
}

// OptionsByItem returns for each item the options that hold it, in order. The lists are side by
// side in memory and must not be changed. They are computed at the first call.
func (p *Problem) OptionsByItem() [][]OptionID {
	p.optionsByItemOnce.Do(p.fillOptionsByItem)
	return p.optionsByItem
}

// OptionCounts returns for each item the number of options that hold it. It does not compute the
// lists of OptionsByItem.
func (p *Problem) OptionCounts() []int32 {
	lengths := make([]int32, p.ItemCount())
	for _, e := range p.entries {
		lengths[e.Item]++
	}
	return lengths
}

func (p *Problem) fillOptionsByItem() {
	all, lists := make([]OptionID, len(p.entries)), make([][]OptionID, p.ItemCount())
	from := int32(0)
	for i, n := range p.OptionCounts() {
		lists[i] = all[from : from : from+n]
		from += n
	}
	for o := range OptionID(p.OptionCount()) {
		for _, e := range p.Option(o) {
			lists[e.Item] = append(lists[e.Item], o)
		}
	}
	p.optionsByItem = lists
}

// OptionItems returns the names of the items of an option, with their colors, as in z:red.
func (p *Problem) OptionItems(o OptionID) []string {
	var names []string
	for _, e := range p.Option(o) {
		name := p.itemNames[e.Item]
		if e.Color != NoColor {
			name += ":" + p.colorNames[e.Color]
		}
		names = append(names, name)
	}
	return names
}

// Validate checks the conditions that a [Builder] ensures: an option holds an item at most once,
// only secondary items have colors, and the bounds of an item are in order.
func (p *Problem) Validate() error {
	for i, b := range p.itemBounds {
		if b.Min < 0 || b.Max < b.Min || b.Max == 0 {
			return fmt.Errorf("item %s has the bounds %d..%d", p.itemNames[i], b.Min, b.Max)
		}
	}
	seen := make([]OptionID, len(p.itemNames))
	for o := range OptionID(p.OptionCount()) {
		for _, e := range p.Option(o) {
			if seen[e.Item] == o+1 {
				return fmt.Errorf("option %d holds item %s twice", o, p.itemNames[e.Item])
			}
			if e.Color != NoColor && int(e.Item) < p.primaryCount {
				return fmt.Errorf("option %d gives the primary item %s a color", o, p.itemNames[e.Item])
			}
			seen[e.Item] = o + 1
		}
	}
	if err := p.validateNogoods(); err != nil {
		return err
	}
	if err := p.validateGoal(); err != nil {
		return err
	}
	return p.validateMatchings()
}

// Verify checks a solution by the definition of exact cover. It shares no code with any engine.
func (p *Problem) Verify(s Solution) error {
	covered := make([]int32, len(p.itemNames))
	colors := make([]Color, len(p.itemNames))
	chosen := make(map[OptionID]bool, len(s))
	for _, o := range s {
		if chosen[o] {
			return fmt.Errorf("option %d is chosen twice", o)
		}
		chosen[o] = true
		for _, e := range p.Option(o) {
			if covered[e.Item] > 0 && int(e.Item) >= p.primaryCount && (e.Color == NoColor ||
				e.Color != colors[e.Item]) {
				return fmt.Errorf("options disagree on the secondary item %s", p.itemNames[e.Item])
			}
			covered[e.Item]++
			colors[e.Item] = e.Color
		}
	}
	for n, together := range p.nogoods {
		if !slices.ContainsFunc(together, func(o OptionID) bool { return !chosen[o] }) {
			return fmt.Errorf("all options of nogood %d are chosen", n)
		}
	}
	for i, b := range p.itemBounds {
		if n := covered[i]; n < b.Min || n > b.Max {
			return fmt.Errorf("item %s is covered %d times, not %d..%d", p.itemNames[i], n, b.Min, b.Max)
		}
	}
	return nil
}
