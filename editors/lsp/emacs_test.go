package lsp_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestEmacs plays a session in Emacs. Debian's packages emacs-nox and elpa-eglot have it, which the CI script installs.
func TestEmacs(t *testing.T) {
	emacs, err := exec.LookPath("emacs")
	if err != nil {
		t.Skip("Emacs is not installed, so it has not spoken with the server")
	}
	puz, dir := buildPuz(t), t.TempDir()
	start := []string{"--batch", "--eval", "(package-initialize)"}
	if err := exec.Command(emacs, append(start, "-l", "eglot")...).Run(); err != nil {
		t.Skip("this Emacs has no eglot, which is part of it from version 29 on, and before in Debian's package " +
			"elpa-eglot")
	}
	puzzle, result := filepath.Join(dir, "tray.puz"), filepath.Join(dir, "seen.json")
	if err := os.WriteFile(puzzle, []byte("puz 1\nuse pentominoes\nboard   tray on square = 6x10\n"),
		0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(emacs, append(start, "-l", "testdata/session.el")...)
	cmd.Env = append(os.Environ(), "PUZ="+puz, "PUZZLE="+puzzle, "SEEN="+result, "HOME="+dir, "XDG_CACHE_HOME="+dir,
		"LC_ALL=C.UTF-8")
	out, err := cmd.CombinedOutput()
	written, _ := os.ReadFile(result)
	if err != nil {
		t.Fatalf("%v: %s\n%s", err, out, written)
	}
	var seen struct {
		Mistake struct {
			Line       int
			Text, Said string
		}
		Fix, Completed, Text, Hover string
	}
	if err := json.Unmarshal(written, &seen); err != nil {
		t.Fatalf("%v: %s", err, written)
	}
	if m := seen.Mistake; m.Line != 4 || m.Text != "pentominos" || !strings.Contains(m.Said, "unknown-name") {
		t.Errorf("the mistake is %+v", m)
	}
	if seen.Fix != "write `pentominoes`" || seen.Completed != "expect 2339 solutions up to symmetry" ||
		!strings.Contains(seen.Hover, "60 cells") {
		t.Errorf("the fix is %q, the completion %q, and the board %q", seen.Fix, seen.Completed, seen.Hover)
	}
	want := "puz 1\nuse pentominoes\nboard floor on square = 6x10\npuzzle \"𝟚𝟚𝟚\"\npack floor with " +
		"pentominoes\nexpect 2339 solutions up to symmetry\n"
	if seen.Text != want {
		t.Errorf("the text is in the end\n%s", seen.Text)
	}
}
