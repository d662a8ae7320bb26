package quadrille

import (
	"io"

	"quadrille/compile"
	"quadrille/convert"
	"quadrille/runtime/format"
)

// Format is the name of a format of puzzles, matrices or squares.
type Format = format.Format

// FormatInfo describes a format: its name in Format, About in a few words, and whether it is read (Reads) and written
// (Writes).
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
)

// Formats lists the formats of dumps, squares and shapes.
func Formats() []FormatInfo { return convert.Formats() }

// DumpOptions says how to write a matrix.
type DumpOptions struct {
	// Format is one that [Formats] lists as written.
	Format Format
	// ShortNames gives items names of eight characters at most, in dlx.
	ShortNames bool
	// Candidates writes the matrix of a puzzle that wants more than a matrix says, such as connected cells. It has
	// further solutions then.
	Candidates bool
}

// WriteMatrix writes the matrix, as [Puzzle.Matrix] has it, for other solvers; in the formats of squares, and of
// boards and pieces, it writes the puzzle. If what is written would have other solutions than the puzzle, the error
// wraps [ErrNotExact], where [DumpOptions.Candidates] helps, or [ErrUnsupported], where another format does.
func (p *Puzzle) WriteMatrix(w io.Writer, d DumpOptions) error {
	compiling := p.compilerOptions()
	return convert.WriteProgram(w, p.program, convert.DumpOptions{
		Format: d.Format, ShortNames: d.ShortNames, Candidates: d.Candidates, Board: p.board,
		Compile: compile.ProgramOptions{Limits: compiling.Limits, Stop: compiling.Stop},
	})
}

// Source returns the puzzle as text of the language: a dump becomes items and options, the input of polyominoes a
// board and pieces, a square a Latin square. The text of a puzzle is its own.
func (p *Puzzle) Source() (string, error) {
	if p.program.IsMatrix() {
		return convert.SourceText(p.program, p.board)
	}
	return string(p.text), nil
}

// DescribeLowering says in a table what each statement made.
func (p *Puzzle) DescribeLowering() (string, error) { return p.program.DescribeLowering() }
