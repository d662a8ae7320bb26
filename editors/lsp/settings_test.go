package lsp_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// documentedSettings returns what docs/editors.md tells people to write for an editor, in a language.
func documentedSettings(t *testing.T, editor, language string) string {
	t.Helper()
	page, err := os.ReadFile("../../docs/editors.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(page), "\n## "+editor+"\n")
	section, _, _ = strings.Cut(section, "\n## ")
	_, text, _ := strings.Cut(section, "\n```"+language+"\n")
	text, _, found := strings.Cut(text, "```\n")
	if !found {
		t.Fatalf("docs/editors.md has no %s for %s", language, editor)
	}
	return text
}

// playSession runs an editor in the folder puzzles of a folder, which is its home as well, with the real command in
// the path. It returns what the session has written.
func playSession(t *testing.T, dir, editor string, args ...string) []byte {
	t.Helper()
	cmd, seen := exec.Command(editor, args...), filepath.Join(dir, "seen.json")
	cmd.Dir = filepath.Join(dir, "puzzles")
	cmd.Env = append(os.Environ(), "SEEN="+seen, "HOME="+dir, "XDG_CACHE_HOME="+dir, "XDG_CONFIG_HOME="+dir,
		"XDG_DATA_HOME="+dir, "XDG_STATE_HOME="+dir, "LC_ALL=C.UTF-8",
		"PATH="+filepath.Dir(buildPuz(t))+string(filepath.ListSeparator)+os.Getenv("PATH"))
	out, err := cmd.CombinedOutput()
	written, _ := os.ReadFile(seen)
	if err != nil {
		t.Fatalf("%v: %s\n%s", err, out, written)
	}
	return written
}
