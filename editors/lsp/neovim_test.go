package lsp_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"quadrille/runtime/matrix/matrixtest"
)

// folder is where the real command is built, once.
var folder string

func TestMain(m *testing.M) {
	var err error
	if folder, err = os.MkdirTemp("", "puz"); err != nil {
		panic(err)
	}
	code := m.Run()
	os.RemoveAll(folder)
	os.Exit(code)
}

var built = sync.OnceValues(func() ([]byte, error) {
	return exec.Command("go", "build", "-o", filepath.Join(folder, "puz"), "quadrille/cmd/puz").CombinedOutput()
})

// buildPuz builds the real command.
func buildPuz(t *testing.T) string {
	t.Helper()
	if !matrixtest.SlowTestsWanted() {
		t.Skip("builds the command: set " + matrixtest.SlowTests)
	}
	if out, err := built(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return filepath.Join(folder, "puz")
}

// TestBinary talks with the real command over its standard streams. It ends when its input does.
func TestBinary(t *testing.T) {
	cmd := exec.Command(buildPuz(t), "lsp")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	caches := t.TempDir()
	cmd.Env = append(os.Environ(), "XDG_CACHE_HOME="+caches, "HOME="+caches)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	c := newClient(t, in, out)
	c.askServer("initialize", jsonObject{"capabilities": jsonObject{}}, nil)
	c.openText(uri, scott)
	if found := c.waitDiagnostics(uri, 1); len(found) != 0 {
		t.Errorf("wrong is %v", found)
	}
	var text string
	c.askServer("workspace/executeCommand", jsonObject{"command": "puz.count", "arguments": []any{uri}}, &text)
	if text != "520 solutions" {
		t.Errorf("the count is %q", text)
	}
	var p place
	c.askServer("textDocument/definition", documentObject(uri, jsonObject{"position": positionAt(0, 6)}), &p)
	module, err := os.ReadFile(strings.TrimPrefix(p.URI, "file://"))
	if err != nil || !strings.Contains(string(module), "piece F") {
		t.Errorf("the module is at %v: %v", p, err)
	}
	in.Close()
	<-c.ended
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}

// TestNeovim plays a session in a real editor, whose settings are those of docs/editors.md. Debian's package neovim has
// one, which the CI script installs.
func TestNeovim(t *testing.T) {
	nvim, err := exec.LookPath("nvim")
	if err != nil {
		t.Skip("Neovim is not installed, so no editor has spoken with the server")
	}
	dir := writeFiles(t, map[string]string{
		"nvim/init.lua": documentedSettings(t, "Neovim", "lua"),
		"puzzles/tray.puz": "puz 1\nabout \"\"\nuse pentominoes\nboard   tray on square = 6x10\n" +
			"pack tray with pentominoes\n",
		"puzzles/twice.puz": "use \"tray.puz\" as t\nuse pentominoes\npack t_tray with pentominoes\n",
	})
	session, err := filepath.Abs("testdata/session.lua")
	if err != nil {
		t.Fatal(err)
	}
	written := playSession(t, dir, nvim, "--headless", "-n", "-i", "NONE", "tray.puz", "-S", session)
	var seen struct {
		Mistake []struct {
			Code           string
			Line, From, To int
		}
		Filetype, Fix, Mended, Completed, Hover, Keyword, Count, Missing string

		Completion, Text []string
	}
	if err := json.Unmarshal(written, &seen); err != nil {
		t.Fatalf("%v: %s", err, written)
	}
	if seen.Filetype != "puz" {
		t.Errorf("the file type is %q", seen.Filetype)
	}
	// Neovim counts columns in bytes: each 𝟚 takes four.
	line := `puzzle "𝟚𝟚𝟚" pack tray with pentominos`
	if from := strings.Index(line, "pentominos"); len(seen.Mistake) != 1 || seen.Mistake[0].Code != "unknown-name" ||
		seen.Mistake[0].Line != 4 || seen.Mistake[0].From != from || seen.Mistake[0].To != len(line) {
		t.Errorf("the mistake is %+v, and stands from byte %d", seen.Mistake, from)
	}
	if seen.Fix != "write `pentominoes`" || seen.Mended != strings.Replace(line, "minos", "minoes", 1) {
		t.Errorf("the fix is %q, and makes %q", seen.Fix, seen.Mended)
	}
	if !slices.Equal(seen.Completion, []string{"symmetry", "rotation", "swaps"}) ||
		seen.Completed != "expect 2339 solutions up to symmetry" {
		t.Errorf("the completion is %q, and makes %q", seen.Completion, seen.Completed)
	}
	if !strings.Contains(seen.Hover, "60 cells") || !strings.Contains(seen.Keyword, "Covers the cells of a board") {
		t.Errorf("the board is %q, and pack is %q", seen.Hover, seen.Keyword)
	}
	want := "puz 1\nabout \"𝟚 × 6\"\nuse pentominoes\nboard floor on square = 6x10\npuzzle \"𝟚𝟚𝟚\"\npack floor with " +
		"pentominoes\nexpect 2339 solutions up to symmetry"
	if got := strings.Join(seen.Text, "\n"); got != want {
		t.Errorf("the text is in the end\n%s", got)
	}
	for file, want := range map[string]string{"tray.puz": want + "\n",
		"twice.puz": "use \"tray.puz\" as t\nuse pentominoes\npack t_floor with pentominoes\n"} {
		if got, err := os.ReadFile(filepath.Join(dir, "puzzles", file)); err != nil || string(got) != want {
			t.Errorf("%s is in the end\n%s%v", file, got, err)
		}
	}
	// The 6 by 10 board has 2,339 solutions up to symmetry, and four times as many (Haselgrove, 1960).
	if seen.Count != "9356 solutions" {
		t.Errorf("the count is %q", seen.Count)
	}
}
