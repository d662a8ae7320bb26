package assist

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"quadrille"
	"quadrille/lang/ast"
	"quadrille/lang/parse"
	"quadrille/lang/source"
	"quadrille/stdlib"
)

// Definition returns the place where the name at an offset is declared: in the text, in a file that it uses, or in a
// standard module. It returns false if there is no name or no declaration.
func (t *PuzzleText) Definition(offset int) (Location, bool) {
	if path, ok := t.pathAt(offset); ok {
		return Location{File: path}, true
	}
	u, ok := t.nameUseAt(offset)
	if !ok {
		return Location{}, false
	}
	if u.nameKind == "module" {
		_, err := stdlib.ReadModule(u.name)
		return Location{Module: u.name}, err == nil
	}
	if d, ok := t.findDeclaration(u.meaningKey); ok {
		return Location{Range: d.Range}, true
	}
	n, ok := t.findNamed(u.name, func(kind string) bool { return kind != "item" })
	if u.nameKind != "" || !ok || !n.Span.IsKnown() { // words of the language have no declaration
		return Location{}, false
	}
	return t.locationOf(n.Span), true
}

// pathAt returns the path of a used file, if a statement has one at an offset.
func (t *PuzzleText) pathAt(offset int) (string, bool) {
	for _, s := range t.parseResult().file.Statements {
		u, ok := s.(*ast.Use)
		if ok && fs.ValidPath(string(u.Path)) && toRange(u.Range()).containsOffset(offset) {
			return string(u.Path), true
		}
	}
	return "", false
}

// findDeclaration returns the occurrence in the text that declares the thing with a key.
func (t *PuzzleText) findDeclaration(k useKey) (nameUse, bool) {
	i := slices.IndexFunc(t.nameUses(), func(d nameUse) bool { return d.isDeclaration && d.meaningKey == k })
	if i < 0 || k == (useKey{}) {
		return nameUse{}, false
	}
	return t.nameUses()[i], true
}

// References returns the ranges that refer to the name at an offset, including its declaration.
func (t *PuzzleText) References(offset int) []Range {
	u, ok := t.nameUseAt(offset)
	if !ok || u.meaningKey == (useKey{}) {
		return nil
	}
	return t.rangesWithKey(u.meaningKey)
}

// rangesWithKey returns the ranges of all names with the given key.
func (t *PuzzleText) rangesWithKey(k useKey) (out []Range) {
	for _, u := range t.nameUses() {
		if u.meaningKey == k {
			out = append(out, u.Range)
		}
	}
	return out
}

var errHasErrors = errors.New("a file is renamed in when all of it can be read: mend its errors first")

// checkNewName returns an error if a name is not valid, or is already used in the text.
func (t *PuzzleText) checkNewName(file, name string) error {
	words := slices.Collect(parse.Tokens(name))
	switch n, taken := t.findNamed(name, func(string) bool { return true }); {
	case t.parseResult().errs != nil:
		return fmt.Errorf("%s: %w", file, errHasErrors)
	case parse.IsReserved(name):
		return fmt.Errorf("`%s` is a word of the language", name)
	case len(words) != 1 || words[0].Text != name || words[0].Kind != parse.Name || strings.Contains(name, "-"):
		return fmt.Errorf("%q is no name: letters, digits and _, with primes at the end", name)
	case taken:
		return fmt.Errorf("`%s` is the name of another %s in %s", name, n.Kind, t.describePlace(file, n.Span))
	}
	return nil
}

// describePlace describes where a span is: by the path name of this text and the line number. For a span in a used
// file, it also names the place in that file.
func (t *PuzzleText) describePlace(name string, s source.Span) string {
	switch {
	case !s.IsKnown():
		return name
	case t.isSpanInText(s):
		return fmt.Sprintf("%s:%d", name, s.File.LineOf(s.Start))
	case isModule(s.File):
		return name + ", which gets it from " + s.FileLine()
	}
	used := path.Join(path.Dir(name), filepath.ToSlash(s.File.Name))
	return fmt.Sprintf("%s, which gets it from %s:%d", name, used, s.File.LineOf(s.Start))
}

// findDifference compares the meaning of the text with the meaning after a renaming. The same occurrences must stand
// for the same thing in both versions, and the errors must be the same. It returns the first place with a difference,
// or "".
func (t *PuzzleText) findDifference(file string, after *PuzzleText) string {
	if errs := after.parseResult().errs; errs != nil {
		return after.describePlace(file, errs[0].Span)
	}
	before, now := numberMeanings(t.nameUses()), numberMeanings(after.nameUses())
	for k, u := range t.nameUses() {
		if k >= len(now) || before[k] != now[k] {
			return t.describePlace(file, t.parseResult().file.Source.Span(source.Range{Start: u.Start, End: u.End}))
		}
	}
	faults, more := t.listFaults(), after.listFaults()
	for k, d := range more {
		if k >= len(faults) || faults[k].Code != d.Code {
			return after.describePlace(file, d.Span)
		}
	}
	if len(before) != len(now) || len(faults) != len(more) {
		return file
	}
	return ""
}

// numberMeanings returns an id for each occurrence of a name. Occurrences that stand for the same thing have the same
// id.
func numberMeanings(uses []nameUse) (out []int) {
	numbers := map[useKey]int{}
	for _, u := range uses {
		key := cmp.Or(u.meaningKey, useKey{nameSpace: u.nameKind, declaredName: u.name})
		if _, known := numbers[key]; !known {
			numbers[key] = len(numbers)
		}
		out = append(out, numbers[key])
	}
	return out
}

// listFaults lists the errors and warnings of all checks that need no items and options.
func (t *PuzzleText) listFaults() source.DiagnosticList {
	return slices.Concat(t.parseResult().errs, diagnosticList(t.checkedAnalysis().Err), t.checkedAnalysis().Warnings)
}

// ApplyEdits applies edits to a text. Edits must not overlap.
func ApplyEdits(text string, edits []Edit) string {
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

// ModuleText returns the text of a standard module, or "".
func ModuleText(name string) string {
	text, err := stdlib.ReadModule(name)
	if err != nil {
		return ""
	}
	return string(text)
}

// SiblingText returns the text of the file with a path from the folder of the text, or "".
func (t *PuzzleText) SiblingText(path string) string {
	if t.folderFiles == nil {
		return ""
	}
	text, err := quadrille.ReadFile(t.folderFiles, path)
	if err != nil {
		return ""
	}
	return string(text)
}
