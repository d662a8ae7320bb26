package compile_test

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"quadrille/compile"
	"quadrille/compile/check"
	"quadrille/lang/source"
	"quadrille/runtime/matrix"
	"quadrille/stdlib"
)

// fuzzLimits are small, so that no input takes long.
var fuzzLimits = check.Limits{MaxShapeCells: 10_000, MaxItems: 10_000, MaxOptions: 100_000, MaxLoopRounds: 100_000}

// fuzzFiles are what an input can use beside the standard modules.
var fuzzFiles = map[string]string{
	"lib.puz": "param n = 2\nshape s = n x n\npiece A = s\npiece B = 1x2\nset all = {A, B}\nboard b on square " +
		"= 4x4\n",
	"broken.puz": "piece A = \npiece B symmetry none = 1x2\nset all = {A, B, C}\n",
	"square.txt": "12..\n21..\n....\n....\n",
	"broken.txt": "12.1\n2\n..x.\n....\n",
	"cycle.puz":  "use \"lib.puz\"\nuse \"cycle.puz\"\n",
}

func fuzzImporter() check.Importer {
	return check.Importer{ReadModule: stdlib.ReadModule, ReadFile: func(_, name string) (string, []byte, error) {
		text, ok := fuzzFiles[name]
		if !ok {
			return "", nil, fs.ErrNotExist
		}
		return name, []byte(text), nil
	}}
}

// FuzzCompile holds the compiler to its promises for any input: it does not
// panic, its errors are diagnostics that point into their files, and what it
// makes without an error is a valid problem.
func FuzzCompile(f *testing.F) {
	if testing.Short() {
		f.Skip("a second or more")
	}
	for _, seed := range fuzzSeeds(f) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		defer failOnPanic(t)
		p, err := compile.CompileText(puzzleFile, text, fuzzImporter(), compile.ProgramOptions{Limits: fuzzLimits})
		if err != nil {
			checkErrors(t, err)
			return
		}
		checkProgram(t, p)
	})
}

// fuzzSeeds returns the files of all cases, the examples and the modules.
func fuzzSeeds(f *testing.F) [][]byte {
	var seeds [][]byte
	for _, c := range wrongCases(f) {
		for _, text := range c.files {
			seeds = append(seeds, text)
		}
	}
	for _, pattern := range []string{"../examples/*.puz", "../examples/*/*.puz"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			f.Fatal(err)
		}
		for _, name := range names {
			seeds = append(seeds, readSeed(f, os.ReadFile, name))
		}
	}
	for _, name := range stdlib.Modules() {
		seeds = append(seeds, readSeed(f, stdlib.ReadModule, name))
	}
	return seeds
}

func readSeed(f *testing.F, read func(string) ([]byte, error), name string) []byte {
	text, err := read(name)
	if err != nil {
		f.Fatal(err)
	}
	return text
}

func checkErrors(t *testing.T, err error) {
	var list source.DiagnosticList
	if !errors.As(err, &list) {
		t.Fatalf("the error is a %T and no list of diagnostics: %v", err, err)
	}
	if len(list) == 0 {
		t.Error("there is an error, and the list of errors is empty")
	}
	checkDiagnostics(t, list, source.Error)
}

// checkDiagnostics sees to it that all are of one severity, have a code and a
// summary, and point at a range of their file.
func checkDiagnostics(t *testing.T, list source.DiagnosticList, s source.Severity) {
	for _, d := range list {
		if d.Severity != s || d.Code == "" || d.Summary == "" {
			t.Errorf("an incomplete diagnostic: %+v", d)
		}
		if !d.Span.IsKnown() {
			t.Errorf("no place: %v", d)
			continue
		}
		if !d.Span.IsWithin(source.Range{End: len(d.Span.File.Text)}) {
			t.Errorf("%v is outside of its file: %v", d.Span.Range, d)
		}
	}
	source.PrintList(io.Discard, list)
}

func checkProgram(t *testing.T, p *compile.Program) {
	m, err := p.Candidates()
	if err != nil {
		return // a dissection that is too large
	}
	if err := m.Validate(); err != nil {
		t.Error(err)
	}
	for o := range m.OptionCount() {
		p.OriginText(matrix.OptionID(o)) // there is one for each
	}
	checkDiagnostics(t, p.Warnings, source.Warning)
}
