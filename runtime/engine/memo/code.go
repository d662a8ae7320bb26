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

// stateWords is a state of the search, or a set of its bits, as an array of words. The length of the array is known to
// the compiler, so states lie side by side in memory and are compared in a few instructions.
type stateWords interface {
	[1]uint64 | [2]uint64 | [3]uint64 | [4]uint64 | [6]uint64 | [8]uint64 | [16]uint64 | [32]uint64 | [64]uint64
}

func hasBit[K stateWords](s *K, bit int) bool { return (*s)[bit>>6]>>(bit&63)&1 != 0 }
func setBit[K stateWords](s *K, bit int)      { (*s)[bit>>6] |= 1 << (bit & 63) }
func clearBit[K stateWords](s *K, bit int)    { (*s)[bit>>6] &^= 1 << (bit & 63) }

func readField[K stateWords](s *K, f bitField) uint64 {
	return (*s)[f.wordIndex] >> f.shift & f.valueMask
}

func writeField[K stateWords](s *K, f bitField, n uint64) {
	(*s)[f.wordIndex] = (*s)[f.wordIndex]&^(f.valueMask<<f.shift) | n<<f.shift
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

func bitIndices[K stateWords](set *K) iter.Seq[int] { return commonBitIndices(set, set) }

func commonBitIndices[K stateWords](a, b *K) iter.Seq[int] {
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

// optionsNeedingBit is the set of the options that need a certain bit. It stores only some of the 64-bit words of the
// set: words[k] is the word with index firstWord+k, and all other words are 0. The options are sorted so that each such
// set has few words.
type optionsNeedingBit struct {
	firstWord int
	words     []uint64
}

// bitCode represents a problem by masks that apply to states. It contains only the options that can be chosen, sorted
// by their first item in the order of the items. If there are multiples (items that need not be covered exactly once),
// the options are sorted by id instead, so that the order of an item's options does not depend on the order of the
// items.
type bitCode[K stateWords] struct {
	*bitLayout
	optionIDs    []matrix.OptionID // for each option of the bitCode, its id in the problem
	requiredBits []K               // for each option, the bits that must be set for it to be possible
	clearedBits  []K               // for each option, the bits that it clears when it is chosen
	// optionStarts[t] to optionStarts[t+1]-1 are the options whose first item is at place t. It is nil if there are
	// multiples.
	optionStarts []int32
	// for each place t, the bits that matter when the item at t is the first open item of a fixed order
	relevantBits []K

	optionsByBit       []optionsNeedingBit // for each bit, the options that need it
	bitsNeededTogether []K                 // for each bit, the bits that its options need
	connectedBits      []K                 // for each bit, the bits that its options need or clear

	rootState     K // state of the root of the search
	primaryBits   K // bits of all primary items
	onceBits      K // bits of the primary items that must be covered exactly once
	multipleBits  K // bits of the multiples, which are the other primary items
	secondaryBits K // bits that stand for uses of secondary items
	itemBits      K // bits of all items, without the bits of number fields

	optionCosts []int64 // cost of each option of the problem if only the best solutions count; otherwise nil

	// symmetries lists the symmetries of the problem except the identity; nil if none are known.
	symmetries []bitPermutation[K]
	itemImages [][]matrix.ItemID // for each of these symmetries, the image of each item
	// orbitOfOption is, for each option of the problem, the index of its orbit under the symmetries; nil if not known.
	orbitOfOption  []int
	reportProgress func(search.Progress) // function that receives the progress
	// function that receives the work done; see CountOptions.OnWork
	reportWork func(words int64, share, recurrence float64)
}

// memoEngine is a bitCode with states of any number of words.
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
	c, n := &bitCode[K]{bitLayout: l, reportProgress: o.Report, reportWork: o.OnWork}, l.problem.OptionCount()
	var err error
	if c.optionCosts, err = costsIfBestOnly(l.problem, o); err != nil {
		return nil, err
	}
	err = l.account.reserveBytes(sizeOf[int32](4*n) + sizeOf[K](2*n+len(l.itemOrder)))
	if err != nil {
		return nil, err
	}
	c.sortOptions()
	c.requiredBits, c.clearedBits = make([]K, len(c.optionIDs)), make([]K, len(c.optionIDs))
	c.markItemBits()
	for k := range c.optionIDs {
		c.encodeOption(k)
	}
	c.findRelevantBits()
	return c, c.findOptionsByBit()
}

// costsIfBestOnly returns the cost of each option if only the best solutions count, and otherwise nil.
func costsIfBestOnly(p *matrix.Problem, o CountOptions) ([]int64, error) {
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

// firstPlace returns the least place, in an order of the items, of a primary item of an option. The argument at holds
// the place of each primary item. If the option has no primary item, the result is the number of primary items. No
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
	file := make([]int32, len(c.itemOrder)+1)
	for o := range firsts {
		firsts[o] = firstPlace(c.problem, matrix.OptionID(o), c.bitOfItem)
		if firsts[o] < len(c.itemOrder) {
			c.optionIDs = append(c.optionIDs, matrix.OptionID(o))
			file[firsts[o]+1]++
		}
	}
	if len(c.multiples) > 0 {
		return
	}
	slices.SortStableFunc(c.optionIDs, func(a, b matrix.OptionID) int { return firsts[a] - firsts[b] })
	for t := range c.itemOrder {
		file[t+1] += file[t]
	}
	c.optionStarts = file
}

// encodeOption makes the masks of option k. An option with a color leaves the item available to
// options that agree with that color.
func (c *bitCode[K]) encodeOption(k int) {
	for _, e := range c.problem.Option(c.optionIDs[k]) {
		if int(e.Item) >= len(c.bitOfItem) {
			setBit(&c.requiredBits[k], c.bitOfUse[e])
			for _, u := range c.bitsOfUses[e.Item] {
				if u != c.bitOfUse[e] || e.Color == matrix.NoColor {
					setBit(&c.clearedBits[k], u)
				}
			}
			continue
		}
		setBit(&c.requiredBits[k], c.bitOfItem[e.Item])
		if c.multipleOf[e.Item] < 0 {
			setBit(&c.clearedBits[k], c.bitOfItem[e.Item])
		}
	}
}

// markItemBits makes the sets of items and the state of the root.
func (c *bitCode[K]) markItemBits() {
	for _, i := range c.itemOrder {
		setBit(&c.primaryBits, c.bitOfItem[i])
		if c.multipleOf[i] < 0 {
			setBit(&c.onceBits, c.bitOfItem[i])
		} else {
			setBit(&c.multipleBits, c.bitOfItem[i])
		}
	}
	for _, u := range c.bitOfUse {
		setBit(&c.secondaryBits, u)
	}
	c.itemBits = c.primaryBits
	addBits(&c.itemBits, &c.secondaryBits)
	c.rootState = c.itemBits
	for _, m := range c.multiples {
		writeField(&c.rootState, m.leftField, m.maxCount)
	}
}

// findRelevantBits finds, for each place t, the bits that matter when the item at t is the first open one: the bits of
// primary items, and the bits needed by an option whose first item is at place t or later.
func (c *bitCode[K]) findRelevantBits() {
	if len(c.bitOfUse) == 0 || len(c.multiples) > 0 {
		return
	}
	c.relevantBits = make([]K, len(c.itemOrder))
	bits := c.primaryBits
	for t := len(c.itemOrder) - 1; t >= 0; t-- {
		for o := c.optionStarts[t]; o < c.optionStarts[t+1]; o++ {
			addBits(&bits, &c.requiredBits[o])
		}
		c.relevantBits[t] = bits
	}
}

// findOptionsByBit computes, for each bit, the set of options that need it, and the bits that these options need.
func (c *bitCode[K]) findOptionsByBit() error {
	lowest, highest := make([]int, c.bitCount), make([]int, c.bitCount)
	for o := len(c.optionIDs) - 1; o >= 0; o-- {
		for b := range bitIndices(&c.requiredBits[o]) {
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
		sizeOf[optionsNeedingBit](c.bitCount)); err != nil {
		return err
	}
	c.optionsByBit, c.bitsNeededTogether = make([]optionsNeedingBit, c.bitCount), make([]K, c.bitCount)
	c.connectedBits = make([]K, c.bitCount)
	for b := range c.optionsByBit {
		c.optionsByBit[b] = optionsNeedingBit{lowest[b], make([]uint64, highest[b]-lowest[b])}
	}
	for o := range c.optionIDs {
		for b := range bitIndices(&c.requiredBits[o]) {
			h := &c.optionsByBit[b]
			h.words[o>>6-h.firstWord] |= 1 << (o & 63)
			addBits(&c.bitsNeededTogether[b], &c.requiredBits[o])
			addBits(&c.connectedBits[b], &c.requiredBits[o])
			addBits(&c.connectedBits[b], &c.clearedBits[o])
		}
	}
	return nil
}

// chooseOption changes state s by the choice of option o. It does not change the field branchedMultiple.
func (c *bitCode[K]) chooseOption(s *K, o int32) {
	removeBits(s, &c.clearedBits[o])
	if len(c.multiples) > 0 {
		c.lowerCoversLeft(s, o)
	}
}

// lowerCoversLeft reduces by one how often each multiple of option o may still be covered.
func (c *bitCode[K]) lowerCoversLeft(s *K, o int32) {
	for b := range commonBitIndices(&c.requiredBits[o], &c.multipleBits) {
		left := c.multiples[c.multipleAt(b)].leftField
		n := readField(s, left) - 1
		writeField(s, left, n)
		if n == 0 {
			clearBit(s, b)
		}
	}
}
