package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// maxPackage bounds the packed npm package, in bytes: 5.5 MiB, most of it the WebAssembly of all engines and formats.
const maxPackage = 11 << 19

// TestPackage packs the npm package, installs it into an empty folder, and runs its tests there: in Node, in Chromium,
// and by the compiler of TypeScript. The programs of its README print what README says.
func TestPackage(t *testing.T) {
	needsNode(t)
	folder, packed := t.TempDir(), filepath.Join(t.TempDir(), "quadrille")
	if err := writePackage("..", packed); err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(folder, "package.json"), `{"private": true, "type": "module"}`)
	runIn(t, folder, "npm", "pack", packed)
	archive := filepath.Join(folder, "quadrille-0.0.0.tgz")
	if info, err := os.Stat(archive); err != nil || info.Size() > maxPackage {
		t.Errorf("the package has %v bytes, want at most %d: %v", info, maxPackage, err)
	}
	runIn(t, folder, "npm", "install", "--offline", "--no-audit", "--no-fund", archive)
	copied, err := filepath.Glob("../npm/test/*")
	if err != nil || len(copied) == 0 {
		t.Fatal("there are no tests of the package", err)
	}
	for _, file := range copied {
		writeFile(t, filepath.Join(folder, filepath.Base(file)), readFile(t, file))
	}
	tools, err := filepath.Abs(page)
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("QUADRILLE_PAGE_TESTS", filepath.Join(tools, "test"))
	t.Run("types", func(t *testing.T) {
		runIn(t, folder, filepath.Join(tools, "node_modules", ".bin", "tsc"), "--noEmit", "--strict", "--module",
			"nodenext",
			"--target", "es2023", "--lib", "es2023,dom", "types.ts")
	})
	t.Run("readme", func(t *testing.T) { runReadme(t, folder) })
	t.Run("tests", func(t *testing.T) {
		t.Log(runIn(t, folder, "node", "--test", "--test-concurrency=1", "--test-reporter=spec", "node.test.mjs",
			"browser.test.mjs"))
	})
}

// readmeProgram is a program in README of the package, and what it prints.
var readmeProgram = regexp.MustCompile("(?s)```js\n(.*?)```\n\nIt prints:\n\n```\n(.*?)```")

func runReadme(t *testing.T, folder string) {
	programs := readmeProgram.FindAllStringSubmatch(readFile(t, "../npm/README.md"), -1)
	if len(programs) != 2 {
		t.Errorf("README of the package has %d programs that print something, want 2", len(programs))
	}
	for _, p := range programs {
		writeFile(t, filepath.Join(folder, "readme.mjs"), p[1])
		if got := runIn(t, folder, "node", "readme.mjs"); got != p[2] {
			t.Errorf("README of the package says that its program prints\n%s\nand it prints\n%s", p[2], got)
		}
	}
}

// runIn runs a command in a folder, and returns what it prints.
func runIn(t *testing.T, folder, name string, args ...string) string {
	t.Helper()
	run := exec.Command(name, args...)
	run.Dir = folder
	var said strings.Builder
	run.Stderr = &said
	out, err := run.Output()
	if err != nil {
		t.Fatalf("%s: %v: %s%s", filepath.Base(name), err, out, said.String())
	}
	return string(out)
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func writeFile(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
