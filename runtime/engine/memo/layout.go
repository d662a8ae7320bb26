package memo

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"quadrille/runtime/matrix"
)

const (
	maxStateBits = 4096 // largest number of bits of a state
	// maxRecursionDepth bounds the depth of the recursion. There is a level for each chosen option, and for each item
	// that is left without a further option.
	maxRecursionDepth = 1 << 16
)

// bitField is the position of a number in a state. The number lies within one word.
type bitField struct {
	wordIndex int    // index of the word
	shift     uint   // number of bits to the right of the field
	valueMask uint64 // mask of the number before the shift
}

// countedItem is a multiple: an item that need not be covered exactly once. A state counts how often it may still be
// covered.
type countedItem struct {
	item        matrix.ItemID
	openBit     int      // bit that is set while the item may be covered
	maxCount    uint64   // upper bound of the item's multiplicity
	maxMinusMin uint64   // upper minus lower bound of the item's multiplicity
	leftField   bitField // position, in a state, of the number of times that the item may still be covered
}

// bitLayout assigns the bits of a state. Primary items have the first bits, in the order in which the search branches
// on them.
type bitLayout struct {
	problem    *matrix.Problem
	account    *memoryAccount
	itemOrder  []matrix.ItemID         // primary items in the order of branching
	bitOfItem  []int                   // for each primary item, its bit
	bitOfUse   map[matrix.Entry]int    // for each use of a secondary item, that is for each color or none, its bit
	bitsOfUses map[matrix.ItemID][]int // for each secondary item, the bits of all its uses
	multiples  []countedItem           // items that need not be covered exactly once
	multipleOf []int                   // for each primary item, its index in multiples, or -1
	// position, in a state, of one more than the index of the multiple that is being branched on, or of 0
	branchedMultiple bitField
	lastChosenOption bitField      // position, in a state, of the last option chosen for that multiple, or of 0
	bitCount         int           // number of bits in use
	maxLevels        int           // largest number of levels of a search
	hasHopelessItem  bool          // some item has too few options, so there is no solution
	hopelessItem     matrix.ItemID // some item with too few options, if hasHopelessItem is set
}

// newBitLayout returns the layout of a problem, with the order of its items, or an error if the
// problem does not fit.
func newBitLayout(p *matrix.Problem, o CountOptions) (*bitLayout, error) {
	if err := CheckFit(p); err != nil {
		return nil, err
	}
	if p.ItemCount() > maxStateBits {
		return nil, fmt.Errorf("%w: it has %d items, and at most %d are possible", ErrUnfit, p.ItemCount(),
			maxStateBits)
	}
	l := &bitLayout{problem: p, account: newMemoryAccount(o.MaxMemory), itemOrder: o.ItemOrder,
		bitOfUse: map[matrix.Entry]int{}, bitsOfUses: map[matrix.ItemID][]int{}, maxLevels: p.PrimaryCount(),
		bitOfItem: make([]int, p.PrimaryCount()), multipleOf: make([]int, p.PrimaryCount())}
	// memory in bytes of the lists of options by item, and of the order
	lists := 4*int64(p.EntryCount()) + int64(p.OptionCount()) + 128*int64(p.ItemCount())
	if err := l.account.reserveBytes(lists); err != nil {
		return nil, err
	}
	defer l.account.releaseBytes(lists)
	if l.itemOrder == nil {
		l.itemOrder = lowBandwidthOrder(p, o.ReverseOrder)
	} else if !slices.Equal(slices.Sorted(slices.Values(l.itemOrder)), itemsByNumber(p)) {
		return nil, errors.New("the order does not list every primary item once")
	}
	for k, i := range l.itemOrder {
		l.bitOfItem[i] = k
	}
	l.bitCount = len(l.itemOrder)
	if err := l.assignUseBits(); err != nil {
		return nil, err
	}
	return l, l.assignMultipleFields()
}

// itemsByNumber returns the primary items in ascending order of their ids.
func itemsByNumber(p *matrix.Problem) []matrix.ItemID {
	order := make([]matrix.ItemID, p.PrimaryCount())
	for i := range order {
		order[i] = matrix.ItemID(i)
	}
	return order
}

// assignUseBits assigns a bit to each use of a secondary item by an option that holds a primary item. Options without
// one are left out, as none of them is ever chosen.
func (l *bitLayout) assignUseBits() error {
	for o := range matrix.OptionID(l.problem.OptionCount()) {
		if firstPlace(l.problem, o, l.bitOfItem) == len(l.bitOfItem) {
			continue
		}
		for _, e := range l.problem.Option(o) {
			if _, known := l.bitOfUse[e]; !known && int(e.Item) >= len(l.bitOfItem) {
				l.bitOfUse[e] = l.bitCount
				l.bitsOfUses[e.Item] = append(l.bitsOfUses[e.Item], l.bitCount)
				l.bitCount++
			}
		}
		if l.bitCount > maxStateBits {
			return fmt.Errorf("%w: its states have more than %d bits", ErrUnfit, maxStateBits)
		}
	}
	return nil
}

// assignMultipleFields assigns a number field to each multiple. If there are multiples, it also assigns the fields
// branchedMultiple and lastChosenOption.
func (l *bitLayout) assignMultipleFields() error {
	for i, holding := range l.problem.OptionsByItem()[:len(l.bitOfItem)] {
		b, held := l.problem.Bound(matrix.ItemID(i)), len(holding)
		l.multipleOf[i] = -1
		if held < int(b.Min) {
			l.hasHopelessItem, l.hopelessItem = true, matrix.ItemID(i)
		}
		if b == matrix.Once {
			continue
		}
		most := min(int(b.Max), held)
		m := countedItem{item: matrix.ItemID(i), openBit: l.bitOfItem[i], maxCount: uint64(most),
			maxMinusMin: uint64(max(0, most-int(b.Min)))}
		m.leftField = l.reserveField(uint64(most))
		l.multipleOf[i] = len(l.multiples)
		l.multiples = append(l.multiples, m)
		l.maxLevels += most
	}
	if len(l.multiples) > 0 {
		l.branchedMultiple, l.lastChosenOption = l.reserveField(uint64(len(l.multiples))),
			l.reserveField(uint64(l.problem.OptionCount()))
	}
	switch {
	case l.maxLevels > maxRecursionDepth:
		return fmt.Errorf("%w: a solution may have %d options, and at most %d are possible", ErrUnfit, l.maxLevels,
			maxRecursionDepth)
	case l.bitCount > maxStateBits:
		return fmt.Errorf("%w: its states have %d bits, and at most %d are possible", ErrUnfit, l.bitCount,
			maxStateBits)
	}
	return nil
}

// multipleAt returns the index of the multiple at the bit of a primary item, or -1.
func (l *bitLayout) multipleAt(bit int) int { return l.multipleOf[l.itemOrder[bit]] }

// reserveField reserves a field for numbers from 0 to most.
func (l *bitLayout) reserveField(most uint64) bitField {
	width := max(1, bits.Len64(most))
	if l.bitCount%64+width > 64 {
		l.bitCount += 64 - l.bitCount%64
	}
	f := bitField{wordIndex: l.bitCount / 64, shift: uint(l.bitCount % 64), valueMask: 1<<width - 1}
	l.bitCount += width
	return f
}

// typicalNodeWork returns the approximate cost of a typical node, in words of memory. It is the unit of
// [CountOptions.MaxNodes].
func typicalNodeWork(p *matrix.Problem) int64 {
	return 400 + 5*int64(p.ItemCount()) + int64(p.OptionCount())/4
}

// StateCountBound returns an upper bound of the number of states of a count that branches on the items in a fixed
// order. If the bound is small, a count is fast, even with very many solutions; a large bound predicts nothing. It is
// infinite for problems with colors or multiplicities, where an item has more than two states.
func StateCountBound(p *matrix.Problem) float64 {
	for i := range matrix.ItemID(p.PrimaryCount()) {
		if p.Bound(i).Max > 1 {
			return math.Inf(1)
		}
	}
	for o := range matrix.OptionID(p.OptionCount()) {
		if slices.ContainsFunc(p.Option(o), func(e matrix.Entry) bool { return e.Color != matrix.NoColor }) {
			return math.Inf(1)
		}
	}
	return boundStateCount(p, lowBandwidthOrder(p, false))
}

// itemGraph is the graph of primary items, in which the items of an option are neighbours. Its edges are not stored but
// read from the options, so it takes no more memory than the problem.
type itemGraph struct {
	problem       *matrix.Problem
	optionsOfItem [][]matrix.OptionID // options that hold each primary item
	isHub         []bool              // whether an item is left out of the graph because it has too many neighbours
}

// lowBandwidthOrder returns an order of the primary items in which the items of an option are near one another. It
// makes several such orders and returns the one with the lowest bound of states in a fixed order. Multiples come last,
// because earlier items then decide most of their options. If back is true, all other items except hubs are in reverse
// order.
func lowBandwidthOrder(p *matrix.Problem, back bool) []matrix.ItemID {
	g := &itemGraph{problem: p, optionsOfItem: p.OptionsByItem()[:p.PrimaryCount()],
		isHub: make([]bool, p.PrimaryCount())}
	g.markHubs()
	natural := itemsByNumber(p)
	isHub := func(i matrix.ItemID) bool { return g.isHub[i] }
	isMultiple := func(i matrix.ItemID) bool { return p.Bound(i) != matrix.Once }
	walked := g.breadthFirstOrder(moveItemsToEnd(natural, isHub))
	backward := slices.Clone(walked)
	slices.Reverse(backward)
	best, bound := natural, math.Inf(1)
	for _, order := range [][]matrix.ItemID{natural, moveItemsToEnd(natural, isHub), walked,
		g.breadthFirstOrder(moveItemsToEnd(backward, isHub))} {
		order = moveItemsToEnd(order, isMultiple)
		if b := boundStateCount(p, order); b < bound {
			best, bound = order, b
		}
	}
	if back {
		slices.Reverse(best)
		best = moveItemsToEnd(moveItemsToEnd(best, isHub), isMultiple)
	}
	return best
}

// markHubs marks hubs, which are left out of the graph. A hub is an item that shares options with more than half of all
// items, as the pieces of a packing do.
func (g *itemGraph) markHubs() {
	mark := make([]int, len(g.optionsOfItem))
	for i, holding := range g.optionsOfItem {
		spread := 0
		for _, o := range holding {
			for _, e := range g.problem.Option(o) {
				if int(e.Item) < len(mark) && mark[e.Item] != i+1 {
					mark[e.Item] = i + 1
					spread++
				}
			}
		}
		g.isHub[i] = spread > len(mark)/2
	}
}

// moveItemsToEnd returns the order with the items for which late returns true moved to its end.
func moveItemsToEnd(order []matrix.ItemID, late func(matrix.ItemID) bool) []matrix.ItemID {
	early := slices.DeleteFunc(slices.Clone(order), late)
	return append(early, slices.DeleteFunc(slices.Clone(order), func(i matrix.ItemID) bool { return !late(i) })...)
}

// breadthFirstOrder returns the items in the order of a breadth-first walk. It starts at the first item of the given
// order, and again at the first item that it has not reached. Neighbours with fewer options come first. Hubs are not
// reached.
func (g *itemGraph) breadthFirstOrder(order []matrix.ItemID) (seen []matrix.ItemID) {
	done, used := make([]bool, len(g.optionsOfItem)), make([]bool, g.problem.OptionCount())
	next := 0
	for _, from := range order {
		if !done[from] {
			seen, done[from] = append(seen, from), true
		}
		for ; next < len(seen); next++ {
			mark := len(seen)
			for _, o := range g.optionsOfItem[seen[next]] {
				if used[o] {
					continue
				}
				used[o] = true
				for _, e := range g.problem.Option(o) {
					if int(e.Item) < len(done) && !done[e.Item] && !g.isHub[e.Item] {
						seen, done[e.Item] = append(seen, e.Item), true
					}
				}
			}
			slices.SortStableFunc(seen[mark:], func(a, b matrix.ItemID) int {
				return len(g.optionsOfItem[a]) - len(g.optionsOfItem[b])
			})
		}
	}
	return seen
}

// boundStateCount bounds the number of states of a search in a fixed order. When item t is the first open one, a later
// item can be covered only if it shares an option with an item before t. A secondary item matters only if options on
// both sides of t hold it. So the number of states at t is at most 2 to the power of the number of these items. Each
// pair of places in the argument further stands for one more fact that is true or false in a state: it is undecided
// after the first of the two places, and up to the second.
func boundStateCount(p *matrix.Problem, order []matrix.ItemID, further ...[2]int) float64 {
	at := make([]int, p.PrimaryCount())
	for t, i := range order {
		at[i] = t
	}
	// opens and closes: for each item, the least and the greatest place of the options that hold it; the place of an
	// option is that of its first item
	opens, closes := make([]int, p.ItemCount()), make([]int, p.ItemCount())
	for i := range opens {
		opens[i], closes[i] = len(order), -1
	}
	for o := range matrix.OptionID(p.OptionCount()) {
		if first := firstPlace(p, o, at); first < len(at) {
			for _, e := range p.Option(o) {
				opens[e.Item] = min(opens[e.Item], first)
				closes[e.Item] = max(closes[e.Item], first)
			}
		}
	}
	copy(closes, at)
	change := make([]int, len(order)) // for each place, the change in the number of undecided items and facts behind it
	decide := func(open, closed int) {
		if open < closed {
			change[open]++
			change[closed]--
		}
	}
	for i := range opens {
		decide(opens[i], closes[i])
	}
	for _, f := range further {
		decide(f[0], f[1])
	}
	sum, undecided := 0.0, 0
	for t := range order {
		sum += math.Exp2(float64(undecided))
		undecided += change[t]
	}
	return sum
}
