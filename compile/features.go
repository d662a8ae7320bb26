package compile

import (
	"slices"

	"quadrille/compile/latin"
	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/runtime/format"
)

// Feature is a property of puzzles, with the formats that can express it. In any other format the file would have other
// solutions, so [Program.WriteDump] returns an error then.
type Feature struct {
	// Name is the name of the feature, a plural noun.
	Name string
	// InItems reports whether the items and options of the matrix express the feature. Then every format of matrices
	// can express it, within the limits of [format.MatrixFeatures]. Otherwise no format of matrices can.
	InItems bool
	// Formats lists the formats of puzzles that can express the feature: polyominoes, latin, sudoku.
	Formats []format.Format

	// isUsedBy reports whether a program uses the feature.
	isUsedBy func(*Program) bool
}

// IsUsed reports whether a puzzle uses the feature.
func (f Feature) IsUsed(p *Program) bool { return f.isUsedBy(p) }

// formatContents describes, for each format of puzzles, the puzzles that it can express.
var formatContents = map[format.Format]string{
	format.Polyominoes: "packings of squares",
	latin.SquareFormat: "squares with rules for rows and columns alone",
	latin.LineFormat:   "squares with square boxes and no further rules",
}

// Features returns all features of puzzles, in the order of spec.md. The table in docs/formats.md is generated from
// this list.
func Features() []Feature {
	one := []Feature{
		unrepresentedFeature("one solution of each class"),
		unrepresentedFeature("connected cells"),
		unrepresentedFeature("connected cells that stay empty"),
		unrepresentedFeature("one loop"),
		unrepresentedFeature("connected regions of more than six cells"),
		unrepresentedFeature("connected pieces"),
	}
	return slices.Concat(one, packingFeatures(), []Feature{
		itemFeature("men on cells", func(m *model.Puzzle) bool { return m.Chessmen != nil }),
		itemFeature("men that stand symmetrically",
			func(m *model.Puzzle) bool { return m.Chessmen != nil && len(m.Chessmen.RequiredSymmetries) > 0 }),
	}, squareFeatures(), []Feature{
		itemFeature("words", func(m *model.Puzzle) bool { return m.WordPuzzle != nil }),
		itemFeature("dissections", func(m *model.Puzzle) bool { return m.Dissection != nil }),
		{Name: "items and options of the core", InItems: true, isUsedBy: func(p *Program) bool {
			return p.IsMadeFromMatrix() || len(p.Puzzle.ItemDeclarations)+len(p.Puzzle.OptionDeclarations) > 0
		}},
		itemFeature("options that count several times",
			func(m *model.Puzzle) bool { return len(m.CountedFamilies) > 0 }),
		itemFeature("options that are forbidden together",
			func(m *model.Puzzle) bool { return len(m.ForbidRules) > 0 }),
		{Name: "best solutions", InItems: true, isUsedBy: func(p *Program) bool { return p.Goal() != nil }},
		itemFeature("further statements", func(m *model.Puzzle) bool { return len(m.FillingStatementKinds()) > 1 }),
	})
}

// unrepresentedFeature returns a feature that no matrix expresses. Its name is one of the extra constraints of a
// program.
func unrepresentedFeature(name string) Feature {
	return Feature{Name: name, isUsedBy: func(p *Program) bool { return p.ConstraintsBeyondMatrix() == name }}
}

// itemFeature returns a feature that matrices and the given formats of puzzles can express.
func itemFeature(name string, used func(*model.Puzzle) bool, formats ...format.Format) Feature {
	return Feature{Name: name, InItems: true, Formats: formats,
		isUsedBy: func(p *Program) bool { return used(p.Puzzle) }}
}

// packingFeatures returns the features of the statement pack.
func packingFeatures() []Feature {
	pack := func(name string, used func(*model.Packing) bool, formats ...format.Format) Feature {
		return itemFeature(name, func(m *model.Puzzle) bool { return m.Packing != nil && used(m.Packing) }, formats...)
	}
	piece := func(name string, used func(*model.PackedPiece) bool, formats ...format.Format) Feature {
		return pack(name, func(m *model.Packing) bool { return slices.ContainsFunc(m.Pieces, used) }, formats...)
	}
	isUsedOnce := func(k *model.PackedPiece) bool {
		return k.Copies == model.Once || k.Copies == model.CountRange{Min: 0, Max: 1}
	}
	kept := func(k *model.PackedPiece, in bool) bool {
		return slices.ContainsFunc(k.PlacementLimits,
			func(keep model.PlacementLimit) bool { return (keep.Cells != nil) == in })
	}
	return []Feature{
		pack("packings of squares", func(m *model.Packing) bool { return m.Board.Lattice == lattice.Square },
			format.Polyominoes),
		pack("boards of other lattices", func(m *model.Packing) bool { return m.Board.Lattice != lattice.Square }),
		pack("boards whose edges are joined", func(m *model.Packing) bool { return m.Board.IsWrapped() }),
		pack("optional cells", func(m *model.Packing) bool { return len(m.Board.OptionalCells) > 0 }),
		pack("empty cells", func(m *model.Packing) bool { return m.EmptyCellRule != nil }),
		pack("empty cells of a part of the board", func(m *model.Packing) bool { return len(m.EmptyPartRules) > 0 }),
		piece("pieces that are used once, or once at most", isUsedOnce, format.Polyominoes),
		piece("other numbers of copies", func(k *model.PackedPiece) bool { return !isUsedOnce(k) }),
		piece("choices of so many from a set", func(k *model.PackedPiece) bool { return k.PieceChoice != nil }),
		piece("pieces that keep to orientations", func(k *model.PackedPiece) bool { return kept(k, false) },
			format.Polyominoes),
		piece("pieces that keep to a part of the board", func(k *model.PackedPiece) bool { return kept(k, true) }),
		piece("fixed pieces", func(k *model.PackedPiece) bool { return len(k.FixedPlaces) > 0 }),
		pack("sides with colors", (*model.Packing).HasSides),
		pack("borders with a color", func(m *model.Packing) bool { return m.BorderColor != 0 }),
		pack("colors that match those of the board", func(m *model.Packing) bool { return m.MustMatchColors }),
		pack("pieces that are apart", func(m *model.Packing) bool { return len(m.Separations) > 0 }),
		pack("lines and corners that pieces lie across", func(m *model.Packing) bool { return len(m.Seams) > 0 }),
		piece("regions that are found", func(k *model.PackedPiece) bool { return k.FoundRegion != nil }),
		pack("packings that are symmetric", func(m *model.Packing) bool { return len(m.RequiredSymmetries) > 0 }),
	}
}

// squareFeatures returns the features of the statements latin and fill.
func squareFeatures() []Feature {
	fill := func(name string, used func(*model.Filling) bool, formats ...format.Format) Feature {
		return itemFeature(name, func(m *model.Puzzle) bool { return m.Filling != nil && used(m.Filling) }, formats...)
	}
	square := func(name string, used func(_ *Program, plain, isSudoku bool) bool, formats ...format.Format) Feature {
		return Feature{Name: name, InItems: true, Formats: formats, isUsedBy: func(p *Program) bool {
			_, plain, isSudoku := p.GivenSquare()
			return p.Puzzle.Filling != nil && p.Puzzle.Filling.LatinOrder > 0 && used(p, plain, isSudoku)
		}}
	}
	return []Feature{
		square("Latin squares of rows and columns", func(_ *Program, plain, _ bool) bool { return plain },
			latin.SquareFormat),
		square("square boxes", func(_ *Program, _, isSudoku bool) bool { return isSudoku }, latin.LineFormat),
		square("diagonals, regions and other boxes",
			func(_ *Program, plain, isSudoku bool) bool { return !plain && !isSudoku }),
		fill("orthogonal mates", func(f *model.Filling) bool {
			return slices.ContainsFunc(f.DistinctUnits,
				func(u model.DistinctUnit) bool { return u.ItemFamily == "mate" })
		}),
		square("broken swaps", func(p *Program, _, _ bool) bool { return p.BreaksSwaps() }),
		fill("other boards with symbols", func(f *model.Filling) bool { return f.LatinOrder == 0 }),
		fill("rules on cells", func(f *model.Filling) bool {
			return len(f.Separations)+len(f.LessRules)+len(f.RuleAutomata)+len(f.SymbolCountRules)+
				len(f.ConnectedRules) > 0
		}),
	}
}
