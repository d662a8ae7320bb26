package dense

import (
	"math"
	"sync/atomic"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// Explore implements [search.Cutter]. If the path of the cube does not exist in this tree, the cube has no solutions.
// If stop is nil, the run cannot be stopped from outside.
func (s *BitSearch) Explore(stop *atomic.Bool, c search.Cube, budget int64,
	yield func(matrix.Solution) bool) []search.Cube {
	if stop == nil {
		stop = new(atomic.Bool)
	}
	if budget <= 0 {
		budget = math.MaxInt64
	}
	s.yield, s.stop, s.nodeBudget = yield, stop, budget
	s.currentCube, s.unsearchedCubes = c, nil
	s.nodesUntilCheck, s.checkInterval = 0, 0
	s.descendPath(0)
	s.nodesUntilReport -= s.checkInterval - s.nodesUntilCheck // nodes visited since the last check
	return s.unsearchedCubes
}

// Fork implements [search.Cutter].
func (s *BitSearch) Fork(path []int32) (f search.NodeFork) {
	s.requestedFork = &f
	s.Explore(nil, search.CubeAt(path), 0, func(matrix.Solution) bool { return true })
	s.requestedFork = nil
	return f
}

// recordBranch records a branch at the root node of the cube, as a result of Fork.
func (s *BitSearch) recordBranch(level int, branch int32) {
	if s.requestedFork.BranchOptions == nil {
		for _, o := range s.chosenOptions[:level] {
			if id := s.optionIDs[o]; id != leaveItemID {
				s.requestedFork.ChosenOptions = append(s.requestedFork.ChosenOptions, id)
			}
		}
	}
	s.requestedFork.BranchOptions = append(s.requestedFork.BranchOptions, s.optionIDs[branch])
}

// descendPath follows the path to the cube (a part of the search tree) without counting nodes, and
// then walks the cube.
func (s *BitSearch) descendPath(level int) {
	c, f := &s.currentCube, &s.frames[level]
	switch {
	case level == len(c.Path) && c.FirstBranch == 0:
		s.walkNode(level)
	case firstBit(f.openItems) == noItem:
		return
	case s.beginsSecondPhase(f):
		s.beginSecondPhase(level)
		s.descendSecondPhase(level)
		s.secondPhase.secondPhaseLevel = noLevel
	case !s.listBranches(level):
		return
	case level == len(c.Path):
		if s.requestedFork != nil {
			for _, b := range f.branchOptions {
				s.recordBranch(level, b)
			}
		}
		s.tryBranchesFrom(level, max(0, c.FirstBranch))
	case c.Path[level] >= 0 && int(c.Path[level]) < len(f.branchOptions):
		s.advanceLevel(level, c.Path[level])
		s.descendPath(level + 1)
		s.clearFrameBelow(level)
	}
}

// walkNode visits a node of the first phase and all nodes below it. It returns false to end the
// run.
func (s *BitSearch) walkNode(level int) bool {
	if !s.countNode(level) {
		return false
	}
	f := &s.frames[level]
	switch {
	case firstBit(f.openItems) == noItem:
		return s.visitSolution(level)
	case s.regionFilter != nil && !s.regionFilter.isFillable(f.usedBits):
		return true
	case s.beginsSecondPhase(f):
		s.beginSecondPhase(level)
		ok := s.walkSecondPhase(level, f.usedBits)
		s.secondPhase.secondPhaseLevel = noLevel
		return ok
	case !s.listBranches(level):
		return true
	}
	return s.tryBranchesFrom(level, 0)
}

// countNode counts a node. It returns false if the run must end before that node.
func (s *BitSearch) countNode(level int) bool {
	s.profile[level].Nodes++
	s.nodesUntilCheck--
	return s.nodesUntilCheck >= 0 || s.checkLimits(level)
}

// maxCheckInterval is the largest number of nodes between two checks of stop.
const maxCheckInterval = 256

// checkLimits checks the budget, the report and the stop flag at a node that has been counted. If the budget is
// spent or the search must stop, it reverses the count of the node and returns false.
func (s *BitSearch) checkLimits(level int) bool {
	s.profile[level].Nodes--
	s.nodeBudget -= s.checkInterval
	s.nodesUntilReport -= s.checkInterval
	s.nodesUntilCheck, s.checkInterval = 0, 0
	switch {
	case s.nodeBudget == 0:
		s.unsearchedCubes = s.currentCube.Remaining(s.pathSteps(level))
		return false
	case s.stop.Load():
		return false
	case s.nodesUntilReport <= 0:
		stats, path := s.Stats(), s.pathSteps(level)
		s.report(search.Progress{Share: s.currentCube.ShareDone(path), Solutions: stats.Solutions, Nodes: stats.Nodes,
			Updates: stats.Updates, Path: path})
		s.nodesUntilReport = s.reportInterval()
	}
	s.profile[level].Nodes++
	s.checkInterval = min(s.nodeBudget, s.nodesUntilReport, maxCheckInterval)
	s.nodesUntilCheck = s.checkInterval - 1
	return true
}

// pathSteps returns the branches on the way to the current node.
func (s *BitSearch) pathSteps(level int) []search.BranchStep {
	path := make([]search.BranchStep, 0, level)
	for k := range min(level, s.secondPhase.secondPhaseLevel) {
		f := &s.frames[k]
		path = append(path, search.BranchStep{Branch: f.triedBranch + 1, BranchCount: int32(len(f.branchOptions)),
			Option: s.optionIDs[s.chosenOptions[k]]})
	}
	if level > s.secondPhase.secondPhaseLevel {
		path = s.secondPhasePath(path, level)
	}
	return path
}

// tryBranchesFrom tries the branches of a node, beginning with the branch with index from.
func (s *BitSearch) tryBranchesFrom(level int, from int32) bool {
	f := &s.frames[level]
	ok, seen := true, f.openItems.Len()
	if s.lowerBoundWords > 0 { // with lower bounds, most open items are skipped
		seen /= minBoundsRatio
	}
	seen += len(f.liveWords)
	for k := from; ok && int(k) < len(f.branchOptions); k++ {
		s.wordsRead += int64(seen)
		s.advanceLevel(level, k)
		ok = s.walkNode(level + 1)
	}
	s.clearFrameBelow(level)
	return ok
}

// beginsSecondPhase reports whether the second phase begins at a node.
func (s *BitSearch) beginsSecondPhase(f *levelFrame) bool {
	return s.phaseThreshold > 0 && f.openItems.Len() <= s.phaseThreshold
}

// visitSolution yields the chosen options.
func (s *BitSearch) visitSolution(level int) bool {
	s.profile[level].Solutions++
	s.solutionBuffer = s.solutionBuffer[:0]
	for _, o := range s.chosenOptions[:level] {
		if id := s.optionIDs[o]; id != leaveItemID {
			s.solutionBuffer = append(s.solutionBuffer, id)
		}
	}
	return s.yield(s.solutionBuffer)
}
