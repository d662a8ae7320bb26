package lower

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/runtime/matrix"
)

// Words become
//
//	a primary item for each line;
//	a secondary item letter[r,c] for each cell, whose color is its letter;
//	a secondary item word[w] for each word, if they must be distinct;
//	an option for each line and each word that fits it and the letters given.
func (l *lowering) lowerWords(m *model.WordPuzzle) {
	lines := make([]matrix.ItemID, len(m.WordLines))
	known := map[int]bool{} // lengths of the words in the list
	for _, word := range m.WordList {
		known[utf8.RuneCountInString(word)] = true
	}
	for k, line := range m.WordLines {
		lines[k] = l.declareItemCoveredOnce("%s", line.ItemName)
		l.itemByID(lines[k]).noOptionWarning = fmt.Sprintf(
			"no word of the list fits %s with the letters that are given",
			line.LineName)
		if n := len(line.Cells); !known[n] {
			l.itemByID(lines[k]).noOptionWarning = fmt.Sprintf(
				"the list has no word of %d letters for the lines of %d cells: "+
					"add some, or blocks (#) to what is given", n, n)
		}
	}
	cells := map[lattice.Cell]matrix.ItemID{}
	for _, c := range lattice.Rectangle(m.Rows, m.Columns) {
		if m.BlockCells[c] {
			continue
		}
		cells[c] = l.declareItemCoveredAtMostOnce("letter[%s]", lattice.Square.CellName(c))
	}
	used := make([]matrix.ItemID, len(m.WordList))
	for w, word := range m.WordList {
		if m.RequiresDistinctWords {
			used[w] = l.declareItemCoveredAtMostOnce("word[%s]", word)
		}
	}
	for k, line := range m.WordLines {
		for w, word := range m.WordList {
			letters := strings.Split(word, "")
			if !wordFitsLine(letters, line, m.GivenLetters) {
				continue
			}
			entries := []matrix.Entry{{Item: lines[k]}}
			for k, c := range line.Cells {
				entries = append(entries, matrix.Entry{Item: cells[c], Color: l.builder.AddColor(letters[k])})
			}
			if m.RequiresDistinctWords {
				entries = append(entries, matrix.Entry{Item: used[w]})
			}
			if !l.addOption(Origin{Meaning: &Meaning{LetterCells: line.Cells, Letters: letters}}, entries) {
				return
			}
		}
	}
}

// wordFitsLine reports whether a word has the length of a line and agrees with its given letters.
func wordFitsLine(letters []string, line model.WordLine, given map[lattice.Cell]string) bool {
	if len(letters) != len(line.Cells) {
		return false
	}
	for k, c := range line.Cells {
		if letter, known := given[c]; known && letter != letters[k] {
			return false
		}
	}
	return true
}
