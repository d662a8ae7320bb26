package console_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"quadrille/cmd/console"
)

// writerChild is the environment variable with the name of the file that a process of a test begins to write.
const writerChild = "QUADRILLE_WRITER"

// TestUnfinished: what a run leaves behind that is killed while it writes goes with the next run that writes there;
// what a run is writing stays, and so do files that are called otherwise.
func TestUnfinished(t *testing.T) {
	if name := os.Getenv(writerChild); name != "" {
		var files console.Files
		files.Write(name, func(w io.Writer) error {
			fmt.Println("begun")
			io.Copy(io.Discard, os.Stdin) // until it is killed, or told to go on
			_, err := io.WriteString(w, "whole")
			return err
		})
		return
	}
	dir := t.TempDir()
	others := []string{".puz-kept", ".puz-0123456789abcdeg", "puz-0123456789abcdef", ".puz-0123456789abcdef0"}
	for _, name := range others {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	killed, _ := startWriter(t, filepath.Join(dir, "killed"))
	alive, goOn := startWriter(t, filepath.Join(dir, "alive"))
	if n := len(unfinished(t, dir)); n != 2 {
		t.Fatalf("%d files are being written, want 2", n)
	}
	killed.Process.Kill()
	killed.Wait()
	var files console.Files
	if err := files.Write(filepath.Join(dir, "next"), func(io.Writer) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if left := unfinished(t, dir); len(left) != 1 {
		t.Errorf("%q are left, want that of the run that goes on", left)
	}
	goOn.Close()
	if err := alive.Wait(); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(filepath.Join(dir, "alive")); string(text) != "whole" || err != nil {
		t.Errorf("the run that went on wrote %q, %v", text, err)
	}
	for _, name := range others {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
}

// startWriter starts a process that writes a file, and returns it when it has begun.
func startWriter(t *testing.T, name string) (*exec.Cmd, io.Closer) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(exe, "-test.run=^TestUnfinished$")
	c.Env = append(os.Environ(), writerChild+"="+name)
	in, err := c.StdinPipe()
	out, err2 := c.StdoutPipe()
	if err := errors.Join(err, err2, c.Start()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Process.Kill(); c.Wait() })
	if _, err := io.ReadFull(out, make([]byte, len("begun"))); err != nil {
		t.Fatal(err)
	}
	go io.Copy(io.Discard, out)
	return c, in
}

// unfinished lists the incomplete files of a folder.
func unfinished(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".puz-") && len(e.Name()) == len(".puz-0123456789abcdef") &&
			!strings.HasSuffix(e.Name(), "g") {
			names = append(names, e.Name())
		}
	}
	return names
}

// TestConcurrentRuns: runs that write into one folder at once lose no file, each of which clears it first.
func TestConcurrentRuns(t *testing.T) {
	dir := t.TempDir()
	var all sync.WaitGroup
	for k := range 200 {
		all.Go(func() {
			var files console.Files
			if err := files.Write(filepath.Join(dir, fmt.Sprint(k)),
				func(w io.Writer) error { _, err := fmt.Fprint(w, k); return err }); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	for k := range 200 {
		if text, err := os.ReadFile(filepath.Join(dir, fmt.Sprint(k))); string(text) != fmt.Sprint(k) || err != nil {
			t.Errorf("file %d has %q, %v", k, text, err)
		}
	}
	if left := unfinished(t, dir); len(left) > 0 {
		t.Errorf("%q are left", left)
	}
}

// TestBatch: files of a batch appear with its end, all of them or none; and those of a run that was killed go with the
// next one.
func TestBatch(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	if err := os.WriteFile(at("old"), []byte("as it was"), 0o600); err != nil {
		t.Fatal(err)
	}
	var files console.Files
	say := func(text string) func(io.Writer) error {
		return func(w io.Writer) error { _, err := io.WriteString(w, text); return err }
	}
	there := func(want ...string) {
		t.Helper()
		var names []string
		entries, err := os.ReadDir(dir)
		for _, e := range entries {
			names = append(names, e.Name())
		}
		if err != nil || strings.Join(names, " ") != strings.Join(want, " ") {
			t.Errorf("there are %q, want %q; %v", names, want, err)
		}
	}

	b := files.NewBatch()
	if err := errors.Join(b.Write(at("new"), say("1")), b.Write(at("old"), say("2"))); err != nil {
		t.Fatal(err)
	}
	if text, _ := os.ReadFile(at("old")); string(text) != "as it was" {
		t.Errorf("a file of a batch that goes on has %q", text)
	}
	b.Discard()
	there("old")

	b = files.NewBatch()
	if err := errors.Join(b.Write(at("new"), say("1")), b.Write(at("old"), say("2")),
		os.MkdirAll(at("late"), 0o777)); err != nil {
		t.Fatal(err)
	}
	os.Remove(at("late"))
	if err := errors.Join(b.Write(at("late"), say("3")), os.MkdirAll(at("late/in"), 0o777)); err != nil {
		t.Fatal(err)
	}
	if err := b.Commit(); err == nil {
		t.Error("a file takes the place of a folder that came meanwhile")
	}
	os.RemoveAll(at("late"))
	there("old")
	if text, _ := os.ReadFile(at("old")); string(text) != "as it was" {
		t.Errorf("a file of a batch that failed has %q", text)
	}

	b = files.NewBatch()
	if err := errors.Join(b.Write(at("new"), say("1")), b.Write(at("old"), say("2")), b.Commit()); err != nil {
		t.Fatal(err)
	}
	there("new", "old")
	text, _ := os.ReadFile(at("old"))
	if info, err := os.Stat(at("old")); string(text) != "2" || err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file that was there has %q and the mode %v", text, info.Mode())
	}

	if err := os.MkdirAll(at(".puz-0123456789abcdef/1"), 0o777); err != nil { // of a batch that was killed
		t.Fatal(err)
	}
	b = new(console.Files).NewBatch()
	if err := errors.Join(b.Write(at("x"), say("1")), b.Commit()); err != nil {
		t.Fatal(err)
	}
	there("new", "old", "x")
}
