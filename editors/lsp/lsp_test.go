package lsp_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"quadrille/editors/lsp"
)

// startServer starts a server at the other end of two pipes. It must end when its input does.
func startServer(t testing.TB, o lsp.Options, capabilities jsonObject) *testClient {
	return serveAs(t, o, jsonObject{"capabilities": capabilities})
}

// serveAs starts a server for an editor that introduces itself by the given parameters.
func serveAs(t testing.TB, o lsp.Options, editor jsonObject) *testClient {
	t.Helper()
	if o.OpenFolder == nil {
		o.OpenFolder = func(path string) fs.FS { return os.DirFS(path) }
	}
	o.CheckDelay = cmp.Or(o.CheckDelay, time.Millisecond) // nobody types here
	fromClient, in := io.Pipe()
	out, toClient := io.Pipe()
	done := make(chan error, 1)
	go func() {
		err := lsp.Serve(context.Background(), fromClient, toClient, o)
		toClient.Close()
		done <- err
	}()
	c := newClient(t, in, out)
	t.Cleanup(func() {
		in.Close()
		select {
		case err := <-done:
			if err != nil {
				t.Error(err)
			}
		case <-time.After(patience):
			t.Error("the server does not end")
		}
	})
	c.askServer("initialize", editor, nil)
	c.notifyServer("initialized", jsonObject{})
	return c
}

// The board is Dana Scott's of 1958, which has 65 solutions up to symmetry and 520 in all.
const scott = `use pentominoes
board holey on square = 8x8 - 2x2 at (3, 3)
pack holey with pentominoes
expect 520 solutions
expect 65 solutions up to symmetry
`

const uri = "file:///nowhere/scott.puz"

func TestDiagnosticsAndFix(t *testing.T) {
	c := startServer(t, lsp.Options{}, nil)
	c.openText(uri, strings.Replace(scott, "with pentominoes", "with pentominos", 1))
	found := c.waitDiagnostics(uri, 1)
	if len(found) != 1 || found[0].Code != "unknown-name" || found[0].Range != (span{position{2, 16},
		position{2, 26}}) {
		t.Fatalf("wrong is %+v", found)
	}
	var actions []struct {
		Title string
		Edit  struct{ Changes map[string][]edit }
	}
	c.askServer("textDocument/codeAction", documentObject(uri,
		jsonObject{"range": jsonObject{"start": positionAt(2, 18), "end": positionAt(2, 18)},
			"context": jsonObject{"diagnostics": []any{}}}), &actions)
	if len(actions) != 1 || !slices.Equal(actions[0].Edit.Changes[uri], []edit{{found[0].Range, "pentominoes"}}) {
		t.Fatalf("the actions are %+v", actions)
	}
	c.changeText(uri, 2, jsonObject{"range": jsonObject{"start": positionAt(2, 16), "end": positionAt(2, 26)},
		"text": "pentominoes"})
	if found := c.waitDiagnostics(uri, 2); len(found) != 0 {
		t.Errorf("the mended text has %+v", found)
	}
	c.notifyServer("textDocument/didClose", documentObject(uri))
	c.waitDiagnostics(uri, 0) // there are none of a document that is closed
}

func TestHover(t *testing.T) {
	c := startServer(t, lsp.Options{}, nil)
	c.openText(uri, scott)
	for _, test := range []struct {
		line, character int
		want            []string
	}{
		{0, 6, []string{"twelve free pentominoes"}},
		{1, 8, []string{"60 cells"}},
		{2, 1, []string{"Covers the cells of a board"}},
		{1, 16, []string{"lattice", "8 motions"}},
	} {
		var h struct{ Contents struct{ Kind, Value string } }
		c.askServer("textDocument/hover", documentObject(uri,
			jsonObject{"position": positionAt(test.line, test.character)}), &h)
		for _, want := range test.want {
			if !strings.Contains(h.Contents.Value, want) {
				t.Errorf("at %d:%d stands %q, without %q", test.line, test.character, h.Contents.Value, want)
			}
		}
	}
	var nothing *struct{}
	c.askServer("textDocument/hover", documentObject(uri, jsonObject{"position": positionAt(9, 9)}), &nothing)
	if nothing != nil {
		t.Error("there is something behind the end")
	}
}

func completionLabels(c *testClient, uri string, line, character int) (out []string) {
	var items []struct{ Label string }
	c.askServer("textDocument/completion", documentObject(uri, jsonObject{"position": positionAt(line, character)}),
		&items)
	for _, i := range items {
		out = append(out, i.Label)
	}
	return out
}

func TestCompletion(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	c := startServer(t, lsp.Options{}, nil)
	c.openText(uri, scott+"pa\nuse \n")
	if got := completionLabels(c, uri, 5, 2); !slices.Contains(got, "pack") || !slices.Contains(got, "param") {
		t.Errorf("at the beginning of a line there is %v", got)
	}
	if got := completionLabels(c, uri, 6, 4); !slices.Contains(got, "hexominoes") || slices.Contains(got, "pack") {
		t.Errorf("behind use there is %v", got)
	}
	if got := completionLabels(c, uri, 2, 5); len(got) == 0 || got[0] != "holey" || slices.Contains(got, "W") {
		t.Errorf("behind pack there is %v", got)
	}
	if got := completionLabels(c, uri, 2, 16); !slices.Contains(got, "pentominoes") || !slices.Contains(got, "W") ||
		slices.Contains(got, "holey") {
		t.Errorf("behind with there is %v", got)
	}
}

func TestNavigation(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{
		"mine.puz": "piece stick = 1x3\n",
		"tray.puz": "use \"mine.puz\"\nuse pentominoes\nboard b on square = 3x3\npack b with any of stick + " +
			"any of V\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	module := func(name string) (string, error) { return "/cache/" + name + ".puz", nil }
	c := startServer(t, lsp.Options{WriteModule: module}, nil)
	tray, _ := os.ReadFile(filepath.Join(folder, "tray.puz"))
	uri := "file://" + filepath.ToSlash(folder) + "/tray.puz"
	c.openText(uri, string(tray))
	definition := func(line, character int) (p place) {
		c.askServer("textDocument/definition", documentObject(uri,
			jsonObject{"position": positionAt(line, character)}), &p)
		return p
	}
	if got := definition(3, 5); got != (place{uri, span{position{2, 6}, position{2, 7}}}) {
		t.Errorf("the board is declared at %v", got)
	}
	if got := definition(3, 20); got != (place{strings.Replace(uri, "tray", "mine", 1),
		span{position{0, 6}, position{0, 11}}}) {
		t.Errorf("the stick is declared at %v", got)
	}
	if got := definition(0, 7); got.URI != strings.Replace(uri, "tray", "mine", 1) {
		t.Errorf("the file is %v", got)
	}
	stdlibV := definition(3, 34)
	if stdlibV.URI != "file:///cache/pentominoes.puz" || stdlibV.Range.Start.Character != len("piece ") {
		t.Errorf("V is declared at %v", stdlibV)
	}
	var found []place
	c.askServer("textDocument/references", documentObject(uri,
		jsonObject{"position": positionAt(2, 6), "context": jsonObject{"includeDeclaration": true}}), &found)
	if want := []place{{uri, span{position{2, 6}, position{2, 7}}},
		{uri, span{position{3, 5}, position{3, 6}}}}; !slices.Equal(found, want) {
		t.Errorf("the board is named at %v", found)
	}
	c.askServer("textDocument/references", documentObject(uri,
		jsonObject{"position": positionAt(2, 6), "context": jsonObject{"includeDeclaration": false}}), &found)
	if len(found) != 1 {
		t.Errorf("the board is used at %v", found)
	}

	// What is open stands in the place of the file, and what uses it is looked at again.
	c.waitDiagnostics(uri, 1)
	c.openText(strings.Replace(uri, "tray", "mine", 1), "piece stick = 1x3\n")
	c.changeText(strings.Replace(uri, "tray", "mine", 1), 2, jsonObject{"text": "piece rod = 1x3\n"})
	c.waitUntil("textDocument/publishDiagnostics", func(params json.RawMessage) bool {
		return strings.Contains(string(params), "there is no piece or set called `stick`")
	})

	// So is what uses it by way of another file.
	for name, text := range map[string]string{"far.puz": "use \"near.puz\"\nboard b on square = 3x3\npack b with any " +
		"of twigs\n", "near.puz": "use \"twigs.puz\"\nset twigs = {twig}\n", "twigs.puz": "piece twig = 1x3\n"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	far, _ := os.ReadFile(filepath.Join(folder, "far.puz"))
	c.openText(strings.Replace(uri, "tray", "far", 1), string(far))
	if found := c.waitDiagnostics(strings.Replace(uri, "tray", "far", 1), 1); len(found) != 0 {
		t.Errorf("before anything changes: %v", found)
	}
	c.openText(strings.Replace(uri, "tray", "twigs", 1), "piece twig = 1x3\n")
	c.changeText(strings.Replace(uri, "tray", "twigs", 1), 2, jsonObject{"text": "piece bough = 1x3\n"})
	c.waitUntil("textDocument/publishDiagnostics", func(params json.RawMessage) bool {
		return strings.Contains(string(params), "there is no piece or set called `twig`")
	})
}

func TestRename(t *testing.T) {
	c := startServer(t, lsp.Options{}, nil)
	text := "param n = 3\nitems a[k] for k in 1..n\noption a[k] for k in 1..n where k <= n\n"
	c.openText(uri, text)
	var e struct{ Changes map[string][]edit }
	c.askServer("textDocument/rename", documentObject(uri, jsonObject{"position": positionAt(0, 6),
		"newName": "size"}), &e)
	if got := len(e.Changes[uri]); got != 4 {
		t.Errorf("n is renamed at %d places: %v", got, e)
	}
	c.askServer("textDocument/rename", documentObject(uri, jsonObject{"position": positionAt(2, 9),
		"newName": "i"}), &e)
	if got := len(e.Changes[uri]); got != 3 {
		t.Errorf("the index is renamed at %d places: %v", got, e)
	}
	// What is not saved yet uses nothing: no file is there, and least of all itself.
	c.openText("untitled:1", "use \"other.puz\"\npiece A = 1x2\nboard b on square = 2x2\npack b with any of A\n")
	c.askServer("textDocument/rename", documentObject("untitled:1",
		jsonObject{"position": positionAt(1, 6), "newName": "B"}), &e)
	if got := len(e.Changes["untitled:1"]); got != 2 {
		t.Errorf("A is renamed at %d places: %v", got, e)
	}
	for _, name := range []string{"pack", "for", "k", "a b", "9", "", "n"} {
		if _, why := c.askRefused("textDocument/rename", documentObject(uri,
			jsonObject{"position": positionAt(0, 6), "newName": name})); why == "" {
			t.Errorf("n can be called %q", name)
		}
	}
	if _, why := c.askRefused("textDocument/prepareRename", documentObject(uri,
		jsonObject{"position": positionAt(0, 1)})); !strings.Contains(why, "no name") {
		t.Error(why)
	}
}

// TestRenameAcrossFiles: a piece that a file declares is renamed in those that use the file, whether they are open or
// not, from wherever it is named; and nothing else is touched.
func TestRenameAcrossFiles(t *testing.T) {
	files := map[string]string{
		"lib/mine.puz": "param n = 3\npiece stick = 1x3\nset sticks = {stick}\n",
		"tray.puz": "use \"lib/mine.puz\"\nuse pentominoes\nparam n = 3\nboard b on square = n x 3\npack b with " +
			"any of stick + any of V\n",
		"other.puz": "use \"lib/mine.puz\" as m\nboard b on square = 3x3\npack b with any of m_stick {\n  keep " +
			"m_stick in b\n}\n",
		"apart.puz": "piece stick = 1x4\nboard b on square = 4x4\npack b with any of stick\n// lib/mine.puz is " +
			"not used\n",
		"odd.puz": "use \"lib/mine.puz\"\nboard (",
	}
	folder := writeFiles(t, files)
	at2 := func(name string) string { return "file://" + filepath.ToSlash(folder) + "/" + name }
	c := serveAs(t, lsp.Options{}, jsonObject{"workspaceFolders": []jsonObject{{"uri": strings.TrimSuffix(at2(""), "/"),
		"name": "puzzles"}}})
	c.openText(at2("lib/mine.puz"), "// an edit that is not saved\n"+files["lib/mine.puz"])
	c.openText(at2("tray.puz"), files["tray.puz"])
	c.openText(at2("other.puz"), files["other.puz"])

	renamed := func(uri string, line, character int, to string) map[string]int {
		var e struct{ Changes map[string][]edit }
		c.askServer("textDocument/rename", documentObject(uri,
			jsonObject{"position": positionAt(line, character), "newName": to}), &e)
		places := map[string]int{}
		for uri, list := range e.Changes {
			places[strings.TrimPrefix(uri, at2(""))] = len(list)
			for _, change := range list {
				if change.NewText != map[bool]string{true: "m_rod", false: "rod"}[strings.HasSuffix(uri, "other.puz")] {
					t.Errorf("in %s it is called %q", uri, change.NewText)
				}
			}
		}
		return places
	}
	if _, why := c.askRefused("textDocument/rename", documentObject(at2("tray.puz"),
		jsonObject{"position": positionAt(4, 20), "newName": "rod"})); !strings.Contains(why, "odd.puz") {
		t.Errorf("a file that cannot be read does not matter: %s", why)
	}
	c.openText(at2("odd.puz"), "use \"lib/mine.puz\"\nboard b on square = 3x3\npack b with sticks\n")
	want := map[string]int{"lib/mine.puz": 2, "tray.puz": 1, "other.puz": 2}
	for _, from := range []struct {
		file            string
		line, character int
		to              string
	}{{"tray.puz", 4, 20, "rod"}, {"lib/mine.puz", 2, 8, "rod"}, {"lib/mine.puz", 3, 15, "rod"},
		{"other.puz", 2, 21, "m_rod"}} {
		if got := renamed(at2(from.file), from.line, from.character, from.to); !maps.Equal(got, want) {
			t.Errorf("from %v it is renamed at %v, want %v", from, got, want)
		}
	}
	// A parameter is its file's own.
	var e struct{ Changes map[string][]edit }
	c.askServer("textDocument/rename", documentObject(at2("tray.puz"),
		jsonObject{"position": positionAt(2, 6), "newName": "size"}), &e)
	if len(e.Changes) != 1 || len(e.Changes[at2("tray.puz")]) != 2 {
		t.Errorf("the parameter is renamed at %v", e)
	}
	for _, wrong := range []struct {
		file            string
		line, character int
		to, why         string
	}{
		{"tray.puz", 4, 34, "W9", "standard module `pentominoes`"},
		{"other.puz", 2, 21, "rod", "begin with `m_`"},
		{"lib/mine.puz", 2, 8, "V", "another piece in tray.puz, which gets it from pentominoes:"},
		{"lib/mine.puz", 2, 8, "sticks", "another set in lib/mine.puz:4"},
		{"lib/mine.puz", 2, 8, "b", "another board in odd.puz:2"},
	} {
		if _, why := c.askRefused("textDocument/rename", documentObject(at2(wrong.file),
			jsonObject{"position": positionAt(wrong.line, wrong.character),
				"newName": wrong.to})); !strings.Contains(why, wrong.why) {
			t.Errorf("%v: %s", wrong, why)
		}
	}
	var found []place
	c.askServer("textDocument/references", documentObject(at2("other.puz"),
		jsonObject{"position": positionAt(2, 21), "context": jsonObject{"includeDeclaration": true}}), &found)
	if len(found) != 5 || found[0] != (place{at2("lib/mine.puz"), span{position{2, 6}, position{2, 11}}}) {
		t.Errorf("the piece is named at %v", found)
	}
	c.askServer("textDocument/references", documentObject(at2("tray.puz"),
		jsonObject{"position": positionAt(4, 34), "context": jsonObject{"includeDeclaration": false}}), &found)
	if len(found) != 1 {
		t.Errorf("V is named at %v", found)
	}
}

// renameFiles are puzzles of which lib/stick.puz declares the piece that all of them use.
var renameFiles = map[string]string{
	"lib/stick.puz": "piece stick = 1x3\n",
	"lib/low.puz":   "use \"stick.puz\"\nboard b on square = 3x3\npack b with any of stick\n",
	"tray.puz":      "use \"lib/stick.puz\"\nboard b on square = 3x3\npack b with any of stick\n",
	"closed.puz":    "use \"lib/stick.puz\" as s\nboard b on square = 3x3\npack b with any of s_stick\n",
}

// writeFiles writes files into a new folder, and returns its path.
func writeFiles(t *testing.T, files map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	for name, text := range files {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777),
			os.WriteFile(path, []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// readsFS notes the files that are opened in it.
type readsFS struct {
	fs.FS
	note func(name string)
}

func (f readsFS) Open(name string) (fs.File, error) {
	f.note(name)
	return f.FS.Open(name)
}

// TestRenameWhereAllowed: a name is changed in the open documents, in the folders that the editor has named, and in the
// file that declares it. Other files are not even read.
func TestRenameWhereAllowed(t *testing.T) {
	for _, test := range []struct {
		name       string
		initialize func(uri string) jsonObject
		open       []string
		want       []string
	}{
		{"no folder", func(string) jsonObject { return jsonObject{} }, []string{"tray.puz"},
			[]string{"lib/stick.puz", "tray.puz"}},
		{"an empty list", func(uri string) jsonObject {
			return jsonObject{"rootUri": uri, "workspaceFolders": []jsonObject{}}
		}, []string{"tray.puz", "lib/low.puz"}, []string{"lib/low.puz", "lib/stick.puz", "tray.puz"}},
		{"a root", func(uri string) jsonObject { return jsonObject{"rootUri": uri} }, []string{"tray.puz"},
			[]string{"closed.puz", "lib/low.puz", "lib/stick.puz", "tray.puz"}},
		{"a folder below", func(uri string) jsonObject {
			return jsonObject{"workspaceFolders": []jsonObject{{"uri": uri + "/lib", "name": "lib"}}}
		}, []string{"lib/stick.puz", "tray.puz"}, []string{"lib/low.puz", "lib/stick.puz", "tray.puz"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			folder := writeFiles(t, renameFiles)
			var mu sync.Mutex
			read := map[string]bool{}
			c := serveAs(t, lsp.Options{OpenFolder: func(path string) fs.FS {
				return readsFS{os.DirFS(path), func(name string) {
					name, _ = filepath.Rel(folder, filepath.Join(path, name))
					mu.Lock()
					defer mu.Unlock()
					if filepath.Ext(name) == ".puz" {
						read[filepath.ToSlash(name)] = true
					}
				}}
			}}, test.initialize("file://"+filepath.ToSlash(folder)))
			at := func(name string) string { return "file://" + filepath.ToSlash(folder) + "/" + name }
			for _, name := range test.open {
				c.openText(at(name), renameFiles[name])
			}
			first := test.open[0]
			line := strings.Count(renameFiles[first][:strings.LastIndex(renameFiles[first], "stick")], "\n")
			column := strings.LastIndex(strings.Split(renameFiles[first], "\n")[line], "stick")
			var e struct{ Changes map[string][]edit }
			c.askServer("textDocument/rename", documentObject(at(first),
				jsonObject{"position": positionAt(line, column), "newName": "rod"}), &e)
			var changed []string
			for uri := range e.Changes {
				changed = append(changed, strings.TrimPrefix(uri, at("")))
			}
			slices.Sort(changed)
			if !slices.Equal(changed, test.want) {
				t.Errorf("it is renamed in %v, want %v", changed, test.want)
			}
			mu.Lock()
			defer mu.Unlock()
			for name := range read {
				if !slices.Contains(test.want, name) {
					t.Errorf("%s is read", name)
				}
			}
		})
	}
}

// TestRenameVersions: an editor that reads document changes gets the version of each open document, and null for files.
func TestRenameVersions(t *testing.T) {
	folder := writeFiles(t, renameFiles)
	root := "file://" + filepath.ToSlash(folder)
	c := serveAs(t, lsp.Options{}, jsonObject{"rootUri": root, "capabilities": jsonObject{
		"workspace": jsonObject{"workspaceEdit": jsonObject{"documentChanges": true}}}})
	tray := root + "/tray.puz"
	c.openText(tray, renameFiles["tray.puz"])
	c.changeText(tray, 7, jsonObject{"text": strings.Replace(renameFiles["tray.puz"], "stick\n", "stik\n", 1)})
	c.changeText(tray, 8, jsonObject{"text": renameFiles["tray.puz"]})
	type documentEdit struct {
		TextDocument struct {
			URI     string
			Version *int
		}
		Edits []edit
	}
	var e struct {
		Changes         map[string][]edit
		DocumentChanges []documentEdit
	}
	c.askServer("textDocument/rename", documentObject(tray,
		jsonObject{"position": positionAt(2, 19), "newName": "rod"}), &e)
	if len(e.Changes) != 0 || len(e.DocumentChanges) != 4 {
		t.Fatalf("the edit is %+v", e)
	}
	for _, d := range e.DocumentChanges {
		isOpen := d.TextDocument.URI == tray
		if v := d.TextDocument.Version; (v != nil) != isOpen || isOpen && *v != 8 {
			t.Errorf("%s has the version %v", d.TextDocument.URI, v)
		}
		if len(d.Edits) != 1 {
			t.Errorf("%s has the edits %v", d.TextDocument.URI, d.Edits)
		}
	}
}

func TestOutlineFoldsFormatHints(t *testing.T) {
	c := startServer(t, lsp.Options{},
		jsonObject{"workspace": jsonObject{"inlayHint": jsonObject{"refreshSupport": true}}})
	text := "// A tray,\n// and a corner.\npiece   L = \"\"\"\n  #.\n  ##\n\"\"\"\nboard b on square = 2x3\npack b " +
		"with 2 of L {\n  fix L at (0, 0)\n}\n"
	c.openText(uri, text)
	c.waitDiagnostics(uri, 1)
	var symbols []struct{ Name, Detail string }
	c.askServer("textDocument/documentSymbol", documentObject(uri), &symbols)
	if len(symbols) != 3 || symbols[0].Name != "L" || symbols[1].Name != "b" ||
		symbols[2].Name != "pack b with 2 of L" {
		t.Errorf("the outline is %v", symbols)
	}
	var folds []struct{ StartLine, EndLine int }
	c.askServer("textDocument/foldingRange", documentObject(uri), &folds)
	if want := []struct{ StartLine, EndLine int }{{0, 1}, {2, 5}, {7, 9}}; !slices.Equal(folds, want) {
		t.Errorf("the folds are %v", folds)
	}
	var edits []edit
	c.askServer("textDocument/formatting", documentObject(uri, jsonObject{"options": jsonObject{"tabSize": 2}}), &edits)
	if want := []edit{{span{position{2, 0}, position{3, 0}}, "piece L = \"\"\"\n"}}; !slices.Equal(edits, want) {
		t.Errorf("the format wants %+v", edits)
	}
	// Two corners fill a box of 2 by 3 in two ways; one of them has its corner at (0, 0), or both. The
	// packing makes an item for each of 6 cells, one for the piece and one for the place, and 8 options.
	var hints []struct{ Label string }
	c.askServer("textDocument/inlayHint", documentObject(uri,
		jsonObject{"range": jsonObject{"start": positionAt(0, 0), "end": positionAt(20, 0)}}), &hints)
	if len(hints) != 2 || hints[0].Label != "symmetry reflection" || hints[1].Label != "8 items, 8 options" {
		t.Errorf("the hints are %v", hints)
	}
	c.waitUntil("workspace/inlayHint/refresh", func(json.RawMessage) bool { return true })
	var tokens struct{ Data []int }
	c.askServer("textDocument/semanticTokens/full", documentObject(uri), &tokens)
	if len(tokens.Data)%5 != 0 || len(tokens.Data) < 100 {
		t.Errorf("there are %d numbers", len(tokens.Data))
	}
}

func TestLenses(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	c := startServer(t, lsp.Options{}, jsonObject{"window": jsonObject{"workDoneProgress": true}})
	c.openText(uri, scott)
	var lenses []struct {
		Range   span
		Command struct {
			Title, Command string
			Arguments      []any
		}
	}
	c.askServer("textDocument/codeLens", documentObject(uri), &lenses)
	answers := []string{}
	for _, l := range lenses {
		var answer string
		c.askServer("workspace/executeCommand", jsonObject{"command": l.Command.Command,
			"arguments": l.Command.Arguments}, &answer)
		answers = append(answers, l.Command.Title+": "+answer)
	}
	if len(answers) != 4 || !strings.Contains(answers[0], "┌─") || strings.Count(answers[0], "X") != 1 {
		t.Fatalf("the answers are %q", answers)
	}
	want := []string{"count: 520 solutions", "test: ok: expect 520 solutions",
		"test: ok: expect 65 solutions up to symmetry"}
	if !slices.Equal(answers[1:], want) {
		t.Errorf("the answers are %q, want %q", answers[1:], want)
	}
	c.waitUntil("window/showMessage", func(p json.RawMessage) bool {
		return strings.Contains(string(p),
			"520 solutions")
	})
	c.waitUntil("$/progress", func(p json.RawMessage) bool { return strings.Contains(string(p), `"end"`) })
}

// Where a count is 0, the editor is told that there is one more question: why. It goes when the text changes.
func TestWhy(t *testing.T) {
	c := startServer(t, lsp.Options{},
		jsonObject{"workspace": jsonObject{"codeLens": jsonObject{"refreshSupport": true}}})
	c.openText(uri, "use tetrominoes\nboard tray on square = 4x5\npack tray with tetrominoes\n")
	titles := func() (all []string) {
		var lenses []struct{ Command struct{ Title string } }
		c.askServer("textDocument/codeLens", documentObject(uri), &lenses)
		for _, l := range lenses {
			all = append(all, l.Command.Title)
		}
		return all
	}
	before := titles()
	var answer, reason string
	c.askServer("workspace/executeCommand", jsonObject{"command": "puz.count", "arguments": []any{uri}}, &answer)
	c.waitUntil("workspace/codeLens/refresh", func(json.RawMessage) bool { return true })
	after := titles()
	c.askServer("workspace/executeCommand", jsonObject{"command": "puz.why", "arguments": []any{uri}}, &reason)
	if !slices.Equal(before, []string{"draw", "count"}) || answer != "0 solutions" ||
		!slices.Equal(after, []string{"draw", "count", "why"}) || !strings.Contains(reason, "chessboard") {
		t.Errorf("%v, %s, %v, %s", before, answer, after, reason)
	}
	c.changeText(uri, 2, jsonObject{"text": "queens 4\n"})
	c.askServer("workspace/executeCommand", jsonObject{"command": "puz.why", "arguments": []any{uri}}, &reason)
	if again := titles(); len(again) != 2 || reason != "there is a solution" {
		t.Errorf("%v, %s", again, reason)
	}
}

// A search that would take years ends when the editor says so, in each of the ways that it can say so, and
// when its time is up; meanwhile the server answers other questions.
func TestCancel(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	slow := "use hexominoes\nboard b on square = 15x15 - 5x3 at (5, 6)\npack b with hexominoes + any of O6\npiece O6 " +
		"= 1x1\n"
	c := startServer(t, lsp.Options{}, nil)
	c.openText(uri, slow)
	run := func(more jsonObject) (int, chan clientReply) {
		params := jsonObject{"command": "puz.count", "arguments": []any{uri}}
		for k, v := range more {
			params[k] = v
		}
		return c.beginRequest("workspace/executeCommand", params)
	}
	n, answer := run(nil)
	if got := completionLabels(c, uri, 2, 5); len(got) == 0 || got[0] != "b" { // the words of shapes follow
		t.Errorf("while it counts there is %v", got)
	}
	c.notifyServer("$/cancelRequest", jsonObject{"id": n})
	if r := c.waitReply(answer); r.Error == nil || r.Error.Code != -32800 {
		t.Errorf("the request is answered: %+v", r)
	}
	_, answer = run(jsonObject{"workDoneToken": "mine"})
	c.waitUntil("$/progress", func(p json.RawMessage) bool { return strings.Contains(string(p), `"begin"`) })
	c.notifyServer("window/workDoneProgress/cancel", jsonObject{"token": "mine"})
	if r := c.waitReply(answer); r.Error == nil {
		t.Errorf("the request is answered: %+v", r)
	}
	quick := startServer(t, lsp.Options{CommandTimeout: 20 * time.Millisecond}, nil)
	var text string
	// Compiling ends as well: else one would hear that the loops are too long.
	quick.openText(uri, "param n = 1_000_000\nitems a\noption a for i in 1..n, j in 1..n where i + j < 0\n")
	quick.askServer("workspace/executeCommand", jsonObject{"command": "puz.count", "arguments": []any{uri}}, &text)
	if text != "stopped after 20ms" {
		t.Errorf("the answer is %q", text)
	}
	// An editor that does not answer is not waited for.
	quick = startServer(t, lsp.Options{CommandTimeout: 20 * time.Millisecond},
		jsonObject{"window": jsonObject{"workDoneProgress": true}})
	quick.silent = true
	quick.openText(uri, slow)
	quick.askServer("workspace/executeCommand", jsonObject{"command": "puz.draw", "arguments": []any{uri}}, &text)
	if text != "stopped after 20ms" {
		t.Errorf("nobody answers, and the answer is %q", text)
	}
	// What was counted in the time is told. Where compiling alone takes as long, there is more time.
	for limit := 300 * time.Millisecond; limit < patience; limit *= 4 {
		quick = startServer(t, lsp.Options{CommandTimeout: limit}, nil)
		quick.openText(uri, "queens 20\n")
		quick.askServer("workspace/executeCommand", jsonObject{"command": "puz.count", "arguments": []any{uri}}, &text)
		if strings.Contains(text, "at least") {
			break
		}
	}
	if !strings.Contains(text, "stopped after ") || !strings.Contains(text, "at least") {
		t.Errorf("the answer is %q", text)
	}
}

func TestConversation(t *testing.T) {
	fromClient, in := io.Pipe()
	out, toClient := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- lsp.Serve(context.Background(), fromClient, toClient, lsp.Options{}) }()
	c := newClient(t, in, out)
	if code, _ := c.askRefused("textDocument/hover", documentObject(uri)); code != -32002 {
		t.Errorf("before initialize the code is %d", code)
	}
	var r struct {
		Capabilities struct{ PositionEncoding string }
	}
	c.askServer("initialize",
		jsonObject{"capabilities": jsonObject{"general": jsonObject{"positionEncodings": []string{"utf-32",
			"utf-8"}}}}, &r)
	if r.Capabilities.PositionEncoding != "utf-8" {
		t.Errorf("positions are in %q", r.Capabilities.PositionEncoding)
	}
	// In bytes, the Greek letter takes two columns.
	c.openText(uri, "piece λ = 1x2\nboard b on square = 2x2\npack b with 2 of λλ\n")
	if found := c.waitDiagnostics(uri, 1); len(found) != 1 &&
		found[0].Range != (span{position{2, 17}, position{2, 21}}) {
		t.Errorf("wrong is %v", found)
	}
	if code, _ := c.askRefused("textDocument/teleport", documentObject(uri)); code != -32601 {
		t.Errorf("of an unknown method the code is %d", code)
	}
	if code, _ := c.askRefused("textDocument/hover", documentObject("file:///elsewhere.puz",
		jsonObject{"position": positionAt(0, 0)})); code != -32602 {
		t.Errorf("of an unknown document the code is %d", code)
	}
	if code, _ := c.askRefused("textDocument/hover", []int{1}); code != -32602 {
		t.Errorf("of odd parameters the code is %d", code)
	}
	if code, _ := c.askRefused("initialize", jsonObject{}); code != -32600 {
		t.Errorf("of a second initialize the code is %d", code)
	}
	for k, message := range []string{"{]}", "", "[]", "[1, 2]", "null", "{}", `{"id": 1.5, "method": "shutdown"}`,
		`{"id": 7, "method": 5}`, `{"id": 7, "error": {"code": "a"}}`, strings.Repeat("[", 1<<16)} {
		c.sendMessage(message)
		c.waitUntil("window/logMessage", func(json.RawMessage) bool { return len(c.said["window/logMessage"]) == k+1 })
	}
	c.askServer("textDocument/hover", documentObject(uri, jsonObject{"position": positionAt(0, 0)}), nil)
	c.askServer("shutdown", nil, nil)
	if code, _ := c.askRefused("textDocument/hover", documentObject(uri)); code != -32600 {
		t.Errorf("after shutdown the code is %d", code)
	}
	c.notifyServer("exit", nil)
	select {
	case <-ended:
	case <-time.After(patience):
		t.Error("the server does not end")
	}
}

// A message without an end, or one that is too large, ends the conversation with an error, and eats no memory.
func TestHostileMessages(t *testing.T) {
	for _, message := range []string{
		"Content-Length: 99999999999\r\n\r\n", "Content-Length: -5\r\n\r\n", "\r\n", "Content-Length: a\r\n\r\n",
		strings.Repeat("x", 1<<20),
	} {
		fromClient, in := io.Pipe()
		ended := make(chan error, 1)
		go func() { ended <- lsp.Serve(context.Background(), fromClient, io.Discard, lsp.Options{}) }()
		go io.WriteString(in, message)
		select {
		case err := <-ended:
			if err == nil {
				t.Errorf("%.40q is no error", message)
			}
		case <-time.After(patience):
			t.Errorf("%.40q does not end the server", message)
		}
		fromClient.Close()
	}
}
