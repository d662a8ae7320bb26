package search

import (
	"slices"

	"quadrille/runtime/matrix"
)

// CellSet is a condition on solutions: the cells that the chosen options put into a set must be connected. Cells are
// numbered from 0.
type CellSet struct {
	// Neighbours lists the neighbours of each cell.
	Neighbours [][]int32
	// OptionsWith lists for each cell the options that put it into the set. OptionsWithout lists those that leave
	// it out. Every solution has exactly one of these options. A cell without such options is in
	// the set if it is Given.
	OptionsWith, OptionsWithout [][]matrix.OptionID
	Given                       []bool // whether a cell that no option decides is in the set, by cell
	NeedsOne                    bool   // whether at least one cell must be in the set
}

// NewCellTest returns a function that reports whether the cells that a solution chooses are connected in
// each set, and whether there are any where there must be. One goroutine may call it.
func NewCellTest(sets []*CellSet) func(matrix.Solution) bool {
	chosen, queue := make([][]bool, len(sets)), []int32{}
	cellsOf := map[matrix.OptionID][][2]int32{} // by option: numbers of a set and of a cell that it puts in
	for k, s := range sets {
		chosen[k] = make([]bool, len(s.Neighbours))
		for c, options := range s.OptionsWith {
			for _, o := range options {
				cellsOf[o] = append(cellsOf[o], [2]int32{int32(k), int32(c)})
			}
		}
	}
	return func(solution matrix.Solution) bool {
		for k, s := range sets {
			copy(chosen[k], s.Given)
		}
		for _, o := range solution {
			for _, at := range cellsOf[o] {
				chosen[at[0]][at[1]] = true
			}
		}
		for k, s := range sets {
			first := slices.Index(chosen[k], true)
			if first < 0 {
				if s.NeedsOne {
					return false
				}
				continue
			}
			queue, chosen[k][first] = append(queue[:0], int32(first)), false
			for n := 0; n < len(queue); n++ {
				for _, d := range s.Neighbours[queue[n]] {
					if chosen[k][d] {
						chosen[k][d] = false
						queue = append(queue, d)
					}
				}
			}
			if slices.Contains(chosen[k], true) {
				return false
			}
		}
		return true
	}
}
