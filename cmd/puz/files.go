package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/urfave/cli/v2"
	"golang.org/x/term"

	"quadrille"
)

// input is a file that the user named.
type input struct {
	name    string
	text    []byte
	isStdin bool
}

// oneFile reads the one file that a command wants; "-" is standard input.
func (p *puz) oneFile(c *cli.Context) (input, error) {
	if c.NArg() != 1 {
		return input{}, fmt.Errorf("%s wants one FILE (or - for standard input), and got %d; see `puz %s --help`",
			c.Command.Name, c.NArg(), c.Command.Name)
	}
	return p.read(c.Args().First())
}

func (p *puz) read(name string) (input, error) {
	if name == "-" {
		text, err := quadrille.ReadText("standard input", p.stdin)
		return input{"stdin", text, true}, err
	}
	f, err := open(name)
	if err != nil {
		return input{}, err
	}
	defer f.Close()
	text, err := quadrille.ReadText(name, f)
	return input{filepath.Clean(name), text, false}, plain(err)
}

// open opens a file that is regular: a pipe might never end, and a device holds no puzzle.
func open(name string) (*os.File, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, plain(err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no regular file; - stands for standard input", name)
	}
	f, err := os.Open(name)
	return f, plain(err)
}

// eachFile does the same with every argument, reports each error, and fails
// in the end if there was one.
func (p *puz) eachFile(c *cli.Context, do func(in input) error) error {
	worst := exitDone
	for _, name := range c.Args().Slice() {
		in, err := p.read(name)
		if err == nil {
			err = do(in)
		}
		worst = max(worst, p.report(c.Context, err))
	}
	if worst == exitDone {
		return nil
	}
	return exit(worst)
}

// plain says an error of the file system in a few words.
func plain(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return fmt.Errorf("%s: %w", path.Path, path.Err)
	}
	return err
}

// load compiles a puzzle, or reads a dump. What a puzzle uses stands in its folder.
func (p *puz) load(c *cli.Context, in input, o quadrille.Options) (*quadrille.Puzzle, error) {
	o.Format = c.String("from")
	o.Files = folder(filepath.Dir(in.name))
	return quadrille.Load(in.name, in.text, o)
}

// folder is a folder that nothing leads out of, whatever links or dots say. Its errors name
// the files as the user does.
type folder string

// within does something in the folder.
func (f folder) within(do func(*os.Root) error) error {
	root, err := os.OpenRoot(string(f))
	if err != nil {
		return plain(err)
	}
	defer root.Close()
	return plain(do(root))
}

// Open implements [fs.FS].
func (f folder) Open(name string) (file fs.File, err error) {
	err = f.within(func(r *os.Root) error { file, err = r.Open(filepath.FromSlash(name)); return err })
	return file, err
}

// Stat implements [fs.StatFS]. It opens nothing, so a pipe cannot keep it waiting.
func (f folder) Stat(name string) (info fs.FileInfo, err error) {
	err = f.within(func(r *os.Root) error { info, err = r.Stat(filepath.FromSlash(name)); return err })
	return info, err
}

// isTerminal reports whether a person reads the stream.
func isTerminal(w io.Writer) bool {
	f, ok := file(w)
	return ok && term.IsTerminal(int(f.Fd()))
}

// columns returns how wide a terminal is, 0 for a stream that is none.
func columns(w io.Writer) (width int) {
	if f, ok := file(w); ok {
		width, _, _ = term.GetSize(int(f.Fd()))
	}
	return max(0, width)
}

func file(w io.Writer) (*os.File, bool) {
	if c, ok := w.(*careful); ok {
		w = c.Writer
	}
	f, ok := w.(*os.File)
	return f, ok
}

// write writes to a file, or to standard output if there is no name. A file appears whole
// or not at all; a link stays and its target is written; what is no file, such as a pipe,
// is written to as it is.
func (p *puz) write(name string, write func(io.Writer) error) error {
	if name == "" || name == "-" {
		return write(p.stdout)
	}
	name = target(name)
	info, err := os.Stat(name)
	switch {
	case err == nil && info.IsDir():
		err = errors.New("it is a folder")
	case err == nil && !info.Mode().IsRegular():
		err = writeInto(name, write)
	case err == nil && info.Mode().Perm()&0o200 == 0:
		err = errors.New("it is read-only")
	case err == nil:
		err = p.files.replace(name, info.Mode().Perm(), write)
	default:
		err = p.files.replace(name, 0, write)
	}
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", name, cause(err))
	}
	return nil
}

// writeText writes a text, as write does.
func (p *puz) writeText(name, text string) error {
	return p.write(name, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}

// target follows links, also to a file that is not there yet.
func target(name string) string {
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

// unfinished are the files that are being written, which must not stay if the command
// ends before they are whole.
type unfinished struct {
	mu    sync.Mutex
	names []string
}

// busy reports whether a file is being written.
func (u *unfinished) busy() bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	return len(u.names) > 0
}

func (u *unfinished) removeAll() {
	u.mu.Lock()
	defer u.mu.Unlock()
	for _, name := range u.names {
		os.Remove(name)
	}
}

// replace writes a file beside the one it is to replace, and puts it in its place when it
// is on the disk. It gets the given mode, or with 0 the one that new files get.
func (u *unfinished) replace(name string, mode os.FileMode, write func(io.Writer) error) error {
	beside := filepath.Join(filepath.Dir(name), fmt.Sprintf(".puz-%016x", rand.Uint64()))
	f, err := os.OpenFile(beside, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
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

// cause leaves out the name of a temporary file, of which the user knows nothing.
func cause(err error) error {
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
