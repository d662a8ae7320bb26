package check

import (
	"errors"
	"io/fs"
	"slices"
	"strings"

	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/parse"
	"quadrille/lang/source"
)

// deepestImport bounds the chain of files that import one another.
const deepestImport = 50

// use enters the declarations of a module or file.
func (c *checker) use(s *ast.Use) {
	name, text, ok := c.find(s)
	if !ok {
		c.incomplete = true
		return
	}
	if slices.Contains(c.importing, name) || len(c.importing) > deepestImport {
		c.incomplete = true
		c.fail(codes.ImportCycle, s, "take one of the `use` statements away",
			"%s imports itself: %s", name, strings.Join(append(c.importing, name), " → "))
		return
	}
	c.load(s, name, text)
}

// find reads what a use statement names.
func (c *checker) find(s *ast.Use) (name string, text []byte, ok bool) {
	var err error
	switch {
	case s.Module != nil:
		name = s.Module.Text
		if c.importer.Module == nil {
			err = fs.ErrNotExist
		} else {
			text, err = c.importer.Module(name)
		}
		if err != nil {
			c.fail(codes.UnknownModule, s.Module, "`puz stdlib` lists the modules; a file is named in quotes: use \"mine.puz\"", "there is no module `%s`", name)
		}
	case c.importer.File == nil:
		err = errors.New("files cannot be imported here")
		c.fail(codes.BadPath, s, "", "%v", err)
	default:
		name, text, err = c.importer.File(c.file.Source.Name, string(s.Path))
		if err != nil {
			c.fail(codes.BadPath, s, "a path is relative to this file, and stays in its folder or below", "cannot use %q: %v", s.Path, err)
		}
	}
	return name, text, err == nil
}

// load checks an imported file and enters what it declares itself.
func (c *checker) load(s *ast.Use, name string, text []byte) {
	f, err := parse.File(name, text)
	inner := newChecker(f, c.importer, Options{Limits: c.limits})
	inner.importing = append(slices.Clone(c.importing), name)
	var broken source.List
	if errors.As(err, &broken) {
		inner.errs = broken
		inner.incomplete = true
	}
	inner.declare()
	inner.resolveAll()
	if err := inner.errs.Err(); err != nil {
		c.errs = append(c.errs, inner.errs...)
		c.incomplete = true
	}
	for _, e := range inner.exports() {
		c.add(e, c.span(s))
	}
}

// exports returns what the file declares for others: all but its parameters.
func (c *checker) exports() []*entity {
	return slices.DeleteFunc(slices.Clone(c.declared), func(e *entity) bool { return e.kind == paramKind })
}
