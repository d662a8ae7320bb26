package dense

import (
	"math"
	"math/bits"
	"slices"

	"quadrille/runtime/matrix"
)

// levelFrame is the state of the search at a level of the first phase. A level has
// its own, so that nothing is undone.
type levelFrame struct {
	// live has the options that can still be chosen. Words that are not in the
	// list of the frame above are zero at any time.
	live matrix.BitSet
	list []int32       // the words of live that are not zero, in order
	open matrix.BitSet // the items that are not covered, by rank
	used codeMask      // what the options chosen have set, in the codes of the second phase
	// branches are the options of the item that is branched on, in the order in
	// which they are tried, and tried numbers the one that is being tried.
	branches []int32
	tried    int32
	hint     int32       // the item that was best here the last time
	least    lowerBounds // of the items, if there are any
}

// newFrame makes room for the longest lists.
func (t *optionTable) newFrame() levelFrame {
	words, open := matrix.BitSetWords(len(t.id)), matrix.BitSetWords(len(t.rows))
	room := newPadded[uint64](max(words, smallWords) + open + t.lowerBoundWords)
	return levelFrame{
		least:    lowerBounds(room[open:][:t.lowerBoundWords]),
		live:     room[open+t.lowerBoundWords:][:words],
		list:     newPadded[int32](words),
		open:     room[:open:open],
		branches: newPadded[int32](t.longest)[:0],
	}
}

// advanceLevel takes a branch at a level and sets up the frame below.
func (s *BitSearch) advanceLevel(level int, branch int32) {
	f, child := &s.frames[level], &s.frames[level+1]
	if child.live == nil {
		*child = s.newFrame()
	}
	o := f.branches[branch]
	f.tried, s.chosen[level] = branch, o
	child.list = child.list[:narrowFrame(f, child, s.compatible[o])]
	held := s.itemsHeld[o]
	open := child.open
	held = held[:len(open)]
	for k, w := range f.open {
		open[k] = w &^ held[k]
	}
	if s.optionCodes != nil {
		child.used = f.used.Union(s.sets[o])
	}
	if s.nogoods != nil {
		s.nogoods.removeCompleting(child, s.chosen[:level+1])
	}
}

// narrowFrame keeps the live options that are compatible with the one chosen, and
// returns the number of words that are not zero.
func narrowFrame(f, child *levelFrame, compatible matrix.BitSet) int {
	from, to, list := f.live, child.live, child.list[:cap(child.list)]
	compatible, to, list = compatible[:len(from)], to[:len(from)], list[:len(from)]
	n := 0
	for _, k := range f.list {
		w := from[k] & compatible[k]
		to[k] = w
		list[n] = k
		n += int((w | -w) >> (wordBits - 1)) // one if there is any
	}
	return n
}

// clearBelow restores the zeros below a level.
func (s *BitSearch) clearBelow(level int) {
	below := s.frames[level+1].live
	if below == nil {
		return
	}
	for _, k := range s.frames[level].list {
		below[k] = 0
	}
}

// chooseItem returns the open item with the fewest live options, the first one in
// rank among equals, or none if an item has no option left.
//
// An item is out as soon as it is seen to have more options than the best so
// far, and the word that showed it is looked at first the next time. The item
// that was best at this level before tells how few there will be.
func (s *BitSearch) chooseItem(level int) int32 {
	f := &s.frames[level]
	switch {
	case s.options.First:
		return firstBit(f.open)
	case s.small != nil:
		return s.chooseSmall(f)
	case s.lowerBoundWords > 0:
		if least := s.boundsAt(level); least != nil {
			return s.chooseByBounds(f, least)
		}
	}
	best := fewestOptions{none, math.MaxInt32}
	if h := f.hint; f.open.Has(int(h)) {
		best.limit = s.countTo(f.live, h, best.limit)
	}
	live := f.live
	for k, w := range f.open {
		for ; w != 0; w &= w - 1 {
			i := int32(k*wordBits + bits.TrailingZeros64(w))
			if best.inspectItem(i, s.countTo(live, i, best.limit)) {
				f.hint = i
				return none
			}
		}
	}
	f.hint = best.item
	return best.item
}

// fewestOptions is the best item so far, and how many live options a better one has at most.
type fewestOptions struct{ item, limit int32 }

// inspectItem looks at an item with n live options. It returns true if there is none.
func (b *fewestOptions) inspectItem(i, n int32) (dead bool) {
	if n <= b.limit {
		b.item, b.limit = i, n-1
	}
	return n == 0
}

// none is no item.
const none int32 = -1

func firstBit(set matrix.BitSet) int32 {
	for k, w := range set {
		if w != 0 {
			return int32(k*wordBits + bits.TrailingZeros64(w))
		}
	}
	return none
}

// chooseSmall is choose for a small table, whose rows are as short as can be.
func (s *BitSearch) chooseSmall(f *levelFrame) int32 {
	best := fewestOptions{none, math.MaxInt32}
	live := (*smallRow)(f.live[:smallWords])
	for k, w := range f.open {
		for ; w != 0; w &= w - 1 {
			i := int32(k*wordBits + bits.TrailingZeros64(w))
			r := &s.small[i]
			n := bits.OnesCount64(live[0]&r[0]) + bits.OnesCount64(live[1]&r[1]) +
				bits.OnesCount64(live[2]&r[2]) + bits.OnesCount64(live[3]&r[3])
			if best.inspectItem(i, int32(n)) {
				return none
			}
		}
	}
	return best.item
}

// countTo returns the number of live options of an item, or some number above the
// limit if it is above.
func (s *BitSearch) countTo(live matrix.BitSet, i, limit int32) int32 {
	r := s.rows[i]
	spots := s.spots[r.from:r.to]
	n := int32(0)
	for x := range spots {
		n += int32(bits.OnesCount64(live[spots[x].word] & spots[x].mask))
		if n > limit {
			if x > 0 {
				spots[0], spots[x] = spots[x], spots[0]
			}
			break
		}
	}
	return n
}

// listBranches finds the branches of a node, in the order in which they are tried. It returns false if
// an item has no option left.
func (s *BitSearch) listBranches(level int) bool {
	f, i := &s.frames[level], s.chooseItem(level)
	if i == none {
		return false
	}
	f.branches = f.branches[:0]
	for _, p := range s.spots[s.rows[i].from:s.rows[i].to] {
		for w := f.live[p.word] & p.mask; w != 0; w &= w - 1 {
			f.branches = append(f.branches, p.word*wordBits+int32(bits.TrailingZeros64(w)))
		}
	}
	tried := s.tried
	slices.SortFunc(f.branches, func(a, b int32) int { return int(tried[a] - tried[b]) })
	return true
}

// largerNogoods are those of three options and more; pairs are in the table. When all
// but one of a nogood are chosen, that one is removed.
type largerNogoods struct {
	sets    [][]int32 // of bits, each with three options or more
	holding [][]int32 // by bit: the sets that hold the option
}

// newLargerNogoods returns nil if there is no such nogood.
func newLargerNogoods(t *optionTable) *largerNogoods {
	if len(t.larger) == 0 {
		return nil
	}
	n := &largerNogoods{sets: t.larger, holding: make([][]int32, len(t.id))}
	for k, set := range n.sets {
		for _, o := range set {
			n.holding[o] = append(n.holding[o], int32(k))
		}
	}
	return n
}

// removeCompleting takes the options out of a frame that would complete a nogood, now that
// the last of those chosen is.
func (n *largerNogoods) removeCompleting(f *levelFrame, chosen []int32) {
	removed := false
	for _, k := range n.holding[chosen[len(chosen)-1]] {
		if missing, o := n.missingOptions(k, chosen); missing == 1 && f.live.Has(int(o)) {
			f.live.Remove(int(o))
			removed = true
		}
	}
	if removed {
		f.list = slices.DeleteFunc(f.list, func(k int32) bool { return f.live[k] == 0 })
	}
}

// isCompleted reports whether the last of those chosen completes a nogood.
func (n *largerNogoods) isCompleted(chosen []int32) bool {
	return slices.ContainsFunc(n.holding[chosen[len(chosen)-1]], func(k int32) bool {
		missing, _ := n.missingOptions(k, chosen)
		return missing == 0
	})
}

// missingOptions counts the options of a set that are not chosen, up to two, and returns the last of these.
func (n *largerNogoods) missingOptions(set int32, chosen []int32) (missing int, last int32) {
	for _, o := range n.sets[set] {
		if !slices.Contains(chosen, o) {
			if missing, last = missing+1, o; missing == 2 {
				break
			}
		}
	}
	return missing, last
}
