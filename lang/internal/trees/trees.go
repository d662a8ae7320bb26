// Package trees compares trees in the tests of the parser and of the printer.
//
// Its input is a tree, its output a text in which equal trees are equal.
package trees

import (
	"fmt"
	"reflect"
	"strings"

	"quadrille/lang/ast"
)

// Dump writes a tree without positions: equal dumps are equal trees. A
// missing list and an empty one are the same.
func Dump(x any) string {
	var b strings.Builder
	dumpValue(&b, reflect.ValueOf(x))
	return b.String()
}

func dumpValue(b *strings.Builder, v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		dumpValue(b, v.Elem())
	case reflect.Slice:
		b.WriteString("[ ")
		for i := range v.Len() {
			dumpValue(b, v.Index(i))
			b.WriteString(" ")
		}
		b.WriteString("]")
	case reflect.Struct:
		b.WriteString("(" + v.Type().Name())
		dumpFields(b, v)
		b.WriteString(")")
	default:
		fmt.Fprintf(b, "%#v", v)
	}
}

// dumpFields leaves out the fields that are not set.
func dumpFields(b *strings.Builder, v reflect.Value) {
	for i := range v.NumField() {
		f, value := v.Type().Field(i), v.Field(i)
		unset := value.IsZero() || value.Kind() == reflect.Slice && value.Len() == 0
		if f.Type == reflect.TypeFor[ast.Node]() || unset {
			continue
		}
		b.WriteString(" " + f.Name + ":")
		dumpValue(b, value)
	}
}
