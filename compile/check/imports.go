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
	key := name
	if s.Module != nil {
		key = "module " + name
	}
	if c.circular(s, key) {
		c.incomplete = true
		return
	}
	inner := c.imported[key]
	if inner == nil {
		inner = c.load(name, key, text)
		c.imported[key] = inner
	}
	if inner.errs.Err() != nil {
		c.incomplete = true
	}
	for _, e := range inner.exports() {
		c.add(e, c.span(s))
	}
}

// circular reports a file that leads back to itself, and a chain of files
// that has no end in sight.
func (c *checker) circular(s *ast.Use, name string) bool {
	switch {
	case slices.Contains(c.importing, name):
		c.fail(codes.ImportCycle, s, "take one of the `use` statements away",
			"%s imports itself: %s", name, strings.Join(append(c.importing, name), " → "))
		return true
	case len(c.importing) > deepestImport:
		c.fail(codes.TooLarge, s, "", "more than %d files import one another", deepestImport)
		return true
	}
	return false
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
			hint := "`puz stdlib` lists the modules; a file is named in quotes: use \"mine.puz\""
			if lower := strings.ToLower(name); lower != name && c.importer.Module != nil {
				if _, err := c.importer.Module(lower); err == nil {
					hint = "did you mean `" + lower + "`?"
				}
			}
			c.fail(codes.UnknownModule, s.Module, hint, "there is no module `%s`", name)
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

// load checks an imported file. Its errors become errors of this file.
func (c *checker) load(name, key string, text []byte) *checker {
	f, err := parse.File(name, text)
	inner := newChecker(f, c.importer, Options{Limits: c.limits})
	inner.importing = append(slices.Clone(c.importing), key)
	inner.imported = c.imported
	var broken source.List
	if errors.As(err, &broken) {
		inner.errs = broken
		inner.incomplete = true
	}
	inner.versions()
	inner.declare()
	inner.resolveAll()
	c.errs = append(c.errs, inner.errs...)
	return inner
}

// exports returns what the file declares for others: all but its parameters.
func (c *checker) exports() []*entity {
	return slices.DeleteFunc(slices.Clone(c.declared), func(e *entity) bool { return e.kind == paramKind })
}
