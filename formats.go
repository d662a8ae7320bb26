package quadrille

import (
	"context"
	"io"

	"quadrille/compile"
	"quadrille/convert"
	"quadrille/runtime/format"
)

// Format is the name of a file format: of puzzles, of exact cover matrices, or of Latin squares.
type Format = format.Format

// FormatInfo describes a format: its name (Format), a description of a few words (Description), and whether it can be
// read (Reads) and written (Writes).
type FormatInfo = format.FormatInfo

// The formats of texts. [Formats] lists all but puz, with a sentence on each.
const (
	FormatPuz         = convert.Puz
	FormatDance       = format.Dance
	FormatDLX         = format.DLX
	FormatPolyominoes = format.Polyominoes
	FormatJSON        = format.JSON
	FormatYAML        = format.YAML
	FormatCSV         = format.CSV
	FormatDIMACS      = format.DIMACS
	FormatOPB         = format.OPB
	FormatLP          = format.LP
	FormatLatin       = convert.Latin
	FormatSudoku      = convert.Sudoku
	FormatDots        = convert.Dots
	FormatPuzzLink    = convert.PuzzLink
	FormatFPuzzles    = convert.FPuzzles
	FormatIPuz        = convert.IPuz
	FormatNon         = convert.Non
	FormatGrid        = convert.Grid
	FormatBurrTools   = convert.BurrTools
	FormatPieces      = convert.Pieces
)

// Formats lists all formats but puz, the language itself: those of matrices, of squares, of shapes, and of other
// programs.
func Formats() []FormatInfo { return convert.Formats() }

// IsLink reports whether a format is one in which a link holds the whole puzzle.
func IsLink(f Format) bool { return convert.IsLinkFormat(f) }

// DumpOptions are the options of [Puzzle.WriteMatrix]: the format, and whether a matrix may have more solutions than
// the puzzle (Candidates).
type DumpOptions = compile.DumpOptions

// WriteMatrix writes the matrix of the puzzle, see [Puzzle.Matrix], for other solvers. In the formats of squares, and
// of boards with pieces, it writes the puzzle in place of the matrix. If the file would have other solutions than the
// puzzle, the error wraps [ErrNotExact] or [ErrUnsupported]. [DumpOptions.Candidates] avoids ErrNotExact, and another
// format may avoid ErrUnsupported.
func (p *Puzzle) WriteMatrix(w io.Writer, d DumpOptions) error {
	if IsLink(d.Format) {
		return p.writeLink(w, d.Format)
	}
	compiling := p.compilerOptions()
	return p.program.WriteDump(w, d, compile.ProgramOptions{Limits: compiling.Limits, CheckStop: compiling.CheckStop})
}

// writeLink writes a link that holds the puzzle.
func (p *Puzzle) writeLink(w io.Writer, f Format) error {
	switch {
	case len(p.options.Params) > 0 || p.program.IsMadeFromMatrix():
		return format.Unsupported("the format %s has puzzles as their texts say them, and this is a matrix, or a "+
			"text with other values of its parameters", f)
	case p.program.Symmetry() != nil:
		return format.Unsupported("no link says that one solution of each class is wanted")
	}
	link, err := convert.LinkOfPuzzle(f, p.name, p.text, p.singleSolution)
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, link)
	return err
}

// Source returns the puzzle as text of the language. For a puzzle in the language it is the original text. A matrix
// becomes items and options. The input of Knuth's program polyominoes becomes a board with pieces, and a square becomes
// a Latin square.
func (p *Puzzle) Source() (string, error) {
	if p.program.IsMadeFromMatrix() {
		return p.program.MatrixText()
	}
	return string(p.text), nil
}

// DescribeLowering returns a table of the items and options into which each statement of the text is compiled.
func (p *Puzzle) DescribeLowering() (string, error) { return p.program.DescribeLowering() }

// singleSolution returns the symbols or letters on the cells of the only solution, row by row. The error wraps
// [ErrUnsupported] unless there is exactly one solution.
func (p *Puzzle) singleSolution() (rows [][]string, err error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	stopped := func(Progress) {
		if p.options.Stop != nil && p.options.Stop() != nil {
			cancel()
		}
	}
	for s, err := range p.Solutions(ctx, Search{Limit: 2, Progress: stopped}) {
		switch {
		case err != nil:
			return nil, err
		case rows != nil:
			return nil, format.Unsupported("the file holds the one solution, and there are several; `puz make FILE` " +
				"gives the symbols that are missing")
		}
		rows = p.program.SymbolRows(s.DecodePlacements())
	}
	if rows == nil {
		return nil, format.Unsupported("the file holds the one solution, and there is none; `puz why FILE` says why")
	}
	return rows, nil
}
