package sparse

import (
	"math"
	"math/bits"

	"quadrille/runtime/matrix"
)

// itemState is the state of the items without their sets.
type itemState struct {
	primary      int32
	bound        []int32       // by item: the number of times that it may still be covered
	slack        []int32       // by item: its maximum less its minimum
	active       matrix.BitSet // the primary items that are still to be branched on
	open         int           // number of active items
	colors       []int32       // by node, 0 for none; nil if the problem has none
	itemColor    []int32       // by item: its current color, 0 for none
	coloredItems []int32       // items with a color, in the order in which they got it
}

func newItemState(p *matrix.Problem, rank []int32) itemState {
	t := itemState{
		primary: int32(p.PrimaryCount()),
		bound:   make([]int32, p.ItemCount()),
		slack:   make([]int32, p.ItemCount()),
		active:  matrix.NewBitSet(p.PrimaryCount()),
	}
	for i := range matrix.ItemID(p.ItemCount()) {
		b := matrix.Once
		if int(i) < p.PrimaryCount() {
			b = p.Bound(i)
			t.activate(rank[i])
		}
		t.bound[rank[i]], t.slack[rank[i]] = b.Max, b.Max-b.Min
	}
	return t
}

// colorNodes stores the colors of the nodes, if there are any.
func (s *SetSearch) colorNodes(p *matrix.Problem, rank []int32) {
	if !p.Colored() {
		return
	}
	s.colors, s.itemColor = make([]int32, len(s.nodes)), make([]int32, p.ItemCount())
	color := make([]int32, p.ItemCount())
	for o := range matrix.OptionID(p.OptionCount()) {
		for _, e := range p.Option(o) {
			color[rank[e.Item]] = int32(e.Color)
		}
		for k := range p.Option(o) {
			x := s.first[o] + int32(k)
			s.colors[x] = color[s.nodes[x].item]
		}
	}
}

// activate makes a primary item active.
func (t *itemState) activate(i int32) {
	t.active.Insert(int(i))
	t.open++
}

// deactivate reverses activate.
func (t *itemState) deactivate(i int32) {
	t.active.Remove(int(i))
	t.open--
}

// needOf returns the number of times that item i must still be covered.
func (t *itemState) needOf(i int32) int32 { return max(0, t.bound[i]-t.slack[i]) }

// setBound sets the number of times that item i may still be covered, and the end of its set below
// which it is short: an active item is short with fewer options than it needs. With the setting
// First no item is ever short, because the search must go on to the item itself.
func (s *SetSearch) setBound(i, bound int32) {
	before := s.bound[i]
	s.bound[i], s.edges[i].low = bound, 0
	if i >= s.primary {
		return
	}
	if before == 0 {
		s.activate(i)
	}
	if bound == 0 {
		s.deactivate(i)
	} else if !s.options.First {
		s.edges[i].low = s.base[i] + s.needOf(i)
	}
}

// purify gives item i a color: it hides the options with another color. It returns false, with some
// options not hidden, if an item is short.
func (s *SetSearch) purify(i, color int32) bool {
	s.itemColor[i] = color
	s.coloredItems = append(s.coloredItems, i)
	for k := s.edges[i].end - 1; k >= s.base[i]; k-- { // every node that a removal moves to k has been tested before
		if x := s.sets[k]; s.colors[x] != color && !s.hide(x) {
			return false
		}
	}
	return true
}

// unpurify removes the colors that items got since mark.
func (s *SetSearch) unpurify(mark int) {
	for _, i := range s.coloredItems[mark:] {
		s.itemColor[i] = 0
	}
	s.coloredItems = s.coloredItems[:mark]
}

// chooseItem returns the active item with the fewest branches, or with the setting First the first
// active one, and the number of its branches: its options, less those that cannot be the first one
// chosen because too few would follow, and one more if it may be left without a further option.
func (s *SetSearch) chooseItem() (item, branches int32) {
	edges := s.edges
	item, branches = none, math.MaxInt32
	for w, word := range s.active {
		for ; word != 0; word &= word - 1 {
			i := int32(w<<6 + bits.TrailingZeros64(word))
			if s.options.First {
				return i, max(0, s.setSize(i)+1-s.needOf(i))
			}
			if n := edges[i].end - edges[i].low + 1; n < branches {
				if n <= 1 { // no item has fewer: an item without branches is short
					return i, max(0, n)
				}
				item, branches = i, n
			}
		}
	}
	return item, branches
}

// nogoodCounts counts for each nogood the options that are not chosen. When the count falls to one,
// the remaining option is hidden.
type nogoodCounts struct {
	missing  []int32
	unchosen []matrix.OptionID // by nogood: the exclusive or of its options that are not chosen
	holding  [][]int32         // by option: the nogoods that hold it; nil without nogoods
}

func newNogoodCounts(p *matrix.Problem) nogoodCounts {
	var n nogoodCounts
	if len(p.Nogoods()) == 0 {
		return n
	}
	n.holding = make([][]int32, p.OptionCount())
	for k, set := range p.Nogoods() {
		n.missing, n.unchosen = append(n.missing, int32(len(set))), append(n.unchosen, 0)
		for _, o := range set {
			n.unchosen[k] ^= o
			n.holding[o] = append(n.holding[o], int32(k))
		}
	}
	return n
}

// countChange changes the count of option o as chosen, by 1 or -1.
func (n *nogoodCounts) countChange(o matrix.OptionID, by int32) {
	for _, k := range n.holding[o] {
		n.missing[k] -= by
		n.unchosen[k] ^= o
	}
}

// pruneNogoods hides the options that would complete a nogood with option o. It returns false, with
// some options not hidden, if an item is short.
func (s *SetSearch) pruneNogoods(o matrix.OptionID) bool {
	for _, k := range s.nogoods.holding[o] {
		if s.nogoods.missing[k] != 1 {
			continue
		}
		if x := s.first[s.nogoods.unchosen[k]]; x != none && s.isAlive(x) && !s.hide(x) {
			return false
		}
	}
	return true
}

// killerItems lists the items that ran empty when an option was chosen, each plus 1, the most
// recent one first. It ends at a 0, so zeroed memory is an empty list. Most options that fail do so
// because of the same few items near them (the killer heuristic of chess programs), and testing
// those takes far less time than hiding options until an item runs empty.
//
// Killers depend on earlier visits, but they change only the time: whether an item will be short
// depends only on the path to the node.
type killerItems [4]int32

// addItem adds an item at the front.
func (k *killerItems) addItem(i int32) {
	copy(k[1:], k[:])
	k[0] = i + 1
}

// killerIsShort reports whether a killer of option o will be short after o is committed. The bounds
// of o's items have been lowered before. If it returns false, another item may still be short, and
// even a killer if options are hidden for a reason other than an item that they hold.
func (s *SetSearch) killerIsShort(o matrix.OptionID) bool {
	list := &s.killers[o]
	for k, killer := range list {
		i := killer - 1
		if i < 0 {
			return false
		}
		if s.edges[i].low > s.base[i] && s.isBlocked(i) {
			list[0], list[k] = list[k], list[0]
			return true
		}
	}
	return false
}

// isBlocked reports whether every option in the set of item i will be hidden.
func (s *SetSearch) isBlocked(i int32) bool {
	for _, x := range s.sets[s.base[i]:s.edges[i].end] {
		if !s.isClosed(x) {
			return false
		}
	}
	return true
}

// isClosed reports whether node x's option holds an item that must not be covered again.
func (s *SetSearch) isClosed(x int32) bool {
	for _, n := range s.optionNodes(x) {
		if s.bound[n.item] == 0 {
			return true
		}
	}
	return false
}
