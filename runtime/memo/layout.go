package memo

import (
	"fmt"
	"math/bits"
	"slices"

	"quadrille/runtime/matrix"
)

const (
	maxBits = 4096
	// maxDepth bounds the recursion: a search goes down a level for each option
	// chosen and each item left.
	maxDepth = 1 << 16
)

// field is where a number stands in a state. It lies within one word.
type field struct {
	word  int
	shift uint
	mask  uint64 // before it is shifted
}

// multiple is an item that is not to be covered exactly once.
type multiple struct {
	item  matrix.ItemID
	bit   int
	max   uint64 // how often it may be covered at first, and how far below that it may stay
	slack uint64
	left  field // how often it may still be covered
}

// layout says what the bits of a state mean. The primary items come first, in the
// order in which they are branched on.
type layout struct {
	problem    *matrix.Problem
	account    *account
	order      []matrix.ItemID
	bit        []int                // of each primary item
	use        map[matrix.Entry]int // the bit of each use of a secondary item
	uses       map[matrix.ItemID][]int
	multiples  []multiple
	multipleOf []int // of each primary item, its index in multiples, or -1
	turn       field // 0, or one more than the multiple that is being branched on
	last       field // the last option chosen for it, or 0
	bits       int
	depth      int  // a search goes down so many levels at most
	hopeless   bool // an item has too few options: there is no solution
}

// newLayout refuses what this engine cannot do, and decides on the order of the items.
func newLayout(p *matrix.Problem, o Options) (*layout, error) {
	switch {
	case len(p.Nogoods()) > 0:
		return nil, fmt.Errorf("%w: it has nogoods", ErrUnfit)
	case p.Items() > maxBits:
		return nil, fmt.Errorf("%w: it has %d items, and at most %d are possible", ErrUnfit, p.Items(), maxBits)
	}
	l := &layout{problem: p, account: newAccount(o.MaxMemory), order: o.Order,
		use: map[matrix.Entry]int{}, uses: map[matrix.ItemID][]int{}, depth: p.Primary(),
		bit: make([]int, p.Primary()), multipleOf: make([]int, p.Primary())}
	// The lists of the options of each item, and those of the order.
	lists := 4*int64(p.Entries()) + int64(p.Options()) + 128*int64(p.Items())
	if err := l.account.take(lists); err != nil {
		return nil, err
	}
	defer l.account.release(lists)
	if l.order == nil {
		l.order = nearOrder(p)
	} else if err := checkOrder(p, l.order); err != nil {
		return nil, err
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

func checkOrder(p *matrix.Problem, order []matrix.ItemID) error {
	sorted := slices.Sorted(slices.Values(order))
	for k, i := range sorted {
		if k != int(i) {
			return fmt.Errorf("the order names item %d, which is not primary or stands in it twice", i)
		}
	}
	if len(order) != p.Primary() {
		return fmt.Errorf("the order has %d items, and there are %d primary ones", len(order), p.Primary())
	}
	return nil
}

// addUses gives a bit to each use of a secondary item by an option that can be
// chosen at all, which is one that holds a primary item.
func (l *layout) addUses() error {
	for o := range matrix.OptionID(l.problem.Options()) {
		if firstOf(l.problem, o, l.bit) == len(l.bit) {
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

// addMultiples gives numbers to the items that are not covered once, and one to
// what is being branched on, if there are such items.
func (l *layout) addMultiples() error {
	for i, holding := range l.problem.Holding()[:len(l.bit)] {
		b, held := l.problem.Bound(matrix.ItemID(i)), len(holding)
		l.multipleOf[i] = -1
		l.hopeless = l.hopeless || held < int(b.Min)
		if b == matrix.Once {
			continue
		}
		most := min(int(b.Max), held)
		m := multiple{item: matrix.ItemID(i), bit: l.bit[i], max: uint64(most), slack: uint64(max(0, most-int(b.Min)))}
		m.left = l.addField(uint64(most))
		l.multipleOf[i] = len(l.multiples)
		l.multiples = append(l.multiples, m)
		l.depth += most
	}
	if len(l.multiples) > 0 {
		l.turn, l.last = l.addField(uint64(len(l.multiples))), l.addField(uint64(l.problem.Options()))
	}
	switch {
	case l.depth > maxDepth:
		return fmt.Errorf("%w: a solution may have %d options, and at most %d are possible", ErrUnfit, l.depth, maxDepth)
	case l.bits > maxBits:
		return fmt.Errorf("%w: its states have %d bits, and at most %d are possible", ErrUnfit, l.bits, maxBits)
	}
	return nil
}

// multipleAt returns which multiple is at the bit of a primary item, or -1.
func (l *layout) multipleAt(bit int) int { return l.multipleOf[l.order[bit]] }

// addField makes room for numbers up to most.
func (l *layout) addField(most uint64) field {
	width := max(1, bits.Len64(most))
	if l.bits%64+width > 64 {
		l.bits += 64 - l.bits%64
	}
	f := field{word: l.bits / 64, shift: uint(l.bits % 64), mask: 1<<width - 1}
	l.bits += width
	return f
}

// usualWork is what a node usually costs, in words: so that MaxNodes means something.
func (l *layout) usualWork() int64 {
	return 400 + 5*int64(l.problem.Items()) + int64(l.problem.Options())/4
}
