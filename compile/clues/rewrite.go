package clues

import (
	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/format"
	"quadrille/lang/source"
)

// Rewriting is changes of the text of a puzzle that are no clues.
type Rewriting struct{ writer *writer }

// Rewrite begins to change a text, of which the package check made a puzzle.
func Rewrite(f *ast.File, m *model.Puzzle) Rewriting {
	return Rewriting{&writer{file: f.Source, puzzle: m}}
}

// Replace puts a text in the place of a part; parts that are replaced do not overlap. What stands
// alone on its lines goes with them if nothing takes its place.
func (r Rewriting) Replace(at source.Range, text string) {
	r.writer.edits = append(r.writer.edits, edit{at, text})
}

// Rule adds a rule to a statement that has so many.
func (r Rewriting) Rule(s ast.Statement, rules int, text string) { r.writer.rule(s, rules, text) }

// Picture draws a board by characters, with dots where there is none.
func (r Rewriting) Picture(b *model.Board, at func(lattice.Cell) string) string {
	return r.writer.picture(b, at)
}

// Text returns the text with all changes, in its canonical spelling.
func (r Rewriting) Text() (string, error) {
	return format.Text(r.writer.file.Name, []byte(edited(r.writer.file.Text, r.writer.edits)))
}
