package compile

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"quadrille/compile/lattice"
	"quadrille/compile/lower"
	"quadrille/compile/model"
	"quadrille/lang/source"
	"quadrille/runtime/engine/staged"
	"quadrille/runtime/matrix"
)

// Placement is an element of a solution: a piece or a chessman on its cells, letters on cells, or the items of an
// option of the core.
type Placement struct {
	// kind of the statement that makes the placement, as in [model.Puzzle.FillingStatementKinds]; "" for the core
	StatementKind string
	PieceName     string // name of the piece or of the chessman; "" for letters and the core
	Orientation   int    // index of the orientation of a piece in a packing
	Cells         []lattice.Cell
	TargetCells   []lattice.Cell // in a dissection, for each of Cells the cell to which it moves
	Letters       []string       // for each of Cells its letter, if the placement is about letters
	Items         []string       // names of the items in the matrix, with their colors
	// IsCellByCell reports whether the piece is a region found cell by cell, so that each of its cells is an option.
	IsCellByCell bool
}

// Name returns the name of what the placement puts on its cells: a piece, a chessman or letters.
func (pl Placement) Name() string { return pl.PieceName + strings.Join(pl.Letters, "") }

// Parts returns the placement in parts that a person can state one by one. A piece or a chessman is one part; each
// letter, and each cell of a region found cell by cell, is a part of its own. An option of the core has no parts.
func (pl Placement) Parts() (parts []Placement) {
	if pl.IsCellByCell {
		for k := range pl.Cells {
			part := pl
			part.Cells = pl.Cells[k : k+1]
			parts = append(parts, part)
		}
		return parts
	}
	if pl.PieceName != "" {
		return []Placement{pl}
	}
	for k := range pl.Letters {
		part := pl
		part.Cells, part.Letters = pl.Cells[k:k+1], pl.Letters[k:k+1]
		parts = append(parts, part)
	}
	return parts
}

// Decode returns the placements of a solution: the givens of a Latin square, then the pieces, chessmen or letters in
// the order of the puzzle, then the options of the core. Empty cells are left out. On a wrapped board cells
// have the coordinates of the declaration.
func (p *Program) Decode(s matrix.Solution) []Placement {
	defer source.BlameBug("decoding a solution of", p.questionSpan)
	out := append(p.givenPlacements(), p.OptionMeanings(slices.Sorted(slices.Values(s)))...)
	if p.Puzzle.Dissection != nil {
		out = append(out, p.DecodeDissection(p.lowered.StagedSolution(s))...)
	}
	return out
}

// OptionMeanings returns the placements that options stand for, as [Program.OptionMeaning] does. The cells of a region
// found cell by cell become one placement.
func (p *Program) OptionMeanings(options []matrix.OptionID) (out []Placement) {
	for _, o := range options {
		out = append(out, p.OptionMeaning(o)...)
	}
	return JoinRegionCells(out)
}

// JoinRegionCells joins the placements of the cells of each region that is found cell by cell.
func JoinRegionCells(placements []Placement) []Placement {
	isCell := func(pl Placement) bool { return pl.IsCellByCell }
	if !slices.ContainsFunc(placements, isCell) {
		return placements
	}
	var joined []Placement
	indexOfRegion := map[string]int{} // index in joined of each such region
	hasItem := map[string]bool{}      // whether an item of a region is listed, by the names of both
	for _, pl := range placements {
		if !isCell(pl) {
			joined = append(joined, pl)
			continue
		}
		k, known := indexOfRegion[pl.PieceName]
		if !known {
			k = len(joined)
			indexOfRegion[pl.PieceName], joined = k, append(joined, pl)
			joined[k].Cells, joined[k].Items = nil, nil
		}
		joined[k].Cells = append(joined[k].Cells, pl.Cells...)
		for _, item := range pl.Items {
			if key := pl.PieceName + " " + item; !hasItem[key] {
				hasItem[key], joined[k].Items = true, append(joined[k].Items, item)
			}
		}
	}
	for _, k := range indexOfRegion {
		joined[k].Cells = lattice.NewShape(joined[k].Cells)
	}
	return joined
}

// OptionMeaning returns the placements that an option stands for. There are none if the option leaves a cell empty,
// only encodes a rule, or moves a cell of a dissection. There are several if only symmetric solutions are wanted.
func (p *Program) OptionMeaning(o matrix.OptionID) (out []Placement) {
	origin := &p.lowered.OptionOrigins[o]
	if origin.LeavesCellEmpty || origin.EncodesRuleOnly || origin.DissectionPieceNumber > 0 {
		return nil
	}
	out = append(out, p.placementOf(origin, o))
	for k := range origin.OtherOrigins {
		out = append(out, p.placementOf(&origin.OtherOrigins[k], o))
	}
	return out
}

// OptionOrigin returns the origin of an option: the record of what it stands for. The caller must not change it.
func (p *Program) OptionOrigin(o matrix.OptionID) *lower.Origin { return &p.lowered.OptionOrigins[o] }

// placementOf returns the placement for the origin of an option.
func (p *Program) placementOf(origin *lower.Origin, o matrix.OptionID) Placement {
	pl := Placement{
		StatementKind: statementKindOf(origin), Cells: origin.Cells(), Letters: origin.Letters,
		PieceName: origin.Chessman,
		Items:     p.lowered.CandidateProblem.OptionItems(o),
	}
	if origin.Piece != nil {
		pl.Cells = p.reduceCells(pl.Cells)
		pl.PieceName, pl.Orientation = origin.Piece.Name, int(origin.Orientation)
		if origin.Piece.FoundRegion != nil {
			pl.IsCellByCell = origin.IsRegionCell()
			pl.Orientation = 0 // the indices of the shapes of a region mean nothing to people
		}
	}
	return pl
}

// statementKindOf returns the kind of the statement that made an option.
func statementKindOf(o *lower.Origin) string {
	switch {
	case o.Piece != nil || o.LeavesCellEmpty:
		return "pack"
	case o.Chessman != "":
		return "place"
	case o.IsCellSymbol:
		return "fill"
	case o.LetterCells != nil:
		return "words"
	case o.DissectionPieceNumber > 0:
		return "dissect"
	}
	return ""
}

// LatticeOf returns the lattice of the cells of a placement.
func (p *Program) LatticeOf(pl Placement) *lattice.Lattice {
	if b := p.boardOf(pl.StatementKind); b != nil {
		return b.Lattice
	}
	return lattice.Square
}

// boardOf returns the board of the statement of a kind, or nil if there is none.
func (p *Program) boardOf(kind string) *model.Board {
	switch kind {
	case "pack":
		return p.Puzzle.Packing.Board
	case "place":
		return p.Puzzle.Chessmen.Board
	case "fill":
		return p.Puzzle.Filling.Board
	}
	return nil
}

// CellLabels returns the label of each cell of a placement, or nil if its board has none.
func (p *Program) CellLabels(pl Placement) (labels []string) {
	b := p.boardOf(pl.StatementKind)
	if b == nil || b.CellLabels == nil {
		return nil
	}
	for _, c := range pl.Cells {
		labels = append(labels, b.CellLabels[c])
	}
	return labels
}

// CellCoordinates returns the coordinates of the cells of a placement and, in a dissection, of the cells to which they
// move. There are as many coordinates for a cell as the lattice has axes.
func (p *Program) CellCoordinates(pl Placement) (cells, onto [][]int32) {
	return lattice.CellCoordinates(pl.Cells, len(p.LatticeOf(pl).AxisNames)), lattice.CellCoordinates(pl.TargetCells, 2)
}

// PieceMappings returns, for each piece of a dissection, the index of its mapping: the index of its shift times the
// number of motions, plus the index of its motion. The dissection is the argument found, if the staged search found it;
// if that is nil, it is a solution of the matrix.
func (p *Program) PieceMappings(s matrix.Solution, found *staged.Dissection) []int {
	if found == nil {
		cut := p.lowered.StagedSolution(s)
		found = &cut
	}
	return found.MappingOf
}

// DecodeDissection returns the placements of a dissection that the staged search found. A piece without cells has a
// placement as well, and one without a mapping has none, as in a part of a solution. The item of a placement is the
// item whose color is the mapping of the piece.
func (p *Program) DecodeDissection(found staged.Dissection) []Placement {
	var out []Placement
	for k, part := range p.lowered.StagedDissection.PiecesOfDissection(found) {
		if part.Mapping == "" {
			continue
		}
		item := fmt.Sprintf("piece[%d]:%s", k, part.Mapping)
		out = append(out, Placement{StatementKind: "dissect", PieceName: strconv.Itoa(k + 1), Cells: part.SourceCells,
			TargetCells: part.TargetCells,
			Items:       []string{item}})
	}
	return out
}

// givenPlacements returns the given symbols as placements, as no option has them.
func (p *Program) givenPlacements() []Placement {
	f := p.Puzzle.Filling
	if f == nil {
		return nil
	}
	given := Placement{StatementKind: "fill"}
	for _, c := range f.Board.AllCells() {
		if v, known := f.GivenSymbols[c]; known {
			given.Cells = append(given.Cells, c)
			given.Letters = append(given.Letters, f.Symbols[v])
		}
	}
	if given.Cells == nil {
		return nil
	}
	return []Placement{given}
}

// reduceCells replaces cells beyond a joined edge by the same cells on the board.
func (p *Program) reduceCells(cells []lattice.Cell) []lattice.Cell {
	pack := p.Puzzle.Packing
	if pack == nil || !pack.Board.IsWrapped() {
		return cells
	}
	g := pack.Board.NewGrid()
	out := make([]lattice.Cell, len(cells))
	for i, c := range cells {
		out[i] = g.Cells[g.CellNumber(c)]
	}
	return lattice.NewShape(out)
}
