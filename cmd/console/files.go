package console

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"sync"

	"github.com/gofrs/flock"
)

// OpenRegular opens a file that is regular: a pipe might never end, and a device holds no puzzle.
func OpenRegular(name string) (*os.File, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, PlainError(err)
	}
	if info.IsDir() {
		return nil, fmt.Errorf("%s is a folder, and no regular file", name)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no regular file; - stands for standard input", name)
	}
	f, err := os.Open(name)
	return f, PlainError(err)
}

// PlainError says an error of the file system in a few words.
func PlainError(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return fmt.Errorf("%s: %w", path.Path, path.Err)
	}
	return err
}

// Folder is a folder that nothing leads out of, whatever links or dots say. Its errors name
// the files as the user does.
type Folder string

// withRoot does something in the folder.
func (f Folder) withRoot(do func(*os.Root) error) error {
	root, err := os.OpenRoot(string(f))
	if err != nil {
		return PlainError(err)
	}
	defer root.Close()
	return PlainError(do(root))
}

// Open implements [fs.FS].
func (f Folder) Open(name string) (file fs.File, err error) {
	err = f.withRoot(func(r *os.Root) error { file, err = r.Open(filepath.FromSlash(name)); return err })
	return file, err
}

// Stat implements [fs.StatFS]. It opens nothing, so a pipe cannot keep it waiting.
func (f Folder) Stat(name string) (info fs.FileInfo, err error) {
	err = f.withRoot(func(r *os.Root) error { info, err = r.Stat(filepath.FromSlash(name)); return err })
	return info, err
}

// Files writes files, and knows those that are not whole yet. Those must not stay if the command
// ends before they are.
type Files struct {
	mu        sync.Mutex
	names     []string
	exitHolds int
	staged    []string        // the folders of batches, with files that have not appeared
	cleared   map[string]bool // the folders without files of runs that were killed
}

// DelayExit keeps the command from being left behind while it writes a file of another kind, until
// what it returns is called.
func (u *Files) DelayExit() (release func()) {
	add := func(n int) {
		u.mu.Lock()
		defer u.mu.Unlock()
		u.exitHolds += n
	}
	add(1)
	return func() { add(-1) }
}

// Write writes to a file, which appears whole or not at all; a link stays and its target is
// written; what is no file, such as a pipe, is written to as it is. An error of what
// writes is returned as it is, unless the file is its reason.
func (u *Files) Write(name string, content func(io.Writer) error) error {
	return put(name, content, u.replaceFile)
}

// put writes to what is no file, or lets replace write a file with a mode.
func put(name string, content func(io.Writer) error, replace func(string, os.FileMode,
	func(io.Writer) error) error) error {
	var bad error
	write := func(w io.Writer) error {
		bad = content(w)
		return bad
	}
	name = followLinks(name)
	info, err := os.Stat(name)
	switch {
	case err == nil && info.IsDir():
		err = errors.New("it is a folder")
	case err == nil && !info.Mode().IsRegular():
		err = writeInto(name, write)
	case err == nil && info.Mode().Perm()&0o200 == 0:
		err = errors.New("it is read-only")
	case err == nil:
		err = replace(name, info.Mode().Perm(), write)
	default:
		err = replace(name, 0, write)
	}
	var file *fs.PathError
	switch {
	case bad != nil && !errors.As(bad, &file):
		return bad
	case err != nil:
		return fmt.Errorf("cannot write %s: %w", name, withoutTempName(err))
	}
	return nil
}

// followLinks follows links, also to a file that is not there yet.
func followLinks(name string) string {
	for range 40 {
		to, err := os.Readlink(name)
		if err != nil {
			break
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(name), to)
		}
		name = to
	}
	return name
}

func writeInto(name string, write func(io.Writer) error) error {
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}

// IsWriting reports whether a file is being written.
func (u *Files) IsWriting() bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	return len(u.names)+u.exitHolds > 0
}

// RemoveAll removes the files that are not whole, and those of batches that have not appeared.
func (u *Files) RemoveAll() {
	u.mu.Lock()
	defer u.mu.Unlock()
	for _, name := range u.names {
		os.Remove(name)
	}
	for _, folder := range u.staged {
		os.RemoveAll(folder)
	}
}

// replaceFile writes a file beside the one it is to replace, and puts it in its place when it
// is on the disk. It gets the given mode, or with 0 the one that new files get.
func (u *Files) replaceFile(name string, mode os.FileMode, write func(io.Writer) error) error {
	u.clear(filepath.Dir(name))
	beside, lock, err := createIn(filepath.Dir(name), func(name string) error {
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if err != nil {
			return err
		}
		return f.Close()
	})
	if err != nil {
		return err
	}
	defer lock.Close()
	f, err := os.OpenFile(beside, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	u.mu.Lock()
	u.names = append(u.names, beside)
	u.mu.Unlock()
	defer func() {
		u.mu.Lock()
		defer u.mu.Unlock()
		os.Remove(beside) // nothing is there after the renaming
		u.names = slices.DeleteFunc(u.names, func(name string) bool { return name == beside })
	}()
	err = write(f)
	if mode != 0 {
		err = errors.Join(err, f.Chmod(mode))
	}
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(beside, name)
}

// A file that is not whole has a name of this kind, and a lock that dies with the run that writes it. Whoever
// gets the lock may remove it. On Windows an open file cannot be removed, and needs no lock, which would keep
// its own run from writing.
var (
	unfinished = regexp.MustCompile(`^\.puz-[0-9a-f]{16}$`)
	needsLock  = runtime.GOOS != "windows"
)

// createIn creates a file or folder that is not whole in a folder, and locks it. Between the two steps another run
// may find it without a lock, and remove it: then there is another name to try.
func createIn(folder string, create func(name string) error) (string, *flock.Flock, error) {
	for range 10 {
		name := filepath.Join(folder, fmt.Sprintf(".puz-%016x", rand.Uint64()))
		if err := create(name); err != nil {
			return "", nil, err
		}
		lock := flock.New(name, flock.SetFlag(os.O_RDONLY))
		if !needsLock {
			return name, lock, nil
		}
		own, err := os.Stat(name)
		locked, unknown := lock.TryLock() // false as long as another run removes it
		switch here, gone := os.Stat(name); {
		case err == nil && gone == nil && os.SameFile(own, here) && (locked || unknown != nil):
			return name, lock, nil // where a file system knows no locks, nobody else gets one
		case gone == nil:
			os.RemoveAll(name)
		}
		lock.Close()
	}
	return "", nil, errors.New("other runs remove its temporary files")
}

// clear removes, once for each folder, the files that runs left behind that were killed.
func (u *Files) clear(folder string) {
	u.mu.Lock()
	isClear := u.cleared[folder]
	if u.cleared == nil {
		u.cleared = map[string]bool{}
	}
	u.cleared[folder] = true
	u.mu.Unlock()
	if isClear {
		return
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return
	}
	for _, e := range entries {
		if !(e.Type().IsRegular() || e.IsDir() && needsLock) || !unfinished.MatchString(e.Name()) {
			continue
		}
		left := filepath.Join(folder, e.Name())
		lock := flock.New(left, flock.SetFlag(os.O_RDONLY))
		if !needsLock {
			os.Remove(left)
		} else if locked, err := lock.TryLock(); locked && err == nil {
			os.RemoveAll(left) // before the lock is given back
		}
		lock.Close()
	}
}

// withoutTempName leaves out the name of a temporary file, of which the user knows nothing.
func withoutTempName(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}
