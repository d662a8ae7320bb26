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

// Feature is something that a puzzle may ask, and which formats say it. A dump without it would have other
// solutions, so [Puzzle.WriteMatrix] refuses to write one.
type Feature struct {
	// Name is a plural noun.
	Name string
	// InItems says that the matrix has it, as items and options: then every format of matrices says it, as far as it
	// can say what [format.MatrixFeatures] lists. What the matrix does not have, no format says.
	InItems bool
	// Formats are those of puzzles that say it: polyominoes, latin, sudoku.
	Formats []format.Format

	used func(*Puzzle) bool
}

// Used reports whether a puzzle asks for the feature.
func (f Feature) Used(p *Puzzle) bool { return f.used(p) }

// holds says what the formats of puzzles hold.
var holds = map[format.Format]string{
	format.Polyominoes: "packings of squares",
	latinFormat:        "squares with rules for rows and columns alone",
	sudokuFormat:       "squares with square boxes and no further rules",
}

// Features lists what a puzzle may ask, in the order of spec.md. The table of docs/formats.md is made of it.
func Features() []Feature {
	one := []Feature{
		notInMatrix("one solution of each class"),
		notInMatrix("connected cells"),
		notInMatrix("one loop"),
		notInMatrix("connected pieces"),
	}
	return slices.Concat(one, packingFeatures(), []Feature{
		inItems("men on cells", func(m *model.Puzzle) bool { return m.Place != nil }),
		inItems("men that stand symmetrically", func(m *model.Puzzle) bool { return m.Place != nil && len(m.Place.Symmetric) > 0 }),
	}, squareFeatures(), []Feature{
		inItems("words", func(m *model.Puzzle) bool { return m.Words != nil }),
		inItems("dissections", func(m *model.Puzzle) bool { return m.Dissect != nil }),
		{Name: "items and options of the core", InItems: true, used: func(p *Puzzle) bool {
			m := p.program.Puzzle
			return p.isDump || len(m.Items)+len(m.Options) > 0
		}},
		inItems("options that count several times", func(m *model.Puzzle) bool { return len(m.Counted) > 0 }),
		inItems("options that are forbidden together", func(m *model.Puzzle) bool { return len(m.Forbids) > 0 }),
		inItems("further statements", func(m *model.Puzzle) bool { return len(m.Statements()) > 1 }),
	})
}

// notInMatrix is a feature that [Puzzle.Wants] tells.
func notInMatrix(name string) Feature {
	return Feature{Name: name, used: func(p *Puzzle) bool { return p.Wants() == name }}
}

// inItems is a feature that the matrix has, and some formats of puzzles.
func inItems(name string, used func(*model.Puzzle) bool, formats ...format.Format) Feature {
	return Feature{Name: name, InItems: true, Formats: formats, used: func(p *Puzzle) bool { return used(p.program.Puzzle) }}
}

// packingFeatures are those of pack.
func packingFeatures() []Feature {
	pack := func(name string, used func(*model.Pack) bool, formats ...format.Format) Feature {
		return inItems(name, func(m *model.Puzzle) bool { return m.Pack != nil && used(m.Pack) }, formats...)
	}
	piece := func(name string, used func(*model.Packed) bool, formats ...format.Format) Feature {
		return pack(name, func(m *model.Pack) bool { return slices.ContainsFunc(m.Pieces, used) }, formats...)
	}
	few := func(k *model.Packed) bool { return k.Copies == model.Once || k.Copies == model.Range{Min: 0, Max: 1} }
	kept := func(k *model.Packed, in bool) bool {
		return slices.ContainsFunc(k.Keep, func(keep model.Keep) bool { return (keep.In != nil) == in })
	}
	return []Feature{
		pack("packings of squares", func(m *model.Pack) bool { return m.Board.Lattice == lattice.Square }, format.Polyominoes),
		pack("boards of other lattices", func(m *model.Pack) bool { return m.Board.Lattice != lattice.Square }),
		pack("boards whose edges are joined", func(m *model.Pack) bool { return m.Board.Wrapped() }),
		pack("optional cells", func(m *model.Pack) bool { return len(m.Board.Optional) > 0 }),
		pack("empty cells", func(m *model.Pack) bool { return m.Empty != nil }),
		pack("empty cells of a part of the board", func(m *model.Pack) bool { return len(m.Empties) > 0 }),
		piece("pieces that are used once, or once at most", few, format.Polyominoes),
		piece("other numbers of copies", func(k *model.Packed) bool { return !few(k) }),
		piece("choices of so many from a set", func(k *model.Packed) bool { return k.Choice != nil }),
		piece("pieces that keep to orientations", func(k *model.Packed) bool { return kept(k, false) }, format.Polyominoes),
		piece("pieces that keep to a part of the board", func(k *model.Packed) bool { return kept(k, true) }),
		piece("fixed pieces", func(k *model.Packed) bool { return len(k.Fix) > 0 }),
		pack("sides with colors", (*model.Pack).HasSides),
		pack("borders with a color", func(m *model.Pack) bool { return m.Border != 0 }),
		pack("colors that match those of the board", func(m *model.Pack) bool { return m.Matched }),
		pack("pieces that are apart", func(m *model.Pack) bool { return len(m.Apart) > 0 }),
		pack("packings that are symmetric", func(m *model.Pack) bool { return len(m.Symmetric) > 0 }),
	}
}

// squareFeatures are those of latin and fill.
func squareFeatures() []Feature {
	fill := func(name string, used func(*model.Fill) bool, formats ...format.Format) Feature {
		return inItems(name, func(m *model.Puzzle) bool { return m.Fill != nil && used(m.Fill) }, formats...)
	}
	square := func(name string, used func(p *Puzzle, plain, isSudoku bool) bool, formats ...format.Format) Feature {
		return Feature{Name: name, InItems: true, Formats: formats, used: func(p *Puzzle) bool {
			_, plain, isSudoku := p.program.Given()
			return p.program.Puzzle.Fill != nil && p.program.Puzzle.Fill.Order > 0 && used(p, plain, isSudoku)
		}}
	}
	return []Feature{
		square("Latin squares of rows and columns", func(_ *Puzzle, plain, _ bool) bool { return plain }, latinFormat),
		square("square boxes", func(_ *Puzzle, _, isSudoku bool) bool { return isSudoku }, sudokuFormat),
		square("diagonals, regions and other boxes", func(_ *Puzzle, plain, isSudoku bool) bool { return !plain && !isSudoku }),
		fill("orthogonal mates", func(f *model.Fill) bool { return f.Orthogonal != nil }),
		square("broken swaps", func(p *Puzzle, _, _ bool) bool {
			return p.program.Puzzle.BreakSwaps.Known() || p.options.UpTo&Swaps != 0
		}),
		fill("other boards with symbols", func(f *model.Fill) bool { return f.Order == 0 }),
		fill("rules on cells", func(f *model.Fill) bool {
			return len(f.Apart)+len(f.Less)+len(f.Walks)+len(f.Counts)+len(f.Joined) > 0
		}),
	}
}

// unsaid returns the names of what a puzzle asks and a format does not say.
func (p *Puzzle) unsaid(to format.Format) (names []string) {
	_, ofPuzzles := holds[to]
	for _, f := range Features() {
		if said := f.InItems && !ofPuzzles || slices.Contains(f.Formats, to); !said && f.Used(p) {
			names = append(names, f.Name)
		}
	}
	return names
}

// ErrCandidates says that no format has all that a puzzle asks: its matrix has more solutions, and is written only
// if [Dump.Candidates] asks for it.
var ErrCandidates = errors.New("its matrix has more solutions than the puzzle")

// refusal returns an error if a dump would have other solutions than the puzzle.
func (p *Puzzle) refusal(d Dump) error {
	to := format.Format(d.Format)
	names := p.unsaid(to)
	if wants := p.Wants(); wants != "" {
		if d.Candidates && holds[to] == "" {
			return nil
		}
		return fmt.Errorf("no format says %s, which this puzzle wants: %w", wants, ErrCandidates)
	}
	if len(names) == 0 {
		return nil
	}
	return fmt.Errorf("the format %s has %s, and no %s%s", to, holds[to], strings.Join(names, ", no "), p.sayable())
}

// sayable names the formats that can say all of the puzzle.
func (p *Puzzle) sayable() string {
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
			if len(p.unsaid(info.Format)) == 0 {
				names = append(names, string(info.Format))
			}
		case info.Writes && !slices.ContainsFunc(format.MatrixFeatures(), lacks):
			names = append(names, string(info.Format))
		}
	}
	last := len(names) - 1 // json says all that a matrix has
	return "; write " + strings.Join(names[:last], ", ") + " or " + names[last]
}

// sameSize returns an error unless the problem of a text that was written is as large as that of the puzzle: every
// rule has items, or bars options, so a rule that a format does not say changes these numbers.
func (p *Puzzle) sameSize(to format.Format, read *matrix.Problem) error {
	m, err := p.program.Candidates()
	if err != nil {
		return err
	}
	size := func(m *matrix.Problem) [5]int {
		return [5]int{m.Primary(), m.Items(), m.Options(), m.Entries(), len(m.Nogoods())}
	}
	if size(m) != size(read) {
		return fmt.Errorf("the format %s has %s, and cannot say all of this puzzle%s", to, holds[to], p.sayable())
	}
	return nil
}
