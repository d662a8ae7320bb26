package clues

import (
	"cmp"
	"slices"
	"strings"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/format"
	"quadrille/lang/parse"
	"quadrille/lang/source"
)

// Rewriting is changes of the text of a puzzle.
type Rewriting struct {
	File *ast.File

	puzzle *model.Puzzle
	edits  []textEdit
}

// Rewrite begins to change a text, of which the package check made a puzzle.
func Rewrite(f *ast.File, m *model.Puzzle) *Rewriting { return &Rewriting{File: f, puzzle: m} }

// Replace puts a text in the place of a part; parts that are replaced do not overlap. What stands
// alone on its lines goes with them if nothing takes its place.
func (w *Rewriting) Replace(at source.Range, text string) {
	w.edits = append(w.edits, textEdit{at, text})
}

// AddRule adds a rule to a statement that has so many.
func (w *Rewriting) AddRule(s ast.Statement, rules int, text string) {
	var words []string
	var at []int
	for offset, word := range parse.Words(w.File.Source.TextOf(s.Range())) {
		words, at = append(words, word), append(at, s.Range().Start+offset)
	}
	last := len(words) - 1
	end := source.Range{Start: s.Range().End, End: s.Range().End}
	if rules > 0 || words[last] == "}" && words[last-1] == "{" {
		end = source.Range{Start: at[last], End: at[last]}
		if before := strings.TrimRight(w.File.Source.Text[:at[last]], " \t"); !strings.HasSuffix(before, "\n") {
			text = "\n" + text
		}
		w.Replace(end, text+"\n")
		return
	}
	w.Replace(end, " {\n"+text+"\n}")
}

// BoardPicture draws a board by characters, with dots where there is none.
func (w *Rewriting) BoardPicture(b *model.Board, at func(lattice.Cell) string) string {
	cells := b.AllCells()
	_, most := cells.BoundingBox()
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

// EditedText returns the text with all changes, in its canonical spelling.
func (w *Rewriting) EditedText() (string, error) {
	return format.CanonicalText(w.File.Source.Name, []byte(applyEdits(w.File.Source.Text, w.edits)))
}

// textEdit replaces a part of a text.
type textEdit struct {
	at   source.Range
	text string
}

// applyEdits returns a text with edits that do not overlap.
func applyEdits(text string, edits []textEdit) string {
	slices.SortStableFunc(edits, func(a, b textEdit) int { return cmp.Compare(a.at.Start, b.at.Start) })
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
