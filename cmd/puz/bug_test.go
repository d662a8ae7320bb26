package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quadrille/cmd/console"
)

// broken is a stream that panics, as if this program had a bug.
type broken struct{}

func (broken) Read([]byte) (int, error)  { panic("a mistake\nof ours") }
func (broken) Write([]byte) (int, error) { panic(errors.New("a mistake of ours")) }

// TestBug: a panic ends a command with one line on standard error, and a code of its own.
func TestBug(t *testing.T) {
	t.Chdir(t.TempDir())
	writeTestFile(t, "queens.puz", queens)
	tests := []struct {
		args     string
		stdin    io.Reader
		stdout   io.Writer // nil for one that takes everything
		in, with string
	}{
		{args: "count -", stdin: broken{}, in: "count stdin", with: "this file"},
		{args: "check queens.puz -", stdin: broken{}, in: "check stdin", with: "this file"},
		{args: "count --batch -", stdin: broken{}, in: "count", with: "what was asked"},
		{args: "count queens.puz", stdout: broken{}, in: "count queens.puz", with: "this file"},
		{args: "solve queens.puz", stdout: broken{}, in: "solve queens.puz", with: "this file"},
		{args: "test queens.puz", stdout: broken{}, in: "test queens.puz", with: "this file"},
		{args: "explain queens.puz", stdout: broken{}, in: "explain queens.puz", with: "this file"},
		{args: "compile --to dlx queens.puz", stdout: broken{}, in: "compile queens.puz", with: "this file"},
		{args: "man", stdout: broken{}, in: "man", with: "what was asked"},
	}
	for _, test := range tests {
		t.Run(test.args, func(t *testing.T) {
			var out, errs bytes.Buffer
			if test.stdin == nil {
				test.stdin = strings.NewReader("")
			}
			if test.stdout == nil {
				test.stdout = &out
			}
			code := runMain(append([]string{"puz"}, strings.Fields(test.args)...), test.stdin, test.stdout, &errs)
			want := "puz: a bug of ours: " + test.in + ": a mistake of ours; please report it with " + test.with + "\n"
			if lines := strings.SplitAfter(errs.String(), "\n"); code != console.ExitBug ||
				!strings.Contains(errs.String(), want) ||
				strings.Contains(errs.String(), "goroutine") {
				t.Errorf("exit code %d, want %d and the line\n%s; it prints\n%s", code, console.ExitBug, want,
					strings.Join(lines, ""))
			}
		})
	}
}

// TestBugWithATrace: with QUADRILLE_TRACE, the message shows where the panic occurred.
func TestBugWithATrace(t *testing.T) {
	t.Setenv("QUADRILLE_TRACE", "1")
	var out, errs bytes.Buffer
	code := runMain([]string{"puz", "count", "-"}, broken{}, &out, &errs)
	if code != console.ExitBug || !strings.Contains(errs.String(), "broken.Read") {
		t.Errorf("exit code %d, and no trace:\n%s", code, errs.String())
	}
}

// TestBugLeavesNoFile: a file that was being written is not left incomplete, and an earlier file stays.
func TestBugLeavesNoFile(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	writeTestFile(t, "there.txt", "as it was")
	var errs bytes.Buffer
	p := &puz{&console.Session{Stdout: &console.StickyErrorWriter{Writer: io.Discard},
		Stderr: &console.StickyErrorWriter{Writer: &errs}}}
	err := p.CatchPanic("solve", func() error {
		return p.Files.Write("there.txt", func(w io.Writer) error {
			_, _ = w.Write([]byte("half"))
			panic("a mistake of ours")
		})
	})
	if code := p.ReportError(t.Context(), err); code != console.ExitBug {
		t.Errorf("exit code %d", code)
	}
	names, _ := filepath.Glob(filepath.Join(dir, "*"))
	hidden, _ := filepath.Glob(filepath.Join(dir, ".puz*"))
	text, _ := os.ReadFile("there.txt")
	if len(names) != 1 || len(hidden) != 0 || string(text) != "as it was" {
		t.Errorf("the folder has %v %v, and the file %q", names, hidden, text)
	}
}
