package memo

import (
	"context"
	"errors"
	"iter"
	"math/bits"
	"slices"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// stateWords is a state of the search, or a set of its bits: an array of words. Its length is a
// constant to the compiler, so states lie side by side in memory and are compared in a few
// instructions.
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

func isSubset[K stateWords](subset, s *K) bool {
	for k := 0; k < len(*s); k++ {
		if (*subset)[k]&^(*s)[k] != 0 {
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
func commonBits[K stateWords](a, b *K) (common K, nonempty bool) {
	for k := 0; k < len(common); k++ {
		common[k] = (*a)[k] & (*b)[k]
	}
	return common, common != *new(K)
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

// optionHolder is the set of the options that need a certain bit. It holds only some words of a set of options:
// words[k] is word firstWord+k, and all other words are 0. The options are sorted so that each such set has few
// words.
type optionHolder struct {
	firstWord int
	words     []uint64
}

// bitCode is a problem in the form of masks on states. It has only the options that can be chosen, sorted by their
// first item in the order of the items. If there are multiples (items that need not be covered exactly once), the
// options are sorted by number, so that the order of an item's options does not depend on the order of the items.
type bitCode[K stateWords] struct {
	*bitLayout
	optionIDs   []matrix.OptionID // number of each option in the problem
	neededBits  []K               // bits that must be set for an option to be possible, by option
	clearedBits []K               // bits that are cleared when an option is chosen, by option
	// optionStarts[t] to optionStarts[t+1]-1 are the options whose first item is t. It is nil if there are multiples.
	optionStarts []int32
	relevantBits []K // bits that make a difference when item t is the first open one of a fixed order, by t

	holders       []optionHolder // options that need a bit, by bit
	reachableBits []K            // bits that the options of a bit need, by bit
	connectedBits []K            // bits that the options of a bit need or clear, by bit

	startState    K // state of the root
	primaryBits   K // bits of all primary items
	onceBits      K // bits of the primary items that are covered once
	multipleBits  K // bits of the other primary items, the multiples
	secondaryBits K // bits of the uses of secondary items
	itemBits      K // bits of items, without the bits of numbers

	optionCosts []int64 // cost of each option of the problem if only the best solutions count; otherwise nil

	// symmetries of the problem except the identity; nil if none are known
	symmetries []bitPermutation[K]
	itemImages [][]matrix.ItemID // image of each item under each of these symmetries
	// orbit of each option of the problem under the symmetries; nil if not known
	orbitOf []int
	report  func(search.Progress)                        // receives the progress
	onWork  func(words int64, share, recurrence float64) // see CountOptions.OnWork
}

// memoEngine is a bitCode whose states have any length.
type memoEngine interface {
	countSolutions(context.Context, CountOptions) searchOutcome
	buildDiagram(context.Context, CountOptions) (*Diagram, error)
	auditDiagram(*Diagram) error
}

// newMemoEngine returns the masks of a problem, for states with as many words as it needs.
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
		if l.bitCount <= 64*try.words {
			e, err := try.make(l, o)
			return e, l.account, err
		}
	}
	panic("a layout has too many bits")
}

func newBitCode[K stateWords](l *bitLayout, o CountOptions) (memoEngine, error) {
	c, n := &bitCode[K]{bitLayout: l, report: o.Report, onWork: o.OnWork}, l.problem.OptionCount()
	var err error
	if c.optionCosts, err = wantedCosts(l.problem, o); err != nil {
		return nil, err
	}
	err = l.account.reserveBytes(sizeOf[int32](4*n) + sizeOf[K](2*n+len(l.order)))
	if err != nil {
		return nil, err
	}
	c.sortOptions()
	c.neededBits, c.clearedBits = make([]K, len(c.optionIDs)), make([]K, len(c.optionIDs))
	c.markItemBits()
	for k := range c.optionIDs {
		c.encodeOption(k)
	}
	c.findRelevantBits()
	return c, c.findHolders()
}

// wantedCosts returns the cost of each option if only the best solutions count, and otherwise nil.
func wantedCosts(p *matrix.Problem, o CountOptions) ([]int64, error) {
	switch {
	case !o.BestOnly:
		return nil, nil
	case p.Goal() == nil:
		return nil, errors.New("the problem has no goal, so no solution is better than another")
	case o.Proof != nil:
		return nil, errors.New("no proof says which solutions of a count are the best")
	}
	return p.Goal().Costs(), nil
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
		firsts[o] = firstPlace(c.problem, matrix.OptionID(o), c.bitOf)
		if firsts[o] < len(c.order) {
			c.optionIDs = append(c.optionIDs, matrix.OptionID(o))
			file[firsts[o]+1]++
		}
	}
	if len(c.multiples) > 0 {
		return
	}
	slices.SortStableFunc(c.optionIDs, func(a, b matrix.OptionID) int { return firsts[a] - firsts[b] })
	for t := range c.order {
		file[t+1] += file[t]
	}
	c.optionStarts = file
}

// encodeOption makes the masks of option k. An option with a color leaves the item available to
// options that agree with that color.
func (c *bitCode[K]) encodeOption(k int) {
	for _, e := range c.problem.Option(c.optionIDs[k]) {
		if int(e.Item) >= len(c.bitOf) {
			setBit(&c.neededBits[k], c.useBit[e])
			for _, u := range c.useBits[e.Item] {
				if u != c.useBit[e] || e.Color == matrix.NoColor {
					setBit(&c.clearedBits[k], u)
				}
			}
			continue
		}
		setBit(&c.neededBits[k], c.bitOf[e.Item])
		if c.multipleOf[e.Item] < 0 {
			setBit(&c.clearedBits[k], c.bitOf[e.Item])
		}
	}
}

// markItemBits makes the sets of items and the state of the root.
func (c *bitCode[K]) markItemBits() {
	for _, i := range c.order {
		setBit(&c.primaryBits, c.bitOf[i])
		if c.multipleOf[i] < 0 {
			setBit(&c.onceBits, c.bitOf[i])
		} else {
			setBit(&c.multipleBits, c.bitOf[i])
		}
	}
	for _, u := range c.useBit {
		setBit(&c.secondaryBits, u)
	}
	c.itemBits = c.primaryBits
	addBits(&c.itemBits, &c.secondaryBits)
	c.startState = c.itemBits
	for _, m := range c.multiples {
		putField(&c.startState, m.leftField, m.maxCount)
		if m.maxCount == 0 {
			clearBit(&c.startState, m.bit)
		}
	}
}

// findRelevantBits finds for each t the bits that matter when item t is the first open one: the bits of primary
// items, and the bits needed by an option whose first item is t or later.
func (c *bitCode[K]) findRelevantBits() {
	if len(c.useBit) == 0 || len(c.multiples) > 0 {
		return
	}
	c.relevantBits = make([]K, len(c.order))
	bits := c.primaryBits
	for t := len(c.order) - 1; t >= 0; t-- {
		for o := c.optionStarts[t]; o < c.optionStarts[t+1]; o++ {
			addBits(&bits, &c.neededBits[o])
		}
		c.relevantBits[t] = bits
	}
}

// findHolders makes the sets of options that need each bit, and the bits that
// the options of each bit need.
func (c *bitCode[K]) findHolders() error {
	lowest, highest := make([]int, c.bitCount), make([]int, c.bitCount)
	for o := len(c.optionIDs) - 1; o >= 0; o-- {
		for b := range bitsOf(&c.neededBits[o]) {
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
	if err := c.account.reserveBytes(sizeOf[uint64](sum) + sizeOf[K](2*c.bitCount) +
		sizeOf[optionHolder](c.bitCount)); err != nil {
		return err
	}
	c.holders, c.reachableBits = make([]optionHolder, c.bitCount), make([]K, c.bitCount)
	c.connectedBits = make([]K, c.bitCount)
	for b := range c.holders {
		c.holders[b] = optionHolder{lowest[b], make([]uint64, highest[b]-lowest[b])}
	}
	for o := range c.optionIDs {
		for b := range bitsOf(&c.neededBits[o]) {
			h := &c.holders[b]
			h.words[o>>6-h.firstWord] |= 1 << (o & 63)
			addBits(&c.reachableBits[b], &c.neededBits[o])
			addBits(&c.connectedBits[b], &c.neededBits[o])
			addBits(&c.connectedBits[b], &c.clearedBits[o])
		}
	}
	return nil
}

// chooseOption updates state s for the choice of option o. It does not change the field turn.
func (c *bitCode[K]) chooseOption(s *K, o int32) {
	removeBits(s, &c.clearedBits[o])
	if len(c.multiples) > 0 {
		c.lowerNumbers(s, o)
	}
}

// lowerNumbers reduces by one how often each multiple that option o holds may still be covered.
func (c *bitCode[K]) lowerNumbers(s *K, o int32) {
	for b := range sharedBits(&c.neededBits[o], &c.multipleBits) {
		left := c.multiples[c.multipleAt(b)].leftField
		n := getField(s, left) - 1
		putField(s, left, n)
		if n == 0 {
			clearBit(s, b)
		}
	}
}
