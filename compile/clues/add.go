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
	"quadrille/lang/format"
	"quadrille/lang/parse"
	"quadrille/lang/source"
)

// With returns the text of a puzzle with more clues, which are placements of a solution: symbols
// and letters are given, men and pieces are fixed. What the text gives already stays.
func With(f *ast.File, m *model.Puzzle, more []compile.Placement) (string, error) {
	w := &writer{file: f.Source, puzzle: m}
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
	return format.Text(f.Source.Name, []byte(edited(f.Source.Text, w.edits)))
}

// Inline returns the text of a puzzle with what another file gives of its square written into it.
// It returns false if there is none.
func Inline(f *ast.File, m *model.Puzzle) (string, bool) {
	i := slices.IndexFunc(f.Statements, func(s ast.Statement) bool { l, ok := s.(*ast.Latin); return ok && l.From != nil })
	if i < 0 {
		return "", false
	}
	s := f.Statements[i].(*ast.Latin)
	w := &writer{file: f.Source, puzzle: m}
	head := source.Range{Start: s.Range().Start, End: s.From.Range().End}
	w.edits = append(w.edits, edit{head, fmt.Sprintf("latin %d", m.Fill.Order)})
	w.rule(s, len(s.Rules), "given "+w.picture(m.Fill.Board, func(c lattice.Cell) string { return symbolAt(m.Fill, c) }))
	text, err := format.Text(f.Source.Name, []byte(edited(f.Source.Text, w.edits)))
	return text, err == nil
}

func symbolAt(f *model.Fill, c lattice.Cell) string {
	if v, given := f.Given[c]; given {
		return f.Symbols[v]
	}
	return ""
}

// writer adds clues to a text.
type writer struct {
	file   *source.File
	puzzle *model.Puzzle
	edits  []edit
}

// rule adds a rule to a statement that has so many.
func (w *writer) rule(s ast.Ranged, rules int, text string) {
	var words []string
	var at []int
	for offset, word := range parse.Words(w.file.Slice(s.Range())) {
		words, at = append(words, word), append(at, s.Range().Start+offset)
	}
	last := len(words) - 1
	end := source.Range{Start: s.Range().End, End: s.Range().End}
	if rules > 0 || words[last] == "}" && words[last-1] == "{" {
		end = source.Range{Start: at[last], End: at[last]}
		if before := strings.TrimRight(w.file.Text[:at[last]], " \t"); !strings.HasSuffix(before, "\n") {
			text = "\n" + text
		}
		w.edits = append(w.edits, edit{end, text + "\n"})
		return
	}
	w.edits = append(w.edits, edit{end, " {\n" + text + "\n}"})
}

// picture draws a board, with dots where nothing is written.
func (w *writer) picture(b *model.Board, at func(lattice.Cell) string) string {
	cells := b.All()
	_, most := cells.Corner()
	axes := len(b.Lattice.Axes)
	text := "\"\"\"\n"
	var draw func(cell lattice.Cell, axis int)
	draw = func(cell lattice.Cell, axis int) {
		for k := int32(0); k <= most[axis]; k++ {
			if cell[axis] = k; axis < axes-1 {
				draw(cell, axis+1)
				continue
			}
			text += cmp.Or(at(cell), ".")
		}
		text += "\n"
	}
	draw(lattice.Cell{}, 0)
	return text + `"""`
}

// symbols gives symbols on cells that are filled.
func (w *writer) symbols(s ast.Ranged, rules []*ast.CellRule, more []compile.Placement) {
	given := map[lattice.Cell]string{}
	for _, pl := range more {
		if len(pl.Cells) == len(pl.Letters) {
			for k, c := range pl.Cells {
				given[c] = pl.Letters[k]
			}
		}
	}
	if len(given) == 0 {
		return
	}
	text := "given " + w.picture(w.puzzle.Fill.Board, func(c lattice.Cell) string { return cmp.Or(symbolAt(w.puzzle.Fill, c), given[c]) })
	for _, r := range rules {
		if r.Given != nil {
			w.edits = append(w.edits, edit{r.Range(), text})
			return
		}
	}
	w.rule(s, len(rules), text)
}

// letters gives letters of words.
func (w *writer) letters(s *ast.Words, more []compile.Placement) {
	m, given := w.puzzle.Words, map[lattice.Cell]string{}
	for _, pl := range more {
		if len(pl.Cells) == len(pl.Letters) {
			for k, c := range pl.Cells {
				given[c] = pl.Letters[k]
			}
		}
	}
	if len(given) == 0 {
		return
	}
	board := &model.Board{Lattice: lattice.Square, Cells: lattice.Rectangle(m.Rows, m.Columns)}
	text := "given " + w.picture(board, func(c lattice.Cell) string {
		if m.Blocks[c] {
			return "#"
		}
		return cmp.Or(m.Given[c], given[c])
	})
	for _, r := range s.Rules {
		if r.Given != nil {
			w.edits = append(w.edits, edit{r.Range(), text})
			return
		}
	}
	w.rule(s, len(s.Rules), text)
}

// men fixes men.
func (w *writer) men(s ast.Ranged, rules int, more []compile.Placement) {
	text := ""
	for _, pl := range more {
		if pl.Piece != "" && len(pl.Cells) == 1 && w.number(pl.Piece) < 0 {
			text += " " + w.place(w.puzzle.Place.Board, pl.Cells[0])
		}
	}
	if text != "" {
		w.rule(s, rules, "fix"+text)
	}
}

// number is that of a piece among those packed, or -1.
func (w *writer) number(name string) int {
	if w.puzzle.Pack == nil {
		return -1
	}
	return slices.IndexFunc(w.puzzle.Pack.Pieces, func(k *model.Packed) bool { return k.Name == name })
}

// pieces fixes pieces of a packing.
func (w *writer) pieces(s *ast.Pack, more []compile.Placement) {
	var lines []string
	for _, pl := range more {
		i := w.number(pl.Piece)
		if i < 0 {
			continue
		}
		shapes := w.puzzle.Pack.Pieces[i].Orientations
		line := "fix " + pl.Piece + " at " + w.place(w.puzzle.Pack.Board, cornerOf(w.puzzle.Pack.Board, shapes[pl.Orientation], pl.Cells))
		if len(shapes) > 1 {
			line += fmt.Sprint(" orientation ", pl.Orientation)
		}
		lines = append(lines, line)
	}
	if lines != nil {
		w.rule(s, len(s.Rules), strings.Join(lines, "\n"))
	}
}

// cornerOf returns the corner of a shape that lies on some cells of a board; on one with joined edges
// the cells alone do not tell it.
func cornerOf(b *model.Board, shape lattice.Shape, cells []lattice.Cell) lattice.Cell {
	corner, _ := lattice.Shape(cells).Corner()
	if !b.Wrapped() {
		return corner
	}
	grid := b.Grid()
	for _, c := range grid.Cells {
		moved := shape.Shift(c.Minus(shape[0]))
		onBoard := !slices.ContainsFunc(moved, func(c lattice.Cell) bool { return grid.Number(c) < 0 })
		if onBoard && grid.Canonical(moved).Equal(lattice.NewShape(cells)) {
			corner, _ = moved.Corner()
			break
		}
	}
	return corner
}

func (w *writer) place(b *model.Board, c lattice.Cell) string {
	return "(" + b.Lattice.CellName(c) + ")"
}
