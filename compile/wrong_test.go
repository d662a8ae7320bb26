package compile_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
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
	return check.Importer{Module: stdlib.Read, File: func(from, name string) (string, []byte, error) {
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
func wrongDiagnostics(t *testing.T, text []byte, imp check.Importer, o compile.Options) source.List {
	t.Helper()
	defer failOnPanic(t)
	p, err := compile.Text(puzzleFile, text, imp, o)
	if err == nil {
		return p.Warnings
	}
	var list source.List
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
	if !s.Known() {
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

func allSpelled(list source.List) []string {
	var out []string
	for _, d := range list {
		out = append(out, spelled(d))
	}
	return out
}

// compareWrong reports what a list lacks of what it should hold, and what it has
// beyond.
func compareWrong(t *testing.T, got source.List, want []string) {
	t.Helper()
	if slices.Equal(allSpelled(got), want) {
		return
	}
	t.Errorf("diagnostics\n  %s\nwanted\n  %s\nin words\n%s",
		strings.Join(allSpelled(got), "\n  "), strings.Join(want, "\n  "), printedList(got))
}

func printedList(list source.List) string {
	var out strings.Builder
	source.Print(&out, list)
	return out.String()
}

// wordingOfParsers is what a message never says: only who wrote the parser
// understands it.
var wordingOfParsers = []string{"unexpected token", "sub-expression", "participle", "lexer:", "<EOF>"}

func plainWords(t *testing.T, list source.List) {
	t.Helper()
	text := printedList(list)
	for _, words := range wordingOfParsers {
		if strings.Contains(text, words) {
			t.Errorf("a diagnostic says %q:\n%s", words, text)
		}
	}
}

func TestWrong(t *testing.T) {
	for _, c := range wrongCases(t) {
		t.Run(c.name, func(t *testing.T) {
			got := wrongDiagnostics(t, c.files[puzzleFile], c.importer(), compile.Options{})
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
			got := wrongDiagnostics(t, []byte(c.text), check.Importer{Module: stdlib.Read}, compile.Options{Params: c.params})
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
	for _, code := range codes.All() {
		if !seen[code] {
			t.Errorf("no case has the code %s", code)
		}
	}
}

// The bounds of what a hostile input may take, and when it is stopped. The
// time is that of the processor, which depends less on what else is going on
// than that of the clock. A second is what is promised, and what is logged is
// below it on the machines this was written on; the bound is there to find what
// grows without bounds, on slow machines too.
const (
	mostTime   = 5 * time.Second
	mostMemory = 200 << 20
	patience   = 20 * time.Second
)

// hostileInput is a small file that asks for a lot, or a large one that asks
// for nothing sensible.
type hostileInput struct {
	name string
	want []source.Code // one of these must come; none if it does not matter
	text func() string
	file func(n int) string // the text of the file "n.puz", if there are such
}

const (
	million  = 1_000_000
	trillion = "1000000000000"
)

func just(text string) func() string { return func() string { return text } }

// repeated returns a function, so that only the process that needs a long
// text makes it.
func repeated(before, part string, n int, after string) func() string {
	return func() string { return before + strings.Repeat(part, n) + after }
}

// numbered repeats a part that holds its number, %[1]d, and perhaps the
// number after it, %[2]d.
func numbered(before, part string, n int, after string) func() string {
	return func() string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, part, i, i+1)
		}
		return before + b.String() + after
	}
}

// What must come of too much in a few words, and of brackets without end.
var (
	tooLarge = []source.Code{codes.TooLarge}
	tooDeep  = orTooLarge(codes.TooDeep)
)

// orTooLarge is for long files, which may be refused for their length alone.
func orTooLarge(code source.Code) []source.Code { return []source.Code{code, codes.TooLarge} }

var hostileInputs = []hostileInput{
	{name: "a board of 10^9 cells", want: tooLarge, text: just("board b on square = 100000x10000\n")},
	{name: "two cells far apart", want: tooLarge, text: just("board b on square = cells (0, 0) (90000000, 90000000)\n")},
	{name: "two cells farther apart than 32 bits", want: tooLarge, text: just("board b on square = 1x1" +
		strings.Repeat(" at (100000000, 0)", 21) + " + 1x1" + strings.Repeat(" at (-100000000, 0)", 21) +
		"\npiece A = 1x1\npack b with any of A\n")},
	{name: "a picture of 3 million cells", want: tooLarge, text: repeated("shape s = \"\"\"", "#", 3*million, "\"\"\"\n")},
	{name: "a shape doubled and doubled again", want: tooLarge,
		text: numbered("", "shape s%[1]d = s%[2]d + s%[2]d at (0, 1000)\n", 4, "shape s4 = 500x1000\n")},
	{name: "a large shape turned and turned again", text: repeated("shape s = 1000x1000", " rotate 90", 50, "\n")},
	{name: "a large piece", text: just("piece A = 1000x1000\nboard b on square = 1000x1000\npack b with A\n")},
	{name: "12 pentominoes on a board of a million cells", want: tooLarge,
		text: just("use pentominoes\nboard b on square = 1000x1000\npack b with pentominoes\n")},
	{name: "a set doubled and doubled again", text: numbered("", "set s%[1]d = s%[2]d + s%[2]d\n", 64,
		"piece A = 1x1\nset s64 = {A}\nboard b on square = 1x1\npack b with s0\n")},

	{name: "10^12 items", want: tooLarge, text: just("items a[i] for i in 1.." + trillion + "\n")},
	{name: "10^12 items by two indices", want: tooLarge, text: just("items a[i,j] for i in 1..1000000, j in 1..1000000\n")},
	{name: "10^12 options", want: tooLarge, text: just("items a\noption a for i in 1.." + trillion + "\n")},
	{name: "a condition that is never true", want: tooLarge,
		text: just("items a\noption a for i in 1.." + trillion + " where i < 0\n")},
	{name: "10^12 nogoods", want: tooLarge, text: just("items a\noption a\nforbid together a for i in 1.." + trillion + "\n")},
	{name: "10^10 nogoods of options that are alike", want: tooLarge,
		text: just("items a b\noption a for i in 1..100000\noption b for i in 1..100000\nforbid together a, b\n")},
	{name: "10^12 times an option of 10^5 that are alike", want: tooLarge,
		text: just("items a\noption a for i in 1..100000\nforbid together a for i in 1..10000000\n")},
	{name: "10^12 matchings", want: tooLarge,
		text: just("items a b\noption a b\nmatching a with b for i in 1.." + trillion + "\n")},
	{name: "a matching of 10^12 items", want: tooLarge,
		text: just("items a[i] for i in 1..2\noption a[1] a[2]\nmatching a[1] with a[i]? over i in 3.." + trillion + "\n")},
	{name: "10^7 matchings of nothing", want: tooLarge,
		text: just("items a[i] for i in 1..2\noption a[1] a[2]\nmatching a[3]? with a[4]? for i in 1..10000000\n")},
	{name: "matchings of many items", want: tooLarge,
		text: just("items a[i] b[i] for i in 1..1000\noption a[i] b[i] for i in 1..1000\nmatching a[i] over i in 1..1000 with b[i] over i in 1..1000 for j in 1..100000\n")},
	{name: "the swaps of an empty square", want: tooLarge, text: just("latin 61\nbreak swaps\n")},
	{name: "the swaps of a square whose boxes are its rows", text: just("latin 60 {\n  boxes 1x60\n  diagonals\n}\nbreak swaps\n")},
	{name: "an index without values inside of 10^12 rounds", want: tooLarge,
		text: just("items a\noption a for i in 1.." + trillion + ", j in 1..0\n")},
	{name: "10^4 indices", text: numbered("items a for ", "i%[1]d in 1..1, ", 10_000, "last in 1..1\n")},
	{name: "an option of 30,000 items", text: func() string {
		names := numbered("", " a%[1]d", 30_000, "\n")()
		return "items" + names + "option" + names
	}},

	{name: "an import cycle", want: []source.Code{codes.ImportCycle}, text: just("use \"0.puz\"\n"),
		file: func(n int) string { return fmt.Sprintf("use \"%d.puz\"\n", (n+1)%10) }},
	{name: "a chain of 10^4 imports", want: tooLarge, text: just("use \"0.puz\"\n"),
		file: func(n int) string { return fmt.Sprintf("use \"%d.puz\"\n", min(n+1, 10_000)) }},
	{name: "files that each use the next two", text: just("use \"0.puz\"\n"),
		file: func(n int) string {
			if n > 30 {
				return "about \"the last one\"\n"
			}
			return fmt.Sprintf("use \"%d.puz\"\nuse \"%d.puz\"\n", n+1, n+2)
		}},

	{name: "10^5 nested parentheses in an expression", want: tooDeep, text: repeated("param n = ", "(", 100_000, "1\n")},
	{name: "10^5 nested parentheses in a later expression", want: tooDeep,
		text: repeated("puz 1\nparam n = ", "(", 100_000, "1"+strings.Repeat(")", 100_000)+"\n")},
	{name: "10^5 nested parentheses in a shape", want: tooDeep, text: repeated("shape s = ", "(", 100_000, "1x1\n")},
	{name: "10^6 nested parentheses in a later shape", want: tooDeep,
		text: repeated("puz 1\nshape s = ", "(", million, "1x1"+strings.Repeat(")", million)+"\n")},
	{name: "10^5 nested braces", want: tooDeep, text: repeated("set s = ", "{", 100_000, "A\n")},
	{name: "10^5 nested calls", want: tooDeep, text: repeated("puz 1\nparam n = ", "abs(", 100_000, "1\n")},
	{name: "10^6 minus signs", want: tooDeep, text: repeated("param n = ", "-", million, "1\n")},
	{name: "10^6 terms", want: tooDeep, text: repeated("param n = 1", " + 1", million, "\n")},
	{name: "10^5 parameters, each the next one", text: numbered("", "param p%[1]d = p%[2]d\n", 100_000, "param p100000 = 1\n")},

	{name: "10^6 uses of a module", text: repeated("", "use pentominoes\n", million, "")},
	{name: "10^6 lines without a keyword", want: orTooLarge(codes.UnknownStatement), text: repeated("", "use a\nuses a\n", million/2, "")},
	{name: "10^5 names declared again", want: orTooLarge(codes.DuplicateName), text: repeated("", "param n = 1\n", 100_000, "")},
	{name: "5000 unknown names among 5000 known ones", want: orTooLarge(codes.UnknownName),
		text: numbered("", "param known%[1]d = unknown%[1]d\n", 5000, "")},
	{name: "two names of 50,000 letters", want: orTooLarge(codes.UnknownName),
		text: just("param " + strings.Repeat("a", 50_000) + " = " + strings.Repeat("b", 50_000) + "\n")},
	{name: "a number of 10^6 digits", want: []source.Code{codes.BadNumber}, text: repeated("param n = ", "9", million, "\n")},
	{name: "10^6 quotes", want: orTooLarge(codes.UnknownStatement), text: repeated("", `"`, million, "\n")},
	{name: "10^6 characters that mean nothing", want: orTooLarge(codes.BadCharacter), text: repeated("", "#", million, "\n")},
	{name: "a binary file", want: []source.Code{codes.NotText}, text: repeated("puz 1\n", "\x7fELF\x00\xff", million/6, "")},
}

// importer serves the numbered files of an input.
func (h hostileInput) importer() check.Importer {
	return check.Importer{Module: stdlib.Read, File: func(_, name string) (string, []byte, error) {
		n, err := strconv.Atoi(strings.TrimSuffix(name, ".puz"))
		if err != nil || h.file == nil {
			return "", nil, fs.ErrNotExist
		}
		return name, []byte(h.file(n)), nil
	}}
}

// outcome is what compiling a hostile input took and gave.
type outcome struct {
	Time   time.Duration `json:"-"`
	Memory uint64        // that the system gave
	Errors int
	Codes  []source.Code // of the errors, each once
}

func (o outcome) has(code source.Code) bool { return slices.Contains(o.Codes, code) }

// TestHostile compiles each input in a process of its own: a stack that
// overflows cannot be caught, and what takes too long must be stopped.
func TestHostile(t *testing.T) {
	if name := os.Getenv("QUADRILLE_HOSTILE"); name != "" {
		measureHostile(t, name, os.Getenv("QUADRILLE_OUTCOME"))
		return
	}
	for _, h := range hostileInputs {
		t.Run(h.name, func(t *testing.T) {
			got := runHostile(t, h.name)
			t.Logf("%v, %d MB", got.Time.Round(time.Millisecond), got.Memory>>20)
			if got.Time > mostTime {
				t.Errorf("took %v, more than %v", got.Time.Round(time.Millisecond), mostTime)
			}
			if got.Memory > mostMemory {
				t.Errorf("took %d MB, more than %d MB", got.Memory>>20, mostMemory>>20)
			}
			if h.want != nil && !slices.ContainsFunc(h.want, got.has) {
				t.Errorf("the errors have the codes %v, and none of %v", got.Codes, h.want)
			}
			if got.Errors > mostErrors {
				t.Errorf("there are %d errors, more than anybody reads", got.Errors)
			}
		})
	}
}

// mostErrors is far more than the parser gives of one file.
const mostErrors = 1000

// runHostile starts this test again for one input.
func runHostile(t *testing.T, name string) outcome {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "outcome.json")
	ctx, stop := context.WithTimeout(t.Context(), patience)
	defer stop()
	cmd := exec.CommandContext(ctx, exe, "-test.run=^TestHostile$")
	cmd.Env = append(os.Environ(), "QUADRILLE_HOSTILE="+name, "QUADRILLE_OUTCOME="+file)
	out, err := cmd.CombinedOutput()
	took := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	if err != nil {
		t.Fatalf("%v, after %v:\n%s", err, took.Round(time.Millisecond), out[:min(len(out), 2000)])
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	got := outcome{Time: took}
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	return got
}

// measureHostile compiles one input, prints what is wrong with it, and writes
// to a file what came of it.
func measureHostile(t *testing.T, name, file string) {
	i := slices.IndexFunc(hostileInputs, func(h hostileInput) bool { return h.name == name })
	text := []byte(hostileInputs[i].text())
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)

	_, err := compile.Text(puzzleFile, text, hostileInputs[i].importer(), compile.Options{})
	var list source.List
	if err != nil && !errors.As(err, &list) {
		t.Fatalf("the error is no list of diagnostics: %v", err)
	}
	source.Print(io.Discard, list)

	runtime.ReadMemStats(&after)
	got := outcome{Memory: after.Sys - before.Sys, Errors: len(list)}
	for _, d := range list {
		if !slices.Contains(got.Codes, d.Code) {
			got.Codes = append(got.Codes, d.Code)
		}
	}
	result, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, result, 0o600); err != nil {
		t.Fatal(err)
	}
}
