package serve

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"time"

	"quadrille"
	"quadrille/examples"
	"quadrille/render"
	"quadrille/web"
	"quadrille/web/gallery"
)

// SavedFile is what GET /events says about a file: its text, or why it cannot be read.
type SavedFile struct {
	Name  string `json:"name"`
	Text  string `json:"text"`
	Error string `json:"error,omitempty"`
}

// serveEvents tells what to show, as server-sent events: the file that is served, again after each
// save of it or of what it uses; or, for a folder, each puzzle in it that is saved. A browser
// that has lost the connection says what it was told last, and is not told again.
func (s *Server) serveEvents(w http.ResponseWriter, r *http.Request) {
	select {
	case s.events <- struct{}{}:
		defer func() { <-s.events }()
	default:
		http.Error(w, "too many pages are open", http.StatusServiceUnavailable)
		return
	}
	if _, err := readWhole(w, r); err != nil {
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	out := s.newAnswerStream(w)
	told, before := r.Header.Get("Last-Event-ID"), fileStamps(nil)
	_ = WatchFolder(r.Context(), s.root.Name(), func(ctx context.Context, files fs.FS) error {
		event := []byte(": nothing new\n\n") // it says as well that saves are seen from now on
		if saved, ok := s.readSaved(ctx, files, &before); ok {
			text, err := json.Marshal(saved)
			if err != nil {
				return err
			}
			if id := textDigest(text); id != told {
				event = fmt.Appendf(nil, "id: %s\ndata: %s\n\n", id, text)
			}
		}
		told = "" // a save is told in any case: what it uses may have changed
		return out.writeLine(event)
	}) // whoever is gone has not to be told
}

func textDigest(text []byte) string {
	h := fnv.New64a()
	h.Write(text)
	return fmt.Sprintf("%x", h.Sum(nil))
}

// readSaved reads the file to show, if there is one.
func (s *Server) readSaved(ctx context.Context, files fs.FS, before *fileStamps) (SavedFile, bool) {
	name := cmp.Or(s.file, before.changedPuzzle(files))
	if name == "" {
		return SavedFile{}, false
	}
	text, err := quadrille.ReadFile(regularFilesFS{files}, name)
	if err != nil {
		return SavedFile{Name: name, Error: err.Error()}, true
	}
	if s.file != "" {
		s.recordUses(ctx, regularFilesFS{files}, name, text)
	}
	return SavedFile{Name: name, Text: validUTF8(text)}, true
}

// recordUses asks for whatever a puzzle uses, so that it is followed as well.
func (s *Server) recordUses(ctx context.Context, files fs.FS, name string, text []byte) {
	below, err := fs.Sub(files, path.Dir(name))
	if err == nil && acquirePlace(ctx, s.shortQuestions) {
		// the page asks what is wrong
		_, _ = quadrille.Load(name, text, quadrille.Options{Files: below, Limits: s.host.Limits, Stop: ctx.Err})
		<-s.shortQuestions
	}
}

// fileStamps tell the puzzles of a folder apart from what they become.
type fileStamps map[string]fileStamp

type fileStamp struct {
	modified time.Time
	size     int64
}

// changedPuzzle brings the stamps up to date, and returns the puzzle that has changed; the one that
// was saved last of several; "" for none, or if there were no stamps.
func (s *fileStamps) changedPuzzle(files fs.FS) (name string) {
	now := fileStamps{}
	for found, d := range listPuzzles(files) {
		if info, err := d.Info(); err == nil {
			now[found] = fileStamp{info.ModTime(), info.Size()}
		}
	}
	for found, is := range now {
		if *s != nil && is != (*s)[found] && (name == "" || is.modified.After(now[name].modified)) {
			name = found
		}
	}
	*s = now
	return name
}

func validUTF8(text []byte) string { return strings.ToValidUTF8(string(text), "\uFFFD") }

// maxListed bounds how many files of a folder are looked at.
const maxListed = 10_000

// listPuzzles lists the puzzles in a folder and below it. What is hidden is left out, and links
// are not followed.
func listPuzzles(files fs.FS) func(yield func(string, fs.DirEntry) bool) {
	return func(yield func(string, fs.DirEntry) bool) {
		seen := 0
		_ = fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
			hidden := name != "." && strings.HasPrefix(path.Base(name), ".")
			switch seen++; {
			case seen > maxListed:
				return fs.SkipAll
			case err != nil || d.IsDir() && hidden:
				return fs.SkipDir
			case !hidden && d.Type().IsRegular() && path.Ext(name) == ".puz" && !yield(name, d):
				return fs.SkipAll
			}
			return nil
		})
	}
}

// The gallery holds the texts: so only so many puzzles are shown, and none that is large.
const (
	maxShown = 500
	maxText  = 64 << 10
)

// serveGallery tells the gallery: the puzzles of the folder, and then the examples.
func (s *Server) serveGallery(w http.ResponseWriter, _ *http.Request) {
	var all []gallery.Entry
	for name, d := range listPuzzles(s.root.FS()) {
		if info, err := d.Info(); err != nil || info.Size() > maxText || len(all) == maxShown {
			continue
		}
		if text, err := quadrille.ReadFile(s.root.FS(), name); err == nil {
			e := gallery.NewEntry(name, validUTF8(text))
			e.Group = "In this folder"
			all = append(all, e)
		}
	}
	for _, e := range gallery.ListEntries() {
		e.Name = examplesFolder + e.Name
		all = append(all, e)
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(all) // whoever is gone has not to be told
}

// examplesFolder is where the examples are for the page, apart from the puzzles of the folder.
const examplesFolder = "examples/"

// withExamplesFS is a folder, and the examples where it has no files of their names.
type withExamplesFS struct{ fs.FS }

// Open implements [fs.FS].
func (s withExamplesFS) Open(name string) (fs.File, error) {
	f, err := s.FS.Open(name)
	if rest, ok := strings.CutPrefix(name, examplesFolder); ok && errors.Is(err, fs.ErrNotExist) {
		return examples.Files.Open(rest)
	}
	return f, err
}

// regularFilesFS is a folder with regular files that are not too large. Nothing else is opened: a
// pipe would keep its reader waiting.
type regularFilesFS struct{ fs.FS }

// Open implements [fs.FS].
func (m regularFilesFS) Open(name string) (fs.File, error) {
	switch info, err := fs.Stat(m.FS, name); {
	case err != nil:
		return nil, err
	case info.Size() > maxFile:
		return nil, fmt.Errorf("%s is larger than %d MB", name, maxFile>>20)
	case !info.Mode().IsRegular() && !info.IsDir():
		return nil, fmt.Errorf("%s is no regular file", name)
	}
	return m.FS.Open(name)
}

// servePage serves the page itself.
func (s *Server) servePage(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(web.ServerIndex()))
}

// serveSolids serves the viewer of solids.
func (s *Server) serveSolids(w http.ResponseWriter, r *http.Request) {
	http.ServeContent(w, r, "solid.js", time.Time{}, bytes.NewReader(render.SolidViewer()))
}

// staticHandler serves the files that belong to the page.
func (s *Server) staticHandler() http.Handler { return http.FileServerFS(web.Files) }
