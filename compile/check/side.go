package check

import (
	"maps"

	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
)

// What is said beside the items and options: which families are matched, and
// which options are not chosen together. Whether that is so is seen when the
// options are made.

func (c *checker) matching(s *ast.Matching) {
	before := c.failures
	loop, in := c.loop(s.For)
	m := model.Matching{Span: c.span(s), Loop: loop}
	left, fine := c.family(s.Left, in)
	right, fine2 := c.family(s.Right, in)
	m.Left, m.Right = left, right
	if c.failures > before || !fine || !fine2 || !complete(nil, loop, whereOf(s.For)) {
		return
	}
	c.puzzle.Matchings = append(c.puzzle.Matchings, m)
}

// family translates one side of a matching, inside of the indices of the whole.
// It returns false if some number could not be translated.
func (c *checker) family(f *ast.Family, in indices) (model.Family, bool) {
	m := model.Family{Span: c.span(f)}
	in = maps.Clone(in)
	var where ast.Expr
	if f.Over != nil {
		where = f.Over.Where
		m.Loop = c.rounds(f.Over.Binders, where, in)
	}
	for _, r := range f.Refs {
		if r.Color != nil {
			c.fail(codes.BadMatching, r.Color, "name the item alone", "the items of a matching have no colors")
		} else if c.knownItem(r) {
			m.Refs = append(m.Refs, c.optionRef(r, in))
		}
	}
	return m, complete(m.Refs, m.Loop, where)
}

func (c *checker) forbid(s *ast.Forbid) {
	before := c.failures
	loop, in := c.loop(s.For)
	m := model.Forbid{Span: c.span(s), Loop: loop}
	fine := complete(nil, loop, whereOf(s.For))
	for _, o := range s.Options {
		named := model.OptionRef{Span: c.span(o)}
		for _, r := range o.Refs {
			if c.knownItem(r) {
				named.Refs = append(named.Refs, c.optionRef(r, in))
			}
		}
		fine = fine && complete(named.Refs, model.Loop{}, nil)
		m.Options = append(m.Options, named)
	}
	if c.failures == before && fine {
		c.puzzle.Forbids = append(c.puzzle.Forbids, m)
	}
}
