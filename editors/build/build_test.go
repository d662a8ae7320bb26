package main

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf16"

	"quadrille/lang/ast"
	"quadrille/lang/parse"
	"quadrille/runtime/matrix/matrixtest"
)

// What stands in editors is what build writes.
func TestBuilt(t *testing.T) {
	folder := t.TempDir()
	for name := range fileMakers {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(folder, name)), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	if err := writeFiles(folder); err != nil {
		t.Fatal(err)
	}
	for name := range fileMakers {
		want, err := os.ReadFile(filepath.Join("..", name))
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := os.ReadFile(filepath.Join(folder, name)); !bytes.Equal(got, want) {
			t.Errorf("editors/%s is out of date: go run ./editors/build", name)
		}
	}
}

// The parser of CodeMirror is the one that its grammar makes.
func TestLezerParserBuilt(t *testing.T) {
	folder := t.TempDir()
	needNode(t, "@lezer/generator")
	runJSON(t, nil, "node", "../node_modules/@lezer/generator/src/lezer-generator.cjs", "../codemirror/puz.grammar",
		"-o", filepath.Join(folder, "parser.js"))
	for _, name := range []string{"parser.js", "parser.terms.js"} {
		got, _ := os.ReadFile(filepath.Join(folder, name))
		want, err := os.ReadFile("../codemirror/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("editors/codemirror/%s is out of date: npm run build --prefix editors", name)
		}
	}
}

// sampleToken is a word or a sign of a sample, or a comment.
type sampleToken struct {
	text     string
	from, to int // bytes
	kind     parse.TokenKind
	quoted   bool   // a word that is no name: the grammar quotes it here
	keyword  string // of the statement
}

type grammarSample struct {
	name, text string
	tokens     []sampleToken
}

// grammarSamples are the examples, the modules, and the snippets of spec.md, README.md and docs/tour.md that have no
// mistakes.
func grammarSamples(t *testing.T) (all []grammarSample) {
	t.Helper()
	for _, root := range []string{"../../examples", "../../stdlib"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(path, ".puz") {
				all = append(all, newGrammarSample(t, path, readFile(t, path)))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(all) < 150 {
		t.Fatalf("%d examples and modules, want more", len(all))
	}
	snippets := 0
	for _, doc := range []string{"../../spec.md", "../../README.md", "../../docs/tour.md"} {
		for _, m := range regexp.MustCompile("(?ms)^```puz\n(.*?)^```").FindAllStringSubmatch(readFile(t, doc), -1) {
			snippets++
			all = append(all, newGrammarSample(t, doc, m[1]))
		}
	}
	if snippets < 30 {
		t.Fatalf("%d snippets, want more", snippets)
	}
	return append(all, newGrammarSample(t, "odd words", oddities))
}

// oddities are what no example has: names that are words elsewhere, words that begin like others.
const oddities = `// a comment with pack and "quotes" and """
param rows = 3 // rows
param exactly_ = 1_000_000
param fill' = rows*rows - -1 // a name with a prime
param größe = (1 + 2)*3
piece knight on square fixed = 1x2
piece pieces one-sided = """
  ##. // pack b
  .##
"""
board all on square = rows x 3 + (0, 0) at (7, 7) + square 3 at (0, 9)
pack all with any of knight + 0..2 of {pieces, pieces'} {
  keep knight in all
  symmetric half-turn
  leave 0..1 empty
}
items rows[i] at[i, fill'] for i in 1..3 where not i = 2 and i % 2 != 0 or max(i, 2) <= 3
option rows[1] at[1, 2]:"on" at[2, 2]:3 {x? for x in {1, 2}}
search order organ-pipe choose "mrv:ties=random" seed 7
choose {rows[1] at[1, 2]:"on", at[2, 2]:3}
search filter gad choose mrv
fill all with "abc" {
  distinct on rows, columns, rows
  distinct sum 3 on all
  symmetric half-turn
  at most 2 "a" on square 3
}
place knight on all {
  3 on square 3
  at most 1 on knight everywhere
  exactly 2 on all
}
expect 0 solutions when rows = 3
about "an \"escape\" // and no comment"
puzzle "fill with \\"`

func newGrammarSample(t *testing.T, name, text string) grammarSample {
	t.Helper()
	file, err := parse.File(name, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	s := grammarSample{name: name, text: text}
	keyword, names := "", namesIn(file)
	for word := range parse.Tokens(text) {
		k := sampleToken{text: word.Text, from: word.Start, to: word.End, kind: word.Kind}
		if k.kind == parse.Keyword {
			keyword = word.Text
		}
		if k.kind != parse.Blank {
			k.keyword = keyword
		}
		k.quoted = (k.kind == parse.Name || k.kind == parse.Hyphenated) && !names[word.Start]
		s.tokens = append(s.tokens, k)
	}
	return s
}

// namesIn returns where the names of a file begin, and the words that stand where a name may.
func namesIn(file *ast.File) map[int]bool {
	names := map[int]bool{}
	for _, s := range file.Statements {
		visitNodes(reflect.ValueOf(s), func(n ast.Ranged) {
			switch n := n.(type) {
			case *ast.Name, *ast.Variable:
				names[n.Range().Start] = true
			case *ast.Term:
				for at := range parse.Words(n.Text) {
					names[n.Pos.Offset+at] = true
				}
			}
		})
	}
	return names
}

// visitNodes calls back for all nodes of a tree.
func visitNodes(v reflect.Value, with func(ast.Ranged)) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return
		}
		if n, ok := v.Interface().(ast.Ranged); ok {
			with(n)
		}
		visitNodes(v.Elem(), with)
	case reflect.Slice:
		for i := range v.Len() {
			visitNodes(v.Index(i), with)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			visitNodes(v.Field(i), with)
		}
	}
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// utf16Ranges returns the ranges of the tokens as JavaScript counts.
func (s grammarSample) utf16Ranges() (ranges [][2]int) {
	units, n := make([]int, len(s.text)+1), 0
	for at, r := range s.text {
		units[at] = n
		n += utf16.RuneLen(r)
	}
	units[len(s.text)] = n
	for _, k := range s.tokens {
		ranges = append(ranges, [2]int{units[k.from], units[k.to]})
	}
	return ranges
}

// vimRanges returns the ranges as Vim counts: lines and columns in bytes, from 1, with the last byte.
func (s grammarSample) vimRanges() (ranges [][4]int) {
	place := func(at int) (line, column int) {
		before := s.text[:at]
		return strings.Count(before, "\n") + 1, at - strings.LastIndexByte(before, '\n')
	}
	for _, k := range s.tokens {
		fromLine, from := place(k.from)
		toLine, to := place(k.to - 1)
		ranges = append(ranges, [4]int{fromLine, from, toLine, to})
	}
	return ranges
}

// reportWrong reports what a token is taken for.
func (s grammarSample) reportWrong(t *testing.T, k sampleToken, got any) {
	t.Helper()
	t.Errorf("%s:%d: `%s`, %s (quoted: %t), is %v", s.name, strings.Count(s.text[:k.from], "\n")+1, k.text, k.kind,
		k.quoted, got)
}

var ofKeyword = sync.OnceValue(func() map[string]statementWords {
	all := map[string]statementWords{}
	for _, s := range listStatements() {
		all[s.keyword] = s
	}
	return all
})

// wordKind is what an editor takes a token for that knows lists of words, and no grammar.
func wordKind(k sampleToken) string {
	s := ofKeyword()[k.keyword]
	switch {
	case k.kind != parse.Name && k.kind != parse.Hyphenated:
	case slices.Contains(s.ruleWords, k.text):
		return "rule"
	case slices.Contains(s.clauseWords, k.text):
		return "clause"
	}
	return string(k.kind)
}

// needNode skips a test where Node, or a module, is missing.
func needNode(t *testing.T, module string) {
	t.Helper()
	if !matrixtest.SlowTestsWanted() {
		t.Skip("starts Node: set " + matrixtest.SlowTests)
	}
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("needs Node")
	}
	if _, err := os.Stat("../node_modules/" + module); err != nil {
		t.Skip("needs npm ci --prefix editors, and editors/vscode")
	}
}

// runJSON gives a program a value as JSON and returns what it prints.
func runJSON(t *testing.T, in any, name string, args ...string) []byte {
	t.Helper()
	input, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(name, args...)
	c.Stdin = bytes.NewReader(input)
	var errs bytes.Buffer
	c.Stderr = &errs
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, errs.String())
	}
	return out
}
