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
	maxBits = 4096
	// maxDepth bounds the recursion, which goes down a level for each chosen option and for each item
	// that is left.
	maxDepth = 1 << 16
)

// bitField is the place of a number in a state. It lies within one word.
type bitField struct {
	word  int
	shift uint
	mask  uint64 // mask before the shift
}

// countedItem is a multiple: an item whose bounds are not 1..1.
type countedItem struct {
	item      matrix.ItemID
	bit       int
	max       uint64 // initial upper bound, and the difference of the bounds
	slack     uint64
	leftField bitField // the number of times that it may still be covered
}

// bitLayout is the meaning of the bits of a state. The primary items come first, in the order of
// branching.
type bitLayout struct {
	problem    *matrix.Problem
	account    *memoryAccount
	order      []matrix.ItemID
	bit        []int                // by primary item
	use        map[matrix.Entry]int // the bit of each use of a secondary item
	uses       map[matrix.ItemID][]int
	multiples  []countedItem
	multipleOf []int    // by primary item: its index in multiples, or -1
	turn       bitField // 0, or one more than the index of the multiple that is being branched on
	last       bitField // the last option chosen for that multiple, or 0
	bits       int
	depth      int  // bound of the levels of a search
	hopeless   bool // whether an item has too few options, so that there is no solution
}

// newBitLayout returns the layout of a problem, with the order of its items, or an error if the
// problem does not fit.
func newBitLayout(p *matrix.Problem, o CountOptions) (*bitLayout, error) {
	switch {
	case len(p.Nogoods()) > 0:
		return nil, fmt.Errorf("%w: it has nogoods", ErrUnfit)
	case p.ItemCount() > maxBits:
		return nil, fmt.Errorf("%w: it has %d items, and at most %d are possible", ErrUnfit, p.ItemCount(), maxBits)
	}
	l := &bitLayout{problem: p, account: newMemoryAccount(o.MaxMemory), order: o.Order,
		use: map[matrix.Entry]int{}, uses: map[matrix.ItemID][]int{}, depth: p.PrimaryCount(),
		bit: make([]int, p.PrimaryCount()), multipleOf: make([]int, p.PrimaryCount())}
	// the lists of the options of each item, and those of the order
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
		l.bit[i] = k
	}
	l.bits = len(l.order)
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

// addUses gives a bit to each use of a secondary item by an option that can be chosen, which is an
// option with a primary item.
func (l *bitLayout) addUses() error {
	for o := range matrix.OptionID(l.problem.OptionCount()) {
		if firstPlace(l.problem, o, l.bit) == len(l.bit) {
			continue
		}
		for _, e := range l.problem.Option(o) {
			if _, known := l.use[e]; !known && int(e.Item) >= len(l.bit) {
				l.use[e] = l.bits
				l.uses[e.Item] = append(l.uses[e.Item], l.bits)
				l.bits++
			}
		}
		if l.bits > maxBits {
			return fmt.Errorf("%w: its states have more than %d bits", ErrUnfit, maxBits)
		}
	}
	return nil
}

// addMultiples gives numbers to the multiples, and a number each to the turn and the last option,
// if there are multiples.
func (l *bitLayout) addMultiples() error {
	for i, holding := range l.problem.OptionsByItem()[:len(l.bit)] {
		b, held := l.problem.Bound(matrix.ItemID(i)), len(holding)
		l.multipleOf[i] = -1
		l.hopeless = l.hopeless || held < int(b.Min)
		if b == matrix.Once {
			continue
		}
		most := min(int(b.Max), held)
		m := countedItem{item: matrix.ItemID(i), bit: l.bit[i], max: uint64(most),
			slack: uint64(max(0, most-int(b.Min)))}
		m.leftField = l.addField(uint64(most))
		l.multipleOf[i] = len(l.multiples)
		l.multiples = append(l.multiples, m)
		l.depth += most
	}
	if len(l.multiples) > 0 {
		l.turn, l.last = l.addField(uint64(len(l.multiples))), l.addField(uint64(l.problem.OptionCount()))
	}
	switch {
	case l.depth > maxDepth:
		return fmt.Errorf("%w: a solution may have %d options, and at most %d are possible", ErrUnfit, l.depth,
			maxDepth)
	case l.bits > maxBits:
		return fmt.Errorf("%w: its states have %d bits, and at most %d are possible", ErrUnfit, l.bits, maxBits)
	}
	return nil
}

// multipleAt returns the index of the multiple at the bit of a primary item, or -1.
func (l *bitLayout) multipleAt(bit int) int { return l.multipleOf[l.order[bit]] }

// addField reserves a field for numbers from 0 to most.
func (l *bitLayout) addField(most uint64) bitField {
	width := max(1, bits.Len64(most))
	if l.bits%64+width > 64 {
		l.bits += 64 - l.bits%64
	}
	f := bitField{word: l.bits / 64, shift: uint(l.bits % 64), mask: 1<<width - 1}
	l.bits += width
	return f
}

// usualWork returns the usual cost of a node in words, the unit of MaxNodes.
func (l *bitLayout) usualWork() int64 {
	return 400 + 5*int64(l.problem.ItemCount()) + int64(l.problem.OptionCount())/4
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
	problem *matrix.Problem
	holding [][]matrix.OptionID // by primary item
	hub     []bool              // by item: whether it is left out of the graph
}

// nearOrder returns an order of the primary items in which the items of an option are near one
// another. Of several orders it returns the one with the lowest bound of states in a fixed order.
// Multiples come last, where earlier items have decided most of their options. If back is true the
// other items are in the reverse order, except for the hubs.
func nearOrder(p *matrix.Problem, back bool) []matrix.ItemID {
	g := &itemGraph{problem: p, holding: p.OptionsByItem()[:p.PrimaryCount()], hub: make([]bool, p.PrimaryCount())}
	g.markHubs()
	natural := naturalOrder(p)
	isHub := func(i matrix.ItemID) bool { return g.hub[i] }
	isMultiple := func(i matrix.ItemID) bool { return p.Bound(i) != matrix.Once }
	walked := g.walkAll(moveBehind(natural, isHub))
	backward := slices.Clone(walked)
	slices.Reverse(backward)
	best, bound := natural, math.Inf(1)
	for _, order := range [][]matrix.ItemID{natural, moveBehind(natural, isHub), walked,
		g.walkAll(moveBehind(backward, isHub))} {
		order = moveBehind(order, isMultiple)
		if b := stateBound(p, order); b < bound {
			best, bound = order, b
		}
	}
	if back {
		slices.Reverse(best)
		best = moveBehind(moveBehind(best, isHub), isMultiple)
	}
	return best
}

// markHubs leaves out of the graph the items that are neighbours of more than half of all items,
// such as the pieces of a packing.
func (g *itemGraph) markHubs() {
	mark := make([]int, len(g.holding))
	for i, holding := range g.holding {
		spread := 0
		for _, o := range holding {
			for _, e := range g.problem.Option(o) {
				if int(e.Item) < len(mark) && mark[e.Item] != i+1 {
					mark[e.Item] = i + 1
					spread++
				}
			}
		}
		g.hub[i] = spread > len(mark)/2
	}
}

// moveBehind returns the order with the late items moved behind the others.
func moveBehind(order []matrix.ItemID, late func(matrix.ItemID) bool) []matrix.ItemID {
	early := slices.DeleteFunc(slices.Clone(order), late)
	return append(early, slices.DeleteFunc(slices.Clone(order), func(i matrix.ItemID) bool { return !late(i) })...)
}

// walkAll walks the graph breadth first from the first item of an order, then from the first one
// that was not reached, and so on. Neighbours with fewer options come first. Hubs are not reached.
func (g *itemGraph) walkAll(order []matrix.ItemID) (seen []matrix.ItemID) {
	done, used := make([]bool, len(g.holding)), make([]bool, g.problem.OptionCount())
	next := 0
	for _, from := range order {
		if !done[from] {
			seen, done[from] = append(seen, from), true
		}
		for ; next < len(seen); next++ {
			mark := len(seen)
			for _, o := range g.holding[seen[next]] {
				if used[o] {
					continue
				}
				used[o] = true
				for _, e := range g.problem.Option(o) {
					if int(e.Item) < len(done) && !done[e.Item] && !g.hub[e.Item] {
						seen, done[e.Item] = append(seen, e.Item), true
					}
				}
			}
			slices.SortStableFunc(seen[mark:], func(a, b matrix.ItemID) int {
				return len(g.holding[a]) - len(g.holding[b])
			})
		}
	}
	return seen
}

// stateBound bounds the number of states of a fixed order. When item t is the first open one, the
// only items behind it that can be covered share an option with an item before t, and the only
// secondary items that matter are held by options on both sides of t. So there are at most 2 to the
// power of their number.
func stateBound(p *matrix.Problem, order []matrix.ItemID) float64 {
	at := make([]int, p.PrimaryCount())
	for t, i := range order {
		at[i] = t
	}
	// the first and the last item, in the order, under which the options that hold an item are sorted
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
	sum, width := 0.0, 0
	for t := range order {
		width += change[t]
		sum += math.Exp2(float64(width))
	}
	return sum
}
