package check

import (
	"cmp"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

func (c *checker) dissect(s *ast.Dissect) bool {
	before := c.broken
	from, ok := c.wholeShape(s.From)
	to, ok2 := c.wholeShape(s.To)
	cells := source.Plural(len(from), "cell")
	if ok && ok2 && len(from) != len(to) {
		c.fail(codes.UnequalAreas, s.To, "", "the shape to be cut has %s, and this one has %d", cells, len(to))
	}
	n, ok := c.small(inner(s.Count))
	if ok && (n < 2 || n > max(2, len(from))) {
		c.fail(codes.BadCount, s.Count, "", "a shape of %s is cut into 2 pieces at least, and as many as it has cells at most", cells)
	}
	m := &model.Dissect{Span: c.span(s), From: from, To: to, Pieces: n, Sizes: model.Range{Min: 0, Max: len(from)}}
	c.cutRules(s, m)
	if c.broken > before {
		return false
	}
	c.puzzle.Dissect = m
	return true
}

// wholeShape draws a shape of squares without optional cells.
func (c *checker) wholeShape(s *ast.Shape) (lattice.Shape, bool) {
	r, ok := c.shape(s, lattice.Square)
	switch {
	case !ok || !c.boxFits(s, r):
		return nil, false
	case len(r.optional) > 0:
		return nil, c.fail(codes.BadPicture, s, "draw every cell with #", "a shape to be cut or formed has no optional cells")
	}
	return lattice.Square.AtOrigin(r.cells), true
}

func (c *checker) cutRules(s *ast.Dissect, m *model.Dissect) {
	l := lattice.Square
	motions := map[string]int{"shift": 1, "rotate": len(l.Rotations()), "flip": len(l.Motions)}
	m.Motions = l.Rotations()
	for _, r := range s.Rules {
		about := cmp.Or(r.Like, "sizes")
		if r.Move != "" {
			about = "motions"
		}
		if !c.first(ruleAbout(about), r) {
			continue
		}
		switch {
		case r.Move != "":
			m.Motions = l.Motions[:motions[r.Move]]
		case r.Like == "connected":
			m.Connected = true
		case r.Like == "nonempty":
			m.Sizes.Min = max(m.Sizes.Min, 1)
		default:
			if n, ok := c.count(r.Sizes); ok {
				m.Sizes = model.Range{Min: max(n.Min, m.Sizes.Min), Max: min(n.Max, len(m.From))}
			}
		}
	}
}
