package main

import (
	"os"
	"path/filepath"
)

// packageSources are the patterns of the files in the folder web/npm that belong to the npm package.
var packageSources = []string{"*.js", "*.d.ts", "package.json", "README.md"}

// writePackage writes the folder of the npm package, for npm pack: the sources in the folder npm of the folder web,
// the license, and Quadrille in WebAssembly.
func writePackage(web, out string) error {
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	files := []string{filepath.Join(web, "..", "LICENSE")}
	for _, pattern := range packageSources {
		found, err := filepath.Glob(filepath.Join(web, "npm", pattern))
		if err != nil {
			return err
		}
		files = append(files, found...)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(out, filepath.Base(file)), text, 0o644); err != nil {
			return err
		}
	}
	return writeEngine(out)
}

// writeEngine writes Quadrille in WebAssembly into a folder, together with the script of the Go release that loads it.
func writeEngine(out string) error {
	if err := compileWasm(filepath.Join(out, "quadrille.wasm")); err != nil {
		return err
	}
	return copyGoSupport(filepath.Join(out, "wasm_exec.js"))
}
