package lower

import (
	"slices"

	"quadrille/runtime/matrix"
)

// ConnectedCells is cells of a board of which those with a symbol must be connected. That is no
// matter of items: solutions in which they are not are dropped.
type ConnectedCells struct {
	// Neighbours are those of each cell.
	Neighbours [][]int32
	// In are the options of each cell that give it the symbol, and Out those that give it
	// another one, or cover it in place of one. A cell without options has the symbol if it is Given.
	In, Out [][]matrix.OptionID
	Given   []bool
	// Loop says that there must be such cells.
	Loop bool
}

// collectConnected collects the options of the cells of boards whose cells must be connected.
func (r *Result) collectConnected() {
	f := r.puzzle.Filling
	if f == nil {
		return
	}
	grid := f.Board.NewGrid()
	n := len(grid.Cells)
	cellOf := map[matrix.ItemID]int32{} // the cells that are not given, by item
	for o, origin := range r.Origins {
		if origin.Filled {
			cellOf[r.Candidates.Option(matrix.OptionID(o))[0].Item] = grid.Number(origin.Line[0])
		}
	}
	for _, k := range f.Joined {
		j := ConnectedCells{Neighbours: make([][]int32, n), In: make([][]matrix.OptionID, n),
			Out: make([][]matrix.OptionID, n), Given: make([]bool, n), Loop: k.Loop}
		for at, c := range grid.Cells {
			for _, d := range grid.NeighboursOf(c) {
				j.Neighbours[at] = append(j.Neighbours[at], grid.Number(d))
			}
			v, given := f.Given[c]
			j.Given[at] = given && v == k.Symbol
		}
		for o, origin := range r.Origins {
			list := j.Out
			if origin.Filled && origin.Letters[0] == f.Symbols[k.Symbol] {
				list = j.In
			}
			for _, e := range r.Candidates.Option(matrix.OptionID(o)) {
				if at, isCell := cellOf[e.Item]; isCell {
					list[at] = append(list[at], matrix.OptionID(o))
				}
			}
		}
		r.ConnectedSets = append(r.ConnectedSets, j)
	}
}

// IsConnected reports whether the cells that must be connected are, in a solution.
func (r *Result) IsConnected(s matrix.Solution) bool {
	if len(r.ConnectedSets) == 0 {
		return true // as for most puzzles, of which each candidate is asked
	}
	chosen := make(map[matrix.OptionID]bool, len(s))
	for _, o := range s {
		chosen[o] = true
	}
	for _, j := range r.ConnectedSets {
		has := func(cell int) bool {
			return j.Given[cell] || slices.ContainsFunc(j.In[cell], func(o matrix.OptionID) bool { return chosen[o] })
		}
		if size, connected := componentSize(j.Neighbours, has); !connected || j.Loop && size == 0 {
			return false
		}
	}
	return true
}

// componentSize counts the cells that are in a set, and tells whether they are connected.
func componentSize(neighbours [][]int32, in func(cell int) bool) (size int, connected bool) {
	seen := make([]bool, len(neighbours))
	n := 0
	for c := range neighbours {
		if seen[c] || !in(c) {
			continue
		}
		n++
		seen[c] = true
		for stack := []int32{int32(c)}; len(stack) > 0; {
			at := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			size++
			for _, d := range neighbours[at] {
				if !seen[d] && in(int(d)) {
					seen[d] = true
					stack = append(stack, d)
				}
			}
		}
	}
	return size, n <= 1
}
