package check

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
)

func (c *checker) placeMan(s *ast.PlaceMan) bool {
	e := c.lookup(s.Board, boardKind)
	if e == nil {
		return false
	}
	c.puzzle.Place = c.men(&model.Place{Span: c.span(s), Man: s.Man.Text, Board: e.board}, s.Rules)
	return true
}

// queens is a placement with the lines of chess, but for those that the rules
// speak of: as many queens as there are rows or columns, whichever are fewer.
func (c *checker) queens(s *ast.Queens) bool {
	b, ok := c.queensBoard(s)
	if !ok {
		return false
	}
	p := c.men(&model.Place{Span: c.span(s), Man: "queen", Board: b}, s.Rules)
	p.Families = append(c.linesOfChess(b), p.Families...)
	c.puzzle.Place = p
	return true
}

func (c *checker) queensBoard(s *ast.Queens) (*model.Board, bool) {
	if s.Board != nil {
		e := c.lookup(s.Board, boardKind)
		if e == nil {
			return nil, false
		}
		if e.on != lattice.Square {
			c.fail(codes.WrongLattice, s.Board, "`place` puts men on the lines of other lattices",
				"queens stand on squares, and `%s` is on the lattice `%s`", s.Board.Text, e.on.Name)
		}
		return e.board, e.on == lattice.Square
	}
	n, ok := c.small(s.Size.Expr())
	switch {
	case !ok:
		return nil, false
	case n < 1:
		return nil, c.fail(codes.BadCount, s.Size, "", "there is no board of %d by %d", n, n)
	case !c.fits(s.Size, n, n) || !c.handle(s.Size, n*n):
		return nil, false
	}
	b := &model.Board{Name: "board", Span: c.span(s), Lattice: lattice.Square, Cells: lattice.Rectangle(n, n)}
	if s.Torus {
		b.Wrap, _ = lattice.NewWrap(edges("torus", b))
	}
	return b, true
}

// linesOfChess returns the lines of queens that no rule speaks of.
func (c *checker) linesOfChess(b *model.Board) []model.Lines {
	kinds := []string{"rows", "columns", "diagonals"}
	lines := make([][]model.Lines, len(kinds))
	for k, kind := range kinds {
		lines[k] = families(c.grid(b), b.Lattice, kind, model.Range{Min: 0, Max: 1})
	}
	rows, columns := &lines[0][0], &lines[1][0]
	queens := min(len(rows.Lines), len(columns.Lines))
	var out []model.Lines
	for k, kind := range kinds {
		if f := &lines[k][0]; (f == rows || f == columns) && len(f.Lines) == queens {
			f.Men = model.Once
		}
		if !c.said[ruleAbout(kind)] {
			out = append(out, lines[k]...)
		}
	}
	return out
}

// families returns the lines of a kind on a board.
func families(g *lattice.Grid, l *lattice.Lattice, kind string, men model.Range) []model.Lines {
	var out []model.Lines
	for _, f := range l.Families(kind) {
		out = append(out, model.Lines{Name: f.Name, Lines: g.Lines(f), Men: men})
	}
	return out
}

// men adds what the rules say to a placement.
func (c *checker) men(p *model.Place, rules []*ast.ManRule) *model.Place {
	for _, r := range rules {
		switch {
		case r.Fix != nil:
			p.Fix = c.boardCells(p.Fix, r.Fix, p.Board)
		case r.Bar != nil:
			p.Bar = c.boardCells(p.Bar, r.Bar, p.Board)
		default:
			c.lineRule(p, r)
		}
	}
	numberFamilies(p.Families)
	return p
}

// Rules about lines are cells with a number of men, whatever the lattice; so lowering knows
// neither rows nor regions, and queens are men like others.

// lineRule adds lines of several kinds, with as many men on each.
func (c *checker) lineRule(p *model.Place, r *ast.ManRule) {
	men, ok := c.many(r.Many)
	for _, f := range r.Lines {
		if f.Word != "" && !c.first(ruleAbout(f.Word), f) {
			continue
		}
		if !c.handle(f, len(c.grid(p.Board).Cells)) {
			return
		}
		for _, l := range c.lines(f, p.Board) {
			if l.Men = men; ok {
				p.Families = append(p.Families, l)
			}
		}
	}
}

// numberFamilies gives regions and lines of one's own numbers that go on from
// one rule to the next, where there are several.
func numberFamilies(families []model.Lines) {
	counts := map[string]int{}
	for i := range families {
		name := families[i].Name
		if counts[name]++; counts[name] > 1 {
			families[i].Name = fmt.Sprint(name, counts[name])
		}
	}
}

// boardCells adds cells, which must be on the board, to those known.
func (c *checker) boardCells(known []lattice.Cell, places []*ast.Place, b *model.Board) []lattice.Cell {
	for _, at := range places {
		cell, ok := c.place(at, b.Lattice)
		if !ok || !c.onBoard(at, lattice.Shape{cell}, b) {
			continue
		}
		grid := c.grid(b)
		if cell = grid.Cells[grid.Number(cell)]; !slices.Contains(known, cell) {
			known = append(known, cell)
		}
	}
	return known
}

// many computes how many men a rule wants.
func (c *checker) many(m *ast.Many) (model.Range, bool) {
	count := m.Between
	if one := cmp.Or(m.Exactly, m.AtMost); one != nil {
		count = &ast.Count{Node: one.Node, Low: one}
	}
	men, ok := c.count(count)
	if m.AtMost != nil {
		men.Min = 0
	}
	return men, ok
}

// lines finds the lines that a rule is about, or none after an error.
func (c *checker) lines(f *ast.LineFamily, b *model.Board) []model.Lines {
	grid := c.grid(b)
	switch {
	case f.Word == "all":
		return []model.Lines{{Name: "all", Lines: []lattice.Shape{grid.Cells}, One: true}}
	case f.Word != "":
		lines := families(grid, b.Lattice, f.Word, model.Range{})
		if len(lines) == 0 {
			var kinds []string
			for _, k := range b.Lattice.Lines {
				kinds = append(kinds, k.Name+", ")
			}
			c.fail(codes.UnknownLines, f, "lines of any cells can be given: "+strings.Join(kinds, "")+"all, regions, line",
				"the lattice `%s` has no %s", b.Lattice.Name, f.Word)
		}
		return lines
	case f.Regions != nil:
		regions, ok := c.regions(f.Regions, grid.Cells, b.Lattice)
		if !ok {
			return nil
		}
		return []model.Lines{{Name: "region", Lines: regions}}
	}
	r, ok := c.shapeAtom(f.Line, b.Lattice)
	if ok && len(r.all()) == 0 {
		c.fail(codes.EmptyShape, f.Line, "", "this line has no cells")
		return nil
	}
	if !ok || !c.onBoard(f.Line, r.all(), b) {
		return nil
	}
	var line []lattice.Cell
	for _, cell := range r.all() {
		line = append(line, grid.Cells[grid.Number(cell)])
	}
	return []model.Lines{{Name: "line", Lines: []lattice.Shape{lattice.NewShape(line)}, One: true}}
}
