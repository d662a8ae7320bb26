package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestInline: the viewer of solids as a script is what its sources make.
func TestInline(t *testing.T) {
	needsNode(t)
	made := filepath.Join(t.TempDir(), "solid.js")
	if err := inlineViewer(page, made); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(made)
	want, missing := os.ReadFile(filepath.Join("..", "..", "render", "page", "solid.js"))
	if err != nil || missing != nil || !bytes.Equal(got, want) {
		t.Errorf("render/page/solid.js has %d bytes, and its sources make %d, %v, %v: run go run ./web/build -bundle",
			len(want), len(got), missing, err)
	}
}
