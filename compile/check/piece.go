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

// maxPieceCells bounds the number of cells of a piece, as all its orientations are computed.
const maxPieceCells = 100_000

// checkPiece computes a piece.
func (c *checker) checkPiece(e *entity, s *ast.Piece) bool {
	whole, ok := c.colorMarkedShape(s.Shape, e.lattice, "a piece")
	shape := whole.Shape
	if !ok || !c.require(len(shape) <= maxPieceCells, codes.TooLarge, s.Shape, "", "a piece has at most %d cells",
		maxPieceCells) ||
		s.SymmetryClass != nil && !c.checkSymmetryClass(s.SymmetryClass, shape, e.lattice) {
		return false
	}
	sides := model.Free
	switch {
	case s.Sides != nil:
		sides = model.PieceFreedom(s.Sides.Word)
		c.warnMirroredSolidPiece(s.Sides, sides, e.lattice, shape, e.name)
	case e.lattice.IsSolid():
		sides = model.OneSided
	}
	e.piece, e.shapeRegion = newPiece(e.name, c.spanOf(s), e.lattice, whole, sides),
		partlyOptionalShape{cells: shape, coloredCells: map[rune]lattice.Shape{}}
	for _, m := range whole.ColorMarks {
		e.shapeRegion.coloredCells[m.Color] = append(e.shapeRegion.coloredCells[m.Color], m.Cell)
	}
	return true
}

// checkTiles computes a set of pieces of one cell with a color on each side. Tiles that differ only by a rotation are
// copies of the same piece.
func (c *checker) checkTiles(e *entity, s *ast.Tiles) bool {
	if !c.require(e.lattice.HasSides(), codes.WrongLattice, s,
		"tiles are areas of the plane, such as squares, triangles and hexagons",
		"cells on the lattice `%s` have no sides in order", e.lattice.Name) {
		return false
	}
	sides := model.OneSided
	if s.Sides != nil {
		sides = model.PieceFreedom(s.Sides.Word)
	}
	words := strings.Fields(string(s.Text))
	if s.Picture != nil {
		words = strings.Fields(strings.Join(s.Picture.Rows, "\n"))
	}
	if s.PictureFile == nil {
		return c.addTilesToSet(e, words, func(int) ast.Ranged { return s }, c.spanOf(s), sides)
	}
	file, ok := c.readPictureFile(s.PictureFile)
	if !ok {
		return false
	}
	var places []ast.Ranged
	at := wholeTextRange(file).Start
	words = strings.Fields(file.Text[at:])
	for _, word := range words {
		at += strings.Index(file.Text[at:], word)
		places = append(places, nodeWithRange(source.Range{Start: at, End: at + len(word)}))
		at += len(word)
	}
	places = append(places, nodeWithRange(wholeTextRange(file)))
	declared := c.spanOf(s)
	return c.withSourceFile(file, func() bool {
		return c.addTilesToSet(e, words, func(k int) ast.Ranged { return places[k] }, declared, sides)
	})
}

// addTilesToSet adds a tile to a set for each word. The function placeOf returns the place of the word with index k for
// error messages; if k is the number of words, it returns the place of all words.
func (c *checker) addTilesToSet(e *entity, words []string, placeOf func(k int) ast.Ranged, declared source.Span,
	sides model.PieceFreedom) bool {
	cell := e.lattice.FirstCell()
	beside := e.lattice.CellsAcrossSides(cell)
	for k, word := range words {
		colors := []rune(word)
		if !c.require(len(colors) == len(beside), codes.BadTile, placeOf(k),
			"a character is the color of a side, with the clock from the top on",
			"the tile %q has %s, and a cell on the lattice `%s` %d", word, source.Plural(len(colors), "color"),
			e.lattice.Name, len(beside)) ||
			!c.require(k < maxPieces, codes.TooLarge, placeOf(k), "", "a set has at most %d pieces", maxPieces) {
			return false
		}
		tile := lattice.MarkedShape{Shape: lattice.Shape{cell}}
		for side, color := range colors {
			tile.ColorMarks = append(tile.ColorMarks,
				lattice.ColorMark{Cell: cell, AdjacentCell: beside[side], Color: color})
		}
		p := newPiece(fmt.Sprint(e.name, k), declared, e.lattice, tile, sides)
		if i := slices.IndexFunc(e.setMembers,
			func(m setMember) bool { return m.piece.OrientationNumber(p.MarkedOrientation(0)) >= 0 }); i >= 0 {
			e.setMembers[i].copyRange = addCopyRanges(e.setMembers[i].copyRange, model.Once)
			continue
		}
		e.setMembers = append(e.setMembers, setMember{p, model.Once, nil})
	}
	return c.require(len(words) > 0, codes.EmptyShape, placeOf(len(words)), "", "this set has no pieces")
}

// warnMirroredSolidPiece warns if a solid piece may be placed as its mirror image, which cannot be done by hand.
func (c *checker) warnMirroredSolidPiece(at ast.Ranged, sides model.PieceFreedom, l *lattice.Lattice,
	shape lattice.Shape,
	name string) {
	if sides == model.Free && l.IsSolid() && l.SymmetryClassOf(shape).MirrorFactor > 1 {
		c.reportWarning(codes.MirrorInSpace, at, "leave `free` out, unless a mirror image is meant",
			"no hand turns the piece `%s` into its mirror image, and `free` does", name).FixByRemoving()
	}
}

// newPiece returns a piece with all its orientations.
func newPiece(name string, span source.Span, l *lattice.Lattice, s lattice.MarkedShape,
	sides model.PieceFreedom) *model.Piece {
	p := &model.Piece{Name: name, Span: span, Lattice: l, Shape: s.Shape, MotionFreedom: sides}
	motions := map[model.PieceFreedom][]lattice.Motion{model.Free: l.Motions,
		model.OneSided: l.RotationsInSpace(s.Shape),
		model.Fixed:    l.Motions[:1]}[sides]
	for _, o := range l.MarkedOrientations(s, motions) {
		p.Orientations = append(p.Orientations, o.Shape)
		if s.ColorMarks != nil {
			p.ColorMarks = append(p.ColorMarks, o.ColorMarks)
		}
	}
	return p
}

// checkSymmetryClass reports an error if the declared symmetry class is not the class of the shape.
func (c *checker) checkSymmetryClass(s *ast.Term, shape lattice.Shape, l *lattice.Lattice) bool {
	i := slices.IndexFunc(l.SymmetryClasses, func(k lattice.SymmetryClass) bool { return k.Name == s.Text })
	if i < 0 {
		names := l.SymmetryClassNames()
		d := c.reportError(codes.UnknownClass, c.spanOf(s), "the classes are "+strings.Join(names, ", "),
			"the lattice `%s` has no symmetry class `%s`", l.Name, s.Text)
		if near := source.DidYouMean(s.Text, names); near != "" {
			d.Hint = near
		}
		return c.suggestSymmetryClass(d, l.SymmetryClassOf(shape))
	}
	actual := l.SymmetryClassOf(shape)
	return actual == l.SymmetryClasses[i] || c.suggestSymmetryClass(c.reportError(codes.WrongClass, c.spanOf(s),
		fmt.Sprintf("write `symmetry %s`, or leave it out", actual.Name),
		"this shape has the symmetry class %s, not %s", actual.Name, l.SymmetryClasses[i].Name), actual)
}

// suggestSymmetryClass adds a fix with the actual class of a shape to an error. It always returns false.
func (c *checker) suggestSymmetryClass(d *source.Diagnostic, actual lattice.SymmetryClass) bool {
	d.FixByReplacing(actual.Name)
	return false
}

// setMember is a piece of a set, with a range for its number of copies.
type setMember struct {
	piece     *model.Piece
	copyRange model.CountRange
	// pieceChoice is the choice among several pieces to which the piece belongs, or nil.
	pieceChoice *model.ChoiceAmongPieces
}

// checkSetDef computes a `set` statement.
func (c *checker) checkSetDef(e *entity, s *ast.SetDef) (ok bool) {
	e.setMembers, ok = c.computeSet(s.Set)
	return ok
}

// computeSet computes a set of pieces. The pieces keep the order in which they are named; a piece that is named twice
// has two copies. An operand after - or & may name pieces of the set so far, so that one-sided pentominoes - {F'}
// works.
func (c *checker) computeSet(s *ast.Set) ([]setMember, bool) {
	members, ok := c.computeSetTerm(s.FirstTerm, nil)
	for k, t := range s.OtherTerms {
		op, known := s.Operators[k], members
		if op == "+" {
			known = nil
		}
		term, fine := c.computeSetTerm(t, known)
		if ok = ok && fine; !ok {
			continue
		}
		if op == "+" {
			members = c.uniteMembers(members, term, t)
			continue
		}
		for _, m := range term {
			c.require(op == "&" || memberIndex(members, m.piece.Name) >= 0, codes.RemovesNothing,
				nameOfMemberInTerm(t, m), "",
				"the piece `%s` is not there to be taken away", m.piece.Name)
		}
		members = slices.DeleteFunc(slices.Clone(members), func(m setMember) bool {
			return (memberIndex(term, m.piece.Name) >= 0) == (op == "-")
		})
	}
	return members, ok && c.require(len(members) > 0, codes.EmptyShape, s, "", "this set has no pieces")
}

// memberIndex returns the index of the piece with this name, or -1.
func memberIndex(members []setMember, name string) int {
	return slices.IndexFunc(members, func(m setMember) bool { return m.piece.Name == name })
}

// nameOfMemberInTerm returns the name in an operand of a set that means a piece, or a set with that piece.
func nameOfMemberInTerm(t *ast.SetTerm, m setMember) ast.Ranged {
	if i := slices.IndexFunc(t.PieceNames, func(n *ast.Name) bool { return n.Text == m.piece.Name }); i >= 0 {
		return t.PieceNames[i]
	}
	return t
}

// maxPieces bounds the number of pieces of a set.
const maxPieces = 5000

// uniteMembers returns the union of two sets, in which the copies of a piece add up. Two different pieces with one
// name, such as F and a one-sided F, are an error, as no rule could tell them apart.
func (c *checker) uniteMembers(a, b []setMember, at ast.Ranged) []setMember {
	out := slices.Clone(a)
	if len(a)+len(b) > maxPieces {
		c.fail(codes.TooLarge, at, "", "a set has at most %d pieces", maxPieces)
		return out
	}
	for _, m := range b {
		i := memberIndex(out, m.piece.Name)
		switch {
		case i < 0:
			out = append(out, m)
		case m.piece.FoundRegion != nil:
			c.fail(codes.DuplicateName, at, "name each table once", "there are two regions at %s",
				strings.TrimPrefix(m.piece.Name, "region"))
			return out
		case !out[i].piece.EqualOrientations(m.piece):
			c.fail(codes.DuplicateName, at, "declare one of them under another name",
				"there are two different pieces called `%s` in this set", m.piece.Name)
		case out[i].pieceChoice != nil || m.pieceChoice != nil:
			c.fail(codes.DuplicateName, at, "name it once", "the piece `%s` is chosen from others, and named again",
				m.piece.Name)
		default:
			out[i].copyRange = addCopyRanges(out[i].copyRange, m.copyRange)
		}
	}
	return out
}

// addCopyRanges adds two ranges of numbers of copies. A sum is capped, so that repeated doubling does not overflow.
func addCopyRanges(a, b model.CountRange) model.CountRange {
	both := model.CountRange{Min: min(a.Min+b.Min, aboveEveryLimit), Max: min(a.Max+b.Max, aboveEveryLimit)}
	if a.Max == model.Unlimited || b.Max == model.Unlimited {
		both.Max = model.Unlimited
	}
	return both
}

// computeSetTerm computes one operand of a set: a piece of the set so far (known), or a piece or set that the file
// declares.
func (c *checker) computeSetTerm(t *ast.SetTerm, known []setMember) (members []setMember, ok bool) {
	if t.FoundRegions != nil {
		return c.computeFoundRegions(t.FoundRegions)
	}
	names := t.PieceNames
	if t.Name != nil {
		names = []*ast.Name{t.Name}
	}
	ok = true
	for _, name := range names {
		if i := memberIndex(known, name.Text); i >= 0 {
			members = append(members, known[i])
			continue
		}
		e := c.lookupName(name, pieceKind, setKind)
		switch {
		case e == nil:
			ok = false
		case e.kind == pieceKind:
			members = c.uniteMembers(members, []setMember{{e.piece, model.Once, nil}}, name)
		default:
			members = c.uniteMembers(members, e.setMembers, name)
		}
	}
	if t.Sides != nil {
		var turned []setMember
		for _, m := range members {
			if m.piece.MotionFreedom != model.Free { // for free pieces the declaration of the piece gets the warning
				c.warnMirroredSolidPiece(t.Sides, model.PieceFreedom(t.Sides.Word), m.piece.Lattice, m.piece.Shape,
					m.piece.Name)
			}
			for _, p := range PieceVariants(m.piece, model.PieceFreedom(t.Sides.Word)) {
				turned = c.uniteMembers(turned, []setMember{{p, m.copyRange, m.pieceChoice}}, t)
			}
		}
		members = turned
	}
	copies, fine := model.CountRange{Min: 0, Max: model.Unlimited}, true
	if t.Copies != nil {
		copies, fine = c.evalCount(t.Copies.Count(), model.Unlimited)
	}
	switch {
	case t.IsChoice && fine:
		c.limitMembersToChoice(t, members, copies)
	case t.Copies != nil:
		for i := range members {
			members[i].copyRange = copies
		}
	}
	return members, ok && fine
}

// limitMembersToChoice makes the pieces alternatives: a number of them in the range count is chosen, each at most once.
func (c *checker) limitMembersToChoice(t *ast.SetTerm, members []setMember, count model.CountRange) {
	if count.Max == model.Unlimited {
		count.Max = len(members)
	}
	if !c.require(count.Min <= len(members) && count.Max > 0, codes.BadCount, t, "", "%d of %s cannot be chosen",
		count.Min, source.Plural(len(members), "piece")) {
		return
	}
	choice := &model.ChoiceAmongPieces{Span: c.spanOf(t), ChosenCount: count}
	for i := range members {
		if !c.require(members[i].pieceChoice == nil && members[i].copyRange == model.Once, codes.DuplicateName, t,
			"choose from pieces that are used once each",
			"of the piece `%s` it is said already how often it is used", members[i].piece.Name) {
			return
		}
		members[i].copyRange, members[i].pieceChoice = model.CountRange{Min: 0, Max: 1}, choice
	}
}

// PieceVariants returns the pieces that a piece becomes if a word for its freedom is written after it. Without such a
// word it is the piece itself. A free piece that differs from its mirror image becomes two one-sided pieces, F and F'.
// A fixed piece becomes one piece for each orientation: F_0, F_1 and so on.
func PieceVariants(p *model.Piece, sides model.PieceFreedom) (out []*model.Piece) {
	become := func(name string, shape lattice.MarkedShape) {
		out = append(out, newPiece(name, p.Span, p.Lattice, shape, sides))
	}
	switch {
	case sides == "", p.FoundRegion != nil:
		return append(out, p)
	case sides == model.Fixed && len(p.Orientations) > 1:
		for i := range p.Orientations {
			become(fmt.Sprintf("%s_%d", p.Name, i), p.MarkedOrientation(i))
		}
		return out
	case sides == model.OneSided && p.MotionFreedom != model.Free:
		return append(out, p)
	}
	become(p.Name, p.MarkedOrientation(0))
	if sides == model.OneSided && len(out[0].Orientations) < len(p.Orientations) {
		become(p.Name+"'", p.Lattice.ShiftMarkedToOrigin(p.MarkedOrientation(0).ApplyMotion(p.Lattice.LeftRightMirror)))
	}
	return out
}
