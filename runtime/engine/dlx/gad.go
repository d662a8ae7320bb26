package dlx

// The matching filter serves exact cover problems whose items are matched one to one. It prunes every
// option that is in no maximum matching of some pair of sides, and chooses each option that is the
// last one of an item.
//
// Its input is a search node and the matchings that the problem declares; its output is the options
// that it removes and chooses there. It must not know what items mean, and uses the search only
// through the interface of filters.
//
// At a node: (1) While an item has a single option, that option is chosen; such items wait on a
// stack. (2) Otherwise the filter works on the part of a matching that has waited longest since it
// lost an edge. The parts wait in a queue, each at most once, because filtering has more effect
// after more losses. (3) A maximum matching is repaired from the last one. If there is none, the
// node is dead. (4) The strong components of a digraph on the right side show which edges are in
// some maximum matching; the others are pruned. (5) The part is divided into its components, until
// the search leaves the node. The steps repeat until no item is forced and no part waits.
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

// FilterStats counts the effort of a filter.
type FilterStats struct {
	Pruned        int64 // number of options
	Forced        int64 // number of options
	Mems          int64 // words read and written in all
	MatchMems     int64 // of these, for the search of matchings
	ComponentMems int64 // of these, for strong components
	Filtered      int64 // number of times that a matching was filtered
	Aborts        int64 // number of times without a matching
	Parts         int64 // number of components into which they were divided
}

// MatchingFilter filters the nodes of one search. It keeps its state from node to node, so each
// search needs a filter of its own.
type MatchingFilter struct {
	onFailed  func(matrix.ItemID)
	problem   *matrix.Problem
	holding   [][]matrix.OptionID
	once      []bool // by item: whether it is covered exactly once
	matchings []bitMatching
	edges     [][]optionEdge // by option

	parts    []matchingPart
	queue    []int32 // parts to filter
	forced   []matrix.ItemID
	absorbed []matrix.OptionID // removed options whose edges have been removed
	emptied  []matrix.ItemID   // items that have just lost their last option
	marks    []stackMark       // by level: the lengths of the stacks when its node was settled
	toPrune  []matrix.OptionID // to be pruned
	numbers  []int32           // by component: its part
	stats    FilterStats
}

// optionEdge is an edge of a matching that an option stands for.
type optionEdge struct{ matching, left, right int32 }

// matchingPart is a part of a matching that is filtered on its own: at first the whole, and then
// its components.
type matchingPart struct {
	matching int32
	parent   int32
	left     []int32
	queued   bool
}

// stackMark holds lengths of the filter's stacks.
type stackMark struct{ applied, parts int }

// NewMatchingFilter returns a filter for the matchings of p. Without matchings it only forces options. If
// failed is not nil, it is called for each item that has lost its last option.
func NewMatchingFilter(p *matrix.Problem, failed func(matrix.ItemID)) *MatchingFilter {
	f := &MatchingFilter{
		onFailed: failed, problem: p, holding: p.OptionsByItem(), edges: make([][]optionEdge, p.OptionCount()),
		once: make([]bool, p.ItemCount()),
	}
	for i := range matrix.ItemID(p.PrimaryCount()) {
		f.once[i] = p.Bound(i) == matrix.Once
	}
	place := make([]int32, p.ItemCount()) // one more than its place on the right of the matching, or 0
	for k, m := range p.Matchings() {
		for b, i := range m.Right {
			place[i] = int32(b) + 1
		}
		f.addMatching(int32(k), m, place)
		for _, i := range m.Right {
			place[i] = 0
		}
	}
	return f
}

func (f *MatchingFilter) addMatching(k int32, declared matrix.Matching, place []int32) {
	m, whole := newBitMatching(declared.Left, len(declared.Right)), matchingPart{matching: k, parent: none}
	for at, i := range m.left {
		g := int32(at)
		m.part[g], whole.left = k, append(whole.left, g)
		for _, o := range f.holding[i] {
			for _, e := range f.problem.Option(o) {
				if b := place[e.Item] - 1; b >= 0 {
					m.addEdge(g, b)
					f.edges[o] = append(f.edges[o], optionEdge{k, g, b})
				}
			}
		}
	}
	f.matchings, f.parts = append(f.matchings, m), append(f.parts, whole)
}

// EffortStats returns the effort so far.
func (f *MatchingFilter) EffortStats() FilterStats { return f.stats }

// Mems returns the words read and written so far.
func (f *MatchingFilter) Mems() int64 { return f.stats.Mems }

// Counts implements [dlx.CountingFilter]: the counts of partial-latin-gad (section 87), and some
// more.
func (f *MatchingFilter) Counts() []search.FilterCount {
	s := f.stats
	return []search.FilterCount{
		{Name: "options forced", N: s.Forced}, {Name: "options pruned", N: s.Pruned},
		{Name: "matchings filtered", N: s.Filtered}, {Name: "of them without a matching", N: s.Aborts},
		{Name: "mems to match", N: s.MatchMems}, {Name: "mems for strong components", N: s.ComponentMems},
		{Name: "components that they fell into", N: s.Parts},
	}
}

// Prune implements [dlx.Filter].
func (f *MatchingFilter) Prune(n *Node) bool {
	f.rewindTo(n)
	if !f.settleNode(n) {
		return false
	}
	f.marks = append(f.marks[:n.Level()], stackMark{len(f.absorbed), len(f.parts)})
	return true
}

// rewindTo restores the state in which the parent node was settled, whatever was visited since. At
// the root it enqueues all parts and checks all items.
func (f *MatchingFilter) rewindTo(n *Node) {
	for _, k := range f.queue {
		f.parts[k].queued = false
	}
	f.queue, f.forced, f.emptied = f.queue[:0], f.forced[:0], f.emptied[:0]
	if level := n.Level(); level > 0 {
		f.undoTo(f.marks[level-1])
		return
	}
	f.undoTo(stackMark{0, len(f.matchings)})
	for k := range f.matchings {
		f.enqueuePart(int32(k))
	}
	for i := n.First(); i >= 0; i = n.Next(i) {
		f.checkItem(n, i)
	}
}

// undoTo joins the parts and restores the edges of the options since a mark.
func (f *MatchingFilter) undoTo(to stackMark) {
	for ; len(f.parts) > to.parts; f.parts = f.parts[:len(f.parts)-1] {
		p := &f.parts[len(f.parts)-1]
		for _, g := range p.left {
			f.matchings[p.matching].part[g] = p.parent
		}
	}
	for ; len(f.absorbed) > to.applied; f.absorbed = f.absorbed[:len(f.absorbed)-1] {
		for _, e := range f.edges[f.absorbed[len(f.absorbed)-1]] {
			f.matchings[e.matching].regainOption(e.left, e.right)
		}
	}
}

// settleNode forces and filters until no item and no part waits. It returns false if the node is
// dead.
func (f *MatchingFilter) settleNode(n *Node) bool {
	for head := 0; f.absorbRemoved(n); {
		if last := len(f.forced) - 1; last >= 0 {
			i := f.forced[last]
			f.forced = f.forced[:last]
			if n.IsCoverable(i) {
				for o := range n.Options(i) { // exactly one
					n.Choose(o)
					f.stats.Forced++
					break
				}
			}
			continue
		}
		if head == len(f.queue) {
			f.queue = f.queue[:0]
			return true
		}
		k := f.queue[head]
		head++
		f.parts[k].queued = false
		if !f.filterPart(n, k) {
			return false
		}
	}
	return false
}

// absorbRemoved removes the edges of the options that have left the lists since the last call. It
// returns false if an item has lost its last option.
func (f *MatchingFilter) absorbRemoved(n *Node) bool {
	for k := len(f.absorbed); k < n.RemovedCount(); k++ {
		o := n.RemovedOption(k)
		f.absorbed = append(f.absorbed, o)
		for _, e := range f.edges[o] {
			if m := &f.matchings[e.matching]; m.loseOption(e.left, e.right) {
				f.stats.Mems++
				f.enqueuePart(m.part[e.left])
			}
		}
		for _, e := range f.problem.Option(o) {
			f.checkItem(n, e.Item)
		}
	}
	for _, i := range f.emptied {
		n.Trace(search.Branches, func() string { return f.problem.Name(i) + " has no option left" })
		if f.onFailed != nil {
			f.onFailed(i)
		}
	}
	return len(f.emptied) == 0
}

// checkItem records an item that has a single option, or none.
func (f *MatchingFilter) checkItem(n *Node, i matrix.ItemID) {
	if !f.once[i] || !n.IsCoverable(i) {
		return
	}
	f.stats.Mems++
	switch n.Branches(i) {
	case 0:
		if !slices.Contains(f.emptied, i) {
			f.emptied = append(f.emptied, i)
		}
	case 1:
		f.forced = append(f.forced, i)
	}
}

// enqueuePart puts a part into the queue unless it is there.
func (f *MatchingFilter) enqueuePart(k int32) {
	if p := &f.parts[k]; !p.queued {
		p.queued = true
		f.queue = append(f.queue, k)
		f.stats.Mems++
	}
}

// filterPart finds a matching of part k, prunes the edges that are in none, and divides the part
// into its components. It returns false if there is no matching.
func (f *MatchingFilter) filterPart(n *Node, k int32) bool {
	p := f.parts[k]
	m := &f.matchings[p.matching]
	m.open = m.open[:0]
	for _, g := range p.left {
		if n.IsCoverable(m.left[g]) {
			m.open = append(m.open, g)
		}
	}
	m.mems = int64(len(p.left))
	f.traceMatching(n, k, m, false)
	matched := m.findMatching()
	f.stats.Filtered++
	f.stats.MatchMems += m.mems
	if !matched {
		f.stats.Aborts++
		f.stats.Mems += m.mems
		n.Trace(search.Branches, func() string { return fmt.Sprintf("problem %d has no matching", k) })
		return false
	}
	f.traceMatching(n, k, m, true)
	before := m.mems
	m.findComponents()
	f.stats.ComponentMems += m.mems - before
	f.stats.Mems += m.mems
	if m.found > 1 {
		parts := len(f.parts)
		f.refinePart(k)
		f.traceParts(n, k, parts)
		f.pruneBetween(n, p.matching)
	}
	return true
}

// refinePart makes a part of each component of part k.
func (f *MatchingFilter) refinePart(k int32) {
	at := f.parts[k].matching
	m := &f.matchings[at]
	f.numbers = slices.Grow(f.numbers[:0], int(m.found))[:m.found]
	clear(f.numbers)
	for _, g := range m.open {
		number := &f.numbers[m.component[m.mate[g]]]
		if *number == 0 { // not set yet: 0 is the number of a whole matching
			*number = f.pushPart(matchingPart{matching: at, parent: k})
		}
		m.part[g] = *number
		p := &f.parts[*number]
		p.left = append(p.left, g)
	}
	f.stats.Mems += 3 * int64(len(m.open))
}

// pushPart appends a part and returns its number. It uses the list of an earlier part in that
// place, so that no memory is allocated.
func (f *MatchingFilter) pushPart(p matchingPart) int32 {
	last := len(f.parts)
	f.parts = slices.Grow(f.parts, 1)[:last+1]
	p.left = f.parts[last].left[:0]
	f.parts[last] = p
	f.stats.Parts++
	return int32(last)
}

// pruneBetween removes the options of a matching whose ends lie in different components.
func (f *MatchingFilter) pruneBetween(n *Node, k int32) {
	m := &f.matchings[k]
	f.toPrune = f.toPrune[:0]
	for _, g := range m.open {
		own := m.component[m.mate[g]]
		f.stats.Mems += int64(len(m.rows[g]))
		for _, o := range f.holding[m.left[g]] {
			for _, e := range f.edges[o] {
				if e.matching == k && m.hasEdge(g, e.right) && m.component[e.right] != own && n.IsPossible(o) {
					f.toPrune = append(f.toPrune, o)
				}
			}
		}
	}
	for _, o := range f.toPrune {
		n.Remove(o)
	}
	f.stats.Pruned += int64(len(f.toPrune))
}

// traceMatching traces part k, whose open items are those of m: each item with its possible
// partners, or, if matched is true, with its partner.
func (f *MatchingFilter) traceMatching(n *Node, k int32, m *bitMatching, matched bool) {
	if len(m.open) == 0 {
		return
	}
	n.Trace(search.Matches, func() string {
		right := f.problem.Matchings()[f.parts[k].matching].Right
		text := fmt.Sprintf("problem %d:", k)
		if matched {
			text = fmt.Sprintf("problem %d is matched:", k)
		}
		for _, g := range m.open {
			text += " " + f.problem.Name(m.left[g])
			if matched {
				text += "–" + f.problem.Name(right[m.mate[g]])
				continue
			}
			for b := range m.rows[g].EachNumber {
				text += "–" + f.problem.Name(right[b])
			}
		}
		return text
	})
}

// traceParts traces the parts from number from on, into which part k has been divided.
func (f *MatchingFilter) traceParts(n *Node, k int32, from int) {
	for at, part := range f.parts[from:] {
		n.Trace(search.Subproblems, func() string {
			var names []string
			for _, g := range part.left {
				names = append(names, f.problem.Name(f.matchings[part.matching].left[g]))
			}
			return fmt.Sprintf("problem %d, a part of %d: %s", from+at, k, strings.Join(names, " "))
		})
	}
}
