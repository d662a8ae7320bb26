package quadrille

import (
	"fmt"
	"io"
	"strings"

	"quadrille/compile/raise"
	"quadrille/compile/reduce"
	"quadrille/runtime/format"
	"quadrille/runtime/matrix"
)

// FormatInfo describes a format of dumps.
type FormatInfo struct {
	Name          string
	About         string
	Reads, Writes bool
}

// Formats lists the formats of dumps.
func Formats() []FormatInfo {
	var out []FormatInfo
	for _, f := range format.Formats() {
		out = append(out, FormatInfo{string(f.Format), f.About, f.Reads, f.Writes || f.Boards})
	}
	return out
}

// Dump says how to write a matrix.
type Dump struct {
	// Format is one that [Formats] lists as written.
	Format string
	// ShortNames gives items names of eight characters at most, in dlx.
	ShortNames bool
	// Reduce shrinks the matrix first, at level 1 or 2.
	Reduce int
}

// WriteMatrix writes the matrix, as [Puzzle.Matrix] has it, for other solvers.
func (p *Puzzle) WriteMatrix(w io.Writer, d Dump) error {
	to := format.Format(d.Format)
	if to == format.Polyominoes {
		return p.writeBoard(w)
	}
	reduced, err := p.reduced(Search{Reduce: d.Reduce})
	if err != nil {
		return err
	}
	return format.Write(w, reduced.Problem, to, format.Writing{ShortNames: d.ShortNames, Origin: func(o matrix.OptionID) string {
		first, _ := reduced.Original(o)
		return p.program.OriginText(first)
	}})
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

// Source returns the puzzle as text of the language: a dump becomes items and options,
// the input of polyominoes a board and pieces, a square a Latin square. The text of a
// puzzle is its own.
func (p *Puzzle) Source() (string, error) {
	switch {
	case p.board != nil:
		return raise.Packing(p.board), nil
	case p.isDump:
		return raise.Core(p.program.Problem)
	}
	return string(p.text), nil
}

// Lowering says in a table what each statement made, and, with a level of reduction, what
// each pass took away.
func (p *Puzzle) Lowering(level int) (string, error) {
	reduced, err := p.reduced(Search{Reduce: level})
	if err != nil {
		return "", err
	}
	return p.table(reduced), nil
}

// widestStatement is how much of a statement a table shows.
const widestStatement = 48

func (p *Puzzle) table(reduced *reduce.Result) string {
	var b strings.Builder
	row := func(what string, items, options any) {
		fmt.Fprintf(&b, "%-*s %10v %10v\n", widestStatement, what, items, options)
	}
	row("statement", "items", "options")
	for _, m := range p.program.Made {
		at := m.Span.File.Position(m.Span.Start)
		text := strings.Join(strings.Fields(m.Span.File.Slice(m.Span.Range)), " ")
		row(shortened(fmt.Sprintf("%d: %s", at.Line, text), widestStatement), m.Items, m.Options)
	}
	m := p.program.Problem
	row("all", m.Items(), m.Options())
	for _, pass := range reduced.Passes {
		row("pass "+pass.Name, -pass.Items, -pass.Options)
	}
	if len(reduced.Passes) > 0 {
		row("left", reduced.Problem.Items(), reduced.Problem.Options())
	}
	if g, ok := p.Group(); ok {
		fmt.Fprintln(&b, g)
	}
	return b.String()
}

func shortened(text string, width int) string {
	runes := []rune(text)
	if len(runes) <= width {
		return text
	}
	return string(runes[:width-1]) + "…"
}
