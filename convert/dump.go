package convert

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"quadrille/compile"
	"quadrille/compile/latin"
	"quadrille/runtime/format"
	"quadrille/runtime/matrix"
)

// Board is what a dump in the format polyominoes says beyond its matrix.
type Board struct {
	pieces *format.PieceBoard
	header string // the names of cells and pieces, with all blanks
}

// ReadDump makes a program of a dump of a matrix. The board is nil unless the dump is in the format polyominoes.
func ReadDump(name string, text []byte, f format.Format, how format.ReadOptions) (*compile.Program, *Board, error) {
	var board *Board
	if f == format.Polyominoes {
		pieces, err := format.ReadPolyominoes(name, bytes.NewReader(text), how)
		if err != nil {
			return nil, nil, err
		}
		lines := strings.SplitN(string(text), "\n", 3)
		board = &Board{pieces, lines[0] + " " + lines[1]}
	}
	m, err := format.ReadProblem(name, bytes.NewReader(text), f, how)
	if err != nil {
		return nil, nil, err
	}
	return compile.FromMatrix(m), board, nil
}

// DumpOptions says how [WriteProgram] writes a program.
type DumpOptions struct {
	Format format.Format
	// ShortNames gives items names of eight characters at most, in dlx.
	ShortNames bool
	// Candidates writes a matrix that has more solutions than the puzzle.
	Candidates bool
	// Board is the one that the program was read of, or nil.
	Board *Board
	// Compile has the limits for a square that is written and read back.
	Compile compile.ProgramOptions
}

// ErrNotExact says that a matrix has more solutions than its puzzle.
var ErrNotExact = errors.New("its matrix has more solutions than the puzzle")

// WriteProgram writes the matrix of a program; in the formats of squares, and of boards and pieces, it writes the
// puzzle. The error wraps [ErrNotExact] or [format.ErrUnsupported] if what is written would have other solutions.
func WriteProgram(w io.Writer, p *compile.Program, o DumpOptions) error {
	if o.Board != nil && o.Format == format.Polyominoes {
		return format.WritePolyominoes(w, o.Board.pieces)
	}
	if err := checkFormat(p, o); err != nil {
		return err
	}
	switch o.Format {
	case format.Polyominoes:
		return writeBoard(w, p)
	case Latin, Sudoku:
		return writeSquare(w, p, o)
	}
	m, err := p.Candidates()
	if err != nil {
		return err
	}
	how := format.WriteOptions{ShortNames: o.ShortNames, Origin: p.OriginText}
	if o.Board != nil {
		how.Names = o.Board.header
	}
	return format.WriteProblem(w, m, o.Format, how)
}

// writeBoard writes the input of Knuth's program polyominoes.
func writeBoard(w io.Writer, p *compile.Program) error {
	pack := p.Puzzle.Packing
	if pack == nil {
		return format.Unsupported("the format polyominoes has packings of squares, and this is none")
	}
	var text bytes.Buffer
	if err := format.WritePolyominoes(&text, BoardDump(pack)); err != nil {
		return err
	}
	read, err := format.ReadProblem("", bytes.NewReader(text.Bytes()), format.Polyominoes, format.ReadOptions{})
	if err == nil {
		err = checkSameSize(p, format.Polyominoes, read)
	}
	if err == nil {
		_, err = text.WriteTo(w)
	}
	return err
}

// writeSquare writes what is given of a square.
func writeSquare(w io.Writer, p *compile.Program, o DumpOptions) error {
	square, _, _ := p.GivenSquare()
	text := square.String()
	switch {
	case square.Order() == 0:
		return format.Unsupported("the format %s has %s, and this is none", o.Format, holds[o.Format])
	case square.Order() > latin.MaxOrder:
		return format.Unsupported("a square of order %d has no text: there are characters for %d symbols",
			square.Order(), latin.MaxOrder)
	case o.Format == Sudoku:
		text = square.LineText()
	}
	puzzle, _, err := PuzzleText(o.Format, "", []byte(text))
	if err != nil {
		return err
	}
	read, err := compile.CompileText("", []byte(puzzle), compile.Importer{}, o.Compile)
	if err != nil {
		return err
	}
	m, err := read.Candidates()
	if err == nil {
		err = checkSameSize(p, o.Format, m)
	}
	if err == nil {
		_, err = io.WriteString(w, text)
	}
	return err
}

// unsupportedFeatures returns the names of what a puzzle asks and a format does not say.
func unsupportedFeatures(p *compile.Program, to format.Format) (names []string) {
	_, ofPuzzles := holds[to]
	for _, f := range Features() {
		if said := f.InItems && !ofPuzzles || slices.Contains(f.Formats, to); !said && f.IsUsed(p) {
			names = append(names, f.Name)
		}
	}
	return names
}

// checkFormat returns an error if a dump would have other solutions than the puzzle.
func checkFormat(p *compile.Program, o DumpOptions) error {
	names := unsupportedFeatures(p, o.Format)
	if wants := p.ExtraConstraints(); wants != "" {
		if o.Candidates && holds[o.Format] == "" {
			return nil
		}
		return fmt.Errorf("no format says %s, which this puzzle wants: %w", wants, ErrNotExact)
	}
	if len(names) == 0 {
		return nil
	}
	return format.Unsupported("the format %s has %s, and no %s%s", o.Format, holds[o.Format],
		strings.Join(names, ", no "), writableFormats(p))
}

// writableFormats names the formats that can say all of the puzzle.
func writableFormats(p *compile.Program) string {
	m, err := p.Candidates()
	if err != nil {
		return ""
	}
	var names []string
	for _, info := range Formats() {
		lacks := func(f format.Feature) bool {
			_, used := f.FindUse(m)
			return used && !info.Supports(f)
		}
		switch {
		case info.Boards || holds[info.Format] != "":
			if len(unsupportedFeatures(p, info.Format)) == 0 {
				names = append(names, string(info.Format))
			}
		case info.Writes && !slices.ContainsFunc(format.MatrixFeatures(), lacks):
			names = append(names, string(info.Format))
		}
	}
	last := len(names) - 1 // json says all that a matrix has
	return "; write " + strings.Join(names[:last], ", ") + " or " + names[last]
}

// checkSameSize returns an error unless the problem of a text that was written is as large as that of the puzzle: every
// rule has items, or bars options, so a rule that a format does not say changes these numbers.
func checkSameSize(p *compile.Program, to format.Format, read *matrix.Problem) error {
	m, err := p.Candidates()
	if err != nil {
		return err
	}
	size := func(m *matrix.Problem) [5]int {
		return [5]int{m.PrimaryCount(), m.ItemCount(), m.OptionCount(), m.EntryCount(), len(m.Nogoods())}
	}
	if size(m) != size(read) {
		return format.Unsupported("the format %s has %s, and cannot say all of this puzzle%s", to, holds[to],
			writableFormats(p))
	}
	return nil
}
