package check

import (
	"cmp"
	"slices"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/source"
)

// NameInfo is what a name of a file stands for, for whoever shows it to people. What has no value,
// because of an error, has its kind and its place alone.
type NameInfo struct {
	Name string
	Kind string // parameter, table, shape, board, piece or set; item for a family of items
	// of the name where it is declared, which may be in another file; unknown of items that a statement makes
	Span    source.Span
	Number  int64 // of a parameter
	Table   [][]int64
	Lattice *lattice.Lattice // of a shape, a board or a piece; nil where there is no value
	// Cells and Optional are those of a shape, a board or a piece.
	Cells, Optional lattice.Shape
	Piece           *model.Piece
	Pieces          []*model.PackedPiece // of a set
}

// listNames lists what the names in the scope of the file stand for, and the families of items, by name.
func (c *checker) listNames() []NameInfo {
	var out []NameInfo
	for _, e := range c.scope {
		n := NameInfo{Name: e.name, Kind: e.kind, Span: e.span}
		if e.valid {
			n.Number, n.Table, n.Lattice, n.Piece = e.param, e.table, e.lattice, e.piece
			n.Cells, n.Optional = e.shape.cells, e.shape.optional
			for _, m := range e.set {
				n.Pieces = append(n.Pieces, &model.PackedPiece{Piece: m.piece, Copies: m.copies, Choice: m.choice})
			}
		}
		out = append(out, n)
	}
	for name, f := range c.families {
		out = append(out, NameInfo{Name: name, Kind: "item", Span: f.span})
	}
	for name := range c.madeFamilies {
		if c.families[name] == nil {
			out = append(out, NameInfo{Name: name, Kind: "item"})
		}
	}
	slices.SortFunc(out, func(a, b NameInfo) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name),
			cmp.Compare(a.Kind, b.Kind))
	})
	return out
}
