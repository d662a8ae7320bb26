package check

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// usualSymbols are those of Latin squares, as many as are wanted from the left.
const usualSymbols = "123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

func (c *checker) latin(s *ast.Latin) {
	if !c.question(s, "a Latin square") {
		return
	}
	q := &square{checker: c, model: &model.Latin{Span: c.span(s)}, said: map[string]bool{}}
	before := c.failures
	if fine := s.From == nil && q.sized(s.Size) || s.From != nil && q.fromFile(s.From); !fine {
		c.packBroken = true
		return
	}
	q.symbols(s)
	for _, r := range s.Rules {
		q.rule(r)
	}
	q.units()
	if c.failures > before {
		c.packBroken = true
		return
	}
	c.puzzle.Latin = q.model
}

// square checks the rules of a Latin square.
type square struct {
	*checker
	model  *model.Latin
	given  *ast.Lines   // the picture of the givens, or nil
	file   *source.File // the file with the givens, or nil
	wanted string       // for whoever reads of an error in that file
	said   map[string]bool
}

// sized computes the size of a square. It returns false if there is none.
func (q *square) sized(size *ast.Side) bool {
	n, ok := q.small(size.Expr())
	if ok && n < 1 {
		q.fail(codes.BadCount, size, "", "there is no square of %d by %d", n, n)
	}
	q.model.N = n
	return ok && n >= 1 && q.fits(size, n, n, n)
}

// symbols come before the rules that use them.
func (q *square) symbols(s *ast.Latin) {
	text, at, n := []rune(usualSymbols), ast.Ranged(s), q.model.N
	if s.Size != nil {
		at = s.Size
	}
	first := at
	for _, r := range s.Rules {
		if kindOf(r) == "symbols" && at == first && s.From == nil {
			text, at = []rune(string(r.Symbols)), r
		}
	}
	if len(text) < n {
		q.fail(codes.BadSymbols, at, "`symbols \"…\"` gives them", "a square of %d by %d needs %d symbols, and there are %d", n, n, n, len(text))
	}
	for i, char := range text {
		if slices.Contains(text[:i], char) || !isSymbol(char) {
			q.fail(codes.BadSymbols, at, "symbols are letters, digits and the like, each of them once", "%q cannot be a symbol here", char)
		}
		if i < n {
			q.model.Symbols = append(q.model.Symbols, string(char))
		}
	}
}

// isSymbol leaves out what would make a picture or the name of an item
// unreadable.
func isSymbol(char rune) bool {
	return char != '.' && !unicode.IsSpace(char) && !strings.ContainsRune(",:|[]", char) && unicode.IsGraphic(char)
}

// kindOf returns the word that a rule begins with.
func kindOf(r *ast.LatinRule) string {
	switch {
	case r.Given != nil:
		return "given"
	case r.Orthogonal != nil:
		return "orthogonal"
	case r.Diagonals:
		return "diagonals"
	case r.Regions != nil:
		return "regions"
	case r.Boxes != nil:
		return "boxes"
	}
	return "symbols"
}

// rule checks a rule. One that says again what another one has said is checked as
// well, and then refused.
func (q *square) rule(r *ast.LatinRule) {
	kind, before, failures := kindOf(r), *q.model, q.failures
	switch kind {
	case "given":
		q.model.Given = q.grid(r.Given, true)
	case "orthogonal":
		q.model.Orthogonal = q.grid(r.Orthogonal, false)
	case "diagonals":
		q.diagonals()
	case "regions":
		q.regionsRule(r)
	case "boxes":
		q.boxes(r)
	}
	if q.file != nil && (kind == "given" || kind == "symbols") {
		*q.model = before
		q.fail(codes.SaidTwice, r, "remove one of them: `latin` with a size takes givens and symbols of your own",
			"the file %s says what is given, in symbols of its own", q.file.Name)
	} else if q.said[kind] {
		*q.model = before
		if q.failures == failures {
			q.fail(codes.SaidTwice, r, "say it once", "there is a rule about `%s` already", kind)
		}
	} else if kind == "given" {
		q.given = r.Given
	}
	q.said[kind] = true
}

// grid reads n rows of n symbols; with blanks, a dot is a cell without one.
func (q *square) grid(p *ast.Lines, blanks bool) [][]int {
	n := q.model.N
	if len(p.Rows) != n {
		q.fail(codes.BadGiven, p, "a dot is an empty cell", "these are %d rows, and the square has %d", len(p.Rows), n)
		return nil
	}
	var out [][]int
	for row, line := range p.Rows {
		if columns := utf8.RuneCountInString(line); columns != n {
			q.failAt(codes.BadGiven, q.rowOf(p, row), "a dot is an empty cell", "this row has %d cells, and the square has %d", columns, n)
			return nil
		}
		var values []int
		for m := range eachMark(line) {
			m.row = row
			v := slices.Index(q.model.Symbols, string(m.char))
			if v < 0 && (m.char != '.' || !blanks) {
				q.failAt(codes.BadGiven, q.inPicture(p, m), "a dot is an empty cell; the symbols are "+strings.Join(q.model.Symbols, ""), "%q is no symbol of this square", m.char)
				return nil
			}
			values = append(values, v)
		}
		out = append(out, values)
	}
	return out
}

func (q *square) diagonals() {
	var falling, rising lattice.Shape
	for i := range int32(q.model.N) {
		falling = append(falling, lattice.Cell{i, i})
		rising = append(rising, lattice.Cell{i, int32(q.model.N) - 1 - i})
	}
	q.model.Units = append(q.model.Units, model.Unit{Name: "diagonal", Index: 0, Cells: falling}, model.Unit{Name: "diagonal", Index: 1, Cells: rising})
}

func (q *square) regionsRule(r *ast.LatinRule) {
	regions, ok := q.regions(r.Regions, lattice.Rectangle(q.model.N, q.model.N), lattice.Square)
	if !ok {
		return
	}
	for _, region := range regions {
		if len(region) != q.model.N {
			q.fail(codes.BadRegions, r.Regions, "", "the region at (%s) has %s, and must have %d, one for each symbol",
				lattice.Square.CellName(region[0]), plural(len(region), "cell"), q.model.N)
			return
		}
	}
	q.addRegions("region", regions)
}

func (q *square) boxes(r *ast.LatinRule) {
	sides := boxSides(r.Boxes)
	if len(sides) != 2 {
		q.fail(codes.BadPlace, r.Boxes, "rows, then columns: boxes 3x3", "a box has two sides")
		return
	}
	rows, ok := q.small(sides[0])
	columns, ok2 := q.small(sides[1])
	n := q.model.N
	if !ok || !ok2 {
		return
	}
	if rows < 1 || columns < 1 || rows*columns != n {
		q.fail(codes.BadBoxes, r, fmt.Sprintf("a box has one cell for each of the %d symbols", n), "boxes of %d by %d do not divide a square of %d by %d", rows, columns, n, n)
		return
	}
	var boxes []lattice.Shape
	for top := 0; top < n; top += rows {
		for left := 0; left < n; left += columns {
			boxes = append(boxes, lattice.Rectangle(rows, columns).Shift(lattice.Cell{int32(top), int32(left)}))
		}
	}
	q.addRegions("box", boxes)
}

// addRegions adds units that are drawn; the first such rule is seen.
func (q *square) addRegions(name string, regions []lattice.Shape) {
	for i, r := range regions {
		q.model.Units = append(q.model.Units, model.Unit{Name: name, Index: i, Cells: r})
	}
	if q.model.Drawn == nil {
		q.model.Drawn = regions
	}
}

// units adds rows and columns in front of the others, and looks for givens that
// contradict one another.
func (q *square) units() {
	n := q.model.N
	var lines []model.Unit
	for _, kind := range []string{"row", "column"} {
		for i := range n {
			var cells lattice.Shape
			for j := range n {
				cell := lattice.Cell{int32(i), int32(j)}
				if kind == "column" {
					cell = lattice.Cell{int32(j), int32(i)}
				}
				cells = append(cells, cell)
			}
			lines = append(lines, model.Unit{Name: kind, Index: i, Cells: cells})
		}
	}
	q.model.Units = append(lines, q.model.Units...)
	blamed := map[lattice.Cell]bool{}
	for _, u := range q.model.Units {
		q.consistent(u, blamed)
	}
	q.mates()
}

// consistent reports a symbol that is given twice in a unit.
func (q *square) consistent(u model.Unit, blamed map[lattice.Cell]bool) {
	if q.model.Given == nil {
		return
	}
	seen := map[int]bool{}
	for _, cell := range u.Cells {
		v := q.model.Given[cell[0]][cell[1]]
		if v >= 0 && seen[v] && !blamed[cell] {
			blamed[cell] = true
			q.failAt(codes.BadGiven, q.givenAt(cell), q.wanted, "%s stands twice in this %s", q.model.Symbols[v], u.Name)
		}
		seen[v] = true
	}
}

// givenAt returns the place of a given in its picture.
func (q *square) givenAt(cell lattice.Cell) source.Span {
	if q.file != nil {
		return q.inFile(int(cell[0])+1, int(cell[1])+1)
	}
	m := slices.Collect(eachMark(q.given.Rows[cell[0]]))[cell[1]]
	m.row = int(cell[0])
	return q.inPicture(q.given, m)
}

// mates reports a pair of symbols that is given twice together with the mate.
func (q *square) mates() {
	if q.model.Given == nil || q.model.Orthogonal == nil {
		return
	}
	seen := map[[2]int]bool{}
	for r, row := range q.model.Given {
		for c, v := range row {
			pair := [2]int{q.model.Orthogonal[r][c], v}
			if v >= 0 && seen[pair] {
				q.failAt(codes.BadGiven, q.givenAt(lattice.Cell{int32(r), int32(c)}), q.wanted,
					"%s stands here as at another place where the mate has %s", q.model.Symbols[v], q.model.Symbols[pair[0]])
			}
			seen[pair] = true
		}
	}
}
