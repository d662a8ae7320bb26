package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// writeTo writes to a file, or to standard output if there is no name. A file
// appears whole or not at all; a link stays and its target is written; what is
// no file, such as a pipe, is written to as it is.
func (p *puz) writeTo(name string, write func(io.Writer) error) error {
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
	case err == nil:
		err = replace(name, info.Mode().Perm(), write)
	default:
		err = replace(name, 0, write)
	}
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", name, cause(err))
	}
	return nil
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

// replace writes a file beside the one it is to replace. It gets the given
// mode, or with 0 the one that new files get.
func replace(name string, mode os.FileMode, write func(io.Writer) error) error {
	beside := filepath.Join(filepath.Dir(name), fmt.Sprintf(".puz-%016x", rand.Uint64()))
	f, err := os.OpenFile(beside, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	defer os.Remove(beside) // nothing is there after the renaming
	err = write(f)
	if mode != 0 {
		err = errors.Join(err, f.Chmod(mode))
	}
	if err := errors.Join(err, f.Close()); err != nil {
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
