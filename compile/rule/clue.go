package rule

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"quadrille/compile/lattice"
	"quadrille/lang/ast"
	"quadrille/lang/source"
)

// ClueKind says in words what kind of clue a part of a puzzle is.
type ClueKind string

// The kinds of clues in rules about the symbols on cells.
const (
	GivenClue ClueKind = "given"     // a symbol on a cell
	CageClue  ClueKind = "cage"      // a region with a total
	MarkClue  ClueKind = "mark"      // a mark between two cells
	EdgeClue  ClueKind = "edge clue" // what is seen from an edge
	LineClue  ClueKind = "line clue" // the lengths of runs, or how often a symbol stands, in a line
	RuleClue  ClueKind = "rule"      // any other rule of a statement, or a part of it
)

// ClueCollector is given the clues of a puzzle's text, one by one. Package clues implements it.
type ClueCollector interface {
	Source() *source.File
	// CellsAt returns the cells of the board that a place in the text means.
	CellsAt(source.Range) []lattice.Cell
	// NameCells returns the names of cells for messages.
	NameCells([]lattice.Cell) string
	// AddClue adds a clue and returns its index. The clue stands at a place in the text and is about the given cells;
	// its description is made of format and args.
	AddClue(kind ClueKind, at source.Range, cells []lattice.Cell, text, format string, args ...any) int
	// SetEnclosingClue records that a clue can be left out only together with the clue whose index is within.
	SetEnclosingClue(clue, within int)
}

// RemovablePart is a part of the text that may be left out. Either it belongs to a clue and is left out with the clue;
// or it is NeverLeftOut; or it consists of other parts, and is left out if all these parts are.
type RemovablePart struct {
	TextRange   source.Range
	ClueNumber  int    // index of the clue to which the part belongs, or NeverLeftOut
	Replacement string // text that replaces the part when it is left out
	// SubParts are the parts of which this part consists, if any.
	SubParts  []RemovablePart
	Separator string // separator between SubParts, if they are a list
}

// NeverLeftOut is the ClueNumber of a part that always stays.
const NeverLeftOut = -1

// RemovableList returns the part for a list in which each element is a clue. The function add adds the clue of an
// element and returns its index.
func RemovableList[T ast.Ranged](elements []T, between string, add func(T) int) []RemovablePart {
	list := RemovablePart{TextRange: source.Range{Start: elements[0].Range().Start,
		End: elements[len(elements)-1].Range().End},
		Separator: between}
	for _, e := range elements {
		list.SubParts = append(list.SubParts, RemovablePart{TextRange: e.Range(), ClueNumber: add(e)})
	}
	return []RemovablePart{list}
}

// pictureCharacter is a character of a picture, with its place in the file.
type pictureCharacter struct {
	character  string
	textRange  source.Range
	meantCells []lattice.Cell // cells of the board for which the character stands
}

// pictureCharacters returns the characters of a picture, except for the characters in the text nothing.
func pictureCharacters(c ClueCollector, p *ast.Lines, nothing string) (all []pictureCharacter) {
	_, offsets := ast.SplitLines(c.Source().TextOf(p.Range()))
	for row, offset := range offsets {
		at := p.Range().Start + offset
		for _, char := range p.Rows[row] {
			size := utf8.RuneLen(char)
			if !strings.ContainsRune(nothing, char) {
				place := source.Range{Start: at, End: at + size}
				all = append(all, pictureCharacter{string(char), place, c.CellsAt(place)})
			}
			at += size
		}
	}
	return all
}

// ReadPictureClues adds a clue for each character of a picture. It skips the characters in the text nothing. The
// characters in the text stay become parts that are never left out.
func ReadPictureClues(c ClueCollector, kind ClueKind, p *ast.Lines, nothing, stay string) (parts []RemovablePart) {
	for _, m := range pictureCharacters(c, p, nothing) {
		k := NeverLeftOut
		if !strings.Contains(stay, m.character) {
			k = c.AddClue(kind, m.textRange, m.meantCells, m.character, "%s %s at %s", kind, m.character,
				c.NameCells(m.meantCells))
		}
		parts = append(parts, RemovablePart{TextRange: m.textRange, ClueNumber: k, Replacement: "."})
	}
	return parts
}

// hasEscapes reports whether a quoted text has escapes, so that the places of its characters in the file are not known.
func hasEscapes(c ClueCollector, n ast.Ranged) bool {
	return strings.Contains(c.Source().TextOf(n.Range()), `\`)
}

// quotedWord is a match of a pattern in a quoted text.
type quotedWord struct {
	groupTexts []string // texts that the groups of the pattern matched
	textBefore string   // quoted text in front of the match
	textRange  source.Range
}

// Range implements [ast.Ranged].
func (w quotedWord) Range() source.Range { return w.textRange }

// quotedWords returns the matches of a pattern in the quoted text at the end of a node.
func quotedWords(c ClueCollector, n ast.Ranged, pattern *regexp.Regexp) (words []quotedWord) {
	text := strings.TrimSuffix(c.Source().TextOf(n.Range()), `"`)
	from := strings.Index(text, `"`) + 1
	for _, at := range pattern.FindAllStringSubmatchIndex(text[from:], -1) {
		w := quotedWord{textBefore: text[from : from+at[0]],
			textRange: source.Range{Start: n.Range().Start + from + at[0],
				End: n.Range().Start + from + at[1]}}
		for k := 2; k < len(at); k += 2 {
			w.groupTexts = append(w.groupTexts, text[from+at[k]:from+at[k+1]])
		}
		words = append(words, w)
	}
	return words
}

// readLineClues adds a clue for each match of a pattern in a quoted text with the clues of some lines. A dot is no
// clue. It returns the parts of the text, or none if the text has no clue.
func readLineClues(c ClueCollector, n ast.Ranged, pattern *regexp.Regexp, add func(quotedWord) int) []RemovablePart {
	all := RemovablePart{TextRange: n.Range()}
	for _, w := range quotedWords(c, n, pattern) {
		if w.groupTexts[0] != "." {
			all.SubParts = append(all.SubParts, RemovablePart{TextRange: w.textRange, ClueNumber: add(w),
				Replacement: "."})
		}
	}
	if all.SubParts == nil {
		return nil
	}
	return []RemovablePart{all}
}
