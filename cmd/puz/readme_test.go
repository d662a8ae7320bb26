package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	fence   = regexp.MustCompile("(?ms)^```(\\w+)\n(.*?)^```$")
	seconds = regexp.MustCompile(` \(\d+\.\d\ds\)`)
)

// wrongPuzzle is the file that the README shows the mistakes of.
const wrongPuzzle = `puz 1
piece snake symmetry reflection = """
  .##
  ##.
"""
board floor on square = 4x4
pack floor with snakes
`

// TestReadme follows the README: it writes each puzzle to the file that its
// first line names, and runs each command. What is printed must be what the
// README shows, standard output first.
func TestReadme(t *testing.T) {
	if testing.Short() {
		t.Skip("a second or more")
	}
	doc, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	write(t, "wrong.puz", wrongPuzzle)
	commands := 0
	for _, m := range fence.FindAllStringSubmatch(string(doc), -1) {
		switch kind, text := m[1], m[2]; kind {
		case "puz":
			first, _, _ := strings.Cut(text, "\n")
			name := strings.TrimPrefix(first, "// ")
			write(t, name, text)
			if out := puzRun("check", name); out != "" {
				t.Errorf("%s: %s", name, out)
			}
		case "console":
			for _, session := range strings.Split("\n"+text, "\n$ ")[1:] {
				commands++
				follow(t, session, root)
			}
		}
	}
	if commands < 7 {
		t.Errorf("only %d commands were run", commands)
	}
}

// follow runs the command on the first line of a session.
func follow(t *testing.T, session, root string) {
	t.Helper()
	line, want, _ := strings.Cut(session, "\n")
	args := strings.Fields(strings.Replace(line, "examples/", root+"/examples/", 1))
	for len(args) > 0 && filepath.Base(args[0]) != "puz" {
		args = args[1:]
	}
	got := seconds.ReplaceAllString(puzRun(args[1:]...), "")
	if strings.TrimSpace(got) != strings.TrimSpace(want) {
		t.Errorf("%s prints\n%s\nand the README shows\n%s", line, got, want)
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// puzRun runs the command and returns standard output, then standard error.
func puzRun(args ...string) string {
	var out, errs bytes.Buffer
	run(append([]string{"puz"}, args...), strings.NewReader(""), &out, &errs)
	return out.String() + errs.String()
}
