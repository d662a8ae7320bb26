package serve

// This file runs the examination of a puzzle again whenever the puzzle is saved.
//
// [WatchFolder] knows only files and nothing about puzzles: it watches the files that were opened, and cancels the work
// in progress when one of them changes. [PuzzleReport] writes a short report on a puzzle. `puz watch` combines the two;
// the server of the page needs only WatchFolder.

import (
	"context"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"

	"quadrille/lang/source"
)

// WatchFolder calls the function look at once. It calls look again whenever a file changes that look has opened, a file
// appears that look failed to open, or a folder changes that look has listed. No path leads out of the folder. The
// context that look receives ends at the next change. WatchFolder returns the first error of look, or nil when ctx has
// ended and the last call of look has returned.
//
// WatchFolder watches folders and not files, because most editors save by replacing the file.
func WatchFolder(ctx context.Context, folder string, look func(ctx context.Context, files fs.FS) error) error {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return err
	}
	defer root.Close()
	watcher, err := fsnotify.NewWatcher()
	if err != nil {
		return err
	}
	defer watcher.Close()
	f := &watchedFolder{root: root, watcher: watcher}
	if err := watcher.Add(root.Name()); err != nil {
		return err
	}
	for ctx.Err() == nil {
		if err := f.runOnce(ctx, look); err != nil {
			return err
		}
		f.waitForQuiet(ctx)
	}
	return nil
}

// watchedFolder is a folder that records which files and folders were requested.
type watchedFolder struct {
	root           *os.Root
	watcher        *fsnotify.Watcher
	mu             sync.Mutex
	requestedFiles map[string]bool // paths of requested files, from the folder
	listedFolders  map[string]bool // paths of listed folders, from the folder
}

// runOnce calls the function look once, and returns after the next change.
func (f *watchedFolder) runOnce(ctx context.Context, look func(context.Context, fs.FS) error) error {
	f.mu.Lock()
	f.requestedFiles, f.listedFolders = map[string]bool{}, map[string]bool{}
	f.mu.Unlock()
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	done := make(chan error, 1)
	go func() {
		var err error
		defer func() { done <- err }()
		defer source.CatchBug(&err, "looking at", func() source.Span { return source.Span{} })
		err = look(inner, f)
	}()
	looking := true
	for {
		select {
		case err := <-done:
			if looking = false; err != nil {
				return err
			}
			continue
		case e := <-f.watcher.Events:
			if !f.isRelevant(e) {
				continue
			}
		case <-f.watcher.Errors: // events were lost, so a relevant change is assumed
		case <-ctx.Done():
		}
		cancel()
		if looking {
			return <-done
		}
		return nil
	}
}

// waitForQuiet waits until no event has occurred for a moment, as an editor may save a file in several steps.
func (f *watchedFolder) waitForQuiet(ctx context.Context) {
	const quiet, longest = 30 * time.Millisecond, 500 * time.Millisecond
	enough := time.After(longest)
	for {
		select {
		case <-f.watcher.Events:
		case <-time.After(quiet):
			return
		case <-enough:
			return
		case <-ctx.Done():
			return
		}
	}
}

// isRelevant reports whether an event concerns a file that was requested, or a folder on the path to such a file.
func (f *watchedFolder) isRelevant(e fsnotify.Event) bool {
	name, err := filepath.Rel(f.root.Name(), e.Name)
	if err != nil || e.Op == fsnotify.Chmod {
		return false
	}
	name = filepath.ToSlash(name)
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.listedFolders[path.Dir(name)] {
		return true
	}
	for asked := range f.requestedFiles {
		if asked == name || strings.HasPrefix(asked, name+"/") {
			return true
		}
	}
	return false
}

// recordName records that a file was requested, and watches the folders on the path to it. Names that lead out of the
// folder do not exist.
func (f *watchedFolder) recordName(name string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.requestedFiles[name] || !fs.ValidPath(name) {
		return
	}
	f.requestedFiles[name] = true
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		f.addWatch(dir)
	}
}

// addWatch watches a folder. If that fails, the folder is still readable.
func (f *watchedFolder) addWatch(dir string) {
	if info, err := f.root.Stat(filepath.FromSlash(dir)); err == nil && info.IsDir() {
		_ = f.watcher.Add(filepath.Join(f.root.Name(), filepath.FromSlash(dir)))
	}
}

// Open implements [fs.FS]. The name is recorded first, so that no change is missed.
func (f *watchedFolder) Open(name string) (fs.File, error) {
	f.recordName(name)
	return f.root.FS().Open(name)
}

// Stat implements [fs.StatFS]. It does not open the file, so a pipe cannot block it.
func (f *watchedFolder) Stat(name string) (fs.FileInfo, error) {
	f.recordName(name)
	return fs.Stat(f.root.FS(), name)
}

// ReadDir implements [fs.ReadDirFS].
func (f *watchedFolder) ReadDir(name string) ([]fs.DirEntry, error) {
	f.recordName(name)
	if fs.ValidPath(name) {
		f.mu.Lock()
		f.listedFolders[name] = true
		f.mu.Unlock()
		f.addWatch(name)
	}
	return fs.ReadDir(f.root.FS(), name)
}
