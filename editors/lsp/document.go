package lsp

import (
	"io/fs"
	"net/url"
	"path/filepath"
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
	folder := filepath.Dir(path)
	return filepath.Base(path), overlay{s.options.Folder(folder), s, folder}
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

// lookAgain has the documents looked at that use a file which has changed.
func (s *server) lookAgain(changed string) {
	path, _ := pathOf(changed)
	s.mu.Lock()
	var users []*document
	for _, d := range s.documents {
		if d.uri != changed && strings.Contains(d.text.String(), `"`+filepath.Base(path)+`"`) {
			users = append(users, d)
		}
	}
	s.mu.Unlock()
	for _, d := range users {
		name, files := s.place(d.uri)
		s.put(&document{d.uri, d.version, assist.New(name, d.text.String(), files), d.lines}, s.options.Pause)
	}
}

// look looks at a document as a whole, one at a time, and says what is wrong with it, unless it has
// changed by then.
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

// overlay is a folder in which the documents that are open stand in the place of their files.
type overlay struct {
	fs.FS
	server *server
	folder string
}

// open finds a document by the path of its file.
func (o overlay) open(name string) *document {
	want := filepath.Join(o.folder, filepath.FromSlash(name))
	o.server.mu.Lock()
	defer o.server.mu.Unlock()
	for uri, d := range o.server.documents {
		if path, ok := pathOf(uri); ok && path == want {
			return d
		}
	}
	return nil
}

// Open implements [fs.FS].
func (o overlay) Open(name string) (fs.File, error) {
	if d := o.open(name); d != nil {
		return &openFile{Reader: strings.NewReader(d.text.String()), name: name}, nil
	}
	return o.FS.Open(name)
}

// Stat implements [fs.StatFS].
func (o overlay) Stat(name string) (fs.FileInfo, error) {
	if d := o.open(name); d != nil {
		return (&openFile{Reader: strings.NewReader(d.text.String()), name: name}).Stat()
	}
	return fs.Stat(o.FS, name)
}

// openFile is the text of a document as a file.
type openFile struct {
	*strings.Reader
	name string
}

func (f *openFile) Stat() (fs.FileInfo, error) { return f, nil }
func (f *openFile) Close() error               { return nil }
func (f *openFile) Name() string               { return f.name }
func (f *openFile) Mode() fs.FileMode          { return 0o444 }
func (f *openFile) ModTime() time.Time         { return time.Time{} }
func (f *openFile) IsDir() bool                { return false }
func (f *openFile) Sys() any                   { return nil }
