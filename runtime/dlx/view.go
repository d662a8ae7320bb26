package dlx

import "quadrille/runtime/matrix"

// View is what a chooser sees of a search node. The active items stand in a
// list:
//
//	for i := v.First(); i >= 0; i = v.Next(i) { … }
type View struct {
	search *Search
}

// First returns the first active item.
func (v View) First() matrix.ItemID { return v.Next(-1) }

// Next returns the active item after i, or a negative number after the last.
func (v View) Next(i matrix.ItemID) matrix.ItemID {
	return matrix.ItemID(v.search.headers[i+1].right - 1)
}

// Branches returns the number of branches that the node gets if it branches
// on i. For an item that is covered once it is the number of its options.
func (v View) Branches(i matrix.ItemID) int32 { return branches(&v.search.headers[i+1]) }
