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

// document is a text that the editor has open, in one version. It does not change.
type document struct {
	uri     string
	version int
	text    *assist.Text
	lines   *lines
}

func (s *server) document(uri string) *document {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.documents[uri]
}

func (s *server) didOpen(p didOpenParams) {
	t := p.TextDocument
	name, files := s.place(t.URI)
	s.put(&document{t.URI, t.Version, assist.New(name, t.Text, files), newLines(t.Text, s.bytes)}, 0)
}

// place returns the name of a document, and the folder that it is in, if it is a file.
func (s *server) place(uri string) (name string, files fs.FS) {
	path, ok := pathOf(uri)
	if !ok || s.options.Folder == nil {
		return "untitled.puz", nil
	}
	return filepath.Base(path), s.folder(filepath.Dir(path))
}

func (s *server) didChange(p didChangeParams) {
	d := s.document(p.TextDocument.URI)
	if d == nil {
		return
	}
	text, l := d.text.String(), d.lines
	for _, c := range p.ContentChanges {
		if c.Range == nil {
			text = c.Text
		} else {
			r := l.offsets(*c.Range)
			text = text[:r.Start] + c.Text + text[r.End:]
		}
		l = newLines(text, s.bytes)
	}
	s.put(&document{d.uri, p.TextDocument.Version, d.text.Edited(text), l}, s.options.Pause)
	s.lookAgain(d.uri)
}

func (s *server) didClose(p didOpenParams) {
	uri := p.TextDocument.URI
	s.mu.Lock()
	s.forget(uri)
	delete(s.colors, uri)
	if pause := s.pauses[uri]; pause != nil {
		pause.Stop()
	}
	delete(s.pauses, uri)
	s.mu.Unlock()
	s.notify("textDocument/publishDiagnostics", publishDiagnosticsParams{URI: uri, Diagnostics: []diagnostic{}})
	s.lookAgain(uri)
}

// forget ends what is computed for the version of a document that was there.
func (s *server) forget(uri string) {
	if d := s.documents[uri]; d != nil {
		d.text.Stop()
	}
	delete(s.documents, uri)
	delete(s.empty, uri)
}

// put takes a new version of a document, and has it looked at after a pause.
func (s *server) put(d *document, pause time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.forget(d.uri)
	s.documents[d.uri] = d
	if before := s.pauses[d.uri]; before != nil {
		before.Stop()
	}
	s.pauses[d.uri] = time.AfterFunc(pause, func() { s.look(d) })
}

// lookAgain has the documents looked at that use files, when one has changed: which those use in their turn, only they know.
func (s *server) lookAgain(changed string) {
	s.mu.Lock()
	open := slices.Collect(maps.Values(s.documents))
	s.mu.Unlock()
	for _, d := range open {
		if d.uri == changed || !d.text.UsesFiles() {
			continue
		}
		name, files := s.place(d.uri)
		s.put(&document{d.uri, d.version, assist.New(name, d.text.String(), files), d.lines}, s.options.Pause)
	}
}

// look looks at a document as a whole, one at a time, and says what is wrong with it, unless it has
// changed by then. A mistake of ours is told as one of the document.
func (s *server) look(d *document) {
	select {
	case s.whole <- struct{}{}:
		defer func() { <-s.whole }()
	case <-s.ctx.Done():
		return
	}
	if s.document(d.uri) != d {
		return
	}
	list := s.diagnostics(d)
	if s.document(d.uri) != d {
		return
	}
	s.notify("textDocument/publishDiagnostics", publishDiagnosticsParams{d.uri, d.version, list})
	if s.client.Capabilities.Workspace.InlayHint.RefreshSupport {
		s.call("workspace/inlayHint/refresh", nil)
	}
}

// call asks the editor for something whose answer does not matter.
func (s *server) call(method string, params any) {
	go func() { _ = s.conn.Call(s.ctx, method, params, nil) }()
}

// pathOf returns the path of a file, or false for what is no file.
func pathOf(uri string) (string, bool) {
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

func uriOf(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}

// folder returns a folder in which the documents that are open stand in the place of their files.
func (s *server) folder(path string) fs.FS {
	return assist.Overlay{FS: s.options.Folder(path), Text: func(name string) (string, bool) {
		d := s.openAt(filepath.Join(path, filepath.FromSlash(name)))
		if d == nil {
			return "", false
		}
		return d.text.String(), true
	}}
}

// openAt finds a document by the path of its file.
func (s *server) openAt(want string) *document {
	s.mu.Lock()
	defer s.mu.Unlock()
	for uri, d := range s.documents {
		if path, ok := pathOf(uri); ok && path == want {
			return d
		}
	}
	return nil
}

// workspace is the folder that the editor has open around a document, or else the one that the document is in, with what
// uses it there.
type workspace struct {
	*assist.Folder
	server *server
	path   string // of the folder
	name   string // of the document in it
	alone  *document
}

func (s *server) workspace(d *document) workspace {
	path, ok := pathOf(d.uri)
	if !ok || s.options.Folder == nil {
		only := assist.Overlay{FS: nowhere{}, Text: func(name string) (string, bool) { return d.text.String(), name == d.text.Name() }}
		return workspace{assist.NewFolder(only), s, "", d.text.Name(), d}
	}
	w := workspace{server: s, path: filepath.Dir(path), name: filepath.Base(path)}
	for _, f := range s.client.WorkspaceFolders {
		root, ok := pathOf(f.URI)
		below, err := filepath.Rel(root, path)
		if ok && err == nil && filepath.IsLocal(below) {
			w.path, w.name = root, filepath.ToSlash(below)
		}
	}
	w.Folder = assist.NewFolder(s.folder(w.path))
	return w
}

// nowhere is a folder without files.
type nowhere struct{}

func (nowhere) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// file returns what the editor calls a file of the workspace, and its lines.
func (w workspace) file(name string) (uri string, l *lines) {
	if w.alone != nil {
		return w.alone.uri, w.alone.lines
	}
	path := filepath.Join(w.path, filepath.FromSlash(name))
	if d := w.server.openAt(path); d != nil {
		return d.uri, d.lines
	}
	return uriOf(path), newLines(w.Text(name), w.server.bytes)
}
