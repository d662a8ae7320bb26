package check

import (
	"fmt"
	"iter"
	"strings"
	"unicode/utf8"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/compile/rule"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// The method eachPictureCell reads all pictures: pictures of shapes, of regions, and of givens. It finds the cell and
// the place in the file of each character; its callers decide what the character means. The place takes into account
// the indentation that was removed.

// eachPictureCell returns the characters of a picture with their cells. On a lattice of three axes blank rows separate
// the layers.
func (c *checker) eachPictureCell(p *ast.Lines, l *lattice.Lattice) iter.Seq2[rule.PictureMark, lattice.Cell] {
	return func(yield func(rule.PictureMark, lattice.Cell) bool) {
		at := lattice.Cell{}
		for row, span := range c.pictureRowSpans(p) {
			if len(l.AxisNames) == 3 && span.Start == span.End {
				at = lattice.Cell{at[0] + 1}
				continue
			}
			cell := at
			for _, char := range p.Rows[row] {
				_, size := utf8.DecodeRuneInString(c.file.Source.Text[span.Start:])
				span.End = span.Start + size
				if !yield(rule.PictureMark{Character: char, Span: span}, cell) {
					return
				}
				span.Start = span.End
				cell[len(l.AxisNames)-1]++
			}
			at[len(l.AxisNames)-2]++
		}
	}
}

// recordCell records that a place in the file means the given cell.
func (c *checker) recordCell(at source.Range, cell lattice.Cell) {
	if !c.isRecomputedForSentence {
		c.puzzle.CellsByPlace[at] = append(c.puzzle.CellsByPlace[at], cell)
	}
}

// pictureRowSpans returns the places of the rows of a picture.
func (c *checker) pictureRowSpans(p *ast.Lines) (spans []source.Span) {
	_, offsets := ast.SplitLines(c.file.Source.TextOf(p.Range()))
	for row, offset := range offsets {
		start := p.Range().Start + offset
		spans = append(spans, c.file.Source.Span(source.Range{Start: start, End: start + len(p.Rows[row])}))
	}
	return spans
}

// readPicture reads a picture that draws a shape, row by row. It reports the first character that has no meaning.
func (c *checker) readPicture(a *ast.ShapeAtom, l *lattice.Lattice) (partlyOptionalShape, bool) {
	marks, ok := c.meaningsOfPictureMarks(a.Legend, l)
	if !ok {
		return partlyOptionalShape{}, false
	}
	var cells, optional []lattice.Cell
	colored := map[rune][]lattice.Cell{}
	for m, cell := range c.eachPictureCell(a.Picture, l) {
		switch kind := marks[m.Character]; {
		case kind == "hole":
		case kind == "":
			hint := "# is a cell, . is none, ? is optional; a legend gives other characters a meaning"
			if l.CellMarks != "" {
				hint = "- and | are sticks, + . and blanks are none; a legend gives other characters a meaning"
			}
			what := fmt.Sprintf("the character %q", m.Character)
			if m.Character == '\t' {
				what = "a tab"
			}
			return partlyOptionalShape{}, c.failAt(codes.BadPicture, m.Span, hint, "%s means nothing in this picture",
				what)
		case !l.IsCell(cell):
			return partlyOptionalShape{}, c.failAt(codes.BadPicture, m.Span, l.CellLayoutText,
				"there is no cell here on the lattice `%s`",
				l.Name)
		case kind == "cell":
			cells = append(cells, cell)
		default:
			optional = append(optional, cell)
		}
		if marks[m.Character] != "hole" && !strings.ContainsRune(usualCellMarks+usualOptionalMark+l.CellMarks,
			m.Character) {
			colored[m.Character] = append(colored[m.Character], cell)
		}
	}
	r := partlyOptionalShape{cells: lattice.NewShape(cells), optionalCells: lattice.NewShape(optional),
		coloredCells: map[rune]lattice.Shape{}}
	for color, cells := range colored {
		r.coloredCells[color] = lattice.NewShape(cells)
	}
	return r, true
}

// usualCellMarks and usualOptionalMark are the characters that draw cells without a color.
const (
	usualCellMarks    = "#*"
	usualOptionalMark = "?"
)

// meaningsOfPictureMarks returns the meaning of each character of a picture: from its legend, or the usual one.
func (c *checker) meaningsOfPictureMarks(legend []*ast.LegendEntry, l *lattice.Lattice) (map[rune]string, bool) {
	marks, ok := map[rune]string{}, true
	for _, e := range legend {
		mark, size := utf8.DecodeRuneInString(string(e.Character))
		ok = c.require(size > 0 && size == len(e.Character) && marks[mark] == "", codes.BadLegend, e,
			"each entry gives one character its meaning, once", "%q cannot be explained here", e.Character) && ok
		marks[mark] = e.Meaning
	}
	for kind, usual := range map[string]string{"cell": usualCellMarks + l.CellMarks, "hole": ". " + l.HoleMarks,
		"optional": usualOptionalMark} {
		for _, mark := range usual {
			if marks[mark] == "" {
				marks[mark] = kind
			}
		}
	}
	return marks, ok
}

// readRegions reads a picture in which cells with the same character are one region. The picture must show the cells of
// a board. A dot is a cell without a region, or no cell.
func (c *checker) readRegions(p *ast.Lines, b *model.Board) (regions []rule.Region, ok bool) {
	grid, number, shown := c.boardGrid(b), map[rune]int{}, 0
	for m, cell := range c.eachPictureCell(p, b.Lattice) {
		at := grid.CellNumber(cell)
		if at >= 0 {
			shown++
		}
		if m.Character == '.' || m.Character == ' ' {
			continue
		}
		if at < 0 {
			return nil, c.failAt(codes.BadRegions, m.Span, "where there is no cell stands a dot",
				"the cell %s is not on the board", b.Lattice.FormatCell(cell))
		}
		n, known := number[m.Character]
		if !known {
			n = len(regions)
			number[m.Character] = n
			regions = append(regions, rule.Region{Name: string(m.Character), FirstCellSpan: m.Span})
		}
		regions[n].Cells = append(regions[n].Cells, grid.Cells[at])
		c.recordCell(m.Span.Range, grid.Cells[at])
	}
	ok = c.require(len(regions) > 0, codes.BadRegions, p, "cells with the same character are one region",
		"this picture has no regions") && c.require(shown >= len(grid.Cells), codes.BadRegions, p,
		"each cell has the character of its region, or a dot",
		"this picture shows %d of the %d cells", shown, len(grid.Cells))
	if !ok {
		return nil, false
	}
	for _, r := range regions {
		c.puzzle.NamedRegions = append(c.puzzle.NamedRegions, model.NamedRegion{Name: r.Name, Cells: r.Cells})
	}
	return regions, true
}

// requirePictureSize reports an error if a picture of a rectangle does not have one character for each cell.
func (c *checker) requirePictureSize(p *ast.Lines, rows, columns int) bool {
	if len(p.Rows) != rows {
		return c.fail(codes.BadGiven, p, rule.EmptyCellHint, "this picture has %d rows, and must have %d", len(p.Rows),
			rows)
	}
	for row, span := range c.pictureRowSpans(p) {
		if n := utf8.RuneCountInString(p.Rows[row]); n != columns {
			hint := rule.EmptyCellHint
			if cells := withoutRowSeparators(p.Rows[row]); utf8.RuneCountInString(cells) == columns {
				hint = "the cells of a row stand side by side: " + cells
			}
			return c.failAt(codes.BadGiven, span, hint, "this row has %d cells, and must have %d", n,
				columns)
		}
	}
	return true
}

// withoutRowSeparators returns a row without the blanks, commas and bars that people put between its cells.
func withoutRowSeparators(row string) string {
	return strings.NewReplacer(" ", "", ",", "", "|", "").Replace(row)
}
