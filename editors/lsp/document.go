package lsp

import (
	"io/fs"
	"maps"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"quadrille/editors/assist"
)

// document is one version of an open text. It does not change.
type document struct {
	uri     string
	version int
	text    *assist.Text
	lines   *lineIndex
}

func (s *server) openDocument(uri string) *document {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.documents[uri]
}

func (s *server) didOpen(p didOpenParams) {
	t := p.TextDocument
	name, files := s.documentPlace(t.URI)
	s.putVersion(&document{t.URI, t.Version, assist.NewText(name, t.Text, files), newLineIndex(t.Text, s.bytes)}, 0)
}

// documentPlace returns the name of a document, and its folder if it is a file.
func (s *server) documentPlace(uri string) (name string, files fs.FS) {
	path, ok := filePath(uri)
	if !ok || s.options.Folder == nil {
		return "untitled.puz", nil
	}
	return filepath.Base(path), s.overlayFolder(filepath.Dir(path))
}

func (s *server) didChange(p didChangeParams) {
	d := s.openDocument(p.TextDocument.URI)
	if d == nil {
		return
	}
	text, l := d.text.String(), d.lines
	for _, c := range p.ContentChanges {
		if c.Range == nil {
			text = c.Text
		} else {
			r := l.byteRange(*c.Range)
			text = text[:r.Start] + c.Text + text[r.End:]
		}
		l = newLineIndex(text, s.bytes)
	}
	s.putVersion(&document{d.uri, p.TextDocument.Version, d.text.AfterEdit(text), l}, s.options.Pause)
	s.recheckUsers(d.uri)
}

func (s *server) didClose(p didOpenParams) {
	uri := p.TextDocument.URI
	s.mu.Lock()
	s.cancelWork(uri)
	delete(s.colors, uri)
	if pause := s.pauses[uri]; pause != nil {
		pause.Stop()
	}
	delete(s.pauses, uri)
	s.mu.Unlock()
	s.sendNotification("textDocument/publishDiagnostics", publishDiagnosticsParams{URI: uri,
		Diagnostics: []editorDiagnostic{}})
	s.recheckUsers(uri)
}

// cancelWork cancels all computations for the stored version of a document.
func (s *server) cancelWork(uri string) {
	if d := s.documents[uri]; d != nil {
		d.text.Stop()
	}
	delete(s.documents, uri)
	delete(s.unsolvable, uri)
}

// putVersion stores a new version of a document, and schedules its check after a pause.
func (s *server) putVersion(d *document, pause time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cancelWork(d.uri)
	s.documents[d.uri] = d
	if before := s.pauses[d.uri]; before != nil {
		before.Stop()
	}
	s.pauses[d.uri] = time.AfterFunc(pause, func() { s.checkDocument(d) })
}

// recheckUsers schedules a check of all other documents that use files, after one file has changed.
// It does not compute which files they use.
func (s *server) recheckUsers(changed string) {
	s.mu.Lock()
	open := slices.Collect(maps.Values(s.documents))
	s.mu.Unlock()
	for _, d := range open {
		if d.uri == changed || !d.text.UsesFiles() {
			continue
		}
		name, files := s.documentPlace(d.uri)
		s.putVersion(&document{d.uri, d.version, assist.NewText(name, d.text.String(), files), d.lines},
			s.options.Pause)
	}
}

// checkDocument checks a whole document and publishes its diagnostics, unless it has changed by
// then. One check runs at a time. An internal error becomes a diagnostic of the document.
func (s *server) checkDocument(d *document) {
	select {
	case s.checking <- struct{}{}:
		defer func() { <-s.checking }()
	case <-s.ctx.Done():
		return
	}
	if s.openDocument(d.uri) != d {
		return
	}
	list := s.listDiagnostics(d)
	if s.openDocument(d.uri) != d {
		return
	}
	s.sendNotification("textDocument/publishDiagnostics", publishDiagnosticsParams{d.uri, d.version, list})
	if s.client.Capabilities.Workspace.InlayHint.RefreshSupport {
		s.callEditor("workspace/inlayHint/refresh", nil)
	}
}

// callEditor sends a request whose result is ignored.
func (s *server) callEditor(method string, params any) {
	go func() { _ = s.conn.Call(s.ctx, method, params, nil) }()
}

// filePath returns the path of a file, or false if the URI is no file.
func filePath(uri string) (string, bool) {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" || u.Path == "" {
		return "", false
	}
	path := u.Path
	if len(path) > 2 && path[2] == ':' { // /c:/folder
		path = path[1:]
	}
	return filepath.Clean(filepath.FromSlash(path)), true
}

func fileURI(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}

// overlayFolder returns a folder in which open documents replace their files.
func (s *server) overlayFolder(path string) fs.FS {
	return assist.Overlay{FS: s.options.Folder(path), Text: func(name string) (string, bool) {
		d := s.openByPath(filepath.Join(path, filepath.FromSlash(name)))
		if d == nil {
			return "", false
		}
		return d.text.String(), true
	}}
}

// openByPath returns the open document with the path of a file.
func (s *server) openByPath(want string) *document {
	s.mu.Lock()
	defer s.mu.Unlock()
	for uri, d := range s.documents {
		if path, ok := filePath(uri); ok && path == want {
			return d
		}
	}
	return nil
}

// documentFolder is the workspace folder around a document, or else the document's own folder, with
// the files there that use the document.
type documentFolder struct {
	*assist.Folder
	server   *server
	path     string // path of the folder
	name     string // name of the document in it
	document *document
}

func (s *server) newDocumentFolder(d *document) documentFolder {
	path, ok := filePath(d.uri)
	if !ok || s.options.Folder == nil {
		only := assist.Overlay{FS: emptyFS{}, Text: func(name string) (string, bool) {
			return d.text.String(),
				name == d.text.Name()
		}}
		return documentFolder{assist.NewFolder(only), s, "", d.text.Name(), d}
	}
	w := documentFolder{server: s, path: filepath.Dir(path), name: filepath.Base(path)}
	for _, f := range s.client.WorkspaceFolders {
		root, ok := filePath(f.URI)
		below, err := filepath.Rel(root, path)
		if ok && err == nil && filepath.IsLocal(below) {
			w.path, w.name = root, filepath.ToSlash(below)
		}
	}
	w.Folder = assist.NewFolder(s.overlayFolder(w.path))
	return w
}

// emptyFS is a folder without files.
type emptyFS struct{}

func (emptyFS) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// fileLines returns the URI of a file of the workspace, and its lines.
func (w documentFolder) fileLines(name string) (uri string, l *lineIndex) {
	if w.document != nil {
		return w.document.uri, w.document.lines
	}
	path := filepath.Join(w.path, filepath.FromSlash(name))
	if d := w.server.openByPath(path); d != nil {
		return d.uri, d.lines
	}
	return fileURI(path), newLineIndex(w.TextOf(name), w.server.bytes)
}
