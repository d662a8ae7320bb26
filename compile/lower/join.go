package lower

import (
	"slices"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/runtime/matrix"
)

// ConnectedCells is a set of cells of a board of which those with certain symbols must be connected. In a packing the
// symbol stands for an empty cell, or for a cell of a region that is found cell by cell. No items of the matrix express
// this: solutions that break the rule are dropped after the search.
type ConnectedCells struct {
	// NeighbourNumbers holds, for each cell, the indices of its neighbours.
	NeighbourNumbers [][]int32
	// OptionsWithSymbol holds, for each cell, the options that give it the symbol. OptionsWithoutSymbol holds the
	// options that give it another symbol, or cover it without a symbol. A cell has the symbol as well if
	// HasSymbolByDefault is set for it and no option of OptionsWithoutSymbol is chosen: an optional cell that no piece
	// covers.
	OptionsWithSymbol, OptionsWithoutSymbol [][]matrix.OptionID
	HasSymbolByDefault                      []bool
	// NeedsSymbolCell reports whether at least one cell must have the symbol.
	NeedsSymbolCell bool
	// SymbolCellCount is the number of cells with the symbol that items of the matrix demand; 0 if they demand none.
	SymbolCellCount int
}

// newConnectedCells returns a ConnectedCells for the cells of a grid, without options.
func newConnectedCells(grid *lattice.Grid) ConnectedCells {
	n := len(grid.Cells)
	return ConnectedCells{NeighbourNumbers: grid.NeighbourNumbers(), OptionsWithSymbol: make([][]matrix.OptionID, n),
		OptionsWithoutSymbol: make([][]matrix.OptionID, n), HasSymbolByDefault: make([]bool, n)}
}

// collectConnectedSymbols collects, for each rule about connected cells, the options of the cells.
func (r *Result) collectConnectedSymbols() {
	if pack := r.puzzle.Packing; pack != nil {
		if pack.EmptyConnectedSpan.IsKnown() {
			r.collectConnectedEmptyCells(pack)
		}
		r.collectConnectedRegions(pack)
	}
	f := r.puzzle.Filling
	if f == nil {
		return
	}
	grid := f.Board.NewGrid()
	cellOf := map[matrix.ItemID]int32{} // for each item of an open cell, the index of the cell
	for o, origin := range r.OptionOrigins {
		if origin.IsCellSymbol {
			cellOf[r.CandidateProblem.Option(matrix.OptionID(o))[0].Item] = grid.CellNumber(origin.LetterCells[0])
		}
	}
	for _, k := range f.ConnectedRules {
		j := newConnectedCells(grid)
		j.NeedsSymbolCell = k.MustFormLoop
		for at, c := range grid.Cells {
			v, given := f.GivenSymbols[c]
			j.HasSymbolByDefault[at] = given && slices.Contains(k.Symbols, v)
		}
		for o, origin := range r.OptionOrigins {
			list := j.OptionsWithoutSymbol
			if origin.IsCellSymbol && slices.Contains(k.Symbols, slices.Index(f.Symbols, origin.Letters[0])) {
				list = j.OptionsWithSymbol
			}
			for _, e := range r.CandidateProblem.Option(matrix.OptionID(o)) {
				if at, isCell := cellOf[e.Item]; isCell {
					list[at] = append(list[at], matrix.OptionID(o))
				}
			}
		}
		r.ConnectedSets = append(r.ConnectedSets, j)
	}
}

// optionsByCell returns, for each cell of a packing, the options that cover it or leave it empty.
func (r *Result) optionsByCell(pack *model.Packing, grid *lattice.Grid) [][]matrix.OptionID {
	at := map[string]int{}
	for n, c := range grid.Cells {
		at[pack.Board.Lattice.CellName(c)] = n
	}
	lists := make([][]matrix.OptionID, len(grid.Cells))
	for i, options := range r.CandidateProblem.OptionsByItem() {
		if n, isCell := at[r.CandidateProblem.Name(matrix.ItemID(i))]; isCell {
			lists[n] = append(lists[n], options...)
		}
	}
	return lists
}

// collectConnectedEmptyCells collects, for each cell, the options that leave it empty and the options that cover it.
func (r *Result) collectConnectedEmptyCells(pack *model.Packing) {
	grid := pack.Board.NewGrid()
	j := newConnectedCells(grid)
	for at, options := range r.optionsByCell(pack, grid) {
		j.HasSymbolByDefault[at] = pack.Board.OptionalCells.HasCell(grid.Cells[at])
		for _, o := range options {
			list := j.OptionsWithoutSymbol
			if r.OptionOrigins[o].LeavesCellEmpty {
				list = j.OptionsWithSymbol
			}
			list[at] = append(list[at], o)
		}
	}
	r.ConnectedSets = append(r.ConnectedSets, j)
}

// collectConnectedRegions collects the options of each region that is found cell by cell. The set of a region has the
// cells that the region may contain.
func (r *Result) collectConnectedRegions(pack *model.Packing) {
	var regions []*model.PackedPiece
	optionsOfRegion := map[*model.PackedPiece][]matrix.OptionID{}
	for o := range r.OptionOrigins {
		if k := r.OptionOrigins[o].Piece; isRegionCell(k) {
			if optionsOfRegion[k] == nil {
				regions = append(regions, k)
			}
			optionsOfRegion[k] = append(optionsOfRegion[k], matrix.OptionID(o))
		}
	}
	if regions == nil {
		return
	}
	grid := pack.Board.NewGrid()
	optionsByCell := r.optionsByCell(pack, grid)
	for _, k := range regions {
		j := ConnectedCells{NeedsSymbolCell: true, SymbolCellCount: k.FoundRegion.CellCount,
			HasSymbolByDefault: make([]bool, len(optionsOfRegion[k]))}
		number := map[lattice.Cell]int32{} // for each cell, its index in the set
		for n, o := range optionsOfRegion[k] {
			cell := r.OptionOrigins[o].Cells()[0]
			number[cell] = int32(n)
			others := slices.Clone(optionsByCell[grid.CellNumber(cell)])
			j.OptionsWithSymbol = append(j.OptionsWithSymbol, []matrix.OptionID{o})
			j.OptionsWithoutSymbol = append(j.OptionsWithoutSymbol,
				slices.DeleteFunc(others, func(other matrix.OptionID) bool { return other == o }))
		}
		for _, o := range optionsOfRegion[k] {
			var list []int32
			for _, c := range grid.NeighboursOf(r.OptionOrigins[o].Cells()[0]) {
				if n, isReached := number[c]; isReached {
					list = append(list, n)
				}
			}
			j.NeighbourNumbers = append(j.NeighbourNumbers, list)
		}
		r.ConnectedSets = append(r.ConnectedSets, j)
	}
}

// IsConnected reports whether all cells that must be connected in a solution are connected.
func (r *Result) IsConnected(s matrix.Solution) bool {
	if len(r.ConnectedSets) == 0 {
		return true // shortcut for puzzles without such rules, as this is called for each solution
	}
	chosen := make(map[matrix.OptionID]bool, len(s))
	for _, o := range s {
		chosen[o] = true
	}
	for _, j := range r.ConnectedSets {
		has := func(cell int) bool {
			isChosen := func(o matrix.OptionID) bool { return chosen[o] }
			return slices.ContainsFunc(j.OptionsWithSymbol[cell], isChosen) ||
				j.HasSymbolByDefault[cell] && !slices.ContainsFunc(j.OptionsWithoutSymbol[cell], isChosen)
		}
		if size, connected := countSetCells(j.NeighbourNumbers, has); !connected || j.NeedsSymbolCell && size == 0 {
			return false
		}
	}
	return true
}

// countSetCells returns the number of cells of a set, given by the function in, and whether they are connected.
func countSetCells(neighbours [][]int32, in func(cell int) bool) (size int, connected bool) {
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
