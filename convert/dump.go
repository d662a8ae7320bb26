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
	"quadrille/convert/exchange"
	"quadrille/runtime/format"
	"quadrille/runtime/matrix"
)

// Board is the content of a file in the format polyominoes: a board and pieces, in addition to its matrix.
// pieces is the board with its pieces.
type Board struct {
	pieces *format.PieceBoard
	header string // line with the names of cells and pieces, with all blanks
}

// ReadDump makes a program from a matrix file. The Board is nil unless the format is polyominoes.
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

// DumpOptions are the options of [WriteProgram].
type DumpOptions struct {
	Format format.Format
	// ShortNames renames items to at most eight characters, in the format dlx.
	ShortNames bool
	// Candidates allows writing a matrix that has more solutions than the puzzle.
	Candidates bool
	// Whole asks for the matrix of all solutions of a puzzle that wants one of each class.
	Whole bool
	// Board is the board from which the program was made, or nil.
	Board *Board
	// Text is the text of the program, which links are made of, and Name its name. It is nil for a matrix, and for a
	// program whose parameters have other values than the text says.
	Text []byte
	Name string
	// Compile holds the options to compile a square again after writing, to verify it.
	Compile compile.ProgramOptions
}

// ErrNotExact is the error for a matrix that has more solutions than its puzzle.
var ErrNotExact = errors.New("its matrix has more solutions than the puzzle")

// WriteProgram writes the matrix of a program. In the formats of squares, and of boards with pieces, it writes the
// puzzle itself. The error wraps [ErrNotExact] or [format.ErrUnsupported] if the file would have other solutions.
func WriteProgram(w io.Writer, p *compile.Program, o DumpOptions) error {
	if o.Board != nil && o.Format == format.Polyominoes {
		return format.WritePolyominoes(w, o.Board.pieces)
	}
	if exchange.IsLink(o.Format) {
		return writeLink(w, p, o)
	}
	if o.Whole {
		return writeWhole(w, p, o)
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
	how := format.WriteOptions{ShortNames: o.ShortNames, OriginOf: p.OriginText}
	if o.Board != nil {
		how.DanceItemLine = o.Board.header
	}
	return format.WriteProblem(w, m, o.Format, how)
}

// writeWhole writes the matrix of all solutions of a puzzle that wants one of each class.
func writeWhole(w io.Writer, p *compile.Program, o DumpOptions) error {
	m, _ := p.WholeProblem()
	if m == nil || formatContents[o.Format] != "" {
		return fmt.Errorf("there is no matrix of all solutions beside the usual one: the puzzle must want one solution " +
			"of each class, and nothing else that no matrix says")
	}
	return format.WriteProblem(w, m, o.Format, format.WriteOptions{ShortNames: o.ShortNames})
}

// writeLink writes a link that holds the puzzle.
func writeLink(w io.Writer, p *compile.Program, o DumpOptions) error {
	switch {
	case o.Text == nil || p.IsMatrix():
		return format.Unsupported("the format %s has puzzles as their texts say them, and this is a matrix, or a text with "+
			"other values of its parameters", o.Format)
	case p.Symmetry() != nil:
		return format.Unsupported("no link says that one solution of each class is wanted")
	}
	link, err := exchange.Link(o.Format, o.Name, o.Text)
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, link)
	return err
}

// writeBoard writes a puzzle as input of Knuth's program polyominoes.
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

// writeSquare writes the givens of a Latin square or a sudoku.
func writeSquare(w io.Writer, p *compile.Program, o DumpOptions) error {
	square, _, _ := p.GivenSquare()
	text := square.String()
	switch {
	case square.Order() == 0:
		return format.Unsupported("the format %s has %s, and this is none", o.Format, formatContents[o.Format])
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

// unsupportedFeatures returns the names of features that a puzzle uses and a format cannot express.
func unsupportedFeatures(p *compile.Program, to format.Format) (names []string) {
	_, ofPuzzles := formatContents[to]
	for _, f := range Features() {
		if said := f.InItems && !ofPuzzles || slices.Contains(f.Formats, to); !said && f.IsUsed(p) {
			names = append(names, f.Name)
		}
	}
	return names
}

// checkFormat returns an error if a file in the format would have other solutions than the puzzle.
func checkFormat(p *compile.Program, o DumpOptions) error {
	names := unsupportedFeatures(p, o.Format)
	if wants := p.ExtraConstraints(); wants != "" {
		if o.Candidates && formatContents[o.Format] == "" {
			return nil
		}
		return fmt.Errorf("no format says %s, which this puzzle wants: %w", wants, ErrNotExact)
	}
	if len(names) == 0 {
		return nil
	}
	return format.Unsupported("the format %s has %s, and no %s%s", o.Format, formatContents[o.Format],
		strings.Join(names, ", no "), writableFormats(p))
}

// writableFormats lists the formats that can express all features of the puzzle.
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
		case info.Boards || formatContents[info.Format] != "":
			if len(unsupportedFeatures(p, info.Format)) == 0 {
				names = append(names, string(info.Format))
			}
		case info.Writes && !slices.ContainsFunc(format.MatrixFeatures(), lacks):
			names = append(names, string(info.Format))
		}
	}
	last := len(names) - 1 // json can express every matrix
	return "; write " + strings.Join(names[:last], ", ") + " or " + names[last]
}

// checkSameSize compares the matrix of a written file with that of the puzzle, and returns an error if their sizes
// differ. Every rule adds items or removes options. So a rule that the format cannot express changes the size.
func checkSameSize(p *compile.Program, to format.Format, read *matrix.Problem) error {
	m, err := p.Candidates()
	if err != nil {
		return err
	}
	size := func(m *matrix.Problem) [5]int {
		return [5]int{m.PrimaryCount(), m.ItemCount(), m.OptionCount(), m.EntryCount(), len(m.Nogoods())}
	}
	if size(m) != size(read) {
		return format.Unsupported("the format %s has %s, and cannot say all of this puzzle%s", to, formatContents[to],
			writableFormats(p))
	}
	return nil
}
