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

// nodeRange is the range of the nodes of an option, from first to before end.
type nodeRange struct {
	first, end int32
}

// setLimits holds two places in the array of sets for an item: the end of its set, and the least end with which the
// item still has enough options.
type setLimits struct {
	end    int32 // index behind the last node of the set
	minEnd int32 // least end with which the item has enough options; the item is called short if end is less
}

// optionSets is the data structure of the search. It holds for each item the set of its options that can still be
// chosen. Items are identified by their rank, the primary items first. Options are identified by any of their nodes.
//
// The set of item i is sets[setStarts[i]:setEnds[i].end]. Behind it, up to setStarts[i+1], are the options that have
// left the set. An option is in the sets of all its items, or in none. To remove an option, its nodes are swapped
// with the last nodes of the sets, and the sets are made shorter. To restore all options removed since some time, the
// ends are set to their former values. Going forward and back restores the sets, and not the order of their elements.
type optionSets struct {
	nodes    []setNode
	optionOf []int32 // index of the option of a node, in the order of addition, by node
	// first node of an option, by index of the option; the last entry is the number of nodes
	firstNodes  []int32
	optionIDs   []matrix.OptionID // number of an option in the problem, by index of the option
	firstNodeOf []int32           // first node of an option, or none, by number in the problem
	sets        []int32           // nodes of all items, item by item
	setStarts   []int32           // index in sets at which an item begins, by item
	setEnds     []setLimits       // end of the set of an item, by item
	shortItem   int32             // item that had too few options when hide last returned false
	// removalCount is the number of nodes that have left the sets.
	removalCount int64
	supportCounts

	// To go back, the search on a problem with few items saves the ends of all sets at each node. With many items it
	// records the hidden options.
	recordsHidden bool        // whether hidden options are recorded
	savedEnds     []setLimits // saved ends of all sets, one copy per node
	hiddenNodes   []int32     // a node of each hidden option, in the order of hiding
}

// maxSavedItems is the largest number of items for which the ends of all sets are saved at each node. It bounds the
// memory of the saved ends.
const maxSavedItems = 1024

// hasManyItems reports whether it costs more to save the ends of all sets at each node than to
// record the options that a choice hides, which are the options of its items.
func hasManyItems(p *matrix.Problem) bool {
	if p.ItemCount() > maxSavedItems {
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
		setEnds:       make([]setLimits, p.ItemCount()),
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
func (c *optionSets) spanOf(x int32) nodeRange {
	return nodeRange{c.firstNodes[c.optionOf[x]], c.firstNodes[c.optionOf[x]+1]}
}

// optionNodes returns the nodes in the option of node x.
func (c *optionSets) optionNodes(x int32) []setNode {
	s := c.spanOf(x)
	return c.nodes[s.first:s.end]
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
	c.removalCount += int64(s.end - s.first)
	if c.ofOptions != nil {
		for _, k := range c.countersOf(x) {
			if c.counts[k]--; c.counts[k] == 0 {
				c.lostColors = append(c.lostColors, k)
			}
		}
	}
	if c.swapOut(s) >= 0 {
		return true
	}
	c.shortItem = c.findShortItem(s)
	return false
}

// cover hides every option that holds item i, from the last one to the first, so that a swap only moves nodes that are
// hidden already. It stops and returns false when an item has too few options left.
func (c *optionSets) cover(i int32) bool {
	set := c.sets[c.setStarts[i]:c.setEnds[i].end]
	for k := len(set) - 1; k >= 0; k-- {
		if !c.hide(set[k]) {
			return false
		}
	}
	return true
}

// swapOut moves the nodes of an option behind the ends of their sets. It returns a negative number if an item of the
// option then has too few options left. Most of the time of a search is spent here, so the function has few
// variables, which fit into registers.
func (c *optionSets) swapOut(s nodeRange) (short int32) {
	nodes, sets, edges := c.nodes, c.sets, c.setEnds
	for x := s.first; x < s.end; x++ {
		n := nodes[x]
		e := &edges[n.item]
		last := e.end - 1
		e.end = last
		short |= last - e.minEnd
		moved := sets[last]
		sets[last] = x
		sets[n.place] = moved
		nodes[x].place = last
		nodes[moved].place = n.place
	}
	return short
}

// findShortItem returns an item of an option that has too few options left.
func (c *optionSets) findShortItem(s nodeRange) int32 {
	for _, n := range c.nodes[s.first:s.end] {
		if e := c.setEnds[n.item]; e.end < e.minEnd {
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
		if c.ofOptions != nil {
			for _, k := range c.countersOf(x) {
				c.counts[k]++
			}
		}
	}
	c.lostColors = c.lostColors[:0]
	c.hiddenNodes = c.hiddenNodes[:mark]
}

// dropSaved removes the state that saveSets has saved at mark, and all later states.
func (c *optionSets) dropSaved(mark int) {
	if !c.recordsHidden {
		c.savedEnds = c.savedEnds[:mark]
	}
}
