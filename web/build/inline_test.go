package main

import (
	"os"
	"path/filepath"
	"testing"

	"quadrille/web/solid"
)

// TestInline: the viewer of solids as a script is what its sources make.
func TestInline(t *testing.T) {
	needsNode(t)
	made := filepath.Join(t.TempDir(), "solid.js")
	if err := inline(page, made); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(made); err != nil || string(got) != solid.Script {
		t.Errorf("web/solid/solid.js has %d bytes, and its sources make %d, %v: run go run ./web/build -bundle", len(solid.Script), len(got), err)
	}
}
