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

// nameUse is an occurrence of a name in the text, with the kind of thing for which the name stands. Occurrences with
// the same key stand for the same thing.
type nameUse struct {
	Range
	name string
	// nameKind is the kind of thing for which the name stands: index, item, function, lattice, class …; "" for declared
	// names.
	nameKind      string
	meaningKey    useKey // identity of the thing for which the name stands; zero for words of the language
	isDeclaration bool   // whether this occurrence is the declaration
}

// useKey identifies the thing for which a name stands: by name space and name, or, for an index of a loop, by name
// space and the offset at which the loop declares the index.
type useKey struct {
	nameSpace, declaredName string
	offset                  int
}

func nameKey(name string) useKey { return useKey{nameSpace: "name", declaredName: name} }
func indexKey(at int) useKey     { return useKey{nameSpace: "index", offset: at} }

// nameUsesOf lists the names in a statement, in order. A reference that may be to an item or to an option counts as one
// to an item.
func nameUsesOf(s ast.Statement) []nameUse {
	w := &useWalker{statement: s}
	w.visitProduction(reflect.ValueOf(s).Elem(), nil)
	slices.SortStableFunc(w.nameUses, func(a, b nameUse) int { return a.Start - b.Start })
	return w.nameUses
}

type useWalker struct {
	nameUses  []nameUse
	statement ast.Statement
}

// indexPlaces holds, for the name of each loop index in scope, the offset of its declaration.
type indexPlaces map[string]int

// visitProduction visits a node of the syntax tree and the nodes below it. The indices of the node's loop are in scope
// in the whole node.
func (w *useWalker) visitProduction(v reflect.Value, in indexPlaces) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			w.visitProduction(v.Elem(), in)
		}
	case reflect.Slice:
		for i := range v.Len() {
			w.visitProduction(v.Index(i), in)
		}
	case reflect.Struct:
		if v.Type() == variableType {
			w.visitVariable(v.Addr().Interface().(*ast.Variable), in)
			return
		}
		shape := fieldsOfProduction(v.Type())
		in = w.bindLoop(v, shape.loopFields, in)
		for _, f := range shape.nameFields {
			w.addNamedDeclaration(v, f)
		}
		for _, f := range shape.partFields {
			w.visitProduction(v.Field(f), in)
		}
	}
}

// addNamedDeclaration adds the names in one field of a node, which is given by its index.
func (w *useWalker) addNamedDeclaration(v reflect.Value, field int) {
	switch x := v.Field(field).Interface().(type) {
	case *ast.Name:
		if x != nil {
			w.addName(v.Addr().Interface(), v.Type().Field(field).Name, x)
		}
	case *ast.Term:
		if x != nil {
			w.addWord(x, v.Type().Name())
		}
	case []*ast.Name:
		for _, n := range x {
			w.addName(v.Addr().Interface(), v.Type().Field(field).Name, n)
		}
	}
}

// productionFields lists the indices of the fields of a node type: the fields that hold names, loops, and other nodes.
type productionFields struct{ nameFields, loopFields, partFields []int }

var (
	variableType = reflect.TypeFor[ast.Variable]()
	nameTypes    = []reflect.Type{reflect.TypeFor[*ast.Name](), reflect.TypeFor[*ast.Term](),
		reflect.TypeFor[[]*ast.Name]()}
	loopTypes  = []reflect.Type{reflect.TypeFor[*ast.For]()}
	shapeCache sync.Map // productionFields of each node type
)

func fieldsOfProduction(t reflect.Type) productionFields {
	if s, ok := shapeCache.Load(t); ok {
		return s.(productionFields)
	}
	var s productionFields
	for i := range t.NumField() {
		f := t.Field(i)
		kind := f.Type.Kind()
		if kind == reflect.Slice {
			kind = f.Type.Elem().Kind()
		}
		switch {
		case slices.Contains(nameTypes, f.Type):
			s.nameFields = append(s.nameFields, i)
		case slices.Contains(loopTypes, f.Type):
			s.loopFields = append(s.loopFields, i)
		case kind == reflect.Pointer || kind == reflect.Interface:
			s.partFields = append(s.partFields, i)
		}
	}
	shapeCache.Store(t, s)
	return s
}

// bindLoop visits the loop of a node, if there is one, and returns the scope with the indices of the loop. The range of
// an index may depend on earlier indices of the same loop.
func (w *useWalker) bindLoop(v reflect.Value, loops []int, in indexPlaces) indexPlaces {
	var binders []*ast.Binder
	var where ast.Expr
	for _, f := range loops {
		if loop := v.Field(f).Interface().(*ast.For); loop != nil {
			binders, where = loop.Binders, loop.Condition
		}
	}
	if binders == nil {
		return in
	}
	inside := indexPlaces{}
	maps.Copy(inside, in)
	for _, b := range binders {
		w.visitExpr(b.Low, inside)
		w.visitExpr(b.High, inside)
		for _, x := range b.ListedValues {
			w.visitExpr(x, inside)
		}
		for _, name := range b.Names {
			inside[name.Text] = name.Pos.Offset
			w.addNameUse(name, nameUse{nameKind: "index", meaningKey: indexKey(name.Pos.Offset), isDeclaration: true})
		}
	}
	w.visitExpr(where, inside)
	return inside
}

func (w *useWalker) visitExpr(x ast.Expr, in indexPlaces) {
	if x != nil {
		w.visitProduction(reflect.ValueOf(x), in)
	}
}

func (w *useWalker) visitVariable(x *ast.Variable, in indexPlaces) {
	u := nameUse{meaningKey: nameKey(x.Name)}
	switch w.statement.(type) {
	case *ast.Show: // in show, a name stands for whatever is at its place
		u = nameUse{nameKind: "index", meaningKey: indexKey(x.Pos.Offset), isDeclaration: true}
	case *ast.ListDef:
		u = nameUse{nameKind: "word", isDeclaration: true}
	}
	if at, bound := in[x.Name]; bound {
		u = nameUse{nameKind: "index", meaningKey: indexKey(at)}
	}
	w.addNameUse(&ast.Name{Node: x.Node, Text: x.Name}, u)
}

// addName adds a name. The type of the node and the field determine what the name stands for. A field called Name is
// a declaration.
func (w *useWalker) addName(parent any, field string, n *ast.Name) {
	_, isStatement := parent.(ast.Statement)
	u := nameUse{meaningKey: nameKey(n.Text), isDeclaration: isStatement && field == "Name"}
	_, isShow := w.statement.(*ast.Show)
	if _, isRef := parent.(*ast.Ref); isShow && !isRef {
		u = nameUse{nameKind: "index", meaningKey: indexKey(n.Pos.Offset), isDeclaration: true}
	}
	if of := wordFields[fmt.Sprintf("%T.%s", parent, field)]; of != "" {
		u = nameUse{nameKind: of}
	}
	if _, isRef := parent.(*ast.Ref); isRef {
		_, declares := w.statement.(*ast.Items)
		u = nameUse{nameKind: "item", meaningKey: useKey{nameSpace: "item", declaredName: n.Text},
			isDeclaration: declares}
	}
	if field == "LatticeName" {
		u = nameUse{nameKind: "lattice"}
	}
	w.addNameUse(n, u)
}

// wordFields holds, for each field whose names are words of the language, the kind of these words.
var wordFields = map[string]string{
	"*ast.Use.Module": "module", "*ast.Use.PrefixName": "prefix", "*ast.PlaceMan.Man": "man",
	"*ast.Color.Name": "color",
	"*ast.Call.Func":  "function", "*ast.Expect.EquivalenceName": "word", "*ast.Words.WordListName": "list",
}

func (w *useWalker) addWord(x *ast.Term, production string) {
	of := "word"
	if production == "Piece" {
		of = "class"
	}
	w.addNameUse(&ast.Name{Node: x.Node, Text: x.Text}, nameUse{nameKind: of})
}

func (w *useWalker) addNameUse(n *ast.Name, u nameUse) {
	u.Range, u.name = toRange(n.Range()), n.Text
	w.nameUses = append(w.nameUses, u)
}

// nameUseAt returns the name at an offset, or else the name that ends there.
func (t *PuzzleText) nameUseAt(offset int) (nameUse, bool) {
	uses := t.nameUses()
	i, found := slices.BinarySearchFunc(uses, offset, func(u nameUse, offset int) int {
		switch {
		case u.End < offset:
			return -1
		case u.Start > offset:
			return 1
		}
		return 0
	})
	if !found {
		return nameUse{}, false
	}
	return uses[i], true
}

// locationOf returns the location of a span.
func (t *PuzzleText) locationOf(s source.Span) Location {
	l := Location{Range: toRange(s.Range)}
	switch {
	case t.isSpanInText(s):
	case isModule(s.File):
		l.Module = s.File.Name
	default:
		l.File = s.File.Name
	}
	return l
}

// isModule reports whether a file is a standard module. A standard module has a name without an extension.
func isModule(f *source.File) bool {
	text, err := stdlib.ReadModule(f.Name)
	return err == nil && string(text) == f.Text
}
