package search

import "quadrille/runtime/matrix"

// CellSet is a condition on solutions: the cells that the chosen options put into a set must be connected. Cells are
// numbered from 0.
type CellSet struct {
	// Neighbours lists the neighbours of each cell.
	Neighbours [][]int32
	// OptionsWith lists for each cell the options that put it into the set. Out lists the options that leave
	// it out. Every solution has exactly one of these options. A cell without such options is in
	// the set if it is Given.
	OptionsWith, OptionsWithout [][]matrix.OptionID
	Given                       []bool // whether a cell that no option decides is in the set, by cell
}
