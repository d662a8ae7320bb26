package dlx

import (
	"iter"

	"quadrille/runtime/matrix"
)

// View is what a chooser sees of a search node. The active items stand in a
// list:
//
//	for i := v.First(); i >= 0; i = v.Next(i) { … }
type View struct {
	search *Search
}

// First returns the first active item, or a negative number if there is none.
func (v View) First() matrix.ItemID { return v.Next(-1) }

// Next returns the active item after i, or a negative number after the last.
func (v View) Next(i matrix.ItemID) matrix.ItemID {
	return matrix.ItemID(v.search.headers[i+1].right - 1)
}

// Branches returns the number of branches that the node gets if it branches
// on i. For an item that is covered once it is the number of its options.
func (v View) Branches(i matrix.ItemID) int32 { return branches(&v.search.headers[i+1]) }

// Level returns the level of the node: the number of choices on the way to it.
func (v View) Level() int { return len(v.search.path) }

// Options runs over the options of an active item that are still possible, in
// the order in which they would be tried. The links must not change meanwhile.
func (v View) Options(i matrix.ItemID) iter.Seq[matrix.OptionID] {
	return func(yield func(matrix.OptionID) bool) {
		head := int32(i) + 1
		for x := v.search.nodes[head].down; x != head; x = v.search.nodes[x].down {
			if !yield(v.search.option(x)) {
				return
			}
		}
	}
}

// Chosen returns the options chosen on the way to the node, in order. The slice
// is the caller's.
func (v View) Chosen() []matrix.OptionID {
	out := make([]matrix.OptionID, len(v.search.chosen))
	for k, x := range v.search.chosen {
		out[k] = v.search.option(x)
	}
	return out
}

// Problem returns the problem that is searched.
func (v View) Problem() *matrix.Problem { return v.search.problem }

// Hash returns a number that depends on the choices on the way to the node, and
// on nothing else: for choosers that choose at random, and always alike.
func (v View) Hash() uint64 {
	h := uint64(len(v.search.path))
	for _, x := range v.search.chosen {
		h = (h ^ uint64(v.search.option(x))) * 0x100000001b3 // FNV-1a, by options
	}
	return h
}
