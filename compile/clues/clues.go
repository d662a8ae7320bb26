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
	"strings"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
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
	// Name says in a few words which it is: the given 5 at (0, 2).
	Name string
	Span source.Span
	// Cells are those that it is about, as far as that is plain.
	Cells []lattice.Cell
	// Within is the place of the clue that says this one too, with which alone it can go; or -1.
	Within int

	text  string // the symbol, or the name of the piece
	fixed *model.Fix
	piece *model.Packed // that is fixed
	grid  *lattice.Grid // of its board
}

// Relaxes reports whether the solutions with the clue are among those without it. A hole that is
// filled makes another board.
func (c Clue) Relaxes() bool { return c.Kind != Hole }

// List is the clues of a text, in its order.
type List struct {
	Clues []Clue

	file   *ast.File
	puzzle *model.Puzzle
	parts  []part
	ways   []source.Range // statements that say which solutions count as one
}

// part is a part of the text that changes when clues are left out: what goes with one clue, or stays in any case; or
// other parts, with which it goes if all of them do.
type part struct {
	at      source.Range
	clue    int    // the one that it goes with, or stays
	instead string // stands there when it has gone
	parts   []part
	between string // what separates the parts, if they are a list
}

const stays = -1

// Of lists the clues of a file, of which the package check made a puzzle.
func Of(f *ast.File, m *model.Puzzle) *List {
	r := &reader{List: &List{file: f, puzzle: m}, file: f.Source}
	for _, s := range f.Statements {
		r.statement(s)
	}
	return r.List
}

// Without returns the text without some clues, which are named by their places in the list.
func (l *List) Without(dropped ...int) (string, error) { return l.without(dropped).Text() }

func (l *List) without(dropped []int) *Rewriting {
	w, gone := Rewrite(l.file, l.puzzle), make([]bool, len(l.Clues))
	for _, k := range dropped {
		gone[k] = true
	}
	for k, c := range l.Clues {
		gone[k] = gone[k] && (c.Within < 0 || gone[c.Within])
	}
	for _, p := range l.parts {
		edits, _ := p.edits(l.file.Source, gone)
		w.edits = append(w.edits, edits...)
	}
	return w
}

// edits returns what changes in a part when clues have gone, and whether nothing is left of it.
func (p *part) edits(file *source.File, gone []bool) (edits []edit, all bool) {
	if p.parts == nil {
		if p.clue == stays || !gone[p.clue] {
			return nil, false
		}
		return []edit{{p.at, p.instead}}, true
	}
	var left []string
	for k := range p.parts {
		inside, whole := p.parts[k].edits(file, gone)
		if edits = append(edits, inside...); !whole {
			left = append(left, file.Slice(p.parts[k].at))
		}
	}
	switch {
	case left == nil:
		return []edit{{p.at, ""}}, true
	case p.between != "" && edits != nil:
		return []edit{{p.at, strings.Join(left, p.between)}}, false
	}
	return edits, false
}
