package check

import (
	"cmp"
	"maps"
	"slices"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/source"
)

// NameInfo describes a name in a file for an editor. After an error in its declaration only Kind and Span are
// set.
type NameInfo struct {
	Name string
	// Kind is parameter, table, list, shape, board, piece or set; item for a family of items, word for a word of a list.
	Kind string
	// the name in its declaration, perhaps in another file; zero for items that a statement makes
	Span    source.Span
	Number  int64 // value of a parameter
	Table   [][]int64
	Lattice *lattice.Lattice // lattice of a shape, board or piece; nil if there is no value
	// Cells and Optional are the cells of a shape, board or piece.
	Cells, Optional lattice.Shape
	Piece           *model.Piece
	Pieces          []*model.PackedPiece // pieces of a set
	Labels          []string             // labels of the cells of a board, sorted
}

// listNames describes the names in the scope of the file and the families of items, sorted by name.
func (c *checker) listNames() []NameInfo {
	var out []NameInfo
	for _, e := range c.scope {
		n := NameInfo{Name: e.name, Kind: e.kind, Span: e.span}
		if e.valid {
			n.Number, n.Table, n.Lattice, n.Piece = e.param, e.table, e.lattice, e.piece
			n.Cells, n.Optional = e.shape.cells, e.shape.optional
			if e.board != nil {
				n.Labels = slices.Sorted(maps.Values(e.board.Labels))
			}
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
	for _, word := range c.words.Texts() {
		if c.scope[word] == nil && c.families[word] == nil {
			out = append(out, NameInfo{Name: word, Kind: "word"})
		}
	}
	slices.SortFunc(out, func(a, b NameInfo) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name),
			cmp.Compare(a.Kind, b.Kind))
	})
	return out
}
