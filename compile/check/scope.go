package check

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// kind is what a name stands for.
type kind = string

const (
	paramKind kind = "parameter"
	shapeKind kind = "shape"
	boardKind kind = "board"
	pieceKind kind = "piece"
	setKind   kind = "set"
)

// entity is what a name of the scope stands for. Its value is computed when
// it is first asked for; valid says whether there is one.
type entity struct {
	kind    kind
	name    string
	span    source.Span
	state   state
	used    bool
	valid   bool
	compute func() bool // sets the fields below, or reports why it cannot

	param int64
	on    *lattice.Lattice // of a shape, a board or a piece
	shape region           // of a shape, a board or a piece
	board *model.Board
	piece *model.Piece
	set   []member
}

// state of the computation of an entity's value.
type state int

const (
	untouched state = iota
	underWay
	done
)

// declare enters the names of the file and of what it uses. In an imported file nothing else
// matters but the version.
func (c *checker) declare() {
	for _, s := range c.file.Statements {
		switch s := s.(type) {
		case *ast.Version:
			c.version(s)
		case *ast.Use:
			c.use(s)
		case *ast.Param:
			enter(c, paramKind, s.Name, s, c.param)
		case *ast.ShapeDef:
			enter(c, shapeKind, s.Name, s, c.shapeDef)
		case *ast.Board:
			enter(c, boardKind, s.Name, s, c.board)
		case *ast.Piece:
			enter(c, pieceKind, s.Name, s, c.piece)
		case *ast.SetDef:
			enter(c, setKind, s.Name, s, c.setDef)
		case *ast.Items:
			c.enterFamilies(s)
		}
	}
}

func enter[S any](c *checker, k kind, name *ast.Name, s S, compute func(*entity, S) bool) {
	e := &entity{kind: k, name: name.Text, span: c.span(name)}
	e.compute = func() bool { return compute(e, s) }
	c.declared = append(c.declared, e)
	c.add(e, e.span)
}

// add enters an entity; at is the place to blame if the name is taken.
func (c *checker) add(e *entity, at source.Span) {
	old, taken := c.scope[e.name]
	switch {
	case !taken:
		c.scope[e.name] = e
	case old != e:
		c.errs.Add(codes.DuplicateName, at, "give one of them another name", "%s `%s` is declared already, at %s", e.kind, e.name, old.span.Where())
	}
}

// param computes a parameter, from outside or from its statement.
func (c *checker) param(e *entity, s *ast.Param) (ok bool) {
	e.param, ok = c.number(s.Value)
	if outside, given := c.params[s.Name.Text]; given {
		e.param, ok = outside, true
	}
	return ok
}

// overrideParams sees to it that the values from outside have parameters.
func (c *checker) overrideParams() {
	known := c.names(paramKind)
	for _, name := range slices.Sorted(maps.Keys(c.params)) {
		if slices.Contains(known, name) || c.incomplete {
			continue
		}
		hint := source.DidYouMean(name, known)
		if hint == "" && len(known) > 0 {
			hint = "its parameters are " + strings.Join(known, ", ")
		}
		c.errs.Add(codes.UnknownParam, source.Span{}, hint, "%s has no parameter `%s`", c.file.Source.Name, name)
	}
}

// resolveAll computes every declaration of the file, used or not.
func (c *checker) resolveAll() {
	for _, e := range c.declared {
		c.resolve(e)
		if e.kind == paramKind && e.valid {
			c.puzzle.Params = append(c.puzzle.Params, model.Param{Name: e.name, Value: e.param})
		}
	}
}

// resolve computes the value of an entity. Those of other files have theirs already.
func (c *checker) resolve(e *entity) {
	switch e.state {
	case untouched:
		e.state = underWay
		valid := e.compute()
		e.valid = valid && e.state == underWay
	case underWay:
		c.errs.Add(codes.Circular, e.span, "a declaration may not need itself", "%s `%s` is declared by means of itself", e.kind, e.name)
	}
	e.state = done
}

// lookup finds a name that must be of one of the given kinds. It reports what
// is wrong, if anything, and then returns nil.
func (c *checker) lookup(name *ast.Name, kinds ...kind) *entity {
	e := c.scope[name.Text]
	if e == nil {
		c.unknown(name, strings.Join(kinds, " or "), func() []string { return c.names(kinds...) }, c.moduleHint(name.Text))
		return nil
	}
	e.used = true
	if !slices.Contains(kinds, e.kind) {
		c.fail(codes.WrongKind, name, "", "`%s` is a %s, and a %s is wanted here", name.Text, e.kind, strings.Join(kinds, " or "))
		return nil
	}
	if c.resolve(e); !e.valid {
		c.broken++
		return nil
	}
	return e
}

// unknown reports a name of something that nothing declares. It asks for the names that may
// have been meant only if the error will be seen: there may be many of both.
func (c *checker) unknown(name *ast.Name, what string, candidates func() []string, otherwise string) {
	c.broken++
	if c.incomplete || c.errs.Full() {
		return
	}
	known := candidates()
	slices.Sort(known)
	c.fail(codes.UnknownName, name, cmp.Or(source.DidYouMean(name.Text, known), otherwise), "there is no %s called `%s`", what, name.Text)
}

// moduleHint says which module a name may have been meant for.
func (c *checker) moduleHint(name string) string {
	if _, err := c.module(name); err != nil {
		return ""
	}
	return fmt.Sprintf("there is a module of that name: add `use %s`", name)
}

// names returns the declared names of the given kinds, sorted.
func (c *checker) names(kinds ...kind) []string {
	var out []string
	for name, e := range c.scope {
		if slices.Contains(kinds, e.kind) {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// unused warns of parameters, shapes, boards, pieces and sets that nothing
// needs, in a file that is a puzzle. A file without a puzzle is there to be
// imported.
func (c *checker) unused() {
	if c.incomplete || c.question == "" && len(c.puzzle.Options) == 0 {
		return
	}
	for _, e := range c.declared {
		if !e.used {
			c.errs.Warn(codes.UnusedName, e.span, "remove it, or use it", "%s `%s` is never used", e.kind, e.name)
		}
	}
}
