package sparse

import (
	"slices"

	"quadrille/runtime/matrix"
)

// setNode is an item in an option. The nodes of an option are side by side. Items with few options
// come first, because their sets run empty sooner.
type setNode struct {
	item  int32 // rank of the item
	place int32 // index of the node in the array of sets
}

// noNode is the value for no node and for no item.
const noNode = -1

// nodeSpan is the range [first, behind) of the nodes of an option.
type nodeSpan struct {
	first, behind int32
}

// setBounds holds two places in the array of sets for an item: the end of its set, and the end
// below which it is short, which means that it has too few options left.
type setBounds struct {
	end        int32 // index behind the last node of the set
	shortBelow int32 // the item is short if end is less than this
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
	// index of the option of a node, by node; options are numbered in the order of their addition
	optionOf    []int32
	firstNodes  []int32           // first node of an option, by index of the option; the last entry is the number of nodes
	optionIDs   []matrix.OptionID // number of an option in the problem, by index of the option
	firstNodeOf []int32           // first node of an option, or none, by number in the problem
	sets        []int32           // nodes of all items, item by item
	setStarts   []int32           // index in sets at which an item begins, by item
	setEnds     []setBounds       // end of the set of an item, by item
	shortItem   int32             // item that was short when hide last returned false
	// removedNodes is the number of nodes that have left the sets.
	removedNodes int64

	// Small problems save the ends of all sets at each node, to go back. Large problems record the
	// hidden options.
	recordsHidden bool        // the problem is large
	savedEnds     []setBounds // saved ends of all sets, one copy per node
	hiddenNodes   []int32     // a node of each hidden option, in the order of hiding
}

// fewItems is the largest number of items whose ends are saved at each node. It keeps that memory
// small at any depth.
const fewItems = 1024

// hasManyItems reports whether it costs more to save the ends of all sets at each node than to
// record the options that a choice hides, which are the options of its items.
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
		nodes:         make([]setNode, 0, p.EntryCount()),
		optionOf:      make([]int32, 0, p.EntryCount()),
		firstNodes:    make([]int32, 1, p.OptionCount()+1),
		optionIDs:     make([]matrix.OptionID, 0, p.OptionCount()),
		firstNodeOf:   make([]int32, p.OptionCount()),
		sets:          make([]int32, p.EntryCount()),
		setStarts:     make([]int32, p.ItemCount()+1),
		setEnds:       make([]setBounds, p.ItemCount()),
		recordsHidden: hasManyItems(p),
	}
	for i, n := range p.OptionCounts() {
		c.setStarts[rank[i]+1] = n
	}
	for i := range c.setEnds {
		c.setStarts[i+1] += c.setStarts[i]
		c.setEnds[i].end = c.setStarts[i]
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
	c.firstNodeOf[o] = first
	if len(entries) == 0 {
		c.firstNodeOf[o] = noNode
	}
	number := int32(len(c.optionIDs))
	c.firstNodes, c.optionIDs = append(c.firstNodes, behind), append(c.optionIDs, o)
	c.nodes, c.optionOf = c.nodes[:behind], c.optionOf[:behind]
	nodes, of := c.nodes[first:], c.optionOf[first:]
	for k, e := range entries {
		item := rank[e.Item]
		nodes[k], of[k] = setNode{item, c.optionCount(item)}, number
	}
	sortByPlace(nodes)
	for k := range nodes {
		at := &c.setEnds[nodes[k].item].end
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

// optionCount returns the number of options that hold item i, including hidden ones.
func (c *optionSets) optionCount(i int32) int32 { return c.setStarts[i+1] - c.setStarts[i] }

// setSize returns the number of options in the set of item i.
func (c *optionSets) setSize(i int32) int32 { return c.setEnds[i].end - c.setStarts[i] }

// spanOf returns the range of the nodes in the option of node x.
func (c *optionSets) spanOf(x int32) nodeSpan {
	return nodeSpan{c.firstNodes[c.optionOf[x]], c.firstNodes[c.optionOf[x]+1]}
}

// optionNodes returns the nodes in the option of node x.
func (c *optionSets) optionNodes(x int32) []setNode {
	s := c.spanOf(x)
	return c.nodes[s.first:s.behind]
}

// optionID returns the number in the problem of the option of node x.
func (c *optionSets) optionID(x int32) matrix.OptionID { return c.optionIDs[c.optionOf[x]] }

// isAlive reports whether the option of node x is in the sets of its items.
func (c *optionSets) isAlive(x int32) bool { return c.nodes[x].place < c.setEnds[c.nodes[x].item].end }

// hide removes the option of node x from the sets of all its items. It returns false if one of
// these items is short, which means that it has too few options left.
func (c *optionSets) hide(x int32) bool {
	s := c.spanOf(x)
	if c.recordsHidden {
		c.hiddenNodes = append(c.hiddenNodes, s.first)
	}
	c.removedNodes += int64(s.behind - s.first)
	if c.swapOut(s) >= 0 {
		return true
	}
	c.shortItem = c.shortOf(s)
	return false
}

// cover hides every option that holds item i, the last one first, so that every node that a swap
// moves has been hidden before. It stops at the first short item and returns false.
func (c *optionSets) cover(i int32) bool {
	set := c.sets[c.setStarts[i]:c.setEnds[i].end]
	for k := len(set) - 1; k >= 0; k-- {
		if !c.hide(set[k]) {
			return false
		}
	}
	return true
}

// swapOut moves the nodes of an option behind the ends of their sets. It returns a negative number
// if an item of the option is short. Most of the time of a search is spent here; the variables are
// few enough for registers.
func (c *optionSets) swapOut(s nodeSpan) (short int32) {
	nodes, sets, edges := c.nodes, c.sets, c.setEnds
	for x := s.first; x < s.behind; x++ {
		n := nodes[x]
		e := &edges[n.item]
		last := e.end - 1
		e.end = last
		short |= last - e.shortBelow
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
		if e := c.setEnds[n.item]; e.end < e.shortBelow {
			return n.item
		}
	}
	return noNode
}

// saveSets saves the state of the sets. The mark that it returns is for restoreSets.
func (c *optionSets) saveSets() (mark int) {
	if c.recordsHidden {
		return len(c.hiddenNodes)
	}
	c.savedEnds = append(c.savedEnds, c.setEnds...)
	return len(c.savedEnds) - len(c.setEnds)
}

// restoreSets restores the options hidden since the call of saveSets that returned mark.
func (c *optionSets) restoreSets(mark int) {
	if !c.recordsHidden {
		copy(c.setEnds, c.savedEnds[mark:])
		return
	}
	for _, x := range c.hiddenNodes[mark:] {
		for _, n := range c.optionNodes(x) {
			c.setEnds[n.item].end++
		}
	}
	c.hiddenNodes = c.hiddenNodes[:mark]
}

// forgetSaved removes the state that saveSets has saved at mark, and all later states.
func (c *optionSets) forgetSaved(mark int) {
	if !c.recordsHidden {
		c.savedEnds = c.savedEnds[:mark]
	}
}
