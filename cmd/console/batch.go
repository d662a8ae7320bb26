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

// Batch is a set of output files that appear together when all are complete, or not at all. Until then each file waits
// in a temporary folder beside its destination. A killed run leaves these folders behind, and a later run removes them.
type Batch struct {
	files          *Files
	stagingFolders map[string]string // path of the temporary folder, by the folder of the destinations
	folderLocks    []*flock.Flock    // locks on the temporary folders
	waitingFiles   []waitingFile
}

// waitingFile is a complete temporary file that waits for the commit: the paths of its destination and of the file
// itself.
type waitingFile struct{ destination, temporaryName string }

// NewBatch returns an empty batch.
func (u *Files) NewBatch() *Batch { return &Batch{files: u, stagingFolders: map[string]string{}} }

// Write writes a file as [Files.Write] does, but the file appears only when [Batch.Commit] is called. Output to a
// device or a pipe is written at once.
func (b *Batch) Write(name string, content func(io.Writer) error) error {
	defer b.files.DelayExit()()
	return writeOrReplace(name, content, b.stageFile)
}

// stageFile writes a file into the temporary folder.
func (b *Batch) stageFile(name string, mode os.FileMode, write func(io.Writer) error) error {
	folder, err := b.stagingFolder(filepath.Dir(name))
	if err != nil {
		return err
	}
	w := waitingFile{filepath.Join(folder, strconv.Itoa(len(b.waitingFiles))), name}
	f, err := os.OpenFile(w.destination, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		return err
	}
	err = write(f)
	if mode != 0 {
		err = errors.Join(err, f.Chmod(mode))
	}
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		b.waitingFiles = append(b.waitingFiles, w)
	}
	return err
}

// stagingFolder returns the temporary folder for files of the given folder, and creates it if necessary.
func (b *Batch) stagingFolder(destinationFolder string) (string, error) {
	if folder, known := b.stagingFolders[destinationFolder]; known {
		return folder, nil
	}
	b.files.removeAbandoned(destinationFolder)
	folder, lock, err := createTemporaryIn(destinationFolder, func(name string) error { return os.Mkdir(name, 0o700) })
	if err != nil {
		return "", err
	}
	b.files.mu.Lock()
	defer b.files.mu.Unlock()
	b.files.stagingFolders = append(b.files.stagingFolders, folder)
	b.stagingFolders[destinationFolder], b.folderLocks = folder, append(b.folderLocks, lock)
	return folder, nil
}

// Commit moves all files to their destinations. If a file cannot be moved, Commit undoes the moves before it, and
// returns the error.
func (b *Batch) Commit() error {
	defer b.files.DelayExit()()
	defer b.Discard()
	for k, w := range b.waitingFiles {
		// keeps the earlier file; fails if there is none, or if the file system has no links
		os.Link(w.temporaryName, w.destination+".old")
		if err := os.Rename(w.destination, w.temporaryName); err != nil {
			for _, before := range b.waitingFiles[:k] {
				if os.Rename(before.destination+".old", before.temporaryName) != nil {
					os.Remove(before.temporaryName)
				}
			}
			return fmt.Errorf("cannot write %s: %w", w.temporaryName, errorWithoutTempName(err))
		}
	}
	return nil
}

// Discard removes the temporary files that have not been moved to their destinations.
func (b *Batch) Discard() {
	b.files.mu.Lock()
	defer b.files.mu.Unlock()
	for of, folder := range b.stagingFolders {
		os.RemoveAll(folder)
		b.files.stagingFolders = slices.DeleteFunc(b.files.stagingFolders,
			func(name string) bool { return name == folder })
		delete(b.stagingFolders, of)
	}
	for _, lock := range b.folderLocks {
		lock.Close()
	}
	b.folderLocks, b.waitingFiles = nil, nil
}
