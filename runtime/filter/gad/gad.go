// Package gad filters exact cover problems whose items are matched one to one: it
// prunes every option that is in no maximum matching of some pair of families, and
// chooses options that are the last of an item.
//
// Its input is a search node and the matchings that the problem declares, its output
// what it removes and chooses there. It knows nothing of what items mean, and of the
// search only the seam of filters.
//
// At a node: (1) While an item has one option left, it is chosen; such items wait on
// a stack. (2) Otherwise the matching that has waited longest, of those that have lost
// an edge, is filtered; they wait in a queue, each of them once, since filtering does
// more when fewer edges are left. (3) A maximum matching is repaired from the last
// one, or there is none and the node is dead. (4) The strong components of a digraph
// on the second family say which edges are in some maximum matching; the others are
// pruned. (5) The matching falls apart into its components, until the search leaves
// the node. This goes on until nothing is forced and nothing waits.
//
// Sources: J.-C. Régin, "A filtering algorithm for constraints of difference in CSPs"
// (AAAI 1994); J. E. Hopcroft, R. M. Karp, "An n^5/2 algorithm for maximum matchings"
// (SIAM J. Comput. 2, 1973); R. E. Tarjan, "Depth-first search and linear graph
// algorithms" (SIAM J. Comput. 1, 1972); D. E. Knuth, partial-latin-gad (2023), for the
// way it all hangs together. He calls the families girls and boys; here they are left
// and right.
package gad

import (
	"quadrille/runtime/dlx"
	"quadrille/runtime/matrix"
)

// Options says what else to do.
type Options struct {
	// Failed, if not nil, is called for an item that has lost its last option.
	Failed func(matrix.ItemID)
}

// Filter filters the nodes of one search. It keeps what it knows from node to node,
// so that a search has a filter of its own.
type Filter struct {
	options  Options
	problem  *matrix.Problem
	families []family
	edges    [][]edge // by option: its edges
	once     []bool   // by item: whether it is covered exactly once

	parts   []part
	queue   []int32 // parts that wait to be filtered
	forced  []matrix.ItemID
	applied []matrix.OptionID // gone, and known to be
	failed  []matrix.ItemID   // lost their last option just now
	marks   []mark            // by level: what had been done when its node came to rest
	cut     []matrix.OptionID // to be pruned
	stats   Stats
}

// mark says how far the stacks of the filter reached.
type mark struct{ applied, parts int }

// edge is an option seen by a matching.
type edge struct{ family, left, right int32 }

// Stats counts the effort of a filter.
type Stats struct {
	Filtered int64 // matchings filtered
	Failed   int64 // of them without a matching
	Pruned   int64 // options
	Forced   int64 // options
	Mems     int64 // words read and written in the matchings
}

// New returns a filter for the matchings of p. Without any, it forces options and no more.
func New(p *matrix.Problem, o Options) *Filter {
	f := &Filter{options: o, problem: p, edges: make([][]edge, p.Options()), once: make([]bool, p.Items())}
	for i := range matrix.ItemID(p.Primary()) {
		f.once[i] = p.Bound(i) == matrix.Once
	}
	for k, m := range p.Matchings() {
		f.families = append(f.families, newFamily(p, m))
		f.connect(int32(k), m)
	}
	for k := range f.families {
		f.families[k].fill(f.edges, int32(k))
		f.parts = append(f.parts, whole(&f.families[k], int32(k)))
	}
	return f
}

// connect notes the edges of a matching.
func (f *Filter) connect(k int32, m matrix.Matching) {
	left, right := places(m.Left), places(m.Right)
	for o := range matrix.OptionID(f.problem.Options()) {
		at := edge{k, -1, -1}
		for _, e := range f.problem.Option(o) {
			if g, ok := left[e.Item]; ok {
				at.left = g
			} else if b, ok := right[e.Item]; ok {
				at.right = b
			}
		}
		if at.left >= 0 {
			f.edges[o] = append(f.edges[o], at)
		}
	}
}

func places(items []matrix.ItemID) map[matrix.ItemID]int32 {
	at := make(map[matrix.ItemID]int32, len(items))
	for k, i := range items {
		at[i] = int32(k)
	}
	return at
}

// Stats returns the effort so far.
func (f *Filter) Stats() Stats { return f.stats }

// Mems returns the words read and written so far.
func (f *Filter) Mems() int64 { return f.stats.Mems }

// Prune implements [dlx.Filter].
func (f *Filter) Prune(n *dlx.Node) bool {
	f.rewind(n)
	if !f.rest(n) {
		return false
	}
	f.marks = append(f.marks[:n.Level()], mark{len(f.applied), len(f.parts)})
	return true
}

// rewind goes back to where the node above came to rest, whatever has been visited
// since, and takes up what has changed from there.
func (f *Filter) rewind(n *dlx.Node) {
	for _, k := range f.queue {
		f.parts[k].waits = false
	}
	f.queue, f.forced, f.failed = f.queue[:0], f.forced[:0], f.failed[:0]
	at := mark{0, len(f.families)}
	if level := n.Level(); level > 0 {
		at = f.marks[level-1]
	}
	f.unrefine(at.parts)
	f.unapply(at.applied)
	if n.Level() == 0 {
		f.start(n)
	}
}

// start looks at everything once, at the root.
func (f *Filter) start(n *dlx.Node) {
	for k := range f.families {
		f.wait(int32(k))
	}
	for i := n.First(); i >= 0; i = n.Next(i) {
		f.look(n, i)
	}
}

// rest forces and filters until there is nothing left to do. It returns false if the
// node is dead.
func (f *Filter) rest(n *dlx.Node) bool {
	for head := 0; ; {
		if !f.absorb(n) {
			return false
		}
		if last := len(f.forced) - 1; last >= 0 {
			i := f.forced[last]
			f.forced = f.forced[:last]
			f.force(n, i)
			continue
		}
		if head == len(f.queue) {
			f.queue = f.queue[:0]
			return true
		}
		k := f.queue[head]
		head++
		f.parts[k].waits = false
		if !f.filter(n, k) {
			return false
		}
	}
}

// force chooses the one option of an item.
func (f *Filter) force(n *dlx.Node, i matrix.ItemID) {
	if !n.Open(i) {
		return
	}
	for o := range n.Options(i) {
		n.Choose(o)
		f.stats.Forced++
		return
	}
}

// absorb takes up what has left the lists since it was last called. It returns false
// if an item has lost its last option.
func (f *Filter) absorb(n *dlx.Node) bool {
	for k := len(f.applied); k < n.Gone(); k++ {
		o := n.GoneAt(k)
		f.applied = append(f.applied, o)
		f.lose(o)
		for _, e := range f.problem.Option(o) {
			f.look(n, e.Item)
		}
	}
	if len(f.failed) == 0 {
		return true
	}
	if f.options.Failed != nil {
		for _, i := range f.failed {
			f.options.Failed(i)
		}
	}
	return false
}

// look sees whether an item has one option left, or none.
func (f *Filter) look(n *dlx.Node, i matrix.ItemID) {
	if !f.once[i] || !n.Open(i) {
		return
	}
	f.stats.Mems++
	switch n.Branches(i) {
	case 0:
		f.fail(i)
	case 1:
		f.forced = append(f.forced, i)
	}
}

// fail notes an item without options, once.
func (f *Filter) fail(i matrix.ItemID) {
	for _, known := range f.failed {
		if known == i {
			return
		}
	}
	f.failed = append(f.failed, i)
}

// lose takes the edges of an option away.
func (f *Filter) lose(o matrix.OptionID) {
	for _, e := range f.edges[o] {
		fam := &f.families[e.family]
		if fam.lose(e.left, e.right) {
			f.stats.Mems++
			f.wait(fam.part[e.left])
		}
	}
}

// unapply gives back the edges of the options applied since mark.
func (f *Filter) unapply(mark int) {
	for len(f.applied) > mark {
		last := len(f.applied) - 1
		for _, e := range f.edges[f.applied[last]] {
			f.families[e.family].regain(e.left, e.right)
		}
		f.applied = f.applied[:last]
	}
}

// wait puts a part into the queue, if it is not there.
func (f *Filter) wait(k int32) {
	if p := &f.parts[k]; !p.waits {
		p.waits = true
		f.queue = append(f.queue, k)
		f.stats.Mems++
	}
}
