package parse_test

import (
	"reflect"
	"strings"
	"testing"

	"quadrille/lang/ast"
	"quadrille/lang/parse"
	"quadrille/lang/source"
)

// mustParse parses a text that has to be right.
func mustParse(t *testing.T, text string) *ast.File {
	t.Helper()
	f, err := parse.File("test.puz", []byte(text))
	if err != nil {
		t.Fatalf("%q does not parse: %v", text, err)
	}
	return f
}

// errorsOf returns what is wrong with a text.
func errorsOf(t testing.TB, text string) (*ast.File, source.DiagnosticList) {
	t.Helper()
	f, err := parse.File("test.puz", []byte(text))
	if err == nil {
		return f, nil
	}
	list, ok := err.(source.DiagnosticList)
	if !ok || len(list) == 0 {
		t.Fatalf("%q: the error is %T of length %d, want a source.List", text, err, len(list))
	}
	return f, list
}

func isUnset(v reflect.Value) bool {
	return v.IsZero() || v.Kind() == reflect.Slice && v.Len() == 0
}

// children returns the nodes right below a node, in the order of its fields,
// which is their order in the text.
func children(n ast.Ranged) []ast.Ranged {
	var found []ast.Ranged
	v := reflect.ValueOf(n).Elem()
	for i := range v.NumField() {
		found = append(found, nodes(v.Field(i))...)
	}
	return found
}

// nodes returns the nodes in a field: one, several or none.
func nodes(v reflect.Value) []ast.Ranged {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if n, ok := v.Interface().(ast.Ranged); ok && !v.IsNil() {
			return []ast.Ranged{n}
		}
	case reflect.Slice:
		var found []ast.Ranged
		for i := range v.Len() {
			found = append(found, nodes(v.Index(i))...)
		}
		return found
	}
	return nil
}

// walk visits every node of a file, a parent before its children.
func walk(f *ast.File, visit func(ast.Ranged)) {
	var descend func(ast.Ranged)
	descend = func(n ast.Ranged) {
		visit(n)
		for _, c := range children(n) {
			descend(c)
		}
	}
	for _, s := range f.Statements {
		descend(s)
	}
}

// checkSpans sees to it that every node lies inside its parent and after its
// elder sibling, and that a node of one token is that token.
func checkSpans(t testing.TB, f *ast.File) {
	t.Helper()
	whole := source.Range{End: len(f.Source.Text)}
	statements := make([]ast.Ranged, len(f.Statements))
	for i, s := range f.Statements {
		statements[i] = s
	}
	checkSiblings(t, f, whole, statements)
	walk(f, func(n ast.Ranged) {
		checkSiblings(t, f, n.Range(), children(n))
		checkText(t, f, n)
	})
	checkComments(t, f)
}

func checkSiblings(t testing.TB, f *ast.File, parent source.Range, siblings []ast.Ranged) {
	t.Helper()
	from := parent.Start
	for _, n := range siblings {
		r := n.Range()
		if !r.IsWithin(source.Range{Start: from, End: parent.End}) || r.Start == r.End {
			t.Fatalf("%q: the %T at %v is not in the rest of its parent, from %d to %d", f.Source.Text, n, r, from,
				parent.End)
		}
		from = r.End
	}
}

// checkText compares a node of one token with the text at its place.
func checkText(t testing.TB, f *ast.File, n ast.Ranged) {
	t.Helper()
	want := ""
	switch n := n.(type) {
	case *ast.Name:
		want = n.Text
	case *ast.Variable:
		want = n.Name
	case *ast.Int:
		want = n.Text
	case *ast.Sides:
		want = n.Word
	default:
		return
	}
	if got := f.Source.TextOf(n.Range()); got != want {
		t.Fatalf("%q: the %T %q stands where the text is %q", f.Source.Text, n, want, got)
	}
}

func checkComments(t testing.TB, f *ast.File) {
	t.Helper()
	last := 0
	for _, c := range f.Comments {
		r := c.Range()
		if !r.IsWithin(source.Range{Start: last, End: len(f.Source.Text)}) {
			t.Fatalf("%q: the comment %q at %v is out of order", f.Source.Text, c.Text, r)
		}
		if got := strings.TrimRight(f.Source.TextOf(r), " \t\r"); got != c.Text {
			t.Fatalf("%q: the comment %q stands where the text is %q", f.Source.Text, c.Text, got)
		}
		last = r.End
	}
}
