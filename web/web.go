// Package web holds the static files of the playground's page: HTML, styles and scripts. Their sources are in the
// folder page, and the command build bundles them.
//
// The page sends questions to package ask. By default it runs the package as WebAssembly in web workers. Then it needs
// only a file server, which serves these files beside the page:
//
//	quadrille.wasm   what go build makes of package wasm
//	wasm_exec.js     the part of the Go release that made it
//	gallery.json     a list of gallery.Entry, with pictures
//	solid.js         the viewer of solids: render.SolidViewer
//
// A server that answers questions itself serves the result of [ServerIndex] as index.html, and these addresses:
//
//	POST ask         an ask.Question in JSON; the response has an ask.Answer a line,
//	                 each flushed at once; the question is given up if the client goes away
//	GET gallery.json entries, with or without pictures: for those that have none the page asks
//	GET events       server-sent events: each has {"name", "text"}, a file to show from now on
package web

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"strconv"
)

//go:embed page/dist
var distFiles embed.FS

// Files holds the static files of the page.
var Files = subFolder(distFiles, "page/dist")

func subFolder(files fs.FS, folder string) fs.FS {
	inner, err := fs.Sub(files, folder)
	if err != nil {
		panic(err) // the folder is embedded in the program
	}
	return inner
}

// ServerIndex returns the page for a server that answers questions itself.
func ServerIndex() []byte { return pageWithMeta("backend", "worker", "server") }

// EngineIndex returns the page for the use with Quadrille in WebAssembly. The argument size is the size of the
// WebAssembly file in bytes, before compression.
func EngineIndex(size int64) []byte {
	return pageWithMeta("engine-bytes", "0", strconv.FormatInt(size, 10))
}

// pageWithMeta returns the page with the value of one of its meta elements replaced.
func pageWithMeta(name, old, value string) []byte {
	page, err := fs.ReadFile(Files, "index.html")
	if err != nil {
		panic(err) // the page is embedded in the program
	}
	line := func(content string) []byte { return fmt.Appendf(nil, `name=%q content=%q`, name, content) }
	return bytes.Replace(page, line(old), line(value), 1)
}
