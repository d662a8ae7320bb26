package quadrille

import (
	"io"

	"quadrille/compile"
	"quadrille/convert"
	"quadrille/runtime/format"
)

// Format is the name of a file format: of puzzles, of exact cover matrices, or of Latin squares.
type Format = format.Format

// FormatInfo describes a format: its name (Format), a description of a few words (About), and whether it can be read
// (Reads) and written (Writes).
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
	FormatNon         = convert.Non
	FormatGrid        = convert.Grid
	FormatBurrTools   = convert.BurrTools
	FormatPieces      = convert.Pieces
)

// Formats lists all formats but puz, the language itself: those of matrices, of squares, of shapes, and of other programs.
func Formats() []FormatInfo { return convert.Formats() }

// IsLink reports whether a format is one of links that hold a puzzle.
func IsLink(f Format) bool { return convert.IsLink(f) }

// DumpOptions are the options of [Puzzle.WriteMatrix].
type DumpOptions struct {
	// Format is the format to write, one that [Formats] lists with Writes set.
	Format Format
	// ShortNames renames items to at most eight characters, in the format dlx.
	ShortNames bool
	// Candidates allows writing a matrix that has more solutions than the puzzle. Such a matrix cannot express all
	// constraints, such as connected cells.
	Candidates bool
	// Whole asks for the matrix of all solutions of a puzzle that wants one solution of each class: the one of which
	// a proof of the number of classes speaks.
	Whole bool
}

// WriteMatrix writes the matrix of the puzzle, see [Puzzle.Matrix], for other solvers. In the formats of squares, and
// of boards with pieces, it writes the puzzle itself. If the file would have other solutions than the puzzle, the
// error wraps [ErrNotExact] or [ErrUnsupported]. [DumpOptions.Candidates] avoids the former, another format the
// latter.
func (p *Puzzle) WriteMatrix(w io.Writer, d DumpOptions) error {
	compiling := p.compilerOptions()
	text := p.text
	if len(p.options.Params) > 0 {
		text = nil
	}
	return convert.WriteProgram(w, p.program, convert.DumpOptions{
		Format: d.Format, ShortNames: d.ShortNames, Candidates: d.Candidates, Board: p.board, Whole: d.Whole,
		Compile: compile.ProgramOptions{Limits: compiling.Limits, Stop: compiling.Stop}, Text: text, Name: p.name,
	})
}

// Source returns the puzzle as text of the language. A matrix becomes items and options, the input of Knuth's program
// polyominoes a board with pieces, and a square a Latin square. For a puzzle in the language, it is the original
// text.
func (p *Puzzle) Source() (string, error) {
	if p.program.IsMatrix() {
		return convert.SourceText(p.program, p.board)
	}
	return string(p.text), nil
}

// DescribeLowering returns a table of the items and options that each statement of the text became.
func (p *Puzzle) DescribeLowering() (string, error) { return p.program.DescribeLowering() }
