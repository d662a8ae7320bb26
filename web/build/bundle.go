package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// bundlePage bundles the sources of the page, together with the packages that npm has installed beside them, and writes
// the result into a folder. The same sources always give the same bytes.
func bundlePage(page, out string) error {
	page, err := filepath.Abs(page)
	if err != nil {
		return err
	}
	if out, err = filepath.Abs(out); err != nil {
		return err
	}
	esbuild := filepath.Join(page, "node_modules", ".bin", "esbuild")
	if _, err := os.Stat(esbuild); err != nil {
		return fmt.Errorf("esbuild is not there: run npm ci in %s first", page)
	}
	if err := os.RemoveAll(out); err != nil {
		return err
	}
	build := exec.Command(esbuild, "main.js", "worker.js", "style.css", "index.html", "icon.svg",
		"--bundle", "--splitting", "--format=esm", "--target=es2023", "--minify", "--charset=utf8",
		"--log-level=warning",
		"--loader:.html=copy", "--loader:.svg=copy", "--external:./wasm_exec.js", "--external:./solid.js",
		"--chunk-names=[name]-[hash]", "--outdir="+out)
	// The grammar for editors is in another folder, but imports packages that are installed in the folder of the page.
	for _, name := range []string{"@codemirror/language", "@lezer/highlight", "@lezer/lr"} {
		build.Args = append(build.Args, "--alias:"+name+"=./node_modules/"+name)
	}
	build.Dir = page
	if err := runCommand(build); err != nil {
		return err
	}
	return writeLicenses(page, filepath.Join(out, "licenses.txt"))
}

// inlineViewer bundles the viewer of solids into one script, for the page and for self-contained files. The script
// defines quadrilleSolid.show.
func inlineViewer(page, out string) error {
	page, err := filepath.Abs(page)
	if err != nil {
		return err
	}
	if out, err = filepath.Abs(out); err != nil {
		return err
	}
	build := exec.Command(filepath.Join(page, "node_modules", ".bin", "esbuild"), "solid.js",
		"--bundle", "--format=iife", "--global-name=quadrilleSolid",
		"--footer:js=globalThis.quadrilleSolid=quadrilleSolid;", "--target=es2023", "--minify", "--charset=utf8",
		"--log-level=warning", "--outfile="+out)
	build.Dir = page
	return runCommand(build)
}

// writeLicenses writes the licenses of the bundled packages to a file.
func writeLicenses(page, file string) error {
	list := exec.Command("npm", "ls", "--all", "--parseable", "--omit=dev")
	list.Dir = page
	folders, err := list.Output()
	if err != nil {
		return fmt.Errorf("npm ls: %w", err)
	}
	var all bytes.Buffer
	for _, folder := range bytes.Fields(folders) {
		text, err := os.ReadFile(filepath.Join(string(folder), "LICENSE"))
		if err != nil {
			continue // this package is the page itself
		}
		name, err := filepath.Rel(filepath.Join(page, "node_modules"), string(folder))
		if err != nil {
			return err
		}
		fmt.Fprintf(&all, "%s\n\n%s\n\n", filepath.ToSlash(name), bytes.TrimSpace(text))
	}
	return os.WriteFile(file, all.Bytes(), 0o644)
}
