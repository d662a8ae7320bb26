package console_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"quadrille/cmd/console"
)

// A file appears whole or not at all.
func ExampleFiles_Write() {
	dir, err := os.MkdirTemp("", "console")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	var files console.Files
	name := filepath.Join(dir, "solutions.txt")
	err = files.Write(name, func(w io.Writer) error {
		fmt.Fprintln(w, "the first half")
		return errors.New("the search was stopped")
	})
	_, missing := os.Stat(name)
	fmt.Println(err != nil, errors.Is(missing, os.ErrNotExist))
	// Output: true true
}
