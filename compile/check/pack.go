package check

import (
	"fmt"
	"slices"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

func (c *checker) pack(s *ast.Pack) {
	if !c.question(s, "a packing") {
		return
	}
	p := &model.Pack{Span: c.span(s), Board: &model.Board{Lattice: lattice.Square}}
	e := c.lookup(s.Board, boardKind)
	members, ok := c.set(s.Set)
	if e != nil {
		p.Board = e.board
	}
	c.packBroken = e == nil || !ok
	for _, m := range members {
		piece, fits := c.onLattice(s.Set, m.piece, p.Board)
		c.packBroken = c.packBroken || !fits
		p.Pieces = append(p.Pieces, &model.Packed{Piece: piece, Copies: m.copies})
	}
	for _, r := range s.Rules {
		c.rule(p, r)
	}
	if c.packBroken {
		return // the rules were checked for errors of their own
	}
	c.puzzle.Pack = p
	c.sameShapes(s, p)
	c.area(s, p)
}

// onLattice returns a piece as it lies on a board. Pieces of squares lie among
// cubes as well, one cube thick.
func (c *checker) onLattice(at ast.Ranged, p *model.Piece, b *model.Board) (*model.Piece, bool) {
	switch {
	case p.Lattice == b.Lattice:
		return p, true
	case p.Lattice == lattice.Square && b.Lattice == lattice.Cube:
		return newPiece(p.Name, p.Span, b.Lattice, lattice.Lift(p.Shape), p.Sides), true
	case !c.packBroken:
		c.fail(codes.WrongLattice, at, "declare the piece `on "+b.Lattice.Name+"`, or use a module that does; `puz stdlib` lists them",
			"the piece `%s` is on the lattice `%s`, and the board `%s` on `%s`", p.Name, p.Lattice.Name, b.Name, b.Lattice.Name)
	}
	return p, false
}

func (c *checker) rule(p *model.Pack, r ast.Rule) {
	switch r := r.(type) {
	case *ast.Allow:
		c.allow(p, r)
	case *ast.Fix:
		c.fix(p, r)
	case *ast.Keep:
		c.keep(p, r)
	case *ast.Leave:
		c.leave(p, r)
	}
}

func (c *checker) allow(p *model.Pack, s *ast.Allow) {
	switch {
	case p.Crossing:
		c.fail(codes.SaidTwice, s, "say it once", "there is a second `allow crossing`")
	case p.Board.Lattice.Ends == nil && !c.packBroken:
		c.fail(codes.WrongLattice, s, "leave it out", "pieces cross on the lattice `sticks` alone")
	}
	p.Crossing = true
}

// packed finds the piece that a rule is about.
func (c *checker) packed(p *model.Pack, name *ast.Name) *model.Packed {
	var names []string
	for _, k := range p.Pieces {
		if k.Name == name.Text {
			return k
		}
		names = append(names, k.Name)
	}
	if c.packBroken {
		return nil
	}
	c.fail(codes.PieceNotPacked, name, source.DidYouMean(name.Text, names), "the piece `%s` is not among those packed", name.Text)
	return nil
}

func (c *checker) fix(p *model.Pack, s *ast.Fix) {
	piece := c.packed(p, s.Piece)
	at, ok := c.place(s.At, p.Board.Lattice)
	if piece == nil || !ok || !c.handle(s, len(piece.Orientations)*len(piece.Shape)) {
		return
	}
	f := model.Fix{Span: c.span(s), At: at, Orientation: model.Any}
	if s.Orientation != nil {
		n, ok := c.amount(s.Orientation)
		if !ok || !c.hasOrientation(s.Orientation, piece, n) {
			return
		}
		f.Orientation = n
	}
	if !c.packBroken && !c.fixable(p.Board, piece, f) {
		c.fail(codes.CellOffBoard, s, "the place is the corner of the box around the piece; rows and columns count from 0",
			"the piece `%s` does not fit on the board at (%s)", piece.Name, p.Board.Lattice.CellName(at))
		return
	}
	piece.Fix = append(piece.Fix, f)
}

func (c *checker) fixable(b *model.Board, p *model.Packed, f model.Fix) bool {
	for i, o := range p.Orientations {
		shift := f.At.Minus(corner(o))
		if (f.Orientation == model.Any || f.Orientation == i) && b.Lattice.IsShift(shift) && len(c.outside(b, o.Shift(shift))) == 0 {
			return true
		}
	}
	return false
}

func corner(s lattice.Shape) lattice.Cell {
	least, _ := s.Corner()
	return least
}

// outside returns the cells of a shape that a board does not have.
func (c *checker) outside(b *model.Board, s lattice.Shape) lattice.Shape {
	g := c.grid(b)
	return slices.DeleteFunc(slices.Clone(s), func(cell lattice.Cell) bool { return g.Number(cell) >= 0 })
}

func (c *checker) hasOrientation(at ast.Ranged, p *model.Packed, n int) bool {
	if n >= 0 && n < len(p.Orientations) {
		return true
	}
	c.fail(codes.BadOrientation, at, "orientations are counted from 0", "the piece `%s` has %d orientations, and no number %d", p.Name, len(p.Orientations), n)
	return false
}

func (c *checker) keep(p *model.Pack, s *ast.Keep) {
	piece := c.packed(p, s.Piece)
	k := model.Keep{Span: c.span(s)}
	if s.In != nil {
		if !c.handle(s.In, len(p.Board.Cells)) {
			return
		}
		r, ok := c.shape(s.In, p.Board.Lattice)
		if k.In = r.all(); !ok || !c.onBoard(s.In, k.In, p.Board) {
			return
		}
	}
	for _, n := range s.Orientations {
		which, ok := c.count(n)
		if !ok || piece != nil && !c.hasOrientation(n, piece, which.Max) {
			return
		}
		for o := which.Min; o <= which.Max; o++ {
			k.Orientations = append(k.Orientations, o)
		}
	}
	if piece != nil {
		piece.Keep = append(piece.Keep, k)
	}
}

func (c *checker) onBoard(at ast.Ranged, s lattice.Shape, b *model.Board) bool {
	if off := c.outside(b, s); len(off) > 0 && !c.packBroken {
		c.fail(codes.CellOffBoard, at, "", "the cell (%s) is not on the board `%s`", b.Lattice.CellName(off[0]), b.Name)
		return false
	}
	return true
}

func (c *checker) leave(p *model.Pack, s *ast.Leave) {
	n, ok := c.count(s.Count)
	if !ok {
		return
	}
	if p.Empty != nil {
		c.fail(codes.SaidTwice, s, "say the number of empty cells once", "there is a second `leave`")
		return
	}
	p.Empty = &model.Leave{Span: c.span(s), Count: n}
}

// sameShapes warns of two pieces with a common orientation: their solutions
// are counted twice.
func (c *checker) sameShapes(s *ast.Pack, p *model.Pack) {
	seen := map[string]*model.Packed{}
	for _, k := range p.Pieces {
		key := fmt.Sprint(slices.MinFunc(k.Orientations, func(a, b lattice.Shape) int {
			return slices.CompareFunc(a, b, lattice.Compare)
		}))
		if first, ok := seen[key]; ok {
			c.warn(codes.SameShape, s.Set, fmt.Sprintf("use `2 of %s`, if they are alike", first.Name),
				"the pieces `%s` and `%s` have the same shape: exchanging them counts as another solution", first.Name, k.Name)
			continue
		}
		seen[key] = k
	}
}

// area warns if the pieces have too few cells in all, or too many.
func (c *checker) area(s *ast.Pack, p *model.Pack) {
	least, most, unlimited := 0, 0, false
	for _, k := range p.Pieces {
		least += k.Copies.Min * len(k.Shape)
		most += k.Copies.Max * len(k.Shape)
		unlimited = unlimited || k.Copies.Max == model.Any
	}
	needed, room := len(p.Board.Cells), len(p.Board.Cells)+len(p.Board.Optional)
	if p.Empty != nil {
		needed -= p.Empty.Count.Max
		room -= p.Empty.Count.Min
	}
	switch {
	case room < 0:
		c.warn(codes.AreaMismatch, s, "", "there is no solution: %d cells cannot stay empty on a board of %d", p.Empty.Count.Min, len(p.Board.Cells))
	case least > room:
		c.warn(codes.AreaMismatch, s, "", "there is no solution: the pieces have %d cells, and the board has room for %d", least, room)
	case most < needed && !unlimited:
		c.warn(codes.AreaMismatch, s, "`leave 4 empty` allows for empty cells", "there is no solution: the pieces have %d cells, and %d must be covered", most, needed)
	}
}
