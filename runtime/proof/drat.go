package proof

import (
	"bufio"
	"cmp"
	"io"

	"quadrille/runtime/matrix"
)

// ClauseWriter writes a proof in DRAT that a formula has no models: the clauses that a search learns, and the clauses
// that it removes. Each learned clause follows from the formula and the clauses before it: if all literals of the
// clause are false, unit propagation leads to a contradiction (reverse unit propagation). The last clause is the empty
// one. The formula is the one that package format writes in DIMACS CNF.
//
// Source: N. Wetzler, M. J. H. Heule, W. A. Hunt, "DRAT-trim: efficient checking and trimming using expressive clausal
// proofs", SAT 2014.
type ClauseWriter struct {
	// ColorVariable returns the variable of the formula that is true if and only if a secondary item has a color. It
	// returns 0 if the item has no other color.
	ColorVariable func(matrix.ItemID, matrix.Color) int
	// CounterVariable returns the first variable of the counter of a primary item in the formula, or 0 if it has none.
	CounterVariable func(matrix.ItemID) int

	out  *bufio.Writer
	left int // how many numbers may still be written
	err  error
}

// NewClauseWriter returns a writer of a proof of at most maxNumbers numbers.
func NewClauseWriter(w io.Writer, colorVariable func(matrix.ItemID, matrix.Color) int,
	counterVariable func(matrix.ItemID) int, maxNumbers int) *ClauseWriter {
	return &ClauseWriter{ColorVariable: colorVariable, CounterVariable: counterVariable,
		out: bufio.NewWriterSize(w, 1<<16), left: maxNumbers}
}

// WriteClause writes that a clause is learned or removed. A literal is a variable, or minus a variable.
func (w *ClauseWriter) WriteClause(literals []int, isRemoved bool) {
	if w.left -= len(literals) + 1; w.left < 0 {
		w.err = ErrTooLarge
		return
	}
	if isRemoved {
		w.out.WriteString("d ")
	}
	writeNumbers(w.out, literals...)
	w.out.WriteString("0\n")
}

// Err returns the first error so far: [ErrTooLarge], or that of writing.
func (w *ClauseWriter) Err() error {
	_, err := w.out.Write(nil)
	return cmp.Or(w.err, err)
}

// EndProof writes the empty clause. It returns the first error.
func (w *ClauseWriter) EndProof() error {
	w.WriteClause(nil, false)
	return cmp.Or(w.err, w.out.Flush())
}
