// Package clues splits a puzzle's text into the parts that can be left out one by one: the givens of a square,
// fixed men and pieces, cages, marks and other rules. It writes the text without some of them, or with
// additional ones.
//
// Its input is a tree and the model that package check made of it. Its output is clues with their places, and
// texts in the spelling of `puz fmt`. It knows which options a clue stands for, and nothing of how puzzles are
// solved.
//
// Leaving out a clue keeps all solutions, except for holes ([Clue.Relaxes]).
package clues

import (
	"strings"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/compile/rule"
	"quadrille/lang/ast"
	"quadrille/lang/source"
)

// ClueKind is the kind of a clue, in words.
type ClueKind = rule.ClueKind

// The kinds of clues.
const (
	Given              = rule.Given    // a symbol on a cell
	Letter    ClueKind = "letter"      // a letter in a rectangle of words
	Chessman  ClueKind = "man"         // a fixed man
	Bar       ClueKind = "bar"         // a cell without a man
	Piece     ClueKind = "piece"       // a fixed piece
	Cage               = rule.Cage     // a region with a total
	Mark               = rule.Mark     // a mark between two cells
	EdgeClue           = rule.EdgeClue // what is seen from an edge
	LineClue           = rule.LineClue // runs, or the number of a symbol, in a line
	Rule               = rule.Rule     // any other rule of a statement, or a part of it
	Statement ClueKind = "statement"
	Hole      ClueKind = "hole" // a cell missing in a board
)

// Clue is a part of a puzzle that can be left out.
type Clue struct {
	Kind ClueKind
	// Name identifies the clue in a few words: the given 5 at (0, 2).
	Name string
	Span source.Span
	// Cells are its cells, if it has a definite set of them.
	Cells []lattice.Cell
	// Within is the index of a clue that contains this one, so that this one can be left out only with it; or
	// -1.
	Within int

	text  string // the symbol, or the name of the piece
	fixed *model.FixedPlace
	piece *model.PackedPiece // the piece that is fixed
	grid  *lattice.Grid      // of its board
}

// Relaxes reports whether leaving out the clue keeps all solutions. Filling a hole does not, as it changes the
// board.
func (c Clue) Relaxes() bool { return c.Kind != Hole }

// ClueList holds the clues of a text, in its order.
type ClueList struct {
	Clues []Clue

	file            *ast.File
	puzzle          *model.Puzzle
	parts           []rule.Part
	classStatements []source.Range // statements about which solutions are equivalent
}

// ListClues returns the clues of a file, of which package check made the puzzle.
func ListClues(f *ast.File, m *model.Puzzle) *ClueList {
	r := &clueReader{ClueList: &ClueList{file: f, puzzle: m}, file: f.Source}
	for _, s := range f.Statements {
		r.readStatement(s)
	}
	return r.ClueList
}

// TextWithout returns the text without some clues, given by their indices in the list.
func (l *ClueList) TextWithout(dropped ...int) (string, error) {
	return l.rewriteWithout(dropped).EditedText()
}

func (l *ClueList) rewriteWithout(dropped []int) *Rewriting {
	w, isDropped := Rewrite(l.file, l.puzzle), make([]bool, len(l.Clues))
	for _, k := range dropped {
		isDropped[k] = true
	}
	for k, c := range l.Clues {
		isDropped[k] = isDropped[k] && (c.Within < 0 || isDropped[c.Within])
	}
	for _, p := range l.parts {
		edits, _ := partEdits(&p, l.file.Source, isDropped)
		w.edits = append(w.edits, edits...)
	}
	return w
}

// partEdits returns the edits of a part when clues are left out, and whether nothing is left of it.
func partEdits(p *rule.Part, file *source.File, isDropped []bool) (edits []textEdit, all bool) {
	if p.Parts == nil {
		if p.Clue == rule.Stays || !isDropped[p.Clue] {
			return nil, false
		}
		return []textEdit{{p.At, p.Instead}}, true
	}
	var left []string
	for k := range p.Parts {
		inside, whole := partEdits(&p.Parts[k], file, isDropped)
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
