package sparse

import (
	"math"
	"math/bits"

	"quadrille/runtime/matrix"
)

// itemState is what the search knows of items besides their sets.
type itemState struct {
	primary      int32
	bound        []int32       // how many more times an item may be covered
	slack        []int32       // its maximum less its minimum
	active       matrix.BitSet // bit i is set if the primary item i is active
	open         int           // how many are
	colors       []int32       // by node, 0 for none; nil if the problem has none
	itemColor    []int32       // by item: the color that it has just now, 0 for none
	coloredItems []int32       // the items that have one, in the order in which they got it
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

// colorNodes notes the colors of the nodes, if there are any.
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

// needOf returns how many more times item i must be covered.
func (t *itemState) needOf(i int32) int32 { return max(0, t.bound[i]-t.slack[i]) }

// setBound sets how many more times item i may be covered, and below which end of its set it is
// short: with fewer options than it needs, while it is active. A search by the first item does
// not want to know: it would come to the item later.
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

// purify gives item i a color: options with another color are hidden. It returns
// false, and leaves some of them, if an item is short.
func (s *SetSearch) purify(i, color int32) bool {
	s.itemColor[i] = color
	s.coloredItems = append(s.coloredItems, i)
	for k := s.edges[i].end - 1; k >= s.base[i]; k-- { // what a removal moves to k has been looked at
		if x := s.sets[k]; s.colors[x] != color && !s.hide(x) {
			return false
		}
	}
	return true
}

// unpurify takes the colors that items got since mark.
func (s *SetSearch) unpurify(mark int) {
	for _, i := range s.coloredItems[mark:] {
		s.itemColor[i] = 0
	}
	s.coloredItems = s.coloredItems[:mark]
}

// chooseItem returns the active item with the fewest branches, or the first one if the search goes by
// that, and the number of its branches: its options, less those that cannot be the first one
// chosen because too few would follow, and one more if it may be left as it is.
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
				if n <= 1 { // none has fewer, or the search would know it
					return i, max(0, n)
				}
				item, branches = i, n
			}
		}
	}
	return item, branches
}

// nogoodCounts counts for each nogood how many of its options are not chosen. When it
// is one, that one is hidden.
type nogoodCounts struct {
	missing  []int32
	unchosen []matrix.OptionID // the options that are not chosen, all in one exclusive or
	holding  [][]int32         // by option: the nogoods that hold it; nil if there are none
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

// countChange takes note that by options more are chosen, 1 or -1: an option, or one no longer.
func (n *nogoodCounts) countChange(o matrix.OptionID, by int32) {
	for _, k := range n.holding[o] {
		n.missing[k] -= by
		n.unchosen[k] ^= o
	}
}

// pruneNogoods hides the options that, with option o, would complete a nogood. It
// returns false, and leaves some of them, if an item is short.
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

// killerItems are the items that ran dry when an option was chosen, each counted from 1, the last one
// first; 0 behind them, so that memory that nobody has written on is a list of none. Most options that fail do so
// because of the same few items next to them (the killer heuristic of chess programs), and to look at those takes far
// less time than to hide options until one of them runs dry.
//
// Killers depend on what has been visited before, but they change nothing but the
// time it takes: whether an item will be short is told by the way to a node.
type killerItems [4]int32

// addItem puts an item in front.
func (k *killerItems) addItem(i int32) {
	copy(k[1:], k[:])
	k[0] = i + 1
}

// killerIsShort reports whether a killer of option o will be short once o has been
// committed. The items of o have been counted down. If it returns false, some
// other item may be short, and even a killer if options are hidden for another
// reason than an item that they hold.
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

// isClosed reports whether the option of node x holds an item that must not be
// covered again.
func (s *SetSearch) isClosed(x int32) bool {
	for _, n := range s.optionNodes(x) {
		if s.bound[n.item] == 0 {
			return true
		}
	}
	return false
}
