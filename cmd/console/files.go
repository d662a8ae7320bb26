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

// OpenRegular opens a regular file. It refuses other files, because a pipe might never end, and a device holds no
// puzzle.
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

// PlainError returns an error of the file system without the name of the operation: the path, and the cause.
func PlainError(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return fmt.Errorf("%s: %w", path.Path, path.Err)
	}
	return err
}

// Folder is the path of a folder, and implements a file system with the files in it. No path leads out of the folder,
// neither by links nor by "..". Errors contain the names of files as the user wrote them.
type Folder string

// withRoot opens the folder and calls the function do with it.
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

// Stat implements [fs.StatFS]. It does not open the file, so a pipe cannot block it.
func (f Folder) Stat(name string) (info fs.FileInfo, err error) {
	err = f.withRoot(func(r *os.Root) error { info, err = r.Stat(filepath.FromSlash(name)); return err })
	return info, err
}

// Files writes output files, and lists the incomplete ones, so that they can be removed if the command ends early.
type Files struct {
	mu              sync.Mutex
	incompletePaths []string        // paths of files that are being written
	exitDelays      int             // number of calls of DelayExit whose release was not called
	stagingFolders  []string        // temporary folders of batches
	checkedFolders  map[string]bool // folders from which the files of killed runs were already removed
}

// DelayExit keeps the program from exiting until the function release is called. It is for files that are not written
// with Write.
func (u *Files) DelayExit() (release func()) {
	add := func(n int) {
		u.mu.Lock()
		defer u.mu.Unlock()
		u.exitDelays += n
	}
	add(1)
	return func() { add(-1) }
}

// Write writes a file, which appears complete or not at all. The function content writes the content of the file. If
// the file is a link, the target of the link is replaced. A device or a pipe is written directly. An error of content
// is returned unchanged, unless a failed write to the file caused it.
func (u *Files) Write(name string, content func(io.Writer) error) error {
	return writeOrReplace(name, content, u.replaceFile)
}

// writeOrReplace writes directly to a device or a pipe. For a regular file, it calls the function replace with the path
// and the mode of the file.
func writeOrReplace(name string, content func(io.Writer) error, replace func(string, os.FileMode,
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
		err = writeDirectly(name, write)
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
		return fmt.Errorf("cannot write %s: %w", name, errorWithoutTempName(err))
	}
	return nil
}

// followLinks returns the path to which symbolic links lead, even if their target does not exist yet.
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

func writeDirectly(name string, write func(io.Writer) error) error {
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}

// IsWriting reports whether some file is being written.
func (u *Files) IsWriting() bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	return len(u.incompletePaths)+u.exitDelays > 0
}

// RemoveIncomplete removes incomplete files, and the temporary files of batches.
func (u *Files) RemoveIncomplete() {
	u.mu.Lock()
	defer u.mu.Unlock()
	for _, name := range u.incompletePaths {
		os.Remove(name)
	}
	for _, folder := range u.stagingFolders {
		os.RemoveAll(folder)
	}
}

// replaceFile writes a temporary file beside a file, and renames it to replace that file once its content is on the
// disk. The file gets the given mode; 0 stands for the default mode of new files.
func (u *Files) replaceFile(name string, mode os.FileMode, write func(io.Writer) error) error {
	u.removeAbandoned(filepath.Dir(name))
	beside, lock, err := createTemporaryIn(filepath.Dir(name), func(name string) error {
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
	u.incompletePaths = append(u.incompletePaths, beside)
	u.mu.Unlock()
	defer func() {
		u.mu.Lock()
		defer u.mu.Unlock()
		os.Remove(beside) // does nothing after the renaming, because the name is gone
		u.incompletePaths = slices.DeleteFunc(u.incompletePaths, func(name string) bool { return name == beside })
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

// A process that writes a temporary file holds a lock on it, which the system releases if the process is killed. So any
// process that obtains the lock may remove the file. On Windows no lock is needed, because an open file cannot be
// removed there. (A lock would also keep the process itself from writing.)
var (
	tempName  = regexp.MustCompile(`^\.puz-[0-9a-f]{16}$`) // matches the names of temporary files
	needsLock = runtime.GOOS != "windows"
)

// createTemporaryIn creates a temporary file or folder in a folder, and locks it. If another process removes the file
// before it is locked, createTemporaryIn tries another name.
func createTemporaryIn(folder string, create func(name string) error) (string, *flock.Flock, error) {
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
		locked, unknown := lock.TryLock() // locked is false while another process is removing the file
		switch here, gone := os.Stat(name); {
		case err == nil && gone == nil && os.SameFile(own, here) && (locked || unknown != nil):
			return name, lock, nil // if the file system has no locks, other processes obtain no lock either
		case gone == nil:
			os.RemoveAll(name)
		}
		lock.Close()
	}
	return "", nil, errors.New("other runs remove its temporary files")
}

// removeAbandoned removes the temporary files that killed runs left behind in a folder. Later calls for the same folder
// do nothing.
func (u *Files) removeAbandoned(folder string) {
	u.mu.Lock()
	isClear := u.checkedFolders[folder]
	if u.checkedFolders == nil {
		u.checkedFolders = map[string]bool{}
	}
	u.checkedFolders[folder] = true
	u.mu.Unlock()
	if isClear {
		return
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return
	}
	for _, e := range entries {
		if !(e.Type().IsRegular() || e.IsDir() && needsLock) || !tempName.MatchString(e.Name()) {
			continue
		}
		left := filepath.Join(folder, e.Name())
		lock := flock.New(left, flock.SetFlag(os.O_RDONLY))
		if !needsLock {
			os.Remove(left)
		} else if locked, err := lock.TryLock(); locked && err == nil {
			os.RemoveAll(left) // before the lock is released
		}
		lock.Close()
	}
}

// errorWithoutTempName removes the name of a temporary file, which means nothing to the user, from an error.
func errorWithoutTempName(err error) error {
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
