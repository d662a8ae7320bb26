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

// pathHint is the hint where a file cannot be read.
const pathHint = "a path is relative to this file, and stays in its folder or below"

// read reads what a path written in this file leads to.
func (c *checker) read(at ast.Ranged, path ast.Text, code source.Code, hint string) (name string, text []byte, ok bool) {
	err := errors.New("files cannot be read here")
	if c.importer.File != nil {
		name, text, err = c.importer.File(c.file.Source.Name, string(path))
	}
	if err != nil {
		c.fail(code, at, hint, "cannot read %q: %v", path, err)
	}
	return name, text, err == nil
}

// use enters the declarations of a module or file.
func (c *checker) use(s *ast.Use) {
	name, key, text, ok := c.find(s)
	if !ok || c.circular(s, key) {
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
		c.add(e, c.span(s))
	}
}

// find reads what a use statement names. The key tells a module from a file of the same
// name.
func (c *checker) find(s *ast.Use) (name, key string, text []byte, ok bool) {
	if s.Module == nil {
		name, text, ok = c.read(s, s.Path, codes.BadPath, pathHint)
		return name, name, text, ok
	}
	name = s.Module.Text
	text, err := c.module(name)
	if err != nil {
		hint := "`puz stdlib` lists the modules; a file is named in quotes: use \"mine.puz\""
		if lower := strings.ToLower(name); lower != name {
			if _, err := c.module(lower); err == nil {
				hint = "did you mean `" + lower + "`?"
			}
		}
		c.fail(codes.UnknownModule, s.Module, hint, "there is no module `%s`", name)
	}
	return name, "module " + name, text, err == nil
}

// module returns a standard module, if there are any.
func (c *checker) module(name string) ([]byte, error) {
	if c.importer.Module == nil {
		return nil, fs.ErrNotExist
	}
	return c.importer.Module(name)
}

// circular reports a file that leads back to itself, and a chain of files
// that has no end in sight.
func (c *checker) circular(s *ast.Use, key string) bool {
	switch {
	case slices.Contains(c.importing, key):
		c.fail(codes.ImportCycle, s, "take one of the `use` statements away",
			"%s imports itself: %s", key, strings.Join(append(c.importing, key), " → "))
		return true
	case len(c.importing) > deepestImport:
		c.fail(codes.TooLarge, s, "", "more than %d files import one another", deepestImport)
		return true
	}
	return false
}

// load checks an imported file. Its errors become errors of this file.
func (c *checker) load(name, key string, text []byte) *checker {
	f, err := parse.File(name, text)
	inner := newChecker(f, c.importer, Options{Limits: c.limits, Incomplete: err != nil})
	inner.importing = append(slices.Clone(c.importing), key)
	inner.imported = c.imported
	errors.As(err, &inner.errs)
	inner.declare()
	inner.resolveAll()
	c.errs = append(c.errs, inner.errs...)
	return inner
}

// exports returns what the file declares for others: all but its parameters.
func (c *checker) exports() []*entity {
	return slices.DeleteFunc(slices.Clone(c.declared), func(e *entity) bool { return e.kind == paramKind })
}
