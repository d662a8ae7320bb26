package lower

import (
	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/runtime/matrix"
)

// Words become
//
//	a primary item for each line;
//	a secondary item cell[r,c] for each cell, whose color is its letter;
//	a secondary item word[w] for each word, if they must be distinct;
//	an option for each line and each word that fits it and the letters given.
func (l *lowering) words(m *model.Words) {
	if !l.room(len(m.Lines)+m.Rows*m.Columns+len(m.List), m.Span) {
		return
	}
	w := &wordGrid{lowering: l, words: m, cells: map[lattice.Cell]matrix.ItemID{}, used: map[string]matrix.ItemID{}}
	var lines []matrix.ItemID
	for _, line := range m.Lines {
		lines = append(lines, l.declare(line.Name, false, matrix.Once, m.Span))
	}
	for _, c := range lattice.Rectangle(m.Rows, m.Columns) {
		w.cells[c] = l.declare("cell["+lattice.Square.CellName(c)+"]", true, matrix.Once, m.Span)
	}
	if m.Distinct {
		for _, word := range m.List {
			w.used[word] = l.declare("word["+word+"]", true, matrix.Once, m.Span)
		}
	}
	for k, line := range m.Lines {
		for _, word := range m.List {
			if !w.option(line, lines[k], word) {
				return
			}
		}
	}
}

type wordGrid struct {
	*lowering
	words *model.Words
	cells map[lattice.Cell]matrix.ItemID
	used  map[string]matrix.ItemID
}

// option makes the option of a word on a line, if it fits. It returns false if
// there are too many.
func (w *wordGrid) option(line model.WordLine, item matrix.ItemID, word string) bool {
	letters := letters(word)
	if len(letters) != len(line.Cells) {
		return true
	}
	entries := []matrix.Entry{{Item: item}}
	for k, c := range line.Cells {
		if given, known := w.words.Given[c]; known && given != letters[k] {
			return true
		}
		entries = append(entries, matrix.Entry{Item: w.cells[c], Color: w.builder.Color(letters[k])})
	}
	if w.words.Distinct {
		entries = append(entries, matrix.Entry{Item: w.used[word]})
	}
	return w.lowering.option(Origin{Meaning: &Meaning{Line: line.Cells, Letters: letters}}, w.words.Span, entries)
}

func letters(word string) []string {
	var out []string
	for _, r := range word {
		out = append(out, string(r))
	}
	return out
}
