package lsp_test

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"quadrille"
	"quadrille/editors/assist"
	"quadrille/editors/lsp"
	"quadrille/lang/source"
	"quadrille/runtime/matrix/matrixtest"
)

// editorPage is a text as an editor keeps it: lines of code units of UTF-16, or of bytes. It shares no code with the
// server: a position is found by counting, not by searching.
type editorPage struct {
	units []uint16
	bytes bool
}

func newPage(text string, bytes bool) *editorPage {
	if !bytes {
		return &editorPage{utf16.Encode([]rune(text)), false}
	}
	p := &editorPage{bytes: true}
	for _, b := range []byte(text) {
		p.units = append(p.units, uint16(b))
	}
	return p
}

func (p *editorPage) text(units []uint16) string {
	if !p.bytes {
		return string(utf16.Decode(units))
	}
	out := []byte{}
	for _, u := range units {
		out = append(out, byte(u))
	}
	return string(out)
}

func (p *editorPage) String() string { return p.text(p.units) }

// position counts lines and columns up to a number of units.
func (p *editorPage) position(n int) (line, column int) {
	for i := range n {
		switch {
		case p.units[i] == '\n', p.units[i] == '\r' && !(i+1 < len(p.units) && p.units[i+1] == '\n'):
			line, column = line+1, 0
		case p.units[i] == '\r': // the break of the line has two characters; nobody stands between them
		default:
			column++
		}
	}
	return line, column
}

// boundary reports whether a unit is the start of a character, and not within a line break of two characters.
func (p *editorPage) boundary(n int) bool {
	if n > 0 && n < len(p.units) && p.units[n-1] == '\r' && p.units[n] == '\n' {
		return false
	}
	if n == len(p.units) {
		return true
	}
	if p.bytes {
		return utf8.RuneStart(byte(p.units[n]))
	}
	return p.units[n] < 0xDC00 || p.units[n] > 0xDFFF
}

func (p *editorPage) boundaryNear(n int) int {
	for !p.boundary(n) {
		n--
	}
	return n
}

// placeOf returns the position of an offset in bytes.
func (p *editorPage) placeOf(text string, offset int) position {
	line, column := p.position(len(newPage(text[:offset], p.bytes).units))
	if offset > 0 && offset < len(text) && text[offset-1:offset+1] == "\r\n" { // counted as a break of its own above
		line, column = p.position(len(newPage(text[:offset-1], p.bytes).units))
	}
	return position{line, column}
}

var typed = []string{"", "", "x", "\n", "\r\n", "\r", " ", `"`, `"""`, "{", "😀", "e\u0301", "𝟚", "é", "×", "//",
	"board q on square = 2x2\n", "use pentominoes\n", "1", "\u200d", "\t"}

// TestTyping edits examples through the server, in both encodings of positions. What the server says in the end is what
// the compiler says of the text that the editor has.
func TestTyping(t *testing.T) {
	var names []string
	for _, pattern := range []string{"../../examples/*.puz", "../../examples/core/*.puz",
		"../../examples/logic/*.puz"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, found...)
	}
	if len(names) < 40 {
		t.Fatalf("there are only %d examples", len(names))
	}
	folder, err := filepath.Abs("../../examples")
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(16, 8))
	clients := map[bool]*testClient{
		false: startServer(t, lsp.Options{CheckDelay: 1}, nil),
		true: startServer(t, lsp.Options{CheckDelay: 1},
			jsonObject{"general": jsonObject{"positionEncodings": []string{"utf-8"}}}),
	}
	for k := range matrixtest.RandomRounds(10, 500) {
		bytes := r.IntN(2) == 0
		original, err := os.ReadFile(names[r.IntN(len(names))])
		if err != nil {
			t.Fatal(err)
		}
		p, c := newPage(string(original), bytes), clients[bytes]
		name := fmt.Sprintf("typed%d.puz", k)
		uri := "file://" + filepath.ToSlash(folder) + "/" + name
		c.openText(uri, p.String())
		shown := &paintedPage{testClient: c, uri: uri}
		last := 1
		for range 1 + r.IntN(20) {
			last++
			c.changeText(uri, last, p.typeIn(r))
			if r.IntN(2) == 0 {
				shown.repaint()
			}
		}
		shown.repaint()
		shown.compare(t, p)
		checkShown(t, c.waitDiagnostics(uri, last), p, name, os.DirFS(folder))
		c.notifyServer("textDocument/didClose", documentObject(uri))
		if t.Failed() {
			t.Fatalf("the text is %q", p)
		}
	}
}

// paintedPage holds the colors of a document as an editor keeps them: it asks only for changes of the colors.
type paintedPage struct {
	*testClient
	uri, id string
	data    []int
}

func (p *paintedPage) repaint() {
	var answer struct {
		ResultID string
		Data     []int
		Edits    []struct {
			Start, DeleteCount int
			Data               []int
		}
	}
	if p.id == "" {
		p.askServer("textDocument/semanticTokens/full", documentObject(p.uri), &answer)
	} else {
		p.askServer("textDocument/semanticTokens/full/delta",
			documentObject(p.uri, jsonObject{"previousResultId": p.id}), &answer)
	}
	p.id = answer.ResultID
	if answer.Data != nil {
		p.data = answer.Data
	}
	for _, e := range answer.Edits {
		p.data = slices.Concat(p.data[:e.Start], e.Data, p.data[e.Start+e.DeleteCount:])
	}
}

// compare: the colors are those of a document that nobody has edited, and of all its lines if one asks for these.
func (p *paintedPage) compare(t *testing.T, text *editorPage) {
	t.Helper()
	copied := strings.Replace(p.uri, "typed", "copied", 1)
	p.openText(copied, text.String())
	lines := len(text.units) + 1
	for method, more := range map[string]jsonObject{
		"textDocument/semanticTokens/full": {},
		"textDocument/semanticTokens/range": {"range": jsonObject{"start": positionAt(0, 0),
			"end": positionAt(lines, 0)}},
		"textDocument/semanticTokens/full/delta": {"previousResultId": "none"},
	} {
		var fresh struct{ Data []int }
		p.askServer(method, documentObject(copied, more), &fresh)
		if !slices.Equal(fresh.Data, p.data) {
			t.Errorf("%s gives %v, and the editor has %v", method, fresh.Data, p.data)
		}
	}
	p.notifyServer("textDocument/didClose", documentObject(copied))
}

// typeIn changes the page at a random place, and returns the change as an editor sends it.
func (p *editorPage) typeIn(r *rand.Rand) jsonObject {
	from := p.boundaryNear(r.IntN(len(p.units) + 1))
	to := p.boundaryNear(min(len(p.units), from+r.IntN(4)*r.IntN(5)))
	to = max(from, to)
	put := typed[r.IntN(len(typed))]
	startLine, startColumn := p.position(from)
	endLine, endColumn := p.position(to)
	p.units = slices.Concat(p.units[:from], newPage(put, p.bytes).units, p.units[to:])
	return jsonObject{"range": jsonObject{"start": positionAt(startLine, startColumn),
		"end": positionAt(endLine, endColumn)}, "text": put}
}

// checkShown compares what is shown with what the compiler says.
func checkShown(t *testing.T, shown []problem, p *editorPage, name string, files fs.FS) {
	t.Helper()
	text := p.String()
	q, err := quadrille.Load(name, []byte(text), quadrille.Options{Files: files, Limits: assist.CheckLimits()})
	var list source.DiagnosticList
	if errors.As(err, &list); err == nil {
		list = q.Warnings()
	}
	var want, got []string
	for _, d := range list {
		if !d.Span.IsKnown() || d.Span.File.Name == name {
			at := span{p.placeOf(text, d.Span.Start), p.placeOf(text, d.Span.End)}
			want = append(want, fmt.Sprint(d.Code, at, source.EscapeText(d.Summary)))
		}
	}
	for _, d := range shown {
		message, _, _ := strings.Cut(d.Message, "\n")
		if err == nil || d.Severity != 2 {
			got = append(got, fmt.Sprint(d.Code, d.Range, message))
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(want, got) {
		t.Errorf("the compiler says\n%q\nand shown is\n%q", want, got)
	}
}
