package sparse

import (
	"slices"

	"quadrille/runtime/search"
)

// walkNode visits a node and all nodes below it. The argument dead means that an item has too few
// options left. It returns false to stop the search.
func (s *SetSearch) walkNode(level int, dead bool) bool {
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

// shortAtRoot reports whether an item has too few options before any option is chosen.
func (s *SetSearch) shortAtRoot() bool {
	return slices.ContainsFunc(s.setEnds, func(e setLimits) bool { return e.end < e.minEnd })
}

// visitSolution yields the chosen options.
func (s *SetSearch) visitSolution(level int) bool {
	if s.isAboveCube(level) {
		return true
	}
	s.stats.Solutions++
	s.stats.Profile[level].Solutions++
	s.solution = s.solution[:0]
	for _, x := range s.chosenNodes {
		s.solution = append(s.solution, s.optionID(x))
	}
	return s.yield(s.solution)
}

// branchOn tries the branches of item i.
func (s *SetSearch) branchOn(i, branches int32, level int) bool {
	mark := len(s.choices)
	choices := s.sortedOptions(i)
	s.path = append(s.path, search.BranchStep{Branch: s.firstBranch(level, branches), BranchCount: branches})
	if s.requestedFork != nil && level == len(s.cube.Path) {
		s.recordFork(choices, branches)
	}
	var ok bool
	switch {
	case len(choices) == 0:
		ok = s.skipItem(i, level)
	case s.coversLeft[i] == 1:
		ok = s.coverOnce(i, choices, level)
	default:
		ok = s.coverFirst(i, choices, level)
	}
	s.path = s.path[:level]
	s.choices = s.choices[:mark]
	return ok
}

// recordFork records the chosen options and the branches at a node, for Fork.
func (s *SetSearch) recordFork(choices []int32, branches int32) {
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
func (s *SetSearch) sortedOptions(i int32) []int32 {
	mark := len(s.choices)
	s.choices = append(s.choices, s.sets[s.setStarts[i]:s.setEnds[i].end]...)
	out := s.choices[mark:]
	slices.Sort(out)
	return out
}

// firstBranch returns the number of the first branch at a level that belongs to the cube (the part of the tree to
// search). The node has branchCount branches.
func (s *SetSearch) firstBranch(level int, branchCount int32) int32 {
	from := int32(0)
	switch path := s.cube.Path; {
	case level < len(path):
		from = path[level]
	case level == len(path):
		from = s.cube.FirstBranch
	}
	return min(max(0, from), branchCount)
}

// nextBranch moves to the next branch at a level that belongs to the cube. It returns the number of the branch, or
// noNode if there is none.
func (s *SetSearch) nextBranch(level int) int32 {
	st, to := &s.path[level], s.path[level].BranchCount
	if path := s.cube.Path; level < len(path) {
		to = min(to, path[level]+1)
	}
	if st.Branch >= to {
		return noNode
	}
	st.Branch++
	return st.Branch - 1
}

// skipItem goes one level deeper without covering item i. The set of the item is empty, so no option needs to be
// hidden.
func (s *SetSearch) skipItem(i int32, level int) bool {
	if s.nextBranch(level) == noNode {
		return true
	}
	s.path[level].Option = noNode
	bound := s.coversLeft[i]
	s.setCoversLeft(i, 0)
	ok := s.walkNode(level+1, false)
	s.setCoversLeft(i, bound)
	return ok
}

// coverOnce chooses each option of item i in turn. If i has been covered often enough, it also
// tries the branch without a further option of i.
func (s *SetSearch) coverOnce(i int32, choices []int32, level int) bool {
	mark, ok := s.saveSets(), true
	for k := s.nextBranch(level); ok && k != noNode; k = s.nextBranch(level) {
		ok = s.tryFirstChoice(i, noNode, choices[k:], mark, level, false)
	}
	s.dropSaved(mark)
	return ok
}

// coverFirst chooses each option of item i as the first of several that are still to be chosen.
// Options before it are hidden, and options behind it stay. If i has been covered often enough, it
// also tries the branch without a further option of i.
func (s *SetSearch) coverFirst(i int32, choices []int32, level int) bool {
	mark := s.saveSets()
	s.setCoversLeft(i, s.coversLeft[i]-1)
	alive, ok := true, true
	for _, x := range choices[:min(int(s.path[level].Branch), len(choices))] {
		alive = s.hide(x) && alive
	}
	s.removalCount = s.countedRemovals // the removals so far belong to branches of another cube
	for k := s.nextBranch(level); ok && k != noNode; k = s.nextBranch(level) {
		dead := !alive
		if int(k) < len(choices) {
			alive = s.hide(choices[k]) && alive // hide must be called even if alive is false
		}
		below := s.saveSets()
		ok = s.tryFirstChoice(i, i, choices[k:], below, level, dead)
		s.dropSaved(below)
	}
	s.restoreSets(mark)
	s.dropSaved(mark)
	s.setCoversLeft(i, s.coversLeft[i]+1)
	return ok
}

// tryFirstChoice chooses the first of the choices for item i, or leaves i if there is none. The argument activeItem
// is the item that stays active, or noNode. The argument dead means that an item has too few options already.
func (s *SetSearch) tryFirstChoice(i, activeItem int32, choices []int32, mark, level int, dead bool) bool {
	if len(choices) == 0 {
		return s.leaveItem(i, mark, level, dead)
	}
	return s.tryOption(choices[0], activeItem, mark, level, dead)
}

// leaveItem goes one level deeper without covering item i again.
func (s *SetSearch) leaveItem(i int32, mark, level int, dead bool) bool {
	s.path[level].Option = noNode
	bound, before := s.coversLeft[i], s.removalCount
	s.setCoversLeft(i, 0)
	alive := !dead && s.cover(i)
	if !alive {
		s.removalCount = before
	}
	ok := s.walkNode(level+1, !alive)
	s.restoreSets(mark)
	s.setCoversLeft(i, bound)
	return ok
}

// tryOption chooses the option of node x and goes one level deeper. The argument activeItem is the branching item if
// it is to be covered again and so stays active; otherwise it is noNode.
func (s *SetSearch) tryOption(x, activeItem int32, mark, level int, dead bool) bool {
	s.countChosen(x, activeItem, 1)
	s.chosenNodes = append(s.chosenNodes, x)
	o, ok := s.optionID(x), false
	s.path[level].Option = o
	if dead || activeItem != noNode && s.findShortItem(s.spanOf(x)) != noNode || s.killerIsShort(o) {
		ok = s.walkNode(level+1, true)
	} else {
		ok = s.commitOption(x, activeItem, mark, level)
	}
	s.chosenNodes = s.chosenNodes[:len(s.chosenNodes)-1]
	s.countChosen(x, activeItem, -1)
	return ok
}

// commitOption hides the options that cannot be chosen together with the option of node x, and goes
// one level deeper.
func (s *SetSearch) commitOption(x, activeItem int32, mark, level int) bool {
	painted, before := len(s.coloredItems), s.removalCount
	alive := s.commitItems(x, activeItem)
	if alive {
		before = s.removalCount // these removals do not depend on an order, and are counted even if supports fail
		alive = s.hideLostColors()
	}
	if !alive {
		s.killersOf[s.optionID(x)].addItem(s.shortItem)
		s.removalCount = before // the number of removals before a short item depends on the order in the sets
	}
	ok := s.walkNode(level+1, !alive)
	s.restoreSets(mark)
	s.unpurify(painted)
	return ok
}

// countChosen records that the option of node x is chosen (delta is 1) or no longer chosen (delta is -1). It changes
// the numbers of covers left of all its items before any of them is covered. Otherwise these items would seem to have
// too few options while options are hidden.
func (s *SetSearch) countChosen(x, activeItem, delta int32) {
	if s.nogoods.nogoodsHolding != nil {
		s.nogoods.countChange(s.optionID(x), delta)
	}
	span := s.spanOf(x)
	for q := span.first; q < span.end; q++ {
		if i := s.nodes[q].item; i != activeItem && s.colorOf(q) == 0 {
			s.setCoversLeft(i, s.coversLeft[i]-delta)
		}
	}
}

// commitItems hides the options that cannot be chosen together with the option of node x. It
// returns false, with some options not hidden, if an item has too few options left.
func (s *SetSearch) commitItems(x, activeItem int32) bool {
	span := s.spanOf(x)
	for q := span.first; q < span.end; q++ {
		if s.nodes[q].item != activeItem && !s.commitItem(q) {
			return false
		}
	}
	return s.nogoods.nogoodsHolding == nil || s.pruneNogoods(s.optionID(x))
}

// commitItem hides the options that cannot be chosen together with the option of node q, because of
// the item of q.
func (s *SetSearch) commitItem(q int32) bool {
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
func (s *SetSearch) colorOf(x int32) int32 {
	if s.nodeColors == nil {
		return 0
	}
	return s.nodeColors[x]
}
