package main

import (
	"archive/zip"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
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

// What package.json names is there, and reads as JSON where it should.
func TestExtension(t *testing.T) {
	var manifest struct {
		Main        string
		Contributes struct {
			Languages []struct{ Configuration string }
			Grammars  []struct{ Path, ScopeName string }
			Snippets  []struct{ Path string }
		}
	}
	readJSON(t, "../vscode/package.json", &manifest)
	if _, err := os.Stat(filepath.Join("../vscode", manifest.Main)); err != nil {
		t.Error(err)
	}
	var grammar struct{ ScopeName string }
	readJSON(t, "../vscode/"+manifest.Contributes.Grammars[0].Path, &grammar)
	if want := manifest.Contributes.Grammars[0].ScopeName; grammar.ScopeName != want {
		t.Errorf("the scope is %s, and the manifest says %s", grammar.ScopeName, want)
	}
	var rest any
	readJSON(t, "../vscode/"+manifest.Contributes.Languages[0].Configuration, &rest)
	readJSON(t, "../vscode/"+manifest.Contributes.Snippets[0].Path, &rest)
}

// The extension packs, with the library that speaks to the language server.
func TestPackage(t *testing.T) {
	needNode(t, "@vscode/vsce")
	if os.Getenv("QUADRILLE_SLOW") == "" {
		t.Skip("some seconds; set QUADRILLE_SLOW=1")
	}
	if _, err := os.Stat("../vscode/node_modules"); err != nil {
		t.Skip("needs npm ci --prefix editors/vscode")
	}
	archive := filepath.Join(t.TempDir(), "puz.vsix")
	tool, err := filepath.Abs("../node_modules/@vscode/vsce/vsce")
	if err != nil {
		t.Fatal(err)
	}
	pack := exec.Command("node", tool, "package", "--allow-missing-repository", "-o", archive)
	pack.Dir = "../vscode"
	if out, err := pack.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	names := namesInZip(t, archive)
	for _, want := range []string{"extension.js", "package.json", "language-configuration.json", "snippets.json",
		"LICENSE.txt",
		"syntaxes/puz.tmLanguage.json", "node_modules/vscode-languageclient/node.js"} {
		if !slices.Contains(names, "extension/"+want) {
			t.Errorf("the package lacks %s: %v", want, names)
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

func namesInZip(t *testing.T, name string) (names []string) {
	t.Helper()
	r, err := zip.OpenReader(name)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for _, f := range r.File {
		names = append(names, f.Name)
	}
	return names
}
