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

// document is one version of an open text. It does not change; an edit makes a new document.
type document struct {
	uri          string
	version      int
	analyzedText *assist.PuzzleText
	lineIndex    *lineIndex
}

func (s *server) openDocument(uri string) *document {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.documents[uri]
}

func (s *server) didOpen(p didOpenParams) {
	t := p.TextDocument
	name, files := s.documentPlace(t.URI)
	s.storeVersion(&document{t.URI, t.Version, assist.NewText(name, t.Text, files),
		newLineIndex(t.Text, s.columnsAreBytes)}, 0)
}

// documentPlace returns the name of a document in diagnostics, and the folder of the document if it is a file.
func (s *server) documentPlace(uri string) (name string, files fs.FS) {
	path, ok := filePath(uri)
	if !ok || s.options.OpenFolder == nil {
		return "untitled.puz", nil
	}
	return filepath.Base(path), s.overlayFolder(filepath.Dir(path))
}

func (s *server) didChange(p didChangeParams) {
	d := s.openDocument(p.TextDocument.URI)
	if d == nil {
		return
	}
	text, l := d.analyzedText.String(), d.lineIndex
	for _, c := range p.ContentChanges {
		if c.Range == nil {
			text = c.Text
		} else {
			r := l.byteRange(*c.Range)
			text = text[:r.Start] + c.Text + text[r.End:]
		}
		l = newLineIndex(text, s.columnsAreBytes)
	}
	s.storeVersion(&document{d.uri, p.TextDocument.Version, d.analyzedText.AfterEdit(text), l}, s.options.CheckDelay)
	s.recheckUsingDocuments(d.uri)
}

func (s *server) didClose(p didOpenParams) {
	uri := p.TextDocument.URI
	s.mu.Lock()
	s.cancelWork(uri)
	delete(s.lastColors, uri)
	if pause := s.checkTimers[uri]; pause != nil {
		pause.Stop()
	}
	delete(s.checkTimers, uri)
	s.mu.Unlock()
	s.sendNotification("textDocument/publishDiagnostics", publishDiagnosticsParams{URI: uri,
		Diagnostics: []editorDiagnostic{}})
	s.recheckUsingDocuments(uri)
}

// cancelWork cancels all computations for the stored version of a document.
func (s *server) cancelWork(uri string) {
	if d := s.documents[uri]; d != nil {
		d.analyzedText.StopWork()
	}
	delete(s.documents, uri)
	delete(s.unsolvableDocuments, uri)
}

// storeVersion stores a new version of a document, and schedules a check of that version after a pause.
func (s *server) storeVersion(d *document, pause time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cancelWork(d.uri)
	s.documents[d.uri] = d
	if before := s.checkTimers[d.uri]; before != nil {
		before.Stop()
	}
	s.checkTimers[d.uri] = time.AfterFunc(pause, func() { s.checkDocument(d) })
}

// recheckUsingDocuments schedules checks of the other documents after a file has changed. It checks all that use any
// file, as it does not find out which files they use.
func (s *server) recheckUsingDocuments(changed string) {
	s.mu.Lock()
	open := slices.Collect(maps.Values(s.documents))
	s.mu.Unlock()
	for _, d := range open {
		if d.uri == changed || !d.analyzedText.UsesFiles() {
			continue
		}
		name, files := s.documentPlace(d.uri)
		s.storeVersion(&document{d.uri, d.version, assist.NewText(name, d.analyzedText.String(), files), d.lineIndex},
			s.options.CheckDelay)
	}
}

// checkDocument checks a whole document and publishes its diagnostics, unless the document has changed meanwhile. One
// check runs at a time. An internal error becomes a diagnostic of the document.
func (s *server) checkDocument(d *document) {
	select {
	case s.checkSlot <- struct{}{}:
		defer func() { <-s.checkSlot }()
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
	if s.clientParams.Capabilities.Workspace.InlayHint.RefreshSupport {
		s.sendEditorRequest("workspace/inlayHint/refresh", nil)
	}
}

// sendEditorRequest sends a request to the editor, and ignores the result.
func (s *server) sendEditorRequest(method string, params any) {
	go func() { _ = s.connection.Call(s.ctx, method, params, nil) }()
}

// filePath returns the path of a file URI, or false for other URIs.
func filePath(uri string) (string, bool) {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" || u.Path == "" {
		return "", false
	}
	path := u.Path
	if len(path) > 2 && path[2] == ':' { // a path such as /c:/folder
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

// overlayFolder returns a folder in which the texts of open documents replace their files.
func (s *server) overlayFolder(path string) fs.FS {
	return assist.Overlay{FS: s.options.OpenFolder(path), TextOfFile: func(name string) (string, bool) {
		d := s.openFiles()[filepath.Join(path, filepath.FromSlash(name))]
		if d == nil {
			return "", false
		}
		return d.analyzedText.String(), true
	}}
}

// openFiles returns the open documents that are files, by their paths.
func (s *server) openFiles() map[string]*document {
	s.mu.Lock()
	defer s.mu.Unlock()
	files := map[string]*document{}
	for uri, d := range s.documents {
		if path, ok := filePath(uri); ok {
			files[path] = d
		}
	}
	return files
}

// documentFolder is a document together with all files that may use the document, or be used by it. These are the open
// documents and the files in the workspace folders of the editor.
type documentFolder struct {
	*assist.Folder
	server        *server
	path          string               // path of a folder that contains all these files
	name          string               // path of the document from that folder
	openDocuments map[string]*document // open documents, by their paths from that folder
}

func (s *server) newDocumentFolder(d *document) documentFolder {
	w := documentFolder{server: s, name: d.analyzedText.Name(), openDocuments: map[string]*document{}}
	var files fs.FS = emptyFS{}
	var folders []string
	if path, ok := filePath(d.uri); ok && s.options.OpenFolder != nil {
		folders = w.findSurroundings(path)
		files = s.options.OpenFolder(w.path)
	}
	w.openDocuments[w.name] = d
	w.Folder = assist.NewFolder(assist.Overlay{FS: files, TextOfFile: func(name string) (string, bool) {
		if d := w.openDocuments[name]; d != nil {
			return d.analyzedText.String(), true
		}
		return "", false
	}}, slices.AppendSeq(folders, maps.Keys(w.openDocuments))...)
	return w
}

// findSurroundings sets the fields path and name for the document with the given path, and returns the names of the
// workspace folders. A path in a puzzle leads only to files below the puzzle's folder. So a puzzle that uses the same
// file as the document is below the document's folder, or in a folder around it.
func (w *documentFolder) findSurroundings(path string) (folders []string) {
	named, open := w.server.clientParams.workspacePaths(), w.server.openFiles()
	w.path = filepath.Dir(path)
	for _, folder := range named {
		w.path = outerFolder(folder, w.path)
	}
	for other := range open {
		w.path = outerFolder(filepath.Dir(other), w.path)
	}
	w.name, _ = nameInsideFolder(w.path, path)
	for other, d := range open {
		if name, inside := nameInsideFolder(w.path, other); inside {
			w.openDocuments[name] = d
		}
	}
	for _, folder := range named {
		if name, inside := nameInsideFolder(w.path, folder); inside {
			folders = append(folders, name)
		}
	}
	return folders
}

// nameInsideFolder returns the path of a file from a folder, and whether the file is inside that folder.
func nameInsideFolder(folder, path string) (name string, inside bool) {
	name, err := filepath.Rel(folder, path)
	return filepath.ToSlash(name), err == nil && filepath.IsLocal(name)
}

// outerFolder returns the argument folder if it contains the argument inner, and otherwise inner.
func outerFolder(folder, inner string) string {
	if _, inside := nameInsideFolder(folder, inner); inside {
		return folder
	}
	return inner
}

// emptyFS is a folder without files.
type emptyFS struct{}

func (emptyFS) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// documentAt returns the document for a path. A file that is not open becomes a document without a version.
func (w documentFolder) documentAt(name string) (d *document, isOpen bool) {
	if d := w.openDocuments[name]; d != nil {
		return d, true
	}
	uri := fileURI(filepath.Join(w.path, filepath.FromSlash(name)))
	return &document{uri: uri, lineIndex: newLineIndex(w.TextOf(name), w.server.columnsAreBytes)}, false
}
