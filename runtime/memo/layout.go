package memo

import (
	"fmt"
	"math/bits"

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

// several is an item that is covered other than once.
type several struct {
	item  matrix.ItemID
	bit   int
	max   uint64 // how often it may be covered at first, and how far below that it may stay
	slack uint64
	left  field // how often it may still be covered
}

// layout says what the bits of a state mean. The primary items come first, in the
// order in which they are branched on.
type layout struct {
	order   []matrix.ItemID
	bit     []int                // of each primary item
	use     map[matrix.Entry]int // the bit of each use of a secondary item
	uses    map[matrix.ItemID][]int
	several []several
	severed []int // of each primary item, its index in several, or -1
	holders []int // of each primary item, how many options hold it
	pairs   int   // of an option and one of several that it holds
	cursor  field // 0, or one more than the pair of the last option chosen
	bits    int
	depth   int  // a search goes down so many levels at most
	none    bool // an item has too few options: there is no solution
}

func newLayout(p *matrix.Problem, order []matrix.ItemID) (*layout, error) {
	l := &layout{order: order, bit: make([]int, p.Primary()), severed: make([]int, p.Primary()), holders: make([]int, p.Primary())}
	for k, i := range order {
		l.bit[i] = k
	}
	l.bits = len(order)
	if err := l.addUses(p); err != nil {
		return nil, err
	}
	if err := l.addSeveral(p); err != nil {
		return nil, err
	}
	if l.bits > maxBits {
		return nil, fmt.Errorf("%w: its states have %d bits, and at most %d are possible", ErrUnfit, l.bits, maxBits)
	}
	return l, nil
}

// addUses gives a bit to each use of a secondary item by an option that can be
// chosen at all, which is one that holds a primary item.
func (l *layout) addUses(p *matrix.Problem) error {
	l.use, l.uses = map[matrix.Entry]int{}, map[matrix.ItemID][]int{}
	for o := range matrix.OptionID(p.Options()) {
		if !useful(p, o) {
			continue
		}
		for _, e := range p.Option(o) {
			if int(e.Item) < p.Primary() {
				l.holders[e.Item]++
				continue
			}
			if _, known := l.use[e]; !known {
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

// useful reports whether a solution may hold the option.
func useful(p *matrix.Problem, o matrix.OptionID) bool {
	for _, e := range p.Option(o) {
		if int(e.Item) < p.Primary() {
			return true
		}
	}
	return false
}

// addSeveral gives numbers to the items that are not covered once, and one to
// what is being branched on, if there are such items.
func (l *layout) addSeveral(p *matrix.Problem) error {
	l.depth = p.Primary()
	for i := range matrix.ItemID(p.Primary()) {
		b, held := p.Bound(i), l.holders[i]
		l.severed[i] = -1
		l.none = l.none || held < int(b.Min)
		if b == matrix.Once {
			continue
		}
		most := min(int(b.Max), held)
		s := several{item: i, bit: l.bit[i], max: uint64(most), slack: uint64(max(0, most-int(b.Min)))}
		s.left = l.addField(uint64(most))
		l.severed[i] = len(l.several)
		l.several = append(l.several, s)
		l.pairs += held
		l.depth += most
	}
	if len(l.several) > 0 {
		l.cursor = l.addField(uint64(l.pairs) + 1)
	}
	if l.depth > maxDepth {
		return fmt.Errorf("%w: a solution may have %d options, and at most %d are possible", ErrUnfit, l.depth, maxDepth)
	}
	return nil
}

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

// words returns the number of words of a state.
func (l *layout) words() int { return (l.bits + 63) / 64 }

func checkOrder(p *matrix.Problem, order []matrix.ItemID) error {
	seen := make([]bool, p.Primary())
	for _, i := range order {
		if i < 0 || int(i) >= len(seen) || seen[i] {
			return fmt.Errorf("the order names item %d, which is not primary or stands in it twice", i)
		}
		seen[i] = true
	}
	if len(order) != len(seen) {
		return fmt.Errorf("the order has %d items, and there are %d primary ones", len(order), len(seen))
	}
	return nil
}
