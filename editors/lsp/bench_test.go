package lsp_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"quadrille/editors/lsp"
)

// largePuzzle is a puzzle of some thousand lines: pieces with their pictures, and items with options.
func largePuzzle(lines int) string {
	var b strings.Builder
	b.WriteString("puz 1\nuse pentominoes\nparam n = 8\nboard b on square = 6x10\n")
	for i := 0; i < lines/12; i++ {
		fmt.Fprintf(&b, "// piece number %d\npiece p%d = \"\"\"\n  .##\n  ##.\n  .#.\n\"\"\"\n", i, i)
	}
	for i := 0; i < lines/4; i++ {
		fmt.Fprintf(&b, "items row%d[i] for i in 1..n\noption row%d[i] row%d[i+1] for i in 1..n where i + 1 <= n and "+
			"i != %d\n", i, i, i, i%8)
	}
	b.WriteString("pack b with pentominoes\n")
	return b.String()
}

// BenchmarkKeystroke types a statement, letter by letter, into the middle of a file of 5,000 lines. After each
// letter it asks for all that editors ask then: completions, the colors of what is seen and what is new of
// all others, and where else the name stands. The other benchmark asks for all colors anew, as editors do that know no
// better.
func BenchmarkKeystroke(b *testing.B) {
	keystrokes(b, "textDocument/completion", "textDocument/semanticTokens/range",
		"textDocument/semanticTokens/full/delta", "textDocument/documentHighlight")
}

func BenchmarkKeystrokeFull(b *testing.B) {
	keystrokes(b, "textDocument/completion", "textDocument/semanticTokens/full")
}

func keystrokes(b *testing.B, methods ...string) {
	c := startServer(b, lsp.Options{}, nil)
	text := largePuzzle(5000)
	c.openText(uri, text)
	c.waitDiagnostics(uri, 1)
	line, column := slices.IndexFunc(strings.Split(text, "\n"),
		func(l string) bool { return strings.HasPrefix(l, "items") }), 0
	version := 1
	var colors struct{ ResultID string }
	c.askServer("textDocument/semanticTokens/full", documentObject(uri), &colors)
	insert := func(s string) {
		version++
		c.changeText(uri, version, jsonObject{"range": jsonObject{"start": positionAt(line, column),
			"end": positionAt(line, column)}, "text": s})
	}
	insert("\n")
	letters := "option row17[i] row18[(i) + 1] for i in 1..n where i > n "
	var took []time.Duration
	for i := 0; b.Loop(); i++ {
		start := time.Now()
		insert(letters[i%len(letters) : i%len(letters)+1])
		column++
		var answers []chan clientReply
		for _, m := range methods {
			_, answer := c.beginRequest(m, documentObject(uri,
				jsonObject{"position": positionAt(line, column), "previousResultId": colors.ResultID,
					"range": jsonObject{"start": positionAt(line-30, 0), "end": positionAt(line+30, 0)}}))
			answers = append(answers, answer)
		}
		for _, a := range answers {
			r := c.waitReply(a)
			if r.Error != nil {
				b.Fatal(r.Error.Message)
			}
			_ = json.Unmarshal(r.Result, &colors) // of the answers that have a number
		}
		took = append(took, time.Since(start))
		time.Sleep(20 * time.Millisecond) // nobody types faster
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "ms-median")
	b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "ms-p95")
	b.ReportMetric(0, "ns/op")
}
