package check

import (
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
type kind string

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
	kind  kind
	name  string
	span  source.Span
	owner *checker // the file that declares it
	state state
	used  bool
	valid bool

	decl  ast.Statement
	param int64
	shape region
	on    *lattice.Lattice // of the shape
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

// scope maps names to what they stand for.
type scope map[string]*entity

// declare enters the names of the file and of what it uses.
func (c *checker) declare() {
	for _, s := range c.file.Statements {
		switch s := s.(type) {
		case *ast.Use:
			c.use(s)
		case *ast.Param:
			c.enter(paramKind, s.Name, s)
		case *ast.ShapeDef:
			c.enter(shapeKind, s.Name, s)
		case *ast.Board:
			c.enter(boardKind, s.Name, s)
		case *ast.Piece:
			c.enter(pieceKind, s.Name, s)
		case *ast.SetDef:
			c.enter(setKind, s.Name, s)
		case *ast.Items:
			c.enterFamilies(s)
		}
	}
}

func (c *checker) enter(k kind, name *ast.Name, decl ast.Statement) {
	e := &entity{kind: k, name: name.Text, span: c.span(name), owner: c, decl: decl}
	c.declared = append(c.declared, e)
	c.add(e, c.span(name))
}

// add enters an entity; at is the place to blame if the name is taken.
func (c *checker) add(e *entity, at source.Span) {
	if old, taken := c.scope[e.name]; taken {
		if old != e {
			c.errs.Add(codes.DuplicateName, at, "give one of them another name", "%s `%s` is declared already, at %s", e.kind, e.name, old.span.Where())
		}
		return
	}
	c.scope[e.name] = e
}

// overrideParams sees to it that the values from outside have parameters.
func (c *checker) overrideParams() {
	for _, name := range slices.Sorted(maps.Keys(c.options.Params)) {
		if e := c.scope[name]; (e == nil || e.kind != paramKind) && !c.incomplete {
			c.errs.Add(codes.UnknownParam, source.Span{}, c.paramHint(name),
				"%s has no parameter `%s`", c.file.Source.Name, name)
		}
	}
}

func (c *checker) paramHint(name string) string {
	known := c.names(paramKind)
	if hint := source.DidYouMean(name, known); hint != "" || len(known) == 0 {
		return hint
	}
	return "its parameters are " + strings.Join(known, ", ")
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

// resolve computes the value of an entity, by the file that declares it.
func (c *checker) resolve(e *entity) {
	if e.owner != c {
		e.owner.resolve(e)
		return
	}
	switch e.state {
	case done:
		return
	case underWay:
		c.errs.Add(codes.Circular, e.span, "a declaration may not need itself", "%s `%s` is declared by means of itself", e.kind, e.name)
		e.state = done
		return
	}
	e.state = underWay
	valid := c.compute(e)
	e.valid = valid && e.state == underWay
	e.state = done
}

func (c *checker) compute(e *entity) (ok bool) {
	switch s := e.decl.(type) {
	case *ast.Param:
		e.param, ok = c.paramValue(s)
	case *ast.ShapeDef:
		if e.on, ok = c.on(s.On); ok {
			e.shape, ok = c.shape(s.Shape, e.on)
		}
	case *ast.Board:
		e.board, ok = c.board(s)
	case *ast.Piece:
		e.piece, ok = c.piece(s)
	case *ast.SetDef:
		e.set, ok = c.set(s.Set)
	}
	return ok
}

// lattice returns the lattice of a shape, a board or a piece.
func (e *entity) lattice() *lattice.Lattice {
	switch e.kind {
	case boardKind:
		return e.board.Lattice
	case pieceKind:
		return e.piece.Lattice
	}
	return e.on
}

// region returns the cells of a shape, a board or a piece.
func (e *entity) region() region {
	switch e.kind {
	case boardKind:
		return region{e.board.Cells, e.board.Optional}
	case pieceKind:
		return region{cells: e.piece.Shape}
	}
	return e.shape
}

// lookup finds a name that must be of one of the given kinds. It reports what
// is wrong, if anything, and then returns nil.
func (c *checker) lookup(name *ast.Name, kinds ...kind) *entity {
	e := c.scope[name.Text]
	switch {
	case e == nil:
		c.unknown(name, kinds)
		return nil
	case !slices.Contains(kinds, e.kind):
		e.used = true
		c.fail(codes.WrongKind, name, "", "`%s` is a %s, and a %s is wanted here", name.Text, e.kind, alternatives(kinds))
		return nil
	}
	e.used = true
	c.resolve(e)
	if !e.valid {
		return nil
	}
	return e
}

func (c *checker) unknown(name *ast.Name, kinds []kind) {
	if c.incomplete || c.errs.Full() {
		return
	}
	hint := source.DidYouMean(name.Text, c.names(kinds...))
	if hint == "" && c.importer.Module != nil {
		if _, err := c.importer.Module(name.Text); err == nil {
			hint = fmt.Sprintf("there is a module of that name: add `use %s`", name.Text)
		}
	}
	c.fail(codes.UnknownName, name, hint, "there is no %s called `%s`", alternatives(kinds), name.Text)
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

func alternatives(kinds []kind) string {
	text := string(kinds[0])
	for _, k := range kinds[1:] {
		text += " or " + string(k)
	}
	return text
}

// unused warns of parameters, shapes, boards, pieces and sets that nothing
// needs, in a file that is a puzzle. A file without a puzzle is there to be
// imported.
func (c *checker) unused() {
	if c.incomplete || c.asked == "" && len(c.puzzle.Options) == 0 {
		return
	}
	for _, e := range c.declared {
		if !e.used {
			c.errs.Warn(codes.UnusedName, e.span, "remove it, or use it", "%s `%s` is never used", e.kind, e.name)
		}
	}
}
