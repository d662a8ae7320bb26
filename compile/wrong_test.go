package compile_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/txtar"

	"quadrille/compile"
	"quadrille/compile/check"
	"quadrille/lang/codes"
	"quadrille/lang/source"
	"quadrille/stdlib"
)

// puzzleFile is the file of a case that is compiled; it may use the others.
const puzzleFile = "puzzle.puz"

// leastCases guards against a glob that finds nothing.
const leastCases = 60

// wrongCase is an archive of testdata/wrong: files, and what must be said of
// them. The comment on top of the archive says what the case is about. It may
// begin with one of these words:
//
//	known:  the compiler does not give what it should yet; the case fails
//	encode: crlf, or bom: how the text of the files is saved
type wrongCase struct {
	name  string
	files map[string][]byte
	want  []string
}

// wrongCases reads the archives.
func wrongCases(tb testing.TB) []wrongCase {
	tb.Helper()
	names, err := filepath.Glob("testdata/wrong/*.txtar")
	if err != nil {
		tb.Fatal(err)
	}
	var cases []wrongCase
	for _, name := range names {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			tb.Fatal(err)
		}
		cases = append(cases, newWrongCase(strings.TrimSuffix(filepath.Base(name), ".txtar"), archive))
	}
	return cases
}

func newWrongCase(name string, archive *txtar.Archive) wrongCase {
	c := wrongCase{name: name, files: map[string][]byte{}}
	for _, f := range archive.Files {
		if f.Name == "want" {
			c.want = wantLines(f.Data)
			continue
		}
		c.files[f.Name] = encoded(f.Data, archive.Comment)
	}
	return c
}

func wantLines(text []byte) []string {
	return strings.FieldsFunc(string(text), func(r rune) bool { return r == '\n' })
}

// encoded saves a text as the comment asks. Carriage returns and byte order
// marks cannot be seen in an archive, and tools like to take them away.
func encoded(text, comment []byte) []byte {
	switch {
	case bytes.Contains(comment, []byte("encode: crlf\n")):
		return bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))
	case bytes.Contains(comment, []byte("encode: bom\n")):
		return append([]byte("\uFEFF"), text...)
	}
	return text
}

// importer finds the files of the case, as the command finds files in the
// folder of the importing file and below.
func (c wrongCase) importer() check.Importer {
	return check.Importer{ReadModule: stdlib.ReadModule, ReadFile: func(from, name string) (string, []byte, error) {
		if !filepath.IsLocal(name) {
			return "", nil, errors.New("the path leads out of the folder")
		}
		full := path.Join(path.Dir(from), name)
		text, ok := c.files[full]
		if !ok {
			return "", nil, fs.ErrNotExist
		}
		return full, text, nil
	}}
}

// wrongDiagnostics compiles a puzzle and returns the errors, or else the warnings.
func wrongDiagnostics(t *testing.T, text []byte, imp check.Importer, o compile.ProgramOptions) source.DiagnosticList {
	t.Helper()
	defer failOnPanic(t)
	p, err := compile.CompileText(puzzleFile, text, imp, o)
	if err == nil {
		return p.Warnings
	}
	var list source.DiagnosticList
	if !errors.As(err, &list) {
		t.Fatalf("the error is a %T and no list of diagnostics: %v", err, err)
	}
	return list
}

// failOnPanic makes a panic the failure of one case, so that the others run.
func failOnPanic(t *testing.T) {
	if v := recover(); v != nil {
		t.Fatalf("panic: %v\n%s", v, debug.Stack())
	}
}

// spelled writes a diagnostic as the cases do: without its words.
func spelled(d *source.Diagnostic) string {
	text := spelledPlace(d.Span) + " " + string(d.Code)
	if d.Severity == source.Warning {
		text += " (warning)"
	}
	return text
}

// spelledPlace writes a span as the lines and columns of its first and its last
// character: file:3:12-22, or file:3:12-5:4 over several lines. A span
// without characters has only a beginning.
func spelledPlace(s source.Span) string {
	if !s.IsKnown() {
		return "-"
	}
	first := s.File.Position(s.Start)
	text := fmt.Sprintf("%s:%d:%d", s.File.Name, first.Line, first.Column)
	if s.End == s.Start {
		return text
	}
	_, size := utf8.DecodeLastRuneInString(s.File.Text[:s.End])
	last := s.File.Position(s.End - size)
	if last.Line == first.Line {
		return fmt.Sprintf("%s-%d", text, last.Column)
	}
	return fmt.Sprintf("%s-%d:%d", text, last.Line, last.Column)
}

func allSpelled(list source.DiagnosticList) []string {
	var out []string
	for _, d := range list {
		out = append(out, spelled(d))
	}
	return out
}

// compareWrong reports what a list lacks of what it should hold, and what it has
// beyond.
func compareWrong(t *testing.T, got source.DiagnosticList, want []string) {
	t.Helper()
	if slices.Equal(allSpelled(got), want) {
		return
	}
	t.Errorf("diagnostics\n  %s\nwanted\n  %s\nin words\n%s",
		strings.Join(allSpelled(got), "\n  "), strings.Join(want, "\n  "), printedList(got))
}

func printedList(list source.DiagnosticList) string {
	var out strings.Builder
	source.PrintList(&out, list)
	return out.String()
}

// wordingOfParsers is what a message never says: only who wrote the parser
// understands it.
var wordingOfParsers = []string{"unexpected token", "sub-expression", "participle", "lexer:", "<EOF>"}

func plainWords(t *testing.T, list source.DiagnosticList) {
	t.Helper()
	text := printedList(list)
	for _, words := range wordingOfParsers {
		if strings.Contains(text, words) {
			t.Errorf("a diagnostic says %q:\n%s", words, text)
		}
	}
}

func TestWrong(t *testing.T) {
	if testing.Short() {
		t.Skip("half a second or more")
	}
	for _, c := range wrongCases(t) {
		t.Run(c.name, func(t *testing.T) {
			got := wrongDiagnostics(t, c.files[puzzleFile], c.importer(),
				compile.ProgramOptions{Limits: check.Limits{MaxLoopRounds: hostileLimits().MaxLoopRounds}})
			compareWrong(t, got, c.want)
			plainWords(t, got)
		})
	}
}

// byOtherMeans holds what an archive of texts cannot: bytes that are no text,
// and parameters from the command line.
var byOtherMeans = []struct {
	name   string
	text   string
	params map[string]int64
	want   []string
}{
	{
		name: "a binary file",
		text: "puz 1\nuse a\x00b\n",
		want: []string{"puzzle.puz:2:6-6 not-text"},
	},
	{
		name: "a link",
		text: "https://puzz.link/p?slither/5/5/cbcbcddad\n",
		want: []string{"puzzle.puz:1:1-41 bad-link"},
	},
	{
		name: "UTF-16, which has zero bytes",
		text: "\xff\xfep\x00u\x00z\x00",
		want: []string{"puzzle.puz:1:4-4 not-text"},
	},
	{
		name: "Latin-1, which is not valid UTF-8",
		text: "puz 1\npuzzle \"caf\xe9\"\n",
		want: []string{"puzzle.puz:2:12-12 not-text"},
	},
	{
		name: "a crossword, which begins with a checksum",
		text: "\x12\x34ACROSS&DOWN\x00 and what follows",
		want: []string{"puzzle.puz:1:1 across-lite"},
	},
	{
		name:   "a parameter from outside that the file does not have",
		text:   "param n = 1\nitems a[i] for i in 1..n\noption a[i] for i in 1..n\n",
		params: map[string]int64{"m": 3},
		want:   []string{"- unknown-param"},
	},
	{
		// known: two reports of one code without a place are taken for one
		name:   "two of them, one a piece",
		text:   "piece A = 1x1\nboard b on square = 1x1\npack b with A\n",
		params: map[string]int64{"A": 3, "B": 4},
		want:   []string{"- unknown-param", "- unknown-param"},
	},
	{
		name:   "a parameter of a module, which is its own affair",
		text:   "use pentominoes\nboard b on square = 5x12\npack b with pentominoes\n",
		params: map[string]int64{"n": 3},
		want:   []string{"- unknown-param"},
	},
	{
		name:   "a value from outside that makes the board impossible",
		text:   "param n = 2\npiece A = 1x1\nboard b on square = n x 2\npack b with any of A\n",
		params: map[string]int64{"n": -2},
		want:   []string{"puzzle.puz:3:21-25 bad-count"},
	},
}

func TestWrongByOtherMeans(t *testing.T) {
	for _, c := range byOtherMeans {
		t.Run(c.name, func(t *testing.T) {
			got := wrongDiagnostics(t, []byte(c.text), check.Importer{ReadModule: stdlib.ReadModule},
				compile.ProgramOptions{Params: c.params})
			compareWrong(t, got, c.want)
			plainWords(t, got)
		})
	}
}

// TestWrongCoversEveryCode sees to it that nothing can be reported that no
// case has seen.
func TestWrongCoversEveryCode(t *testing.T) {
	cases := wrongCases(t)
	if len(cases) < leastCases {
		t.Errorf("there are %d cases, and there should be %d or more", len(cases), leastCases)
	}
	seen := map[source.Code]bool{}
	note := func(want []string) {
		for _, line := range want {
			if fields := strings.Fields(line); len(fields) > 1 {
				seen[source.Code(fields[1])] = true
			}
		}
	}
	for _, c := range cases {
		note(c.want)
	}
	for _, c := range byOtherMeans {
		note(c.want)
	}
	for _, code := range codes.AllCodes() {
		if !seen[code] {
			t.Errorf("no case has the code %s", code)
		}
	}
}
