package quadrille

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/mattn/go-runewidth"

	"quadrille/compile/latin"
	"quadrille/compile/raise"
	"quadrille/runtime/format"
)

// FormatInfo describes a format.
type FormatInfo = format.Info

// Formats lists the formats of dumps, squares and shapes.
func Formats() []FormatInfo {
	return append(format.Formats(),
		FormatInfo{Format: latinFormat, About: "a partial Latin square: n lines of n characters, a dot for each hole", Reads: true, Writes: true},
		FormatInfo{Format: sudokuFormat, About: "a sudoku: all cells in one line", Reads: true, Writes: true},
		FormatInfo{Format: dotsFormat, About: "a shape to be cut from a square", Reads: true})
}

// Dump says how to write a matrix.
type Dump struct {
	// Format is one that [Formats] lists as written.
	Format string
	// ShortNames gives items names of eight characters at most, in dlx.
	ShortNames bool
}

// WriteMatrix writes the matrix, as [Puzzle.Matrix] has it, for other solvers; in the formats of
// squares, and of boards and pieces, it writes the puzzle that can be said in them.
func (p *Puzzle) WriteMatrix(w io.Writer, d Dump) error {
	to := format.Format(d.Format)
	switch to {
	case format.Polyominoes:
		return p.writeBoard(w)
	case latinFormat, sudokuFormat:
		return p.writeSquare(w, d.Format)
	}
	m, err := p.program.Candidates()
	if err != nil {
		return err
	}
	how := format.Writing{ShortNames: d.ShortNames, Origin: p.program.OriginText}
	if p.board != nil {
		lines := strings.SplitN(string(p.text), "\n", 3)
		how.Names = lines[0] + " " + lines[1]
	}
	return format.Write(w, m, to, how)
}

// writeBoard writes the input of Knuth's program polyominoes.
func (p *Puzzle) writeBoard(w io.Writer) error {
	board := p.board
	if board == nil {
		var err error
		if board, err = raise.Board(p.program.Puzzle); err != nil {
			return err
		}
	}
	return format.WritePolyominoes(w, board)
}

// writeSquare writes what is given of a square, if nothing is lost by that.
func (p *Puzzle) writeSquare(w io.Writer, to string) error {
	square, plain, isSudoku := p.program.Given()
	text := square.String()
	switch {
	case to == latinFormat && !plain:
		return errors.New("the format latin holds a partial square and no further rules, and this puzzle is not one of rows and columns alone")
	case to == sudokuFormat && !isSudoku:
		return errors.New("the format sudoku holds a square with square boxes and no further rules, and this puzzle is none")
	case square.Order() > latin.MaxOrder:
		return fmt.Errorf("a square of order %d has no text: there are characters for %d symbols", square.Order(), latin.MaxOrder)
	case to == sudokuFormat:
		text = square.Line()
	}
	_, err := io.WriteString(w, text)
	return err
}

// Source returns the puzzle as text of the language: a dump becomes items and options,
// the input of polyominoes a board and pieces, a square a Latin square. The text of a
// puzzle is its own.
func (p *Puzzle) Source() (string, error) {
	if p.board != nil {
		if text, ok := raise.Packing(p.board); ok {
			return text, nil
		}
	}
	if p.isDump {
		m, err := p.program.Candidates()
		if err != nil {
			return "", err
		}
		return raise.Core(m), nil
	}
	return string(p.text), nil
}

// widestStatement is how much of a statement a table shows.
const widestStatement = 48

// Lowering says in a table what each statement made.
func (p *Puzzle) Lowering() (string, error) {
	m, err := p.program.Candidates()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	row := func(what string, items, options any) {
		fmt.Fprintf(&b, "%-*s %10v %10v\n", widestStatement, what, items, options)
	}
	row("statement", "items", "options")
	for _, made := range p.program.Made() {
		at := made.Span.File.Position(made.Span.Start)
		text := strings.Join(strings.Fields(made.Span.File.Slice(made.Span.Range)), " ")
		row(runewidth.Truncate(fmt.Sprintf("%d: %s", at.Line, text), widestStatement, "…"), made.Items, made.Options)
	}
	row("all", m.Items(), m.Options())
	if g, ok := p.Group(); ok {
		fmt.Fprintln(&b, g)
	}
	return b.String(), nil
}
