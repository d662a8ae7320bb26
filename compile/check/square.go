package check

import (
	"errors"
	"strings"
	"unicode/utf8"

	"quadrille/compile/latin"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// fromFile reads the partial square of a file: its size and what is given. It
// returns false if there is none.
func (q *square) fromFile(s *ast.SquareFile) bool {
	const hint = "a path is relative to this file, and stays in its folder or below"
	if q.importer.File == nil {
		q.fail(codes.BadPath, s, "", "files cannot be read here")
		return false
	}
	name, text, err := q.importer.File(q.checker.file.Source.Name, string(s.Path))
	if err != nil {
		q.fail(codes.BadPath, s, hint, "cannot read %q: %v", s.Path, err)
		return false
	}
	q.file = source.NewFile(name, text)
	q.wanted = "this square is wanted at " + q.span(s).Where()
	read, err := latin.Read(name, string(text))
	if err != nil {
		q.faults(s, err)
		return false
	}
	q.model.N = read.Order()
	for _, row := range read.Cells {
		values := make([]int, len(row))
		for j, v := range row {
			values[j] = v - 1
		}
		q.model.Given = append(q.model.Given, values)
	}
	return q.fits(s, q.model.N, q.model.N, q.model.N)
}

// faults reports what is wrong with the text of a square, at its places in the
// file.
func (q *square) faults(s *ast.SquareFile, err error) {
	var faults source.List
	if !errors.As(err, &faults) {
		q.fail(codes.BadSquare, s, "", "%v", err)
		return
	}
	for _, f := range faults {
		q.failAt(f.Code, f.Span, f.Hint+"; "+q.wanted, "%s", f.Summary)
	}
}

// inFile returns the place of one character of the square's file; at the end of a
// line it is the place behind the last one.
func (q *square) inFile(line, column int) source.Span {
	start := q.file.Offset(line, column)
	size := 0
	if rest, _, _ := strings.Cut(q.file.Text[start:], "\n"); strings.TrimRight(rest, "\r") != "" {
		_, size = utf8.DecodeRuneInString(rest)
	}
	return q.file.Span(source.Range{Start: start, End: start + size})
}
