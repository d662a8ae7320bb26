package lsp_test

import (
	"io/fs"
	"strings"
	"testing"

	"quadrille/editors/lsp"
)

// broken is a folder that breaks as a mistake of ours would.
type broken struct{}

func (broken) Open(string) (fs.File, error) { panic("a mistake of ours") }

// TestBug: a mistake of ours is told in its document, answers the requests that meet it, and the server goes on.
func TestBug(t *testing.T) {
	c := startServer(t, lsp.Options{OpenFolder: func(string) fs.FS { return broken{} }}, jsonObject{})
	const uri, fine = "file:///a/puzzle.puz", "file:///a/fine.puz"
	c.openText(uri, "param n = 2\nuse \"there.puz\"\nqueens 4\n")
	found := c.waitDiagnostics(uri, 1)
	if len(found) != 1 || found[0].Range.Start.Line != 1 || !strings.Contains(found[0].Message,
		"a bug of ours: checking puzzle.puz:2: a mistake of ours") {
		t.Errorf("wrong is %+v", found)
	}
	code, why := c.askRefused("workspace/executeCommand", jsonObject{"command": "puz.count", "arguments": []any{uri}})
	if code != -32603 || !strings.Contains(why, "a bug of ours") {
		t.Errorf("the answer is %d, %s", code, why)
	}
	if code, why := c.askRefused("textDocument/definition", documentObject(uri,
		jsonObject{"position": positionAt(1, 6)})); code != -32603 || !strings.Contains(why, "a bug of ours") {
		t.Errorf("the answer is %d, %s", code, why)
	}
	c.openText(fine, "param n = (\n")
	if found := c.waitDiagnostics(fine, 1); len(found) == 0 || strings.Contains(found[0].Message, "bug") {
		t.Errorf("of the next document wrong is %+v", found)
	}
	c.changeText(uri, 2, jsonObject{"text": "queens 4\n"})
	if found := c.waitDiagnostics(uri, 2); len(found) != 0 {
		t.Errorf("after an edit wrong is %+v", found)
	}
	var n string
	c.askServer("workspace/executeCommand", jsonObject{"command": "puz.count", "arguments": []any{uri}}, &n)
	if !strings.HasPrefix(n, "2") {
		t.Errorf("the next answer is %q", n)
	}
}
