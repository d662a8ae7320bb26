package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"quadrille"
	"quadrille/cmd/console"
)

// queens is n queens in the core of the language. It has 40 solutions for
// n = 7, 4 for n = 6, and 39,029,188,884 for n = 20: no search ends there.
const queens = `param n = 6
items row[i] column[i] for i in 0..n-1
secondary items up[d] down[d] for d in 0..2*n-2
option row[i] column[j] up[i+j] down[i-j+n-1] for i in 0..n-1, j in 0..n-1
expect 4 solutions when n = 6
`

// dominoes has three solutions: three upright dominoes, or an upright one on
// the left or on the right of two that lie.
const dominoes = `use dominoes
board b on square = 2x3
pack b with any of I2
`

// runOutcome is the outcome of a run of the command: its exit code and its output.
type runOutcome struct {
	code        int
	out, errors string
}

// all returns everything that a run printed, standard output first.
func (o runOutcome) all() string { return o.out + o.errors }

// runPuz runs the command inside the test.
func runPuz(args ...string) runOutcome {
	var out, errs bytes.Buffer
	code := runMain(append([]string{"puz"}, args...), strings.NewReader(""), &out, &errs)
	return runOutcome{code, out.String(), errs.String()}
}

// TestFlagsStandAnywhere: a flag means the same before and after the FILE,
// with its value behind a blank or behind =, and with the FILE behind --. The
// library that reads the flags ignores those after the first argument, so
// each command is tried, with a flag whose effect shows.
func TestFlagsStandAnywhere(t *testing.T) {
	t.Chdir(t.TempDir())
	writeTestFile(t, "queens.puz", queens)
	writeTestFile(t, "untidy.puz", "board   b on square = 2x2\n")
	tests := []struct {
		command, file, flag, value string
		code                       int
		out                        string // a part of standard output
	}{
		{"solve", "queens.puz", "--limit", "1", console.ExitSuccess, "solution 1\n"},
		{"count", "queens.puz", "-D", "n=7", console.ExitSuccess, "40\n"},
		{"compile", "queens.puz", "-D", "n=1", console.ExitSuccess, "row[0] column[0] | up[0] down[0]\n"},
		{"check", "queens.puz", "--max-items", "1", console.ExitBadInput, ""},
		{"fmt", "untidy.puz", "-d", "", console.ExitNoSolution, "+board b on square = 2x2\n"},
		{"test", "queens.puz", "-D", "n=7", console.ExitSuccess, "skip"},
		{"explain", "queens.puz", "-D", "n=7", console.ExitSuccess, "parameter  n = 7\n"},
	}
	for _, test := range tests {
		for _, args := range arrangements(test.file, test.flag, test.value) {
			args = append([]string{test.command}, args...)
			got := runPuz(args...)
			if got.code != test.code || !strings.Contains(got.out, test.out) {
				t.Errorf("puz %s: exit code %d, want %d with %q; it prints\n%s%s",
					strings.Join(args, " "), got.code, test.code, test.out, got.out, got.errors)
			}
		}
	}
}

// arrangements lists the possible orders of a flag, its value and a file on a command line.
func arrangements(file, flag, value string) [][]string {
	if value == "" {
		return [][]string{{flag, file}, {file, flag}, {flag, "--", file}}
	}
	joined := flag + "=" + value
	return [][]string{
		{flag, value, file}, {file, flag, value}, {flag, value, "--", file},
		{joined, file}, {file, joined}, {joined, "--", file},
	}
}

// TestCrossword: Across Lite crosswords have the same ending, and whoever has
// one is told so. Their files begin with two bytes of checksum and a magic text
// with a zero behind it.
func TestCrossword(t *testing.T) {
	t.Chdir(t.TempDir())
	writeTestFile(t, "crossword.puz", "\x12\x34ACROSS&DOWN\x00\x01\x02\x03\x04")
	got := runPuz("solve", "crossword.puz")
	if got.code != console.ExitBadInput || got.out != "" ||
		!regexp.MustCompile(`^crossword.puz:1:1: error: .*Across Lite.* \[across-lite\]\n`).MatchString(got.errors) {
		t.Errorf("%+v", got)
	}
}

// jsonLine is a solution as a program reads it from a line of JSON.
type jsonLine struct {
	Solution   int
	Placements []struct {
		Piece       string
		Orientation *int
		Cells       [][]int
		Items       []string
	}
}

// TestJSON reads solutions as a program would: one object a line, each a
// packing of the board by dominoes, no two of them the same.
func TestJSON(t *testing.T) {
	t.Chdir(t.TempDir())
	writeTestFile(t, "dominoes.puz", dominoes)
	got := runPuz("solve", "--format", "json", "dominoes.puz")
	if got.code != console.ExitSuccess {
		t.Fatalf("exit code %d: %s", got.code, got.errors)
	}
	seen := map[string]bool{}
	n := 0
	for line := range strings.Lines(got.out) {
		n++
		var s jsonLine
		if err := json.Unmarshal([]byte(line), &s); err != nil {
			t.Fatalf("line %d: %v: %s", n, err, line)
		}
		if s.Solution != n {
			t.Errorf("line %d holds solution %d", n, s.Solution)
		}
		seen[coverOf(t, s)] = true
	}
	if n != 3 || len(seen) != 3 {
		t.Errorf("%d lines and %d solutions, want 3 and 3", n, len(seen))
	}
}

// coverOf checks that a solution covers each cell of the 2x3 board once with dominoes, and returns a text that is the
// same for equal packings.
func coverOf(t *testing.T, s jsonLine) string {
	t.Helper()
	covered := map[[2]int]int{}
	var pieces []string
	for _, p := range s.Placements {
		if p.Piece != "I2" || p.Orientation == nil || len(p.Cells) != 2 {
			t.Fatalf("this is no placement of a domino: %+v", p)
		}
		for i, c := range p.Cells {
			covered[[2]int{c[0], c[1]}]++
			if name := fmt.Sprintf("%d,%d", c[0], c[1]); p.Items[i] != name {
				t.Errorf("the item of cell %v is called %s", c, p.Items[i])
			}
		}
		pieces = append(pieces, fmt.Sprint(p.Cells))
	}
	for r := range 2 {
		for c := range 3 {
			if covered[[2]int{r, c}] != 1 {
				t.Errorf("solution %d covers cell %d,%d %d times", s.Solution, r, c, covered[[2]int{r, c}])
			}
		}
	}
	slices.Sort(pieces)
	return strings.Join(pieces, " ")
}

// TestHintsOfTheLanguage: the runtime knows every word that a search hint may
// be, and the language every word that the runtime knows. The two lists stand
// apart, since the runtime knows nothing of the language.
func TestHintsOfTheLanguage(t *testing.T) {
	t.Chdir(t.TempDir())
	parameters := map[string]string{"list": ":a", "phase": ":level=1"} // of those that need some
	for hint, known := range map[string][]string{"order": quadrille.ItemOrders(), "options": quadrille.OptionOrders(),
		"choose": quadrille.ChooserNames()} {
		writeTestFile(t, "hint.puz", "items a\noption a\nsearch "+hint+" nonsense\n")
		said := runPuz("check", "hint.puz").errors
		words := regexp.MustCompile("`" + hint + "` knows (.*), and no").FindStringSubmatch(said)
		if words == nil {
			t.Fatalf("no words are listed in %s", said)
		}
		if got := strings.Split(words[1], ", "); !slices.Equal(got, known) {
			t.Errorf("the language knows %s %v, the runtime %v", hint, got, known)
		}
		for _, word := range known {
			writeTestFile(t, "hint.puz", "items a\noption a\nsearch "+hint+" \""+word+parameters[word]+"\"\n")
			if got := runPuz("count", "hint.puz"); got.out != "1\n" {
				t.Errorf("search %s %s: %+v", hint, word, got)
			}
		}
	}
}

// fullDisk is a writer that accepts nothing.
type fullDisk struct{}

var errFull = errors.New("no space left")

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

// TestResultThatCannotBeWritten: a command whose result got lost must not
// claim success, or a script goes on with an empty file.
func TestResultThatCannotBeWritten(t *testing.T) {
	t.Chdir(t.TempDir())
	writeTestFile(t, "queens.puz", queens)
	for _, command := range []string{
		"solve queens.puz", "solve --format json queens.puz", "solve --format rows queens.puz",
		"count queens.puz", "compile queens.puz", "fmt queens.puz", "test queens.puz",
		"explain queens.puz", "explain not-text", "explain codes", "stdlib", "stdlib dominoes",
		"completion bash", "completion fish", "man",
	} {
		t.Run(command, func(t *testing.T) {
			var errs bytes.Buffer
			code := runMain(append([]string{"puz"}, strings.Fields(command)...), strings.NewReader(""), fullDisk{},
				&errs)
			if code == console.ExitSuccess {
				t.Error("exit code 0")
			}
			if !strings.Contains(errs.String(), errFull.Error()) {
				t.Errorf("standard error does not say why: %q", errs.String())
			}
		})
	}
}

// TestRewritingKeepsPermissions: a file that others may not read stays so.
func TestRewritingKeepsPermissions(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("windows has other permissions")
	}
	t.Chdir(t.TempDir())
	writeTestFile(t, "private.puz", "board   b on square = 2x2\n")
	if err := os.Chmod("private.puz", 0o600); err != nil {
		t.Fatal(err)
	}
	if got := runPuz("fmt", "-w", "private.puz"); got.code != console.ExitSuccess {
		t.Fatalf("%+v", got)
	}
	info, err := os.Stat("private.puz")
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm() != 0o600 {
		t.Errorf("the permissions are %v now", info.Mode().Perm())
	}
}

// TestImportsThatDouble: a chain of files of which each uses the next one
// twice holds 2^40 ways from its first file to its last, and 41 files. An
// import bomb must end in a moment.
func TestImportsThatDouble(t *testing.T) {
	dir := t.TempDir()
	for i := range 40 {
		next := fmt.Sprintf("use \"f%d.puz\"\n", i+1)
		writeTestFile(t, filepath.Join(dir, fmt.Sprintf("f%d.puz", i)), next+next)
	}
	writeTestFile(t, filepath.Join(dir, "f40.puz"), "shape s = 1x1\n")
	ctx, cancel := context.WithTimeout(t.Context(), patienceOfTests)
	defer cancel()
	cmd := exec.CommandContext(ctx, "puz", "check", "f0.puz")
	cmd.Dir = dir
	said, _ := cmd.CombinedOutput()
	if ctx.Err() != nil {
		t.Fatalf("the check did not end; it said %q", said)
	}
}

// patienceOfTests is how long a test waits for what should take a moment. It
// is only used up when something is wrong.
const patienceOfTests = 10 * time.Minute

// TestInterrupt sends a signal to the command while it works.
// It says what it has found so far, and that this is partial.
func TestInterrupt(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("windows cannot send an interrupt to one process")
	}
	if testing.Short() {
		t.Skip("interrupts take some seconds")
	}
	dir := t.TempDir()
	writeTestFile(t, filepath.Join(dir, "queens.puz"), strings.Replace(queens, "n = 6", "n = 20", 1))
	writeTestFile(t, filepath.Join(dir, "board.puz"),
		"use pentominoes\nboard b on square = 8x8\npack b with pentominoes {\n leave 4 empty\n}\n")
	writeTestFile(t, filepath.Join(dir, "long.puz"), strings.Replace(queens, "4 solutions when n = 6",
		"39_029_188_884 solutions when n = 20", 1))

	t.Run("solve", func(t *testing.T) {
		p := startProcess(t, dir, "solve", "--all", "--format", "rows", "queens.puz")
		got := p.interrupt(p.firstLine())
		if got.code != console.ExitInterrupted {
			t.Errorf("exit code %d", got.code)
		}
		note := regexp.MustCompile(`partial.* (\d+) solutions?`).FindStringSubmatch(got.errors)
		if note == nil {
			t.Fatalf("standard error does not say that this is partial: %q", got.errors)
		}
		if n := completeQueens(t, got.out, 20); strconv.Itoa(n) != note[1] {
			t.Errorf("%d solutions were printed, and the note says %s", n, note[1])
		}
	})
	t.Run("test", func(t *testing.T) {
		p := startProcess(t, dir, "test", "queens.puz", "long.puz")
		got := p.interrupt(p.firstLine())
		if got.code != console.ExitInterrupted {
			t.Errorf("exit code %d", got.code)
		}
		if !strings.Contains(got.errors, "interrupted") || strings.Contains(got.errors, "context") {
			t.Errorf("standard error does not say plainly that it was interrupted: %q", got.errors)
		}
	})
	for name, s := range map[string]syscall.Signal{"hangup": syscall.SIGHUP, "termination": syscall.SIGTERM} {
		t.Run(name, func(t *testing.T) {
			p := startProcess(t, dir, "solve", "--all", "--format", "svg", "-o", name+".svg", "--log", "100ms",
				"board.puz")
			p.waitFor(regexp.MustCompile("after .*: [1-9][0-9]* solution"))
			got := p.signal(s, "")
			if want := 128 + int(s); got.code != want {
				t.Errorf("exit code %d, want %d: %s", got.code, want, got.errors)
			}
			pages, _ := filepath.Glob(filepath.Join(dir, name+"*.svg")) // one, or name-1.svg and so on
			tiles := 0
			for _, page := range pages {
				text, err := os.ReadFile(page)
				if err != nil || !bytes.HasSuffix(bytes.TrimSpace(text), []byte("</svg>")) {
					t.Errorf("%s is not whole: %v, %d bytes", page, err, len(text))
				}
				tiles += bytes.Count(text, []byte(`class="tile"`))
			}
			if found := regexp.MustCompile(`partial.* (\d+) solutions`).FindStringSubmatch(got.errors); found == nil ||
				found[1] != strconv.Itoa(tiles) {
				t.Errorf("%d pages have %d solutions: %s", len(pages), tiles, got.errors)
			}
			if left, _ := filepath.Glob(filepath.Join(dir, ".puz-*")); len(left) > 0 {
				t.Errorf("files stay behind: %v", left)
			}
		})
	}
	t.Run("standard input", func(t *testing.T) {
		p := startProcess(t, dir, "solve", "-")
		// A pipe holds less than this: when all is written, the command reads.
		if _, err := io.WriteString(p.stdin, strings.Repeat("// still typing\n", 1<<15)); err != nil {
			t.Fatal(err)
		}
		if got := p.interrupt(""); got.code != console.ExitInterrupted {
			t.Errorf("exit code %d", got.code)
		}
	})
}

// testProcess is a command that runs beside the test.
type testProcess struct {
	t      *testing.T
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	stdout *bufio.Reader
	stderr sharedBuffer
	ctx    context.Context
}

// sharedBuffer is a buffer that a process writes to and a test reads.
type sharedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *sharedBuffer) Write(text []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(text)
}

func (s *sharedBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// startProcess starts the command in a folder. If it does not end by itself, it
// is killed.
func startProcess(t *testing.T, dir string, args ...string) *testProcess {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patienceOfTests)
	t.Cleanup(cancel)
	p := &testProcess{t: t, ctx: ctx, cmd: exec.CommandContext(ctx, "puz", args...)}
	p.cmd.Dir = dir
	p.cmd.Stderr = &p.stderr
	var err error
	if p.stdin, err = p.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	stdout, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	p.stdout = bufio.NewReader(stdout)
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return p
}

// firstLine waits for the first line of standard output.
func (p *testProcess) firstLine() string {
	p.t.Helper()
	line, err := p.stdout.ReadString('\n')
	if err != nil {
		p.t.Fatalf("no line was printed: %v", err)
	}
	return line
}

// waitFor waits until standard error holds a text.
func (p *testProcess) waitFor(text *regexp.Regexp) {
	p.t.Helper()
	for !text.MatchString(p.stderr.String()) {
		if p.ctx.Err() != nil {
			p.t.Fatalf("standard error never holds %v: %q", text, p.stderr.String())
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// interrupt sends the interrupt and waits for the end. Standard output begins
// with what has been read of it.
func (p *testProcess) interrupt(read string) runOutcome {
	p.t.Helper()
	return p.signal(syscall.SIGINT, read)
}

func (p *testProcess) signal(s syscall.Signal, read string) runOutcome {
	p.t.Helper()
	if err := p.cmd.Process.Signal(s); err != nil {
		p.t.Fatal(err)
	}
	rest, err := io.ReadAll(p.stdout)
	if err != nil {
		p.t.Fatal(err)
	}
	code := codeOf(p.cmd.Wait())
	return runOutcome{code, read + string(rest), p.stderr.String()}
}

var queenRow = regexp.MustCompile(`^row\[(\d+)\] column\[(\d+)\] up\[\d+\] down\[\d+\]$`)

// completeQueens returns the number of solutions in the format rows, after
// it has checked that each of them is whole: n queens that do not attack one
// another, and a blank line behind them.
func completeQueens(t *testing.T, text string, n int) int {
	t.Helper()
	if !strings.HasSuffix(text, "\n\n") {
		t.Fatalf("the output breaks off: %q", text[max(0, len(text)-80):])
	}
	solutions := strings.Split(strings.TrimSuffix(text, "\n\n"), "\n\n")
	for k, s := range solutions {
		taken := map[string]bool{}
		for line := range strings.SplitSeq(s, "\n") {
			at := queenRow.FindStringSubmatch(line)
			if at == nil {
				t.Fatalf("solution %d has the line %q", k+1, line)
			}
			row, _ := strconv.Atoi(at[1])
			column, _ := strconv.Atoi(at[2])
			for _, on := range []string{
				"row " + at[1], "column " + at[2],
				fmt.Sprint("up ", row+column), fmt.Sprint("down ", row-column),
			} {
				if taken[on] {
					t.Fatalf("solution %d has two queens on %s", k+1, on)
				}
				taken[on] = true
			}
		}
		if len(taken) != 4*n {
			t.Fatalf("solution %d has %d queens", k+1, len(taken)/4)
		}
	}
	return len(solutions)
}

// TestStreamsThatFail: a full disk ends with exit code 2 and a word, and a pipe that nobody
// reads any more with the code of a signal, and none.
func TestStreamsThatFail(t *testing.T) {
	dir := t.TempDir()
	writeTestFile(t, filepath.Join(dir, "queens.puz"), strings.Replace(queens, "n = 6", "n = 20", 1))
	read, broken, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	read.Close()
	streams := map[string]*os.File{"": broken}
	if full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0); err == nil {
		streams["cannot write the result"] = full
	}
	codes := map[string]int{"": console.ExitClosedPipe, "cannot write the result": console.ExitBadInput}
	for want, stream := range streams {
		cmd := exec.Command("puz", "solve", "--format", "rows", "--limit", "2000", "queens.puz")
		var said bytes.Buffer
		cmd.Dir, cmd.Stdout, cmd.Stderr = dir, stream, &said
		if code := codeOf(cmd.Run()); code != codes[want] || !strings.Contains(said.String(), want) || want == "" &&
			said.Len() > 0 {
			t.Errorf("exit code %d, and %q is said, want %q", code, said.String(), want)
		}
		stream.Close()
	}
}

// TestPipesAreNotRead: a named pipe as FILE, or as a file that a puzzle uses, would keep
// the command waiting for ever.
func TestPipesAreNotRead(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	if err := exec.Command("mkfifo", "pipe.puz").Run(); err != nil {
		t.Skip("there are no named pipes here: ", err)
	}
	writeTestFile(t, "user.puz", "use \"pipe.puz\"\n")
	writeTestFile(t, "queens.puz", queens)
	for _, args := range [][]string{{"count", "pipe.puz"}, {"check", "user.puz"},
		{"count", "--zdd", "pipe.puz", "queens.puz"}, {"bench", "pipe.puz"}} {
		if got := runPuz(args...); got.code != console.ExitBadInput ||
			!strings.Contains(got.errors, "no regular file") {
			t.Errorf("puz %v: %+v", args, got)
		}
	}
}

// TestNothingMovesTheCursor: names, titles and errors of the system are printed with control
// and bidirectional characters escaped.
func TestNothingMovesTheCursor(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	evil := "a\x1b[31m\u202eb"
	writeTestFile(t, evil+".puz",
		"puzzle \"x\u202ey\"\nboard b on square = 1x1\nuse monominoes\npack b with monominoes\nexpect 2 solutions\n")
	writeTestFile(t, "evil.dlx", "x\u202ey\nx\u202ey\n")
	for _, args := range [][]string{
		{"check", evil + ".puz"}, {"check", evil + "!.puz"}, {"solve", evil + ".puz"}, {"test", evil + ".puz"},
		{"explain", evil + ".puz"}, {evil},
		{"solve", "evil.dlx"}, {"solve", "evil.dlx", "--format", "rows"}, {"solve", "evil.dlx", "--format", "json"},
		{"compile", evil + ".puz", "--explain"},
		{"solve", evil + ".puz", "--format", "svg"}, {"solve", evil + ".puz", "--" + evil},
	} {
		got := runPuz(args...)
		if strings.ContainsAny(got.out+got.errors, "\x1b\u202e") {
			t.Errorf("puz %q prints %q and %q", args, got.out, got.errors)
		}
	}
}
