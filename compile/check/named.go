package check

import (
	"cmp"
	"maps"
	"slices"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/source"
)

// NameInfo describes a name of a file for an editor. If the declaration has an error, only Name, Kind and Span are set.
type NameInfo struct {
	Name string
	// Kind is parameter, table, list, shape, board, piece or set; "item" for a family of items; or "word" for a word of
	// a list.
	Kind string
	// Span is the place of the name in its declaration, perhaps in another file. It is the zero span for items that a
	// statement makes.
	Span       source.Span
	ParamValue int64 // value of a parameter
	// TableRows holds the rows of a table.
	TableRows [][]int64
	Lattice   *lattice.Lattice // lattice of a shape, board or piece; nil if none is known
	// Cells are the cells of a shape, board or piece that must be covered, OptionalCells those that may be.
	Cells, OptionalCells lattice.Shape
	Piece                *model.Piece
	SetPieces            []*model.PackedPiece // pieces of the set, if the name is a set
	CellLabels           []string             // labels of the cells of a board, in alphabetical order
}

// describeNames describes the names that the file can use, and its families of items, sorted by name.
func (c *checker) describeNames() []NameInfo {
	var out []NameInfo
	for _, e := range c.namesInScope {
		n := NameInfo{Name: e.name, Kind: e.kind, Span: e.nameSpan}
		if e.hasValue {
			n.ParamValue, n.TableRows, n.Lattice, n.Piece = e.paramValue, e.tableRows, e.lattice, e.piece
			n.Cells, n.OptionalCells = e.shapeRegion.cells, e.shapeRegion.optionalCells
			if e.board != nil {
				n.CellLabels = slices.Sorted(maps.Values(e.board.CellLabels))
			}
			for _, m := range e.setMembers {
				n.SetPieces = append(n.SetPieces, &model.PackedPiece{Piece: m.piece, Copies: m.copyRange,
					PieceChoice: m.pieceChoice})
			}
		}
		out = append(out, n)
	}
	for name, f := range c.itemFamilies {
		out = append(out, NameInfo{Name: name, Kind: "item", Span: f.declarationSpan})
	}
	for name := range c.familiesOutsideCore {
		if c.itemFamilies[name] == nil {
			out = append(out, NameInfo{Name: name, Kind: "item"})
		}
	}
	for _, word := range c.vocabulary.WordTexts() {
		if c.namesInScope[word] == nil && c.itemFamilies[word] == nil {
			out = append(out, NameInfo{Name: word, Kind: "word"})
		}
	}
	slices.SortFunc(out, func(a, b NameInfo) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name),
			cmp.Compare(a.Kind, b.Kind))
	})
	return out
}
