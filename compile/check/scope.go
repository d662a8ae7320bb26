package check

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/parse"
	"quadrille/lang/source"
)

// kind is what a name stands for.
type kind = string

const (
	paramKind kind = "parameter"
	tableKind kind = "table"
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
	said    ast.Ranged // the statement that declares it
	used    bool
	begun   bool
	ended   bool
	valid   bool
	compute func() bool // sets the fields below, or reports why it cannot

	param int64
	table [][]int64
	on    *lattice.Lattice // of a shape, a board or a piece
	shape region           // of a shape, a board or a piece
	board *model.Board
	piece *model.Piece
	set   []member
}

// declare enters the names of the file and of what it uses. In an imported file nothing else
// matters but the version.
func (c *checker) declare() {
	for _, s := range c.file.Statements {
		*c.at = c.span(s)
		switch s := s.(type) {
		case *ast.Version:
			c.version(s)
		case *ast.Use:
			c.use(s)
		case *ast.Param:
			enter(c, s.Name, nil, s, c.param)
		case *ast.Table:
			enter(c, s.Name, nil, s, c.table)
		case *ast.ShapeDef:
			enter(c, s.Name, s.On, s, c.shapeDef)
		case *ast.Board:
			enter(c, s.Name, s.On, s, c.board)
		case *ast.Piece:
			enter(c, s.Name, s.On, s, c.piece)
		case *ast.Tiles:
			enter(c, s.Name, s.On, s, c.tiles)
		case *ast.SetDef:
			enter(c, s.Name, nil, s, c.setDef)
		case *ast.Items:
			c.enterFamilies(s)
		default:
			for _, name := range itemsMade(s) {
				c.made[name] = true
			}
		}
	}
}

// Declares returns the kind of thing that a statement gives a name, or "". Items have names of their own.
func Declares(s ast.Statement) kind {
	switch s.(type) {
	case *ast.Param:
		return paramKind
	case *ast.Table:
		return tableKind
	case *ast.ShapeDef:
		return shapeKind
	case *ast.Board:
		return boardKind
	case *ast.Piece:
		return pieceKind
	case *ast.Tiles, *ast.SetDef:
		return setKind
	}
	return ""
}

// enter enters what a statement declares, on a lattice if it is on any.
func enter[S ast.Statement](c *checker, name, on *ast.Name, s S, compute func(*entity, S) bool) {
	e := &entity{kind: Declares(s), name: name.Text, span: c.span(name), said: s}
	e.compute = func() (ok bool) {
		e.on, ok = c.on(on)
		return ok && compute(e, s)
	}
	c.declared = append(c.declared, e)
	c.add(e, e.span)
}

// add enters an entity; the same one may come by several ways, from files that use the same module.
// At is the place to blame if the name is taken.
func (c *checker) add(e *entity, at source.Span) {
	if old := c.scope[e.name]; old == nil {
		c.scope[e.name] = e
	} else if old != e {
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
		hint := "there are no parameters in it; `param " + name + " = 8` in the file makes one"
		if len(known) > 0 {
			hint = strings.TrimPrefix(source.DidYouMean(name, known)+" its parameters are "+strings.Join(known, ", "), " ")
		}
		c.errs.Add(codes.UnknownParam, source.Span{}, hint, "%s has no parameter `%s`", c.file.Source.Name, name)
	}
}

// resolveAll computes every declaration of the file, used or not.
func (c *checker) resolveAll() {
	for _, e := range c.declared {
		c.resolve(e)
		switch {
		case !e.valid:
		case e.kind == paramKind:
			c.puzzle.Params = append(c.puzzle.Params, model.Param{Name: e.name, Value: e.param})
		case e.kind == boardKind:
			c.puzzle.Boards = append(c.puzzle.Boards, e.board)
		case e.kind == pieceKind:
			c.puzzle.Pieces = append(c.puzzle.Pieces, e.piece)
		}
	}
}

// resolve computes the value of an entity. Those of other files have theirs already. One that
// is needed before its computation has ended needs itself.
func (c *checker) resolve(e *entity) {
	switch {
	case !e.begun:
		e.begun = true
		around := *c.at
		*c.at = c.span(e.said)
		valid := c.wanted() && e.compute()
		e.valid = valid && !e.ended
		*c.at = around // a panic leaves it where it was
	case !e.ended:
		c.errs.Add(codes.Circular, e.span, "a declaration may not need itself", "%s `%s` is declared by means of itself", e.kind, e.name)
	}
	e.ended = true
}

// lookup finds a name that must be of one of the given kinds. It reports what
// is wrong, if anything, and then returns nil.
func (c *checker) lookup(name *ast.Name, kinds ...kind) *entity {
	e := c.scope[name.Text]
	if e == nil {
		d := c.unknown(name, strings.Join(kinds, " or "), func() []string { return c.names(kinds...) }, c.sizeHint(name.Text, kinds))
		if module := c.moduleNear(name.Text); d != nil && d.Hint == "" && module != "" {
			d.Hint = fmt.Sprintf("there is a module `%s`: add `use %s`", module, module)
			if module != name.Text {
				d.Hint += fmt.Sprintf(", and write `%s` here", module)
			}
			d.Mend(fmt.Sprintf("add `use %s`", module), source.Edit{Span: Head(c.file), Text: "use " + module + "\n"})
		}
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

// sizeHint is for a name that is meant as a size, such as nxn or nx4, where a shape is wanted.
func (c *checker) sizeHint(name string, wanted []kind) string {
	sides := strings.Split(name, "x")
	other := func(side string) bool {
		_, err := strconv.Atoi(side)
		return err != nil && (c.scope[side] == nil || c.scope[side].kind != paramKind)
	}
	if len(sides) == 1 || !slices.Contains(wanted, shapeKind) || slices.ContainsFunc(sides, other) {
		return ""
	}
	return "put blanks around the x: " + strings.Join(sides, " x ")
}

// unknown reports a name of something that nothing declares, and returns the error if it will
// be seen. It asks for the names that may have been meant only then: there may be many of both.
func (c *checker) unknown(name *ast.Name, what string, candidates func() []string, otherwise string) *source.Diagnostic {
	c.broken++
	if c.incomplete || c.errs.Full() {
		return nil
	}
	known := candidates()
	slices.Sort(known)
	return c.report(codes.UnknownName, c.span(name), otherwise, "there is no %s called `%s`", what, name.Text).Meant(name.Text, known)
}

// Head returns the place of another declaration: the line behind the statements that a file begins with.
func Head(f *ast.File) source.Span {
	end := 0
	for _, s := range f.Statements {
		switch s.(type) {
		case *ast.Version, *ast.Title, *ast.About, *ast.Use:
			end = s.Range().End
			continue
		}
		at := s.Range().Start
		if i := strings.IndexByte(f.Source.Text[end:at], '\n'); end > 0 && i >= 0 {
			at = end + i + 1
		}
		return f.Source.Span(source.Range{Start: at, End: at})
	}
	if i := strings.IndexByte(f.Source.Text[end:], '\n'); end > 0 && i >= 0 {
		end += i + 1
	}
	return f.Source.Span(source.Range{Start: end, End: end})
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
	if c.incomplete || len(c.asked) == 0 && len(c.puzzle.Options) == 0 {
		return
	}
	for _, e := range c.declared {
		if !e.used {
			c.errs.Warn(codes.UnusedName, e.span, "remove it, or use it", "%s `%s` is never used", e.kind, e.name).
				Mend("remove it", source.Edit{Span: c.span(e.said)})
		}
	}
}

// deepestImport bounds the chain of files that import one another, for those that have no end in sight.
const deepestImport = 50

// pathHint is the hint where a file cannot be read.
const pathHint = "a path is relative to this file, and stays in its folder or below"

// read reads what a path written in this file leads to.
func (c *checker) read(at ast.Ranged, path ast.Text, code source.Code, hint string) (name string, text []byte, ok bool) {
	err := errors.New("files cannot be read here")
	if c.importer.File != nil {
		name, text, err = c.importer.File(c.file.Source.Name, string(path))
	}
	if module := c.moduleNear(string(path)); err != nil && code == codes.BadPath && module != "" {
		hint = fmt.Sprintf("a standard module has a bare name: use %s", module)
	}
	return name, text, err == nil || c.failAt(code, c.firstText(at), hint, "cannot read %q: %v", path, err)
}

// use enters the declarations of a module or file.
func (c *checker) use(s *ast.Use) {
	name, key, text, ok := c.find(s)
	ok = ok && c.require(!slices.Contains(c.importing, key), codes.ImportCycle, s, "take one of the `use` statements away",
		"%s imports itself: %s → %s", key, strings.Join(c.importing, " → "), key) &&
		c.require(len(c.importing) <= deepestImport, codes.TooLarge, s, "", "more than %d files import one another", deepestImport)
	if !ok {
		c.incomplete = true
		return
	}
	inner := c.imported[key]
	if inner == nil {
		inner = c.load(name, key, text)
		c.imported[key] = inner
	}
	c.incomplete = c.incomplete || inner.errs.Err() != nil
	for _, e := range inner.exports() {
		if s.As != nil {
			e = e.called(s.As.Text + "_" + e.name)
		}
		c.add(e, c.span(s))
	}
}

// called returns an entity under another name. The pieces of a set are called otherwise too.
func (e *entity) called(name string) *entity {
	prefix := strings.TrimSuffix(name, e.name)
	renamed := *e
	renamed.name = name
	if e.piece != nil {
		piece := *e.piece
		piece.Name = name
		renamed.piece = &piece
	}
	renamed.set = nil
	for _, m := range e.set {
		piece := *m.piece
		piece.Name = prefix + piece.Name
		m.piece = &piece
		renamed.set = append(renamed.set, m)
	}
	return &renamed
}

// find reads what a use statement names. The key tells a module from a file of the same
// name.
func (c *checker) find(s *ast.Use) (name, key string, text []byte, ok bool) {
	if s.Module == nil {
		name, text, ok = c.read(s, s.Path, codes.BadPath, pathHint)
		return name, name, text, ok
	}
	name = s.Module.Text
	text, err := c.importer.Module(name)
	if err == nil {
		return name, "module " + name, text, true
	}
	c.report(codes.UnknownModule, c.span(s.Module), "`puz stdlib` lists the modules; a file is named in quotes: use \"mine.puz\"",
		"there is no module `%s`", name).Meant(strings.ToLower(name), c.importer.Modules)
	return name, "", nil, false
}

// moduleNear returns the standard module that is called so, or nearly so, or "".
func (c *checker) moduleNear(name string) string {
	if c.hasModule(name) {
		return name
	}
	for _, m := range c.importer.Modules {
		if m == name+"es" || source.Slip(name, []string{m}) != "" {
			return m
		}
	}
	return ""
}

func (c *checker) hasModule(name string) bool {
	_, err := c.importer.Module(name)
	return err == nil
}

// load checks an imported file. Its errors become errors of this file.
func (c *checker) load(name, key string, text []byte) *checker {
	f, err := parse.File(name, text)
	inner := newChecker(f, c.importer, Options{Limits: c.limits, Incomplete: err != nil, Stop: c.stop})
	inner.importing = append(slices.Clone(c.importing), key)
	inner.imported, inner.at = c.imported, c.at
	around := *c.at
	errors.As(err, &inner.errs)
	inner.declare()
	inner.resolveAll()
	*c.at = around
	if c.stopped == nil {
		c.stopped = inner.stopped
	}
	c.errs = append(c.errs, inner.errs...)
	return inner
}

// exports returns what the file declares for others: all but its parameters.
func (c *checker) exports() []*entity {
	return slices.DeleteFunc(slices.Clone(c.declared), func(e *entity) bool { return e.kind == paramKind })
}
