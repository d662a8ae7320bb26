// Package dlx is the dancing links engine: Knuth's Algorithm X with secondary items, colors
// (Algorithm C) and multiplicities (Algorithm M).
//
// Its input is a [matrix.Problem] and a [Chooser]; its output is the solutions one by one, and
// counts of the effort. It must not know what items mean.
//
// Sources: D. E. Knuth, "Dancing links" (2000); The Art of Computer Programming 4B, section
// 7.2.2.1, Algorithms X, C and M.
//
// How the search goes. (1) If no primary item is active at a node, the chosen options are a
// solution. (2) Otherwise the chooser names an active item, and the node branches on the options in
// its list. (3) For each of them in turn, the option is chosen: its other items are committed,
// which covers or purifies them, and the search goes one level deeper. (4) Every step back undoes
// the links in the reverse order, so the structure is restored exactly. An item with bounds other
// than 1..1 may be branched on several times; its options are then chosen in the order of its list,
// so no set of options is found twice. (5) A filter may remove options at a node, and choose those
// that are in every solution below. When an option is chosen, each nogood with one option left that
// is not chosen removes that option. All this is undone with the node.
package dlx

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"sync/atomic"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// Chooser decides on which item a search node branches. Choose is called once at each node that has an active item, and
// returns an active item.
type Chooser interface {
	Choose(View) matrix.ItemID
}

// SearchOptions holds the settings of a search. They never change the set of solutions.
type SearchOptions struct {
	// Chooser is required.
	Chooser Chooser
	// ItemOrder lists every primary item once, in the order in which the chooser reads them; nil means ascending ids.
	ItemOrder []matrix.ItemID
	// OptionOrder lists every option once, in the order in which they are tried; nil means ascending ids.
	OptionOrder []matrix.OptionID
	// NoneFirst is set if the branch that chooses no further option of an item is tried before the item's options.
	// Otherwise that branch is tried after them.
	NoneFirst bool
	// Filter, if not nil, prunes options at each node.
	Filter Filter
	// Accepts, if not nil, reports whether a solution of the problem counts.
	Accepts func(matrix.Solution) bool
	// Report, if not nil, is called on the goroutine of the search whenever the sum of updates and nodes has grown by
	// ReportEvery.
	Report      func(search.Progress)
	ReportEvery int64
	// Tracer, if not nil, receives every event of the search.
	Tracer search.Tracer
}

// LinkSearch is a search by dancing links. It is not safe for concurrent use.
type LinkSearch struct {
	links
	nogoods    nogoodCounts // for each nogood, the number of its options that are not chosen
	problem    *matrix.Problem
	settings   SearchOptions
	filterNode Node // view of the current node that the filter receives
	// undoList holds the changes that are to be undone when the search leaves a node: the first node of an option that
	// was pruned, or the complement ^x of a node x whose option was chosen by a filter.
	undoList           []int32
	branchPath         []branchStep    // current branch at each level above the current node
	chosenNodes        []int32         // link node of each chosen option
	tweakedNodes       []int32         // link nodes of the options that were tried and then removed at the levels above
	solutionBuffer     matrix.Solution // buffer for the solution that is yielded
	stats              search.Stats
	nextReport         int64        // sum of updates and nodes at which the next report is due
	earlierFilterStats search.Stats // filter counts of earlier runs, which are subtracted
	cubeWalk           cubeWalk     // state of a search in one part of the search tree
	prober             treeProber   // observer of the search that makes an estimate; otherwise nil
	// requestedFork is the result of Fork, which the search fills at the root node of the cube. It is nil outside of
	// Fork.
	requestedFork *search.NodeFork
	yield         func(matrix.Solution) bool
	stop          *atomic.Bool
	err           error
}

// branchStep is the branch that is tried at a level, and the number of branches there.
type branchStep struct {
	branchNumber, branchCount int32 // index of the current branch, counted from 1; number of branches of the node
	// The search tries only the branches from firstBranch up to endBranch-1.
	firstBranch, endBranch int32
	// chosenIndex is the index of the branch's option in chosenNodes, or negative if the branch has no option.
	chosenIndex int32
}

// NewSearch prepares a search of p, which must be valid.
func NewSearch(p *matrix.Problem, o SearchOptions) *LinkSearch {
	s := &LinkSearch{links: newLinks(p, o.ItemOrder, o.OptionOrder), nogoods: newNogoodCounts(p), problem: p,
		settings: o}
	s.filterNode.search = s
	return s
}

// nogoodCounts counts for each nogood, a set of options that are forbidden together, the options
// that are not chosen yet. When the count falls to one, the remaining option is pruned (the
// counters of Knuth's partial-latin-gad-swap, section 81).
type nogoodCounts struct {
	nogoodOptions  [][]matrix.OptionID // options of each nogood
	unchosenCounts []int32             // number of options of each nogood that are not chosen yet
	// for each option, the indices of the nogoods that contain it; nil without nogoods
	nogoodsOfOption [][]int32
}

func newNogoodCounts(p *matrix.Problem) nogoodCounts {
	sets := p.Nogoods()
	if len(sets) == 0 {
		return nogoodCounts{}
	}
	n := nogoodCounts{nogoodOptions: sets, unchosenCounts: make([]int32, len(sets)), nogoodsOfOption: make([][]int32,
		p.OptionCount())}
	for k, set := range sets {
		n.unchosenCounts[k] = int32(len(set))
		for _, o := range set {
			n.nogoodsOfOption[o] = append(n.nogoodsOfOption[o], int32(k))
		}
	}
	return n
}

// Solutions runs the search from the start. A solution is valid until the next step of the loop, which overwrites it.
// The search stops early if the loop breaks or ctx is done. In each case the links are restored, and Solutions may be
// called again.
func (s *LinkSearch) Solutions(ctx context.Context) iter.Seq[matrix.Solution] {
	return func(yield func(matrix.Solution) bool) { s.err = search.SolveAll(ctx, s, yield) }
}

// Err returns the error that ended the last run early. It is nil if the run was complete or the caller broke off its
// loop.
func (s *LinkSearch) Err() error { return s.err }

// Reset sets the effort to zero.
func (s *LinkSearch) Reset() {
	s.stats, s.linkEffort = search.Stats{Profile: make([]search.ProfileLevel, 1)}, linkEffort{}
	s.nextReport, s.earlierFilterStats = s.settings.ReportEvery, s.filterStats()
}

// walkNode visits a node and all nodes below it. It returns false to stop the search.
func (s *LinkSearch) walkNode(level int) bool {
	if s.stop.Load() || !s.countNode(level) {
		return false
	}
	if s.settings.Report != nil && s.updates+s.stats.Nodes >= s.nextReport {
		s.reportProgress()
	}
	if s.settings.Filter == nil || s.headers[root].right == root {
		return s.expandNode(level)
	}
	mark, before := len(s.undoList), s.updates
	possible := s.settings.Filter.Prune(&s.filterNode)
	s.addUpdatesToProfile(level, before)
	ok := !possible || s.expandNode(level)
	s.restoreOptions(mark)
	return ok
}

// expandNode branches on the item that the chooser returns. If no item is active, it yields a solution.
func (s *LinkSearch) expandNode(level int) bool {
	if s.headers[root].right == root {
		return s.visitSolution(level)
	}
	i := int32(s.settings.Chooser.Choose(View{s})) + 1
	if s.settings.Tracer != nil {
		s.traceBranch(level, matrix.ItemID(i-1))
	}
	s.branchPath = append(s.branchPath, branchStep{})
	if len(s.stats.Profile) == level+1 {
		s.stats.Profile = append(s.stats.Profile, search.ProfileLevel{})
	}
	h, ok := &s.headers[i], true
	s.limitBranchesToCube(level, branchCount(h))
	if s.requestedFork != nil && level == len(s.cubeWalk.cube.Path) {
		s.recordFork(i)
	}
	h.coversLeft--
	if h.coversLeft == 0 {
		ok = s.branchOnLastCover(i, level)
	} else {
		ok = s.branchOnFirstOfSeveral(i, level)
	}
	h.coversLeft++
	s.branchPath = s.branchPath[:level]
	if s.prober != nil {
		s.prober.closeNode(level)
	}
	return ok
}

// visitSolution yields the chosen options as a solution. It returns false to stop the search.
func (s *LinkSearch) visitSolution(level int) bool {
	if !s.cubeWalk.hasReachedCube {
		return true // the node belongs to another cube
	}
	s.solutionBuffer = s.solutionBuffer[:0]
	for _, x := range s.chosenNodes {
		s.solutionBuffer = append(s.solutionBuffer, s.optionAt(x))
	}
	if s.settings.Accepts != nil && !s.settings.Accepts(s.solutionBuffer) {
		return true
	}
	s.stats.Solutions++
	s.stats.Profile[level].Solutions++
	if s.settings.Tracer != nil {
		s.settings.Tracer(level, search.Branches, fmt.Sprintf("level %d: a solution", level))
	}
	if s.prober != nil {
		s.prober.probeSolution(level)
	}
	return s.yield(s.solutionBuffer)
}

// branchOnLastCover covers item i for the last time and tries each of its options. If i has been covered often enough,
// it also tries the branch without a further option of i.
func (s *LinkSearch) branchOnLastCover(i int32, level int) bool {
	before, ok := s.updates, true
	s.cover(i)
	s.addUpdatesToProfile(level+1, before)
	mayEnd := s.headers[i].maxMinusMin > 0
	if mayEnd && s.settings.NoneFirst {
		ok = !s.nextBranch(level) || s.tryNone(level)
	}
	for x := s.nodes[i].down; ok && x != i && s.hasBranches(level); x = s.nodes[x].down {
		ok = !s.nextBranch(level) || s.tryOption(x, level)
	}
	if ok && mayEnd && !s.settings.NoneFirst && s.nextBranch(level) {
		ok = s.tryNone(level)
	}
	s.uncover(i)
	return ok
}

// tryNone takes the branch that chooses no further option of an item. The caller has taken all options of that item out
// of the lists.
func (s *LinkSearch) tryNone(level int) bool {
	s.branchPath[level].chosenIndex = -1
	return s.walkNode(level + 1)
}

// branchOnFirstOfSeveral tries each option of item i as the first of several that are still to be chosen. While an
// option is tried, the options before it are removed, and those after it stay. If i has been covered often enough,
// there is one more branch, without a further option of i.
func (s *LinkSearch) branchOnFirstOfSeveral(i int32, level int) bool {
	h := &s.headers[i]
	mark, ok := len(s.tweakedNodes), true
	mayEnd := h.coversLeft < h.maxMinusMin
	if mayEnd && s.settings.NoneFirst && s.nextBranch(level) {
		ok = s.endItem(i, level)
		s.untweakTo(mark)
	}
	for x := s.nodes[i].down; ok && x != i && h.listLen > h.coversLeft-h.maxMinusMin &&
		s.hasBranches(level); x = s.nodes[x].down {
		taken, before := s.nextBranch(level), s.updates
		s.tweak(x)
		s.tweakedNodes = append(s.tweakedNodes, x)
		if taken {
			s.addUpdatesToProfile(level+1, before)
			ok = s.tryOption(x, level)
		}
	}
	if ok && mayEnd && !s.settings.NoneFirst && s.nextBranch(level) { // here every option has been tried
		ok = s.endItem(i, level)
	}
	s.untweakTo(mark)
	return ok
}

// endItem takes the branch that chooses no further option of item i, which may be covered several times. It removes the
// options that remain in the list of i.
func (s *LinkSearch) endItem(i int32, level int) bool {
	before := s.updates
	for x := s.nodes[i].down; x != i; x = s.nodes[x].down {
		s.tweak(x)
		s.tweakedNodes = append(s.tweakedNodes, x)
	}
	s.deactivate(i)
	s.addUpdatesToProfile(level+1, before)
	ok := s.tryNone(level)
	s.reactivate(i)
	return ok
}

// untweakTo puts back the options that were removed since tweakedNodes had the given length.
func (s *LinkSearch) untweakTo(mark int) {
	for _, x := range slices.Backward(s.tweakedNodes[mark:]) {
		s.untweak(x)
	}
	s.tweakedNodes = s.tweakedNodes[:mark]
}

// tryOption chooses the option of node x, which has been removed from the lists, and searches the node below.
func (s *LinkSearch) tryOption(x int32, level int) bool {
	mark, before := len(s.undoList), s.updates
	s.branchPath[level].chosenIndex = int32(len(s.chosenNodes))
	if s.settings.Tracer != nil {
		s.traceOption(search.Moves, "", s.optionAt(x))
	}
	s.chooseOption(x)
	s.addUpdatesToProfile(level+1, before)

	ok := s.walkNode(level + 1)

	s.restoreOptions(mark)
	s.unchooseOption(x)
	return ok
}

// chooseOption appends the option of node x to the chosen options. It removes every option that would complete a
// nogood.
func (s *LinkSearch) chooseOption(x int32) {
	s.commitOthers(x)
	s.chosenNodes = append(s.chosenNodes, x)
	if s.nogoods.nogoodsOfOption == nil {
		return
	}
	for _, k := range s.nogoods.nogoodsOfOption[s.optionAt(x)] {
		if s.nogoods.unchosenCounts[k]--; s.nogoods.unchosenCounts[k] != 1 {
			continue
		}
		for _, o := range s.nogoods.nogoodOptions[k] {
			if s.isAlive(s.firstNodes[o]) {
				if s.settings.Tracer != nil {
					s.traceOption(search.Prunes, "pruned by a nogood: ", o)
				}
				s.removeOption(o)
				break // a nogood has one option that is not chosen
			}
		}
	}
}

// unchooseOption reverses chooseOption. The options that chooseOption removed must have been restored before.
func (s *LinkSearch) unchooseOption(x int32) {
	if s.nogoods.nogoodsOfOption != nil {
		for _, k := range s.nogoods.nogoodsOfOption[s.optionAt(x)] {
			s.nogoods.unchosenCounts[k]++
		}
	}
	s.chosenNodes = s.chosenNodes[:len(s.chosenNodes)-1]
	s.uncommitOthers(x)
}

// removeOption prunes an option until the search leaves the node.
func (s *LinkSearch) removeOption(o matrix.OptionID) {
	x := s.firstNodes[o]
	s.prune(x)
	s.undoList = append(s.undoList, x)
}

// restoreOptions undoes the removals and choices that were made since undoList had the given length.
func (s *LinkSearch) restoreOptions(mark int) {
	for len(s.undoList) > mark {
		last := len(s.undoList) - 1
		x := s.undoList[last]
		s.undoList = s.undoList[:last]
		if x >= 0 {
			s.unprune(x)
			continue
		}
		s.unchooseOption(^x)
		s.uncommit(^x)
	}
}

// addUpdatesToProfile adds to a level of the profile the updates that were made since the count of updates was before.
func (s *LinkSearch) addUpdatesToProfile(level int, before int64) {
	if !s.cubeWalk.hasReachedCube {
		return
	}
	s.stats.Profile[level].Updates += s.updates - before
	if s.prober != nil {
		s.prober.probeUpdates(level, s.updates-before)
	}
}

// branchCount returns the number of branches of a node that branches on an item. An option of the item is not a
// branch if too few options follow it to cover the item as often as necessary. If the item has been covered often
// enough, there is one more branch, which chooses no option.
func branchCount(h *header) int32 {
	return max(0, h.listLen+1-max(0, h.coversLeft-h.maxMinusMin))
}

// Stats returns the effort of the run so far.
func (s *LinkSearch) Stats() search.Stats {
	stats := s.stats
	filter := s.filterStats()
	for k, c := range s.earlierFilterStats.Filter {
		filter.Filter[k].Count -= c.Count
	}
	stats.Updates, stats.Mems, stats.Filter = s.updates, s.memEstimate()+filter.Mems-s.earlierFilterStats.Mems,
		filter.Filter
	return stats
}

// filterStats returns the counts of the filter over all runs.
func (s *LinkSearch) filterStats() (sum search.Stats) {
	if c, ok := s.settings.Filter.(CountingFilter); ok {
		sum.Mems, sum.Filter = c.Mems(), c.Counts()
	}
	return sum
}

func (s *LinkSearch) reportProgress() {
	s.nextReport = s.updates + s.stats.Nodes + s.settings.ReportEvery
	path := s.pathSteps()
	s.settings.Report(search.Progress{
		Share:     s.cubeWalk.cube.ShareDone(path),
		Solutions: s.stats.Solutions,
		Nodes:     s.stats.Nodes,
		Updates:   s.updates,
		Path:      path,
	})
}

// pathSteps returns the branches on the path from the root to the current node.
func (s *LinkSearch) pathSteps() []search.BranchStep {
	steps := make([]search.BranchStep, len(s.branchPath))
	for k, st := range s.branchPath {
		steps[k] = search.BranchStep{Branch: st.branchNumber, BranchCount: st.branchCount, Option: -1}
		if st.chosenIndex >= 0 {
			steps[k].Option = s.optionAt(s.chosenNodes[st.chosenIndex])
		}
	}
	return steps
}
