package dense

import (
	"fmt"
	"slices"

	"quadrille/runtime/matrix"
)

// rankedProblem is a problem in the form that the search needs. Each primary item has a rank, which is its place in the
// order of preference. All primary items are covered exactly once: an item that need not be covered gets an additional
// option, after all others, which stands for leaving the item uncovered.
type rankedProblem struct {
	problem    *matrix.Problem
	itemAtRank []matrix.ItemID // for each rank, the primary item with that rank
	rankOf     []int32         // for each primary item, its rank
	// options lists the options that hold a primary item: first in the order in which they are tried, and later in the
	// order of their bits.
	options       []rankedOption
	secondaryUses [][]secondaryUse // for each secondary item, the options that hold it, with its color
}

// leaveItemID is the id of an additional option that leaves its item uncovered.
const leaveItemID matrix.OptionID = -1

// rankedOption is an option and the ranks of its primary items.
type rankedOption struct {
	id    matrix.OptionID // id of the option in the problem, or leaveItemID
	items []int32         // ranks of its primary items
}

// secondaryUse is an option that holds a certain secondary item, with the color that the option gives to that item.
type secondaryUse struct {
	option int32
	color  matrix.Color
}

// newRankedProblem ranks the items and lists the options. It returns an error if the problem does
// not fit.
func newRankedProblem(p *matrix.Problem, o SearchOptions) (*rankedProblem, error) {
	in := &rankedProblem{problem: p, itemAtRank: o.ItemOrder, rankOf: make([]int32, p.PrimaryCount())}
	if in.itemAtRank == nil {
		in.itemAtRank = identityOrder[matrix.ItemID](p.PrimaryCount())
	}
	for r, i := range in.itemAtRank {
		in.rankOf[i] = int32(r)
		if b := p.Bound(i); b.Min > 1 || b.Max != 1 {
			return nil, fmt.Errorf("%w: item %s is covered %d to %d times", ErrUnfit, p.Name(i), b.Min, b.Max)
		}
	}
	order := o.OptionOrder
	if order == nil {
		order = identityOrder[matrix.OptionID](p.OptionCount())
	}
	in.listOptions(order)
	if n := len(in.options); n > MaxOptions {
		return nil, fmt.Errorf("%w: %d options are more than %d", ErrUnfit, n, MaxOptions)
	}
	return in, nil
}

func identityOrder[ID ~int32](n int) []ID {
	ids := make([]ID, n)
	for k := range ids {
		ids[k] = ID(k)
	}
	return ids
}

// listOptions lists the options that can be branched on. An option without a primary item is never
// chosen.
func (in *rankedProblem) listOptions(order []matrix.OptionID) {
	p := in.problem
	ranks := make([]int32, 0, p.EntryCount()+len(in.itemAtRank))
	in.options = make([]rankedOption, 0, len(order)+len(in.itemAtRank))
	for _, id := range order {
		from := len(ranks)
		for _, e := range p.Option(id) {
			if int(e.Item) < len(in.rankOf) {
				ranks = append(ranks, in.rankOf[e.Item])
			}
		}
		if items := ranks[from:len(ranks):len(ranks)]; len(items) > 0 {
			in.options = append(in.options, rankedOption{id, items})
		}
	}
	for r := range int32(len(in.itemAtRank)) {
		if in.isOptional(r) {
			in.options = append(in.options, rankedOption{leaveItemID, []int32{r}})
		}
	}
}

func (in *rankedProblem) isOptional(rank int32) bool {
	return in.problem.Bound(in.itemAtRank[rank]).Min == 0
}

// sortOptionsByFirstItem sorts the options by the places of their first items in the sequence of the second phase. The
// argument place holds, for each item by its rank, the place of the item. For each option in the new order, it returns
// the former index of the option, and the place of its first item.
func (in *rankedProblem) sortOptionsByFirstItem(place []int32) (formerPlaces, firstPlaces []int32) {
	n := len(in.options)
	keys := make([]int, n)
	for o, c := range in.options {
		least := place[c.items[0]]
		for _, r := range c.items {
			least = min(least, place[r])
		}
		keys[o] = int(least)*n + o
	}
	slices.Sort(keys)
	formerPlaces, firstPlaces = make([]int32, n), make([]int32, n)
	sorted := make([]rankedOption, n)
	for k, key := range keys {
		formerPlaces[k], firstPlaces[k], sorted[k] = int32(key%n), int32(key/n), in.options[key%n]
	}
	in.options = sorted
	return formerPlaces, firstPlaces
}

// listSecondaryUses lists, for each secondary item, the options that hold it.
func (in *rankedProblem) listSecondaryUses() {
	in.secondaryUses = make([][]secondaryUse, in.problem.ItemCount()-len(in.itemAtRank))
	for o, c := range in.options {
		if len(in.secondaryUses) == 0 || c.id == leaveItemID {
			continue
		}
		for _, e := range in.problem.Option(c.id) {
			if k := int(e.Item) - len(in.itemAtRank); k >= 0 { // secondary items come after the primary items
				in.secondaryUses[k] = append(in.secondaryUses[k], secondaryUse{int32(o), e.Color})
			}
		}
	}
}

// optionTable holds sets of options as bits. An option with an earlier first item in the sequence of the second phase
// has a lower bit; options with the same first item are in the order of trying. So the options of an item are close
// together, in few words.
type optionTable struct {
	// optionIDs holds, for each option by its bit, its id in the problem, or leaveItemID for an additional option.
	optionIDs    []matrix.OptionID
	tryingPlaces []int32 // for each option by its bit, its place in the order of trying
	// for each option by its bit, the place of its first item in the sequence of the second phase
	firstItemPlaces []int32
	// compatibleOptions holds, for each option by its bit, the set of options that can be chosen together with it. No
	// option is compatible with itself.
	compatibleOptions []matrix.BitSet
	itemsHeld         []matrix.BitSet // for each option by its bit, the ranks of the items that it holds
	rowRanges         []indexRange    // for each item by its rank, the range in rowWords of the options that hold it
	maxOptionsPerItem int             // number of options of the item with the most options
	rowWords          []bitWord       // nonzero words of the option sets of all items; each search has its own copy
	// for each item by its rank, its option set as whole words; empty if a set has more than smallTableWords words
	smallRows       []smallRow
	lowerBoundWords int // number of words that hold the lower bounds of a node; 0 if bounds are not used
	// pairNogoods holds the forbidden sets of two options, as option bits, and largeNogoods the larger ones. Sets with
	// an option that is never chosen are left out.
	pairNogoods, largeNogoods [][]int32
}

// smallTableWords is the number of words of an option set in a small table.
const smallTableWords = 4

// smallRow is the set of options that hold an item, in a small table.
type smallRow [smallTableWords]uint64

// indexRange is a range of indices in a list of words or options, from first to before end.
type indexRange struct{ first, end int32 }

// bitWord is a nonzero word of a set of bits, with its index in the set.
type bitWord struct {
	bits      uint64
	wordIndex int32
}

// newOptionTable assigns a bit to each option and computes which options are compatible. The argument place holds, for
// each primary item by its rank, its place in the sequence. It sorts in.options into the order of the bits.
func newOptionTable(in *rankedProblem, place []int32) *optionTable {
	n := len(in.options)
	t := &optionTable{lowerBoundWords: boundWordCount(len(in.itemAtRank)), optionIDs: make([]matrix.OptionID, n),
		itemsHeld: matrix.NewBitSets(n, len(in.itemAtRank))}
	t.tryingPlaces, t.firstItemPlaces = in.sortOptionsByFirstItem(place)
	in.listSecondaryUses()
	holding := matrix.NewBitSets(len(in.itemAtRank), n)
	for o, c := range in.options {
		t.optionIDs[o] = c.id
		for _, r := range c.items {
			t.itemsHeld[o].Insert(int(r))
			holding[r].Insert(o)
		}
	}
	for _, options := range holding {
		t.appendRow(options)
	}
	t.listNogoods(in.problem)
	t.findCompatibleOptions(in, holding)
	return t
}

// appendRow appends the nonzero words of the set of options that hold the item with the next rank.
func (t *optionTable) appendRow(options matrix.BitSet) {
	from := int32(len(t.rowWords))
	for k, w := range options {
		if w != 0 {
			t.rowWords = append(t.rowWords, bitWord{w, int32(k)})
		}
	}
	t.rowRanges = append(t.rowRanges, indexRange{from, int32(len(t.rowWords))})
	t.maxOptionsPerItem = max(t.maxOptionsPerItem, options.Len())
	if len(options) <= smallTableWords {
		var r smallRow
		copy(r[:], options)
		t.smallRows = append(t.smallRows, r)
	}
}

// findCompatibleOptions computes the compatible options: two are incompatible if they share a primary
// item, hold the same secondary item without agreeing on its color, or are a nogood.
func (t *optionTable) findCompatibleOptions(in *rankedProblem, holding []matrix.BitSet) {
	n := len(in.options)
	t.compatibleOptions = matrix.NewBitSets(n, n)
	for o, c := range in.options {
		row := t.compatibleOptions[o]
		row.Fill(n)
		for _, r := range c.items {
			for k, w := range holding[r] {
				row[k] &^= w
			}
		}
	}
	for _, wants := range in.secondaryUses {
		t.excludeOtherColors(wants)
	}
	for _, pair := range t.pairNogoods {
		t.compatibleOptions[pair[0]].Remove(int(pair[1]))
		t.compatibleOptions[pair[1]].Remove(int(pair[0]))
	}
}

// excludeOtherColors makes options incompatible that hold the same secondary item and do not agree on
// its color.
func (t *optionTable) excludeOtherColors(uses []secondaryUse) {
	n := len(t.optionIDs)
	all, byColor := matrix.NewBitSet(n), map[matrix.Color]matrix.BitSet{}
	for _, w := range uses {
		all.Insert(int(w.option))
		if byColor[w.color] == nil {
			byColor[w.color] = matrix.NewBitSet(n)
		}
		if w.color != matrix.NoColor { // an option without a color agrees with none
			byColor[w.color].Insert(int(w.option))
		}
	}
	for _, w := range uses {
		row, like := t.compatibleOptions[w.option], byColor[w.color]
		for k := range row {
			row[k] &= like[k] | ^all[k]
		}
	}
}

// listNogoods lists the nogoods whose options can all be chosen.
func (t *optionTable) listNogoods(p *matrix.Problem) {
	if len(p.Nogoods()) == 0 {
		return
	}
	bit := map[matrix.OptionID]int32{}
	for o, id := range t.optionIDs {
		bit[id] = int32(o)
	}
	for _, nogood := range p.Nogoods() {
		var set []int32
		for _, id := range nogood {
			if o, ok := bit[id]; ok {
				set = append(set, o)
			}
		}
		switch {
		case len(set) < len(nogood):
		case len(set) == 2:
			t.pairNogoods = append(t.pairNogoods, set)
		default:
			t.largeNogoods = append(t.largeNogoods, set)
		}
	}
}
