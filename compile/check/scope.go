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

// nameKind says what a name stands for, such as "piece". Messages use its text.
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

// entity is the thing that a name of the scope stands for. Its value is computed when it is first needed.
type entity struct {
	kind      nameKind
	name      string
	nameSpan  source.Span
	statement ast.Ranged // statement that declares the named thing
	// isUsed reports whether the file uses the name, or a word of the list or table.
	isUsed bool
	// hasBegunComputing reports whether the computation of the value has begun, isComputed whether it has ended, and
	// hasValue whether it ended without error.
	hasBegunComputing bool
	isComputed        bool
	hasValue          bool
	computeValue      func() bool // computes the fields below, or reports an error and returns false

	// paramValue is the value of a parameter.
	paramValue int64
	// tableRows holds the rows of a table.
	tableRows   [][]int64
	entryKinds  [][]entryKind       // what is written at each place of a table
	entrySpans  [][]source.Span     // place in the file of each entry of a table
	listValues  []int64             // values of a list
	lattice     *lattice.Lattice    // lattice of a shape, board or piece
	shapeRegion partlyOptionalShape // cells of a shape, board or piece
	board       *model.Board
	piece       *model.Piece
	// setMembers holds the pieces of a set.
	setMembers []setMember
}

// declareNames adds the names of the file, and of the files that it uses, to the scope. Only the declarations and the
// version of a used file are read.
func (c *checker) declareNames() {
	for _, s := range c.file.Statements {
		*c.currentStatement = c.spanOf(s)
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
			declareEntity(c, s.Name, s.LatticeName, s, c.checkShapeDef)
		case *ast.Board:
			declareEntity(c, s.Name, s.LatticeName, s, c.checkBoard)
		case *ast.Piece:
			declareEntity(c, s.Name, s.LatticeName, s, c.checkPiece)
		case *ast.Tiles:
			declareEntity(c, s.Name, s.LatticeName, s, c.checkTiles)
		case *ast.SetDef:
			if s.PieceFile != nil {
				c.declareDrawnPieces(s)
				continue
			}
			declareEntity(c, s.Name, nil, s, c.checkSetDef)
		case *ast.Items:
			c.declareFamilies(s)
		default:
			for _, name := range itemFamiliesOfStatement(s) {
				c.familiesOutsideCore[name] = true
			}
		}
	}
}

// DeclaredKind returns the kind of name that a statement declares, or "". Items are no such kind, as they have names of
// their own.
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

// declareEntity adds the name that a statement declares to the scope, with its lattice if it has one.
func declareEntity[S ast.Statement](c *checker, name, on *ast.Name, s S, compute func(*entity, S) bool) {
	e := &entity{kind: DeclaredKind(s), name: name.Text, nameSpan: c.spanOf(name), statement: s}
	e.computeValue = func() (ok bool) {
		e.lattice, ok = c.latticeOfName(on)
		return ok && compute(e, s)
	}
	c.declaredEntities = append(c.declaredEntities, e)
	c.addEntity(e, e.nameSpan)
}

// addEntity adds an entity to the scope. Adding the same entity twice is allowed, as two files may use one module. If
// another entity has the name already, the error is reported at the place `at`.
func (c *checker) addEntity(e *entity, at source.Span) {
	if old := c.namesInScope[e.name]; old == nil {
		c.namesInScope[e.name] = e
	} else if old != e {
		c.errorList.AddError(codes.DuplicateName, at, "give one of them another name",
			"%s `%s` is declared already, at %s",
			e.kind, e.name, old.nameSpan.FileLine())
	}
}

// computeParam computes a parameter from FileOptions.ParamValues, or from its statement.
func (c *checker) computeParam(e *entity, s *ast.Param) (ok bool) {
	e.paramValue, ok = c.evalNumber(s.Value)
	if outside, given := c.paramValues[s.Name.Text]; given {
		e.paramValue, ok = outside, true
	}
	return ok
}

// checkParamOverrides reports each name in FileOptions.ParamValues that no parameter has.
func (c *checker) checkParamOverrides() {
	known := c.declaredNames(paramKind)
	for _, name := range slices.Sorted(maps.Keys(c.paramValues)) {
		if slices.Contains(known, name) || c.isIncomplete {
			continue
		}
		hint := "there are no parameters in it; `param " + name + " = 8` in the file makes one"
		if len(known) > 0 {
			hint = strings.TrimPrefix(source.DidYouMean(name, known)+" its parameters are "+strings.Join(known, ", "),
				" ")
		}
		c.errorList.AddError(codes.UnknownParam, source.Span{}, hint, "%s has no parameter `%s`", c.file.Source.Name,
			name)
	}
}

// resolveDeclarations computes every declaration of the file, used or not.
func (c *checker) resolveDeclarations() {
	for _, e := range c.declaredEntities {
		c.resolveEntity(e)
		switch {
		case !e.hasValue:
		case e.kind == paramKind:
			c.puzzle.Params = append(c.puzzle.Params, model.ParamValue{Name: e.name, Value: e.paramValue})
		case e.kind == boardKind:
			c.puzzle.Boards = append(c.puzzle.Boards, e.board)
		case e.kind == pieceKind:
			c.puzzle.Pieces = append(c.puzzle.Pieces, e.piece)
		}
	}
}

// resolveEntity computes the value of an entity if it has none yet. Entities of other files have values already. An
// entity that is needed for its own value is an error.
func (c *checker) resolveEntity(e *entity) {
	switch {
	case !e.hasBegunComputing:
		e.hasBegunComputing = true
		around := *c.currentStatement
		*c.currentStatement = c.spanOf(e.statement)
		valid := c.canContinue() && e.computeValue()
		e.hasValue = valid && !e.isComputed
		// restored only without a panic, so that a bug is reported at the statement that caused it
		*c.currentStatement = around
	case !e.isComputed:
		c.errorList.AddError(codes.Circular, e.nameSpan, "a declaration may not need itself",
			"%s `%s` is declared by means of itself", e.kind, e.name)
	}
	e.isComputed = true
}

// lookupName returns what a name stands for, which must be of one of the given kinds. After an error it returns nil.
func (c *checker) lookupName(name *ast.Name, kinds ...nameKind) *entity {
	e := c.namesInScope[name.Text]
	if e == nil {
		d := c.reportUnknown(name, strings.Join(kinds, " or "), func() []string { return c.declaredNames(kinds...) },
			c.undeclaredHint(name.Text, kinds))
		if module := c.similarModule(name.Text); d != nil && len(d.Fixes) == 0 && module != "" {
			d.Hint = fmt.Sprintf("there is a module `%s`: add `use %s`", module, module)
			if module != name.Text {
				d.Hint += fmt.Sprintf(", and write `%s` here", module)
			}
			d.AddFix(fmt.Sprintf("add `use %s`", module), source.TextEdit{Span: DeclarationSpan(c.file),
				Text: "use " + module + "\n"})
		}
		if cell := parse.RespellCell(name.Text); d != nil && len(d.Fixes) == 0 && cell != "" {
			d.FixByReplacing(cell)
		}
		return nil
	}
	e.isUsed = true
	if !slices.Contains(kinds, e.kind) {
		hint := ""
		if e.kind == tableKind && slices.Contains(kinds, shapeKind) {
			hint = fmt.Sprintf("the places of its entries are {(r, c) for r, c in %s}", name.Text)
		}
		if e.kind == boardKind && slices.Contains(kinds, paramKind) {
			hint = fmt.Sprintf("queens stand `on` a board: queens on %s", name.Text)
		}
		c.fail(codes.WrongKind, name, hint, "`%s` is a %s, and a %s is wanted here", name.Text, e.kind,
			strings.Join(kinds, " or "))
		return nil
	}
	if c.resolveEntity(e); !e.hasValue {
		c.failureCount++
		return nil
	}
	return e
}

// undeclaredHint returns a hint for a name that nothing declares and that resembles no other name. The argument kinds
// holds the kinds that the name may have.
func (c *checker) undeclaredHint(name string, kinds []nameKind) string {
	isShape := slices.Contains(kinds, shapeKind)
	if size := c.sizeHint(name); size != "" && isShape {
		return size
	}
	if cell := parse.CellHint(name); cell != "" && isShape {
		return cell
	}
	first, known := kinds[0], c.declaredNames(kinds[0])
	switch set := c.setWithPart(name, kinds); {
	case set != "":
		return fmt.Sprintf("such a name stands behind - and & alone: %s - {%s}", set, name)
	case isShape:
		return "a shape is a size, 2x2, or its cells, (0, 0) (0, 1), or has a name: shape " + name + " = 2x2"
	case first == boardKind && len(known) == 0:
		return fmt.Sprintf("declare it: board %s = 6x10", name)
	case first == boardKind && len(known) <= maxHintNames:
		return "the boards of this file: " + strings.Join(known, ", ")
	case first == pieceKind:
		return fmt.Sprintf("declare it by its cells, piece %s = (0, 0) (0, 1) (1, 1), or by a picture between \"\"\"",
			name)
	}
	return ""
}

// setWithPart returns, as it is written in a puzzle, the set that makes a piece of this name, such as F_0, F' or t0. It
// returns "" if no declared piece or set makes one.
func (c *checker) setWithPart(name string, kinds []nameKind) string {
	isKnown := func(name string) bool {
		return slices.ContainsFunc(kinds, func(k nameKind) bool { return slices.Contains(c.declaredNames(k), name) })
	}
	base := strings.TrimRight(name, "0123456789'")
	piece, isOrientation := strings.CutSuffix(base, "_")
	switch {
	case kinds[0] != pieceKind || base == name:
	case isOrientation && isKnown(piece):
		return "fixed " + piece
	case strings.HasSuffix(name, "'") && isKnown(strings.TrimSuffix(name, "'")):
		return "one-sided " + strings.TrimSuffix(name, "'")
	case slices.Contains(c.declaredNames(setKind), base):
		return base
	}
	return ""
}

// maxHintNames bounds the number of names that a hint lists.
const maxHintNames = 10

// sizeHint returns a hint for a name that looks like a size, such as nxn or nx4.
func (c *checker) sizeHint(name string) string {
	sides := strings.Split(name, "x")
	other := func(side string) bool {
		_, err := strconv.Atoi(side)
		return err != nil && (c.namesInScope[side] == nil || c.namesInScope[side].kind != paramKind)
	}
	if len(sides) == 1 || slices.ContainsFunc(sides, other) {
		return ""
	}
	return "put blanks around the x: " + strings.Join(sides, " x ")
}

// reportUnknown reports a name that nothing declares, and returns the error. It returns nil if the error is not shown:
// a name that resembles no other is reported only once. The function candidates returns names to suggest; it is called
// only if the error is shown, as there may be many names.
func (c *checker) reportUnknown(name *ast.Name, what string, candidates func() []string,
	otherwise string) *source.Diagnostic {
	c.failureCount++
	if c.isIncomplete || c.errorList.HasMaxErrors() {
		return nil
	}
	known := candidates()
	slices.Sort(known)
	if source.DidYouMean(name.Text, known) == "" && !c.isFirstReportOfName(name.Text) {
		return nil
	}
	return c.reportError(codes.UnknownName, c.spanOf(name), otherwise, "there is no %s called `%s`", what,
		name.Text).SuggestName(name.Text, known)
}

// isFirstReportOfName reports whether this is the first error about a name that nothing declares.
func (c *checker) isFirstReportOfName(name string) bool {
	again := c.undeclaredNames[name]
	c.undeclaredNames[name] = true
	return !again
}

// DeclarationSpan returns the place where a new declaration can be inserted: the line after the first statements of a
// file.
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

// declaredNames returns the names of the given kinds, sorted.
func (c *checker) declaredNames(kinds ...nameKind) []string {
	var out []string
	for name, e := range c.namesInScope {
		if slices.Contains(kinds, e.kind) {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// warnUnusedNames warns of parameters, shapes, boards, pieces and sets that nothing uses. A file that asks for
// nothing is a module, so it gets no such warnings.
func (c *checker) warnUnusedNames() {
	if c.isIncomplete || len(c.fillingStatementTexts) == 0 && len(c.puzzle.OptionDeclarations) == 0 {
		return
	}
	for _, e := range c.declaredEntities {
		if !e.isUsed {
			c.errorList.AddWarning(codes.UnusedName, e.nameSpan, "remove it, or use it", "%s `%s` is never used",
				e.kind,
				e.name).
				AddFix("remove it", source.TextEdit{Span: c.spanOf(e.statement)})
		}
	}
}

// maxImportDepth bounds the chain of files that use one another, as an Importer might generate files without end.
const maxImportDepth = 50

// pathHint is the hint of errors about a file that cannot be read.
const pathHint = "a path is relative to this file, and stays in its folder or below"

// readPath reads the file to which a path in this file leads.
func (c *checker) readPath(at ast.Ranged, path ast.Text, code source.Code, hint string) (name string, text []byte,
	ok bool) {
	err := errors.New("files cannot be read here")
	if c.importer.ReadFile != nil {
		name, text, err = c.importer.ReadFile(c.file.Source.Name, string(path))
	}
	if module := c.similarModule(string(path)); err != nil && code == codes.BadPath && module != "" {
		hint = fmt.Sprintf("a standard module has a bare name: use %s", module)
	}
	if err != nil {
		c.reportError(code, c.firstQuotedTextSpan(at), hint, "cannot read %q: %v", path, err).Cause = err
	}
	return name, text, err == nil
}

// checkUse adds the declarations of a module or a file to the scope.
func (c *checker) checkUse(s *ast.Use) {
	name, key, text, ok := c.readUse(s)
	ok = ok && c.require(!slices.Contains(c.importChain, key), codes.ImportCycle, s,
		"take one of the `use` statements away",
		"%s imports itself: %s → %s", key, strings.Join(c.importChain, " → "), key) &&
		c.require(len(c.importChain) <= maxImportDepth, codes.TooLarge, s, "", "more than %d files import one another",
			maxImportDepth)
	if !ok {
		c.isIncomplete = true
		return
	}
	inner := c.importedFiles[key]
	if inner == nil {
		inner = c.loadImport(name, key, text)
		c.importedFiles[key] = inner
	}
	c.isIncomplete = c.isIncomplete || inner.errorList.ErrorOrNil() != nil
	for _, e := range inner.exportedEntities() {
		if s.PrefixName != nil {
			e = e.renamedCopy(s.PrefixName.Text + "_" + e.name)
		}
		c.addEntity(e, c.spanOf(s))
	}
}

// renamedCopy returns an entity under another name. If it is a set, its pieces are renamed as well.
func (e *entity) renamedCopy(name string) *entity {
	prefix := strings.TrimSuffix(name, e.name)
	renamed := *e
	renamed.name = name
	if e.piece != nil {
		piece := *e.piece
		piece.Name = name
		renamed.piece = &piece
	}
	renamed.setMembers = nil
	for _, m := range e.setMembers {
		piece := *m.piece
		piece.Name = prefix + piece.Name
		m.piece = &piece
		renamed.setMembers = append(renamed.setMembers, m)
	}
	return &renamed
}

// readUse reads the module or file of a `use` statement. The returned key tells a module from a file with the same
// name.
func (c *checker) readUse(s *ast.Use) (name, key string, text []byte, ok bool) {
	if s.Module == nil {
		name, text, ok = c.readPath(s, s.Path, codes.BadPath, pathHint)
		return name, name, text, ok
	}
	name = s.Module.Text
	text, err := c.importer.ReadModule(name)
	if err == nil {
		return name, "module " + name, text, true
	}
	c.reportError(codes.UnknownModule, c.spanOf(s.Module),
		"`puz stdlib` lists the modules; a file is named in quotes: use \"mine.puz\"",
		"there is no module `%s`", name).SuggestName(strings.ToLower(name), c.importer.ModuleNames)
	return name, "", nil, false
}

// similarModule returns the standard module with this name or the most similar one; "" if none is similar.
func (c *checker) similarModule(name string) string {
	if c.hasModule(name) {
		return name
	}
	for _, m := range c.importer.ModuleNames {
		if m == name+"es" || source.CorrectSlip(name, []string{m}) != "" {
			return m
		}
	}
	return ""
}

// hasModule reports whether there is a standard module with this name.
func (c *checker) hasModule(name string) bool {
	_, err := c.importer.ReadModule(name)
	return err == nil
}

// loadImport checks a file that this file uses. Errors in it become errors of this file.
func (c *checker) loadImport(name, key string, text []byte) *checker {
	f, err := parse.File(name, text)
	inner := newChecker(f, c.importer, FileOptions{Limits: c.limits, IsIncomplete: err != nil, CheckStop: c.checkStop})
	inner.importChain = append(slices.Clone(c.importChain), key)
	inner.importedFiles, inner.currentStatement, inner.vocabulary = c.importedFiles, c.currentStatement, c.vocabulary
	around := *c.currentStatement
	errors.As(err, &inner.errorList)
	inner.declareNames()
	inner.resolveDeclarations()
	*c.currentStatement = around
	if c.stopErr == nil {
		c.stopErr = inner.stopErr
	}
	c.errorList = append(c.errorList, inner.errorList...)
	return inner
}

// exportedEntities returns the declarations that other files can use: all declarations but the parameters.
func (c *checker) exportedEntities() []*entity {
	return slices.DeleteFunc(slices.Clone(c.declaredEntities), func(e *entity) bool { return e.kind == paramKind })
}
