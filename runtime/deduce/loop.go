package deduce

import (
	"slices"

	"quadrille/runtime/matrix"
)

// LoopRule says that the cells with some symbol form one loop. The loop is a cycle in a graph. The first nodes of the
// graph are the cells. Cells that are sticks, such as the edges of a grid, meet at joints, which are the further nodes.
// Other cells are joined to their neighbours.
type LoopRule struct {
	// AdjacentNodes holds, for each node of the graph, the nodes that it is joined to.
	AdjacentNodes [][]int32
	// WithSymbol holds, for each cell, the options that give the cell the symbol, and WithoutSymbol those that give the
	// cell another symbol.
	WithSymbol, WithoutSymbol [][]matrix.OptionID
	// HasSymbol tells, for each cell, whether it has the symbol in every solution, whatever is chosen.
	HasSymbol []bool
}

// LoopReason is the reason why a step about a loop is right.
type LoopReason int

// The reasons of steps about a loop.
const (
	NoLoop      LoopReason = iota // the step is about something else
	ClosesEarly                   // the cell would close the loop while other cells belong to it, or must
	LeadsAstray                   // no cycle through the cell also passes all cells known to be in the loop
	OnlyWay                       // each cycle through all cells known to be in the loop passes this cell
)

// maxLoopNodes is the largest number of nodes of a loop's graph for which the steps LeadsAstray and OnlyWay are
// searched. People would not see them in a larger graph.
const maxLoopNodes = 3000

// loopState is what is known of a loop.
type loopState struct {
	LoopRule
	// for each cell, whether it has the symbol, and whether that is undecided
	hasSymbolNow, isUndecided []bool
	decisionsWhenExamined     int // decisionCount when techniques for the loop were last tried in vain, or -1
}

// updateLoopState updates what is known of the cells, and returns the cells that are known to have the symbol.
func (s *humanSolver) updateLoopState(l *loopState) (known []int32) {
	for c := range l.WithSymbol {
		isChosen := func(o matrix.OptionID) bool { return s.statusOf[o] == chosenOption }
		isOpen := func(o matrix.OptionID) bool { return s.statusOf[o] == openOption }
		l.hasSymbolNow[c] = l.HasSymbol[c] || slices.ContainsFunc(l.WithSymbol[c], isChosen)
		l.isUndecided[c] = !l.hasSymbolNow[c] && slices.ContainsFunc(l.WithSymbol[c], isOpen)
		if l.hasSymbolNow[c] {
			known = append(known, int32(c))
		}
	}
	return known
}

// areLoopRulesKept reports whether the cells of each rule about a loop form one loop. It expects that every option is
// decided, and that no loop ends or forks.
func (s *humanSolver) areLoopRulesKept() bool {
	for _, l := range s.loopStates {
		known := s.updateLoopState(l)
		parts := l.partsOfKnownLoop()
		if len(known) == 0 || slices.ContainsFunc(known, func(c int32) bool { return parts[c] != parts[known[0]] }) {
			return false
		}
	}
	return true
}

// mayBeOnLoop reports whether a node can be part of the loop.
func (l *loopState) mayBeOnLoop(n int32) bool {
	return int(n) >= len(l.WithSymbol) || l.hasSymbolNow[n] || l.isUndecided[n]
}

// ruleOutOptions rules out the open options among the given ones, until an item has too few options left. It reports
// whether any of the options was open.
func (s *humanSolver) ruleOutOptions(options []matrix.OptionID) (found bool) {
	for _, o := range options {
		if s.statusOf[o] == openOption && s.uncoverableItem == noItem {
			s.ruleOutOption(o)
			found = true
		}
	}
	return found
}

// setLoopReason stores the reason of a step about a loop. The argument item is the item that would be left without an
// option, or noItem. The nodes in about are those on which the step depends.
func (s *humanSolver) setLoopReason(why LoopReason, l *loopState, cell int32, item matrix.ItemID, about []int32) {
	s.stepReason = Step{LoopReason: why, HasLoopItem: item != noItem}
	if item == noItem { // a step has an item: one of the cell
		item = s.Option(l.WithSymbol[cell][0])[0].Item
	}
	s.stepReason.Items = []matrix.ItemID{item}
	for _, n := range about {
		if int(n) < len(l.WithSymbol) {
			s.stepReason.LoopCells = append(s.stepReason.LoopCells, int(n))
		}
	}
}

// excludeByClosing rules out the symbol on the first cell that would close a loop too early. Such a cell joins two ends
// of one part of the known loop, so that no further cell could belong to the loop. That is too early if another known
// part remains outside, or if the choices that are then forced leave an item without an option.
func (s *humanSolver) excludeByClosing() bool {
	for _, l := range s.loopStates {
		if l.decisionsWhenExamined == s.decisionCount {
			continue
		}
		known := s.updateLoopState(l)
		parts := l.partsOfKnownLoop()
		for c := range l.WithSymbol {
			if !l.isUndecided[c] {
				continue
			}
			part := l.partClosedByCell(parts, int32(c))
			if part < 0 {
				continue
			}
			var own []int32
			for n, at := range parts {
				if at == part && (n >= len(l.hasSymbolNow) || l.hasSymbolNow[n]) {
					own = append(own, int32(n))
				}
			}
			item := noItem
			if !slices.ContainsFunc(known, func(n int32) bool { return parts[n] != part }) {
				if item = s.itemAfterClosing(l, c); item == noItem {
					continue
				}
			}
			if s.ruleOutOptions(l.WithSymbol[c]) {
				s.setLoopReason(ClosesEarly, l, int32(c), item, own)
				return true
			}
		}
	}
	return false
}

// partsOfKnownLoop returns, for each node, an index of the connected part of the known loop to which the node belongs.
// A part consists of cells, and the joints at their ends. Any other node is a part by itself.
func (l *loopState) partsOfKnownLoop() []int32 {
	parts := make([]int32, len(l.AdjacentNodes))
	for n := range parts {
		parts[n] = -1
	}
	for n := range parts {
		if parts[n] >= 0 {
			continue
		}
		parts[n] = int32(n)
		for stack := []int32{int32(n)}; len(stack) > 0; {
			at := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			for _, next := range l.AdjacentNodes[at] {
				if parts[next] < 0 && l.connectsKnownParts(at) && l.connectsKnownParts(next) {
					parts[next] = int32(n)
					stack = append(stack, next)
				}
			}
		}
	}
	return parts
}

// connectsKnownParts reports whether a node is a joint, or a cell of the known loop.
func (l *loopState) connectsKnownParts(n int32) bool {
	return int(n) >= len(l.hasSymbolNow) || l.hasSymbolNow[n]
}

// partClosedByCell returns the index of the part that a cell would close, because the cell joins two nodes of that
// part, or -1.
func (l *loopState) partClosedByCell(parts []int32, cell int32) int32 {
	beside := l.AdjacentNodes[cell]
	for k, n := range beside {
		if l.connectsKnownParts(n) && slices.ContainsFunc(beside[:k], func(m int32) bool {
			return l.connectsKnownParts(m) && parts[m] == parts[n]
		}) {
			return parts[n]
		}
	}
	return -1
}

// itemAfterClosing assumes that a cell closes the loop, so that no further cell has the symbol. It returns the item
// that forced choices then leave without an option, or noItem.
func (s *humanSolver) itemAfterClosing(l *loopState, cell int) matrix.ItemID {
	mark, count := len(s.decisionTrail), s.decisionCount
	s.touchedItems = s.touchedItems[:0]
	for c := range l.WithSymbol {
		if c == cell {
			s.ruleOutOptions(l.WithoutSymbol[c])
		} else if l.isUndecided[c] {
			s.ruleOutOptions(l.WithSymbol[c])
		}
	}
	if s.uncoverableItem == noItem {
		s.makeForcedChoices()
	}
	item := s.uncoverableItem
	s.undoDecisions(mark)
	s.decisionCount = count
	return item
}

// keepLoopTogether rules out the symbol on each cell that lies on no cycle through all known cells of the loop. If
// there is no such cell, it finds the first cell that lies on every such cycle, and rules out any other symbol there.
func (s *humanSolver) keepLoopTogether() bool {
	for _, l := range s.loopStates {
		if l.decisionsWhenExamined == s.decisionCount || len(l.AdjacentNodes) > maxLoopNodes {
			continue
		}
		known := s.updateLoopState(l)
		if len(known) == 0 {
			continue
		}
		onCycle := l.nodesOnCycle(known, -1)
		if onCycle == nil {
			continue // there is no solution
		}
		first := int32(-1)
		for c := range l.WithSymbol {
			if l.isUndecided[c] && !onCycle[c] && s.ruleOutOptions(l.WithSymbol[c]) && first < 0 {
				first = int32(c)
			}
		}
		if first >= 0 {
			s.setLoopReason(LeadsAstray, l, first, noItem, known)
			return true
		}
		for c := range l.WithSymbol {
			if l.isUndecided[c] && l.nodesOnCycle(known, int32(c)) == nil && s.ruleOutOptions(l.WithoutSymbol[c]) {
				s.setLoopReason(OnlyWay, l, int32(c), noItem, known)
				return true
			}
		}
		l.decisionsWhenExamined = s.decisionCount
	}
	return false
}

// nodesOnCycle returns, for each node, whether it lies in a block of the graph that holds all known cells; nil if no
// block does. A block is a part of three nodes or more that no removal of a single node disconnects, so any two of its
// nodes are on a cycle. The graph has only nodes that may be on the loop, without the node given by the argument
// without, unless that is negative. The blocks are found by depth-first search (Hopcroft and Tarjan 1973).
func (l *loopState) nodesOnCycle(known []int32, without int32) (onCycle []bool) {
	order, low := make([]int32, len(l.AdjacentNodes)), make([]int32, len(l.AdjacentNodes))
	count, stack := int32(0), []int32(nil)
	type frame struct {
		node, before int32
		next         int
	}
	frames := []frame{{node: known[0], before: -1}}
	inBlock := make([]bool, len(order))
	closeBlock := func(top, below int32) { // the nodes above `below` on the stack, and `top`, are a block
		k := slices.Index(stack, below)
		block := append(slices.Clone(stack[k:]), top)
		stack = stack[:k]
		for _, n := range block {
			inBlock[n] = true
		}
		if len(block) > 2 && !slices.ContainsFunc(known, func(n int32) bool { return !inBlock[n] }) {
			if onCycle == nil {
				onCycle = make([]bool, len(order))
			}
			for _, n := range block {
				onCycle[n] = true
			}
		}
		for _, n := range block {
			inBlock[n] = false
		}
	}
	for len(frames) > 0 {
		f := &frames[len(frames)-1]
		if f.next == 0 {
			count++
			order[f.node], low[f.node] = count, count
			stack = append(stack, f.node)
		}
		if f.next < len(l.AdjacentNodes[f.node]) {
			n := l.AdjacentNodes[f.node][f.next]
			f.next++
			switch {
			case n == without || n == f.before || !l.mayBeOnLoop(n):
			case order[n] > 0:
				low[f.node] = min(low[f.node], order[n])
			default:
				frames = append(frames, frame{node: n, before: f.node})
			}
			continue
		}
		node, before := f.node, f.before
		if f.next == 0 { // a node without neighbours
			return nil
		}
		frames = frames[:len(frames)-1]
		if before >= 0 {
			low[before] = min(low[before], low[node])
			if low[node] >= order[before] {
				closeBlock(before, node)
			}
		}
	}
	return onCycle
}
