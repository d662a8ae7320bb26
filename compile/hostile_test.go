package compile_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strconv"
	"strings"
	"testing"

	"quadrille/compile"
	"quadrille/compile/check"
	"quadrille/lang/codes"
	"quadrille/lang/source"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/stdlib"
)

// hostileLimits are the limits that inputs are held to: a tenth of those of the command, or those
// where slow tests are asked for.
func hostileLimits() check.Limits {
	l := check.DefaultLimits()
	if matrixtest.SlowTestsWanted() {
		return l
	}
	return check.Limits{MaxShapeCells: l.MaxShapeCells / 10, MaxItems: l.MaxItems / 10, MaxOptions: l.MaxOptions / 10,
		MaxLoopRounds: l.MaxLoopRounds / 10}
}

// mostAllocated bounds the bytes that compiling an input allocates in all, including memory that was freed meanwhile.
// Unlike the memory in use it depends on neither the collector nor the cores. It bounds the time as well, since every
// step that takes long allocates or is counted.
const mostAllocated = 500 << 20

// mostErrors is far above the number of errors that the parser reports for one file.
const mostErrors = 1000

// hostileInput is a small file that asks for a lot, or a large one that asks
// for nothing sensible.
type hostileInput struct {
	name string
	slow bool          // for slow tests only: the input takes a fifth of a second or more
	want []source.Code // one of these codes must be reported; none if any result is right
	text func() string
	file func(n int) string // text of the file "n.puz", if there is one
	look bool               // whether the limits are those of tools that only check a text
}

// limits returns the limits for the input.
func (h hostileInput) limits() check.Limits {
	if h.look {
		return check.EditorLimits()
	}
	return hostileLimits()
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

// orTooLarge adds the code of long files, which may be refused for their length alone.
func orTooLarge(code source.Code) []source.Code { return []source.Code{code, codes.TooLarge} }

var hostileInputs = []hostileInput{
	{name: "a board of 10^9 cells", want: tooLarge, text: just("board b on square = 100000x10000\n")},
	{name: "two cells far apart", want: tooLarge,
		text: just("board b on square = (0, 0) (90000000, 90000000)\n")},
	{name: "two cells farther apart than 32 bits", want: tooLarge, text: just("board b on square = 1x1" +
		strings.Repeat(" at (100000000, 0)", 21) + " + 1x1" + strings.Repeat(" at (-100000000, 0)", 21) +
		"\npiece A = 1x1\npack b with any of A\n")},
	{name: "a picture of 3 million cells", slow: true, want: tooLarge,
		text: repeated("shape s = \"\"\"", "#", 3*million, "\"\"\"\n")},
	{name: "a shape doubled and doubled again", want: tooLarge,
		text: numbered("", "shape s%[1]d = s%[2]d + s%[2]d at (0, 1000)\n", 4, "shape s4 = 500x1000\n")},
	{name: "a large shape turned and turned again", text: repeated("shape s = 1000x1000", " rotate 90", 50, "\n")},
	{name: "a large piece", text: just("piece A = 1000x1000\nboard b on square = 1000x1000\npack b with A\n")},
	{name: "12 pentominoes on a board of a million cells", want: tooLarge,
		text: just("use pentominoes\nboard b on square = 1000x1000\npack b with pentominoes\n")},
	{name: "a set doubled and doubled again", text: numbered("", "set s%[1]d = s%[2]d + s%[2]d\n", 64,
		"piece A = 1x1\nset s64 = {A}\nboard b on square = 1x1\npack b with s0\n")},

	{name: "10^12 items", want: tooLarge, text: just("items a[i] for i in 1.." + trillion + "\n")},
	{name: "10^12 items by two indices", want: tooLarge,
		text: just("items a[i,j] for i in 1..1000000, j in 1..1000000\n")},
	{name: "10^12 options", want: tooLarge, text: just("items a\noption a for i in 1.." + trillion + "\n")},
	{name: "a condition that is never true", want: tooLarge,
		text: just("items a\noption a for i in 1.." + trillion + " where i < 0\n")},
	{name: "10^12 nogoods", want: tooLarge, text: just("items a\noption a\nforbid together a for i in 1.." + trillion +
		"\n")},
	{name: "10^10 nogoods of options that are alike", slow: true, want: tooLarge,
		text: just("items a b\noption a for i in 1..100000\noption b for i in 1..100000\nforbid together a, b\n")},
	{name: "10^12 times an option of 10^5 that are alike", want: tooLarge,
		text: just("items a\noption a for i in 1..100000\nforbid together a for i in 1..10000000\n")},
	{name: "10^12 matchings", want: tooLarge,
		text: just("items a b\noption a b\nmatching a with b for i in 1.." + trillion + "\n")},
	{name: "a matching of 10^12 items", want: tooLarge,
		text: just("items a[i] for i in 1..2\noption a[1] a[2]\nmatching a[1] with {a[i]? for i in 3.." + trillion +
			"}\n")},
	{name: "10^7 matchings of nothing", want: tooLarge,
		text: just("items a[i] for i in 1..2\noption a[1] a[2]\nmatching a[3]? with a[4]? for i in 1..10000000\n")},
	{name: "matchings of many items", want: tooLarge,
		text: just("items a[i] b[i] for i in 1..1000\noption a[i] b[i] for i in 1..1000\nmatching {a[i] for i in " +
			"1..1000} with {b[i] for i in 1..1000} for j in 1..100000\n")},
	{name: "the swaps of an empty square", want: tooLarge, text: just("latin 61\nbreak swaps\n")},
	{name: "the swaps of a square whose boxes are its rows",
		text: just("latin 60 {\n  distinct on boxes 1x60\n  distinct on main diagonals\n}\nbreak swaps\n")},
	{name: "an index without values inside of 10^12 rounds", want: tooLarge,
		text: just("items a\noption a for i in 1.." + trillion + ", j in 1..0\n")},
	{name: "10^4 indices", slow: true, text: numbered("items a for ", "i%[1]d in 1..1, ", 10_000, "last in 1..1\n")},
	{name: "an option of 30,000 items", slow: true, text: func() string {
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

	{name: "10^5 nested parentheses in an expression", want: tooDeep,
		text: repeated("param n = ", "(", 100_000, "1\n")},
	{name: "10^5 nested parentheses in a later expression", want: tooDeep,
		text: repeated("puz 1\nparam n = ", "(", 100_000, "1"+strings.Repeat(")", 100_000)+"\n")},
	{name: "10^5 nested parentheses in a shape", want: tooDeep, text: repeated("shape s = ", "(", 100_000, "1x1\n")},
	{name: "10^6 nested parentheses in a later shape", slow: true, want: tooDeep,
		text: repeated("puz 1\nshape s = ", "(", million, "1x1"+strings.Repeat(")", million)+"\n")},
	{name: "10^5 nested braces", want: tooDeep, text: repeated("set s = ", "{", 100_000, "A\n")},
	{name: "10^5 nested calls", want: tooDeep, text: repeated("puz 1\nparam n = ", "abs(", 100_000, "1\n")},
	{name: "10^6 minus signs", slow: true, want: tooDeep, text: repeated("param n = ", "-", million, "1\n")},
	{name: "10^6 terms", slow: true, want: tooDeep, text: repeated("param n = 1", " + 1", million, "\n")},
	{name: "10^5 parameters, each the next one", slow: true, text: numbered("", "param p%[1]d = p%[2]d\n", 100_000,
		"param p100000 = 1\n")},

	{name: "sets and steps of 30 of 60 symbols", want: orTooLarge(codes.TooLarge),
		text: just("latin 60 {\n" + strings.Repeat("  distinct sum 915 on 1x30\n", 20) + "}\n")},
	{name: "sets that are none", want: nil,
		text: just("board b on square = 1x40\nfill b with " +
			"\"123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ\" {\n  distinct product 7 on 1x40\n}\n")},
	{name: "products of many cells", want: orTooLarge(codes.TooLarge),
		text: just("board b on square = 1x300\nfill b with " +
			"\"123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ\" {\n  quotient 1 on b\n  product " +
			"4611686018427387904 on b\n  difference 3 on b\n}\n")},
	{name: "runs of a long line", want: orTooLarge(codes.TooLarge),
		text: just("board b on square = 1x3000\nfill b with \"01\" {\n  runs rows \"" + strings.Repeat("1 ", 1200) +
			"\"\n}\n")},
	{name: "pairs of a large board", want: orTooLarge(codes.TooLarge),
		text: just("board b on square = 1000x1000\nfill b with \"01\" {\n  apart king\n  apart knight\n  marks " +
			"\"\"\"\n    .\n  \"\"\" every \"o*XV\"\n}\n")},
	{name: "rules in 10^12 rounds", want: orTooLarge(codes.TooLarge),
		text: just("latin 9 {\n  distinct on 1x2 at (0, 0) for i in 1.." + trillion +
			"\n}\nqueens 4 {\n  exactly 1 on (0, 0) for i in 1.." + trillion + "\n}\n")},
	{name: "an option of 10^12 items", slow: true, want: orTooLarge(codes.TooLarge),
		text: just("items a b[1]\noption a {b[i]? for i in 2.." + trillion + "}\n")},
	{name: "sums in sums in rounds", want: orTooLarge(codes.TooLarge),
		text: just("items a[i] for i in 1..1000 where sum(sum(1 for k in 1..10000) for j in 1..10000) > i\n")},
	{name: "a table of 10^5 rows", want: nil, text: repeated("table t = \"\"\"\n", "1 2 3\n", 100_000,
		"\"\"\"\nparam n = t[99999,2]\n")},
	{name: "a line everywhere on a large board", want: orTooLarge(codes.TooLarge),
		text: just("board b on square = 1000x1000\nplace rook on b {\n  at most 1 on 30x30 everywhere\n}\n")},
	{name: "a large dissection", want: tooLarge, text: just("dissect 60x60 into 9 pieces forming 60x60\n")},
	{name: "a dissection of cells far apart", want: tooLarge,
		text: just("dissect 1000x1000 into 9 pieces forming 1000x1000\n")},
	{name: "a loop on a large board", want: orTooLarge(codes.TooLarge),
		text: just("board b on sticks = 600x600\nfill b with \"01\" {\n  loop \"1\"\n}\n")},

	{name: "10^6 uses of a module", slow: true, text: repeated("", "use pentominoes\n", million, "")},
	{name: "10^6 lines without a keyword", slow: true, want: orTooLarge(codes.UnknownStatement),
		text: repeated("", "use a\nuses a\n", million/2, "")},
	{name: "10^5 names declared again", slow: true, want: orTooLarge(codes.DuplicateName),
		text: repeated("", "param n = 1\n", 100_000, "")},
	{name: "5000 unknown names among 5000 known ones", slow: true, want: orTooLarge(codes.UnknownName),
		text: numbered("", "param known%[1]d = unknown%[1]d\n", 5000, "")},
	{name: "two names of 50,000 letters", want: orTooLarge(codes.UnknownName),
		text: just("param " + strings.Repeat("a", 50_000) + " = " + strings.Repeat("b", 50_000) + "\n")},
	{name: "a number of 10^6 digits", want: []source.Code{codes.BadNumber},
		text: repeated("param n = ", "9", million, "\n")},
	{name: "10^6 quotes", want: orTooLarge(codes.UnknownStatement), text: repeated("", `"`, million, "\n")},
	{name: "10^6 characters that mean nothing", slow: true, want: orTooLarge(codes.BadCharacter),
		text: repeated("", "#", million, "\n")},
	{name: "a binary file", want: []source.Code{codes.NotText},
		text: repeated("puz 1\n", "\x7fELF\x00\xff", million/6, "")},
}

// importer serves the numbered files of an input.
func (h hostileInput) importer() check.Importer {
	return check.Importer{ReadModule: stdlib.ReadModule, ReadFile: func(_, name string) (string, []byte, error) {
		n, err := strconv.Atoi(strings.TrimSuffix(name, ".puz"))
		if err != nil || h.file == nil {
			return "", nil, fs.ErrNotExist
		}
		return name, []byte(h.file(n)), nil
	}}
}

// hostile returns the inputs of a run.
func hostile() []hostileInput {
	var run []hostileInput
	for k, h := range hostileInputs {
		if matrixtest.SlowTestsWanted() || !h.slow && (!testing.Short() || k%20 == 0) {
			run = append(run, h)
		}
	}
	for k, text := range hostileTexts() {
		if matrixtest.SlowTestsWanted() || k%madeEvery == 0 {
			run = append(run, hostileInput{name: fmt.Sprintf("text %d that is made", k), text: just(text), look: true})
		}
	}
	return run
}

// outcome is what compiling a hostile input took and gave.
type outcome struct {
	Name      string
	Allocated uint64 // bytes
	Errors    int
	Codes     []source.Code // of the errors, each once
}

func (o outcome) has(code source.Code) bool { return slices.Contains(o.Codes, code) }

const hostileChild = "QUADRILLE_HOSTILE"

// TestHostile compiles the inputs in another process: a stack that overflows cannot be caught.
// Where an input kills the process, the next one goes on behind it.
func TestHostile(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	if first := os.Getenv(hostileChild); first != "" {
		compileHostile(t, first)
		return
	}
	for rest := hostile(); len(rest) > 0; {
		outcomes, said := runHostile(t, rest[0].name)
		for k, got := range outcomes {
			judgeHostile(t, rest[k], got)
		}
		if rest = rest[len(outcomes):]; len(rest) > 0 {
			t.Errorf("%s: the process ended:\n%s", rest[0].name, said[:min(len(said), 2000)])
			rest = rest[1:]
		}
	}
}

func judgeHostile(t *testing.T, h hostileInput, got outcome) {
	t.Run(h.name, func(t *testing.T) {
		t.Logf("%d MB", got.Allocated>>20)
		if got.Name != h.name {
			t.Fatalf("this is the outcome of %s", got.Name)
		}
		if got.Allocated > mostAllocated {
			t.Errorf("allocates %d MB, more than %d MB", got.Allocated>>20, mostAllocated>>20)
		}
		if h.want != nil && !slices.ContainsFunc(h.want, got.has) {
			t.Errorf("the errors have the codes %v, and none of %v", got.Codes, h.want)
		}
		if got.Errors > mostErrors {
			t.Errorf("there are %d errors, more than anybody reads", got.Errors)
		}
	})
}

// runHostile starts this test again for the inputs from one on, and returns the outcomes of those
// that were compiled.
func runHostile(t *testing.T, first string) (outcomes []outcome, said []byte) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), exe, "-test.run=^TestHostile$",
		fmt.Sprintf("-test.short=%t", testing.Short()))
	cmd.Env = append(os.Environ(), hostileChild+"="+first)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, _ := cmd.Output() // how it ended is told by the number of outcomes
	for line := range bytes.Lines(out) {
		var got outcome
		if json.Unmarshal(line, &got) == nil && got.Name != "" {
			outcomes = append(outcomes, got)
		}
	}
	return outcomes, errs.Bytes()
}

// compileHostile compiles inputs and writes a line on each.
func compileHostile(t *testing.T, first string) {
	debug.SetGCPercent(100) // the parent may have none
	inputs := hostile()
	from := slices.IndexFunc(inputs, func(h hostileInput) bool { return h.name == first })
	for _, h := range inputs[from:] {
		text := []byte(h.text())
		before := allocated()
		_, err := compile.CompileText(puzzleFile, text, h.importer(), compile.ProgramOptions{Limits: h.limits()})
		got := outcome{Name: h.name, Allocated: allocated() - before}
		var list source.DiagnosticList
		if err != nil && !errors.As(err, &list) {
			t.Fatalf("%s: the error is no list of diagnostics: %v", h.name, err)
		}
		source.PrintList(io.Discard, list)
		got.Errors = len(list)
		for _, d := range list {
			if !slices.Contains(got.Codes, d.Code) {
				got.Codes = append(got.Codes, d.Code)
			}
		}
		line, err := json.Marshal(got)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Printf("%s\n", line)
	}
}

// allocated returns the bytes that this process has allocated so far.
func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
