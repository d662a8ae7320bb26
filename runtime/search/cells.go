package search

import "quadrille/runtime/matrix"

// CellSet is a set of cells whose chosen cells must be connected in its graph.
type CellSet struct {
	// Neighbours lists the neighbours of each cell.
	Neighbours [][]int32
	// In lists for each cell the options that put it into the set. Out lists the options that leave
	// it out. Every solution has exactly one of these options. A cell without such options is in
	// the set if it is Given.
	In, Out [][]matrix.OptionID
	Given   []bool
}
