package main

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"quadrille/cmd/console"
)

// TestMain puts the command into the path of the tests under the name puz:
// the test binary plays its part.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == "puz" {
		main()
	}
	os.Exit(runWithPuz(m))
}

// runWithPuz runs the tests. testscript.Main would do the same, but with it "puz" in a script always starts a process.
func runWithPuz(m *testing.M) int {
	debug.SetMemoryLimit(1 << 30) // many commands leave their tables behind; with GOGC=off nobody else collects them
	folder, err := os.MkdirTemp("", "puz")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	itself, err := os.Executable()
	if err == nil {
		err = os.Symlink(itself, filepath.Join(folder, "puz"))
	}
	if err != nil {
		panic(err)
	}
	os.Setenv("PATH", folder+string(filepath.ListSeparator)+os.Getenv("PATH"))
	return m.Run()
}

// TestScript runs the scripts in testdata/script. What they expect follows
// from spec.md, the help texts and the conventions of the command line, and
// numbers and pictures in them were worked out by hand.
//
// "puz solve FILE" in a script runs the command inside of the test, since hundreds of
// processes cost more than what they do. "exec puz solve FILE" starts a process: for what
// reads standard input, sees a terminal, goes on in the background or meets another puz.
func TestScript(t *testing.T) {
	params := testscript.Params{
		Dir:                "testdata/script",
		RequireUniqueNames: true,
		// With the race detector a process waits for a second before it ends.
		Setup: func(e *testscript.Env) error {
			e.Setenv("GORACE", "atexit_sleep_ms=0")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"puz":    puzCommand,
			"exits":  exitsCommand,
			"misuse": misuseCommand,
			"until":  untilCommand,
		},
	}
	if testing.Short() {
		params.Dir = ""
		for _, name := range []string{"check", "count", "solve", "compile"} {
			params.Files = append(params.Files, "testdata/script/"+name+".txtar")
		}
	}
	testscript.RunT(inTurn{t}, params)
}

// inTurn runs scripts one after the other, since a command that runs inside the test can be in only one folder at a
// time.
type inTurn struct{ *testing.T }

func (t inTurn) Parallel()     {}
func (t inTurn) Verbose() bool { return testing.Verbose() }
func (t inTurn) Run(name string, script func(testscript.T)) {
	t.T.Run(name, func(t *testing.T) { script(inTurn{t}) })
}

// puzCommand is the command puz of the scripts. It wants the exit code 0, and another one after "!".
func puzCommand(ts *testscript.TestScript, neg bool, args []string) {
	if code := runInside(ts, args).code; (code == console.ExitSuccess) == neg {
		ts.Fatalf("exit code %d", code)
	}
}

// runInside runs puz inside of the test and in the folder of the script.
func runInside(ts *testscript.TestScript, args []string) runOutcome {
	back, err := os.Getwd()
	ts.Check(err)
	ts.Check(os.Chdir(ts.MkAbs(".")))
	defer func() { ts.Check(os.Chdir(back)) }()
	got := runPuz(args...)
	io.WriteString(ts.Stdout(), got.out)
	io.WriteString(ts.Stderr(), got.errors)
	return got
}

// exitsCommand is a command of the scripts. "exits 3 puz solve FILE" runs puz and wants its exit code
// to be 3; other programs are started.
func exitsCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM [ARGUMENT]...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	var got int
	if args[1] == "puz" {
		got = runInside(ts, args[2:]).code
	} else {
		got = codeOf(ts.Exec(args[1], args[2:]...))
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// misuseCommand is a command of the scripts. "misuse PATTERN puz solve" runs puz and
// wants what bad usage must come to: exit code 2, nothing on standard output,
// and on standard error one line, from puz, that matches the pattern. One line
// also means that nothing is said twice.
func misuseCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 || args[1] != "puz" {
		ts.Fatalf("usage: misuse PATTERN puz [ARGUMENT]...")
	}
	got := runInside(ts, args[2:])
	if got.code != console.ExitBadInput {
		ts.Fatalf("exit code %d, want %d", got.code, console.ExitBadInput)
	}
	if got.out != "" {
		ts.Fatalf("standard output is not empty: %q", got.out)
	}
	said, whole := strings.CutSuffix(got.errors, "\n")
	if !whole || strings.Contains(said, "\n") || !strings.HasPrefix(said, "puz: ") {
		ts.Fatalf("standard error is not one line from puz: %q", said)
	}
	if strings.TrimSpace(said) != said {
		ts.Fatalf("the message ends with a blank: %q", said)
	}
	if !regexp.MustCompile(args[0]).MatchString(said) {
		ts.Fatalf("the message %q does not match %q", said, args[0])
	}
}

// untilCommand is a command of the scripts. "until PATTERN FILE" waits until a program that runs in
// the background has written what matches the pattern.
func untilCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: until PATTERN FILE")
	}
	pattern := regexp.MustCompile("(?m)" + args[0])
	for start := time.Now(); time.Since(start) < 10*time.Minute; time.Sleep(5 * time.Millisecond) {
		if text, err := os.ReadFile(ts.MkAbs(args[1])); err == nil && pattern.Match(text) {
			return
		}
	}
	text := ts.ReadFile(args[1])
	ts.Fatalf("nothing matches %q; the end is\n%s", args[0], text[max(0, len(text)-1000):])
}

// codeOf is the exit code of a process that has ended; negative if a signal
// ended it.
func codeOf(err error) int {
	var exited *exec.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exited):
		return exited.ExitCode()
	}
	return -2 // it did not even start
}
