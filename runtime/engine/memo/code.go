package memo

import (
	"context"
	"iter"
	"math/bits"
	"slices"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// stateWords is a state, or a set of its bits. Its length is a constant to the compiler, so states
// lie side by side in memory and are compared in a few instructions.
type stateWords interface {
	[1]uint64 | [2]uint64 | [3]uint64 | [4]uint64 | [6]uint64 | [8]uint64 | [16]uint64 | [32]uint64 | [64]uint64
}

func hasBit[K stateWords](s *K, bit int) bool { return (*s)[bit>>6]>>(bit&63)&1 != 0 }
func setBit[K stateWords](s *K, bit int)      { (*s)[bit>>6] |= 1 << (bit & 63) }
func clearBit[K stateWords](s *K, bit int)    { (*s)[bit>>6] &^= 1 << (bit & 63) }

func getField[K stateWords](s *K, f bitField) uint64 { return (*s)[f.word] >> f.shift & f.mask }

func putField[K stateWords](s *K, f bitField, n uint64) {
	(*s)[f.word] = (*s)[f.word]&^(f.mask<<f.shift) | n<<f.shift
}

func addBits[K stateWords](s, more *K) {
	for k := 0; k < len(*s); k++ {
		(*s)[k] |= (*more)[k]
	}
}

func removeBits[K stateWords](s, less *K) {
	for k := 0; k < len(*s); k++ {
		(*s)[k] &^= (*less)[k]
	}
}

func isSubset[K stateWords](part, s *K) bool {
	for k := 0; k < len(*s); k++ {
		if (*part)[k]&^(*s)[k] != 0 {
			return false
		}
	}
	return true
}

func haveCommonBit[K stateWords](a, b *K) bool {
	for k := 0; k < len(*a); k++ {
		if (*a)[k]&(*b)[k] != 0 {
			return true
		}
	}
	return false
}

// commonBits returns the intersection of two sets, and whether it has any bits.
func commonBits[K stateWords](a, b *K) (both K, any bool) {
	for k := 0; k < len(both); k++ {
		both[k] = (*a)[k] & (*b)[k]
	}
	return both, both != *new(K)
}

// lowestBit returns the lowest bit of a nonempty set.
func lowestBit[K stateWords](set *K) int {
	for k := 0; k < len(*set); k++ {
		if (*set)[k] != 0 {
			return k<<6 + bits.TrailingZeros64((*set)[k])
		}
	}
	return -1
}

func bitsOf[K stateWords](set *K) iter.Seq[int] { return sharedBits(set, set) }

func sharedBits[K stateWords](a, b *K) iter.Seq[int] {
	return func(yield func(int) bool) {
		for k := 0; k < len(*a); k++ {
			for m := (*a)[k] & (*b)[k]; m != 0; m &= m - 1 {
				if !yield(k<<6 + bits.TrailingZeros64(m)) {
					return
				}
			}
		}
	}
}

// optionHolder is the set of options that need a bit, as words of a set of options: words[k] is
// word from+k. The options are sorted so that each such set has few words.
type optionHolder struct {
	from  int
	words []uint64
}

// bitCode is a problem as masks on states. Its options are those that can be chosen, sorted by
// their first item in the order. If there are multiples, they are sorted by number, so that the
// order of an item's options does not depend on the order of the items.
type bitCode[K stateWords] struct {
	*bitLayout
	option       []matrix.OptionID
	need         []K     // the bits that must be set for the option to be possible
	clear        []K     // the bits that are cleared when it is chosen
	firstFiled   []int32 // options firstFiled[t]..firstFiled[t+1]-1 begin with t; nil if there are multiples
	relevantBits []K     // bits that make a difference when t is the first open item of a fixed order

	holders       []optionHolder // by bit: the options that need it
	reachableBits []K            // by bit: the bits that its options need

	start         K // state of the root
	primaryBits   K // bits of all primary items
	onceBits      K // bits of the primary items that are covered once
	multipleBits  K // bits of the other primary items, the multiples
	secondaryBits K // bits of secondary items
	members       K // bits of items: all except those of numbers

	symmetries []bitPermutation[K] // all but the identity; nil if none are known
	orbits     []int               // by option of the problem; nil if not known
	report     func(search.Progress)
	pause      func(words int64, share, known float64)
}

// memoEngine is a bitCode of any state length.
type memoEngine interface {
	countSolutions(context.Context, CountOptions) searchOutcome
	buildDiagram(context.Context, CountOptions) (*Diagram, error)
	auditDiagram(*Diagram) error
}

// newMemoEngine makes the masks of a problem, with the number of words that its states need.
func newMemoEngine(p *matrix.Problem, o CountOptions) (memoEngine, *memoryAccount, error) {
	l, err := newBitLayout(p, o)
	if err != nil {
		return nil, nil, err
	}
	for _, try := range []struct {
		words int
		make  func(*bitLayout, CountOptions) (memoEngine, error)
	}{
		{1, newBitCode[[1]uint64]}, {2, newBitCode[[2]uint64]}, {3, newBitCode[[3]uint64]}, {4, newBitCode[[4]uint64]},
		{6, newBitCode[[6]uint64]},
		{8, newBitCode[[8]uint64]}, {16, newBitCode[[16]uint64]}, {32, newBitCode[[32]uint64]},
		{64, newBitCode[[64]uint64]},
	} {
		if l.bits <= 64*try.words {
			e, err := try.make(l, o)
			return e, l.account, err
		}
	}
	panic("a layout has too many bits")
}

func newBitCode[K stateWords](l *bitLayout, o CountOptions) (memoEngine, error) {
	c, n := &bitCode[K]{bitLayout: l, report: o.Report, pause: o.Turn}, l.problem.OptionCount()
	err := l.account.reserveBytes(sizeOf[int32](4*n) + sizeOf[K](2*n+len(l.order)))
	if err != nil {
		return nil, err
	}
	c.sortOptions()
	c.need, c.clear = make([]K, len(c.option)), make([]K, len(c.option))
	c.markItemBits()
	for k := range c.option {
		c.encodeOption(k)
	}
	c.findMatter()
	return c, c.findHolders()
}

// firstPlace returns the place in an order at which the first primary item of an option stands,
// given the places of items. It returns the number of items if the option has no primary item; no
// solution needs such an option.
func firstPlace(p *matrix.Problem, o matrix.OptionID, at []int) int {
	first := len(at)
	for _, e := range p.Option(o) {
		if int(e.Item) < len(at) {
			first = min(first, at[e.Item])
		}
	}
	return first
}

// sortOptions sorts the useful options by their first item.
func (c *bitCode[K]) sortOptions() {
	firsts := make([]int, c.problem.OptionCount())
	file := make([]int32, len(c.order)+1)
	for o := range firsts {
		firsts[o] = firstPlace(c.problem, matrix.OptionID(o), c.bit)
		if firsts[o] < len(c.order) {
			c.option = append(c.option, matrix.OptionID(o))
			file[firsts[o]+1]++
		}
	}
	if len(c.multiples) > 0 {
		return
	}
	slices.SortStableFunc(c.option, func(a, b matrix.OptionID) int { return firsts[a] - firsts[b] })
	for t := range c.order {
		file[t+1] += file[t]
	}
	c.firstFiled = file
}

// encodeOption makes the masks of option k. An option with a color leaves the item available to
// options that agree with that color.
func (c *bitCode[K]) encodeOption(k int) {
	for _, e := range c.problem.Option(c.option[k]) {
		if int(e.Item) >= len(c.bit) {
			setBit(&c.need[k], c.use[e])
			for _, u := range c.uses[e.Item] {
				if u != c.use[e] || e.Color == matrix.NoColor {
					setBit(&c.clear[k], u)
				}
			}
			continue
		}
		setBit(&c.need[k], c.bit[e.Item])
		if c.multipleOf[e.Item] < 0 {
			setBit(&c.clear[k], c.bit[e.Item])
		}
	}
}

// markItemBits makes the sets of items and the state of the root.
func (c *bitCode[K]) markItemBits() {
	for _, i := range c.order {
		setBit(&c.primaryBits, c.bit[i])
		if c.multipleOf[i] < 0 {
			setBit(&c.onceBits, c.bit[i])
		} else {
			setBit(&c.multipleBits, c.bit[i])
		}
	}
	for _, u := range c.use {
		setBit(&c.secondaryBits, u)
	}
	c.members = c.primaryBits
	addBits(&c.members, &c.secondaryBits)
	c.start = c.members
	for _, m := range c.multiples {
		putField(&c.start, m.leftField, m.max)
		if m.max == 0 {
			clearBit(&c.start, m.bit)
		}
	}
}

// findMatter sets which bits make a difference when item t is the first open one: those of primary
// items, and those needed by an option whose first item is t or later.
func (c *bitCode[K]) findMatter() {
	if len(c.use) == 0 || len(c.multiples) > 0 {
		return
	}
	c.relevantBits = make([]K, len(c.order))
	bits := c.primaryBits
	for t := len(c.order) - 1; t >= 0; t-- {
		for o := c.firstFiled[t]; o < c.firstFiled[t+1]; o++ {
			addBits(&bits, &c.need[o])
		}
		c.relevantBits[t] = bits
	}
}

// findHolders makes the sets of options that need each bit, and the bits that
// the options of each bit need.
func (c *bitCode[K]) findHolders() error {
	lowest, highest := make([]int, c.bits), make([]int, c.bits)
	for o := len(c.option) - 1; o >= 0; o-- {
		for b := range bitsOf(&c.need[o]) {
			if highest[b] == 0 {
				highest[b] = o>>6 + 1
			}
			lowest[b] = o >> 6
		}
	}
	sum := 0
	for b := range lowest {
		sum += highest[b] - lowest[b]
	}
	if err := c.account.reserveBytes(sizeOf[uint64](sum) + sizeOf[K](c.bits) +
		sizeOf[optionHolder](c.bits)); err != nil {
		return err
	}
	c.holders, c.reachableBits = make([]optionHolder, c.bits), make([]K, c.bits)
	for b := range c.holders {
		c.holders[b] = optionHolder{lowest[b], make([]uint64, highest[b]-lowest[b])}
	}
	for o := range c.option {
		for b := range bitsOf(&c.need[o]) {
			h := &c.holders[b]
			h.words[o>>6-h.from] |= 1 << (o & 63)
			addBits(&c.reachableBits[b], &c.need[o])
		}
	}
	return nil
}

// chooseOption chooses option o at a state. It leaves the turn as it is.
func (c *bitCode[K]) chooseOption(s *K, o int32) {
	removeBits(s, &c.clear[o])
	if len(c.multiples) > 0 {
		c.lowerNumbers(s, o)
	}
}

// lowerNumbers lowers the numbers of the multiples that option o holds.
func (c *bitCode[K]) lowerNumbers(s *K, o int32) {
	for b := range sharedBits(&c.need[o], &c.multipleBits) {
		left := c.multiples[c.multipleAt(b)].leftField
		n := getField(s, left) - 1
		putField(s, left, n)
		if n == 0 {
			clearBit(s, b)
		}
	}
}
