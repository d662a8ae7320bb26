package sparse

import (
	"math"
	"math/bits"

	"quadrille/runtime/matrix"
)

// itemState is the state of the items, without the sets of their options.
type itemState struct {
	primaryCount int32         // number of primary items
	coversLeft   []int32       // for each item, the number of times that it may still be covered
	maxMinusMin  []int32       // for each item, the maximum of its multiplicity minus the minimum
	activeItems  matrix.BitSet // set of the primary items that the search has still to branch on
	activeCount  int           // number of active items
	// for each node, the color that it gives to its item, or 0; nil if the problem has no colors
	colorOfNode  []int32
	colorOfItem  []int32 // current color of each item, or 0
	coloredItems []int32 // items that have a color now, in the order in which they were given it
}

func newItemState(p *matrix.Problem, rank []int32) itemState {
	t := itemState{
		primaryCount: int32(p.PrimaryCount()),
		coversLeft:   make([]int32, p.ItemCount()),
		maxMinusMin:  make([]int32, p.ItemCount()),
		activeItems:  matrix.NewBitSet(p.PrimaryCount()),
	}
	for i := range matrix.ItemID(p.ItemCount()) {
		b := matrix.Once
		if int(i) < p.PrimaryCount() {
			b = p.Bound(i)
			t.activate(rank[i])
		}
		t.coversLeft[rank[i]], t.maxMinusMin[rank[i]] = b.Max, b.Max-b.Min
	}
	return t
}

// colorNodes stores the colors of the nodes, if there are any.
func (s *SparseSetSearch) colorNodes(p *matrix.Problem, rank []int32) {
	if !p.HasColors() {
		return
	}
	s.colorOfNode, s.colorOfItem = make([]int32, len(s.nodes)), make([]int32, p.ItemCount())
	color := make([]int32, p.ItemCount())
	for o := range matrix.OptionID(p.OptionCount()) {
		for _, e := range p.Option(o) {
			color[rank[e.Item]] = int32(e.Color)
		}
		for k := range p.Option(o) {
			x := s.firstNodeOf[o] + int32(k)
			s.colorOfNode[x] = color[s.nodes[x].item]
		}
	}
}

// activate makes a primary item active.
func (t *itemState) activate(i int32) {
	t.activeItems.Insert(int(i))
	t.activeCount++
}

// deactivate reverses activate.
func (t *itemState) deactivate(i int32) {
	t.activeItems.Remove(int(i))
	t.activeCount--
}

// coversNeeded returns the number of times that item i must still be covered.
func (t *itemState) coversNeeded(i int32) int32 { return max(0, t.coversLeft[i]-t.maxMinusMin[i]) }

// setCoversLeft sets the number of times that item i may still be covered. It also sets the least setEnd with which the
// item has enough options. If BranchOnFirst is set, every setEnd is enough, because the search must go on until it
// branches on the item itself.
func (s *SparseSetSearch) setCoversLeft(i, bound int32) {
	before := s.coversLeft[i]
	s.coversLeft[i], s.setEnds[i].minSetEnd = bound, 0
	if i >= s.primaryCount {
		return
	}
	if before == 0 {
		s.activate(i)
	}
	if bound == 0 {
		s.deactivate(i)
	} else if !s.settings.BranchOnFirst {
		s.setEnds[i].minSetEnd = s.setStarts[i] + s.coversNeeded(i)
	}
}

// purify gives item i a color by hiding the options that give it another color. It returns false if an item has too few
// options left; then some of these options may not be hidden.
func (s *SparseSetSearch) purify(i, color int32) bool {
	s.colorOfItem[i] = color
	s.coloredItems = append(s.coloredItems, i)
	// a removal moves to k only nodes that have been tested
	for k := s.setEnds[i].setEnd - 1; k >= s.setStarts[i]; k-- {
		if x := s.setElements[k]; s.colorOfNode[x] != color && !s.hide(x) {
			return false
		}
	}
	return true
}

// unpurify removes the colors that items got since coloredItems had the given length.
func (s *SparseSetSearch) unpurify(mark int) {
	for _, i := range s.coloredItems[mark:] {
		s.colorOfItem[i] = 0
	}
	s.coloredItems = s.coloredItems[:mark]
}

// chooseItem returns the active item with the fewest branches, or the first active item if BranchOnFirst is set. It
// also returns the number of its branches. An option of the item is not a branch if too few options follow it to cover
// the item as often as necessary. If the item has been covered often enough, there is one more branch, which chooses no
// option.
func (s *SparseSetSearch) chooseItem() (item, branches int32) {
	edges := s.setEnds
	item, branches = noNode, math.MaxInt32
	for w, word := range s.activeItems {
		for ; word != 0; word &= word - 1 {
			i := int32(w<<6 + bits.TrailingZeros64(word))
			if s.settings.BranchOnFirst {
				return i, max(0, s.setSize(i)+1-s.coversNeeded(i))
			}
			if n := edges[i].setEnd - edges[i].minSetEnd + 1; n < branches {
				if n <= 1 { // no item has fewer branches, because a node where an item has none is not reached
					return i, max(0, n)
				}
				item, branches = i, n
			}
		}
	}
	return item, branches
}

// nogoodCounts counts for each nogood, a set of options that are forbidden together, the options
// that are not chosen yet. When the count falls to one, the remaining option is hidden.
type nogoodCounts struct {
	unchosenCounts []int32           // number of options of each nogood that are not chosen
	unchosenXor    []matrix.OptionID // for each nogood, the exclusive or of the ids of its options that are not chosen
	// for each option, the indices of the nogoods that contain it; nil without nogoods
	nogoodsOfOption [][]int32
}

func newNogoodCounts(p *matrix.Problem) nogoodCounts {
	var n nogoodCounts
	if len(p.Nogoods()) == 0 {
		return n
	}
	n.nogoodsOfOption = make([][]int32, p.OptionCount())
	for k, set := range p.Nogoods() {
		n.unchosenCounts, n.unchosenXor = append(n.unchosenCounts, int32(len(set))), append(n.unchosenXor, 0)
		for _, o := range set {
			n.unchosenXor[k] ^= o
			n.nogoodsOfOption[o] = append(n.nogoodsOfOption[o], int32(k))
		}
	}
	return n
}

// countChoice records that option o is chosen (delta is 1) or no longer chosen (delta is -1).
func (n *nogoodCounts) countChoice(o matrix.OptionID, delta int32) {
	for _, k := range n.nogoodsOfOption[o] {
		n.unchosenCounts[k] -= delta
		n.unchosenXor[k] ^= o
	}
}

// pruneNogoods hides the options that would complete a nogood with option o. It returns false if an item has too few
// options left; then some of these options may not be hidden.
func (s *SparseSetSearch) pruneNogoods(o matrix.OptionID) bool {
	for _, k := range s.nogoods.nogoodsOfOption[o] {
		if s.nogoods.unchosenCounts[k] != 1 {
			continue
		}
		if x := s.firstNodeOf[s.nogoods.unchosenXor[k]]; x != noNode && s.isAlive(x) && !s.hide(x) {
			return false
		}
	}
	return true
}

// killerItems lists the last items that had too few options left when a certain option was chosen, the most recent item
// first. Each item is stored plus 1, and 0 ends the list, so that zeroed memory is an empty list. Most failures of an
// option are due to the same few items. (Chess programs call this the killer heuristic.) Testing these items takes far
// less time than hiding options until an item has too few.
//
// The list depends on earlier visits, but it affects only the time: whether an item will have too few options depends
// only on the path to the node.
type killerItems [4]int32

// addKiller adds an item at the front of the list.
func (k *killerItems) addKiller(i int32) {
	copy(k[1:], k[:])
	k[0] = i + 1
}

// isKillerItemShort reports whether one of the killer items of option o will have too few options after o is committed.
// The numbers of covers left of o's items must have been lowered before the call. If the result is false, an item may
// still have too few options: the test considers only items that must not be covered again, and not colors or nogoods.
func (s *SparseSetSearch) isKillerItemShort(o matrix.OptionID) bool {
	list := &s.killerItemsOf[o]
	for k, killer := range list {
		i := killer - 1
		if i < 0 {
			return false
		}
		if s.setEnds[i].minSetEnd > s.setStarts[i] && s.isBlocked(i) {
			list[0], list[k] = list[k], list[0]
			return true
		}
	}
	return false
}

// isBlocked reports whether every option in the set of item i holds an item that must not be covered again.
func (s *SparseSetSearch) isBlocked(i int32) bool {
	for _, x := range s.setElements[s.setStarts[i]:s.setEnds[i].setEnd] {
		if !s.holdsClosedItem(x) {
			return false
		}
	}
	return true
}

// holdsClosedItem reports whether the option of node x holds an item that must not be covered again.
func (s *SparseSetSearch) holdsClosedItem(x int32) bool {
	for _, n := range s.optionNodes(x) {
		if s.coversLeft[n.item] == 0 {
			return true
		}
	}
	return false
}
