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

// SavedFile is an event of GET /events: the text of a file, or the reason why it cannot be read.
type SavedFile struct {
	Name  string `json:"name"`
	Text  string `json:"text"`
	Error string `json:"error,omitempty"`
}

// serveEvents sends the files to show, as server-sent events. If a file is served, it sends that file, and again after
// each save of the file or of another file that it uses. If a folder is served, it sends each puzzle in the folder that
// is saved. A browser that reconnects sends the id of the last event that it received, and that event is not repeated.
func (s *Server) serveEvents(w http.ResponseWriter, r *http.Request) {
	select {
	case s.eventStreams <- struct{}{}:
		defer func() { <-s.eventStreams }()
	default:
		http.Error(w, "too many pages are open", http.StatusServiceUnavailable)
		return
	}
	if _, err := readWhole(w, r); err != nil {
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	out := s.newAnswerStream(w)
	sent, before := r.Header.Get("Last-Event-ID"), fileStamps(nil)
	_ = WatchFolder(r.Context(), s.rootFolder.Name(), func(ctx context.Context, files fs.FS) error {
		// a comment of the stream, which tells the client that the server watches the folder
		event := []byte(": nothing new\n\n")
		if saved, ok := s.readSavedFile(ctx, files, &before); ok {
			text, err := json.Marshal(saved)
			if err != nil {
				return err
			}
			if id := textDigest(text); id != sent {
				event = fmt.Appendf(nil, "id: %s\ndata: %s\n\n", id, text)
			}
		}
		sent = "" // after each save an event is sent, as a file that the puzzle uses may have changed
		return out.writeLine(event)
	}) // an error means that the client has disconnected
}

func textDigest(text []byte) string {
	h := fnv.New64a()
	h.Write(text)
	return fmt.Sprintf("%x", h.Sum(nil))
}

// readSavedFile reads the file to show. It returns false if there is no such file.
func (s *Server) readSavedFile(ctx context.Context, files fs.FS, before *fileStamps) (SavedFile, bool) {
	name := cmp.Or(s.shownFile, before.changedPuzzle(files))
	if name == "" {
		return SavedFile{}, false
	}
	text, err := quadrille.ReadFile(regularFilesFS{files}, name)
	if err != nil {
		return SavedFile{Name: name, Error: err.Error()}, true
	}
	if s.shownFile != "" {
		s.recordUsedFiles(ctx, regularFilesFS{files}, name, text)
	}
	return SavedFile{Name: name, Text: withValidUTF8(text)}, true
}

// recordUsedFiles opens the files that a puzzle uses, so that the server watches them as well.
func (s *Server) recordUsedFiles(ctx context.Context, files fs.FS, name string, text []byte) {
	below, err := fs.Sub(files, path.Dir(name))
	if err == nil && waitForPlace(ctx, s.shortQuestions) {
		// errors in the text are ignored here; the page asks for them
		_, _ = quadrille.Load(name, text, quadrille.Options{Files: below, Limits: s.hostLimits.Limits, Stop: ctx.Err})
		<-s.shortQuestions
	}
}

// fileStamps holds, for the path of each puzzle in a folder, its modification time and size, by which changes are
// detected.
type fileStamps map[string]fileStamp

type fileStamp struct {
	modifiedTime time.Time
	fileSize     int64
}

// changedPuzzle updates the stamps, and returns the path of the changed puzzle. If several have changed, it is the one
// saved last. It returns "" if no puzzle has changed, or if there were no stamps before.
func (s *fileStamps) changedPuzzle(files fs.FS) (name string) {
	now := fileStamps{}
	for found, d := range listPuzzles(files) {
		if info, err := d.Info(); err == nil {
			now[found] = fileStamp{info.ModTime(), info.Size()}
		}
	}
	for found, is := range now {
		if *s != nil && is != (*s)[found] && (name == "" || is.modifiedTime.After(now[name].modifiedTime)) {
			name = found
		}
	}
	*s = now
	return name
}

func withValidUTF8(text []byte) string { return strings.ToValidUTF8(string(text), "\uFFFD") }

// maxExaminedFiles is the largest number of files in a folder that are examined.
const maxExaminedFiles = 10_000

// listPuzzles yields the puzzles in a folder and its subfolders. It skips hidden files, and does not follow
// links.
func listPuzzles(files fs.FS) func(yield func(string, fs.DirEntry) bool) {
	return func(yield func(string, fs.DirEntry) bool) {
		seen := 0
		_ = fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
			hidden := name != "." && strings.HasPrefix(path.Base(name), ".")
			switch seen++; {
			case seen > maxExaminedFiles:
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

// Bounds of the gallery: the largest number of puzzles, and the largest size in bytes of the text of a puzzle, which
// its entry contains.
const (
	maxGalleryPuzzles = 500
	maxGalleryText    = 64 << 10
)

// serveGallery sends the gallery: the puzzles of the folder, and then the examples.
func (s *Server) serveGallery(w http.ResponseWriter, _ *http.Request) {
	var all []gallery.Entry
	for name, d := range listPuzzles(s.rootFolder.FS()) {
		if info, err := d.Info(); err != nil || info.Size() > maxGalleryText || len(all) == maxGalleryPuzzles {
			continue
		}
		if text, err := quadrille.ReadFile(s.rootFolder.FS(), name); err == nil {
			e := gallery.NewEntry(name, withValidUTF8(text))
			e.Group = "In this folder"
			all = append(all, e)
		}
	}
	for _, e := range gallery.ListEntries() {
		e.Name = examplesFolder + e.Name
		all = append(all, e)
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(all) // an error means that the client has disconnected
}

// examplesFolder is the folder in which the page finds the examples.
const examplesFolder = "examples/"

// withExamplesFS is a folder together with the embedded examples.
type withExamplesFS struct{ fs.FS }

// Open implements [fs.FS].
func (s withExamplesFS) Open(name string) (fs.File, error) {
	f, err := s.FS.Open(name)
	if rest, ok := strings.CutPrefix(name, examplesFolder); ok && errors.Is(err, fs.ErrNotExist) {
		return examples.Files.Open(rest)
	}
	return f, err
}

// regularFilesFS is a folder that opens only regular files of limited size. A pipe, for example, would block
// its reader.
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

// servePage serves the page.
func (s *Server) servePage(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(web.ServerIndex()))
}

// serveSolids serves the viewer of solids.
func (s *Server) serveSolids(w http.ResponseWriter, r *http.Request) {
	http.ServeContent(w, r, "solid.js", time.Time{}, bytes.NewReader(render.SolidViewer()))
}

// staticHandler serves the static files of the page.
func (s *Server) staticHandler() http.Handler { return http.FileServerFS(web.Files) }
