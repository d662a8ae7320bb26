package assist

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"sync"

	"quadrille/lang/ast"
	"quadrille/lang/source"
	"quadrille/stdlib"
)

// use is a name in the text: where it stands, and what kind of thing it is the name of. Uses with
// one key are of one thing.
type use struct {
	Range
	name     string
	of       string // index, item, function, lattice, class …; "" for names of the one space of declarations
	key      key    // none for words of the language
	declares bool
}

// key tells things apart by their space and name, or an index by where its loop binds it.
type key struct {
	space, name string
	at          int
}

func nameKey(name string) key { return key{space: "name", name: name} }
func indexKey(at int) key     { return key{space: "index", at: at} }

// usesOf lists the names of a statement, in order. A reference of the core is taken for one to items.
func usesOf(s ast.Statement) []use {
	w := &walker{statement: s}
	w.visit(reflect.ValueOf(s).Elem(), nil)
	slices.SortStableFunc(w.uses, func(a, b use) int { return a.Start - b.Start })
	return w.uses
}

type walker struct {
	uses      []use
	statement ast.Statement
}

// indices are the names that loops bind, with the places where they do.
type indices map[string]int

// visit walks over a production. The indices of its loop are known in all of it.
func (w *walker) visit(v reflect.Value, in indices) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			w.visit(v.Elem(), in)
		}
	case reflect.Slice:
		for i := range v.Len() {
			w.visit(v.Index(i), in)
		}
	case reflect.Struct:
		if v.Type() == variableType {
			w.variable(v.Addr().Interface().(*ast.Variable), in)
			return
		}
		shape := shapeOf(v.Type())
		in = w.bind(v, shape.loops, in)
		for _, f := range shape.names {
			w.named(v, f)
		}
		for _, f := range shape.parts {
			w.visit(v.Field(f), in)
		}
	}
}

// named adds what a field names.
func (w *walker) named(v reflect.Value, field int) {
	switch x := v.Field(field).Interface().(type) {
	case *ast.Name:
		if x != nil {
			w.name(v.Addr().Interface(), v.Type().Field(field).Name, x)
		}
	case *ast.Term:
		if x != nil {
			w.word(x, v.Type().Name())
		}
	case []*ast.Name:
		for _, n := range x {
			w.name(v.Addr().Interface(), v.Type().Field(field).Name, n)
		}
	}
}

// shape says which fields of a production are names, loops, and other productions.
type shape struct{ names, loops, parts []int }

var (
	variableType = reflect.TypeFor[ast.Variable]()
	nameTypes    = []reflect.Type{reflect.TypeFor[*ast.Name](), reflect.TypeFor[*ast.Term](), reflect.TypeFor[[]*ast.Name]()}
	loopTypes    = []reflect.Type{reflect.TypeFor[*ast.For](), reflect.TypeFor[*ast.Over]()}
	shapes       sync.Map // by type
)

func shapeOf(t reflect.Type) shape {
	if s, ok := shapes.Load(t); ok {
		return s.(shape)
	}
	var s shape
	for i := range t.NumField() {
		f := t.Field(i)
		kind := f.Type.Kind()
		if kind == reflect.Slice {
			kind = f.Type.Elem().Kind()
		}
		switch {
		case slices.Contains(nameTypes, f.Type):
			s.names = append(s.names, i)
		case slices.Contains(loopTypes, f.Type):
			s.loops = append(s.loops, i)
		case kind == reflect.Pointer || kind == reflect.Interface:
			s.parts = append(s.parts, i)
		}
	}
	shapes.Store(t, s)
	return s
}

// bind visits the loop of a production, if it has one, and adds its indices to those known. The
// values of an index may depend on the indices before it.
func (w *walker) bind(v reflect.Value, loops []int, in indices) indices {
	var binders []*ast.Binder
	var where ast.Expr
	for _, f := range loops {
		switch loop := v.Field(f).Interface().(type) {
		case *ast.For:
			if loop != nil {
				binders, where = loop.Binders, loop.Where
			}
		case *ast.Over:
			if loop != nil {
				binders, where = loop.Binders, loop.Where
			}
		}
	}
	if binders == nil {
		return in
	}
	inside := indices{}
	maps.Copy(inside, in)
	for _, b := range binders {
		w.expr(b.Low, inside)
		w.expr(b.High, inside)
		for _, x := range b.Each {
			w.expr(x, inside)
		}
		inside[b.Name.Text] = b.Name.Pos.Offset
		w.add(b.Name, use{of: "index", key: indexKey(b.Name.Pos.Offset), declares: true})
	}
	w.expr(where, inside)
	return inside
}

func (w *walker) expr(x ast.Expr, in indices) {
	if x != nil {
		w.visit(reflect.ValueOf(x), in)
	}
}

func (w *walker) variable(x *ast.Variable, in indices) {
	u := use{key: nameKey(x.Name)}
	if at, bound := in[x.Name]; bound {
		u = use{of: "index", key: indexKey(at)}
	}
	w.add(&ast.Name{Node: x.Node, Text: x.Name}, u)
}

// name adds a name, by the production and the field that it is. A statement declares what it calls its name.
func (w *walker) name(parent any, field string, n *ast.Name) {
	_, isStatement := parent.(ast.Statement)
	u := use{key: nameKey(n.Text), declares: isStatement && field == "Name"}
	if of := wordFields[fmt.Sprintf("%T.%s", parent, field)]; of != "" {
		u = use{of: of}
	}
	if _, isRef := parent.(*ast.Ref); isRef {
		_, declares := w.statement.(*ast.Items)
		u = use{of: "item", key: key{space: "item", name: n.Text}, declares: declares}
	}
	if field == "On" {
		u = use{of: "lattice"}
	}
	w.add(n, u)
}

// wordFields are the fields whose names are no names of the file.
var wordFields = map[string]string{
	"*ast.Use.Module": "module", "*ast.Use.As": "prefix", "*ast.PlaceMan.Man": "man", "*ast.Color.Name": "color",
	"*ast.Call.Func": "function", "*ast.Expect.UpTo": "word", "*ast.WordList.Name": "list",
}

func (w *walker) word(x *ast.Term, production string) {
	of := "word"
	if production == "Class" {
		of = "class"
	}
	w.add(&ast.Name{Node: x.Node, Text: x.Text}, use{of: of})
}

func (w *walker) add(n *ast.Name, u use) {
	u.Range, u.name = rangeOf(n.Range()), n.Text
	w.uses = append(w.uses, u)
}

// useAt finds the name at an offset, or that ends there.
func (t *Text) useAt(offset int) (use, bool) {
	uses := t.uses()
	i, found := slices.BinarySearchFunc(uses, offset, func(u use, offset int) int {
		switch {
		case u.End < offset:
			return -1
		case u.Start > offset:
			return 1
		}
		return 0
	})
	if !found {
		return use{}, false
	}
	return uses[i], true
}

// location says where a span is.
func (t *Text) location(s source.Span) Location {
	l := Location{Range: rangeOf(s.Range)}
	switch {
	case t.inside(s):
	case isModule(s.File):
		l.Module = s.File.Name
	default:
		l.File = s.File.Name
	}
	return l
}

// isModule reports whether a file is a standard module, which goes by its bare name.
func isModule(f *source.File) bool {
	text, err := stdlib.Read(f.Name)
	return err == nil && string(text) == f.Text
}
