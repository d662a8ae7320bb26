// Package clues splits the text of a puzzle into clues, the parts that can be left out one by one: the givens of a
// square, fixed chessmen and pieces, cages, marks and other rules. It writes the text without some of them, or with
// additional ones.
//
// Its input is a syntax tree and the model that package check made of this tree. Its output is clues with their places,
// and texts in the spelling of `puz fmt`. It knows which options of the matrix a clue concerns, but not how puzzles are
// solved.
//
// If a clue is left out, every solution remains a solution, except if the clue is a hole
// ([Clue.RemovalKeepsSolutions]).
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
	Given              = rule.GivenClue // a symbol on a cell
	Letter    ClueKind = "letter"       // a letter in a rectangle of words
	Chessman  ClueKind = "man"          // a chessman on a fixed cell
	Bar       ClueKind = "bar"          // a cell that must have no chessman
	Piece     ClueKind = "piece"        // a piece at a fixed place
	Cage               = rule.CageClue  // a region with a total
	Mark               = rule.MarkClue  // a mark between two neighbouring cells
	EdgeClue           = rule.EdgeClue  // a clue at the edge of the board about its line of cells
	LineClue           = rule.LineClue  // the lengths of runs in a line, or the number of times that it has a symbol
	Rule               = rule.RuleClue  // any other rule of a statement, or part of a rule
	Statement ClueKind = "statement"
	Hole      ClueKind = "hole" // a cell that the board lacks
)

// Clue is a part of a puzzle's text that can be left out.
type Clue struct {
	Kind ClueKind
	// Name identifies the clue in a few words: "the given 5 at (0, 2)".
	Name string
	Span source.Span
	// Cells are the cells that the clue is about, or nil if these are no definite set.
	Cells []lattice.Cell
	// EnclosingClue is the index of the clue whose text contains the text of this clue, or -1. If the enclosing clue is
	// left out, this clue is left out too.
	EnclosingClue int

	symbolOrPieceName string // symbol that a given puts on its cell, or name of the piece
	// fixedPlace is the place of a fixed piece, or nil.
	fixedPlace *model.FixedPlace
	fixedPiece *model.PackedPiece // piece that the clue fixes, or nil
	grid       *lattice.Grid      // grid of the board to which the coordinates in Cells belong
}

// RemovalKeepsSolutions reports whether every solution remains a solution when the clue is left out. This is not so for
// a hole: without the clue it becomes a cell, so the board changes.
func (c Clue) RemovalKeepsSolutions() bool { return c.Kind != Hole }

// ClueList holds the clues of a text, in the order of the text.
type ClueList struct {
	Clues []Clue

	file   *ast.File
	puzzle *model.Puzzle
	// removableParts holds the parts of rules that can be left out, with the clues in each.
	removableParts     []rule.RemovablePart
	symmetryStatements []source.Range // places in the text of statements about which solutions are equivalent
}

// ListClues returns the clues of a file. The model must be the one that package check made of the file.
func ListClues(f *ast.File, m *model.Puzzle) *ClueList {
	r := &clueReader{ClueList: &ClueList{file: f, puzzle: m}, file: f.Source}
	for _, s := range f.Statements {
		r.readStatement(s)
	}
	return r.ClueList
}

// TextWithout returns the text without some clues, which are given by their indices in the list.
func (l *ClueList) TextWithout(dropped ...int) (string, error) {
	return l.rewriteWithout(dropped).EditedText()
}

func (l *ClueList) rewriteWithout(dropped []int) *Rewriting {
	w, isDropped := NewRewriting(l.file, l.puzzle), make([]bool, len(l.Clues))
	for _, k := range dropped {
		isDropped[k] = true
	}
	for k, c := range l.Clues {
		isDropped[k] = isDropped[k] && (c.EnclosingClue < 0 || isDropped[c.EnclosingClue])
	}
	for _, p := range l.removableParts {
		edits, _ := removalEdits(&p, l.file.Source, isDropped)
		w.edits = append(w.edits, edits...)
	}
	return w
}

// removalEdits returns the edits that leave the dropped clues out of a part of the text, and whether nothing of that
// part is left.
func removalEdits(p *rule.RemovablePart, file *source.File, isDropped []bool) (edits []textEdit, all bool) {
	if p.SubParts == nil {
		if p.ClueNumber == rule.NeverLeftOut || !isDropped[p.ClueNumber] {
			return nil, false
		}
		return []textEdit{{p.TextRange, p.Replacement}}, true
	}
	var left []string
	for k := range p.SubParts {
		inside, whole := removalEdits(&p.SubParts[k], file, isDropped)
		if edits = append(edits, inside...); !whole {
			left = append(left, file.TextOf(p.SubParts[k].TextRange))
		}
	}
	switch {
	case left == nil:
		return []textEdit{{p.TextRange, ""}}, true
	case p.Separator != "" && edits != nil:
		return []textEdit{{p.TextRange, strings.Join(left, p.Separator)}}, false
	}
	return edits, false
}
