package dlx

import (
	"iter"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// View gives a chooser read access to a search node. The active items form a list:
//
//	for i := v.First(); i >= 0; i = v.Next(i) { … }
type View struct {
	search *LinkSearch
}

// First returns the first active item, or a negative number if there is none.
func (v View) First() matrix.ItemID { return v.Next(-1) }

// Next returns the active item after i, or a negative number after the last.
func (v View) Next(i matrix.ItemID) matrix.ItemID {
	return matrix.ItemID(v.search.headers[i+1].right - 1)
}

// Branches returns the number of branches of the node if it branches on i. For an item that is
// covered once, this is the number of its options.
func (v View) Branches(i matrix.ItemID) int32 { return branchCount(&v.search.headers[i+1]) }

// coversNeeded returns the number of times that an active item must still be covered.
func (v View) coversNeeded(i matrix.ItemID) int32 {
	h := &v.search.headers[i+1]
	return max(0, h.coversLeft-h.maxMinusMin)
}

// Level returns the level of the node: the number of choices on the way to it.
func (v View) Level() int { return len(v.search.branchPath) }

// Depth returns the number of options chosen on the way to the node, by branches or by a filter.
func (v View) Depth() int { return len(v.search.chosenNodes) }

// Options yields the options of an active item that are still possible, in the order in which the
// search tries them. The links must not change meanwhile.
func (v View) Options(i matrix.ItemID) iter.Seq[matrix.OptionID] {
	return func(yield func(matrix.OptionID) bool) {
		head := int32(i) + 1
		for x := v.search.nodes[head].down; x != head; x = v.search.nodes[x].down {
			if !yield(v.search.optionAt(x)) {
				return
			}
		}
	}
}

// ChosenOptions returns a new slice of the options chosen on the way to the node, in order.
func (v View) ChosenOptions() []matrix.OptionID {
	out := make([]matrix.OptionID, len(v.search.chosenNodes))
	for k, x := range v.search.chosenNodes {
		out[k] = v.search.optionAt(x)
	}
	return out
}

// Problem returns the problem that is searched.
func (v View) Problem() *matrix.Problem { return v.search.problem }

// Hash returns a number that depends only on the choices on the way to the node. It makes choosers
// with random choices deterministic.
func (v View) Hash() uint64 {
	h := uint64(len(v.search.branchPath))
	for _, x := range v.search.chosenNodes {
		h = (h ^ uint64(v.search.optionAt(x))) * 0x100000001b3 // FNV-1a, by options
	}
	return h
}

// Filter prunes options that are in no solution below a node, and chooses options that are in every solution below the
// node. Prune is called once for each node that has active items, before the chooser. It returns false if the node has
// no solution below it. The search undoes the changes when it leaves the node, so a filter without state of its own has
// nothing to undo.
//
// A filter must be sound: an option that it removes must be in no solution with the options chosen so far, and an
// option that it chooses must be in every such solution. Then the filter never changes the set of solutions.
type Filter interface {
	Prune(*Node) bool
}

// CountingFilter is a filter with counters that become part of the stats of the search. Mems returns the number of
// words of memory that it has read and written, and Counts its other counters, which always have the same names.
type CountingFilter interface {
	Filter
	Mems() int64
	Counts() []search.FilterCount
}

// Node is a search node that a filter can change: a view, with methods that remove and choose options.
type Node struct {
	View
}

// Remove takes an option out of the lists of all its items, until the search leaves the node. The
// option must be alive. It must not be called inside a loop over Options.
func (n *Node) Remove(o matrix.OptionID) {
	if n.search.settings.Tracer != nil {
		n.search.traceOption(search.Prunes, "pruned: ", o)
	}
	n.search.removeOption(o)
}

// Choose chooses an option, until the search leaves the node. The option must be alive. It must not
// be called inside a loop over Options.
func (n *Node) Choose(o matrix.OptionID) {
	s := n.search
	if s.settings.Tracer != nil {
		s.traceOption(search.Moves, "forced: ", o)
	}
	x := s.firstNodes[o]
	s.removeOption(o)
	s.undoList = append(s.undoList, ^x)
	s.commit(x)
	s.chooseOption(x)
}

// IsPossible reports whether an option can still be chosen.
func (n *Node) IsPossible(o matrix.OptionID) bool { return n.search.isAlive(n.search.firstNodes[o]) }

// IsCoverable reports whether an item may be covered again.
func (n *Node) IsCoverable(i matrix.ItemID) bool { return n.search.headers[i+1].coversLeft > 0 }

// RemovedCount returns the number of options that have left the lists on the way to the node: those that share an item
// with a chosen option, and those that a filter or a nogood removed.
func (n *Node) RemovedCount() int { return len(n.search.removedNodes) }

// RemovedOption returns the option at index k, counted from 0, of the options that have left the lists, in the order of
// leaving.
func (n *Node) RemovedOption(k int) matrix.OptionID {
	return n.search.optionAt(n.search.removedNodes[k])
}
