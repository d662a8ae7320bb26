package check

import (
	"fmt"
	"slices"
	"strings"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
)

func (c *checker) placeMan(s *ast.PlaceMan) {
	if !c.question(s, "a man to place") {
		return
	}
	e := c.lookup(s.Board, boardKind)
	if e == nil {
		c.packBroken = true
		return
	}
	p := &model.Place{Span: c.span(s), Man: s.Man.Text, Board: e.board}
	c.manRules(p, s.Rules)
	c.puzzle.Place = p
}

// queens is a placement with the lines of chess, but for those that the rules
// speak of: as many queens as there are rows or columns, whichever are fewer.
func (c *checker) queens(s *ast.Queens) {
	if !c.question(s, "a board of queens") {
		return
	}
	b, ok := c.queensBoard(s)
	if !ok {
		c.packBroken = true
		return
	}
	p := &model.Place{Span: c.span(s), Man: "queen", Board: b}
	c.manRules(p, s.Rules)
	p.Families = append(c.linesOfChess(s, b), p.Families...)
	c.puzzle.Place = p
}

func (c *checker) queensBoard(s *ast.Queens) (*model.Board, bool) {
	if s.Board != nil {
		e := c.lookup(s.Board, boardKind)
		if e != nil && e.board.Lattice != lattice.Square {
			c.fail(codes.WrongLattice, s.Board, "`place` puts men on the lines of other lattices", "queens stand on squares, and `%s` is on the lattice `%s`", s.Board.Text, e.board.Lattice.Name)
			return nil, false
		}
		return boardOf(e), e != nil
	}
	n, ok := c.small(s.Size.Expr())
	switch {
	case !ok:
		return nil, false
	case n < 1:
		c.fail(codes.BadCount, s.Size, "", "there is no board of %d by %d", n, n)
		return nil, false
	case !c.fits(s.Size, n, n) || !c.handle(s.Size, n*n):
		return nil, false
	}
	b := &model.Board{Name: "board", Span: c.span(s), Lattice: lattice.Square, Cells: lattice.Rectangle(n, n)}
	if s.Torus {
		b.Wrap, _ = lattice.NewWrap([]lattice.Cell{{int32(n), 0}, {0, int32(n)}})
	}
	return b, true
}

func boardOf(e *entity) *model.Board {
	if e == nil {
		return nil
	}
	return e.board
}

// linesOfChess returns the lines of queens that no rule speaks of.
func (c *checker) linesOfChess(s *ast.Queens, b *model.Board) []model.Lines {
	grid := c.grid(b)
	atMost := model.Range{Min: 0, Max: 1}
	rows, columns := families(grid, b.Lattice, "rows", atMost), families(grid, b.Lattice, "columns", atMost)
	across, down := &rows[0], &columns[0]
	if len(across.Lines) <= len(down.Lines) {
		across.Men = model.Once
	}
	if len(down.Lines) <= len(across.Lines) {
		down.Men = model.Once
	}
	var out []model.Lines
	if !speakOf(s.Rules, "rows") {
		out = append(out, rows...)
	}
	if !speakOf(s.Rules, "columns") {
		out = append(out, columns...)
	}
	if !speakOf(s.Rules, "diagonals") {
		out = append(out, families(grid, b.Lattice, "diagonals", atMost)...)
	}
	return out
}

// speakOf reports whether one of the rules is about a kind of lines.
func speakOf(rules []*ast.ManRule, kind string) bool {
	return slices.ContainsFunc(rules, func(r *ast.ManRule) bool {
		return slices.ContainsFunc(r.Lines, func(f *ast.LineFamily) bool { return f.Word == kind })
	})
}

// families returns the lines of a kind on a board.
func families(g *lattice.Grid, l *lattice.Lattice, kind string, men model.Range) []model.Lines {
	var out []model.Lines
	for _, f := range l.Families(kind) {
		out = append(out, model.Lines{Name: f.Name, Lines: g.Lines(f), Men: men})
	}
	return out
}

func (c *checker) manRules(p *model.Place, rules []*ast.ManRule) {
	grid := c.grid(p.Board)
	said := map[string]bool{}
	for _, r := range rules {
		switch {
		case r.Fix != nil:
			p.Fix = c.boardCells(p.Fix, r.Fix, p, grid)
		case r.Bar != nil:
			p.Bar = c.boardCells(p.Bar, r.Bar, p, grid)
		default:
			men, ok := c.many(r.Many)
			for _, f := range r.Lines {
				if f.Word != "" && said[f.Word] {
					c.fail(codes.SaidTwice, f, "say it once", "there is a rule about `%s` already", f.Word)
					continue
				}
				said[f.Word] = true
				if !c.handle(f, len(grid.Cells)) {
					return
				}
				lines, fine := c.lineFamily(f, p, grid)
				for _, l := range lines {
					if l.Men = men; ok && fine {
						p.Families = append(p.Families, l)
					}
				}
			}
		}
	}
	numberFamilies(p.Families)
}

// grid numbers the cells of a board, once for all rules.
func (c *checker) grid(b *model.Board) *lattice.Grid {
	if c.grids[b] == nil {
		c.grids[b] = lattice.NewGrid(b.Lattice, b.All(), b.Wrap)
	}
	return c.grids[b]
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
func (c *checker) boardCells(known []lattice.Cell, places []*ast.Place, p *model.Place, grid *lattice.Grid) []lattice.Cell {
	for _, at := range places {
		cell, ok := c.place(at, p.Board.Lattice)
		if !ok {
			continue
		}
		n := grid.Number(cell)
		if n < 0 {
			c.fail(codes.CellOffBoard, at, "", "the cell (%s) is not on the board `%s`", p.Board.Lattice.CellName(cell), p.Board.Name)
			continue
		}
		if cell = grid.Cells[n]; !slices.Contains(known, cell) {
			known = append(known, cell)
		}
	}
	return known
}

// many computes how many men a rule wants.
func (c *checker) many(m *ast.Many) (model.Range, bool) {
	switch {
	case m.Exactly != nil:
		return c.count(&ast.Count{Node: m.Exactly.Node, Low: m.Exactly})
	case m.AtMost != nil:
		n, ok := c.count(&ast.Count{Node: m.AtMost.Node, Low: m.AtMost})
		n.Min = 0
		return n, ok
	}
	return c.count(m.Between)
}

// lineFamily finds the lines that a rule is about.
func (c *checker) lineFamily(f *ast.LineFamily, p *model.Place, grid *lattice.Grid) ([]model.Lines, bool) {
	l := p.Board.Lattice
	switch {
	case f.Word == "all":
		return []model.Lines{{Name: "all", Lines: []lattice.Shape{grid.Cells}, One: true}}, true
	case f.Word != "":
		if len(l.Families(f.Word)) == 0 {
			c.fail(codes.UnknownLines, f, linesHint(l), "the lattice `%s` has no %s", l.Name, f.Word)
			return nil, false
		}
		return families(grid, l, f.Word, model.Range{}), true
	case f.Regions != nil:
		regions, ok := c.regions(f.Regions, grid.Cells, l)
		return []model.Lines{{Name: "region", Lines: regions}}, ok
	}
	r, ok := c.shapeAtom(f.Line, l)
	if ok && len(r.all()) == 0 {
		c.fail(codes.EmptyShape, f.Line, "", "this line has no cells")
		return nil, false
	}
	if !ok || !c.onBoard(f.Line, r.all(), p.Board) {
		return nil, false
	}
	var line []lattice.Cell
	for _, cell := range r.all() {
		line = append(line, grid.Cells[grid.Number(cell)])
	}
	return []model.Lines{{Name: "line", Lines: []lattice.Shape{lattice.NewShape(line)}, One: true}}, true
}

func linesHint(l *lattice.Lattice) string {
	var kinds []string
	for _, k := range l.Lines {
		kinds = append(kinds, k.Name)
	}
	return "lines of any cells can be given: " + strings.Join(append(kinds, "all", "regions", "line"), ", ")
}

// regions reads a picture in which cells with the same character are one
// region. It must show all the cells given, and dots elsewhere.
func (c *checker) regions(p *ast.Lines, cells lattice.Shape, l *lattice.Lattice) ([]lattice.Shape, bool) {
	number := map[rune]int{}
	var regions []lattice.Shape
	shown := 0
	for m, cell := range eachCell(p, l) {
		on, blank := cells.Has(cell), m.char == '.' || m.char == ' '
		if blank && !on {
			continue
		}
		if blank || !on {
			c.failAt(codes.BadRegions, c.inPicture(p, m), "each cell has the character of its region; where there is no cell stands a dot",
				"the cell (%s) is %s the board", l.CellName(cell), map[bool]string{true: "on", false: "not on"}[on])
			return nil, false
		}
		n, known := number[m.char]
		if !known {
			n = len(regions)
			number[m.char] = n
			regions = append(regions, nil)
		}
		regions[n] = append(regions[n], cell)
		shown++
	}
	if shown < len(cells) {
		c.fail(codes.BadRegions, p, "each cell has the character of its region", "this picture shows %d of the %d cells", shown, len(cells))
		return nil, false
	}
	return regions, true
}
