package console

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/gofrs/flock"
)

// Batch is files that appear together when all of them are whole, or not at all. Until then they wait in a folder
// of their own beside where they are to be, which goes with the run.
type Batch struct {
	files   *Files
	folders map[string]string // by the folder of a file: the one in which it waits
	locks   []*flock.Flock    // of these folders
	waiting []waiting
}

// waiting is a file that is whole, and where it is to be.
type waiting struct{ at, name string }

// Batch returns a batch without files.
func (u *Files) Batch() *Batch { return &Batch{files: u, folders: map[string]string{}} }

// Write writes a file as [Files.Write] does, which appears with [Batch.Commit]. What is no file is written to at once.
func (b *Batch) Write(name string, content func(io.Writer) error) error {
	defer b.files.DelayExit()()
	return put(name, content, b.stage)
}

// stage writes a file where it waits.
func (b *Batch) stage(name string, mode os.FileMode, write func(io.Writer) error) error {
	folder, err := b.folder(filepath.Dir(name))
	if err != nil {
		return err
	}
	w := waiting{filepath.Join(folder, strconv.Itoa(len(b.waiting))), name}
	f, err := os.OpenFile(w.at, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		return err
	}
	err = write(f)
	if mode != 0 {
		err = errors.Join(err, f.Chmod(mode))
	}
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		b.waiting = append(b.waiting, w)
	}
	return err
}

// folder returns the folder in which the files of another one wait.
func (b *Batch) folder(of string) (string, error) {
	if folder, known := b.folders[of]; known {
		return folder, nil
	}
	b.files.clear(of)
	folder, lock, err := createIn(of, func(name string) error { return os.Mkdir(name, 0o700) })
	if err != nil {
		return "", err
	}
	b.files.mu.Lock()
	defer b.files.mu.Unlock()
	b.files.staged = append(b.files.staged, folder)
	b.folders[of], b.locks = folder, append(b.locks, lock)
	return folder, nil
}

// Commit lets the files appear. If one cannot, those before it go again, or are as they were, and it is the error.
func (b *Batch) Commit() error {
	defer b.files.DelayExit()()
	defer b.Discard()
	for k, w := range b.waiting {
		os.Link(w.name, w.at+".old") // an error says that there was none, or a file system without links
		if err := os.Rename(w.at, w.name); err != nil {
			for _, before := range b.waiting[:k] {
				if os.Rename(before.at+".old", before.name) != nil {
					os.Remove(before.name)
				}
			}
			return fmt.Errorf("cannot write %s: %w", w.name, withoutTempName(err))
		}
	}
	return nil
}

// Discard removes the files that have not appeared.
func (b *Batch) Discard() {
	b.files.mu.Lock()
	defer b.files.mu.Unlock()
	for of, folder := range b.folders {
		os.RemoveAll(folder)
		b.files.staged = slices.DeleteFunc(b.files.staged, func(name string) bool { return name == folder })
		delete(b.folders, of)
	}
	for _, lock := range b.locks {
		lock.Close()
	}
	b.locks, b.waiting = nil, nil
}
