package compile_test

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"quadrille/compile"
	"quadrille/compile/check"
	"quadrille/lang/codes"
	"quadrille/lang/format"
	"quadrille/lang/parse"
	"quadrille/lang/source"
	"quadrille/stdlib"
)

// wrongBytes holds wrong examples that no page can show, since a page is text.
var wrongBytes = map[source.Code]string{
	codes.NotText:    "puzzle \"Pav\xe9\"\n", // é in Latin-1
	codes.AcrossLite: "\x00\x00ACROSS&DOWN\x00",
}

// pageParams holds the values that both examples of a page get from outside.
var pageParams = map[source.Code]map[string]int64{
	codes.UnknownParam: {"n": 4},
}

// pageFiles are the files that examples read.
var pageFiles = map[string]string{
	"broken.txt": "12..\n21.\n..1.\n....\n",
	"square.txt": "12..\n21..\n....\n....\n",
}

// pageForm is the form that all pages have: a title, prose, and the examples.
var pageForm = regexp.MustCompile("(?s)^# ([a-z-]+): [^\n]+[^.\n]\n\n([^`#].*?)\n\n" +
	"(?:Wrong:\n\n```puz\n(.*?\n)```\n\n)?Right:\n\n```puz\n(.*?\n)```\n$")

// codePage is a page taken apart.
type codePage struct {
	code                source.Code
	prose, wrong, right string
}

func readPage(t *testing.T, code source.Code) codePage {
	t.Helper()
	text, ok := codes.CodePage(code)
	if !ok {
		t.Fatal("there is no page")
	}
	m := pageForm.FindStringSubmatch(text)
	if m == nil {
		t.Fatalf("the page does not have the form of a page:\n%s", text)
	}
	return codePage{code: source.Code(m[1]), prose: m[2], wrong: m[3], right: m[4]}
}

func TestEveryCodeHasAPage(t *testing.T) {
	declared := declaredCodes(t)
	slices.Sort(declared)
	if pages := codes.AllCodes(); !slices.Equal(pages, declared) {
		t.Errorf("pages  %v\nwant   %v", pages, declared)
	}
}

func TestPagesHaveTheirForm(t *testing.T) {
	for _, code := range declaredCodes(t) {
		t.Run(string(code), func(t *testing.T) {
			page := readPage(t, code)
			if page.code != code {
				t.Errorf("the title says %s", page.code)
			}
			if n := strings.Count(page.prose, "\n\n") + 1; n > 2 {
				t.Errorf("the page has %d paragraphs; one or two are enough", n)
			}
			if _, noText := wrongBytes[code]; noText == (page.wrong != "") {
				t.Error("a wrong example is wanted on the page or among wrongBytes, and not in both")
			}
			if page.wrong == page.right {
				t.Error("the examples are the same")
			}
		})
	}
}

// A wrong example gives its own code and no other, so that a reader sees one
// mistake and what it is called.
func TestWrongExamplesGiveTheirCode(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	for _, code := range declaredCodes(t) {
		t.Run(string(code), func(t *testing.T) {
			page := readPage(t, code)
			text := page.wrong
			if text == "" {
				text = wrongBytes[code]
			}
			found := diagnosePage(t, code, text)
			if len(found) == 0 {
				t.Error("the example is not wrong")
			}
			for _, d := range found {
				if d.Code != code {
					t.Errorf("the example also gives %v", d)
				}
				if says := strings.Contains(page.prose, "a warning"); says != (d.Severity == source.Warning) {
					t.Errorf("the page calls this a warning: %t; it is an %v", says, d.Severity)
				}
			}
		})
	}
}

func TestRightExamplesCompile(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	for _, code := range declaredCodes(t) {
		t.Run(string(code), func(t *testing.T) {
			for _, d := range diagnosePage(t, code, readPage(t, code).right) {
				t.Error(d)
			}
		})
	}
}

// Where an example can be parsed, it is spelled as the formatter spells it.
func TestExamplesAreInCanonicalSpelling(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	for _, code := range declaredCodes(t) {
		t.Run(string(code), func(t *testing.T) {
			page := readPage(t, code)
			for _, text := range []string{page.wrong, page.right} {
				f, err := parse.File(string(code), []byte(text))
				if err != nil {
					continue // right examples that do not parse fail elsewhere
				}
				if got := format.FormatFile(f); got != text {
					t.Errorf("the canonical spelling is\n%s\nthe page has\n%s", got, text)
				}
			}
		})
	}
}

// diagnosePage compiles an example and returns its errors and warnings. The
// example stands in a folder of its own, in a file called by its code.
func diagnosePage(t *testing.T, code source.Code, text string) source.DiagnosticList {
	t.Helper()
	name := string(code) + ".puz"
	importer := check.Importer{
		ReadWordList: stdlib.ReadWords,
		ReadModule:   stdlib.ReadModule,
		ReadFile: func(_, path string) (string, []byte, error) {
			if text, ok := pageFiles[path]; ok {
				return path, []byte(text), nil
			}
			if path != name {
				return "", nil, fmt.Errorf("%s: %w", path, fs.ErrNotExist)
			}
			return name, []byte(text), nil
		},
	}
	program, err := compile.CompileText(name, []byte(text), importer, compile.ProgramOptions{Params: pageParams[code]})
	if err == nil {
		return program.Warnings
	}
	var list source.DiagnosticList
	if !errors.As(err, &list) {
		t.Fatalf("the error %v is no list of diagnostics", err)
	}
	return list
}

// declaredCodes reads the constants of the package codes from its source, in
// order: a program cannot list its own constants.
func declaredCodes(t *testing.T) []source.Code {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "../lang/codes/codes.go", nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var found []source.Code
	for n := range ast.Preorder(file) {
		if v, ok := n.(*ast.ValueSpec); ok && isCode(v.Type) {
			found = append(found, codeOf(t, v))
		}
	}
	return found
}

// isCode reports whether a type is written source.Code.
func isCode(x ast.Expr) bool {
	s, ok := x.(*ast.SelectorExpr)
	return ok && s.Sel.Name == "Code"
}

// codeOf returns the value of a constant, which is a literal.
func codeOf(t *testing.T, v *ast.ValueSpec) source.Code {
	t.Helper()
	literal, ok := v.Values[0].(*ast.BasicLit)
	if !ok || len(v.Names) != 1 {
		t.Fatalf("the constant %s is not declared as one literal", v.Names[0].Name)
	}
	code, err := strconv.Unquote(literal.Value)
	if err != nil {
		t.Fatal(err)
	}
	return source.Code(code)
}
