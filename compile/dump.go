package compile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"quadrille/compile/latin"
	"quadrille/compile/lattice"
	"quadrille/compile/lower"
	"quadrille/compile/model"
	"quadrille/runtime/format"
	"quadrille/runtime/matrix"
)

// pieceFile is the content of a file in the format polyominoes: a board and pieces, in addition to its matrix.
type pieceFile struct {
	filePieces *format.PieceBoard
	header     string // line with the names of cells and pieces, with its blanks as in the file
}

// ReadDump makes a program from a matrix file.
func ReadDump(name string, text []byte, f format.Format, how format.ReadOptions) (*Program, error) {
	var board *pieceFile
	if f == format.Polyominoes {
		pieces, err := format.ReadPolyominoes(name, bytes.NewReader(text), how)
		if err != nil {
			return nil, err
		}
		lines := strings.SplitN(string(text), "\n", 3)
		board = &pieceFile{pieces, lines[0] + " " + lines[1]}
	}
	m, err := format.ReadProblem(name, bytes.NewReader(text), f, how)
	if err != nil {
		return nil, err
	}
	p := FromMatrix(m)
	p.boardFile = board
	return p, nil
}

// FromMatrix returns a program for a matrix that was not made from a text. The options of the matrix are treated as
// options of the core.
func FromMatrix(p *matrix.Problem) *Program {
	origins := make([]lower.Origin, p.OptionCount())
	option := &lower.Meaning{OptionStatement: &model.OptionDeclaration{}}
	for o := range origins {
		origins[o].Meaning = option
	}
	return &Program{Puzzle: &model.Puzzle{}, isMadeFromMatrix: true,
		lowered: &lower.Result{CandidateProblem: p, OptionOrigins: origins}}
}

// OriginText describes in a few words what an option stands for. For an option of the core it returns "".
func (p *Program) OriginText(o matrix.OptionID) string {
	switch origin := &p.lowered.OptionOrigins[o]; {
	case origin.Piece != nil:
		l := p.Lattice()
		corner, _ := lattice.NewShape(origin.Cells()).BoundingBox()
		if origin.IsRegionCell() {
			return fmt.Sprintf("a cell of %s, at (%s)", origin.Piece.Name, l.CellName(corner))
		}
		return fmt.Sprintf("%s, orientation %d, at (%s)", origin.Piece.Name, origin.Orientation, l.CellName(corner))
	case origin.LeavesCellEmpty:
		return "empty"
	case origin.EncodesRuleOnly:
		return "rule"
	case origin.Chessman != "":
		return origin.Chessman
	case origin.DissectionPieceNumber > 0:
		return fmt.Sprintf("piece %d", origin.DissectionPieceNumber)
	}
	return ""
}

// MatrixText returns the program of a matrix as text of the language. If the matrix comes from a board with pieces
// that the language can express, the text has the board; otherwise it has items and options.
func (p *Program) MatrixText() (string, error) {
	if p.boardFile != nil {
		if text, ok := PackingPuzzle(p.boardFile.filePieces); ok {
			return text, nil
		}
	}
	m, err := p.Candidates()
	if err != nil {
		return "", err
	}
	return CorePuzzle(m), nil
}

// DumpOptions are the options of [Program.WriteDump].
type DumpOptions struct {
	// Format is the format to write. It must be a format that can be written.
	Format format.Format
	// ShortNames renames items to at most eight characters, in the format dlx.
	ShortNames bool
	// Candidates allows writing a matrix that has more solutions than the puzzle, since it cannot express all
	// constraints, such as connected cells.
	Candidates bool
	// Whole asks for the matrix of all solutions of a puzzle that asks for one solution of each class. A proof of the
	// number of classes refers to this matrix.
	Whole bool
}

// ErrNotExact is the error for a matrix that has more solutions than its puzzle.
var ErrNotExact = errors.New("its matrix has more solutions than the puzzle")

// WriteDump writes the matrix of a program. In the formats of squares, and of boards with pieces, it writes the puzzle
// itself. The error wraps [ErrNotExact] or [format.ErrUnsupported] if the file would have other solutions. The text of
// a square is compiled with the options again, to verify it.
func (p *Program) WriteDump(w io.Writer, o DumpOptions, again ProgramOptions) error {
	if p.boardFile != nil && o.Format == format.Polyominoes {
		return format.WritePolyominoes(w, p.boardFile.filePieces)
	}
	if o.Whole {
		return p.writeMatrixOfAllSolutions(w, o)
	}
	if err := p.checkFormat(o); err != nil {
		return err
	}
	switch o.Format {
	case format.Polyominoes:
		return p.writeBoard(w)
	case latin.SquareFormat, latin.LineFormat:
		return p.writeSquare(w, o.Format, again)
	}
	m, err := p.Candidates()
	if err != nil {
		return err
	}
	how := format.WriteOptions{ShortNames: o.ShortNames, OriginOf: p.OriginText}
	if p.boardFile != nil {
		how.DanceItemLine = p.boardFile.header
	}
	return format.WriteProblem(w, m, o.Format, how)
}

// writeMatrixOfAllSolutions writes the matrix of all solutions of a puzzle that asks for one of each class.
func (p *Program) writeMatrixOfAllSolutions(w io.Writer, o DumpOptions) error {
	m, _ := p.ProblemOfAllSolutions()
	if m == nil || formatContents[o.Format] != "" {
		return fmt.Errorf(
			"there is no matrix of all solutions beside the usual one: the puzzle must want one solution " +
				"of each class, and nothing else that no matrix says")
	}
	return format.WriteProblem(w, m, o.Format, format.WriteOptions{ShortNames: o.ShortNames})
}

// writeBoard writes a puzzle as input of Knuth's program polyominoes.
func (p *Program) writeBoard(w io.Writer) error {
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
		err = p.checkSameSize(format.Polyominoes, read)
	}
	if err == nil {
		_, err = text.WriteTo(w)
	}
	return err
}

// writeSquare writes the givens of a Latin square or a sudoku.
func (p *Program) writeSquare(w io.Writer, f format.Format, again ProgramOptions) error {
	square, _, _ := p.GivenSquare()
	text, puzzle := square.String(), square.PuzzleText()
	switch {
	case square.Order() == 0:
		return format.Unsupported("the format %s has %s, and this is none", f, formatContents[f])
	case square.Order() > latin.MaxOrder:
		return format.Unsupported("a square of order %d has no text: there are characters for %d symbols",
			square.Order(), latin.MaxOrder)
	case f == latin.LineFormat:
		text, puzzle = square.OneLineText(), square.SudokuText()
	}
	read, err := CompileText("", []byte(puzzle), Importer{}, again)
	if err != nil {
		return err
	}
	m, err := read.Candidates()
	if err == nil {
		err = p.checkSameSize(f, m)
	}
	if err == nil {
		_, err = io.WriteString(w, text)
	}
	return err
}

// unsupportedFeatures returns the names of features that the puzzle uses and a format cannot express.
func (p *Program) unsupportedFeatures(to format.Format) (names []string) {
	_, ofPuzzles := formatContents[to]
	for _, f := range Features() {
		if said := f.InItems && !ofPuzzles || slices.Contains(f.Formats, to); !said && f.IsUsed(p) {
			names = append(names, f.Name)
		}
	}
	return names
}

// checkFormat returns an error if a file in the format would have other solutions than the puzzle.
func (p *Program) checkFormat(o DumpOptions) error {
	names := p.unsupportedFeatures(o.Format)
	if wants := p.ConstraintsBeyondMatrix(); wants != "" {
		if o.Candidates && formatContents[o.Format] == "" {
			return nil
		}
		return fmt.Errorf("no format says %s, which this puzzle wants: %w", wants, ErrNotExact)
	}
	if len(names) == 0 {
		return nil
	}
	return format.Unsupported("the format %s has %s, and no %s%s", o.Format, formatContents[o.Format],
		strings.Join(names, ", no "), p.writableFormats())
}

// writableFormats lists the formats that can express all features of the puzzle.
func (p *Program) writableFormats() string {
	m, err := p.Candidates()
	if err != nil {
		return ""
	}
	var names []string
	for _, info := range append(format.Formats(), latin.Formats()...) {
		lacks := func(f format.Feature) bool {
			_, used := f.FindFeatureUse(m)
			return used && !info.Supports(f)
		}
		switch {
		case info.HoldsBoards || formatContents[info.Format] != "":
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

// checkSameSize returns an error if the matrix of a written file and the matrix of the puzzle differ in size. Every
// rule adds items or removes options. So a rule that the format cannot express changes the size.
func (p *Program) checkSameSize(to format.Format, read *matrix.Problem) error {
	m, err := p.Candidates()
	if err != nil {
		return err
	}
	size := func(m *matrix.Problem) [5]int {
		return [5]int{m.PrimaryCount(), m.ItemCount(), m.OptionCount(), m.EntryCount(), len(m.Nogoods())}
	}
	if size(m) != size(read) {
		return format.Unsupported("the format %s has %s, and cannot say all of this puzzle%s", to, formatContents[to],
			p.writableFormats())
	}
	return nil
}
