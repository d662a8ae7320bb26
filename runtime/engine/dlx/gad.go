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
// on a stack. (2) Otherwise the filter takes the part of a matching that has waited longest since it lost an edge.
// The parts wait in a queue, each at most once, because filtering removes more if several edges were lost. (3) The
// last maximum matching of the part is repaired. If there is no longer a matching of all left items, the node has no
// solution. (4) The strong components of a digraph on the right side show which edges are in some maximum matching.
// The options of the other edges are pruned. (5) The part is divided into its components, which stay apart until the
// search leaves the node. The steps repeat until no item is forced and no part waits.
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

// FilterStats is the effort of a filter.
type FilterStats struct {
	PrunedOptions   int64 // number of options removed
	ForcedOptions   int64 // number of options chosen
	Mems            int64 // number of memory words read and written
	MatchMems       int64 // number of these words for the search of matchings
	ComponentMems   int64 // number of these words for strong components
	FilterRuns      int64 // number of times that a matching was filtered
	FailedMatchings int64 // number of times that no matching was found
	ComponentParts  int64 // number of components into which matchings were divided
}

// MatchingFilter filters the nodes of one search. It keeps its state from node to node, so each
// search needs a filter of its own.
type MatchingFilter struct {
	onEmptiedItem  func(matrix.ItemID) // called for each item that has lost its last option; or nil
	problem        *matrix.Problem
	optionsHolding [][]matrix.OptionID // options that hold an item, by item
	coveredOnce    []bool              // the item is covered exactly once, by item
	matchings      []bitMatching       // graphs of the matchings, by matching
	edges          [][]optionEdge      // edges of the matchings that an option stands for, by option

	partStack       []matchingPart    // parts of all matchings on the path to the node
	partQueue       []int32           // indices of the parts that wait to be filtered
	forcedItems     []matrix.ItemID   // items with a single option, which is to be chosen
	absorbedOptions []matrix.OptionID // removed options whose edges have been removed from the graphs
	emptiedItems    []matrix.ItemID   // items that have just lost their last option
	levelMarks      []stackMark       // lengths of the stacks after the node of a level was filtered, by level
	toPrune         []matrix.OptionID // options to prune at the node
	partOfComponent []int32           // index of the part that a component becomes, by component
	stats           FilterStats
}

// optionEdge is the edge of a matching that an option stands for: the items left and right, as
// numbers within their sides.
type optionEdge struct{ matching, leftItem, rightItem int32 }

// matchingPart is a part of a matching that is filtered on its own. At first the part is the whole
// matching, and later one of its components.
type matchingPart struct {
	matching  int32   // index of the matching
	parent    int32   // index of the part that was divided into this one and others
	leftItems []int32 // items on the left side
	queued    bool    // the part waits in the queue
}

// stackMark holds the lengths of the stacks absorbedOptions and partStack of the filter.
type stackMark struct{ absorbedCount, partCount int }

// NewMatchingFilter returns a filter for the matchings of p. Without matchings it only chooses the last option of an
// item. If onEmptiedItem is not nil, it is called for each item that has lost its last option.
func NewMatchingFilter(p *matrix.Problem, onEmptiedItem func(matrix.ItemID)) *MatchingFilter {
	f := &MatchingFilter{
		onEmptiedItem: onEmptiedItem, problem: p, optionsHolding: p.OptionsByItem(),
		edges: make([][]optionEdge, p.OptionCount()), coveredOnce: make([]bool, p.ItemCount()),
	}
	for i := range matrix.ItemID(p.PrimaryCount()) {
		f.coveredOnce[i] = p.Bound(i) == matrix.Once
	}
	// one more than the place of an item on the right side of the matching, or 0
	place := make([]int32, p.ItemCount())
	for k, m := range p.Matchings() {
		for b, i := range m.RightItems {
			place[i] = int32(b) + 1
		}
		f.addMatching(int32(k), m, place)
		for _, i := range m.RightItems {
			place[i] = 0
		}
	}
	return f
}

func (f *MatchingFilter) addMatching(k int32, declared matrix.Matching, place []int32) {
	m, whole := newBitMatching(declared.LeftItems, len(declared.RightItems)),
		matchingPart{matching: k, parent: noPartner}
	for at, i := range m.leftItems {
		g := int32(at)
		m.partOf[g], whole.leftItems = k, append(whole.leftItems, g)
		for _, o := range f.optionsHolding[i] {
			for _, e := range f.problem.Option(o) {
				if b := place[e.Item] - 1; b >= 0 {
					m.addEdge(g, b)
					f.edges[o] = append(f.edges[o], optionEdge{k, g, b})
				}
			}
		}
	}
	f.matchings, f.partStack = append(f.matchings, m), append(f.partStack, whole)
}

// EffortStats returns the effort of the filter so far.
func (f *MatchingFilter) EffortStats() FilterStats { return f.stats }

// Mems returns the number of memory words read and written so far.
func (f *MatchingFilter) Mems() int64 { return f.stats.Mems }

// Counts implements [dlx.CountingFilter]: the counts of partial-latin-gad (section 87), and some
// more.
func (f *MatchingFilter) Counts() []search.FilterCount {
	s := f.stats
	return []search.FilterCount{
		{Name: "options forced", Count: s.ForcedOptions}, {Name: "options pruned", Count: s.PrunedOptions},
		{Name: "matchings filtered", Count: s.FilterRuns}, {Name: "of them without a matching",
			Count: s.FailedMatchings},
		{Name: "mems to match", Count: s.MatchMems}, {Name: "mems for strong components", Count: s.ComponentMems},
		{Name: "components that they fell into", Count: s.ComponentParts},
	}
}

// Prune implements [dlx.Filter].
func (f *MatchingFilter) Prune(n *Node) bool {
	f.rewindToParent(n)
	if !f.propagateNode(n) {
		return false
	}
	f.levelMarks = append(f.levelMarks[:n.Level()], stackMark{len(f.absorbedOptions), len(f.partStack)})
	return true
}

// rewindToParent restores the state that the filter had at the parent of the node. At the root it makes the initial
// state: it enqueues all parts and checks all items.
func (f *MatchingFilter) rewindToParent(n *Node) {
	for _, k := range f.partQueue {
		f.partStack[k].queued = false
	}
	f.partQueue, f.forcedItems, f.emptiedItems = f.partQueue[:0], f.forcedItems[:0], f.emptiedItems[:0]
	if level := n.Level(); level > 0 {
		f.undoToMark(f.levelMarks[level-1])
		return
	}
	f.undoToMark(stackMark{0, len(f.matchings)})
	for k := range f.matchings {
		f.enqueuePart(int32(k))
	}
	for i := n.First(); i >= 0; i = n.Next(i) {
		f.checkItem(n, i)
	}
}

// undoToMark joins the parts that were divided since the stacks had the given lengths, and restores the edges of the
// options removed since then.
func (f *MatchingFilter) undoToMark(to stackMark) {
	for ; len(f.partStack) > to.partCount; f.partStack = f.partStack[:len(f.partStack)-1] {
		p := &f.partStack[len(f.partStack)-1]
		for _, g := range p.leftItems {
			f.matchings[p.matching].partOf[g] = p.parent
		}
	}
	for ; len(f.absorbedOptions) > to.absorbedCount; f.absorbedOptions = f.absorbedOptions[:len(f.absorbedOptions)-1] {
		for _, e := range f.edges[f.absorbedOptions[len(f.absorbedOptions)-1]] {
			f.matchings[e.matching].regainOption(e.leftItem, e.rightItem)
		}
	}
}

// propagateNode chooses options and filters parts until no item is forced and no part waits. It returns false if the
// node has no solution.
func (f *MatchingFilter) propagateNode(n *Node) bool {
	for head := 0; f.absorbRemoved(n); {
		if last := len(f.forcedItems) - 1; last >= 0 {
			i := f.forcedItems[last]
			f.forcedItems = f.forcedItems[:last]
			if n.IsCoverable(i) {
				for o := range n.Options(i) { // there is exactly one
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
		f.partStack[k].queued = false
		if !f.filterPart(n, k) {
			return false
		}
	}
	return false
}

// absorbRemoved removes the edges of the options that have left the lists since the last call. It
// returns false if an item has lost its last option.
func (f *MatchingFilter) absorbRemoved(n *Node) bool {
	for k := len(f.absorbedOptions); k < n.RemovedCount(); k++ {
		o := n.RemovedOption(k)
		f.absorbedOptions = append(f.absorbedOptions, o)
		for _, e := range f.edges[o] {
			if m := &f.matchings[e.matching]; m.loseOption(e.leftItem, e.rightItem) {
				f.stats.Mems++
				f.enqueuePart(m.partOf[e.leftItem])
			}
		}
		for _, e := range f.problem.Option(o) {
			f.checkItem(n, e.Item)
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

// checkItem records an item that has a single option, or none.
func (f *MatchingFilter) checkItem(n *Node, i matrix.ItemID) {
	if !f.coveredOnce[i] || !n.IsCoverable(i) {
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

// enqueuePart puts a part into the queue unless it is there.
func (f *MatchingFilter) enqueuePart(k int32) {
	if p := &f.partStack[k]; !p.queued {
		p.queued = true
		f.partQueue = append(f.partQueue, k)
		f.stats.Mems++
	}
}

// filterPart finds a matching of part k, prunes the edges that are in none, and divides the part
// into its components. It returns false if there is no matching.
func (f *MatchingFilter) filterPart(n *Node, k int32) bool {
	p := f.partStack[k]
	m := &f.matchings[p.matching]
	m.openItems = m.openItems[:0]
	for _, g := range p.leftItems {
		if n.IsCoverable(m.leftItems[g]) {
			m.openItems = append(m.openItems, g)
		}
	}
	m.mems = int64(len(p.leftItems))
	f.traceMatching(n, k, m, false)
	matched := m.findMatching()
	f.stats.FilterRuns++
	f.stats.MatchMems += m.mems
	if !matched {
		f.stats.FailedMatchings++
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
		parts := len(f.partStack)
		f.refinePart(k)
		f.traceParts(n, k, parts)
		f.pruneBetween(n, p.matching)
	}
	return true
}

// refinePart makes a part of each component of part k, unless there is only one.
func (f *MatchingFilter) refinePart(k int32) {
	at := f.partStack[k].matching
	m := &f.matchings[at]
	f.partOfComponent = slices.Grow(f.partOfComponent[:0], int(m.componentCount))[:m.componentCount]
	clear(f.partOfComponent)
	for _, g := range m.openItems {
		number := &f.partOfComponent[m.componentOf[m.mateOf[g]]]
		if *number == 0 { // not set yet: 0 is the number of a whole matching
			*number = f.pushPart(matchingPart{matching: at, parent: k})
		}
		m.partOf[g] = *number
		p := &f.partStack[*number]
		p.leftItems = append(p.leftItems, g)
	}
	f.stats.Mems += 3 * int64(len(m.openItems))
}

// pushPart appends a part and returns its index. It reuses the memory of an earlier part at that
// index.
func (f *MatchingFilter) pushPart(p matchingPart) int32 {
	last := len(f.partStack)
	f.partStack = slices.Grow(f.partStack, 1)[:last+1]
	p.leftItems = f.partStack[last].leftItems[:0]
	f.partStack[last] = p
	f.stats.ComponentParts++
	return int32(last)
}

// pruneBetween removes the options whose two items lie in different components of matching k.
func (f *MatchingFilter) pruneBetween(n *Node, k int32) {
	m := &f.matchings[k]
	f.toPrune = f.toPrune[:0]
	for _, g := range m.openItems {
		own := m.componentOf[m.mateOf[g]]
		f.stats.Mems += int64(len(m.partnerBits[g]))
		for _, o := range f.optionsHolding[m.leftItems[g]] {
			for _, e := range f.edges[o] {
				if e.matching == k && m.hasEdge(g, e.rightItem) && m.componentOf[e.rightItem] != own &&
					n.IsPossible(o) {
					f.toPrune = append(f.toPrune, o)
				}
			}
		}
	}
	for _, o := range f.toPrune {
		n.Remove(o)
	}
	f.stats.PrunedOptions += int64(len(f.toPrune))
}

// traceMatching traces each open item of part k with its possible partners, or, if matched is true,
// with its current partner.
func (f *MatchingFilter) traceMatching(n *Node, k int32, m *bitMatching, matched bool) {
	if len(m.openItems) == 0 {
		return
	}
	n.Trace(search.Matches, func() string {
		right := f.problem.Matchings()[f.partStack[k].matching].RightItems
		text := fmt.Sprintf("problem %d:", k)
		if matched {
			text = fmt.Sprintf("problem %d is matched:", k)
		}
		for _, g := range m.openItems {
			text += " " + f.problem.Name(m.leftItems[g])
			if matched {
				text += "–" + f.problem.Name(right[m.mateOf[g]])
				continue
			}
			for b := range m.partnerBits[g].EachNumber {
				text += "–" + f.problem.Name(right[b])
			}
		}
		return text
	})
}

// traceParts traces the parts from index from on, into which part k has been divided.
func (f *MatchingFilter) traceParts(n *Node, k int32, from int) {
	for at, part := range f.partStack[from:] {
		n.Trace(search.Subproblems, func() string {
			var names []string
			for _, g := range part.leftItems {
				names = append(names, f.problem.Name(f.matchings[part.matching].leftItems[g]))
			}
			return fmt.Sprintf("problem %d, a part of %d: %s", from+at, k, strings.Join(names, " "))
		})
	}
}
