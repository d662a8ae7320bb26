package dense

import (
	"math"
	"math/bits"
	"slices"

	"quadrille/runtime/matrix"
)

// levelFrame is the state of one level of the search in the first phase. Each level has its own copy, so nothing has to
// be undone when the search goes back.
type levelFrame struct {
	// liveOptions is the set of options that can still be chosen. Words that are zero at the level above are zero here
	// too.
	liveOptions matrix.BitSet
	liveWords   []int32       // indices of the nonzero words of liveOptions, ascending
	openItems   matrix.BitSet // ranks of the primary items that are not covered
	usedBits    codeMask      // bits that the chosen options set in the option codes of the second phase
	// branchOptions lists the options of the item on which the node branches, in the order in which they are tried.
	// triedBranch is the index in this list of the option that is tried now.
	branchOptions []int32
	triedBranch   int32
	lastBestItem  int32 // rank of the item on which the previous node of this level branched
	// for each item by its rank, a lower bound of its number of live options; empty if bounds are not used
	itemBounds lowerBounds
}

// newFrame allocates a frame with room for the largest number of branches and words.
func (t *optionTable) newFrame() levelFrame {
	words, open := matrix.BitSetWords(len(t.optionIDs)), matrix.BitSetWords(len(t.rowRanges))
	room := allocatePadded[uint64](max(words, smallTableWords) + open + t.lowerBoundWords)
	return levelFrame{
		itemBounds:    lowerBounds(room[open:][:t.lowerBoundWords]),
		liveOptions:   room[open+t.lowerBoundWords:][:words],
		liveWords:     allocatePadded[int32](words),
		openItems:     room[:open:open],
		branchOptions: allocatePadded[int32](t.maxOptionsPerItem)[:0],
	}
}

// advanceLevel moves to a branch of a level, and computes the frame of the level below.
func (s *BitSearch) advanceLevel(level int, branch int32) {
	f, child := &s.frames[level], &s.frames[level+1]
	if child.liveOptions == nil {
		*child = s.newFrame()
	}
	o := f.branchOptions[branch]
	f.triedBranch, s.chosenOptions[level] = branch, o
	child.liveWords = child.liveWords[:narrowFrame(f, child, s.compatibleOptions[o])]
	held := s.itemsHeld[o]
	open := child.openItems
	held = held[:len(open)]
	for k, w := range f.openItems {
		open[k] = w &^ held[k]
	}
	if s.optionCodes != nil {
		child.usedBits = f.usedBits.Union(s.bitsToSet[o])
	}
	if s.largerNogoods != nil {
		s.largerNogoods.removeCompleting(child, s.chosenOptions[:level+1])
	}
}

// narrowFrame sets the live options of child to those live options of f that are compatible with the chosen option. It
// returns the number of nonzero words of the result.
func narrowFrame(f, child *levelFrame, compatible matrix.BitSet) int {
	from, to, list := f.liveOptions, child.liveOptions, child.liveWords[:cap(child.liveWords)]
	compatible, to, list = compatible[:len(from)], to[:len(from)], list[:len(from)]
	n := 0
	for _, k := range f.liveWords {
		w := from[k] & compatible[k]
		to[k] = w
		list[n] = k
		n += int((w | -w) >> (wordBits - 1)) // adds 1 if w is not zero
	}
	return n
}

// clearFrameBelow sets the live options in the frame below a level to zero again.
func (s *BitSearch) clearFrameBelow(level int) {
	below := s.frames[level+1].liveOptions
	if below == nil {
		return
	}
	for _, k := range s.frames[level].liveWords {
		below[k] = 0
	}
}

// chooseItem returns the open item with the fewest live options, the first one in rank among
// equals, or none if an item has no option left.
//
// The count of an item stops as soon as it exceeds that of the best item so far, and the word at
// which it stopped is read first the next time. The limit starts with the count of the item that
// was the best at this level before.
func (s *BitSearch) chooseItem(level int) int32 {
	f := &s.frames[level]
	switch {
	case s.settings.BranchOnFirst:
		return firstBit(f.openItems)
	case s.smallRows != nil:
		return s.chooseInSmallTable(f)
	case s.lowerBoundWords > 0:
		if least := s.lowerBoundsAt(level); least != nil {
			return s.chooseByBounds(f, least)
		}
	}
	best := bestItem{noItem, math.MaxInt32}
	if h := f.lastBestItem; f.openItems.Has(int(h)) {
		best.maxLiveOptions = s.countLiveOptions(f.liveOptions, h, best.maxLiveOptions)
	}
	live := f.liveOptions
	for k, w := range f.openItems {
		for ; w != 0; w &= w - 1 {
			i := int32(k*wordBits + bits.TrailingZeros64(w))
			if best.compareItem(i, s.countLiveOptions(live, i, best.maxLiveOptions)) {
				f.lastBestItem = i
				return noItem
			}
		}
	}
	f.lastBestItem = best.rank
	return best.rank
}

// bestItem is the rank of the item with the fewest live options so far. Another item is better if it has at most
// maxLiveOptions live options.
type bestItem struct{ rank, maxLiveOptions int32 }

// compareItem compares an item with n live options to the best one. It returns true if n is 0.
func (b *bestItem) compareItem(i, n int32) (dead bool) {
	if n <= b.maxLiveOptions {
		b.rank, b.maxLiveOptions = i, n-1
	}
	return n == 0
}

// noItem is the rank that stands for no item.
const noItem int32 = -1

func firstBit(set matrix.BitSet) int32 {
	for k, w := range set {
		if w != 0 {
			return int32(k*wordBits + bits.TrailingZeros64(w))
		}
	}
	return noItem
}

// chooseInSmallTable does the same as chooseItem for a small table, in which a set of options has at most
// smallTableWords words.
func (s *BitSearch) chooseInSmallTable(f *levelFrame) int32 {
	best := bestItem{noItem, math.MaxInt32}
	live := (*smallRow)(f.liveOptions[:smallTableWords])
	for k, w := range f.openItems {
		for ; w != 0; w &= w - 1 {
			i := int32(k*wordBits + bits.TrailingZeros64(w))
			r := &s.smallRows[i]
			n := bits.OnesCount64(live[0]&r[0]) + bits.OnesCount64(live[1]&r[1]) +
				bits.OnesCount64(live[2]&r[2]) + bits.OnesCount64(live[3]&r[3])
			if best.compareItem(i, int32(n)) {
				return noItem
			}
		}
	}
	return best.rank
}

// countLiveOptions returns the number of live options of an item. If that number exceeds the limit, it returns some
// number above the limit.
func (s *BitSearch) countLiveOptions(live matrix.BitSet, i, limit int32) int32 {
	r := s.rowRanges[i]
	spots := s.rowWords[r.first:r.end]
	n := int32(0)
	for x := range spots {
		n += int32(bits.OnesCount64(live[spots[x].wordIndex] & spots[x].bits))
		if n > limit {
			spots[0], spots[x] = spots[x], spots[0]
			break
		}
	}
	return n
}

// listBranches lists the branches of a node in the order of trying. It returns false if an item has
// no option left.
func (s *BitSearch) listBranches(level int) bool {
	f, i := &s.frames[level], s.chooseItem(level)
	if i == noItem {
		return false
	}
	f.branchOptions = f.branchOptions[:0]
	for _, p := range s.rowWords[s.rowRanges[i].first:s.rowRanges[i].end] {
		for w := f.liveOptions[p.wordIndex] & p.bits; w != 0; w &= w - 1 {
			f.branchOptions = append(f.branchOptions, p.wordIndex*wordBits+int32(bits.TrailingZeros64(w)))
		}
	}
	tried := s.tryingPlaces
	slices.SortFunc(f.branchOptions, func(a, b int32) int { return int(tried[a] - tried[b]) })
	return true
}

// largerNogoods holds the nogoods (sets of options that are forbidden together) of three options and more. Nogoods of
// two options are part of optionTable.compatibleOptions. When all options of a nogood except one are chosen, the
// remaining option is removed.
type largerNogoods struct {
	nogoodOptions   [][]int32 // for each nogood, the bits of its options
	nogoodsOfOption [][]int32 // for each option by its bit, the indices of the nogoods that contain it
}

// newLargerNogoods returns the nogoods of three options and more, or nil if there are none.
func newLargerNogoods(t *optionTable) *largerNogoods {
	if len(t.largeNogoods) == 0 {
		return nil
	}
	n := &largerNogoods{nogoodOptions: t.largeNogoods, nogoodsOfOption: make([][]int32, len(t.optionIDs))}
	for k, set := range n.nogoodOptions {
		for _, o := range set {
			n.nogoodsOfOption[o] = append(n.nogoodsOfOption[o], int32(k))
		}
	}
	return n
}

// removeCompleting removes from a frame the options that would complete a nogood. It considers only the nogoods that
// contain the last option of chosen.
func (n *largerNogoods) removeCompleting(f *levelFrame, chosen []int32) {
	removed := false
	for _, k := range n.nogoodsOfOption[chosen[len(chosen)-1]] {
		if missing, o := n.missingOptions(k, chosen); missing == 1 && f.liveOptions.Has(int(o)) {
			f.liveOptions.Remove(int(o))
			removed = true
		}
	}
	if removed {
		f.liveWords = slices.DeleteFunc(f.liveWords, func(k int32) bool { return f.liveOptions[k] == 0 })
	}
}

// isNogoodCompleted reports whether the last option of chosen completes a nogood.
func (n *largerNogoods) isNogoodCompleted(chosen []int32) bool {
	return slices.ContainsFunc(n.nogoodsOfOption[chosen[len(chosen)-1]], func(k int32) bool {
		missing, _ := n.missingOptions(k, chosen)
		return missing == 0
	})
}

// missingOptions returns how many options of a nogood are not chosen, counted up to two, and the last option that was
// counted.
func (n *largerNogoods) missingOptions(set int32, chosen []int32) (missing int, last int32) {
	for _, o := range n.nogoodOptions[set] {
		if !slices.Contains(chosen, o) {
			if missing, last = missing+1, o; missing == 2 {
				break
			}
		}
	}
	return missing, last
}
