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
	"quadrille/compile/rule"
	"quadrille/lang/ast"
	"quadrille/lang/source"
)

// ClueKind says what sort of clue it is, in words.
type ClueKind = rule.ClueKind

// The kinds of clues.
const (
	Given              = rule.Given    // a symbol on a cell
	Letter    ClueKind = "letter"      // of a rectangle of words
	Chessman  ClueKind = "man"         // one that is fixed
	Bar       ClueKind = "bar"         // a cell without a man
	Piece     ClueKind = "piece"       // one that is fixed
	Cage               = rule.Cage     // with what its numbers come to
	Mark               = rule.Mark     // between two cells
	EdgeClue           = rule.EdgeClue // what is seen from there
	LineClue           = rule.LineClue // runs or numbers of symbols
	Rule               = rule.Rule     // any other rule of a statement, or a part of it
	Statement ClueKind = "statement"
	Hole      ClueKind = "hole" // a cell taken out of a board
)

// Clue is something that can be left out.
type Clue struct {
	Kind ClueKind
	// Name says in a few words which it is: the given 5 at (0, 2).
	Name string
	Span source.Span
	// Cells are those that it is about, as far as that is plain.
	Cells []lattice.Cell
	// Within is the place of the clue that says this one too, with which alone it can go; or -1.
	Within int

	text  string // the symbol, or the name of the piece
	fixed *model.FixedPlace
	piece *model.PackedPiece // that is fixed
	grid  *lattice.Grid      // of its board
}

// Relaxes reports whether the solutions with the clue are among those without it. A hole that is
// filled makes another board.
func (c Clue) Relaxes() bool { return c.Kind != Hole }

// ClueList is the clues of a text, in its order.
type ClueList struct {
	Clues []Clue

	file            *ast.File
	puzzle          *model.Puzzle
	parts           []rule.Part
	classStatements []source.Range // statements that say which solutions count as one
}

// ListClues lists the clues of a file, of which the package check made a puzzle.
func ListClues(f *ast.File, m *model.Puzzle) *ClueList {
	r := &clueReader{ClueList: &ClueList{file: f, puzzle: m}, file: f.Source}
	for _, s := range f.Statements {
		r.readStatement(s)
	}
	return r.ClueList
}

// TextWithout returns the text without some clues, which are named by their places in the list.
func (l *ClueList) TextWithout(dropped ...int) (string, error) {
	return l.rewriteWithout(dropped).EditedText()
}

func (l *ClueList) rewriteWithout(dropped []int) *Rewriting {
	w, gone := Rewrite(l.file, l.puzzle), make([]bool, len(l.Clues))
	for _, k := range dropped {
		gone[k] = true
	}
	for k, c := range l.Clues {
		gone[k] = gone[k] && (c.Within < 0 || gone[c.Within])
	}
	for _, p := range l.parts {
		edits, _ := partEdits(&p, l.file.Source, gone)
		w.edits = append(w.edits, edits...)
	}
	return w
}

// partEdits returns what changes in a part when clues have gone, and whether nothing is left of it.
func partEdits(p *rule.Part, file *source.File, gone []bool) (edits []textEdit, all bool) {
	if p.Parts == nil {
		if p.Clue == rule.Stays || !gone[p.Clue] {
			return nil, false
		}
		return []textEdit{{p.At, p.Instead}}, true
	}
	var left []string
	for k := range p.Parts {
		inside, whole := partEdits(&p.Parts[k], file, gone)
		if edits = append(edits, inside...); !whole {
			left = append(left, file.TextOf(p.Parts[k].At))
		}
	}
	switch {
	case left == nil:
		return []textEdit{{p.At, ""}}, true
	case p.Between != "" && edits != nil:
		return []textEdit{{p.At, strings.Join(left, p.Between)}}, false
	}
	return edits, false
}
