package rule

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"quadrille/compile/lattice"
	"quadrille/lang/ast"
	"quadrille/lang/source"
)

// ClueKind is the kind of a clue, in words.
type ClueKind string

// The kinds of clues that rules on cells have.
const (
	Given    ClueKind = "given"     // a symbol on a cell
	Cage     ClueKind = "cage"      // a region with a total
	Mark     ClueKind = "mark"      // a mark between two cells
	EdgeClue ClueKind = "edge clue" // what is seen from an edge
	LineClue ClueKind = "line clue" // runs, or the number of a symbol, in a line
	Rule     ClueKind = "rule"      // any other rule of a statement, or a part of it
)

// Clues collects the clues of a text.
type Clues interface {
	Source() *source.File
	// CellsAt returns the cells that a place in the text means.
	CellsAt(source.Range) []lattice.Cell
	NameCells([]lattice.Cell) string
	// AddClue adds a clue and returns its number.
	AddClue(kind ClueKind, at source.Range, cells []lattice.Cell, text, format string, args ...any) int
	// SetWithin records that a clue can be left out only if another one is.
	SetWithin(clue, within int)
}

// Part is a part of the text that may be left out with a clue: it belongs to one clue, stays in any case, or
// consists of other parts and is left out if all of them are.
type Part struct {
	At      source.Range
	Clue    int    // the clue that it belongs to, or Stays
	Instead string // text that replaces it when it is left out
	Parts   []Part
	Between string // separator of the parts, if they are a list
}

// Stays is the Clue of a part that is never left out.
const Stays = -1

// ListPart returns the part of a list in which each element is a clue.
func ListPart[T ast.Ranged](elements []T, between string, add func(T) int) []Part {
	list := Part{At: source.Range{Start: elements[0].Range().Start, End: elements[len(elements)-1].Range().End},
		Between: between}
	for _, e := range elements {
		list.Parts = append(list.Parts, Part{At: e.Range(), Clue: add(e)})
	}
	return []Part{list}
}

// pictureChar is a character of a picture, with its place in the file.
type pictureChar struct {
	char  string
	at    source.Range
	cells []lattice.Cell // cells that it means
}

// pictureChars returns the characters of a picture, except for those in nothing.
func pictureChars(c Clues, p *ast.Lines, nothing string) (all []pictureChar) {
	_, offsets := ast.SplitLines(c.Source().TextOf(p.Range()))
	for row, offset := range offsets {
		at := p.Range().Start + offset
		for _, char := range p.Rows[row] {
			size := utf8.RuneLen(char)
			if !strings.ContainsRune(nothing, char) {
				place := source.Range{Start: at, End: at + size}
				all = append(all, pictureChar{string(char), place, c.CellsAt(place)})
			}
			at += size
		}
	}
	return all
}

// ReadPicture adds a clue for each character of a picture, except for those in nothing and those in stay, which
// are never left out.
func ReadPicture(c Clues, kind ClueKind, p *ast.Lines, nothing, stay string) (parts []Part) {
	for _, m := range pictureChars(c, p, nothing) {
		k := Stays
		if !strings.Contains(stay, m.char) {
			k = c.AddClue(kind, m.at, m.cells, m.char, "%s %s at %s", kind, m.char, c.NameCells(m.cells))
		}
		parts = append(parts, Part{At: m.at, Clue: k, Instead: "."})
	}
	return parts
}

// hasEscapes reports whether escapes hide the places of characters in a quoted text.
func hasEscapes(c Clues, n ast.Ranged) bool {
	return strings.Contains(c.Source().TextOf(n.Range()), `\`)
}

// quotedWord is a match in a quoted text.
type quotedWord struct {
	groups []string // groups of the match
	before string   // text before it in the quotes
	at     source.Range
}

// Range implements [ast.Ranged].
func (w quotedWord) Range() source.Range { return w.at }

// quotedWords returns the matches of a pattern in the quoted text at the end of a part.
func quotedWords(c Clues, n ast.Ranged, pattern *regexp.Regexp) (words []quotedWord) {
	text := strings.TrimSuffix(c.Source().TextOf(n.Range()), `"`)
	from := strings.Index(text, `"`) + 1
	for _, at := range pattern.FindAllStringSubmatchIndex(text[from:], -1) {
		w := quotedWord{before: text[from : from+at[0]], at: source.Range{Start: n.Range().Start + from + at[0],
			End: n.Range().Start + from + at[1]}}
		for k := 2; k < len(at); k += 2 {
			w.groups = append(w.groups, text[from+at[k]:from+at[k+1]])
		}
		words = append(words, w)
	}
	return words
}

// readLineClues adds the clues of all lines of a kind, and returns their parts; none if there are no clues. A
// dot is no clue.
func readLineClues(c Clues, n ast.Ranged, pattern *regexp.Regexp, add func(quotedWord) int) []Part {
	all := Part{At: n.Range()}
	for _, w := range quotedWords(c, n, pattern) {
		if w.groups[0] != "." {
			all.Parts = append(all.Parts, Part{At: w.at, Clue: add(w), Instead: "."})
		}
	}
	if all.Parts == nil {
		return nil
	}
	return []Part{all}
}
