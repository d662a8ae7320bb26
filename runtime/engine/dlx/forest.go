package dlx

import (
	"cmp"
	"slices"

	"quadrille/runtime/matrix"
)

// A number with a bound, such as the weight of a bag, lowers to a chain of items that colors join. Weights of items see
// no colors. The color forest does, and gives a second lower bound.
//
// A node of the forest is an item that is covered exactly once, so one of its options is chosen; no option belongs to
// two nodes. Between nodes stand secondary items, called values here, which have one color in a solution. An edge joins
// a node to a value that its options color. Edges that would close a circle are left out, so what is left are trees.
// The least cost of one option for each node, with colors that agree along the edges, is found exactly by one pass from
// the leaves to the roots (dynamic programming; on a chain it is the shortest path through the states of its
// automaton). A second pass, from the roots to the leaves, finds for each option the least cost of a tree that has it.
//
// What the trees do not see has rows with weights: a Lagrangian relaxation, as in weights.go. An item that is no node
// has a row for its bounds. Where an edge was left out, or an item that is no node is covered exactly once by options
// that color a value, each color of the value has a row: the chosen options have it as often as the value, 0 or 1
// times. So where several chains read the same options, costs move from one chain to another (Lagrangian decomposition:
// M. Guignard, S. Kim, Math. Programming 39, 1987).

// impossible is a cost beyond the costs of all solutions, in units.
const impossible = 1 << 61

// maxForestEntries is the largest number of entries of a problem that gets a forest. It bounds time and memory.
const maxForestEntries = 4_000_000

// colorForest is the part of the bound that depends on the problem alone.
type colorForest struct {
	nodes  []forestNode   // each after the node above it
	values []coloredValue // secondary items between nodes
	costs  []int64        // cost of each option, in units
	nodeOf []int32        // node of each option, or -1
	onItem []int32        // node of each item, or -1
	// isFreeItem reports whether an item is primary and has options that belong to no node.
	isFreeItem []bool
	unit       int64 // number of units in a cost of 1
	// slots holds the color slot of each edge of an option's node, first of the edge up, or -1 where the option leaves
	// the color open. Those of an option begin at slotStarts.
	slots, slotStarts []int32
	// rows holds the rows of each option. Those of an option begin at rowStarts. A row below the number of items is
	// that item; the others are colors.
	rows, rowStarts []int32
	activeRows      []int32 // all rows that options have
	colorSlots      []int32 // slot of each row of a color
	isAtMost        []bool  // whether the options of a row of a color may have it fewer times than the value
	slotCount       int     // number of colors of all values
	messageCount    int
	maxWeight       float64 // largest absolute value of a weight, in units, so that no sum overflows
	baseCost        int64   // cost of a solution without options, in units
	minCovers       []int32
}

// forestNode is an item that is covered exactly once.
type forestNode struct {
	item         matrix.ItemID
	options      []matrix.OptionID
	up           int32   // value between the node and the node above it, or -1 at a root
	down         []int32 // values below the node
	firstMessage int32   // index of the messages of the node, one for each color of the value above it
}

// coloredValue is a secondary item with a color in each solution.
type coloredValue struct {
	firstSlot, endSlot int32 // slots of its colors
	mayBeLeft          bool  // whether an option of the node above leaves the color open
	mayBeOpen          bool  // whether an option of any node beside it leaves the color open
}

// colorOf is a color of a secondary item.
type colorOf struct {
	item  matrix.ItemID
	color matrix.Color
}

// forestBuilder holds what is needed only while a forest is made.
type forestBuilder struct {
	*colorForest
	problem   *matrix.Problem
	optionsOf [][]matrix.OptionID // by item, without those that color it
	touched   [][]touchedItem     // by item that is covered exactly once
	colorings []int32             // number of options that color an item, by item
	nodeItems []matrix.ItemID
	valueOf   []int32           // value of each secondary item, or -1
	slotOf    map[colorOf]int32 // slot of each color
	cuts      []touchedItem     // pairs of items whose colors have rows
}

// touchedItem is a secondary item that options of a primary item color.
type touchedItem struct {
	primary, secondary matrix.ItemID
	isOwned            bool // whether all options of the primary item color it
}

// newColorForest returns the forest of a problem, or nil if colors join no nodes.
func newColorForest(b *GoalBound) *colorForest {
	p := b.problem
	if !p.HasColors() || b.unitsPerCost == 0 || p.EntryCount() > maxForestEntries {
		return nil
	}
	reads := 0 // of findTouchedItems, which reads an option once for each of its items
	for o := range matrix.OptionID(p.OptionCount()) {
		reads += len(b.plainItemsOf(o)) * len(p.Option(o))
	}
	if reads > maxForestReads {
		return nil
	}
	f := &forestBuilder{colorForest: &colorForest{nodeOf: make([]int32, p.OptionCount()),
		onItem: make([]int32, p.ItemCount()), isFreeItem: make([]bool, p.ItemCount()),
		unit: b.unitsPerCost, baseCost: b.baseCost * b.unitsPerCost, minCovers: b.minCovers},
		problem: p, optionsOf: b.optionsByPlainItem(), touched: make([][]touchedItem, p.ItemCount()),
		colorings: make([]int32, p.ItemCount()), valueOf: make([]int32, p.ItemCount()), slotOf: map[colorOf]int32{}}
	for _, c := range b.costs {
		f.costs = append(f.costs, c*b.unitsPerCost)
	}
	f.findTouchedItems()
	f.chooseNodes()
	edges := f.chooseValues()
	if len(f.nodeItems) == 0 {
		return nil
	}
	f.growTrees(edges)
	f.listSlots()
	f.listRows(b)
	return f.colorForest
}

// findTouchedItems finds the secondary items that the options of each item color, if that is covered exactly once.
func (f *forestBuilder) findTouchedItems() {
	for o := range matrix.OptionID(f.problem.OptionCount()) {
		for _, e := range f.problem.Option(o) {
			if e.Color != matrix.NoColor {
				f.colorings[e.Item]++
			}
		}
	}
	times := make([]int, f.problem.ItemCount())
	for i := range matrix.ItemID(f.problem.PrimaryCount()) {
		if f.problem.Bound(i) != matrix.Once {
			continue
		}
		var found []matrix.ItemID
		for _, o := range f.optionsOf[i] {
			for _, e := range f.problem.Option(o) {
				if e.Color == matrix.NoColor {
					continue
				}
				if times[e.Item]++; times[e.Item] == 1 {
					found = append(found, e.Item)
				}
			}
		}
		for _, s := range found {
			if int(f.colorings[s]) > times[s] { // others color it too
				f.touched[i] = append(f.touched[i], touchedItem{i, s, times[s] == len(f.optionsOf[i])})
			}
			times[s] = 0
		}
	}
}

// chooseNodes chooses items of which no two share an option. It tries those first whose options all color the same
// secondary items, the most of them.
func (f *forestBuilder) chooseNodes() {
	owned := make([]int, len(f.touched))
	var candidates []matrix.ItemID
	for i, list := range f.touched {
		for _, t := range list {
			if t.isOwned {
				owned[i]++
			}
		}
		if owned[i] > 0 {
			candidates = append(candidates, matrix.ItemID(i))
		}
	}
	slices.SortStableFunc(candidates, func(a, b matrix.ItemID) int { return cmp.Compare(owned[b], owned[a]) })
	isTaken := make([]bool, f.problem.OptionCount())
	for _, i := range candidates {
		if !slices.ContainsFunc(f.optionsOf[i], func(o matrix.OptionID) bool { return isTaken[o] }) {
			f.nodeItems = append(f.nodeItems, i)
			for _, o := range f.optionsOf[i] {
				isTaken[o] = true
			}
		}
	}
}

// chooseValues chooses the secondary items that join a node to another item, and drops nodes without any. It returns
// the pairs of nodes and values, those first whose values have the most colors.
func (f *forestBuilder) chooseValues() (edges []touchedItem) {
	isNode, joins := make([]bool, len(f.touched)), make([]int, len(f.touched))
	touchesNode := make([]bool, len(f.touched))
	for _, i := range f.nodeItems {
		isNode[i] = true
	}
	for i, list := range f.touched {
		for _, t := range list {
			if isNode[i] || t.isOwned {
				joins[t.secondary]++
			}
			touchesNode[t.secondary] = touchesNode[t.secondary] || isNode[i]
		}
	}
	colors := make([]int, len(f.touched))
	for o := range matrix.OptionID(f.problem.OptionCount()) {
		for _, e := range f.problem.Option(o) {
			if c := (colorOf{e.Item, e.Color}); e.Color != matrix.NoColor && touchesNode[e.Item] && joins[e.Item] > 1 {
				if _, known := f.slotOf[c]; !known {
					f.slotOf[c] = 0
					colors[e.Item]++
				}
			}
		}
	}
	isUsed := func(t touchedItem) bool { return colors[t.secondary] > 0 }
	f.nodeItems = slices.DeleteFunc(f.nodeItems, func(i matrix.ItemID) bool {
		return !slices.ContainsFunc(f.touched[i], isUsed)
	})
	slices.Sort(f.nodeItems)
	for i, list := range f.touched {
		for _, t := range list {
			switch {
			case !isUsed(t):
			case isNode[i]: // it was not dropped, as it has this value
				edges = append(edges, t)
			case t.isOwned:
				f.cuts = append(f.cuts, t)
			}
		}
	}
	rank := func(t touchedItem) int {
		if t.isOwned {
			return 2*colors[t.secondary] + 1
		}
		return 2 * colors[t.secondary]
	}
	slices.SortStableFunc(edges, func(a, b touchedItem) int {
		return cmp.Or(cmp.Compare(rank(b), rank(a)), cmp.Compare(a.secondary, b.secondary))
	})
	return edges
}

// growTrees makes trees of edges. Edges that close a circle become cuts.
func (f *forestBuilder) growTrees(edges []touchedItem) {
	part := make([]matrix.ItemID, f.problem.ItemCount())
	for i := range part {
		part[i] = matrix.ItemID(i)
		f.onItem[i], f.valueOf[i] = -1, -1
	}
	find := func(i matrix.ItemID) matrix.ItemID {
		for part[i] != i {
			part[i] = part[part[i]]
			i = part[i]
		}
		return i
	}
	neighbours := make([][]matrix.ItemID, f.problem.ItemCount())
	for _, t := range edges {
		a, b := find(t.primary), find(t.secondary)
		if a == b {
			f.cuts = append(f.cuts, t)
			continue
		}
		part[a] = b
		neighbours[t.primary] = append(neighbours[t.primary], t.secondary)
		neighbours[t.secondary] = append(neighbours[t.secondary], t.primary)
	}
	for _, root := range f.nodeItems {
		if f.onItem[root] >= 0 {
			continue
		}
		first := len(f.nodes)
		f.addNode(root, -1)
		for k := first; k < len(f.nodes); k++ {
			for _, s := range neighbours[f.nodes[k].item] {
				if f.valueOf[s] >= 0 {
					continue // the value above
				}
				v := int32(len(f.values))
				f.valueOf[s] = v
				f.values = append(f.values, coloredValue{})
				f.nodes[k].down = append(f.nodes[k].down, v)
				for _, i := range neighbours[s] {
					if f.onItem[i] < 0 {
						f.addNode(i, v)
					}
				}
			}
		}
	}
}

// addNode adds a node below a value, or a root.
func (f *forestBuilder) addNode(i matrix.ItemID, up int32) {
	f.onItem[i] = int32(len(f.nodes))
	f.nodes = append(f.nodes, forestNode{item: i, options: f.optionsOf[i], up: up})
}

// listSlots numbers the colors of values, and lists those of options.
func (f *forestBuilder) listSlots() {
	byValue := make([][]colorOf, len(f.values))
	for c := range f.slotOf {
		byValue[f.valueOf[c.item]] = append(byValue[f.valueOf[c.item]], c)
	}
	for v, colors := range byValue {
		slices.SortFunc(colors, func(a, b colorOf) int { return cmp.Compare(a.color, b.color) })
		f.values[v].firstSlot = int32(f.slotCount)
		for _, c := range colors {
			f.slotOf[c] = int32(f.slotCount)
			f.slotCount++
		}
		f.values[v].endSlot = int32(f.slotCount)
	}
	for o := range f.nodeOf {
		f.nodeOf[o] = -1
	}
	for k := range f.nodes {
		for _, o := range f.optionsOf[f.nodes[k].item] {
			f.nodeOf[o] = int32(k)
		}
		if up := f.nodes[k].up; up >= 0 {
			f.nodes[k].firstMessage = int32(f.messageCount)
			f.messageCount += int(f.values[up].endSlot - f.values[up].firstSlot)
		}
	}
	slot := make([]int32, len(f.values)) // of the current option
	for v := range slot {
		slot[v] = -1
	}
	for o, k := range f.nodeOf {
		f.slotStarts = append(f.slotStarts, int32(len(f.slots)))
		if k < 0 {
			continue
		}
		option, n := f.problem.Option(matrix.OptionID(o)), &f.nodes[k]
		for _, e := range option {
			if v := f.valueOf[e.Item]; v >= 0 && e.Color != matrix.NoColor {
				slot[v] = f.slotOf[colorOf{e.Item, e.Color}]
			}
		}
		if n.up >= 0 {
			f.slots = append(f.slots, slot[n.up])
			f.values[n.up].mayBeOpen = f.values[n.up].mayBeOpen || slot[n.up] < 0
		}
		for _, v := range n.down {
			f.slots = append(f.slots, slot[v])
			f.values[v].mayBeLeft = f.values[v].mayBeLeft || slot[v] < 0
			f.values[v].mayBeOpen = f.values[v].mayBeOpen || slot[v] < 0
		}
		for _, e := range option {
			if v := f.valueOf[e.Item]; v >= 0 {
				slot[v] = -1
			}
		}
	}
}

// listRows lists the rows of options.
func (f *forestBuilder) listRows(b *GoalBound) {
	rows, n := make([][]int32, len(f.nodeOf)), int32(f.problem.ItemCount())
	size := float64(f.slotCount + 1)
	for i, options := range f.optionsOf {
		if len(options) == 0 || f.onItem[i] >= 0 {
			continue
		}
		f.activeRows = append(f.activeRows, int32(i))
		size += float64(max(b.minCovers[i], b.maxCovers[i])) + 1
		isFree := false
		for _, o := range options {
			rows[o], isFree = append(rows[o], int32(i)), isFree || f.nodeOf[o] < 0
		}
		f.isFreeItem[i] = isFree && i < f.problem.PrimaryCount()
	}
	for _, t := range f.cuts {
		v := f.values[f.valueOf[t.secondary]]
		first := n + int32(len(f.colorSlots)) - v.firstSlot
		for slot := v.firstSlot; slot < v.endSlot; slot++ {
			f.activeRows = append(f.activeRows, first+slot)
			f.colorSlots, f.isAtMost = append(f.colorSlots, slot), append(f.isAtMost, !t.isOwned)
		}
		for _, o := range f.optionsOf[t.primary] {
			for _, e := range f.problem.Option(o) {
				if e.Item == t.secondary && e.Color != matrix.NoColor {
					rows[o] = append(rows[o], first+f.slotOf[colorOf{e.Item, e.Color}])
				}
			}
		}
	}
	for _, list := range rows {
		f.rowStarts = append(f.rowStarts, int32(len(f.rows)))
		f.rows = append(f.rows, list...)
	}
	f.rowStarts = append(f.rowStarts, int32(len(f.rows)))
	f.maxWeight = maxScaledSum / 8 / (size + float64(len(f.rows)+len(f.colorSlots)))
}
