package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"quadrille/docs/site"
	"quadrille/runtime/matrix/matrixtest"
)

// TestPages runs pages.test.mjs in Node, on a site that is built for it, and looks at its pages in Chromium.
func TestPages(t *testing.T) {
	if !matrixtest.SlowTestsWanted() {
		t.Skip("it builds the site and starts a browser; ask for it with " + matrixtest.SlowTests)
	}
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("Node is not there")
	}
	root := filepath.Join("..", "..")
	if _, err := os.Stat(filepath.Join(root, "web", "page", "node_modules")); err != nil {
		t.Skip("the packages of the page are not there: run npm ci in web/page")
	}
	folder := t.TempDir()
	c := site.SiteConfig{DrawTimeout: 100 * time.Millisecond} // most examples are drawn in less
	if err := buildSite(root, folder, c); err != nil {
		t.Fatal(err)
	}
	run := exec.Command("node", "--test", "--test-reporter=spec", "pages.test.mjs")
	run.Env = append(os.Environ(), "QUADRILLE_DOCS="+folder)
	out, err := run.CombinedOutput()
	t.Logf("%s", out)
	if err != nil {
		t.Error(err)
	}
	if strings.Contains(string(out), "Chromium is not there") {
		t.Log("what is seen was not tested, as Chromium is not there")
	}
}
