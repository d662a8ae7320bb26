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
	maxBits = 4096 // largest number of bits of a state
	// maxDepth bounds the depth of the recursion. There is a level for each chosen option, and for each item that is
	// left without a further option.
	maxDepth = 1 << 16
)

// bitField is the position of a number in a state. It lies within one word.
type bitField struct {
	word  int    // index of the word
	shift uint   // number of bits to the right of the field
	mask  uint64 // mask of the number before the shift
}

// countedItem is a multiple: an item that need not be covered exactly once.
type countedItem struct {
	item        matrix.ItemID
	bit         int      // bit that is set while the item may be covered
	maxCount    uint64   // upper bound of the item's multiplicity
	maxMinusMin uint64   // difference of its upper and lower bound
	leftField   bitField // number of times that the item may still be covered
}

// bitLayout assigns the bits of a state. Primary items have the first bits, in the order of
// branching.
type bitLayout struct {
	problem          *matrix.Problem
	account          *memoryAccount
	order            []matrix.ItemID         // primary items in the order of branching
	bitOf            []int                   // bit of each primary item
	useBit           map[matrix.Entry]int    // bit of each use of a secondary item
	useBits          map[matrix.ItemID][]int // bits of all uses of a secondary item
	multiples        []countedItem           // items that need not be covered exactly once
	multipleOf       []int                   // index in multiples, or -1, by primary item
	branchedMultiple bitField                // one more than the index of the multiple that is being branched on, or 0
	lastChosenOption bitField                // last option chosen for that multiple, or 0
	bitCount         int                     // number of bits in use
	maxLevels        int                     // largest number of levels of a search
	hasHopelessItem  bool                    // some item has too few options, so there is no solution
	hopelessItem     matrix.ItemID           // some item with too few options, if hasHopelessItem is set
}

// newBitLayout returns the layout of a problem, with the order of its items, or an error if the
// problem does not fit.
func newBitLayout(p *matrix.Problem, o CountOptions) (*bitLayout, error) {
	if err := CheckFit(p); err != nil {
		return nil, err
	}
	if p.ItemCount() > maxBits {
		return nil, fmt.Errorf("%w: it has %d items, and at most %d are possible", ErrUnfit, p.ItemCount(), maxBits)
	}
	l := &bitLayout{problem: p, account: newMemoryAccount(o.MaxMemory), order: o.Order,
		useBit: map[matrix.Entry]int{}, useBits: map[matrix.ItemID][]int{}, maxLevels: p.PrimaryCount(),
		bitOf: make([]int, p.PrimaryCount()), multipleOf: make([]int, p.PrimaryCount())}
	// lists of the options of each item, and of the order
	lists := 4*int64(p.EntryCount()) + int64(p.OptionCount()) + 128*int64(p.ItemCount())
	if err := l.account.reserveBytes(lists); err != nil {
		return nil, err
	}
	defer l.account.releaseBytes(lists)
	if l.order == nil {
		l.order = nearOrder(p, o.Backward)
	} else if !slices.Equal(slices.Sorted(slices.Values(l.order)), naturalOrder(p)) {
		return nil, errors.New("the order does not list every primary item once")
	}
	for k, i := range l.order {
		l.bitOf[i] = k
	}
	l.bitCount = len(l.order)
	if err := l.addUses(); err != nil {
		return nil, err
	}
	return l, l.addMultiples()
}

// naturalOrder returns the primary items by number.
func naturalOrder(p *matrix.Problem) []matrix.ItemID {
	order := make([]matrix.ItemID, p.PrimaryCount())
	for i := range order {
		order[i] = matrix.ItemID(i)
	}
	return order
}

// addUses assigns a bit to each use of a secondary item by an option that holds a primary item. Other options are
// never chosen.
func (l *bitLayout) addUses() error {
	for o := range matrix.OptionID(l.problem.OptionCount()) {
		if firstPlace(l.problem, o, l.bitOf) == len(l.bitOf) {
			continue
		}
		for _, e := range l.problem.Option(o) {
			if _, known := l.useBit[e]; !known && int(e.Item) >= len(l.bitOf) {
				l.useBit[e] = l.bitCount
				l.useBits[e.Item] = append(l.useBits[e.Item], l.bitCount)
				l.bitCount++
			}
		}
		if l.bitCount > maxBits {
			return fmt.Errorf("%w: its states have more than %d bits", ErrUnfit, maxBits)
		}
	}
	return nil
}

// addMultiples assigns a number field to each multiple. If there are multiples, it also assigns the
// fields turn and last.
func (l *bitLayout) addMultiples() error {
	for i, holding := range l.problem.OptionsByItem()[:len(l.bitOf)] {
		b, held := l.problem.Bound(matrix.ItemID(i)), len(holding)
		l.multipleOf[i] = -1
		if held < int(b.Min) {
			l.hasHopelessItem, l.hopelessItem = true, matrix.ItemID(i)
		}
		if b == matrix.Once {
			continue
		}
		most := min(int(b.Max), held)
		m := countedItem{item: matrix.ItemID(i), bit: l.bitOf[i], maxCount: uint64(most),
			maxMinusMin: uint64(max(0, most-int(b.Min)))}
		m.leftField = l.addField(uint64(most))
		l.multipleOf[i] = len(l.multiples)
		l.multiples = append(l.multiples, m)
		l.maxLevels += most
	}
	if len(l.multiples) > 0 {
		l.branchedMultiple, l.lastChosenOption = l.addField(uint64(len(l.multiples))),
			l.addField(uint64(l.problem.OptionCount()))
	}
	switch {
	case l.maxLevels > maxDepth:
		return fmt.Errorf("%w: a solution may have %d options, and at most %d are possible", ErrUnfit, l.maxLevels,
			maxDepth)
	case l.bitCount > maxBits:
		return fmt.Errorf("%w: its states have %d bits, and at most %d are possible", ErrUnfit, l.bitCount, maxBits)
	}
	return nil
}

// multipleAt returns the index of the multiple at the bit of a primary item, or -1.
func (l *bitLayout) multipleAt(bit int) int { return l.multipleOf[l.order[bit]] }

// addField reserves a field for numbers from 0 to most.
func (l *bitLayout) addField(most uint64) bitField {
	width := max(1, bits.Len64(most))
	if l.bitCount%64+width > 64 {
		l.bitCount += 64 - l.bitCount%64
	}
	f := bitField{word: l.bitCount / 64, shift: uint(l.bitCount % 64), mask: 1<<width - 1}
	l.bitCount += width
	return f
}

// usualNodeWork returns the approximate cost of a node, in words of memory. It is the unit of [CountOptions.MaxNodes].
func usualNodeWork(p *matrix.Problem) int64 {
	return 400 + 5*int64(p.ItemCount()) + int64(p.OptionCount())/4
}

// BoundStates returns an upper bound of the number of states of a count that branches on the items
// in a fixed order. If it is small, a count is fast, however many solutions there are; if it is
// large, it means nothing. It is infinite for problems with colors or multiplicities, where an item
// has more than two states.
func BoundStates(p *matrix.Problem) float64 {
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
	return stateBound(p, nearOrder(p, false))
}

// itemGraph is the graph of primary items, in which the items of an option are neighbours. Its
// edges are not stored but found through the options, so it takes no more memory than the problem.
type itemGraph struct {
	problem        *matrix.Problem
	optionsHolding [][]matrix.OptionID // options that hold an item, by primary item
	isHub          []bool              // the item is left out of the graph, by item
}

// nearOrder returns an order of the primary items in which the items of an option are near one
// another. Of several such orders it takes the one with the lowest bound of states in a fixed
// order. Multiples come last, because earlier items then decide most of their options. If back is
// true, all other items except hubs are in reverse order.
func nearOrder(p *matrix.Problem, back bool) []matrix.ItemID {
	g := &itemGraph{problem: p, optionsHolding: p.OptionsByItem()[:p.PrimaryCount()],
		isHub: make([]bool, p.PrimaryCount())}
	g.markHubs()
	natural := naturalOrder(p)
	isHub := func(i matrix.ItemID) bool { return g.isHub[i] }
	isMultiple := func(i matrix.ItemID) bool { return p.Bound(i) != matrix.Once }
	walked := g.walkAll(moveToEnd(natural, isHub))
	backward := slices.Clone(walked)
	slices.Reverse(backward)
	best, bound := natural, math.Inf(1)
	for _, order := range [][]matrix.ItemID{natural, moveToEnd(natural, isHub), walked,
		g.walkAll(moveToEnd(backward, isHub))} {
		order = moveToEnd(order, isMultiple)
		if b := stateBound(p, order); b < bound {
			best, bound = order, b
		}
	}
	if back {
		slices.Reverse(best)
		best = moveToEnd(moveToEnd(best, isHub), isMultiple)
	}
	return best
}

// markHubs leaves hubs out of the graph: items that share options with more than half of all items,
// such as the pieces of a packing.
func (g *itemGraph) markHubs() {
	mark := make([]int, len(g.optionsHolding))
	for i, holding := range g.optionsHolding {
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

// moveToEnd returns the order with the late items moved behind the others.
func moveToEnd(order []matrix.ItemID, late func(matrix.ItemID) bool) []matrix.ItemID {
	early := slices.DeleteFunc(slices.Clone(order), late)
	return append(early, slices.DeleteFunc(slices.Clone(order), func(i matrix.ItemID) bool { return !late(i) })...)
}

// walkAll returns the items in the order of a breadth-first walk that starts at the first item of
// the given order, and again at the first item that was not reached. Neighbours with fewer options
// come first. Hubs are not reached.
func (g *itemGraph) walkAll(order []matrix.ItemID) (seen []matrix.ItemID) {
	done, used := make([]bool, len(g.optionsHolding)), make([]bool, g.problem.OptionCount())
	next := 0
	for _, from := range order {
		if !done[from] {
			seen, done[from] = append(seen, from), true
		}
		for ; next < len(seen); next++ {
			mark := len(seen)
			for _, o := range g.optionsHolding[seen[next]] {
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
				return len(g.optionsHolding[a]) - len(g.optionsHolding[b])
			})
		}
	}
	return seen
}

// stateBound bounds the number of states of a search in a fixed order. When item t is the first
// open one, a later item can be covered only if it shares an option with an item before t. A
// secondary item matters only if options on both sides of t hold it. So there are at most 2 to the
// power of the number of these items.
//
// Each of the pairs in further stands for something else that is undecided between two places: after the first, and
// up to the second.
func stateBound(p *matrix.Problem, order []matrix.ItemID, further ...[2]int) float64 {
	at := make([]int, p.PrimaryCount())
	for t, i := range order {
		at[i] = t
	}
	// opens and closes hold the first and the last place in the order under which options of an item are sorted.
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
	change := make([]int, len(order)+2)
	for i := range opens {
		if opens[i] < closes[i] { // undecided if opens < t and t <= closes
			change[opens[i]+1]++
			change[closes[i]+1]--
		}
	}
	for _, f := range further {
		change[f[0]+1]++
		change[f[1]+1]--
	}
	sum, width := 0.0, 0
	for t := range order {
		width += change[t]
		sum += math.Exp2(float64(width))
	}
	return sum
}
