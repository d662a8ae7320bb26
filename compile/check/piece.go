package check

import (
	"fmt"
	"slices"
	"strings"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// largestPiece bounds the cells of a piece, which is moved to and fro.
const largestPiece = 100_000

func (c *checker) piece(s *ast.Piece) (*model.Piece, bool) {
	l, ok := c.on(s.On)
	if !ok {
		return nil, false
	}
	r, ok := c.shape(s.Shape, l)
	if ok && len(r.optional) > 0 {
		c.fail(codes.BadPicture, s.Shape, "draw every cell of a piece with #", "a piece has no optional cells")
		return nil, false
	}
	if ok && len(r.cells) > largestPiece {
		c.fail(codes.TooLarge, s.Shape, "", "a piece has at most %d cells", largestPiece)
		return nil, false
	}
	if !ok || !c.boxFits(s.Shape, r) {
		return nil, false
	}
	sides := model.Free
	if s.Sides != nil {
		sides = model.Sides(s.Sides.Word)
	}
	if s.Class != nil && !c.class(s.Class, r.cells, l) {
		return nil, false
	}
	return newPiece(s.Name.Text, c.span(s), l, l.AtOrigin(r.cells), sides), true
}

func newPiece(name string, span source.Span, l *lattice.Lattice, shape lattice.Shape, sides model.Sides) *model.Piece {
	p := &model.Piece{Name: name, Span: span, Lattice: l, Shape: shape, Sides: sides}
	switch sides {
	case model.Free:
		p.Orientations = l.Orientations(shape)
	case model.OneSided:
		p.Orientations = l.Turned(shape)
	case model.Fixed:
		p.Orientations = []lattice.Shape{shape}
	}
	return p
}

// class compares the declared symmetry class with that of the shape.
func (c *checker) class(s *ast.Class, shape lattice.Shape, l *lattice.Lattice) bool {
	declared, ok := c.declaredClass(s, l)
	if !ok {
		return false
	}
	if actual := l.ClassOf(shape); actual != declared {
		c.fail(codes.WrongClass, s, fmt.Sprintf("write `symmetry %s` or `orient %d %d`, or leave it out", actual.Name, actual.S, actual.T),
			"this shape has the symmetry class %s, not %s", actual.Name, declared.Name)
		return false
	}
	return true
}

func (c *checker) declaredClass(s *ast.Class, l *lattice.Lattice) (lattice.Class, bool) {
	matches, text := func(k lattice.Class) bool { return s.Word != nil && k.Name == s.Word.Text }, ""
	if s.Word != nil {
		text = s.Word.Text
	} else {
		turns, ok := c.small(s.Orient[0])
		sides, ok2 := c.small(s.Orient[1])
		if !ok || !ok2 {
			return lattice.Class{}, false
		}
		matches = func(k lattice.Class) bool { return k.S == turns && k.T == sides }
		text = fmt.Sprintf("orient %d %d", turns, sides)
	}
	i := slices.IndexFunc(l.Classes, matches)
	if i < 0 {
		hint := source.DidYouMean(text, l.ClassNames())
		if hint == "" {
			hint = "the classes are " + strings.Join(l.ClassNames(), ", ")
		}
		c.fail(codes.UnknownClass, s, hint, "the lattice `%s` has no symmetry class `%s`", l.Name, text)
		return lattice.Class{}, false
	}
	return l.Classes[i], true
}

// member is a piece in a set, and how many copies of it are used.
type member struct {
	piece  *model.Piece
	copies model.Range
}

// set computes a collection of pieces. They keep the order in which they are
// named; a piece that is named twice counts twice. Behind - and & the pieces of
// the set so far are known by name, so that one-sided pentominoes - {F'} works.
func (c *checker) set(s *ast.Set) ([]member, bool) {
	members, ok := c.setTerm(s.First, nil)
	for _, op := range s.Rest {
		known := members
		if op.Op == "+" {
			known = nil
		}
		term, fine := c.setTerm(op.Term, known)
		if ok = ok && fine; !ok {
			continue
		}
		switch op.Op {
		case "+":
			members = c.union(members, term, op)
		case "-":
			members = c.difference(members, op, term)
		case "&":
			members = slices.DeleteFunc(slices.Clone(members), func(m member) bool { return find(term, m) < 0 })
		}
	}
	if ok && len(members) == 0 {
		c.fail(codes.EmptyShape, s, "", "this set has no pieces")
		return nil, false
	}
	return members, ok
}

func find(members []member, m member) int {
	return slices.IndexFunc(members, func(k member) bool { return k.piece.Name == m.piece.Name })
}

// mostPieces bounds the pieces of a set.
const mostPieces = 5000

// union adds up copies. Two pieces of one name that are not alike, F and a
// one-sided F, cannot be in one set: no rule could tell them apart.
func (c *checker) union(a, b []member, at ast.Ranged) []member {
	out := slices.Clone(a)
	if len(a)+len(b) > mostPieces {
		c.fail(codes.TooLarge, at, "", "a set has at most %d pieces", mostPieces)
		return out
	}
	for _, m := range b {
		i := find(out, m)
		switch {
		case i < 0:
			out = append(out, m)
		case !slices.EqualFunc(out[i].piece.Orientations, m.piece.Orientations, lattice.Shape.Equal):
			c.fail(codes.DuplicateName, at, "declare one of them under another name", "there are two different pieces called `%s` in this set", m.piece.Name)
		default:
			out[i].copies = sum(out[i].copies, m.copies)
		}
	}
	return out
}

// sum adds up copies. However often sets are doubled, it stays a number.
func sum(a, b model.Range) model.Range {
	least := min(a.Min+b.Min, tooMany)
	if a.Max == model.Any || b.Max == model.Any {
		return model.Range{Min: least, Max: model.Any}
	}
	return model.Range{Min: least, Max: min(a.Max+b.Max, tooMany)}
}

func (c *checker) difference(a []member, op *ast.SetOp, b []member) []member {
	for _, m := range b {
		if find(a, m) < 0 {
			c.fail(codes.RemovesNothing, nameIn(op.Term, m), "", "the piece `%s` is not there to be taken away", m.piece.Name)
		}
	}
	return slices.DeleteFunc(slices.Clone(a), func(m member) bool { return find(b, m) >= 0 })
}

// nameIn finds where a term names a piece; it may name a set that holds it.
func nameIn(t *ast.SetTerm, m member) ast.Ranged {
	for _, n := range t.Names {
		if n.Text == m.piece.Name {
			return n
		}
	}
	return t
}

func (c *checker) setTerm(t *ast.SetTerm, known []member) ([]member, bool) {
	members, ok := c.named(t, known)
	if t.Sides != nil {
		members = c.turned(members, model.Sides(t.Sides.Word), t)
	}
	switch {
	case t.Any:
		members = withCopies(members, model.Range{Min: 0, Max: model.Any})
	case t.Copies != nil:
		n, fine := c.count(t.Copies)
		ok = ok && fine
		members = withCopies(members, n)
	}
	return members, ok
}

func withCopies(members []member, n model.Range) []member {
	out := slices.Clone(members)
	for i := range out {
		out[i].copies = n
	}
	return out
}

// named collects the pieces that a term names: pieces known so far, then what
// the file declares.
func (c *checker) named(t *ast.SetTerm, known []member) (members []member, ok bool) {
	names := t.Names
	if t.Name != nil {
		names = []*ast.Name{t.Name}
	}
	ok = true
	for _, name := range names {
		if i := slices.IndexFunc(known, func(m member) bool { return m.piece.Name == name.Text }); i >= 0 {
			members = append(members, known[i])
			continue
		}
		e := c.lookup(name, pieceKind, setKind)
		switch {
		case e == nil:
			ok = false
		case e.kind == pieceKind:
			members = c.union(members, []member{{e.piece, model.Once}}, name)
		default:
			members = c.union(members, e.set, name)
		}
	}
	return members, ok
}

// turned gives the pieces of a set other freedom. Made one-sided, a free
// piece that differs from its mirror image becomes two pieces, F and F'; made
// fixed, a piece becomes one for each of its orientations, F_0, F_1 and so on.
func (c *checker) turned(members []member, sides model.Sides, at ast.Ranged) []member {
	var out []member
	for _, m := range members {
		for _, p := range turnedPieces(m.piece, sides) {
			out = c.union(out, []member{{p, m.copies}}, at)
		}
	}
	return out
}

func turnedPieces(p *model.Piece, sides model.Sides) []*model.Piece {
	switch {
	case sides == model.Fixed && p.Sides != model.Fixed:
		return fixedPieces(p)
	case sides == model.OneSided && p.Sides == model.Free:
		return oneSidedPieces(p)
	case sides == model.Free:
		return []*model.Piece{newPiece(p.Name, p.Span, p.Lattice, p.Shape, model.Free)}
	}
	return []*model.Piece{p}
}

func fixedPieces(p *model.Piece) []*model.Piece {
	if len(p.Orientations) == 1 {
		return []*model.Piece{newPiece(p.Name, p.Span, p.Lattice, p.Shape, model.Fixed)}
	}
	var out []*model.Piece
	for i, o := range p.Orientations {
		out = append(out, newPiece(fmt.Sprintf("%s_%d", p.Name, i), p.Span, p.Lattice, o, model.Fixed))
	}
	return out
}

func oneSidedPieces(p *model.Piece) []*model.Piece {
	face := newPiece(p.Name, p.Span, p.Lattice, p.Shape, model.OneSided)
	if len(face.Orientations) == len(p.Orientations) {
		return []*model.Piece{face}
	}
	mirrored := p.Lattice.AtOrigin(p.Shape.Move(p.Lattice.Mirror))
	return []*model.Piece{face, newPiece(p.Name+"'", p.Span, p.Lattice, mirrored, model.OneSided)}
}
