package sparse

import (
	"slices"

	"quadrille/runtime/matrix"
)

// setNode is the occurrence of an item in an option. The nodes of an option are consecutive. Items with few options
// come first, because their sets become empty sooner.
type setNode struct {
	item     int32 // rank of the item in the search
	setIndex int32 // index of the node in setElements
}

// noNode stands for no node, and for no item.
const noNode = -1

// nodeRange is the range of the nodes of an option, from first to before end.
type nodeRange struct {
	first, end int32
}

// setLimits holds two indices into the array of sets for an item: where its set of possible options ends, and where it
// would end if it had just enough options.
type setLimits struct {
	setEnd    int32 // index behind the last node of the set
	minSetEnd int32 // least setEnd with which the item has enough options; with a lower setEnd the item is called short
}

// optionSets is the main data structure of the search. It holds for each item the set of options that can still be
// chosen. Items are identified by their rank, the primary items first. Options are identified by any of their nodes.
//
// The set of item i is setElements[setStarts[i]:setEnds[i].setEnd]. Behind it, up to setStarts[i+1], are the options
// that have left the set. An option is in the sets of all its items, or in none. To remove an option, its nodes are
// swapped with the last nodes of the sets, and the sets are made shorter. To restore the removed options, the ends are
// set to their former values. Going forward and back restores the sets, and not the order of their elements.
type optionSets struct {
	nodes         []setNode
	optionIndexOf []int32 // for each node, the index of its option
	// firstNodes holds, for each option by its index, its first node. The last entry is the number of nodes.
	firstNodes  []int32
	optionIDs   []matrix.OptionID // for each option by its index, its id in the problem
	firstNodeOf []int32           // for each option by its id in the problem, its first node, or noNode
	setElements []int32           // nodes of all items, one item after the other
	setStarts   []int32           // for each item, the index in setElements at which its nodes begin
	setEnds     []setLimits       // for each item, the end of its set
	shortItem   int32             // item that had too few options when hide last returned false
	// updateCount is the number of nodes that were removed from the sets, plus the number of times that a counter of
	// supports fell because of such a removal.
	updateCount int64
	supportCounts

	// To go back, the search on a problem with few items saves the ends of all sets at each node. With many items it
	// records the hidden options.
	recordsHiddenOptions bool        // whether hidden options are recorded
	savedSetEnds         []setLimits // saved ends of all sets, one copy for each node of the search tree on the path
	// hiddenNodes holds a node of each hidden option, in the order in which the options were hidden, and between them
	// ^k for each color k of itemColors that lost its support.
	hiddenNodes []int32
}

// maxSavedItems is the largest number of items for which the ends of all sets are saved at each node. It bounds the
// memory of the saved ends.
const maxSavedItems = 1024

// hasManyItems reports whether it costs more to save the ends of all sets at each node than to record the options that
// the choice of an option hides. These are the options of the chosen option's items.
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
		nodes:                make([]setNode, 0, p.EntryCount()),
		optionIndexOf:        make([]int32, 0, p.EntryCount()),
		firstNodes:           make([]int32, 1, p.OptionCount()+1),
		optionIDs:            make([]matrix.OptionID, 0, p.OptionCount()),
		firstNodeOf:          make([]int32, p.OptionCount()),
		setElements:          make([]int32, p.EntryCount()),
		setStarts:            make([]int32, p.ItemCount()+1),
		setEnds:              make([]setLimits, p.ItemCount()),
		recordsHiddenOptions: hasManyItems(p),
	}
	for i, n := range p.OptionCounts() {
		c.setStarts[rank[i]+1] = n
	}
	for i := range c.setEnds {
		c.setStarts[i+1] += c.setStarts[i]
		c.setEnds[i].setEnd = c.setStarts[i]
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
	c.nodes, c.optionIndexOf = c.nodes[:behind], c.optionIndexOf[:behind]
	nodes, of := c.nodes[first:], c.optionIndexOf[first:]
	for k, e := range entries {
		item := rank[e.Item]
		nodes[k], of[k] = setNode{item, c.optionCount(item)}, number
	}
	sortNodesByIndex(nodes)
	for k := range nodes {
		at := &c.setEnds[nodes[k].item].setEnd
		nodes[k].setIndex = *at
		c.setElements[*at] = first + int32(k)
		*at++
	}
}

// sortNodesByIndex sorts nodes by setIndex. It is an insertion sort, because most options are short.
func sortNodesByIndex(nodes []setNode) {
	const short = 24
	if len(nodes) > short {
		slices.SortStableFunc(nodes, func(a, b setNode) int { return int(a.setIndex - b.setIndex) })
		return
	}
	for k := 1; k < len(nodes); k++ {
		n, j := nodes[k], k
		for ; j > 0 && nodes[j-1].setIndex > n.setIndex; j-- {
			nodes[j] = nodes[j-1]
		}
		nodes[j] = n
	}
}

// optionCount returns the number of options that hold item i, including hidden ones.
func (c *optionSets) optionCount(i int32) int32 { return c.setStarts[i+1] - c.setStarts[i] }

// setSize returns the number of options in the set of item i.
func (c *optionSets) setSize(i int32) int32 { return c.setEnds[i].setEnd - c.setStarts[i] }

// nodeRangeOf returns the range of the nodes in the option of node x.
func (c *optionSets) nodeRangeOf(x int32) nodeRange {
	return nodeRange{c.firstNodes[c.optionIndexOf[x]], c.firstNodes[c.optionIndexOf[x]+1]}
}

// optionNodes returns the nodes in the option of node x.
func (c *optionSets) optionNodes(x int32) []setNode {
	s := c.nodeRangeOf(x)
	return c.nodes[s.first:s.end]
}

// optionID returns the id in the problem of the option of node x.
func (c *optionSets) optionID(x int32) matrix.OptionID { return c.optionIDs[c.optionIndexOf[x]] }

// isAlive reports whether the option of node x is in the sets of its items.
func (c *optionSets) isAlive(x int32) bool {
	return c.nodes[x].setIndex < c.setEnds[c.nodes[x].item].setEnd
}

// hide removes the option of node x from the sets of all its items. It returns false if one of these items then is
// short, which means that it has too few options left.
func (c *optionSets) hide(x int32) bool {
	s := c.nodeRangeOf(x)
	if c.recordsHiddenOptions {
		c.hiddenNodes = append(c.hiddenNodes, s.first)
	}
	c.updateCount += int64(s.end - s.first)
	if c.countersOfOptions != nil {
		counters := c.supportCountersOf(x)
		c.updateCount += int64(len(counters))
		for _, k := range counters {
			if c.supportCount[k]--; c.supportCount[k] == 0 {
				c.emptiedCounters = append(c.emptiedCounters, k)
			}
		}
	}
	if c.moveBehindSets(s) >= 0 {
		return true
	}
	c.shortItem = c.findShortItem(s)
	return false
}

// cover hides every option that holds item i, from the last one to the first, so that a swap only moves nodes that are
// hidden already. It stops and returns false when an item has too few options left.
func (c *optionSets) cover(i int32) bool {
	set := c.setElements[c.setStarts[i]:c.setEnds[i].setEnd]
	for k := len(set) - 1; k >= 0; k-- {
		if !c.hide(set[k]) {
			return false
		}
	}
	return true
}

// moveBehindSets moves the nodes of an option behind the ends of their sets. It returns a negative number if an item of
// the option then has too few options left. The search spends most of its time here, so the function has few variables,
// which fit into registers.
func (c *optionSets) moveBehindSets(s nodeRange) (short int32) {
	nodes, sets, edges := c.nodes, c.setElements, c.setEnds
	for x := s.first; x < s.end; x++ {
		n := nodes[x]
		e := &edges[n.item]
		last := e.setEnd - 1
		e.setEnd = last
		short |= last - e.minSetEnd
		moved := sets[last]
		sets[last] = x
		sets[n.setIndex] = moved
		nodes[x].setIndex = last
		nodes[moved].setIndex = n.setIndex
	}
	return short
}

// findShortItem returns an item of an option that has too few options left.
func (c *optionSets) findShortItem(s nodeRange) int32 {
	for _, n := range c.nodes[s.first:s.end] {
		if e := c.setEnds[n.item]; e.setEnd < e.minSetEnd {
			return n.item
		}
	}
	return noNode
}

// saveSets saves the state of the sets. The mark that it returns is for restoreSets.
func (c *optionSets) saveSets() (mark int) {
	if c.recordsHiddenOptions {
		return len(c.hiddenNodes)
	}
	c.savedSetEnds = append(c.savedSetEnds, c.setEnds...)
	return len(c.savedSetEnds) - len(c.setEnds)
}

// restoreSets restores the options hidden since the call of saveSets that returned mark.
func (c *optionSets) restoreSets(mark int) {
	if !c.recordsHiddenOptions {
		copy(c.setEnds, c.savedSetEnds[mark:])
		return
	}
	for _, x := range c.hiddenNodes[mark:] {
		if x < 0 {
			c.itemColors[^x].isLost = false
			continue
		}
		for _, n := range c.optionNodes(x) {
			c.setEnds[n.item].setEnd++
		}
		if c.countersOfOptions != nil {
			for _, k := range c.supportCountersOf(x) {
				c.supportCount[k]++
			}
		}
	}
	c.emptiedCounters = c.emptiedCounters[:0]
	c.hiddenNodes = c.hiddenNodes[:mark]
}

// discardSavedSets discards the state that saveSets saved at mark, and all later states.
func (c *optionSets) discardSavedSets(mark int) {
	if !c.recordsHiddenOptions {
		c.savedSetEnds = c.savedSetEnds[:mark]
	}
}
