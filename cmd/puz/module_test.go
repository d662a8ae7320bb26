package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// fromGo is the section of docs/tour.md on programs in Go: a program, what it prints, and the commands that run it.
var fromGo = regexp.MustCompile("(?s)\n## From Go\n.*?```go\n(.*?)```\n.*?((?:\n    [^\n]+)+)")

// TestOtherModule: a program in a module of its own imports quadrille as docs/tour.md says.
func TestOtherModule(t *testing.T) {
	if testing.Short() {
		t.Skip("some seconds")
	}
	page, err := os.ReadFile("../../docs/tour.md")
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	found := fromGo.FindStringSubmatch(string(page))
	if found == nil {
		t.Fatal("docs/tour.md has no program in Go with commands")
	}
	_, want, _ := strings.Cut(found[1], "// ")
	want, _, _ = strings.Cut(want, "\n")
	folder, got := t.TempDir(), ""
	if err := os.WriteFile(filepath.Join(folder, "main.go"), []byte(found[1]), 0o644); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(strings.TrimSpace(found[2])) {
		args := strings.Fields(strings.ReplaceAll(line, "/path/to/checkout", root))
		c := exec.Command(args[0], args[1:]...)
		c.Dir = folder
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", line, err, out)
		}
		got = string(out)
	}
	if got != want+"\n" {
		t.Errorf("the program prints %q, and its comment says %q", got, want)
	}
}
