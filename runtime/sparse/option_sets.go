package sparse

import (
	"slices"

	"quadrille/runtime/matrix"
)

// setNode is an item in an option. The nodes of an option stand side by side, those
// of items with few options first: a set that runs dry is found sooner so.
type setNode struct {
	item  int32 // the item's rank
	place int32 // where it stands in the set of its item
}

// none stands for no node, and for no item.
const none = -1

// nodeSpan is where the nodes of an option begin and end.
type nodeSpan struct {
	first, behind int32
}

// setBounds bounds the set of an item.
type setBounds struct {
	end int32 // the set ends before this place
	low int32 // the item is short if the end is below this
}

// optionSets is the dancing data structure. Items are known by their rank here, the
// primary ones first, and options by any of their nodes; the nodes of options
// are in the order of the options.
//
// The set of item i is sets[base[i]:edges[i].end]; behind it, up to the next
// base, are the options that have left it. An option is in the sets of all its
// items or in none. To take it out swaps its nodes with the last ones; to put
// back the options taken out since some time moves the ends back, in any order.
// So a way forward and back leaves the sets as they were, as sets.
type optionSets struct {
	nodes []setNode
	of    []int32           // by node: its option, by when it came
	begin []int32           // by when an option came: its first node, and one behind the last option
	ids   []matrix.OptionID // by when an option came: its number
	first []int32           // by the number of an option: its first node, or none
	sets  []int32           // nodes
	base  []int32
	edges []setBounds
	short int32 // the item that was short when hide last returned false
	// removed counts nodes that left the sets.
	removed int64

	// Of the two ways to go back one is used. Small problems save all edges at
	// each node; large ones remember what was hidden.
	large  bool
	saved  []setBounds
	hidden []int32 // a node of each option taken out, in that order
}

// fewItems is how many items have their edges saved at each node, at most: so many
// that they take little memory however deep the search goes.
const fewItems = 1024

// hasManyItems reports whether to save the edges of all items takes longer than to remember
// what an option hides: the options that hold its items.
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

// appendOption appends the nodes of an option, also to the sets.
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

// sortByPlace sorts nodes, and leaves equals as they are. Options are short, most of them.
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

// optionCount returns the number of options that hold item i, in its set or not.
func (c *optionSets) optionCount(i int32) int32 { return c.base[i+1] - c.base[i] }

// setSize returns the number of options in the set of item i.
func (c *optionSets) setSize(i int32) int32 { return c.edges[i].end - c.base[i] }

// spanOf returns where the option of node x begins and ends.
func (c *optionSets) spanOf(x int32) nodeSpan { return nodeSpan{c.begin[c.of[x]], c.begin[c.of[x]+1]} }

// optionNodes returns the nodes of the option of node x.
func (c *optionSets) optionNodes(x int32) []setNode {
	s := c.spanOf(x)
	return c.nodes[s.first:s.behind]
}

// optionID returns the number of the option of node x.
func (c *optionSets) optionID(x int32) matrix.OptionID { return c.ids[c.of[x]] }

// isAlive reports whether the option of node x is in the sets of its items.
func (c *optionSets) isAlive(x int32) bool { return c.nodes[x].place < c.edges[c.nodes[x].item].end }

// hide takes the option of node x out of the sets of all its items. It returns
// false if an item that holds it is short.
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

// cover hides every option that holds item i, the last one first: what moves to
// its place has been looked at. It returns false, and leaves some of them, if an
// item is short.
func (c *optionSets) cover(i int32) bool {
	set := c.sets[c.base[i]:c.edges[i].end]
	for k := len(set) - 1; k >= 0; k-- {
		if !c.hide(set[k]) {
			return false
		}
	}
	return true
}

// swapOut moves an option behind the ends of its sets. It returns a negative
// number if an item that holds it is short. Here is most of the time of a
// search; the variables are few enough for registers.
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

// shortOf returns an item of an option that is short.
func (c *optionSets) shortOf(s nodeSpan) int32 {
	for _, n := range c.nodes[s.first:s.behind] {
		if e := c.edges[n.item]; e.end < e.low {
			return n.item
		}
	}
	return none
}

// saveSets remembers the sets, for restore.
func (c *optionSets) saveSets() (mark int) {
	if c.large {
		return len(c.hidden)
	}
	c.saved = append(c.saved, c.edges...)
	return len(c.saved) - len(c.edges)
}

// restoreSets puts back the options hidden since save returned mark.
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

// forgetSaved forgets what save remembered at mark, and since.
func (c *optionSets) forgetSaved(mark int) {
	if !c.large {
		c.saved = c.saved[:mark]
	}
}
