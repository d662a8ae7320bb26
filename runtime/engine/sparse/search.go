package sparse

import (
	"slices"

	"quadrille/runtime/search"
)

// walkNode visits a node and all nodes below it. The argument dead is true if an item has too few options left, so that
// the node has no branches. It returns false to stop the search.
func (s *SparseSetSearch) walkNode(level int, dead bool) bool {
	if !s.countNode(level) {
		return false
	}
	if s.activeCount == 0 {
		return s.visitSolution(level)
	}
	if dead {
		return true
	}
	item, branches := s.chooseItem()
	if branches == 0 {
		return true
	}
	return s.branchOn(item, branches, level)
}

// isShortAtRoot reports whether an item has too few options before any option is chosen.
func (s *SparseSetSearch) isShortAtRoot() bool {
	return slices.ContainsFunc(s.setEnds, func(e setLimits) bool { return e.setEnd < e.minSetEnd })
}

// visitSolution yields the chosen options as a solution.
func (s *SparseSetSearch) visitSolution(level int) bool {
	if s.isAboveCube(level) {
		return true
	}
	s.stats.Solutions++
	s.stats.Profile[level].Solutions++
	s.solutionBuffer = s.solutionBuffer[:0]
	for _, x := range s.chosenNodes {
		s.solutionBuffer = append(s.solutionBuffer, s.optionID(x))
	}
	return s.yield(s.solutionBuffer)
}

// branchOn tries each branch on item i.
func (s *SparseSetSearch) branchOn(i, branches int32, level int) bool {
	mark := len(s.branchStack)
	choices := s.sortedOptions(i)
	s.branchPath = append(s.branchPath, search.BranchStep{Branch: s.firstBranch(level, branches),
		BranchCount: branches})
	if s.requestedFork != nil && level == len(s.currentCube.Path) {
		s.recordFork(choices, branches)
	}
	var ok bool
	switch {
	case len(choices) == 0:
		ok = s.skipItem(i, level)
	case s.coversLeft[i] == 1:
		ok = s.branchOnLastCover(i, choices, level)
	default:
		ok = s.branchOnFirstOfSeveral(i, choices, level)
	}
	s.branchPath = s.branchPath[:level]
	s.branchStack = s.branchStack[:mark]
	return ok
}

// recordFork records the chosen options and the branches at a node, for Fork.
func (s *SparseSetSearch) recordFork(choices []int32, branches int32) {
	for _, x := range s.chosenNodes {
		s.requestedFork.ChosenOptions = append(s.requestedFork.ChosenOptions, s.optionID(x))
	}
	for k := range int(branches) {
		if k == len(choices) {
			s.requestedFork.BranchOptions = append(s.requestedFork.BranchOptions, noNode)
			break
		}
		s.requestedFork.BranchOptions = append(s.requestedFork.BranchOptions, s.optionID(choices[k]))
	}
}

// sortedOptions returns the options of item i in the order of trying.
func (s *SparseSetSearch) sortedOptions(i int32) []int32 {
	mark := len(s.branchStack)
	s.branchStack = append(s.branchStack, s.setElements[s.setStarts[i]:s.setEnds[i].setEnd]...)
	out := s.branchStack[mark:]
	slices.Sort(out)
	return out
}

// firstBranch returns the index of the first branch, at the current node of a level, that lies in the cube, which is
// the part of the tree that is searched. The node has branchCount branches.
func (s *SparseSetSearch) firstBranch(level int, branchCount int32) int32 {
	from := int32(0)
	switch path := s.currentCube.Path; {
	case level < len(path):
		from = path[level]
	case level == len(path):
		from = s.currentCube.FirstBranch
	}
	return min(max(0, from), branchCount)
}

// nextBranch moves to the next branch at a level, if that branch belongs to the cube. It returns the index of the
// branch, or noNode if there is none.
func (s *SparseSetSearch) nextBranch(level int) int32 {
	st, to := &s.branchPath[level], s.branchPath[level].BranchCount
	if path := s.currentCube.Path; level < len(path) {
		to = min(to, path[level]+1)
	}
	if st.Branch >= to {
		return noNode
	}
	st.Branch++
	return st.Branch - 1
}

// skipItem goes one level deeper without covering item i. The set of the item is empty, so no option must be hidden.
func (s *SparseSetSearch) skipItem(i int32, level int) bool {
	if s.nextBranch(level) == noNode {
		return true
	}
	s.branchPath[level].Option = noNode
	bound := s.coversLeft[i]
	s.setCoversLeft(i, 0)
	ok := s.walkNode(level+1, false)
	s.setCoversLeft(i, bound)
	return ok
}

// branchOnLastCover chooses each option of item i in turn, to cover i for the last time. If i has been covered often
// enough, it also tries the branch without a further option of i.
func (s *SparseSetSearch) branchOnLastCover(i int32, choices []int32, level int) bool {
	mark, ok := s.saveSets(), true
	for k := s.nextBranch(level); ok && k != noNode; k = s.nextBranch(level) {
		ok = s.tryFirstChoice(i, noNode, choices[k:], mark, level, false)
	}
	s.discardSavedSets(mark)
	return ok
}

// branchOnFirstOfSeveral chooses each option of item i as the first of several that are still to be chosen. While an
// option is tried, the options before it are hidden, and those after it stay. If i has been covered often enough, there
// is one more branch, without a further option of i.
func (s *SparseSetSearch) branchOnFirstOfSeveral(i int32, choices []int32, level int) bool {
	mark := s.saveSets()
	s.setCoversLeft(i, s.coversLeft[i]-1)
	alive, ok := true, true
	for _, x := range choices[:min(int(s.branchPath[level].Branch), len(choices))] {
		alive = s.hide(x) && alive
	}
	// the removals so far belong to branches of another cube
	s.updateCount, s.unsupportedCount = s.countedUpdates, s.countedUnsupported
	emptied := slices.Clone(s.emptiedCounters)
	for k := s.nextBranch(level); ok && k != noNode; k = s.nextBranch(level) {
		dead := !alive
		if int(k) < len(choices) {
			s.emptiedCounters = s.emptiedCounters[:0]
			alive = s.hide(choices[k]) && alive // hide must be called even if alive is false
			emptied = append(emptied, s.emptiedCounters...)
		}
		// each branch handles all counters that are empty, as it may be the first branch of a cube
		s.emptiedCounters = append(s.emptiedCounters[:0], emptied...)
		below := s.saveSets()
		ok = s.tryFirstChoice(i, i, choices[k:], below, level, dead)
		s.discardSavedSets(below)
	}
	s.restoreSets(mark)
	s.discardSavedSets(mark)
	s.setCoversLeft(i, s.coversLeft[i]+1)
	return ok
}

// tryFirstChoice chooses the first of the choices for item i. If there is no choice, it goes on without covering i
// again. The argument activeItem is the item that is to be covered again and so stays active, or noNode. The argument
// dead means that an item has too few options already.
func (s *SparseSetSearch) tryFirstChoice(i, activeItem int32, choices []int32, mark, level int, dead bool) bool {
	if len(choices) == 0 {
		return s.leaveItem(i, mark, level, dead)
	}
	return s.tryOption(choices[0], activeItem, mark, level, dead)
}

// leaveItem goes one level deeper without covering item i again.
func (s *SparseSetSearch) leaveItem(i int32, mark, level int, dead bool) bool {
	s.branchPath[level].Option = noNode
	bound, before := s.coversLeft[i], s.updateCount
	s.setCoversLeft(i, 0)
	alive := !dead && s.cover(i)
	if alive {
		before = s.updateCount
		alive = s.hideLostColors()
	}
	if !alive {
		s.updateCount = before
	}
	ok := s.walkNode(level+1, !alive)
	s.restoreSets(mark)
	s.setCoversLeft(i, bound)
	return ok
}

// tryOption chooses the option of node x and goes one level deeper. The argument activeItem is the branching item if
// it is to be covered again and so stays active; otherwise it is noNode.
func (s *SparseSetSearch) tryOption(x, activeItem int32, mark, level int, dead bool) bool {
	s.updateCoversLeft(x, activeItem, 1)
	s.chosenNodes = append(s.chosenNodes, x)
	o, ok := s.optionID(x), false
	s.branchPath[level].Option = o
	if dead || activeItem != noNode && s.findShortItem(s.nodeRangeOf(x)) != noNode || s.isKillerItemShort(o) {
		ok = s.walkNode(level+1, true)
	} else {
		ok = s.commitOption(x, activeItem, mark, level)
	}
	s.chosenNodes = s.chosenNodes[:len(s.chosenNodes)-1]
	s.updateCoversLeft(x, activeItem, -1)
	return ok
}

// commitOption hides the options that cannot be chosen together with the option of node x, and goes
// one level deeper.
func (s *SparseSetSearch) commitOption(x, activeItem int32, mark, level int) bool {
	painted, before := len(s.coloredItems), s.updateCount
	alive := s.commitItems(x, activeItem)
	if alive {
		// these removals are the same in any order, so they are counted even if a color then loses its support
		before = s.updateCount
		alive = s.hideLostColors()
	}
	if !alive {
		s.killerItemsOf[s.optionID(x)].addKiller(s.shortItem)
		// how many nodes were removed before an item had too few options depends on the order in the sets
		s.updateCount = before
	}
	ok := s.walkNode(level+1, !alive)
	s.restoreSets(mark)
	s.unpurify(painted)
	return ok
}

// updateCoversLeft records that the option of node x is chosen (delta is 1) or no longer chosen (delta is -1). It
// changes, for all items of the option, how often they may still be covered, before any of them is covered. Otherwise
// these items would seem to have too few options while options are hidden.
func (s *SparseSetSearch) updateCoversLeft(x, activeItem, delta int32) {
	if s.nogoods.nogoodsOfOption != nil {
		s.nogoods.countChoice(s.optionID(x), delta)
	}
	span := s.nodeRangeOf(x)
	for q := span.first; q < span.end; q++ {
		if i := s.nodes[q].item; i != activeItem && s.colorOf(q) == 0 {
			s.setCoversLeft(i, s.coversLeft[i]-delta)
		}
	}
}

// commitItems hides the options that cannot be chosen together with the option of node x. It returns false if an item
// has too few options left; then some of these options may not be hidden.
func (s *SparseSetSearch) commitItems(x, activeItem int32) bool {
	span := s.nodeRangeOf(x)
	for q := span.first; q < span.end; q++ {
		if s.nodes[q].item != activeItem && !s.commitItem(q) {
			return false
		}
	}
	return s.nogoods.nogoodsOfOption == nil || s.pruneNogoods(s.optionID(x))
}

// commitItem hides the options that cannot be chosen together with the option of node q because both hold the item of
// q.
func (s *SparseSetSearch) commitItem(q int32) bool {
	i := s.nodes[q].item
	switch color := s.colorOf(q); {
	case color == 0:
		return s.coversLeft[i] > 0 || s.cover(i)
	case s.colorOfItem[i] == 0:
		return s.purify(i, color)
	}
	return true // the item already has this color
}

// colorOf returns the color of a node, 0 for none.
func (s *SparseSetSearch) colorOf(x int32) int32 {
	if s.colorOfNode == nil {
		return 0
	}
	return s.colorOfNode[x]
}
