// Package clues takes a puzzle's text apart into what its maker may leave out, one by one: the
// givens of a square, men and pieces that are fixed, cages, marks and other rules. It writes the
// text without some of them, and with others.
//
// Its input is a tree and the model that the package check made of it; its output clues with
// their places, and texts that parse and are spelled as `puz fmt` does. It knows which options
// a clue stands for, and nothing of how puzzles are solved.
//
// Solutions of a puzzle are solutions without a clue as well, but for holes ([Clue.Relaxes]).
package clues

import (
	"cmp"
	"slices"
	"strings"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/format"
	"quadrille/lang/source"
)

// Kind says what sort of clue it is, in words.
type Kind string

// The kinds of clues.
const (
	Given     Kind = "given"     // a symbol on a cell
	Letter    Kind = "letter"    // of a rectangle of words
	Man       Kind = "man"       // one that is fixed
	Bar       Kind = "bar"       // a cell without a man
	Piece     Kind = "piece"     // one that is fixed
	Cage      Kind = "cage"      // with what its numbers come to
	Mark      Kind = "mark"      // between two cells
	EdgeClue  Kind = "edge clue" // what is seen from there
	LineClue  Kind = "line clue" // runs or numbers of symbols
	Rule      Kind = "rule"      // any other rule of a statement, or a part of it
	Statement Kind = "statement"
	Hole      Kind = "hole" // a cell taken out of a board
)

// Clue is something that can be left out.
type Clue struct {
	Kind Kind
	// Name says in a few words which it is: the given 5 at (0,2).
	Name string
	Span source.Span
	// Cells are those that it is about, as far as that is plain.
	Cells []lattice.Cell

	text  string // the symbol, or the name of the piece
	fixed *model.Fix
}

// Relaxes reports whether the solutions with the clue are among those without it. A hole that is
// filled makes another board.
func (c Clue) Relaxes() bool { return c.Kind != Hole }

// List is the clues of a text, in its order.
type List struct {
	Clues []Clue

	name  string
	text  string
	parts []part
	ways  []source.Range // statements that say which solutions count as one
}

// part is a piece of the text that changes when clues are left out.
type part struct {
	at    source.Range
	clues []int
	// write returns its text with the clues that are kept.
	write func(kept func(clue int) bool) string
}

// Of lists the clues of a file, of which the package check made a puzzle.
func Of(f *ast.File, m *model.Puzzle) *List {
	r := &reader{List: &List{name: f.Source.Name, text: f.Source.Text}, file: f.Source, puzzle: m}
	for _, s := range f.Statements {
		r.statement(s)
	}
	return r.List
}

// Without returns the text without some clues, which are named by their places in the list.
func (l *List) Without(dropped ...int) (string, error) {
	return l.written(l.edits(dropped))
}

// edits leaves out clues.
func (l *List) edits(dropped []int) (edits []edit) {
	for _, p := range l.parts {
		if slices.ContainsFunc(dropped, func(k int) bool { return slices.Contains(p.clues, k) }) {
			edits = append(edits, edit{p.at, p.write(func(k int) bool { return !slices.Contains(dropped, k) })})
		}
	}
	return edits
}

func (l *List) written(edits []edit) (string, error) {
	return format.Text(l.name, []byte(edited(l.text, edits)))
}

// edit replaces a part of a text.
type edit struct {
	at   source.Range
	text string
}

// edited returns a text with edits that do not overlap.
func edited(text string, edits []edit) string {
	slices.SortStableFunc(edits, func(a, b edit) int { return cmp.Compare(a.at.Start, b.at.Start) })
	for _, e := range slices.Backward(edits) {
		if e.text == "" {
			e.at = wholeLines(text, e.at)
		}
		text = text[:e.at.Start] + e.text + text[e.at.End:]
	}
	return text
}

// wholeLines widens a part of a text to its lines, if it stands on them alone.
func wholeLines(text string, at source.Range) source.Range {
	before := strings.TrimRight(text[:at.Start], " \t")
	after := strings.TrimLeft(text[at.End:], " \t\r")
	if (before == "" || strings.HasSuffix(before, "\n")) && strings.HasPrefix(after, "\n") {
		return source.Range{Start: len(before), End: len(text) - len(after) + 1}
	}
	return at
}
