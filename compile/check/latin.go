package check

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"quadrille/compile/latin"
	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// usualSymbols are those of Latin squares, as many as are wanted from the left.
const usualSymbols = "123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// square checks the rules of a Latin square. Givens that contradict one another are an error here,
// and not a puzzle without solutions: mostly they are misprints, and should be seen where they stand.
// They are compared when all rules are known, since a later rule may add units.
type square struct {
	*checker
	model *model.Latin
	from  *source.File                 // the file with the givens, or nil
	hint  string                       // for whoever reads of an error in that file
	given map[lattice.Cell]source.Span // the places of the givens in a picture
	apart map[[2]lattice.Cell]bool     // the pairs of model.Apart
}

func (c *checker) latin(s *ast.Latin) bool {
	q := &square{checker: c, model: &model.Latin{Span: c.span(s)}, given: map[lattice.Cell]source.Span{}, apart: map[[2]lattice.Cell]bool{}}
	before := c.broken
	if s.From == nil && !q.sized(s.Size) || s.From != nil && !q.fromFile(s.From) {
		return false
	}
	q.symbols(s)
	for _, r := range s.Rules {
		q.rule(r)
	}
	n := q.model.N
	q.model.Units = slices.Concat(units("row", straight("rows", n, n)), units("column", straight("columns", n, n)), q.model.Units)
	q.consistent()
	if c.broken > before {
		return false
	}
	c.puzzle.Latin = q.model
	return true
}

// sized computes the size of a square. It returns false if there is none.
func (q *square) sized(size *ast.Side) bool {
	n, ok := q.small(size.Expr())
	q.model.N = n
	return ok && q.require(n > 0, codes.BadCount, size, "", "there is no square of %d by %d", n, n) && q.fits(size, n, n, n)
}

// fromFile reads the partial square of a file: its size and what is given. It
// returns false if there is none.
func (q *square) fromFile(s *ast.SquareFile) bool {
	name, text, ok := q.read(s, s.Path, codes.BadPath, pathHint)
	if !ok {
		return false
	}
	q.from = source.NewFile(name, text)
	q.hint = "this square is wanted at " + q.span(s).Where()
	read, err := latin.Read(name, string(text))
	var faults source.List
	if err != nil && !errors.As(err, &faults) {
		q.fail(codes.BadSquare, s, "", "%v", err)
	}
	for _, f := range faults {
		q.failAt(f.Code, f.Span, f.Hint+"; "+q.hint, "%s", f.Summary)
	}
	if err != nil {
		return false
	}
	q.model.N, q.model.Given = read.Order(), read.Cells
	for _, row := range read.Cells {
		for j := range row {
			row[j]-- // symbols have numbers from 0, and those of a file from 1
		}
	}
	return q.fits(s, q.model.N, q.model.N, q.model.N)
}

// symbols come before the rules that use them.
func (q *square) symbols(s *ast.Latin) {
	text, at, n := []rune(usualSymbols), ast.Ranged(s), q.model.N
	if s.Size != nil {
		at = s.Size
	}
	i := slices.IndexFunc(s.Rules, func(r *ast.LatinRule) bool { return q.kindOf(r) == "symbols" })
	if i >= 0 && s.From == nil {
		text, at = []rune(string(s.Rules[i].Symbols)), s.Rules[i]
	}
	q.require(len(text) >= n, codes.BadSymbols, at, "`symbols \"…\"` gives them",
		"a square of %d by %d needs %d symbols, and there are %d", n, n, n, len(text))
	taken := map[rune]bool{'.': true}
	for i, char := range text {
		q.require(!taken[char] && inNames(char), codes.BadSymbols, at, "symbols are letters, digits and the like, each of them once",
			"%q cannot be a symbol here", char)
		taken[char] = true
		if i < n {
			q.model.Symbols = append(q.model.Symbols, string(char))
		}
	}
}

// inNames tells characters that can be part of words and symbols from those that would make
// a picture or the name of an item unreadable.
func inNames(r rune) bool {
	return unicode.IsGraphic(r) && !unicode.IsSpace(r) && !strings.ContainsRune(",:|[]", r)
}

// kindOf returns the word that a rule begins with.
func (q *square) kindOf(r *ast.LatinRule) string {
	text := q.file.Source.Slice(r.Range())
	return text[:strings.IndexFunc(text+" ", func(char rune) bool { return !unicode.IsLetter(char) })]
}

// rule checks a rule. One that says again what another one has said is checked as
// well, and then refused.
func (q *square) rule(r *ast.LatinRule) {
	kind, kept, before := q.kindOf(r), *q.model, q.broken
	if q.from != nil && (kind == "given" || kind == "symbols") {
		q.fail(codes.SaidTwice, r, "remove one of them: `latin` with a size takes givens and symbols of your own",
			"the file %s says what is given, in symbols of its own", q.from.Name)
		return
	}
	switch kind {
	case "given":
		q.model.Given = q.values(r.Given, true)
	case "orthogonal":
		q.model.Orthogonal = q.values(r.Orthogonal, false)
	case "diagonals":
		q.model.Units = append(q.model.Units, units("diagonal", straight("diagonals", q.model.N, q.model.N))...)
	case "regions":
		q.regionsRule(r)
	case "boxes":
		q.boxes(r)
	case "apart":
		q.leaps(r.Apart)
		return // there may be several
	case "less":
		q.less(r)
		return
	}
	about := ruleAbout(kind)
	if q.said[about] {
		*q.model = kept
	}
	if q.broken == before {
		q.first(about, r)
	}
	q.said[about] = true
}

// values reads n rows of n symbols; with blanks, a dot is a cell without one.
func (q *square) values(p *ast.Lines, blanks bool) [][]int {
	n := q.model.N
	if !q.hasSize(p, n, n) {
		return nil
	}
	out := make([][]int, n)
	for m, cell := range q.eachCell(p, lattice.Square) {
		v := slices.Index(q.model.Symbols, string(m.char))
		if v < 0 && (m.char != '.' || !blanks) {
			q.failAt(codes.BadGiven, m.span, emptyCell+"; the symbols are "+strings.Join(q.model.Symbols, ""),
				"%q is no symbol of this square", m.char)
			return nil
		}
		out[cell[0]] = append(out[cell[0]], v)
		if blanks && !q.said[ruleAbout("given")] {
			q.given[cell] = m.span
		}
	}
	return out
}

func (q *square) regionsRule(r *ast.LatinRule) {
	regions, ok := q.regions(r.Regions, lattice.Rectangle(q.model.N, q.model.N), lattice.Square)
	if !ok {
		return
	}
	for _, region := range regions {
		if len(region) != q.model.N {
			q.fail(codes.BadRegions, r.Regions, "", "the region at (%s) has %s, and must have %d, one for each symbol",
				lattice.Square.CellName(region[0]), source.Plural(len(region), "cell"), q.model.N)
			return
		}
	}
	q.addRegions("region", regions)
}

func (q *square) boxes(r *ast.LatinRule) {
	n := q.model.N
	rows, columns, ok := q.twoSides(r.Boxes, "a box")
	if !ok || !q.require(rows > 0 && columns > 0 && rows*columns == n, codes.BadBoxes, r,
		fmt.Sprintf("a box has one cell for each of the %d symbols", n),
		"boxes of %d by %d do not divide a square of %d by %d", rows, columns, n, n) {
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

// leaps are the moves of chessmen by name.
var leaps = map[string][]lattice.Cell{"knight": {{1, 2}}, "king": {{0, 1}, {1, 1}}}

// apart pairs the cells that a move leads from one to the other.
func (q *square) leaps(leap *ast.Leap) {
	moves := leaps[leap.Man]
	if leap.By != nil {
		by, ok := q.place(leap.By, lattice.Square)
		if !ok || !q.require(by != lattice.Cell{} && by[0] >= 0 && by[1] >= 0, codes.BadPlace, leap.By, "(1, 2) is the knight's",
			"a move is so far along the one side and so far along the other, and leads to another cell") {
			return
		}
		moves = []lattice.Cell{by}
	}
	n := int32(q.model.N)
	for i := range n * n {
		a := lattice.Cell{i / n, i % n}
		for _, m := range moves {
			steps := []lattice.Cell{{m[0], m[1]}, {m[0], -m[1]}, {m[1], m[0]}, {m[1], -m[0]}}
			slices.SortFunc(steps, lattice.Compare)
			for _, step := range slices.Compact(steps) {
				b := a.Plus(step)
				if b[0] < 0 || b[1] < 0 || b[0] >= n || b[1] >= n || lattice.Compare(a, b) > 0 {
					continue
				}
				if pair := [2]lattice.Cell{a, b}; !q.apart[pair] {
					q.apart[pair] = true
					q.model.Apart = append(q.model.Apart, pair)
				}
			}
		}
	}
}

// less pairs cells with those that follow in a row of ascending symbols.
func (q *square) less(r *ast.LatinRule) {
	if !q.require(len(r.Less) > 1, codes.BadPlace, r, "write the cells from the least symbol to the greatest: less (0, 0) (0, 1)",
		"`less` compares two cells or more") {
		return
	}
	var before lattice.Cell
	for k, at := range r.Less {
		cell, ok := q.place(at, lattice.Square)
		n := int32(q.model.N)
		if !ok || !q.require(cell[0] >= 0 && cell[1] >= 0 && cell[0] < n && cell[1] < n, codes.CellOffBoard, at, "",
			"the square of %d by %d has no cell (%s)", n, n, lattice.Square.CellName(cell)) {
			return
		}
		if k > 0 && q.require(cell != before, codes.BadPlace, at, "", "no symbol is less than itself") {
			q.model.Less = append(q.model.Less, [2]lattice.Cell{before, cell})
		}
		before = cell
	}
}

// addRegions adds units that are drawn; the first such rule is seen.
func (q *square) addRegions(name string, regions []lattice.Shape) {
	q.model.Units = append(q.model.Units, units(name, regions)...)
	if q.model.Drawn == nil {
		q.model.Drawn = regions
	}
}

func units[S ~[]lattice.Cell](name string, shapes []S) []model.Unit {
	var out []model.Unit
	for i, s := range shapes {
		out = append(out, model.Unit{Name: name, Index: i, Cells: lattice.NewShape(s)})
	}
	return out
}

// consistent reports a symbol that is given twice in a unit, and twice where the mate has
// the same symbol.
func (q *square) consistent() {
	if q.model.Given == nil {
		return
	}
	blamed := map[lattice.Cell]bool{}
	distinct := func(cells lattice.Shape, where string) {
		seen := map[int]bool{}
		for _, cell := range cells {
			v := q.model.Given[cell[0]][cell[1]]
			if v >= 0 && seen[v] && !blamed[cell] {
				blamed[cell] = true
				at := q.given[cell]
				if q.from != nil {
					at = q.from.Character(int(cell[0])+1, int(cell[1])+1)
				}
				q.failAt(codes.BadGiven, at, q.hint, "%s stands twice %s", q.model.Symbols[v], where)
			}
			seen[v] = true
		}
	}
	for _, u := range q.model.Units {
		distinct(u.Cells, "in this "+u.Name)
	}
	for v, symbol := range q.model.Symbols {
		elsewhere := func(cell lattice.Cell) bool {
			return q.model.Orthogonal == nil || q.model.Orthogonal[cell[0]][cell[1]] != v
		}
		distinct(slices.DeleteFunc(lattice.Rectangle(q.model.N, q.model.N), elsewhere), "where the mate has "+symbol)
	}
	for _, pair := range q.model.Apart {
		distinct(pair[:], "on cells that are apart")
	}
	for _, pair := range q.model.Less {
		a, b := q.model.Given[pair[0][0]][pair[0][1]], q.model.Given[pair[1][0]][pair[1][1]]
		if at := q.given[pair[1]]; a >= 0 && b >= 0 && a >= b && q.from == nil && !blamed[pair[1]] {
			blamed[pair[1]] = true
			q.failAt(codes.BadGiven, at, "", "%s is to be more than the %s at (%s)", q.model.Symbols[b], q.model.Symbols[a], lattice.Square.CellName(pair[0]))
		}
	}
}
