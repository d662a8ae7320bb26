package clues

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"quadrille/compile"
	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/source"
)

// AddClues returns the text of a puzzle with more clues. The clues are placements of a solution: symbols and letters
// become givens, chessmen and pieces are fixed. Existing givens stay.
func AddClues(f *ast.File, m *model.Puzzle, more []compile.Placement) (string, error) {
	w := NewRewriting(f, m)
	byKind := map[string][]compile.Placement{} // boards of several statements may have the same cells
	for _, pl := range more {
		byKind[pl.StatementKind] = append(byKind[pl.StatementKind], pl)
	}
	for _, s := range f.Statements {
		switch s := s.(type) {
		case *ast.Latin:
			if s.SquareFile != nil {
				return "", errors.New("what is given stands in another file: Inline brings it here")
			}
			w.addSymbolGivens(s, s.Rules, byKind["fill"])
		case *ast.Fill:
			w.addSymbolGivens(s, s.Rules, byKind["fill"])
		case *ast.Words:
			w.addLetterGivens(s, byKind["words"])
		case *ast.PlaceMan:
			w.addFixedChessmen(s, len(s.Rules), byKind["place"])
		case *ast.Queens:
			w.addFixedChessmen(s, len(s.Rules), byKind["place"])
		case *ast.Pack:
			if slices.ContainsFunc(m.Packing.Pieces, func(k *model.PackedPiece) bool { return k.FoundRegion != nil }) {
				return "", errors.New(
					"no clue can be added to regions that are found: their numbers stand in the table")
			}
			w.addFixedPieces(s, byKind["pack"])
		}
	}
	return w.EditedText()
}

// InlineSquare returns the text of a puzzle with the givens of a square written into it, if the square is in another
// file. It returns false if the puzzle has no square in another file.
func InlineSquare(f *ast.File, m *model.Puzzle) (string, bool) {
	i := slices.IndexFunc(f.Statements, func(s ast.Statement) bool {
		l,
			ok := s.(*ast.Latin)
		return ok && l.SquareFile != nil
	})
	if i < 0 {
		return "", false
	}
	s := f.Statements[i].(*ast.Latin)
	w := NewRewriting(f, m)
	head := source.Range{Start: s.Range().Start, End: s.SquareFile.Range().End}
	w.ReplaceText(head, fmt.Sprintf("latin %d", m.Filling.LatinOrder))
	w.AddRule(s, len(s.Rules), "given "+w.BoardPicture(m.Filling.Board,
		func(c lattice.Cell) string { return givenSymbolAt(m.Filling, c) }))
	text, err := w.EditedText()
	return text, err == nil
}

func givenSymbolAt(f *model.Filling, c lattice.Cell) string {
	if v, given := f.GivenSymbols[c]; given {
		return f.Symbols[v]
	}
	return ""
}

// addSymbolGivens adds the symbols of placements to the givens of a statement.
func (w *Rewriting) addSymbolGivens(s ast.Statement, rules []ast.CellRule, more []compile.Placement) {
	text := w.givensPicture(w.puzzle.Filling.Board, more, func(c lattice.Cell) string {
		return givenSymbolAt(w.puzzle.Filling,
			c)
	})
	replaceOrAddRule(w, s, rules, func(r ast.CellRule) bool { _, ok := r.(*ast.GivenRule); return ok }, text)
}

// addLetterGivens adds the letters of placements to the givens of a rectangle of words.
func (w *Rewriting) addLetterGivens(s *ast.Words, more []compile.Placement) {
	m := w.puzzle.WordPuzzle
	text := w.givensPicture(m.WordBoard(), more, func(c lattice.Cell) string {
		if m.BlockCells[c] {
			return "#"
		}
		return m.GivenLetters[c]
	})
	replaceOrAddRule(w, s, s.Rules, func(r *ast.WordRule) bool { return r.GivenLetters != nil }, text)
}

// replaceOrAddRule replaces the rule for which the function alike returns true by the text. If there is no such rule,
// it adds the text as a new rule of the statement.
func replaceOrAddRule[R ast.Ranged](w *Rewriting, s ast.Statement, rules []R, alike func(R) bool, text string) {
	switch k := slices.IndexFunc(rules, alike); {
	case text == "":
	case k >= 0:
		w.ReplaceText(rules[k].Range(), text)
	default:
		w.AddRule(s, len(rules), text)
	}
}

// givensPicture returns a picture of the board with its givens and with additional placements; "" if there are neither.
// The function at returns the given of a cell.
func (w *Rewriting) givensPicture(b *model.Board, more []compile.Placement, at func(lattice.Cell) string) string {
	added := map[lattice.Cell]string{}
	for _, pl := range more {
		for k, letter := range pl.Letters {
			if len(pl.Cells) == len(pl.Letters) {
				added[pl.Cells[k]] = letter
			}
		}
	}
	if len(added) == 0 {
		return ""
	}
	return "given " + w.BoardPicture(b, func(c lattice.Cell) string { return cmp.Or(at(c), added[c]) })
}

// addFixedChessmen adds a rule that fixes chessmen. The argument rules is the number of rules that the statement has.
func (w *Rewriting) addFixedChessmen(s ast.Statement, rules int, more []compile.Placement) {
	var at []string
	for _, pl := range more {
		if len(pl.Cells) == 1 {
			at = append(at, w.puzzle.Chessmen.Board.Lattice.FormatCell(pl.Cells[0]))
		}
	}
	if len(at) > 0 {
		w.AddRule(s, rules, "exactly 1 on "+strings.Join(at, ", "))
	}
}

// addFixedPieces adds rules that fix pieces of a packing.
func (w *Rewriting) addFixedPieces(s *ast.Pack, more []compile.Placement) {
	var lines []string
	for _, pl := range more {
		i := slices.IndexFunc(w.puzzle.Packing.Pieces,
			func(k *model.PackedPiece) bool { return k.Name == pl.PieceName })
		shapes := w.puzzle.Packing.Pieces[i].Orientations
		board := w.puzzle.Packing.Board
		corner := cornerOfPlacedShape(board, shapes[pl.Orientation], pl.Cells)
		line := "fix " + pl.PieceName + " at " + board.Lattice.FormatCell(corner)
		if len(shapes) > 1 {
			line += fmt.Sprint(" orientation ", pl.Orientation)
		}
		lines = append(lines, line)
	}
	if lines != nil {
		w.AddRule(s, len(s.Rules), strings.Join(lines, "\n"))
	}
}

// cornerOfPlacedShape returns where the corner of the shape must be, so that the shape covers the given cells of a
// board. On a board with joined edges the position is found by a search.
func cornerOfPlacedShape(b *model.Board, shape lattice.Shape, cells []lattice.Cell) lattice.Cell {
	corner, _ := lattice.Shape(cells).BoundingBox()
	if b.IsWrapped() {
		grid := b.NewGrid()
		for _, c := range grid.Cells {
			at, _ := shape.Shift(c.Minus(shape[0])).BoundingBox()
			if coversExactlyCells(grid, shape, at, cells) {
				return at
			}
		}
	}
	return corner
}

// coversExactlyCells reports whether a shape covers exactly the given cells of a grid, if it is shifted so that its
// corner is on the cell at.
func coversExactlyCells(grid *lattice.Grid, shape lattice.Shape, at lattice.Cell, cells []lattice.Cell) bool {
	corner, _ := shape.BoundingBox()
	moved := shape.Shift(at.Minus(corner))
	return grid.IsShift(at.Minus(corner)) &&
		!slices.ContainsFunc(moved, func(c lattice.Cell) bool { return grid.CellNumber(c) < 0 }) &&
		grid.CanonicalCells(moved).Equal(lattice.NewShape(cells))
}
