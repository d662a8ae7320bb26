package parse_test

import (
	"fmt"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// cases reads a file of paragraphs of Go strings.
func cases(t testing.TB, file string) [][]string {
	t.Helper()
	text, err := os.ReadFile("../testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	var all [][]string
	for paragraph := range strings.SplitSeq(string(text), "\n\n") {
		var c []string
		for line := range strings.Lines(paragraph) {
			if strings.HasPrefix(line, "//") {
				continue
			}
			s, err := strconv.Unquote(strings.TrimSuffix(line, "\n"))
			if err != nil {
				t.Fatalf("%s: %s: %v", file, line, err)
			}
			c = append(c, s)
		}
		if len(c) > 0 {
			all = append(all, c)
		}
	}
	return all
}

// sources returns every spelling of every case, and the texts with comments.
func sources(t testing.TB) []string {
	t.Helper()
	texts := slices.Concat(cases(t, "cases.txt")...)
	for _, c := range cases(t, "comments.txt") {
		texts = append(texts, c[1:]...)
	}
	return texts
}

// dump writes a tree without positions: equal dumps are equal trees. A
// missing list and an empty one are the same.
func dump(x any) string {
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
		for i := range v.NumField() {
			if f := v.Type().Field(i); !f.Anonymous && !isUnset(v.Field(i)) {
				b.WriteString(" " + f.Name + ":")
				dumpValue(b, v.Field(i))
			}
		}
		b.WriteString(")")
	default:
		fmt.Fprintf(b, "%#v", v)
	}
}
