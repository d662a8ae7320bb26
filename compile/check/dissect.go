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
	from, ok := c.wholeShape(s.From, lattice.Square, "a shape to be cut or formed")
	to, ok2 := c.wholeShape(s.To, lattice.Square, "a shape to be cut or formed")
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

func (c *checker) cutRules(s *ast.Dissect, m *model.Dissect) {
	l := lattice.Square
	motions := map[string][]lattice.Motion{"shift": l.Motions[:1], "rotate": l.Rotations(), "flip": l.Motions}
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
			m.Motions = motions[r.Move]
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
