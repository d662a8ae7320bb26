package check

import (
	"iter"
	"unicode/utf8"

	"quadrille/compile/lattice"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// usualMarks is what the characters of a picture mean where no legend says
// otherwise.
func usualMarks(l *lattice.Lattice) map[rune]string {
	marks := map[rune]string{'?': "optional"}
	for _, mark := range "#*" + l.Marks {
		marks[mark] = "cell"
	}
	for _, mark := range ". " + l.Holes {
		marks[mark] = "hole"
	}
	return marks
}

// picture reads a character as a cell, row by row.
func (c *checker) picture(a *ast.ShapeAtom, l *lattice.Lattice) (region, bool) {
	marks, ok := c.marks(a.Legend, l)
	var cells, optional []lattice.Cell
	for m, cell := range eachCell(a.Picture, l) {
		switch kind := marks[m.char]; {
		case kind == "hole":
		case kind == "":
			if ok {
				c.badMark(a.Picture, m, l)
			}
			ok = false
		case !l.IsCell(cell):
			if ok {
				c.badMarkPlace(a.Picture, m, l)
			}
			ok = false
		case kind == "cell":
			cells = append(cells, cell)
		default:
			optional = append(optional, cell)
		}
	}
	return region{lattice.NewShape(cells), lattice.NewShape(optional)}, ok
}

// mark is a character of a picture, with its row and its place there: the
// column, and the offset in bytes.
type mark struct {
	char            rune
	row, column, at int
}

// eachCell runs over the characters of a picture with the points that they stand
// for. On a lattice of three axes blank rows stand between layers.
func eachCell(p *ast.Lines, l *lattice.Lattice) iter.Seq2[mark, lattice.Cell] {
	return func(yield func(mark, lattice.Cell) bool) {
		at := lattice.Cell{}
		for row, line := range p.Rows {
			if len(l.Axes) == 3 && line == "" {
				at = lattice.Cell{at[0] + 1}
				continue
			}
			cell := at
			for m := range eachMark(line) {
				m.row, cell[len(l.Axes)-1] = row, int32(m.column)
				if !yield(m, cell) {
					return
				}
			}
			at[len(l.Axes)-2]++
		}
	}
}

// eachMark runs over the characters of a row.
func eachMark(line string) iter.Seq[mark] {
	return func(yield func(mark) bool) {
		column := 0
		for at, char := range line {
			if !yield(mark{char: char, column: column, at: at}) {
				return
			}
			column++
		}
	}
}

// badMark reports a character without a meaning.
func (c *checker) badMark(p *ast.Lines, m mark, l *lattice.Lattice) {
	hint := "# is a cell, . is none, ? is optional; a legend gives other characters a meaning"
	if l.Marks != "" {
		hint = "- and | are sticks, + . and blanks are none; a legend gives other characters a meaning"
	}
	c.failAt(codes.BadPicture, c.inPicture(p, m), hint, "the character %q means nothing in this picture", m.char)
}

// badMarkPlace reports a cell where the lattice has none.
func (c *checker) badMarkPlace(p *ast.Lines, m mark, l *lattice.Lattice) {
	c.failAt(codes.BadPicture, c.inPicture(p, m), "every other character of a row is a stick; rows of - and rows of | take turns, with + at the joints",
		"there is no cell here on the lattice `%s`", l.Name)
}

// inPicture returns the place of a character of a picture.
func (c *checker) inPicture(p *ast.Lines, m mark) source.Span {
	_, offsets := ast.SplitLines(c.file.Source.Slice(p.Range()))
	start := p.Range().Start + offsets[m.row] + m.at
	return c.file.Source.Span(source.Range{Start: start, End: start + utf8.RuneLen(m.char)})
}

// rowOf returns the place of a row of a picture.
func (c *checker) rowOf(p *ast.Lines, row int) source.Span {
	_, offsets := ast.SplitLines(c.file.Source.Slice(p.Range()))
	start := p.Range().Start + offsets[row]
	return c.file.Source.Span(source.Range{Start: start, End: start + len(p.Rows[row])})
}

// marks returns what characters of a picture mean.
func (c *checker) marks(legend *ast.Legend, l *lattice.Lattice) (map[rune]string, bool) {
	marks, ok := map[rune]string{}, true
	if legend != nil {
		for _, e := range legend.Entries {
			mark, size := utf8.DecodeRuneInString(string(e.Mark))
			if size != len(e.Mark) || size == 0 || marks[mark] != "" {
				c.fail(codes.BadLegend, e, "each entry gives one character its meaning, once", "%q cannot be explained here", e.Mark)
				ok = false
				continue
			}
			marks[mark] = e.Kind
		}
	}
	for mark, kind := range usualMarks(l) {
		if marks[mark] == "" {
			marks[mark] = kind
		}
	}
	return marks, ok
}
