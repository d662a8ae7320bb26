package quadrille

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/runtime/format"
	"quadrille/runtime/matrix"
)

// Feature is a feature of puzzles, and the formats that can express it. A dump without it would have other
// solutions, so [Puzzle.WriteMatrix] then returns an error.
type Feature struct {
	// Name is a plural noun.
	Name string
	// InItems reports whether the matrix expresses the feature by items and options. Then every format of
	// matrices does, within the limits of [format.MatrixFeatures]. If not, none of them does.
	InItems bool
	// Formats are the formats of puzzles that can express it: polyominoes, latin, sudoku.
	Formats []format.Format

	used func(*Puzzle) bool
}

// IsUsed reports whether a puzzle uses the feature.
func (f Feature) IsUsed(p *Puzzle) bool { return f.used(p) }

// holds describes what the formats of puzzles can express.
var holds = map[format.Format]string{
	format.Polyominoes: "packings of squares",
	latinFormat:        "squares with rules for rows and columns alone",
	sudokuFormat:       "squares with square boxes and no further rules",
}

// Features returns the features of puzzles, in the order of spec.md. The table in docs/formats.md is generated
// from it.
func Features() []Feature {
	one := []Feature{
		unrepresentedFeature("one solution of each class"),
		unrepresentedFeature("connected cells"),
		unrepresentedFeature("one loop"),
		unrepresentedFeature("connected pieces"),
	}
	return slices.Concat(one, packingFeatures(), []Feature{
		itemFeature("men on cells", func(m *model.Puzzle) bool { return m.Placement != nil }),
		itemFeature("men that stand symmetrically", func(m *model.Puzzle) bool {
			return m.Placement != nil &&
				len(m.Placement.Symmetric) > 0
		}),
	}, squareFeatures(), []Feature{
		itemFeature("words", func(m *model.Puzzle) bool { return m.Words != nil }),
		itemFeature("dissections", func(m *model.Puzzle) bool { return m.Dissection != nil }),
		{Name: "items and options of the core", InItems: true, used: func(p *Puzzle) bool {
			m := p.program.Puzzle
			return p.isDump || len(m.Items)+len(m.Options) > 0
		}},
		itemFeature("options that count several times",
			func(m *model.Puzzle) bool { return len(m.CountedFamilies) > 0 }),
		itemFeature("options that are forbidden together", func(m *model.Puzzle) bool { return len(m.Forbids) > 0 }),
		itemFeature("further statements", func(m *model.Puzzle) bool { return len(m.Statements()) > 1 }),
	})
}

// unrepresentedFeature returns a feature that [Puzzle.ExtraConstraints] lists.
func unrepresentedFeature(name string) Feature {
	return Feature{Name: name, used: func(p *Puzzle) bool { return p.ExtraConstraints() == name }}
}

// itemFeature returns a feature that matrices and some formats of puzzles can express.
func itemFeature(name string, used func(*model.Puzzle) bool, formats ...format.Format) Feature {
	return Feature{Name: name, InItems: true, Formats: formats,
		used: func(p *Puzzle) bool { return used(p.program.Puzzle) }}
}

// packingFeatures are the features of pack.
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
		return slices.ContainsFunc(k.Keep, func(keep model.PieceLimit) bool { return (keep.In != nil) == in })
	}
	return []Feature{
		pack("packings of squares", func(m *model.Packing) bool { return m.Board.Lattice == lattice.Square },
			format.Polyominoes),
		pack("boards of other lattices", func(m *model.Packing) bool { return m.Board.Lattice != lattice.Square }),
		pack("boards whose edges are joined", func(m *model.Packing) bool { return m.Board.IsWrapped() }),
		pack("optional cells", func(m *model.Packing) bool { return len(m.Board.Optional) > 0 }),
		pack("empty cells", func(m *model.Packing) bool { return m.Empty != nil }),
		pack("empty cells of a part of the board", func(m *model.Packing) bool { return len(m.Empties) > 0 }),
		piece("pieces that are used once, or once at most", isUsedOnce, format.Polyominoes),
		piece("other numbers of copies", func(k *model.PackedPiece) bool { return !isUsedOnce(k) }),
		piece("choices of so many from a set", func(k *model.PackedPiece) bool { return k.Choice != nil }),
		piece("pieces that keep to orientations", func(k *model.PackedPiece) bool { return kept(k, false) },
			format.Polyominoes),
		piece("pieces that keep to a part of the board", func(k *model.PackedPiece) bool { return kept(k, true) }),
		piece("fixed pieces", func(k *model.PackedPiece) bool { return len(k.Fix) > 0 }),
		pack("sides with colors", (*model.Packing).HasSides),
		pack("borders with a color", func(m *model.Packing) bool { return m.Border != 0 }),
		pack("colors that match those of the board", func(m *model.Packing) bool { return m.Matched }),
		pack("pieces that are apart", func(m *model.Packing) bool { return len(m.Apart) > 0 }),
		pack("packings that are symmetric", func(m *model.Packing) bool { return len(m.Symmetric) > 0 }),
	}
}

// squareFeatures are the features of latin and fill.
func squareFeatures() []Feature {
	fill := func(name string, used func(*model.Filling) bool, formats ...format.Format) Feature {
		return itemFeature(name, func(m *model.Puzzle) bool { return m.Filling != nil && used(m.Filling) }, formats...)
	}
	square := func(name string, used func(p *Puzzle, plain, isSudoku bool) bool, formats ...format.Format) Feature {
		return Feature{Name: name, InItems: true, Formats: formats, used: func(p *Puzzle) bool {
			_, plain, isSudoku := p.program.GivenSquare()
			return p.program.Puzzle.Filling != nil && p.program.Puzzle.Filling.Order > 0 && used(p, plain, isSudoku)
		}}
	}
	return []Feature{
		square("Latin squares of rows and columns", func(_ *Puzzle, plain, _ bool) bool { return plain }, latinFormat),
		square("square boxes", func(_ *Puzzle, _, isSudoku bool) bool { return isSudoku }, sudokuFormat),
		square("diagonals, regions and other boxes", func(_ *Puzzle, plain,
			isSudoku bool) bool {
			return !plain && !isSudoku
		}),
		fill("orthogonal mates", func(f *model.Filling) bool { return f.Orthogonal != nil }),
		square("broken swaps", func(p *Puzzle, _, _ bool) bool {
			return p.program.Puzzle.BreakSwaps.IsKnown() || p.options.UpTo&Swaps != 0
		}),
		fill("other boards with symbols", func(f *model.Filling) bool { return f.Order == 0 }),
		fill("rules on cells", func(f *model.Filling) bool {
			return len(f.Apart)+len(f.Less)+len(f.Walks)+len(f.Counts)+len(f.Joined) > 0
		}),
	}
}

// unsupportedFeatures returns the names of the features of a puzzle that a format cannot express.
func (p *Puzzle) unsupportedFeatures(to format.Format) (names []string) {
	_, ofPuzzles := holds[to]
	for _, f := range Features() {
		if expressible := f.InItems && !ofPuzzles || slices.Contains(f.Formats, to); !expressible && f.IsUsed(p) {
			names = append(names, f.Name)
		}
	}
	return names
}

// ErrCandidates is the error if no format can express the whole puzzle: its matrix has more solutions, and is
// written only if [DumpOptions.Candidates] is set.
var ErrCandidates = errors.New("its matrix has more solutions than the puzzle")

// refusalError returns an error if a dump would have other solutions than the puzzle.
func (p *Puzzle) refusalError(d DumpOptions) error {
	to := format.Format(d.Format)
	names := p.unsupportedFeatures(to)
	if wants := p.ExtraConstraints(); wants != "" {
		if d.Candidates && holds[to] == "" {
			return nil
		}
		return fmt.Errorf("no format says %s, which this puzzle wants: %w", wants, ErrCandidates)
	}
	if len(names) == 0 {
		return nil
	}
	return fmt.Errorf("the format %s has %s, and no %s%s", to, holds[to], strings.Join(names, ", no "),
		p.writableFormats())
}

// writableFormats lists the formats that can express the whole puzzle.
func (p *Puzzle) writableFormats() string {
	m, err := p.program.Candidates()
	if err != nil {
		return ""
	}
	var names []string
	for _, info := range Formats() {
		lacks := func(f format.Feature) bool {
			_, used := f.Used(m)
			return used && !info.Says(f)
		}
		switch {
		case info.Boards || holds[info.Format] != "":
			if len(p.unsupportedFeatures(info.Format)) == 0 {
				names = append(names, string(info.Format))
			}
		case info.Writes && !slices.ContainsFunc(format.MatrixFeatures(), lacks):
			names = append(names, string(info.Format))
		}
	}
	last := len(names) - 1 // json can express every matrix
	return "; write " + strings.Join(names[:last], ", ") + " or " + names[last]
}

// checkSameSize returns an error unless the problem of a written text has the size of that of the puzzle. Every
// rule adds items or bars options, so a rule that is lost changes the size.
func (p *Puzzle) checkSameSize(to format.Format, read *matrix.Problem) error {
	m, err := p.program.Candidates()
	if err != nil {
		return err
	}
	size := func(m *matrix.Problem) [5]int {
		return [5]int{m.PrimaryCount(), m.ItemCount(), m.OptionCount(), m.EntryCount(), len(m.Nogoods())}
	}
	if size(m) != size(read) {
		return fmt.Errorf("the format %s has %s, and cannot say all of this puzzle%s", to, holds[to],
			p.writableFormats())
	}
	return nil
}
