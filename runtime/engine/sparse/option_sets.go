package sparse

import (
	"slices"

	"quadrille/runtime/matrix"
)

// setNode is an item in an option. The nodes of an option are side by side; items with few options
// come first, because their sets run empty sooner.
type setNode struct {
	item  int32 // rank of the item
	place int32 // place of the node in the set of its item
}

// none stands for no node, and for no item.
const none = -1

// nodeSpan is the range of an option's nodes.
type nodeSpan struct {
	first, behind int32
}

// setBounds is the end of an item's set.
type setBounds struct {
	end int32 // place behind the last node of the set
	low int32 // the item is short if end is below this place
}

// optionSets is the data structure of the search. Items are identified by their rank, the primary
// ones first. Options are identified by any of their nodes; the nodes are in the order of the
// options.
//
// The set of item i is sets[base[i]:edges[i].end]. Behind it, up to the next base, are the options
// that have left it. An option is in the sets of all its items, or in none. To remove it swaps its
// nodes with the last ones of the sets. To restore all options removed since some time moves the
// ends back, in any order. So a way forward and back restores the sets, though not the order in
// them.
type optionSets struct {
	nodes []setNode
	of    []int32           // by node: the index of its option, in the order of arrival
	begin []int32           // by index of an option: its first node; the last entry is the number of nodes
	ids   []matrix.OptionID // by index of an option: its number
	first []int32           // by number of an option: its first node, or none
	sets  []int32           // nodes, by item
	base  []int32
	edges []setBounds
	short int32 // item that was short when hide last returned false
	// removed is the number of nodes that have left the sets.
	removed int64

	// One of two ways to go back is used. Small problems save the ends of all sets at each node; large
	// ones record the hidden options.
	large  bool
	saved  []setBounds
	hidden []int32 // a node of each hidden option, in the order of hiding
}

// fewItems is the largest number of items whose ends are saved at each node. It keeps that memory
// small at any depth.
const fewItems = 1024

// hasManyItems reports whether saving the ends of all sets costs more than recording the options
// that a choice hides, which are the options of its items.
func hasManyItems(p *matrix.Problem) bool {
	if p.ItemCount() > fewItems {
		return true
	}
	length := float64(p.EntryCount()) / float64(max(1, p.OptionCount()))
	hidden := length * float64(p.EntryCount()) / float64(max(1, p.ItemCount()))
	return float64(p.ItemCount()) > length*hidden
}

func newOptionSets(p *matrix.Problem, rank []int32, order []matrix.OptionID) optionSets {
	c := optionSets{
		nodes: make([]setNode, 0, p.EntryCount()),
		of:    make([]int32, 0, p.EntryCount()),
		begin: make([]int32, 1, p.OptionCount()+1),
		ids:   make([]matrix.OptionID, 0, p.OptionCount()),
		first: make([]int32, p.OptionCount()),
		sets:  make([]int32, p.EntryCount()),
		base:  make([]int32, p.ItemCount()+1),
		edges: make([]setBounds, p.ItemCount()),
		large: hasManyItems(p),
	}
	for i, n := range p.OptionCounts() {
		c.base[rank[i]+1] = n
	}
	for i := range c.edges {
		c.base[i+1] += c.base[i]
		c.edges[i].end = c.base[i]
	}
	for k := range matrix.OptionID(p.OptionCount()) {
		if order != nil {
			k = order[k]
		}
		c.appendOption(k, p.Option(k), rank)
	}
	return c
}

// appendOption appends the nodes of an option, and adds them to the sets.
func (c *optionSets) appendOption(o matrix.OptionID, entries []matrix.Entry, rank []int32) {
	first, behind := int32(len(c.nodes)), int32(len(c.nodes)+len(entries))
	c.first[o] = first
	if len(entries) == 0 {
		c.first[o] = none
	}
	number := int32(len(c.ids))
	c.begin, c.ids = append(c.begin, behind), append(c.ids, o)
	c.nodes, c.of = c.nodes[:behind], c.of[:behind]
	nodes, of := c.nodes[first:], c.of[first:]
	for k, e := range entries {
		item := rank[e.Item]
		nodes[k], of[k] = setNode{item, c.optionCount(item)}, number
	}
	sortByPlace(nodes)
	for k := range nodes {
		at := &c.edges[nodes[k].item].end
		nodes[k].place = *at
		c.sets[*at] = first + int32(k)
		*at++
	}
}

// sortByPlace sorts nodes by place, and keeps the order of equals. It is an insertion sort, because
// most options are short.
func sortByPlace(nodes []setNode) {
	const short = 24
	if len(nodes) > short {
		slices.SortStableFunc(nodes, func(a, b setNode) int { return int(a.place - b.place) })
		return
	}
	for k := 1; k < len(nodes); k++ {
		n, j := nodes[k], k
		for ; j > 0 && nodes[j-1].place > n.place; j-- {
			nodes[j] = nodes[j-1]
		}
		nodes[j] = n
	}
}

// optionCount returns the number of options that hold item i, removed ones included.
func (c *optionSets) optionCount(i int32) int32 { return c.base[i+1] - c.base[i] }

// setSize returns the number of options in the set of item i.
func (c *optionSets) setSize(i int32) int32 { return c.edges[i].end - c.base[i] }

// spanOf returns the range of the nodes of node x's option.
func (c *optionSets) spanOf(x int32) nodeSpan { return nodeSpan{c.begin[c.of[x]], c.begin[c.of[x]+1]} }

// optionNodes returns the nodes of node x's option.
func (c *optionSets) optionNodes(x int32) []setNode {
	s := c.spanOf(x)
	return c.nodes[s.first:s.behind]
}

// optionID returns the number of node x's option.
func (c *optionSets) optionID(x int32) matrix.OptionID { return c.ids[c.of[x]] }

// isAlive reports whether node x's option is in the sets of its items.
func (c *optionSets) isAlive(x int32) bool { return c.nodes[x].place < c.edges[c.nodes[x].item].end }

// hide removes node x's option from the sets of all its items. It returns false if one of these
// items is short.
func (c *optionSets) hide(x int32) bool {
	s := c.spanOf(x)
	if c.large {
		c.hidden = append(c.hidden, s.first)
	}
	c.removed += int64(s.behind - s.first)
	if c.swapOut(s) >= 0 {
		return true
	}
	c.short = c.shortOf(s)
	return false
}

// cover hides every option that holds item i, the last one first, so that every node that a swap
// moves has been hidden before. It returns false at the first short item, with some options not
// hidden.
func (c *optionSets) cover(i int32) bool {
	set := c.sets[c.base[i]:c.edges[i].end]
	for k := len(set) - 1; k >= 0; k-- {
		if !c.hide(set[k]) {
			return false
		}
	}
	return true
}

// swapOut moves an option behind the ends of its sets. It returns a negative number if an item of
// the option is short. Most of a search's time is spent here; the variables are few enough for
// registers.
func (c *optionSets) swapOut(s nodeSpan) (short int32) {
	nodes, sets, edges := c.nodes, c.sets, c.edges
	for x := s.first; x < s.behind; x++ {
		n := nodes[x]
		e := &edges[n.item]
		last := e.end - 1
		e.end = last
		short |= last - e.low
		moved := sets[last]
		sets[last] = x
		sets[n.place] = moved
		nodes[x].place = last
		nodes[moved].place = n.place
	}
	return short
}

// shortOf returns an item of the option that is short.
func (c *optionSets) shortOf(s nodeSpan) int32 {
	for _, n := range c.nodes[s.first:s.behind] {
		if e := c.edges[n.item]; e.end < e.low {
			return n.item
		}
	}
	return none
}

// saveSets saves the state of the sets for restoreSets.
func (c *optionSets) saveSets() (mark int) {
	if c.large {
		return len(c.hidden)
	}
	c.saved = append(c.saved, c.edges...)
	return len(c.saved) - len(c.edges)
}

// restoreSets restores the options hidden since saveSets returned mark.
func (c *optionSets) restoreSets(mark int) {
	if !c.large {
		copy(c.edges, c.saved[mark:])
		return
	}
	for _, x := range c.hidden[mark:] {
		for _, n := range c.optionNodes(x) {
			c.edges[n.item].end++
		}
	}
	c.hidden = c.hidden[:mark]
}

// forgetSaved removes what saveSets has saved at mark and since.
func (c *optionSets) forgetSaved(mark int) {
	if !c.large {
		c.saved = c.saved[:mark]
	}
}
