package main

import (
	"archive/zip"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"quadrille/lang/parse"
)

var placeholder = regexp.MustCompile(`\$\{\d+:([^}]*)\}`)

// Each snippet, as it is put in, is a puzzle without mistakes.
func TestSnippets(t *testing.T) {
	var snippets map[string]struct{ Body []string }
	readJSON(t, "../vscode/snippets.json", &snippets)
	for name, s := range snippets {
		text := placeholder.ReplaceAllString(strings.Join(s.Body, "\n"), "$1")
		if _, err := parse.File(name, []byte(text)); err != nil {
			t.Errorf("the snippet %s: %v\n%s", name, err, text)
		}
		if !strings.Contains(text, name) {
			t.Errorf("the snippet %s has no such statement:\n%s", name, text)
		}
	}
}

// extensionManifest is the part of package.json that names files.
type extensionManifest struct {
	Main        string
	Contributes struct {
		Languages []struct{ Configuration string }
		Grammars  []struct{ Path, ScopeName string }
		Snippets  []struct{ Path string }
	}
}

// files lists the files that a manifest names.
func (m extensionManifest) files() []string {
	list := []string{m.Main}
	for _, l := range m.Contributes.Languages {
		list = append(list, l.Configuration)
	}
	for _, g := range m.Contributes.Grammars {
		list = append(list, g.Path)
	}
	for _, s := range m.Contributes.Snippets {
		list = append(list, s.Path)
	}
	return list
}

// maxExtension bounds the packed extension, in bytes.
const maxExtension = 1 << 20

// TestPackage packs the extension and unpacks it. What package.json names is there, is JSON where it should, and the
// main file needs nothing but VS Code: it starts the language server, or says that it cannot.
func TestPackage(t *testing.T) {
	needNode(t, "../vscode/node_modules/@vscode/vsce")
	if os.Getenv("QUADRILLE_SLOW") == "" {
		t.Skip("some seconds; set QUADRILLE_SLOW=1")
	}
	archive := filepath.Join(t.TempDir(), "puz.vsix")
	runTool(t, "../vscode", "npm", "run", "package", "--", "-o", archive)
	if info, err := os.Stat(archive); err != nil || info.Size() > maxExtension {
		t.Errorf("the extension has %v bytes, want at most %d: %v", info, maxExtension, err)
	}
	folder := filepath.Join(unzipFile(t, archive), "extension")
	var manifest extensionManifest
	readJSON(t, filepath.Join(folder, "package.json"), &manifest)
	for _, name := range append(manifest.files(), "LICENSE.txt", "dist/licenses.txt") {
		text := readFile(t, filepath.Join(folder, name))
		if filepath.Ext(name) == ".json" && !json.Valid([]byte(text)) {
			t.Errorf("%s is not JSON", name)
		}
	}
	var grammar struct{ ScopeName string }
	readJSON(t, filepath.Join(folder, manifest.Contributes.Grammars[0].Path), &grammar)
	if want := manifest.Contributes.Grammars[0].ScopeName; grammar.ScopeName != want {
		t.Errorf("the scope is %s, and the manifest says %s", grammar.ScopeName, want)
	}
	if _, err := os.Stat(filepath.Join(folder, "node_modules")); err == nil {
		t.Error("the packages are there twice: in the bundle, and beside it")
	}
	puz := filepath.Join(t.TempDir(), "puz")
	runTool(t, ".", "go", "build", "-o", puz, "quadrille/cmd/puz")
	for command, want := range map[string]string{puz: "[]", puz + "-is-not-there": "does not start"} {
		got := runTool(t, ".", "node", "testdata/activate.cjs", filepath.Join(folder, manifest.Main), command)
		if !strings.Contains(got, want) {
			t.Errorf("with the command %s the extension warns of %s, want %s", command, got, want)
		}
	}
}

// A lock file names versions and sums, and no host.
func TestLocks(t *testing.T) {
	for _, name := range []string{"../package-lock.json", "../vscode/package-lock.json",
		"../codemirror/package-lock.json"} {
		text := readFile(t, name)
		if strings.Contains(text, `"resolved"`) || !strings.Contains(text, `"integrity"`) {
			t.Errorf("%s names hosts, or no sums", name)
		}
	}
}

func readJSON(t *testing.T, name string, to any) {
	t.Helper()
	if err := json.Unmarshal([]byte(readFile(t, name)), to); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// runTool runs a command in a folder, and returns what it prints.
func runTool(t *testing.T, folder, name string, args ...string) string {
	t.Helper()
	run := exec.Command(name, args...)
	run.Dir = folder
	out, err := run.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v: %s", name, err, out)
	}
	return string(out)
}

// unzipFile unpacks an archive into a folder, and returns the folder.
func unzipFile(t *testing.T, name string) string {
	t.Helper()
	archive, err := zip.OpenReader(name)
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	folder := t.TempDir()
	if err := os.CopyFS(folder, archive); err != nil {
		t.Fatal(err)
	}
	return folder
}
