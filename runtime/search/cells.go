package search

import (
	"slices"

	"quadrille/runtime/matrix"
)

// CellSet is a condition on solutions: the cells that the chosen options put into a set must be connected. Cells are
// numbered from 0.
type CellSet struct {
	// NeighboursOfCell lists the neighbours of each cell.
	NeighboursOfCell [][]int32
	// IncludingOptions lists, for each cell, the options that put the cell into the set, and ExcludingOptions those
	// that leave the cell out. Every solution has exactly one option from these two lists. If a cell has no such
	// options, GivenCells tells whether the cell is in the set.
	IncludingOptions, ExcludingOptions [][]matrix.OptionID
	// for each cell, whether it is in the set from the start, if no option decides that
	GivenCells []bool
	NeedsCell  bool // whether at least one cell must be in the set
	// CellCount is the number of cells in the set, given ones included, if the items of the problem demand one number;
	// otherwise 0. Engines may use it to prune.
	CellCount int
}

// CountListedOptions returns the total length of all lists of options in the sets. A test of one state of the search
// looks up at most as many options.
func CountListedOptions(sets []*CellSet) (n int) {
	for _, s := range sets {
		for c := range s.NeighboursOfCell {
			n += len(s.IncludingOptions[c]) + len(s.ExcludingOptions[c])
		}
	}
	return n
}

// RenumberCellSets adapts sets of cells to a problem from which options were removed. The argument ids holds, for each
// remaining option, the id that is used in the given sets; nil means that no option was removed.
func RenumberCellSets(sets []*CellSet, ids []matrix.OptionID) (kept []*CellSet) {
	if ids == nil || sets == nil {
		return sets
	}
	numbers := make(map[matrix.OptionID]matrix.OptionID, len(ids))
	for now, before := range ids {
		numbers[before] = matrix.OptionID(now)
	}
	renumber := func(lists [][]matrix.OptionID) (out [][]matrix.OptionID) {
		for _, list := range lists {
			var left []matrix.OptionID
			for _, o := range list {
				if now, there := numbers[o]; there {
					left = append(left, now)
				}
			}
			out = append(out, left)
		}
		return out
	}
	for _, s := range sets {
		kept = append(kept, &CellSet{NeighboursOfCell: s.NeighboursOfCell,
			IncludingOptions: renumber(s.IncludingOptions),
			ExcludingOptions: renumber(s.ExcludingOptions), GivenCells: s.GivenCells, NeedsCell: s.NeedsCell,
			CellCount: s.CellCount})
	}
	return kept
}

// AppendConnected appends to the list the cell start, and all cells that are connected with start through cells for
// which in is true. It sets reached for each appended cell, and skips cells for which reached is already set. Both in
// and reached have an element for each cell.
func (s *CellSet) AppendConnected(list []int32, start int32, in, reached []bool) []int32 {
	from := len(list)
	list, reached[start] = append(list, start), true
	for ; from < len(list); from++ {
		for _, d := range s.NeighboursOfCell[list[from]] {
			if in[d] && !reached[d] {
				list, reached[d] = append(list, d), true
			}
		}
	}
	return list
}

// SeparationFinder finds the cells that connect a set. It looks at a state of the search, in which some cells can be in
// the set and some of these must be in it.
//
// All cells that must be in the set have to lie in one component of the graph of the cells that can be in it. A cell
// must also be in the set if without it two cells that must be in the set would be separated. Such a cell is a cut
// vertex (R. E. Tarjan, "Depth-first search and linear graph algorithms", SIAM J. Comput. 1, 1972).
type SeparationFinder struct {
	// for each cell, whether it can and whether it must be in the set; both are set by the caller
	MayBeIn, MustBeIn []bool
	CutVertices       []CutVertex // cut vertices that VisitFrom found
	set               *CellSet
	// discovery is, for each cell, its position in the order of visits, from 1 on; 0 before the visit. lowLink is
	// Tarjan's low link: the least such position that can be reached from the cell.
	discovery, lowLink []int32
	// cutOffCounts holds, for each cell, the number of cells that are reached from the start only through that cell.
	cutOffCounts []int32
	visitCount   int32 // number of cells visited
}

// CutVertex is a cell that lies on all paths between the start and another cell, the witness, which must be in the set.
type CutVertex struct{ Cell, Witness int32 }

// Begin prepares the finder for a set. Then the caller fills MayBeIn and MustBeIn.
func (f *SeparationFinder) Begin(set *CellSet) {
	n := len(set.NeighboursOfCell)
	if n > cap(f.MayBeIn) {
		f.MayBeIn, f.MustBeIn = make([]bool, n), make([]bool, n)
		f.discovery, f.lowLink, f.cutOffCounts = make([]int32, n), make([]int32, n), make([]int32, n)
	}
	f.set, f.visitCount, f.CutVertices = set, 0, f.CutVertices[:0]
	f.MayBeIn, f.MustBeIn, f.discovery, f.lowLink = f.MayBeIn[:n], f.MustBeIn[:n], f.discovery[:n], f.lowLink[:n]
	f.cutOffCounts = f.cutOffCounts[:n]
	clear(f.discovery)
	clear(f.cutOffCounts)
}

// VisitFrom walks depth first from a cell that must be in the set through the cells that can be in it.
func (f *SeparationFinder) VisitFrom(start int32) { f.visitCell(start, -1) }

// IsReached reports whether VisitFrom has reached a cell.
func (f *SeparationFinder) IsReached(cell int32) bool { return f.discovery[cell] > 0 }

// CountReached returns the number of cells that VisitFrom has reached.
func (f *SeparationFinder) CountReached() int { return int(f.visitCount) }

// CountReachedWithout returns the number of cells that VisitFrom would reach if the given cell were out of the set.
// VisitFrom must have reached that cell, and must not have started there.
func (f *SeparationFinder) CountReachedWithout(cell int32) int {
	return int(f.visitCount - 1 - f.cutOffCounts[cell])
}

// visitCell returns a cell that must be in the set and was first reached through cell c, or -1.
func (f *SeparationFinder) visitCell(c, parent int32) (witness int32) {
	f.visitCount++
	f.discovery[c], f.lowLink[c] = f.visitCount, f.visitCount
	witness = -1
	if f.MustBeIn[c] {
		witness = c
	}
	for _, d := range f.set.NeighboursOfCell[c] {
		switch {
		case !f.MayBeIn[d] || d == parent:
		case f.discovery[d] > 0:
			f.lowLink[c] = min(f.lowLink[c], f.discovery[d])
		default:
			before := f.visitCount
			below := f.visitCell(d, c)
			f.lowLink[c] = min(f.lowLink[c], f.lowLink[d])
			if f.lowLink[d] >= f.discovery[c] {
				f.cutOffCounts[c] += f.visitCount - before
			}
			if below < 0 {
				continue
			}
			if f.lowLink[d] >= f.discovery[c] && !f.MustBeIn[c] {
				f.CutVertices = append(f.CutVertices, CutVertex{c, below})
			}
			if witness < 0 {
				witness = below
			}
		}
	}
	return witness
}

// NewCellTest returns a function that reports whether the cells that a solution chooses are connected in each set, and
// whether a set that needs a cell has one. The function must not be called by several goroutines at once.
func NewCellTest(sets []*CellSet) func(matrix.Solution) bool {
	chosen, reached, queue := make([][]bool, len(sets)), make([][]bool, len(sets)), []int32{}
	// for each option: the index of a set, and the index of a cell that the option puts into that set
	cellsOf := map[matrix.OptionID][][2]int32{}
	for k, s := range sets {
		chosen[k], reached[k] = make([]bool, len(s.NeighboursOfCell)), make([]bool, len(s.NeighboursOfCell))
		for c, options := range s.IncludingOptions {
			for _, o := range options {
				cellsOf[o] = append(cellsOf[o], [2]int32{int32(k), int32(c)})
			}
		}
	}
	return func(solution matrix.Solution) bool {
		for k, s := range sets {
			copy(chosen[k], s.GivenCells)
		}
		for _, o := range solution {
			for _, at := range cellsOf[o] {
				chosen[at[0]][at[1]] = true
			}
		}
		for k, s := range sets {
			first := slices.Index(chosen[k], true)
			if first < 0 {
				if s.NeedsCell {
					return false
				}
				continue
			}
			clear(reached[k])
			queue = s.AppendConnected(queue[:0], int32(first), chosen[k], reached[k])
			if !slices.Equal(chosen[k], reached[k]) {
				return false
			}
		}
		return true
	}
}
