package render

// An [Album] writes the solutions of a puzzle as one self-contained HTML file. It has a picture of each solution, and a
// viewer that shows the pictures one by one or on sheets. Solid pieces can be rotated, moved apart and assembled.
//
// The input is pictures as SVG, scenes of solid pieces, and texts; this part knows nothing of puzzles. The file can be
// sent by mail and opened without a network. Its content security policy allows only the scripts of the file itself,
// and pictures are shown as images, in which no script runs. So names in a puzzle cannot inject scripts.

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	_ "embed" // for the embedded files of the viewer
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"strings"

	"quadrille/lang/source"
)

// albumFile is the content of an album's HTML file. Pages are compressed as they are added, so that little work is left
// when the file is written.
type albumFile struct {
	// PageTitle is the title of the page.
	PageTitle string
	// KnownCount describes what is known about the number of solutions.
	KnownCount string
	// PuzzleText is the text of the puzzle, or "".
	PuzzleText string
	// HasScenes reports whether some page has a scene, so that the file must contain the viewer of solids.
	HasScenes bool

	pageCount        int
	firstPage        albumPage
	compressedSheets bytes.Buffer // full sheets, each compressed and written as HTML
	pagesOfOpenSheet []albumPage  // pages of the last sheet, which is not full
}

// albumPage is the page of one solution.
type albumPage struct {
	// SVG is the picture as an SVG document, or "" if there is nothing to draw.
	SVG string `json:"svg,omitempty"`
	// OptionsText describes the options of the solution that are not drawn, one on each line.
	OptionsText string `json:"options"`
	// Scene is the input of the viewer of solids (web/page/solid.js), as JSON.
	Scene json.RawMessage `json:"scene,omitempty"`
}

//go:embed page/viewer.js
var viewerScript string

//go:embed page/viewer.css
var viewerStyle string

// pagesPerSheet is the number of pages on a sheet. The pages of a sheet are compressed together.
const pagesPerSheet = 60

//go:embed page/solid.js
var solidScript string

// SolidViewer returns the viewer of solids, a script that defines quadrilleSolid.show. It is built from
// web/page/solid.js by go run ./web/build -bundle. Pages on a server load it as a file.
func SolidViewer() []byte { return []byte(solidScript) }

// contentPolicy returns the content security policy of the file. It allows the images, the scripts and
// the style sheet that the file contains, and nothing else.
func (a *albumFile) contentPolicy() string {
	scripts := "'" + scriptDigest(viewerScript) + "'"
	if a.HasScenes {
		scripts += " '" + scriptDigest(solidScript) + "'"
	}
	return fmt.Sprintf("default-src 'none'; img-src data:; style-src '%s'; script-src %s; base-uri 'none'; "+
		"form-action 'none'", scriptDigest(viewerStyle), scripts)
}

func scriptDigest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// AddPage adds a page at the end.
func (a *albumFile) AddPage(page albumPage) (err error) {
	if a.pageCount == 0 {
		a.firstPage = page
	}
	a.pageCount++
	if a.pagesOfOpenSheet = append(a.pagesOfOpenSheet, page); len(a.pagesOfOpenSheet) == pagesPerSheet {
		err, a.pagesOfOpenSheet = compressPages(&a.compressedSheets, a.pagesOfOpenSheet), nil
	}
	return err
}

// WriteHTML writes the file with all pages added so far.
func (a *albumFile) WriteHTML(w io.Writer) error {
	b := bufio.NewWriter(w)
	title := html.EscapeString(source.EscapeText(a.PageTitle))
	fmt.Fprintf(b, albumHead, a.contentPolicy(), title, viewerStyle, title,
		html.EscapeString(source.EscapeText(a.KnownCount)))
	a.writeCover(b)
	if a.PuzzleText != "" {
		fmt.Fprintf(b, "<details>\n<summary>The puzzle</summary>\n<pre>%s</pre>\n</details>\n",
			html.EscapeString(escapeText(a.PuzzleText)))
	}
	b.Write(a.compressedSheets.Bytes())
	if len(a.pagesOfOpenSheet) > 0 {
		if err := compressPages(b, a.pagesOfOpenSheet); err != nil {
			return err
		}
	}
	if a.HasScenes {
		if err := writeCompressed(b, " id=\"solids\"", []byte(solidScript)); err != nil {
			return err
		}
	}
	fmt.Fprintf(b, "<script>%s</script>\n</body>\n</html>\n", viewerScript)
	return b.Flush()
}

// albumHead is the part of the page above the pictures. The controls are hidden until the script shows them.
const albumHead = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="%s">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>%s</title>
<style>%s</style>
</head>
<body>
<header>
<h1>%s</h1>
<p>%s</p>
</header>
<nav id="controls" aria-label="Solutions" hidden>
<button id="back" title="Back (left arrow)" aria-label="Back">‹</button>
<input id="slider" type="range" min="1" step="1" aria-label="Solution">
<button id="on" title="On (right arrow)" aria-label="On">›</button>
<label>solution <input id="number" type="number" min="1" step="1"></label> <span id="total"></span>
<button id="sheets" aria-pressed="false" title="Many at a time (s)">Sheet</button>
</nav>
<p id="trouble" role="alert" hidden>This browser cannot unpack the solutions. It is older than 2023: please use another one.</p>
`

// writeCover writes the first solution as plain HTML, for browsers without scripts.
func (a *albumFile) writeCover(b *bufio.Writer) {
	fmt.Fprintf(b, "<main data-leaves=\"%d\" data-per-sheet=\"%d\">\n", a.pageCount, pagesPerSheet)
	if a.pageCount > 0 {
		picture, state := "hidden alt", "open"
		if a.firstPage.SVG != "" {
			picture, state = "alt=\"solution 1\" src=\"data:image/svg+xml;base64,"+
				base64.StdEncoding.EncodeToString([]byte(a.firstPage.SVG))+"\"", ""
		}
		fmt.Fprintf(b, "<figure id=\"one\">\n<p id=\"views\" role=\"group\" aria-label=\"Show as\" hidden><button "+
			"id=\"in-space\">3D</button> <button id=\"flat\">Picture</button></p>\n<div id=\"space\" "+
			"hidden></div>\n<img id=\"picture\" %s>\n", picture)
		fmt.Fprintf(b, "<figcaption><details id=\"options\" %s><summary>In words</summary><pre "+
			"id=\"words\">%s</pre></details></figcaption>\n</figure>\n",
			state, html.EscapeString(a.firstPage.OptionsText))
		fmt.Fprint(b, "<ol id=\"sheet\" hidden></ol>\n<noscript><p>This is the first solution; the others need "+
			"JavaScript to be shown.</p></noscript>\n")
	}
	fmt.Fprint(b, "</main>\n")
}

// compressPages compresses the pages of a sheet. As pictures of the same board are nearly equal, they shrink to a
// thirtieth of their size.
func compressPages(w io.Writer, pages []albumPage) error {
	text, err := json.Marshal(pages)
	if err != nil {
		return err
	}
	return writeCompressed(w, "", text)
}

// writeCompressed writes an HTML element that holds a compressed text, which the script reads.
func writeCompressed(w io.Writer, attributes string, text []byte) error {
	var packed bytes.Buffer
	z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := z.Write(text); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "<script type=\"application/gzip\"%s>%s</script>\n", attributes,
		base64.StdEncoding.EncodeToString(packed.Bytes()))
	return err
}

// escapeText escapes control characters in the lines of a text.
func escapeText(text string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.ReplaceAll(text, "\t", "    ")) {
		b.WriteString(source.EscapeText(strings.TrimRight(line, "\r\n")) + "\n")
	}
	return b.String()
}
