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

// Rewriting is a list of changes to the text of a puzzle, and the puzzle itself.
type Rewriting struct {
	SyntaxTree *ast.File

	puzzle *model.Puzzle
	edits  []textEdit
}

// NewRewriting returns an empty list of changes to the text of file f. The model m must be the one that package check
// made of the file.
func NewRewriting(f *ast.File, m *model.Puzzle) *Rewriting {
	return &Rewriting{SyntaxTree: f, puzzle: m}
}

// ReplaceText replaces a range of the text. Replaced ranges must not overlap. If the new text is empty and the range is
// alone on its lines, the lines are removed.
func (w *Rewriting) ReplaceText(at source.Range, text string) {
	w.edits = append(w.edits, textEdit{at, text})
}

// AddRule adds a rule to a statement that has as many rules as the argument rules says.
func (w *Rewriting) AddRule(s ast.Statement, rules int, text string) {
	var words []string
	var at []int
	for offset, word := range parse.Words(w.SyntaxTree.Source.TextOf(s.Range())) {
		words, at = append(words, word), append(at, s.Range().Start+offset)
	}
	last := len(words) - 1
	end := source.Range{Start: s.Range().End, End: s.Range().End}
	if rules > 0 || words[last] == "}" && words[last-1] == "{" {
		end = source.Range{Start: at[last], End: at[last]}
		if before := strings.TrimRight(w.SyntaxTree.Source.Text[:at[last]], " \t"); !strings.HasSuffix(before, "\n") {
			text = "\n" + text
		}
		w.ReplaceText(end, text+"\n")
		return
	}
	w.ReplaceText(end, " {\n"+text+"\n}")
}

// BoardPicture returns a picture of a board. The function at returns the character of a cell. A position without a cell
// has a dot.
func (w *Rewriting) BoardPicture(b *model.Board, at func(lattice.Cell) string) string {
	cells := b.AllCells()
	_, most := cells.BoundingBox()
	axes := len(b.Lattice.AxisNames)
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
	return format.CanonicalText(w.SyntaxTree.Source.Name, []byte(applyEdits(w.SyntaxTree.Source.Text, w.edits)))
}

// textEdit says which part of a text is replaced, and by which text.
type textEdit struct {
	replacedRange source.Range
	newText       string
}

// applyEdits returns a text with edits applied. The edits must not overlap.
func applyEdits(text string, edits []textEdit) string {
	slices.SortStableFunc(edits, func(a, b textEdit) int {
		return cmp.Compare(a.replacedRange.Start,
			b.replacedRange.Start)
	})
	for _, e := range slices.Backward(edits) {
		if e.newText == "" {
			e.replacedRange = extendToWholeLines(text, e.replacedRange)
		}
		text = text[:e.replacedRange.Start] + e.newText + text[e.replacedRange.End:]
	}
	return text
}

// extendToWholeLines extends a part of a text to whole lines, if nothing else stands on these lines.
func extendToWholeLines(text string, at source.Range) source.Range {
	before := strings.TrimRight(text[:at.Start], " \t")
	after := strings.TrimLeft(text[at.End:], " \t\r")
	if (before == "" || strings.HasSuffix(before, "\n")) && strings.HasPrefix(after, "\n") {
		return source.Range{Start: len(before), End: len(text) - len(after) + 1}
	}
	return at
}
