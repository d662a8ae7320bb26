package lower

import (
	"slices"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/runtime/matrix"
)

// ConnectedCells is a set of cells of a board; those that have a symbol must be connected. No items express
// this: solutions that break it are dropped.
type ConnectedCells struct {
	// Neighbours are the neighbours of each cell, by number.
	Neighbours [][]int32
	// In are the options of each cell that give it the symbol. Out are those that give it another symbol, or
	// cover it without one. A cell without options has the symbol if it is Given.
	In, Out [][]matrix.OptionID
	Given   []bool
	// Loop reports whether at least one cell must have the symbol.
	Loop bool
}

// newConnectedCells returns the cells of a grid, without options.
func newConnectedCells(grid *lattice.Grid) ConnectedCells {
	n := len(grid.Cells)
	return ConnectedCells{Neighbours: grid.NeighbourNumbers(), In: make([][]matrix.OptionID, n),
		Out: make([][]matrix.OptionID, n), Given: make([]bool, n)}
}

// collectConnected collects the options of the cells of boards whose cells must be connected.
func (r *Result) collectConnected() {
	if pack := r.puzzle.Packing; pack != nil && pack.Connected.IsKnown() {
		r.connectEmpty(pack)
	}
	f := r.puzzle.Filling
	if f == nil {
		return
	}
	grid := f.Board.NewGrid()
	cellOf := map[matrix.ItemID]int32{} // by item: the cell that is not given
	for o, origin := range r.Origins {
		if origin.Filled {
			cellOf[r.Candidates.Option(matrix.OptionID(o))[0].Item] = grid.Number(origin.Line[0])
		}
	}
	for _, k := range f.ConnectedRules {
		j := newConnectedCells(grid)
		j.Loop = k.Loop
		for at, c := range grid.Cells {
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

// connectEmpty collects the options that leave a cell empty, and those that cover it.
func (r *Result) connectEmpty(pack *model.Packing) {
	grid := pack.Board.NewGrid()
	j := newConnectedCells(grid)
	cellOf := map[string]int32{}
	for at, c := range grid.Cells {
		cellOf[pack.Board.Lattice.CellName(c)] = int32(at)
	}
	for o := range r.Origins {
		list := j.Out
		if r.Origins[o].Empty {
			list = j.In
		}
		for _, e := range r.Candidates.Option(matrix.OptionID(o)) {
			if at, isCell := cellOf[r.Candidates.Name(e.Item)]; isCell {
				list[at] = append(list[at], matrix.OptionID(o))
			}
		}
	}
	r.ConnectedSets = append(r.ConnectedSets, j)
}

// IsConnected reports whether a solution connects the cells that must be connected.
func (r *Result) IsConnected(s matrix.Solution) bool {
	if len(r.ConnectedSets) == 0 {
		return true // the fast path: this is called for each candidate of every puzzle
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

// componentSize returns the number of cells in a set, and whether they are connected.
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
