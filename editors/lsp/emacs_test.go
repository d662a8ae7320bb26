package lsp_test

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestEmacs plays a session in Emacs, whose settings are those of docs/editors.md. Debian's packages emacs-nox and
// elpa-eglot have it, which the CI script installs.
func TestEmacs(t *testing.T) {
	emacs, err := exec.LookPath("emacs")
	if err != nil {
		t.Skip("Emacs is not installed, so it has not spoken with the server")
	}
	start := []string{"--batch", "--eval", "(package-initialize)"}
	if err := exec.Command(emacs, append(start, "-l", "eglot")...).Run(); err != nil {
		t.Skip("this Emacs has no eglot, which is part of it from version 29 on, and before in Debian's package " +
			"elpa-eglot")
	}
	dir := writeFiles(t, map[string]string{
		"init.el":          documentedSettings(t, "Emacs", "elisp"),
		"puzzles/tray.puz": "puz 1\nuse pentominoes\nboard   tray on square = 6x10\n",
	})
	session, err := filepath.Abs("testdata/session.el")
	if err != nil {
		t.Fatal(err)
	}
	written := playSession(t, dir, emacs, append(start, "-l", filepath.Join(dir, "init.el"), "-l", session)...)
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
