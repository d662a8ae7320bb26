package dlx

// The matching filter serves exact cover problems that declare matchings: each option pairs an item of the left side
// with an item of the right side, and a solution matches all items of the left side. The filter prunes every option
// that is in no such matching, and chooses each option that is the only one left of an item.
//
// Its input is a search node and the matchings that the problem declares; its output is the options that it removes and
// chooses at the node. It must not know what items mean, and uses the search only
// through the interface of filters.
//
// At a node the filter works as follows. (1) While an item has a single option, that option is chosen. Such items are
// on a stack. (2) Otherwise the filter takes the part of a matching that has waited longest since it lost an edge. The
// parts wait in a queue, each at most once, because one run of the filter removes more if several edges were lost. (3)
// The last maximum matching of the part is repaired. If there is no longer a matching of all left items, the node has
// no solution. (4) The strong components of a directed graph on the right side show which edges are in some maximum
// matching. The options of the other edges are pruned. (5) The part is divided into its components, which stay separate
// until the search leaves the node. The steps repeat until no item is forced and no part waits.
//
// Sources: J.-C. Régin, "A filtering algorithm for constraints of difference in CSPs" (AAAI 1994);
// R. E. Tarjan, "Depth-first search and linear graph algorithms" (SIAM J. Comput. 1, 1972); D. E.
// Knuth, partial-latin-gad (2023), for the combination of these steps. Knuth calls the two sides
// girls and boys; here they are left and right.

import (
	"fmt"
	"slices"
	"strings"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// FilterStats holds the counts of a matching filter's work.
type FilterStats struct {
	PrunedOptions          int64 // number of options that the filter removed
	ForcedOptions          int64 // number of options that the filter chose
	Mems                   int64 // number of memory words read and written
	MatchingMems           int64 // number of memory words that the search for matchings read and wrote
	ComponentMems          int64 // number of memory words that the search for strong components read and wrote
	FilterRuns             int64 // number of times that a part of a matching was filtered
	FailedMatchingSearches int64 // number of times that a part had no matching of all its left items
	ComponentParts         int64 // number of components into which parts were divided
}

// MatchingFilter filters the nodes of one search, so that the declared matchings stay possible. It keeps its state from
// node to node, so each search needs a filter of its own.
type MatchingFilter struct {
	onEmptiedItem func(matrix.ItemID) // function to call for each item that has lost its last option; nil if not needed
	problem       *matrix.Problem
	optionsByItem [][]matrix.OptionID // for each item, the options that hold it
	isCoveredOnce []bool              // for each item, whether it must be covered exactly once
	matchings     []bitMatching       // for each matching of the problem, its graph and its current pairs
	edgesByOption [][]optionEdge      // for each option, the edges of matchings that it stands for

	partsOnPath       []matchingComponent // parts of all matchings at the nodes on the path to the current node
	partQueue         []int32             // indices of the parts that wait to be filtered
	forcedItems       []matrix.ItemID     // items with a single option, which is to be chosen
	processedRemovals []matrix.OptionID   // removed options whose edges have been removed from the graphs
	emptiedItems      []matrix.ItemID     // items that have just lost their last option
	// for each level, the lengths of the stacks after the last node of that level was filtered
	marksByLevel    []stackMark
	optionsToPrune  []matrix.OptionID // options to remove at the current node
	partByComponent []int32           // for each strong component, by its index, the index of the part that it becomes
	stats           FilterStats
}

// optionEdge is the edge of a matching that an option stands for. Its two items are given by their indices in the left
// and in the right items of the matching.
type optionEdge struct{ matchingIndex, leftItem, rightItem int32 }

// matchingComponent is a part of a matching that is filtered separately. At first the whole matching is one part. Later
// each component of a divided part is one.
type matchingComponent struct {
	matchingIndex int32   // index of the matching
	parentPart    int32   // index of the part that was divided into this one and others; -1 for a whole matching
	leftItems     []int32 // left items of the part, by their indices in the left items of the matching
	isQueued      bool    // whether the part is in the queue
}

// stackMark holds the lengths of the filter's stacks processedRemovals and partsOnPath at a certain node.
type stackMark struct{ removalCount, partCount int }

// NewMatchingFilter returns a filter for the matchings of p. Without matchings it only chooses the last option of an
// item. If onEmptiedItem is not nil, it is called for each item that has lost its last option.
func NewMatchingFilter(p *matrix.Problem, onEmptiedItem func(matrix.ItemID)) *MatchingFilter {
	f := &MatchingFilter{
		onEmptiedItem: onEmptiedItem, problem: p, optionsByItem: p.OptionsByItem(),
		edgesByOption: make([][]optionEdge, p.OptionCount()), isCoveredOnce: make([]bool, p.ItemCount()),
	}
	for i := range matrix.ItemID(p.PrimaryCount()) {
		f.isCoveredOnce[i] = p.Bound(i) == matrix.Once
	}
	// for each item, its index on the right side of the current matching plus one, or 0
	place := make([]int32, p.ItemCount())
	for k, m := range p.Matchings() {
		for b, i := range m.RightItems {
			place[i] = int32(b) + 1
		}
		f.declareMatching(int32(k), m, place)
		for _, i := range m.RightItems {
			place[i] = 0
		}
	}
	return f
}

func (f *MatchingFilter) declareMatching(k int32, declared matrix.Matching, place []int32) {
	m, whole := newBitMatching(declared.LeftItems, len(declared.RightItems)),
		matchingComponent{matchingIndex: k, parentPart: noPartner}
	for at, i := range m.leftItems {
		g := int32(at)
		m.partOfLeftItem[g], whole.leftItems = k, append(whole.leftItems, g)
		for _, o := range f.optionsByItem[i] {
			for _, e := range f.problem.Option(o) {
				if b := place[e.Item] - 1; b >= 0 {
					m.addEdge(g, b)
					f.edgesByOption[o] = append(f.edgesByOption[o], optionEdge{k, g, b})
				}
			}
		}
	}
	f.matchings, f.partsOnPath = append(f.matchings, m), append(f.partsOnPath, whole)
}

// EffortStats returns the effort of the filter so far.
func (f *MatchingFilter) EffortStats() FilterStats { return f.stats }

// Mems returns the number of memory words read and written so far.
func (f *MatchingFilter) Mems() int64 { return f.stats.Mems }

// Counts implements [dlx.CountingFilter]. It returns the counts of Knuth's program partial-latin-gad (section 87), and
// some more.
func (f *MatchingFilter) Counts() []search.FilterCount {
	s := f.stats
	return []search.FilterCount{
		{Name: "options forced", Count: s.ForcedOptions}, {Name: "options pruned", Count: s.PrunedOptions},
		{Name: "matchings filtered", Count: s.FilterRuns}, {Name: "of them without a matching",
			Count: s.FailedMatchingSearches},
		{Name: "mems to match", Count: s.MatchingMems}, {Name: "mems for strong components", Count: s.ComponentMems},
		{Name: "components that they fell into", Count: s.ComponentParts},
	}
}

// Prune implements [dlx.Filter].
func (f *MatchingFilter) Prune(n *Node) bool {
	f.rewindToParent(n)
	if !f.propagateNode(n) {
		return false
	}
	f.marksByLevel = append(f.marksByLevel[:n.Level()], stackMark{len(f.processedRemovals), len(f.partsOnPath)})
	return true
}

// rewindToParent restores the state that the filter had at the parent of the node. At the root it makes the initial
// state, in which all parts wait and all items are checked.
func (f *MatchingFilter) rewindToParent(n *Node) {
	for _, k := range f.partQueue {
		f.partsOnPath[k].isQueued = false
	}
	f.partQueue, f.forcedItems, f.emptiedItems = f.partQueue[:0], f.forcedItems[:0], f.emptiedItems[:0]
	if level := n.Level(); level > 0 {
		f.undoSinceMark(f.marksByLevel[level-1])
		return
	}
	f.undoSinceMark(stackMark{0, len(f.matchings)})
	for k := range f.matchings {
		f.enqueuePart(int32(k))
	}
	for i := n.First(); i >= 0; i = n.Next(i) {
		f.recordForcedOrEmptied(n, i)
	}
}

// undoSinceMark joins the parts that were divided since the stacks had the given lengths, and restores the edges of the
// options removed since then.
func (f *MatchingFilter) undoSinceMark(to stackMark) {
	for ; len(f.partsOnPath) > to.partCount; f.partsOnPath = f.partsOnPath[:len(f.partsOnPath)-1] {
		p := &f.partsOnPath[len(f.partsOnPath)-1]
		for _, g := range p.leftItems {
			f.matchings[p.matchingIndex].partOfLeftItem[g] = p.parentPart
		}
	}
	for len(f.processedRemovals) > to.removalCount {
		last := len(f.processedRemovals) - 1
		option := f.processedRemovals[last]
		f.processedRemovals = f.processedRemovals[:last]
		for _, e := range f.edgesByOption[option] {
			f.matchings[e.matchingIndex].restorePairOption(e.leftItem, e.rightItem)
		}
	}
}

// propagateNode chooses options and filters parts until no item is forced and no part waits. It returns false if the
// node has no solution.
func (f *MatchingFilter) propagateNode(n *Node) bool {
	for head := 0; f.removeLostEdges(n); {
		if last := len(f.forcedItems) - 1; last >= 0 {
			i := f.forcedItems[last]
			f.forcedItems = f.forcedItems[:last]
			if n.IsCoverable(i) {
				for o := range n.Options(i) { // the loop runs once, because a forced item has one option
					n.Choose(o)
					f.stats.ForcedOptions++
					break
				}
			}
			continue
		}
		if head == len(f.partQueue) {
			f.partQueue = f.partQueue[:0]
			return true
		}
		k := f.partQueue[head]
		head++
		f.partsOnPath[k].isQueued = false
		if !f.filterPart(n, k) {
			return false
		}
	}
	return false
}

// removeLostEdges removes from the graphs the edges of all options that were removed since its last call. It returns
// false if an item has lost its last option.
func (f *MatchingFilter) removeLostEdges(n *Node) bool {
	for k := len(f.processedRemovals); k < n.RemovedCount(); k++ {
		o := n.RemovedOption(k)
		f.processedRemovals = append(f.processedRemovals, o)
		for _, e := range f.edgesByOption[o] {
			if m := &f.matchings[e.matchingIndex]; m.removePairOption(e.leftItem, e.rightItem) {
				f.stats.Mems++
				f.enqueuePart(m.partOfLeftItem[e.leftItem])
			}
		}
		for _, e := range f.problem.Option(o) {
			f.recordForcedOrEmptied(n, e.Item)
		}
	}
	for _, i := range f.emptiedItems {
		n.Trace(search.Branches, func() string { return f.problem.Name(i) + " has no option left" })
		if f.onEmptiedItem != nil {
			f.onEmptiedItem(i)
		}
	}
	return len(f.emptiedItems) == 0
}

// recordForcedOrEmptied records an item whose only option must be chosen, or an item that has no option left.
func (f *MatchingFilter) recordForcedOrEmptied(n *Node, i matrix.ItemID) {
	if !f.isCoveredOnce[i] || !n.IsCoverable(i) {
		return
	}
	f.stats.Mems++
	switch n.Branches(i) {
	case 0:
		if !slices.Contains(f.emptiedItems, i) {
			f.emptiedItems = append(f.emptiedItems, i)
		}
	case 1:
		f.forcedItems = append(f.forcedItems, i)
	}
}

// enqueuePart puts part k at the end of the queue unless it is in the queue already.
func (f *MatchingFilter) enqueuePart(k int32) {
	if p := &f.partsOnPath[k]; !p.isQueued {
		p.isQueued = true
		f.partQueue = append(f.partQueue, k)
		f.stats.Mems++
	}
}

// filterPart finds a matching of part k, prunes the edges that are in no such matching, and divides the part into its
// components. It returns false if there is no matching.
func (f *MatchingFilter) filterPart(n *Node, k int32) bool {
	p := f.partsOnPath[k]
	m := &f.matchings[p.matchingIndex]
	m.openLeftItems = m.openLeftItems[:0]
	for _, g := range p.leftItems {
		if n.IsCoverable(m.leftItems[g]) {
			m.openLeftItems = append(m.openLeftItems, g)
		}
	}
	m.mems = int64(len(p.leftItems))
	f.traceMatching(n, k, m, false)
	matched := m.findMatching()
	f.stats.FilterRuns++
	f.stats.MatchingMems += m.mems
	if !matched {
		f.stats.FailedMatchingSearches++
		f.stats.Mems += m.mems
		n.Trace(search.Branches, func() string { return fmt.Sprintf("problem %d has no matching", k) })
		return false
	}
	f.traceMatching(n, k, m, true)
	before := m.mems
	m.findComponents()
	f.stats.ComponentMems += m.mems - before
	f.stats.Mems += m.mems
	if m.componentCount > 1 {
		parts := len(f.partsOnPath)
		f.divideIntoComponents(k)
		f.traceParts(n, k, parts)
		f.pruneBetweenComponents(n, p.matchingIndex)
	}
	return true
}

// divideIntoComponents makes a part of each component of part k, unless there is only one component.
func (f *MatchingFilter) divideIntoComponents(k int32) {
	at := f.partsOnPath[k].matchingIndex
	m := &f.matchings[at]
	f.partByComponent = slices.Grow(f.partByComponent[:0], int(m.componentCount))[:m.componentCount]
	clear(f.partByComponent)
	for _, g := range m.openLeftItems {
		number := &f.partByComponent[m.componentOfRightItem[m.lastPartnerOf[g]]]
		if *number == 0 { // the component has no part yet; 0 is never its index, because that is a whole matching
			*number = f.pushPart(matchingComponent{matchingIndex: at, parentPart: k})
		}
		m.partOfLeftItem[g] = *number
		p := &f.partsOnPath[*number]
		p.leftItems = append(p.leftItems, g)
	}
	f.stats.Mems += 3 * int64(len(m.openLeftItems))
}

// pushPart appends a part to partsOnPath and returns its index. It reuses the memory of an earlier part at that index.
func (f *MatchingFilter) pushPart(p matchingComponent) int32 {
	last := len(f.partsOnPath)
	f.partsOnPath = slices.Grow(f.partsOnPath, 1)[:last+1]
	p.leftItems = f.partsOnPath[last].leftItems[:0]
	f.partsOnPath[last] = p
	f.stats.ComponentParts++
	return int32(last)
}

// pruneBetweenComponents removes each option whose two items in matching k lie in different components of its graph.
func (f *MatchingFilter) pruneBetweenComponents(n *Node, k int32) {
	m := &f.matchings[k]
	f.optionsToPrune = f.optionsToPrune[:0]
	for _, g := range m.openLeftItems {
		own := m.componentOfRightItem[m.lastPartnerOf[g]]
		f.stats.Mems += int64(len(m.partnerBits[g]))
		for _, o := range f.optionsByItem[m.leftItems[g]] {
			for _, e := range f.edgesByOption[o] {
				if e.matchingIndex == k && m.hasEdge(g, e.rightItem) && m.componentOfRightItem[e.rightItem] != own &&
					n.IsPossible(o) {
					f.optionsToPrune = append(f.optionsToPrune, o)
				}
			}
		}
	}
	for _, o := range f.optionsToPrune {
		n.Remove(o)
	}
	f.stats.PrunedOptions += int64(len(f.optionsToPrune))
}

// traceMatching reports to the tracer each open item of part k with its possible partners. If matched is true, it
// reports the current partner alone.
func (f *MatchingFilter) traceMatching(n *Node, k int32, m *bitMatching, matched bool) {
	if len(m.openLeftItems) == 0 {
		return
	}
	n.Trace(search.Matches, func() string {
		right := f.problem.Matchings()[f.partsOnPath[k].matchingIndex].RightItems
		text := fmt.Sprintf("problem %d:", k)
		if matched {
			text = fmt.Sprintf("problem %d is matched:", k)
		}
		for _, g := range m.openLeftItems {
			text += " " + f.problem.Name(m.leftItems[g])
			if matched {
				text += "–" + f.problem.Name(right[m.lastPartnerOf[g]])
				continue
			}
			for b := range m.partnerBits[g].EachNumber {
				text += "–" + f.problem.Name(right[b])
			}
		}
		return text
	})
}

// traceParts reports to the tracer the parts into which part k has been divided. They begin at index from of
// partsOnPath.
func (f *MatchingFilter) traceParts(n *Node, k int32, from int) {
	for at, part := range f.partsOnPath[from:] {
		n.Trace(search.Subproblems, func() string {
			var names []string
			for _, g := range part.leftItems {
				names = append(names, f.problem.Name(f.matchings[part.matchingIndex].leftItems[g]))
			}
			return fmt.Sprintf("problem %d, a part of %d: %s", from+at, k, strings.Join(names, " "))
		})
	}
}
