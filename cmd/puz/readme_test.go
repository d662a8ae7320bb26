package main

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"quadrille/cmd/console"
	"quadrille/runtime/matrix/matrixtest"
)

// inlineCommand is a command between two backticks in a sentence. Words in capitals stand for something else.
var inlineCommand = regexp.MustCompile("[^`]`puz ([a-z-][^`A-Z]*)`")

// TestReadme follows README.md in a clone as it comes: each command in it runs, prints what README shows, and names
// files that the clone has. Each puzzle is the text of the file that its first line names.
func TestReadme(t *testing.T) {
	if testing.Short() {
		t.Skip("a second or more")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	text := string(page)
	if n := strings.Count(text, "\n"); n > 120 {
		t.Errorf("it has %d lines, and people read 120", n)
	}
	clone := t.TempDir() // some commands write files
	if err := os.CopyFS(filepath.Join(clone, "examples"), os.DirFS(filepath.Join(root, "examples"))); err != nil {
		t.Fatal(err)
	}
	t.Chdir(clone)
	commands := 0
	for _, m := range fence.FindAllStringSubmatch(text, -1) {
		switch kind, block := m[1], m[3]; kind {
		case "puz":
			checkShownFile(t, block)
		case "console":
			for _, session := range strings.Split("\n"+block, "\n$ ")[1:] {
				line, want, _ := strings.Cut(session, "\n")
				runReadmeCommand(t, root, line, want)
				commands++
			}
		default:
			t.Errorf("nobody runs the block\n%s", block)
		}
	}
	for _, m := range inlineCommand.FindAllStringSubmatch(text, -1) {
		runReadmeCommand(t, root, "puz "+m[1], "")
		commands++
	}
	if commands < 8 {
		t.Errorf("only %d commands were run", commands)
	}
	if regexp.MustCompile(`(?m)^ {4}\S`).MatchString(fence.ReplaceAllString(text, "")) {
		t.Error("nobody runs a block that is indented")
	}
}

// checkShownFile compares a block with the file that its first line names.
func checkShownFile(t *testing.T, block string) {
	t.Helper()
	m := named.FindStringSubmatch(block)
	if m == nil {
		t.Errorf("the first line names no file:\n%s", block)
		return
	}
	file, err := os.ReadFile(m[1])
	if err != nil || string(file) != strings.TrimPrefix(block, m[0]) {
		t.Errorf("%s is shown otherwise than it is: %v", m[1], err)
	}
}

// runReadmeCommand runs a command in the clone. It prints what is wanted; if that is "", anything. Commands of
// Go that install and test take minutes: they name packages, and those must exist.
func runReadmeCommand(t *testing.T, root, line, want string) {
	t.Helper()
	args := strings.Fields(line)
	if strings.HasPrefix(line, "go run ./cmd/puz ") {
		args = args[2:]
	}
	switch {
	case args[0] == "go":
		runGoCommand(t, root, args[1:])
		return
	case filepath.Base(args[0]) != "puz":
		t.Errorf("nobody runs %s", line)
		return
	case args[1] == "serve":
		p := startProcess(t, ".", append(args[1:], "--address", "127.0.0.1:0")...)
		if address := p.firstLine(); !strings.HasPrefix(address, "http://127.0.0.1:") {
			t.Errorf("%s prints %q", line, address)
		}
		p.interrupt("")
		return
	}
	got := runPuz(args[1:]...)
	if got.code != console.ExitSuccess {
		t.Errorf("%s ends with %d: %s", line, got.code, got.errors)
	}
	if out := seconds.ReplaceAllString(got.all(), ""); want != "" &&
		!matchesOutput(strings.TrimSpace(want), strings.TrimSpace(out)) {
		t.Errorf("%s prints\n%s\nand README shows\n%s", line, out, want)
	}
}

// runGoCommand lists the packages of a command, and where slow tests are wanted installs them as well.
func runGoCommand(t *testing.T, root string, args []string) {
	t.Helper()
	steps := [][]string{append([]string{"list"}, args[1:]...)}
	if args[0] == "install" && matrixtest.SlowTestsWanted() {
		steps = append(steps, args)
	}
	for _, step := range steps {
		c := exec.Command("go", step...)
		c.Dir = root
		c.Env = append(os.Environ(), "GOBIN="+t.TempDir())
		if out, err := c.CombinedOutput(); err != nil {
			t.Errorf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
}

// TestReadmePicture: README shows what `puz solve examples/scott.puz --limit 1 --format svg` writes.
func TestReadmePicture(t *testing.T) {
	want, err := os.ReadFile("../../docs/scott.svg")
	if err != nil {
		t.Fatal(err)
	}
	if got := runPuz("solve", "../../examples/scott.puz", "--limit", "1", "--format", "svg"); got.out != string(want) {
		t.Errorf("it writes another picture: %s", got.errors)
	}
}

// TestRename: the command in CONTRIBUTING.md that renames the module leaves no import behind that leads nowhere.
func TestRename(t *testing.T) {
	if testing.Short() {
		t.Skip("a second or more")
	}
	page, err := os.ReadFile("../../CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(page), "\nexport MODULE=")
	command, _, _ := strings.Cut(rest, "```")
	if !ok {
		t.Fatal("CONTRIBUTING.md has no command that renames the module")
	}
	clone := t.TempDir()
	copySources(t, "../..", clone)
	for _, line := range []string{"export MODULE=" + command, "go list -deps -test ./... >packages"} {
		c := exec.Command("bash", "-c", line)
		c.Dir = clone
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%s\n%v\n%s", line, err, out)
		}
	}
	packages, err := os.ReadFile(filepath.Join(clone, "packages"))
	if err != nil || !strings.Contains(string(packages), "\ngithub.com/OWNER/quadrille/cmd/puz\n") ||
		strings.Contains("\n"+string(packages), "\nquadrille") {
		t.Errorf("the packages are not renamed: %v", err)
	}
}

// copySources copies what the go command reads, and what is embedded.
func copySources(t *testing.T, from, to string) {
	t.Helper()
	out, err := exec.Command("git", "-C", from, "ls-files").Output()
	if err != nil {
		t.Skip("this is no clone: ", err)
	}
	for name := range strings.Lines(string(out)) {
		name = strings.TrimSuffix(name, "\n")
		text, err := os.ReadFile(filepath.Join(from, name))
		if errors.Is(err, fs.ErrNotExist) {
			continue // deleted, and not yet committed
		}
		path := filepath.Join(to, name)
		if err := errors.Join(err, os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, text, 0o644)); err != nil {
			t.Fatal(err)
		}
	}
}
