package check

import (
	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
)

func (c *checker) dissect(s *ast.Dissect) {
	if !c.question(s, "a dissection") {
		return
	}
	before := c.failures
	from, ok := c.wholeShape(s.From)
	to, ok2 := c.wholeShape(s.To)
	m := &model.Dissect{Span: c.span(s), From: from, To: to, Sizes: model.Range{Min: 0, Max: len(from)}}
	if ok && ok2 && len(from) != len(to) {
		c.fail(codes.UnequalAreas, s.To, "", "the shape to be cut has %s, and this one has %d", plural(len(from), "cell"), len(to))
	}
	n, ok := c.amount(s.Count)
	if m.Pieces = n; ok && (n < 2 || n > max(2, len(from))) {
		c.fail(codes.BadCount, s.Count, "", "a shape of %s is cut into 2 pieces at least, and as many as it has cells at most", plural(len(from), "cell"))
	}
	c.cutRules(s, m)
	if c.failures > before {
		c.packBroken = true
		return
	}
	c.puzzle.Dissect = m
}

// wholeShape draws a shape of squares without optional cells.
func (c *checker) wholeShape(s *ast.Shape) (lattice.Shape, bool) {
	r, ok := c.shape(s, lattice.Square)
	switch {
	case !ok || !c.boxFits(s, r):
		return nil, false
	case len(r.optional) > 0:
		c.fail(codes.BadPicture, s, "draw every cell with #", "a shape to be cut or formed has no optional cells")
		return nil, false
	}
	return lattice.Square.AtOrigin(r.cells), true
}

func (c *checker) cutRules(s *ast.Dissect, m *model.Dissect) {
	l := lattice.Square
	m.Motions = l.Rotations()
	said := map[string]bool{}
	for _, r := range s.Rules {
		kind := ruleKind(r)
		if said[kind] {
			c.fail(codes.SaidTwice, r, "say it once", "there is a rule about that already")
			continue
		}
		said[kind] = true
		switch {
		case r.Move == "shift":
			m.Motions = l.Motions[:1]
		case r.Move == "flip":
			m.Motions = l.Motions
		case r.Like == "connected":
			m.Connected = true
		case r.Like == "nonempty":
			m.Sizes.Min = max(m.Sizes.Min, 1)
		case r.Sizes != nil:
			if n, ok := c.count(r.Sizes); ok {
				m.Sizes = model.Range{Min: max(n.Min, m.Sizes.Min), Max: min(n.Max, len(m.From))}
			}
		}
	}
}

// ruleKind is what a rule of a dissection is about: motions, or one of the things
// that pieces can be like.
func ruleKind(r *ast.CutRule) string {
	switch {
	case r.Move != "":
		return "motions"
	case r.Like != "":
		return r.Like
	}
	return "sizes"
}
