package dlx

import (
	"math"

	"quadrille/runtime/matrix"
)

// forestBound computes the bound of a forest for what is left of a problem.
type forestBound struct {
	*colorForest
	reads       int64 // number of entries read
	chosenCount int   // number of options in left that are chosen

	// left lists the options that are left, those of each node together, from nodeStarts to nodeEnds.
	left                 []matrix.OptionID
	nodeStarts, nodeEnds []int32
	freeLeft, freeChosen []matrix.OptionID // options that belong to no node: left, and chosen
	covered, most        []int32           // covers of each item by chosen options; how many more it may have
	// liveSlots lists the slots that options in left have, by value: all its slots if it may be open. So the bound of a
	// node takes time for what is left alone. isLive reports them by slot, and liveCount counts them.
	liveSlots [][]int32
	isLive    []bool
	liveCount int

	sums         []int64           // least cost of the tree below an option, and then of a tree with it, by option
	slotSums     []int64           // least cost of what is below a value that has a color, by slot
	slotsAbove   []int64           // least cost of all else, by slot
	leastSums    []int64           // least of slotSums, by value; for values that may be left open
	messages     []int64           // least cost below a node for a color of the value above
	messageFrom  []matrix.OptionID // option that has this cost
	openMessages []int64           // the same for options that leave the value above open, by node
	openFrom     []matrix.OptionID
	rootSums     []int64 // least cost of a tree, by its root
	rootFrom     []matrix.OptionID
	above        []int64 // least cost of all that is not below a node, by color of the value above it
	pickedSlots  []int32 // slot of each value in the best trees
	isPicked     []bool  // whether the best trees give a value a color, by slot
	steps        weightSteps
	isFree       []bool // whether an option that belongs to no node is in freeLeft
}

func newForestBound(f *colorForest) *forestBound {
	m, k, rows := len(f.nodeOf), len(f.nodes), len(f.onItem)+len(f.colorSlots)
	t := &forestBound{colorForest: f, nodeStarts: make([]int32, k), nodeEnds: make([]int32, k),
		covered: make([]int32, len(f.onItem)), most: make([]int32, len(f.onItem)), sums: make([]int64, m),
		slotSums: make([]int64, f.slotCount), slotsAbove: make([]int64, f.slotCount),
		leastSums: make([]int64, len(f.values)), messages: make([]int64, f.messageCount),
		messageFrom: make([]matrix.OptionID, f.messageCount), openMessages: make([]int64, k),
		openFrom: make([]matrix.OptionID, k), rootSums: make([]int64, k), rootFrom: make([]matrix.OptionID, k),
		pickedSlots: make([]int32, len(f.values)), isPicked: make([]bool, f.slotCount),
		steps: newWeightSteps(rows, f.maxWeight), isFree: make([]bool, m), isLive: make([]bool, f.slotCount),
		liveSlots: make([][]int32, len(f.values))}
	for v := range f.values {
		t.above = append(t.above, make([]int64, max(0, f.values[v].colorCount()-len(t.above)))...)
		t.liveSlots[v] = make([]int32, 0, f.values[v].colorCount())
		for slot := f.values[v].firstSlot; f.values[v].mayBeOpen && slot < f.values[v].endSlot; slot++ {
			t.addLiveSlot(int32(v), slot)
		}
	}
	return t
}

// colorCount returns the number of colors of a value.
func (v *coloredValue) colorCount() int { return int(v.endSlot - v.firstSlot) }

// addLiveSlot adds a slot to those of a value that are live. A negative slot stands for none.
func (t *forestBound) addLiveSlot(v, slot int32) {
	if slot >= 0 && !t.isLive[slot] {
		t.isLive[slot], t.liveSlots[v] = true, append(t.liveSlots[v], slot)
		t.liveCount++
	}
}

// findLiveSlots finds the slots of the options that are left.
func (t *forestBound) findLiveSlots() {
	for v := range t.values {
		if t.values[v].mayBeOpen {
			continue
		}
		for _, slot := range t.liveSlots[v] {
			t.isLive[slot] = false
		}
		t.liveCount -= len(t.liveSlots[v])
		t.liveSlots[v] = t.liveSlots[v][:0]
	}
	for k := range t.nodes {
		n := &t.nodes[k]
		for _, o := range t.optionsOfNode(k) {
			slots := t.slots[t.slotStarts[o]:]
			if n.up >= 0 {
				t.addLiveSlot(n.up, slots[0])
				slots = slots[1:]
			}
			for j, v := range n.down {
				t.addLiveSlot(v, slots[j])
			}
		}
	}
}

// optionsOfNode returns the options of a node that are left, or the one that is chosen.
func (t *forestBound) optionsOfNode(k int) []matrix.OptionID {
	return t.left[t.nodeStarts[k]:t.nodeEnds[k]]
}

// reducedCost returns the cost of an option minus the weights of its rows.
func (t *forestBound) reducedCost(o matrix.OptionID, weights []int64) int64 {
	r := t.costs[o]
	for _, row := range t.rows[t.rowStarts[o]:t.rowStarts[o+1]] {
		r -= weights[row]
	}
	return r
}

// lowerBound returns a lower bound on the cost of the solutions below a node of the search, in units. It is impossible
// or more if there are none.
func (t *forestBound) lowerBound(weights []int64) int64 {
	t.addWeights(weights)
	bound := t.baseCost
	for _, row := range t.activeRows {
		if int(row) < len(t.onItem) {
			bound += max(0, weights[row])*t.leastCovers(row) + min(0, weights[row])*t.mostCovers(row)
		}
	}
	for _, o := range t.freeLeft {
		bound += min(0, t.reducedCost(o, weights))
	}
	for _, o := range t.freeChosen {
		bound += t.reducedCost(o, weights)
	}
	for k := len(t.nodes) - 1; k >= 0; k-- {
		t.sumNode(k, weights)
		if t.nodes[k].up >= 0 {
			t.addMessages(k)
			continue
		}
		if t.rootSums[k] >= impossible {
			return impossible
		}
		bound += t.rootSums[k]
	}
	perOption := 4 + len(t.rows)/len(t.nodeOf)
	t.reads += int64(perOption*(len(t.left)+len(t.freeLeft)) + 2*len(t.activeRows) + 2*t.liveCount)
	return bound
}

// leastCovers and mostCovers return how often an item is covered at least and at most.
func (t *forestBound) leastCovers(i int32) int64 { return int64(max(t.minCovers[i], t.covered[i])) }
func (t *forestBound) mostCovers(i int32) int64  { return int64(t.covered[i] + t.most[i]) }

// addWeights sets the sums of the slots to the weights of their rows.
func (t *forestBound) addWeights(weights []int64) {
	for _, live := range t.liveSlots {
		for _, slot := range live {
			t.slotSums[slot] = 0
		}
	}
	for k, slot := range t.colorSlots {
		t.slotSums[slot] += weights[len(t.onItem)+k]
	}
}

// sumNode finds the least cost of the tree below each option of a node, and of the node for each color of the value
// above it.
func (t *forestBound) sumNode(k int, weights []int64) {
	n := &t.nodes[k]
	t.rootSums[k], t.openMessages[k] = impossible, impossible
	var messages []int64
	var from []matrix.OptionID
	up, first := 0, int32(0)
	if n.up >= 0 {
		v := t.values[n.up]
		up, first = 1, v.firstSlot
		messages = t.messages[n.firstMessage:][:v.endSlot-first]
		from = t.messageFrom[n.firstMessage:][:v.endSlot-first]
		for _, slot := range t.liveSlots[n.up] {
			messages[slot-first] = impossible
		}
	}
	for _, v := range n.down {
		if t.values[v].mayBeLeft {
			t.leastSums[v] = impossible
			for _, slot := range t.liveSlots[v] {
				t.leastSums[v] = min(t.leastSums[v], t.slotSums[slot])
			}
		}
	}
	for _, o := range t.optionsOfNode(k) {
		slots := t.slots[t.slotStarts[o]:][:up+len(n.down)]
		sum := int64(0)
		for j, slot := range slots[up:] {
			below := int64(0)
			if slot >= 0 {
				below = t.slotSums[slot]
			} else {
				below = t.leastSums[n.down[j]]
			}
			if below >= impossible {
				sum = impossible
				break
			}
			sum += below
		}
		if sum < impossible {
			sum += t.reducedCost(o, weights)
		}
		t.sums[o] = sum
		switch {
		case up == 0:
			if sum < t.rootSums[k] {
				t.rootSums[k], t.rootFrom[k] = sum, o
			}
		case slots[0] < 0:
			if sum < t.openMessages[k] {
				t.openMessages[k], t.openFrom[k] = sum, o
			}
		case sum < messages[slots[0]-first]:
			messages[slots[0]-first], from[slots[0]-first] = sum, o
		}
	}
}

// addMessages adds the messages of a node to the sums of the value above it.
func (t *forestBound) addMessages(k int) {
	n := &t.nodes[k]
	first := t.values[n.up].firstSlot
	for _, slot := range t.liveSlots[n.up] {
		m := t.message(n, k, slot-first)
		if m >= impossible || t.slotSums[slot] >= impossible {
			t.slotSums[slot] = impossible
		} else {
			t.slotSums[slot] += m
		}
	}
}

// message returns the least cost of the tree below a node for a color of the value above.
func (t *forestBound) message(n *forestNode, k int, color int32) int64 {
	return min(t.messages[n.firstMessage+color], t.openMessages[k])
}

// findTreeCosts finds, behind lowerBound, by how much more than the best tree a tree costs that has an option, for the
// options of all nodes. It is impossible if there is no such tree.
func (t *forestBound) findTreeCosts() {
	for k := range t.nodes {
		n := &t.nodes[k]
		up, first, openAbove := 0, int32(0), -t.rootSums[k]
		if n.up >= 0 {
			up, first = 1, t.values[n.up].firstSlot
			openAbove = t.findCostsAbove(k)
		}
		for _, o := range t.optionsOfNode(k) {
			above := openAbove
			if up > 0 {
				if slot := t.slots[t.slotStarts[o]]; slot >= 0 {
					above = t.above[slot-first]
				}
			}
			if t.sums[o] >= impossible || above >= impossible {
				t.sums[o] = impossible
			} else {
				t.sums[o] += above
			}
		}
		for j, v := range n.down {
			t.passDown(k, v, int32(up+j))
		}
	}
}

// findCostsAbove finds the least cost of all that is not below a node that is no root, minus the cost of the best tree,
// for each color of the value above it. It returns the least of them, for options that leave the color open.
func (t *forestBound) findCostsAbove(k int) (least int64) {
	n := &t.nodes[k]
	first := t.values[n.up].firstSlot
	least = impossible
	for _, slot := range t.liveSlots[n.up] {
		sum := int64(impossible)
		if t.slotSums[slot] < impossible && t.slotsAbove[slot] < impossible {
			sum = t.slotsAbove[slot] + t.slotSums[slot] - t.message(n, k, slot-first)
		}
		t.above[slot-first], least = sum, min(least, sum)
	}
	return least
}

// passDown finds the least cost of all that is not below a value, minus the cost of the best tree, for each of its
// colors. The value is below a node, whose options have its slot at some index.
func (t *forestBound) passDown(k int, v, index int32) {
	open := int64(impossible)
	for _, slot := range t.liveSlots[v] {
		t.slotsAbove[slot] = impossible
	}
	for _, o := range t.optionsOfNode(k) {
		if t.sums[o] >= impossible {
			continue
		}
		if slot := t.slots[t.slotStarts[o]+index]; slot >= 0 {
			t.slotsAbove[slot] = min(t.slotsAbove[slot], t.sums[o]-t.slotSums[slot])
		} else {
			open = min(open, t.sums[o]-t.leastSums[v])
		}
	}
	for _, slot := range t.liveSlots[v] {
		t.slotsAbove[slot] = min(t.slotsAbove[slot], open)
	}
}

// findSlope computes the subgradient of the bound behind lowerBound: for each row how often it is to be covered, minus
// how often the cheapest trees and options cover it.
func (t *forestBound) findSlope(weights []int64) {
	for _, row := range t.activeRows {
		t.steps.slope[row] = 0
	}
	cover := func(o matrix.OptionID) {
		for _, row := range t.rows[t.rowStarts[o]:t.rowStarts[o+1]] {
			t.steps.slope[row]--
		}
	}
	clear(t.isPicked)
	for k := range t.nodes {
		n := &t.nodes[k]
		o, up := t.rootFrom[k], 0
		if n.up >= 0 {
			up = 1
			c := t.pickedSlots[n.up] - t.values[n.up].firstSlot
			o = t.messageFrom[n.firstMessage+c]
			if t.openMessages[k] < t.messages[n.firstMessage+c] {
				o = t.openFrom[k]
			}
		}
		cover(o)
		for j, v := range n.down {
			slot := t.slots[int(t.slotStarts[o])+up+j]
			if slot < 0 {
				slot = t.values[v].firstSlot
				for other := slot; other < t.values[v].endSlot; other++ {
					if t.slotSums[other] < t.slotSums[slot] {
						slot = other
					}
				}
			}
			t.pickedSlots[v], t.isPicked[slot] = slot, true
		}
	}
	for _, o := range t.freeLeft {
		if t.reducedCost(o, weights) < 0 {
			cover(o)
		}
	}
	for _, o := range t.freeChosen {
		cover(o)
	}
	for k, slot := range t.colorSlots {
		if t.isPicked[slot] {
			t.steps.slope[len(t.onItem)+k]++
		}
	}
	for _, row := range t.activeRows {
		if int(row) >= len(t.onItem) {
			continue
		}
		least, most := t.leastCovers(row), t.mostCovers(row)
		switch {
		case weights[row] > 0:
			t.steps.slope[row] += least
		case weights[row] < 0:
			t.steps.slope[row] += most
		default:
			t.steps.slope[row] = max(0, t.steps.slope[row]+least) + min(0, t.steps.slope[row]+most)
		}
	}
}

// weightedRows implements [relaxation].
func (t *forestBound) weightedRows() []int32 { return t.activeRows }

// isNeverPositive reports whether a row is covered at most so many times, and never needs to be.
func (t *forestBound) isNeverPositive(row int32) bool {
	if int(row) < len(t.onItem) {
		return t.leastCovers(row) == 0
	}
	return t.isAtMost[int(row)-len(t.onItem)]
}

const (
	// maxForestReads bounds the entries that are read to find a forest, and those for its first weights.
	maxForestReads = 40_000_000
	// The first weights of a forest are found as those of items are, but the gap to the target begins at the greatest
	// cost, and shrinks to the part forestGapKept when it has neither grown nor shrunk for maxForestIdlePasses. The
	// passes end when it is less than a step of the costs divided by leastForestGap. So two to five knapsacks of 20 to
	// 60 things, and assignments with a budget, have bounds within 1% of the best value after 60 to 170 passes.
	maxForestIdlePasses = 10
	forestGapKept       = 0.5
	leastForestGap      = 32
)

// readWhole sets what is left to the whole problem.
func (t *forestBound) readWhole(b *GoalBound) {
	for k := range t.nodes {
		t.nodeStarts[k] = int32(len(t.left))
		t.left = append(t.left, t.nodes[k].options...)
		t.nodeEnds[k] = int32(len(t.left))
	}
	for o := range matrix.OptionID(len(t.nodeOf)) {
		if t.nodeOf[o] < 0 && b.problem.HoldsPrimary(o) {
			t.freeLeft = append(t.freeLeft, o)
		}
	}
	copy(t.most, b.maxCovers)
	t.findLiveSlots()
}

// findRootWeights returns weights for the whole problem, by steps as in weights.go, and the bound.
func (t *forestBound) findRootWeights(b *GoalBound) (weights []int64, best int64) {
	weights = make([]int64, len(t.steps.slope))
	t.steps.begin(t.activeRows, weights)
	bound, gap, idle := t.lowerBound(weights), 0.0, 0
	best = bound
	for _, c := range t.costs {
		gap = max(gap, math.Abs(float64(c)))
	}
	for pass := 0; bound < impossible && pass < maxSubgradientPasses && t.reads < maxForestReads; pass++ {
		if !t.steps.step(t, best+int64(gap)-bound) {
			break
		}
		bound = t.lowerBound(t.steps.trial)
		if idle++; bound > best {
			if bound > best+int64(gap/2) {
				gap, idle = gap*2, 0
			}
			best = bound
			copy(weights, t.steps.trial)
		}
		if idle > maxForestIdlePasses {
			gap, idle = gap*forestGapKept, 0
			if gap < float64(b.unitsPerCost*b.costStep)/leastForestGap {
				break
			}
			t.steps.begin(t.activeRows, weights)
			bound = t.lowerBound(weights)
		}
	}
	return weights, t.lowerBound(weights)
}

// forestFilter filters the nodes of one search by the bound of a forest. A node starts with the weights of its parent,
// and steps make them better, as those of [boundFilter] do where options have no colors.
type forestFilter struct {
	*forestBound
	path filterPath
}

// pruneByForest returns false if no solution below the node is within the limit, and removes options that are in none.
func (f *boundFilter) pruneByForest(n *Node, costLimit int64) bool {
	t := f.forest
	here, isLikeParent := t.path.enter(n, costLimit)
	if isLikeParent {
		return true
	}
	if f.optionOf == nil {
		f.listOptionOf(n)
	}
	before := t.reads
	f.readForest(n)
	limit := f.limitInUnits(here.limit)
	bound := t.lowerBound(here.weights)
	if bound < min(limit, impossible) && here.limit < math.MaxInt64 {
		if better := t.steps.improve(t, here.weights, bound, limit, t.unit); better > bound {
			here.keepWeights(t.steps.best)
			bound = better
		}
		if bound <= limit {
			t.lowerBound(here.weights)
		}
	}
	f.filterReads.Add(t.reads - before)
	if bound >= impossible || bound > limit {
		return false
	}
	f.removeCostly(n, here.weights, limit-bound)
	here.chosen, here.removed = n.Depth(), n.RemovedCount()
	return true
}

// readForest finds what is left of the forest at a node of the search.
func (f *boundFilter) readForest(n *Node) {
	t := f.forest
	for _, o := range t.freeLeft {
		t.isFree[o] = false
	}
	t.left, t.freeLeft, t.freeChosen = t.left[:0], t.freeLeft[:0], t.freeChosen[:0]
	clear(t.covered)
	for _, x := range n.search.chosenNodes {
		o := f.optionOf[x]
		for _, row := range t.rows[t.rowStarts[o]:t.rowStarts[o+1]] {
			if int(row) < len(t.covered) {
				t.covered[row]++
			}
		}
		if k := t.nodeOf[o]; k >= 0 {
			t.nodeStarts[k], t.left = int32(len(t.left)), append(t.left, o)
			t.nodeEnds[k] = int32(len(t.left))
		} else {
			t.freeChosen = append(t.freeChosen, o)
		}
	}
	t.chosenCount = len(t.left)
	for i := n.First(); i >= 0; i = n.Next(i) {
		k := t.onItem[i]
		if k < 0 && !t.isFreeItem[i] {
			continue
		}
		if k >= 0 {
			t.nodeStarts[k] = int32(len(t.left))
		}
		head := int32(i) + 1
		for x := n.search.nodes[head].down; x != head; x = n.search.nodes[x].down {
			if o := f.optionOf[x]; k >= 0 {
				t.left = append(t.left, o)
			} else if t.nodeOf[o] < 0 && !t.isFree[o] {
				t.isFree[o], t.freeLeft = true, append(t.freeLeft, o)
			}
		}
		if k >= 0 {
			t.nodeEnds[k] = int32(len(t.left))
		}
	}
	t.findLiveSlots()
	for _, row := range t.activeRows {
		if int(row) < len(t.most) {
			h := &n.search.headers[row+1]
			t.most[row] = min(h.coversLeft, h.listLen)
		}
	}
}

// removeCostly removes the options that cost more than the room beyond the bound.
func (f *boundFilter) removeCostly(n *Node, weights []int64, room int64) {
	t := f.forest
	t.findTreeCosts()
	room = min(room, impossible-1)
	for _, o := range t.left[t.chosenCount:] {
		if t.sums[o] > room {
			n.Remove(o)
		}
	}
	for _, o := range t.freeLeft {
		if t.reducedCost(o, weights) > room {
			n.Remove(o)
		}
	}
}
