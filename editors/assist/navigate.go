package assist

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"quadrille"
	"quadrille/lang/ast"
	"quadrille/lang/parse"
	"quadrille/lang/source"
	"quadrille/stdlib"
)

// Definition says where the thing at an offset is declared: in the text, in a file that it uses, or
// in a standard module. It returns false where nothing is, or nothing declares it.
func (t *Text) Definition(offset int) (Location, bool) {
	if path, ok := t.pathAt(offset); ok {
		return Location{File: path}, true
	}
	u, ok := t.useAt(offset)
	if !ok {
		return Location{}, false
	}
	if u.of == "module" {
		_, err := stdlib.Read(u.name)
		return Location{Module: u.name}, err == nil
	}
	if d, ok := t.declaration(u.key); ok {
		return Location{Range: d.Range}, true
	}
	n, ok := t.named(u.name, func(kind string) bool { return kind != "item" })
	if u.of != "" || !ok {
		return Location{}, false
	}
	return t.location(n.Span), true
}

// pathAt returns the path of a file that a statement names at an offset.
func (t *Text) pathAt(offset int) (string, bool) {
	for _, s := range t.parsed().file.Statements {
		u, ok := s.(*ast.Use)
		if ok && fs.ValidPath(string(u.Path)) && rangeOf(u.Range()).holds(offset) {
			return string(u.Path), true
		}
	}
	return "", false
}

// declaration finds where the text declares what a name stands for.
func (t *Text) declaration(k key) (use, bool) {
	i := slices.IndexFunc(t.uses(), func(d use) bool { return d.declares && d.key == k })
	if i < 0 || k == (key{}) {
		return use{}, false
	}
	return t.uses()[i], true
}

// References lists the places where the thing at an offset is named, the declaration among them.
func (t *Text) References(offset int) []Range {
	u, ok := t.useAt(offset)
	if !ok || u.key == (key{}) {
		return nil
	}
	return t.keyed(u.key)
}

// keyed lists the places of names with a key.
func (t *Text) keyed(k key) (out []Range) {
	for _, u := range t.uses() {
		if u.key == k {
			out = append(out, u.Range)
		}
	}
	return out
}

var errBroken = errors.New("a file is renamed in when all of it can be read: mend its errors first")

// free returns an error if a name is none, or is that of something else in the text.
func (t *Text) free(path, name string) error {
	words := slices.Collect(parse.Tokens(name))
	switch n, taken := t.named(name, func(string) bool { return true }); {
	case t.parsed().errs != nil:
		return fmt.Errorf("%s: %w", path, errBroken)
	case parse.Reserved(name):
		return fmt.Errorf("`%s` is a word of the language", name)
	case len(words) != 1 || words[0].Text != name || words[0].Kind != parse.Name || strings.Contains(name, "-"):
		return fmt.Errorf("%q is no name: letters, digits and _, with primes at the end", name)
	case taken:
		return fmt.Errorf("`%s` is the name of another %s in %s", name, n.Kind, path)
	}
	return nil
}

// means reports whether another text means the same under other names: the same names are of the
// same things, and the same is wrong with it.
func (t *Text) means(other *Text) bool {
	return other.parsed().errs == nil && slices.Equal(things(t.uses()), things(other.uses())) &&
		slices.Equal(faults(t), faults(other))
}

// things numbers what is named, in the order of the names.
func things(uses []use) (out []int) {
	numbers := map[key]int{}
	for _, u := range uses {
		key := cmp.Or(u.key, key{space: u.of, name: u.name})
		if _, known := numbers[key]; !known {
			numbers[key] = len(numbers)
		}
		out = append(out, numbers[key])
	}
	return out
}

func faults(t *Text) (out []source.Code) {
	for _, d := range slices.Concat(list(t.checked().Err), t.checked().Warnings) {
		out = append(out, d.Code)
	}
	return out
}

// Apply makes edits, none of which overlap.
func Apply(text string, edits []Edit) string {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b Edit) int { return cmp.Compare(a.Start, b.Start) })
	var out strings.Builder
	at := 0
	for _, e := range edits {
		out.WriteString(text[at:e.Start] + e.Text)
		at = e.End
	}
	return out.String() + text[at:]
}

// Module returns the text of a standard module, or "".
func Module(name string) string {
	text, err := stdlib.Read(name)
	if err != nil {
		return ""
	}
	return string(text)
}

// Beside returns the text of a file in the folder of the text, or "".
func (t *Text) Beside(path string) string {
	if t.files == nil {
		return ""
	}
	text, err := quadrille.ReadFile(t.files, path)
	if err != nil {
		return ""
	}
	return string(text)
}
