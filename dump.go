package quadrille

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/mattn/go-runewidth"

	"quadrille/compile/latin"
	"quadrille/convert"
	"quadrille/runtime/format"
)

// FormatInfo describes a format.
type FormatInfo = format.FormatInfo

// Formats returns the formats of dumps, squares and shapes.
func Formats() []FormatInfo {
	return append(format.Formats(),
		FormatInfo{Format: latinFormat, About: "a partial Latin square: n lines of n characters, a dot for each hole",
			Reads: true, Writes: true},
		FormatInfo{Format: sudokuFormat, About: "a sudoku: all cells in one line", Reads: true, Writes: true},
		FormatInfo{Format: dotsFormat, About: "a shape to be cut from a square", Reads: true})
}

// DumpOptions are the options of [Puzzle.WriteMatrix].
type DumpOptions struct {
	// Format is a format that [Formats] lists as written.
	Format string
	// ShortNames shortens names of items to at most eight characters, in dlx.
	ShortNames bool
	// Candidates allows a matrix that does not express all constraints of the puzzle, such as connected cells.
	// It has additional solutions then.
	Candidates bool
}

// WriteMatrix writes the matrix of [Puzzle.Matrix] for other solvers. In the formats of squares, and of boards
// and pieces, it writes the puzzle itself. It is an error if the format cannot express the whole puzzle, so
// that the output would have other solutions: see [Features].
func (p *Puzzle) WriteMatrix(w io.Writer, d DumpOptions) error {
	to := format.Format(d.Format)
	if p.board == nil || to != format.Polyominoes {
		if err := p.refusalError(d); err != nil {
			return err
		}
	}
	switch to {
	case format.Polyominoes:
		return p.writeBoard(w)
	case latinFormat, sudokuFormat:
		return p.writeSquare(w, to)
	}
	m, err := p.program.Candidates()
	if err != nil {
		return err
	}
	how := format.WriteOptions{ShortNames: d.ShortNames, Origin: p.program.OriginText}
	if p.board != nil {
		lines := strings.SplitN(string(p.text), "\n", 3)
		how.Names = lines[0] + " " + lines[1]
	}
	return format.WriteProblem(w, m, to, how)
}

// writeBoard writes input of Knuth's program polyominoes.
func (p *Puzzle) writeBoard(w io.Writer) error {
	if p.board != nil {
		return format.WritePolyominoes(w, p.board)
	}
	pack := p.program.Puzzle.Packing
	if pack == nil {
		return errors.New("the format polyominoes has packings of squares, and this is none")
	}
	var text bytes.Buffer
	if err := format.WritePolyominoes(&text, convert.BoardDump(pack)); err != nil {
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

// writeSquare writes the givens of a square.
func (p *Puzzle) writeSquare(w io.Writer, to format.Format) error {
	square, _, _ := p.program.GivenSquare()
	text := square.String()
	switch {
	case square.Order() == 0:
		return fmt.Errorf("the format %s has %s, and this is none", to, holds[to])
	case square.Order() > latin.MaxOrder:
		return fmt.Errorf("a square of order %d has no text: there are characters for %d symbols", square.Order(),
			latin.MaxOrder)
	case to == sudokuFormat:
		text = square.LineText()
	}
	read, err := Load("", []byte(text), Options{Format: string(to), Limits: p.options.Limits, Stop: p.options.Stop})
	if err != nil {
		return err
	}
	m, _, err := read.Matrix()
	if err == nil {
		err = p.checkSameSize(to, m)
	}
	if err == nil {
		_, err = io.WriteString(w, text)
	}
	return err
}

// Source returns the puzzle as text in the language: a dump becomes items and options, input of polyominoes a
// board and pieces, a square a Latin square. For a text in the language it is that text.
func (p *Puzzle) Source() (string, error) {
	if p.board != nil {
		if text, ok := convert.PackingPuzzle(p.board); ok {
			return text, nil
		}
	}
	if p.isDump {
		m, err := p.program.Candidates()
		if err != nil {
			return "", err
		}
		return convert.CorePuzzle(m), nil
	}
	return string(p.text), nil
}

// maxStatementWidth bounds the part of a statement in a table, in characters.
const maxStatementWidth = 48

// Lowering returns a table of the items and options of each statement.
func (p *Puzzle) Lowering() (string, error) {
	m, err := p.program.Candidates()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	row := func(what string, items, options any) {
		fmt.Fprintf(&b, "%-*s %10v %10v\n", maxStatementWidth, what, items, options)
	}
	row("statement", "items", "options")
	for _, size := range p.program.StatementSizes() {
		at := size.Span.File.Position(size.Span.Start)
		text := strings.Join(strings.Fields(size.Span.File.TextOf(size.Span.Range)), " ")
		statement := runewidth.Truncate(fmt.Sprintf("%d: %s", at.Line, text), maxStatementWidth, "…")
		row(statement, size.Items, size.Options)
	}
	row("all", m.ItemCount(), m.OptionCount())
	if wants := p.ExtraConstraints(); wants != "" {
		fmt.Fprintf(&b, "The matrix has more solutions than the puzzle, which wants %s.\n", wants)
	}
	if g, ok := p.Group(); ok {
		fmt.Fprintln(&b, g)
	}
	return b.String(), nil
}
