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

// nameKind is what a name stands for.
type nameKind = string

const (
	paramKind nameKind = "parameter"
	tableKind nameKind = "table"
	listKind  nameKind = "list"
	shapeKind nameKind = "shape"
	boardKind nameKind = "board"
	pieceKind nameKind = "piece"
	setKind   nameKind = "set"
)

// entity is what a name of the scope stands for. Its value is computed on first use; valid reports whether
// there is one.
type entity struct {
	kind      nameKind
	name      string
	span      source.Span
	statement ast.Ranged // statement that declares it
	used      bool
	begun     bool
	ended     bool
	valid     bool
	compute   func() bool // sets the fields below, or reports an error and returns false

	param      int64
	table      [][]int64
	entries    [][]entryKind    // of a table: what stands in each place
	entrySpans [][]source.Span  // of a table: where they stand
	list       []int64          // values of a list
	lattice    *lattice.Lattice // lattice of a shape, board or piece
	shape      region           // cells of a shape, board or piece
	board      *model.Board
	piece      *model.Piece
	set        []setMember
}

// declareNames adds the names of the file and of its imports to the scope. Of an imported file only the
// declarations and the version are read.
func (c *checker) declareNames() {
	for _, s := range c.file.Statements {
		*c.at = c.spanOf(s)
		switch s := s.(type) {
		case *ast.Version:
			c.checkVersion(s)
		case *ast.Use:
			c.checkUse(s)
		case *ast.Param:
			declareEntity(c, s.Name, nil, s, c.computeParam)
		case *ast.Table:
			declareEntity(c, s.Name, nil, s, c.checkTable)
			c.addTableWords(s)
		case *ast.ListDef:
			declareEntity(c, s.Name, nil, s, c.checkList)
			c.addListWords(s)
		case *ast.ShapeDef:
			declareEntity(c, s.Name, s.On, s, c.checkShapeDef)
		case *ast.Board:
			declareEntity(c, s.Name, s.On, s, c.checkBoard)
		case *ast.Piece:
			declareEntity(c, s.Name, s.On, s, c.checkPiece)
		case *ast.Tiles:
			declareEntity(c, s.Name, s.On, s, c.checkTiles)
		case *ast.SetDef:
			if s.From != nil {
				c.declarePieces(s)
				continue
			}
			declareEntity(c, s.Name, nil, s, c.checkSetDef)
		case *ast.Items:
			c.declareFamilies(s)
		default:
			for _, name := range statementFamilies(s) {
				c.madeFamilies[name] = true
			}
		}
	}
}

// DeclaredKind returns the kind of name that a statement declares, or "". Items have a separate name space.
func DeclaredKind(s ast.Statement) nameKind {
	switch s.(type) {
	case *ast.Param:
		return paramKind
	case *ast.Table:
		return tableKind
	case *ast.ListDef:
		return listKind
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

// declareEntity adds the name of a statement to the scope, with its lattice if it has one.
func declareEntity[S ast.Statement](c *checker, name, on *ast.Name, s S, compute func(*entity, S) bool) {
	e := &entity{kind: DeclaredKind(s), name: name.Text, span: c.spanOf(name), statement: s}
	e.compute = func() (ok bool) {
		e.lattice, ok = c.latticeNamed(on)
		return ok && compute(e, s)
	}
	c.declared = append(c.declared, e)
	c.addEntity(e, e.span)
}

// addEntity adds an entity to the scope. It may be added twice, by files that use the same module. If the name
// is taken by another entity, the error is at the place at.
func (c *checker) addEntity(e *entity, at source.Span) {
	if old := c.scope[e.name]; old == nil {
		c.scope[e.name] = e
	} else if old != e {
		c.errs.AddError(codes.DuplicateName, at, "give one of them another name", "%s `%s` is declared already, at %s",
			e.kind, e.name, old.span.FileLine())
	}
}

// computeParam computes a parameter, from FileOptions.Params or from its statement.
func (c *checker) computeParam(e *entity, s *ast.Param) (ok bool) {
	e.param, ok = c.evalNumber(s.Value)
	if outside, given := c.params[s.Name.Text]; given {
		e.param, ok = outside, true
	}
	return ok
}

// checkOverrides reports values in FileOptions.Params that no parameter has.
func (c *checker) checkOverrides() {
	known := c.declaredNames(paramKind)
	for _, name := range slices.Sorted(maps.Keys(c.params)) {
		if slices.Contains(known, name) || c.incomplete {
			continue
		}
		hint := "there are no parameters in it; `param " + name + " = 8` in the file makes one"
		if len(known) > 0 {
			hint = strings.TrimPrefix(source.DidYouMean(name, known)+" its parameters are "+strings.Join(known, ", "),
				" ")
		}
		c.errs.AddError(codes.UnknownParam, source.Span{}, hint, "%s has no parameter `%s`", c.file.Source.Name, name)
	}
}

// resolveAll computes every declaration of the file, used or not.
func (c *checker) resolveAll() {
	for _, e := range c.declared {
		c.resolveEntity(e)
		switch {
		case !e.valid:
		case e.kind == paramKind:
			c.puzzle.Params = append(c.puzzle.Params, model.ParamValue{Name: e.name, Value: e.param})
		case e.kind == boardKind:
			c.puzzle.Boards = append(c.puzzle.Boards, e.board)
		case e.kind == pieceKind:
			c.puzzle.Pieces = append(c.puzzle.Pieces, e.piece)
		}
	}
}

// resolveEntity computes the value of an entity. Entities of other files already have their values. An entity
// that is needed during its own computation is an error.
func (c *checker) resolveEntity(e *entity) {
	switch {
	case !e.begun:
		e.begun = true
		around := *c.at
		*c.at = c.spanOf(e.statement)
		valid := c.canContinue() && e.compute()
		e.valid = valid && !e.ended
		*c.at = around // skipped by a panic, so the bug is reported at the statement
	case !e.ended:
		c.errs.AddError(codes.Circular, e.span, "a declaration may not need itself",
			"%s `%s` is declared by means of itself", e.kind, e.name)
	}
	e.ended = true
}

// lookupName finds a name that must be of one of the given kinds. After an error it returns nil.
func (c *checker) lookupName(name *ast.Name, kinds ...nameKind) *entity {
	e := c.scope[name.Text]
	if e == nil {
		d := c.reportUnknown(name, strings.Join(kinds, " or "), func() []string { return c.declaredNames(kinds...) },
			c.undeclaredHint(name.Text, kinds))
		if module := c.moduleNear(name.Text); d != nil && len(d.Fixes) == 0 && module != "" {
			d.Hint = fmt.Sprintf("there is a module `%s`: add `use %s`", module, module)
			if module != name.Text {
				d.Hint += fmt.Sprintf(", and write `%s` here", module)
			}
			d.AddFix(fmt.Sprintf("add `use %s`", module), source.TextEdit{Span: DeclarationSpan(c.file),
				Text: "use " + module + "\n"})
		}
		if cell := parse.CellOf(name.Text); d != nil && len(d.Fixes) == 0 && cell != "" {
			d.FixByReplacing(cell)
		}
		return nil
	}
	e.used = true
	if !slices.Contains(kinds, e.kind) {
		hint := ""
		if e.kind == tableKind && slices.Contains(kinds, shapeKind) {
			hint = fmt.Sprintf("the places of its entries are {(r, c) for r, c in %s}", name.Text)
		}
		c.fail(codes.WrongKind, name, hint, "`%s` is a %s, and a %s is wanted here", name.Text, e.kind,
			strings.Join(kinds, " or "))
		return nil
	}
	if c.resolveEntity(e); !e.valid {
		c.broken++
		return nil
	}
	return e
}

// undeclaredHint returns a hint for a name of one of the given kinds that nothing declares, and that is like no other.
func (c *checker) undeclaredHint(name string, kinds []nameKind) string {
	isShape := slices.Contains(kinds, shapeKind)
	if size := c.sizeHint(name); size != "" && isShape {
		return size
	}
	if cell := parse.CellHint(name); cell != "" && isShape {
		return cell
	}
	first, known := kinds[0], c.declaredNames(kinds[0])
	switch {
	case isShape:
		return "a shape is a size, 2x2, or its cells, (0, 0) (0, 1), or has a name: shape " + name + " = 2x2"
	case first == boardKind && len(known) == 0:
		return fmt.Sprintf("declare it: board %s = 6x10", name)
	case first == boardKind && len(known) <= maxNamed:
		return "the boards of this file: " + strings.Join(known, ", ")
	case first == pieceKind:
		return fmt.Sprintf("declare it by its cells, piece %s = (0, 0) (0, 1) (1, 1), or by a picture between \"\"\"", name)
	}
	return ""
}

// maxNamed bounds the names that a hint lists.
const maxNamed = 10

// sizeHint returns a hint for a name that looks like a size, such as nxn or nx4.
func (c *checker) sizeHint(name string) string {
	sides := strings.Split(name, "x")
	other := func(side string) bool {
		_, err := strconv.Atoi(side)
		return err != nil && (c.scope[side] == nil || c.scope[side].kind != paramKind)
	}
	if len(sides) == 1 || slices.ContainsFunc(sides, other) {
		return ""
	}
	return "put blanks around the x: " + strings.Join(sides, " x ")
}

// reportUnknown reports an undeclared name. It returns the error, or nil if the error is not shown: a name that is like
// no other lacks its declaration, which one error says. The function candidates returns similar names; it is called
// only if the error is shown, as there may be many.
func (c *checker) reportUnknown(name *ast.Name, what string, candidates func() []string,
	otherwise string) *source.Diagnostic {
	c.broken++
	if c.incomplete || c.errs.IsFull() {
		return nil
	}
	known := candidates()
	slices.Sort(known)
	if source.DidYouMean(name.Text, known) == "" && !c.isFirstUnknown(name.Text) {
		return nil
	}
	return c.reportError(codes.UnknownName, c.spanOf(name), otherwise, "there is no %s called `%s`", what,
		name.Text).SuggestName(name.Text, known)
}

// isFirstUnknown reports whether no error has said yet that nothing declares a name.
func (c *checker) isFirstUnknown(name string) bool {
	again := c.undeclared[name]
	c.undeclared[name] = true
	return !again
}

// DeclarationSpan returns the place for a new declaration: the line after the first statements of a file.
func DeclarationSpan(f *ast.File) source.Span {
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

// declaredNames returns the declared names of the given kinds, sorted.
func (c *checker) declaredNames(kinds ...nameKind) []string {
	var out []string
	for name, e := range c.scope {
		if slices.Contains(kinds, e.kind) {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// warnUnused warns of unused parameters, shapes, boards, pieces and sets. A file without a puzzle is a module,
// so it gets no such warnings.
func (c *checker) warnUnused() {
	if c.incomplete || len(c.questionOf) == 0 && len(c.puzzle.Options) == 0 {
		return
	}
	for _, e := range c.declared {
		if !e.used {
			c.errs.AddWarning(codes.UnusedName, e.span, "remove it, or use it", "%s `%s` is never used", e.kind,
				e.name).
				AddFix("remove it", source.TextEdit{Span: c.spanOf(e.statement)})
		}
	}
}

// maxImportDepth bounds the chain of files that import one another, in case an importer generates files without
// end.
const maxImportDepth = 50

// pathHint is the hint where a file cannot be read.
const pathHint = "a path is relative to this file, and stays in its folder or below"

// readPath reads the file that a path in this file leads to.
func (c *checker) readPath(at ast.Ranged, path ast.Text, code source.Code, hint string) (name string, text []byte,
	ok bool) {
	err := errors.New("files cannot be read here")
	if c.importer.File != nil {
		name, text, err = c.importer.File(c.file.Source.Name, string(path))
	}
	if module := c.moduleNear(string(path)); err != nil && code == codes.BadPath && module != "" {
		hint = fmt.Sprintf("a standard module has a bare name: use %s", module)
	}
	if err != nil {
		c.reportError(code, c.firstText(at), hint, "cannot read %q: %v", path, err).Cause = err
	}
	return name, text, err == nil
}

// checkUse adds the declarations of a module or file to the scope.
func (c *checker) checkUse(s *ast.Use) {
	name, key, text, ok := c.readUse(s)
	ok = ok && c.require(!slices.Contains(c.importing, key), codes.ImportCycle, s,
		"take one of the `use` statements away",
		"%s imports itself: %s → %s", key, strings.Join(c.importing, " → "), key) &&
		c.require(len(c.importing) <= maxImportDepth, codes.TooLarge, s, "", "more than %d files import one another",
			maxImportDepth)
	if !ok {
		c.incomplete = true
		return
	}
	inner := c.imported[key]
	if inner == nil {
		inner = c.loadImport(name, key, text)
		c.imported[key] = inner
	}
	c.incomplete = c.incomplete || inner.errs.ErrorOrNil() != nil
	for _, e := range inner.exportedEntities() {
		if s.As != nil {
			e = e.withName(s.As.Text + "_" + e.name)
		}
		c.addEntity(e, c.spanOf(s))
	}
}

// withName returns an entity under another name. The pieces of a set are renamed as well.
func (e *entity) withName(name string) *entity {
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

// readUse reads the module or file of a use statement. The key distinguishes a module from a file with the same
// name.
func (c *checker) readUse(s *ast.Use) (name, key string, text []byte, ok bool) {
	if s.Module == nil {
		name, text, ok = c.readPath(s, s.Path, codes.BadPath, pathHint)
		return name, name, text, ok
	}
	name = s.Module.Text
	text, err := c.importer.Module(name)
	if err == nil {
		return name, "module " + name, text, true
	}
	c.reportError(codes.UnknownModule, c.spanOf(s.Module),
		"`puz stdlib` lists the modules; a file is named in quotes: use \"mine.puz\"",
		"there is no module `%s`", name).SuggestName(strings.ToLower(name), c.importer.Modules)
	return name, "", nil, false
}

// moduleNear returns the standard module with the name, or with a similar one, or "".
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

// loadImport checks an imported file. Its errors become errors of this file.
func (c *checker) loadImport(name, key string, text []byte) *checker {
	f, err := parse.File(name, text)
	inner := newChecker(f, c.importer, FileOptions{Limits: c.limits, Incomplete: err != nil, Stop: c.stop})
	inner.importing = append(slices.Clone(c.importing), key)
	inner.imported, inner.at, inner.words = c.imported, c.at, c.words
	around := *c.at
	errors.As(err, &inner.errs)
	inner.declareNames()
	inner.resolveAll()
	*c.at = around
	if c.stopErr == nil {
		c.stopErr = inner.stopErr
	}
	c.errs = append(c.errs, inner.errs...)
	return inner
}

// exportedEntities returns the declarations that other files can import: all but parameters.
func (c *checker) exportedEntities() []*entity {
	return slices.DeleteFunc(slices.Clone(c.declared), func(e *entity) bool { return e.kind == paramKind })
}
