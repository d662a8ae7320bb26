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

// With returns the text of a puzzle with more clues, which are placements of a solution: symbols
// and letters are given, men and pieces are fixed. What the text gives already stays.
func With(f *ast.File, m *model.Puzzle, more []compile.Placement) (string, error) {
	w := Rewrite(f, m)
	for _, s := range f.Statements {
		switch s := s.(type) {
		case *ast.Latin:
			if s.From != nil {
				return "", errors.New("what is given stands in another file: Inline brings it here")
			}
			w.symbols(s, s.Rules, more)
		case *ast.Fill:
			w.symbols(s, s.Rules, more)
		case *ast.Words:
			w.letters(s, more)
		case *ast.PlaceMan:
			w.men(s, len(s.Rules), more)
		case *ast.Queens:
			w.men(s, len(s.Rules), more)
		case *ast.Pack:
			w.pieces(s, more)
		}
	}
	return w.Text()
}

// Inline returns the text of a puzzle with what another file gives of its square written into it.
// It returns false if there is none.
func Inline(f *ast.File, m *model.Puzzle) (string, bool) {
	i := slices.IndexFunc(f.Statements, func(s ast.Statement) bool { l, ok := s.(*ast.Latin); return ok && l.From != nil })
	if i < 0 {
		return "", false
	}
	s := f.Statements[i].(*ast.Latin)
	w := Rewrite(f, m)
	head := source.Range{Start: s.Range().Start, End: s.From.Range().End}
	w.Replace(head, fmt.Sprintf("latin %d", m.Fill.Order))
	w.Rule(s, len(s.Rules), "given "+w.Picture(m.Fill.Board, func(c lattice.Cell) string { return symbolAt(m.Fill, c) }))
	text, err := w.Text()
	return text, err == nil
}

func symbolAt(f *model.Fill, c lattice.Cell) string {
	if v, given := f.Given[c]; given {
		return f.Symbols[v]
	}
	return ""
}

// symbols gives symbols on cells that are filled.
func (w *Rewriting) symbols(s ast.Statement, rules []*ast.CellRule, more []compile.Placement) {
	text := w.given(w.puzzle.Fill.Board, more, func(c lattice.Cell) string { return symbolAt(w.puzzle.Fill, c) })
	instead(w, s, rules, func(r *ast.CellRule) bool { return r.Given != nil }, text)
}

// letters gives letters of words.
func (w *Rewriting) letters(s *ast.Words, more []compile.Placement) {
	m := w.puzzle.Words
	text := w.given(m.Board(), more, func(c lattice.Cell) string {
		if m.Blocks[c] {
			return "#"
		}
		return m.Given[c]
	})
	instead(w, s, s.Rules, func(r *ast.WordRule) bool { return r.Given != nil }, text)
}

// instead puts a rule in the place of the one that is alike, or adds it to a statement.
func instead[R ast.Ranged](w *Rewriting, s ast.Statement, rules []R, alike func(R) bool, text string) {
	switch k := slices.IndexFunc(rules, alike); {
	case text == "":
	case k >= 0:
		w.Replace(rules[k].Range(), text)
	default:
		w.Rule(s, len(rules), text)
	}
}

// given writes what is given on a board, and what placements put there; nothing if that is nothing.
func (w *Rewriting) given(b *model.Board, more []compile.Placement, at func(lattice.Cell) string) string {
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
	return "given " + w.Picture(b, func(c lattice.Cell) string { return cmp.Or(at(c), added[c]) })
}

// men fixes men.
func (w *Rewriting) men(s ast.Statement, rules int, more []compile.Placement) {
	text := ""
	for _, pl := range more {
		if pl.Piece != "" && len(pl.Cells) == 1 && w.number(pl.Piece) < 0 {
			text += " " + w.puzzle.Place.Board.Lattice.At(pl.Cells[0])
		}
	}
	if text != "" {
		w.Rule(s, rules, "fix"+text)
	}
}

// number is that of a piece among those packed, or -1.
func (w *Rewriting) number(name string) int {
	if w.puzzle.Pack == nil {
		return -1
	}
	return slices.IndexFunc(w.puzzle.Pack.Pieces, func(k *model.Packed) bool { return k.Name == name })
}

// pieces fixes pieces of a packing.
func (w *Rewriting) pieces(s *ast.Pack, more []compile.Placement) {
	var lines []string
	for _, pl := range more {
		i := w.number(pl.Piece)
		if i < 0 {
			continue
		}
		shapes := w.puzzle.Pack.Pieces[i].Orientations
		line := "fix " + pl.Piece + " at " + w.puzzle.Pack.Board.Lattice.At(cornerOf(w.puzzle.Pack.Board, shapes[pl.Orientation], pl.Cells))
		if len(shapes) > 1 {
			line += fmt.Sprint(" orientation ", pl.Orientation)
		}
		lines = append(lines, line)
	}
	if lines != nil {
		w.Rule(s, len(s.Rules), strings.Join(lines, "\n"))
	}
}

// cornerOf returns the corner of a shape that lies on some cells of a board; on one with joined edges
// the cells alone do not tell it.
func cornerOf(b *model.Board, shape lattice.Shape, cells []lattice.Cell) lattice.Cell {
	corner, _ := lattice.Shape(cells).Corner()
	if b.Wrapped() {
		grid := b.Grid()
		for _, c := range grid.Cells {
			at, _ := shape.Shift(c.Minus(shape[0])).Corner()
			if liesAt(grid, shape, at, cells) {
				return at
			}
		}
	}
	return corner
}

// liesAt reports whether a shape with its corner somewhere lies on some cells of a grid.
func liesAt(grid *lattice.Grid, shape lattice.Shape, at lattice.Cell, cells []lattice.Cell) bool {
	corner, _ := shape.Corner()
	moved := shape.Shift(at.Minus(corner))
	return !slices.ContainsFunc(moved, func(c lattice.Cell) bool { return grid.Number(c) < 0 }) && grid.Canonical(moved).Equal(lattice.NewShape(cells))
}
