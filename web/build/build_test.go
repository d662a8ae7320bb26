package main

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"quadrille/runtime/matrix/matrixtest"
	"quadrille/web/gallery"
)

// page is the folder of the sources of the page.
var page = filepath.Join("..", "page")

// needsNode skips a test where the page cannot be bundled.
func needsNode(t *testing.T) {
	t.Helper()
	if !matrixtest.SlowTestsWanted() {
		t.Skip("starts Node: set " + matrixtest.SlowTests)
	}
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("Node is not there")
	}
	if _, err := os.Stat(filepath.Join(page, "node_modules")); err != nil {
		t.Skip("the packages of the page are not there: run npm ci in web/page")
	}
}

// made is a folder for what tests share, which is made once.
var made string

func TestMain(m *testing.M) {
	var err error
	if made, err = os.MkdirTemp("", "quadrille-site-"); err != nil {
		panic(err)
	}
	code := m.Run()
	os.RemoveAll(made)
	os.Exit(code)
}

var compiledOnce = sync.OnceValue(func() error {
	return errors.Join(compileWasm(filepath.Join(made, "quadrille.wasm")),
		copyGoSupport(filepath.Join(made, "wasm_exec.js")))
})

// compiledFolder returns a folder with Quadrille in WebAssembly.
func compiledFolder(t *testing.T) string {
	t.Helper()
	if err := compiledOnce(); err != nil {
		t.Fatal(err)
	}
	return made
}

// TestBundle: what is committed is what the sources make.
func TestBundle(t *testing.T) {
	needsNode(t)
	again := t.TempDir()
	if err := bundlePage(page, again); err != nil {
		t.Fatal(err)
	}
	committed := filepath.Join(page, "dist")
	want, got := folderFiles(t, again), folderFiles(t, committed)
	for name, text := range want {
		if !bytes.Equal(text, got[name]) {
			t.Errorf("%s is not what the sources make: run go run ./web/build -bundle", name)
		}
		delete(got, name)
	}
	for name := range got {
		t.Errorf("the sources do not make %s", name)
	}
}

func folderFiles(t *testing.T, folder string) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	err := fs.WalkDir(os.DirFS(folder), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		all[name], err = os.ReadFile(filepath.Join(folder, name))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestPage runs the tests in web/page/test on a site that is built for them, in Node and in
// Chromium.
func TestPage(t *testing.T) {
	if os.Getenv(matrixtest.SlowTests) == "" {
		t.Skip("it builds WebAssembly and starts a browser; ask for it with " + matrixtest.SlowTests)
	}
	needsNode(t)
	// Those that everybody sees have a picture of a solution, and have time for it.
	within := func(e gallery.Entry) time.Duration {
		if e.Group == "First steps" {
			return pictureTime
		}
		return pictureTime / 100
	}
	folder := t.TempDir()
	if err := writeSite(folder, within); err != nil {
		t.Fatal(err)
	}
	tests, err := filepath.Glob(filepath.Join(page, "test", "*.test.mjs"))
	if err != nil || len(tests) == 0 {
		t.Fatal("there are no tests of the page", err)
	}
	puz := filepath.Join(t.TempDir(), "puz")
	if out, err := exec.Command("go", "build", "-o", puz, "quadrille/cmd/puz").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	run := exec.Command("node", append([]string{"--test", "--test-concurrency=1", "--test-reporter=spec"}, tests...)...)
	run.Env = append(os.Environ(), "QUADRILLE_SITE="+folder, "QUADRILLE_PUZ="+puz)
	out, err := run.CombinedOutput()
	t.Logf("%s", out)
	if err != nil {
		t.Error(err)
	}
	if strings.Contains(string(out), "Chromium is not there") {
		t.Log("what is seen was not tested, as Chromium is not there")
	}
}
