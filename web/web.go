// Package web holds the page of the playground as it is served: HTML, styles and scripts. Its
// sources are in the folder page, and the command build bundles them.
//
// The page asks Quadrille what package ask answers. By itself it does so in web workers, by
// WebAssembly, and needs no more than a server of files beside it:
//
//	quadrille.wasm   what go build makes of package wasm
//	wasm_exec.js     the part of the Go release that made it
//	gallery.json     a list of gallery.Entry, with pictures
//	solid.js         the viewer of solids: album.Solids
//
// A server that answers by itself serves [ServerIndex] as index.html, and
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

// Files are the files of the page.
var Files = subFolder(distFiles, "page/dist")

func subFolder(files fs.FS, folder string) fs.FS {
	inner, err := fs.Sub(files, folder)
	if err != nil {
		panic(err) // the folder is embedded
	}
	return inner
}

// ServerIndex returns the page for a server that answers questions itself.
func ServerIndex() []byte { return setMeta("backend", "worker", "server") }

// EngineIndex returns the page for an engine in WebAssembly of so many bytes, as they are before they are compressed.
func EngineIndex(size int64) []byte { return setMeta("engine-bytes", "0", strconv.FormatInt(size, 10)) }

// setMeta returns the page with another value of one of its names.
func setMeta(name, old, value string) []byte {
	page, err := fs.ReadFile(Files, "index.html")
	if err != nil {
		panic(err) // it is embedded
	}
	line := func(content string) []byte { return fmt.Appendf(nil, `name=%q content=%q`, name, content) }
	return bytes.Replace(page, line(old), line(value), 1)
}
